// Errors as values: what Result and Status hold, and the names of the codes.
#include "packdot/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace packdot {
namespace {

TEST(Result, HoldsAValueOrAnError) {
  const Result<int> value = 7;
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(*value, 7);

  const Result<int> error = Error{ErrorCode::kTruncated, "too short", 12};
  ASSERT_FALSE(error.ok());
  EXPECT_EQ(error.error().code, ErrorCode::kTruncated);
  EXPECT_EQ(error.error().message, "too short");
  EXPECT_EQ(error.error().offset, 12u);
}

TEST(Result, GivesAwayWhatCanOnlyBeMoved) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
  const std::unique_ptr<int> value = *std::move(result);
  EXPECT_EQ(*value, 7);
}

TEST(Status, IsSuccessUnlessGivenAnError) {
  EXPECT_TRUE(Status().ok());
  const Status status = Error{ErrorCode::kNotFound, "nothing", std::nullopt};
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kNotFound);
}

TEST(ErrorName, IsDifferentForEveryCode) {
  EXPECT_EQ(ErrorName(ErrorCode::kInvalidArgument), "InvalidArgument");
  EXPECT_EQ(ErrorName(ErrorCode::kOutOfMemory), "OutOfMemory");
  constexpr int kCodes = static_cast<int>(ErrorCode::kOutOfMemory) + 1;
  std::set<std::string_view> names;
  for (int code = 0; code < kCodes; ++code) names.insert(ErrorName(static_cast<ErrorCode>(code)));
  EXPECT_EQ(names.size(), static_cast<size_t>(kCodes));
  EXPECT_FALSE(names.contains("Unknown"));
  EXPECT_EQ(ErrorName(static_cast<ErrorCode>(kCodes)), "Unknown");
}

}  // namespace
}  // namespace packdot

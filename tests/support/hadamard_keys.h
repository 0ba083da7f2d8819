// The metadata keys of a Hadamard-folded file: right at first, to be broken one by one.
#ifndef PACKDOT_TESTS_SUPPORT_HADAMARD_KEYS_H_
#define PACKDOT_TESTS_SUPPORT_HADAMARD_KEYS_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/gguf_bytes.h"

namespace packdot::testing {

class HadamardKeys {
 public:
  // With the signs all 1.
  HadamardKeys(uint32_t block, const std::vector<std::string>& weight_names) {
    Set("version", GgufType::kUint32, GgufBytes().Put(uint32_t{1}));
    Set("block_size", GgufType::kUint32, GgufBytes().Put(block));
    SetText("transform", "normalized-sylvester-walsh-hadamard");
    SetText("axis", "input-last-dimension");
    SetText("sign_mode", "identity");
    SetNames("weight_names", weight_names);
  }

  // `key` without its prefix.
  HadamardKeys& Set(const std::string& key, GgufType type, const GgufBytes& value) {
    values_.insert_or_assign(key, std::pair(type, value));
    return *this;
  }
  HadamardKeys& SetText(const std::string& key, std::string_view text) {
    return Set(key, GgufType::kString, GgufBytes().String(text));
  }
  HadamardKeys& SetNames(const std::string& key, const std::vector<std::string>& names) {
    GgufBytes array;
    array.Array(GgufType::kString, names.size());
    for (const std::string& name : names) array.String(name);
    return Set(key, GgufType::kArray, array);
  }
  template <class T>
  HadamardKeys& SetNumbers(const std::string& key, GgufType type, const std::vector<T>& numbers) {
    GgufBytes array;
    array.Array(type, numbers.size());
    for (const T number : numbers) array.Put(number);
    return Set(key, GgufType::kArray, array);
  }
  HadamardKeys& SetSigns(const std::vector<int32_t>& widths, const std::vector<int32_t>& values) {
    SetText("sign_mode", "explicit");
    SetNumbers("sign_widths", GgufType::kInt32, widths);
    return SetNumbers("sign_values", GgufType::kInt32, values);
  }
  HadamardKeys& SetBool(const std::string& key, bool value) {
    return Set(key, GgufType::kBool, GgufBytes().Put(static_cast<uint8_t>(value)));
  }
  HadamardKeys& Remove(const std::string& key) {
    values_.erase(key);
    return *this;
  }

  void WriteTo(GgufFileBytes& file) const {
    for (const auto& [key, value] : values_) {
      file.Key("prism.hadamard." + key, value.first).Append(value.second);
    }
  }

 private:
  std::map<std::string, std::pair<GgufType, GgufBytes>> values_;
};

}  // namespace packdot::testing

#endif  // PACKDOT_TESTS_SUPPORT_HADAMARD_KEYS_H_

// Reading how files are folded.
#include "tools/packdot/folding.h"

#include <algorithm>
#include <iostream>

#include "tools/packdot/failure.h"
#include "tools/packdot/model.h"
#include "tools/packdot/text.h"

namespace packdot::cli {
namespace {

constexpr HadamardOptions kOptions = {.groups_value_heads = true};
constexpr char kPlainTernary[] = "ternary weights without rotation keys: taken as they are";

void Note(const std::string& message) { std::cerr << "packdot: " << Escape(message) << '\n'; }

std::string Blocks(const HadamardFolding& folding) {
  return "in blocks of " + std::to_string(folding.block());
}

std::string FoldedText(const HadamardFolding& folding) {
  std::string text = "Hadamard-folded " + Blocks(folding) + ": " +
                     std::to_string(folding.num_folded()) + " matrices, " +
                     std::to_string(folding.num_inverse()) + " tables";
  if (folding.value_heads_are_grouped()) text += ", value heads grouped";
  if (!folding.plain_ternary().empty()) {
    text += "; " + std::to_string(folding.plain_ternary().size()) + " ternary tensors are not";
  }
  return text;
}

}  // namespace

HadamardFolding FoldingOf(const GgufFile& file, const std::string& path) {
  return Unwrap(HadamardFolding::Read(file, kOptions), path);
}

std::string FoldingText(const GgufFile& file) {
  const auto folding = HadamardFolding::Read(file, kOptions);
  if (!folding) return "Hadamard-folded, but not usable: " + Escape(folding.error().message);
  if (!folding->empty()) return FoldedText(*folding);
  return folding->plain_ternary().empty() ? "" : kPlainTernary;
}

nlohmann::ordered_json FoldingJson(const GgufFile& file) {
  const auto folding = HadamardFolding::Read(file, kOptions);
  if (!folding) return {{"error", folding.error().message}};
  if (folding->empty()) return {};
  return {{"block", folding->block()},
          {"matrices", folding->num_folded()},
          {"tables", folding->num_inverse()},
          {"value_heads_grouped", folding->value_heads_are_grouped()}};
}

void NoteProduct(const HadamardFolding& folding, const GgufTensor& tensor) {
  if (folding.FoldsInputOf(tensor.name)) {
    Note(Describe(tensor) + " is Hadamard-folded: x was transformed " + Blocks(folding));
  } else if (folding.InvertsRowsOf(tensor.name)) {
    Note(Describe(tensor) + " is a Hadamard-folded table: its rows are taken as they are");
  } else if (std::ranges::count(folding.plain_ternary(), tensor.name) != 0) {
    Note(Describe(tensor) + " has " + kPlainTernary);
  }
}

void NoteStoredWeights(const HadamardFolding& folding, const GgufTensor& tensor) {
  if (!folding.FoldsInputOf(tensor.name) && !folding.InvertsRowsOf(tensor.name)) return;
  Note(Describe(tensor) + " is Hadamard-folded " + Blocks(folding) +
       ": its weights are written as stored; --unfold transforms them back");
}

}  // namespace packdot::cli

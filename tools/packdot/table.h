// Tables of text: columns as wide as their widest cell, two spaces apart.
#ifndef PACKDOT_TOOLS_PACKDOT_TABLE_H_
#define PACKDOT_TOOLS_PACKDOT_TABLE_H_

#include <cstddef>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "tools/packdot/terminal.h"

namespace packdot::cli {

enum class Align { kLeft, kRight };

class Table {
 public:
  struct Column {
    std::string header;
    Align align = Align::kLeft;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // One cell a column; text from files must have been escaped.
  void AddRow(std::vector<std::string> cells, Style style = Style::kPlain);

  void Print(std::ostream& out) const;

 private:
  struct Row {
    std::vector<std::string> cells;
    Style style;
  };

  std::string Line(const std::vector<std::string>& cells, const std::vector<size_t>& widths) const;

  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace packdot::cli

#endif  // PACKDOT_TOOLS_PACKDOT_TABLE_H_

// Measuring and padding the cells of a table.
#include "tools/packdot/table.h"

#include <algorithm>
#include <utility>

#include "tools/packdot/text.h"

namespace packdot::cli {

void Table::AddRow(std::vector<std::string> cells, Style style) {
  rows_.push_back({std::move(cells), style});
}

void Table::Print(std::ostream& out) const {
  std::vector<std::string> headers;
  headers.reserve(columns_.size());
  for (const Column& column : columns_) headers.push_back(column.header);
  std::vector<size_t> widths;
  for (size_t c = 0; c < columns_.size(); ++c) {
    size_t width = DisplayWidth(headers[c]);
    for (const Row& row : rows_) width = std::max(width, DisplayWidth(row.cells[c]));
    widths.push_back(width);
  }
  out << Styled(Line(headers, widths), Style::kBold) << '\n';
  for (const Row& row : rows_) out << Styled(Line(row.cells, widths), row.style) << '\n';
}

std::string Table::Line(const std::vector<std::string>& cells,
                        const std::vector<size_t>& widths) const {
  std::string line;
  for (size_t c = 0; c < cells.size(); ++c) {
    const std::string padding(widths[c] - DisplayWidth(cells[c]), ' ');
    if (c > 0) line += "  ";
    line += columns_[c].align == Align::kRight ? padding + cells[c] : cells[c] + padding;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace packdot::cli

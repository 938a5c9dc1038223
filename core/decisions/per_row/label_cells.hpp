// The cells of a table, row by row, as the passes over it read them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/decisions/sparse_table.hpp"

namespace wald::core::decisions {

// How far ahead a pass asks for what it will need of a column, by cells and by rows.
constexpr int64_t cells_ahead = 48, rows_ahead = 6;

// The listed cells of one row.
struct RowCells {
  const int32_t *columns;  // null: all, in order
  const double *p;
  int64_t n;
  int64_t ahead = 0;  // of this many cells, the column cells_ahead further on can be read

  int64_t column(int64_t c) const { return columns ? columns[c] : c; }
};

class Cells {
 public:
  // Tables outlive their cells.
  explicit Cells(const RealTable &table);
  // A table of few cells is filled up: whatever is true of whole tables is then true of it.
  explicit Cells(const SparseTable &table);
  Cells(const Cells &) = delete;
  Cells &operator=(const Cells &) = delete;

  int64_t rows() const { return rows_; }
  int64_t cols() const { return cols_; }
  // Whether every cell is listed; else those that are not have probability 0.
  bool whole() const { return whole_; }
  int64_t listed() const { return whole_ ? rows_ * cols_ : starts_.back(); }
  int64_t listed(int64_t i) const { return whole_ ? cols_ : starts_[at(i) + 1] - starts_[at(i)]; }
  // `buffer` may be written to, and must live as long as the row.
  RowCells row(int64_t i, std::vector<double> &buffer) const {
    if (!whole_)
      return {columns_ + starts_[at(i)], p_ + starts_[at(i)], listed(i), starts_.back() - starts_[at(i)] - cells_ahead};
    const Reals from = table_.row(i);
    if (!from.is_float && from.stride == 1) return {nullptr, static_cast<const double *>(from.data), cols_};
    buffer.resize(at(cols_));
    for (int64_t j = 0; j < cols_; ++j) buffer[at(j)] = from[j];
    return {nullptr, buffer.data(), cols_};
  }
  // A column of a whole table as one row.
  RealTable column(int64_t j) const {
    const Reals of = table_.col(j);
    return {of.data, of.is_float, 1, of.n, 0, of.stride};
  }
  // The cells of columns [begin, end) in row i of a whole table.
  Reals part(int64_t i, int64_t begin, int64_t end) const { return table_.row(i).from(begin, end - begin); }

 private:
  static std::size_t at(int64_t i) { return static_cast<std::size_t>(i); }

  int64_t rows_, cols_;
  bool whole_;
  RealTable table_;  // of a whole table
  // Of others: the caller's arrays where they are of these types, else copies.
  std::vector<int64_t> starts_;
  const int32_t *columns_ = nullptr;
  const double *p_ = nullptr;
  std::vector<int32_t> own_columns_;
  std::vector<double> own_p_;
};

}  // namespace wald::core::decisions

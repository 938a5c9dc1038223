// Reads a table's cells row by row, dense or sparse.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/per_row/label_cells.hpp"

#include <algorithm>

namespace wald::core::decisions {
namespace {

// Filled up, a table of this many cells costs as little as it does with gaps.
constexpr int64_t few_cells = 1 << 20;

template <class T>
const T *from(const void *data, int64_t first) {
  return static_cast<const T *>(data) + first;
}

}  // namespace

Cells::Cells(const RealTable &table) : rows_(table.rows), cols_(table.cols), whole_(true), table_(table) {}

Cells::Cells(const SparseTable &table) : rows_(table.rows), cols_(table.cols) {
  const int64_t first = table.indptr[0], listed = table.indptr[rows_] - first;
  whole_ = rows_ <= std::max(few_cells, 4 * listed) / cols_;
  if (whole_) {
    own_p_.assign(at(rows_ * cols_), 0);
    for (int64_t i = 0; i < rows_; ++i)
      for (int64_t c = table.indptr[i]; c < table.indptr[i + 1]; ++c)
        own_p_[at(i * cols_ + table.indices[c])] = table.values[c];
    table_ = {own_p_.data(), false, rows_, cols_, cols_, 1};
    return;
  }
  starts_.resize(at(rows_) + 1);
  for (int64_t i = 0; i <= rows_; ++i) starts_[at(i)] = table.indptr[i] - first;
  if (!table.indices.is_32) {
    const auto *wide = from<int64_t>(table.indices.data, first);
    own_columns_.resize(at(listed));
    for (int64_t c = 0; c < listed; ++c) own_columns_[at(c)] = static_cast<int32_t>(wide[c]);
  }
  columns_ = table.indices.is_32 ? from<int32_t>(table.indices.data, first) : own_columns_.data();
  if (table.values.is_float)
    own_p_.assign(from<float>(table.values.data, first), from<float>(table.values.data, first + listed));
  p_ = table.values.is_float ? own_p_.data() : from<double>(table.values.data, first);
}

}  // namespace wald::core::decisions

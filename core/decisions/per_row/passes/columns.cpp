// Passes over the columns of a table, block of rows after block of rows.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/per_row/passes/columns.hpp"

#include <algorithm>
#include <limits>

#include "core/decisions/per_row/passes/column_kernels.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core::decisions {
namespace {

constexpr float below_all = -std::numeric_limits<float>::infinity();

}  // namespace

Columns::Columns(const Cells &cells, int threads, Monitor &monitor)
    : rows_(cells.rows()), labels_(cells.cols()), threads_(threads) {
  const RealTable first_column = cells.column(0);
  const bool in_place = first_column.is_float && first_column.col_stride == 1;
  if (!in_place) p_.resize(static_cast<std::size_t>(rows_ * labels_));
  for (int64_t j = 0; j < labels_; ++j)
    columns_.push_back(in_place ? static_cast<const float *>(cells.column(j).data) : p_.data() + j * rows_);
  if (in_place) return;
  parallel_for({blocks(), rows_ * labels_}, worker_count(threads_, blocks()), monitor,
               [&](int64_t task, int, Monitor &inner) {
                 look(inner, task);
                 std::vector<double> buffer;
                 const int64_t first = task * block, end = first + length(first);
                 for (int64_t i = first; i < end; ++i) {
                   const RowCells row = cells.row(i, buffer);
                   for (int64_t j = 0; j < labels_; ++j)
                     p_[static_cast<std::size_t>(j * rows_ + i)] = static_cast<float>(row.p[j]);
                 }
               });
}

std::vector<LabelCount> Columns::choose(const std::vector<LabelOffer> &offers, bool may_have_none,
                                        std::vector<int32_t> &label, Monitor &monitor) const {
  label.resize(static_cast<std::size_t>(rows_));
  const auto at = [&](int64_t task, int64_t j) { return static_cast<std::size_t>(task * labels_ + j); };
  std::vector<LabelCount> of_blocks(at(blocks(), 0));
  parallel_for({blocks(), rows_ * labels_}, worker_count(threads_, blocks()), monitor,
               [&](int64_t task, int, Monitor &inner) {
                 look(inner, task);
                 const int64_t first = task * block, n = length(first);
                 float best[block];
                 int32_t *const of = label.data() + first;
                 std::fill_n(best, n, may_have_none ? 0 : below_all);
                 std::fill_n(of, n, -1);
                 for (int64_t j = 0; j < labels_; ++j) {
                   const LabelOffer &offer = offers[static_cast<std::size_t>(j)];
                   take_better(column(j) + first, offer.slope, offer.cost, static_cast<int32_t>(j), n, best, of);
                 }
                 for (int64_t j = 0; j < labels_; ++j) {
                   const auto own = static_cast<int32_t>(j);
                   const int64_t k = count_of_label(of, own, n);
                   of_blocks[at(task, j)] = {k > 0 ? sum_of_label(column(j) + first, of, own, n) : 0,
                                             static_cast<double>(k)};
                 }
               });
  std::vector<LabelCount> out(static_cast<std::size_t>(labels_));
  for (int64_t task = 0; task < blocks(); ++task)
    for (int64_t j = 0; j < labels_; ++j) {
      LabelCount &sum = out[static_cast<std::size_t>(j)];
      sum.tp += of_blocks[at(task, j)].tp, sum.k += of_blocks[at(task, j)].k;
    }
  return out;
}

std::vector<float> Columns::prices(const std::vector<LabelOffer> &offers, bool may_have_none,
                                   const std::vector<int32_t> &label, Monitor &monitor) const {
  std::vector<float> out(static_cast<std::size_t>(rows_));
  parallel_for({blocks(), rows_ * labels_}, worker_count(threads_, blocks()), monitor,
               [&](int64_t task, int, Monitor &inner) {
                 look(inner, task);
                 const int64_t first = task * block, n = length(first);
                 float own[block], other[block];
                 const int32_t *const of = label.data() + first;
                 std::fill_n(own, n, 0.0f);  // of a row without a label
                 std::fill_n(other, n, may_have_none ? 0 : below_all);
                 for (int64_t j = 0; j < labels_; ++j) {
                   const LabelOffer &offer = offers[static_cast<std::size_t>(j)];
                   part_own(column(j) + first, offer.slope, offer.cost, static_cast<int32_t>(j), n, of, own, other);
                 }
                 for (int64_t i = 0; i < n; ++i) {
                   // Labels demand many rows that they are paid for: a price is below 0 only if the row's own offer is.
                   const float middle = (own[i] + other[i]) / 2, least = may_have_none ? 0.0f : std::min(own[i], 0.0f);
                   out[static_cast<std::size_t>(first + i)] = std::max(middle, least);
                 }
               });
  return out;
}

}  // namespace wald::core::decisions

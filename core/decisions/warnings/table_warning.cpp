// Warns if a table does not suit its kind or its average.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/warnings/table_warning.hpp"

#include <cmath>

namespace wald::core::decisions {

namespace {

constexpr double rounding_of_exclusive_rows = 1e-6;
constexpr int64_t least_exclusive_rows = 2;

// Whether a row sums to 1; `unsure` becomes true if a label of it is neither certain nor impossible.
bool row_sums_to_one(const Reals &row, bool &unsure) {
  double sum = 0;
  for (int64_t j = 0; j < row.n; ++j) {
    const double p = row[j];
    unsure = unsure || (p > 0 && p < 1);
    sum += p;
  }
  return std::fabs(sum - 1) <= rounding_of_exclusive_rows;
}

Reals row_of_table(const RealTable &table, int64_t i) { return table.row(i); }
Reals row_of_table(const SparseTable &table, int64_t i) {
  Reals out = table.values;
  const int64_t begin = table.indptr[i];
  const auto at = begin * out.stride;
  out.data = out.is_float ? static_cast<const void *>(static_cast<const float *>(out.data) + at)
                          : static_cast<const void *>(static_cast<const double *>(out.data) + at);
  out.n = table.indptr[i + 1] - begin;
  return out;
}

template <class Table>
const char *warning_of_rows(const Metric &metric, Kind kind, const Table &table, Average average) {
  if (kind != Kind::independent || average == Average::macro) return "";
  if (metric.is_custom() || metric.additive()) return "";  // of a custom one it is not known
  if (table.rows < least_exclusive_rows || table.cols < 2) return "";
  bool unsure = false;
  for (int64_t i = 0; i < table.rows; ++i)
    if (!row_sums_to_one(row_of_table(table, i), unsure)) return "";
  if (!unsure) return "";
  if (table.cols == 2)
    return "each row of probabilities sums to 1, but its two labels are taken as independent: for a binary classifier "
           "pass the probabilities of class 1 alone (column 1, P[:, 1]) with average macro, for two exclusive classes "
           "pass kind categorical";
  return "each row of probabilities sums to 1, but its labels are taken as independent: for exclusive classes pass "
         "kind categorical";
}

}  // namespace

const char *exclusive_warning(const Metric &metric, Kind kind, const RealTable &table, Average average) {
  return warning_of_rows(metric, kind, table, average);
}
const char *exclusive_warning(const Metric &metric, Kind kind, const SparseTable &table, Average average) {
  return warning_of_rows(metric, kind, table, average);
}

const char *one_column_warning(const Metric &metric, int64_t rows, int64_t cols, const DecisionOptions &options) {
  if (cols != 1 || rows < 2 || options.average_chosen || options.average != Average::instance) return "";
  if (metric.is_custom() || metric.additive() || metric.name() == "subset_accuracy") return "";
  return "the table has one column and the metric judges sets of rows: without an average each row is decided and "
         "evaluated alone; pass average macro for the column, average instance for the rows";
}

const char *table_warning(const Metric &metric, Kind kind, const RealTable &table, const DecisionOptions &options) {
  if (table.cols == 1) return one_column_warning(metric, table.rows, table.cols, options);
  return exclusive_warning(metric, kind, table, options.average);
}
const char *table_warning(const Metric &metric, Kind kind, const SparseTable &table, const DecisionOptions &options) {
  if (table.cols == 1) return one_column_warning(metric, table.rows, table.cols, options);
  return exclusive_warning(metric, kind, table, options.average);
}

}  // namespace wald::core::decisions

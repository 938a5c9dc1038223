// Takes beliefs apart by rows or by columns, or leaves them whole.
#include "decide/beliefs/problems.hpp"

#include <algorithm>
#include <numeric>

#include "base/errors.hpp"
#include "base/text.hpp"

namespace wald::cli {
namespace {

/// The entries of one compressed row (or column), spread over n places.
std::vector<double> spread(const SparseTable &table, std::int64_t row, std::int64_t n) {
  std::vector<double> out(static_cast<std::size_t>(n), 0);
  for (std::int64_t entry = table.indptr[static_cast<std::size_t>(row)];
       entry < table.indptr[static_cast<std::size_t>(row) + 1]; ++entry)
    out[static_cast<std::size_t>(table.indices[static_cast<std::size_t>(entry)])] =
        table.probabilities[static_cast<std::size_t>(entry)];
  return out;
}

SparseTable transposed(const SparseTable &table, std::int64_t cols) {
  SparseTable out;
  out.indptr.assign(static_cast<std::size_t>(cols) + 1, 0);
  out.indices.resize(table.indices.size());
  out.probabilities.resize(table.indices.size());
  for (const std::int64_t column : table.indices) ++out.indptr[static_cast<std::size_t>(column) + 1];
  std::partial_sum(out.indptr.begin(), out.indptr.end(), out.indptr.begin());
  std::vector<std::int64_t> next(out.indptr.begin(), out.indptr.end() - 1);
  for (std::size_t row = 0; row + 1 < table.indptr.size(); ++row)
    for (auto entry = static_cast<std::size_t>(table.indptr[row]);
         entry < static_cast<std::size_t>(table.indptr[row + 1]); ++entry) {
      const auto place = static_cast<std::size_t>(next[static_cast<std::size_t>(table.indices[entry])]++);
      out.indices[place] = static_cast<std::int64_t>(row);
      out.probabilities[place] = table.probabilities[entry];
    }
  return out;
}

Estimator from_probabilities(wald_kind kind, const double *p, std::int64_t n, std::int64_t stride = 1) {
  Estimator estimator(kind);
  estimator.feed(p, n, stride);
  return estimator;
}

struct InstanceEstimator {
  const Beliefs &beliefs;
  std::int64_t row;

  Estimator operator()(const DenseTable &table) const {
    const std::int64_t n = beliefs.n_labels();
    return from_probabilities(beliefs.kind, table.probabilities.data() + row * n, n);
  }
  Estimator operator()(const SparseTable &table) const {
    const std::vector<double> p = spread(table, row, beliefs.n_labels());
    return from_probabilities(beliefs.kind, p.data(), beliefs.n_labels());
  }
  Estimator operator()(const VectorTable &table) const {
    const std::int64_t begin = table.first[static_cast<std::size_t>(row)];
    const std::int64_t end = table.first[static_cast<std::size_t>(row) + 1];
    // The rows of an instance are a run, but feeding wants offsets that begin at 0.
    std::vector<std::int64_t> indptr(table.indptr.begin() + begin, table.indptr.begin() + end + 1);
    const std::int64_t offset = indptr.front();
    for (std::int64_t &position : indptr) position -= offset;
    Estimator estimator(WALD_JOINT, beliefs.n_labels());
    estimator.feed_vectors(Csr<double, std::int64_t>{indptr.data(), table.indices.data() + offset, nullptr, end - begin,
                                                     beliefs.n_labels()},
                           Array(table.weights.data() + begin, end - begin));
    return estimator;
  }
  Estimator operator()(const CountTable &table) const {
    const auto begin = table.cells.begin() + table.first[static_cast<std::size_t>(row)];
    const auto end = table.cells.begin() + table.first[static_cast<std::size_t>(row) + 1];
    std::int32_t max_s = 1;
    bool sizes = false;
    for (auto cell = begin; cell != end; ++cell) {
      max_s = std::max(max_s, cell->s);
      sizes = sizes || (cell->label == CountTable::no_label && cell->s > 0);
    }
    const std::int64_t n = beliefs.n_labels();
    std::vector<double> p(static_cast<std::size_t>(n * max_s), 0), p_s(static_cast<std::size_t>(max_s), 0);
    double p_zero = 0;
    for (auto cell = begin; cell != end; ++cell) {
      double &place = cell->label != CountTable::no_label
                          ? p[static_cast<std::size_t>(cell->label) * max_s + cell->s - 1]
                      : cell->s > 0 ? p_s[static_cast<std::size_t>(cell->s) - 1]
                                    : p_zero;
      place = cell->probability;
    }
    Estimator estimator(WALD_COUNTS, n);
    estimator.feed_counts(Table<const double>(p.data(), n, max_s), p_zero, sizes ? Array(p_s) : Array());
    return estimator;
  }
};

}  // namespace

Estimator instance_estimator(const Beliefs &beliefs, std::int64_t row) {
  return std::visit(InstanceEstimator{beliefs, row}, beliefs.what);
}

std::vector<double> marginal_table(const Beliefs &beliefs) {
  std::vector<double> table;
  table.reserve(static_cast<std::size_t>(beliefs.rows * beliefs.n_labels()));
  for (std::int64_t row = 0; row < beliefs.rows; ++row) {
    const std::vector<double> marginals = instance_estimator(beliefs, row).marginals();
    table.insert(table.end(), marginals.begin(), marginals.end());
  }
  return table;
}

Problems::Problems(const Beliefs &beliefs, wald_average average) : beliefs_(beliefs), average_(average) {
  if (average == WALD_INSTANCE) return;
  if (const auto *sparse = std::get_if<SparseTable>(&beliefs.what)) {
    if (average == WALD_MACRO) columns_ = transposed(*sparse, beliefs.n_labels());
  } else if (!std::holds_alternative<DenseTable>(beliefs.what)) {
    marginals_ = marginal_table(beliefs);
  }
}

std::int64_t Problems::count() const {
  return average_ == WALD_INSTANCE ? beliefs_.rows : average_ == WALD_MACRO ? beliefs_.n_labels() : 1;
}

Estimator Problems::estimator(std::int64_t i) const {
  if (average_ == WALD_INSTANCE) return instance_estimator(beliefs_, i);
  const std::int64_t rows = beliefs_.rows, n = beliefs_.n_labels();
  // Instances are independent of each other, whatever is known within each.
  if (const auto *sparse = std::get_if<SparseTable>(&beliefs_.what)) {
    if (average_ == WALD_MACRO) return from_probabilities(WALD_INDEPENDENT, spread(columns_, i, rows).data(), rows);
    Estimator estimator(WALD_INDEPENDENT);
    for (std::int64_t row = 0; row < rows; ++row) estimator.feed(spread(*sparse, row, n));
    return estimator;
  }
  const auto *dense = std::get_if<DenseTable>(&beliefs_.what);
  const double *p = dense != nullptr ? dense->probabilities.data() : marginals_.data();
  return average_ == WALD_MACRO ? from_probabilities(WALD_INDEPENDENT, p + i, rows, n)
                                : from_probabilities(WALD_INDEPENDENT, p, rows * n);
}

std::vector<std::uint8_t> Problems::answer(const MaskTable &table, std::int64_t i) const {
  const std::int64_t n = table.n_labels();
  if (average_ == WALD_INSTANCE) return {table.cells.begin() + i * n, table.cells.begin() + (i + 1) * n};
  if (average_ == WALD_MICRO) return table.cells;
  std::vector<std::uint8_t> column;
  column.reserve(static_cast<std::size_t>(table.rows));
  for (std::int64_t row = 0; row < table.rows; ++row)
    column.push_back(table.cells[static_cast<std::size_t>(row * n + i)]);
  return column;
}

std::string Problems::place(std::int64_t i) const {
  if (average_ == WALD_MICRO) return beliefs_.source;
  if (average_ == WALD_MACRO)
    return beliefs_.source + ": column " + shown(beliefs_.labels[static_cast<std::size_t>(i)]);
  if (beliefs_.named())
    return beliefs_.source + ": " + (beliefs_.name_column == "instance" ? "instance " : "row ") +
           shown(beliefs_.names[static_cast<std::size_t>(i)]);
  return beliefs_.rows == 1 ? beliefs_.source : beliefs_.source + ": row " + std::to_string(i);
}

MaskTable read_prediction_of(const Beliefs &beliefs, const Settings &settings, Progress &progress) {
  MaskTable table = read_prediction(settings.prediction, named_libsvm(settings.prediction), settings,
                                    {beliefs.source, beliefs.labels, beliefs.rows, beliefs.names}, progress);
  if (settings.average == WALD_INSTANCE) return table;
  for (std::int64_t row = 0; row < table.rows; ++row)
    if (table.undecided(row))
      throw InputError(table.source + ": row " + std::to_string(row) +
                       " is left undecided, which has no meaning for --average " + name_of(settings.average));
  return table;
}

}  // namespace wald::cli

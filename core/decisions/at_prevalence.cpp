// Moves tables and estimators to the prevalence of the options.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/at_prevalence.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/estimators/marginal.hpp"
#include "core/estimators/prior_shift.hpp"

namespace wald::core::decisions {
namespace {

Reals reals(const std::vector<double> &list) {
  return {list.data(), false, static_cast<int64_t>(list.size()), 1};
}

void check_prior(Kind kind, const char *name, const std::vector<double> &list, int64_t labels) {
  check_one_or_each(name, list, labels, kind == Kind::categorical ? "class" : "label");
  if (kind == Kind::categorical && labels > 1 && list.size() == 1)
    fail(Status::argument, name, " has 1 number: exclusive classes need one each, of ", labels);
}

// By what the probabilities of `labels` columns are moved. A list of one number is of all of them.
PriorShift shift_of(Kind kind, const DecisionOptions &options, int64_t labels) {
  if (options.training_prior.empty())
    fail(Status::argument, "training_prior is not set: must be with prevalence, since probabilities are moved from one to "
         "the other");
  check_prior(kind, "prevalence", options.prevalence, labels);
  check_prior(kind, "training_prior", options.training_prior, labels);
  if (options.prevalence.size() == options.training_prior.size())
    return {kind, reals(options.training_prior), reals(options.prevalence), "prevalence"};
  std::vector<double> from, to;
  for (int64_t j = 0; j < labels; ++j) {
    from.push_back(one_or_each(options.training_prior, j));
    to.push_back(one_or_each(options.prevalence, j));
  }
  return {kind, reals(from), reals(to), "prevalence"};
}

// The place of a column's prior.
struct PlaceOf {
  bool each;
  int64_t operator()(int64_t column) const { return each ? column : 0; }
};
PlaceOf place_of(const DecisionOptions &options) {
  return {std::max(options.prevalence.size(), options.training_prior.size()) > 1};
}

RealTable moved(Kind kind, const RealTable &table, const DecisionOptions &options, std::vector<double> &out) {
  const PriorShift shift = shift_of(kind, options, table.cols);
  const PlaceOf place = place_of(options);
  out.resize(static_cast<std::size_t>(table.rows * table.cols));
  double *to = out.data();
  for (int64_t i = 0; i < table.rows; ++i, to += table.cols) {
    for (int64_t j = 0; j < table.cols; ++j) to[j] = probability_at(table, i, j);
    shift.move_row(i, table.cols, place, to);
  }
  return {out.data(), false, table.rows, table.cols, table.cols, 1};
}

// Rows with a cell that is wrong stay as they are: whoever decides the table refuses them.
SparseTable moved(Kind kind, const SparseTable &table, const DecisionOptions &options, std::vector<double> &out) {
  const PriorShift shift = shift_of(kind, options, table.cols);
  const PlaceOf place = place_of(options);
  check_indptr(table.indptr, table.rows);
  const int64_t end = table.indptr[table.rows];
  out.assign(static_cast<std::size_t>(end), 0.0);
  const double one = one_rounded(table.values.is_float);
  for (int64_t i = 0; i < table.rows; ++i) {
    const int64_t begin = table.indptr[i], n = table.indptr[i + 1] - begin;
    double *const row = out.data() + begin;
    bool right = true;
    for (int64_t c = 0; c < n; ++c) {
      const double p = row[c] = table.values[begin + c];
      const int64_t column = table.indices[begin + c];
      right = right && p >= 0 && p <= one && column >= 0 && column < table.cols;
    }
    if (!right) continue;
    for (int64_t c = 0; c < n; ++c) row[c] = std::min(row[c], 1.0);
    shift.move_row(i, n, [&](int64_t c) { return place(table.indices[begin + c]); }, row);
  }
  SparseTable to = table;
  to.values = {out.data(), false, end, 1};
  return to;
}

}  // namespace

template <class Table>
TableAtPrevalence<Table>::TableAtPrevalence(Kind kind, const Table &table, const DecisionOptions &options)
    : table_(moved(kind, table, options, moved_)), options_(without_prevalence(options)) {}
template class TableAtPrevalence<RealTable>;
template class TableAtPrevalence<SparseTable>;

std::unique_ptr<Estimator> at_prevalence(const Estimator &estimator, const DecisionOptions &options) {
  estimator.require_fed();
  refuse_prevalence(estimator.kind(), options);
  const std::vector<double> &p = static_cast<const Marginal &>(estimator).p();
  const auto n = static_cast<int64_t>(p.size());
  std::vector<double> out;
  moved(estimator.kind(), RealTable{p.data(), false, 1, n, n, 1}, options, out);
  std::unique_ptr<Estimator> to = make_estimator(estimator.kind(), 0);
  static_cast<Marginal &>(*to).feed(reals(out));
  return to;
}

DecisionOptions without_prevalence(DecisionOptions options) {
  options.prevalence.clear();
  options.training_prior.clear();
  return options;
}

void refuse_prevalence(Kind kind, const DecisionOptions &options) {
  if (options.prevalence.empty() || kind == Kind::independent || kind == Kind::categorical) return;
  fail(Status::unsupported, "prevalence is set given ", kind_name(kind),
       ": shares of single labels do not give those of label vectors; weight each vector by the ratio of its shares, or "
       "decide on a probability per label");
}

}  // namespace wald::core::decisions

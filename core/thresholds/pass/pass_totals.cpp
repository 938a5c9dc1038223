// Sums weights by label for rows in bins and counted rows.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/pass/pass_totals.hpp"

#include <cmath>
#include <limits>

#include "core/thresholds/sample/weights.hpp"

namespace wald::core::thresholds {

namespace {

// The sum of some rows' weights, and the weight of equal rows in their place: as WeightMoments has it, for rows of a
// label of which the greatest weight and the number are these.
struct Moments {
  double total, effective;
};
Moments moments_of(uint64_t units, const Wide &squares, const PassTotals::OfLabel &label) {
  const double unit = weight_unit(weight_of(label.greatest), static_cast<int64_t>(label.rows));
  const int finer = std::ilogb(weight_of_unit) - std::ilogb(unit);
  uint64_t sum = units;
  Wide of_squares = squares;
  const auto twice = [](Wide x) { return Wide{x.high << 1 | x.low >> 63, x.low << 1}; };
  const auto half = [](Wide x) { return Wide{x.high >> 1, x.low >> 1 | x.high << 63}; };
  for (int i = 0; i < finer; ++i) sum <<= 1, of_squares = twice(twice(of_squares));
  for (int i = 0; i < -finer; ++i) sum >>= 1, of_squares = half(half(of_squares));
  if (sum == 0) return {0, 0};
  return {static_cast<double>(sum) * unit,
          (static_cast<double>(of_squares.high) * 0x1p64 + static_cast<double>(of_squares.low)) /
              static_cast<double>(sum) * unit};
}

}  // namespace

uint64_t checked_units(const Reals &weights, int64_t i) {
  const double weight = weights[i], rounded = std::nearbyint(weight / weight_of_unit);
  if (!(weight >= 0) || weight == std::numeric_limits<double>::infinity())
    fail(Status::argument, "weights[", i, "] is ", weight, ": must be finite and at least 0");
  if (weight > largest_weight || (weight > 0 && rounded == 0))
    fail(Status::argument, "weights[", i, "] is ", weight,
         ": weights of binned rows must lie in [2^-20, 2^32], or be 0");
  return static_cast<uint64_t>(rounded);
}

void PassTotals::add(const PassTotals &o) {
  for (int i = 0; i < 3; ++i) {
    OfLabel &to = labels[i];
    const OfLabel &from = o.labels[i];
    to.rows += from.rows;
    to.units += from.units;
    to.least = std::min(to.least, from.least);
    to.greatest = std::max(to.greatest, from.greatest);
    to.squares.add(from.squares);
    to.fractions |= from.fractions;
  }
}

void refuse_what_needs_rows(const Objective &objective, const ThresholdSearch &options, const char *what) {
  const auto refuse = [&](const char *name, const auto &value) {
    fail(Status::argument, name, " is ", value, ": not supported for ", what);
  };
  if (!std::isnan(objective.certify)) refuse("certify", objective.certify);
  if (objective.metric && objective.metric->is_custom()) refuse("metric", in_quotes(objective.metric->name()));
  if (!std::isnan(options.max_fdr)) refuse("max_fdr", options.max_fdr);
  if (options.method != Method::direct) refuse("method", method_name(options.method));
  if (options.smoothing != Smoothing::none)
    refuse("smoothing", smoothing_words[static_cast<int32_t>(options.smoothing)].name);
  if (options.bootstrap != 0) refuse("bootstrap", options.bootstrap);
  if (options.folds != 0) refuse("folds", options.folds);
}

void require_positives(const PassTotals &totals, const Objective &objective) {
  if (totals.rows() == 0) fail(Status::argument, "rows is 0: no row of a weight above 0 was fed");
  if (totals.labels[0].rows > 0 && served_by_negatives(objective)) return;
  if (totals.labels[1].rows == 0)
    fail(Status::argument, "positives is 0: no row is labelled 1, and thresholds are chosen at the scores of such rows",
         what_serves_negatives);
}

SampleTotals sample_totals(const PassTotals &totals) {
  const auto of = [](const PassTotals::OfLabel &label) -> SampleTotals::OfLabel {
    const auto rows = static_cast<int64_t>(label.rows);
    if (rows == 0) return {0, 0, 1};
    const bool equal = label.least == label.greatest;
    return {rows, weight_of(label.units),
            equal ? weight_of(label.least) : moments_of(label.units, label.squares, label).effective};
  };
  SampleTotals out;
  out.negatives = of(totals.labels[0]);
  out.positives = of(totals.labels[1]);
  out.unrated = of(totals.labels[not_rated]);
  for (int label : {0, 1}) {
    const PassTotals::OfLabel &l = totals.labels[label];
    out.equal_weights &= l.rows == 0 || l.least == l.greatest;
  }
  return out;
}

LabelParts label_parts(uint64_t units, const Wide &squares, const PassTotals::OfLabel &label) {
  if (label.rows == 0) return {};
  const Moments in = moments_of(units, squares, label),
                left = moments_of(label.units - units, label.squares.less(squares), label);
  return {in.total, in.effective, left.total, left.effective};
}

}  // namespace wald::core::thresholds

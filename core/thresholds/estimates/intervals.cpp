// Computes intervals of what chosen thresholds reach.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/estimates/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/numeric/quantile.hpp"
#include "core/numeric/random/gamma.hpp"
#include "core/thresholds/estimates/bootstrap.hpp"
#include "core/thresholds/sample/weights.hpp"

namespace wald::core::thresholds {

HullSegments hull_segments(const ParetoFrontier &points, int64_t index) {
  const std::vector<int64_t> hull = concave_hull(points);
  const auto between = [&](std::size_t i) {
    const FrontierPoint &a = points[static_cast<std::size_t>(hull[i])];
    const FrontierPoint &b = points[static_cast<std::size_t>(hull[i + 1])];
    return HullSegment{b.tp - a.tp, b.fp - a.fp, hull[i], hull[i + 1]};
  };
  HullSegments out;
  for (std::size_t i = 0; i + 1 < hull.size(); ++i) {
    if (hull[i] < index && index <= hull[i + 1]) out.last = between(i);
    if (hull[i] <= index && index < hull[i + 1]) out.next = between(i);
  }
  return out;
}

namespace {

// A sum of rows' weights, as a Poisson number of rows that weigh the same (Kish). A limit from below takes the rows as
// they are; one from above takes one more, of which nothing was seen (Fay and Feuer 1997). For equal weights limits of
// a sum, or of a share of two, are Clopper and Pearson's.
class EffectiveSum {
 public:
  struct Rows {
    double number, weight;
  };
  // effective: RowSet::effective_weight of the rows; of_label: that of all rows with their label.
  EffectiveSum(double total, double effective, double of_label) {
    const double more = std::max(effective, of_label);
    below = {total > 0 ? total / effective : 0, total > 0 ? effective : more};
    const double weight = more + (below.weight - more) * (total / (total + more));  // of both, by their squares
    above = {std::max(1.0, (total + more) / weight), weight};
  }
  Rows below, above;
};

// Of part / (part + rest), given how many rows both are.
Interval share_limits(const EffectiveSum &part, const EffectiveSum &rest, double level) {
  const auto by_weight = [](double p, double weight, double other) { return p / (p + (1 - p) * (other / weight)); };
  const double few = part.below.number, many = part.above.number - 1;
  const Interval limits =
      binomial_limits({few, few + (rest.above.number - 1)}, {many, many + rest.below.number}, level);
  return {by_weight(limits.low, part.below.weight, rest.above.weight),
          by_weight(limits.high, part.above.weight, rest.below.weight)};
}

// Of `rows` rows, this many are in the sum.
Interval sum_limits(const EffectiveSum &sum, double rows, double level) {
  const Interval limits = binomial_limits({sum.below.number, rows}, {sum.above.number - 1, rows}, level);
  return {limits.low * rows * sum.below.weight, limits.high * rows * sum.above.weight};
}

// Draws of a sum's expectation: limits from below are quantiles of the one, limits from above of the other.
struct SumDraws {
  explicit SumDraws(const EffectiveSum &sum)
      : below(sum.below.number), above(sum.above.number), weights{sum.below.weight, sum.above.weight} {}
  double low(Random &random) const { return below(random) * weights[0]; }
  double high(Random &random) const { return above(random) * weights[1]; }
  Gamma below, above;
  double weights[2];
};

// Rows of one label at fixed thresholds.
struct FlaggedAndRest {
  EffectiveSum flagged, rest;
};
FlaggedAndRest equal_parts(const SampleTotals::OfLabel &rows, double flagged, double row_weight) {
  return {{flagged, row_weight, row_weight}, {rows.weight - flagged, row_weight, row_weight}};
}
FlaggedAndRest parts_of(const RowSet &rows, double row_weight, const Sample &sample,
                        const std::vector<double> &thresholds) {
  const double unit = weight_unit(rows.largest_weight(), rows.size());
  WeightMoments in, out;
  rows.for_rows([&](int64_t first, int64_t n, const double *scores) {
    for (int64_t i = 0; i < n; ++i)
      (is_flagged(scores + i * rows.dims, thresholds, sample.rule()) ? in : out)
          .add(static_cast<uint64_t>(rows.weight(first + i) / unit));
  });
  return {{in.total(unit), in.effective(unit), row_weight}, {out.total(unit), out.effective(unit), row_weight}};
}

// Of a value that rises with true positives and true negatives, and falls with what is wrong: its quantile where each
// of these sums is drawn from its limits on the side that is worse (better) for it. Fay, Proschan and Brittain,
// "Combining one-sample confidence procedures for inference in the two-sample case", Biometrics 71 (2015).
Interval value_limits(const SampleTotals &sample, const Criterion &criterion, const FlaggedAndRest &positives,
                      const FlaggedAndRest &negatives, double estimate, const ThresholdSearch &options) {
  const SumDraws tp(positives.flagged), fn(positives.rest), fp(negatives.flagged), tn(negatives.rest);
  // Rows without a label count among all rows, as the true negatives do.
  const SampleTotals::OfLabel &unrated_rows = sample.unrated;
  const SumDraws unrated({unrated_rows.weight, unrated_rows.effective_weight, unrated_rows.effective_weight});
  const bool weighted = !std::isnan(options.weighted_to);
  const auto value = [&](double drawn_tp, double drawn_fn, double drawn_fp, double drawn_tn, double drawn_unrated) {
    if (weighted)  // the prevalence is given: shares of each label alone are drawn
      return criterion.reported(sample.positives.weight * (drawn_tp / (drawn_tp + drawn_fn)),
                                sample.negatives.weight * (drawn_fp / (drawn_fp + drawn_tn)));
    const DrawnTotals drawn{drawn_tp + drawn_fn, drawn_fp + drawn_tn, drawn_unrated};
    return drawn.criterion(criterion).reported(drawn_tp, drawn_fp);
  };
  constexpr int64_t usual = 1000;
  const int64_t rounds = options.bootstrap > 0 ? options.bootstrap : usual;
  const bool any_unrated = unrated_rows.rows > 0;
  std::vector<double> low, high;
  Random random(options.seed, ~uint64_t{0});
  for (int64_t r = 0; r < rounds; ++r) {
    // One statement each: arguments are evaluated in no order of their own.
    const double low_tp = tp.low(random), high_tp = tp.high(random), low_fn = fn.low(random), high_fn = fn.high(random);
    const double low_fp = fp.low(random), high_fp = fp.high(random), low_tn = tn.low(random), high_tn = tn.high(random);
    const double low_unrated = any_unrated ? unrated.low(random) : 0;
    const double high_unrated = any_unrated ? unrated.high(random) : 0;
    low.push_back(value(low_tp, high_fn, high_fp, low_tn, low_unrated));
    high.push_back(value(high_tp, low_fn, low_fp, high_tn, high_unrated));
  }
  const double tail = (1 - options.level) / 2;
  return {std::min(estimate, quantile(low, tail)), std::max(estimate, quantile(high, 1 - tail))};
}

std::vector<NamedInterval> intervals_by(const SampleTotals &sample, const FlaggedAndRest &positives,
                                        const FlaggedAndRest &negatives, const Criterion &criterion,
                                        const Outcome &outcome, const HullSegments &segments,
                                        const ThresholdSearch &options) {
  const bool equal = sample.equal_weights;
  const double level = options.level, row_positive = criterion.positive_weight(),
               row_negative = criterion.negative_weight();
  std::vector<NamedInterval> out;
  const auto add = [&](const char *name, double estimate, const Interval &interval, bool exact) {
    if (!std::isnan(estimate)) out.push_back({name, estimate, interval, exact});
  };
  // At a prevalence that is given, limits of TPR and FPR that hold together with probability `level`.
  const bool weighted = !std::isnan(options.weighted_to);
  const auto rate = [&](const FlaggedAndRest &of, double at_level) { return share_limits(of.flagged, of.rest, at_level); };
  const auto precision_limits = [&] {
    const Interval tpr = rate(positives, (1 + level) / 2), fpr = rate(negatives, (1 + level) / 2);
    const auto precision = [&](double right, double wrong) {
      const double p = options.weighted_to, sum = p * right + (1 - p) * wrong;
      return sum > 0 ? p * right / sum : 0.0;
    };
    return Interval{precision(tpr.low, fpr.high), std::max(precision(tpr.high, fpr.low), outcome.precision)};
  };
  add("precision", outcome.precision,
      weighted ? precision_limits() : share_limits(positives.flagged, negatives.flagged, level), equal);
  if (outcome.positives > 0) {
    // Positives that are known from elsewhere are like those that were fed.
    const double missed = std::max(0.0, outcome.positives - outcome.counts.tp);
    const bool counted = missed == sample.positives.weight - outcome.counts.tp;
    const EffectiveSum rest = counted ? positives.rest : EffectiveSum(missed, row_positive, row_positive);
    add("recall", outcome.recall, share_limits(positives.flagged, rest, level), equal);
  }
  const auto add_segment = [&](const char *name, const HullSegment &segment) {
    const EffectiveSum right(segment.tp, row_positive, row_positive), wrong(segment.fp, row_negative, row_negative);
    add(name, segment.precision(), share_limits(right, wrong, level), equal && !weighted);
  };
  add_segment("marginal_precision", segments.last);
  add_segment("next_marginal_precision", segments.next);
  const auto rows = static_cast<double>(sample.rows());
  const auto count_limits = [&](const FlaggedAndRest &of, double weight) {
    if (!weighted) return sum_limits(of.flagged, rows, level);
    const Interval share = rate(of, level);
    return Interval{share.low * weight, share.high * weight};
  };
  // Of rows that are of one label by design the other's number tells nothing.
  if (!criterion.most_alerts())
    add("tp", outcome.counts.tp, count_limits(positives, sample.positives.weight), equal);
  if (!criterion.fewest_alerts())
    add("fp", outcome.counts.fp, count_limits(negatives, sample.negatives.weight), equal);

  if (const char *const same = criterion.same_as_value()) {
    for (std::size_t i = 0, n = out.size(); i < n; ++i)
      if (std::string_view(out[i].name) == same) add("value", outcome.value, NamedInterval(out[i]).interval, equal);
  } else if (equal && !weighted && criterion.is_overlap_of_equal_rows()) {
    // Among the rows that are flagged or positive the true positives are binomial with a share J, and F1 is 2J/(1+J).
    const double tp = criterion.positive_rows(outcome.counts.tp);
    const double either = criterion.negative_rows(outcome.counts.fp) + criterion.positive_rows(outcome.positives);
    const Interval share = binomial_interval(tp, either, level);
    const auto value = [&](double j) { return criterion.is_f1() ? 2 * j / (1 + j) : j; };
    add("value", outcome.value, {value(share.low), value(share.high)}, true);
  }
  if (out.empty() || std::string_view(out.back().name) != "value")
    add("value", outcome.value, value_limits(sample, criterion, positives, negatives, outcome.value, options), false);
  return out;
}

}  // namespace

std::vector<NamedInterval> intervals_of_equal(const SampleTotals &sample, const Criterion &criterion,
                                              const Outcome &outcome, const HullSegments &segments,
                                              const ThresholdSearch &options) {
  return intervals_by(sample, equal_parts(sample.positives, outcome.counts.tp, criterion.positive_weight()),
                      equal_parts(sample.negatives, outcome.counts.fp, criterion.negative_weight()), criterion, outcome,
                      segments, options);
}

std::vector<NamedInterval> intervals_of_parts(const SampleTotals &sample, const LabelParts &positives,
                                              const LabelParts &negatives, const Criterion &criterion,
                                              const Outcome &outcome, const HullSegments &segments,
                                              const ThresholdSearch &options) {
  const auto parts = [](const LabelParts &of, double row_weight) -> FlaggedAndRest {
    return {{of.flagged, of.flagged_effective, row_weight}, {of.rest, of.rest_effective, row_weight}};
  };
  return intervals_by(sample, parts(positives, criterion.positive_weight()),
                      parts(negatives, criterion.negative_weight()), criterion, outcome, segments, options);
}

std::vector<NamedInterval> intervals_at(const Sample &sample, const std::vector<double> &thresholds,
                                        const Criterion &criterion, const Outcome &outcome,
                                        const HullSegments &segments, const ThresholdSearch &options) {
  const SampleTotals totals = sample.totals();
  if (totals.equal_weights) return intervals_of_equal(totals, criterion, outcome, segments, options);
  return intervals_by(totals, parts_of(sample.positives(), criterion.positive_weight(), sample, thresholds),
                      parts_of(sample.negatives(), criterion.negative_weight(), sample, thresholds), criterion, outcome,
                      segments, options);
}

}  // namespace wald::core::thresholds

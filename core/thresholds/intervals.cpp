#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/intervals.hpp"

#include <algorithm>
#include <string_view>

#include "core/thresholds/bootstrap.hpp"
#include "core/thresholds/weights.hpp"

namespace wald::core {

HullSegments hull_segments(const ParetoFrontier &points, int64_t index) {
  const std::vector<int64_t> hull = concave_hull(points);
  const auto between = [&](std::size_t i) {
    const FrontierPoint &a = points[static_cast<std::size_t>(hull[i])];
    const FrontierPoint &b = points[static_cast<std::size_t>(hull[i + 1])];
    return HullSegment{b.tp - a.tp, b.fp - a.fp};
  };
  HullSegments out;
  for (std::size_t i = 0; i + 1 < hull.size(); ++i) {
    if (hull[i] < index && index <= hull[i + 1]) out.last = between(i);
    if (hull[i] <= index && index < hull[i + 1]) out.next = between(i);
  }
  return out;
}

namespace {

// Limits of one number.
class Intervals {
 public:
  Intervals(const Criterion &criterion, const Outcome &outcome, const HullSegments &segments,
            const ThresholdOptions &options)
      : criterion_(criterion), outcome_(outcome), segments_(segments), options_(options) {}

  // Rows of one label have one weight, so that numbers of rows are binomial.
  void add_exact(double rows);
  // Of those that are not there yet.
  void add_bootstrap(const Sample &sample, const std::vector<double> &thresholds);
  std::vector<NamedInterval> take() { return std::move(out_); }
  bool has(const char *name) const {
    return std::any_of(out_.begin(), out_.end(),
                       [&](const NamedInterval &i) { return std::string_view(i.name) == name; });
  }

 private:
  void add(const char *name, double estimate, const Interval &interval, bool exact) {
    out_.push_back({name, estimate, interval, exact});
  }

  const Criterion &criterion_;
  const Outcome &outcome_;
  const HullSegments &segments_;
  const ThresholdOptions &options_;
  std::vector<NamedInterval> out_;
};

void Intervals::add_exact(double rows) {
  const Flagged &c = outcome_.counts;
  const double level = options_.level;
  const double tp = criterion_.positive_rows(c.tp), fp = criterion_.negative_rows(c.fp);
  const auto of_precision = [&](const char *name, double estimate, double true_weight, double false_weight) {
    if (true_weight + false_weight > 0)
      add(name, estimate, criterion_.precision_interval(true_weight, false_weight, level), true);
  };
  of_precision("precision", outcome_.precision, c.tp, c.fp);
  if (outcome_.positives > 0)
    add("recall", outcome_.recall, binomial_interval(tp, criterion_.positive_rows(outcome_.positives), level), true);
  of_precision("marginal_precision", segments_.last.precision(), segments_.last.tp, segments_.last.fp);
  of_precision("next_marginal_precision", segments_.next.precision(), segments_.next.tp, segments_.next.fp);
  // Of as many rows, so many are flagged and positive.
  const auto of_count = [&](const char *name, double estimate, double count, double weight) {
    const Interval share = binomial_interval(count, rows, level);
    add(name, estimate, {share.low * rows * weight, share.high * rows * weight}, true);
  };
  of_count("tp", c.tp, tp, criterion_.positive_weight());
  of_count("fp", c.fp, fp, criterion_.negative_weight());
  const char *const same = criterion_.same_as_value();
  for (std::size_t i = 0, n = out_.size(); same && i < n; ++i)
    if (std::string_view(out_[i].name) == same) add("value", outcome_.value, NamedInterval(out_[i]).interval, true);
  if (criterion_.is_f1_of_equal_rows()) {
    // Among the rows that are flagged or positive the true positives are binomial with a share J, and F1 is 2J/(1+J).
    const double either = fp + criterion_.positive_rows(outcome_.positives);
    const Interval share = binomial_interval(tp, either, level);
    add("value", outcome_.value, {2 * share.low / (1 + share.low), 2 * share.high / (1 + share.high)}, true);
  }
}

// At given thresholds a sample drawn anew is four sums: flagged or not, positive or not.
void Intervals::add_bootstrap(const Sample &sample, const std::vector<double> &thresholds) {
  struct Parts {
    ResampledWeight flagged, rest;
  };
  const auto part = [&](const RowSet &rows, double flagged) -> Parts {
    if (rows.weights.empty()) return {{flagged, 1}, {rows.total() - flagged, 1}};
    const double unit = weight_unit(rows.largest_weight(), rows.size());
    WeightMoments in, out;
    for (int64_t i = 0; i < rows.size(); ++i)
      (is_flagged(rows.row(i), thresholds, sample.rule()) ? in : out).add(static_cast<uint64_t>(rows.weight(i) / unit));
    return {{in.total(unit), in.effective(unit)}, {out.total(unit), out.effective(unit)}};
  };
  const Parts positives = part(sample.positives(), outcome_.counts.tp);
  const Parts negatives = part(sample.negatives(), outcome_.counts.fp);
  const double of_positive = criterion_.positive_weight(), of_negative = criterion_.negative_weight();
  const auto gained = [&](const HullSegment &segment) -> std::pair<ResampledWeight, ResampledWeight> {
    return {{segment.tp, of_positive}, {segment.fp, of_negative}};
  };
  const auto last = gained(segments_.last), next = gained(segments_.next);
  std::vector<double> precision, recall, value, tp, fp, last_precision, next_precision;
  constexpr int64_t usual = 1000;
  const int64_t replicates = options_.bootstrap > 0 ? options_.bootstrap : usual;
  Random random(options_.seed, ~uint64_t{0});
  for (int64_t r = 0; r < replicates; ++r) {
    const double drawn_tp = positives.flagged(random), drawn_fp = negatives.flagged(random);
    const double all_positives = drawn_tp + positives.rest(random);
    const Criterion resampled = criterion_.resampled(all_positives, all_positives + drawn_fp + negatives.rest(random));
    tp.push_back(drawn_tp);
    fp.push_back(drawn_fp);
    if (drawn_tp + drawn_fp > 0) precision.push_back(drawn_tp / (drawn_tp + drawn_fp));
    if (resampled.positives() > 0) recall.push_back(std::min(1.0, drawn_tp / resampled.positives()));
    value.push_back(resampled.reported(drawn_tp, drawn_fp));
    const auto marginal = [&](const std::pair<ResampledWeight, ResampledWeight> &gain, std::vector<double> &to) {
      const double gained_tp = gain.first(random), gained_fp = gain.second(random);
      if (gained_tp + gained_fp > 0) to.push_back(gained_tp / (gained_tp + gained_fp));
    };
    marginal(last, last_precision);
    marginal(next, next_precision);
  }
  const auto add_draws = [&](const char *name, double estimate, const std::vector<double> &draws) {
    if (has(name) || draws.empty() || std::isnan(estimate)) return;
    const double tail = (1 - options_.level) / 2;
    add(name, estimate, {quantile(draws, tail), quantile(draws, 1 - tail)}, false);
  };
  add_draws("precision", outcome_.precision, precision);
  add_draws("recall", outcome_.recall, recall);
  add_draws("marginal_precision", segments_.last.precision(), last_precision);
  add_draws("next_marginal_precision", segments_.next.precision(), next_precision);
  add_draws("tp", outcome_.counts.tp, tp);
  add_draws("fp", outcome_.counts.fp, fp);
  add_draws("value", outcome_.value, value);
}

}  // namespace

std::vector<NamedInterval> intervals_at(const Sample &sample, const std::vector<double> &thresholds,
                                        const Criterion &criterion, const Outcome &outcome,
                                        const HullSegments &segments, const ThresholdOptions &options) {
  Intervals out(criterion, outcome, segments, options);
  const bool equal = sample.equal_weights();
  if (equal) out.add_exact(static_cast<double>(sample.n_fed()));
  if (!equal || !out.has("value")) out.add_bootstrap(sample, thresholds);
  return out.take();
}

}  // namespace wald::core

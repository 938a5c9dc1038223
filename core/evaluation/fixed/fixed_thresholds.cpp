// Evaluates models at fixed thresholds, with intervals and paired differences.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/fixed/fixed_thresholds.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "core/evaluation/comparison/compare.hpp"
#include "core/evaluation/comparison/spread.hpp"
#include "core/evaluation/evaluate.hpp"
#include "core/evaluation/fixed/fixed_metrics.hpp"
#include "core/evaluation/fixed/paper_tables.hpp"
#include "core/evaluation/fixed/resampled.hpp"
#include "core/evaluation/fixed/roc_area.hpp"
#include "core/numeric/parallel.hpp"
#include "core/numeric/special/normal_quantile.hpp"
#include "core/numeric/special/normal_tail.hpp"
#include "core/numeric/special/student.hpp"

namespace wald::core::evaluation {
namespace {

void check_input(const FixedInput &input, const thresholds::ThresholdSearch &options) {
  thresholds::check_ranges(options);
  const int64_t models = input.scores.cols;
  if (options.reference >= models)
    fail(Status::argument, "reference is ", options.reference, ": must lie in [0, ", models - 1,
         "], the models");
  const auto named = static_cast<int64_t>(options.names.size());
  if (named > 0 && named != models) fail(Status::argument, "names has ", named, " elements: must have ", models);
  if (options.proportion_limits == thresholds::ProportionLimits::exact &&
      (options.jackknife || options.bootstrap > 0 || input.groups.data))
    fail(Status::argument, "proportion_limits is exact: must be mid_p with ",
         options.jackknife       ? "jackknife"
         : options.bootstrap > 0 ? "bootstrap"
                                 : "groups",
         ", which gives other limits");
  if (options.auc_limits == thresholds::AucLimits::logit && options.bootstrap > 0)
    fail(Status::argument, "auc_limits is logit: must be delong with bootstrap, which gives other limits");
  if (!input.thresholds.data) return;
  if (input.thresholds.n != models)
    fail(Status::argument, "thresholds has ", input.thresholds.n, " rows: must have ", models,
         ", one per column of scores");
  for (int64_t m = 0; m < models; ++m)
    if (std::isnan(input.thresholds[m])) fail(Status::argument, "thresholds[", m, "] is NaN: must be a number");
}

// ---- Limits --------------------------------------------------------------------------------------

Interval normal_limits(double value, double error, double level) {
  const double width = normal_quantile((1 + level) / 2) * error;
  return {value - width, value + width};
}
Interval within(Interval limits, Range range) {
  return {std::clamp(limits.low, range.low, range.high), std::clamp(limits.high, range.low, range.high)};
}

// Log-odds spread more evenly than an area near 1: M. S. Pepe, "The Statistical Evaluation of Medical Tests for
// Classification and Prediction" (2003), section 5.2. The value lies inside of (0, 1).
Interval logit_limits(double value, const AreaVariance &found, double level) {
  const double odds = value / (1 - value);
  const double width = student_limit(level, found.degrees) * std::sqrt(found.variance) / (value * (1 - value));
  const auto area = [&](double by) { return 1 / (1 + std::exp(-by) / odds); };
  return {area(-width), area(width)};
}

// By DeLong. Of a variance that is estimated as 0, by pairs.
void estimate_area(FixedEstimate &out, const AreaParts &parts, const EvaluatedRows &rows, const LabelledUnits &units,
                   const thresholds::ThresholdSearch &options) {
  out.value = parts.area;
  if (std::isnan(out.value)) return;
  const AreaVariance found = area_variance(parts, nullptr, units);
  out.standard_error = std::sqrt(found.variance);
  if (std::isnan(found.variance)) return;
  if (found.variance == 0 || out.value <= 0 || out.value >= 1)
    out.limits = area_of_pairs(out.value, rows, units, options.level);
  else if (options.auc_limits == thresholds::AucLimits::logit)
    out.limits = logit_limits(out.value, found, options.level);
  else
    out.limits = within(normal_limits(out.value, out.standard_error, options.level), {0, 1});
}

// A share of rows, at their effective number; equal: all rows weigh the same.
struct Proportion {
  Proportion(const CellWeights::Share &share, bool equal, const thresholds::ThresholdSearch &options)
      : known(share.whole > 0), exact(options.proportion_limits == thresholds::ProportionLimits::exact) {
    if (!known) return;
    const double n = share.whole * share.whole / share.squares;
    value = share.part / share.whole;
    variance = value * (1 - value) / n;
    const double part = equal ? share.part : value * n;
    limits = exact ? binomial_interval(part, n, options.level) : mid_p_interval(part, n, options.level);
  }
  bool known, exact;
  double value = unset, variance = unset;
  Interval limits{unset, unset};
};

void estimate_share(FixedEstimate &out, const FixedMetric &metric, const CellWeights &cells, bool equal,
                    const thresholds::ThresholdSearch &options) {
  const Proportion share(cells.share(metric.part, metric.whole), equal, options);
  if (!share.known) return;
  out.limits = {metric.of_share(share.limits.low), metric.of_share(share.limits.high)};
  out.standard_error = metric.slope(share.value) * std::sqrt(share.variance);
  out.exact = share.exact && equal;
}

// Distances to the limits of a sum are the roots of sums of squares, as variances add: G. Y. Zou and A. Donner,
// "Construction of confidence limits about effect measures: a general approach", Statistics in Medicine 27 (2008).
void estimate_rates(FixedEstimate &out, const FixedMetric &metric, const CellWeights &cells, bool equal,
                    const thresholds::ThresholdSearch &options) {
  const Proportion recall(cells.share(8, 12), equal, options), specificity(cells.share(1, 3), equal, options);
  if (!recall.known || !specificity.known) return;
  const auto root = [&](double x, double y) { return metric.of_rates * std::sqrt(x * x + y * y); };
  const double below = root(recall.value - recall.limits.low, specificity.value - specificity.limits.low);
  const double above = root(recall.limits.high - recall.value, specificity.limits.high - specificity.value);
  out.limits = within({out.value - below, out.value + above}, metric.metric->range(1));
  out.standard_error = metric.of_rates * std::sqrt(recall.variance + specificity.variance);
}

// NaN if a unit that is left out leaves the metric undefined, and where none moves it: then nothing is known of how far
// it may stray.
void estimate_by_jackknife(FixedEstimate &out, const FixedMetric &metric, const UnitKinds &kinds, double level) {
  if (kinds.units < 2) return;
  std::vector<LeftOut> left;
  for (const UnitKinds::Kind &kind : kinds.kinds) {
    CellWeights rest = kinds.all;
    rest.subtract(kind.cells);
    left.push_back({metric.value(rest), static_cast<double>(kind.count)});
    if (std::isnan(left.back().estimate)) return;
  }
  const Spread spread = spread_of(left);
  if (!(spread.standard_error > 0)) return;
  out.standard_error = spread.standard_error;
  const double width = student_limit(level, spread.degrees) * spread.standard_error;
  out.limits = within({out.value - width, out.value + width}, metric.metric->range(1));
}

// ---- The whole -----------------------------------------------------------------------------------

class Evaluator {
 public:
  Evaluator(const FixedInput &input, const thresholds::ThresholdSearch &options)
      : input_(input),
        options_(options),
        metrics_(fixed_metrics(options.metrics, input.thresholds.data != nullptr, options.one_prevalence())),
        rows_(evaluated_rows(input.truth, input.weights, input.groups)),
        units_(rows_),
        areas_(std::any_of(metrics_.begin(), metrics_.end(), [](const FixedMetric &m) { return m.is_area(); })) {}

  ThresholdEvaluation evaluate(Monitor &monitor) {
    PartMonitor reading(monitor, 0, 0.3), drawing(monitor, 0.3, 0.7), comparing(monitor, 0.7, 1);
    const auto models = static_cast<std::size_t>(input_.scores.cols);
    for (int label = 0; label < 2 && !options_.prevalence.empty(); ++label)
      if (rows_.total_of[label] == 0)
        fail(Status::argument, "prevalence is ", options_.one_prevalence(), ": requires rows of both labels, and none is ",
             label ? "positive" : "negative");
    out_.rows = static_cast<int64_t>(rows_.rows.size());
    out_.units = static_cast<int64_t>(rows_.units);
    out_.models = input_.scores.cols;
    out_.negatives = rows_.weight_of[0];
    out_.positives = rows_.weight_of[1];
    out_.level = options_.level;
    out_.names = options_.names;
    for (std::size_t m = 0; options_.names.empty() && m < models; ++m) out_.names.push_back(text("model ", m));
    for (const FixedMetric &metric : metrics_) out_.metrics.push_back(metric.name);
    for (std::size_t m = 0; m < models; ++m) {
      reading.at(static_cast<double>(m) / static_cast<double>(models));
      read(m);
      estimate(m);
    }
    if (options_.bootstrap > 0) replicates_.emplace(rows_, ranked_, flagged_, metrics_, options_, drawing);
    for (std::size_t i = 0; replicates_ && i < out_.estimates.size(); ++i) {
      FixedEstimate &one = out_.estimates[i];
      const Drawn drawn = replicates_->of(i, options_.level);
      one.limits = std::isnan(one.value) ? Interval{unset, unset} : drawn.limits;
      one.standard_error = std::isnan(one.value) ? unset : drawn.standard_error;
      one.exact = false;
    }
    compare_models(comparing);
    warn();
    out_.markdown = markdown_of(out_);
    out_.latex = latex_of(out_);
    return std::move(out_);
  }

 private:
  void read(std::size_t m) {
    const Reals column = input_.scores.col(static_cast<int64_t>(m));
    // Also where no area is asked for: it finds NaN.
    ranked_.push_back(ranked_rows(column, rows_, static_cast<int64_t>(m)));
    if (areas_) parts_.push_back(area_parts(ranked_.back(), rows_));
    if (!input_.thresholds.data) return;
    const double at = input_.thresholds[static_cast<int64_t>(m)];
    std::vector<uint8_t> flags;
    flags.reserve(rows_.rows.size());
    for (const EvaluatedRow &row : rows_.rows)
      flags.push_back(column[row.row] >= at && at < std::numeric_limits<double>::infinity());
    flagged_.push_back(std::move(flags));
  }

  void estimate(std::size_t m) {
    UnitKinds kinds;
    const bool at_threshold = input_.thresholds.data != nullptr;
    if (at_threshold) {
      kinds = unit_kinds(rows_, flagged_[m]);
      // In the unit of the weights that were given.
      const auto weight = [&](int label, double whole) {
        return rows_.total_of[label] > 0 ? whole * (rows_.weight_of[label] / rows_.total_of[label]) : 0;
      };
      const auto &sum = kinds.all.sum;
      out_.counts.push_back({weight(1, sum[3]), weight(0, sum[1]), weight(1, sum[2]), weight(0, sum[0])});
    }
    for (std::size_t k = 0; k < metrics_.size(); ++k) {
      FixedEstimate one;
      one.model = static_cast<int64_t>(m);
      one.metric = static_cast<int64_t>(k);
      if (metrics_[k].is_area()) {
        estimate_area(one, parts_[m], rows_, units_, options_);
      } else {
        one.value = metrics_[k].value(kinds.all);
        if (options_.bootstrap > 0 || std::isnan(one.value)) {
          // The bootstrap gives limits, or there are none.
        } else if (metrics_[k].is_share() && !rows_.grouped && !options_.jackknife) {
          estimate_share(one, metrics_[k], kinds.all, rows_.equal, options_);
        } else if (metrics_[k].is_of_rates() && !rows_.grouped && !options_.jackknife) {
          estimate_rates(one, metrics_[k], kinds.all, rows_.equal, options_);
        } else {
          estimate_by_jackknife(one, metrics_[k], kinds, options_.level);
        }
      }
      out_.estimates.push_back(one);
    }
  }

  const FixedEstimate &of(int64_t model, std::size_t metric) const {
    return out_.estimates[static_cast<std::size_t>(model) * metrics_.size() + metric];
  }

  void compare_models(Monitor &monitor) {
    std::vector<std::pair<int64_t, int64_t>> pairs;
    for (int64_t first = 0; first < out_.models; ++first)
      for (int64_t second = 0; second < out_.models; ++second)
        if (options_.reference < 0 ? first < second : first == options_.reference && second != first)
          pairs.emplace_back(first, second);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      const auto share = [&](std::size_t done) { return static_cast<double>(done) / static_cast<double>(pairs.size()); };
      PartMonitor part(monitor, share(p), share(p + 1));
      compare_pair(pairs[p].first, pairs[p].second, part);
    }
    std::vector<double> p_values;
    for (const FixedPair &pair : out_.pairs) p_values.push_back(pair.p_value);
    const std::vector<double> adjusted = holm(p_values);
    for (std::size_t i = 0; i < adjusted.size(); ++i) out_.pairs[i].p_adjusted = adjusted[i];
    monitor.at(1);
  }

  void compare_pair(int64_t first, int64_t second, Monitor &monitor) {
    std::vector<const Metric *> at_threshold;
    for (const FixedMetric &metric : metrics_)
      if (!metric.is_area()) at_threshold.push_back(metric.metric.get());
    std::vector<Comparison> compared;
    if (!at_threshold.empty()) compared = compare_label(at_threshold, comparison_options(), paired(first, second), monitor);
    auto next = compared.begin();
    for (std::size_t k = 0; k < metrics_.size(); ++k) {
      FixedPair pair;
      pair.first = first;
      pair.second = second;
      pair.metric = static_cast<int64_t>(k);
      const double difference = of(second, k).value - of(first, k).value;
      if (metrics_[k].is_area()) {
        pair.difference = difference;
        compare_areas(pair);
      } else {
        const Comparison &found = *next++;
        if (!std::isnan(difference)) {
          pair.difference = difference;
          const Range range = metrics_[k].metric->range(1);
          pair.limits = within({found.low, found.high}, {range.low - range.high, range.high - range.low});
          pair.standard_error = found.standard_error;
          pair.p_value = found.p_value;
        }
      }
      if (replicates_ && !std::isnan(difference)) {
        const auto place = [&](int64_t model) { return static_cast<std::size_t>(model) * metrics_.size() + k; };
        const Drawn drawn = replicates_->difference(place(first), place(second), options_.level);
        pair.limits = drawn.limits;
        pair.standard_error = drawn.standard_error;
      }
      out_.pairs.push_back(pair);
    }
  }

  // DeLong's test. If the variance is estimated as 0 and the difference is not 0, nothing is known of its limits.
  void compare_areas(FixedPair &pair) const {
    const AreaParts &a = parts_[static_cast<std::size_t>(pair.first)], &b = parts_[static_cast<std::size_t>(pair.second)];
    if (std::isnan(pair.difference)) return;
    const double variance = area_variance(b, &a, units_).variance, error = std::sqrt(variance);
    pair.standard_error = error;
    if (variance > 0) {
      pair.limits = within(normal_limits(pair.difference, error, options_.level), {-1, 1});
      pair.p_value = two_sided_tail(std::fabs(pair.difference) / error);
    } else if (variance == 0 && pair.difference == 0) {
      pair.limits = {0, 0};
      pair.p_value = 1;
    }
  }

  decisions::DecisionOptions comparison_options() const {
    decisions::DecisionOptions out;
    out.average = decisions::Average::micro;
    out.prevalence = options_.prevalence;
    out.level = options_.level;
    out.seed = options_.seed;
    out.threads = options_.threads;
    return out;
  }

  // The rows in the form of a comparison: both vectors of flags, as long as the truth that was given.
  PairedRows paired(int64_t first, int64_t second) {
    for (int side = 0; side < 2; ++side) {
      std::vector<uint8_t> &to = masks_[side];
      to.assign(static_cast<std::size_t>(input_.truth.n), 0);
      const std::vector<uint8_t> &from = flagged_[static_cast<std::size_t>(side ? second : first)];
      for (std::size_t i = 0; i < from.size(); ++i) to[static_cast<std::size_t>(rows_.rows[i].row)] = from[i];
    }
    const int64_t n = input_.truth.n;
    const auto grid = [n](const std::vector<uint8_t> &mask) { return Grid<const uint8_t>{mask.data(), n, 1, 1, 1}; };
    // Equal weights are as good as none.
    weights_.assign(static_cast<std::size_t>(n), 0);
    for (const EvaluatedRow &row : rows_.rows) weights_[static_cast<std::size_t>(row.row)] = row.weight;
    return pair_rows({input_.truth.data, n, 1, input_.truth.stride, 1}, grid(masks_[0]), grid(masks_[1]),
                     {weights_.data(), false, n, 1}, input_.groups);
  }

  void warn() {
    std::string &text_out = out_.warning;
    const auto say = [&](const std::string &sentence) { text_out += (text_out.empty() ? "" : "; ") + sentence; };
    for (int label = 0; label < 2; ++label)
      if (rows_.total_of[label] == 0) say(label ? "no row is positive" : "no row is negative");
    for (int64_t m = 0; m < out_.models; ++m) {
      const std::string &name = out_.names[static_cast<std::size_t>(m)];
      std::string undefined, unlimited;
      for (std::size_t k = 0; k < metrics_.size(); ++k) {
        const FixedEstimate &one = of(m, k);
        std::string &list = std::isnan(one.value) ? undefined : unlimited;
        if (std::isnan(one.limits.low)) list += (list.empty() ? "" : ", ") + metrics_[k].name;
        if (metrics_[k].is_area() && one.standard_error == 0)
          say(text("the variance of auc of ", name, " is estimated as 0, so its limits are those of independent pairs"));
      }
      if (!undefined.empty()) say(text("0/0 for ", name, ": ", undefined));
      if (!unlimited.empty()) say(text("too few rows for limits of ", name, ": ", unlimited));
    }
  }

  const FixedInput &input_;
  const thresholds::ThresholdSearch &options_;
  const std::vector<FixedMetric> metrics_;
  const EvaluatedRows rows_;
  const LabelledUnits units_;
  const bool areas_;
  std::vector<RankedRows> ranked_;
  std::vector<AreaParts> parts_;
  std::vector<std::vector<uint8_t>> flagged_;
  std::optional<ResampledModels> replicates_;
  std::vector<uint8_t> masks_[2];
  std::vector<double> weights_;
  ThresholdEvaluation out_;
};

}  // namespace

std::vector<double> holm(const std::vector<double> &p_values) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i)
    if (!std::isnan(p_values[i])) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return p_values[x] < p_values[y]; });
  std::vector<double> out(p_values.size(), unset);
  double greatest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    greatest = std::max(greatest, std::min(1.0, static_cast<double>(order.size() - rank) * p_values[order[rank]]));
    out[order[rank]] = greatest;
  }
  return out;
}

ThresholdEvaluation evaluate_thresholds(const FixedInput &input, const thresholds::ThresholdSearch &options) {
  check_input(input, options);
  CallbackMonitor monitor(options.progress);
  monitor.at(0);
  return Evaluator(input, options).evaluate(monitor);
}

}  // namespace wald::core::evaluation

// Decision curves and reliability, against their formulas taken literally.
#include <catch2/catch.hpp>

#include "core/evaluation/curves/decision_curve.hpp"
#include "core/evaluation/curves/reliability.hpp"
#include "core/numeric/special/normal_quantile.hpp"
#include "expect_error.hpp"
#include "threshold_cases.hpp"

using namespace threshold_cases;
using namespace wald::core::evaluation;
using check::expect_error;

namespace {

struct Rated {
  std::vector<double> p[2];  // two models
  std::vector<double> both;  // row by row
  std::vector<uint8_t> labels;
  std::vector<double> weights;
  int64_t n() const { return static_cast<int64_t>(labels.size()); }
  double weight(std::size_t i) const { return weights.empty() ? 1 : weights[i]; }
  RealTable table() const { return {both.data(), false, n(), 2, 2, 1}; }
  Reals column() const { return {both.data(), false, n(), 2}; }
  Strided<const uint8_t> truth() const { return {labels.data(), n(), 1}; }
  Reals weighed() const {
    return weights.empty() ? Reals{nullptr, false, n(), 1} : Reals{weights.data(), false, n(), 1};
  }
};

// kind 0: smooth; 1: ties, some at the thresholds; 2: zeros and ones too. weighting 0: none, 1: whole, some 0; 2: real.
Rated some_rows(cases::Rng &rng, int n, int kind, int weighting) {
  Rated out;
  for (int i = 0; i < n; ++i) {
    const bool positive = i == 0 || (i > 1 && rng.uniform() < 0.4);
    out.labels.push_back(positive);
    for (auto &p : out.p) {
      double x = 0.7 * rng.uniform() + (positive ? 0.3 : 0);
      if (kind == 1) x = std::round(10 * x) / 10;
      if (kind == 2 && rng.below(3) == 0) x = rng.below(2);
      p.push_back(x);
      out.both.push_back(x);
    }
    if (weighting == 1) out.weights.push_back(i < 2 ? 1 : rng.below(4));
    if (weighting == 2) out.weights.push_back(0.1 + rng.uniform());
  }
  return out;
}

const std::vector<double> at = {0.5, 0.05, 0.1, 0.9, 0.3, 0.1, 0.73};
const Reals at_view{at.data(), false, static_cast<int64_t>(at.size()), 1};

// The contribution of a row to the net benefit of flagging from t on: model 2 flags every row, 3 none.
bool flags(const Rated &data, std::size_t i, int model, double t) {
  return model == 2 || (model < 2 && data.p[model][i] >= t);
}

// Mean and variance of the mean of net benefit differences, row by row.
struct Mean {
  double value, variance;
};
Mean literal(const Rated &data, int model, int other, double t, double prevalence) {
  const double odds = t / (1 - t);
  const auto contribution = [&](std::size_t i) {
    const double flagged = flags(data, i, model, t) - flags(data, i, other, t);
    return data.labels[i] ? flagged : -odds * flagged;
  };
  const auto mean_of = [&](auto &&takes) {
    double weight = 0, sum = 0, squares = 0;
    int rows = 0;
    for (std::size_t i = 0; i < data.labels.size(); ++i)
      if (takes(i) && data.weight(i) > 0) {
        weight += data.weight(i);
        sum += data.weight(i) * contribution(i);
        ++rows;
      }
    for (std::size_t i = 0; i < data.labels.size(); ++i)
      if (takes(i)) squares += std::pow(data.weight(i) * (contribution(i) - sum / weight), 2);
    return Mean{sum / weight, squares / (weight * weight) * rows / (rows - 1)};
  };
  if (std::isnan(prevalence)) return mean_of([](std::size_t) { return true; });
  const Mean positive = mean_of([&](std::size_t i) { return data.labels[i] == 1; });
  const Mean negative = mean_of([&](std::size_t i) { return data.labels[i] == 0; });
  return {prevalence * positive.value + (1 - prevalence) * negative.value,
          prevalence * prevalence * positive.variance + (1 - prevalence) * (1 - prevalence) * negative.variance};
}

NoMonitor quiet;

std::vector<DecisionCurvePoint> curve_of(const Rated &data, const ThresholdSearch &options = {}) {
  return decision_curve(data.table(), data.truth(), data.weighed(), at_view, options, quiet);
}

}  // namespace

TEST_CASE("normal quantiles") {
  CHECK(normal_quantile(0.5) == 0);
  CHECK(normal_quantile(0.975) == Approx(1.959963984540054235).epsilon(1e-15));
  CHECK(normal_quantile(0.025) == Approx(-1.959963984540054235).epsilon(1e-15));
  for (const double p : {1e-300, 1e-20, 1e-9, 0.001, 0.0749, 0.0751, 0.3, 0.6, 0.92, 0.95, 0.999999}) {
    const double x = normal_quantile(p);
    CHECK(0.5 * std::erfc(-x / std::sqrt(2.0)) == Approx(p).epsilon(x < -6 ? 1e-11 : 1e-13));
  }
}

TEST_CASE("decision curves: net benefit, differences and their normal limits") {
  cases::Rng rng(5);
  for (int c = 0; c < cases::scaled(120); ++c) {
    const Rated data = some_rows(rng, 12 + rng.below(60), c % 3, c / 3 % 3);
    ThresholdSearch options;
    if (c % 2) options.prevalence = {0.15};
    options.reference = c % 4 - 1 < 2 ? c % 4 - 1 : -1;
    options.level = c % 5 ? 0.95 : 0.8;
    const int reference = options.reference < 0 ? 2 : static_cast<int>(options.reference);
    const double z = normal_quantile((1 + options.level) / 2);
    const std::vector<DecisionCurvePoint> found = curve_of(data, options);
    REQUIRE(found.size() == 3 * at.size());
    for (int m = 0; m < 3; ++m)
      for (std::size_t t = 0; t < at.size(); ++t) {
        const DecisionCurvePoint &point = found[static_cast<std::size_t>(m) * at.size() + t];
        const Mean value = literal(data, m, 3, at[t], options.one_prevalence());
        const Mean difference = literal(data, m, reference, at[t], options.one_prevalence());
        const Mean avoided = literal(data, m, 2, at[t], options.one_prevalence());
        CHECK(point.net_benefit == Approx(value.value).margin(1e-13));
        CHECK(point.tp_rate - point.fp_rate * at[t] / (1 - at[t]) == Approx(value.value).margin(1e-13));
        CHECK(point.net_benefit_interval.low == Approx(value.value - z * std::sqrt(value.variance)).margin(1e-7));
        CHECK(point.net_benefit_interval.high == Approx(value.value + z * std::sqrt(value.variance)).margin(1e-7));
        CHECK(point.difference == Approx(difference.value).margin(1e-13));
        CHECK(point.difference_interval.low ==
              Approx(difference.value - z * std::sqrt(difference.variance)).margin(1e-7));
        CHECK(point.difference_interval.high ==
              Approx(difference.value + z * std::sqrt(difference.variance)).margin(1e-7));
        CHECK(point.interventions_avoided == Approx(avoided.value * (1 - at[t]) / at[t]).margin(1e-12));
      }
  }
}

TEST_CASE("decision curves: bits depend neither on the order of rows nor on the threads", "[threads]") {
  cases::Rng rng(6);
  for (int c = 0; c < cases::scaled(20); ++c) {
    const Rated data = some_rows(rng, 80, c % 3, 2);
    Rated turned;
    for (std::size_t i = data.labels.size(); i-- > 0;) {
      turned.labels.push_back(data.labels[i]);
      turned.weights.push_back(data.weights[i]);
      for (int m = 0; m < 2; ++m) turned.both.push_back(data.p[m][i]);
    }
    ThresholdSearch options;
    const auto same = [](const std::vector<DecisionCurvePoint> &a, const std::vector<DecisionCurvePoint> &b) {
      for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].net_benefit != b[i].net_benefit || a[i].net_benefit_interval.low != b[i].net_benefit_interval.low ||
            a[i].difference_interval.high != b[i].difference_interval.high)
          return false;
      return a.size() == b.size();
    };
    CHECK(same(curve_of(data), curve_of(turned)));
    options.bootstrap = 50;
    const auto one = curve_of(data, options);
    options.threads = 3;
    CHECK(same(one, curve_of(data, options)));
  }
}

TEST_CASE("decision curves: bootstrap limits are near the normal ones") {
  cases::Rng rng(7);
  for (const double prevalence : {unset, 0.2}) {
    const Rated data = some_rows(rng, 3000, 0, 2);
    ThresholdSearch options;
    if (!std::isnan(prevalence)) options.prevalence = {prevalence};
    options.reference = 1;
    const auto normal = curve_of(data, options);
    options.bootstrap = 2000;
    const auto drawn = curve_of(data, options);
    for (std::size_t i = 0; i < normal.size(); ++i) {
      const auto near = [](const Interval &x, const Interval &y) {
        const double width = x.high - x.low;
        CHECK(y.low == Approx(x.low).margin(0.09 * width + 1e-12));
        CHECK(y.high == Approx(x.high).margin(0.09 * width + 1e-12));
      };
      CHECK(normal[i].net_benefit == drawn[i].net_benefit);
      near(normal[i].net_benefit_interval, drawn[i].net_benefit_interval);
      near(normal[i].difference_interval, drawn[i].difference_interval);
    }
  }
}

TEST_CASE("decision curves: what is refused") {
  cases::Rng rng(8);
  Rated data = some_rows(rng, 10, 0, 2);
  const auto refused = [&](const std::string &message, const ThresholdSearch &options = {}) {
    expect_error(Status::argument, message, [&] { curve_of(data, options); });
  };
  ThresholdSearch options;
  options.reference = 2;
  refused("reference is 2: must lie in [0, 1], the models", options);
  options = {};
  options.prevalence = {0.5};
  std::fill(data.labels.begin(), data.labels.end(), 0);
  refused("prevalence is 0.5: requires rows of both labels, and none is 1", options);
  CHECK(curve_of(data)[0].tp_rate == 0);  // without it one label is enough
  data.labels[3] = 2;
  refused("truth[3] is 2 (not rated): censored labels are not supported, must be 0 or 1");
  data.labels[3] = 3;
  refused("truth[3] is 3: must be 0 or 1");
  data.labels[3] = 1;
  data.weights[2] = -1;
  refused("weights[2] is -1: must be finite and at least 0");
  data.weights.assign(10, 0);
  refused("truth has 0 rows of a weight above 0: must have at least 1");
  data.weights.assign(10, 1e150);
  refused("must sum to less than 1e150");
  data.weights.clear();
  data.both[7] = 1.25;
  refused("probabilities[3][1] is 1.25: must lie in [0, 1]");
  data.both[7] = std::nan("");
  refused("probabilities[3][1] is nan: must lie in [0, 1]");
  data.both[7] = 0.5;
  const auto thresholds_refused = [&](std::vector<double> given, const std::string &message) {
    const Reals view{given.data(), false, static_cast<int64_t>(given.size()), 1};
    expect_error(Status::argument, message,
                 [&] { decision_curve(data.table(), data.truth(), data.weighed(), view, {}, quiet); });
  };
  thresholds_refused({}, "thresholds has 0 rows: must have at least 1");
  thresholds_refused({0.5, 1}, "thresholds[1] is 1: must lie in (0, 1)");
  thresholds_refused({0}, "thresholds[0] is 0: must lie in (0, 1)");
  const double one = 0.5;
  const Rated single = some_rows(rng, 1, 0, 0);
  const auto alone = decision_curve(single.table(), single.truth(), single.weighed(), {&one, false, 1, 1}, {}, quiet);
  CHECK(std::isnan(alone[0].net_benefit_interval.low));  // one row says nothing of the variance
}

TEST_CASE("reliability: scores, bins and the monotone fit") {
  cases::Rng rng(9);
  for (int c = 0; c < cases::scaled(150); ++c) {
    const Rated data = some_rows(rng, 2 + rng.below(70), c % 3, c / 3 % 3);
    ThresholdSearch options;
    options.bins = 1 + rng.below(12);
    const Reliability found = reliability(data.column(), data.truth(), data.weighed(), options);
    const std::vector<double> &p = data.p[0];
    const std::size_t n = p.size();
    double total = 0, positive = 0, brier = 0;
    for (std::size_t i = 0; i < n; ++i) {
      total += data.weight(i);
      positive += data.weight(i) * data.labels[i];
      brier += data.weight(i) * std::pow(p[i] - data.labels[i], 2);
    }
    brier /= total;
    const double share = positive / total;
    CHECK(found.brier == Approx(brier).margin(1e-13));
    CHECK(found.prevalence == Approx(share).margin(1e-13));
    CHECK(found.uncertainty == Approx(share * (1 - share)).margin(1e-13));
    // The monotone fit by its formula: the greatest over beginnings of the least over ends of the mean between.
    const auto mean_between = [&](double low, double high) {
      double weight = 0, sum = 0;
      for (std::size_t i = 0; i < n; ++i)
        if (p[i] >= low && p[i] <= high) {
          weight += data.weight(i);
          sum += data.weight(i) * data.labels[i];
        }
      return sum / weight;
    };
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i)
      if (data.weight(i) > 0) values.push_back(p[i]);
    double of_fit = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (data.weight(i) == 0) {
        CHECK(std::isnan(found.fitted[i]));
        continue;
      }
      double fit = 0;
      for (const double low : values) {
        if (low > p[i]) continue;
        double least = 1;
        for (const double high : values)
          if (high >= p[i]) least = std::min(least, mean_between(low, high));
        fit = std::max(fit, least);
      }
      CHECK(found.fitted[i] == Approx(fit).margin(1e-12));
      of_fit += data.weight(i) * std::pow(fit - data.labels[i], 2) / total;
    }
    CHECK(found.miscalibration == Approx(brier - of_fit).margin(1e-12));
    CHECK(found.discrimination == Approx(share * (1 - share) - of_fit).margin(1e-12));
    CHECK(found.miscalibration - found.discrimination + found.uncertainty == Approx(brier).margin(1e-12));
    CHECK(found.bin_reliability - found.bin_resolution + found.uncertainty + found.within_bins ==
          Approx(brier).margin(1e-12));
    // Bins by where the middle of a row's ties lies.
    REQUIRE(found.bins.size() == static_cast<std::size_t>(options.bins));
    std::vector<double> weight(found.bins.size()), sum(weight), of_positives(weight), squares(weight);
    for (std::size_t i = 0; i < n; ++i) {
      double below = 0, here = 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (p[j] < p[i]) below += data.weight(j);
        if (p[j] == p[i]) here += data.weight(j);
      }
      if (data.weight(i) == 0) continue;
      double place = (below + here / 2) / total * static_cast<double>(options.bins);
      const auto b = std::min(found.bins.size() - 1, static_cast<std::size_t>(place));
      weight[b] += data.weight(i);
      sum[b] += data.weight(i) * p[i];
      of_positives[b] += data.weight(i) * data.labels[i];
      squares[b] += data.weight(i) * data.weight(i);
    }
    double error = 0;
    for (std::size_t b = 0; b < found.bins.size(); ++b) {
      const ReliabilityBin &bin = found.bins[b];
      CHECK(bin.weight == Approx(weight[b]).margin(1e-12));
      if (weight[b] == 0) {
        CHECK(std::isnan(bin.share));
        continue;
      }
      CHECK(bin.mean == Approx(sum[b] / weight[b]).margin(1e-12));
      CHECK(bin.share == Approx(of_positives[b] / weight[b]).margin(1e-12));
      CHECK(bin.lowest <= bin.mean * (1 + 1e-12));
      CHECK(bin.highest >= bin.mean * (1 - 1e-12));
      const double rows = weight[b] * weight[b] / squares[b];
      const Interval limits = binomial_interval(of_positives[b] / weight[b] * rows, rows, 0.95);
      CHECK(bin.share_interval.low == Approx(limits.low).margin(1e-6));
      CHECK(bin.share_interval.high == Approx(limits.high).margin(1e-6));
      error += std::fabs(sum[b] - of_positives[b]) / total;
    }
    CHECK(found.calibration_error == Approx(error).margin(1e-12));
  }
}

TEST_CASE("reliability: bins of equal numbers, and what is refused") {
  std::vector<double> p;
  std::vector<uint8_t> labels;
  for (int i = 0; i < 40; ++i) {
    p.push_back((i + 0.5) / 40);
    labels.push_back(i % 3 == 0);
  }
  const Reals column{p.data(), false, 40, 1}, none{nullptr, false, 40, 1};
  const Strided<const uint8_t> truth{labels.data(), 40, 1};
  const Reliability found = reliability(column, truth, none, {});
  for (const ReliabilityBin &bin : found.bins) CHECK(bin.weight == 4);
  const Interval limits = binomial_interval(2, 4, 0.95);  // rows 0 and 3 of the first four
  CHECK(found.bins[0].share_interval.low == limits.low);
  CHECK(found.bins[0].share_interval.high == limits.high);
  // Weights whose squares are too small for a number: only their proportions count.
  for (const double unit : {0x1p-1060, 0x1p-600, 0x1p300, 0x1p490}) {
    const std::vector<double> weights(40, unit);
    const Reliability same = reliability(column, truth, {weights.data(), false, 40, 1}, {});
    for (std::size_t b = 0; b < found.bins.size(); ++b) {
      CHECK(same.bins[b].weight == 4 * unit);
      CHECK(same.bins[b].share_interval.low == found.bins[b].share_interval.low);
      CHECK(same.bins[b].share_interval.high == found.bins[b].share_interval.high);
    }
  }
  p[4] = -0.5;
  expect_error(Status::argument, "probabilities[4] is -0.5: must lie in [0, 1]",
               [&] { reliability(column, truth, none, {}); });
  p[4] = 0.5;
  labels[1] = 2;
  expect_error(Status::argument, "censored labels are not supported", [&] { reliability(column, truth, none, {}); });
  ThresholdSearch options;
  options.bins = 0;
  expect_error(Status::argument, "bins is 0", [&] { reliability(column, truth, none, options); });
}

TEST_CASE("curves: weights of any size say what they would in another unit") {
  cases::Rng rng(77);
  for (int c = 0; c < cases::scaled(60); ++c) {
    Rated data = some_rows(rng, 12, c % 3, 2);
    ThresholdSearch options;
    if (c % 2) options.prevalence = {0.2};
    data.labels[1] = 0;
    const Rated plain = data;
    const auto wanted = curve_of(plain, options);
    const Reliability reliable = reliability(plain.column(), plain.truth(), plain.weighed(), {});
    for (const int exponent : {-1000, -600, 400}) {
      for (std::size_t i = 0; i < data.weights.size(); ++i)
        data.weights[i] = std::ldexp(plain.weights[i], exponent);
      CAPTURE(c, exponent);
      const auto found = curve_of(data, options);
      REQUIRE(found.size() == wanted.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i].net_benefit == Approx(wanted[i].net_benefit).margin(1e-12));
        CHECK(found[i].net_benefit_interval.low == Approx(wanted[i].net_benefit_interval.low).margin(1e-9));
        CHECK(found[i].difference_interval.high == Approx(wanted[i].difference_interval.high).margin(1e-9));
      }
      const Reliability same = reliability(data.column(), data.truth(), data.weighed(), {});
      CHECK(same.brier == Approx(reliable.brier));
      CHECK(same.miscalibration == Approx(reliable.miscalibration).margin(1e-12));
      for (std::size_t b = 0; b < same.bins.size(); ++b)
        if (reliable.bins[b].weight > 0)
          CHECK(same.bins[b].weight == Approx(std::ldexp(reliable.bins[b].weight, exponent)).epsilon(1e-12));
    }
  }
  // The least of all numbers: half of it would be 0.
  const std::vector<double> p{0.25, 0.75}, least(2, 5e-324);
  const std::vector<uint8_t> labels{0, 0};
  const Reals probabilities{p.data(), false, 2, 1}, weights{least.data(), false, 2, 1};
  const Reliability found = reliability(probabilities, {labels.data(), 2, 1}, weights, {});
  CHECK(found.brier == 0.3125);
  CHECK(found.mean == 0.5);
  // One label a thousand orders of magnitude below the other, and drawn apart.
  const std::vector<double> scores{0.9, 0.6, 0.8, 0.1}, apart{1e140, 2e140, 1e-300, 2e-300};
  const std::vector<uint8_t> both{1, 1, 0, 0};
  ThresholdSearch options;
  options.prevalence = {0.5};
  const std::vector<double> half{0.7};
  for (const DecisionCurvePoint &point :
       decision_curve({scores.data(), false, 4, 1, 1, 1}, {both.data(), 4, 1}, {apart.data(), false, 4, 1},
                      {half.data(), false, 1, 1}, options, quiet)) {
    CHECK(std::isfinite(point.net_benefit_interval.low));
    CHECK(std::isfinite(point.difference_interval.high));
  }
}

TEST_CASE("decision curves: interventions avoided at small threshold probabilities") {
  const std::vector<double> p{0.9, 0.0, 0.8, 0.0}, thresholds{1e-9, 1e-300};
  const std::vector<uint8_t> labels{1, 0, 0, 0};
  const auto found = decision_curve({p.data(), false, 4, 1, 1, 1}, {labels.data(), 4, 1}, {nullptr, false, 4, 1},
                                    {thresholds.data(), false, 2, 1}, {}, quiet);
  // No positive is lost, and two of four rows are not flagged.
  CHECK(found[0].interventions_avoided == 0.5);
  CHECK(found[1].interventions_avoided == 0.5);
}

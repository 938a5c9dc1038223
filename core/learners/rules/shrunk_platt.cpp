// Fits Platt's calibrations with a prior, and temperatures, by Newton's method.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/rules/shrunk_platt.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/special/exponential.hpp"

namespace wald::core::learners {

namespace {

struct Map {
  double intercept = 0, slope = 1;
};

// A Gaussian prior about a map, by its precisions.
struct Prior {
  Map mean;
  double of_intercept = 0, of_slope = 0;
  bool fixed_intercept = false;
};

constexpr double flattest = 0.02;  // a a flatter map would turn the order of rows round, or lose it
constexpr int most_steps = 60;
constexpr double least_gain = 1e-9;  // of the loss, which counts rows: what a further step would gain
constexpr double least_precision = 1e-6;
constexpr double precision_of_intercept = 1, precision_of_slope = 4;  // standard deviations 1 and 1/2

// Cells first, first + stride, ... of a table.
class Regression {
 public:
  Regression(const RuleRows &rows, const std::vector<double> &weights, int64_t labels, int64_t first, int64_t stride,
             const Prior &prior)
      : prior_(prior) {
    for (auto c = static_cast<std::size_t>(first); c < rows.log_odds.size(); c += static_cast<std::size_t>(stride)) {
      odds_.push_back(rows.log_odds[c]);
      truth_.push_back(rows.truth[c]);
      weights_.push_back(weights[c / static_cast<std::size_t>(labels)]);
    }
  }

  // Newton's method. The loss is convex: a step that turns its slope round by as much as it was is too long.
  Map fit() const {
    Map at = prior_.mean;
    Slopes here = slopes_at(at);
    for (int i = 0; i < most_steps; ++i) {
      const Map step = newton_step(here);
      const double slope = here.along(step);
      if (!(slope > least_gain)) break;
      double share = 1;
      Map next = at;
      Slopes there = here;
      for (; share > 1e-6; share /= 2) {
        next = {at.intercept - share * step.intercept, at.slope - share * step.slope};
        there = slopes_at(next);
        if (std::fabs(there.along(step)) <= 0.9 * slope) break;
      }
      at = next;
      here = there;
    }
    at.slope = std::max(at.slope, flattest);
    return at;
  }

 private:
  // First and second derivatives by intercept (a) and slope (b).
  struct Slopes {
    double a, b, aa, ab, bb;
    double along(const Map &step) const { return a * step.intercept + b * step.slope; }
  };
  Slopes slopes_at(const Map &map) const {
    Slopes out{prior_.of_intercept * (map.intercept - prior_.mean.intercept),
               prior_.of_slope * (map.slope - prior_.mean.slope), prior_.of_intercept, 0, prior_.of_slope};
    for (std::size_t c = 0; c < odds_.size(); ++c) {
      const double z = odds_[c], t = std::clamp(map.intercept + map.slope * z, -700.0, 700.0);
      const double p = 1 / (1 + exponential(-t)), off = weights_[c] * (p - truth_[c]), h = weights_[c] * p * (1 - p);
      out.a += off;
      out.b += off * z;
      out.aa += h;
      out.ab += h * z;
      out.bb += h * z * z;
    }
    return out;
  }
  Map newton_step(const Slopes &at) const {
    if (prior_.fixed_intercept) return {0, at.b / at.bb};
    const double determinant = at.aa * at.bb - at.ab * at.ab;
    if (!(determinant > 0)) return {at.a / at.aa, 0};
    return {(at.bb * at.a - at.ab * at.b) / determinant, (at.aa * at.b - at.ab * at.a) / determinant};
  }

  std::vector<double> odds_, truth_, weights_;
  Prior prior_;
};

Calibration as_calibration(const Map &map) { return Calibration::of_line(Calibrator::platt, map.intercept, map.slope); }

}  // namespace

LabelCalibrations shrunk_platt(const RuleProblem &problem, const RuleRows &rows) {
  const std::vector<double> weights = counting_weights(rows.weights);
  const auto fitted = [&](int64_t first, int64_t stride, const Prior &prior) {
    return Regression(rows, weights, problem.labels, first, stride, prior).fit();
  };
  const Map common = fitted(0, 1, {Map{}, least_precision, least_precision, false});
  LabelCalibrations out;
  for (int64_t j = 0; j < problem.labels; ++j)
    out.push_back(as_calibration(fitted(j, problem.labels, {common, precision_of_intercept, precision_of_slope, false})));
  return out;
}

LabelCalibrations temperatures(const RuleProblem &problem, const RuleRows &rows, bool each) {
  const std::vector<double> weights = counting_weights(rows.weights);
  const Prior prior{Map{}, least_precision, least_precision, true};
  LabelCalibrations out;
  for (int64_t j = 0; j < (each ? problem.labels : 1); ++j)
    out.push_back(as_calibration(
        Regression(rows, weights, problem.labels, j, each ? problem.labels : 1, prior).fit()));
  out.resize(static_cast<std::size_t>(problem.labels), out.front());
  return out;
}

}  // namespace wald::core::learners

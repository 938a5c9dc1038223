// Fits and applies the calibration of margins by Platt, beta, isotonic regression and temperature.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/error.hpp"
#include "core/learners/linear/scaling.hpp"
#include "core/learners/model_text.hpp"
#include "core/numeric/logistic.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"
#include "core/numeric/vectors/ascending.hpp"

namespace wald::core::learners {

namespace {

constexpr double farthest_margin = 700;
// The log-odds of 0 and 1, which would be infinite.
constexpr double farthest_log_odds = 40;
// Chooses among coefficients that serve alike, where scores are few or all the same.
constexpr double least_ridge = 1e-9;
constexpr double tie_breaker = 1e-9;
constexpr double least_share = 1e-14;
constexpr double most_weight = 1e100;

double sigmoid(double z) { return 1 / (1 + exponential(std::min(-z, farthest_margin))); }
// log of the sigmoid, which does not round to 0.
double log_sigmoid(double z) {
  return z >= 0 ? -logarithm_1p(exponential(-std::min(z, farthest_margin)))
                : z - logarithm_1p(exponential(std::max(z, -farthest_margin)));
}

bool has_slope(Calibrator kind) {
  return kind == Calibrator::platt || kind == Calibrator::beta || kind == Calibrator::temperature ||
         kind == Calibrator::vector;
}

}  // namespace

Calibration Calibration::of_line(Calibrator kind, double intercept, double slope) {
  Calibration out;
  out.kind_ = kind;
  out.intercept_ = intercept;
  out.slope_ = slope;
  return out;
}

double Calibration::probability(double margin) const {
  switch (kind_) {
    case Calibrator::platt:
    case Calibrator::temperature:
    case Calibrator::vector: return sigmoid(intercept_ + slope_ * margin);
    case Calibrator::beta:
      return sigmoid(intercept_ + slope_ * log_sigmoid(margin) - other_slope_ * log_sigmoid(-margin));
    case Calibrator::isotonic: return isotonic(margin, sigmoid(margin));
    default: return sigmoid(margin);
  }
}

double Calibration::isotonic(double value, double tie) const {
  const auto above = std::upper_bound(knots_.begin(), knots_.end(), value);
  double p;
  if (above == knots_.begin()) {
    p = values_.front();
  } else if (above == knots_.end()) {
    p = values_.back();
  } else {
    const auto i = static_cast<std::size_t>(above - knots_.begin());
    // What is between two finite knots may be more than a double holds; halves of the smallest numbers are 0.
    const double unit = std::isfinite(knots_[i] - knots_[i - 1]) ? 1 : 0.5;
    const double share = (unit * value - unit * knots_[i - 1]) / (unit * knots_[i] - unit * knots_[i - 1]);
    p = values_[i - 1] + share * (values_[i] - values_[i - 1]);
  }
  p = std::clamp(p, edge_, 1 - edge_);
  return p + tie_breaker * (tie - p);
}

double clipped_log_odds(double p) {
  if (!(p > 0)) return -farthest_log_odds;
  if (!(p < 1)) return farthest_log_odds;
  return std::clamp(logarithm(p) - logarithm_1p(-p), -farthest_log_odds, farthest_log_odds);
}

void clip_to_log_odds(std::vector<double> &p) {
  to_log_odds(p.data(), static_cast<int64_t>(p.size()), farthest_log_odds);
}

namespace {

struct Pool {
  double low, high;  // scores
  double sum, weight;
  double value() const { return sum / weight; }
};

}  // namespace

double effective_rows(const std::vector<double> &weights) {
  const double heaviest = *std::max_element(weights.begin(), weights.end());
  double sum = 0, squares = 0;
  for (const double w : weights) {
    sum += w / heaviest;
    squares += w / heaviest * (w / heaviest);
  }
  return sum * sum / squares;
}

std::vector<double> counting_weights(const std::vector<double> &weights) {
  std::vector<double> out(weights);
  const double heaviest = *std::max_element(weights.begin(), weights.end());
  // Sums of larger weights, and what smaller ones are multiplied by, may be more than a double holds.
  if (heaviest > most_weight || heaviest < 1 / most_weight)
    for (double &w : out)
      if (w > 0) w = std::max(w / heaviest * (heaviest > 1 ? most_weight : 1), std::numeric_limits<double>::denorm_min());
  const double sum = std::accumulate(out.begin(), out.end(), 0.0), rows = effective_rows(out);
  // Whole numbers sum to more, except for rounding.
  if (sum < rows * (1 - 1e-9))
    for (double &w : out) w *= rows / sum;
  return out;
}

// Margins with the labels that they are fitted to.
struct LabelledMargins {
  const std::vector<double> &margins;
  const std::vector<uint8_t> &labels;
  const std::vector<double> &weights;
  double positive = 0, negative = 0;  // sums of weights
  std::size_t size() const { return margins.size(); }
  // Soft ones. Beta takes Platt's, too: without them coefficients would have no limit where the scores separate the
  // labels.
  std::vector<double> targets() const {
    const double of_label[] = {1 / (negative + 2), (positive + 1) / (positive + 2)};
    std::vector<double> out(size());
    for (std::size_t i = 0; i < size(); ++i) out[i] = of_label[labels[i]];
    return out;
  }
  // Where one kind of label weighs so much that rounding takes the other's.
  bool lopsided() const {
    const double heaviest = *std::max_element(weights.begin(), weights.end());
    const std::vector<double> target = targets();
    double one = 0, total = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      one += weights[i] / heaviest * target[i];
      total += weights[i] / heaviest;
    }
    return !(std::min(one, total - one) > least_share * total);
  }
  Logistic regress(int64_t features, const std::vector<double> &rows, Monitor &monitor) const {
    return fit_logistic(rows, features, targets(), weights, least_ridge, monitor);
  }
};

namespace {

// Pools of adjacent violators, from the lowest scores up.
std::vector<Pool> rising_pools(const LabelledMargins &of) {
  const std::vector<double> &margins = of.margins;
  const std::size_t n = of.size();
  const Ascending order(static_cast<int64_t>(n), [&](int64_t i) { return margins[static_cast<std::size_t>(i)]; });
  const auto at = [&](std::size_t i) { return static_cast<std::size_t>(order[i].at); };
  std::vector<Pool> pools;
  for (std::size_t first = 0, last = 0; first < n; first = last) {
    // Equal scores are one pool from the start.
    Pool pool{margins[at(first)], margins[at(first)], 0, 0};
    for (last = first; last < n && margins[at(last)] == pool.low; ++last) {
      pool.sum += of.labels[at(last)] ? of.weights[at(last)] : 0.0;
      pool.weight += of.weights[at(last)];
    }
    pools.push_back(pool);
    while (pools.size() > 1 && pools[pools.size() - 2].value() >= pools.back().value()) {
      Pool &into = pools[pools.size() - 2];
      into.high = pools.back().high;
      into.sum += pools.back().sum;
      into.weight += pools.back().weight;
      pools.pop_back();
    }
  }
  return pools;
}

}  // namespace

// Each member fits one kind of calibration.
struct CalibrationFit {
  const LabelledMargins &rows;
  Monitor &monitor;
  Calibration &out;

  // Scores that point the wrong way are no reason to turn the classifier round: they say nothing.
  void only_share() {
    out.slope_ = out.other_slope_ = 0;
    constexpr double least = std::numeric_limits<double>::min();  // weights may be further apart than a double holds
    out.intercept_ = logarithm(std::clamp(rows.positive / rows.negative, least, 1 / least));
  }
  void platt() {
    const Logistic fit = rows.regress(1, rows.margins, monitor);
    out.intercept_ = fit.intercept;
    out.slope_ = fit.coefficients[0];
    // The slope of scores that hardly differ from 0 may be more than a double holds.
    if (!(out.slope_ > 0) || !std::isfinite(out.slope_) || !std::isfinite(out.intercept_)) only_share();
  }
  void beta() {
    beta_with(true, true);
    if (out.slope_ < 0)
      beta_with(false, true);
    else if (out.other_slope_ < 0)
      beta_with(true, false);
    if (out.slope_ < 0 || out.other_slope_ < 0) only_share();
  }
  void beta_with(bool first, bool second) {
    std::vector<double> of_one(rows.size()), of_other(rows.size()), features;
    log_sigmoids(rows.margins.data(), static_cast<int64_t>(rows.size()), of_one.data(), of_other.data());
    features.reserve((first && second ? 2 : 1) * rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (first) features.push_back(of_one[i]);
      if (second) features.push_back(-of_other[i]);
    }
    const Logistic fit = rows.regress(first && second ? 2 : 1, features, monitor);
    out.intercept_ = fit.intercept;
    out.slope_ = first ? fit.coefficients.front() : 0;
    out.other_slope_ = second ? fit.coefficients.back() : 0;
  }
  void isotonic() {
    for (const Pool &pool : rising_pools(rows)) {
      out.knots_.push_back(pool.low);
      out.values_.push_back(pool.value());
      if (pool.high > pool.low) {
        out.knots_.push_back(pool.high);
        out.values_.push_back(pool.value());
      }
    }
    out.edge_ = 0.5 / std::max(2.0, effective_rows(rows.weights));
  }
  void temperature() {
    const std::vector<int32_t> classes(rows.labels.begin(), rows.labels.end());
    const auto n = static_cast<int64_t>(rows.size());
    out.slope_ = fit_inverse_temperature({rows.weights.data(), classes.data(), n, 1, n}, rows.margins.data(), monitor);
  }
  void of_kind(Calibrator kind) {
    out.kind_ = kind;
    if (kind == Calibrator::temperature) return temperature();
    if (kind == Calibrator::isotonic) return isotonic();
    if (rows.lopsided()) return only_share();
    if (kind == Calibrator::platt) platt();
    if (kind == Calibrator::beta) beta();
  }
};

Calibration calibrate_margins(Calibrator calibrator, const std::vector<double> &margins,
                              const std::vector<uint8_t> &labels, const std::vector<double> &fed, Monitor &monitor) {
  if (calibrator == Calibrator::vector)
    fail(Status::argument, "calibration is vector: exclusive classes alone have it; of one label platt is the same");
  const std::vector<double> weights = counting_weights(fed);
  LabelledMargins rows{margins, labels, weights};
  for (std::size_t i = 0; i < margins.size(); ++i) (labels[i] ? rows.positive : rows.negative) += weights[i];
  Calibration out;
  CalibrationFit{rows, monitor, out}.of_kind(calibrator);
  return out;
}

void Calibration::save(std::string &out) const {
  out += text("{\"kind\":\"", calibration_words[static_cast<int32_t>(kind_)].name, "\"");
  if (has_slope(kind_)) {
    out += ",\"intercept\":" + saved_number(intercept_) + ",\"slope\":" + saved_number(slope_);
    if (kind_ == Calibrator::beta) out += ",\"other_slope\":" + saved_number(other_slope_);
  }
  if (kind_ == Calibrator::isotonic) {
    out += ",\"edge\":" + saved_number(edge_);
    save_reals(out, "knots", knots_);
    save_reals(out, "values", values_);
  }
  out += "}";
}

Calibration Calibration::load(const SavedText &text, const SavedValue &object) {
  text.allow(object, {"kind", "intercept", "slope", "other_slope", "edge", "knots", "values"}, "a calibration");
  const std::string &name = text.string(text.member(object, "kind"), "\"kind\"");
  Calibration out;
  bool known = false;
  for (const Word &word : calibration_words)
    if (word.value != 0 && name == word.name) {
      out.kind_ = static_cast<Calibrator>(word.value);
      known = true;
    }
  if (!known) text.malformed(wald::core::text("\"kind\" is ", in_quotes(name), ", which is unknown"));
  if (has_slope(out.kind_)) {
    out.intercept_ = text.real(text.member(object, "intercept"), "\"intercept\"");
    out.slope_ = text.real(text.member(object, "slope"), "\"slope\"");
    if (out.kind_ == Calibrator::beta)
      out.other_slope_ = text.real(text.member(object, "other_slope"), "\"other_slope\"");
    if (out.slope_ < 0 || out.other_slope_ < 0) text.malformed("a calibration's slope is below 0");
  }
  if (out.kind_ == Calibrator::isotonic) {
    out.edge_ = text.real(text.member(object, "edge"), "\"edge\"");
    if (!(out.edge_ >= 0 && out.edge_ <= 0.5)) text.malformed("\"edge\" must lie in [0, 0.5]");
    out.knots_ = load_reals(text, object, "knots", -1);
    out.values_ = load_reals(text, object, "values", static_cast<int64_t>(out.knots_.size()));
    if (out.knots_.empty()) text.malformed("\"knots\" is empty");
    for (std::size_t i = 0; i < out.knots_.size(); ++i) {
      if (i > 0 && !(out.knots_[i] > out.knots_[i - 1] && out.values_[i] >= out.values_[i - 1]))
        text.malformed("\"knots\" and \"values\" do not ascend");
      if (!(out.values_[i] >= 0 && out.values_[i] <= 1)) text.malformed("\"values\" must lie in [0, 1]");
    }
  }
  return out;
}

}  // namespace wald::core::learners

// Fits and applies the calibration of exclusive classes.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/class_calibration.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/learners/linear/damped_newton.hpp"
#include "core/learners/linear/scaling.hpp"
#include "core/numeric/cholesky.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"

namespace wald::core::learners {

namespace {

// Margins with one per class: of two classes the first has the margin 0.
std::vector<double> margin_a_class(const double *margins, int64_t n_classes) {
  if (n_classes == 2) return {0.0, margins[0]};
  return {margins, margins + n_classes};
}

// log(p / (1 - p)) of each class, where p is the softmax.
std::vector<double> log_odds_of(const std::vector<double> &margins) {
  const auto top = static_cast<std::size_t>(std::max_element(margins.begin(), margins.end()) - margins.begin());
  double beside_top = 0;
  for (std::size_t k = 0; k < margins.size(); ++k)
    if (k != top) beside_top += exponential(margins[k] - margins[top]);
  std::vector<double> out;
  for (std::size_t k = 0; k < margins.size(); ++k) {
    const double below = margins[k] - margins[top];
    // Beside any other class than the top one there is the top's 1, so that nothing cancels.
    const double rest = k == top ? beside_top : 1 + (beside_top - exponential(below));
    // Where the others' exponentials vanish, the second class tells how far off they are.
    double second = -HUGE_VAL;
    if (!(rest > 0))
      for (std::size_t j = 0; j < margins.size(); ++j)
        if (j != top) second = std::max(second, margins[j] - margins[top]);
    out.push_back(rest > 0 ? below - logarithm(rest) : -second);
  }
  return out;
}

// The log of the softmax: what vector scaling takes, whatever is added to all margins of a row.
std::vector<double> log_softmax(std::vector<double> margins) {
  const double top = *std::max_element(margins.begin(), margins.end());
  double sum = 0;
  for (const double m : margins) sum += exponential(m - top);
  const double log_sum = top + logarithm(sum);
  for (double &m : margins) m -= log_sum;
  return margins;
}

// One number for the margins of all classes.
double slope_of_all(const std::vector<double> &rows, const std::vector<int64_t> &classes, std::size_t n_classes,
                    const std::vector<double> &weights, Monitor &monitor) {
  const std::size_t n = classes.size();
  std::vector<double> by_class(rows.size());
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n_classes; ++k) by_class[k * n + i] = rows[i * n_classes + k];
  const std::vector<int32_t> own(classes.begin(), classes.end());
  const auto count = static_cast<int64_t>(n);
  return fit_inverse_temperature({weights.data(), own.data(), count, static_cast<int64_t>(n_classes), count},
                                 by_class.data(), monitor);
}

// ---- Platt: one slope, one intercept per class --------------------------------------------------------

// Minimises the log-loss of soft targets by Newton's method. The loss is convex; the first class's intercept is 0,
// since a common one changes nothing.
class SlopeFit {
 public:
  SlopeFit(const std::vector<double> &margins, const std::vector<int64_t> &classes, int64_t n_classes,
           const std::vector<double> &weights)
      : margins_(margins), classes_(classes), weights_(weights), k_(static_cast<std::size_t>(n_classes)) {
    totals_.assign(k_, 0.0);
    for (std::size_t i = 0; i < classes.size(); ++i) totals_[static_cast<std::size_t>(classes[i])] += weights[i];
    for (const double w : weights) weight_ += w;
  }

  // The slope, then the intercepts.
  std::vector<double> solve(Monitor &monitor) const {
    constexpr int most_steps = 100;
    constexpr double tolerance = 1e-12;  // a unit of weight
    std::vector<double> start(k_, 0.0);
    start[0] = 1;
    const auto direction = [](const std::vector<double> &, const LossExpansion &now) {
      std::vector<double> found = now.gradient, hessian = now.hessian;
      solve_positive_definite(hessian, found);
      return found;
    };
    std::vector<double> at = minimise(
        std::move(start), {most_steps, tolerance * weight_}, monitor,
        [this](const std::vector<double> &point) { return expand(point); }, direction, [](std::vector<double> &) {});
    at.insert(at.begin() + 1, 0.0);
    if (at[0] > 0) return at;
    // Margins that point the wrong way say nothing: what is left is how often each class occurs.
    at[0] = 0;
    for (std::size_t k = 0; k < k_; ++k) at[k + 1] = logarithm((totals_[k] + 1) / (totals_[0] + 1));
    return at;
  }

 private:
  // At the slope, then all intercepts but the first.
  LossExpansion expand(const std::vector<double> &at) const {
    LossExpansion out;
    out.gradient.assign(k_, 0.0);
    out.hessian.assign(k_ * k_, 0.0);
    std::vector<double> z(k_), p(k_);
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      const double *const m = margins_.data() + i * k_;
      const auto own = static_cast<std::size_t>(classes_[i]);
      const double w = weights_[i], rest = 1 / (totals_[own] + 2), share = rest / static_cast<double>(k_ - 1);
      for (std::size_t k = 0; k < k_; ++k) z[k] = at[0] * m[k] + (k == 0 ? 0.0 : at[k]);
      const double top = *std::max_element(z.begin(), z.end());
      double sum = 0;
      for (std::size_t k = 0; k < k_; ++k) sum += p[k] = exponential(z[k] - top);
      double mean = 0, squares = 0, expected = 0, of_targets = 0;
      for (std::size_t k = 0; k < k_; ++k) {
        p[k] /= sum;
        const double target = k == own ? 1 - rest : share;
        mean += p[k] * m[k];
        expected += target * m[k];
        of_targets += target * z[k];
      }
      for (std::size_t k = 0; k < k_; ++k) squares += p[k] * ((m[k] - mean) * (m[k] - mean));
      out.loss += w * (top + logarithm(sum) - of_targets);
      out.gradient[0] += w * (mean - expected);
      out.hessian[0] += w * squares;
      for (std::size_t a = 1; a < k_; ++a) {
        double *const row = out.hessian.data() + a * k_;
        out.gradient[a] += w * (p[a] - (a == own ? 1 - rest : share));
        row[0] += w * (p[a] * (m[a] - mean));
        for (std::size_t b = 1; b < a; ++b) row[b] -= w * (p[a] * p[b]);
        row[a] += w * (p[a] * (1 - p[a]));
      }
    }
    // What the rows leave open stays where it is.
    for (std::size_t a = 0; a < k_; ++a) out.hessian[a * k_ + a] += 1e-9 * out.hessian[a * k_ + a] + 1e-12;
    return out;
  }

  const std::vector<double> &margins_;  // rows by classes
  const std::vector<int64_t> &classes_;
  const std::vector<double> &weights_;
  const std::size_t k_;
  std::vector<double> totals_;  // of each class
  double weight_ = 0;
};

}  // namespace

ClassCalibration::ClassCalibration(Calibrator calibrator, const std::vector<double> &margins,
                                   const std::vector<int64_t> &classes, int64_t n_classes,
                                   const std::vector<double> &weights, Monitor &monitor) {
  if (calibrator == Calibrator::none) return;
  const std::size_t n = classes.size(), k = static_cast<std::size_t>(n_classes), outputs = margins.size() / n;
  std::vector<double> rows;  // by classes
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> own = margin_a_class(margins.data() + i * outputs, n_classes);
    if (calibrator == Calibrator::vector)
      own = log_softmax(std::move(own));
    else if (calibrator == Calibrator::isotonic || calibrator == Calibrator::beta)
      own = log_odds_of(own);
    rows.insert(rows.end(), own.begin(), own.end());
  }
  const std::vector<double> counts = counting_weights(weights);
  if (calibrator == Calibrator::platt) {
    const std::vector<double> fit = SlopeFit(rows, classes, n_classes, counts).solve(monitor);
    for (std::size_t c = 0; c < k; ++c) of_class_.push_back(Calibration::of_line(calibrator, fit[c + 1], fit[0]));
    return;
  }
  if (calibrator == Calibrator::temperature) {
    of_class_.assign(k, Calibration::of_line(calibrator, 0, slope_of_all(rows, classes, k, counts, monitor)));
    return;
  }
  if (calibrator == Calibrator::vector) {
    const VectorScaling fit = fit_vector_scaling(rows, classes, n_classes, counts, monitor);
    for (std::size_t c = 0; c < k; ++c)
      of_class_.push_back(Calibration::of_line(calibrator, fit.intercepts[c], fit.slopes[c]));
    return;
  }
  std::vector<double> of_class(n);
  std::vector<uint8_t> labels(n);
  for (std::size_t c = 0; c < k; ++c) {
    for (std::size_t i = 0; i < n; ++i) {
      of_class[i] = rows[i * k + c];
      labels[i] = classes[i] == static_cast<int64_t>(c);
    }
    PartMonitor own(monitor, static_cast<double>(c) / static_cast<double>(k),
                    static_cast<double>(c + 1) / static_cast<double>(k));
    of_class_.push_back(calibrate_margins(calibrator, of_class, labels, weights, own));
  }
}

void ClassCalibration::probabilities(const double *margins, int64_t n_classes, double *out) const {
  if (of_class_.empty()) return class_probabilities(margins, n_classes == 2 ? 1 : n_classes, out);
  const Calibrator kind = of_class_.front().kind();
  std::vector<double> own = margin_a_class(margins, n_classes);
  if (kind == Calibrator::vector) own = log_softmax(std::move(own));
  if (kind != Calibrator::isotonic && kind != Calibrator::beta) {
    std::vector<double> z;
    for (std::size_t k = 0; k < own.size(); ++k) z.push_back(of_class_[k].slope() * own[k] + of_class_[k].intercept());
    if (n_classes == 2) z = {z[1] - z[0]};
    return class_probabilities(z.data(), static_cast<int64_t>(z.size()), out);
  }
  const std::vector<double> odds = log_odds_of(own);
  double sum = 0;
  for (std::size_t k = 0; k < own.size(); ++k) sum += out[k] = of_class_[k].probability(odds[k]);
  // A text that was written elsewhere may have no class with any.
  for (std::size_t k = 0; k < own.size(); ++k) out[k] = sum > 0 ? out[k] / sum : 1 / static_cast<double>(own.size());
}

double ClassCalibration::temperature() const {
  return !of_class_.empty() && of_class_.front().kind() == Calibrator::temperature ? 1 / of_class_.front().slope() : NAN;
}

void ClassCalibration::save(std::string &out) const {
  for (std::size_t k = 0; k < of_class_.size(); ++k) {
    out += k ? ",\n" : "\n";
    of_class_[k].save(out);
  }
}

ClassCalibration ClassCalibration::load(const SavedText &text, const std::vector<SavedValue> &list, int64_t n_classes) {
  ClassCalibration out;
  for (const SavedValue &value : list) out.of_class_.push_back(Calibration::load(text, value));
  if (out.of_class_.empty()) return out;
  if (static_cast<int64_t>(list.size()) != n_classes || n_classes < 2)
    text.malformed("\"calibrations\" must hold one for each class that occurs, or none");
  const Calibration &first = out.of_class_.front();
  for (const Calibration &own : out.of_class_)
    if (own.kind() != first.kind() || own.kind() == Calibrator::none ||
        ((own.kind() == Calibrator::platt || own.kind() == Calibrator::temperature) && own.slope() != first.slope()))
      text.malformed("\"calibrations\" of classes must be of one kind, and of one slope");
  return out;
}

}  // namespace wald::core::learners

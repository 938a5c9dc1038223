// Fits the calibration to the calibration rows and to bootstrap samples of them.
#include "core/numeric/contraction.hpp"  // first

#include "core/performance/drawn_calibration.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/error.hpp"
#include "core/learners/calibration.hpp"
#include "core/numeric/parallel.hpp"
#include "core/numeric/random/random.hpp"
#include "core/numeric/special/exponential.hpp"

namespace wald::core::performance {
namespace {

using learners::Calibrator;

constexpr double end_log_odds = 20;  // log-odds
constexpr double log_odds_step = 2 * end_log_odds / static_cast<double>(grid_points - 1);

double point_log_odds(std::size_t at) { return -end_log_odds + log_odds_step * static_cast<double>(at); }
double point_probability(std::size_t at) { return 1 / (1 + exponential(-point_log_odds(at))); }

std::vector<double> checked_rows(const CalibrationRows &rows) {
  std::vector<double> weights(static_cast<std::size_t>(rows.truth.rows), 1.0);
  double sum = 0;
  for (int64_t i = 0; i < rows.truth.rows; ++i) {
    double &w = weights[static_cast<std::size_t>(i)];
    if (rows.weights.data) w = rows.weights[i];
    if (!(w >= 0 && w <= 1e100))
      fail(Status::argument, "calibration_weights[", i, "] is ", w, ": must be finite and at least 0");
    sum += w;
    for (int64_t j = 0; j < rows.truth.cols; ++j) {
      if (rows.truth(i, j) > 1)
        fail(Status::argument, "calibration_truth[", i, "][", j, "] is ", int{rows.truth(i, j)}, ": must be 0 or 1");
      const double p = rows.probabilities.row(i)[j];
      if (!(p >= 0 && p <= one_rounded(rows.probabilities.is_float)))
        fail(Status::argument, "calibration_probabilities[", i, "][", j, "] is ", p, ": must lie in [0, 1]");
    }
  }
  if (!(sum > 0)) fail(Status::argument, "calibration_weights sum to ", sum, ": must be above 0");
  return learners::counting_weights(weights);
}

// Weights on the grid, by label.
using Counts = std::array<std::vector<double>, 2>;

// Those whose mean is the calibration.
std::vector<Calibrator> calibrators_of(Calibrator asked) {
  if (asked == Calibrator::none)
    fail(Status::argument, "calibration is none: must be platt, isotonic or beta where calibration rows are given");
  if (asked == Calibrator::vector)
    fail(Status::argument, "calibration is vector: must be platt, isotonic, beta or temperature, which take one label");
  if (asked == Calibrator::automatic) return {Calibrator::isotonic, Calibrator::beta};
  return {asked};
}

// Adds its share of a calibration of what is on the grid, at each of its points; false where a label does not occur.
bool add_fit_on_grid(Calibrator calibrator, const Counts &counts, double share, Monitor &monitor, double *out) {
  std::vector<double> margins, weights;
  std::vector<uint8_t> labels;
  for (uint8_t y = 0; y < 2; ++y) {
    const std::size_t before = weights.size();
    for (std::size_t at = 0; at < grid_points; ++at) {
      if (!(counts[y][at] > 0)) continue;
      margins.push_back(calibrator == Calibrator::isotonic ? point_probability(at) : point_log_odds(at));
      labels.push_back(y);
      weights.push_back(counts[y][at]);
    }
    if (weights.size() == before) return false;
  }
  const learners::Calibration fitted = learners::calibrate_margins(calibrator, margins, labels, weights, monitor);
  for (std::size_t at = 0; at < grid_points; ++at) {
    const double p = point_probability(at);
    out[at] += share * (calibrator == Calibrator::isotonic ? fitted.isotonic(p, p) : fitted.probability(point_log_odds(at)));
  }
  return true;
}

}  // namespace

GridPlace grid_place(double p) {
  const double z = std::clamp(learners::clipped_log_odds(p), -end_log_odds, end_log_odds);
  const double place = (z + end_log_odds) / log_odds_step;
  const std::size_t at = std::min(static_cast<std::size_t>(place), grid_points - 2);
  return {at, place - static_cast<double>(at)};
}

DrawnCalibration::DrawnCalibration(const CalibrationRows &rows, const PerformanceOptions &options, Monitor &monitor)
    : samples_(options.samples) {
  const std::vector<Calibrator> calibrators = calibrators_of(options.calibration);
  const double share = 1 / static_cast<double>(calibrators.size());
  const int64_t n = rows.truth.rows, labels = rows.truth.cols;
  const std::vector<double> weights = checked_rows(rows);
  for (int64_t j = 0; j < labels; ++j) {
    bool seen[2] = {false, false};
    for (int64_t i = 0; i < n; ++i)
      if (weights[static_cast<std::size_t>(i)] > 0) seen[rows.truth(i, j)] = true;
    if (!seen[0] || !seen[1])
      fail(Status::argument, "calibration_truth has no ", seen[0] ? 1 : 0, " in column ", j, ": both must occur");
    fitted_.emplace_back();
    for (const Calibrator calibrator : calibrators)
      fitted_.back().emplace_back(calibrator, learners::CalibrationInput::probabilities, rows.probabilities.col(j),
                                  rows.truth.col(j), Reals{weights.data(), false, n, 1}, monitor);
  }
  const auto cells = static_cast<std::size_t>(n * labels);
  std::vector<GridPlace> places(cells);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < labels; ++j)
      places[static_cast<std::size_t>(i * labels + j)] = grid_place(std::min(rows.probabilities.row(i)[j], 1.0));

  // The sample number -1 is of all rows as they are: what is on the grid is compared with it.
  std::vector<double> whole(static_cast<std::size_t>(labels) * grid_points);
  differences_.resize(static_cast<std::size_t>(labels * samples_) * grid_points);
  const auto sample = [&](int64_t number, Monitor &inner) {
    std::vector<Counts> counts(static_cast<std::size_t>(labels));
    for (Counts &of_label : counts)
      for (auto &of_truth : of_label) of_truth.assign(grid_points, 0);
    Random random(options.seed, static_cast<uint64_t>(number + 1));
    for (int64_t d = 0; d < n; ++d) {
      const int64_t i = number < 0 ? d : static_cast<int64_t>(random.uniform() * static_cast<double>(n));
      const double w = weights[static_cast<std::size_t>(i)];
      if (w == 0) continue;
      for (int64_t j = 0; j < labels; ++j) {
        const GridPlace &place = places[static_cast<std::size_t>(i * labels + j)];
        std::vector<double> &to = counts[static_cast<std::size_t>(j)][rows.truth(i, j)];
        to[place.at] += w * (1 - place.share);
        to[place.at + 1] += w * place.share;
      }
    }
    for (int64_t j = 0; j < labels; ++j) {
      std::vector<double> fitted(grid_points, 0.0);
      bool both = true;
      for (const Calibrator each : calibrators)
        both = add_fit_on_grid(each, counts[static_cast<std::size_t>(j)], share, inner, fitted.data()) && both;
      double *const base = &whole[static_cast<std::size_t>(j) * grid_points];
      if (number < 0) {
        std::copy(fitted.begin(), fitted.end(), base);
        continue;
      }
      double *const to = &differences_[static_cast<std::size_t>(j * samples_ + number) * grid_points];
      for (std::size_t at = 0; at < grid_points; ++at) to[at] = both ? fitted[at] - base[at] : 0;
    }
  };
  sample(-1, monitor);
  parallel_for({samples_, samples_ * n * labels}, worker_count(static_cast<int>(options.threads), samples_), monitor,
               [&](int64_t number, int, Monitor &inner) { sample(number, inner); });
}

void DrawnCalibration::apply(int64_t label, const Reals &probabilities, double *out) const {
  const auto n = static_cast<std::size_t>(probabilities.n);
  const auto &fitted = fitted_[static_cast<std::size_t>(label)];
  std::vector<double> of_one(n);
  std::fill_n(out, n, 0.0);
  for (const learners::InputCalibration &each : fitted) {
    each.apply(learners::CalibrationInput::probabilities, probabilities, of_one.data());
    for (std::size_t i = 0; i < n; ++i) out[i] += of_one[i] / static_cast<double>(fitted.size());
  }
}

}  // namespace wald::core::performance

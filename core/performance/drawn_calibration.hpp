// The calibration of probabilities by calibration rows, and how it would differ for other rows: a bootstrap. Automatic is
// the mean of isotonic regression, which is right with many rows, and beta calibration, which varies less with few. Each sample
// draws as many rows anew and fits again. For speed probabilities are then put on a grid of log-odds: what is fitted
// again takes counts on the grid, and is read off it between two points.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/learners/input_calibration.hpp"
#include "core/numeric/monitor.hpp"
#include "core/performance/performance_options.hpp"

namespace wald::core::performance {

struct CalibrationRows {
  Grid<const uint8_t> truth;  // no data: none
  RealTable probabilities;
  Reals weights;  // none: 1
};

constexpr std::size_t grid_points = 401;

// Between which points of the grid a probability lies: at point `at` by 1 - share, at the next by share.
struct GridPlace {
  std::size_t at;
  double share;
};
GridPlace grid_place(double p);

class DrawnCalibration {
 public:
  DrawnCalibration() = default;  // none: probabilities stay as they are
  DrawnCalibration(const CalibrationRows &rows, const PerformanceOptions &options, Monitor &monitor);

  bool is_given() const { return !fitted_.empty(); }
  int64_t samples() const { return samples_; }
  // Of a label's probabilities; out has as many.
  void apply(int64_t label, const Reals &probabilities, double *out) const;
  // What a sample's calibration of the label gives beyond the one of all rows, at each point of the grid.
  const double *differences(int64_t label, int64_t sample) const {
    return &differences_[static_cast<std::size_t>(label * samples_ + sample) * grid_points];
  }

 private:
  int64_t samples_ = 0;
  std::vector<std::vector<learners::InputCalibration>> fitted_;  // by label, those whose mean counts
  std::vector<double> differences_;
};

}  // namespace wald::core::performance

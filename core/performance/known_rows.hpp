// Rows whose performance is estimated, checked: probabilities calibrated, weights, and what is known of their labels.
#pragma once

#include <cstdint>
#include <vector>

#include "core/performance/drawn_calibration.hpp"
#include "core/performance/performance_rows.hpp"

namespace wald::core::performance {

class KnownRows {
 public:
  KnownRows(const PerformanceRows &rows, const DrawnCalibration &calibration, int64_t n_segments);

  int64_t rows() const { return given_.flagged.rows; }
  int64_t labels() const { return given_.flagged.cols; }
  const DrawnCalibration &calibration() const { return calibration_; }
  double weight(int64_t i) const { return weights_.empty() ? 1 : weights_[static_cast<std::size_t>(i)]; }
  double p(int64_t i, int64_t j) const { return p_[static_cast<std::size_t>(i * labels() + j)]; }
  GridPlace place(int64_t i, int64_t j) const { return grid_place(given_.probabilities.row(i)[j]); }
  bool flagged(int64_t i, int64_t j) const { return given_.flagged(i, j) != 0; }
  bool is_labelled(int64_t i) const { return given_.labels.data && given_.labels(i, 0) != no_label; }
  bool label(int64_t i, int64_t j) const { return given_.labels(i, j) == 1; }
  // The probability with which the labels were asked for.
  double asked(int64_t i) const { return given_.labels.data ? given_.label_probabilities[i] : 0; }

 private:
  void check_labels() const;
  void check_segments(int64_t n_segments) const;

  const PerformanceRows given_;
  const DrawnCalibration &calibration_;
  std::vector<double> p_, weights_;
};

}  // namespace wald::core::performance

// How good decisions are without labels: the expected value of a metric given the probabilities, by chunk and segment of
// the rows, with a band that covers the value which the labels would give. It sees no change of P(label | row): only
// labels show that.
//
// The band holds the randomness of the labels given the probabilities, independent of each other, and the error of the
// calibration, by a bootstrap of the calibration rows. Where labels are asked for with known probabilities, sums are
// corrected by their weighted residuals (A. N. Angelopoulos, S. Bates, C. Fannjiang, M. I. Jordan, T. Zrnic,
// "Prediction-powered inference", Science 382 (2023)), and the band holds the sampling of labels instead of the model.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/metrics/metric.hpp"
#include "core/performance/drawn_calibration.hpp"
#include "core/performance/performance_options.hpp"
#include "core/performance/performance_rows.hpp"

namespace wald::core::performance {

class Performance {
 public:
  // calibration: no data for probabilities that are taken as they are.
  Performance(std::shared_ptr<const Metric> metric, const CalibrationRows &calibration, const PerformanceOptions &options);

  // Adds the estimates of rows; none of a call that fails.
  void feed(const PerformanceRows &rows);
  void clear();

  const std::string &metric() const { return metric_->name(); }
  int64_t n_segments() const { return options_.n_segments; }
  const std::vector<Estimate> &of_chunks() const { return of_chunks_; }
  // By chunk, then segment.
  const std::vector<Estimate> &of_segments() const { return of_segments_; }

 private:
  std::shared_ptr<const Metric> metric_;
  PerformanceOptions options_;
  int64_t labels_ = 0;  // 0: not known yet
  bool calibrated_ = false;
  DrawnCalibration calibration_;
  std::vector<Estimate> of_chunks_, of_segments_;
};

}  // namespace wald::core::performance

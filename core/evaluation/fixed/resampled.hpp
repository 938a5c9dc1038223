// The bootstrap of an evaluation at fixed thresholds: rows, or groups, are drawn anew, and all models are evaluated on the
// same draws. Cost: for each sample a pass over the rows of each model.
#pragma once

#include "core/evaluation/fixed/fixed_metrics.hpp"
#include "core/evaluation/fixed/roc_area.hpp"
#include "core/numeric/monitor.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::evaluation {

struct Drawn {
  Interval limits;  // percentiles
  double standard_error;
};

class ResampledModels {
 public:
  // flagged: empty without thresholds.
  ResampledModels(const EvaluatedRows &rows, const std::vector<RankedRows> &ranked,
             const std::vector<std::vector<uint8_t>> &flagged, const std::vector<FixedMetric> &metrics,
             const thresholds::ThresholdSearch &options, Monitor &monitor);

  // Of a place, model * metrics + metric; of a second place less a first. Samples in which it is 0/0 are left out; NaN
  // if none is left.
  Drawn of(std::size_t place, double level) const;
  Drawn difference(std::size_t first, std::size_t second, double level) const;

 private:
  std::size_t places_, rounds_;
  std::vector<double> values_;  // by round and place
};

}  // namespace wald::core::evaluation

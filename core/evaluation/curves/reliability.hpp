// Reliability: how often events happen that are predicted with probability p. By bins that hold equal weights of
// rows, and by the monotone fit: T. Dimitriadis, T. Gneiting and A. I. Jordan, "Stable reliability diagrams for
// probabilistic classifiers", PNAS 118 (2021). The Brier score is taken apart by both; by bins as D. B. Stephenson,
// C. A. S. Coelho and I. T. Jolliffe, "Two extra components in the Brier score decomposition", Weather and Forecasting
// 23 (2008). Cost: a sort of the rows.
#pragma once

#include <vector>

#include "core/base/arrays.hpp"
#include "core/numeric/special/binomial_interval.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::evaluation {

// Rows whose probabilities are neighbours. NaN except for the weight where ties leave a bin without rows.
struct ReliabilityBin {
  double weight = 0;
  double lowest, highest, mean;  // probabilities
  double share;                  // of positives
  Interval share_interval;
};

struct Reliability {
  double brier, uncertainty;
  double miscalibration, discrimination;   // by the monotone fit: brier = miscalibration - discrimination + uncertainty
  double bin_reliability, bin_resolution;  // by the bins:
  double within_bins;                      // brier = reliability - resolution + uncertainty + within_bins
  double calibration_error;                // of the bins
  double mean, prevalence;                 // of the probabilities, of the positives
  std::vector<ReliabilityBin> bins;        // options.bins of them
  std::vector<double> fitted;              // the monotone fit at each row; NaN for rows without weight
};

// Throws Error(argument) if labels are not rated, or probabilities are none.
Reliability reliability(const Reals &probabilities, Strided<const uint8_t> labels, const Reals &weights,
                        const thresholds::ThresholdSearch &options);

}  // namespace wald::core::evaluation

// Rows whose performance is estimated, and an estimate.
#pragma once

#include <cstdint>
#include <limits>

#include "core/base/arrays.hpp"

namespace wald::core::performance {

constexpr uint8_t no_label = 2;

// Rows to be estimated: of one chunk, or of several by chunk_rows.
struct PerformanceRows {
  RealTable probabilities;
  Grid<const uint8_t> flagged;       // 0 or 1
  Grid<const uint8_t> labels;        // 0, 1 or no_label, of a whole row alike; no data: none
  Reals label_probabilities;         // with labels
  Reals weights;                     // none: 1
  Strided<const int64_t> segments;   // with n_segments
};

struct Estimate {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  double value = unknown, low = unknown, high = unknown, standard_error = unknown, calibration_error = unknown;
  int64_t n_rows = 0, n_labels = 0;
};

}  // namespace wald::core::performance

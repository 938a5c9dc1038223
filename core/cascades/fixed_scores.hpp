// The rows of a sample as whole numbers, in the order that fitting needs: those that the full ensemble calls positive
// first, then the others. Each column is contiguous.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cascades/score_sample.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::cascades {

struct FixedScores {
  FixedPoint fixed;
  int64_t models = 0, classes = 1;
  int64_t n = 0, n_positive = 0;  // rows; with K classes all of them are "positive"
  int64_t cut = 0;                // the decision threshold, between -max_fixed_sum - 1 and max_fixed_sum + 1
  std::vector<int32_t> scores;    // column t classes + c at that times n
  std::vector<int32_t> full;      // sum of each row, or its class
  std::vector<int64_t> weights;   // in units of ScoreSample::weight_unit; empty: all the same
  std::vector<double> targets;    // or empty
  int64_t total_weight = 0, least_weight = 1;
  int64_t rounded_decisions = 0;  // rows that sums in double would decide otherwise: scores of too wide a range

  const int32_t *column(int64_t t, int64_t c = 0) const { return scores.data() + (t * classes + c) * n; }
  int64_t weight(int64_t i) const { return weights.empty() ? 1 : weights[static_cast<std::size_t>(i)]; }
};

// Refuses a sample without a row of a weight above 0.
FixedScores make_fixed(const ScoreSample &sample, double threshold, int threads, Monitor &monitor);

}  // namespace wald::core::cascades

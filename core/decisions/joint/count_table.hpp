// The counts P[i][s] as a block for the general F-maximiser: labels that occur by values of s that occur.
#pragma once

#include <cstdint>
#include <vector>

#include "core/estimators/counts.hpp"
#include "core/estimators/joint.hpp"

namespace wald::core::decisions {

struct CountTable {
  int64_t n = 0;
  std::vector<int64_t> labels;  // ascending
  std::vector<int64_t> sizes;   // ascending, from 1
  std::vector<double> p;        // p[j * labels.size() + i] = total * P(y_labels[i] = 1, s = sizes[j])
  double total = 1;
  double p_zero = 0;
  bool sizes_known = true;      // false if the counts were fed without P(s) and do not give it
  std::vector<double> p_s;      // P(s) of each size
  bool is_distribution = true;  // false for counts, which may be predicted label by label
  int64_t roundings = 0;        // in each entry of p, relative

  // With all_labels also those that never occur, which a metric with a(k,s) < 0 prefers.
  static CountTable of(const Joint &joint, bool all_labels);
  static CountTable of(const Counts &counts, bool all_labels);

  const double *column(std::size_t j) const { return p.data() + j * labels.size(); }
};

}  // namespace wald::core::decisions

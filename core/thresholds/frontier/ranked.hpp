// Rows as ranks among levels: all that counting needs.
#pragma once

#include <cstdint>
#include <vector>

#include "core/thresholds/frontier/pareto.hpp"
#include "core/thresholds/sample/levels.hpp"
#include "core/thresholds/sample/sample.hpp"

namespace wald::core::thresholds {

struct RankedRows {
  int64_t dims = 0;
  std::vector<int32_t> ranks;   // row by row: the smallest level at which the classifier flags the row
  std::vector<double> weights;  // empty if every weight is 1

  int64_t size() const { return static_cast<int64_t>(ranks.size()) / dims; }
  const int32_t *row(int64_t i) const { return ranks.data() + i * dims; }
  double weight(int64_t i) const { return weights.empty() ? 1.0 : weights[static_cast<std::size_t>(i)]; }
};

// Rows that no level flags are left out.
struct RankedSample {
  Rule rule = Rule::any;
  CostAxis cost_axis = CostAxis::fp;  // what frontiers are asked for
  bool whole = true;                  // weights
  double most_tp = 0;                 // weight of the positives
  std::vector<Levels> levels;
  RankedRows positives, negatives;

  int64_t dims() const { return static_cast<int64_t>(levels.size()); }
  bool uses_quantiles() const;
  int64_t cells() const;  // of the lattice of all levels; INT64_MAX where it does not fit
  std::vector<double> thresholds(const std::vector<int32_t> &level) const;
  // Under "all" one level of +inf flags nothing; this writes +inf everywhere then.
  std::vector<double> nothing() const;
};

// sample: with exact sums, Sample::exact.
RankedSample rank_rows(const Sample &sample, std::vector<Levels> levels, CostAxis cost_axis = CostAxis::fp);

bool flagged(const int32_t *ranks, const std::vector<int32_t> &level, Rule rule);

Flagged count(const RankedSample &rows, const std::vector<int32_t> &level);

}  // namespace wald::core::thresholds

// A cascade beside its full ensemble on rows whose scores are all known: where examples stop, and how many of them
// would have been decided otherwise.
#pragma once

#include <vector>

#include "core/cascades/policy.hpp"
#include "core/cascades/score_sample.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::cascades {

struct Replay {
  double weight = 0;  // of all rows
  double errors = 0;  // weight of the rows that are decided otherwise
  int64_t error_rows = 0;
  std::vector<double> stops;  // weight of the rows that stop after position r
  std::vector<int64_t> stop_rows;

  void add(const Replay &other);
  double disagreement() const { return errors / weight; }
  double mean_models() const;
  double mean_cost(const Policy &policy) const;
};

// What the full ensemble decides, in the arithmetic of the policy.
std::vector<int32_t> full_decisions(const Policy &policy, const ScoreSample &sample, int threads, Monitor &monitor);

// decisions: those of full_decisions for the same sample.
Replay replay(const Policy &policy, const ScoreSample &sample, const std::vector<int32_t> &decisions, int threads,
              Monitor &monitor);

// What the cost of all models is.
double full_cost(const Policy &policy);

}  // namespace wald::core::cascades

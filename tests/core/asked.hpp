// A problem of ranked labels, as the algorithms take it.
#pragma once

#include "core/decisions/choose_algorithm.hpp"
#include "core/decisions/problem.hpp"

namespace asked {

class Asked {
 public:
  Asked(const wald::core::Metric &metric, wald::core::decisions::KRange range, wald::core::decisions::Workspace &work,
        wald::core::Monitor &monitor)
      : facts_(wald::core::decisions::facts_of(metric)), problem{metric, facts_, options_, range, work, monitor, {}} {}
  Asked(const wald::core::Metric &metric, const wald::core::decisions::Ranked &labels,
        wald::core::decisions::KRange range, wald::core::decisions::Workspace &work, wald::core::Monitor &monitor)
      : Asked(metric, range, work, monitor) {
    work.ranked = labels;
  }

 private:
  const wald::core::decisions::MetricFacts facts_;
  const wald::core::decisions::DecisionOptions options_;

 public:
  const wald::core::decisions::Problem problem;
};

}  // namespace asked

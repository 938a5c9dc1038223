// What a report is about.
#pragma once

#include <string>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/decisions/decision.hpp"
#include "core/estimators/estimator.hpp"

namespace wald::core::report {

struct ReportInput {
  const Metric &metric;
  Kind kind;  // independent or categorical
  Grid<const uint8_t> truth;
  RealTable a, b;  // probabilities, of truth's shape; b.data is null if there is one system
  Reals weights;   // data may be null, and that of groups
  Strided<const int64_t> groups;
  std::string title, name_a, name_b;  // empty: names of ours
  std::vector<std::string> labels;    // empty, or a name for each
  decisions::DecisionOptions options;
  std::string version;
};

}  // namespace wald::core::report

// The result of an evaluation at fixed thresholds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/described/option_rows.hpp"
#include "core/numeric/special/binomial_interval.hpp"

namespace wald::core::evaluation {

struct ModelCounts {
  double tp = 0, fp = 0, fn = 0, tn = 0;  // weights
};

// Of a metric of a model. NaN: unknown.
struct FixedEstimate {
  int64_t model = 0, metric = 0;
  double value = unset;
  Interval limits{unset, unset};
  double standard_error = unset;
  bool exact = false;
};

// Of a metric between two models: second - first.
struct FixedPair {
  int64_t first = 0, second = 0, metric = 0;
  double difference = unset;
  Interval limits{unset, unset};
  double standard_error = unset, p_value = unset, p_adjusted = unset;
};

struct ThresholdEvaluation {
  int64_t rows = 0, units = 0, models = 0;
  double positives = 0, negatives = 0, level = 0;
  std::vector<std::string> names, metrics;  // names: of the models
  std::vector<ModelCounts> counts;       // by model; empty without thresholds
  std::vector<FixedEstimate> estimates;  // metric by metric of each model
  std::vector<FixedPair> pairs;          // metric by metric of each pair
  std::string warning;                   // what is unknown and why; or empty
  std::string markdown, latex;           // tables
};

}  // namespace wald::core::evaluation

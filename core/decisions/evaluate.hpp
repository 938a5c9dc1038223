// The realised value of predictions: a metric on known truth.
#pragma once

#include "core/decisions/decision.hpp"

namespace wald::core {

struct Evaluation {
  double value;  // NaN where every row is undecided
  int64_t undecided;
};

// By the options' average and label weights. weights.data may be null. Rows that hold an undecided cell are left out
// and counted.
Evaluation evaluate(const Metric &metric, const Options &options, Grid<const uint8_t> truth,
                    Grid<const uint8_t> prediction, Reals weights);

}  // namespace wald::core

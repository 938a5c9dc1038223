// Decisions for rows of features, by a model.
#pragma once

#include "core/decisions/answers.hpp"
#include "core/learners/model.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::learners {

struct PredictOptions {
  // Threads and progress count. An at_least that is not set is the model's, unless the metric is a sum over the labels, for which
  // each label stands alone.
  decisions::DecisionOptions decide;
  uint64_t seed = 0;
  int64_t draws = 0;  // label vectors that sampling learners draw for a row; 0: as the model was fitted
};
// The labels that a row's prediction holds at least.
int64_t least_labels(const Model &model, const Metric &metric, const PredictOptions &options);
// Decides for a metric: rows by rows, or with averages macro and micro the table as a whole. mask: rows by labels.
void predict(const Model &model, const FeatureTable &rows, const Metric &metric, const PredictOptions &options,
             decisions::Answers answers);

}  // namespace wald::core::learners

// One problem of deciding: all that an algorithm is given.
#pragma once

#include <cstddef>
#include <vector>

#include "core/decisions/independent/ranked_labels.hpp"
#include "core/estimators/joint.hpp"

namespace wald::core::decisions {

struct MetricFacts;

// What is believed of the labels. Independent and exclusive ones are their marginals, ranked in the workspace.
struct Belief {
  Kind kind = Kind::independent;
  double sum = 0;  // of exclusive labels' probabilities
  const Estimator *estimator = nullptr;                 // a joint distribution, or counts
  const std::vector<Joint::Vector> *vectors = nullptr;  // the distinct ones of a joint distribution, once listed

  const Joint &joint() const { return static_cast<const Joint &>(*estimator); }
};

struct Problem {
  const Metric &metric;
  const MetricFacts &facts;  // of the metric
  const DecisionOptions &options;
  KRange range;
  Workspace &work;
  Monitor &monitor;
  Belief belief;

  const Ranked &labels() const { return work.ranked; }
  int64_t n_labels() const { return belief.estimator ? belief.estimator->n_labels() : work.ranked.n; }
  // The part of the range that can hold the optimum of ranked labels, and the next best k.
  KRange searched() const {
    return metric.proves(falls_in_k, labels().n) ? worth_searching(range, labels().size()) : range;
  }
};

}  // namespace wald::core::decisions

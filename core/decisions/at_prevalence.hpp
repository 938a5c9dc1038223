// Probabilities moved from options.training_prior to options.prevalence, and options that ask for nothing more: what is
// decided with a prevalence is what is decided of moved probabilities without one.
#pragma once

#include <memory>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/decisions/decision.hpp"
#include "core/decisions/sparse_table.hpp"
#include "core/estimators/estimator.hpp"

namespace wald::core::decisions {

// Throws Error(argument) where priors are missing, or of another number than the labels.
template <class Table>
class TableAtPrevalence {
 public:
  TableAtPrevalence(Kind kind, const Table &table, const DecisionOptions &options);
  TableAtPrevalence(const TableAtPrevalence &) = delete;

  const Table &table() const { return table_; }
  const DecisionOptions &options() const { return options_; }

 private:
  std::vector<double> moved_;  // the cells of table_
  Table table_;
  DecisionOptions options_;
};

// The same of one estimator. Throws Error(unsupported) unless it holds a probability per label.
std::unique_ptr<Estimator> at_prevalence(const Estimator &estimator, const DecisionOptions &options);
DecisionOptions without_prevalence(DecisionOptions options);

// Throws Error(unsupported) where a prevalence is set for label vectors or counts.
void refuse_prevalence(Kind kind, const DecisionOptions &options);

}  // namespace wald::core::decisions

// The problems that a file of beliefs poses: one per row, one per column, or one in all.
#ifndef WALD_CLI_DECIDE_BELIEFS_PROBLEMS_HPP
#define WALD_CLI_DECIDE_BELIEFS_PROBLEMS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "decide/beliefs/beliefs.hpp"
#include "input/masks.hpp"
#include "wald.hpp"

namespace wald::cli {

class Problems {
 public:
  Problems(const Beliefs &beliefs, wald_average average);

  std::int64_t count() const;

  /// What is known of problem i. May run on several threads at once.
  Estimator estimator(std::int64_t i) const;

  /// The part of a table of predictions that answers problem i.
  std::vector<std::uint8_t> answer(const MaskTable &table, std::int64_t i) const;

  /// What an error in problem i is said of.
  std::string place(std::int64_t i) const;

 private:
  const Beliefs &beliefs_;
  wald_average average_;
  std::vector<double> marginals_;  // rows by labels, where the columns of joint beliefs or counts are the problems
  SparseTable columns_;            // the columns of a sparse table, likewise
};

/// P(y_i = 1) for each instance and label, row by row: all that a column of instances depends on.
std::vector<double> marginal_table(const Beliefs &beliefs);

/// What the beliefs say of one instance.
Estimator instance_estimator(const Beliefs &beliefs, std::int64_t row);

/// The prediction that the settings name, which must go with the beliefs.
MaskTable read_prediction_of(const Beliefs &beliefs, const Settings &settings, Progress &progress);

}  // namespace wald::cli

#endif

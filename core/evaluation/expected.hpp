// The value of a given prediction: its expected utility, its regret, and the distribution of its utility.
#pragma once

#include <limits>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/decisions/decision.hpp"
#include "core/decisions/expectation.hpp"
#include "core/estimators/estimator.hpp"

namespace wald::core::evaluation {

// E U under any estimator.
decisions::Expectation expected_utility(const Metric &metric, const Estimator &estimator,
                                        const std::vector<int64_t> &items, decisions::Workspace &work);

// What is expected of a prediction that is given: of one problem, or of each answer of a table.
struct Expected {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> expected, regret;  // no regret where none was asked for
  double error = unknown, regret_bound = unknown;  // of one problem; the true regret is at most regret + regret_bound
  const char *warning = "";                        // of a table
};
// Of one problem. The optimum is looked for where a regret is asked.
Expected expected_of(const Metric &metric, const Estimator &estimator, const std::vector<int64_t> &items,
                     const decisions::DecisionOptions &options, bool with_regret);

// The positives of a mask of n cells, each 0 or 1; `name` is what the message calls it.
std::vector<int64_t> items_of_mask(Strided<const uint8_t> mask, const char *name);

// The distribution of U: its values, ascending, and their probabilities.
class Distribution {
 public:
  void compute(const Metric &metric, const Estimator &estimator, const std::vector<int64_t> &items,
               const decisions::DecisionOptions &options);
  void require_computed() const;

  const std::vector<double> &values() const { return values_; }
  const std::vector<double> &probabilities() const { return probabilities_; }
  int64_t draws() const { return draws_; }  // 0: exact
  double mean() const { return mean_; }
  double sd() const { return sd_; }
  double standard_error() const;
  // The smallest u with P(U <= u) >= q.
  double quantile(double q) const;
  double at_least(double u) const;
  double standard_error_of(double probability) const;

 private:
  struct Atom {
    double u, p;
  };
  void set(std::vector<Atom> &atoms);

  std::vector<double> values_, probabilities_;
  int64_t draws_ = 0;
  double slack_ = 0;  // values of U closer than this differ by rounding alone
  double mean_ = 0, sd_ = 0;
};

}  // namespace wald::core::evaluation

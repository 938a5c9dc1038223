// The value of any prediction: its expected utility, its regret, and the distribution of its utility.
#pragma once

#include <vector>

#include "core/base/arrays.hpp"
#include "core/decisions/decision.hpp"
#include "core/decisions/expectation.hpp"
#include "core/estimators/estimator.hpp"

namespace wald::core::evaluation {

// E U under any estimator.
decisions::Expectation expected_utility(const Metric &metric, const Estimator &estimator,
                                        const std::vector<int64_t> &items, decisions::Workspace &work);

struct Regret {
  double regret, bound;  // the true regret is at most regret + bound
};
Regret regret_of(const Metric &metric, const Estimator &estimator, const std::vector<int64_t> &items,
                 const decisions::DecisionOptions &options);

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

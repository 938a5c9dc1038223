// Metrics of weighted counts: the named formulas for sums that need not be whole numbers or exact differences of each other.
#pragma once

namespace wald::core {

class Metric;

// The four cells of a confusion matrix, and the sums of its rows and columns. Each is summed separately: a difference of two
// others can lose all of its digits.
struct Confusion {
  double tp = 0, fp = 0, fn = 0, tn = 0;
  double predicted = 0, rest = 0, positives = 0, negatives = 0;
};

class ConfusionMetric {
 public:
  // If each sum is accurate to a few units in the last place, |computed U - U| is at most 64 * 2^-53 * range().magnitude().
  virtual double utility(const Confusion &c) const = 0;
  // a(k, s) of U = a(k, s) tp + g(k, s), computed from the sums of rows and columns; only if linear_in_tp.
  virtual double slope_in_tp(const Confusion &c) const = 0;

 protected:
  ~ConfusionMetric() = default;
};

// Fails for custom metrics, which are functions of whole counts.
const ConfusionMetric &confusion_metric(const Metric &metric);

}  // namespace wald::core

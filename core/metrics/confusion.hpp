// Metrics of weights: the named formulas at sums that are not whole numbers, and need not be exact differences of each
// other.
#pragma once

namespace wald::core {

class Metric;

// The four cells of a confusion matrix, and the sums of its rows and columns. Each is summed by itself: none is the
// difference of others, which could have lost all of its digits.
struct Confusion {
  double tp = 0, fp = 0, fn = 0, tn = 0;
  double predicted = 0, rest = 0, positives = 0, negatives = 0;
};

class ConfusionMetric {
 public:
  // From sums that are right but for the last digits: |computed U - U| is at most 64 times 2^-53 times
  // range().magnitude().
  virtual double utility(const Confusion &c) const = 0;
  // a(k, s) of U = a(k, s) tp + g(k, s), from the sums of rows and columns alone; only where linear_in_tp.
  virtual double slope_in_tp(const Confusion &c) const = 0;

 protected:
  ~ConfusionMetric() = default;
};

// Of a metric of the catalogue; fails for custom metrics, which are functions of whole counts.
const ConfusionMetric &confusion_metric(const Metric &metric);

}  // namespace wald::core

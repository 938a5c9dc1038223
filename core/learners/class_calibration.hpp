// Calibration of exclusive classes: from a row's margins, one per class, to probabilities that sum to 1.
//
// Platt: the softmax of slope * margin + intercept of the class, one slope for all of them (temperature scaling with
// intercepts; C. Guo, G. Pleiss, Y. Sun, K. Weinberger, "On calibration of modern neural networks", ICML 2017), by the
// log-loss of soft targets: a row of class k, one of n_k, counts for it by (n_k + 1)/(n_k + 2) and for the others by
// what is left, in equal shares. Of two classes that is Platt's own method. Isotonic and beta: each class against the
// rest, by the log-odds of its softmax, then divided by their sum (B. Zadrozny, C. Elkan, "Transforming classifier
// scores into accurate multiclass probability estimates", KDD 2002). Temperature and vector scaling:
// core/learners/linear/scaling.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/learners/calibration.hpp"

namespace wald::core::learners {

class ClassCalibration {
 public:
  ClassCalibration() = default;  // none: the softmax
  // margins: rows by outputs, where one output is the margin of the second class of two; classes: of each row one of
  // 0 ... n_classes - 1, each of which occurs.
  ClassCalibration(Calibrator calibrator, const std::vector<double> &margins, const std::vector<int64_t> &classes,
                   int64_t n_classes, const std::vector<double> &weights, Monitor &monitor);

  // Of one row; each rises with the margin of its class. out: n_classes.
  void probabilities(const double *margins, int64_t n_classes, double *out) const;

  // The temperature that the softmax divides margins by; NaN of other kinds.
  double temperature() const;
  int64_t n_classes() const { return static_cast<int64_t>(of_class_.size()); }

  // A list of JSON objects, one calibration per class, or none.
  void save(std::string &out) const;
  static ClassCalibration load(const SavedText &text, const std::vector<SavedValue> &list, int64_t n_classes);

 private:
  std::vector<Calibration> of_class_;  // of one kind; Platt's and temperature of one slope
};

}  // namespace wald::core::learners

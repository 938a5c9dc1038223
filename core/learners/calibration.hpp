// Calibration: from a score (a margin of a binary classifier, out of fold) to a probability.
//
// Platt: a logistic regression on the margin, with targets (n1 + 1)/(n1 + 2) and 1/(n0 + 2) (Platt, 1999). Beta: a
// logistic regression on log p and -log(1 - p), whose coefficients may not be negative (Kull, Silva Filho, Flach,
// 2017). Isotonic: pooled adjacent violators (Zadrozny, Elkan, 2002), lines between the pools, values kept within
// 1/(2n) of 0 and 1, and ties among equal values broken by the score. Temperature: the margin times one number, by
// maximum likelihood (core/learners/linear/scaling.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/learners/learner_options.hpp"
#include "core/numeric/monitor.hpp"
#include "core/saved/saved_text.hpp"

namespace wald::core::learners {

class Calibration {
 public:
  Calibration() = default;  // none: p is the sigmoid of the margin
  // Platt's, temperature or vector: a line in the margin.
  static Calibration of_line(Calibrator kind, double intercept, double slope);

  Calibrator kind() const { return kind_; }
  double intercept() const { return intercept_; }  // of all but isotonic
  double slope() const { return slope_; }
  // Rises with the margin; constant only if the margins said nothing.
  double probability(double margin) const;
  // The isotonic fit at a value; `tie`, which lies in [0, 1] and rises with the value, breaks ties.
  double isotonic(double value, double tie) const;

  void save(std::string &out) const;  // a JSON object
  static Calibration load(const SavedText &text, const SavedValue &object);

 private:
  friend struct CalibrationFit;
  Calibrator kind_ = Calibrator::none;
  double intercept_ = 0, slope_ = 1, other_slope_ = 0;
  std::vector<double> knots_, values_;  // isotonic: ascending
  double edge_ = 0;
};

// Log-odds of a probability, from -40 to 40: beyond them a probability counts as 0 or 1.
double clipped_log_odds(double p);
void clip_to_log_odds(std::vector<double> &p);

// How many rows these weights are worth (Kish): as many as there are where they are alike. Of a sum above 0.
double effective_rows(const std::vector<double> &weights);
// Weights that count rows: scaled up where they sum to fewer than they are worth, as weights do that sum to 1. Soft
// targets and the like ask for counts. Weights above 1e100 are scaled down to it.
std::vector<double> counting_weights(const std::vector<double> &weights);

// Margins, labels and weights, one per row; both labels occur.
Calibration calibrate_margins(Calibrator calibrator, const std::vector<double> &margins,
                              const std::vector<uint8_t> &labels, const std::vector<double> &weights, Monitor &monitor);

}  // namespace wald::core::learners

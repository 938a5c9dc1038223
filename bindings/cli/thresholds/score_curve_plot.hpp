// Decision curves and reliability, drawn by gnuplot.
#ifndef WALD_CLI_THRESHOLDS_SCORE_CURVE_PLOT_HPP
#define WALD_CLI_THRESHOLDS_SCORE_CURVE_PLOT_HPP

#include <string>
#include <utility>
#include <vector>

#include "base/output.hpp"
#include "wald.hpp"

namespace wald::cli {

/// The corners of the monotone fit: the first and the last probability of each step, with its share.
std::vector<std::pair<double, double>> fit_corners(const std::vector<double> &probabilities,
                                                   const std::vector<double> &fitted);

class ScoreCurvePlot {
 public:
  /// `path` ends in .svg or .png. Fails at once where it cannot be written.
  explicit ScoreCurvePlot(const std::string &path);

  /// Net benefit with its limits, beside flagging every row and none.
  void draw(const DecisionCurve &curve, const std::vector<std::string> &models, double prevalence);
  /// Bins with their limits, the monotone fit, and how the probabilities lie.
  void draw(const Reliability &found, const std::string &model, const std::vector<double> &probabilities,
            const std::vector<double> &weights);

 private:
  Output output_;
  bool svg_;
};

}  // namespace wald::cli

#endif

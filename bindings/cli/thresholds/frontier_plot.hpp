// The picture of a frontier: its points, the chosen one, and its intervals.
#ifndef WALD_CLI_THRESHOLDS_FRONTIER_PLOT_HPP
#define WALD_CLI_THRESHOLDS_FRONTIER_PLOT_HPP

#include <string>
#include <vector>

#include "base/output.hpp"
#include "wald.hpp"

namespace wald::cli {

class FrontierPlot {
 public:
  /// `path` ends in .svg or .png. Fails at once where it cannot be written.
  explicit FrontierPlot(const std::string &path);

  /// True against false positives: the frontier, its hull, the chosen point with its interval, and the baselines. For
  /// two scores the plane of their thresholds beside it, with the path of thresholds along the frontier.
  void draw(const std::vector<std::string> &scores, const Sample &sample, ThresholdOptions &options,
            const Thresholds &thresholds, double level);

 private:
  Output output_;
  bool svg_;
};

}  // namespace wald::cli

#endif

// Pictures of cascades: where examples stop, and cost and disagreement of methods.
#ifndef WALD_CLI_CASCADES_CASCADE_PLOT_HPP
#define WALD_CLI_CASCADES_CASCADE_PLOT_HPP

#include <string>
#include <vector>

#include "base/output.hpp"
#include "wald.hpp"

namespace wald::cli {

class CascadePlot {
 public:
  /// `path` ends in .svg or .png. Fails at once where it cannot be written.
  explicit CascadePlot(const std::string &path);

  /// The share of rows that stop after this many models: in sample and, where known, cross-fitted and on rows set aside.
  void draw_stops(const Cascade &cascade);

  struct Curve {
    std::string method;                      // those that begin with the same word look alike
    std::vector<double> disagreement, cost;  // a point for each alpha
    std::vector<double> stops;               // the share of rows that stop after this many models, for the first alpha
  };
  /// Cost against disagreement and, of the first method of each kind, where rows stop. `cost` is what its axis says,
  /// `rows` what rows they are.
  void draw_methods(const std::vector<Curve> &curves, double first_alpha, const std::string &cost,
                    const std::string &rows);

 private:
  void run(const std::string &script, int height);

  Output output_;
  bool svg_;
};

}  // namespace wald::cli

#endif

// Curves drawn by gnuplot.
#ifndef WALD_CLI_DECIDE_CURVE_PLOT_HPP
#define WALD_CLI_DECIDE_CURVE_PLOT_HPP

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/output.hpp"

namespace wald::cli {

class CurvePlot {
 public:
  /// `path` ends in .svg or .png. Fails at once where it cannot be written.
  CurvePlot(const std::string &path, std::string metric);

  /// Makes room for a number of curves; fails if so many could not be told apart.
  void reserve(std::int64_t curves);

  /// Curve `i`: a value for each k, NaN if there is none. Different i may be set on several threads at once.
  void set(std::int64_t i, const std::string &title, const std::vector<double> &values);

  void draw();

 private:
  struct Curve {
    std::string title;
    std::vector<std::pair<std::int64_t, double>> points;
    std::pair<std::int64_t, double> best;
  };

  std::string script() const;

  Output output_;
  bool svg_;
  std::string metric_;
  std::vector<Curve> curves_;
};

}  // namespace wald::cli

#endif

// The picture of a route: the best quality for each cost.
#ifndef WALD_CLI_ROUTES_ROUTE_PLOT_HPP
#define WALD_CLI_ROUTES_ROUTE_PLOT_HPP

#include <string>

#include "base/output.hpp"
#include "wald.hpp"

namespace wald::cli {

class RoutePlot {
 public:
  /// `path` ends in .svg or .png. Fails at once where it cannot be written.
  explicit RoutePlot(const std::string &path);

  /// The routes that no other is better than, those that mixtures reach, the chosen one, and the last stage alone.
  void draw(const Route &route);

 private:
  Output output_;
  bool svg_;
};

}  // namespace wald::cli

#endif

// The picture of a promise over its rows: the metric with its limits, and the evidence that it is broken.
#ifndef WALD_CLI_PROMISES_PROMISE_PLOT_HPP
#define WALD_CLI_PROMISES_PROMISE_PLOT_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "base/output.hpp"
#include "wald.hpp"

namespace wald::cli {

class PromisePlot {
 public:
  /// `path` ends in .svg or .png. Fails at once where it cannot be written. `timed`: changes are found at times, which
  /// have no place among the numbers of rows.
  PromisePlot(const std::string &path, bool timed);

  /// Notes what the promise is after the rows so far. Of many looks every second is forgotten: an endless stream
  /// needs no more memory.
  void look(const Promise &promise);

  /// Draws the looks, and the last one, which is now.
  void draw(const Promise &promise);

 private:
  struct Look {
    double rows, value, low, high, evidence;
  };
  static Look now(const Promise &promise);

  Output output_;
  bool svg_, timed_;
  std::vector<Look> looks_;
  std::size_t step_ = 1, since_ = 0;  // looks from one that is kept to the next
};

}  // namespace wald::cli

#endif

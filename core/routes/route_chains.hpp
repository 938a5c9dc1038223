// All thresholds of all chains of stages on the rows of one group, and what they come to.
//
// A chain is a set of stages in ascending order, of which the last answers what none before it did. Of two stages the
// rows are sorted by the confidence of the first, and one pass gives every threshold: n log n. Of m stages let
// x_j(row) be what the row adds if the j-th answers. Rows that the j-th answers are a box of the levels of their
// confidences, below t_1 ... t_{j-1} and at least t_j, and so
//   sum = S_1(t_1) + S_2(t_1, t_2) + ... + S_m(t_1, ..., t_{m-1}),   S_j = sum of x_j over the rows of the box,
// where S_j is a cumulative histogram of j dimensions: every combination of levels costs m additions, and no
// subtraction, which would lose small costs beside large ones. If there are more combinations than `max_policies`, the
// levels are thinned to equal weights, and searched anew among all levels around the best: exact() is false then.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/numeric/monitor.hpp"
#include "core/routes/frontier.hpp"

namespace wald::core::routes {

class ChainSearch {
 public:
  // first: the stage that all chains begin with, or -1 for any.
  ChainSearch(const SearchRows &rows, int64_t first, int64_t max_policies);

  // The frontier of all thresholds. finer: where it is not exact, the best of some choices, around which the levels are
  // refined.
  using Best = std::function<const RouteChoice *(const std::vector<RouteChoice> &)>;
  std::vector<RouteChoice> frontier(const Merit &merit, const Best &best, Monitor &monitor);
  bool exact() const { return exact_; }
  // [stages]: NaN if a stage is not called.
  std::vector<double> thresholds(uint64_t id) const;

 private:
  struct Levels {
    std::vector<int64_t> chain;
    std::vector<std::vector<double>> thresholds;  // of each stage but the last, descending
  };
  void pair(const std::vector<int64_t> &chain, std::vector<RouteChoice> &out, const Merit &merit, Monitor &monitor);
  void all_levels(Levels levels, std::vector<RouteChoice> &out, const Merit &merit, Monitor &monitor);
  std::vector<double> distinct(int64_t stage) const;

  const SearchRows &rows_;
  int64_t first_, max_policies_;
  bool exact_ = true;
  std::vector<Sums> alone_;  // of each stage, where it answers all rows and no other is asked
  std::vector<Levels> searched_;
};

}  // namespace wald::core::routes

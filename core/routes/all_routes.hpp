// All routes on some rows, by their frontier of cost and quality: the chains of each group, added up over the groups.
//
// Where the sums of two groups are added, only points on the frontier of each can be part of the best. With many groups
// of many points the frontiers are thinned before they are added, the choice is then improved group by group at full
// resolution, and exact() is false.
//
// A quotient over several groups, precision or F, has frontiers of three numbers: cost, a and a - b. If they are too
// large, the route is found by a - q b, which adds up, for the q that matters (Dinkelbach 1967), and the envelope holds
// what both searches found.
#pragma once

#include <memory>
#include <vector>

#include "core/numeric/monitor.hpp"
#include "core/routes/aim.hpp"
#include "core/routes/route_chains.hpp"
#include "core/routes/route.hpp"

namespace wald::core::routes {

class Routes {
 public:
  Routes(const Stages &stages, const std::vector<int64_t> &rows, const RouteOptions &options, Monitor &monitor);
  ~Routes();

  // By ascending cost, and so by ascending quality.
  const std::vector<RouteChoice> &frontier() const { return frontier_; }
  double weight() const { return weight_; }
  const SumScale &scale() const { return scale_; }
  bool exact() const { return exact_; }
  Aim aim() const { return {options_, weight_}; }
  std::size_t best() const { return aim().best(frontier_); }
  // Without findings. improved: by the goal, group by group, where the frontier is not exact.
  Route route(std::size_t index, bool improved) const;
  // At most this many points, those of the hull first.
  std::vector<RoutePoint> envelope(std::size_t most) const;

 private:
  struct Group;
  struct Alternative;  // all groups, by what stage is asked first
  void search_quotients(const Stages &stages, const std::vector<int64_t> &rows, Monitor &monitor);
  // Adds the alternatives of a merit. False if there were too many thresholds or sums to compare all.
  bool search(const Stages &stages, const std::vector<int64_t> &rows, const Merit &merit, std::size_t most,
              Monitor &monitor);
  std::unique_ptr<Alternative> alternative(const Stages &stages, const std::vector<int64_t> &rows, int64_t first,
                                           const Merit &merit, bool *exact, Monitor &monitor) const;
  void collect();

  RouteOptions options_;
  int64_t stages_;
  SumScale scale_;
  double weight_ = 0;
  bool exact_ = true;
  std::vector<std::unique_ptr<Alternative>> alternatives_;
  std::vector<RouteChoice> frontier_;
};

}  // namespace wald::core::routes

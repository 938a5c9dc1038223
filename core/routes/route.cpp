// Says which stage answers a row, and which stages are asked for it.
#include "core/numeric/contraction.hpp"  // first

#include "core/routes/route.hpp"

#include <cmath>

#include "core/base/error.hpp"

namespace wald::core::routes {

int64_t Route::behind(int64_t group, int64_t stage) const {
  if (group < 0 || group >= groups()) {
    // By class the first answer tells the group, so the first stage is asked in any case.
    if (by == RouteBy::first_class && groups() > 0 && stage < 0) return behind(0, -1);
    return stage < stages - 1 ? stages - 1 : -1;
  }
  for (int64_t s = stage + 1; s < stages; ++s)
    if (!std::isnan(thresholds[static_cast<std::size_t>(group * stages + s)])) return s;
  return -1;
}

int64_t Route::next(int64_t group, int64_t stage, double confidence) const {
  if (!router) {
    if (stage < 0) return behind(by == RouteBy::first_class ? 0 : group, -1);
    const bool listed = group >= 0 && group < groups();
    const double threshold = listed                ? thresholds[static_cast<std::size_t>(group * stages + stage)]
                             : stage == stages - 1 ? -infinite
                                                   : infinite;
    const int64_t after = behind(group, stage);
    return confidence >= threshold || after < 0 ? -1 : after;
  }
  if (stage >= 0) return -1;
  int64_t at = behind(group, -1);
  for (int64_t after; (after = behind(group, at)) >= 0; at = after)
    if (confidence >= thresholds[static_cast<std::size_t>(group * stages + at)]) break;
  return at;
}

void check_route(const Route &route) {
  if (route.groups() < 1 || static_cast<int64_t>(route.thresholds.size()) != route.groups() * route.stages)
    fail(Status::argument, "a route has no group");
  if (route.router && route.by == RouteBy::first_class)
    fail(Status::argument, "a router decides before there is an answer, and cannot do so by class");
  for (int64_t g = 0; g < route.groups(); ++g) {
    int64_t last = -1;
    for (int64_t s = 0; s < route.stages; ++s)
      if (!std::isnan(route.thresholds[static_cast<std::size_t>(g * route.stages + s)])) last = s;
    if (last < 0 || route.thresholds[static_cast<std::size_t>(g * route.stages + last)] != -infinite)
      fail(Status::argument, "group ", g, " does not end with a stage that answers all rows");
    if (route.by == RouteBy::first_class && route.behind(g, -1) != route.behind(0, -1))
      fail(Status::argument, "group ", g, " asks another stage first than group 0: by class all ask the same one");
  }
}

}  // namespace wald::core::routes

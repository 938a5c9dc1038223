// The best route for a goal on rows of stages, without or with a certificate, and what a route does on rows.
#pragma once

#include "core/numeric/monitor.hpp"
#include "core/routes/route.hpp"
#include "core/routes/row_sums.hpp"
#include "core/routes/stages.hpp"

namespace wald::core::routes {

Route choose_route(const Stages &stages, const RouteOptions &options, Monitor &monitor);

struct RouteEvaluation {
  double cost = 0, quality = 0;
  double full_cost = 0, full_quality = 0;  // of the last stage alone
  double rows = 0, labels = 0;
  std::vector<double> shares;
};
// Of the options measure, beta and positive count.
RouteEvaluation evaluate_route(const Route &route, const Stages &stages, const RouteOptions &options);

}  // namespace wald::core::routes

// Which stage answers a row: the first one that is called and is confident enough. The answer of a stage replaces those
// before it. A router decides by a score, before any answer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/certify/certificate.hpp"
#include "core/numeric/monitor.hpp"
#include "core/routes/route_options.hpp"

namespace wald::core::routes {

// A point of the envelope of cost against quality.
struct RoutePoint {
  double cost, quality;
  bool on_hull;
};

// What was found on the rows that the route was chosen on; NaN: not known. Means of a row.
struct RouteFindings {
  double rows = 0, labels = 0;
  double cost = unset, quality = unset, full_cost = unset, full_quality = unset;
  bool exact = true, feasible = true;
  double certify = unset, labels_needed = unset;
  bool certified = false;
  certify::Theorem theorem = certify::Theorem::none;
  std::vector<double> shares;  // of the rows, by weight, that each stage answers
  std::vector<RoutePoint> envelope;
};

struct Route {
  int64_t stages = 0;
  bool router = false;
  RouteBy by = RouteBy::none;
  RouteGoal goal = RouteGoal::cost;
  RouteMeasure measure = RouteMeasure::accuracy;
  // [groups x stages]: a stage answers where its confidence (the router's score) is at least the threshold; NaN: it is
  // not asked. Each group ends with one of -inf. A group that is not listed asks the last stage alone.
  std::vector<double> thresholds;
  RouteFindings findings;

  int64_t groups() const { return stages > 0 ? static_cast<int64_t>(thresholds.size()) / stages : 0; }
  // The stage asked behind `stage` (-1: the first one) in a group; -1: there is none.
  int64_t behind(int64_t group, int64_t stage) const;
  // The stage to call next, or -1 if the answer of `stage` is taken. stage -1: the first one, by a router the one.
  int64_t next(int64_t group, int64_t stage, double confidence) const;
  // The stage that answers. confidences(s): of the stages that are called alone.
  template <class Confidences>
  int64_t answering(int64_t group, double score, const Confidences &confidences) const {
    int64_t stage = next(group, -1, score);
    for (int64_t ahead; !router && (ahead = next(group, stage, confidences(stage))) >= 0;) stage = ahead;
    return stage;
  }
  // The first stage asked; by class it is the same for all groups.
  int64_t first() const { return next(0, -1, 0); }

  std::string save() const;
};
Route load_route(std::string_view text);
void check_route(const Route &route);

}  // namespace wald::core::routes

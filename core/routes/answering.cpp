// Computes what a route does with a row of a table.
#include "core/numeric/contraction.hpp"  // first

#include "core/routes/answering.hpp"

#include "core/base/error.hpp"

namespace wald::core::routes {

void check_rows(const Route &route, const Stages &stages) {
  if (stages.stages() != route.stages)
    fail(Status::argument, "stages has ", stages.stages(), " stages: must have ", route.stages);
  if (stages.rows() == 0) fail(Status::argument, "rows is 0: no row was fed");
  if (route.router && !stages.has_scores())
    fail(Status::argument, "the route asks by scores, which stages does not have");
  if (route.by == RouteBy::segment && !stages.has_segments())
    fail(Status::argument, "the route is by segment: stages has no segments");
  if (route.by == RouteBy::first_class && !stages.has_answers())
    fail(Status::argument, "the route is by class: stages has no answers");
}

int64_t answering_stage(const Route &route, const Stages &stages, int64_t row, std::vector<int64_t> *asked) {
  if (asked) asked->clear();
  int64_t group = 0;
  if (route.by == RouteBy::segment) group = stages.segment(row);
  if (route.by == RouteBy::first_class) {
    const int64_t first = route.first();
    group = first + 1 < route.stages ? stages.answer(row, first) : 0;
  }
  const double score = route.router ? stages.score(row) : 0;
  int64_t stage = route.next(group, -1, score);
  if (asked) asked->push_back(stage);
  if (route.router) return stage;
  for (int64_t ahead; (ahead = route.next(group, stage, stages.confidence(row, stage))) >= 0;) {
    stage = ahead;
    if (asked) asked->push_back(stage);
  }
  return stage;
}

}  // namespace wald::core::routes

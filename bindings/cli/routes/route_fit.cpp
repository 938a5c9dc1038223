// wald route fit: when to accept the answer of a cheap stage.
#include <cmath>
#include <optional>
#include <string>

#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "base/warnings.hpp"
#include "commands.hpp"
#include "routes/route_options.hpp"
#include "routes/route_plot.hpp"
#include "routes/route_report.hpp"
#include "routes/stage_table.hpp"

namespace wald::cli {

namespace {

/// What is wrong with a route that does not do what was asked for; else empty. While labels are asked for in batches, it
/// is no surprise that nothing is certified yet.
std::string shortfall(const Route &route, const Stages &stages, const Settings &settings) {
  if (!std::isnan(route.certify()))
    return route.certified() || stages.n_batches() > 0
               ? ""
               : "no route can be certified: the last stage answers every row";
  if (route.feasible()) return "";
  if (route.goal() == WALD_ROUTE_GOAL_QUALITY) return "no route keeps within the budget: this is the nearest one";
  return "no route reaches the quality " + rounded(settings.library.number("min_quality")) +
         (settings.library.given("min_quality") ? "" : ", the default of --min-quality") + ": this is the nearest one";
}

}  // namespace

void route_fit(const Settings &settings) {
  const RouteSettings &asked = settings.route;
  std::optional<Output> policy;
  if (settings.output != "-") policy.emplace(settings.output);
  std::optional<RoutePlot> plot;
  if (!settings.plot.empty()) plot.emplace(settings.plot);
  Progress progress;
  NamedStages input = read_stages(asked, progress);
  RouteOptions options = make_route_options(settings, input.names.classes);
  follow(options, progress, "choosing");
  const Route route = Route::choose(input.stages, options);
  RouteReport report{route, input.names, {}};
  if (!asked.test.empty()) {
    StagesKnown known;
    known.stages = route.n_stages();
    const Stages others = make_stages(read_stage_table({asked.test}, asked, known, input.names, progress));
    report.test = {others.n_rows(), route.evaluate(others, options.reset_unread("evaluate"))};
  }
  progress.clear();
  if (plot) plot->draw(route);
  if (policy) {
    policy->write(with_names(route.save(), input.names));
    policy->finish();
  }
  Output found("-");
  found.write(asked.text ? route_text(report) : route_json(report));
  found.finish();
  Warnings warnings;
  warnings.note(shortfall(route, input.stages, settings));
  warnings.say();
}

}  // namespace wald::cli

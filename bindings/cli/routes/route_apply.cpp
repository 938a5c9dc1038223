// wald route apply: which stage answers each row, by a saved route.
#include <cmath>

#include "base/errors.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "input/source.hpp"
#include "routes/stage_table.hpp"

namespace wald::cli {
namespace {

struct RoutePolicy {
  std::string source;  // what messages call it
  Route route;
  RouteNames names;
};

RoutePolicy read_route(const std::string &path, Progress &progress) {
  Source source(path, progress);
  const std::string text = source.all();
  try {
    Route route = Route::load(text);
    return {source.name(), std::move(route), saved_names(text, source.name())};
  } catch (const Error &error) {
    source.refuse(error);
  }
}

/// The columns that a policy goes by must be named, and no others.
void check_columns(const RoutePolicy &policy, const RouteSettings &asked) {
  const Route &route = policy.route;
  const auto refuse_if = [&](bool wrong, const std::string &message) {
    if (wrong) throw UsageError(policy.source + " " + message);
  };
  refuse_if(route.router() && !asked.score, "goes by a router's score: --score is needed");
  refuse_if(!route.router() && asked.score.has_value(), "goes by confidences, not by a router's --score");
  refuse_if(route.router() && !asked.confidences.empty(), "goes by a router's score, not by --confidences");
  refuse_if(!route.router() && asked.confidences.empty(), "goes by confidences: --confidences is needed");
  refuse_if(route.by() == WALD_ROUTE_BY_SEGMENT && !asked.segment, "is by segment: --segment is needed");
  refuse_if(route.by() != WALD_ROUTE_BY_SEGMENT && asked.segment.has_value(), "is not by segment: leave out --segment");
  refuse_if(route.by() == WALD_ROUTE_BY_CLASS && asked.answers.empty(), "is by class: --answers is needed");
}

/// The group of each row; none if the route has one.
std::vector<std::int32_t> groups_of(const Route &route, const StageTable &table, std::size_t first) {
  if (route.by() == WALD_ROUTE_BY_SEGMENT) return table.segments;
  std::vector<std::int32_t> out;
  if (route.by() != WALD_ROUTE_BY_CLASS) return out;
  const auto stages = static_cast<std::size_t>(table.stages);
  const bool alone = first + 1 == stages;  // then the last stage answers all rows
  for (std::size_t row = 0; row < static_cast<std::size_t>(table.rows); ++row)
    out.push_back(alone ? 0 : table.answers[row * stages + first]);
  return out;
}

}  // namespace

void route_apply(const Settings &settings) {
  const RouteSettings &asked = settings.route;
  Output output(settings.output);
  Progress progress;
  RoutePolicy policy = read_route(asked.policy, progress);
  const Route &route = policy.route;
  check_columns(policy, asked);
  StagesKnown known;
  known.stages = route.n_stages();
  known.running = true;
  const auto first = static_cast<std::size_t>(route.router() ? 0 : route.next(-1));
  if (route.by() == WALD_ROUTE_BY_CLASS)
    known.must = first;
  else
    policy.names.classes = Names();  // answers that decide nothing are written as they come, whatever they are
  const StageTable table = read_stage_table(asked.files, asked, known, policy.names, progress);
  const Array by = route.router() ? Array(table.scores) : table.table(table.confidences);
  const std::vector<std::int32_t> stages = route.apply(by, groups_of(route, table, first));
  progress.clear();
  const bool answered = !table.answers.empty();
  if (!asked.jsonl) output.write(answered ? "row,stage,answer\n" : "row,stage\n");
  std::string line;
  for (std::size_t row = 0; row < stages.size(); ++row) {
    line.clear();
    const auto at = row * static_cast<std::size_t>(table.stages) + static_cast<std::size_t>(stages[row]);
    const std::int32_t answer = answered ? table.answers[at] : -1;
    const Names &classes = policy.names.classes;
    if (asked.jsonl) {
      Json object = {{"row", row}, {"stage", stages[row]}};
      if (answered)
        object["answer"] = answer < 0 ? Json(nullptr) : classes.are_words() ? Json(classes.name(answer)) : Json(answer);
      line = json_text(object);
    } else {
      append_integer(line, static_cast<std::int64_t>(row));
      line += ',';
      append_integer(line, stages[row]);
      if (answered) line += ',';
      if (answer >= 0) append_csv(line, classes.name(answer));
    }
    output.write(line + '\n');
  }
  output.finish();
}

}  // namespace wald::cli

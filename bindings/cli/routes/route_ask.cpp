// wald route ask: which rows to label next.
#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "routes/route_options.hpp"
#include "routes/stage_table.hpp"

namespace wald::cli {
namespace {

/// With which probability each row of saved stages was drawn to be labelled.
std::vector<double> probabilities(const std::string &saved) {
  const std::optional<Json> state =
      parse_json(saved, {"saved stages"}, [](const std::string &name) { return name != "label_probabilities"; });
  std::vector<double> out;
  for (const Json &one : state->find("label_probabilities")->items()) out.push_back(one.number());
  return out;
}

}  // namespace

void route_ask(const Settings &settings) {
  const RouteSettings &asked = settings.route;
  Output output(settings.output), state(asked.save);
  Progress progress;
  NamedStages input = read_stages(asked, progress);
  RouteOptions options = make_route_options(settings, input.names.classes);
  follow(options, progress, "asking");
  const std::vector<std::int64_t> rows = input.stages.ask(options);
  const std::string saved = input.stages.save();
  const std::vector<double> chances = rows.empty() ? std::vector<double>() : probabilities(saved);
  progress.clear();
  if (!asked.jsonl) output.write("row,probability\n");
  std::string line;
  for (const std::int64_t row : rows) {
    const double chance = chances[static_cast<std::size_t>(row)];
    line.clear();
    if (asked.jsonl) {
      line = json_text({{"row", row}, {"probability", chance}});
    } else {
      append_integer(line, row);
      line += ',';
      append_number(line, chance);
    }
    output.write(line + '\n');
  }
  state.write(with_names(saved, input.names));
  state.finish();
  output.finish();
}

}  // namespace wald::cli

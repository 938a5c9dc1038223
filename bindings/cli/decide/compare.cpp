// wald compare: whether one system is better than another on the same rows.
#include <array>
#include <cmath>

#include "base/follow.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "decide/beliefs/read_beliefs.hpp"
#include "input/masks.hpp"

namespace wald::cli {
namespace {

Table<const std::uint8_t> cells_of(const MaskTable &table) {
  return {table.cells.data(), table.rows, table.n_labels()};
}

std::string compared_json(const Metric &metric, const Settings &settings, const Comparison &found, double level) {
  Json line = {{"metric", metric.name()}, {"average", name_of(settings.average)}, {"level", level}};
  wald_fact_row fact = {};
  fact.size = sizeof fact;
  for (std::int64_t i = 0; detail::is_row(wald_fact_list("comparison", i, &fact)); ++i)
    line[fact.name] = found.number(fact.value);
  return json_text(line) + '\n';
}

/// One sentence, and a small table.
std::string compared_text(const Metric &metric, const Settings &settings, const Comparison &found, double level) {
  const std::string units = settings.groups ? "groups" : "rows";
  const std::string left_out =
      found.n_undecided() > 0
          ? padded("undecided", 18) + counted(std::to_string(found.n_undecided()), "row") + ", left out\n"
          : "";
  if (found.n_units() == 0) return "No row is decided by both A and B.\n\n" + left_out;
  const double by = found.difference();
  std::string out;
  if (by == 0)
    out = "B is as good as A in " + metric.name();
  else if (found.p_value() <= 1 - level)
    out = std::string("B is ") + (by > 0 ? "better" : "worse") + " than A by " + rounded(std::fabs(by)) + " in " +
          metric.name() + " (p = " + rounded(found.p_value()) + "): chance alone rarely does as much";
  else
    out = "No difference in " + metric.name() + " is shown: B - A is " + rounded(by) + ", and chance alone often does as " +
          "much (p = " + rounded(found.p_value()) + ")";
  out += ".\n\n";
  const std::string by_swaps = found.n_swaps() > 0 ? std::to_string(found.n_swaps()) + " random swaps" : "all swaps";
  const std::string percent = rounded(100 * level) + " % interval";
  const auto line = [&](const std::string &name, const std::string &value) { out += padded(name, 18) + value + '\n'; };
  line("A", rounded(found.value_a()));
  line("B", rounded(found.value_b()));
  line("B - A", rounded(by));
  line(percent, std::isnan(found.low()) ? "unknown, for there is only one"
                                        : rounded(found.low()) + " ... " + rounded(found.high()));
  if (!std::isnan(found.standard_error())) line("standard error", rounded(found.standard_error()));
  line("p-value", rounded(found.p_value()) + " (" + by_swaps + ")");
  line(units, std::to_string(found.n_units()) + ", of which " + std::to_string(found.n_differing()) + " differ");
  return out + left_out;
}

}  // namespace

void compare(const Settings &settings) {
  const std::vector<Metric> metrics = make_metrics(settings);
  Output output(settings.output);
  Progress progress;
  const MaskTable truth = read_truth(settings, progress);
  const Reference reference{truth.source, truth.labels, truth.rows, truth.names};
  const MaskTable a =
      read_prediction(settings.prediction, named_libsvm(settings.prediction), settings, reference, progress);
  const MaskTable b = read_prediction(settings.file, settings.libsvm, settings, reference, progress);
  for (const MaskTable *prediction : {&a, &b}) warn_of_truth(truth, *prediction);
  warn_of_shape(settings, truth.n_labels(), truth.rows);
  DecisionOptions options = make_options(settings, "compare tables");
  follow(options, progress, "compared");
  const double level = settings.library.number("level");
  std::string out;
  for (const Metric &metric : metrics) {
    const Comparison found(metric, cells_of(truth), cells_of(a), cells_of(b), options,
                           truth.weights.empty() ? Array() : Array(truth.weights),
                           truth.groups.empty() ? Array() : Array(truth.groups));
    progress.clear();
    const bool json = settings.format == Format::jsonl;
    if (!json && !out.empty()) out += '\n';
    out += (json ? compared_json : compared_text)(metric, settings, found, level);
  }
  output.write(out);
  output.finish();
}

}  // namespace wald::cli

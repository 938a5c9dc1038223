#include <optional>

#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "input/scores/frontier_input.hpp"
#include "options/threshold_options.hpp"
#include "output/threshold_json.hpp"
#include "output/threshold_text.hpp"
#include "plot/frontier_plot.hpp"

namespace wald::cli {
namespace {

void choose(const Settings &settings) {
  const ThresholdSettings &asked = settings.threshold;
  ThresholdOptions options = make_threshold_options(settings);
  Output output(settings.output);
  std::optional<FrontierPlot> plot;
  if (!settings.plot.empty()) plot.emplace(settings.plot);
  Progress progress;
  const NamedFrontier input = read_frontier(settings, progress);
  follow(options, progress, "choosing");
  const Thresholds thresholds = input.frontier.choose(options);
  const double level = asked.level.value_or(default_level);
  if (plot) plot->draw(input.scores, input.frontier, options, thresholds, level);
  progress.clear();
  const wald_rule rule = input.frontier.rule();
  output.write(asked.text ? thresholds_text(input.scores, rule, thresholds, level)
                          : thresholds_json(input.scores, rule, thresholds));
  output.finish();
}

void save(const Settings &settings) {
  Output output(settings.threshold.save);
  Progress progress;
  output.write(save_frontier(read_frontier(settings, progress)));
  output.finish();
}

void choose_zone(const Settings &settings) {
  const ThresholdSettings &asked = settings.threshold;
  Output output(settings.output);
  Progress progress;
  const NamedFrontier input = read_frontier(settings, progress);
  if (input.scores.size() > 1)
    throw UsageError("--abstain-cost: two thresholds on one score, and --scores names " +
                     std::to_string(input.scores.size()));
  const Frontier::AbstentionZone zone =
      input.frontier.abstention_zone(asked.fp_cost, asked.fn_cost, asked.abstain_cost);
  progress.clear();
  const std::string &score = input.scores[0];
  std::string line;
  if (asked.text) {
    line = "flag    " + rule_in_words({score}, WALD_RULE_OR, {zone.high}) + "\nclear   " + score + " < ";
    append_number(line, zone.low);
    line += "\nbetween " + rounded(zone.abstained) + " rows are left to a person\ncost    " + rounded(zone.cost) +
            ": tp " + rounded(zone.tp) + ", fp " + rounded(zone.fp) + ", fn " + rounded(zone.fn) + '\n';
  } else {
    line = json_text({{"score", score},
                      {"low", with_infinities(zone.low)},
                      {"high", with_infinities(zone.high)},
                      {"tp", zone.tp},
                      {"fp", zone.fp},
                      {"fn", zone.fn},
                      {"abstained", zone.abstained},
                      {"cost", zone.cost}}) +
           '\n';
  }
  output.write(line);
  output.finish();
}

void run(const Settings &settings) {
  switch (settings.threshold.task) {
    case ThresholdTask::save: save(settings); break;
    case ThresholdTask::zone: choose_zone(settings); break;
    case ThresholdTask::labels: threshold_labels(settings); break;
    case ThresholdTask::classes: threshold_classes(settings); break;
    default: choose(settings);
  }
}

/// A refusal of the library, with its arguments called as the options are that set them.
std::string in_options(std::string message) {
  for (const auto &[argument, option] :
       {std::pair("rated_from", "--rated-from"), std::pair("min_recall", "--min-recall"),
        std::pair("give positives", "give --positives")}) {
    const std::size_t at = message.find(argument);
    if (at != std::string::npos) message.replace(at, std::string_view(argument).size(), option);
  }
  return message;
}

}  // namespace

void threshold(const Settings &settings) {
  try {
    run(settings);
  } catch (const Error &error) {
    if (error.status() != WALD_ERROR_UNSUPPORTED) throw;
    throw Failure(in_options(error.what()));
  }
}

}  // namespace wald::cli

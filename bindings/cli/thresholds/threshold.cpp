// wald threshold: thresholds on scores, by the kind of choice that the options ask for.
#include <optional>

#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "base/warnings.hpp"
#include "commands.hpp"
#include "thresholds/frontier_plot.hpp"
#include "thresholds/sample_input.hpp"
#include "thresholds/threshold_report.hpp"

namespace wald::cli {
namespace {

void choose(const Settings &settings) {
  const ThresholdSettings &asked = settings.threshold;
  ThresholdOptions options = make_threshold_options(settings, "choose");
  Output output(settings.output);
  std::optional<FrontierPlot> plot;
  if (!settings.plot.empty()) plot.emplace(settings.plot);
  Progress progress;
  const NamedSample input = read_sample(settings, progress);
  follow(options, progress, "choosing");
  const Thresholds thresholds = input.sample.choose(options);
  const double level = settings.library.number("level");
  if (plot) plot->draw(input.scores, input.sample, options, thresholds, level);
  progress.clear();
  const wald_rule rule = input.sample.rule();
  output.write(asked.text ? thresholds_text(input.scores, rule, thresholds, level)
                          : thresholds_json(input.scores, rule, thresholds));
  output.finish();
  Warnings warnings;
  warnings.note(thresholds.warning());
  warnings.say();
}

void save(const Settings &settings) {
  Output output(settings.threshold.save);
  Progress progress;
  output.write(save_sample(read_sample(settings, progress)));
  output.finish();
}

void choose_zone(const Settings &settings) {
  const ThresholdSettings &asked = settings.threshold;
  Output output(settings.output);
  Progress progress;
  const NamedSample input = read_sample(settings, progress);
  if (input.scores.size() > 1)
    throw UsageError("--abstention-cost: two thresholds on one score, and --scores names " +
                     std::to_string(input.scores.size()));
  const AbstentionZone zone = input.sample.abstention_zone(make_threshold_options(settings, "abstention"));
  progress.clear();
  const std::string &score = input.scores[0];
  std::string line;
  if (asked.text) {
    line = "flag    " + rule_in_words({score}, WALD_RULE_OR, {zone.high()}) + "\nclear   " + printable(score) + " < ";
    append_number(line, zone.low());
    line += "\nbetween " + counted(rounded(zone.abstained()), "row") + (zone.abstained() == 1 ? " is" : " are") +
            " left to a person\ncost    " + rounded(zone.cost()) + ": tp " + rounded(zone.tp()) + ", fp " +
            rounded(zone.fp()) + ", fn " + rounded(zone.fn()) + '\n';
  } else {
    line = json_text({{"score", score},
                      {"low", with_infinities(zone.low())},
                      {"high", with_infinities(zone.high())},
                      {"tp", zone.tp()},
                      {"fp", zone.fp()},
                      {"fn", zone.fn()},
                      {"abstained", zone.abstained()},
                      {"cost", zone.cost()}}) +
           '\n';
  }
  output.write(line);
  output.finish();
}

}  // namespace

void threshold(const Settings &settings) {
  switch (settings.threshold.task) {
    case ThresholdTask::save: save(settings); break;
    case ThresholdTask::zone: choose_zone(settings); break;
    case ThresholdTask::labels: threshold_labels(settings); break;
    case ThresholdTask::classes: threshold_classes(settings); break;
    case ThresholdTask::segments: threshold_segments(settings); break;
    default: choose(settings);
  }
}

}  // namespace wald::cli

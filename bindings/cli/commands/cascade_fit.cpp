#include <optional>

#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/output.hpp"
#include "commands/cascade_options.hpp"
#include "commands/commands.hpp"
#include "input/scores/cascade_input.hpp"
#include "output/cascade_report.hpp"
#include "plot/cascade_plot.hpp"

namespace wald::cli {
namespace {

CascadeOptions options_of(const Settings &settings, const EnsembleScores &input) {
  const CascadeSettings &asked = settings.cascade;
  CascadeOptions options = make_cascade_options(settings, input);
  options.alpha(asked.alphas[0]);
  if (input.order.empty())
    options.order(asked.order);
  else
    options.order(input.order);
  if (asked.spend) options.spend(*asked.spend);
  options.set(WALD_CASCADE_SETTING_BINS, asked.method == CascadeMethod::fan ? 1 : 0);
  options.set(WALD_CASCADE_SETTING_HALVES, asked.halves ? 1 : 0);
  for (const auto &[setting, value] :
       {std::pair(WALD_CASCADE_SETTING_GAMMA, asked.gamma), std::pair(WALD_CASCADE_SETTING_TARGET, asked.target),
        std::pair(WALD_CASCADE_SETTING_CONFIDENCE, asked.confidence)})
    if (value) options.set(setting, *value);
  return options;
}

}  // namespace

void cascade_fit(const Settings &settings) {
  std::optional<Output> policy;
  if (settings.output != "-") policy.emplace(settings.output);
  std::optional<CascadePlot> plot;
  if (!settings.plot.empty()) plot.emplace(settings.plot);
  Progress progress;
  const EnsembleScores input = read_ensemble_scores(settings.cascade, progress);
  CascadeOptions options = options_of(settings, input);
  follow(options, progress, "fitting");
  try {
    const Cascade cascade =
        input.others ? Cascade::fit(input.scores, *input.others, options) : Cascade::fit(input.scores, options);
    progress.clear();
    if (plot) plot->draw_stops(cascade);
    if (policy) {
      policy->write(cascade.save());
      policy->finish();
    }
    Output found("-");
    found.write(settings.cascade.text ? cascade_text(cascade) : cascade_json(cascade));
    found.finish();
  } catch (const Error &error) {
    if (error.status() != WALD_ERROR_ARGUMENT && error.status() != WALD_ERROR_UNSUPPORTED) throw;
    throw Failure(in_cascade_options(error.what()));
  }
}

}  // namespace wald::cli

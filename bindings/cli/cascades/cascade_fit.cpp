// wald cascade fit: the order in which to run the models of an ensemble, and when to stop.
#include <optional>

#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/output.hpp"
#include "cascades/cascade_input.hpp"
#include "cascades/cascade_options.hpp"
#include "cascades/cascade_plot.hpp"
#include "cascades/cascade_report.hpp"
#include "commands.hpp"

namespace wald::cli {
void cascade_fit(const Settings &settings) {
  std::optional<Output> policy;
  if (settings.output != "-") policy.emplace(settings.output);
  std::optional<CascadePlot> plot;
  if (!settings.plot.empty()) plot.emplace(settings.plot);
  Progress progress;
  const EnsembleScores input = read_ensemble_scores(settings.cascade, progress);
  CascadeOptions options = make_cascade_options(settings, input);
  follow(options, progress, "fitting");
  Cascade cascade =
      input.others ? Cascade::fit(input.scores, *input.others, options) : Cascade::fit(input.scores, options);
  if (input.trees) cascade = cascade.bind(*input.trees);
  progress.clear();
  if (plot) plot->draw_stops(cascade);
  if (policy) {
    policy->write(cascade.save());
    policy->finish();
  }
  Output found("-");
  found.write(settings.cascade.text ? cascade_text(cascade) : cascade_json(cascade));
  found.finish();
}

}  // namespace wald::cli

#include "commands/cascade_options.hpp"

#include <algorithm>

namespace wald::cli {

CascadeOptions make_cascade_options(const Settings &settings, const EnsembleScores &input) {
  const CascadeSettings &asked = settings.cascade;
  auto options = settings.library.options<CascadeOptions>();
  if (!asked.calibrate.empty())
    options.folds(0);
  else if (!settings.library.given("folds"))
    options.folds(usual_folds(input, settings));
  if (!input.costs.empty()) options.costs(input.costs);
  if (!input.order.empty()) options.given_order(input.order);
  options.names(input.models);
  return options;
}

std::int64_t usual_folds(const EnsembleScores &input, const Settings &settings) {
  const bool halves = settings.library.given("halves");
  const std::int64_t fewest = halves ? 3 : 2;  // so that something to fit to is left without a fold
  return input.rows < fewest ? 0 : std::min(settings.library.integer("folds"), input.rows);
}

}  // namespace wald::cli

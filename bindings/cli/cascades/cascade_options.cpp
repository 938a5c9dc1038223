// Sets the options of a fit from the settings and the names and costs of the models.
#include "cascades/cascade_options.hpp"

#include <algorithm>
#include <cmath>

namespace wald::cli {

CascadeOptions make_cascade_options(const Settings &settings, const EnsembleScores &input) {
  const CascadeSettings &asked = settings.cascade;
  CascadeOptions options = settings.library.options<CascadeOptions>();
  if (!asked.calibrate.empty())
    options.folds(0);
  else if (!settings.library.given("folds"))
    options.folds(usual_folds(input, settings));
  if (!input.costs.empty()) options.costs(input.costs);
  if (!input.order.empty()) options.fixed_order(input.order);
  options.names(input.models);
  if (input.trees) {
    // A threshold is one of margins, of which the base is not among the scores.
    if (input.trees->n_outputs() == 1) {
      const double margin = settings.library.number("threshold");
      options.threshold(input.trees->threshold(std::isnan(margin) ? 0 : margin));
    }
    if (!input.features.names.empty()) options.feature_names(input.features.names);
    std::vector<std::string> categories;
    for (std::int64_t i = 0; i < input.trees->n_categories(); ++i) categories.emplace_back(input.trees->category(i));
    if (!categories.empty()) options.categories(categories);
  }
  return options;
}

std::int64_t usual_folds(const EnsembleScores &input, const Settings &settings) {
  const bool halves = settings.library.given("halves");
  const std::int64_t fewest = halves ? 3 : 2;  // so that something to fit to is left without a fold
  return input.rows < fewest ? 0 : std::min(settings.library.integer("folds"), input.rows);
}

}  // namespace wald::cli

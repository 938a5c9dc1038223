#include "commands/cascade_options.hpp"

#include <algorithm>

namespace wald::cli {

CascadeOptions make_cascade_options(const Settings &settings, const EnsembleScores &input) {
  const CascadeSettings &asked = settings.cascade;
  CascadeOptions options;
  options.threshold(asked.threshold);
  options.set(WALD_CASCADE_SETTING_NEGATIVES_ONLY, asked.negatives_only ? 1 : 0);
  options.set(WALD_CASCADE_SETTING_CLOSEST, asked.closest ? 1 : 0);
  options.set(WALD_CASCADE_SETTING_THREADS, settings.threads);
  if (asked.bin_width) options.set(WALD_CASCADE_SETTING_BIN_WIDTH, *asked.bin_width);
  const bool folded = asked.calibrate.empty();
  options.set(WALD_CASCADE_SETTING_FOLDS,
              static_cast<double>(folded ? asked.folds.value_or(usual_folds(input, asked.halves)) : 0));
  if (!input.costs.empty()) options.costs(input.costs);
  options.names(input.models);
  options.seed(asked.seed);
  return options;
}

std::int64_t usual_folds(const EnsembleScores &input, bool halves) {
  constexpr std::int64_t usual = 5;
  const std::int64_t fewest = halves ? 3 : 2;  // so that something to fit to is left without a fold
  return input.rows < fewest ? 0 : std::min(usual, input.rows);
}

std::string in_cascade_options(std::string message) {
  const std::string folds = "folds is ";
  if (message.compare(0, folds.size(), folds) == 0) message.insert(0, "--");
  return message;
}

}  // namespace wald::cli

#include "options/threshold_options.hpp"

namespace wald::cli {

ThresholdOptions make_threshold_options(const Settings &settings) {
  const ThresholdSettings &asked = settings.threshold;
  ThresholdOptions options;
  if (!settings.metrics.empty()) options.metric(make_metric(settings, settings.metrics[0]));
  const std::pair<wald_threshold_setting, std::optional<double>> numbers[] = {
      {WALD_SETTING_COST_RATIO, asked.cost_ratio},
      {WALD_SETTING_MARGINAL_PRECISION, asked.marginal_precision},
      {WALD_SETTING_MIN_PRECISION, asked.min_precision},
      {WALD_SETTING_CONFIDENCE, asked.confidence},
      {WALD_SETTING_MAX_FP, asked.max_fp},
      {WALD_SETTING_MAX_ALERTS, asked.max_alerts},
      {WALD_SETTING_MIN_RECALL, asked.min_recall},
      {WALD_SETTING_POSITIVES, asked.positives},
      {WALD_SETTING_LEVEL, asked.level},
  };
  for (const auto &[setting, value] : numbers)
    if (value) options.set(setting, *value);
  options.set(WALD_SETTING_BOOTSTRAP, static_cast<double>(asked.bootstrap));
  options.set(WALD_SETTING_FOLDS, static_cast<double>(asked.folds));
  options.set(WALD_SETTING_THREADS, settings.threads);
  options.method(asked.method);
  options.smoothing(asked.smoothing);
  options.seed(asked.seed);
  return options;
}

}  // namespace wald::cli

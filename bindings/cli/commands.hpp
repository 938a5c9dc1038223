// The commands, one file each.
#ifndef WALD_CLI_COMMANDS_HPP
#define WALD_CLI_COMMANDS_HPP

#include "settings.hpp"

namespace wald::cli {

void fit(const Settings &settings);
void predict(const Settings &settings);
void masks(const Settings &settings);
void expected(const Settings &settings);
void curve(const Settings &settings);
void regret(const Settings &settings);
void evaluate(const Settings &settings);
void compare(const Settings &settings);
void report(const Settings &settings);
void worth(const Settings &settings);
void decision_curve(const Settings &settings);
void reliability(const Settings &settings);
void prevalence(const Settings &settings);
void threshold(const Settings &settings);
void threshold_labels(const Settings &settings);
void threshold_segments(const Settings &settings);
void threshold_classes(const Settings &settings);
void threshold_apply(const Settings &settings);
void threshold_evaluate(const Settings &settings);
void threshold_select(const Settings &settings);
void calibrate_fit(const Settings &settings);
void calibrate_apply(const Settings &settings);
void cascade_fit(const Settings &settings);
void cascade_apply(const Settings &settings);
void cascade_compare(const Settings &settings);
void route_fit(const Settings &settings);
void route_apply(const Settings &settings);
void route_ask(const Settings &settings);
void watch(const Settings &settings);
void estimate(const Settings &settings);
void detections(const Settings &settings);
void metrics(const Settings &settings);
void datasets(const Settings &settings);
void version(const Settings &settings);

/// The one that the settings name.
void run_command(const Settings &settings);

}  // namespace wald::cli

#endif

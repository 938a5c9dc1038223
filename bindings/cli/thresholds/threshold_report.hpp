// Chosen thresholds: as JSON, which `wald threshold apply` reads back, and in words.
#ifndef WALD_CLI_THRESHOLDS_THRESHOLD_REPORT_HPP
#define WALD_CLI_THRESHOLDS_THRESHOLD_REPORT_HPP

#include <string>
#include <vector>

#include "base/json.hpp"
#include "settings.hpp"
#include "wald.hpp"

namespace wald::cli {

/// What the library calls a fact; "" beyond the last one.
const char *fact_name(wald_thresholds_fact fact);

/// {"name":value,...}; an infinite value is a text.
Json by_name(const std::vector<std::string> &names, const std::vector<double> &values);

/// Chosen thresholds with all that is known of them and the baselines beside them.
std::string thresholds_json(const std::vector<std::string> &scores, wald_rule rule, const Thresholds &thresholds);

/// "s1 >= 0.8 or s2 >= 0.6", the classifiers that are switched off left out.
std::string rule_in_words(const std::vector<std::string> &scores, wald_rule rule,
                          const std::vector<double> &thresholds);

std::string thresholds_text(const std::vector<std::string> &scores, wald_rule rule, const Thresholds &thresholds,
                            double level);

/// What is asked of thresholds, as the library puts it: "f1 with fp <= 20".
std::string objective_in_words(const Settings &settings);

}  // namespace wald::cli

#endif

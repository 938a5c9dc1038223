// Chosen thresholds for people.
#ifndef WALD_CLI_OUTPUT_THRESHOLD_TEXT_HPP
#define WALD_CLI_OUTPUT_THRESHOLD_TEXT_HPP

#include <string>
#include <vector>

#include "options/settings.hpp"
#include "wald.hpp"

namespace wald::cli {

/// "s1 >= 0.8 or s2 >= 0.6", the classifiers that are switched off left out.
std::string rule_in_words(const std::vector<std::string> &scores, wald_rule rule,
                          const std::vector<double> &thresholds);

std::string thresholds_text(const std::vector<std::string> &scores, wald_rule rule, const Thresholds &thresholds,
                            double level);

/// What is asked of thresholds, as the library puts it: "f1 with fp <= 20".
std::string objective_in_words(const Settings &settings);

}  // namespace wald::cli

#endif

// Thresholds as JSON: what `wald threshold` writes, and `wald threshold apply` reads back.
#ifndef WALD_CLI_THRESHOLD_JSON_HPP
#define WALD_CLI_THRESHOLD_JSON_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "wald.hpp"

namespace wald::cli {

/// A number, or "inf" and "-inf", which JSON has no number for; null for what is unknown.
void append_threshold(std::string &out, double value);

/// {"name":threshold,...}
void append_thresholds(std::string &out, const std::vector<std::string> &names, const std::vector<double> &thresholds);

/// Chosen thresholds with all that is known of them and the baselines beside them.
std::string thresholds_json(const std::vector<std::string> &scores, wald_rule rule, const Thresholds &thresholds);

const char *rule_name(wald_rule rule);

}  // namespace wald::cli

#endif

// Thresholds as JSON: what `wald threshold` writes, and `wald threshold apply` reads back.
#ifndef WALD_CLI_OUTPUT_THRESHOLD_JSON_HPP
#define WALD_CLI_OUTPUT_THRESHOLD_JSON_HPP

#include <string>
#include <vector>

#include "base/json.hpp"
#include "options/settings.hpp"
#include "wald.hpp"

namespace wald::cli {

/// What the library calls a fact; "" beyond the last one.
const char *fact_name(wald_thresholds_fact fact);

/// {"name":value,...}; an infinite value is a text.
Json by_name(const std::vector<std::string> &names, const std::vector<double> &values);

/// Chosen thresholds with all that is known of them and the baselines beside them.
std::string thresholds_json(const std::vector<std::string> &scores, wald_rule rule, const Thresholds &thresholds);

}  // namespace wald::cli

#endif

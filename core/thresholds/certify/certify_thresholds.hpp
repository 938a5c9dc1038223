// Thresholds of which limits hold on the population with probability `certify`, whatever the distribution: a
// certificate, where min_precision alone gives a hope.
#pragma once

#include "core/numeric/monitor.hpp"
#include "core/thresholds/certify/population_limits.hpp"
#include "core/thresholds/chosen.hpp"

namespace wald::core::thresholds {

// The answer to an objective that asks for a certificate. Throws as choose_thresholds does; Error(argument) where there
// is no limit to certify, or one that cannot be.
ChosenThresholds choose_certified(const Sample &fed, const Objective &objective, const ThresholdOptions &options,
                                  Monitor &monitor);

}  // namespace wald::core::thresholds

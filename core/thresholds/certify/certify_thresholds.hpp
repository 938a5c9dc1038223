// Thresholds of which limits hold on the population with probability `certify`, whatever the distribution: a
// certificate, where min_precision alone gives a hope.
#pragma once

#include "core/numeric/monitor.hpp"
#include "core/thresholds/certify/population_limits.hpp"
#include "core/thresholds/chosen.hpp"

namespace wald::core::thresholds {

// Whether counts of the rows of each label are binomial by design: rows came without weights, or the options say that
// those of the same label weigh the same. Throws if the sample contradicts the options.
bool equal_weights_by_design(const Sample &sample, const ThresholdSearch &options);

// Whether rows weigh the same for each label by design, and none shows what a negative weighs: it may be anything.
bool negatives_weigh_unknown(const Sample &sample, const ThresholdSearch &options);

// Throws Error(argument) if a prevalence is set beside what it contradicts, or what cannot be certified at it.
void check_prevalence(const Objective &objective, const ThresholdSearch &options);

// The options for a sample that was weighted to a share of positives: rows of a label that weighed the same still do.
ThresholdSearch weighted_options(const Sample &fed, const ThresholdSearch &options, double share);

// The answer to an objective that asks for a certificate. Throws as choose_thresholds does; Error(argument) if there
// is no limit to certify, or one that cannot be.
ChosenThresholds choose_certified(const Sample &fed, const Objective &objective, const ThresholdSearch &options,
                                  Monitor &monitor);

}  // namespace wald::core::thresholds

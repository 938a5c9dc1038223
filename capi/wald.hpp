// Wald for C++17: RAII and exceptions over wald.h, header only. What the functions compute, their shapes, ranges and
// errors are documented in wald.h, under the same names; these files add ownership, std::vector and views of arrays.
#ifndef WALD_HPP
#define WALD_HPP

#include "wald.h"
#include "wald/cascades.hpp"    // ensembles in order, with early exit; trees
#include "wald/core.hpp"        // errors, arrays, metrics
#include "wald/decisions.hpp"   // estimators, decisions, distributions
#include "wald/facts.hpp"       // what can be read of each object
#include "wald/learners.hpp"    // from features to estimators; calibration
#include "wald/options.hpp"     // what can be set
#include "wald/performance.hpp" // how good decisions are without labels
#include "wald/promises.hpp"    // what a rule was promised to do, watched in use
#include "wald/routes.hpp"      // a cheap model where it is good enough, an expensive one where not
#include "wald/thresholds.hpp"  // samples of scored rows, thresholds, frontiers

#endif  // WALD_HPP

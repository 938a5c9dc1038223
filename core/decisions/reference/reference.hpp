// The published algorithms for independent labels as their papers state them, kept as oracles and rivals: reachable by
// name, never chosen. Each fills work.curve (value and error) for k in [range.low, range.high]; see independent.hpp.
#pragma once

#include "core/decisions/independent/independent.hpp"

namespace wald::core::decisions {

// [C05] Chai, SIGIR 2005: exact expected F_beta of each top-k prediction in O(n^2), O(n^3) for all. chai.cpp
void chai_curve(const Ranked &labels, double beta_squared, int zero_division, KRange range, Workspace &work,
                Monitor &monitor);

// [J07] Jansche, ACL 2007: exact, O(n^3) for each top-k prediction; and the approximate one. jansche.cpp
void jansche_curve(const Ranked &labels, double beta_squared, int zero_division, KRange range, Workspace &work,
                   Monitor &monitor);
void jansche_approx_curve(const Ranked &labels, double beta_squared, int zero_division, KRange range, Workspace &work,
                          Monitor &monitor);

// [L95] Lewis, SIGIR 1995: F_beta of expected counts, (1+b) A / (k + b mu); curve.error is the proved distance to
// the exact value, from the two-sided bound of docs/algorithms.md. lewis.cpp
void lewis_curve(const Ranked &labels, double beta_squared, int zero_division, KRange range, Workspace &work,
                 Monitor &monitor);

// [N16] Algorithm 1 summed literally, O(n^3); with first_rise it stops at the first k whose successor is not better
// in loss (the paper's heuristic), and the curve ends there. n16.cpp
void n16_curve(const Metric &metric, const Ranked &labels, KRange range, bool first_rise, Workspace &work,
               Monitor &monitor);

}  // namespace wald::core::decisions

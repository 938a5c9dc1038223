// The published algorithms for independent labels as their papers state them, kept as oracles and rivals: reachable by
// name, never chosen. Each fills work.curve (value and error) for k in [range.low, range.high]; see independent.hpp.
// Those of [C05], [J07] and [L95] are for F-measures.
#pragma once

#include "core/decisions/independent/independent.hpp"

namespace wald::core::decisions {

// [C05] Chai, SIGIR 2005: exact expected F_beta of each top-k prediction in O(n^2), O(n^3) for all. chai.cpp
void chai_curve(const Problem &problem);

// [J07] Jansche, ACL 2007: exact, O(n^3) for each top-k prediction; and the approximate one. jansche.cpp
void jansche_curve(const Problem &problem);
void jansche_approx_curve(const Problem &problem);

// [L95] Lewis, SIGIR 1995: F_beta of expected counts, (1+b) A / (k + b mu); curve.error is the proved distance to
// the exact value, from the two-sided bound of docs/developers/algorithms.md. lewis.cpp
void lewis_curve(const Problem &problem);

// [N16] Algorithm 1 summed literally, O(n^3); the second stops at the first k whose successor is not better in loss
// (the paper's heuristic), and the curve ends there. n16.cpp
void n16_curve(const Problem &problem);
void n16_first_rise_curve(const Problem &problem);

}  // namespace wald::core::decisions

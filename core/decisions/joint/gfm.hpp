// The general F-maximiser, for any metric linear in tp and any joint distribution ([W14] Algorithm 1, generalised):
// for each k take the k labels of largest Delta_i(k) = sum_s P[i][s] a(k,s), then the best k.
#pragma once

#include <functional>

#include "core/decisions/joint/count_table.hpp"
#include "core/decisions/problem.hpp"

namespace wald::core::decisions {

// a(k,s) and g(k,s) of a metric, or of a linear majorant of one.
using LinearForms = std::function<void(int64_t k, const std::vector<int64_t> &s, LinearForm *out)>;

// True if some a(k,s) may be negative: the table then needs all labels, since those that never occur are better.
bool needs_all_labels(const Metric &metric, int64_t n);

// The optimum. F_beta goes best-first over k with a bound that excludes the others; fills answer and work.items.
void decide_gfm(const Metric &metric, const CountTable &table, KRange range, Workspace &work, Monitor &monitor,
                Answer &answer);

// The best value at every k of the range. Throws Error(unsupported) if P(s) is needed and not known.
void gfm_curve(const Metric &metric, const CountTable &table, KRange range, Curve &curve, Monitor &monitor);

// The same for any linear forms, each k with a selection of its own.
void gfm_curve(const LinearForms &forms, const CountTable &table, KRange range, Curve &curve, Monitor &monitor);

// Both for each kind of estimator, from its counts; of a joint distribution p_zero is filled too. gfm_kinds.cpp
void decide_independent_by_gfm(const Problem &problem, Answer &answer);
void decide_joint_by_gfm(const Problem &problem, Answer &answer);
void decide_counts_by_gfm(const Problem &problem, Answer &answer);
void independent_gfm_curve(const Problem &problem);
void joint_gfm_curve(const Problem &problem);
void counts_gfm_curve(const Problem &problem);

// E U of a given prediction (ascending labels).
struct GfmValue {
  double value, error;
};
GfmValue gfm_value(const Metric &metric, const CountTable &table, const std::vector<int64_t> &items);

}  // namespace wald::core::decisions

// The general F-maximiser, for any metric linear in tp and any joint distribution ([W14] Algorithm 1, generalised):
// for each k take the k labels of largest Delta_i(k) = sum_s P[i][s] a(k,s), then the best k.
#pragma once

#include <functional>

#include "core/decisions/curve.hpp"
#include "core/decisions/independent/ranked_labels.hpp"
#include "core/decisions/joint/count_table.hpp"

namespace wald::core::decisions {

// a(k,s) and g(k,s) of a metric, or of a linear majorant of one.
using LinearForms = std::function<LinearForm(int64_t k, int64_t s)>;

// True where some a(k,s) may be negative: the table then needs all labels, since those that never occur are better.
bool needs_all_labels(const Metric &metric, int64_t n);

// The optimum. F_beta goes best-first over k with a bound that excludes the others; fills answer and work.items.
void decide_gfm(const Metric &metric, const CountTable &table, KRange range, Workspace &work, Monitor &monitor,
                Answer &answer);

// The best value at every k of the range. Throws Error(unsupported) where P(s) is needed and not known.
void gfm_curve(const Metric &metric, const CountTable &table, KRange range, Curve &curve, Monitor &monitor);

// The same for any linear forms, each k with a selection of its own.
void gfm_curve(const LinearForms &forms, const CountTable &table, KRange range, Curve &curve, Monitor &monitor);

// E U of a given prediction (ascending labels).
struct GfmValue {
  double value, error;
};
GfmValue gfm_value(const Metric &metric, const CountTable &table, const std::vector<int64_t> &items);

}  // namespace wald::core::decisions

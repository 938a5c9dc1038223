// The table of algorithms: whom each serves, what it refuses and why, how it decides, and when it is chosen.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/table/algorithm_table.hpp"

#include <iterator>

#include "core/base/error.hpp"
#include "core/decisions/choose_algorithm.hpp"
#include "core/decisions/closed_form/closed_form.hpp"
#include "core/decisions/independent/bisection.hpp"
#include "core/decisions/independent/independent.hpp"
#include "core/decisions/joint/ascent.hpp"
#include "core/decisions/joint/enumeration.hpp"
#include "core/decisions/joint/gfm.hpp"
#include "core/decisions/reference/reference.hpp"
#include "core/decisions/separable/separable.hpp"

namespace wald::core::decisions {
namespace {

// ---- What is refused, and why ----------------------------------------------------------------------

const char *no_f_measure(const Problem &problem) {
  return problem.metric.f_beta_squared() ? nullptr : "it is for F-measures";
}

const char *no_small_ratio(const Problem &problem) {
  const auto b = problem.metric.f_beta_squared();
  if (!b) return "it is for F-measures";
  return small_rational(*b) ? nullptr : "beta squared is not a ratio of whole numbers that sum to at most 128";
}

const char *no_rise(const Problem &problem) {
  return problem.metric.has(rises_in_tp) ? nullptr : "the metric is not known to rise in tp at fixed k and s";
}

const char *no_separation(const Problem &problem) {
  return separable_serves(problem.metric) ? nullptr
                                          : "it is for ratios of sums over the labels that rise in tp";
}

const char *no_bisection(const Problem &problem) {
  return problem.metric.has(bisection_needs)
             ? nullptr
             : "the metric is not known to rise in tp, to fall in k and to rise when tp and k grow together";
}

const char *no_sum(const Problem &problem) {
  return problem.metric.additive() ? nullptr : "it is for metrics that are a sum over the labels";
}

const char *no_exact_match(const Problem &problem) {
  return problem.metric.is_exact_match() ? nullptr : "it is for the metric \"subset_accuracy\"";
}

const char *not_linear(const Problem &problem) {
  return problem.metric.has(linear_in_tp) ? nullptr : "the metric is not linear in tp";
}

// Counts determine nothing of other metrics: no algorithm serves.
const char *not_linear_given_counts(const Problem &problem) {
  if (!problem.metric.has(linear_in_tp)) refuse_choice(problem.metric, Kind::counts, problem.n_labels());
  return nullptr;
}

const char *no_curve_of_sum(const Problem &problem) {
  return problem.metric.additive() ? nullptr : "it gives no curve over k";
}

const char *no_curve_unless_linear(const Problem &problem) {
  return problem.metric.has(linear_in_tp) ? nullptr : "it gives no curve over k";
}

// ---- The table -------------------------------------------------------------------------------------

// Decides by the curve that it fills.
constexpr Service curve(const char *chosen, Service::Reason refuses, void (*fill)(const Problem &)) {
  return {chosen, refuses, nullptr, refuses, fill};
}

constexpr Service none{};
constexpr const char *never = nullptr;

// independent, categorical, joint, counts; then what the values are, and what else it is for.
constexpr AlgorithmRow table[] = {
    {Algorithm::automatic, none, none, none, none},
    {Algorithm::enumeration,
     {"no theorem narrows the search, up to 16 labels", nullptr, decide_independent_by_enumeration, nullptr,
      independent_enumeration_curve},
     none,
     {"no theorem serves, and it is cheap", nullptr, decide_joint_by_enumeration, nullptr, joint_enumeration_curve},
     none},
    {Algorithm::chai, curve(never, no_f_measure, chai_curve), none, none, none},
    {Algorithm::jansche, curve(never, no_f_measure, jansche_curve), none, none, none},
    {Algorithm::jansche_approx, curve(never, no_f_measure, jansche_approx_curve), none, none, none,
     Values::approximate},
    {Algorithm::ye, curve("F-measures of few labels, beta squared a small ratio", no_small_ratio, ye_curve), none,
     none, none},
    {Algorithm::lewis, curve(never, no_f_measure, lewis_curve), none, none, none, Values::approximate},
    {Algorithm::n16, curve(never, no_rise, n16_curve), none, none, none},
    {Algorithm::n16_first_rise, curve(never, no_rise, n16_first_rise_curve), none, none, none, Values::to_first_rise},
    {Algorithm::window, curve("metrics that rise in tp, where no faster one serves", no_rise, window_curve), none,
     none, none},
    {Algorithm::categorical,
     none,
     {"always", nullptr, decide_categorical, nullptr, categorical_curve},
     none,
     none},
    {Algorithm::gfm,
     {"metrics linear in tp that do not rise in it, up to 1024 labels", not_linear, decide_independent_by_gfm,
      no_curve_unless_linear, independent_gfm_curve},
     none,
     {"metrics linear in tp", not_linear, decide_joint_by_gfm, not_linear, joint_gfm_curve, true},
     {"metrics linear in tp", not_linear_given_counts, decide_counts_by_gfm, not_linear_given_counts,
      counts_gfm_curve}},
    {Algorithm::mode,
     {"exact match", no_exact_match, decide_independent_mode, nullptr, nullptr, false, Algorithm::window},
     none,
     {"exact match", no_exact_match, decide_joint_mode},
     none},
    {Algorithm::marginal_modes,
     {"sums over the labels", no_sum, decide_marginal_modes, no_curve_of_sum, marginal_modes_curve},
     none,
     {"sums over the labels", no_sum, decide_joint_marginal_modes},
     {"sums over the labels", no_sum, decide_counts_marginal_modes}},
    {Algorithm::ascent, none, none, {"metrics that rise in tp", nullptr, decide_by_ascent}, none},
    {Algorithm::bisection,
     {"metrics that rise in tp and fall in k, from 32 labels", no_bisection, decide_by_bisection},
     none,
     none,
     none},
    {Algorithm::separable,
     {"the expectation separates, from as many labels as make it the fastest", no_separation, decide_separable,
      no_separation, separable_curve},
     none,
     none,
     none},
    {Algorithm::block_coordinate, none, none, none, none, Values::exact, "it is for tables with per_row"},
    {Algorithm::partial, none, none, none, none, Values::exact, "it is for abstain_label"},
    {Algorithm::rule, none, none, none, none, Values::exact, "the learner \"rule\" predicts by it"},
    {Algorithm::fixed_point, none, none, none, none, Values::exact, "it is for tables with per_row 1, or 0 to 1"},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(table); ++i)
    if (table[i].algorithm != static_cast<Algorithm>(i)) return false;
  return true;
}
static_assert(std::size(table) == std::size(algorithm_words) && in_order(), "a row for each word, in its order");

}  // namespace

const AlgorithmRow &row_of(Algorithm algorithm) { return table[static_cast<std::size_t>(algorithm)]; }

const char *given(Kind kind) {
  constexpr const char *words[] = {"independent labels", "exclusive labels", "a joint distribution", "counts"};
  return words[static_cast<std::size_t>(kind)];
}

void refuse_algorithm(Algorithm algorithm, const Problem &problem, const char *why) {
  fail(Status::unsupported, "algorithm \"", algorithm_name(algorithm), "\" cannot decide metric \"",
       problem.metric.name(), "\" given ", given(problem.belief.kind), ": ", why);
}

}  // namespace wald::core::decisions

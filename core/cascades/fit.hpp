// Fitting a cascade to a sample of scores, and calibrating it on another: the calls behind every interface.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cascades/planning/plan.hpp"
#include "core/cascades/policy.hpp"
#include "core/cascades/replay.hpp"
#include "core/cascades/score_sample.hpp"
#include "core/described/option_rows.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::cascades {

#define WALD_ORDER_WORDS(WORD)                                                \
  WORD(joint, 0, "joint", "", "Chosen together with the thresholds (QWYC).")  \
  WORD(given, 1, "natural", "", "In the order of the columns.")                       \
  WORD(random, 2, "random", "", "At random, by the seed.")                    \
  WORD(individual_error, 3, "mse", "", "By the squared error of each model.") \
  WORD(greedy_error, 4, "greedy", "", "By the squared error of the sum, one model after the other.")
enum class Ordering : int32_t { WALD_ORDER_WORDS(WALD_ENUMERATOR) };
constexpr Word order_words[] = {WALD_ORDER_WORDS(WALD_WORD)};

struct CascadeOptions {
#define WALD_ROWS "core/cascades/cascade_options.def"
#include "core/described/members.inc"

  // Rows that are set aside: the disagreement is at most `target` with the confidence. Not together with folds.
  const ScoreSample *calibration = nullptr;
};
OptionTable rows_of(const CascadeOptions *);

// Checks the numbers alone, before there are rows: throws if one is out of its range.
void check_ranges(const CascadeOptions &options);

CascadeEvaluation evaluation_of(const Replay &replay, const Policy &policy);

Policy fit_cascade(const ScoreSample &fed, const CascadeOptions &options, Monitor &monitor);

// The cost of all models over that of those which are asked on the rows fitted to.
double speedup(const Policy &policy);

// Moves a cascade's thresholds apart until its disagreement is certified: margins are tried from wide to narrow, each
// by the exact binomial limit, up to the first that fails. That this is a fixed sequence keeps the confidence whatever
// the margins' number. The rows must have had no part in fitting, and must all weigh the same. What was found on
// other rows is of another cascade then, and not known of this one.
Policy calibrate(const Policy &policy, const ScoreSample &rows, double target, double confidence, int threads,
                 Monitor &monitor);

// The last of a fixed sequence of cascades whose disagreement is certified before the first that fails; `none`, whose
// rows are all evaluated in full, where that is the first of all. No cascade may depend on these rows.
struct CertifiedPolicy {
  Policy policy;
  int64_t passed = 0;  // cascades that are certified
};
struct DisagreementLimit {
  double target, confidence;
};
CertifiedPolicy last_certified(const Policy &none, int64_t count, const std::function<Policy(int64_t)> &cascade,
                               const ScoreSample &rows, const DisagreementLimit &limit, int threads, Monitor &monitor);

// What a cascade does on rows whose scores are all known.
CascadeEvaluation evaluate_cascade(const Policy &policy, const ScoreSample &sample, int threads, Monitor &monitor);

}  // namespace wald::core::cascades

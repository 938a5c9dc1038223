// Fitting a cascade to a sample of scores, and calibrating it on another: the calls behind every interface.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cascades/plan.hpp"
#include "core/cascades/policy.hpp"
#include "core/cascades/replay.hpp"
#include "core/cascades/sample.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core {

enum class Ordering : int32_t {
  joint = 0,             // chosen together with the thresholds: QWYC
  given = 1,             // FitOptions::given, or the models as they stand
  random = 2,            // by the seed
  individual_error = 3,  // by the squared error of each model
  greedy_error = 4       // by that of the sum
};
// "joint", "natural", "random", "mse", "greedy".
const char *ordering_name(Ordering ordering);
Ordering ordering_by_name(std::string_view name);

enum class Quitting : int32_t {
  budget = 0,  // thresholds by Algorithm 2 of [Q], within alpha
  bins = 1     // by the deviations in bins, [F02]; after the order of a joint fit, if that is asked for
};

struct FitOptions {
  static constexpr double automatic = std::numeric_limits<double>::quiet_NaN();

  Ordering ordering = Ordering::joint;
  Quitting quitting = Quitting::budget;
  std::vector<int32_t> given;        // order for Ordering::given; empty: as they stand
  double alpha = 0.005;              // share of the weight that may be decided otherwise than by all models
  std::optional<Spending> spending;  // none: power:0.25; with calibration rows: all
  double threshold = 0;              // two classes: positive where the sum is at or above it
  bool negatives_only = false;       // nobody leaves early as positive
  Fallback fallback = Fallback::first;
  std::vector<double> costs;       // at least 0, one a model; +inf: asked only where nothing else is left. Empty: all 1
  std::vector<std::string> names;  // of the models, to be saved with the cascade; or empty
  double gamma = automatic;        // of bins; automatic: the smallest within alpha
  double bin_width = automatic;    // in units of the score; automatic: a twentieth of the sum's deviation
  bool halves = false;             // the order is chosen on one half of the rows, thresholds on the other
  int64_t folds = 0;               // of the cross-fitted estimate, at least 2; 0: none
  uint64_t seed = 0;               // of random orders, halves and folds
  int threads = 1;

  // Rows that are set aside: the disagreement is at most `target` with this confidence. Not together with folds.
  const ScoreSample *calibration = nullptr;
  double target = 0.01, confidence = 0.95;
};

// What can be said of the numbers alone, before there are rows: throws where one is out of its range.
void check_ranges(const FitOptions &options);

CascadeEvaluation evaluation_of(const Replay &replay, const Policy &policy);

Policy fit_cascade(const ScoreSample &fed, const FitOptions &options, Monitor &monitor);

// The cost of all models over that of those which are asked on the rows fitted to.
double speedup(const Policy &policy);

// Moves a cascade's thresholds apart until its disagreement is certified: margins are tried from wide to narrow, each
// by the exact binomial limit, up to the first that fails. That this is a fixed sequence keeps the confidence whatever
// the margins' number. The rows must have had no part in fitting, and must all weigh the same. What was found on
// other rows is of another cascade then, and not known of this one.
Policy calibrate(const Policy &policy, const ScoreSample &rows, double target, double confidence, int threads,
                 Monitor &monitor);

// What a cascade does on rows whose scores are all known.
CascadeEvaluation evaluate_cascade(const Policy &policy, const ScoreSample &sample, int threads, Monitor &monitor);

}  // namespace wald::core

// How thresholds are searched for, and what is said of them.
#pragma once

#include <cstdint>
#include <string_view>

namespace wald::core {

enum class Method : int32_t { direct = 0, path = 1, path_equal = 2, analytic = 3, stacked = 4, best_single = 5 };
const char *method_name(Method method);  // "direct", "path-equal", ...
Method method_by_name(std::string_view name);

// Against overfitting: the median of thresholds chosen in many rounds.
enum class Smoothing : int32_t {
  none = 0,
  bagged = 1,  // on samples drawn anew
  dropout = 2  // on paths through lattices that lost edges; with the methods path and path-equal
};

// Above these, quantiles of the positives' scores stand for all of them, and the answer says so.
struct SearchLimits {
  int64_t lattice_cells = int64_t{1} << 23;  // at least 4: of a lattice that is stored
  int64_t pair_cells = int64_t{1} << 31;     // at least 4: of a sweep over two classifiers, which stores none of them
  int64_t tried_pairs = int64_t{1} << 26;    // above it a pair is found without trying all, where the goal lets
  int64_t ascent_levels = 4096;              // at least 3: for each classifier
};

// Plain data.
struct ThresholdOptions {
  Method method = Method::direct;
  Smoothing smoothing = Smoothing::none;
  int64_t smoothing_rounds = 25;    // at least 1
  double dropout = 0.2;             // in [0, 1): share of the edges
  int64_t grid = 100;               // at least 2: levels of path-equal and analytic
  int64_t bootstrap = 0;            // at least 0: samples drawn anew, in each of which thresholds are chosen; 0: none
  int64_t bootstrap_cells = 10000;  // at least 4: of the lattice that replicates are drawn on
  int64_t folds = 0;                // of the cross-fitted estimate: 0 (none), or from 2 to the number of positives
  uint64_t seed = 0;
  double level = 0.95;    // in (0, 1): of the intervals
  double ridge = 1e-6;    // at least 0: of stacked
  bool baselines = true;  // best-single and stacked beside, where there are several classifiers
  int threads = 1;        // 0: all; the answer has the same bits for any number
  SearchLimits limits;
};

// Throws Error(argument) where a number is outside its range.
void check_ranges(const ThresholdOptions &options);

// The same, and where smoothing does not go with the method.
void check_options(const ThresholdOptions &options);

}  // namespace wald::core

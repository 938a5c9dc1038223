// The plan of a cascade: its order and thresholds, by Algorithms 1 and 2 of [Q], under a schedule that limits how
// much of the allowed errors may be spent by each position.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/cascades/fixed_scores.hpp"
#include "core/cascades/policy.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::cascades {

// How the errors that are allowed are spread over the positions.
struct Spending {
  enum class Kind : int32_t {
    power = 0,        // up to position r of T: the share (r / T)^exponent
    proportional = 1  // the share of rows that had left before, so errors keep step with exits
  };
  Kind kind = Kind::power;
  double exponent = 0.25;  // 0: all of them at once, as [Q] has it
};
// "power:P", "all" (power:0), "proportional".
Spending spending_by_name(std::string_view name);
std::string spending_name(const Spending &spending);

// Which model comes next where none of the remaining ones makes a row leave.
enum class Fallback : int32_t {
  first = 0,   // the cheapest, of equal ones the first
  closest = 1  // that which brings the sums of the undecided closest to the full ones
};

struct PlanOptions {
  double alpha = 0;
  Spending spending;
  bool negatives_only = false;
  Fallback fallback = Fallback::first;
  std::vector<double> costs;  // one per model
  int threads = 1;
};

struct Plan {
  std::vector<Position> positions;
  int64_t errors = 0;  // weight of the rows that are decided differently than by all models
};

// The errors that are allowed among rows of this weight. A share that is whole except for rounding counts as whole.
int64_t allowed_errors(double share, int64_t weight);

// order: the models in the order that they are to have, or empty: chosen together with the thresholds.
Plan make_plan(const FixedScores &scores, const std::vector<int32_t> &order, const PlanOptions &options,
               Monitor &monitor);

// Sets how much the models behind each position still add, on all rows.
void set_spreads(const FixedScores &scores, std::vector<Position> &positions);

}  // namespace wald::core::cascades

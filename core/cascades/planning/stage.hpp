// What the choice of an order and thresholds needs to know of the undecided rows. Two classes (binary_stage.cpp)
// and several (class_stage.cpp) answer it; planning (plan.hpp) is the same for both.
#pragma once

#include <cstdint>
#include <memory>

#include "core/cascades/fixed_scores.hpp"
#include "core/cascades/policy.hpp"

namespace wald::core::cascades {

// Rows that would leave after a model, and those among them that the full ensemble decides otherwise, by weight.
struct Leaving {
  int64_t exits = 0, errors = 0;
};

// cost of asking a model of all rows / rows that then leave; infinite if none leaves.
inline double price(double cost, int64_t exits) {
  return exits > 0 ? cost / static_cast<double>(exits) : std::numeric_limits<double>::infinity();
}

class Stage {
 public:
  virtual ~Stage() = default;

  // The weight of the undecided rows.
  virtual int64_t live() const = 0;
  // About how many numbers scoring a candidate reads.
  virtual int64_t work() const = 0;

  // The most that can leave after `model` with errors of a weight up to `budget`. A candidate whose price is proved to
  // be above `best` may be given up: exits -1. Several workers may ask at once.
  virtual Leaving score(int32_t model, int64_t budget, double cost, double best, int worker) = 0;
  // The weighted squared distance of the sums, `model` included, from the full ones among the undecided.
  virtual double distance(int32_t model) const = 0;
  // Asks `model` and removes the rows that leave: the thresholds, and these rows. The last position decides all.
  virtual Leaving take(int32_t model, int64_t budget, bool last, Position &position) = 0;
};

std::unique_ptr<Stage> make_binary_stage(const FixedScores &scores, bool negatives_only, int workers, int threads);
std::unique_ptr<Stage> make_class_stage(const FixedScores &scores, int workers);

}  // namespace wald::core::cascades

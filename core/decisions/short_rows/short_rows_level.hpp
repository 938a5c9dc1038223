// What the vector code for short rows shares with the rest: one row a lane, a group of rows at a time. The same code is
// compiled once for each instruction set (short_rows_kernels.hpp); all operations are lane by lane and in one order, so
// a row's bits depend neither on the instruction set nor on the rows beside it.
#pragma once

#include <cstdint>

#include "core/base/arrays.hpp"
#include "core/numeric/compiler.hpp"

namespace wald::core::decisions {

constexpr int most_lanes = 8;

// Labels that can be true up to which every k is evaluated by recursion; measured.
constexpr int most_recursive = 15;

// The same for every row of a batch.
struct ShortProblem {
  bool jaccard = false;  // else F_beta
  double b = 1;          // beta^2
  int zero_division = 1;
  int64_t n = 0;              // labels
  int64_t low = 0, high = 0;  // allowed k
  double tie = 0;             // values closer than this times the greatest are equal
  double slack = 0;           // relative, what rounding can do to a limit, and more than a tie
  bool recursive = false;     // few labels: every k by recursion; else what the limits leave, by nodes

  void allow(int64_t least, int64_t most) {
    low = least;
    high = most;
    recursive = recursive && low <= most_recursive;
  }
};

// Scratch and answers of one group. Arrays are item by item, lanes side by side.
struct alignas(64) ShortGroup {
  double *x = nullptr;       // n items: probabilities; after the decision they descend
  double *values = nullptr;  // n + 1: expected utilities of k = first ... last, from index 0
  double *suffix = nullptr;  // 4 (n + 1)
  // Those beyond have probability 0; of them x holds those up to the greatest k that is looked at, and one more.
  int64_t items = 0;
  int64_t first = 0, last = -1;  // the k that `values` holds
  bool ranked = false;  // x descends already, or is arranged: of each lane the items of positions above + 1 ... end, at
                        // which k the optimum and the next best lie, descend; before them are greater ones, behind them
                        // smaller ones
  bool whole = false;   // every k was evaluated, by recursion
  alignas(64) double above[most_lanes] = {};
  alignas(64) double end[most_lanes];
  alignas(64) double lowest[most_lanes];  // of each lane: the k >= 1 that were evaluated; none if highest < lowest
  alignas(64) double highest[most_lanes];
  alignas(64) double none[most_lanes];       // P(s = 0)
  alignas(64) double occurring[most_lanes];  // items that can be true
  alignas(64) double k[most_lanes];
  alignas(64) double value[most_lanes];
  bool served[most_lanes];  // false: another way has to be taken: the nodes do not reach that far, or few labels
                            // can be true here and many in another lane
};

// The numbers greater than some number.
struct Above {
  double sum, count;
};

struct ShortLevel {
  const char *name;
  int lanes;
  bool (*here)();  // whether this processor has the instructions
  // Probabilities of `count` <= lanes rows into x; absent lanes repeat the last row.
  void (*load)(const RealTable &rows, int64_t first, int64_t count, double *x);
  void (*decide)(const ShortProblem &problem, ShortGroup &group);
  // 1 if a row's item is among its top k, of equal ones the first; the mask's first row is that of `first`.
  void (*write)(const RealTable &rows, int64_t first, int64_t count, const ShortGroup &group, Grid<uint8_t> mask);
  // Whether all numbers of a row lie in [0, 1].
  bool (*in_unit)(const Reals &row);
  Above (*above)(const double *p, int64_t n, double number);
};

namespace baseline {
extern const ShortLevel level;
}
#ifdef WALD_X86_LEVELS
namespace v3 {
extern const ShortLevel level;
}
namespace v4 {
extern const ShortLevel level;
}
#endif

}  // namespace wald::core::decisions

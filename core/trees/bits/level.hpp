// What the vector code for trees as bit vectors shares with the rest: one row a lane. The same code is compiled once
// for each instruction set (kernels.hpp). Whole numbers and one addition a lane and tree: bits depend on no instruction
// set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/numeric/compiler.hpp"

namespace wald::core::trees::bits {

// Lanes are worked on in multiples of this many, whatever the instruction set.
constexpr int64_t lane_step = 64;
constexpr int64_t most_leaves = 256;

// A node as a plane of eight leaves sees it: where a row's code in `column` is below `threshold`, the row goes right,
// and `mask` are those of the eight leaves that it leaves behind.
struct Entry {
  uint16_t column;
  int8_t threshold;
  uint8_t mask;
};

// A categorical node, before its tree is asked: column `slot` becomes 0 for the rows whose code is in the set, which go
// left, and -1 for the others. With `more` the set is a further part of the one before.
struct CategoryTest {
  uint16_t column, slot;
  bool more;
  alignas(16) uint8_t set[32];
};

// A tree's leaves are numbered from left to right, eight a plane; the last plane comes first.
struct BitTree {
  const Entry *entries;
  const uint16_t *counts;  // of entries, of each plane
  const CategoryTest *tests;
  int32_t planes, n_tests;
};

// Nanoseconds a lane, about: of an entry, of a plane, of a categorical test, of adding a value by a table of bytes, and
// of halving the thresholds of a feature.
struct Costs {
  double entry, plane, test, value, halving;
};

struct Level {
  const char *name;
  bool (*here)();  // whether this processor has the instructions
  Costs costs;
  // Values of up to this many leaves are kept byte by byte, in tables of 32 bytes that one instruction looks up.
  int64_t table_leaves;
  // The leaf of each lane; columns of codes begin `stride` bytes one after the other. The slots of the tree's
  // categorical tests are written.
  void (*find)(const BitTree &tree, int8_t *codes, int64_t stride, int64_t lanes, uint8_t *leaves);
  // sums[i] += value of leaf[i]; of numbers of 4 or 8 bytes.
  void (*add_floats)(const uint8_t *table, bool bytewise, const uint8_t *leaves, int64_t lanes, float *sums);
  void (*add_doubles)(const uint8_t *table, bool bytewise, const uint8_t *leaves, int64_t lanes, double *sums);
  void (*add_ints)(const uint8_t *table, bool bytewise, const uint8_t *leaves, int64_t lanes, int32_t *sums);
  void (*add_longs)(const uint8_t *table, bool bytewise, const uint8_t *leaves, int64_t lanes, int64_t *sums);
  // out[i] = 1 if sums[i] is below `low` or at or above `high`, else 0.
  void (*leaving)(const int32_t *sums, int32_t low, int32_t high, int64_t lanes, uint8_t *out);
  // Of each eight lanes a bit each, those with a 1 move to the front of the column, in their order; what is behind them
  // is of no meaning.
  void (*keep)(const uint8_t *live, int64_t lanes, int8_t *column);
  // ranks[i] = how many of the 2^depth ascending numbers, the last of which is infinite, are below x[i]; none if it
  // is not a number.
  void (*rank_floats)(const float *numbers, int depth, const float *x, int64_t lanes, uint32_t *ranks);
  void (*rank_doubles)(const double *numbers, int depth, const double *x, int64_t lanes, uint32_t *ranks);
  // codes[i] = 127 - min(max(ranks[i] - first, 0), 255).
  void (*code)(const uint32_t *ranks, int64_t first, int64_t lanes, int8_t *codes);
};

inline void add(const Level &l, const uint8_t *t, bool bytewise, const uint8_t *leaves, int64_t n, float *sums) {
  l.add_floats(t, bytewise, leaves, n, sums);
}
inline void add(const Level &l, const uint8_t *t, bool bytewise, const uint8_t *leaves, int64_t n, double *sums) {
  l.add_doubles(t, bytewise, leaves, n, sums);
}
inline void add(const Level &l, const uint8_t *t, bool bytewise, const uint8_t *leaves, int64_t n, int32_t *sums) {
  l.add_ints(t, bytewise, leaves, n, sums);
}
inline void add(const Level &l, const uint8_t *t, bool bytewise, const uint8_t *leaves, int64_t n, int64_t *sums) {
  l.add_longs(t, bytewise, leaves, n, sums);
}

namespace baseline {
extern const Level level;
}
#ifdef WALD_X86_LEVELS
namespace v3 {
extern const Level level;
}
namespace v4 {
extern const Level level;
}
#endif

// Those that this processor runs, the best one last.
constexpr int most_levels = 3;
int levels_here(const Level **out);
const Level &best_level();

}  // namespace wald::core::trees::bits

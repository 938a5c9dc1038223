// A decision tree of an ensemble, as it is given and as it is walked.
#pragma once

#include <cstdint>
#include <vector>

#include "core/described/words.hpp"

namespace wald::core::trees {

#define WALD_SPLIT_WORDS(WORD)                                  \
  WORD(leaf, 0, "leaf", "", "No children.")                     \
  WORD(at_most, 1, "at_most", "", "Left where x <= threshold.") \
  WORD(below, 2, "below", "", "Left where x < threshold.")      \
  WORD(in, 3, "among", "", "Left where x, cut to a whole number, is one of the node's categories.")
enum class Split : uint8_t { WALD_SPLIT_WORDS(WALD_ENUMERATOR) };
constexpr Word split_words[] = {WALD_SPLIT_WORDS(WALD_WORD)};

// Where x goes that is not a number. In a categorical split x of at most -1, or of 2^24 and more, is treated so, too,
// but with nan_right and nan_left, which only such splits have: there x < 0, or of 2^24 and more, goes right, as
// XGBoost has it. Zero is |x| <= 1e-35 rounded to float, as LightGBM has it.
#define WALD_MISSING_WORDS(WORD)                                 \
  WORD(right, 0, "right", "", "Right.")                          \
  WORD(left, 1, "left", "", "Left.")                             \
  WORD(as_zero, 2, "as_zero", "", "Where 0 would go.")           \
  WORD(zero_right, 3, "zero_right", "", "Right, and 0 with it.") \
  WORD(zero_left, 4, "zero_left", "", "Left, and 0 with it.")    \
  WORD(nan_right, 5, "nan_right", "",                            \
       "Right. Of splits by category alone: a number below 0, or of 2^24 and more, is not missing and goes right.") \
  WORD(nan_left, 6, "nan_left", "",                              \
       "Left. Of splits by category alone: a number below 0, or of 2^24 and more, is not missing and goes right.")
enum class Missing : uint8_t { WALD_MISSING_WORDS(WALD_ENUMERATOR) };
constexpr Word missing_words[] = {WALD_MISSING_WORDS(WALD_WORD)};

struct TreeNode {
  Split split = Split::leaf;
  Missing missing = Missing::right;
  int32_t feature = 0;
  int32_t left = 0, right = 0;
  double threshold = 0;
  std::vector<int32_t> categories;  // ascending
};

struct Tree {
  int32_t output = 0;           // that its values are added to, where the ensemble's leaves have one value
  std::vector<TreeNode> nodes;  // the root first
  std::vector<double> values;   // of each node (leaf_width of them): those of leaves count
};

enum class Summation : int32_t { float64 = 0, float32 = 1 };

struct EnsembleShape {
  int64_t features = 1;
  int64_t outputs = 1;
  int64_t leaf_width = 1;       // values of a leaf: 1, or one per output
  int64_t trees_per_model = 1;  // how many trees in a row are one model of a cascade
  // Features are cut to float before they are compared (XGBoost, scikit-learn).
  bool float_features = false;
  // In which arithmetic the outputs add up, tree after tree from the base on. XGBoost: float32.
  Summation summation = Summation::float64;
  std::vector<double> base;  // of each output; empty: 0
};

constexpr int64_t max_features = int64_t{1} << 24;
constexpr int64_t max_trees = int64_t{1} << 20;
constexpr int32_t max_category = (int32_t{1} << 24) - 1;
constexpr int64_t max_outputs = 1 << 16;

// The trees as they are walked: siblings side by side, leaves that lead to themselves, thresholds such that left is
// x <= threshold.
template <class Real>
struct WalkNode {
  Real threshold;
  int32_t feature;
  int32_t left;  // the right one follows it
  int32_t kind;  // bit 0: what is missing goes left; bit 1: not a plain split, see WalkTree::special
};

struct WalkTree {
  std::vector<WalkNode<float>> floats;
  std::vector<WalkNode<double>> doubles;  // where features may be doubles
  std::vector<int32_t> source;            // of each node its place in the Tree
  int32_t depth = 0;                      // of the deepest leaf
  bool special = false;                   // some split is categorical or treats zeros as missing
};

}  // namespace wald::core::trees

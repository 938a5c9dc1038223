// Walking trees: the innermost loops. Eight rows go down a tree side by side, so that the processor has eight loads
// under way instead of waiting for one.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/trees/tree.hpp"

namespace wald::core::trees {

template <class Real>
const std::vector<WalkNode<Real>> &nodes_of(const WalkTree &tree) {
  if constexpr (sizeof(Real) == sizeof(float))
    return tree.floats;
  else
    return tree.doubles;
}

// Zero where zeros are missing.
template <class Real>
bool is_missing_zero(Real x) {
  return std::fabs(static_cast<double>(x)) <= static_cast<double>(1e-35f);
}

// What cannot be a category is missing; -0.5 is cut to 0.
template <class Real>
bool is_category(Real x) {
  return x > -1 && x < static_cast<Real>(max_category) + 1;
}

// -0.5 is no category, either: XGBoost's rule.
template <class Real>
bool is_whole_category(Real x) {
  return x >= 0 && x < static_cast<Real>(max_category) + 1;
}

// Splits that are not plain: categories, and zeros that are missing.
template <class Real>
bool goes_left(const TreeNode &node, Real threshold, Real x) {
  const bool nan = x != x;
  if (node.split == Split::in) {
    if (nan) return node.missing == Missing::left || node.missing == Missing::nan_left;
    if (node.missing >= Missing::nan_right ? !is_whole_category(x) : !is_category(x))
      return node.missing == Missing::left;
    const auto category = static_cast<int32_t>(x);
    std::size_t low = 0, size = node.categories.size();
    while (size > 0) {
      const std::size_t half = size / 2;
      if (node.categories[low + half] < category) {
        low += half + 1;
        size -= half + 1;
      } else {
        size = half;
      }
    }
    return low < node.categories.size() && node.categories[low] == category;
  }
  switch (node.missing) {
    case Missing::right:
    case Missing::nan_right: return x <= threshold;
    case Missing::left:
    case Missing::nan_left: return nan || x <= threshold;
    case Missing::as_zero: return (nan ? Real(0) : x) <= threshold;
    case Missing::zero_right: return !nan && !is_missing_zero(x) && x <= threshold;
    case Missing::zero_left: return nan || is_missing_zero(x) || x <= threshold;
  }
  return false;
}

template <class Real, bool Special>
inline int32_t step(const WalkNode<Real> *nodes, const Tree &tree, const int32_t *source, int32_t at, const Real *row) {
  const WalkNode<Real> &node = nodes[at];
  const Real x = row[node.feature];
  if constexpr (Special) {
    if (node.kind & 2)
      return node.left + !goes_left(tree.nodes[static_cast<std::size_t>(source[at])], node.threshold, x);
  }
  const bool left = (x <= node.threshold) | ((x != x) & ((node.kind & 1) != 0));
  return node.left + !left;
}

// The leaf that a row comes to, among the tree's walked nodes.
template <class Real, bool Special>
int32_t leaf_of(const Tree &tree, const WalkTree &walk, const Real *row) {
  const WalkNode<Real> *const nodes = nodes_of<Real>(walk).data();
  const int32_t *const source = walk.source.data();
  int32_t at = 0;
  while (nodes[at].left != at) at = step<Real, Special>(nodes, tree, source, at, row);
  return at;
}
template <class Real>
int32_t leaf_of(const Tree &tree, const WalkTree &walk, const Real *row) {
  return walk.special ? leaf_of<Real, true>(tree, walk, row) : leaf_of<Real, false>(tree, walk, row);
}

// out[i]: the leaf that row rows[i] comes to, among the tree's walked nodes. Row r begins at features + r stride.
template <class Real, bool Special>
void leaves_of(const Tree &tree, const WalkTree &walk, const Real *features, int64_t stride, const int32_t *rows,
               int64_t n, int32_t *out) {
  const WalkNode<Real> *const nodes = nodes_of<Real>(walk).data();
  const int32_t *const source = walk.source.data();
  constexpr int64_t side = 8;
  constexpr int32_t levels = 4;  // between looks whether all have come to a leaf
  int64_t i = 0;
  for (; i + side <= n; i += side) {
    const Real *row[side];
    int32_t at[side];
    for (int64_t j = 0; j < side; ++j) {
      row[j] = features + static_cast<int64_t>(rows[i + j]) * stride;
      at[j] = 0;
    }
    for (int32_t depth = 0; depth < walk.depth;) {
      const int32_t until = walk.depth - depth <= 2 * levels ? walk.depth : depth + levels;
      for (; depth < until; ++depth)
        for (int64_t j = 0; j < side; ++j) at[j] = step<Real, Special>(nodes, tree, source, at[j], row[j]);
      if (depth == walk.depth) break;
      bool done = true;
      for (int64_t j = 0; j < side; ++j) done = done && nodes[at[j]].left == at[j];
      if (done) break;
    }
    for (int64_t j = 0; j < side; ++j) out[i + j] = at[j];
  }
  for (; i < n; ++i) out[i] = leaf_of<Real, Special>(tree, walk, features + static_cast<int64_t>(rows[i]) * stride);
}

template <class Real>
void leaves_of(const Tree &tree, const WalkTree &walk, const Real *features, int64_t stride, const int32_t *rows,
               int64_t n, int32_t *out) {
  if (walk.special)
    leaves_of<Real, true>(tree, walk, features, stride, rows, n, out);
  else
    leaves_of<Real, false>(tree, walk, features, stride, rows, n, out);
}

// Some rows of a table as they are walked: contiguous, of one type. Rows that already are so are not copied.
template <class Real>
class FeatureRows {
 public:
  const Real *take(const RealTable &table, int64_t begin, int64_t rows, int64_t &stride) {
    if (table.is_float == (sizeof(Real) == sizeof(float)) && table.col_stride == 1) {
      stride = table.row_stride;
      return static_cast<const Real *>(table.row(begin).data);
    }
    stride = table.cols;
    copy_.resize(static_cast<std::size_t>(rows * table.cols));
    for (int64_t i = 0; i < rows; ++i) {
      const Reals row = table.row(begin + i);
      Real *const to = copy_.data() + i * table.cols;
      if (table.is_float)
        for (int64_t j = 0; j < table.cols; ++j)
          to[j] = static_cast<Real>(static_cast<const float *>(row.data)[j * row.stride]);
      else
        for (int64_t j = 0; j < table.cols; ++j)
          to[j] = static_cast<Real>(static_cast<const double *>(row.data)[j * row.stride]);
    }
    return copy_.data();
  }

 private:
  std::vector<Real> copy_;
};

// Calls f(float) or f(double): the type in which an ensemble compares the features of a table.
template <class F>
void with_feature_type(const EnsembleShape &shape, const RealTable &features, const F &f) {
  if (shape.float_features || features.is_float)
    f(float{});
  else
    f(double{});
}

inline void check_features(const EnsembleShape &shape, const RealTable &features) {
  if (features.cols != shape.features)
    fail(Status::argument, "n_features is ", features.cols, ": must be ", shape.features);
}

}  // namespace wald::core::trees

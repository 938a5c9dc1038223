// A boosted ensemble on made-up rows, so that what is measured on it looks like what people have: gradient boosting of
// the logistic loss with histograms of 32 bins, complete trees, shrinkage 0.1.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/numeric/random/random.hpp"
#include "core/trees/ensemble.hpp"

namespace boosted {

using namespace wald::core;
using namespace wald::core::trees;

struct Rows {
  int64_t n = 0, features = 0;
  std::vector<float> x;
  std::vector<uint8_t> y;
  RealTable table() const { return {x.data(), true, n, features, features, 1}; }
};

// About a quarter is positive; an eighth of the labels could not be told from the features.
inline Rows make_rows(int64_t n, uint64_t seed) {
  Rows out{n, 14, {}, {}};
  Random random(seed);
  for (int64_t i = 0; i < n; ++i) {
    float own[14];
    for (float &f : own) f = static_cast<float>(random.uniform());
    double z = -3.2;
    for (int j = 0; j < 5; ++j) z += 1.4 * own[j];
    z += 2.5 * own[5] * own[6] + (own[7] > 0.8F ? 2 : 0) - 3 * std::fabs(own[8] - own[9]) + std::sin(8 * own[10]);
    out.y.push_back(random.uniform() < 1 / (1 + std::exp(-2.5 * z + 2)));
    out.x.insert(out.x.end(), own, own + 14);
  }
  return out;
}

inline Ensemble train(const Rows &rows, int trees, int depth) {
  constexpr int bins = 32;
  constexpr double shrinkage = 0.1, ridge = 1;
  EnsembleShape shape;
  shape.features = rows.features;
  shape.float_features = true;
  shape.summation = Summation::float32;
  Ensemble out(shape);
  const auto n = static_cast<std::size_t>(rows.n), features = static_cast<std::size_t>(rows.features);
  std::vector<uint8_t> binned(n * features);
  for (std::size_t i = 0; i < binned.size(); ++i)
    binned[i] = static_cast<uint8_t>(std::min<int>(bins - 1, static_cast<int>(rows.x[i] * bins)));
  std::vector<double> margin(n, 0.0), gradient(n), hessian(n);
  std::vector<int32_t> node(n);
  struct Sums {
    double g = 0, h = 0;
    double gain() const { return g * g / (h + ridge); }
  };
  for (int t = 0; t < trees; ++t) {
    for (std::size_t i = 0; i < n; ++i) {
      const double p = 1 / (1 + std::exp(-margin[i]));
      gradient[i] = rows.y[i] - p;
      hessian[i] = p * (1 - p);
      node[i] = 0;
    }
    Tree tree;
    tree.nodes.resize((std::size_t{2} << depth) - 1);
    tree.values.assign(tree.nodes.size(), 0.0);
    for (int level = 0; level < depth; ++level) {
      const std::size_t first = (std::size_t{1} << level) - 1, count = std::size_t{1} << level;
      std::vector<Sums> histogram(count * features * bins);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < features; ++j) {
          Sums &s =
              histogram[((static_cast<std::size_t>(node[i]) - first) * features + j) * bins + binned[i * features + j]];
          s.g += gradient[i];
          s.h += hessian[i];
        }
      for (std::size_t k = 0; k < count; ++k) {
        TreeNode &split = tree.nodes[first + k];
        split.split = Split::below;
        split.left = static_cast<int32_t>(2 * (first + k) + 1);
        split.right = split.left + 1;
        double best = -1;
        for (std::size_t j = 0; j < features; ++j) {
          const Sums *const own = histogram.data() + (k * features + j) * bins;
          Sums all, left;
          for (int b = 0; b < bins; ++b) all.g += own[b].g, all.h += own[b].h;
          for (int b = 0; b + 1 < bins; ++b) {
            left.g += own[b].g;
            left.h += own[b].h;
            const double gain = left.gain() + Sums{all.g - left.g, all.h - left.h}.gain();
            if (gain <= best) continue;
            best = gain;
            split.feature = static_cast<int32_t>(j);
            split.threshold = static_cast<double>(b + 1) / bins;
          }
        }
      }
      for (std::size_t i = 0; i < n; ++i) {
        const TreeNode &split = tree.nodes[static_cast<std::size_t>(node[i])];
        const double x = rows.x[i * features + static_cast<std::size_t>(split.feature)];
        node[i] = x < split.threshold ? split.left : split.right;
      }
    }
    std::vector<Sums> leaves(tree.nodes.size());
    for (std::size_t i = 0; i < n; ++i) {
      leaves[static_cast<std::size_t>(node[i])].g += gradient[i];
      leaves[static_cast<std::size_t>(node[i])].h += hessian[i];
    }
    for (std::size_t k = 0; k < leaves.size(); ++k)
      tree.values[k] = static_cast<float>(shrinkage * leaves[k].g / (leaves[k].h + ridge));
    for (std::size_t i = 0; i < n; ++i) margin[i] += tree.values[static_cast<std::size_t>(node[i])];
    out.add(std::move(tree));
  }
  return out;
}

}  // namespace boosted

// Data to learn from: features, labels that depend on them and on each other, classes.
#pragma once

#include <cmath>
#include <vector>

#include "cases.hpp"
#include "core/learners/learner.hpp"

namespace cases {

struct LearnerData {
  int64_t rows = 0, features = 0, labels = 0;
  std::vector<double> x;
  std::vector<uint8_t> y;
  std::vector<int32_t> classes;  // of each row one of `labels`

  wald::core::learners::FeatureTable table() const { return wald::core::RealTable{x.data(), false, rows, features, features, 1}; }
  wald::core::learners::Targets targets() const {
    return wald::core::learners::label_targets(wald::core::Grid<const uint8_t>{y.data(), rows, labels, labels, 1});
  }
  wald::core::learners::Targets class_targets() const { return wald::core::learners::class_targets({classes.data(), true}, rows, labels); }
};

inline LearnerData learner_data(Rng &rng, int64_t rows, int64_t features, int64_t labels, bool binary_features = false,
                                bool never_empty = false) {
  LearnerData out{rows, features, labels, {}, {}, {}};
  std::vector<double> w(static_cast<std::size_t>(features * labels));
  for (double &v : w) v = 4 * rng.uniform() - 2;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < features; ++j)
      out.x.push_back(binary_features ? static_cast<double>(rng.below(4) == 0)
                                      : (6 * rng.uniform() - 3) * std::pow(3.0, static_cast<double>(j % 4)) + 5);
    std::vector<double> margin(static_cast<std::size_t>(labels), -0.5);
    const double *const row = out.x.data() + i * features;
    for (int64_t j = 0; j < features; ++j)
      for (int64_t l = 0; l < labels; ++l)
        margin[static_cast<std::size_t>(l)] +=
            w[static_cast<std::size_t>(j * labels + l)] *
            (binary_features ? row[j] : (row[j] - 5) / std::pow(3.0, static_cast<double>(j % 4)) / 3);
    int64_t best = 0, held = 0;
    for (int64_t l = 0; l < labels; ++l) {
      const double neighbour = l > 0 && out.y.back() ? 1.0 : 0.0;
      const double z = margin[static_cast<std::size_t>(l)] + neighbour;
      if (margin[static_cast<std::size_t>(l)] > margin[static_cast<std::size_t>(best)]) best = l;
      out.y.push_back(rng.uniform() < 1 / (1 + std::exp(-z)));
      held += out.y.back();
    }
    if (never_empty && held == 0) out.y[static_cast<std::size_t>(i * labels + best)] = 1;
    out.classes.push_back(static_cast<int32_t>(rng.below(5) == 0 ? rng.below(static_cast<int>(labels)) : best));
  }
  return out;
}

// The same numbers in compressed rows.
struct SparseRows {
  std::vector<int64_t> indptr{0};
  std::vector<int64_t> indices;
  std::vector<double> values;
  int64_t rows, cols;

  SparseRows(const std::vector<double> &x, int64_t n, int64_t d) : rows(n), cols(d) {
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = d; j-- > 0;) {  // in any order
        const double v = x[static_cast<std::size_t>(i * d + j)];
        if (v == 0) continue;
        indices.push_back(j);
        values.push_back(v);
      }
      indptr.push_back(static_cast<int64_t>(values.size()));
    }
  }
  wald::core::learners::FeatureTable table() const {
    return wald::core::decisions::SparseTable{{indptr.data(), false},
                                   {indices.data(), false},
                                   {values.data(), false, static_cast<int64_t>(values.size()), 1},
                                   rows,
                                   cols};
  }
};

}  // namespace cases

// Random rows and labels for learners: with ties, duplicates, constant features and empty rows among them.
#pragma once

#include <vector>

#include "cases.hpp"
#include "core/learners/learner.hpp"

namespace learner_rows {

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::learners;

// Dense rows; `kind` 0: numbers anywhere, 1: on a coarse grid, so that many are equal, 2: mostly zeros.
inline Features some_rows(cases::Rng &rng, int64_t rows, int64_t cols, int kind) {
  Features out;
  out.rows = rows;
  out.cols = cols;
  for (int64_t i = 0; i < rows; ++i) {
    const bool again = i > 0 && rng.below(8) == 0;
    const int64_t other = again ? rng.below(static_cast<int>(i)) : 0;
    for (int64_t j = 0; j < cols; ++j) {
      double x = 4 * rng.uniform() - 2;
      if (kind == 1) x = 0.5 * rng.between(-2, 2);
      if (kind == 2) x = rng.below(4) ? 0 : 0.5 * rng.between(-2, 3);
      if (j == 1 && rng.below(3) > 0) x = 1;
      out.values.push_back(again ? out.values[static_cast<std::size_t>(other * cols + j)] : x);
    }
  }
  return out;
}

inline FeatureTable table_of(const Features &dense) {
  return RealTable{dense.values.data(), false, dense.rows, dense.cols, dense.cols, 1};
}

struct SparseRows {
  explicit SparseRows(const Features &dense) : features(as_sparse(dense)) {}
  FeatureTable table() const {
    return SparseTable{{features.begin.data(), false},
                       {features.columns.data(), true},
                       {features.values.data(), false, static_cast<int64_t>(features.values.size()), 1},
                       features.rows,
                       features.cols};
  }
  Features features;
};

// Labels that depend on the rows' numbers, with noise.
inline Targets some_labels(cases::Rng &rng, const Features &rows, int64_t labels) {
  Targets out;
  out.rows = rows.rows;
  out.labels = labels;
  for (int64_t i = 0; i < rows.rows; ++i)
    for (int64_t j = 0; j < labels; ++j) {
      const double x = rows.row(i)[j % rows.cols] + (j % 2 ? 0.5 : -0.5);
      out.cells.push_back(x + 2 * rng.uniform() - 1 > 0);
    }
  return out;
}

inline Targets some_classes(cases::Rng &rng, const Features &rows, int64_t classes) {
  Targets out;
  out.task = Task::classes;
  out.rows = rows.rows;
  out.labels = classes;
  for (int64_t i = 0; i < rows.rows; ++i)
    out.classes.push_back(rows.row(i)[0] > 0 ? static_cast<int32_t>(rng.below(static_cast<int>(classes))) : 0);
  return out;
}

inline std::vector<int> vector_of(const Targets &targets, int64_t i) {
  std::vector<int> out;
  for (int64_t j = 0; j < targets.labels; ++j)
    if (targets.at(i, j)) out.push_back(static_cast<int>(j));
  return out;
}

// F1 of an answer, both given by ascending labels; 1 if both are empty.
inline double f1(const std::vector<int> &truth, const std::vector<int> &answer) {
  if (truth.empty() && answer.empty()) return 1;
  int both = 0;
  for (const int j : answer)
    for (const int i : truth) both += i == j;
  return 2.0 * both / static_cast<double>(truth.size() + answer.size());
}

}  // namespace learner_rows

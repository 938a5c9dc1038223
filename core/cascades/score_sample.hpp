// Rows of scores, one score for each base model, as they were fed; a cascade is fitted to them. Samples of several
// machines merge. An ensemble of two classes adds its models' scores and compares the sum with a threshold; one of K
// classes has K scores of each model, and the class with the largest sum wins.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/cascades/fixed_point.hpp"

namespace wald::core::cascades {

constexpr int64_t max_classes = 1 << 16;

class ScoreSample {
 public:
  // Some rows, column after column: score (i, j) is at j capacity + i.
  struct Block {
    bool is_float = false;
    int64_t rows = 0, capacity = 0;
    std::vector<float> floats;
    std::vector<double> doubles;

    double at(int64_t column, int64_t row) const {
      const auto i = static_cast<std::size_t>(column * capacity + row);
      return is_float ? static_cast<double>(floats[i]) : doubles[i];
    }
  };

  // classes: 1 for a sum and a threshold; K >= 2 for the largest of K sums.
  explicit ScoreSample(int64_t models, int64_t classes = 1);

  // scores: a column for each model, finite; with K classes column t K + c is class c of model t.
  // weights: none (all 1), or finite and at least 0; rows of weight 0 count for nothing.
  // targets: none, or what the orders by squared error compare sums with: the label in the units of the sum, or its
  // class; given with every feed or with none. first: the number of the first row, in errors. Nothing is kept of a call that
  // fails.
  void feed(const RealTable &scores, const Reals &weights = {}, const Reals &targets = {}, int64_t first = 0);
  void merge(const ScoreSample &other);
  void clear();

  int64_t models() const { return models_; }
  int64_t classes() const { return classes_; }
  int64_t columns() const { return models_ * classes_; }
  int64_t rows() const { return rows_; }
  bool has_targets() const { return !targets_.empty(); }
  const std::vector<Block> &blocks() const { return blocks_; }
  double weight(int64_t row) const { return weights_.empty() ? 1.0 : weights_[static_cast<std::size_t>(row)]; }
  double target(int64_t row) const { return targets_[static_cast<std::size_t>(row)]; }
  bool equal_weights() const;
  // Whether any feed came with weights, even if all of them are 1.
  bool weighted() const { return !weights_.empty(); }
  // Weights rounded to multiples of this power of two have sums that are exact, whatever their order. 1 for whole ones.
  double weight_unit() const;

  // The rows of a weight above 0; none if all are, which saves the copy.
  std::optional<ScoreSample> of_weight() const;
  // The rows whose part is this one, or is not, in their order.
  ScoreSample part(const std::vector<int32_t> &parts, int32_t which, bool inside) const;
  // Deals the rows out to this many parts, of nearly the same size. Depends on the rows and the seed alone, not on the
  // order of feeding.
  std::vector<int32_t> deal(int32_t parts, uint64_t seed) const;

 private:
  // The last block where it takes another row, else a new one for about this many.
  Block &open_block(bool is_float, int64_t wanted);
  int64_t models_, classes_, rows_ = 0;
  std::vector<Block> blocks_;
  std::vector<double> weights_, targets_;  // of every row; empty: 1, none
};

}  // namespace wald::core::cascades

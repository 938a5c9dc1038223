// Features as codes of a byte each, by which every split of an ensemble is one comparison of bytes.
//
// Of the thresholds that splits compare a feature with, T_0 < T_1 < ..., a row's rank is how many lie below its x. A
// row goes right at T_a where x > T_a, which is where its rank is at least a + 1. Ranks beyond 255 take several columns
// of codes, each with 255 of the thresholds. What is missing has a rank, too: 0 if it goes left at all splits, the
// largest where it goes right, that of zero where it counts as such; so a feature has columns for each way in which its
// splits take what is missing. A category's code is its place among those that some split names.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/trees/bits/level.hpp"
#include "core/trees/tree.hpp"

namespace wald::core::trees::bits {

class Coding {
 public:
  static constexpr int64_t thresholds_of_column = 255;
  // Code 0: none of the column's; the last three: in the first column what is no category, or not one for every split.
  static constexpr int64_t categories_of_column = 252;
  static constexpr uint8_t negative_fraction = 253;  // in (-1, 0)
  static constexpr uint8_t no_category = 254;        // at most -1, or 2^24 and more
  static constexpr uint8_t not_a_number = 255;
  static constexpr int64_t most_columns = 4096;

  // Columns for the splits of those trees whose place in `taken` is not 0.
  Coding(const EnsembleShape &shape, const std::vector<Tree> &trees, const std::vector<WalkTree> &walks,
         const std::vector<uint8_t> &taken);

  int64_t columns() const { return columns_; }
  // About how many nanoseconds the codes of a row take.
  double cost(const Level &level) const { return cost_ + halvings_ * level.costs.halving; }

  // The column and the threshold of a plain node of a walked tree: a row goes right where its code is below it.
  struct Place {
    int64_t column;
    int8_t threshold;
  };
  Place place(const TreeNode &node, const WalkTree &walk, std::size_t at) const;
  // Where a category of a feature has its code.
  struct CategoryPlace {
    int64_t column;
    uint8_t code;
  };
  CategoryPlace category(int32_t feature, int32_t category) const;
  int64_t first_column(int32_t categorical_feature) const;

  // Codes of rows begin ... begin + n - 1; columns begin `stride` bytes one after the other. Lanes up to a multiple of
  // lane_step get codes, too. Real: the type in which the ensemble compares features of such a table.
  template <class Real>
  void code(const Level &level, const RealTable &features, int64_t begin, int64_t n, int8_t *codes,
            int64_t stride) const;

 private:
  struct Numeric {
    int32_t feature = 0;
    Missing missing = Missing::right;
    bool never = false;  // some split sends every number right: a threshold below all numbers
    int64_t column = 0;
    int64_t ranks = 0;  // the largest rank
    int depth = 0;      // of a search among 2^depth thresholds, of which those at the end are infinite
    std::vector<float> floats;
    std::vector<double> doubles;
  };
  struct Categorical {
    int32_t feature = 0;
    int64_t column = 0, columns = 0;
    std::vector<int32_t> named;
    std::vector<int32_t> places;  // of each category up to the largest that is named, or empty: -1 for none
  };

  const Numeric &numeric(int32_t feature, Missing missing) const;
  const Categorical &categorical(int32_t feature) const;
  template <class Real>
  void code_numeric(const Numeric &own, const Level &level, const Real *x, int64_t lanes, int8_t *codes,
                    int64_t stride) const;
  template <class Real>
  void code_categories(const Categorical &own, const Real *x, int64_t lanes, int8_t *codes, int64_t stride) const;

  bool doubles_ = false;
  std::vector<Numeric> numeric_;          // by feature, then by what is missing
  std::vector<Categorical> categorical_;  // by feature
  int64_t columns_ = 0;
  double cost_ = 0, halvings_ = 0;
};

}  // namespace wald::core::trees::bits

// What LightGBM's text and its JSON have in common: splits, and the words of data frames.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/importers/imported_trees.hpp"
#include "core/importers/model_tape.hpp"

namespace wald::core::importers {

constexpr const char *lightgbm = "model of LightGBM";

// A threshold as Wald compares with it. LightGBM's predictors take every |x| <= 1e-35f for 0.
double lightgbm_threshold(double threshold);

enum class LightgbmMissing { none = 0, zero = 1, nan = 2 };
trees::Missing lightgbm_missing(LightgbmMissing kind, bool default_left);

// Throws for a category that is too large for a node, with the feature's name.
int32_t lightgbm_category(int64_t category, int64_t feature, const std::vector<std::string> &names);

// A column that is split by categories. Its largest one; -1: not known.
struct CategoricalColumn {
  std::size_t feature;
  int64_t largest;
};
// Gives the words of data frames, which LightGBM keeps in the order of the columns that have any, to these columns.
// Columns whose categories are whole numbers have none, so that there may be more columns than lists; if more than one
// way is left, nothing is placed. lists: nowhere, null, or an array of arrays.
void place_words(const ModelTape &tape, Place lists, const std::vector<CategoricalColumn> &columns, ImportedTrees &out);

// No names where they are those that LightGBM gives columns without names.
void set_lightgbm_names(std::vector<std::string> names, std::size_t features, ImportedTrees &out);

}  // namespace wald::core::importers

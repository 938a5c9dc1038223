// Reads what LightGBM's text and its JSON have in common.
#include "core/numeric/contraction.hpp"  // first

#include "core/importers/lightgbm_columns.hpp"

#include <cmath>
#include <limits>

namespace wald::core::importers {

double lightgbm_threshold(double threshold) {
  constexpr double zero = 1e-35f;
  if (threshold >= -zero && threshold < 0) return std::nextafter(-zero, -1.0);
  if (threshold >= 0 && threshold < zero) return zero;
  return threshold;
}

trees::Missing lightgbm_missing(LightgbmMissing kind, bool default_left) {
  if (kind == LightgbmMissing::none) return trees::Missing::as_zero;
  if (kind == LightgbmMissing::zero) return default_left ? trees::Missing::zero_left : trees::Missing::zero_right;
  return default_left ? trees::Missing::left : trees::Missing::right;
}

int32_t lightgbm_category(int64_t category, int64_t feature, const std::vector<std::string> &names) {
  if (category < 0 || category > trees::max_category) {
    const auto j = static_cast<std::size_t>(feature);
    fail(Status::unsupported, lightgbm, ": feature ", j < names.size() ? in_quotes(names[j]) : text(feature),
         " has the category ", category, ": must lie in [0, ", trees::max_category, "]; number its categories anew");
  }
  return static_cast<int32_t>(category);
}

void place_words(const ModelTape &tape, Place lists, const std::vector<CategoricalColumn> &columns,
                 ImportedTrees &out) {
  if (tape.is_null(lists)) return;
  std::vector<std::vector<std::string>> words;
  tape.each(tape.array(lists, "pandas_categorical"), [&](Place list) {
    words.emplace_back();
    tape.each(tape.array(list, "pandas_categorical"),
              [&](Place word) { words.back().push_back(tape.word(word, "pandas_categorical")); });
  });
  if (words.empty()) return;
  const auto fits = [&](std::size_t list, std::size_t column) {
    return columns[column].largest < static_cast<int64_t>(words[list].size());
  };
  // The way that is furthest to the left, and the one furthest to the right: equal where there is only one.
  std::vector<std::size_t> left, right(words.size());
  for (std::size_t c = 0; c < columns.size() && left.size() < words.size(); ++c)
    if (fits(left.size(), c)) left.push_back(c);
  std::size_t open = words.size();
  for (std::size_t c = columns.size(); c-- > 0 && open > 0;)
    if (fits(open - 1, c)) right[--open] = c;
  if (left.size() < words.size() || open > 0 || left != right) {
    out.unplaced = static_cast<int64_t>(words.size());
    return;
  }
  out.categories.resize(static_cast<std::size_t>(out.ensemble.shape().features));
  for (std::size_t i = 0; i < words.size(); ++i) out.categories[columns[left[i]].feature] = std::move(words[i]);
  if (out.feature_names.empty())
    for (std::size_t j = 0; j < out.categories.size(); ++j) out.feature_names.push_back(text("Column_", j));
}

void set_lightgbm_names(std::vector<std::string> names, std::size_t features, ImportedTrees &out) {
  if (names.size() != features)
    fail(Status::format, lightgbm, ": \"feature_names\" has ", names.size(), " names: must have one per feature, ",
         features);
  bool own = false;
  for (std::size_t j = 0; j < names.size(); ++j) own = own || names[j] != text("Column_", j);
  if (own) out.feature_names = std::move(names);
}

}  // namespace wald::core::importers

// Finds the features of a model among the columns, and reads words as levels.
#include "learners/model_columns.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "base/places.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "input/cells.hpp"

namespace wald::cli {

ModelColumns::ModelColumns(const SavedLearner &model, const std::vector<std::string> &header,
                           const std::vector<bool> &taken, bool unknown_levels_are_zeros, const Position &position)
    : header_(header),
      columns_(header.size()),
      unknown_levels_are_zeros_(unknown_levels_are_zeros),
      takes_missing_(model.takes_missing) {
  if (model.feature_names.empty() && model.learner.n_features() > 0)
    by_place(model, taken, position);
  else
    by_name(model, position);
}

void ModelColumns::by_name(const SavedLearner &model, const Position &position) {
  const Places places = places_of(header_);
  std::unordered_set<std::size_t> lengths;  // a beginning of another length is looked up for nothing
  for (const std::string &name : header_) lengths.insert(name.size());
  std::vector<std::size_t> levels;
  for (std::size_t feature = 0; feature < model.feature_names.size(); ++feature) {
    const auto found = places.find(model.feature_names[feature]);
    if (found == places.end()) {
      levels.push_back(feature);
      continue;
    }
    columns_[found->second].use = Use::number;
    columns_[found->second].feature = static_cast<std::int64_t>(feature);
  }
  // Of "a=b=c" the longest beginning that is a column, and is no feature of its own, is the column.
  for (const std::size_t feature : levels) {
    const std::string &name = model.feature_names[feature];
    std::size_t sign = name.rfind('=');
    for (; sign != std::string::npos && sign > 0; sign = name.rfind('=', sign - 1)) {
      if (lengths.count(sign) == 0) continue;
      const auto found = places.find(name.substr(0, sign));
      if (found == places.end() || columns_[found->second].use == Use::number) continue;
      columns_[found->second].use = Use::words;
      columns_[found->second].levels.emplace(name.substr(sign + 1), static_cast<std::int64_t>(feature));
      break;
    }
    if (sign == std::string::npos || sign == 0) missing(name, model, position);
  }
}

void ModelColumns::by_place(const SavedLearner &model, const std::vector<bool> &taken, const Position &position) {
  std::int64_t feature = 0;
  for (std::size_t column = 0; column < header_.size(); ++column) {
    if (taken[column]) continue;
    columns_[column].use = Use::number;
    columns_[column].feature = feature++;
  }
  const std::int64_t needed = model.learner.n_features();
  if (feature != needed)
    position.fail(std::to_string(feature) + (feature == 1 ? " column" : " columns") + " of features, where " +
                  model.source + " takes " + std::to_string(needed) + " by their places, since they have no names");
}

void ModelColumns::missing(const std::string &feature, const SavedLearner &model, const Position &position) const {
  const std::size_t sign = feature.find('=');
  if (sign == std::string::npos || sign == 0)
    position.fail("no column " + shown(feature) + ", which " + model.source + " asks for" +
                  suggestion(feature, header_));
  const std::string column = feature.substr(0, sign);
  position.fail("no column " + shown(column) + ", which " + model.source + " asks for (its feature is " +
                shown(feature) + ")" + suggestion(column, header_));
}

void ModelColumns::put(std::size_t column, std::string_view text, const Position &position, FeatureRow &row) const {
  const Column &known = columns_[column];
  if (takes_missing_ && is_missing(text)) {
    constexpr double not_known = std::numeric_limits<double>::quiet_NaN();
    if (known.use == Use::number) row.emplace_back(known.feature, not_known);
    for (const auto &[level, feature] : known.levels) row.emplace_back(feature, not_known);
    return;
  }
  require_known(position, in_column(header_[column]), text, advice_to_predict);
  if (known.use == Use::number) {
    double value = 0;
    if (!is_feature(text, value)) bad_cell(position, in_column(header_[column]), text, feature_rule);
    if (value != 0) row.emplace_back(known.feature, value);
    return;
  }
  const auto level = known.levels.find(std::string(text));
  if (level != known.levels.end())
    row.emplace_back(level->second, 1);
  else if (unknown_levels_are_zeros_)
    require_utf8(position, in_column(header_[column]), text);
  else
    unknown(column, text, position);
}

void ModelColumns::unknown(std::size_t column, std::string_view text, const Position &position) const {
  require_utf8(position, in_column(header_[column]), text);
  constexpr std::size_t most = 20;
  std::vector<std::string> levels;
  for (const auto &[level, feature] : columns_[column].levels) levels.push_back(level);
  std::sort(levels.begin(), levels.end());
  std::string all;
  for (std::size_t i = 0; i < std::min(most, levels.size()); ++i) all += (i == 0 ? "" : ", ") + levels[i];
  if (levels.size() > most) all += " and " + std::to_string(levels.size() - most) + " more";
  position.fail(in_column(header_[column]) + " is " + shown(text) + ", which no row had that the model was fitted to" +
                suggestion(text, levels) + "\nIt had " + all + "; --unknown-levels zero takes others as none of them.");
}

}  // namespace wald::cli

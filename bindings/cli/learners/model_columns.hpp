// Which columns of a table are the features of a model: a number each, or a column of words for several features that
// are called "column=level".
#ifndef WALD_CLI_LEARNERS_MODEL_COLUMNS_HPP
#define WALD_CLI_LEARNERS_MODEL_COLUMNS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "learners/saved_learner.hpp"

namespace wald::cli {

/// The features of a row that are not 0, in any order.
using FeatureRow = std::vector<std::pair<std::int64_t, double>>;

class ModelColumns {
 public:
  /// Fails if a column is missing. `taken`: columns that are no features where these go by their places.
  ModelColumns(const SavedLearner &model, const std::vector<std::string> &header, const std::vector<bool> &taken,
               bool unknown_levels_are_zeros, const Position &position);

  bool used(std::size_t column) const { return columns_[column].use != Use::none; }

  /// Adds the features of a cell that are not 0, and their values, to a row.
  void put(std::size_t column, std::string_view text, const Position &position, FeatureRow &row) const;

 private:
  enum class Use : std::uint8_t { none, number, words };
  struct Column {
    Use use = Use::none;
    std::int64_t feature = 0;                              // of a number
    std::unordered_map<std::string, std::int64_t> levels;  // and their features, of words
  };

  void by_name(const SavedLearner &model, const Position &position);
  void by_place(const SavedLearner &model, const std::vector<bool> &taken, const Position &position);
  [[noreturn]] void missing(const std::string &feature, const SavedLearner &model, const Position &position) const;
  [[noreturn]] void unknown(std::size_t column, std::string_view text, const Position &position) const;

  std::vector<std::string> header_;
  std::vector<Column> columns_;
  bool unknown_levels_are_zeros_, takes_missing_;
};

}  // namespace wald::cli

#endif

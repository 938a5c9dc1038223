// Tables of numbers, some rows at a time, beside a target and a weight where rows have one.
#ifndef WALD_CLI_CASCADES_NUMBER_TABLE_HPP
#define WALD_CLI_CASCADES_NUMBER_TABLE_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "base/progress.hpp"
#include "wald.hpp"

namespace wald::cli {

/// What the columns of a table are read as; others are passed over.
struct NumberColumns {
  std::vector<std::size_t> numbers;  // in the order in which they are handed over
  std::optional<std::size_t> target, weight;
  std::vector<std::vector<std::string>> categories;  // of each number, words in the order of their codes; or none
};

struct NumberRows {
  std::int64_t rows = 0, columns = 0;
  std::vector<double> numbers;           // rows by columns
  std::vector<double> targets, weights;  // of the rows, or none

  Table<const double> table() const { return {numbers.data(), rows, columns}; }
  Array targets_or_none() const { return targets.empty() ? Array() : Array(targets); }
  Array weights_or_none() const { return weights.empty() ? Array() : Array(weights); }
};

struct NumberReader {
  /// Told the header of each file.
  std::function<NumberColumns(const std::vector<std::string> &header, const Position &position)> choose;
  bool may_be_missing = false;       // an empty cell, or nan, is NaN; else numbers are finite
  std::vector<std::string> classes;  // that a target names, by the place in the list; empty: a target is a number

  /// Hands over the rows of a file.
  void read(const std::string &path, Progress &progress, const std::function<void(const NumberRows &)> &take) const;
};

}  // namespace wald::cli

#endif

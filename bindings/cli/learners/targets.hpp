// The targets of each row: labels, each 0 or 1, or one of several classes.
#ifndef WALD_CLI_LEARNERS_TARGETS_HPP
#define WALD_CLI_LEARNERS_TARGETS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "input/numbering.hpp"
#include "wald.hpp"

namespace wald::cli {

struct Targets {
  wald_task task = WALD_TASK_LABELS;
  std::vector<std::string> names;    // of the labels or classes
  std::vector<std::uint8_t> labels;  // rows by labels, or
  std::vector<std::int64_t> classes;

  std::int64_t n() const { return static_cast<std::int64_t>(names.size()); }
};

/// Takes the targets of a CSV, cell by cell. Of several columns each is a label. Of one column the cells decide: a
/// label where all are 0 or 1, else the names of classes.
class TargetCells {
 public:
  TargetCells(std::vector<std::string> columns, std::optional<wald_task> task);

  void add(std::size_t column, std::string_view text, const Position &position);
  void end_row();
  Targets take(const std::string &source);

 private:
  std::vector<std::string> columns_;
  const std::optional<wald_task> task_;
  const bool one_;
  std::vector<std::uint8_t> row_;
  Targets out_;
  Numbering texts_;  // of one column
  std::vector<std::int32_t> cells_;
};

/// Takes the targets of labelled lines. Labels where a row has none or several; else classes, or one label where
/// there are but the numbers 1 and 0 or -1.
class TargetLists {
 public:
  /// `names`: what the numbers of the targets, from 0, stand for; empty: they are names themselves.
  TargetLists(std::vector<std::string> names, std::optional<wald_task> task);

  void add(const std::vector<std::string_view> &targets, const Position &position);
  Targets take(const std::string &source);

 private:
  std::vector<std::string> names_;
  const std::optional<wald_task> task_;
  bool single_ = true;  // every row has just one
  Numbering texts_;
  std::vector<std::int64_t> first_{0};
  std::vector<std::int64_t> targets_;
  std::vector<std::int64_t> last_line_;  // by target: the line that last held it, counted from 1
};

/// Whole numbers are written in one way, whatever the file says ("+1", "1.0"); other text stays.
std::string canonical(std::string_view text);

/// 1 for a 1; 0 for a 0 or -1: the two classes of a binary target by number.
std::optional<std::uint8_t> binary(std::string_view text);

}  // namespace wald::cli

#endif

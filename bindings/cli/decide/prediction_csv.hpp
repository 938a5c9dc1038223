// A prediction as the 0/1 table that `wald evaluate` and --prediction read back.
#ifndef WALD_CLI_DECIDE_PREDICTION_CSV_HPP
#define WALD_CLI_DECIDE_PREDICTION_CSV_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "base/output.hpp"
#include "decide/beliefs/beliefs.hpp"
#include "wald.hpp"

namespace wald::cli {

class PredictionCsv {
 public:
  /// Fails if a label or the names have the name of a column that the table adds.
  PredictionCsv(const Beliefs &beliefs, wald_average average);

  /// Adds columns of probabilities, one for each label; rows by labels, which must stay.
  void add_probabilities(const std::vector<double> &probabilities);

  void append_header(std::string &out) const;

  /// One row: the labels in [begin, end) are 1. `expected` is its last cell, unless each column is a problem of its
  /// own.
  void append_row(std::string &out, std::int64_t row, const std::int64_t *begin, const std::int64_t *end,
                  std::string_view expected) const;
  /// A row of which each undecided cell is empty.
  void append_partly_row(std::string &out, std::int64_t row, const std::vector<std::uint8_t> &mask,
                         std::string_view expected) const;
  void append_undecided_row(std::string &out, std::int64_t row, std::string_view expected) const;

  /// The row of an answer that is about that row alone.
  void append_answer(std::string &out, std::int64_t row, const Decision &decision, std::int64_t answer) const;

  /// All rows of a decision on a whole table.
  void write_table(Output &output, const Decision &decision) const;

 private:
  void append_name(std::string &out, std::int64_t row) const;
  void append_end(std::string &out, std::int64_t row) const;
  void write_columns(Output &output, const Decision &decision) const;

  const Beliefs &beliefs_;
  const wald_average average_;
  const std::vector<double> *probabilities_ = nullptr;
  std::string zeros_;  // "0,0,...,0": rows are copies of it with some digits changed
};

}  // namespace wald::cli

#endif

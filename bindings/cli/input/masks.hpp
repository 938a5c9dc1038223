// Tables of 0 and 1: what is true, and what was predicted.
#ifndef WALD_CLI_INPUT_MASKS_HPP
#define WALD_CLI_INPUT_MASKS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "base/progress.hpp"
#include "settings.hpp"

namespace wald::cli {

struct MaskTable {
  std::string source;
  std::vector<std::string> labels;
  std::int64_t rows = 0;
  std::vector<std::uint8_t> cells;   // rows by labels: 0, 1 or, in a prediction, WALD_UNDECIDED
  std::vector<std::string> names;    // of the rows, or none
  std::vector<double> weights;       // of the rows, or none
  std::vector<std::int64_t> groups;  // of the rows, or none: the same number for rows that belong together
  std::vector<std::string> others;   // columns that were not read

  std::int64_t n_labels() const { return static_cast<std::int64_t>(labels.size()); }
  bool undecided(std::int64_t row) const { return cells[static_cast<std::size_t>(row * n_labels())] == WALD_UNDECIDED; }
};

/// What a column of probabilities is called beside the labels of a prediction.
std::string probability_column(const std::string &label);

/// The truth, with the labels, names and weights that the settings select.
MaskTable read_truth(const Settings &settings, Progress &progress);

/// What a prediction must go with.
struct Reference {
  const std::string &source;
  const std::vector<std::string> &labels;
  std::int64_t rows;
  const std::vector<std::string> &names;
};

/// The column in which `wald threshold apply` flags rows: of the only label, or of this one of several.
std::string flag_column(const std::string &label = "");

/// A prediction in the form that `wald predict` or `wald threshold apply` writes; its labels come out in the order of
/// the reference. `libsvm` says in which form the file is. The flags of `wald threshold apply` are read instead of a
/// column with the name of the label: that is the truth, which the table keeps.
MaskTable read_prediction(const std::string &path, bool libsvm, const Settings &settings, const Reference &reference,
                          Progress &progress);

/// Warns if a prediction equals the truth in every row and its table has further columns in common with that of the
/// truth: then it probably is the truth, kept in a table of scores.
void warn_of_truth(const MaskTable &truth, const MaskTable &prediction);

}  // namespace wald::cli

#endif

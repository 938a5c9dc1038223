// Tables of 0 and 1: what is true, and what was predicted.
#ifndef WALD_CLI_INPUT_BELIEFS_MASKS_HPP
#define WALD_CLI_INPUT_BELIEFS_MASKS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "base/progress.hpp"
#include "options/settings.hpp"

namespace wald::cli {

struct MaskTable {
  std::string source;
  std::vector<std::string> labels;
  std::int64_t rows = 0;
  std::vector<std::uint8_t> cells;   // rows by labels: 0, 1 or, in a prediction, WALD_UNDECIDED
  std::vector<std::string> names;    // of the rows, or none
  std::vector<double> weights;       // of the rows, or none
  std::vector<std::int64_t> groups;  // of the rows, or none: the same number for rows that belong together

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

/// A prediction in the form that `wald predict` writes; its labels come out in the order of the reference. `libsvm`
/// says in which form the file is.
MaskTable read_prediction(const std::string &path, bool libsvm, const Settings &settings, const Reference &reference,
                          Progress &progress);

}  // namespace wald::cli

#endif

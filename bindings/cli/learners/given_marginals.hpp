// The probabilities of another model, beside the features or in a table of their own, for the learner card:given.
#ifndef WALD_CLI_LEARNERS_GIVEN_MARGINALS_HPP
#define WALD_CLI_LEARNERS_GIVEN_MARGINALS_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "base/progress.hpp"

namespace wald::cli {

/// Which of these columns is about which label, label by label. Columns that a list names are in the order of the
/// labels. Of a pattern with one *, what it stands for names the label, up to a beginning and an end that all labels
/// share: p_beach belongs to beach, and to y_beach where all labels begin with y_.
std::vector<std::size_t> columns_of_labels(const std::vector<std::string> &columns,
                                           const std::vector<std::string> &patterns,
                                           const std::vector<std::string> &labels, const std::string &source);

/// Rows by labels, from a table with a column for each label, by its name; others are passed over.
std::vector<double> read_marginals(const std::string &path, const std::vector<std::string> &labels, std::size_t rows,
                                   Progress &progress);

}  // namespace wald::cli

#endif

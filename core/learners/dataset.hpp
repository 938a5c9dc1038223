// Rows to learn from or to decide on: features dense or sparse, targets (0/1 labels, or one class per row), weights;
// how features are scaled before a learner sees them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/decisions/rows.hpp"
#include "core/saved/saved_text.hpp"

namespace wald::core::learners {

constexpr int64_t max_columns = int64_t{1} << 24;
// Features, and what they are scaled to, lie within this: squares and their sums stay finite.
constexpr double greatest_feature = 1e100;

// ---- What callers own -----------------------------------------------------------------------------

// A table of features, dense or in compressed rows, and what another model says of these rows, where it was asked.
struct FeatureTable {
  FeatureTable() = default;
  FeatureTable(const RealTable &table) : dense(table) {}
  FeatureTable(const decisions::SparseTable &table) : is_sparse(true), sparse(table) {}

  bool is_sparse = false;
  RealTable dense;
  decisions::SparseTable sparse;
  RealTable marginals;  // P(y_j = 1), rows by labels, for "given"; data null: none

  int64_t rows() const { return is_sparse ? sparse.rows : dense.rows; }
  int64_t cols() const { return is_sparse ? sparse.cols : dense.cols; }
};

// ---- Features -------------------------------------------------------------------------------------

// Checked features: row by row, or each row's numbers other than 0 with their columns, ascending.
struct Features {
  int64_t rows = 0, cols = 0;
  bool is_sparse = false;
  std::vector<double> values;
  std::vector<int64_t> begin;    // sparse: row i holds begin[i] ... begin[i+1]-1
  std::vector<int32_t> columns;  // sparse

  const double *row(int64_t i) const { return values.data() + i * cols; }  // dense

  // visit(column, value) for each number of row i that is not 0, ascending.
  template <class Visit>
  void each(int64_t i, const Visit &visit) const {
    if (is_sparse) {
      for (int64_t c = begin[static_cast<std::size_t>(i)]; c < begin[static_cast<std::size_t>(i) + 1]; ++c)
        visit(columns[static_cast<std::size_t>(c)], values[static_cast<std::size_t>(c)]);
    } else {
      const double *const x = row(i);
      for (int64_t j = 0; j < cols; ++j)
        if (x[j] != 0) visit(static_cast<int32_t>(j), x[j]);
    }
  }
};

// Throws Error(argument) if the shape or the row starts of a table are malformed.
void check_table(const FeatureTable &table);
// A copy of rows first ... first + count - 1 of a table that was checked; throws Error(argument) if a number is not
// finite, unless it is NaN and `missing` allows it, or an index not in range. names: none, or of the columns.
Features read_features(const FeatureTable &table, int64_t first, int64_t count, bool missing,
                       const std::vector<std::string> &names = {});

// The same of marginals, row by row; none if there are none. Throws Error(argument) if one is no probability.
std::vector<double> read_marginals(const RealTable &marginals, int64_t first, int64_t count);

Features picked_rows(const Features &features, const std::vector<int64_t> &rows);
Features as_sparse(const Features &features);
Features as_dense(const Features &features);
// Whether every number is 0 or 1.
bool is_binary(const Features &features);
// The share of numbers that are not 0.
double density(const Features &features);
// The same for a row whether it came dense or sparse, alone or among others: names a row's random stream.
uint64_t row_hash(const Features &features, int64_t i);

// ---- Targets --------------------------------------------------------------------------------------

// What is learned. wald_task counts from 1: 0 stands for a dataset of features alone.
enum class Task : int32_t { labels = 0, classes = 1 };
#define WALD_TASK_WORDS(WORD)                                                                \
  WORD(none, 0, "none", "", "Features alone.")                                               \
  WORD(labels, 1, "labels", "", "Any number of labels; one label is binary classification.") \
  WORD(classes, 2, "classes", "", "Exactly one of several classes.")
constexpr Word task_words[] = {WALD_TASK_WORDS(WALD_WORD)};

struct Targets {
  Task task = Task::labels;
  int64_t rows = 0;
  int64_t labels = 0;            // or classes
  std::vector<uint8_t> cells;    // of labels: rows by labels
  std::vector<int32_t> classes;  // of classes: rows

  // 1 if row i has label j, whichever the task.
  uint8_t at(int64_t i, int64_t j) const {
    const auto r = static_cast<std::size_t>(i);
    if (task == Task::classes) return classes[r] == j;
    return cells[r * static_cast<std::size_t>(labels) + static_cast<std::size_t>(j)];
  }
  int64_t size(int64_t i) const;  // labels of row i
  bool has_empty_row() const;
};

Targets label_targets(Grid<const uint8_t> cells);
// Positions of the ones, row by row.
Targets label_targets(Integers indptr, Integers indices, int64_t rows, int64_t labels);
// classes in [0, n_classes).
Targets class_targets(Integers classes, int64_t rows, int64_t n_classes);

Targets picked_rows(const Targets &targets, const std::vector<int64_t> &rows);

// How much each row counts, and which rows belong together; either may be absent, its data null.
struct RowRoles {
  RowRoles() = default;
  RowRoles(Reals weights_, Integers groups_ = {}) : weights(weights_), groups(groups_) {}
  Reals weights;
  Integers groups;  // rows of the same number are left out together
};

// What a learner is given: checked, of one length; weights all 1 if none are given.
struct Dataset {
  Features features;
  Targets targets;
  std::vector<double> weights;
  std::vector<int64_t> groups;    // empty: each row alone
  std::vector<double> marginals;  // rows by labels: of another model, out of fold; empty: none

  int64_t rows() const { return features.rows; }
};
// At least one row, one label or two classes; some weight. missing, names: as read_features has them.
Dataset make_dataset(const FeatureTable &features, Targets targets, const RowRoles &roles, bool missing = false,
                     const std::vector<std::string> &names = {});
Dataset picked_rows(const Dataset &data, const std::vector<int64_t> &rows);

// Puts row r of `from` where row rows[r] of `to` is; both have `labels` cells per row.
template <class Cell>
void put_rows(const std::vector<Cell> &from, const std::vector<int64_t> &rows, int64_t labels, std::vector<Cell> &to) {
  for (std::size_t r = 0; r < rows.size(); ++r)
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(r) * labels, labels, to.begin() + rows[r] * labels);
}

// ---- Scaling --------------------------------------------------------------------------------------

#define WALD_SCALING_WORDS(WORD)                                                                       \
  WORD(automatic, 0, "automatic", "", "What the learner and the features call for: docs/guides/learners.md.") \
  WORD(none, 1, "none", "", "Features as they are.")                                                   \
  WORD(minmax, 2, "minmax", "", "Each feature's training range becomes [0, 1].")                       \
  WORD(standard, 3, "standard", "", "Each feature gets mean 0 and standard deviation 1.")              \
  WORD(unit, 4, "unit", "", "Each row gets Euclidean length 1.")                                       \
  WORD(standard_root, 5, "standard-root", "",                                                          \
       "Standard, over the root of the number of features: rows of mean square length 1.")
enum class Scaling : int32_t { WALD_SCALING_WORDS(WALD_ENUMERATOR) };
constexpr Word scaling_words[] = {WALD_SCALING_WORDS(WALD_WORD)};
inline const char *scaling_name(Scaling scaling) { return scaling_words[static_cast<int32_t>(scaling)].name; }

// A scaling with what it learned from the training rows. Features that are constant there become 0.
class Scaler {
 public:
  Scaler() = default;  // none
  // Sparse features keep their zeros, so that minmax and both standards are refused for them.
  Scaler(Scaling scaling, const Features &features, const std::vector<double> &weights);

  Scaling scaling() const { return scaling_; }
  void apply(Features &features) const;  // in place

  void save(std::string &out) const;  // a JSON object
  static Scaler load(const SavedText &text, const SavedValue &object, int64_t n_features);

 private:
  Scaling scaling_ = Scaling::none;
  std::vector<double> shift_, factor_;  // (x - shift) * factor
};

// Dense numeric features standardised, over the root of their number where `root`; sparse or 0/1 ones as unit rows.
Scaling automatic_scaling(const Features &features, bool root);

// ---- Folds ----------------------------------------------------------------------------------------

// The rows of each group, ascending; groups in the order of their first rows.
std::vector<std::vector<int64_t>> rows_by_group(const std::vector<int64_t> &groups);

// Rows in random order, dealt into folds: fold f holds order[begin[f]] ... Sizes differ by at most 1, if rows are
// grouped the numbers of groups. Fewer folds than are asked for where there are fewer rows or groups.
struct RowFolds {
  std::vector<int64_t> order;
  std::vector<int64_t> begin;  // folds + 1
};
RowFolds deal_rows(int64_t rows, const std::vector<int64_t> &groups, int64_t folds, uint64_t seed);
// The rows of a fold and all others, both ascending.
struct SplitRows {
  std::vector<int64_t> inside, left;  // to fit to, and left out
};
SplitRows split_rows(const RowFolds &folds, int64_t fold);

}  // namespace wald::core::learners

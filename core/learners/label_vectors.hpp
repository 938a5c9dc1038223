// The label vectors of training rows, each distinct one once. Neighbours and forests answer with weights of training
// rows; rows of one label vector count as one in a decision.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/estimators/estimator.hpp"
#include "core/learners/dataset.hpp"

namespace wald::core::learners {

class LabelVectors {
 public:
  LabelVectors() = default;
  // indices of row r, ascending, from indptr[r] to indptr[r+1]. Vectors are numbered in the order in which they first
  // occur.
  LabelVectors(int64_t n_labels, const std::vector<int64_t> &indptr, const std::vector<int32_t> &indices);
  static LabelVectors of(const Targets &targets);

  int64_t n_labels() const { return n_labels_; }
  int64_t n_rows() const { return static_cast<int64_t>(of_row_.size()); }
  int64_t count() const { return static_cast<int64_t>(offsets_.size()) - 1; }
  // The number of a row's vector.
  int32_t of_row(int64_t row) const { return of_row_[static_cast<std::size_t>(row)]; }

  const int32_t *begin(int64_t vector) const { return labels_.data() + offsets_[static_cast<std::size_t>(vector)]; }
  const int32_t *end(int64_t vector) const { return labels_.data() + offsets_[static_cast<std::size_t>(vector) + 1]; }
  int64_t size(int64_t vector) const { return end(vector) - begin(vector); }

  // These vectors, with rows that have the vectors of these numbers.
  LabelVectors dealt(const std::vector<int64_t> &of_row) const;

  // The distinct vectors as compressed rows.
  const std::vector<int64_t> &offsets() const { return offsets_; }
  const std::vector<int32_t> &labels() const { return labels_; }

  // Members of a saved model: the distinct vectors, as rows of their own.
  void save_members(std::string &out) const;
  static LabelVectors load(const SavedText &text, const SavedValue &object, Task task, int64_t n_labels);

 private:
  int64_t n_labels_ = 0;
  std::vector<int32_t> of_row_;
  std::vector<int64_t> offsets_{0};
  std::vector<int32_t> labels_;
};

// The kind of what weights of label vectors come to: where the labels depend on each other a joint distribution.
Kind kind_of_vectors(Task task, int64_t n_labels);
// weights: one a distinct vector, that sum to `total` except for rounding.
std::unique_ptr<Estimator> estimator_of(Kind kind, const LabelVectors &vectors, const double *weights, double total);
// out: one per label.
void marginals_of(const LabelVectors &vectors, const double *weights, double total, double *out);

}  // namespace wald::core::learners

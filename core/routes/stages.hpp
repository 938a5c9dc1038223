// Rows with what every stage answers: the answer or whether it is right, how sure the stage is, and what it costs; the
// truth of those rows that were labelled, and the probability with which they were drawn to be.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/arrays.hpp"

namespace wald::core::routes {

constexpr int64_t max_stages = 12;
constexpr int64_t max_segments = int64_t{1} << 20;

// A table of integers of the caller; none if data is NULL.
struct IntegerTable {
  const void *data = nullptr;
  bool is_32 = false;
  int64_t row_stride = 0, col_stride = 1;

  explicit operator bool() const { return data != nullptr; }
  int64_t operator()(int64_t i, int64_t j) const {
    const int64_t at = i * row_stride + j * col_stride;
    return is_32 ? static_cast<const int32_t *>(data)[at] : static_cast<const int64_t *>(data)[at];
  }
};

// Of a weight or a cost, and of a probability of a label: what is added up is weight times cost over probability.
constexpr double greatest_amount = 1e100, least_probability = 1e-100;

// What is fed: n rows. All but the confidences and one of answers and right may be left out (data NULL).
struct StageRows {
  RealTable confidences;
  IntegerTable answers, truth;
  RealTable right, costs;
  Reals weights, label_probabilities;
  IntegerTable segments;
  Reals scores;
};

class Stages {
 public:
  explicit Stages(int64_t stages);

  // A call that fails adds nothing.
  void feed(const StageRows &rows);
  void merge(const Stages &other);

  // Rows that were drawn to be labelled, each with the probability; drawn[i] among considered rows.
  void draw(const std::vector<int64_t> &considered, const std::vector<double> &probabilities,
            const std::vector<uint8_t> &drawn);
  // The labels of rows that were drawn: truth, or what is right of each stage.
  void label(const int64_t *rows, int64_t n, IntegerTable truth, RealTable right);

  int64_t stages() const { return stages_; }
  int64_t rows() const { return rows_; }
  bool has_answers() const { return has_answers_; }
  bool has_segments() const { return has_segments_; }
  bool has_scores() const { return has_scores_; }
  // Whether any feed came with weights, even if all of them are 1.
  bool weighted() const { return !weight_.empty(); }
  bool has_probabilities() const { return has_probabilities_; }
  int64_t waiting() const;  // drawn, but not labelled yet
  int64_t labelled() const;
  int64_t considered() const;
  int64_t batches() const { return batches_; }
  int64_t segments() const;
  int64_t classes() const;  // 1 more than the largest answer or truth

  double confidence(int64_t i, int64_t s) const { return confidence_[at(i, s)]; }
  double cost(int64_t i, int64_t s) const { return cost_.empty() ? 1 : cost_[at(i, s)]; }
  int32_t answer(int64_t i, int64_t s) const { return answer_[at(i, s)]; }  // -1: not known
  int32_t truth(int64_t i) const { return truth_[static_cast<std::size_t>(i)]; }
  double right(int64_t i, int64_t s) const { return right_[at(i, s)]; }
  double weight(int64_t i) const { return weight_.empty() ? 1 : weight_[static_cast<std::size_t>(i)]; }
  // NaN: was not considered.
  double probability(int64_t i) const {
    return has_probabilities_ ? probability_[static_cast<std::size_t>(i)] : std::numeric_limits<double>::quiet_NaN();
  }
  int32_t segment(int64_t i) const { return has_segments_ ? segment_[static_cast<std::size_t>(i)] : 0; }
  double score(int64_t i) const { return score_[static_cast<std::size_t>(i)]; }
  // 0: fed with its label or not asked for; else the number of the call that drew labels.
  int32_t batch(int64_t i) const { return batch_[static_cast<std::size_t>(i)]; }
  bool is_waiting(int64_t i) const { return waiting_[static_cast<std::size_t>(i)] != 0; }
  bool is_labelled(int64_t i) const { return has_answers_ ? truth(i) >= 0 : right(i, 0) == right(i, 0); }

  std::string save() const;
  static Stages load(std::string_view text);

 private:
  std::size_t at(int64_t i, int64_t s) const { return static_cast<std::size_t>(i * stages_ + s); }
  void same_columns(bool mine, bool given, const char *name) const;

  int64_t stages_, rows_ = 0, batches_ = 0;  // batches_: the greatest of batch_
  bool has_answers_ = false, has_segments_ = false, has_scores_ = false, has_probabilities_ = false;
  std::vector<double> confidence_, cost_, right_, weight_, probability_, score_;
  std::vector<int32_t> answer_, truth_, segment_, batch_;
  std::vector<uint8_t> waiting_;
};

}  // namespace wald::core::routes

// Keeps rows with what every stage answers, how sure it is and what it costs.
#include "core/numeric/contraction.hpp"  // first

#include "core/routes/stages.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"

namespace wald::core::routes {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

int32_t checked_class(int64_t value, const char *name, int64_t i, int64_t s = -1) {
  if (value < -1 || value >= std::numeric_limits<int32_t>::max()) {
    if (s < 0) fail(Status::argument, name, "[", i, "] is ", value, ": must be -1 (unknown) or lie in [0, 2^31-2]");
    fail(Status::argument, name, "[", i, "][", s, "] is ", value, ": must be -1 (unknown) or lie in [0, 2^31-2]");
  }
  return static_cast<int32_t>(value);
}

double checked_right(double value, int64_t i, int64_t s, bool first_missing) {
  if (std::isnan(value) != first_missing)
    fail(Status::argument, "right[", i, "] is NaN for some stages: a row is labelled for all of them or for none");
  if (!std::isnan(value) && !(value >= 0 && value <= 1))
    fail(Status::argument, "right[", i, "][", s, "] is ", value, ": must lie in [0, 1], or be NaN if not labelled");
  return value;
}

// Adds elements to a column that is empty if every element is the default. All columns reserve room before any is
// changed; room grows by half, so that many small feeds cost as much as a large one.
template <class T>
void append(bool reserve, std::vector<T> &to, const std::vector<T> &more, int64_t rows_before, int64_t rows_more,
            T usual, int64_t columns = 1) {
  if (to.empty() && more.empty()) return;
  const auto before = static_cast<std::size_t>(rows_before * columns);
  const auto after = static_cast<std::size_t>((rows_before + rows_more) * columns);
  if (reserve) {
    if (after > to.capacity()) to.reserve(std::max(after, to.size() + to.size() / 2));
    return;
  }
  to.resize(before, usual);
  to.insert(to.end(), more.begin(), more.end());
  to.resize(after, usual);
}

}  // namespace

Stages::Stages(int64_t stages) : stages_(stages) {
  if (stages < 2 || stages > max_stages)
    fail(Status::argument, "n_stages is ", stages, ": must lie in [2, ", max_stages, "]");
}

void Stages::same_columns(bool mine, bool given, const char *name) const {
  if (rows_ > 0 && mine != given)
    fail(Status::argument, name, mine ? " is NULL" : " is given", ": must come with every feed or with none");
}

void Stages::feed(const StageRows &fed) {
  const int64_t n = fed.confidences.rows;
  if (fed.confidences.cols != stages_)
    fail(Status::argument, "confidences has ", fed.confidences.cols, " columns: must have one per stage, ", stages_);
  const bool answers = static_cast<bool>(fed.answers);
  if (answers == (fed.right.data != nullptr))
    fail(Status::argument, "answers is ", answers ? "given beside right" : "NULL",
         ": must be given, or right instead");
  if (!answers && fed.truth) fail(Status::argument, "truth is given: requires answers; with right leave it out");
  same_columns(has_answers_, answers, "answers");
  same_columns(has_segments_, static_cast<bool>(fed.segments), "segments");
  same_columns(has_scores_, fed.scores.data != nullptr, "scores");
  if (rows_ > 0 && batches() == 0)
    same_columns(has_probabilities_, fed.label_probabilities.data != nullptr, "label_probabilities");
  Stages more(stages_);
  more.rows_ = n;
  more.has_answers_ = answers;
  more.has_segments_ = static_cast<bool>(fed.segments);
  more.has_scores_ = fed.scores.data != nullptr;
  more.has_probabilities_ = fed.label_probabilities.data != nullptr || (rows_ > 0 && has_probabilities_);
  const auto cells = static_cast<std::size_t>(n * stages_), rows = static_cast<std::size_t>(n);
  more.confidence_.resize(cells);
  if (fed.costs.data) more.cost_.resize(cells);
  (answers ? more.answer_.resize(cells) : more.right_.resize(cells));
  more.batch_.assign(rows, 0);
  more.waiting_.assign(rows, 0);
  if (answers) more.truth_.assign(rows, -1);
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t s = 0; s < stages_; ++s) {
      const double confidence = fed.confidences.row(i)[s];
      if (std::isinf(confidence))
        fail(Status::argument, "confidences[", i, "][", s, "] is ", confidence, ": must be finite, or NaN for none");
      more.confidence_[at(i, s)] = confidence;
      if (fed.costs.data) {
        const double cost = fed.costs.row(i)[s];
        if (!(cost >= 0) || std::isinf(cost))
          fail(Status::argument, "costs[", i, "][", s, "] is ", cost, ": must be finite and at least 0");
        if (cost > greatest_amount)
          fail(Status::argument, "costs[", i, "][", s, "] is ", cost, ": must be at most ", greatest_amount);
        more.cost_[at(i, s)] = cost;
      }
      if (answers) {
        const int32_t answer = checked_class(fed.answers(i, s), "answers", i, s);
        if (answer < 0 && s + 1 < stages_)
          fail(Status::argument, "answers[", i, "][", s, "] is -1: only the last stage's may be not known");
        more.answer_[at(i, s)] = answer;
      } else {
        more.right_[at(i, s)] = checked_right(fed.right.row(i)[s], i, s, std::isnan(fed.right.row(i)[0]));
      }
    }
    const auto row = static_cast<std::size_t>(i);
    if (fed.truth) more.truth_[row] = checked_class(fed.truth(i, 0), "truth", i);
    if (fed.weights.data) {
      const double weight = fed.weights[i];
      if (!(weight >= 0) || std::isinf(weight))
        fail(Status::argument, "weights[", i, "] is ", weight, ": must be finite and at least 0");
      if (weight > greatest_amount)
        fail(Status::argument, "weights[", i, "] is ", weight, ": must be at most ", greatest_amount);
      more.weight_.push_back(weight);
    }
    if (fed.label_probabilities.data) {
      const double p = fed.label_probabilities[i];
      if (!std::isnan(p) && !(p > 0 && p <= 1))
        fail(Status::argument, "label_probabilities[", i, "] is ", p,
             ": must lie in (0, 1], or be NaN if the row was not considered");
      if (p < least_probability)
        fail(Status::argument, "label_probabilities[", i, "] is ", p, ": must be at least ", least_probability);
      if (std::isnan(p) && more.is_labelled(i))
        fail(Status::argument, "label_probabilities[", i, "] is NaN: the row is labelled");
      more.probability_.push_back(p);
    } else if (more.has_probabilities_) {
      more.probability_.push_back(more.is_labelled(i) ? 1 : missing);
    }
    if (fed.segments) {
      const int64_t segment = fed.segments(i, 0);
      if (segment < 0 || segment >= max_segments)
        fail(Status::argument, "segments[", i, "] is ", segment, ": must lie in [0, ", max_segments - 1, "]");
      more.segment_.push_back(static_cast<int32_t>(segment));
    }
    if (fed.scores.data) {
      const double score = fed.scores[i];
      if (!std::isfinite(score)) fail(Status::argument, "scores[", i, "] is ", score, ": must be finite");
      more.score_.push_back(score);
    }
  }
  merge(more);
}

void Stages::merge(const Stages &other) {
  if (other.stages_ != stages_) fail(Status::argument, "other has ", other.stages_, " stages: must have ", stages_);
  if (other.rows_ == 0) return;
  if (&other == this) {
    const Stages copy = other;
    merge(copy);
    return;
  }
  if (rows_ == 0) {
    Stages copy = other;
    *this = std::move(copy);
    return;
  }
  same_columns(has_answers_, other.has_answers_, "answers");
  same_columns(has_segments_, other.has_segments_, "segments");
  same_columns(has_scores_, other.has_scores_, "scores");
  same_columns(has_probabilities_, other.has_probabilities_, "label_probabilities");
  for (const bool reserve : {true, false}) {
    const auto add = [&](auto &to, const auto &more, auto usual, int64_t columns = 1) {
      append(reserve, to, more, rows_, other.rows_, usual, columns);
    };
    add(confidence_, other.confidence_, missing, stages_);
    add(cost_, other.cost_, 1.0, stages_);
    add(right_, other.right_, missing, has_answers_ ? 0 : stages_);
    add(answer_, other.answer_, int32_t{-1}, stages_);
    add(truth_, other.truth_, int32_t{-1});
    add(weight_, other.weight_, 1.0);
    add(probability_, other.probability_, missing);
    add(segment_, other.segment_, int32_t{0});
    add(score_, other.score_, 0.0);
    add(batch_, other.batch_, int32_t{0});
    add(waiting_, other.waiting_, uint8_t{0});
  }
  rows_ += other.rows_;
  batches_ = std::max(batches_, other.batches_);
}

void Stages::draw(const std::vector<int64_t> &considered, const std::vector<double> &probabilities,
                  const std::vector<uint8_t> &drawn) {
  const auto batch = static_cast<int32_t>(batches() + 1);
  if (!has_probabilities_) {
    probability_.assign(static_cast<std::size_t>(rows_), missing);
    for (int64_t i = 0; i < rows_; ++i)
      if (is_labelled(i)) probability_[static_cast<std::size_t>(i)] = 1;
    has_probabilities_ = true;
  }
  batches_ = batch;
  for (std::size_t k = 0; k < considered.size(); ++k) {
    const auto row = static_cast<std::size_t>(considered[k]);
    probability_[row] = probabilities[k];
    batch_[row] = batch;
    waiting_[row] = drawn[k];
  }
}

void Stages::label(const int64_t *rows, int64_t n, IntegerTable truth, RealTable right) {
  if (static_cast<bool>(truth) == (right.data != nullptr) || static_cast<bool>(truth) != has_answers_)
    fail(Status::argument, has_answers_ ? "truth" : "right", " is ",
         has_answers_ == static_cast<bool>(truth) ? "not alone" : "NULL", ": these rows are labelled by it");
  for (int64_t k = 0; k < n; ++k) {
    if (rows[k] < 0 || rows[k] >= rows_)
      fail(Status::argument, "rows[", k, "] is ", rows[k], ": must lie in [0, ", rows_ - 1, "]");
    if (!is_waiting(rows[k]))
      fail(Status::argument, "rows[", k, "] is ", rows[k], ": this row was not asked for, or has its label");
    if (truth && checked_class(truth(k, 0), "truth", k) < 0)
      fail(Status::argument, "truth[", k, "] is -1: must be a class");
    for (int64_t s = 0; right.data && s < stages_; ++s) {
      if (std::isnan(right.row(k)[s])) fail(Status::argument, "right[", k, "][", s, "] is NaN: must lie in [0, 1]");
      checked_right(right.row(k)[s], k, s, false);
    }
  }
  for (int64_t k = 0; k < n; ++k) {
    if (truth)
      truth_[static_cast<std::size_t>(rows[k])] = static_cast<int32_t>(truth(k, 0));
    else
      for (int64_t s = 0; s < stages_; ++s) right_[at(rows[k], s)] = right.row(k)[s];
    waiting_[static_cast<std::size_t>(rows[k])] = 0;
  }
}

int64_t Stages::waiting() const { return std::count(waiting_.begin(), waiting_.end(), uint8_t{1}); }
int64_t Stages::labelled() const {
  int64_t n = 0;
  for (int64_t i = 0; i < rows_; ++i) n += is_labelled(i);
  return n;
}
int64_t Stages::considered() const {
  int64_t n = 0;
  for (int64_t i = 0; i < rows_; ++i) n += has_probabilities_ ? !std::isnan(probability(i)) : is_labelled(i);
  return n;
}
int64_t Stages::segments() const {
  if (!has_segments_) return rows_ > 0 ? 1 : 0;
  return segment_.empty() ? 0 : int64_t{*std::max_element(segment_.begin(), segment_.end())} + 1;
}
int64_t Stages::classes() const {
  int64_t most = -1;
  for (const int32_t answer : answer_) most = std::max<int64_t>(most, answer);
  for (const int32_t truth : truth_) most = std::max<int64_t>(most, truth);
  return most + 1;
}

}  // namespace wald::core::routes

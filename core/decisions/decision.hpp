// Questions and answers: options, one answer, and the decision that holds answers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/decisions/algorithm.hpp"
#include "core/described/option_rows.hpp"
#include "core/metrics/metric.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::decisions {

#define WALD_AVERAGE_WORDS(WORD)                                                     \
  WORD(instance, 0, "instance", "", "Each row is a problem of its own (N answers).") \
  WORD(macro, 1, "macro", "", "Each column is a problem of its own (m answers).")    \
  WORD(micro, 2, "micro", "", "The table is one problem of N*m items (1 answer).")
enum class Average : int32_t { WALD_AVERAGE_WORDS(WALD_ENUMERATOR) };
constexpr Word average_words[] = {WALD_AVERAGE_WORDS(WALD_WORD)};
inline const char *average_name(Average average) { return average_words[static_cast<int32_t>(average)].name; }

#define WALD_TIES_WORDS(WORD)                                                              \
  WORD(fewest, 0, "fewest", "", "The fewest labels: p = 1/2 is not predicted by hamming.") \
  WORD(most, 1, "most", "", "The most labels: p = 1/2 is predicted by hamming.")
enum class Ties : int32_t { WALD_TIES_WORDS(WALD_ENUMERATOR) };
constexpr Word ties_words[] = {WALD_TIES_WORDS(WALD_WORD)};

// A mask's cell left undecided; WALD_UNDECIDED in capi/wald.h.
constexpr uint8_t undecided = 2;

struct KRange {
  int64_t low, high;
  bool holds(int64_t k) const { return low <= k && k <= high; }
};

// The part of a range that can hold the optimum, and the next best k, of a metric that falls in k: a label that never
// is true only adds to k.
inline KRange worth_searching(KRange range, int64_t occurring) {
  return {range.low, std::min(range.high, std::max(range.low, occurring) + 1)};
}

struct DecisionOptions {
#define WALD_ROWS "core/decisions/decision_options.def"
#include "core/described/members.inc"
  // Whether the user chose the average, so that a table of one column is not warned of.
  bool average_chosen = false;

  // The k allowed for a problem of n items; throws Error(argument) if there is none.
  KRange k_range(int64_t n) const;
  // The labels' weights in a macro average, which sum to 1; throws Error(argument) if they fit no n_labels labels.
  std::vector<double> shares(int64_t n_labels) const;
  // Whether labels may be left undecided one by one, which changes what a prediction is worth.
  bool leaves_labels() const { return abstain_label == abstain_label; }  // not NaN
  // Throws Error(argument) if they may, and other options do not go with it.
  void check_abstain_label() const;
  // Throws if `ties` is not the default, unless the metric, given labels that do not exclude each other, is decided
  // label by label or by the likeliest vector.
  void check_ties(const Metric &metric, bool exclusive) const;
  // Throws Error(unsupported) if they may: what takes none.
  void refuse_abstain_label(const char *what) const;
};
OptionTable rows_of(const DecisionOptions *);
// Throws Error(argument) if an option is outside its range.
void check_ranges(const DecisionOptions &options);

struct Answer {
  Algorithm algorithm = Algorithm::automatic;
  bool abstained = false;
  const char *warning = "";
  int64_t k = 0;
  int64_t undecided = 0;  // single items; of an instance that abstains none are counted
  double expected = 0;
  double bound = 0;
  double p_zero = 0;
  KRange not_excluded{-1, -1};
  double next_best = std::numeric_limits<double>::quiet_NaN();
  double threshold = std::numeric_limits<double>::quiet_NaN();  // the smallest probability of a positive
};

// The smallest probability of the items that are positive, infinite if there are none. `probability[item]`.
template <class Probability>
double smallest_of(const Answer &answer, const std::vector<int64_t> &items, const Probability &probability) {
  double least = std::numeric_limits<double>::infinity();
  for (int64_t i = 0; i < answer.k; ++i) least = std::min(least, probability[items[static_cast<std::size_t>(i)]]);
  return least;
}

template <class T>
double smallest_in(const Answer &answer, const std::vector<int64_t> &items, const T *p, int64_t stride) {
  T least = std::numeric_limits<T>::infinity();
  for (int64_t i = 0; i < answer.k; ++i) least = std::min(least, p[items[static_cast<std::size_t>(i)] * stride]);
  return static_cast<double>(least);
}
inline double smallest_of(const Answer &answer, const std::vector<int64_t> &items, const Reals &p) {
  return p.is_float ? smallest_in(answer, items, static_cast<const float *>(p.data), p.stride)
                    : smallest_in(answer, items, static_cast<const double *>(p.data), p.stride);
}

// An answer as a mask of all its items.
void write_mask(Strided<uint8_t> cells, const Answer &answer, const int64_t *items);

class Decision {
 public:
  // What one worker of a batch gathers: items of its answers, one after the other.
  struct Entry {
    Answer answer;
    int32_t worker = 0;
    int64_t begin = 0;  // in that worker's items
  };

  // `facts_alone`: the items are not kept.
  void start(int64_t answers, int64_t n, int workers, bool facts_alone = false);
  void set(int64_t answer, int worker, const Answer &facts, const std::vector<int64_t> &items);

  // One answer, whose items are taken over instead of copied: they may be many.
  void set_only(int64_t n, const Answer &facts, std::vector<int64_t> &items);

  int64_t count() const { return static_cast<int64_t>(entries_.size()); }
  int64_t n() const { return n_; }
  bool facts_alone() const { return facts_alone_; }
  const Answer &answer(int64_t i) const { return entries_[static_cast<std::size_t>(i)].answer; }
  // The answer(i).k positives, ascending, then the answer(i).undecided items, ascending.
  const int64_t *items(int64_t i) const {
    const Entry &entry = entries_[static_cast<std::size_t>(i)];
    return items_[static_cast<std::size_t>(entry.worker)].data() + entry.begin;
  }
  // The loss that goes with an answer's expected utility, kept with the answers of one metric.
  double loss(int64_t i) const { return losses_[static_cast<std::size_t>(i)]; }
  void set_losses(const Metric &metric);

  // A warning of the table, or "". It stands with the first answer that has no other.
  void warn_of_table(const char *warning);

 private:
  int64_t n_ = 0;
  bool facts_alone_ = false;
  std::vector<Entry> entries_;
  std::vector<std::vector<int64_t>> items_;
  std::vector<double> losses_;
};

}  // namespace wald::core::decisions

// A promise that is watched: whether a metric of deployed decisions is still what was promised, from labels as they
// come. All of it holds at all times at once, so that it may be looked at after every row.
//
// A row whose label is asked for with a known probability counts weight/probability where the label was drawn and
// nothing where it was not (Horvitz and Thompson 1952), which leaves the mean of the terms as it is.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/base/word.hpp"
#include "core/promises/claim.hpp"
#include "core/promises/detector.hpp"
#include "core/promises/evidence.hpp"
#include "core/promises/promise_options.hpp"

namespace wald::core::promises {

#define WALD_PROMISE_STATE_WORDS(WORD)                                                                  \
  WORD(open, 0, "open", "", "No evidence against the promise so far, and no proof that it is kept.")    \
  WORD(kept, 1, "kept", "", "The rows so far prove that the promise is kept, if they are of one kind.") \
  WORD(broken, 2, "broken", "", "The promise is broken, over all rows so far or over the recent ones.")
enum class PromiseState : int32_t { WALD_PROMISE_STATE_WORDS(WALD_ENUMERATOR) };
constexpr Word promise_state_words[] = {WALD_PROMISE_STATE_WORDS(WALD_WORD)};

constexpr uint8_t no_label = 2;

// Rows to be fed, in the order in which their labels come, which must not depend on the labels.
struct WatchedRows {
  Strided<const uint8_t> flagged;   // 0 or 1
  Strided<const uint8_t> labels;    // 0, 1 or no_label
  Reals label_probabilities;        // none: 1
  Reals weights;                    // none: 1
  Reals times;                      // none: the number of the row
  Strided<const int64_t> segments;  // none if no segments are watched
};

// Where a promise was found broken: positions are times, or numbers of rows; NaN if unknown.
struct Finding {
  bool found = false;
  double since = std::numeric_limits<double>::quiet_NaN(), at = std::numeric_limits<double>::quiet_NaN();
};

// The rows of the whole, or of one segment.
struct Stream {
  int64_t n_rows = 0;    // of a weight above 0
  int64_t n_labels = 0;  // of these, those whose label was needed and known
  RowCounts counts;
  Detector detector;
  int64_t alarms = 0;
  Finding alarm;      // the first one
  Finding evidence;   // the first time that it reached the goal
  bool kept = false;  // whether the opposite evidence ever did
};

class Promise {
 public:
  Promise(std::string_view claim, const PromiseOptions &options);

  // Nothing is kept of a call that fails.
  void feed(const WatchedRows &rows);
  // Adds the rows of another promise with the same claim and options. Evidence and limits follow from the sums. What
  // depends on an order of rows begins anew: the detector, and whether evidence ever was enough. Alarms are added.
  void merge(const Promise &other);
  void clear();

  const Claim &claim() const { return claim_; }
  const PromiseOptions &options() const { return options_; }
  int64_t n_segments() const { return options_.n_segments; }
  // -1: the whole.
  const Stream &stream(int64_t segment = -1) const { return streams_[static_cast<std::size_t>(segment + 1)]; }

  PromiseState state(int64_t segment = -1) const;
  double value(int64_t segment = -1) const;  // the metric; NaN without rows that count
  // Of segments together with the probability 1 - delta each side.
  Limits limits(int64_t segment = -1) const;
  // That the promise is broken, or kept: enough at 1/delta; at most most_evidence. That of segments is corrected for
  // their number.
  double evidence(bool broken, int64_t segment = -1) const;
  // That of every segment, in one pass.
  std::vector<double> evidences(bool broken) const;
  static constexpr double most_evidence = 1e300;
  // What was found first.
  Finding broken(int64_t segment = -1) const;
  // This many more labels, of rows like those so far, would prove that the promise is kept, or broken; rows where no
  // labels are needed. 0 if one of them is proved, infinity if none would suffice, NaN without labels.
  double labels_needed(int64_t segment = -1) const;

  // With which probability to ask for the label of each row, flagged or not (1, 0), whose label is 1 with a
  // probability: n_labels of them on average, where the terms vary most. 0 if no label is needed.
  void label_probabilities(const Reals &flagged, const Reals &probabilities, double n_labels, double *out) const;

  std::string save() const;
  static Promise load(std::string_view saved);

 private:
  struct Counted {
    int cell;
    double scale;  // 0: the row does not count
    bool labelled;
  };
  Counted counted(const WatchedRows &rows, int64_t i) const;
  void check_row(const WatchedRows &rows, int64_t i) const;
  void find_kinds(const WatchedRows &rows, uint8_t *kinds, std::vector<double> &met) const;
  void add_scales(const std::vector<double> &scales);
  void detect(Stream &to, CountedRows rows) const;
  void look();
  Bets logs_of(bool broken, const Stream &s) const;  // as log_capitals, from factors_
  double log_evidence_of(bool broken, const Stream &s) const;
  std::vector<double> log_evidences(bool broken) const;
  double log_goal() const;
  const Terms &terms(bool broken) const { return broken ? against_ : for_; }

  Claim claim_;
  PromiseOptions options_;
  double max_scale_;
  Terms against_, for_;
  std::vector<Stream> streams_;  // the whole, then the segments; all have the same scales
  // Of each scale and cell: 1 + b Z against the promise, and the logarithms against it and for it.
  struct Factors {
    Bets against, log_against, log_for;
  };
  std::vector<std::array<Factors, 4>> factors_;
};

// For each of some tests, given the logarithms of their evidence, that of the least mean of it with any of the others:
// closed testing, by which all true hypotheses are kept together with probability 1 - delta (Vovk and Wang 2021).
std::vector<double> closed_means(const std::vector<double> &logs);

}  // namespace wald::core::promises

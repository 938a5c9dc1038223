// Which rows of a table to label by the last stage, and when to stop: until what is left to the first stage is good
// enough with probability 1 - delta.
//
// Each row comes with the first stage's own chance that it is an event: that its answer is wrong (accuracy), that the
// row is positive (recall), that a flagged row is not (precision). A labelled row takes the oracle's answer, so that
// only events among the rows that stay unlabelled hurt. Of m events in the table, `found` of them labelled, the goal
// holds where m <= found + allowed(found), which is found + (1-T) n, found / r or found + (1-p) (n - found).
//
// Rows are labelled from the highest chance downward, as they would be asked about anyhow, or drawn: of N rows left,
// row i with probability q_i > 0. The mean of [event] / (N q_i) is (m - found) / N given all before, so that the
// capital
//   K(m) = product over draws of 1 - lambda ([event] / (N q_i) - (m - found) / N),   0 <= lambda <= min_i N q_i,
// is a martingale from 1 at the true m, and ever reaches 1/delta with probability at most delta (Ville). It rises in m,
// so that a capital of 1/delta at m + 1 refuses all m' > m. There is one unknown number and one martingale: nothing is
// paid for looking at many thresholds, or at any time; q, lambda and the rows that are labelled in order may be
// chosen from all labels before, and a poor choice costs labels but never the guarantee. So chances may be replaced
// after every answer, by those of a model that is fitted to the labels so far.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/word.hpp"
#include "core/numeric/random/random.hpp"

namespace wald::core::routes {

#define WALD_LABELLED_QUALITY_WORDS(WORD)                                                         \
  WORD(accuracy, 0, "accuracy", "", "The share of all rows whose answer equals their label.") \
  WORD(recall, 1, "recall", "", "The share of the positives that are labelled.")                  \
  WORD(precision, 2, "precision", "", "The share of positives among the rows that are not labelled negative.")
enum class LabelledQuality : int32_t { WALD_LABELLED_QUALITY_WORDS(WALD_ENUMERATOR) };
constexpr Word labelled_quality_words[] = {WALD_LABELLED_QUALITY_WORDS(WALD_WORD)};
LabelledQuality labelled_quality_by_name(std::string_view name);

struct LabellingGoal {
  LabelledQuality quality = LabelledQuality::accuracy;
  double target = 0.9;  // in (0, 1)
  double delta = 0.1;   // in (0, 1)
};

class Labelling {
 public:
  // chances: in [0, 1], one per row.
  Labelling(std::vector<double> chances, LabellingGoal goal, uint64_t seed);

  // Rows to be labelled next, at most this many, in the order in which answer() takes their labels. The same rows are
  // given again until they are answered. None if done().
  const std::vector<int64_t> &next(int64_t most);
  // Whether each row of the last next() is an event. chances: new ones of all rows, by which the next rows are drawn; or
  // none.
  void answer(const std::vector<uint8_t> &events, std::vector<double> chances = {});

  bool done() const { return done_; }
  int64_t rows() const { return static_cast<int64_t>(chances_.size()); }
  int64_t labelled() const { return rows() - left_; }
  int64_t drawn() const { return static_cast<int64_t>(draws_.size()); }
  int64_t found() const { return found_; }
  // Events that may stay unlabelled.
  int64_t allowed() const { return allowed(static_cast<double>(found_)); }
  // The most events that may be among the unlabelled rows, at the confidence 1 - delta.
  int64_t bound() const;
  // All rows of a higher chance than this were labelled; 1 if none was.
  double edge() const;

 private:
  struct Draw {
    double share;  // [event] / (N q)
    double bet;    // lambda
    double found;  // before it
    double left;   // N
  };
  struct Stratum {
    int64_t first = 0, last = 0;  // of order_
    double prior = 0;             // the mean chance
    double rate = 0;              // what is thought of it now
    double weight = 1;            // of a row's probability to be drawn
    int64_t labelled = 0, events = 0;
    std::vector<int64_t> left;  // positions of order_
  };
  struct Plan {
    int64_t edge = 0;    // rows before it are labelled in order
    double draws = 0;    // that are thought to be needed then
    double spread = -1;  // added to rates before the root; below 0: all rows alike
    double events = 0;   // m that is refused at the end
  };

  // Strata and the order of the rows, by their chances and the labels so far.
  void stratify();
  int64_t allowed(double found) const;
  double log_capital(double events, bool greatest) const;
  void think();
  Plan plan() const;
  double bet(const Plan &plan) const;
  void label_in_order(int64_t count);
  void draw(int64_t count, double bet);
  void take(int64_t position);

  std::vector<double> chances_;
  LabellingGoal goal_;
  Random random_;
  std::vector<int64_t> order_;       // rows from the highest chance down
  std::vector<int64_t> stratum_of_;  // of a position
  std::vector<int64_t> place_;       // of a position in its stratum's `left`
  std::vector<Stratum> strata_;
  std::vector<uint8_t> is_labelled_;  // of a row; also if its label is awaited
  std::vector<uint8_t> is_event_;     // of a labelled row
  std::vector<Draw> draws_;
  int64_t edge_ = 0, left_ = 0, found_ = 0;
  bool done_ = false;
  // What is awaited: rows, their positions, and of draws 1/(N q) and the bet, else 0.
  std::vector<int64_t> rows_, positions_;
  std::vector<double> inverse_, bets_;
};

}  // namespace wald::core::routes

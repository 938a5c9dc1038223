// Scores and relevance of rows, as they were fed: what every threshold is chosen from.
//
// A row is flagged by thresholds t where s_d >= t_d for any classifier d (Rule::any), or for all (Rule::all). A
// threshold of +inf flags nothing, not even a score of +inf: such scores count as the largest finite number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/thresholds/sample/numbers.hpp"

namespace wald::core::thresholds {

#define WALD_RULE_WORDS(WORD)                                                       \
  WORD(any, 0, "or", "", "A row is flagged where any score reaches its threshold.") \
  WORD(all, 1, "and", "", "A row is flagged where every score reaches its threshold.")
enum class Rule : int32_t { WALD_RULE_WORDS(WALD_ENUMERATOR) };
constexpr Word rule_words[] = {WALD_RULE_WORDS(WALD_WORD)};

// The rule that chose the rows to label, at the cuts of rated_from: the first two are numbered as Rule is.
#define WALD_RATED_RULE_WORDS(WORD)                                                \
  WORD(any, 0, "or", "", "Rows that reach any cut of rated_from were labelled.")   \
  WORD(all, 1, "and", "", "Rows that reach all cuts of rated_from were labelled.") \
  WORD(same, 2, "same", "", "The sample's own rule.")
enum class RatedRule : int32_t { WALD_RATED_RULE_WORDS(WALD_ENUMERATOR) };
constexpr Word rated_rule_words[] = {WALD_RATED_RULE_WORDS(WALD_WORD)};

constexpr uint8_t not_rated = 2;  // the label of a row that was not rated
constexpr int64_t max_classifiers = 64;

// Weighted rows that are flagged. Whole weights are summed exactly, whatever the order.
struct Flagged {
  double tp = 0, fp = 0;
  double alerts() const { return tp + fp; }
};

// What a call does with scores that are float: keeps them as double, as every search reads them, or as they are.
enum class Keep { widened, as_fed };

// Rows with the same label.
struct RowSet {
  int64_t dims = 0;
  Numbers<double> scores;  // row by row
  // The same as float, where a sample keeps them so (Sample::narrow); infinite ones stand for the largest double.
  Numbers<float> floats;
  std::vector<double> weights;  // empty if every weight is 1

  explicit RowSet(int64_t dims_ = 0) : dims(dims_) {}

  int64_t size() const { return dims ? static_cast<int64_t>(scores.size() + floats.size()) / dims : 0; }
  // Not of a narrow sample.
  const double *row(int64_t i) const { return scores.data() + i * dims; }
  // Calls body(first, count, scores row by row) for all rows, some at a time, widened where they are float.
  template <class Body>
  void for_rows(const Body &body) const {
    if (size() == 0) return;
    if (floats.empty()) return body(int64_t{0}, size(), scores.data());
    constexpr int64_t numbers = 512;
    const int64_t rows = std::max<int64_t>(1, numbers / dims);
    double room[numbers];
    for (int64_t first = 0; first < size(); first += rows) {
      const int64_t n = std::min(rows, size() - first);
      widen(first, n, room);
      body(first, n, static_cast<const double *>(room));
    }
  }
  void widen(int64_t first, int64_t rows, double *out) const;  // float scores as they are kept as double
  void widen();                                                // for good
  bool narrow();  // keeps double scores as float, where that changes none; false else
  double weight(int64_t i) const { return weights.empty() ? 1.0 : weights[static_cast<std::size_t>(i)]; }
  double total() const;  // rounded once: exact after Sample::exact, and as a user would wish it before
  // Kish's: that of equal rows whose total has the same relative variance; the common one where all are equal.
  double effective_weight() const;
  void append(const double *row, double weight, Keep keep = Keep::widened);
  void truncate(int64_t rows);
  double largest_weight() const;   // 0 if there is no row
  double smallest_weight() const;  // +inf if there is no row
  void drop_weightless();
  void sort();  // by scores, then weight
};

// How far the sum of some rows' weights, as users add them up, may lie from that of the rounded ones, by rounding
// alone.
struct WeightRounding {
  double most = 0;      // of all rows
  double relative = 0;  // for each row, of its weight
  double of(double total) const { return std::min(most, relative * total); }
};

// What the rows of a sample come to.
struct SampleTotals {
  struct OfLabel {
    int64_t rows = 0;
    double weight = 0;            // their sum
    double effective_weight = 1;  // RowSet::effective_weight
  };
  OfLabel positives, negatives, unrated;
  int64_t dims = 1;
  bool has_cut = false;
  bool equal_weights = true;  // those of rated rows with the same label
  WeightRounding rounding;
  bool partial() const { return has_cut || unrated.rows > 0; }  // the number of all positives is unknown
  double rated() const { return positives.weight + negatives.weight; }
  int64_t rows() const { return positives.rows + negatives.rows + unrated.rows; }
};

class Sample {
 public:
  // rated_from: empty, or for each classifier the score below which nothing was labelled (-inf: no such score).
  Sample(int64_t dims, Rule rule, std::vector<double> rated_from);
  // The same rows, of which those count as labelled that reach rated_from by the rule. Refused if no thresholds flag
  // labelled rows alone.
  Sample rated_by(RatedRule rule) const;
  // Whether rows that reach any cut are labelled and the rule is "and": some threshold may not go below its cut,
  // whichever.
  bool rated_by_any() const { return rated_rule_ != rule_; }
  // What is saved: with the labels of rows that reach any cut.
  Sample labelled_by_any() const { return labels_between() ? rated_by(RatedRule::any) : *this; }
  // Of a sample that is rated_by_any: the rows that reach the cut of one score, below which its threshold may not go;
  // others may.
  Sample reaching(int64_t d) const;

  // labels: 0, 1 or not_rated, which rows that no thresholds may flag, being below rated_from, are taken for whatever
  // their label is; weights: none (all 1), or finite and at least 0. Rows of weight 0 count for nothing.
  // Nothing is kept of a call that fails. Keep::as_fed: as float where all rows so far were float, too.
  void feed(const RealTable &scores, Strided<const uint8_t> labels, const Reals &weights, Keep keep = Keep::widened);
  void merge(const Sample &other);
  void clear();

  int64_t dims() const { return dims_; }
  Rule rule() const { return rule_; }
  const std::vector<double> &rated_from() const { return rated_from_; }
  // True if scores are kept as float: searches then take widened(), which has the same answers, except for those of one
  // score.
  bool narrow() const { return !(positives_.floats.empty() && negatives_.floats.empty() && unrated_.floats.empty()); }
  Sample widened() const;
  int64_t n_fed() const { return positives_.size() + negatives_.size() + unrated_.size(); }
  const RowSet &positives() const { return positives_; }
  const RowSet &negatives() const { return negatives_; }
  const RowSet &unrated() const { return unrated_; }

  SampleTotals totals() const;
  // True if rows without a label, or a cut, leave the number of all positives unknown.
  bool partial() const;
  bool has_cut() const;
  // True if every weight is whole and their number times the largest is below 2^53.
  bool whole() const;
  // True if rated rows of the same label have the same weight: of these rows, not of the population they come from.
  bool equal_weights() const;
  // Whether any feed came with weights, even if all of them are 1. Without them rows weigh 1 by design.
  bool weighted() const { return weighted_; }

  // The same rows with weights of which every sum is exact, whatever its order: whole ones are as they are, others are
  // rounded to a multiple of a power of two, at most 2^-51 of the rows' number times the largest weight; rows whose
  // weight is 0 then are left out. Throws if no positive remains of some, or the weights are too large
  // for their sums.
  Sample exact() const;
  // What exact() did to sums of weights: nothing to whole ones.
  const WeightRounding &rounding() const { return rounding_; }

  // By the labels of all rows that reach any cut. Each number rounded once.
  Flagged count(const std::vector<double> &thresholds) const;
  // The weight of the flagged rows without a label.
  double count_unrated(const std::vector<double> &thresholds) const;
  // The same where classifiers are combined into one: sum_d coefficients[d] s_d >= threshold.
  Sample combined(const std::vector<double> &coefficients, double intercept) const;
  // For each threshold the highest lower score that some row has, below which the flagged rows might change; no lower
  // than where rating began.
  std::vector<double> next_lower(const std::vector<double> &thresholds) const;
  // One classifier alone.
  Sample single(int64_t d) const;

  // The same rows in an order that does not depend on the order of feeding.
  Sample sorted() const;
  // Throws if nothing was fed, or no positive, or none that the cut leaves. instead: what of rows labelled 0 would do.
  void require_positives(const char *instead = "") const;
  // The rows for which keep(label, index among the rows of that label) is true.
  Sample picked(const std::function<bool(int label, int64_t i)> &keep) const;

  // The rows of one part, or the others: parts[label][index among the rows of that label].
  Sample part(const std::vector<int32_t> (&parts)[3], int32_t part, bool inside) const;

  // The same rows with weights of their own, asked for row by row: those labelled 1, then 0, then those not rated
  // (label 2). Rows of weight 0 are left out.
  Sample reweighted(const std::function<double(int label, double weight)> &weight_of) const;

  // The same rows, those of each label weighted so that this share of the whole weight is positive. Refused if some
  // have no label, or a label has no rows.
  Sample at_prevalence(double share, const std::string &of = "") const;

  // Text that load_sample reads back; the same for any order of feeding and merging.
  std::string save() const;
  // The same in binary, with the rows in the order in which they were fed.
  std::string save_binary() const;
  // Rows of weights above 0 with scores as they are kept, labelled where they reach any cut, and how many positives lie
  // below the cut. weighted: whether they were fed with weights, in case all of these are 1.
  static Sample restored(int64_t dims, Rule rule, std::vector<double> rated_from, RowSet (&sets)[3],
                         int64_t cut_positives, bool weighted);

 private:
  Sample like() const;  // without rows
  bool labels_between() const { return between_[0].size() + between_[1].size() > 0; }
  void feed_one_by_one(const RealTable &scores, Strided<const uint8_t> labels, const Reals &weights, Keep keep);
  // Whether the row reaches some cut, but not all, where all are needed.
  bool is_between(const double *row) const;
  RowSet without_labels() const;  // of the rows not rated, those that came without a label or reach no cut
  template <class From, class Kept>
  bool feed_blocks(const RealTable &scores, Strided<const uint8_t> labels, const Reals &weights,
                   const int64_t (&of_label)[3], bool weighted);
  int64_t dims_;
  Rule rule_;
  std::vector<double> rated_from_;
  Rule rated_rule_;  // by which rows reach rated_from
  RowSet positives_, negatives_, unrated_;
  // By label: rows that are not rated under "and" and would be under "or". They are in unrated_, too.
  RowSet between_[3];
  int64_t cut_positives_ = 0;  // rows labelled 1 below rated_from
  bool weighted_ = false;
  WeightRounding rounding_;
};

// What save or save_binary wrote.
Sample load_sample(std::string_view saved);

// intercept + sum_d coefficients[d] s_d, and a score of its own: infinite scores count as the largest finite ones.
double combined_score(const double *scores, const std::vector<double> &coefficients, double intercept);

bool is_flagged(const double *scores, const std::vector<double> &thresholds, Rule rule);

// Throws if a threshold is NaN or their number is not that of the classifiers.
void check_thresholds(const std::vector<double> &thresholds, int64_t dims);

// out[i] = 1 if row i is flagged. NaN scores are refused.
void apply_thresholds(const RealTable &scores, const std::vector<double> &thresholds, Rule rule, Strided<uint8_t> out);
// The same for classifiers that are combined into one.
void apply_combined(const RealTable &scores, const std::vector<double> &coefficients, double intercept,
                    double threshold, Strided<uint8_t> out);

}  // namespace wald::core::thresholds

// Certifies a threshold of one score from all rows, in the order of their scores.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/certify/ranked_sequence.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/infinity.hpp"
#include "core/numeric/special/logarithm.hpp"

namespace wald::core::thresholds {

namespace {

double just_above(double score) { return std::nextafter(score, infinity); }

void add(RowCounts &to, uint8_t label) { ++(label == 1 ? to.positives : label == 0 ? to.negatives : to.unrated); }

// The row behind those that tie with row i.
std::size_t end_of_ties(const std::vector<ScoredLabels::Row> &rows, std::size_t i) {
  std::size_t end = i + 1;
  while (end < rows.size() && rows[end].score == rows[i].score) ++end;
  return end;
}

// The lowest threshold that flags exactly the rows before `end`, where ties end.
double lowest_threshold(const std::vector<ScoredLabels::Row> &rows, std::size_t end) {
  return end < rows.size() ? just_above(rows[end].score) : rows.back().score;
}

// Tests of the precision along rows that are flagged one after the other. Once this many positives among this many more
// negatives pass, all with fewer negatives do, and nothing is computed for them.
class PrecisionAlong {
 public:
  explicit PrecisionAlong(const CountTests &tests) : tests_(tests) {}
  bool pass(const RowCounts &flagged) {
    if (flagged.negatives <= passed_) return true;
    while (ahead_ > 0 && !tests_.precise(flagged.positives, flagged.negatives + ahead_)) ahead_ /= 2;
    if (ahead_ == 0 && !tests_.precise(flagged.positives, flagged.negatives)) return false;
    passed_ = flagged.negatives + ahead_;
    ahead_ = 2 * ahead_ + 1;
    return true;
  }

 private:
  const CountTests &tests_;
  int64_t passed_ = -1, ahead_ = 0;  // TP never falls along the rows, so what passed with this many FP still does
};

}  // namespace

ScoredLabels sorted_rows(const Sample &sample, bool with_unrated) {
  ScoredLabels out;
  out.counts = {sample.positives().size(), sample.negatives().size(), with_unrated ? sample.unrated().size() : 0};
  out.rows.reserve(static_cast<std::size_t>(out.counts.all()));
  const auto take = [&](const RowSet &set, uint8_t label) {
    for (double score : set.scores) out.rows.push_back({score, label});
  };
  take(sample.positives(), 1);
  take(sample.negatives(), 0);
  if (with_unrated) take(sample.unrated(), not_rated);
  std::sort(out.rows.begin(), out.rows.end(),
            [](const ScoredLabels::Row &a, const ScoredLabels::Row &b) { return a.score > b.score; });
  return out;
}

std::vector<ThresholdRange> monotone_ranges(const ScoredLabels &rows, const PopulationLimits &limits, double delta,
                                            double prevalence) {
  const CountTests tests(limits, rows.counts, 1, 1, delta, prevalence);
  RowCounts flagged;
  double low = infinity;
  for (std::size_t i = 0; i < rows.rows.size();) {
    if (limits.limits_recall()) {
      // From the first threshold with enough positives on, all lower ones.
      const std::size_t end = end_of_ties(rows.rows, i);
      for (std::size_t j = i; j < end; ++j) add(flagged, rows.rows[j].label);
      if (tests.pass(flagged)) return {{-infinity, rows.rows[i].score}};
      i = end;
    } else {
      if (!tests.pass(flagged)) break;
      low = just_above(rows.rows[i].score);
      const std::size_t end = end_of_ties(rows.rows, i);
      for (std::size_t j = i; j < end; ++j) add(flagged, rows.rows[j].label);
      i = end;
    }
  }
  if (limits.limits_recall() || low == infinity) return {};
  if (tests.pass(flagged)) low = rows.rows.back().score;
  return {{low, infinity}};
}

std::vector<ThresholdRange> precise_ranges(const ScoredLabels &rows, const PopulationLimits &limits,
                                           double positive_weight, double negative_weight, double delta, double from) {
  std::vector<ThresholdRange> out;
  const CountTests whole(limits, rows.counts, positive_weight, negative_weight, delta);
  if (!(whole.share() < 1) || rows.rows.empty()) return out;
  // This many rows pass if all of them are positive; far fewer cannot, and the top of the scores decides with four times
  // as many. Scores that are wrong at the top have other ranks to begin at.
  const auto n = static_cast<double>(rows.rows.size());
  const double fewest = whole.share() > 0 ? std::ceil(logarithm(delta) / logarithm(whole.share())) : 1;
  std::vector<double> starts;
  for (double rank = 4 * fewest + 1; rank <= n && (starts.empty() || rank <= n / 2); rank *= 8) starts.push_back(rank);
  constexpr double share_of_first = 0.9;
  for (std::size_t s = 0; s < starts.size(); ++s) {
    const double others = static_cast<double>(starts.size() - 1);
    const double share = starts.size() == 1 ? 1 : s == 0 ? share_of_first : (1 - share_of_first) / others;
    const CountTests tests(limits, rows.counts, positive_weight, negative_weight, delta * share);
    PrecisionAlong along(tests);
    // All rows above the one of this rank, without those that tie with it.
    auto end = static_cast<std::size_t>(starts[s]) - 1;
    while (end > 0 && rows.rows[end - 1].score == rows.rows[end].score) --end;
    RowCounts flagged;
    for (std::size_t i = 0; i < end; ++i) add(flagged, rows.rows[i].label);
    ThresholdRange range{infinity, just_above(rows.rows[end].score)};
    for (;;) {
      if (end > 0 && rows.rows[end - 1].score < from) break;
      if (!along.pass(flagged)) break;
      range.low = std::max(from, lowest_threshold(rows.rows, end));
      if (end == rows.rows.size()) break;
      const std::size_t next = end_of_ties(rows.rows, end);
      for (std::size_t i = end; i < next; ++i) add(flagged, rows.rows[i].label);
      end = next;
    }
    if (range.low < infinity) out.push_back({range.low, std::max(range.low, range.high)});
  }
  return out;
}

}  // namespace wald::core::thresholds

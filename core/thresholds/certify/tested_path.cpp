// Certifies thresholds by testing a path that other rows have given.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/certify/tested_path.hpp"

#include <algorithm>
#include <cmath>

#include "core/certify/fixed_sequence.hpp"
#include "core/numeric/infinity.hpp"
#include "core/numeric/random/mix_numbers.hpp"
#include "core/thresholds/certify/betting.hpp"
#include "core/thresholds/search/search.hpp"

namespace wald::core::thresholds {

namespace {

// Rows have no order of their own but that of their scores. Were draws the same for all samples of a seed, the pilot
// would hold the same ranks of each, and the others would not be drawn from the population any more. What is drawn thus
// depends on the rows themselves. Their order does not show.
uint64_t seed_of(const Sample &sample, uint64_t seed) {
  const RowSet *const sets[] = {&sample.negatives(), &sample.positives(), &sample.unrated()};
  uint64_t sum = 0;
  for (uint64_t label = 0; label < 3; ++label) {
    const RowSet &set = *sets[label];
    for (int64_t i = 0; i < set.size(); ++i) {
      uint64_t row = label + 1;
      for (int64_t d = 0; d < set.dims; ++d) row = mix_number(row, set.row(i)[d]);
      sum += mix_number(row, set.weight(i));
    }
  }
  return seed + mix_bits(sum + odd_number);
}

// A number for each row of a sorted sample, drawn at random.
uint64_t drawn(uint64_t seed, int label, int64_t i) {
  return mix_bits(mix_bits(seed + odd_number * static_cast<uint64_t>(label + 1)) + static_cast<uint64_t>(i));
}

// How surely a point of the pilot's frontier holds the limits: the least of its distances from them, in standard
// deviations of their tests.
class Surplus {
 public:
  Surplus(const PopulationLimits &limits, const Sample &pilot, const Criterion &criterion)
      : limits_(limits),
        positives_(pilot.positives().total()),
        negatives_(pilot.negatives().total()),
        all_(positives_ + negatives_ + pilot.unrated().total()),
        positive_weight_(criterion.positive_weight()),
        negative_weight_(criterion.negative_weight()) {}
  double operator()(const FrontierPoint &at) const {
    double least = infinity;
    const auto limit = [&](double bound, double found, double of, double sign) {
      if (!given(bound)) return;
      const double spread = std::sqrt(std::max(bound * (1 - bound), 1e-12) / std::max(of, 1.0));
      least = std::min(least, of > 0 ? sign * (found - bound) / spread : -infinity);
    };
    const double alerts = at.tp + at.fp;
    limit(limits_.precision, at.tp / alerts, at.tp / positive_weight_ + at.fp / negative_weight_, 1);
    limit(limits_.recall, at.tp / positives_, positives_ / positive_weight_, 1);
    limit(limits_.fpr, at.fp / negatives_, negatives_ / negative_weight_, -1);
    limit(limits_.alert_rate, alerts / all_, all_ / negative_weight_, -1);
    return least;
  }

 private:
  PopulationLimits limits_;
  double positives_, negatives_, all_, positive_weight_, negative_weight_;
};

// Thresholds in the order of their tests, and what each is worth on the pilot.
struct Sequence {
  std::vector<std::vector<double>> thresholds;
  std::vector<double> values;
};

// The points of the frontier from where the limits are held most surely towards the best point.
Sequence sequence(const Sample &pilot, const PopulationLimits &limits, const Criterion &criterion,
                  const ThresholdSearch &options, std::size_t most_tests, Monitor &monitor) {
  Objective plain;
  plain.cost_ratio = 1;
  plain.positives = criterion.positives() > 0 ? pilot.positives().total() : Objective::unset;
  const Criterion &own = criterion.by_one_label() ? criterion : Criterion(plain, pilot);
  const SearchResult found = search({pilot, own, quick_search(options), true, monitor});
  const ParetoFrontier &points = found.frontier.points;
  std::size_t start = 0, best = 0;
  const Surplus surplus(limits, pilot, criterion);
  double surest = -infinity, most = -infinity;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double sure = surplus(points[i]);
    if (sure > surest) {
      surest = sure;
      start = i;
    }
    const double value = criterion.value(points[i].tp, points[i].fp);
    if (value > most) {
      most = value;
      best = i;
    }
  }
  if (start == 0) return {};
  // Thinned, where there are many: neighbours hardly differ.
  const certify::ThinnedPath path(best > start ? best - start : start - best, most_tests);
  Sequence out;
  for (std::size_t k = 0; k < path.count(); ++k) {
    const std::size_t by = path.point(k), at = best > start ? start + by : start - by;
    out.thresholds.push_back(found.frontier.thresholds[at]);
    out.values.push_back(criterion.value(points[at].tp, points[at].fp));
  }
  return out;
}

// Rows in random order.
struct TestRows {
  std::vector<double> scores;  // row by row
  std::vector<WeightedRow> rows;
};

TestRows test_rows(const Sample &rest, uint64_t seed) {
  TestRows out;
  struct Entry {
    uint64_t order;
    int label;
    int64_t i;
  };
  std::vector<Entry> entries;
  const RowSet *sets[] = {&rest.negatives(), &rest.positives(), &rest.unrated()};
  for (int label = 0; label < 3; ++label)
    for (int64_t i = 0; i < sets[label]->size(); ++i) entries.push_back({drawn(~seed, label, i), label, i});
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
    return a.order != b.order ? a.order < b.order : a.label != b.label ? a.label < b.label : a.i < b.i;
  });
  for (const Entry &e : entries) {
    const double *row = sets[e.label]->row(e.i);
    out.scores.insert(out.scores.end(), row, row + rest.dims());
    out.rows.push_back({sets[e.label]->weight(e.i), static_cast<uint8_t>(e.label)});
  }
  return out;
}

// The rows that some thresholds of a sequence flag.
Sample flagged_by_any(const Sample &rows, const std::vector<std::vector<double>> &sequence) {
  std::vector<double> lowest = sequence[0];
  for (const std::vector<double> &thresholds : sequence)
    for (std::size_t d = 0; d < lowest.size(); ++d) lowest[d] = std::min(lowest[d], thresholds[d]);
  const RowSet *const sets[] = {&rows.negatives(), &rows.positives(), &rows.unrated()};
  return rows.picked([&](int label, int64_t i) { return is_flagged(sets[label]->row(i), lowest, rows.rule()); });
}

// How many rows of a set each thresholds of a sequence flag.
class FlaggedCounts {
 public:
  FlaggedCounts(const RowSet &set, const std::vector<std::vector<double>> &sequence, Rule rule)
      : set_(set), sequence_(sequence), rule_(rule) {
    if (set.dims == 2 && !sequence.empty()) count_cells();
  }
  int64_t of(std::size_t k) const {
    const std::vector<double> &thresholds = sequence_[k];
    if (set_.dims == 1) {  // they are sorted
      if (thresholds[0] == infinity) return 0;
      return set_.scores.end() - std::lower_bound(set_.scores.begin(), set_.scores.end(), thresholds[0]);
    }
    if (set_.dims == 2) {
      const std::size_t i = place(0, thresholds[0]) + 1, j = place(1, thresholds[1]) + 1;
      const int64_t below = under(i, j);  // both thresholds
      return rule_ == Rule::any ? set_.size() - below : set_.size() - under(i, wide_) - under(high_, j) + below;
    }
    int64_t n = 0;
    for (int64_t i = 0; i < set_.size(); ++i) n += is_flagged(set_.row(i), thresholds, rule_);
    return n;
  }

 private:
  // Of two scores: rows are counted once by how many levels, the sequence's thresholds, they reach; all that thresholds
  // flag is then four sums.
  void count_cells() {
    for (std::size_t d = 0; d < 2; ++d) {
      for (const std::vector<double> &thresholds : sequence_) levels_[d].push_back(thresholds[d]);
      std::sort(levels_[d].begin(), levels_[d].end());
      levels_[d].erase(std::unique(levels_[d].begin(), levels_[d].end()), levels_[d].end());
    }
    high_ = levels_[0].size() + 1;
    wide_ = levels_[1].size() + 1;
    under_.assign((high_ + 1) * (wide_ + 1), 0);
    const auto reached = [&](std::size_t d, double score) {
      const std::vector<double> &own = levels_[d];
      return static_cast<std::size_t>(std::upper_bound(own.begin(), own.end(), std::min(score, largest_double)) -
                                      own.begin());
    };
    for (int64_t i = 0; i < set_.size(); ++i) {
      const double *row = set_.row(i);
      ++under_[(reached(0, row[0]) + 1) * (wide_ + 1) + reached(1, row[1]) + 1];
    }
    for (std::size_t i = 1; i <= high_; ++i)
      for (std::size_t j = 1; j <= wide_; ++j)
        under_[i * (wide_ + 1) + j] += under(i - 1, j) + under(i, j - 1) - under(i - 1, j - 1);
  }
  std::size_t place(std::size_t d, double level) const {
    return static_cast<std::size_t>(std::lower_bound(levels_[d].begin(), levels_[d].end(), level) - levels_[d].begin());
  }
  // Rows that reach fewer than i levels of the first score and fewer than j of the second.
  int64_t under(std::size_t i, std::size_t j) const { return under_[i * (wide_ + 1) + j]; }

  const RowSet &set_;
  const std::vector<std::vector<double>> &sequence_;
  Rule rule_;
  std::vector<double> levels_[2];
  std::size_t high_ = 0, wide_ = 0;
  std::vector<int64_t> under_;
};

}  // namespace

ThresholdSearch quick_search(const ThresholdSearch &options) {
  ThresholdSearch out = options;
  out.method = Method::direct;
  out.limits.lattice_cells = std::min(out.limits.lattice_cells, int64_t{1} << 20);
  out.limits.pair_cells = std::min(out.limits.pair_cells, int64_t{1} << 24);
  out.limits.ascent_levels = std::min(out.limits.ascent_levels, int64_t{512});
  return out;
}

std::vector<double> best_that_passes(const Sample &sample, const PopulationLimits &limits, const Criterion &criterion,
                                     const ThresholdSearch &options, double max_weight, double delta,
                                     Monitor &monitor) {
  PartMonitor searching(monitor, 0, 0.5), testing(monitor, 0.5, 1);
  const Sample sorted = sample.sorted();
  const auto share = static_cast<uint64_t>(options.pilot * 0x1p64);
  const uint64_t seed = seed_of(sorted, options.seed);
  const auto in_pilot = [&](int label, int64_t i) { return drawn(seed, label, i) < share; };
  const Sample pilot = sorted.picked(in_pilot);
  const Sample rest = sorted.picked([&](int label, int64_t i) { return !in_pilot(label, i); });
  std::vector<double> out;
  if (!criterion.most_alerts() && (pilot.positives().size() == 0 || rest.positives().size() == 0)) return out;
  if (criterion.most_alerts() && (pilot.negatives().size() == 0 || rest.negatives().size() == 0)) return out;
  const bool one_weight = std::isnan(max_weight);
  // Each test is a few looks at one sorted score or at counts of two, a pass over rows, or one with bets.
  const std::size_t most_tests = !one_weight ? 100 : sample.dims() == 1 ? 5000 : 500;
  const Sequence path =
      sequence(pilot.whole() ? pilot : pilot.exact(), limits, criterion, options, most_tests, searching);
  const auto &tested = path.thresholds;
  if (tested.empty()) return out;

  const RowCounts all{rest.positives().size(), rest.negatives().size(), rest.unrated().size()};
  const CountTests tests(limits, all, criterion.positive_weight(), criterion.negative_weight(), delta,
                         options.weighted_to);
  // Only a precision is about the flagged rows alone; other bets are made on all.
  const bool flagged_decide = one_weight || (!limits.limits_recall() && !limits.limits_alerts());
  const Sample near = flagged_decide ? flagged_by_any(rest, tested) : rest;
  const TestRows rows = one_weight ? TestRows() : test_rows(near, seed);
  std::vector<uint8_t> flagged(rows.rows.size());
  const std::vector<std::vector<double>> counted = one_weight ? tested : std::vector<std::vector<double>>();
  const FlaggedCounts positives(near.positives(), counted, sample.rule());
  const FlaggedCounts negatives(near.negatives(), counted, sample.rule());
  const FlaggedCounts unrated(near.unrated(), counted, sample.rule());
  double most = -infinity;
  const std::size_t passed = certify::passed_in_order(tested.size(), testing, [&](std::size_t k) {
    if (one_weight) return tests.pass({positives.of(k), negatives.of(k), unrated.of(k)});
    for (std::size_t i = 0; i < flagged.size(); ++i)
      flagged[i] =
          is_flagged(rows.scores.data() + i * static_cast<std::size_t>(sample.dims()), tested[k], sample.rule());
    return bets_pass(rows.rows, flagged, limits, max_weight, delta);
  });
  for (std::size_t k = 0; k < passed; ++k)
    if (path.values[k] >= most) {
      most = path.values[k];
      out = tested[k];
    }
  return out;
}

}  // namespace wald::core::thresholds

#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/certify/tested_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numeric/random/mix.hpp"
#include "core/thresholds/certify/betting.hpp"
#include "core/thresholds/search/search.hpp"

namespace wald::core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
bool given(double x) { return !std::isnan(x); }

// A number for each row of a sorted sample, drawn at random.
uint64_t drawn(uint64_t seed, int label, int64_t i) {
  return mix_bits(mix_bits(seed + 0x9e3779b97f4a7c15u * static_cast<uint64_t>(label + 1)) + static_cast<uint64_t>(i));
}

// A row of the pilot's frontier, and how surely its limits are held: the least of their distances in standard
// deviations of the tests.
double surplus(const PopulationLimits &q, const FrontierPoint &at, const Sample &pilot, const Criterion &criterion) {
  const double positives = pilot.positives().total(), negatives = pilot.negatives().total();
  const double all = positives + negatives + pilot.unrated().total();
  double least = infinity;
  const auto limit = [&](double bound, double found, double of, double sign) {
    if (!given(bound)) return;
    const double spread = std::sqrt(std::max(bound * (1 - bound), 1e-12) / std::max(of, 1.0));
    least = std::min(least, of > 0 ? sign * (found - bound) / spread : -infinity);
  };
  const double weight = criterion.positive_weight(), other = criterion.negative_weight();
  const double alerts = at.tp + at.fp;
  limit(q.precision, at.tp / alerts, at.tp / weight + at.fp / other, 1);
  limit(q.recall, at.tp / positives, positives / weight, 1);
  limit(q.fpr, at.fp / negatives, negatives / other, -1);
  limit(q.alert_rate, alerts / all, all / other, -1);
  return least;
}

// The points of the frontier in the order of their tests: from where the limits are held most surely towards the best
// point.
std::vector<std::vector<double>> sequence(const Sample &pilot, const PopulationLimits &limits,
                                          const Criterion &criterion, const ThresholdOptions &options,
                                          Monitor &monitor) {
  Objective plain;
  plain.cost_ratio = 1;
  plain.positives = criterion.positives() > 0 ? pilot.positives().total() : Objective::unset;
  const SearchResult found = search(pilot, Criterion(plain, pilot), quick_search(options), true, monitor);
  const ParetoFrontier &points = found.frontier.points;
  std::size_t start = 0, best = 0;
  double surest = -infinity, most = -infinity;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double sure = surplus(limits, points[i], pilot, criterion);
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
  // Thinned, where there are many: neighbours hardly differ, and each is a pass over the rows.
  constexpr std::size_t most_tests = 500;
  const std::size_t steps = best > start ? best - start : start - best;
  const std::size_t tests = std::min(steps, most_tests);
  std::vector<std::vector<double>> out;
  for (std::size_t k = 0; k <= tests; ++k) {
    const std::size_t by = tests > 0 ? steps * k / tests : 0;
    out.push_back(found.frontier.thresholds[best > start ? start + by : start - by]);
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

}  // namespace

ThresholdOptions quick_search(const ThresholdOptions &options) {
  ThresholdOptions out = options;
  out.method = Method::direct;
  out.limits.lattice_cells = std::min(out.limits.lattice_cells, int64_t{1} << 20);
  out.limits.pair_cells = std::min(out.limits.pair_cells, int64_t{1} << 24);
  out.limits.ascent_levels = std::min(out.limits.ascent_levels, int64_t{512});
  return out;
}

std::vector<std::vector<double>> passed_thresholds(const Sample &sample, const PopulationLimits &limits,
                                                   const Criterion &criterion, const ThresholdOptions &options,
                                                   double max_weight, double delta, Monitor &monitor) {
  PartMonitor searching(monitor, 0, 0.5), testing(monitor, 0.5, 1);
  const Sample sorted = sample.sorted();
  const auto share = static_cast<uint64_t>(options.pilot * 0x1p64);
  const auto in_pilot = [&](int label, int64_t i) { return drawn(options.seed, label, i) < share; };
  const Sample pilot = sorted.picked(in_pilot);
  const Sample rest = sorted.picked([&](int label, int64_t i) { return !in_pilot(label, i); });
  std::vector<std::vector<double>> out;
  if (pilot.positives().size() == 0 || rest.positives().size() == 0) return out;
  const auto tested = sequence(pilot.whole() ? pilot : pilot.exact(), limits, criterion, options, searching);
  if (tested.empty()) return out;

  const bool one_weight = std::isnan(max_weight);
  const RowCounts all{rest.positives().size(), rest.negatives().size(), rest.unrated().size()};
  const CountTests tests(limits, all, criterion.positive_weight(), criterion.negative_weight(), delta);
  const TestRows rows = one_weight ? TestRows() : test_rows(rest, options.seed);
  std::vector<uint8_t> flagged(rows.rows.size());
  for (std::size_t k = 0; k < tested.size(); ++k) {
    bool pass;
    if (one_weight) {
      const auto count = [&](const RowSet &set) {
        int64_t n = 0;
        for (int64_t i = 0; i < set.size(); ++i) n += is_flagged(set.row(i), tested[k], sample.rule());
        return n;
      };
      pass = tests.pass({count(rest.positives()), count(rest.negatives()), count(rest.unrated())});
    } else {
      for (std::size_t i = 0; i < flagged.size(); ++i)
        flagged[i] =
            is_flagged(rows.scores.data() + i * static_cast<std::size_t>(sample.dims()), tested[k], sample.rule());
      pass = bets_pass(rows.rows, flagged, limits, max_weight, delta);
    }
    if (!pass) break;
    out.push_back(tested[k]);
    testing.at(static_cast<double>(k + 1) / static_cast<double>(tested.size()));
  }
  return out;
}

}  // namespace wald::core

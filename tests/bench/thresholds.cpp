// Thresholds: one classifier, two on lattices, bootstrap, paths, and what each is to be compared with. 10^6 rows with
// 0.2 % positives unless said.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <vector>

#include "core/numeric/random/random.hpp"
#include "core/thresholds/choose_thresholds.hpp"
#include "core/thresholds/estimates/bootstrap.hpp"
#include "core/thresholds/frontier_curve.hpp"
#include "core/thresholds/label_thresholds.hpp"
#include "core/thresholds/search/lattice.hpp"
#include "core/thresholds/search/path.hpp"
#include "core/thresholds/search/sweep.hpp"

namespace {

using namespace wald::core;
using namespace wald::core::thresholds;
using benchmark::State;

struct Rows {
  int64_t dims;
  std::vector<double> scores;
  std::vector<uint8_t> labels;
  int64_t n() const { return static_cast<int64_t>(labels.size()); }
  RealTable table() const { return {scores.data(), false, n(), dims, dims, 1}; }
  Strided<const uint8_t> strided() const { return {labels.data(), n(), 1}; }
  Sample sample() const {
    Sample out(dims, Rule::any, {});
    out.feed(table(), strided(), {});
    return out;
  }
};

// Binormal scores as probabilities, the classifiers independent given the label.
const Rows &rows(int64_t n, int64_t dims, double share = 0.002) {
  static std::vector<std::pair<std::tuple<int64_t, int64_t, double>, Rows>> made;
  for (const auto &[key, value] : made)
    if (key == std::tuple(n, dims, share)) return value;
  Rows out{dims, {}, {}};
  Random random(1);
  for (int64_t i = 0; i < n; ++i) {
    const bool positive = random.uniform() < share;
    out.labels.push_back(positive);
    for (int64_t d = 0; d < dims; ++d) {
      const double z =
          std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(2 * 3.14159265358979323846 * random.uniform()) +
          (positive ? 2.5 : 0);
      out.scores.push_back(1 / (1 + std::exp(4 - 1.5 * z)));
    }
  }
  made.emplace_back(std::tuple(n, dims, share), std::move(out));
  return made.back().second;
}

void read_floor(State &state) {
  const Rows &r = rows(state.range(0), 1);
  for (auto _ : state) {
    double sum = 0;
    int64_t labels = 0;
    for (double s : r.scores) sum += s;
    for (uint8_t y : r.labels) labels += y;
    benchmark::DoNotOptimize(sum);
    benchmark::DoNotOptimize(labels);
  }
}

// What a program of its own would do: sort, scan.
void single_sort_scan(State &state) {
  const Rows &r = rows(state.range(0), 1);
  for (auto _ : state) {
    std::vector<std::pair<double, uint8_t>> sorted;
    sorted.reserve(r.scores.size());
    for (std::size_t i = 0; i < r.scores.size(); ++i) sorted.emplace_back(r.scores[i], r.labels[i]);
    std::sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    const double positives = std::accumulate(r.labels.begin(), r.labels.end(), 0.0);
    double tp = 0, best = 0, threshold = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      tp += sorted[i].second;
      if (i + 1 < sorted.size() && sorted[i + 1].first == sorted[i].first) continue;
      const double f = 2 * tp / (static_cast<double>(i + 1) + positives);
      if (f > best) best = f, threshold = sorted[i].first;
    }
    benchmark::DoNotOptimize(threshold);
  }
}

ThresholdSearch plain() {
  ThresholdSearch out;
  out.baselines = false;
  return out;
}

// From the caller's arrays to the answer, with its facts and flags.
void single_f1(State &state) {
  const Rows &r = rows(state.range(0), 1);
  NoMonitor monitor;
  for (auto _ : state) benchmark::DoNotOptimize(choose_thresholds(r.sample(), {}, plain(), monitor).thresholds[0]);
}

// The same for any share of positives: the second argument is their number in a thousand.
template <class Real>
void threshold_of_arrays(State &state) {
  const Rows &r = rows(state.range(0), 1, static_cast<double>(state.range(1)) / 1000);
  const std::vector<Real> scores(r.scores.begin(), r.scores.end());
  NoMonitor monitor;
  for (auto _ : state)
    benchmark::DoNotOptimize(choose_threshold({scores.data(), sizeof(Real) == sizeof(float), r.n(), 1}, r.strided(), {},
                                              {}, plain(), monitor)
                                 .thresholds[0]);
}

void sort_scores(State &state) {
  const Rows &r = rows(state.range(0), 1);
  for (auto _ : state) {
    std::vector<double> sorted = r.scores;
    std::sort(sorted.begin(), sorted.end());
    benchmark::DoNotOptimize(sorted.data());
  }
}

// The whole curve with its hull and areas, from the caller's arrays, and of a sample that was fed before.
void curve_of_arrays(State &state) {
  const Rows &r = rows(state.range(0), 1, static_cast<double>(state.range(1)) / 1000);
  NoMonitor monitor;
  for (auto _ : state) benchmark::DoNotOptimize(frontier_curve(r.sample(), {}, plain(), monitor).hull.size());
}
void curve_of_sample(State &state) {
  const Sample sample = rows(state.range(0), 1, static_cast<double>(state.range(1)) / 1000).sample();
  NoMonitor monitor;
  for (auto _ : state) benchmark::DoNotOptimize(frontier_curve(sample, {}, plain(), monitor).hull.size());
}

// 10^4 rows of 1000 labels, each of which is positive in its own share of the rows, 0.5 to 20 %: a threshold for each.
template <class Real>
struct LabelRows {
  static constexpr int64_t n = 10000, labels = 1000;
  std::vector<Real> scores;
  std::vector<uint8_t> truth;
};
template <class Real>
const LabelRows<Real> &label_rows() {
  static const LabelRows<Real> made = [] {
    LabelRows<Real> out;
    Random random(3);
    for (int64_t i = 0; i < out.n; ++i)
      for (int64_t l = 0; l < out.labels; ++l) {
        const bool positive = random.uniform() < 0.005 * std::pow(40.0, static_cast<double>(l) / out.labels);
        const double z =
            std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(2 * 3.14159265358979323846 * random.uniform()) +
            (positive ? 2.5 : 0);
        out.scores.push_back(static_cast<Real>(1 / (1 + std::exp(4 - 1.5 * z))));
        out.truth.push_back(positive);
      }
    return out;
  }();
  return made;
}
template <class Real>
void label_thresholds(State &state) {
  const LabelRows<Real> &r = label_rows<Real>();
  NoMonitor monitor;
  ThresholdSearch label_search;
  label_search.average = LabelAverage::macro;
  label_search.min_positives = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(
        choose_label_thresholds({r.scores.data(), sizeof(Real) == sizeof(float), r.n, r.labels, r.labels, 1},
                                {r.truth.data(), r.n, r.labels, r.labels, 1}, {}, {}, label_search, monitor)
            .pooled.value);
}
template <class Real>
void sort_labels(State &state) {
  const LabelRows<Real> &r = label_rows<Real>();
  for (auto _ : state)
    for (int64_t l = 0; l < r.labels; ++l) {
      std::vector<Real> sorted;
      sorted.reserve(static_cast<std::size_t>(r.n));
      for (int64_t i = 0; i < r.n; ++i) sorted.push_back(r.scores[static_cast<std::size_t>(i * r.labels + l)]);
      std::sort(sorted.begin(), sorted.end());
      benchmark::DoNotOptimize(sorted.data());
    }
}

// The second argument is the number of positives in a thousand.
template <class Real>
void feed_rows(State &state) {
  const Rows &r = rows(state.range(0), 1, static_cast<double>(state.range(1)) / 1000);
  const std::vector<Real> scores(r.scores.begin(), r.scores.end());
  for (auto _ : state) {
    Sample sample(1, Rule::any, {});
    sample.feed({scores.data(), sizeof(Real) == sizeof(float), r.n(), 1, 1, 1}, r.strided(), {}, Keep::as_fed);
    benchmark::DoNotOptimize(sample.n_fed());
  }
  state.counters["ns_a_row"] = benchmark::Counter(static_cast<double>(r.n()) * 1e-9,
                                                  benchmark::Counter::kIsIterationInvariantRate |
                                                      benchmark::Counter::kInvert);
}

void choose_fed(State &state) {
  const Sample sample = rows(state.range(0), state.range(1)).sample();
  NoMonitor monitor;
  for (auto _ : state) benchmark::DoNotOptimize(choose_thresholds(sample, {}, plain(), monitor).thresholds[0]);
}

void choose_with_baselines(State &state) {
  const Sample sample = rows(state.range(0), state.range(1)).sample();
  NoMonitor monitor;
  for (auto _ : state) benchmark::DoNotOptimize(choose_thresholds(sample, {}, {}, monitor).thresholds[0]);
}

std::vector<Levels> square(const Sample &sample, int64_t side) { return lattice_levels(sample, side * side); }

// Ranks, counts and the path over a lattice.
void joint_path(State &state) {
  const Sample sample = rows(1000000, 2).sample();
  NoMonitor monitor;
  for (auto _ : state) {
    const RankedSample ranked = rank_rows(sample, square(sample, state.range(0)));
    benchmark::DoNotOptimize(longest_path(LatticeCounts(ranked), {}, monitor).area);
  }
}

// Ranks, counts and the exact frontier over the same lattice.
void joint_frontier(State &state) {
  const Sample sample = rows(1000000, 2).sample();
  NoMonitor monitor;
  for (auto _ : state) {
    const RankedSample ranked = rank_rows(sample, square(sample, state.range(0)));
    benchmark::DoNotOptimize(sweep_two(ranked, 0, 1, {0, 0}, monitor).size());
  }
}

void lattice_counts(State &state) {
  const Sample sample = rows(1000000, 2).sample();
  for (auto _ : state) {
    const RankedSample ranked = rank_rows(sample, square(sample, state.range(0)));
    benchmark::DoNotOptimize(count_lattice<PackedCell>(ranked, LatticeShape(ranked.levels)).size());
  }
}

// One cell in 100 recounted from the rows; times 100 for all of them.
void lattice_recount_hundredth(State &state) {
  const Rows &r = rows(1000000, 2);
  const std::vector<Levels> levels = square(r.sample(), state.range(0));
  for (auto _ : state) {
    int64_t total = 0;
    for (std::size_t i = 0; i < levels[0].at.size(); i += 10)
      for (std::size_t j = 0; j < levels[1].at.size(); j += 10) {
        const double s = levels[0].at[i], t = levels[1].at[j];
        int64_t tp = 0, fp = 0;
        for (std::size_t k = 0; k < r.labels.size(); ++k) {
          const bool flag = r.scores[2 * k] >= s || r.scores[2 * k + 1] >= t;
          tp += flag & r.labels[k];
          fp += flag & !r.labels[k];
        }
        total += tp + fp;
      }
    benchmark::DoNotOptimize(total);
  }
}

void path_alone(State &state) {
  const Sample sample = rows(1000000, 2).sample();
  const RankedSample ranked = rank_rows(sample, square(sample, state.range(0)));
  const LatticeCounts counts(ranked);
  NoMonitor monitor;
  for (auto _ : state) benchmark::DoNotOptimize(longest_path(counts, {}, monitor).area);
}

// The same longest path by relaxing all edges in a random order until nothing changes.
void path_bellman_ford(State &state) {
  const Sample sample = rows(1000000, 2).sample();
  const RankedSample ranked = rank_rows(sample, square(sample, state.range(0)));
  const LatticeShape shape(ranked.levels);
  const std::vector<PackedCell> cells = count_lattice<PackedCell>(ranked, shape);
  struct Edge {
    std::size_t from, to;
    int64_t weight;
  };
  std::vector<Edge> edges;
  for (int64_t c = 0; c < shape.cells; ++c) {
    const std::vector<int32_t> level = shape.level(c);
    for (std::size_t d = 0; d < 2; ++d)
      if (level[d] + 1 < shape.levels[d]) {
        const auto from = static_cast<std::size_t>(c), to = static_cast<std::size_t>(c + shape.stride[d]);
        edges.push_back({from, to, PackedCell::trapezoid(cells[from], cells[to])});
      }
  }
  Random random(2);
  for (std::size_t i = edges.size(); i > 1; --i)
    std::swap(edges[i - 1], edges[static_cast<std::size_t>(random.uniform() * static_cast<double>(i))]);
  for (auto _ : state) {
    std::vector<int64_t> best(cells.size(), -1);
    best[0] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Edge &e : edges)
        if (best[e.from] >= 0 && best[e.from] + e.weight > best[e.to]) {
          best[e.to] = best[e.from] + e.weight;
          changed = true;
        }
    }
    benchmark::DoNotOptimize(best.back());
  }
}

// Replicates with the choice of the best F1 in each; one thread.
void bootstrap_replicates(State &state) {
  const Sample sample = rows(1000000, 2).sample();
  const CellBootstrap bootstrap(sample, square(sample, state.range(0)));
  const Criterion criterion({}, sample);
  NoMonitor monitor;
  for (auto _ : state)
    benchmark::DoNotOptimize(bootstrap_thresholds(bootstrap, criterion, state.range(1), 1, 1, monitor).size());
}

// Two classifiers, 10^6 rows, this many positives, from the caller's arrays to the answer with its facts and flags; with
// the rule "and"; with both baselines beside.
void fed_and_chosen(State &state, Rule rule, const ThresholdSearch &options) {
  const Rows &r = rows(1000000, 2, static_cast<double>(state.range(0)) / 1e6);
  NoMonitor monitor;
  for (auto _ : state) {
    Sample sample(2, rule, {});
    sample.feed(r.table(), r.strided(), {});
    benchmark::DoNotOptimize(choose_thresholds(sample, {}, options, monitor).thresholds[0]);
  }
}
void pair_fed_and_chosen(State &state) { fed_and_chosen(state, Rule::any, plain()); }
void pair_of_and(State &state) { fed_and_chosen(state, Rule::all, plain()); }
void pair_with_baselines(State &state) { fed_and_chosen(state, Rule::any, {}); }

// Goals of which the best point may lie inside the hull: G-mean, and F1 beside a limit on the precision.
void pair_inside_hull(State &state) {
  const Sample sample = rows(1000000, 2, static_cast<double>(state.range(0)) / 1e6).sample();
  Objective objective;
  objective.metric = parse_metric(state.range(1) ? "f1" : "gmean", 1);
  if (state.range(1)) objective.min_precision = 0.9;
  NoMonitor monitor;
  for (auto _ : state) benchmark::DoNotOptimize(choose_thresholds(sample, objective, plain(), monitor).thresholds[0]);
}

// Two classifiers, 10^6 rows, this many positives: F1, the most true positives within a budget of false ones, and F1
// within it. In boxes; along the hull; by trying all pairs, or as many as quantiles leave.
enum class PairSearch { boxes, hull, all };
void choose_pair(State &state, PairSearch search) {
  const int64_t positives = state.range(0);
  const Sample sample = rows(1000000, 2, static_cast<double>(positives) / 1e6).sample();
  ThresholdSearch options = plain();
  if (search != PairSearch::boxes) options.limits.work_in_boxes = 0;
  options.limits.tried_pairs = search == PairSearch::all ? int64_t{1} << 62 : 0;
  Objective objective;
  if (state.range(1) > 0) objective.max_fp = static_cast<double>(positives) / 10;
  if (state.range(1) == 2) objective.goal = Goal::metric;
  NoMonitor monitor;
  for (auto _ : state) benchmark::DoNotOptimize(choose_thresholds(sample, objective, options, monitor).thresholds[0]);
}
void pair_in_boxes(State &state) { choose_pair(state, PairSearch::boxes); }
void pair_along_hull(State &state) { choose_pair(state, PairSearch::hull); }
void pair_tried(State &state) { choose_pair(state, PairSearch::all); }

BENCHMARK(read_floor)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(single_sort_scan)->Arg(10000)->Arg(100000)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(single_f1)->Arg(10000)->Arg(100000)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(threshold_of_arrays, double)->ArgsProduct({{1000000}, {1, 20, 500}})->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(threshold_of_arrays, float)->ArgsProduct({{1000000}, {1, 20, 500}})->Unit(benchmark::kMillisecond);
BENCHMARK(sort_scores)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(curve_of_arrays)->Args({1000000, 500})->Unit(benchmark::kMillisecond);
BENCHMARK(curve_of_sample)->Args({1000000, 500})->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(label_thresholds, float)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(label_thresholds, double)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(sort_labels, float)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(sort_labels, double)->Unit(benchmark::kMillisecond);
#define WALD_SHARES ->Args({1000000, 1})->Args({1000000, 20})->Args({1000000, 500})->Unit(benchmark::kMillisecond)
BENCHMARK_TEMPLATE(feed_rows, double) WALD_SHARES;
BENCHMARK_TEMPLATE(feed_rows, float) WALD_SHARES;
BENCHMARK(choose_fed)
    ->Args({1000000, 1})
    ->Args({1000000, 2})
    ->Args({100000, 3})
    ->Args({100000, 4})
    ->Args({100000, 5})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(choose_with_baselines)->Args({1000000, 2})->Unit(benchmark::kMillisecond);
BENCHMARK(joint_path)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(joint_frontier)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(lattice_counts)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(lattice_recount_hundredth)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(path_alone)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(path_bellman_ford)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(pair_fed_and_chosen)->Arg(1000)->Arg(20000)->Unit(benchmark::kMillisecond);
BENCHMARK(pair_of_and)->Arg(1000)->Arg(20000)->Unit(benchmark::kMillisecond);
BENCHMARK(pair_with_baselines)->Arg(1000)->Arg(20000)->Unit(benchmark::kMillisecond);
BENCHMARK(pair_inside_hull)->ArgsProduct({{20000, 200000}, {0, 1}})->Unit(benchmark::kMillisecond);
BENCHMARK(pair_in_boxes)->ArgsProduct({{2000, 20000, 50000, 200000}, {0, 1, 2}})->Unit(benchmark::kMillisecond);
BENCHMARK(pair_along_hull)->ArgsProduct({{2000, 20000, 50000, 200000}, {0, 1, 2}})->Unit(benchmark::kMillisecond);
BENCHMARK(pair_tried)->ArgsProduct({{2000, 20000, 50000, 200000}, {0}})->Unit(benchmark::kMillisecond);
BENCHMARK(bootstrap_replicates)->Args({100, 1000})->Args({1000, 10})->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();

// How the cost of each algorithm grows with n: growth/<metric>-<kind>/<algorithm>/<n>. run.py fits the exponents and
// draws the picture of docs/developers/algorithms.md.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

#include "data.hpp"
#include "handles.hpp"

namespace bench {
namespace {

using benchmark::State;

// Up to the largest n that is still done in some tenths of a second.
struct Range {
  const char *metric, *algorithm;
  std::size_t largest;
};
constexpr Range ranges[] = {
    {"f1", "enumeration", 16},     {"f1", "chai", 250},           {"f1", "jansche", 250},
    {"f1", "jansche-approx", 250}, {"f1", "ye", 25000},           {"f1", "separable", 10000000},
    {"gmean", "enumeration", 16},  {"gmean", "n16", 1000},        {"gmean", "n16-first-rise", 1000},
    {"gmean", "window", 10000},    {"gmean", "bisection", 25000}, {"jaccard", "separable", 10000000},
};

void decide(State &state, const Range &range, std::size_t n) {
  const Metric m = metric(range.metric);
  const Options o = options(range.algorithm);
  const Decision d = decision();
  const std::size_t count = n <= 128 ? 64 : n <= 1000 ? 8 : 1;
  std::vector<Estimator> problems;
  for (std::size_t i = 0; i < count; ++i) problems.push_back(independent(marginals(n, 1, 100 + i)));
  std::size_t i = 0;
  for (auto _ : state) {
    check(wald_decide(m.get(), problems[i].get(), o.get(), d.get()));
    if (++i == count) i = 0;
  }
}

// 1000 label vectors with 5 to 20 ones, whatever the number of labels.
void decide_samples(State &state, std::size_t n) {
  const Metric m = metric("f1");
  const Options o = options("gfm");
  const Decision d = decision();
  const Estimator e = empty_joint(static_cast<int64_t>(n));
  const SparseSamples input = sparse_samples(1000, n, 1, 5);
  feed_sparse(e.get(), input);
  for (auto _ : state) check(wald_decide(m.get(), e.get(), o.get(), d.get()));
}

void sort(State &state, std::size_t n) {
  const std::vector<double> p = marginals(n, 1, 100);
  std::vector<double> copy(n);
  for (auto _ : state) {
    copy = p;
    std::sort(copy.begin(), copy.end());
    benchmark::DoNotOptimize(copy.data());
  }
}

template <class Body>
void add(const std::string &name, std::size_t smallest, std::size_t largest, const Body &body) {
  for (std::size_t decade = 1; decade <= 10000000; decade *= 10)
    for (std::size_t step : {2, 5, 10}) {
      const std::size_t n = decade * step;
      if (n < smallest || n > largest) continue;
      benchmark::RegisterBenchmark((name + "/" + std::to_string(n)).c_str(), [=](State &s) { body(s, n); })
          ->UseRealTime()
          ->Unit(benchmark::kNanosecond);
    }
}

}  // namespace
}  // namespace bench

int main(int argc, char **argv) {
  using namespace bench;
  for (const Range &range : ranges)
    add("growth/" + std::string(range.metric) + "/" + range.algorithm, 2, range.largest,
        [range](State &s, std::size_t n) { decide(s, range, n); });
  add("growth/f1/gfm", 50, 100000, decide_samples);
  add("growth/yardstick/sort", 2, 10000000, sort);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

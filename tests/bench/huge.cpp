// Optima over 10^4 to 10^7 items beside std::sort of the same array and one read of it, named huge/case/variant.
//   wald     the call as users make it: the list of the items chosen included, feeding excluded
//   sort     a copy of the array, sorted; the copy is not timed
//   read     one sum over the array
// And the same where many items have one probability, named equal/METRIC-N/kind, beside uniform ones.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "data.hpp"
#include "handles.hpp"

namespace bench {
namespace {

using benchmark::State;

std::vector<double> items(const std::string &kind, std::size_t n) {
  if (kind == "uniform") return marginals(n, 1, 7);
  if (kind == "rare8") return marginals(n, 8, 7);
  if (kind == "rare20") return marginals(n, 20, 7);
  std::vector<double> p = marginals(n, 1, 7);
  constexpr double extreme[] = {0, 1, 1e-300, 1e-12, 1 - 1e-12, 0.5};
  for (std::size_t i = 0; i < n; ++i) {
    const double coin = uniform(8, i);
    if (kind == "bimodal") p[i] = coin < 0.5 ? 0.1 * p[i] : 0.9 + 0.1 * p[i];
    if (kind == "tiny") p[i] *= 60 / static_cast<double>(n);
    if (kind == "adversarial" && coin < 0.6) p[i] = extreme[static_cast<std::size_t>(coin * 10)];
    if (kind == "all") p[i] = 0.3;
    if (kind == "two") p[i] = coin < 0.5 ? 0.3 : 0.6;
    if (kind == "three") p[i] = coin < 0.3 ? 0.2 : coin < 0.6 ? 0.4 : 0.7;
    if (kind == "most") p[i] = coin < 0.9 ? 0.3 : p[i];
    if (kind == "threshold") p[i] = i % 2 ? 1 : std::sqrt(2.0) - 1;  // half of them where A/(k + mu) is greatest
    if (kind == "float32") p[i] = static_cast<float>(p[i]);
    if (kind == "8-bit") p[i] = std::floor(p[i] * 256) / 255;
    if (kind == "2-decimals") p[i] = std::round(p[i] * 100) / 100;
  }
  return p;
}

template <class Body>
void add(const std::string &name, const Body &body) {
  benchmark::RegisterBenchmark(name.c_str(), body)->UseRealTime()->Unit(benchmark::kNanosecond);
}

void add_case(const std::string &name, const std::string &kind, std::size_t n, const char *metric_name) {
  add(name, [=](State &state) {
    const auto p = items(kind, n);
    const Estimator e = independent(p);
    const Metric m = metric(metric_name);
    const Options o = options("auto");
    const Decision d = decision();
    for (auto _ : state) check(wald_decide(m.get(), e.get(), o.get(), d.get()));
    state.counters["value"] = expected(d);
  });
}

void add_beside(const std::string &kind, std::size_t n) {
  const std::string name = "huge/" + kind + "-" + std::to_string(n) + "/";
  add(name + "sort", [=](State &state) {
    const auto p = items(kind, n);
    for (auto _ : state) {
      state.PauseTiming();
      auto sorted = p;
      state.ResumeTiming();
      std::sort(sorted.begin(), sorted.end());
      benchmark::DoNotOptimize(sorted.data());
    }
  });
  add(name + "read", [=](State &state) {
    const auto p = items(kind, n);
    for (auto _ : state) {
      double sums[8] = {};
      for (std::size_t i = 0; i + 8 <= n; i += 8)
        for (std::size_t l = 0; l < 8; ++l) sums[l] += p[i + l];
      benchmark::DoNotOptimize(sums[0] + sums[7]);
    }
  });
}

}  // namespace
}  // namespace bench

int main(int argc, char **argv) {
  for (const char *kind : {"uniform", "rare8", "rare20", "bimodal", "tiny", "adversarial"})
    for (std::size_t n : {100000, 1000000, 10000000}) {
      bench::add_beside(kind, n);
      for (const char *m : {"f1", "jaccard", "fbeta:2", "balanced_accuracy", "fowlkes_mallows", "informedness"}) {
        const std::string name = std::string("huge/") + m + "-" + kind + "-" + std::to_string(n) + "/wald";
        bench::add_case(name, kind, n, m);
      }
    }
  for (const char *m : {"f1", "jaccard", "fbeta:2", "balanced_accuracy", "fowlkes_mallows", "informedness"})
    for (std::size_t n : {1000000, 10000000})
      for (const char *kind : {"uniform", "all", "two", "three", "most", "threshold", "float32", "8-bit", "2-decimals"})
        bench::add_case(std::string("equal/") + m + "-" + std::to_string(n) + "/" + kind, kind, n, m);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}

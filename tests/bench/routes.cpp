// The best thresholds of two stages, a cheap one and an expensive one, on 10^6 rows with truth: all pairs, by the frontier.
#include <benchmark/benchmark.h>

#include <vector>

#include "core/numeric/random/random.hpp"
#include "core/routes/choose_route.hpp"

namespace {

using namespace wald::core;
using namespace wald::core::routes;
using benchmark::State;

constexpr int64_t rows = 1'000'000;

// The cheap stage is right about as often as it says; no two rows have the same confidence, to speak of.
Stages two_stages() {
  Random random(7);
  std::vector<double> confidences, costs, right;
  for (int64_t i = 0; i < rows; ++i) {
    const double sure = random.uniform();
    confidences.insert(confidences.end(), {sure, 1});
    costs.insert(costs.end(), {1, 20 + random.uniform()});
    right.insert(right.end(), {random.uniform() < 0.5 + 0.5 * sure ? 1.0 : 0.0, random.uniform() < 0.97 ? 1.0 : 0.0});
  }
  Stages out(2);
  StageRows fed;
  fed.confidences = {confidences.data(), false, rows, 2, 2, 1};
  fed.costs = {costs.data(), false, rows, 2, 2, 1};
  fed.right = {right.data(), false, rows, 2, 2, 1};
  out.feed(fed);
  return out;
}

void least_cost(State &state) {
  static const Stages stages = two_stages();
  RouteOptions options;
  options.goal = RouteGoal::cost;
  options.min_quality = 0.92;
  for (auto _ : state) {
    NoMonitor monitor;
    benchmark::DoNotOptimize(choose_route(stages, options, monitor));
  }
}

BENCHMARK(least_cost)->Unit(benchmark::kMillisecond)->Repetitions(7)->ReportAggregatesOnly(true);

}  // namespace

BENCHMARK_MAIN();

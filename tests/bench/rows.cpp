// Many rows in one call, of 6 to 10,000 labels, named rows/case/variant; every variant of a case decides the same
// rows.
#include <benchmark/benchmark.h>

#include <string>

#include "data.hpp"
#include "handles.hpp"
#include "rivals.hpp"

namespace bench {
namespace {

using benchmark::State;

struct Kind {
  const char *name;
  int exponent;  // 0: bimodal
};
constexpr Kind kinds[] = {{"uniform", 1}, {"rare8", 8}, {"rare20", 20}, {"bimodal", 0}};

std::vector<double> probabilities(std::size_t count, Kind kind) {
  if (kind.exponent > 0) return marginals(count, kind.exponent, 11);
  std::vector<double> p(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double u = uniform(11, i);
    p[i] = uniform(12, i) < 0.5 ? 0.9 + 0.1 * u : 0.1 * u;
  }
  return p;
}

// Rows enough that a call's fixed cost is shared as in use, and few enough for the rivals.
std::size_t rows_of(std::size_t n) { return n <= 128 ? 200000 / n : n <= 1000 ? 128 : 16; }

struct Case {
  const char *metric;
  std::size_t n;
  Kind kind;
  bool floats;
};

void decide_rows(State &state, const Case &c, const char *algorithm, int threads, std::size_t rows) {
  const std::vector<double> p = probabilities(rows * c.n, c.kind);
  const std::vector<float> floats(p.begin(), p.end());
  const void *const numbers = c.floats ? static_cast<const void *>(floats.data()) : p.data();
  std::vector<uint8_t> mask(p.size());
  std::vector<double> values(rows);
  const Metric m = metric(c.metric);
  const Options o = options(algorithm, threads);
  const int64_t cols = static_cast<int64_t>(c.n);
  for (auto _ : state)
    check(wald_decide_table(
        m.get(), WALD_INDEPENDENT,
        DENSE(ARRAY(numbers, c.floats ? WALD_FLOAT32 : WALD_FLOAT64, static_cast<int64_t>(rows), cols, cols, 1)),
        o.get(), MASK(mask.data(), static_cast<int64_t>(rows), cols), values.data(), nullptr));
  double sum = 0;
  for (double v : values) sum += v;
  state.counters["value"] = sum / static_cast<double>(rows);
  state.counters["rows"] = static_cast<double>(rows);
}

void plain(State &state, const Case &c) {
  const std::size_t rows = rows_of(c.n);
  const std::vector<double> p = probabilities(rows * c.n, c.kind);
  std::vector<std::vector<double>> each;
  for (std::size_t r = 0; r < rows; ++r)
    each.emplace_back(p.begin() + static_cast<std::ptrdiff_t>(r * c.n),
                      p.begin() + static_cast<std::ptrdiff_t>((r + 1) * c.n));
  PlainYe rival;
  double sum = 0;
  for (auto _ : state) {
    sum = 0;
    for (const auto &row : each) sum += rival.best(row);
    benchmark::DoNotOptimize(sum);
  }
  state.counters["value"] = sum / static_cast<double>(rows);
  state.counters["rows"] = static_cast<double>(rows);
}

void threshold_rows(State &state, const Case &c) {
  const std::vector<double> p = probabilities(rows_of(c.n) * c.n, c.kind);
  std::vector<uint8_t> mask(p.size());
  for (auto _ : state) {
    threshold(p.data(), p.size(), 0.5, mask.data());
    benchmark::DoNotOptimize(mask.data());
    benchmark::ClobberMemory();
  }
}

void add(const Case &c, const std::string &variant, void (*body)(State &, const Case &), const char *group = "rows/") {
  const std::string name = std::string(group) + c.metric + "-" + std::to_string(c.n) + "-" + c.kind.name +
                           (c.floats ? "-float/" : "/") + variant;
  benchmark::RegisterBenchmark(name.c_str(), [=](State &s) { body(s, c); })
      ->UseRealTime()
      ->Unit(benchmark::kNanosecond);
}

void add_case(const Case &c) {
  add(c, "wald-1", [](State &s, const Case &x) { decide_rows(s, x, "auto", 1, rows_of(x.n)); });
  // Tables of some ten milliseconds, beside which waking a thread is nothing.
  add(c, "many-1", [](State &s, const Case &x) { decide_rows(s, x, "auto", 1, 20 * rows_of(x.n)); });
  add(c, "many-2", [](State &s, const Case &x) { decide_rows(s, x, "auto", 2, 20 * rows_of(x.n)); });
  if (std::string(c.metric) == "f1") {
    add(c, "ye", [](State &s, const Case &x) { decide_rows(s, x, "ye", 1, rows_of(x.n)); });
    if (c.n <= 1000) add(c, "plain", plain);
  }
  add(c, "threshold", threshold_rows);
}

// Ten rows: what a request to a server brings, and too few for several threads to gain anything.
void add_few(const Case &c) {
  add(c, "threads-1", [](State &s, const Case &x) { decide_rows(s, x, "auto", 1, 10); }, "few/");
  add(c, "threads-8", [](State &s, const Case &x) { decide_rows(s, x, "auto", 8, 10); }, "few/");
}

}  // namespace
}  // namespace bench

int main(int argc, char **argv) {
  for (std::size_t n : {6, 14, 53, 101, 1000, 10000}) {
    for (const bench::Kind kind : bench::kinds) bench::add_case({"f1", n, kind, false});
    for (const char *metric : {"jaccard", "fbeta:2"}) bench::add_case({metric, n, bench::kinds[0], false});
    bench::add_case({"f1", n, bench::kinds[0], true});
  }
  for (const char *metric : {"gmean", "f1"})
    for (std::size_t n : {6, 14, 20, 100}) bench::add_few({metric, n, bench::kinds[0], false});
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

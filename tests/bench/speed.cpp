// Times, one Google Benchmark each, named group/case/variant; run.py makes the ratios. The counter "value" is the
// expected utility that was found, by which run.py sees that all variants of a case solved the same problem.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "data.hpp"
#include "handles.hpp"
#include "rivals.hpp"

namespace bench {
namespace {

using benchmark::State;

template <class Body>
void add(const std::string &name, const Body &body) {
  benchmark::RegisterBenchmark(name.c_str(), body)->UseRealTime()->Unit(benchmark::kNanosecond);
}

void note(State &state, double value) { state.counters["value"] = value; }

// Several problems in turn, so that branch predictors and caches meet what they meet in use.
struct Problems {
  std::vector<std::vector<double>> p;
  std::vector<Estimator> estimators;
};
Problems problems(std::size_t n, int exponent) {
  Problems out;
  const std::size_t count = n <= 128 ? 256 : n <= 1000 ? 8 : 2;
  for (std::size_t i = 0; i < count; ++i) {
    out.p.push_back(marginals(n, exponent, 100 + i));
    out.estimators.push_back(independent(out.p.back()));
  }
  return out;
}

void decide_independent(State &state, const char *metric_name, const char *algorithm, std::size_t n, int exponent) {
  const Problems input = problems(n, exponent);
  const Metric m = metric(metric_name);
  const Options o = options(algorithm);
  const Decision d = decision();
  check(wald_decide(m.get(), input.estimators[0].get(), o.get(), d.get()));
  note(state, expected(d));
  std::size_t i = 0;
  for (auto _ : state) {
    check(wald_decide(m.get(), input.estimators[i].get(), o.get(), d.get()));
    if (++i == input.estimators.size()) i = 0;
  }
}

const char *kind_name(int exponent) { return exponent == 1 ? "uniform" : exponent == 8 ? "rare8" : "rare20"; }

// ---- [N16] ------------------------------------------------------------------------------------------

void add_window() {
  const auto one = [](const char *name, Utility utility, std::size_t n, int exponent, bool literal) {
    const std::string prefix = "window/" + std::string(name) + "-" + std::to_string(n) + "-" + kind_name(exponent);
    add(prefix + "/wald", [=](State &s) { decide_independent(s, name, "window", n, exponent); });
    if (!literal) return;
    add(prefix + "/n16", [=](State &s) { decide_independent(s, name, "n16", n, exponent); });
    add(prefix + "/literal", [=](State &s) {
      const Problems input = problems(n, exponent);
      Literal rival;
      note(s, rival.best(input.p[0], utility));
      std::size_t i = 0;
      for (auto _ : s) {
        benchmark::DoNotOptimize(rival.best(input.p[i], utility));
        if (++i == input.p.size()) i = 0;
      }
    });
  };
  for (int exponent : {1, 20}) {
    one("gmean", Utility::gmean, 300, exponent, true);
    one("gmean", Utility::gmean, 1000, exponent, true);
    one("hmean", Utility::hmean, 1000, exponent, true);
    one("jaccard", Utility::jaccard, 1000, exponent, true);
    one("gmean", Utility::gmean, 3000, exponent, false);
  }
}

// ---- [Y12] ------------------------------------------------------------------------------------------

void add_ye() {
  for (int exponent : {1, 8})
    for (std::size_t n : {6, 14, 53, 101, 1000, 10000}) {
      const std::string prefix = "ye/f1-" + std::to_string(n) + "-" + kind_name(exponent);
      add(prefix + "/wald", [=](State &s) { decide_independent(s, "f1", "ye", n, exponent); });
      if (n <= 1000)
        add(prefix + "/plain", [=](State &s) {
          const Problems input = problems(n, exponent);
          PlainYe rival;
          note(s, rival.best(input.p[0]));
          std::size_t i = 0;
          for (auto _ : s) {
            benchmark::DoNotOptimize(rival.best(input.p[i]));
            if (++i == input.p.size()) i = 0;
          }
        });
      if (n <= 101) {
        add(prefix + "/chai", [=](State &s) { decide_independent(s, "f1", "chai", n, exponent); });
        add(prefix + "/jansche", [=](State &s) { decide_independent(s, "f1", "jansche", n, exponent); });
      }
      add(prefix + "/sort", [=](State &s) {
        const Problems input = problems(n, exponent);
        std::vector<double> p(n);
        std::size_t i = 0;
        for (auto _ : s) {
          p = input.p[i];
          std::sort(p.begin(), p.end(), std::greater<>());
          benchmark::DoNotOptimize(p.data());
          if (++i == input.p.size()) i = 0;
        }
      });
    }
}

// ---- GFM ---------------------------------------------------------------------------------------------

constexpr std::size_t gfm_samples = 1000;

constexpr uint64_t gfm_problems = 16;

// The estimators' problems in turn. "value" is the mean over them.
void decide_in_turn(State &state, const std::vector<Estimator> &estimators) {
  const Metric m = metric("f1");
  const Decision d = decision();
  double sum = 0;
  for (const Estimator &e : estimators) {
    check(wald_decide(m.get(), e.get(), nullptr, d.get()));
    sum += expected(d);
  }
  note(state, sum / static_cast<double>(estimators.size()));
  std::size_t i = 0;
  for (auto _ : state) {
    check(wald_decide(m.get(), estimators[i].get(), nullptr, d.get()));
    if (++i == estimators.size()) i = 0;
  }
}

std::vector<Estimator> joint_problems(std::size_t n) {
  std::vector<Estimator> out;
  for (uint64_t i = 0; i < gfm_problems; ++i) {
    out.push_back(empty_joint(static_cast<int64_t>(n)));
    feed(out.back().get(), samples(gfm_samples, n, 7 + 2 * i), static_cast<int64_t>(n));
  }
  return out;
}

void decide_raw(State &state, std::size_t n) {
  std::vector<std::vector<uint8_t>> raw;
  for (uint64_t i = 0; i < gfm_problems; ++i) raw.push_back(samples(gfm_samples, n, 7 + 2 * i));
  const int64_t labels = static_cast<int64_t>(n);
  const Estimator joint = empty_joint(labels);
  const Metric m = metric("f1");
  const Decision d = decision();
  const auto decide = [&](std::size_t i) {
    check(wald_clear(joint.get()));
    feed(joint.get(), raw[i], labels);
    check(wald_decide(m.get(), joint.get(), nullptr, d.get()));
  };
  double sum = 0;
  for (std::size_t i = 0; i < gfm_problems; ++i) {
    decide(i);
    sum += expected(d);
  }
  note(state, sum / gfm_problems);
  std::size_t i = 0;
  for (auto _ : state) {
    decide(i);
    if (++i == gfm_problems) i = 0;
  }
}

void decide_dense(State &state, std::size_t n, bool trim, DenseGfm::Order order, bool from_raw) {
  std::vector<std::vector<uint8_t>> raw;
  std::vector<std::unique_ptr<DenseGfm>> rivals;
  double sum = 0;
  for (uint64_t i = 0; i < gfm_problems; ++i) {
    raw.push_back(samples(gfm_samples, n, 7 + 2 * i));
    // From raw data one object serves all, as it would in use; given P, each keeps its own.
    if (!from_raw || i == 0) rivals.push_back(std::make_unique<DenseGfm>(n, gfm_samples, trim));
    rivals.back()->accumulate(raw.back().data());
    sum += rivals.back()->decide(order);
  }
  note(state, sum / gfm_problems);
  state.counters["sizes"] = static_cast<double>(rivals[0]->sizes());
  std::size_t i = 0;
  for (auto _ : state) {
    DenseGfm &rival = *rivals[from_raw ? 0 : i];
    if (from_raw) rival.accumulate(raw[i].data());
    benchmark::DoNotOptimize(rival.decide(order));
    if (++i == gfm_problems) i = 0;
  }
}

void add_gfm() {
  for (std::size_t n : {14, 53, 101, 1000}) {
    const std::string prefix = "gfm/f1-" + std::to_string(n) + "x1000/";
    add(prefix + "wald-joint", [=](State &s) { decide_in_turn(s, joint_problems(n)); });
    add(prefix + "wald-counts", [=](State &s) {
      std::vector<Estimator> estimators = joint_problems(n);
      for (Estimator &e : estimators) e = counts_of(e);
      decide_in_turn(s, estimators);
    });
    add(prefix + "wald-raw", [=](State &s) { decide_raw(s, n); });
    using Order = DenseGfm::Order;
    add(prefix + "eigen-literature", [=](State &s) { decide_dense(s, n, false, Order::arguments, false); });
    add(prefix + "eigen", [=](State &s) { decide_dense(s, n, true, Order::values, false); });
    add(prefix + "eigen-selection", [=](State &s) { decide_dense(s, n, true, Order::selection, false); });
    add(prefix + "eigen-raw", [=](State &s) { decide_dense(s, n, true, Order::values, true); });
  }
}

// Label vectors with 5 to 20 ones among very many labels.
void add_sparse() {
  for (int exponent : {1, 6})
    for (std::size_t n : {100000, 1000000}) {
      const std::string prefix = "sparse/f1-" + std::to_string(n) + "x1000-" + (exponent == 1 ? "spread" : "long-tail");
      add(prefix + "/wald", [=](State &s) {
        const SparseSamples data = sparse_samples(gfm_samples, n, exponent, 9);
        Estimator joint = empty_joint(static_cast<int64_t>(n));
        feed_sparse(joint.get(), data);
        std::vector<Estimator> estimators(1);
        estimators[0].reset(joint.release());
        decide_in_turn(s, estimators);
      });
    }
}

// ---- Calls -------------------------------------------------------------------------------------------

void add_calls() {
  add("call/f1-14/wald", [](State &s) { decide_independent(s, "f1", "auto", 14, 1); });
  // The same problem over and over: what the branch predictor has learned by heart.
  add("call/f1-14/wald-same", [](State &s) {
    std::vector<Estimator> one;
    one.push_back(independent(marginals(14, 1, 100)));
    decide_in_turn(s, one);
  });
  add("call/hamming-14/wald", [](State &s) { decide_independent(s, "hamming", "auto", 14, 1); });
  add("call/gmean-14/wald", [](State &s) { decide_independent(s, "gmean", "auto", 14, 1); });
  add("call/getter/wald", [](State &s) {
    const Estimator e = independent(marginals(14, 1, 100));
    const Metric m = metric("f1");
    const Decision d = decision();
    check(wald_decide(m.get(), e.get(), nullptr, d.get()));
    double k = 0;
    for (auto _ : s) {
      check(wald_number(d.get(), WALD_DECISION_K, 0, &k));
      benchmark::DoNotOptimize(k);
    }
  });
}

void add_yardsticks() {
  add("yardstick/read-10000000/loop", [](State &s) {
    const std::vector<double> x = marginals(10000000, 1, 13);
    for (auto _ : s) benchmark::DoNotOptimize(read_all(x.data(), x.size()));
  });
  for (std::size_t n : {1000, 10000, 1000000})
    add("yardstick/sort-" + std::to_string(n) + "/loop", [=](State &s) {
      const std::vector<double> x = marginals(n, 1, 13);
      std::vector<double> y(n);
      for (auto _ : s) {
        y = x;
        std::sort(y.begin(), y.end());
        benchmark::DoNotOptimize(y.data());
      }
    });
}

}  // namespace
}  // namespace bench

int main(int argc, char **argv) {
  bench::add_window();
  bench::add_ye();
  bench::add_gfm();
  bench::add_sparse();
  bench::add_calls();
  bench::add_yardsticks();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

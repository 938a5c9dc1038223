// Times of what has no formula of its own: G-mean, H-mean and metrics of one's own on independent labels, the general
// F-maximiser on sparse samples, feeding, ascent. Names as in speed.cpp: group/case/variant.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

#include "data.hpp"
#include "handles.hpp"

namespace bench {
namespace {

using benchmark::State;

template <class Body>
void add(const std::string &name, const Body &body) {
  benchmark::RegisterBenchmark(name.c_str(), body)->UseRealTime()->Unit(benchmark::kNanosecond);
}

void note(State &state, double value) { state.counters["value"] = value; }

// ---- Independent labels -------------------------------------------------------------------------------

// uniform; u^8; u^20; half near 0 and half near 1; near 0, near 1 and extreme ones.
constexpr const char *kinds[] = {"uniform", "rare8", "rare20", "bimodal", "adversarial"};
std::vector<double> probabilities(std::size_t n, std::size_t kind, uint64_t seed) {
  constexpr int exponents[] = {1, 8, 20};
  if (kind < 3) return marginals(n, exponents[kind], seed);
  constexpr double extremes[] = {0, 1, 1e-12, 1 - 1e-12, 1e-300};
  std::vector<double> p(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double u = uniform(seed, 2 * i), v = uniform(seed, 2 * i + 1);
    if (kind == 3)
      p[i] = u < 0.5 ? 0.1 * v : 0.9 + 0.1 * v;
    else
      p[i] = u < 0.8 ? extremes[static_cast<std::size_t>(u / 0.16)] : v;
  }
  return p;
}

double gmean(int64_t tp, int64_t k, int64_t s, int64_t n, void *) {
  const double tpr = s > 0 ? static_cast<double>(tp) / static_cast<double>(s) : 1;
  const double tnr = s < n ? static_cast<double>(n - k - s + tp) / static_cast<double>(n - s) : 1;
  return std::sqrt(tpr * tnr);
}

void gmeans(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *values, void *) {
  for (int64_t i = 0; i < count; ++i) values[i] = gmean(tp[i], k[i], s[i], n, nullptr);
}

Metric callback() {
  wald_metric *out = nullptr;
  check(wald_metric_create_callback(
      gmeans, nullptr, "mine", WALD_RISES_IN_TP | WALD_FALLS_IN_K | WALD_RISES_IN_TP_AND_K | WALD_THREAD_SAFE, &out));
  return Metric(out);
}

void decide(State &state, const Metric &m, const char *algorithm, const std::vector<double> &p) {
  const Estimator e = independent(p);
  const Options o = options(algorithm);
  const Decision d = decision();
  check(wald_decide(m.get(), e.get(), o.get(), d.get()));
  note(state, expected(d));
  for (auto _ : state) check(wald_decide(m.get(), e.get(), o.get(), d.get()));
}

void add_bisection() {
  for (std::size_t kind = 0; kind < std::size(kinds); ++kind)
    for (std::size_t n : {101, 1000, 3000, 10000, 100000})
      for (const char *name : {"gmean", "hmean", "callback"}) {
        if (n == 100000 && (kind > 1 || std::string(name) != "gmean")) continue;
        const std::string prefix = "bisection/" + std::string(name) + "-" + std::to_string(n) + "-" + kinds[kind];
        for (const char *algorithm : {"bisection", "window"}) {
          if (std::string(algorithm) == "window" && n > 3000) continue;
          add(prefix + "/" + algorithm, [=](State &s) {
            decide(s, std::string(name) == "callback" ? callback() : metric(name), algorithm,
                   probabilities(n, kind, 21));
          });
        }
      }
}

// ---- Samples --------------------------------------------------------------------------------------------

void add_samples() {
  constexpr std::size_t n_samples = 1000;
  for (int exponent : {1, 6})
    for (std::size_t n : {100000, 1000000})
      for (const char *name : {"f1", "fbeta:2", "kappa", "balanced_accuracy"}) {
        const std::string prefix = "samples/" + std::string(name) + "-" + std::to_string(n) + "x1000-" +
                                   (exponent == 1 ? "spread" : "long-tail");
        for (bool raw : {false, true})
          add(prefix + (raw ? "/raw" : "/fed"), [=](State &s) {
            const SparseSamples data = sparse_samples(n_samples, n, exponent, 9);
            const Estimator joint = empty_joint(static_cast<int64_t>(n));
            const Metric m = metric(name);
            const Decision d = decision();
            feed_sparse(joint.get(), data);
            check(wald_decide(m.get(), joint.get(), nullptr, d.get()));
            note(s, expected(d));
            for (auto _ : s) {
              if (raw) {
                check(wald_clear(joint.get()));
                feed_sparse(joint.get(), data);
              }
              check(wald_decide(m.get(), joint.get(), nullptr, d.get()));
            }
          });
      }
  for (std::size_t n : {14, 101, 1000})
    add("feed/" + std::to_string(n) + "x1000/wald", [=](State &s) {
      std::vector<std::vector<uint8_t>> data;
      for (uint64_t i = 0; i < 16; ++i) data.push_back(samples(n_samples, n, 7 + 2 * i));
      const Estimator joint = empty_joint(static_cast<int64_t>(n));
      std::size_t i = 0;
      for (auto _ : s) {
        check(wald_clear(joint.get()));
        bench::feed(joint.get(), data[i], static_cast<int64_t>(n));
        if (++i == data.size()) i = 0;
      }
    });
  const auto ascent = [](const char *name, std::size_t n_vectors, std::size_t n) {
    add("ascent/" + std::string(name) + "-" + std::to_string(n) + "x" + std::to_string(n_vectors) + "/wald",
        [=](State &s) {
          const Estimator joint = empty_joint(static_cast<int64_t>(n));
          bench::feed(joint.get(), samples(n_vectors, n, 7), static_cast<int64_t>(n));
          const Metric m = metric(name);
          const Options o = options("ascent");
          const Decision d = decision();
          check(wald_decide(m.get(), joint.get(), o.get(), d.get()));
          note(s, expected(d));
          for (auto _ : s) check(wald_decide(m.get(), joint.get(), o.get(), d.get()));
        });
  };
  for (const char *name : {"jaccard", "gmean"}) {
    for (std::size_t n : {100, 300, 1000}) ascent(name, 300, n);
    for (std::size_t n_vectors : {5, 20}) ascent(name, n_vectors, 65536);  // samples of an image's mask
  }
}

}  // namespace
}  // namespace bench

int main(int argc, char **argv) {
  bench::add_bisection();
  bench::add_samples();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

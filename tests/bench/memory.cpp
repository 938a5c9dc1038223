// Bytes and allocations, counted by replacing operator new for this program and the library it loads. Prints JSON.
#include <malloc.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include "data.hpp"
#include "handles.hpp"

namespace {

std::atomic<int64_t> live{0}, peak{0}, allocations{0};

void *counted(std::size_t size, std::size_t alignment) {
  void *const out = alignment ? std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
                              : std::malloc(size ? size : 1);
  if (!out) throw std::bad_alloc();
  ++allocations;
  const int64_t now = live += static_cast<int64_t>(malloc_usable_size(out));
  int64_t seen = peak;
  while (now > seen && !peak.compare_exchange_weak(seen, now)) {
  }
  return out;
}

void uncount(void *p) {
  if (p) live -= static_cast<int64_t>(malloc_usable_size(p));
  std::free(p);
}

}  // namespace

void *operator new(std::size_t size) { return counted(size, 0); }
void *operator new[](std::size_t size) { return counted(size, 0); }
void *operator new(std::size_t size, std::align_val_t at) { return counted(size, static_cast<std::size_t>(at)); }
void *operator new[](std::size_t size, std::align_val_t at) { return counted(size, static_cast<std::size_t>(at)); }
void operator delete(void *p) noexcept { uncount(p); }
void operator delete[](void *p) noexcept { uncount(p); }
void operator delete(void *p, std::size_t) noexcept { uncount(p); }
void operator delete[](void *p, std::size_t) noexcept { uncount(p); }
void operator delete(void *p, std::align_val_t) noexcept { uncount(p); }
void operator delete[](void *p, std::align_val_t) noexcept { uncount(p); }
void operator delete(void *p, std::size_t, std::align_val_t) noexcept { uncount(p); }
void operator delete[](void *p, std::size_t, std::align_val_t) noexcept { uncount(p); }

namespace bench {
namespace {

// Greatest number of bytes that a call holds beyond what was held before it.
template <class Body>
int64_t peak_bytes(const Body &body) {
  const int64_t before = live;
  peak = before;
  body();
  return peak - before;
}

template <class Body>
int64_t allocations_of(const Body &body) {
  const int64_t before = allocations;
  body();
  return allocations - before;
}

void print(const char *name, double value) {
  static bool first = true;
  std::printf("%s\n  \"%s\": %.17g", first ? "{" : ",", name, value);
  first = false;
}

void marginals_memory(const char *metric_name, int64_t n, int exponent) {
  const Estimator e = independent(marginals(static_cast<std::size_t>(n), exponent, 100));
  const Metric m = metric(metric_name);
  const int64_t bytes = peak_bytes([&] {
    const Decision d = decision();
    check(wald_decide(m.get(), e.get(), nullptr, d.get()));
  });
  const std::string name = std::string("bytes-per-item/") + metric_name + "-" + std::to_string(n) + "-" +
                           (exponent == 1 ? "uniform" : "rare8");
  print(name.c_str(), static_cast<double>(bytes) / static_cast<double>(n));
}

// Many items: what a decision needs beside its input, the list of those chosen included.
void huge_memory(const char *metric_name, int64_t n) {
  for (const bool equal : {false, true}) {
    std::vector<double> p = marginals(static_cast<std::size_t>(n), 1, 100);
    if (equal) p.assign(p.size(), 0.3);
    const Estimator e = independent(p);
    const Metric m = metric(metric_name);
    const int64_t bytes = peak_bytes([&] {
      const Decision d = decision();
      check(wald_decide(m.get(), e.get(), nullptr, d.get()));
    });
    const std::string name =
        std::string("bytes-per-item/") + metric_name + "-" + std::to_string(n) + "-" + (equal ? "equal" : "uniform");
    print(name.c_str(), static_cast<double>(bytes) / static_cast<double>(n));
  }
}

void sparse_memory(int64_t n, int exponent) {
  const SparseSamples data = sparse_samples(1000, static_cast<std::size_t>(n), exponent, 9);
  std::vector<bool> label(static_cast<std::size_t>(n), false), size(32, false);
  for (int64_t i : data.indices) label[static_cast<std::size_t>(i)] = true;
  for (std::size_t r = 0; r + 1 < data.indptr.size(); ++r)
    size[static_cast<std::size_t>(data.indptr[r + 1] - data.indptr[r])] = true;
  int64_t labels = 0, sizes = 0;
  for (bool b : label) labels += b;
  for (bool b : size) sizes += b;
  Estimator joint;
  const int64_t held = peak_bytes([&] {
    joint = empty_joint(n);
    feed_sparse(joint.get(), data);
  });
  const Metric m = metric("f1");
  const int64_t bytes = peak_bytes([&] {
    const Decision d = decision();
    check(wald_decide(m.get(), joint.get(), nullptr, d.get()));
  });
  const std::string name = "sparse/f1-" + std::to_string(n) + "x1000-" + (exponent == 1 ? "spread" : "long-tail") + "/";
  print((name + "labels").c_str(), static_cast<double>(labels));
  print((name + "sizes").c_str(), static_cast<double>(sizes));
  print((name + "feed-bytes").c_str(), static_cast<double>(held));
  print((name + "decide-bytes").c_str(), static_cast<double>(bytes));
  print((name + "bytes-per-cell").c_str(), static_cast<double>(bytes) / static_cast<double>(labels * sizes));
}

// Allocations of a call with a decision that has grown to what it needs.
void allocations_once_grown(const char *name, const char *metric_name, const std::vector<Estimator> &estimators) {
  const Metric m = metric(metric_name);
  const Decision d = decision();
  const auto all = [&] {
    for (const Estimator &e : estimators) check(wald_decide(m.get(), e.get(), nullptr, d.get()));
  };
  for (int round = 0; round < 3; ++round) all();
  print((std::string("allocations/") + name + "-" + metric_name).c_str(),
        static_cast<double>(allocations_of(all)) / static_cast<double>(estimators.size()));
}

void run(bool quick) {
  for (const char *name : {"f1", "gmean"})
    for (int exponent : {1, 8})
      for (int64_t n : {1000, 10000, 100000}) {
        const bool slow = n > 10000 && (std::strcmp(name, "f1") != 0 || quick);
        if (!slow) marginals_memory(name, n, exponent);
      }
  for (const char *name : {"f1", "jaccard", "balanced_accuracy", "fowlkes_mallows"})
    huge_memory(name, quick ? 100000 : 10000000);
  for (int exponent : {1, 6})
    for (int64_t n : {100000, 1000000}) sparse_memory(n, exponent);
  std::vector<Estimator> estimators;
  for (uint64_t i = 0; i < 16; ++i) estimators.push_back(independent(marginals(14, 1, 100 + i)));
  for (const char *name : {"f1", "gmean", "jaccard", "hamming", "subset_accuracy"})
    allocations_once_grown("independent-14", name, estimators);
  for (uint64_t i = 0; i < 16; ++i) estimators[i] = independent(marginals(300, 1, 100 + i));
  for (const char *name : {"f1", "gmean"}) allocations_once_grown("independent-300", name, estimators);
  for (Estimator &e : estimators) {
    e = empty_joint(101);
    feed(e.get(), samples(1000, 101, 7), 101);
  }
  allocations_once_grown("joint-101x1000", "f1", estimators);
  for (Estimator &e : estimators) e = counts_of(e);
  allocations_once_grown("counts-101x1000", "f1", estimators);
}

}  // namespace
}  // namespace bench

int main(int argc, char **argv) {
  bench::run(argc > 1 && std::strcmp(argv[1], "--quick") == 0);
  std::printf("\n}\n");
  return 0;
}

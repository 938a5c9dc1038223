// Poisson-binomial masses, sums in twice the precision, random streams, kernels, parallel loops.
#include <catch2/catch.hpp>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>

#include "cases.hpp"
#include "core/decisions/curve.hpp"
#include "core/numeric/parallel.hpp"
#include "core/numeric/random/random.hpp"
#include "core/numeric/special/poisson_binomial.hpp"
#include "core/numeric/sums/double_double.hpp"
#include "core/numeric/sums/many_masses.hpp"
#include "core/numeric/vectors/ascending.hpp"
#include "core/numeric/vectors/kernels.hpp"

using namespace wald::core;
using namespace wald::core::decisions;

namespace {

void check_masses(const Masses &masses, const std::vector<double> &p) {
  const std::vector<oracle::Real> exact = oracle::masses(p.data(), p.size());
  REQUIRE(masses.first >= 0);
  REQUIRE(masses.last() < static_cast<int64_t>(exact.size()));
  oracle::Real outside = 0;
  for (std::size_t s = 0; s < exact.size(); ++s) {
    const double kept = masses.at(static_cast<int64_t>(s));
    if (static_cast<int64_t>(s) < masses.first || static_cast<int64_t>(s) > masses.last()) {
      CHECK(kept == 0);
      outside += exact[s];
      continue;
    }
    const oracle::Real allowed = 3.01L * static_cast<oracle::Real>(p.size() + 1) * unit_roundoff * exact[s] +
                                 masses.dropped + std::numeric_limits<double>::min();
    if (!(std::fabs(kept - exact[s]) <= allowed)) {
      CAPTURE(cases::list(p), s, kept);
      CHECK(kept == static_cast<double>(exact[s]));
    }
  }
  CHECK(outside <= 1.01L * masses.dropped + std::numeric_limits<double>::min());
  CHECK(masses.dropped <= 1e-16);
}

}  // namespace

TEST_CASE("poisson binomial: masses are right and what is dropped is accounted for") {
  cases::Rng rng(1);
  for (int kind = 0; kind < cases::kinds; ++kind)
    for (int n : {0, 1, 2, 3, 7, 20, 100, 300})
      for (int repeat = 0; repeat < cases::scaled(n < 50 ? 20 : 2); ++repeat) {
        const auto p = cases::probabilities(rng, n, kind);
        Masses in_place, from;
        for (double x : p) {
          add_item(in_place, x, default_cut(n));
          Masses to;
          to.mass = {9, 9, 9, 9, 9};
          to.dropped = 9;
          add_item(from, x, default_cut(n), to);
          from = to;
        }
        check_masses(in_place, p);
        check_masses(from, p);
      }
}

TEST_CASE("poisson binomial: masses of many items to an absolute error") {
  cases::Rng rng(11);
  for (int i = 0; i < cases::scaled(12); ++i) {
    const int n = rng.between(4096, 12000);
    auto p = cases::probabilities(rng, n, i % cases::kinds);
    if (i % 4 == 1)
      for (double &x : p) x = 1 - x;
    Masses exact;
    for (double x : p) add_item(exact, x, 1e-24);
    const Masses got = masses_of(p, 1e-24);
    double worst = 0, sum = 0;
    for (int64_t s = 0; s <= n; ++s) {
      worst = std::max(worst, std::fabs(got.at(s) - exact.at(s)));
      sum += got.at(s);
    }
    CAPTURE(n, i % cases::kinds);
    CHECK(worst <= 1e-15);
    CHECK(std::fabs(sum - 1) <= 1e-12);
  }
  const auto few = cases::probabilities(rng, 300, 0);
  Masses one_by_one;
  for (double x : few) add_item(one_by_one, x, 1e-20);
  CHECK(masses_of(few, 1e-20).mass == one_by_one.mass);
}

TEST_CASE("poisson binomial: every prefix, in descending order") {
  cases::Rng rng(2);
  DescendingMasses descending;
  for (int n : {0, 1, 5, 127, 128, 129, 200, 400}) {
    auto p = cases::probabilities(rng, n, n % 2 ? 1 : 0);
    std::sort(p.rbegin(), p.rend());
    descending.start(p.data(), n);
    Masses straight;
    std::vector<Masses> prefixes{straight};
    for (double x : p) {
      add_item(straight, x, default_cut(n));
      prefixes.push_back(straight);
    }
    for (int j = n; j >= 0; j -= 1 + (n > 300 ? rng.below(5) : 0)) {
      const Masses &prefix = descending.first_items(j);
      const Masses &expected = prefixes[static_cast<std::size_t>(j)];
      // p = 0 may or may not be an addition of its own; the masses agree.
      for (int s = 0; s <= j; ++s)
        if (std::fabs(prefix.at(s) - expected.at(s)) > 1e-14 * expected.at(s) + 2e-16) {
          CAPTURE(n, j, s);
          CHECK(prefix.at(s) == expected.at(s));
        }
    }
  }
}

TEST_CASE("double-double: products are exact, sums barely depend on the order, quotients round once or so") {
  cases::Rng rng(4);
  for (int i = 0; i < cases::scaled(2000); ++i) {
    const double a = (rng.uniform() - 0.5) * std::ldexp(1, rng.between(-60, 60));
    const double b = (rng.uniform() - 0.5) * std::ldexp(1, rng.between(-60, 60));
    const DoubleDouble product = DoubleDouble::product(a, b);
    CHECK(product.high == a * b);
    CHECK(static_cast<long double>(product.high) + product.low ==
          Approx(static_cast<double>(static_cast<long double>(a) * b)));
    const DoubleDouble square = DoubleDouble::product(a, a);
    CHECK(std::fma(a, a, -square.high) == square.low);
  }
  for (int i = 0; i < cases::scaled(300); ++i) {
    std::vector<DoubleDouble> parts;
    for (int j = rng.between(1, 60); j > 0; --j)
      parts.push_back(DoubleDouble::product(rng.uniform() * std::ldexp(1, rng.between(-20, 20)), rng.uniform()));
    std::set<double> sums;
    DoubleDouble total;
    for (int shuffle = 0; shuffle < 6; ++shuffle) {
      DoubleDouble sum;
      for (const DoubleDouble &x : parts) sum.add(x);
      sums.insert(sum.value());
      total = sum;
      for (std::size_t j = parts.size(); j > 1; --j)
        std::swap(parts[j - 1], parts[static_cast<std::size_t>(rng.below(static_cast<int>(j)))]);
    }
    CHECK(sums.size() == 1);
    oracle::Real exact = 0;
    for (const DoubleDouble &x : parts) exact += static_cast<oracle::Real>(x.high) + x.low;
    CHECK(std::fabs(total.value() - exact) <= 1.01L * unit_roundoff * exact + 1e-18L * exact);
    const double d = 0.1 + rng.uniform();
    const oracle::Real quotient = exact / static_cast<oracle::Real>(d);
    CHECK(std::fabs(total.over({d, 0}) - quotient) <= 1.1L * unit_roundoff * quotient);
  }
  DoubleDouble cancelling;
  cancelling.add({1e16, 0});
  cancelling.add({1, 0});
  cancelling.add({-1e16, 0});
  CHECK(cancelling.value() == 1);
}

TEST_CASE("ascending: the order of a stable sort") {
  cases::Rng rng(14);
  for (int i = 0; i < cases::scaled(60); ++i) {
    const int n = i < 10 ? i : rng.between(10, i % 10 == 0 ? 60000 : 3000);
    std::vector<double> x;
    for (int j = 0; j < n; ++j) {
      const double u = rng.uniform();
      constexpr double special[] = {0, -0.0, HUGE_VAL, -HUGE_VAL, 5e-324, -1e300, 1};
      x.push_back(i % 4 == 0   ? u
                  : i % 4 == 1 ? std::ldexp(u - 0.5, rng.between(-1000, 1000))
                  : i % 4 == 2 ? rng.below(20) / 7.0 - 1
                               : rng.below(3) ? special[rng.below(7)] : 1 + 1e-14 * u);
    }
    std::vector<int64_t> expected(x.size());
    std::iota(expected.begin(), expected.end(), int64_t{0});
    std::stable_sort(expected.begin(), expected.end(), [&](int64_t a, int64_t b) {
      return x[static_cast<std::size_t>(a)] < x[static_cast<std::size_t>(b)];
    });
    const Ascending order(n, [&](int64_t j) { return x[static_cast<std::size_t>(j)]; });
    std::vector<int64_t> got;
    for (std::size_t j = 0; j < order.size(); ++j) got.push_back(order[j].at);
    CHECK(got == expected);
    std::vector<uint64_t> bits, sorted;
    for (double v : x) bits.push_back(ordered_bits(v));
    for (int64_t at : expected) sorted.push_back(bits[static_cast<std::size_t>(at)]);
    sort_by_bits(bits.data(), bits.size());
    CHECK(bits == sorted);
  }
}

TEST_CASE("kernels: mix, mix_ahead, dot", "[levels]") {
  cases::Rng rng(6);
  for (int64_t n = 0; n <= 40; ++n) {
    const std::size_t size = static_cast<std::size_t>(n) + 10;
    std::vector<double> x(size), y(size);
    for (double &v : x) v = rng.uniform();
    for (double &v : y) v = rng.uniform();
    const double q = rng.uniform(), p = rng.uniform();
    std::vector<double> out(size, -1);
    mix(x.data(), q, p, n, out.data());
    for (std::size_t j = 0; j < size; ++j)
      CHECK(out[j] == (static_cast<int64_t>(j) < n ? q * x[j + 1] + p * x[j] : -1));
    for (int64_t offset : {1, 2, 3, 4, 5, 9}) {
      std::vector<double> ahead = x;
      mix_ahead(ahead.data(), q, p, offset, std::min<int64_t>(n, static_cast<int64_t>(size) - offset));
      for (std::size_t j = 0; j < size; ++j)
        CHECK(ahead[j] == (static_cast<int64_t>(j) < n && static_cast<int64_t>(j) + offset < static_cast<int64_t>(size)
                               ? q * x[j] + p * x[j + static_cast<std::size_t>(offset)]
                               : x[j]));
    }
    double sum = 0;
    for (int64_t j = 0; j < n; ++j) sum += x[static_cast<std::size_t>(j)] * y[static_cast<std::size_t>(j)];
    CHECK(dot(x.data(), y.data(), n) == Approx(sum).epsilon(1e-14).margin(1e-300));
  }
}

TEST_CASE("random: streams are reproducible, different and uniform") {
  Random a(7, 3), b(7, 3), c(7, 4), d(8, 3);
  const double first = a.uniform();
  CHECK(first == b.uniform());
  CHECK(first != c.uniform());
  CHECK(first != d.uniform());
  CHECK(Random(1, 0).uniform() != Random(0, 1).uniform());
  // A change of these bits changes every draw that users have on record.
  Random pinned(0, 0);
  CHECK(number(pinned.uniform()) == number(Random(0).uniform()));
  double sum = 0, squares = 0;
  std::set<double> seen;
  constexpr int draws = 20000;
  for (int i = 0; i < draws; ++i) {
    const double u = Random(99, static_cast<uint64_t>(i)).uniform();
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
    sum += u;
    squares += u * u;
    seen.insert(u);
  }
  CHECK(seen.size() == draws);
  CHECK(sum / draws == Approx(0.5).margin(5 * 0.2887 / std::sqrt(draws)));
  CHECK(squares / draws == Approx(1.0 / 3).margin(5 * 0.3 / std::sqrt(draws)));
}

TEST_CASE("number: the shortest text that reads back") {
  CHECK(number(0.1) == "0.1");
  CHECK(number(1) == "1");
  CHECK(number(-0.0) == "-0");
  cases::Rng rng(10);
  for (int i = 0; i < cases::scaled(5000); ++i) {
    const uint64_t bits = rng.bits();
    double x;
    std::memcpy(&x, &bits, sizeof x);
    if (!std::isfinite(x)) continue;
    const double back = std::strtod(number(x).c_str(), nullptr);
    CHECK(std::memcmp(&x, &back, sizeof x) == 0);
  }
  CHECK(text("p[", 3, "] is ", 1.2) == "p[3] is 1.2");
  CHECK(text(std::string("a"), "b", 'c' == 'c', INT64_MIN) == "ab1-9223372036854775808");
}

TEST_CASE("parallel: every task once, on its worker's thread", "[threads]") {
  NoMonitor monitor;
  for (int workers : {1, 2, 3, 8})
    for (int64_t tasks : {0, 1, 2, 17, 1000}) {
      std::vector<int> done(static_cast<std::size_t>(tasks), 0);
      std::mutex mutex;
      std::map<int, std::set<std::thread::id>> threads;
      parallel_for(tasks, workers, monitor, [&](int64_t i, int worker, Monitor &) {
        ++done[static_cast<std::size_t>(i)];
        const std::lock_guard<std::mutex> lock(mutex);
        threads[worker].insert(std::this_thread::get_id());
      });
      CHECK(std::all_of(done.begin(), done.end(), [](int times) { return times == 1; }));
      for (const auto &[worker, ids] : threads) {
        CHECK(worker >= 0);
        CHECK(worker < workers);
        CHECK(ids.size() == 1);
        CHECK((worker == 0) == (*ids.begin() == std::this_thread::get_id()));
      }
    }
}

TEST_CASE("parallel: number of workers") {
  CHECK(worker_count(1, 100) == 1);
  CHECK(worker_count(4, 100) == 4);
  CHECK(worker_count(4, 3) == 3);
  CHECK(worker_count(4, 0) == 1);
  CHECK(worker_count(0, 1000000) == static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
  CHECK(worker_count(1000000, 1000000) == 1024);
}

TEST_CASE("parallel: the error is that of the smallest task, whatever the threads", "[threads]") {
  NoMonitor monitor;
  cases::Rng rng(12);
  for (int repeat = 0; repeat < cases::scaled(100); ++repeat) {
    const int64_t tasks = rng.between(1, 400);
    std::set<int64_t> failing;
    for (int j = rng.between(1, 5); j > 0; --j) failing.insert(rng.below(static_cast<int>(tasks)));
    for (int workers : {1, 2, 5}) {
      try {
        parallel_for(tasks, workers, monitor, [&](int64_t i, int, Monitor &) {
          if (failing.count(i)) fail(Status::argument, "task ", i);
        });
        FAIL_CHECK("no error");
      } catch (const Error &e) {
        CHECK(e.what() == text("task ", *failing.begin()));
      }
    }
  }
}

TEST_CASE("parallel: a task that fails late still comes before a later one that failed early") {
  NoMonitor monitor;
  for (int repeat = 0; repeat < 5; ++repeat) try {
      parallel_for(4, 4, monitor, [&](int64_t i, int, Monitor &) {
        std::this_thread::sleep_for(std::chrono::milliseconds(i == 3 ? 0 : 10 * (4 - i)));
        fail(Status::argument, "task ", i);
      });
      FAIL_CHECK("no error");
    } catch (const Error &e) {
      CHECK(std::string(e.what()) == "task 0");
    }
}

TEST_CASE("parallel: the caller's monitor stops the work") {
  struct Stop : Monitor {
    std::thread::id caller = std::this_thread::get_id();
    int calls = 0;
    double last = 0;
    void at(double fraction) override {
      CHECK(std::this_thread::get_id() == caller);
      CHECK(fraction >= 0);
      CHECK(fraction <= 1);
      CHECK(fraction >= last);
      last = fraction;
      if (++calls == 5) fail(Status::cancelled, "enough");
    }
  };
  for (int workers : {1, 2, 4}) {
    Stop monitor;
    std::atomic<int> ran{0};
    try {
      parallel_for(100000, workers, monitor, [&](int64_t, int, Monitor &) {
        ++ran;
        std::this_thread::sleep_for(std::chrono::microseconds(20));
      });
      FAIL_CHECK("not cancelled");
    } catch (const Error &e) {
      CHECK(e.status() == Status::cancelled);
    }
    CHECK(ran < 100000);
  }
}

TEST_CASE("monitor: calls back at the start and at the end, and not too often between") {
  struct Seen {
    std::vector<double> fractions;
    int32_t answer = 0;
  } seen;
  const auto note = [](double fraction, void *user) {
    static_cast<Seen *>(user)->fractions.push_back(fraction);
    return static_cast<Seen *>(user)->answer;
  };
  CallbackMonitor monitor({note, &seen});
  for (int i = 0; i < 10000; ++i) monitor.at(i / 10000.0);
  monitor.at(1);
  CHECK(seen.fractions.front() == 0);
  CHECK(seen.fractions.back() == 1);
  CHECK(seen.fractions.size() < 100);
  seen.answer = 1;
  try {
    monitor.at(1);
    FAIL_CHECK("not cancelled");
  } catch (const Error &e) {
    CHECK(e.status() == Status::cancelled);
  }
  CallbackMonitor silent({});
  silent.at(0.5);
}

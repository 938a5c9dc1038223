// The algorithms for independent labels one by one: values, stated errors, any range of k.
#include <catch2/catch.hpp>

#include "asked.hpp"
#include "cases.hpp"
#include "core/decisions/reference/reference.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using asked::Asked;
using cases::reals;

namespace {

struct Named {
  const char *name;
  double error;  // largest admissible stated error
  std::function<void(const Ranked &, double, int, KRange, Workspace &)> run;
};

NoMonitor quiet;

using Curved = void (*)(const Problem &);

template <Curved fill>
void curve_of(const Ranked &labels, double b, int z, KRange range, Workspace &work) {
  fill(Asked(*parse_metric(text("fbeta:", std::sqrt(b)), z), labels, range, work, quiet).problem);
}

const std::vector<Named> &f_algorithms() {
  static const std::vector<Named> all = {
      {"chai", 1e-12, curve_of<chai_curve>},
      {"jansche", 1e-12, curve_of<jansche_curve>},
      {"jansche-approx", 1, curve_of<jansche_approx_curve>},
      {"lewis", 1, curve_of<lewis_curve>},
      {"ye", 1e-12, curve_of<ye_curve>},
      {"window", 1e-12, curve_of<window_curve>},
      {"n16", 1e-12, curve_of<n16_curve>},
  };
  return all;
}

Ranked ranked(const std::vector<double> &p) {
  Ranked out;
  out.rank(static_cast<int64_t>(p.size()), [&](int64_t i) { return p[static_cast<std::size_t>(i)]; });
  return out;
}

}  // namespace

TEST_CASE("curves: the stated error holds at every k, for every algorithm and range") {
  cases::Rng rng(201);
  for (int i = 0; i < cases::scaled(1500); ++i) {
    const int n = rng.between(1, i % 20 == 0 ? 40 : 12);
    const auto p = cases::probabilities(rng, n, i % cases::kinds);
    const Ranked labels = ranked(p);
    const int z = rng.below(2);
    constexpr double betas[] = {1, 4, 0.25, 2.25, 9, 100};
    const double b = betas[rng.below(6)];
    const auto f = [&](int64_t tp, int64_t k, int64_t s, int64_t) -> oracle::Real {
      return k + s == 0 ? z : (1 + static_cast<oracle::Real>(b)) * tp / (static_cast<oracle::Real>(b) * s + k);
    };
    const auto exact = oracle::literal_curve(f, p);
    const int low = rng.between(0, n), high = rng.between(low, n);
    for (const KRange range : {KRange{0, n}, KRange{low, high}})
      for (const Named &algorithm : f_algorithms()) {
        Workspace work;
        work.curve.start({0, 50});  // what an earlier use left
        algorithm.run(labels, b, z, range, work);
        REQUIRE(work.curve.low == range.low);
        REQUIRE(work.curve.high() == range.high);
        for (int64_t k = range.low; k <= range.high; ++k) {
          const std::size_t at = static_cast<std::size_t>(k - range.low);
          const oracle::Real off = std::fabs(work.curve.value[at] - exact[static_cast<std::size_t>(k)]);
          if (!(off <= work.curve.error[at] + 1e-18L) || !(work.curve.error[at] <= algorithm.error)) {
            CAPTURE(algorithm.name, cases::list(p), b, z, k, work.curve.value[at], work.curve.error[at]);
            CHECK(off <= work.curve.error[at]);
            CHECK(work.curve.error[at] <= algorithm.error);
          }
        }
      }
  }
}

TEST_CASE("curves: approximations are exact if they can be, and close where they are not") {
  cases::Rng rng(202);
  // Up to 8 + sqrt(n) counts fit the bins one by one.
  const auto few = cases::probabilities(rng, 9, 0);
  const auto exact = oracle::ye_curve(few, 1, 1, 1);
  Workspace work;
  curve_of<jansche_approx_curve>(ranked(few), 1, 1, {0, 9}, work);
  for (std::size_t k = 0; k < exact.size(); ++k) {
    CHECK(std::fabs(work.curve.value[k] - exact[k]) <= 1e-14L);
    CHECK(work.curve.error[k] <= 1e-9);
  }
  for (int kind : {0, 1, 2}) {
    const auto p = cases::probabilities(rng, 150, kind);
    const auto curve = oracle::ye_curve(p, 1, 1, 1);
    CAPTURE(cases::kind_name(kind));
    for (bool lewis : {false, true}) {
      lewis ? curve_of<lewis_curve>(ranked(p), 1, 1, {0, 150}, work)
            : curve_of<jansche_approx_curve>(ranked(p), 1, 1, {0, 150}, work);
      double worst = 0, largest_error = 0;
      for (std::size_t k = 0; k < curve.size(); ++k) {
        worst = std::max(worst, static_cast<double>(std::fabs(work.curve.value[k] - curve[k])));
        largest_error = std::max(largest_error, work.curve.error[k]);
        CHECK(std::fabs(work.curve.value[k] - curve[k]) <= work.curve.error[k]);
      }
      CAPTURE(lewis, worst, largest_error);
      CHECK(worst > 0);
      CHECK(largest_error <= (lewis ? 0.5 : 0.05));
      if (kind != 1) CHECK(largest_error <= (lewis ? 0.35 : 0.02));
    }
  }
}

TEST_CASE("curves: more positives than labels that can be true") {
  const std::vector<double> p{0, 0.3, 0, 0.8, 0, 0};
  const auto exact = oracle::ye_curve(p, 1, 1, 0);
  for (const Named &algorithm : f_algorithms()) {
    Workspace work;
    algorithm.run(ranked(p), 1, 0, {1, 6}, work);
    CAPTURE(algorithm.name);
    for (std::size_t k = 1; k <= 6; ++k)
      CHECK(std::fabs(work.curve.value[k - 1] - exact[k]) <= work.curve.error[k - 1] + 1e-18L);
  }
  const std::vector<double> none(3, 0.0);
  for (const Named &algorithm : f_algorithms())
    for (int z : {0, 1}) {
      Workspace work;
      algorithm.run(ranked(none), 1, z, {0, 3}, work);
      CAPTURE(algorithm.name);
      CHECK(work.curve.value == std::vector<double>{static_cast<double>(z), 0, 0, 0});
    }
}

TEST_CASE("curves: the first rise of the loss ends the heuristic's curve") {
  std::vector<double> p(12, 0.2514);
  p[0] = 0.8809;
  const Ranked labels = ranked(p);
  const auto m = parse_metric("f1", 1);
  Workspace whole, early;
  n16_curve(Asked(*m, labels, {0, 12}, whole, quiet).problem);
  n16_first_rise_curve(Asked(*m, labels, {0, 12}, early, quiet).problem);
  CHECK(early.curve.low == 0);
  CHECK(early.curve.high() == 1);
  for (int64_t k = 0; k <= early.curve.high(); ++k)
    CHECK(early.curve.value[static_cast<std::size_t>(k)] == whole.curve.value[static_cast<std::size_t>(k)]);
  n16_first_rise_curve(Asked(*m, labels, {2, 12}, early, quiet).problem);  // rises from there on
  CHECK(early.curve.low == 2);
  CHECK(early.curve.high() > 2);
  // A successor that is as good ends it too.
  n16_first_rise_curve(Asked(*parse_metric("recall", 1), ranked({0.5, 0, 0}), {0, 3}, early, quiet).problem);
  CHECK(early.curve.high() == 1);
  n16_first_rise_curve(Asked(*m, labels, {5, 5}, early, quiet).problem);
  CHECK(early.curve.high() == 5);
}

TEST_CASE("curves: long work can be cancelled") {
  struct Stop : Monitor {
    int calls = 0;
    void at(double fraction) override {
      CHECK(fraction >= 0);
      CHECK(fraction <= 1);
      if (++calls == 3) fail(Status::cancelled, "enough");
    }
  };
  cases::Rng rng(203);
  const Ranked labels = ranked(cases::probabilities(rng, 300, 0));
  const auto m = parse_metric("f1", 1);
  const KRange range{0, 300};
  const std::vector<Curved> all = {chai_curve, jansche_curve, jansche_approx_curve, ye_curve, window_curve, n16_curve};
  for (std::size_t i = 0; i < all.size(); ++i) {
    Stop stop;
    Workspace work;
    CAPTURE(i);
    try {
      all[i](Asked(*m, labels, range, work, stop).problem);
      FAIL_CHECK("not cancelled");
    } catch (const Error &e) {
      CHECK(e.status() == Status::cancelled);
    }
  }
}

TEST_CASE("curves: small_rational") {
  const auto check = [](double x, int64_t q, int64_t r) {
    const auto got = small_rational(x);
    CAPTURE(x);
    REQUIRE(got);
    CHECK(got->q == q);
    CHECK(got->r == r);
  };
  check(1, 1, 1);
  check(4, 4, 1);
  check(0.25, 1, 4);
  check(2.25, 9, 4);
  check(0.3 * 0.3, 9, 100);
  check(100, 100, 1);
  check(1.0 / 3, 1, 3);
  CHECK_FALSE(small_rational(0.1234567));
  CHECK_FALSE(small_rational(1e6));
  CHECK_FALSE(small_rational(1e-6));
  CHECK_FALSE(small_rational(std::sqrt(2.0)));
}

TEST_CASE("ranked: descending, ties by index, zeros left out") {
  const std::vector<double> p{0.5, 0, 0.7, 0.5, 1, 0, 0.7};
  const Ranked labels = ranked(p);
  CHECK(labels.n == 7);
  CHECK(labels.size() == 5);
  CHECK(labels.p == std::vector<double>{1, 0.7, 0.7, 0.5, 0.5});
  CHECK(labels.item == std::vector<int64_t>{4, 2, 6, 0, 3});
  CHECK(labels.p_zero() == 0);
  std::vector<int64_t> items;
  labels.top(0, items);
  CHECK(items.empty());
  labels.top(3, items);
  CHECK(items == std::vector<int64_t>{2, 4, 6});
  labels.top(6, items);
  CHECK(items == std::vector<int64_t>{0, 1, 2, 3, 4, 6});
  labels.top(7, items);
  CHECK(items == std::vector<int64_t>{0, 1, 2, 3, 4, 5, 6});
}

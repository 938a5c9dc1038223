// Metrics given as callbacks and tables: what is declared of them is checked.
#include <atomic>
#include <catch2/catch.hpp>

#include "cell_metric.hpp"
#include "cases.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using Catch::Contains;

using check::expect_error;

namespace {

double f1(int64_t tp, int64_t k, int64_t s, int64_t, void *) {
  return k + s == 0 ? 1.0 : 2.0 * static_cast<double>(tp) / static_cast<double>(k + s);
}
double f1_loss(int64_t tp, int64_t k, int64_t s, int64_t n, void *user) { return 1 - f1(tp, k, s, n, user); }
double squared(int64_t tp, int64_t, int64_t, int64_t n, void *) {
  const double share = static_cast<double>(tp) / static_cast<double>(n);
  return share * share;
}

std::vector<double> table_of(check::CellFunction f, int64_t n) {
  std::vector<double> out(static_cast<std::size_t>((n + 1) * (n + 1) * (n + 1)), std::nan(""));
  for (int64_t k = 0; k <= n; ++k)
    for (int64_t s = 0; s <= n; ++s)
      for (int64_t tp = lowest_tp(k, s, n); tp <= highest_tp(k, s); ++tp)
        out[static_cast<std::size_t>((tp * (n + 1) + k) * (n + 1) + s)] = f(tp, k, s, n, nullptr);
  return out;
}

constexpr uint32_t all_of_f1 = rises_in_tp | falls_in_k | rises_in_tp_and_k | linear_in_tp;

}  // namespace

TEST_CASE("custom: a callback is the function") {
  const auto m = check::cell_metric(f1, nullptr, "mine", all_of_f1);
  const auto named = cases::metric("f1");
  CHECK(m->name() == "mine");
  CHECK(m->is_custom());
  CHECK(m->has(all_of_f1));
  CHECK_FALSE(m->has(thread_safe));
  for (int64_t n = 1; n <= 9; ++n) {
    m->verify(n);
    m->verify(n);
    for (int64_t k = 0; k <= n; ++k)
      for (int64_t s = 0; s <= n; ++s)
        for (int64_t tp = lowest_tp(k, s, n); tp <= highest_tp(k, s); ++tp) {
          CHECK(m->utility(tp, k, s, n) == Approx(named->utility(tp, k, s, n)).margin(1e-15));
          const LinearForm form = m->linear(k, s, n);
          CHECK(form.a * static_cast<double>(tp) + form.g == Approx(named->utility(tp, k, s, n)).margin(1e-14));
        }
    CHECK(m->range(n).low == 0);
    CHECK(m->range(n).high == 1);
  }
}

TEST_CASE("custom: a loss is minimised") {
  const auto m = check::cell_metric(f1_loss, nullptr, "loss", is_loss);
  CHECK(m->utility(1, 2, 2, 5) == -0.5);
  CHECK(m->loss(-0.5) == 0.5);
  CHECK(m->range(5).low == -1);
  CHECK(m->range(5).high == 0);
  // The declaration is of the utility -loss.
  check::cell_metric(f1_loss, nullptr, "loss", is_loss | all_of_f1)->verify(7);
  const auto value = check::cell_metric(squared, nullptr, "score", 0);
  CHECK(value->utility(1, 2, 2, 2) == 0.25);
  CHECK(value->loss(0.25) == -0.25);
}

TEST_CASE("custom: the range covers inner cells where nothing is declared") {
  const auto bump = [](int64_t tp, int64_t k, int64_t s, int64_t n, void *) {
    return tp > lowest_tp(k, s, n) && tp < highest_tp(k, s) ? 7.0 : 1.0;
  };
  const Range range = check::cell_metric(bump, nullptr, "bump", 0)->range(6);
  CHECK(range.low == 1);
  CHECK(range.high == 7);
}

TEST_CASE("custom: contradictions name property, value and cell") {
  expect_error(Status::callback, "metric \"m\" was declared to be linear in tp but",
               [] { check::cell_metric(squared, nullptr, "m", linear_in_tp)->verify(5); });
  expect_error(Status::callback, "metric \"m\" was declared to be linear in tp but its utility is",
               [] { check::cell_metric(squared, nullptr, "m", linear_in_tp)->linear(4, 4, 9); });
  expect_error(Status::callback, "was declared to rise in tp but its utility is -", [] {
    check::cell_metric([](int64_t tp, int64_t, int64_t, int64_t, void *) { return -static_cast<double>(tp); }, nullptr,
                    "m", rises_in_tp)
        ->verify(3);
  });
  expect_error(
      Status::callback,
      "was declared to fall in k but its utility is 0 at (tp=0, k=0, s=0, n=3) against 1 at (tp=0, k=1, s=0, n=3)", [] {
        check::cell_metric([](int64_t, int64_t k, int64_t, int64_t, void *) { return static_cast<double>(k); }, nullptr,
                        "m", falls_in_k)
            ->verify(3);
      });
  expect_error(Status::callback, "was declared to rise when tp and k grow together but", [] {
    check::cell_metric([](int64_t tp, int64_t k, int64_t, int64_t, void *) { return static_cast<double>(tp - 2 * k); },
                    nullptr, "m", rises_in_tp_and_k)
        ->verify(3);
  });
  for (const std::string &name : {std::string(), std::string(257, 'm')})
    expect_error(Status::argument, text("name has ", name.size(), " bytes: must have 1 to 256"),
                 [&] { check::cell_metric(squared, nullptr, name, 0); });
  // Only what was declared is tested.
  check::cell_metric(squared, nullptr, "m", rises_in_tp | falls_in_k)->verify(5);
  // One bad cell is found, anywhere.
  cases::Rng rng(3);
  for (int i = 0; i < cases::scaled(200); ++i) {
    struct Cell {
      int64_t tp, k, s;
    } bad{};
    const int64_t n = 8;
    do {
      bad.k = rng.between(1, 7);
      bad.s = rng.between(1, 7);
      bad.tp = rng.between(static_cast<int>(lowest_tp(bad.k, bad.s, n)), static_cast<int>(highest_tp(bad.k, bad.s)));
    } while (lowest_tp(bad.k, bad.s, n) == highest_tp(bad.k, bad.s));
    const auto spoilt = [](int64_t tp, int64_t k, int64_t s, int64_t items, void *user) {
      const Cell &c = *static_cast<Cell *>(user);
      const double base = f1(tp, k, s, items, nullptr);
      if (tp != c.tp || k != c.k || s != c.s) return base;
      return tp == lowest_tp(k, s, items) ? base + 5 : base - 5;
    };
    CAPTURE(bad.tp, bad.k, bad.s);
    expect_error(Status::callback, "was declared to rise in tp",
                 [&] { check::cell_metric(spoilt, &bad, "m", rises_in_tp)->verify(n); });
    expect_error(Status::callback, "m", [&] { check::cell_metric(spoilt, &bad, "m", falls_in_k)->verify(n); });
    if (highest_tp(bad.k, bad.s) - lowest_tp(bad.k, bad.s, n) >= 2)
      expect_error(Status::callback, "was declared to be linear in tp",
                   [&] { check::cell_metric(spoilt, &bad, "m", linear_in_tp)->verify(n); });
  }
}

TEST_CASE("custom: values that are not finite are errors") {
  for (double value : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    double v = value;
    const auto m = check::cell_metric(
        [](int64_t, int64_t, int64_t, int64_t, void *user) { return *static_cast<double *>(user); }, &v, "m", 0);
    expect_error(Status::callback, text("metric \"m\" gave ", value, " at (tp=1, k=2, s=3, n=4): it must be finite"),
                 [&] { m->utility(1, 2, 3, 4); });
  }
  // Nor of a size whose differences no longer are.
  expect_error(Status::callback, "metric \"m\" gave -1e308 at (tp=0, k=1, s=1, n=2): it must be at most 1e100", [&] {
    check::cell_metric([](int64_t, int64_t, int64_t, int64_t, void *) { return -1e308; }, nullptr, "m", 0)
        ->utility(0, 1, 1, 2);
  });
}

TEST_CASE("custom: weights are refused, unknown declarations too") {
  const auto m = check::cell_metric(f1, nullptr, "mine", 0);
  expect_error(Status::unsupported, "metric \"mine\" is custom", [&] { m->weighted_utility(1, 2, 3, 4); });
  expect_error(Status::argument, "declared is 64", [] { check::cell_metric(f1, nullptr, "m", degenerate); });
  expect_error(Status::argument, "declared is 1024", [] { check::cell_metric(f1, nullptr, "m", 1024); });
  const auto values = table_of(f1, 3);
  expect_error(Status::argument, "declared is 1024",
               [&] { table_metric(values.data(), static_cast<int64_t>(values.size()), 3, "m", 1024); });
}

TEST_CASE("custom: declarations are verified once and from any thread") {
  static std::atomic<int> calls;
  calls = 0;
  const auto counting = [](int64_t tp, int64_t k, int64_t s, int64_t n, void *user) {
    ++calls;
    return f1(tp, k, s, n, user);
  };
  const auto m = check::cell_metric(counting, nullptr, "m", all_of_f1);
  m->verify(6);
  const int first = calls;
  CHECK(first > 0);
  m->verify(6);
  CHECK(calls == first);
  m->verify(7);
  CHECK(calls > first);
  const int second = calls;
  m->verify(65);  // beyond 64 the algorithms check as they go
  CHECK(calls == second);
  check::cell_metric(counting, nullptr, "m", 0)->verify(9);
  CHECK(calls == second);
}

TEST_CASE("custom: a table finds its own properties") {
  for (int64_t n : {1, 2, 5, 9}) {
    const auto values = table_of(f1, n);
    const auto m = table_metric(values.data(), static_cast<int64_t>(values.size()), n, "t", 0);
    CHECK(m->has(all_of_f1));
    CHECK(m->has(thread_safe));
    CHECK(m->utility(1, 1, 1, n) == 1);
    m->verify(n);
    expect_error(Status::argument, text("metric \"t\" is a table for ", n, " items: the problem has ", n + 1),
                 [&] { m->verify(n + 1); });
    const auto losses = table_of(f1_loss, n);
    const auto loss = table_metric(losses.data(), static_cast<int64_t>(losses.size()), n, "t", is_loss | linear_in_tp);
    CHECK(loss->has(all_of_f1 | is_loss));
    CHECK(loss->utility(1, 1, 1, n) == 0);
  }
  const auto values = table_of(squared, 6);
  const auto m = table_metric(values.data(), static_cast<int64_t>(values.size()), 6, "t", 0);
  CHECK(m->has(rises_in_tp | falls_in_k | rises_in_tp_and_k));
  CHECK_FALSE(m->has(linear_in_tp));
  expect_error(Status::callback, "metric \"t\" was declared to be linear in tp",
               [&] { table_metric(values.data(), static_cast<int64_t>(values.size()), 6, "t", linear_in_tp); });
}

TEST_CASE("custom: tables of the wrong size or with holes") {
  auto values = table_of(f1, 3);
  const int64_t length = static_cast<int64_t>(values.size());
  expect_error(Status::argument, "length is 63: a table for 3 items has 64 values",
               [&] { table_metric(values.data(), length - 1, 3, "t", 0); });
  expect_error(Status::argument, "n is 0", [&] { table_metric(values.data(), length, 0, "t", 0); });
  expect_error(Status::argument, "n is 1001", [&] { table_metric(values.data(), length, 1001, "t", 0); });
  values[static_cast<std::size_t>((1 * 4 + 2) * 4 + 2)] = std::nan("");
  expect_error(Status::callback, "at (tp=1, k=2, s=2, n=3): it must be finite",
               [&] { table_metric(values.data(), length, 3, "t", 0); });
}

// Special functions, sums, bins, memory and helper threads at the limits of their domains.
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <limits>
#include <new>
#include <thread>

#include "cases.hpp"
#include "core/numeric/bins/window_bins.hpp"
#include "core/numeric/large_memory.hpp"
#include "core/numeric/parallel.hpp"
#include "core/numeric/quantile.hpp"
#include "core/numeric/special/binomial_interval.hpp"
#include "core/numeric/special/chebyshev.hpp"
#include "core/numeric/special/deviance.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/sums/factors.hpp"
#include "core/numeric/sums/power_sums.hpp"
#include "core/numeric/vectors/compress.hpp"
#include "core/numeric/vectors/kernels.hpp"
#include "expect_error.hpp"

using namespace wald::core;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double roundoff = 0x1p-53;

void check_near(double got, long double expected, double relative) {
  if (!(std::fabs(got - expected) <= relative * std::fabs(expected))) {
    CAPTURE(static_cast<double>(expected), relative);
    CHECK(got == static_cast<double>(expected));
  }
}

}  // namespace

TEST_CASE("numeric limits: the exponential overflows, underflows, and is right between") {
  CHECK(exponential(709.5) == infinity);
  CHECK(exponential(infinity) == infinity);
  CHECK(exponential(-745.5) == 0);
  CHECK(exponential(-infinity) == 0);
  CHECK(exponential(0) == 1);
  CHECK(std::isnan(exponential(std::nan(""))));
  cases::Rng rng(1);
  for (int i = 0; i < cases::scaled(3000); ++i) {
    const double x = -708 + 1417 * rng.uniform();
    if (x <= 708) check_near(exponential(x), std::exp(static_cast<long double>(x)), exponential_ulps * roundoff);
    const double small = -745 + 37 * rng.uniform();
    CHECK(std::fabs(exponential(small) - std::exp(static_cast<long double>(small))) <=
          exponential_ulps * roundoff * std::exp(static_cast<long double>(small)) + 0x1p-1074);
  }
}

TEST_CASE("numeric limits: half the deviance, and the masses made of it") {
  CHECK(half_deviance(0, 3.5) == 3.5);
  CHECK(half_deviance(2, 2) == 0);
  cases::Rng rng(2);
  for (int i = 0; i < cases::scaled(1000); ++i) {
    const double m = std::exp(-3 + 12 * rng.uniform()), x = m * (i % 2 ? 3 * rng.uniform() : 0.9 + 0.2 * rng.uniform());
    const long double v = x, exact = v * std::log(v / m) + m - v;
    // What cancels in the exact form costs digits of long double.
    CHECK(std::fabs(half_deviance(x, m) - exact) <=
          1e-14 * exact + 64 * std::numeric_limits<long double>::epsilon() * m);
    const double n = 1 + rng.below(300), k = rng.below(static_cast<int>(n) + 1), p = 0.01 + 0.98 * rng.uniform();
    const long double mass = std::lgamma(n + 1.0L) - std::lgamma(k + 1.0L) - std::lgamma(n - k + 1.0L) +
                             k * std::log(static_cast<long double>(p)) +
                             (n - k) * std::log1p(-static_cast<long double>(p));
    CHECK(std::fabs(log_binomial_mass(k, n, p) - mass) <= 1e-12 * (1 + std::fabs(mass)));
    const long double poisson = k * std::log(static_cast<long double>(m)) - m - std::lgamma(k + 1.0L);
    CHECK(std::fabs(log_poisson_mass(k, m) - poisson) <= 1e-12 * (1 + std::fabs(poisson)));
  }
}

TEST_CASE("numeric limits: few and very many trials beside each other") {
  // Each limit is the one that it has alone.
  const Trials few{5, 10}, many{2e12, 5e12};
  for (const double confidence : {0.5, 0.9, 0.999}) {
    const Interval of_few = binomial_interval(5, 10, confidence), of_many = binomial_interval(2e12, 5e12, confidence);
    const Interval low_few = binomial_limits(few, many, confidence), low_many = binomial_limits(many, few, confidence);
    check_near(low_few.low, of_few.low, 1e-13);
    check_near(low_few.high, of_many.high, 1e-15);
    check_near(low_many.low, of_many.low, 1e-15);
    check_near(low_many.high, of_few.high, 1e-13);
  }
  // The lower limit of 5 in 10 by its definition.
  check_near(cases::upper_tail(5, 10, binomial_interval(5, 10, 0.9).low), 0.05L, 1e-12);
  // A share of a success has a lower limit below 0.05^1000, which is none of a double's numbers.
  CHECK_FALSE(proportion_at_least(std::numeric_limits<double>::min(), 1e-3, 10, 0.95));
  CHECK(proportion_at_least(0, 1e-3, 10, 0.95));
  CHECK(binomial_interval(1e-3, 10, 0.95).low == 0);
  // It is the limit that is asked for.
  for (const double successes : {1.0, 5.0, 9.5}) {
    const double limit = binomial_interval(successes, 10, 0.8).low;
    CHECK(proportion_at_least(limit * (1 - 1e-9), successes, 10, 0.9));
    CHECK_FALSE(proportion_at_least(limit * (1 + 1e-9), successes, 10, 0.9));
  }
}

TEST_CASE("numeric limits: points of a polynomial, from two to more than there ever are") {
  CHECK(points_needed(1, 1 + 1e-9, 1e-3) == 1000000);
  CHECK(points_needed(1e-30, 2, 1) == 2);
  cases::Rng rng(3);
  for (int i = 0; i < cases::scaled(300); ++i) {
    const double limit = std::exp(20 * rng.uniform() - 10), rho = 1 + std::exp(6 * rng.uniform() - 4),
                 error = limit * std::pow(10, -14 * rng.uniform());
    const int points = points_needed(limit, rho, error);
    CAPTURE(limit, rho, error, points);
    REQUIRE(points >= 2);
    CHECK(interpolation_error(limit, rho, points) <= error * (1 + 1e-9));
    if (points > 2) CHECK(interpolation_error(limit, rho, points - 1) > error * (1 - 1e-9));
  }
}

TEST_CASE("numeric limits: quantiles between neighbours, and beside infinite ones") {
  CHECK(quantile({4, 1, 2}, 0) == 1);
  CHECK(quantile({4, 1, 2}, 1) == 4);
  CHECK(quantile({4, 1, 2}, 0.25) == 1.5);
  CHECK(quantile({4, 1, 2}, 0.75) == 3);
  CHECK(quantile({7}, 0.3) == 7);
  // The nearer of two neighbours, where one of them is infinite.
  CHECK(quantile({-infinity, 0}, 0.25) == -infinity);
  CHECK(quantile({-infinity, 0}, 0.5) == 0);
  CHECK(quantile({0, infinity}, 0.25) == 0);
  CHECK(quantile({0, infinity}, 0.75) == infinity);
}

TEST_CASE("numeric limits: a product of many factors from power sums, in blocks, as runs and merged") {
  cases::Rng rng(4);
  for (int round = 0; round < cases::scaled(40); ++round) {
    std::vector<double> p = cases::probabilities(rng, rng.between(1, 1500), round % 2);
    for (double &x : p) x *= 0.9;
    std::vector<Run> runs;
    std::vector<double> all_items;
    for (const double x : p) {
      runs.push_back({x, 1 + rng.below(3)});
      all_items.insert(all_items.end(), static_cast<std::size_t>(runs.back().count), x);
    }
    const Complement at(round % 3 ? 0.4 * rng.uniform() : 1 + rng.uniform());
    const FactorPlan plan = FactorPlan::make(*std::max_element(p.begin(), p.end()), at.z);
    Factors blocks, by_runs, merged, half;
    for (Factors *of : {&blocks, &by_runs, &merged, &half}) of->start(plan);
    const auto n = static_cast<int64_t>(all_items.size());
    blocks.add(all_items.data(), n);
    by_runs.add(runs.data(), static_cast<int64_t>(runs.size()));
    merged.add(all_items.data(), n / 2);
    half.add(all_items.data() + n / 2, n - n / 2);
    merged.add(half);
    long double log_product = 0, sum = 0, all = 0, squares = 0;
    const long double z = at.z;
    for (const long double x : all_items) {
      log_product += std::log1p(-x * z);
      sum += x / (1 - x * z);
      all += x;
      squares += x * x;
    }
    for (const Factors *of : {&blocks, &by_runs, &merged}) {
      const Factors::At got = (*of)(at);
      CAPTURE(round, n, at.z, plan.powers, plan.listed_above);
      CHECK(std::fabs(got.log_product - log_product) <= got.log_error);
      CHECK(std::fabs(got.sum - sum) <= got.sum_error * sum);
      CHECK(got.log_error <= 1e-9 * (1 + std::fabs(log_product)));
      CHECK(got.sum_error <= 1e-9);
      check_near(of->sum().value(), all, 1e-14);
      check_near(of->sum_of_squares().value(), squares, 1e-14);
    }
  }
}

TEST_CASE("numeric limits: blocks of a table, whatever its strides") {
  std::vector<double> values(200);
  std::vector<float> floats(200);
  for (std::size_t i = 0; i < values.size(); ++i)
    floats[i] = static_cast<float>(values[i] = 0.5 * static_cast<double>(i));
  const RealTable tables[] = {{values.data(), false, 6, 7, 7, 1},    // straight
                              {values.data(), false, 6, 7, 20, 1},   // rows apart
                              {values.data(), false, 6, 7, 1, 9},    // columns first
                              {values.data(), false, 1, 42, 99, 1},  // one row
                              {floats.data(), true, 6, 7, 7, 1}};
  for (const RealTable &table : tables) {
    const Blocks blocks(table);
    CHECK(blocks.size() == 42);
    for (int64_t begin : {0, 3, 20})
      for (int32_t count : {0, 1, 5, 22}) {
        double buffer[22];
        const double *const read = blocks.read(begin, count, buffer);
        for (int32_t i = 0; i < count; ++i) {
          const int64_t at = begin + i;
          const double expected =
              0.5 * static_cast<double>(at / table.cols * table.row_stride + at % table.cols * table.col_stride);
          CHECK(read[i] == expected);
          CHECK(blocks.at(at) == expected);
        }
      }
  }
}

TEST_CASE("numeric limits: sums of products leave out the first term and take none at all") {
  CHECK(sum_of_products(nullptr, 0, nullptr, 1, 0) == 0);
  CHECK(sum_of_products(nullptr, 3, nullptr, 1, 0) == 0);
  cases::Rng rng(5);
  for (int64_t first : {0, 1, 7})
    for (int64_t stride : {1, 3})
      for (int64_t count : {1, 2, 9, 300}) {
        std::vector<double> x(static_cast<std::size_t>(count)), y(static_cast<std::size_t>(count * stride));
        for (double &v : x) v = rng.uniform();
        for (double &v : y) v = rng.uniform();
        long double sum = 0;
        for (int64_t j = 0; j < count; ++j)
          sum += static_cast<long double>(x[static_cast<std::size_t>(j)]) * (first + j) *
                 y[static_cast<std::size_t>(j * stride)];
        if (first == 0) x[0] = y[0] = infinity;  // they are not looked at
        check_near(sum_of_products(x.data(), first, y.data(), stride, count), sum, 1e-13);
      }
}

TEST_CASE("numeric limits: numbers within a range, and their places, whatever the number of them", "[levels]") {
  cases::Rng rng(21);
  for (int c = 0; c < cases::scaled(2000); ++c) {
    const int32_t n = rng.below(c % 2 ? 20 : 300);
    const auto size = static_cast<std::size_t>(n);
    const int few = c % 5 == 0 ? 40000 : 8;
    std::vector<double> p(size);
    std::vector<uint16_t> x(size);
    for (std::size_t i = 0; i < size; ++i) {
      x[i] = static_cast<uint16_t>(rng.below(few) * (few == 8 ? 9362 : 1));
      p[i] = rng.below(30) == 0 ? (rng.below(2) ? infinity : -infinity) : rng.below(few) * 0.25;
    }
    double low = rng.below(few) * 0.25, high = rng.below(few) * 0.25;
    if (rng.below(4) != 0 && low > high) std::swap(low, high);
    auto least = static_cast<uint16_t>(rng.below(65536)), most = static_cast<uint16_t>(rng.below(65536));
    if (least > most) std::swap(least, most);
    const int64_t first = rng.below(2) ? 0 : int64_t{1} << 40;

    std::vector<double> kept;
    std::vector<int64_t> at;
    std::vector<int32_t> places;
    for (int32_t i = 0; i < n; ++i) {
      const double v = p[static_cast<std::size_t>(i)];
      if (low <= v && v <= high) kept.push_back(v), at.push_back(first + i);
      if (const uint16_t v16 = x[static_cast<std::size_t>(i)]; least <= v16 && v16 <= most) places.push_back(i);
    }
    std::vector<double> out(size + compress_spare), in_place = p;
    std::vector<int64_t> positions(size + compress_spare);
    std::vector<int32_t> found(size + compress_spare);
    in_place.resize(size + compress_spare);
    const auto same = [](const auto &got, int32_t count, const auto &expected) {
      return count == static_cast<int32_t>(expected.size()) &&
             std::equal(expected.begin(), expected.end(), got.begin());
    };
    CAPTURE(n, low, high, least, most);
    CHECK(same(out, keep_within(p.data(), n, low, high, out.data()), kept));
    CHECK(same(in_place, keep_within(in_place.data(), n, low, high, in_place.data()), kept));
    CHECK(same(positions, positions_within(p.data(), n, low, high, first, positions.data()), at));
    CHECK(same(found, positions_within(x.data(), n, least, most, found.data()), places));
    CHECK(count_equal(p.data(), n, low) == std::count(p.begin(), p.end(), low));
  }
}

TEST_CASE("numeric limits: bins are the same in whatever order numbers come and are merged") {
  struct Bin {
    uint64_t least, greatest;
    int64_t count;
    void add(const Bin &other) {
      least = std::min(least, other.least);
      greatest = std::max(greatest, other.greatest);
      count += other.count;
    }
  };
  const std::vector<NumberWindow> windows = {{100, 5000}, {100000, UINT64_MAX}};
  cases::Rng rng(6);
  for (int round = 0; round < cases::scaled(30); ++round) {
    std::vector<uint64_t> numbers;
    for (int i = rng.between(1, 400); i > 0; --i)
      numbers.push_back(rng.below(2) ? static_cast<uint64_t>(rng.below(6000)) : rng.bits() >> rng.below(60));
    const std::size_t most = static_cast<std::size_t>(rng.between(1, 100));
    WindowBins<Bin> in_order(windows, most), parts[2] = {{windows, most}, {windows, most}};
    int64_t within = 0;
    const auto one = [](Bin &bin) { ++bin.count; };
    for (const uint64_t number : numbers) {
      in_order.add_number(number, one);
      within += (number >= 100 && number <= 5000) || number >= 100000;
    }
    for (std::size_t i = numbers.size(); i-- > 0;) parts[i % 2].add_number(numbers[i], one);
    parts[0].merge(parts[1]);
    REQUIRE(parts[0].windows().size() == 2);
    CHECK(parts[0].shift() == in_order.shift());
    CHECK(in_order.size() <= std::max<std::size_t>(most, 4 * windows.size()));
    const std::vector<Bin> a = in_order.ascending(), b = parts[0].ascending();
    REQUIRE(a.size() == b.size());
    int64_t counted = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      CHECK(a[i].least == b[i].least);
      CHECK(a[i].greatest == b[i].greatest);
      CHECK(a[i].count == b[i].count);
      counted += a[i].count;
      if (i > 0) CHECK(a[i - 1].greatest < a[i].least);
    }
    CHECK(counted == within);
  }
}

TEST_CASE("numeric limits: memory for more than there is, and for whole pages") {
  CHECK_THROWS_AS(LargeAllocator<double>().allocate(std::numeric_limits<std::size_t>::max() / 8), std::bad_alloc);
#if defined(__linux__) && defined(__LP64__)
  CHECK_THROWS_AS(LargeAllocator<char>().allocate(std::size_t{1} << 62), std::bad_alloc);
#endif
  for (const std::size_t n : {std::size_t{1}, std::size_t{1000}, std::size_t{1} << 19, (std::size_t{1} << 19) + 1}) {
    LargeMemory<double> memory(n);
    memory[0] = 1;
    memory[n - 1] = static_cast<double>(n);
    CHECK(memory.data()[n - 1] == static_cast<double>(n));
    CHECK(memory[0] == 1);
    LargeVector<double> grown;
    for (std::size_t i = 0; i < std::min<std::size_t>(n, 2000); ++i) grown.push_back(static_cast<double>(i));
    CHECK(grown.back() == static_cast<double>(grown.size() - 1));
  }
  CHECK(LargeAllocator<double>() == LargeAllocator<float>());
  CHECK_FALSE(LargeAllocator<double>() != LargeAllocator<float>());
}

TEST_CASE("numeric limits: a helper thread hears of a cancellation while it works") {
  if (worker_count(2, 2) < 2) return;
  std::atomic<bool> helper_works{false};
  std::atomic<int> heard{0};
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  // The caller cancels as soon as a helper is at work.
  struct Stop : Monitor {
    std::atomic<bool> &helper_works;
    std::chrono::steady_clock::time_point until;
    int calls = 0;
    Stop(std::atomic<bool> &works, std::chrono::steady_clock::time_point end) : helper_works(works), until(end) {}
    void at(double) override {
      if (++calls == 1) return;  // before there are helpers
      while (!helper_works && std::chrono::steady_clock::now() < until) std::this_thread::yield();
      fail(Status::cancelled, "enough");
    }
  } monitor(helper_works, until);
  try {
    parallel_for(2, 2, monitor, [&](int64_t, int worker, Monitor &own) {
      if (worker == 0) return;
      helper_works = true;
      try {
        while (std::chrono::steady_clock::now() < until) own.at(0.5);
      } catch (const Error &e) {
        if (e.status() == Status::cancelled && std::string(e.what()) == "cancelled by the progress callback") ++heard;
        throw;
      }
    });
    FAIL_CHECK("not cancelled");
  } catch (const Error &e) {
    CHECK(e.status() == Status::cancelled);
  }
  CHECK(helper_works);
  CHECK(heard == 1);
}

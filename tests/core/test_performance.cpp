// Performance without labels: shifted spreads against odds multiplied alike, slopes of rows against differences, and
// streams that do not depend on how rows are fed.
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <vector>

#include "core/performance/count_spread.hpp"
#include "core/performance/estimate_performance.hpp"
#include "core/performance/row_utility.hpp"

namespace {

using namespace wald::core;
using namespace wald::core::performance;

double mean_of(const std::vector<double> &values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("performance: a spread with another mean is that of labels with other odds") {
  const std::vector<double> p = {0.1, 0.3, 0.35, 0.6, 0.8, 0.2, 0.45};
  for (const double factor : {0.5, 1.0, 1.7, 4.0}) {
    CountSum sum, other;
    double mean = 0;
    for (const double x : p) {
      const double moved = factor * x / (1 - x + factor * x);
      sum.add_open(1, x);
      other.add_open(1, moved);
      mean += moved;
    }
    const CountSpread spread(sum, 0, 0), wanted(other, 0, 0);
    Random random(1), again(1);
    std::vector<double> a(20000), b(20000);
    spread.draw(mean, random, a);
    wanted.draw(mean, again, b);
    REQUIRE(mean_of(a) == Approx(mean).margin(2e-3));
    int differ = 0;
    for (std::size_t i = 0; i < a.size(); ++i) differ += a[i] != b[i];
    REQUIRE(differ < 200);  // except for the last digits of the exponent
  }
}

TEST_CASE("performance: slopes of a row's utility are those of differences") {
  const auto f1 = parse_metric("f1", 1);
  std::vector<double> p = {0.9, 0.05, 0.4, 0.0, 1.0, 0.6};
  const std::vector<uint8_t> flagged = {1, 0, 1, 0, 1, 0};
  RowUtility row, low, high;
  row.compute(*f1, p, flagged, true);
  for (std::size_t j = 0; j < p.size(); ++j) {
    const double kept = p[j], step = 1e-6, a = std::max(0.0, kept - step), b = std::min(1.0, kept + step);
    p[j] = a;
    low.compute(*f1, p, flagged, false);
    p[j] = b;
    high.compute(*f1, p, flagged, false);
    p[j] = kept;
    REQUIRE(row.slopes()[j] == Approx((high.mean() - low.mean()) / (b - a)).margin(1e-7));
  }
}

TEST_CASE("performance: estimates do not depend on how rows are fed") {
  std::vector<double> p;
  std::vector<uint8_t> flagged;
  for (int i = 0; i < 100; ++i) {
    p.push_back((i * 37 % 100) / 100.0);
    flagged.push_back(i % 3 == 0);
  }
  const auto rows = [&](int64_t first, int64_t n) {
    PerformanceRows out;
    out.probabilities = {p.data() + first, false, n, 1, 1, 1};
    out.flagged = {flagged.data() + first, n, 1, 1, 1};
    return out;
  };
  PerformanceOptions options;
  options.chunk_rows = 50;
  const std::shared_ptr<const Metric> f1 = parse_metric("f1", 1);
  Performance once(f1, {}, options), twice(f1, {}, options);
  once.feed(rows(0, 100));
  twice.feed(rows(0, 50));
  twice.feed(rows(50, 50));
  REQUIRE(once.of_chunks().size() == 2);
  for (std::size_t c = 0; c < 2; ++c) {
    REQUIRE(once.of_chunks()[c].value == twice.of_chunks()[c].value);
    REQUIRE(once.of_chunks()[c].low == twice.of_chunks()[c].low);
    REQUIRE(once.of_chunks()[c].high == twice.of_chunks()[c].high);
  }
}

TEST_CASE("performance: a calibration without calibration rows is refused") {
  PerformanceOptions options;
  options.calibration = learners::Calibrator::beta;
  REQUIRE_THROWS_WITH(Performance(parse_metric("f1", 1), {}, options), "calibration is beta: requires calibration rows");
  for (const auto calibrator : {learners::Calibrator::automatic, learners::Calibrator::none}) {
    options.calibration = calibrator;
    REQUIRE_NOTHROW(Performance(parse_metric("f1", 1), {}, options));
  }
}

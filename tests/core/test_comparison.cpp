// Two systems compared: every swap and every row left out by evaluation.
#include "core/evaluation/comparison/compare.hpp"

#include "core/evaluation/comparison/swap_test.hpp"
#include "core/evaluation/evaluate.hpp"
#include "core/numeric/special/student.hpp"
#include "decision_check.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;
using cases::metric;
using check::expect_error;

namespace {

// Truth and the predictions of two systems, which agree more or less.
struct Systems {
  int64_t rows, cols;
  std::vector<uint8_t> truth, a, b;
  std::vector<double> weights;  // or none
  std::vector<int64_t> groups;  // or none

  Systems(cases::Rng &rng, int64_t n_rows, int64_t n_cols, double errors = 0.4) : rows(n_rows), cols(n_cols) {
    for (int64_t i = 0; i < rows * cols; ++i) {
      const auto y = static_cast<uint8_t>(rng.below(2));
      truth.push_back(y);
      for (std::vector<uint8_t> *system : {&a, &b}) system->push_back(rng.uniform() < errors ? 1 - y : y);
    }
  }
  Grid<const uint8_t> grid(const std::vector<uint8_t> &cells) const { return {cells.data(), rows, cols, cols, 1}; }
  Reals row_weights() const { return weights.empty() ? Reals{} : cases::reals(weights); }
  Comparison compare(const Metric &m, const DecisionOptions &options) const {
    return wald::core::evaluation::compare(m, options, grid(truth), grid(a), grid(b), row_weights(),
                               {groups.empty() ? nullptr : groups.data(), rows, 1});
  }
  double difference(const Metric &m, const DecisionOptions &options, const std::vector<double> &w) const {
    return evaluate(m, options, grid(truth), grid(b), cases::reals(w)).value -
           evaluate(m, options, grid(truth), grid(a), cases::reals(w)).value;
  }
  std::vector<double> weight_of_each() const {
    return weights.empty() ? std::vector<double>(static_cast<std::size_t>(rows), 1.0) : weights;
  }
  // The rows of each unit.
  std::vector<std::vector<int64_t>> units() const {
    std::vector<std::vector<int64_t>> out;
    std::vector<int64_t> seen;
    for (int64_t i = 0; i < rows; ++i) {
      const int64_t id = groups.empty() ? i : groups[static_cast<std::size_t>(i)];
      const auto found = std::find(seen.begin(), seen.end(), id);
      if (found == seen.end()) out.emplace_back();
      (found == seen.end() ? out.back() : out[static_cast<std::size_t>(found - seen.begin())]).push_back(i);
      if (found == seen.end()) seen.push_back(id);
    }
    return out;
  }
};

DecisionOptions by(Average average, int64_t samples = 200) {
  DecisionOptions out;
  out.average = average;
  out.samples = samples;
  return out;
}

constexpr Average averages[] = {Average::instance, Average::macro, Average::micro};

}  // namespace

TEST_CASE("student: published values") {
  // From SciPy.
  const double limits[][3] = {{0.95, 1, 12.706204736174694}, {0.95, 2.5, 3.5746548420036817},
                              {0.95, 9, 2.262157162798205},  {0.99, 49, 2.679951973631552},
                              {0.5, 3, 0.7648923284043444},  {0.999, 1000.25, 3.3002802034976866},
                              {0.9, 7.75, 1.8673544026478},  {0.99999, 1, 63661.977231105084}};
  for (const auto &[level, degrees, t] : limits) CHECK(student_limit(level, degrees) == Approx(t).epsilon(1e-10));
}

TEST_CASE("binomial draws: as often as their masses") {
  struct Case {
    double n, p;
  };
  for (const Case &c : {Case{1, 0.5}, {7, 0.2}, {30, 0.9}, {100, 0.5}, {1000, 0.03}, {5000, 0.7}, {1e6, 1e-6}}) {
    constexpr int draws = 40000;
    std::vector<double> seen;
    Random random(11, static_cast<uint64_t>(c.n));
    const Binomial binomial(c.n, c.p);
    for (int i = 0; i < draws; ++i) {
      const double k = binomial(random);
      REQUIRE((k >= 0 && k <= c.n && k == std::floor(k)));
      if (seen.size() <= static_cast<std::size_t>(k)) seen.resize(static_cast<std::size_t>(k) + 1);
      ++seen[static_cast<std::size_t>(k)];
    }
    double chi = 0, cells = 0;
    for (std::size_t k = 0; k < seen.size(); ++k) {
      const double mean = draws * exponential(log_binomial_mass(static_cast<double>(k), c.n, c.p));
      if (mean < 5) continue;
      chi += (seen[k] - mean) * (seen[k] - mean) / mean;
      ++cells;
    }
    CAPTURE(c.n, c.p, cells);
    CHECK(chi < cells + 5 * std::sqrt(2 * cells) + 5);
  }
  CHECK(Binomial(5, 0)(*std::make_unique<Random>(1)) == 0);
  CHECK(Binomial(5, 1)(*std::make_unique<Random>(1)) == 5);
}

TEST_CASE("compare: every swap by evaluation") {
  cases::Rng rng(900);
  for (int c = 0; c < cases::scaled(150); ++c) {
    Systems s(rng, rng.between(2, 8), rng.between(1, 4));
    if (c % 3 == 1)
      for (int64_t i = 0; i < s.rows; ++i) s.weights.push_back(i == 0 ? 0.1 : 0.3 * rng.below(4));
    if (c % 4 == 2)
      for (int64_t i = 0; i < s.rows; ++i) s.groups.push_back(rng.below(4) - 1);
    const auto units = s.units();
    const std::vector<double> w = s.weight_of_each();
    for (const char *name : {"f1", "jaccard", "mcc", "hamming", "cost:1:5"}) {
      const auto m = metric(name, c % 2);
      for (Average average : averages) {
        const DecisionOptions options = by(average);
        const Comparison found = s.compare(*m, options);
        const double observed = s.difference(*m, options, w);
        CAPTURE(c, name, average_name(average), s.rows, s.cols);
        CHECK(found.difference == observed);
        CHECK(found.value_b - found.value_a == observed);
        CHECK(found.swaps == 0);
        double as_large = 0;
        const auto cases = uint64_t{1} << units.size();
        for (uint64_t sides = 0; sides < cases; ++sides) {
          Systems swapped = s;
          for (std::size_t u = 0; u < units.size(); ++u)
            for (int64_t i : units[u])
              if (sides >> u & 1)
                std::swap_ranges(swapped.a.begin() + i * s.cols, swapped.a.begin() + (i + 1) * s.cols,
                                 swapped.b.begin() + i * s.cols);
          as_large += std::fabs(swapped.difference(*m, options, w)) >= std::fabs(observed) - 1e-11;
        }
        if (s.a == s.b)
          CHECK(found.p_value == 1);
        else
          CHECK(found.p_value == Approx(as_large / static_cast<double>(cases)).epsilon(1e-11));
      }
    }
  }
}

TEST_CASE("compare: each row or group left out by evaluation") {
  cases::Rng rng(901);
  for (int c = 0; c < cases::scaled(100); ++c) {
    Systems s(rng, rng.between(3, 30), rng.between(1, 5));
    if (c % 3 == 1)
      for (int64_t i = 0; i < s.rows; ++i) s.weights.push_back(0.25 + rng.uniform());
    if (c % 2)
      for (int64_t i = 0; i < s.rows; ++i) s.groups.push_back(i < 2 ? i : rng.below(9));
    const auto units = s.units();
    for (const char *name : {"f1", "mcc", "precision"}) {
      const auto m = metric(name);
      for (Average average : averages) {
        const DecisionOptions options = by(average);
        std::vector<double> left_out;
        for (const auto &unit : units) {
          std::vector<double> w = s.weight_of_each();
          for (int64_t i : unit) w[static_cast<std::size_t>(i)] = 0;
          left_out.push_back(s.difference(*m, options, w));
        }
        const auto n = static_cast<double>(units.size());
        double mean = 0, squares = 0, fourth = 0;
        for (double x : left_out) mean += x / n;
        for (double x : left_out) squares += (x - mean) * (x - mean);
        for (double x : left_out) fourth += std::pow(x - mean, 4);
        const Comparison found = s.compare(*m, options);
        CAPTURE(c, name, average_name(average), n);
        CHECK(found.units == static_cast<int64_t>(n));
        CHECK(found.standard_error == Approx(std::sqrt((n - 1) / n * squares)).epsilon(1e-9).margin(1e-14));
        if (found.standard_error < 1e-9) continue;
        const double degrees = std::min(n - 1, std::max(1.0, 2 * n / (n * fourth / (squares * squares) - 1)));
        CHECK(found.degrees == Approx(degrees).epsilon(1e-7));
        int64_t differing = 0;
        for (const auto &unit : units)
          differing += std::any_of(unit.begin(), unit.end(), [&](int64_t i) {
            return !std::equal(s.a.begin() + i * s.cols, s.a.begin() + (i + 1) * s.cols, s.b.begin() + i * s.cols);
          });
        const double widened = std::sqrt(1 + 2 / static_cast<double>(differing));
        const double width = student_limit(options.level, degrees) * found.standard_error * widened;
        CHECK(found.low == Approx(found.difference - width).epsilon(1e-7));
        CHECK(found.high == Approx(found.difference + width).epsilon(1e-7));
      }
    }
  }
}

TEST_CASE("compare: random swaps find the share of all of them", "[threads]") {
  cases::Rng rng(903);
  // 24 sums that are each of a kind of its own: 2^24 cases.
  std::vector<double> sizes;
  double observed = 0;
  for (int i = 0; i < 24; ++i) sizes.push_back(0.1 + rng.uniform());
  for (int i = 0; i < 24; ++i)
    observed += i % 3 ? sizes[static_cast<std::size_t>(i)] : -sizes[static_cast<std::size_t>(i)];
  double as_large = 0, sum = 0;
  for (double x : sizes) sum += x;
  // By Gray's code, one side changes at a time.
  uint64_t sides = 0;
  for (uint64_t step = 1; step <= uint64_t{1} << 24; ++step) {
    as_large += std::fabs(sum) >= std::fabs(observed) - 1e-9;
    std::size_t i = 0;
    while (i < 23 && !(step >> i & 1)) ++i;
    sides ^= uint64_t{1} << i;
    sum += sides >> i & 1 ? -2 * sizes[i] : 2 * sizes[i];
  }
  const double exact = as_large / 0x1p24;
  Systems s(rng, 24, 1);
  s.weights = sizes;
  for (std::size_t i = 0; i < 24; ++i) {
    s.truth[i] = 1;
    s.b[i] = i % 3 ? 1 : 0;
    s.a[i] = 1 - s.b[i];
  }
  for (int threads : {1, 3}) {
    DecisionOptions options = by(Average::instance, 200000);
    options.threads = threads;
    const Comparison found = s.compare(*metric("hamming"), options);
    CHECK(found.swaps == 200000);
    CHECK(std::fabs(found.p_value - exact) < 5 * std::sqrt(exact * (1 - exact) / 200000));
  }
  // Of one label, the test of McNemar, counted whole however many rows there are.
  Systems many(rng, 3000, 1, 0.1);
  double more = 0, less = 0;
  for (std::size_t i = 0; i < 3000; ++i) {
    more += many.b[i] == many.truth[i] && many.a[i] != many.truth[i];
    less += many.b[i] != many.truth[i] && many.a[i] == many.truth[i];
  }
  double tail = 0;
  for (double k = 0; k <= std::min(more, less); ++k) tail += exponential(log_binomial_mass(k, more + less, 0.5));
  for (Average average : averages) {
    const Comparison found = many.compare(*metric("hamming"), by(average));
    CHECK(found.swaps == 0);
    CHECK(found.p_value == Approx(std::min(1.0, 2 * tail)).epsilon(1e-9));
    CHECK(found.differing == static_cast<int64_t>(more + less));
  }
}

TEST_CASE("compare: the same for any number of threads and any order of the rows", "[threads]") {
  cases::Rng rng(904);
  Systems s(rng, 80, 6);
  for (int64_t i = 0; i < s.rows; ++i) s.groups.push_back(i / 3);
  Systems turned = s;
  std::reverse(turned.truth.begin(), turned.truth.end());
  std::reverse(turned.a.begin(), turned.a.end());
  std::reverse(turned.b.begin(), turned.b.end());
  std::reverse(turned.groups.begin(), turned.groups.end());
  for (Average average : {Average::macro, Average::micro}) {
    DecisionOptions options = by(average, 500);
    const Comparison one = s.compare(*metric("f1"), options), other = turned.compare(*metric("f1"), options);
    options.threads = 4;
    const Comparison four = s.compare(*metric("f1"), options);
    CHECK(one.low == four.low);
    CHECK(one.high == four.high);
    CHECK(one.p_value == four.p_value);
    CHECK(one.swaps == 500);
    if (average == Average::micro) {  // the labels are turned round too, which a macro average adds up in order
      CHECK(one.low == other.low);
      CHECK(one.high == other.high);
    }
    options.seed = 1;
    CHECK(s.compare(*metric("f1"), options).p_value != one.p_value);
    options.level = 0.5;
    const Comparison narrow = s.compare(*metric("f1"), options);
    CHECK(narrow.high - narrow.low < 0.6 * (one.high - one.low));
  }
}

TEST_CASE("compare: systems that are one, one row, and rows left out") {
  cases::Rng rng(905);
  Systems s(rng, 10, 3);
  for (Average average : averages) {
    Systems same = s;
    same.b = same.a;
    const Comparison none = same.compare(*metric("f1"), by(average));
    CHECK((none.difference == 0 && none.low == 0 && none.high == 0 && none.p_value == 1));
    CHECK((none.differing == 0 && none.units == 10 && none.standard_error == 0));

    Systems row(rng, 1, 3);
    row.truth = row.b = {1, 0, 1};
    row.a = {0, 1, 1};
    const Comparison one = row.compare(*metric("f1"), by(average));
    CHECK(one.difference > 0);
    CHECK(one.p_value == 1);
    CHECK((std::isnan(one.low) && std::isnan(one.high) && std::isnan(one.standard_error)));

    // Undecided in A or B: left out of both.
    Systems left = s;
    left.a[0] = left.b[4] = left.b[5] = undecided;
    Systems fewer = s;
    for (auto *cells : {&fewer.truth, &fewer.a, &fewer.b}) cells->erase(cells->begin(), cells->begin() + 6);
    fewer.rows = 8;
    const Comparison found = left.compare(*metric("f1"), by(average)),
                     expected = fewer.compare(*metric("f1"), by(average));
    CHECK(found.undecided == 2);
    CHECK(found.units == 8);
    CHECK(found.difference == expected.difference);
    CHECK(found.low == expected.low);
    CHECK(found.p_value == expected.p_value);

    Systems nothing = s;
    std::fill(nothing.a.begin(), nothing.a.end(), undecided);
    const Comparison unknown = nothing.compare(*metric("f1"), by(average));
    CHECK((std::isnan(unknown.difference) && std::isnan(unknown.p_value) && std::isnan(unknown.low)));
    CHECK((unknown.units == 0 && unknown.undecided == 10));

    // A row of weight 2 is, among rows that are not drawn apart, two rows.
    Systems weighted = s, doubled = s;
    weighted.weights.assign(10, 1);
    weighted.weights[0] = 2;
    for (int64_t i = 0; i < 10; ++i) weighted.groups.push_back(i);
    doubled.rows = 11;
    doubled.groups = weighted.groups;
    doubled.groups.push_back(0);
    for (auto *cells : {&doubled.truth, &doubled.a, &doubled.b})
      for (std::size_t j = 0; j < 3; ++j) cells->push_back((*cells)[j]);
    const Comparison w = weighted.compare(*metric("f1"), by(average)), d = doubled.compare(*metric("f1"), by(average));
    CHECK(w.difference == Approx(d.difference).epsilon(1e-12));
    CHECK(w.low == Approx(d.low).epsilon(1e-12));
    CHECK(w.p_value == Approx(d.p_value).epsilon(1e-12));
  }
}

TEST_CASE("compare: bad cells, custom metrics and cancelling", "[threads]") {
  cases::Rng rng(906);
  Systems s(rng, 20, 2);
  const auto f1 = metric("f1");
  Systems bad = s;
  bad.b[3] = 3;
  expect_error(Status::argument, "b[1][1] is 3: must be 0, 1 or 2 (undecided)", [&] { bad.compare(*f1, DecisionOptions()); });
  bad = s;
  bad.truth[2] = 2;
  expect_error(Status::argument, "truth[1][0] is 2: must be 0 or 1", [&] { bad.compare(*f1, DecisionOptions()); });
  s.weights.assign(20, 0);
  expect_error(Status::argument, "the weights sum to 0", [&] { s.compare(*f1, DecisionOptions()); });
  s.weights.clear();
  DecisionOptions one_label = by(Average::macro);
  one_label.label_weights = {1};
  expect_error(Status::argument, "label_weights has 1 numbers", [&] { s.compare(*f1, one_label); });

  // A callback says what the name says, on the calling thread.
  static thread_local int here;
  here = 1;
  const auto f = [](int64_t tp, int64_t k, int64_t all, int64_t, void *user) {
    if (here == 0) *static_cast<bool *>(user) = true;
    return k + all == 0 ? 1.0 : 2.0 * static_cast<double>(tp) / static_cast<double>(k + all);
  };
  bool elsewhere = false;
  const auto mine = check::cell_metric(f, &elsewhere, "mine", 0);
  for (Average average : averages) {
    DecisionOptions options = by(average, 300);
    options.threads = 4;
    const Comparison own = s.compare(*mine, options), named = s.compare(*f1, options);
    CHECK(own.low == named.low);
    CHECK(own.high == named.high);
    CHECK(own.p_value == named.p_value);
    options.progress.function = [](double fraction, void *) { return int32_t{fraction > 0}; };
    expect_error(Status::cancelled, "cancelled by the progress callback", [&] { s.compare(*f1, options); });
  }
  CHECK_FALSE(elsewhere);
}

TEST_CASE("compare: intervals cover the difference as often as they say", "[frequencies]") {
  cases::Rng rng(907);
  const auto f1 = metric("f1");
  // A system of 30 % errors against one of 20 %: what they differ by is known from very many rows.
  const auto draw = [&](int64_t rows) {
    Systems s(rng, rows, 4, 0.3);
    for (std::size_t i = 0; i < s.b.size(); ++i) s.b[i] = rng.uniform() < 0.2 ? 1 - s.truth[i] : s.truth[i];
    return s;
  };
  const Systems very_many = draw(60000);
  for (Average average : averages) {
    const double truth = very_many.difference(*f1, by(average), very_many.weight_of_each());
    constexpr int tables = 400;
    int covered = 0;
    for (int t = 0; t < tables; ++t) {
      const Comparison found = draw(70).compare(*f1, by(average, 400));
      covered += found.low <= truth && truth <= found.high;
    }
    CAPTURE(average_name(average), covered);
    CHECK(covered >= 0.92 * tables);
    CHECK(covered <= 0.98 * tables);
  }
}

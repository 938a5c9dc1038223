// At most one label for each of many rows by a fixed point: against the ascent, and its limit against enumeration of the
// sets of rows that a label may have. Threads and layouts change nothing.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "cases.hpp"
#include "core/decisions/per_row/passes/column_kernels.hpp"
#include "core/decisions/per_row/passes/count_limit.hpp"
#include "core/decisions/per_row/passes/one_label.hpp"
#include "core/decisions/rows.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using cases::metric;
using check::expect_error;

namespace {

struct Table {
  int64_t rows, cols;
  std::vector<double> p;
  RealTable view() const { return {p.data(), false, rows, cols, cols, 1}; }
  double operator()(int64_t i, int64_t j) const { return p[static_cast<std::size_t>(i * cols + j)]; }
};

constexpr int kinds = 4, with_ties = 2;

// What images look like to a model: one label is likely in each row, some labels are rare, some never true, and
// certainties and ties are among the probabilities.
Table random_table(cases::Rng &rng, int64_t rows, int64_t cols, int kind) {
  Table out{rows, cols, {}};
  std::vector<double> rate;
  for (int64_t j = 0; j < cols; ++j) rate.push_back(rng.below(6) ? std::pow(rng.uniform(), 3) : 0);
  std::vector<double> row(static_cast<std::size_t>(cols));
  for (int64_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < row.size(); ++j) {
      double x = rate[j] * std::pow(rng.uniform(), kind == 0 ? 1 : 6);
      if (kind == with_ties) x = std::round(x * 4) / 4;
      sum += row[j] = x;
    }
    for (const double x : row) out.p.push_back(kind == 3 || !(sum > 1) ? x : x / sum);
  }
  return out;
}

struct Result {
  std::vector<uint8_t> mask;
  std::vector<double> expected;
  Decision decision;
  double mean(const std::vector<double> &shares) const {
    return std::inner_product(expected.begin(), expected.end(), shares.begin(), 0.0);
  }
};
Result decide(const Metric &m, const RealTable &view, const DecisionOptions &options) {
  Result out{std::vector<uint8_t>(static_cast<std::size_t>(view.rows * view.cols), 9),
             std::vector<double>(static_cast<std::size_t>(view.cols), -9),
             {}};
  decide_rows(m, Kind::independent, view, options,
              {{out.mask.data(), view.rows, view.cols, view.cols, 1}, out.expected.data(), &out.decision});
  return out;
}

DecisionOptions asking(std::vector<int64_t> per_row, Algorithm algorithm = Algorithm::automatic) {
  DecisionOptions out;
  out.average = Average::macro;
  out.per_row = std::move(per_row);
  out.algorithm = algorithm;
  return out;
}

}  // namespace

TEST_CASE("fixed point: no limit is below what a set of rows makes") {
  cases::Rng rng(4801);
  const int rounds = cases::scaled(1000);
  int tight = 0;
  for (int round = 0; round < rounds; ++round) {
    const int64_t rows = rng.between(1, 10);
    const Table t = random_table(rng, rows, 1, rng.below(kinds));
    Label label;
    for (const double p : t.p) label.positives += p, label.negatives += 1 - p;
    const char *const names[] = {"f1", "fbeta:2", "fbeta:0.3", "jaccard"};
    const auto m = metric(names[rng.below(4)]);
    const RatioForm form = *ratio_form(*m, label);
    const double weight = rng.uniform();
    std::vector<float> prices;
    for (int64_t i = 0; i < rows; ++i)
      prices.push_back(static_cast<float>(weight * (rng.uniform() - 0.2) / static_cast<double>(rng.between(1, 8))));
    // Without a row a label makes 0.
    double best = 0;
    for (int set = 1; set < 1 << rows; ++set) {
      double tp = 0, k = 0, paid = 0;
      for (int64_t i = 0; i < rows; ++i)
        if (set >> i & 1) tp += t.p[static_cast<std::size_t>(i)], ++k, paid += prices[static_cast<std::size_t>(i)];
      best = std::max(best, weight * m->weighted_utility(tp, k, label.positives, static_cast<double>(rows)) - paid);
    }
    const Cells cells(t.view());
    NoMonitor monitor;
    const Columns columns(cells, 1, monitor);
    const WantedRows wanted(columns, 0, prices, static_cast<float>(weight * form.steepest()));
    const double limit = most_at_prices(wanted, rows, form, weight, 0, 1e-4, monitor);
    INFO(m->name() << ", " << rows << " rows, round " << round);
    CHECK(limit >= best);
    // With few rows a limit over all mixtures of sets is above that over sets.
    tight += limit <= best + 0.1 * weight;
    // Above a plane that touches it, U lies nowhere in the box.
    const CountBox box{1, static_cast<double>(rows), 0, label.positives};
    const CountPlane plane = plane_above(form, box);
    for (int point = 0; point < 20; ++point) {
      const double k = static_cast<double>(rng.between(1, static_cast<int>(rows)));
      const double tp = std::min(k, label.positives) * rng.uniform();
      CHECK(plane.at(tp, k) >= form.utility(tp, k) - 1e-12);
    }
  }
  CHECK(tight >= rounds * 9 / 10);
}

TEST_CASE("fixed point: rows that may have no label have no price below 0") {
  cases::Rng rng(4806);
  const Table t = random_table(rng, 3000, 3, 3);
  const Cells cells(t.view());
  NoMonitor monitor;
  const Columns columns(cells, 1, monitor);
  // Offers that are not those by which the labels were given.
  const std::vector<LabelOffer> given = {{1, 0.02f}, {1, 0.01f}, {1, 0}}, later = {{1, 0.3f}, {0.5f, 0.2f}, {1, 0.1f}};
  std::vector<int32_t> label;
  columns.choose(given, true, label, monitor);
  const std::vector<float> free = columns.prices(later, true, label, monitor);
  CHECK(*std::min_element(free.begin(), free.end()) >= 0);
  columns.choose(given, false, label, monitor);
  const std::vector<float> forced = columns.prices(later, false, label, monitor);
  CHECK(*std::min_element(forced.begin(), forced.end()) < 0);
}

// Of every number of rows up to several vectors, for the instruction set that is here.
TEST_CASE("fixed point: loops over columns are those of single rows", "[levels]") {
  cases::Rng rng(11);
  for (int64_t n = 0; n < 100; ++n) {
    const auto size = static_cast<std::size_t>(n);
    std::vector<float> p(size), price(size), best(size), own(size), other(size);
    std::vector<int32_t> of(size);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::vector<float> *each : {&p, &best, &own, &other}) (*each)[i] = static_cast<float>(rng.below(64)) / 64;
      price[i] = best[i] / 2, of[i] = static_cast<int32_t>(rng.below(3));
    }
    const float slope = 0.75f, cost = 0.125f;
    std::vector<float> wanted_best = best, wanted_own = own, wanted_other = other;
    std::vector<int32_t> wanted_of = of;
    double sum = 0, worths = 0;
    int64_t count = 0, paying = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const float offer = slope * p[i] - cost;
      const bool mine = of[i] == 1;
      sum += mine ? p[i] : 0, count += mine;
      worths += std::max(offer - price[i], 0.0f), paying += offer > price[i];
      (mine ? wanted_own : wanted_other)[i] = mine ? offer : std::max(offer, other[i]);
      if (offer > best[i]) wanted_best[i] = offer, wanted_of[i] = 1;
    }
    CAPTURE(n);
    // Sums of these numbers are exact in any order.
    REQUIRE(sum_of_label(p.data(), of.data(), 1, n) == sum);
    REQUIRE(count_of_label(of.data(), 1, n) == count);
    REQUIRE(sum_of_worths(p.data(), slope, cost, price.data(), n) == worths);
    REQUIRE(count_of_worths(p.data(), slope, cost, price.data(), n) == paying);
    part_own(p.data(), slope, cost, 1, n, of.data(), own.data(), other.data());
    REQUIRE(own == wanted_own);
    REQUIRE(other == wanted_other);
    take_better(p.data(), slope, cost, 1, n, best.data(), of.data());
    REQUIRE(best == wanted_best);
    REQUIRE(of == wanted_of);
  }
}

TEST_CASE("fixed point: as good as the ascent, and bounds hold") {
  cases::Rng rng(4802);
  const int rounds = cases::scaled(60);
  int proved = 0, easy_ones = 0;
  for (int round = 0; round < rounds; ++round) {
    const int kind = rng.below(kinds);
    const Table t = random_table(rng, rng.between(4096, 9000), rng.between(2, 12), kind);
    const char *const names[] = {"f1", "fbeta:2", "fbeta:0.5", "jaccard"};
    const auto m = metric(names[rng.below(4)], rng.below(2));
    DecisionOptions options = asking(rng.below(2) ? std::vector<int64_t>{1} : std::vector<int64_t>{0, 1});
    if (rng.below(3) == 0) {
      for (int64_t j = 0; j < t.cols; ++j) options.label_weights.push_back(rng.below(4) ? rng.uniform() * 10 : 0);
      options.label_weights[0] = 1;
    }
    const std::vector<double> shares = options.shares(t.cols);
    const Result got = decide(*m, t.view(), options);
    options.algorithm = Algorithm::block_coordinate;
    const Result ascent = decide(*m, t.view(), options);
    const double value = got.mean(shares), other = ascent.mean(shares), bound = got.decision.answer(0).bound;
    INFO(m->name() << ", " << t.rows << " x " << t.cols << " from " << options.per_row.front() << ", round " << round);
    CHECK(other <= value + bound + 1e-12);
    CHECK(value <= other + ascent.decision.answer(0).bound + 1e-12);
    CHECK(other <= value + 5e-4 * std::fabs(value) + 1e-12);
    // Rows that are alike go to one label, however many they are, and rows must go somewhere: then the ascent goes on.
    const bool easy = kind != with_ties && options.per_row.front() == 0;
    easy_ones += easy;
    proved += easy && got.decision.answer(0).algorithm == Algorithm::fixed_point;
    for (int64_t i = 0; i < t.rows; ++i) {
      const auto row = got.mask.begin() + i * t.cols;
      const int64_t k = std::accumulate(row, row + t.cols, int64_t{0});
      if (k > 1 || k < options.per_row.front()) FAIL("row " << i << " has " << k << " labels");
    }
    for (int64_t j = 0; j < t.cols; ++j) {
      double tp = 0, k = 0, s = 0;
      for (int64_t i = 0; i < t.rows; ++i) {
        const bool has = got.mask[static_cast<std::size_t>(i * t.cols + j)] == 1;
        s += t(i, j), k += has, tp += has ? t(i, j) : 0;
      }
      CHECK(got.expected[static_cast<std::size_t>(j)] ==
            Approx(m->weighted_utility(tp, k, s, static_cast<double>(t.rows))).margin(1e-12));
    }
  }
  CHECK(proved >= easy_ones * 8 / 10);
}

TEST_CASE("fixed point: exclusive labels are solved within 0.05 %") {
  cases::Rng rng(4805);
  for (const int64_t cols : {2, 5, 21}) {
    Table t{20000, cols, {}};
    for (int64_t i = 0; i < t.rows; ++i) {
      double sum = 0;
      const auto first = t.p.size();
      for (int64_t j = 0; j < cols; ++j) {
        const double normal = rng.uniform() + rng.uniform() + rng.uniform() + rng.uniform() - 2;
        t.p.push_back(std::exp(3 * normal - 2 * static_cast<double>(j) / static_cast<double>(cols)));
        sum += t.p.back();
      }
      for (std::size_t j = first; j < t.p.size(); ++j) t.p[j] /= sum;
    }
    for (const char *name : {"f1", "fbeta:2", "jaccard"}) {
      const auto m = metric(name);
      DecisionOptions options = asking({1});
      const std::vector<double> shares = options.shares(cols);
      const Result got = decide(*m, t.view(), options);
      INFO(name << ", " << cols << " labels");
      CHECK(got.decision.answer(0).algorithm == Algorithm::fixed_point);
      CHECK(got.decision.answer(0).bound <= 5e-4 * got.mean(shares));
      options.algorithm = Algorithm::block_coordinate;
      CHECK(got.mean(shares) >= decide(*m, t.view(), options).mean(shares) * (1 - 1e-5));
    }
  }
}

TEST_CASE("fixed point: threads, layouts and floats", "[threads]") {
  cases::Rng rng(4803);
  for (int round = 0; round < 6; ++round) {
    const Table t = random_table(rng, 5000, 7, rng.below(kinds));
    const auto m = metric(round % 2 ? "jaccard" : "f1");
    DecisionOptions options = asking({1});
    const Result got = decide(*m, t.view(), options);
    std::vector<double> turned(t.p.size());
    for (int64_t i = 0; i < t.rows; ++i)
      for (int64_t j = 0; j < t.cols; ++j) turned[static_cast<std::size_t>(j * t.rows + i)] = t(i, j);
    CHECK(decide(*m, {turned.data(), false, t.rows, t.cols, 1, t.rows}, options).mask == got.mask);
    options.threads = 3;
    const Result again = decide(*m, t.view(), options);
    CHECK(again.mask == got.mask);
    CHECK(again.expected == got.expected);
    CHECK(again.decision.answer(0).bound == got.decision.answer(0).bound);
    const std::vector<float> floats(t.p.begin(), t.p.end());
    CHECK(decide(*m, {floats.data(), true, t.rows, t.cols, t.cols, 1}, options).mask == got.mask);
  }
}

TEST_CASE("fixed point: what is refused") {
  cases::Rng rng(4804);
  const Table large = random_table(rng, 4200, 3, 0), small = random_table(rng, 100, 3, 0);
  const auto refuses = [&](const std::string &message, const Table &t, std::vector<int64_t> per_row, const char *name) {
    const auto m = metric(name);
    expect_error(Status::unsupported, message,
                 [&] { decide(*m, t.view(), asking(std::move(per_row), Algorithm::fixed_point)); });
  };
  refuses("algorithm is fixed-point: it is for F_beta with beta above 0 and jaccard", large, {1}, "precision");
  refuses("algorithm is fixed-point: it is for per_row 1, or 0 to 1", large, {2}, "f1");
  refuses("algorithm is fixed-point: it is for two labels or more, and at least 4096 rows", small, {1}, "f1");
  DecisionOptions options = asking({1});
  options.progress = {[](double fraction, void *) { return fraction > 0 ? 1 : 0; }, nullptr};
  expect_error(Status::cancelled, "cancelled", [&] { decide(*metric("f1"), large.view(), options); });
}

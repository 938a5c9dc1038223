// A number of labels for each row with macro averages: against enumeration of every choice, tables with gaps against
// the same tables filled up, and what is refused. Threads and layouts change nothing.
#include <cstdlib>
#include <numeric>

#include "cases.hpp"
#include "core/decisions/rows.hpp"
#include "core/evaluation/evaluate.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;
using cases::metric;
using check::expect_error;

namespace {

struct Table {
  int64_t rows, cols;
  std::vector<double> p;
  RealTable view() const { return {p.data(), false, rows, cols, cols, 1}; }
};

struct Compressed {
  int64_t rows, cols;
  std::vector<int64_t> indptr{0};
  std::vector<int32_t> indices;
  std::vector<double> values;
  SparseTable view() const {
    SparseTable out;
    out.indptr = {indptr.data(), false};
    out.indices = {indices.data(), true};
    out.values = {values.data(), false, static_cast<int64_t>(values.size()), 1};
    out.rows = rows, out.cols = cols;
    return out;
  }
};

// Ties, certainties and labels that are never true among them.
double probability(cases::Rng &rng) {
  switch (rng.below(5)) {
    case 0: return 0;
    case 1: return rng.between(0, 4) / 4.0;
    case 2: return rng.uniform() * rng.uniform() * rng.uniform();
    default: return rng.uniform();
  }
}
Table random_table(cases::Rng &rng, int64_t rows, int64_t cols) {
  Table out{rows, cols, {}};
  for (int64_t c = 0; c < rows * cols; ++c) out.p.push_back(probability(rng));
  return out;
}

// The utility of one label, by its definition.
double utility(const Metric &m, const Table &t, int64_t j, const std::vector<uint8_t> &mask) {
  double tp = 0, k = 0, s = 0, missed = 1;
  for (int64_t i = 0; i < t.rows; ++i) {
    const double p = t.p[static_cast<std::size_t>(i * t.cols + j)];
    const bool has = mask[static_cast<std::size_t>(i * t.cols + j)] == 1;
    s += p, k += has, tp += has ? p : 0, missed *= has ? 1 - p : 1;
  }
  return m.is_coverage() ? 1 - missed : m.weighted_utility(tp, k, s, static_cast<double>(t.rows));
}
double value(const Metric &m, const Table &t, const std::vector<double> &shares, const std::vector<uint8_t> &mask) {
  double sum = 0;
  for (int64_t j = 0; j < t.cols; ++j) sum += shares[static_cast<std::size_t>(j)] * utility(m, t, j, mask);
  return sum;
}

// The best of all choices, row after row.
double best_of(const Metric &m, const Table &t, const std::vector<double> &shares, KRange range,
               std::vector<uint8_t> &mask, int64_t row = 0) {
  if (row == t.rows) return value(m, t, shares, mask);
  double best = -1e300;
  for (int set = 0; set < 1 << t.cols; ++set) {
    int64_t k = 0;
    for (int64_t j = 0; j < t.cols; ++j) {
      const bool has = set >> j & 1;
      mask[static_cast<std::size_t>(row * t.cols + j)] = has;
      k += has;
    }
    if (range.holds(k)) best = std::max(best, best_of(m, t, shares, range, mask, row + 1));
  }
  return best;
}

struct Result {
  std::vector<uint8_t> mask;
  std::vector<double> expected;
  Decision decision;
  double mean(const std::vector<double> &shares) const {
    return std::inner_product(expected.begin(), expected.end(), shares.begin(), 0.0);
  }
};
Result decide(const Metric &m, const RealTable &view, const DecisionOptions &options, bool categorical = false) {
  Result out{std::vector<uint8_t>(static_cast<std::size_t>(view.rows * view.cols), 9),
             std::vector<double>(static_cast<std::size_t>(view.cols), -9),
             {}};
  decide_rows(m, categorical ? Kind::categorical : Kind::independent, view, options,
              {{out.mask.data(), view.rows, view.cols, view.cols, 1}, out.expected.data(), &out.decision});
  return out;
}

DecisionOptions asking(std::vector<int64_t> per_row) {
  DecisionOptions out;
  out.average = Average::macro;
  out.per_row = std::move(per_row);
  return out;
}

const char *const sums[] = {"recall", "balanced_accuracy", "hamming", "specificity", "informedness", "cost:1:3"};
const char *const others[] = {"f1",       "fbeta:2", "fbeta:0.3",  "precision", "jaccard",
                              "coverage", "npv",     "markedness", "mcc",       "kappa"};

}  // namespace

TEST_CASE("per row: every choice is tried") {
  cases::Rng rng(71);
  int64_t best_found = 0, tried = 0;
  for (int round = 0; round < 12000; ++round) {
    const int64_t cols = rng.between(1, 4), rows = rng.between(1, cols > 2 ? 2 : 4);
    const Table t = random_table(rng, rows, cols);
    const bool sum = rng.below(3) == 0;
    const char *name = sum ? sums[rng.below(int{std::size(sums)})] : others[rng.below(int{std::size(others)})];
    const auto m = metric(name, static_cast<int>(rng.below(2)));
    const int64_t low = rng.between(0, static_cast<int>(cols)),
                  high = rng.between(static_cast<int>(low), static_cast<int>(cols));
    DecisionOptions options = asking(low == high ? std::vector<int64_t>{low} : std::vector<int64_t>{low, high});
    if (rng.below(2)) {
      for (int64_t j = 0; j < cols; ++j) options.label_weights.push_back(rng.below(4) ? rng.uniform() * 10 : 0);
      options.label_weights[static_cast<std::size_t>(rng.below(static_cast<int>(cols)))] = 1;
    }
    const std::vector<double> shares = options.shares(cols);
    const Result got = decide(*m, t.view(), options);
    std::vector<uint8_t> mask(t.p.size());
    const double best = best_of(*m, t, shares, {low, high}, mask), reached = value(*m, t, shares, got.mask);
    INFO(name << " " << rows << "x" << cols << " from " << low << " to " << high << " round " << round);
    for (int64_t i = 0; i < rows; ++i) {
      int64_t k = 0;
      for (int64_t j = 0; j < cols; ++j) k += got.mask[static_cast<std::size_t>(i * cols + j)];
      CHECK((low <= k && k <= high));
    }
    CHECK(got.mean(shares) == Approx(reached).margin(1e-12));
    const double bound = got.decision.answer(0).bound;
    CHECK(best <= reached + bound + 1e-12);
    if (sum) {
      CHECK(reached == Approx(best).margin(1e-12));
      CHECK(bound <= 1e-9);
    }
    ++tried;
    best_found += reached >= best - 1e-9;
  }
  // A local search: nearly always the best.
  CHECK(best_found >= tried * 95 / 100);
}

TEST_CASE("per row: answers, masks, layouts, threads", "[threads]") {
  cases::Rng rng(72);
  for (int round = 0; round < 60; ++round) {
    const Table t = random_table(rng, rng.between(1, 60), rng.between(1, 40));
    const auto m = metric(others[rng.below(int{std::size(others)})]);
    DecisionOptions options = asking({rng.between(0, static_cast<int>(std::min<int64_t>(5, t.cols)))});
    const Result got = decide(*m, t.view(), options);
    for (int64_t j = 0; j < t.cols; ++j) {
      const Answer &answer = got.decision.answer(j);
      CHECK(answer.algorithm == Algorithm::block_coordinate);
      CHECK(answer.expected == got.expected[static_cast<std::size_t>(j)]);
      std::vector<int64_t> rows;
      for (int64_t i = 0; i < t.rows; ++i)
        if (got.mask[static_cast<std::size_t>(i * t.cols + j)]) rows.push_back(i);
      CHECK(rows == std::vector<int64_t>(got.decision.items(j), got.decision.items(j) + answer.k));
    }
    // By columns; with threads; as exclusive labels, whose sums hold as well; as compressed rows.
    std::vector<double> turned(t.p.size());
    for (int64_t i = 0; i < t.rows; ++i)
      for (int64_t j = 0; j < t.cols; ++j)
        turned[static_cast<std::size_t>(j * t.rows + i)] = t.p[static_cast<std::size_t>(i * t.cols + j)];
    CHECK(decide(*m, {turned.data(), false, t.rows, t.cols, 1, t.rows}, options).mask == got.mask);
    DecisionOptions threads = options;
    threads.threads = 3;
    const Result again = decide(*m, t.view(), threads);
    CHECK(again.mask == got.mask);
    CHECK(again.decision.answer(0).bound == got.decision.answer(0).bound);
    std::vector<float> floats(t.p.begin(), t.p.end());
    std::vector<double> rounded(floats.begin(), floats.end());
    CHECK(decide(*m, {floats.data(), true, t.rows, t.cols, t.cols, 1}, options).mask ==
          decide(*m, {rounded.data(), false, t.rows, t.cols, t.cols, 1}, options).mask);
    Compressed c{t.rows, t.cols, {0}, {}, {}};
    for (int64_t i = 0; i < t.rows; ++i) {
      for (int64_t j = 0; j < t.cols; ++j)
        if (const double p = t.p[static_cast<std::size_t>(i * t.cols + j)]; p > 0) {
          c.indices.push_back(static_cast<int32_t>(j));
          c.values.push_back(p);
        }
      c.indptr.push_back(static_cast<int64_t>(c.indices.size()));
    }
    std::vector<double> expected(static_cast<std::size_t>(t.cols));
    decide_rows(*m, Kind::independent, c.view(), options, {{}, expected.data(), nullptr});
    CHECK(expected == got.expected);
    std::vector<double> given(static_cast<std::size_t>(t.cols));
    expected_rows(*m, Kind::independent, t.view(), {got.mask.data(), t.rows, t.cols, t.cols, 1}, options, given.data(),
                  nullptr);
    for (std::size_t j = 0; j < given.size(); ++j) CHECK(given[j] == Approx(got.expected[j]).margin(1e-12));
  }
}

TEST_CASE("per row: tables with gaps") {
  cases::Rng rng(73);
  for (const char *name : {"f1", "jaccard", "coverage", "recall"}) {
    // More cells than are filled up; rows with fewer cells than labels to give, and with none.
    Compressed c{1500, 800, {0}, {}, {}};
    Table t{c.rows, c.cols, std::vector<double>(static_cast<std::size_t>(c.rows * c.cols), 0.0)};
    for (int64_t i = 0; i < c.rows; ++i) {
      const int64_t listed = rng.between(0, 12);
      for (int64_t l = 0; l < listed; ++l) {
        const auto j = static_cast<int32_t>(rng.uniform() * rng.uniform() * static_cast<double>(c.cols));
        double &p = t.p[static_cast<std::size_t>(i * c.cols + j)];
        if (p > 0) continue;
        p = rng.uniform() * rng.uniform();
        c.indices.push_back(j);
        c.values.push_back(p);
      }
      c.indptr.push_back(static_cast<int64_t>(c.indices.size()));
    }
    const auto m = metric(name);
    for (const std::vector<int64_t> &per_row : {std::vector<int64_t>{3}, {2, 6}}) {
      INFO(name << " " << per_row.front() << " to " << per_row.back());
      const DecisionOptions options = asking(per_row);
      const std::vector<double> shares = options.shares(c.cols);
      const Result whole = decide(*m, t.view(), options);
      Result gaps{{}, std::vector<double>(static_cast<std::size_t>(c.cols)), {}};
      decide_rows(*m, Kind::independent, c.view(), options, {{}, gaps.expected.data(), &gaps.decision});
      std::vector<int64_t> counts(static_cast<std::size_t>(c.rows), 0);
      for (int64_t j = 0; j < c.cols; ++j)
        for (int64_t a = 0; a < gaps.decision.answer(j).k; ++a)
          ++counts[static_cast<std::size_t>(gaps.decision.items(j)[a])];
      for (int64_t k : counts) CHECK((per_row.front() <= k && k <= per_row.back()));
      const double a = whole.mean(shares), b = gaps.mean(shares);
      // Of a table with gaps the prices are other ones, and so are the local optima.
      CHECK(b >= a - 2e-3 * std::fabs(a));
      CHECK(a >= b - 2e-3 * std::fabs(b));
      CHECK(b <= a + whole.decision.answer(0).bound + 1e-9);
      CHECK(a <= b + gaps.decision.answer(0).bound + 1e-9);
    }
  }
}

TEST_CASE("per row: many rows are proved to be close to the best") {
  cases::Rng rng(74);
  Table t{2000, 60, {}};
  for (int64_t c = 0; c < t.rows * t.cols; ++c) t.p.push_back(std::pow(rng.uniform(), 4));
  for (const char *name : {"f1", "jaccard", "fbeta:2"}) {
    const auto m = metric(name);
    const DecisionOptions options = asking({3});
    const Result got = decide(*m, t.view(), options);
    INFO(name << " gap " << got.decision.answer(0).bound / got.mean(options.shares(t.cols)));
    CHECK(got.decision.answer(0).bound < 2e-3 * got.mean(options.shares(t.cols)));
  }
}

// Labels have about five rows each there, and an ascent by rows alone stays 0.07 % below what is known.
TEST_CASE("per row: an even table with gaps is solved within 0.05 %, with any number of threads", "[threads]") {
  cases::Rng rng(75);
  Compressed c{2000, 2000, {0}, {}, {}};
  for (int64_t i = 0; i < c.rows; ++i) {
    for (int64_t j = rng.below(40); j < c.cols; j += 1 + rng.below(79)) {
      c.indices.push_back(static_cast<int32_t>(j));
      c.values.push_back(rng.uniform());
    }
    c.indptr.push_back(static_cast<int64_t>(c.indices.size()));
  }
  const auto m = metric("f1");
  DecisionOptions options = asking({5});
  const std::vector<double> shares = options.shares(c.cols);
  const auto solve = [&](int threads) {
    options.threads = threads;
    Result out{{}, std::vector<double>(static_cast<std::size_t>(c.cols)), {}};
    decide_rows(*m, Kind::independent, c.view(), options, {{}, out.expected.data(), &out.decision});
    return out;
  };
  const Result one = solve(1), three = solve(3);
  CHECK(one.decision.answer(0).bound <= 5e-4 * one.mean(shares));
  CHECK(one.expected == three.expected);
  CHECK(one.decision.answer(0).bound == three.decision.answer(0).bound);
}

TEST_CASE("per row: what is refused") {
  const Table t{2, 3, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}};
  const auto f1 = metric("f1");
  const auto refuses = [&](Status status, const std::string &message, const DecisionOptions &options, const char *name = "f1") {
    const auto m = metric(name);
    expect_error(status, message, [&] { decide(*m, t.view(), options); });
  };
  DecisionOptions options = asking({2});
  options.average = Average::instance;
  refuses(Status::argument, "per_row is set and average is instance", options);
  refuses(Status::argument, "per_row has 3 numbers: must have one, or two", asking({1, 2, 3}));
  refuses(Status::argument, "per_row is from 2 to 1", asking({2, 1}));
  refuses(Status::argument, "per_row is 4: the table has 3 labels", asking({4}));
  refuses(Status::unsupported, "metric \"gmean\" with per_row", asking({1}), "gmean");
  options = asking({1});
  options.at_most = 1;
  refuses(Status::argument, "at_most is set with per_row", options);
  options = asking({1});
  options.algorithm = Algorithm::ye;
  refuses(Status::unsupported, "algorithm is ye: with per_row", options);
  options = asking({1});
  options.label_weights = {1, 2};
  refuses(Status::argument, "label_weights has 2 numbers: there are 3 labels", options);
  options.label_weights = {0, 0, 0};
  refuses(Status::argument, "label_weights are all 0", options);
  std::vector<uint8_t> mask(6, 0);
  double regret[3];
  expect_error(Status::unsupported, "per_row is set: the regret of a given prediction is unknown", [&] {
    expected_rows(*f1, Kind::independent, t.view(), {mask.data(), 2, 3, 3, 1}, asking({1}), nullptr, regret);
  });
  options = asking({1});
  options.progress = {[](double, void *) { return 1; }, nullptr};
  expect_error(Status::cancelled, "cancelled", [&] { decide(*f1, t.view(), options); });
}

TEST_CASE("per row: weights of labels in an evaluation") {
  const uint8_t truth[] = {1, 0, 1, 1}, prediction[] = {1, 1, 0, 1};
  const Grid<const uint8_t> y{truth, 2, 2, 2, 1}, h{prediction, 2, 2, 2, 1};
  DecisionOptions options = asking({});
  options.label_weights = {3, 1};
  const auto f1 = metric("f1");
  CHECK(evaluate(*f1, options, y, h, {}).value == Approx((3 * 2.0 / 3 + 2.0 / 3) / 4));
  options.label_weights = {0, 2};
  CHECK(evaluate(*f1, options, y, h, {}).value == Approx(2.0 / 3));
  options.average = Average::micro;
  expect_error(Status::argument, "label_weights are set and average is micro",
               [&] { evaluate(*f1, options, y, h, {}); });
}

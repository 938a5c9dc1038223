// Many short rows at once: each instruction set, any layout, any number of threads and a row alone give the same bits,
// and what they give is the optimum.
#include <limits>

#include "core/decisions/independent/independent.hpp"
#include "core/decisions/rows.hpp"
#include "core/decisions/short_rows/short_rows.hpp"
#include "core/numeric/special/reciprocal_nodes.hpp"
#include "decision_check.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;
using cases::metric;
using check::expect_error;

namespace {

struct Rows {
  int64_t rows, n;
  std::vector<double> p;

  Rows(cases::Rng &rng, int64_t count, int64_t labels, int kind) : rows(count), n(labels) {
    p = cases::probabilities(rng, static_cast<int>(rows * n), kind);
  }
  RealTable view() const { return {p.data(), false, rows, n, n, 1}; }
  std::vector<double> row(int64_t i) const { return {p.begin() + i * n, p.begin() + (i + 1) * n}; }
};

struct Result {
  std::vector<uint8_t> mask;
  std::vector<double> expected;
  bool operator==(const Result &other) const { return mask == other.mask && expected == other.expected; }
};

Result decide_at(const ShortLevel *level, const Metric &m, const Rows &rows, const DecisionOptions &options,
                 Decision *decision = nullptr) {
  Result out{std::vector<uint8_t>(rows.p.size(), 9), std::vector<double>(static_cast<std::size_t>(rows.rows), -9)};
  decide_short_rows(
      m, rows.view(), options, {{out.mask.data(), rows.rows, rows.n, rows.n, 1}, out.expected.data(), decision},
      [&](KRange range, Workspace &work, Monitor &monitor, Answer &answer) {
        decide_ranked({m, facts_of(m), options, range, work, monitor, {}}, answer);
      },
      level);
  return out;
}

void random_range(cases::Rng &rng, int n, DecisionOptions &options) {
  if (rng.below(3) == 0) options.at_least = rng.between(0, n);
  if (rng.below(3) == 0) options.at_most = rng.between(std::max(0, static_cast<int>(options.at_least)), n);
}

const char *const names[] = {"f1", "jaccard", "fbeta:2", "fbeta:0.5", "fbeta:1.1"};

bool same_number(double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); }

// E J_k for every k, in long double: the sum of p above times E 1/(k + fn).
std::vector<oracle::Real> jaccard_curve(std::vector<double> p, int z) {
  std::sort(p.begin(), p.end(), std::greater<>());
  std::vector<oracle::Real> out;
  oracle::Real above = 0;
  for (std::size_t k = 0; k <= p.size(); ++k) {
    if (k > 0) above += p[k - 1];
    const std::vector<oracle::Real> fn = oracle::masses(p.data() + k, p.size() - k);
    oracle::Real mean = 0;
    if (k == 0) mean = fn[0] * z;
    for (std::size_t f = 0; k > 0 && f < fn.size(); ++f) mean += fn[f] / static_cast<oracle::Real>(k + f);
    out.push_back(k == 0 ? mean : above * mean);
  }
  return out;
}

std::vector<oracle::Real> exact_curve(const std::string &name, const std::vector<double> &p, int z) {
  if (name == "f1") return oracle::ye_curve(p, 1, 1, z);
  if (name == "fbeta:2") return oracle::ye_curve(p, 4, 1, z);
  if (name == "fbeta:0.5") return oracle::ye_curve(p, 1, 4, z);
  return jaccard_curve(p, z);
}

}  // namespace

TEST_CASE("rows: every instruction set gives the same bits, and so does a row alone", "[levels]") {
  cases::Rng rng(901);
  REQUIRE(short_levels().size() >= 1);
  for (int i = 0; i < cases::scaled(1500); ++i) {
    const int n = i % 300 == 7  ? rng.between(2048, 5000)
                  : i % 20 == 0 ? rng.between(130, 700)
                  : i % 3       ? rng.between(1, 40)
                                : rng.between(1, 130);
    const Rows rows(rng, rng.between(1, 19), n, i % cases::kinds);
    const std::string name = names[rng.below(5)];
    const auto m = metric(name, rng.below(2));
    DecisionOptions options;
    random_range(rng, n, options);
    CAPTURE(name, m->zero_division(), n, rows.rows, cases::kind_name(i % cases::kinds), options.at_least,
            options.at_most);
    REQUIRE(choose(Kind::independent, facts_of(*m), n, Layout::lanes) == Algorithm::separable);
    Decision decision;
    const Result first = decide_at(&baseline::level, *m, rows, options, &decision);
    for (const ShortLevel *level : short_levels()) {
      CAPTURE(level->name);
      CHECK(decide_at(level, *m, rows, options) == first);
    }
    for (int64_t r = 0; r < rows.rows; ++r) {
      const auto alone = check::decide(*m, check::independent(rows.row(r)), options);
      const Answer &answer = decision.answer(r);
      CHECK(answer.k == alone.answer.k);
      CHECK(answer.expected == alone.answer.expected);
      CHECK(first.expected[static_cast<std::size_t>(r)] == alone.answer.expected);
      CHECK(answer.bound == alone.answer.bound);
      CHECK(answer.p_zero == alone.answer.p_zero);
      CHECK(answer.algorithm == alone.answer.algorithm);
      CHECK(same_number(answer.next_best, alone.answer.next_best));
      CHECK(answer.not_excluded.low == alone.answer.not_excluded.low);
      CHECK(answer.not_excluded.high == alone.answer.not_excluded.high);
      const std::vector<int64_t> items(decision.items(r), decision.items(r) + answer.k);
      CHECK(items == alone.items);
      for (int64_t j = 0; j < n; ++j)
        CHECK(first.mask[static_cast<std::size_t>(r * n + j)] ==
              (std::binary_search(items.begin(), items.end(), j) ? 1 : 0));
    }
  }
}

TEST_CASE("rows: against enumeration", "[levels]") {
  cases::Rng rng(902);
  for (int i = 0; i < cases::scaled(250); ++i) {
    const int n = rng.between(1, i % 25 == 0 ? 10 : 7), kind = i % cases::kinds, z = rng.below(2);
    const Rows rows(rng, 9, n, kind);
    for (const std::string name : names) {
      const auto m = metric(name, z);
      DecisionOptions options;
      random_range(rng, n, options);
      const KRange range = options.k_range(n);
      Decision decision;
      decide_at(nullptr, *m, rows, options, &decision);
      const oracle::Cells cells(oracle::utility(name, z), n);
      for (int64_t r = 0; r < rows.rows; ++r) {
        const auto p = rows.row(r);
        CAPTURE(cases::list(p), options.at_least, options.at_most);
        const auto law = oracle::independent(p);
        const auto best = oracle::optimum(cells, law, static_cast<int>(range.low), static_cast<int>(range.high));
        const Answer &a = decision.answer(r);
        check::Demands demands;
        demands.next_best = std::none_of(p.begin(), p.end(), [](double x) { return x == 0; });
        // Probabilities that sums cannot tell from 0 or 1 make ties of rounding.
        demands.ties =
            std::none_of(p.begin(), p.end(), [](double x) { return (x > 0 && x < 1e-10) || (x < 1 && x > 1 - 1e-10); });
        check::decision({a, {decision.items(r), decision.items(r) + a.k}, decision.loss(r)}, *m, cells, law, best,
                        range, demands);
      }
    }
  }
}

TEST_CASE("rows: against the recursion in long double") {
  cases::Rng rng(903);
  const auto compare = [&](int n, int count) {
    for (int i = 0; i < cases::scaled(count); ++i) {
      const Rows rows(rng, 8, n, i % cases::kinds);
      const std::string name = names[rng.below(4)];
      const int z = rng.below(2);
      const auto m = metric(name, z);
      Decision decision;
      decide_at(nullptr, *m, rows, {}, &decision);
      for (int64_t r = 0; r < rows.rows; ++r) {
        const auto curve = exact_curve(name, rows.row(r), z);
        const auto best = *std::max_element(curve.begin(), curve.end());
        const Answer &a = decision.answer(r);
        const oracle::Real own = curve[static_cast<std::size_t>(a.k)];
        CAPTURE(name, z, n, cases::kind_name(i % cases::kinds), a.k, a.expected, static_cast<double>(best));
        const oracle::Real tiny = std::numeric_limits<double>::min();
        CHECK(best - own <= 1e-14L * best + tiny);
        CHECK(std::fabs(a.expected - own) <= (1e-14L + 1e-16L * n) * own + tiny);
        CHECK(std::fabs(a.expected - own) <= a.bound + tiny);
        CHECK(a.bound <= 1e-14 * n * a.expected + 1e-13);
        const auto at = [&](int64_t k) { return curve[static_cast<std::size_t>(k)]; };
        for (int64_t k = 0; k <= n; ++k)
          if (!a.not_excluded.holds(k)) CHECK(at(k) < best + tiny);
        oracle::Real next = 0;
        for (int64_t k = 0; k <= n; ++k)
          if (k != a.k) next = std::max(next, at(k));
        CHECK(std::fabs(a.next_best - next) <= 1e-13L * next + tiny);
      }
    }
  };
  compare(14, 60);
  compare(17, 60);
  compare(53, 30);
  compare(101, 12);
  compare(300, 3);
}

TEST_CASE("rows: long rows, whose windows alone are sorted, against the whole curve", "[levels]") {
  cases::Rng rng(907);
  for (int i = 0; i < cases::scaled(6); ++i) {
    const Rows rows(rng, 2, rng.between(2048, 3000), i % cases::kinds);
    const auto m = metric("f1");
    Decision decision;
    decide_at(nullptr, *m, rows, {}, &decision);
    for (int64_t r = 0; r < rows.rows; ++r) {
      DecisionOptions whole;
      whole.algorithm = Algorithm::ye;
      const auto d = check::decide(*m, check::independent(rows.row(r)), whole);
      const std::vector<int64_t> items(decision.items(r), decision.items(r) + decision.answer(r).k);
      CHECK(items == d.items);
      CHECK(decision.answer(r).expected == Approx(d.answer.expected).epsilon(1e-12));
      CHECK(decision.answer(r).next_best == Approx(d.answer.next_best).epsilon(1e-12));
    }
  }
}

TEST_CASE("rows: float, strides, columns and threads change no bit", "[threads]") {
  cases::Rng rng(904);
  for (int i = 0; i < cases::scaled(60); ++i) {
    const int n = rng.between(1, i % 2 ? 16 : 120);
    Rows rows(rng, rng.between(1, 300), n, i % cases::kinds);
    for (double &x : rows.p) x = static_cast<float>(x);
    const auto m = metric(names[rng.below(4)]);
    DecisionOptions options;
    const Result plain = decide_at(nullptr, *m, rows, options);

    options.threads = rng.between(2, 4);
    CHECK(decide_at(nullptr, *m, rows, options) == plain);

    const std::vector<float> floats(rows.p.begin(), rows.p.end());
    Result other{std::vector<uint8_t>(rows.p.size(), 9), std::vector<double>(plain.expected.size(), -9)};
    decide_rows(*m, Kind::independent, RealTable{floats.data(), true, rows.rows, n, n, 1}, options,
                {{other.mask.data(), rows.rows, n, n, 1}, other.expected.data(), nullptr});
    CHECK(other == plain);

    // Columns first, backwards, every third number, and the mask likewise.
    const int64_t row_step = -3, col_step = 3 * rows.rows;
    std::vector<double> spread(static_cast<std::size_t>(col_step * n), 0.5);
    std::vector<uint8_t> cells(spread.size(), 9);
    const int64_t start = 3 * (rows.rows - 1);
    for (int64_t r = 0; r < rows.rows; ++r)
      for (int64_t j = 0; j < n; ++j)
        spread[static_cast<std::size_t>(start + r * row_step + j * col_step)] =
            rows.p[static_cast<std::size_t>(r * n + j)];
    other.expected.assign(plain.expected.size(), -9);
    decide_rows(*m, Kind::independent, RealTable{spread.data() + start, false, rows.rows, n, row_step, col_step},
                options, {{cells.data() + start, rows.rows, n, row_step, col_step}, other.expected.data(), nullptr});
    for (int64_t r = 0; r < rows.rows; ++r)
      for (int64_t j = 0; j < n; ++j) {
        auto &cell = cells[static_cast<std::size_t>(start + r * row_step + j * col_step)];
        other.mask[static_cast<std::size_t>(r * n + j)] = cell;
        cell = 9;
      }
    CHECK(other == plain);
    CHECK(std::count(cells.begin(), cells.end(), 9) == static_cast<std::ptrdiff_t>(cells.size()));

    // The table on its side: a problem a column.
    DecisionOptions macro = options;
    macro.average = Average::macro;
    std::vector<double> sideways(rows.p.size());
    for (int64_t r = 0; r < rows.rows; ++r)
      for (int64_t j = 0; j < n; ++j)
        sideways[static_cast<std::size_t>(j * rows.rows + r)] = rows.p[static_cast<std::size_t>(r * n + j)];
    other.expected.assign(plain.expected.size(), -9);
    decide_rows(*m, Kind::independent, RealTable{sideways.data(), false, n, rows.rows, rows.rows, 1}, macro,
                {{cells.data(), n, rows.rows, rows.rows, 1}, other.expected.data(), nullptr});
    for (int64_t r = 0; r < rows.rows; ++r)
      for (int64_t j = 0; j < n; ++j)
        other.mask[static_cast<std::size_t>(r * n + j)] = cells[static_cast<std::size_t>(j * rows.rows + r)];
    CHECK(other == plain);
  }
}

TEST_CASE("rows: of equal probabilities the first are taken") {
  const auto m = metric("f1");
  for (int64_t n : {5, 16, 40, 200})
    for (double value : {0.0, 0.3, 0.5, 1.0}) {
      std::vector<double> p(static_cast<std::size_t>(n), value);
      p[static_cast<std::size_t>(n - 1)] = 1;
      DecisionOptions options;
      options.at_least = options.at_most = n / 2;
      std::vector<uint8_t> mask(p.size(), 9);
      decide_rows(*m, Kind::independent, RealTable{p.data(), false, 1, n, n, 1}, options,
                  {{mask.data(), 1, n, n, 1}, nullptr, nullptr});
      for (int64_t j = 0; j < n; ++j) {
        const bool in = value == 1 ? j < n / 2 : j == n - 1 || j < n / 2 - 1;
        CHECK(mask[static_cast<std::size_t>(j)] == (in ? 1 : 0));
      }
    }
}

TEST_CASE("rows: no search stops where the curve falls") {
  const auto m = metric("f1");
  std::vector<double> p(12, 0.2514);
  p[0] = 0.8809;
  const auto d = check::decide(*m, check::independent(p));
  CHECK(d.answer.k == 12);
  CHECK(d.answer.expected == Approx(0.452502).epsilon(1e-6));
  // The same where limits come first: labels that are surely false change nothing.
  std::vector<double> longer = p;
  longer.resize(60, 0);
  const auto e = check::decide(*m, check::independent(longer));
  CHECK(e.answer.k == 12);
  CHECK(e.answer.expected == d.answer.expected);
}

TEST_CASE("rows: undecided, and what cannot be true", "[threads]") {
  cases::Rng rng(905);
  for (int n : {4, 30}) {
    const Rows rows(rng, 50, n, 0);
    const auto m = metric("jaccard");
    const Result plain = decide_at(nullptr, *m, rows, {});
    DecisionOptions options;
    options.abstain = 0.4;
    const Result some = decide_at(nullptr, *m, rows, options);
    int left = 0;
    CHECK(some.expected == plain.expected);
    for (int64_t r = 0; r < rows.rows; ++r) {
      const bool abstains = 1 - plain.expected[static_cast<std::size_t>(r)] > 0.4;
      left += abstains;
      for (int64_t c = r * n; c < (r + 1) * n; ++c)
        CHECK(some.mask[static_cast<std::size_t>(c)] ==
              (abstains ? undecided : plain.mask[static_cast<std::size_t>(c)]));
    }
    CHECK(left > 0);
    CHECK(left < rows.rows);
  }

  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (double wrong : {nan, -1e-300, 1.00000000000001, HUGE_VAL})
    for (int threads : {1, 3}) {
      Rows rows(rng, 3000, 6, 0);
      rows.p[2999 * 6 + 1] = -7;
      rows.p[1234 * 6 + 5] = wrong;
      rows.p[1234 * 6 + 3] = wrong;
      DecisionOptions options;
      options.threads = threads;
      expect_error(Status::argument, text("probabilities[1234][3] is ", wrong, ": must lie in [0, 1]"), [&] {
        decide_rows(*metric("f1"), Kind::independent, rows.view(), options, {{}, nullptr, nullptr});
      });
    }
}

TEST_CASE("rows: what the nodes do not reach is decided all the same") {
  // Numbers so small that limits exclude nothing: every k is left, over a range wider than any table of nodes.
  const auto m = metric("fbeta:0.5");
  cases::Rng rng(906);
  Rows rows(rng, 3, 900, 0);
  for (double &x : rows.p) x = 1e-300;
  Workspace work;
  work.ranked.rank(rows.n, [&](int64_t j) { return rows.p[static_cast<std::size_t>(j)]; });
  Answer answer;
  DecisionOptions options;
  options.at_least = 1;
  REQUIRE(!decide_short_row(*m, options.k_range(rows.n), work, answer));
  const Result result = decide_at(nullptr, *m, rows, options);
  const auto alone = check::decide(*m, check::independent(rows.row(0)), options);
  for (int64_t r = 0; r < rows.rows; ++r) {
    CHECK(result.expected[static_cast<std::size_t>(r)] == alone.answer.expected);
    int64_t k = 0;
    for (int64_t j = 0; j < rows.n; ++j) k += result.mask[static_cast<std::size_t>(r * rows.n + j)];
    CHECK(k == alone.answer.k);
  }
}

TEST_CASE("rows: a probability above 1 by rounding is 1") {
  const double above = 1 + 2e-16, table[] = {above, 0.4, 0.3, 0.9, above, 0.2}, ones[] = {1, 0.4, 0.3, 0.9, 1, 0.2};
  const float narrow[] = {1.0000001f, 0.25f, 0.5f, 0.75f, 1, 0.125f},
              narrow_ones[] = {1, 0.25f, 0.5f, 0.75f, 1, 0.125f};
  const int64_t indptr[] = {0, 3, 6}, indices[] = {0, 1, 2, 0, 1, 2};
  REQUIRE(above > 1);
  for (const char *name : {"f1", "mcc", "hamming", "balanced_accuracy"})
    for (const Average average : {Average::instance, Average::macro, Average::micro}) {
      CAPTURE(name, average_name(average));
      const auto judged = cases::metric(name);
      DecisionOptions options;
      options.average = average;
      const auto decided = [&](const auto &rows) {
        std::vector<uint8_t> mask(6, 9);
        Answers answers;
        answers.mask = {mask.data(), 2, 3, 3, 1};
        decide_rows(*judged, Kind::independent, rows, options, answers);
        return mask;
      };
      const std::vector<uint8_t> want = decided(RealTable{ones, false, 2, 3, 3, 1});
      CHECK(decided(RealTable{table, false, 2, 3, 3, 1}) == want);
      CHECK(decided(SparseTable{{indptr, false}, {indices, false}, {table, false, 6, 1}, 2, 3}) == want);
      CHECK(decided(RealTable{narrow, true, 2, 3, 3, 1}) == decided(RealTable{narrow_ones, true, 2, 3, 3, 1}));
    }
  const double far[] = {1 + 1e-14, 0.5};
  DecisionOptions options;
  std::vector<uint8_t> mask(2);
  Answers answers;
  answers.mask = {mask.data(), 1, 2, 2, 1};
  expect_error(Status::argument, "probabilities[0][0] is 1.00000000000001: must lie in [0, 1]", [&] {
    decide_rows(*cases::metric("f1"), Kind::independent, RealTable{far, false, 1, 2, 2, 1}, options, answers);
  });
  Independent fed, exact;
  fed.feed({table, false, 3, 1});
  exact.feed({ones, false, 3, 1});
  CHECK(fed.save() == exact.save());
}

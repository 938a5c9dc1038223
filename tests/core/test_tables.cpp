// Tables: instance, macro and micro averages, threads, layouts, evaluation.
#include "core/decisions/rows.hpp"
#include "core/evaluation/evaluate.hpp"
#include "decision_check.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;
using cases::metric;
using Catch::Contains;

using check::expect_error;

namespace {

struct Table {
  int64_t rows, cols;
  std::vector<double> p;
  RealTable view() const { return {p.data(), false, rows, cols, cols, 1}; }
  std::vector<double> row(int64_t i) const { return {p.begin() + i * cols, p.begin() + (i + 1) * cols}; }
  std::vector<double> col(int64_t j) const {
    std::vector<double> out;
    for (int64_t i = 0; i < rows; ++i) out.push_back(p[static_cast<std::size_t>(i * cols + j)]);
    return out;
  }
};

Table random_table(cases::Rng &rng, int64_t rows, int64_t cols, int kind) {
  return {rows, cols, cases::probabilities(rng, static_cast<int>(rows * cols), kind)};
}

Table exclusive(Table t) {
  for (int64_t i = 0; i < t.rows; ++i) {
    double sum = 0;
    for (double x : t.row(i)) sum += x;
    for (int64_t j = 0; j < t.cols; ++j) t.p[static_cast<std::size_t>(i * t.cols + j)] /= std::max(1.0, 1.25 * sum);
  }
  return t;
}

struct Result {
  std::vector<uint8_t> mask;
  std::vector<double> expected;
  Decision decision;
  bool operator==(const Result &other) const {
    if (mask != other.mask || expected != other.expected || decision.count() != other.decision.count()) return false;
    for (int64_t a = 0; a < decision.count(); ++a) {
      const Answer &x = decision.answer(a), &y = other.decision.answer(a);
      if (x.k != y.k || x.expected != y.expected || x.bound != y.bound || x.p_zero != y.p_zero ||
          !std::equal(decision.items(a), decision.items(a) + x.k, other.decision.items(a)))
        return false;
    }
    return true;
  }
};

template <class Source>
Result run(const Metric &m, Kind kind, const Source &source, const DecisionOptions &options) {
  Result out;
  out.mask.assign(static_cast<std::size_t>(source.rows * source.cols), 9);
  out.expected.assign(static_cast<std::size_t>(answer_count(options.average, source.rows, source.cols)), -9);
  decide_rows(m, kind, source, options,
              {{out.mask.data(), source.rows, source.cols, source.cols, 1}, out.expected.data(), &out.decision});
  return out;
}

}  // namespace

TEST_CASE("tables: each answer is the decision for its own problem") {
  cases::Rng rng(501);
  for (int i = 0; i < cases::scaled(60); ++i) {
    const Table independent = random_table(rng, rng.between(1, 6), rng.between(1, 6), i % cases::kinds);
    const Table categorical = exclusive(independent);
    const std::string &name =
        cases::metrics()[static_cast<std::size_t>(rng.below(static_cast<int>(cases::metrics().size())))];
    const auto m = metric(name, i % 2);
    if (!m->has(rises_in_tp)) continue;
    for (Kind kind : {Kind::independent, Kind::categorical})
      for (Average average : {Average::instance, Average::macro, Average::micro}) {
        const Table &t = kind == Kind::independent ? independent : categorical;
        DecisionOptions options;
        options.average = average;
        if (rng.below(2)) options.at_least = 1;
        CAPTURE(name, kind_name(kind), average_name(average), cases::list(t.p), t.rows, t.cols);
        if (kind == Kind::categorical && average == Average::micro) {
          expect_error(Status::unsupported, "average is micro given exclusive labels",
                       [&] { run(*m, kind, t.view(), options); });
          continue;
        }
        const Result result = run(*m, kind, t.view(), options);
        const int64_t count = average == Average::instance ? t.rows : average == Average::macro ? t.cols : 1;
        REQUIRE(result.decision.count() == count);
        for (int64_t a = 0; a < count; ++a) {
          const auto p = average == Average::instance ? t.row(a) : average == Average::macro ? t.col(a) : t.p;
          DecisionOptions single = options;
          single.average = Average::instance;
          const bool as_categorical = kind == Kind::categorical && average == Average::instance;
          const auto alone = as_categorical ? check::decide(*m, check::categorical(p), single)
                                            : check::decide(*m, check::independent(p), single);
          const double scale = m->range(static_cast<int64_t>(p.size())).magnitude();
          CHECK(result.decision.answer(a).expected ==
                Approx(alone.answer.expected).epsilon(1e-14).margin(1e-15 * scale));
          CHECK(result.expected[static_cast<std::size_t>(a)] == result.decision.answer(a).expected);
          CHECK(result.decision.loss(a) == m->loss(result.decision.answer(a).expected));
          const std::vector<int64_t> items(result.decision.items(a),
                                           result.decision.items(a) + result.decision.answer(a).k);
          CHECK(items == alone.items);
          for (int64_t item = 0; item < static_cast<int64_t>(p.size()); ++item) {
            const int64_t cell = average == Average::instance ? a * t.cols + item
                                 : average == Average::macro  ? item * t.cols + a
                                                              : item;
            CHECK(result.mask[static_cast<std::size_t>(cell)] ==
                  (std::binary_search(items.begin(), items.end(), item) ? 1 : 0));
          }
        }
      }
  }
}

TEST_CASE("tables: one row or one column, and the averages coincide") {
  cases::Rng rng(502);
  for (int i = 0; i < cases::scaled(60); ++i) {
    const auto p = cases::probabilities(rng, rng.between(1, 12), i % cases::kinds);
    const int64_t n = static_cast<int64_t>(p.size());
    const Table row{1, n, p}, column{n, 1, p};
    const std::string &name =
        cases::metrics()[static_cast<std::size_t>(rng.below(static_cast<int>(cases::metrics().size())))];
    const auto m = metric(name);
    if (!m->has(rises_in_tp)) continue;
    DecisionOptions instance, macro, micro;
    macro.average = Average::macro;
    micro.average = Average::micro;
    CAPTURE(name);
    const Result x = run(*m, Kind::independent, row.view(), instance);
    CHECK(run(*m, Kind::independent, row.view(), micro) == x);
    CHECK(run(*m, Kind::independent, column.view(), macro) == x);
    CHECK(run(*m, Kind::independent, column.view(), micro) == x);
  }
}

TEST_CASE("tables: layouts, float, sparse rows and threads change nothing", "[threads]") {
  cases::Rng rng(503);
  for (int i = 0; i < cases::scaled(40); ++i) {
    Table t = random_table(rng, rng.between(1, 30), rng.between(1, 9), i % 5);
    const Kind kind = i % 3 ? Kind::independent : Kind::categorical;
    if (kind == Kind::categorical) t = exclusive(t);
    for (double &x : t.p) x = static_cast<float>(x);
    const char *names[] = {"f1", "jaccard", "gmean", "mcc", "hamming", "subset_accuracy"};
    const auto m = metric(names[rng.below(6)]);
    for (Average average : {Average::instance, Average::macro, Average::micro}) {
      if (kind == Kind::categorical && average == Average::micro) continue;
      DecisionOptions options;
      options.average = average;
      const Result result = run(*m, kind, t.view(), options);
      CAPTURE(m->name(), average_name(average), kind_name(kind), t.rows, t.cols);

      for (int threads : {2, 3, 0}) {
        options.threads = threads;
        CHECK(run(*m, kind, t.view(), options) == result);
      }
      const std::vector<float> narrow(t.p.begin(), t.p.end());
      CHECK(run(*m, kind, RealTable{narrow.data(), true, t.rows, t.cols, t.cols, 1}, options) == result);
      std::vector<double> transposed(t.p.size());
      for (int64_t r = 0; r < t.rows; ++r)
        for (int64_t c = 0; c < t.cols; ++c)
          transposed[static_cast<std::size_t>(c * t.rows + r)] = t.p[static_cast<std::size_t>(r * t.cols + c)];
      CHECK(run(*m, kind, RealTable{transposed.data(), false, t.rows, t.cols, 1, t.rows}, options) == result);

      std::vector<int64_t> indptr{0}, indices;
      std::vector<double> values;
      for (int64_t r = 0; r < t.rows; ++r) {
        for (int64_t c = 0; c < t.cols; ++c) {
          const double p = t.p[static_cast<std::size_t>(r * t.cols + c)];
          if (p == 0 && rng.below(2)) continue;
          indices.push_back(c);
          values.push_back(p);
        }
        indptr.push_back(static_cast<int64_t>(indices.size()));
      }
      const std::vector<int32_t> indptr_32(indptr.begin(), indptr.end()), indices_32(indices.begin(), indices.end());
      const Reals reals{values.data(), false, static_cast<int64_t>(values.size()), 1};
      CHECK(run(*m, kind, SparseTable{{indptr.data(), false}, {indices.data(), false}, reals, t.rows, t.cols},
                options) == result);
      CHECK(run(*m, kind, SparseTable{{indptr_32.data(), true}, {indices_32.data(), true}, reals, t.rows, t.cols},
                options) == result);
    }
  }
}

TEST_CASE("tables: exclusive rows that sum to a little more than 1 are scaled in every average") {
  const Table t{2, 2, {0.75, 0.2500008, 0.5, 0.25}};
  const double scale = 1 / (0.75 + 0.2500008);
  for (Average average : {Average::instance, Average::macro}) {
    DecisionOptions options;
    options.average = average;
    const Result result = run(*metric("hamming"), Kind::categorical, t.view(), options);
    const Result scaled = run(*metric("hamming"), Kind::categorical,
                              Table{2, 2, {0.75 * scale, 0.2500008 * scale, 0.5, 0.25}}.view(), options);
    for (std::size_t a = 0; a < 2; ++a) CHECK(result.expected[a] == Approx(scaled.expected[a]).epsilon(1e-13));
  }
}

TEST_CASE("tables: expected utility and regret of a mask", "[threads]") {
  cases::Rng rng(504);
  Workspace work;
  for (int i = 0; i < cases::scaled(60); ++i) {
    const Table t = exclusive(random_table(rng, rng.between(1, 6), rng.between(1, 6), i % cases::kinds));
    const std::string &name =
        cases::metrics()[static_cast<std::size_t>(rng.below(static_cast<int>(cases::metrics().size())))];
    const auto m = metric(name);
    if (!m->has(rises_in_tp)) continue;
    std::vector<uint8_t> mask(t.p.size());
    for (uint8_t &x : mask) x = static_cast<uint8_t>(rng.below(2));
    for (Kind kind : {Kind::independent, Kind::categorical})
      for (Average average : {Average::instance, Average::macro, Average::micro}) {
        if (kind == Kind::categorical && average == Average::micro) continue;
        DecisionOptions options;
        options.average = average;
        options.threads = 1 + i % 3;
        const int64_t count = answer_count(average, t.rows, t.cols);
        std::vector<double> expected(static_cast<std::size_t>(count)), regret(expected.size());
        expected_rows(*m, kind, t.view(), {mask.data(), t.rows, t.cols, t.cols, 1}, options, expected.data(),
                      regret.data());
        for (int64_t a = 0; a < count; ++a) {
          const auto p = average == Average::instance ? t.row(a) : average == Average::macro ? t.col(a) : t.p;
          std::vector<int64_t> items;
          for (int64_t item = 0; item < static_cast<int64_t>(p.size()); ++item) {
            const int64_t cell = average == Average::instance ? a * t.cols + item
                                 : average == Average::macro  ? item * t.cols + a
                                                              : item;
            if (mask[static_cast<std::size_t>(cell)]) items.push_back(item);
          }
          const Independent independent = check::independent(p);
          Categorical categorical;
          if (kind == Kind::categorical && average == Average::instance) categorical.feed(cases::reals(p));
          const Estimator &e = categorical.n_labels() ? static_cast<const Estimator &>(categorical) : independent;
          const double scale = m->range(static_cast<int64_t>(p.size())).magnitude();
          CAPTURE(name, average_name(average), kind_name(kind), cases::list(p));
          CHECK(expected[static_cast<std::size_t>(a)] ==
                Approx(expected_utility(*m, e, items, work).value).margin(1e-14 * scale));
          CHECK(regret[static_cast<std::size_t>(a)] ==
                Approx(check::regret_of(*m, e, items, {}).regret).margin(1e-13 * scale));
        }
      }
  }
}

TEST_CASE("tables: abstention leaves whole instances undecided") {
  const Table t{3, 2, {0.99, 0.01, 0.5, 0.5, 0.02, 0.97}};
  DecisionOptions options;
  options.abstain = 0.2;
  const Result result = run(*metric("f1"), Kind::independent, t.view(), options);
  CHECK(result.mask == std::vector<uint8_t>{1, 0, 2, 2, 0, 1});
  CHECK(result.decision.answer(1).abstained);
  CHECK_FALSE(result.decision.answer(0).abstained);
  for (Average average : {Average::macro, Average::micro}) {
    options.average = average;
    expect_error(Status::argument, "abstain is 0.2: only whole instances are left undecided",
                 [&] { run(*metric("f1"), Kind::independent, t.view(), options); });
  }
}

TEST_CASE("tables: bad cells are named by row and column, the first of them whatever the threads", "[threads]") {
  Table t{40, 3, std::vector<double>(120, 0.25)};
  t.p[static_cast<std::size_t>(17 * 3 + 2)] = 1.5;
  t.p[static_cast<std::size_t>(31 * 3)] = std::nan("");
  for (int threads : {1, 2, 4})
    for (Average average : {Average::instance, Average::macro, Average::micro}) {
      DecisionOptions options;
      options.threads = threads;
      options.average = average;
      expect_error(Status::argument, "probabilities[17][2] is 1.5: must lie in [0, 1]",
                   [&] { run(*metric("f1"), Kind::independent, t.view(), options); });
    }
  t.p[static_cast<std::size_t>(17 * 3 + 2)] = 0.75;
  expect_error(Status::argument, "probabilities[17] sum to 1.25",
               [&] { run(*metric("f1"), Kind::categorical, t.view(), {}); });
  expect_error(Status::argument, "kind is joint", [&] { run(*metric("f1"), Kind::joint, t.view(), {}); });
  const std::vector<double> p{0.5};
  expect_error(Status::argument, "n_labels is 0", [&] {
    run(*metric("f1"), Kind::independent, RealTable{p.data(), false, 1, 0, 0, 1}, {});
  });
  CHECK(run(*metric("f1"), Kind::independent, RealTable{p.data(), false, 0, 1, 1, 1}, {}).decision.count() == 0);
  DecisionOptions macro;
  macro.average = Average::macro;
  expect_error(Status::argument, "n_rows is 0", [&] {
    run(*metric("f1"), Kind::independent, RealTable{p.data(), false, 0, 1, 1, 1}, macro);
  });
  const std::vector<int64_t> indptr{0, 2}, twice{1, 1}, outside{0, 3}, decreasing{2, 0};
  const std::vector<double> values{0.5, 0.5};
  const auto sparse = [&](const std::vector<int64_t> &starts, const std::vector<int64_t> &indices) {
    run(*metric("f1"), Kind::independent,
        SparseTable{{starts.data(), false}, {indices.data(), false}, cases::reals(values), 1, 3}, {});
  };
  expect_error(Status::argument, "row 0 holds index 1 twice", [&] { sparse(indptr, twice); });
  expect_error(Status::argument, "indices[1] is 3: must lie in [0, 2]", [&] { sparse(indptr, outside); });
  expect_error(Status::argument, "indptr[1] is 0: must be at least indptr[0] = 2", [&] { sparse(decreasing, twice); });
}

TEST_CASE("tables: cancelled by the progress callback", "[threads]") {
  const Table t{2000, 4, std::vector<double>(8000, 0.25)};
  DecisionOptions options;
  options.progress.function = [](double, void *) { return int32_t{1}; };
  for (int threads : {1, 3}) {
    options.threads = threads;
    expect_error(Status::cancelled, "cancelled by the progress callback",
                 [&] { run(*metric("f1"), Kind::independent, t.view(), options); });
  }
}

TEST_CASE("tables: custom metrics run on the calling thread unless they are safe", "[threads]") {
  const Table t{200, 3, std::vector<double>(600, 0.25)};
  static thread_local int here;
  here = 1;
  const auto f = [](int64_t tp, int64_t k, int64_t s, int64_t, void *user) {
    if (here == 0) *static_cast<bool *>(user) = true;
    return k + s == 0 ? 1.0 : 2.0 * static_cast<double>(tp) / static_cast<double>(k + s);
  };
  bool elsewhere = false;
  DecisionOptions options;
  options.threads = 4;
  run(*check::cell_metric(f, &elsewhere, "mine", rises_in_tp), Kind::independent, t.view(), options);
  CHECK_FALSE(elsewhere);
}

TEST_CASE("evaluate: the averages against the oracle") {
  cases::Rng rng(505);
  for (int i = 0; i < cases::scaled(300); ++i) {
    const int64_t rows = rng.between(1, 6), cols = rng.between(1, 6);
    std::vector<uint8_t> truth(static_cast<std::size_t>(rows * cols)), prediction(truth.size());
    for (uint8_t &x : truth) x = static_cast<uint8_t>(rng.below(2));
    for (uint8_t &x : prediction) x = static_cast<uint8_t>(rng.below(2));
    std::vector<double> weights(static_cast<std::size_t>(rows), 1.0);
    const bool weighted = rng.below(2);
    if (weighted)
      for (double &w : weights) w = rng.below(3) ? rng.between(1, 5) : 0;
    weights[0] = weighted ? 2 : 1;
    std::vector<bool> left(static_cast<std::size_t>(rows), false);
    for (int64_t r = 1; r < rows; ++r)
      if (rng.below(4) == 0) {
        prediction[static_cast<std::size_t>(r * cols + rng.below(static_cast<int>(cols)))] = 2;
        left[static_cast<std::size_t>(r)] = true;
      }
    for (const std::string &name : cases::metrics()) {
      const auto m = metric(name, i % 2);
      const auto u = oracle::utility(name, i % 2);
      // Whole-number weights are as many copies of a row.
      const auto counts = [&](auto in_row, auto in_col, bool copies) {
        int64_t tp = 0, k = 0, s = 0, n = 0;
        for (int64_t r = 0; r < rows; ++r)
          for (int64_t c = 0; c < cols; ++c) {
            if (!in_row(r) || !in_col(c) || left[static_cast<std::size_t>(r)]) continue;
            const int64_t w = copies ? static_cast<int64_t>(weights[static_cast<std::size_t>(r)]) : 1;
            const int y = truth[static_cast<std::size_t>(r * cols + c)],
                      h = prediction[static_cast<std::size_t>(r * cols + c)];
            tp += w * (y & h);
            k += w * h;
            s += w * y;
            n += w;
          }
        return u(tp, k, s, n);
      };
      const auto all = [](int64_t) { return true; };
      oracle::Real instance = 0, total = 0, macro = 0;
      for (int64_t r = 0; r < rows; ++r) {
        if (left[static_cast<std::size_t>(r)]) continue;
        const oracle::Real w = weights[static_cast<std::size_t>(r)];
        if (w == 0) continue;
        instance += w * counts([r](int64_t other) { return other == r; }, all, false);
        total += w;
      }
      instance /= total;
      for (int64_t c = 0; c < cols; ++c)
        macro += counts(
            all, [c](int64_t other) { return other == c; }, true);
      macro /= static_cast<oracle::Real>(cols);
      const oracle::Real micro = counts(all, all, true);
      const auto value = [&](Average average) {
        DecisionOptions options;
        options.average = average;
        const Evaluation e =
            evaluate(*m, options, {truth.data(), rows, cols, cols, 1}, {prediction.data(), rows, cols, cols, 1},
                     weighted ? cases::reals(weights) : Reals{});
        CHECK(e.undecided == std::count(left.begin(), left.end(), true));
        return e.value;
      };
      const oracle::Real scale = m->range(3).magnitude();
      CAPTURE(name, rows, cols, weighted);
      CHECK(std::fabs(value(Average::instance) - instance) <= 1e-14L * scale);
      CHECK(std::fabs(value(Average::macro) - macro) <= 1e-14L * scale);
      CHECK(std::fabs(value(Average::micro) - micro) <= 1e-14L * scale);
    }
  }
}

TEST_CASE("evaluate: undecided rows, weights and bad cells") {
  DecisionOptions micro;
  micro.average = Average::micro;
  const std::vector<uint8_t> truth{1, 0, 0, 1}, neither{2, 2, 2, 2}, good{1, 0, 0, 0};
  const auto grid = [](const std::vector<uint8_t> &cells) { return Grid<const uint8_t>{cells.data(), 2, 2, 2, 1}; };
  const auto f1 = metric("f1");
  const Evaluation nothing = evaluate(*f1, DecisionOptions(), grid(truth), grid(neither), {});
  CHECK(std::isnan(nothing.value));
  CHECK(nothing.undecided == 2);
  const std::vector<uint8_t> bad_truth{1, 0, 2, 1}, bad_prediction{1, 0, 3, 0};
  expect_error(Status::argument, "truth[1][0] is 2: must be 0 or 1",
               [&] { evaluate(*f1, micro, grid(bad_truth), grid(good), {}); });
  expect_error(Status::argument, "prediction[1][0] is 3: must be 0, 1 or 2 (undecided)",
               [&] { evaluate(*f1, micro, grid(truth), grid(bad_prediction), {}); });
  const std::vector<double> negative{1, -1}, zero{0, 0};
  expect_error(Status::argument, "weights[1] is -1",
               [&] { evaluate(*f1, micro, grid(truth), grid(good), cases::reals(negative)); });
  expect_error(Status::argument, "the weights sum to 0",
               [&] { evaluate(*f1, micro, grid(truth), grid(good), cases::reals(zero)); });
  // Custom metrics are functions of whole counts: whole rows may be weighted, counts may not.
  const auto custom = check::cell_metric(
      [](int64_t tp, int64_t, int64_t, int64_t, void *) { return static_cast<double>(tp); }, nullptr, "tp", 0);
  const std::vector<double> half{0.5, 1};
  CHECK(evaluate(*custom, DecisionOptions(), grid(truth), grid(good), cases::reals(half)).value == Approx(1.0 / 3));
  expect_error(Status::unsupported, "metric \"tp\" is custom",
               [&] { evaluate(*custom, micro, grid(truth), grid(good), cases::reals(half)); });
}

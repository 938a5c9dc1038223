// What is said of tables: rows that sum to 1, taken as independent labels, and a single column.
#include "core/catalogue/option_set.hpp"
#include "core/decisions/rows.hpp"
#include "core/decisions/warnings/table_warning.hpp"
#include "core/evaluation/worth/worth.hpp"
#include "decision_check.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;
using cases::metric;

namespace {

const std::vector<double> softmax = {0.7, 0.2, 0.1, 0.3, 0.4, 0.3, 0.05, 0.05, 0.9};

RealTable table_of(const std::vector<double> &p, int64_t cols) {
  return {p.data(), false, static_cast<int64_t>(p.size()) / cols, cols, cols, 1};
}

std::string warning(const std::vector<double> &p, int64_t cols, const std::string &name = "f1",
                    Average average = Average::instance, Kind kind = Kind::independent) {
  return exclusive_warning(*metric(name), kind, table_of(p, cols), average);
}

// The first answer's warning, and whether another one has any.
std::pair<std::string, bool> decided(const RealTable &table, const DecisionOptions &options, const std::string &name = "f1") {
  Decision decision;
  decide_rows(*metric(name), Kind::independent, table, options, {{}, nullptr, &decision});
  bool others = false;
  for (int64_t i = 1; i < decision.count(); ++i) others = others || *decision.answer(i).warning;
  return {decision.answer(0).warning, others};
}

}  // namespace

TEST_CASE("exclusive rows: recognised by sums of 1, if that changes answers") {
  const std::string three =
      "each row of probabilities sums to 1, but its labels are taken as independent: for exclusive classes pass kind "
      "categorical";
  CHECK(warning(softmax, 3) == three);
  CHECK(warning(softmax, 3, "subset_accuracy") == three);
  CHECK(warning(softmax, 3, "f1", Average::micro) == three);
  const std::string two = warning({0.7, 0.3, 0.4, 0.6}, 2);
  CHECK(two.find("for a binary classifier pass the probabilities of class 1 alone") != std::string::npos);

  // What changes nothing.
  CHECK(warning(softmax, 3, "f1", Average::macro).empty());
  CHECK(warning(softmax, 3, "f1", Average::instance, Kind::categorical).empty());
  CHECK(warning(softmax, 3, "hamming").empty());
  CHECK(warning(softmax, 3, "cost:1:5").empty());
  CHECK(warning({1, 0, 0, 1}, 2).empty());  // without doubt
  // What may be chance, and what is something else.
  CHECK(warning({0.7, 0.3}, 2).empty());
  CHECK(warning({1, 1}, 1).empty());
  CHECK(warning({}, 3).empty());
  CHECK(warning({0.7, 0.3, 0.4, 0.6, 0.5, 0.4}, 2).empty());
  CHECK(warning({0.7, 0.3 + 3e-6, 0.4, 0.6}, 2).empty());
  CHECK_FALSE(warning({0.7, 0.3 + 5e-7, 0.4, 0.6}, 2).empty());
}

TEST_CASE("exclusive rows: float, columns first, sparse") {
  cases::Rng rng(5);
  for (const int64_t cols : {2, 10, 1000}) {
    std::vector<float> p;
    for (int64_t i = 0; i < 20; ++i) {
      std::vector<double> row;
      double sum = 0;
      for (int64_t j = 0; j < cols; ++j) sum += row.emplace_back(std::exp(4 * rng.uniform()));
      for (const double x : row) p.push_back(static_cast<float>(x / sum));
    }
    const RealTable rows{p.data(), true, 20, cols, cols, 1};
    CHECK(*exclusive_warning(*metric("f1"), Kind::independent, rows, Average::instance));
    // As many columns of other numbers: they sum to 1 by no chance.
    const RealTable columns{p.data(), true, cols, 20, 1, cols};
    CHECK(!*exclusive_warning(*metric("f1"), Kind::independent, columns, Average::instance));
  }
  const std::vector<int64_t> indptr = {0, 2, 3, 5}, indices = {0, 2, 1, 0, 1};
  const std::vector<double> values = {0.75, 0.25, 1, 0.5, 0.5}, others = {0.75, 0.25, 0.5, 0.5, 0.5};
  const auto sparse = [&](const std::vector<double> &x) {
    return SparseTable{{indptr.data(), false}, {indices.data(), false}, {x.data(), false, 5, 1}, 3, 3};
  };
  CHECK(*exclusive_warning(*metric("f1"), Kind::independent, sparse(values), Average::instance));
  CHECK(!*exclusive_warning(*metric("f1"), Kind::independent, sparse(others), Average::instance));
}

TEST_CASE("exclusive rows: the first answer has the warning, by every way of deciding") {
  DecisionOptions options;
  const RealTable table = table_of(softmax, 3);
  for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::ye}) {
    options.algorithm = algorithm;
    const auto [first, others] = decided(table, options);
    CHECK(first == warning(softmax, 3));
    CHECK_FALSE(others);
  }
  options = {};
  options.abstain_label = 0.1;
  CHECK(decided(table, options).first == warning(softmax, 3));
  options = {};
  options.average = Average::micro;
  CHECK(decided(table, options).first == warning(softmax, 3));
  options.average = Average::macro;
  CHECK(decided(table, options).first.empty());
  options.per_row = {1};
  CHECK(decided(table, options).first.empty());
  CHECK(decided(table_of({0.7, 0.2, 0.2, 0.3, 0.4, 0.3}, 3), {}).first.empty());
  // Where every answer has a warning of its own, the others keep it.
  Decision decision;
  decide_rows(*metric("recall"), Kind::independent, table, {}, {{}, nullptr, &decision});
  CHECK(decision.answer(0).warning == warning(softmax, 3));
  CHECK(std::string(decision.answer(1).warning).find("trivially") != std::string::npos);

  CHECK(worth_of(*metric("f1"), Kind::independent, table, Reals{nullptr, false, 3, 1}, {}).exclusive_rows);
  CHECK_FALSE(worth_of(*metric("f1"), Kind::categorical, table, Reals{nullptr, false, 3, 1}, {}).exclusive_rows);
}

TEST_CASE("one column: a warning where no average was chosen and the metric judges sets") {
  const std::vector<double> column = {0.7, 0.4, 0.2};
  const RealTable table = table_of(column, 1);
  const std::string told =
      "the table has one column and the metric judges sets of rows: without an average each row is decided and "
      "evaluated alone; pass average macro for the column, average instance for the rows";
  for (const char *name : {"f1", "jaccard", "gmean", "recall", "mcc"})
    CHECK(table_warning(*metric(name), Kind::independent, table, {}) == told);
  CHECK(table_warning(*metric("f1"), Kind::categorical, table, {}) == told);
  for (const char *name : {"hamming", "cost:1:5", "subset_accuracy"})
    CHECK(table_warning(*metric(name), Kind::independent, table, {}) == std::string());
  CHECK(table_warning(*metric("f1"), Kind::independent, table_of({0.7}, 1), {}) == std::string());
  CHECK(one_column_warning(*metric("f1"), 3, 1, {}) == told);
  CHECK(one_column_warning(*metric("f1"), 3, 2, {}) == std::string());

  // An average that was chosen, whichever: by the options that every interface sets.
  for (const char *average : {"instance", "macro", "micro"}) {
    catalogue::OptionSet set("decisions");
    set.set_text("average", average);
    CHECK(table_warning(*metric("f1"), Kind::independent, table, set.decisions({"a test", "decide tables"})) == std::string());
    CHECK_THROWS_AS(set.set_text("average", "neither"), Error);
    CHECK(set.decisions({"a test", "decide tables"}).average_chosen);
    set.set_integer("at_least", 0);
    set.reset("average");
    CHECK(table_warning(*metric("f1"), Kind::independent, table, set.decisions({"a test", "decide tables"})) == told);
    set.set_text("average", average);
    set.reset("");
    CHECK(table_warning(*metric("f1"), Kind::independent, table, set.decisions({"a test", "decide tables"})) == told);
  }

  const auto [first, others] = decided(table, {});
  CHECK(first == told);
  CHECK_FALSE(others);
  const std::vector<int64_t> indptr = {0, 1, 2, 3}, indices = {0, 0, 0};
  const SparseTable sparse{{indptr.data(), false}, {indices.data(), false}, {column.data(), false, 3, 1}, 3, 1};
  Decision decision;
  decide_rows(*metric("f1"), Kind::independent, sparse, {}, {{}, nullptr, &decision});
  CHECK(decision.answer(0).warning == told);
}

TEST_CASE("one column: worth takes it row by row, and as one problem where macro was chosen") {
  const std::vector<double> column = {0.7, 0.4, 0.2};
  const RealTable table = table_of(column, 1);
  const Reals weights{nullptr, false, 3, 1};
  DecisionOptions options;
  options.average = Average::macro;
  CHECK(worth_of(*metric("f1"), Kind::independent, table, weights, options).gain > 0);
  const Worth rows = worth_of(*metric("f1"), Kind::independent, table, weights, {});
  CHECK(rows.gain == 0);  // the cut at 1/2 is best for each row alone
  CHECK(rows.expected_optimum == Approx((0.7 + 0.6 + 0.8) / 3).epsilon(1e-14));
}

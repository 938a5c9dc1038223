// Micro averages from states of passes over parts of the rows: the same bits however they were parted, and the answer
// of one machine for all rows at once.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "cases.hpp"
#include "core/decisions/decide.hpp"
#include "core/decisions/micro/table_pass.hpp"
#include "core/decisions/rows.hpp"
#include "core/estimators/marginal.hpp"
#include "core/numeric/random/random.hpp"
#include "core/numeric/sums/double_double.hpp"
#include "core/saved/saved_binary.hpp"
#include "exact_metric.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using check::expect_error;

namespace {

using Shape = std::function<double(Random &)>;
double smooth(Random &random) { return random.uniform() * random.uniform(); }
double rare(Random &random) { return std::exp(-12 * random.uniform()) * 0.3; }
double two_decimals(Random &random) { return std::floor(100 * random.uniform() * random.uniform()) / 100; }
double constant(Random &) { return 0.125; }
double tiny(Random &random) { return std::exp(-60 * random.uniform()); }
double few_above(Random &random) { return random.uniform() < 1e-3 ? random.uniform() : 1e-9 * random.uniform(); }
double extreme(Random &random) {
  const double all[] = {0, 5e-324, 1e-308, 0x1p-54, 0.5, 1 - 0x1p-53, 1};
  return random.uniform() < 0.5 ? random.uniform() : all[static_cast<int>(7 * random.uniform())];
}
double nearly_all(Random &random) { return 1 - 0.01 * random.uniform() * random.uniform(); }
double with_zeros(Random &random) { return random.uniform() < 0.7 ? 0.0 : random.uniform(); }

struct Table {
  std::vector<double> p;
  int64_t cols = 5;
  RealTable rows(int64_t begin, int64_t end) const {
    return {p.data() + begin * cols, false, end - begin, cols, cols, 1};
  }
  int64_t count() const { return static_cast<int64_t>(p.size()) / cols; }
};
Table table_of(const Shape &shape, int64_t rows, uint64_t seed) {
  Random random(seed);
  Table out;
  for (int64_t i = 0; i < rows * out.cols; ++i) out.p.push_back(shape(random));
  return out;
}

int64_t below(Random &random, int64_t n) { return static_cast<int64_t>(random.uniform() * static_cast<double>(n)); }

struct Outcome {
  MicroAnswer answer;
  int64_t passes = 0;
  std::size_t largest_part = 0;
};
// Each part in a state that travels as bytes, merged in random order, some of them with each other first.
Outcome passes(const Table &table, TablePass plan, int64_t parts, Random &random) {
  std::vector<int64_t> cuts{0, table.count()};
  for (int64_t i = 1; i < parts; ++i) cuts.push_back(below(random, table.count() + 1));  // skewed, and some empty
  std::sort(cuts.begin(), cuts.end());
  Outcome out;
  for (bool done = false; !done;) {
    ++out.passes;
    REQUIRE(out.passes < 12);
    const std::string bytes = plan.save();
    std::vector<std::string> states;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      TablePass state = TablePass::load(bytes);
      const int64_t middle = cuts[i] + below(random, cuts[i + 1] - cuts[i] + 1);
      state.feed(table.rows(middle, cuts[i + 1]));
      state.feed(table.rows(cuts[i], middle));
      states.push_back(state.save());
      out.largest_part = std::max(out.largest_part, states.back().size());
    }
    while (states.size() > 1 && below(random, 2)) {
      TablePass both = TablePass::load(states.back());
      states.pop_back();
      both.merge(TablePass::load(states.back()));
      states.back() = both.save();
    }
    for (std::size_t i = states.size(); i-- > 1;)
      std::swap(states[i], states[static_cast<std::size_t>(below(random, static_cast<int64_t>(i) + 1))]);
    for (const std::string &state : states) plan.merge(TablePass::load(state));
    done = plan.next();
  }
  REQUIRE(plan.decided());
  out.answer = plan.answer();
  return out;
}

// A k that is one machine's, or where another one ties with it.
bool same_k(const MicroAnswer &found, const Answer &expected) {
  return found.k == expected.k || expected.expected - expected.next_best < 2e-13;
}

Answer one_machine(const Metric &metric, const Table &table, DecisionOptions options) {
  options.average = Average::micro;
  Decision decision;
  double expected = 0;
  decide_rows(metric, Kind::independent, table.rows(0, table.count()), options, {{}, &expected, &decision});
  return decision.answer(0);
}

bool same_bits(const MicroAnswer &a, const MicroAnswer &b) {
  const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  return a.k == b.k && a.ties == b.ties && a.ties_chosen == b.ties_chosen && same(a.threshold, b.threshold) &&
         same(a.expected, b.expected) && same(a.bound, b.bound) && same(a.next_best, b.next_best) &&
         same(a.p_zero, b.p_zero) && a.not_excluded.low == b.not_excluded.low &&
         a.not_excluded.high == b.not_excluded.high;
}

// That threshold and ties tell k items.
void check_threshold(const Table &table, const MicroAnswer &answer) {
  int64_t above = 0, equal = 0;
  for (double p : table.p) {
    above += p > answer.threshold ? 1 : 0;
    equal += p == answer.threshold ? 1 : 0;
  }
  if (answer.ties > 0) {
    CHECK(equal == answer.ties);
    CHECK(answer.ties_chosen > 0);
    CHECK(answer.ties_chosen < answer.ties);
    CHECK(above + answer.ties_chosen == answer.k);
  } else {
    CHECK(answer.ties_chosen == 0);
    CHECK(above + equal == answer.k);
  }
}

}  // namespace

TEST_CASE("binned micro: tables in parts have the bits of one part, and the answer of one machine") {
  struct Case {
    const char *name;
    Shape shape;
    int64_t most_passes;
  };
  const Case shapes[] = {{"smooth", smooth, 3},     {"rare", rare, 3},       {"two decimals", two_decimals, 1},
                         {"constant", constant, 1}, {"tiny", tiny, 3},       {"few above", few_above, 3},
                         {"zeros", with_zeros, 3},  {"extreme", extreme, 3}, {"nearly all", nearly_all, 3}};
  // Under sanitizers every seventh of 108 pairs, among which are all metrics and all shapes.
  const int every = cases::scaled(10) < 10 ? 7 : 1;
  int turn = 0;
  for (const Case &one : shapes) {
    const Table table = table_of(one.shape, cases::sanitized ? 6'000 : 30'000, 7);
    for (const char *name : {"f1", "fbeta:0.25", "fbeta:3", "jaccard", "fowlkes_mallows", "balanced_accuracy",
                             "informedness", "recall", "specificity", "precision", "npv", "markedness"}) {
      if (turn++ % every) continue;
      INFO(one.name << ' ' << name);
      const auto metric = parse_metric(name, 1);
      Random random(1);
      const Outcome whole = passes(table, TablePass(*metric, {}), 1, random);
      CHECK(whole.passes <= one.most_passes);
      CHECK(whole.largest_part <= 2'000'000);
      for (int64_t parts : {2, 7, 64, 200}) {
        if (parts != 7 && name != std::string("f1")) continue;
        const Outcome parted = passes(table, TablePass(*metric, {}), parts, random);
        CHECK(same_bits(parted.answer, whole.answer));
      }
      const Answer expected = one_machine(*metric, table, {});
      CHECK(same_k(whole.answer, expected));
      CHECK(std::fabs(whole.answer.expected - expected.expected) <= whole.answer.bound + expected.bound);
      CHECK(whole.answer.bound < 1e-11 * std::max(1e-2, whole.answer.expected));
      CHECK(whole.answer.not_excluded.low <= expected.k);
      CHECK(whole.answer.not_excluded.high >= expected.k);
      CHECK(whole.answer.p_zero == Approx(expected.p_zero).epsilon(1e-10).margin(1e-300));
      check_threshold(table, whole.answer);
    }
  }
}

// What is left of few items is a small difference of great sums.
TEST_CASE("binned micro: predictive values are exact within their bounds") {
  const Shape shapes[] = {smooth, rare, two_decimals, constant, tiny, few_above, extreme, nearly_all, with_zeros};
  Random random(11);
  for (int trial = 0; trial < cases::scaled(120); ++trial) {
    const bool large = trial < 27;  // more items than are decided as on one machine; then small states
    const int64_t rows = large ? 4000 : 20 + below(random, 300);
    const Table table = table_of(shapes[trial % 9], rows, static_cast<uint64_t>(trial));
    const std::string name = trial / 9 % 3 == 0 ? "npv" : trial / 9 % 3 == 1 ? "markedness" : "precision";
    const int z = trial / 27 % 2;
    const auto metric = parse_metric(name, z);
    const auto n = static_cast<int64_t>(table.p.size());
    const MicroLimits limits = large ? MicroLimits{} : MicroLimits{64, 64, 0};
    DecisionOptions options;
    if (trial % 2) options.at_least = below(random, n), options.at_most = options.at_least + below(random, n);
    INFO("trial " << trial << ' ' << name << " z " << z << " k in " << options.at_least << " to " << options.at_most);
    const MicroAnswer found = passes(table, TablePass(*metric, options, limits), 3, random).answer;
    std::vector<double> sorted = table.p;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    exact::Cells cells;
    for (double p : sorted) cells.add(p, false);
    const KRange range = options.k_range(n);
    exact::Number best = -2, reached = -2;
    for (int64_t k = 0;; ++k) {
      const exact::Cells whole = k == n ? exact::Cells{cells.tp, cells.fp, 0, 0} : cells;
      const exact::Number value = range.holds(k) ? exact::utility(name, whole, z) : exact::Number(-2);
      if (value > best) best = value;
      if (k == found.k) reached = value;
      if (k == n) break;
      const exact::Number p = sorted[static_cast<std::size_t>(k)];
      cells.tp += p, cells.fn -= p;
      cells.fp += 1 - p, cells.tn -= 1 - p;
    }
    CHECK(abs(reached - found.expected) <= found.bound);
    CHECK(best - reached <= found.bound);
    CHECK(found.bound <= 1e-10);
  }
}

// Values are in proportion to the probabilities then, which have few digits.
TEST_CASE("binned micro: the smallest probabilities") {
  for (double p : {5e-324, 1e-310, 1e-200})
    for (const std::string name : {"f1", "fbeta:2", "jaccard"}) {
      const int64_t n = 20'000;
      const double b = name == "fbeta:2" ? 4 : 1;
      const auto metric = parse_metric(name, 0);
      const std::vector<double> all(static_cast<std::size_t>(n), p);
      TablePass state(*metric, {});
      state.feed(RealTable{all.data(), false, n, 1, 1, 1});
      REQUIRE(state.next());
      INFO(name << " of " << p);
      // E F = (1 + b) p k / (k + b), E J = p
      const bool jaccard = metric->is_jaccard();
      const double best = jaccard ? p : (1 + b) * p * (static_cast<double>(n) / (static_cast<double>(n) + b));
      CHECK(state.answer().k == (jaccard ? 1 : n));
      CHECK(state.answer().expected == Approx(best).epsilon(1e-12).margin(0));
      CHECK(state.answer().bound <= std::max(3e-308, 1e-12 * best));
    }
}

TEST_CASE("binned micro: few items have the bits of one machine for them in falling order", "[levels]") {
  Random random(3);
  const Shape shapes[] = {smooth, rare, two_decimals, constant, tiny, few_above, with_zeros};
  for (int trial = 0; trial < 200; ++trial) {
    const Table table =
        table_of(shapes[trial % 7], 1 + below(random, trial % 9 ? 40 : 2000), static_cast<uint64_t>(trial));
    const auto metric = parse_metric(trial % 2 ? "f1" : "jaccard", trial % 3 != 0);
    DecisionOptions options;
    const auto n = static_cast<int64_t>(table.p.size());
    if (trial % 5 == 0) options.at_least = below(random, n);
    if (trial % 5 == 1) options.at_most = below(random, n);
    const Outcome found = passes(table, TablePass(*metric, options), 1 + below(random, 9), random);
    CHECK(found.passes == 1);
    Table sorted = table;
    std::sort(sorted.p.begin(), sorted.p.end(), std::greater<>());
    Independent estimator;
    estimator.feed({sorted.p.data(), false, n, 1});
    Workspace work;
    Decision decision;
    decide(*metric, estimator, options, work, decision);
    const Answer &expected = decision.answer(0);
    CHECK(found.answer.k == expected.k);
    CHECK(found.answer.expected == expected.expected);
    CHECK(found.answer.bound == expected.bound);
    check_threshold(table, found.answer);
  }
}

// Small states, so that all passes run, compared with enumeration over k by the whole curve.
TEST_CASE("binned micro: every pass of small states, limits of k included") {
  Random random(5);
  const Shape shapes[] = {smooth, rare, two_decimals, constant, tiny, few_above, with_zeros, extreme, nearly_all};
  for (int trial = 0; trial < cases::scaled(4000); ++trial) {
    const Table table = table_of(shapes[trial % 9], 20 + below(random, 300), static_cast<uint64_t>(trial));
    const char *const names[] = {"f1",          "jaccard",           "fbeta:2",
                                 "fbeta:0.1",   "fowlkes_mallows",   "fowlkes_mallows",
                                 "recall",      "balanced_accuracy", "balanced_accuracy",
                                 "specificity", "informedness",      "informedness",
                                 "precision",   "npv",               "markedness",
                                 "markedness"};
    const auto metric = parse_metric(names[below(random, 16)], trial % 3 != 0);
    DecisionOptions options;
    const auto n = static_cast<int64_t>(table.p.size());
    if (trial % 4 == 0) options.at_least = below(random, n);
    if (trial % 4 == 1) options.at_most = below(random, n);
    if (trial % 16 == 2) options.at_least = options.at_most = below(random, n);
    const MicroLimits limits{static_cast<std::size_t>(64 << below(random, 5)),
                             static_cast<std::size_t>(64 << below(random, 5)), 0};
    INFO("trial " << trial << " n " << n << ' ' << metric->name() << ", k in " << options.at_least << " to "
                  << options.at_most);
    const Outcome found = passes(table, TablePass(*metric, options, limits), 1 + below(random, 9), random);
    const Answer expected = one_machine(*metric, table, options);
    CHECK(std::fabs(found.answer.expected - expected.expected) <= found.answer.bound + expected.bound);
    CHECK(same_k(found.answer, expected));
    CHECK(found.answer.bound <= 1e-10);
    if (metric->name() != "f1" && metric->name() != "jaccard" && !std::isnan(expected.next_best))
      CHECK(found.answer.next_best == Approx(expected.next_best).epsilon(1e-9).margin(1e-11));
    check_threshold(table, found.answer);
  }
}

TEST_CASE("binned micro: sparse rows, strides and floats are the same items") {
  const Table table = table_of(with_zeros, 8'000, 11);
  const auto metric = parse_metric("f1", 1);
  const int64_t rows = table.count(), cols = table.cols;
  std::vector<float> floats(static_cast<std::size_t>(2 * rows * cols), -1);
  std::vector<double> exact, values;
  std::vector<int64_t> indptr{0}, indices;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < cols; ++j) {
      const auto p = static_cast<float>(table.p[static_cast<std::size_t>(i * cols + j)]);
      floats[static_cast<std::size_t>(2 * ((rows - 1 - i) * cols + j))] = p;  // from the last row to the first
      exact.push_back(p);
      if (p == 0) continue;
      values.push_back(p);
      indices.push_back(j);
    }
    indptr.push_back(static_cast<int64_t>(indices.size()));
  }
  TablePass dense(*metric, {}), strided(*metric, {}), sparse(*metric, {});
  for (bool done = false; !done;) {
    dense.feed(RealTable{exact.data(), false, rows, cols, cols, 1});
    strided.feed(RealTable{floats.data() + 2 * (rows - 1) * cols, true, rows, cols, -2 * cols, 2});
    sparse.feed(SparseTable{{indptr.data(), false}, {indices.data(), false}, {values.data(), false, 0, 1}, rows, cols});
    CHECK(dense.save() == strided.save());
    CHECK(dense.save() == sparse.save());
    done = dense.next();
    CHECK(strided.next() == done);
    CHECK(sparse.next() == done);
  }
  CHECK(same_bits(dense.answer(), sparse.answer()));
  CHECK(same_bits(dense.answer(), strided.answer()));
}

TEST_CASE("binned micro: nothing true, and all true") {
  const auto metric = parse_metric("f1", 1);
  for (double p : {0.0, 1.0}) {
    const std::vector<double> all(20'000, p);
    TablePass state(*metric, {});
    state.feed(RealTable{all.data(), false, 20'000, 1, 1, 1});
    REQUIRE(state.next());
    CHECK(state.answer().k == (p == 0 ? 0 : 20'000));
    CHECK(state.answer().expected == Approx(1).epsilon(1e-13));
    DecisionOptions options;
    options.at_least = options.at_most = 5;
    TablePass five(*metric, options);
    five.feed(RealTable{all.data(), false, 20'000, 1, 1, 1});
    REQUIRE(five.next());
    CHECK(five.answer().k == 5);
    CHECK(five.answer().ties == 20'000);
    CHECK(five.answer().ties_chosen == 5);
    CHECK(five.answer().expected == Approx(p == 0 ? 0 : 10.0 / 20'005).epsilon(1e-12));
  }
}

// States of later passes hold sums that only their bytes tell: with others there is an answer or an error, of any kind
// but an internal one.
TEST_CASE("binned micro: bytes that were changed, with a checksum that matches") {
  constexpr std::size_t head = 32;
  Random random(11);
  int64_t read = 0, refused = 0;
  const char *const names[] = {"f1", "fowlkes_mallows", "balanced_accuracy", "markedness", "informedness"};
  for (int trial = 0; trial < cases::scaled(3000); ++trial) {
    const Shape shapes[] = {smooth, few_above, extreme, nearly_all};
    const Table table = table_of(shapes[trial % 4], 40 + below(random, 200), static_cast<uint64_t>(trial));
    TablePass state(*parse_metric(names[trial % 5], 1), {}, {64, 64, 0});
    bool decided = false;
    for (int64_t pass = below(random, 3); pass > 0 && !decided; --pass) {
      state.feed(table.rows(0, table.count()));
      decided = state.next();
    }
    state.feed(table.rows(0, table.count()));
    std::string body = state.save().substr(head);
    for (int64_t changes = 1 + below(random, 3); changes > 0; --changes) {
      const auto at = static_cast<std::size_t>(below(random, static_cast<int64_t>(body.size())));
      body[at] = static_cast<char>(random.uniform() < 0.5 ? body[at] ^ 1 << below(random, 8) : below(random, 256));
    }
    BinaryWriter writer(SavedBody::table_pass, body.size());
    writer.bytes(body.data(), body.size());
    INFO("trial " << trial);
    try {
      TablePass changed = TablePass::load(writer.take());
      ++read;
      if (changed.next()) CHECK(!std::isnan(changed.answer().expected));
    } catch (const Error &e) {
      ++refused;
      INFO(e.what());
      CHECK(e.status() != Status::internal);
    }
  }
  CHECK(read > cases::scaled(3000) / 20);
  CHECK(refused > cases::scaled(3000) / 20);
}

TEST_CASE("binned micro: errors") {
  const auto metric = parse_metric("f1", 1);
  const double p[] = {0.5, 0.25, 1.5, 0.1};
  TablePass state(*metric, {});
  const auto argument = [](const auto &body, const std::string &message) {
    expect_error(Status::argument, message, body);
  };
  argument([&] { state.feed(RealTable{p, false, 2, 2, 2, 1}); }, "probabilities[1][0] is 1.5: must lie in [0, 1]");
  CHECK(state.items() == 0);
  const int64_t none[] = {0, 0, 0};
  argument(
      [&] {
        state.feed(SparseTable{{none, false}, {none, false}, {p, false, 0, 1}, 2, int64_t{1} << 62});
      },
      "n_rows is 2: with 4611686018427387904 labels that is more than 2^53 items");
  argument([&] { state.next(); }, "items is 0: no probability was fed");
  argument([&] { state.merge(TablePass(*parse_metric("f1", 0), {})); },
           "other has another metric or other options: must be the same");
  DecisionOptions options;
  options.at_least = 3;
  options.at_most = 2;
  argument([&] { TablePass(*metric, options); }, "at_least is 3: must be at most at_most = 2");
  options = {};
  options.abstain = 1;
  argument([&] { TablePass(*metric, options); }, "abstain is 1: not supported for a table in bins");
  expect_error(
      Status::unsupported,
      "metric \"mcc\" over a table in bins: only F_beta, Jaccard, fowlkes_mallows, balanced_accuracy, informedness, "
      "recall, specificity, precision, npv and markedness are decided so; others need all items on one machine",
      [&] { TablePass(*parse_metric("mcc", 1), {}); });
  for (const char *name : {"hamming", "cost:1:5"})
    expect_error(Status::unsupported,
                 "metric \"" + std::string(name) +
                     "\" over a table in bins: a sum over the items needs no passes: decide the rows of each part by themselves",
                 [&] { TablePass(*parse_metric(name, 1), {}); });
  // Another pass's rows.
  const Table table = table_of(smooth, 30'000, 1);
  TablePass plan(*metric, {});
  plan.feed(table.rows(0, table.count()));
  REQUIRE(!plan.next());
  TablePass first(*metric, {});
  argument([&] { plan.merge(first); }, "other is of pass 1: must be of pass 2");
  plan.feed(table.rows(0, 1000));
  argument([&] { plan.next(); },
           "rows of pass 2 are not those of the passes before: 5000 items, 5000 of them above 0, and there were 150000 "
           "and 150000");
  std::string bytes = plan.save();
  CHECK(TablePass::load(bytes).save() == bytes);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  expect_error(Status::format, "saved table in bins: is corrupt: its checksum does not match",
               [&] { TablePass::load(bytes); });
  expect_error(Status::format, "saved table in bins: is no state in binary", [&] { TablePass::load("{}"); });
}

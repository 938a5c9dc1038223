// Thresholds from states of passes over parts of the rows, compared with the answer for all rows at once.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/numeric/random/random.hpp"
#include "core/saved/saved_binary.hpp"
#include "core/thresholds/choose_thresholds.hpp"
#include "core/thresholds/pass/counted_rows.hpp"
#include "core/thresholds/pass/threshold_pass.hpp"
#include "cases.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::thresholds;
using check::expect_error;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Rows {
  std::vector<double> scores, weights;  // weights: empty for 1 each
  std::vector<uint8_t> labels;
  int64_t n() const { return static_cast<int64_t>(scores.size()); }
  Reals scores_of() const { return {scores.data(), false, n(), 1}; }
  Strided<const uint8_t> labels_of() const { return {labels.data(), n(), 1}; }
  Reals weights_of() const { return {weights.empty() ? nullptr : weights.data(), false, n(), 1}; }
};

int64_t below(Random &random, int64_t n) { return static_cast<int64_t>(random.uniform() * static_cast<double>(n)); }

Rows random_rows(Random &random, int64_t n) {
  Rows out;
  const double shares[] = {0.01, 0.1, 0.5, 0.9}, share = shares[below(random, 4)];
  const int64_t shape = below(random, 8), values = 2 + below(random, 40), weighting = below(random, 6);
  const bool skill = below(random, 4) != 0, unrated = below(random, 5) == 0;
  for (int64_t i = 0; i < n; ++i) {
    const bool positive = random.uniform() < share || i == 0;
    double s = random.uniform();
    if (positive && skill) s = std::max(s, random.uniform());
    switch (shape) {
      case 1: s = std::floor(s * static_cast<double>(values)) / static_cast<double>(values); break;
      case 2: s = random.uniform() < 0.1 ? (random.uniform() < 0.5 ? infinity : -infinity) : s; break;
      case 3: s = std::exp(600 * (s - 0.5)); break;
      case 4: s = 0.5 + 1e-13 * s; break;
      case 5: s = (s - 0.5) * 1e308 * 3; break;
      case 6: s = random.uniform() < 0.9 ? 0.0 : (random.uniform() < 0.5 ? -0.0 : s * 5e-324 * 100); break;
      case 7: s = 2 * positive - s; break;
      default: break;
    }
    out.scores.push_back(s);
    out.labels.push_back(unrated && i > 0 && random.uniform() < 0.1 ? not_rated : positive);
    if (weighting == 1) out.weights.push_back(static_cast<double>(below(random, 5)) + (i == 0));
    if (weighting == 2) out.weights.push_back(static_cast<double>(1 + below(random, 64)) / 16);
    if (weighting == 3) out.weights.push_back(2);
  }
  return out;
}

Objective random_objective(Random &random, double positives, double negatives) {
  const char *const metrics[] = {"f1",        "fbeta:2", "jaccard",           "mcc",     "kappa", "accuracy",
                                 "fbeta:0.5", "gmean",   "balanced_accuracy", "cost:1:5"};
  Objective out;
  switch (below(random, 9)) {
    case 0: out.cost_ratio = std::exp(4 * (random.uniform() - 0.5)); break;
    case 1: out.min_precision = random.uniform(); break;
    case 2: out.max_fp = std::floor(random.uniform() * (negatives + 1)); break;
    case 3: out.max_alerts = std::floor(random.uniform() * (positives + negatives + 1)); break;
    case 4: out.min_recall = random.uniform(); break;
    case 5: out.max_fpr = random.uniform(); break;
    case 6: out.max_alert_rate = random.uniform(); break;
    default: out.metric = parse_metric(metrics[below(random, 10)], static_cast<int>(below(random, 2))); break;
  }
  if (below(random, 4) == 0) out.max_fp = std::floor(random.uniform() * (negatives + 1));
  if (below(random, 8) == 0) out.max_alerts = std::floor(random.uniform() * (positives + negatives + 1));
  if (below(random, 8) == 0) out.min_recall = random.uniform();
  if (!std::isnan(out.min_precision) && below(random, 2)) out.precision_level = 0;
  if (below(random, 3) == 0) out.positives = positives + static_cast<double>(below(random, 9));
  return out;
}

#define EXPECT_ERROR(call, status, message) expect_error(status, message, [&] { call; })

bool same_bits(double a, double b) { return std::isnan(a) ? std::isnan(b) : std::memcmp(&a, &b, sizeof a) == 0; }
#define SAME(a, b)                          \
  do {                                      \
    INFO(#a << ": " << (a) << ", " << (b)); \
    CHECK(same_bits(a, b));                 \
  } while (false)

void check_same(const ChosenThresholds &a, const ChosenThresholds &b) {
  CHECK(a.objective == b.objective);
  CHECK(a.feasible == b.feasible);
  CHECK(a.warning == b.warning);
  CHECK(a.flags == b.flags);
  REQUIRE(a.thresholds.size() == b.thresholds.size());
  for (std::size_t d = 0; d < a.thresholds.size(); ++d) {
    SAME(a.thresholds[d], b.thresholds[d]);
    SAME(a.next_lower[d], b.next_lower[d]);
  }
  SAME(a.outcome.counts.tp, b.outcome.counts.tp);
  SAME(a.outcome.counts.fp, b.outcome.counts.fp);
  SAME(a.outcome.positives, b.outcome.positives);
  SAME(a.outcome.precision, b.outcome.precision);
  SAME(a.outcome.recall, b.outcome.recall);
  SAME(a.outcome.value, b.outcome.value);
  SAME(a.unrated, b.unrated);
  SAME(a.marginal_precision, b.marginal_precision);
  SAME(a.next_marginal_precision, b.next_marginal_precision);
  REQUIRE(a.intervals.size() == b.intervals.size());
  for (std::size_t i = 0; i < a.intervals.size(); ++i) {
    INFO(a.intervals[i].name);
    CHECK(std::string(a.intervals[i].name) == b.intervals[i].name);
    CHECK(a.intervals[i].exact == b.intervals[i].exact);
    SAME(a.intervals[i].estimate, b.intervals[i].estimate);
    SAME(a.intervals[i].interval.low, b.intervals[i].interval.low);
    SAME(a.intervals[i].interval.high, b.intervals[i].interval.high);
  }
}

// The passes over the rows in this many parts, of which some are empty, merged in random order, saved between.
struct Passes {
  ChosenThresholds answer;
  int64_t passes = 0;
  std::string saved;  // of the last pass
};
Passes passes_over(const Rows &rows, ThresholdPass plan, int64_t parts, Random &random, bool saving) {
  for (int64_t pass = 1; pass < 64; ++pass) {
    CHECK(plan.pass() == pass);
    std::vector<Rows> of_part(static_cast<std::size_t>(parts));
    for (int64_t i = 0; i < rows.n(); ++i) {
      Rows &part = of_part[static_cast<std::size_t>(below(random, parts))];
      const auto at = static_cast<std::size_t>(i);
      part.scores.push_back(rows.scores[at]);
      part.labels.push_back(rows.labels[at]);
      if (!rows.weights.empty()) part.weights.push_back(rows.weights[at]);
    }
    std::vector<ThresholdPass> states;
    for (const Rows &part : of_part) {
      ThresholdPass state = saving ? ThresholdPass::load(plan.save()) : plan;
      const int64_t first = below(random, part.n() + 1);
      const Reals weights = part.weights_of();
      const auto feed = [&](int64_t begin, int64_t count) {
        state.feed(part.scores_of().from(begin, count), {part.labels.data() + begin, count, 1},
                   weights.data ? weights.from(begin, count) : Reals{});
      };
      feed(0, first);
      feed(first, part.n() - first);
      states.push_back(saving ? ThresholdPass::load(state.save()) : std::move(state));
    }
    while (states.size() > 1) {
      const auto a = static_cast<std::size_t>(below(random, static_cast<int64_t>(states.size())));
      std::swap(states[a], states.back());
      ThresholdPass last = std::move(states.back());
      states.pop_back();
      states[static_cast<std::size_t>(below(random, static_cast<int64_t>(states.size())))].merge(last);
    }
    Passes out;
    out.saved = states[0].save();
    out.passes = pass;
    if (auto answer = states[0].next()) {
      out.answer = std::move(*answer);
      return out;
    }
    plan = states[0];
  }
  FAIL("too many passes");
  return {};
}

}  // namespace

TEST_CASE("binned thresholds: the answer of one machine, to the bit, small cases") {
  Random random(1);
  NoMonitor monitor;
  int64_t most_passes = 0, compared = 0;
  for (int round = 0; round < cases::scaled(6000); ++round) {
    Rows rows = random_rows(random, 1 + below(random, 150));
    for (uint8_t &label : rows.labels)
      if (round % 8 < 2 && label != not_rated) label = static_cast<uint8_t>(round % 8);  // of one label alone
    double found[3] = {0, 0, 0};
    for (int64_t i = 0; i < rows.n(); ++i)
      found[rows.labels[static_cast<std::size_t>(i)]] +=
          rows.weights.empty() ? 1 : rows.weights[static_cast<std::size_t>(i)];
    const Objective objective = random_objective(random, found[1], found[0]);
    ThresholdSearch options;
    options.seed = static_cast<uint64_t>(round);
    options.level = 0.9;
    const PassLimits limits{static_cast<std::size_t>(2 + below(random, 30)),
                              static_cast<std::size_t>(2 + below(random, 30))};
    std::string expected_error;
    ChosenThresholds expected;
    try {
      expected = choose_threshold(rows.scores_of(), rows.labels_of(), rows.weights_of(), objective, options, monitor);
    } catch (const Error &e) {
      expected_error = e.what();
    }
    INFO("round " << round);
    const int64_t parts[] = {1, 2, 7};
    try {
      const Passes passes = passes_over(rows, ThresholdPass(objective, options, limits), parts[below(random, 3)],
                                        random, below(random, 2) == 0);
      CHECK(expected_error.empty());
      if (!expected_error.empty()) continue;
      check_same(expected, passes.answer);
      most_passes = std::max(most_passes, passes.passes);
      ++compared;
    } catch (const Error &e) {
      CHECK(expected_error == e.what());
    }
  }
  CHECK(most_passes >= 4);
  CHECK(compared > cases::scaled(4000));
}

TEST_CASE("binned thresholds: partitions of many rows") {
  Random random(2);
  NoMonitor monitor;
  const struct {
    const char *metric;
    double max_fp, min_recall, min_precision;
  } goals[] = {{"f1", unset, unset, unset},  {nullptr, 500, unset, unset}, {nullptr, unset, 0.8, unset},
               {nullptr, unset, unset, 0.3}, {"mcc", 2000, unset, unset},  {"fbeta:2", unset, 0.5, unset}};
  Rows rows;
  for (int64_t i = 0; i < 60000; ++i) {
    const bool positive = random.uniform() < 0.03;
    const double s = random.uniform();
    rows.scores.push_back(positive ? std::max(s, random.uniform()) : s);
    rows.labels.push_back(positive);
  }
  for (const auto &goal : goals) {
    if (cases::sanitized && &goal != goals) break;
    Objective objective;
    if (goal.metric) objective.metric = parse_metric(goal.metric, 1);
    objective.max_fp = goal.max_fp;
    objective.min_recall = goal.min_recall;
    objective.min_precision = goal.min_precision;
    const ChosenThresholds expected = choose_threshold(rows.scores_of(), rows.labels_of(), {}, objective, {}, monitor);
    std::string saved;
    for (int64_t parts : {1, 2, 7, 64, 200}) {
      const Passes passes = passes_over(rows, ThresholdPass(objective, {}, {1024, 2048}), parts, random, parts != 2);
      check_same(expected, passes.answer);
      CHECK(passes.passes <= 4);
      CHECK(passes.passes > 1);
      // The same bytes, whatever the order.
      if (saved.empty()) saved = passes.saved;
      CHECK(saved == passes.saved);
    }
  }
}

// Every threshold at a positive's score, counted row by row.
TEST_CASE("binned thresholds: enumeration") {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    Rows rows;
    const int64_t n = 5 + below(random, 60);
    double positives = 0;
    for (int64_t i = 0; i < n; ++i) {
      rows.scores.push_back(std::floor(random.uniform() * 30) / 8);
      rows.labels.push_back(i < 2 || random.uniform() < 0.3);
      positives += rows.labels.back();
    }
    double best = 0, best_threshold = infinity, most_tp = 0;
    const double max_fp = static_cast<double>(below(random, 6));
    std::vector<double> at = rows.scores;
    std::sort(at.begin(), at.end(), std::greater<>());
    at.erase(std::unique(at.begin(), at.end()), at.end());
    for (const double t : at) {
      double tp = 0, fp = 0;
      for (std::size_t i = 0; i < rows.scores.size(); ++i)
        if (rows.scores[i] >= t) (rows.labels[i] ? tp : fp) += 1;
      const double f1 = 2 * tp / (tp + fp + positives);
      if (f1 > best) best = f1, best_threshold = t;
      if (fp <= max_fp) most_tp = std::max(most_tp, tp);
    }
    Objective f1, budget;
    f1.metric = parse_metric("f1", 1);
    budget.max_fp = max_fp;
    const Passes of_f1 = passes_over(rows, ThresholdPass(f1, {}, {4, 4}), 3, random, true);
    CHECK(of_f1.answer.outcome.value == Approx(best).margin(1e-15));
    CHECK(of_f1.answer.thresholds[0] == best_threshold);
    CHECK(passes_over(rows, ThresholdPass(budget, {}, {4, 4}), 3, random, true).answer.outcome.counts.tp == most_tp);
  }
}

TEST_CASE("binned thresholds: what a saved state takes") {
  Random random(4);
  Rows rows;
  for (int64_t i = 0; i < 400000; ++i) {
    rows.scores.push_back(random.uniform());
    rows.labels.push_back(random.uniform() < rows.scores.back() * 0.02);
  }
  ThresholdPass state({}, {});
  state.feed(rows.scores_of(), rows.labels_of(), {});
  CHECK(state.bins() > 20000);
  CHECK(state.bins() <= 65536);
  CHECK(state.save().size() < 1500000);
}

TEST_CASE("binned thresholds: errors") {
  Rows rows;
  for (int i = 0; i < 40; ++i) {
    rows.scores.push_back(i);
    rows.labels.push_back(i % 3 == 0);
  }
  const PassLimits few{4, 4};
  ThresholdPass state({}, {}, few);
  EXPECT_ERROR(ThresholdPass({}, {}, few).next(), Status::argument, "rows is 0: no row of a weight above 0 was fed");
  state.feed(rows.scores_of(), rows.labels_of(), {});
  const std::string saved = state.save();
  const auto feed_one = [&](double score, uint8_t label, double weight) {
    state.feed({&score, false, 1, 1}, {&label, 1, 1}, {&weight, false, 1, 1});
  };
  EXPECT_ERROR(feed_one(std::nan(""), 1, 1), Status::argument, "scores[0] is nan: must be a number");
  EXPECT_ERROR(feed_one(0, 3, 1), Status::argument, "truth[0] is 3: must be 0, 1 or 2 (not rated)");
  EXPECT_ERROR(feed_one(0, 1, -1), Status::argument, "weights[0] is -1: must be finite and at least 0");
  EXPECT_ERROR(feed_one(0, 1, 1e-9), Status::argument,
               "weights[0] is 1e-9: weights of binned rows must lie in [2^-20, 2^32], or be 0");
  EXPECT_ERROR(feed_one(0, 1, 1e10), Status::argument,
               "weights[0] is 1e10: weights of binned rows must lie in [2^-20, 2^32], or be 0");
  CHECK(state.save() == saved);
  Objective other;
  other.min_recall = 0.5;
  EXPECT_ERROR(state.merge(ThresholdPass(other, {}, few)), Status::argument,
               "other has other options: must be the same");
  ThresholdPass second = state;
  REQUIRE(!second.next());
  EXPECT_ERROR(state.merge(second), Status::argument, "other is of pass 2: must be of pass 1");
  const ThresholdPass empty = second;
  second.feed(rows.scores_of(), rows.labels_of(), {});
  second.merge(empty);
  ThresholdPass twice = second;
  twice.merge(second);
  EXPECT_ERROR(
      twice.next(), Status::argument,
      "rows of pass 2 are not those of the passes before: 80 rows of weight 80, and there were 40 of weight 40");
  ThresholdPass moved = empty;
  Rows others = rows;
  for (double &s : others.scores) s += 0.25;
  moved.feed(others.scores_of(), others.labels_of(), {});
  CHECK_THROWS_AS(moved.next(), Error);
  Objective certified;
  certified.certify = 0.9;
  certified.max_fpr = 0.1;
  EXPECT_ERROR(ThresholdPass(certified, {}), Status::argument, "certify is 0.9: not supported for binned rows");
  ThresholdSearch folds;
  folds.folds = 5;
  EXPECT_ERROR(ThresholdPass({}, folds), Status::argument, "folds is 5: not supported for binned rows");
}

TEST_CASE("binned thresholds: the smallest weights are saved") {
  const double scores[] = {0.25, 0.5, 0.75};
  const uint8_t labels[] = {0, 1, not_rated};
  const double weights[] = {0x1p-20, 0x1p-20, 0x1p-20};
  ThresholdPass state({}, {});
  state.feed({scores, false, 3, 1}, {labels, 3, 1}, {weights, false, 3, 1});
  const ThresholdPass loaded = ThresholdPass::load(state.save());
  CHECK(loaded.bins() == 3);
  CHECK(loaded.save() == state.save());
}

// Anything may be handed in: an error, or a state; with the checksum set right, what lies behind it is looked at as
// well.
TEST_CASE("binned thresholds: damaged states") {
  Random random(5);
  Rows rows = random_rows(random, 60);
  rows.weights.assign(60, 1.0);
  rows.weights[3] = 0.5;
  ThresholdPass state({}, {}, {8, 8});
  state.feed(rows.scores_of(), rows.labels_of(), rows.weights_of());
  ThresholdPass second = state;
  REQUIRE(!second.next());
  second.feed(rows.scores_of(), rows.labels_of(), rows.weights_of());
  // With the length and the sum of what is behind the head.
  const auto checksum = [](const std::string &bytes) {
    constexpr std::size_t head = 32;
    BinaryWriter out(SavedBody::threshold_pass, bytes.size());
    if (bytes.size() > head) out.bytes(bytes.data() + head, bytes.size() - head);
    return out.take();
  };
  int64_t read = 0, unfit = 0;
  for (const std::string &saved : {state.save(), second.save()}) {
    CHECK(ThresholdPass::load(saved).save() == saved);
    for (std::size_t length = 0; length < saved.size(); ++length) {
      CHECK_THROWS_AS(ThresholdPass::load(saved.substr(0, length)), Error);
      if (length >= 32) CHECK_THROWS_AS(ThresholdPass::load(checksum(saved.substr(0, length))), Error);
    }
    for (std::size_t at = 0; at < saved.size(); ++at)
      for (int bit = 0; bit < 8; ++bit) {
        std::string bytes = saved;
        bytes[at] = static_cast<char>(bytes[at] ^ 1 << bit);
        CHECK_THROWS_AS(ThresholdPass::load(bytes), Error);
        try {
          ThresholdPass damaged = ThresholdPass::load(checksum(bytes));
          ++read;
          damaged.next();
        } catch (const Error &e) {
          CHECK(e.status() != Status::internal);
          unfit += std::string(e.what()).find("weights do not fit their sum") != std::string::npos;
        }
      }
  }
  CHECK(read > 0);
  CHECK(unfit > 0);
}

// ---- Rows that stand for several -----------------------------------------------------------------

TEST_CASE("counted rows are as many rows as they stand for") {
  for (uint64_t seed = 0; seed < static_cast<uint64_t>(cases::scaled(3000)); ++seed) {
    Random random(seed, 77);
    const int64_t dims = 1 + below(random, 3), n = 1 + below(random, dims == 3 ? 25 : 60);
    const Rule rule = random.uniform() < 0.5 ? Rule::any : Rule::all;
    Rows rows = random_rows(random, n);
    std::vector<double> scores, counts;
    Sample sample(dims, rule, {});
    double sums[2] = {0, 0};
    for (int64_t i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const auto first = scores.size();
      for (int64_t d = 0; d < dims; ++d)
        scores.push_back(d == 0 || random.uniform() < 0.3 ? rows.scores[at]
                                                          : rows.scores[static_cast<std::size_t>(below(random, n))]);
      const int64_t count = i == 0 ? 1 : below(random, 6);
      counts.push_back(static_cast<double>(count));
      const double weight = rows.weights.empty() ? 1 : rows.weights[at];
      for (int64_t c = 0; c < count; ++c)
        sample.feed({&scores[first], false, 1, dims, dims, 1}, {&rows.labels[at], 1, 1}, {&weight, false, 1, 1});
      if (rows.labels[at] < 2) sums[rows.labels[at]] += weight * static_cast<double>(count);
    }
    const Objective objective = random_objective(random, sums[1], sums[0]);
    ThresholdSearch options;
    options.baselines = false;
    CAPTURE(seed, dims, n, objective.metric ? objective.metric->name() : "");
    NoMonitor monitor;
    const auto counted = [&] {
      return choose_counted({{scores.data(), false, n, dims, dims, 1}, rule, rows.labels_of(), rows.weights_of(),
                             {counts.data(), false, n, 1}}, objective, options, monitor);
    };
    std::optional<ChosenThresholds> expected;
    try {
      expected = choose_thresholds(sample, objective, options, monitor);
    } catch (const Error &e) {
      expect_error(e.status(), e.what(), counted);
    }
    if (expected) check_same(counted(), *expected);
  }
}

TEST_CASE("counted rows that are refused") {
  const std::vector<double> scores = {0.5, 0.25};
  const std::vector<uint8_t> labels = {1, 0};
  NoMonitor monitor;
  const auto choose = [&](std::vector<double> counts, std::vector<double> weights, const ThresholdSearch &options) {
    choose_counted({{scores.data(), false, 2, 1, 1, 1}, Rule::any, {labels.data(), 2, 1}, {weights.data(), false, 2, 1},
                    {counts.data(), false, 2, 1}}, {}, options, monitor);
  };
  const auto bad = Status::argument;
  EXPECT_ERROR(choose({1, 0.5}, {1, 1}, {}), bad, "counts[1] is 0.5: must be a whole number in [0, 2^53]");
  EXPECT_ERROR(choose({1, -1}, {1, 1}, {}), bad, "counts[1] is -1: must be a whole number in [0, 2^53]");
  EXPECT_ERROR(choose({1, 0x1p43}, {1, 1}, {}), bad, "the sum of all weights must be at most 2^42");
  EXPECT_ERROR(choose({1, 0x1p34}, {1, 0.5}, {}), bad, "the sum must be at most 2^33 where some are not whole");
  EXPECT_ERROR(choose({0, 3}, {1, 1}, {}), bad, "positives is 0");
  ThresholdSearch options;
  options.folds = 2;
  EXPECT_ERROR(choose({1, 1}, {1, 1}, options), bad, "folds is 2: not supported for counted rows");
}

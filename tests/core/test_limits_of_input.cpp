// Cascades at the limits of what they take: rows of scores, weights and targets that are refused or hardly fit, scores
// that say nothing, and prices beyond every number.
#include <catch2/catch.hpp>

#include "cascade_cases.hpp"
#include "core/cascades/planning/votes.hpp"
#include "expect_error.hpp"

using namespace cascade_cases;
using check::expect_error;

namespace {

void feed(ScoreSample &to, const std::vector<double> &scores, const std::vector<double> &weights = {},
          const std::vector<double> &targets = {}) {
  const int64_t columns = to.columns();
  to.feed({scores.data(), false, static_cast<int64_t>(scores.size()) / columns, columns, columns, 1}, cases::reals(weights),
          cases::reals(targets));
}

}  // namespace

TEST_CASE("rows of scores: sizes, weights and targets that are refused leave the sample as it was") {
  expect_error(Status::argument, "n_models is 1048577: must lie in [1, 1048576]", [] { ScoreSample(max_models + 1); });
  expect_error(Status::argument, "n_classes is 17: must be at most 16 with 1048576 models",
               [] { ScoreSample(max_models, 17); });
  CHECK(ScoreSample(max_models, 16).columns() == int64_t{1} << 24);

  ScoreSample sample(2, 2);
  feed(sample, {1, 2, 3, 4, 5, 6, 7, 8}, {}, {0, 1});
  const auto refused = [&](const char *message, auto f) {
    expect_error(Status::argument, message, f);
    CHECK(sample.rows() == 2);
  };
  refused("n_scores is 3: must be 4, one per model and class", [&] { sample.feed({nullptr, false, 1, 3, 3, 1}); });
  refused("n_rows is 2147483647: must be at most 2147483645",
          [&] { sample.feed({nullptr, false, 2147483647, 4, 4, 1}); });
  refused("targets is NULL: must be given, as for the rows fed before", [&] { feed(sample, {1, 2, 3, 4}); });
  refused("targets[1] is 0.5: must be a class in [0, 1]",
          [&] { feed(sample, {1, 2, 3, 4, 5, 6, 7, 8}, {}, {1, 0.5}); });
  refused("targets[0] is -1: must be a class in [0, 1]", [&] { feed(sample, {1, 2, 3, 4}, {}, {-1}); });
  refused("targets[0] is 2: must be a class in [0, 1]", [&] { feed(sample, {1, 2, 3, 4}, {}, {2}); });
  refused("weights[0] is inf: must be finite and at least 0", [&] { feed(sample, {1, 2, 3, 4}, {infinity}, {1}); });
  // Found after the first row was copied.
  refused("scores[1][3] is inf: must be finite",
          [&] { feed(sample, {1, 2, 3, 4, 5, 6, 7, infinity}, {1, 1}, {1, 1}); });
  CHECK(sample.target(0) == 0);
  CHECK(sample.target(1) == 1);
  CHECK(sample.weight(1) == 1);
  feed(sample, {9, 10, 11, 12}, {0.5}, {1});
  CHECK(sample.rows() == 3);
  CHECK(sample.target(2) == 1);
  CHECK(sample.weight(2) == 0.5);
  CHECK(sample.weight(0) == 1);
}

TEST_CASE("rows of scores: with and without weights and targets, fed and merged") {
  ScoreSample weighted(1), plain(1);
  feed(weighted, {1, 2}, {3, 0.5});
  feed(weighted, {3});
  CHECK(weighted.weight(1) == 0.5);
  CHECK(weighted.weight(2) == 1);
  feed(plain, {4, 5});
  plain.merge(weighted);
  REQUIRE(plain.rows() == 5);
  constexpr double weights[] = {1, 1, 3, 0.5, 1};
  for (int64_t i = 0; i < 5; ++i) CHECK(plain.weight(i) == weights[i]);
  ScoreSample targeted(1);
  feed(targeted, {6}, {}, {1});
  expect_error(Status::argument, "other has targets: must be as this one", [&] { plain.merge(targeted); });
  expect_error(Status::argument, "other has no targets: must be as this one", [&] { targeted.merge(plain); });
  CHECK(plain.rows() == 5);
  CHECK(targeted.rows() == 1);
  targeted.merge(ScoreSample(1));
  CHECK(targeted.rows() == 1);
}

TEST_CASE("rows of scores: the unit of weights is 1 for whole ones until their sums leave 53 bits") {
  ScoreSample sample(1);
  feed(sample, {1, 2}, {0x1p52 - 1, 1});
  CHECK(sample.weight_unit() == 1);
  feed(sample, {3, 4}, {0x1p52, 0});
  CHECK(sample.weight_unit() == 4);
  ScoreSample parts(1);
  feed(parts, {1, 2}, {0.5, 2});
  CHECK(parts.weight_unit() == 0x1p-50);
}

TEST_CASE("cascades: rows of weight 0 take no part in the unit, whatever their scores") {
  NoMonitor monitor;
  ScoreSample sample(2), without(2);
  feed(sample, {1, -2, 1e9, 1e9, -3, 1, 2, 2}, {1, 0, 2, 5});
  feed(without, {1, -2, -3, 1, 2, 2}, {1, 2, 5});
  const FixedScores a = make_fixed(sample, 0.5, 1, monitor), b = make_fixed(without, 0.5, 1, monitor);
  CHECK(a.n == 3);
  CHECK(a.n_positive == 1);
  CHECK(a.fixed.exponent == b.fixed.exponent);
  CHECK(a.cut == b.cut);
  CHECK(a.scores == b.scores);
  CHECK(a.full == b.full);
  CHECK(a.weights == std::vector<int64_t>{5, 1, 2});
  CHECK(a.weights == b.weights);
  CHECK(a.total_weight == 8);
}

TEST_CASE("cascades: the finest unit leaves room for the largest sum, to the last bit") {
  for (const int64_t models : {1, 7, 1000}) {
    const double room = static_cast<double>(max_fixed_sum - models) * (1 - 1e-9);
    CHECK(finest(room, models).exponent == 0);
    CHECK(finest(std::nextafter(room, infinity), models).exponent == -1);
    CHECK(finest(room / 8, models).exponent == 3);
    CHECK(finest(std::nextafter(room / 8, infinity), models).exponent == 2);
  }
  CHECK(finest(0, 1).exponent == 0);
  CHECK(finest(5e-324, 1).exponent == max_exponent);
}

TEST_CASE("cascades: weights, targets and orders that fitting refuses") {
  ScoreSample heavy(1);
  feed(heavy, {1, -1}, {1.5e308, 1e308});
  expect_error(Status::argument, "the weights add up to inf: their sum must be finite", [&] { fit(heavy); });
  ScoreSample far(2);
  feed(far, {1, 2, -3, -4}, {}, {0, -1e300});
  CascadeOptions options;
  for (const Ordering order : {Ordering::individual_error, Ordering::greedy_error}) {
    options.order = order;
    expect_error(Status::argument, "a target is -1e300: must lie within ", [&] { fit(far, options); });
  }
  // Nobody looks at targets where another order was given.
  options.fixed_order = {1, 0};
  CHECK(order_of(fit(far, options)) == std::vector<int32_t>{1, 0});
  options.fixed_order = {-1, 0};
  expect_error(Status::argument, "fixed_order[0] is -1: must lie in [0, ", [&] { fit(far, options); });
  expect_error(Status::argument, "spend is \"power:inf\": must be power:P", [] { spending_by_name("power:inf"); });
  for (const char *name : {"all", "proportional", "power:0.25", "power:3"})
    CHECK(spending_name(spending_by_name(name)) == name);
  CHECK(spending_name(spending_by_name("power:0")) == "all");
}

TEST_CASE("cascades: with halves an order that was given is kept, and the second half sets the thresholds") {
  cases::Rng rng(1);
  const Data data = some_data(rng, 3, 80, 0, Weights::none);
  CascadeOptions options;
  options.alpha = 0.05;
  options.seed = 3;
  options.fixed_order = {2, 0, 1};
  const ScoreSample rows = data.sample();
  const std::string second = fit(rows.part(rows.deal(2, 3), 1, true), options).save();
  options.halves = true;
  const Policy found = fit(rows, options);
  CHECK(order_of(found) == std::vector<int32_t>{2, 0, 1});
  CHECK(found.findings.in_sample.rows == 40);
  CHECK(found.save() == second);
}

TEST_CASE("cascades: bins let no row leave where no gamma is large enough") {
  // One row of hardly any weight lies thousands of deviations from the other, in the same bin, and is never to err.
  ScoreSample sample(2);
  feed(sample, {10, 0, 10, -20}, {1, 1e-8});
  CascadeOptions options;
  options.bins = true;
  options.order = Ordering::given;
  options.alpha = 0;
  const Policy none = fit(sample, options);
  CHECK(none.findings.gamma == infinity);
  CHECK(none.findings.in_sample.disagreement == 0);
  CHECK(none.findings.in_sample.mean_models == 2);
  for (const Bin &bin : none.bins[0]) CHECK((bin.low == never_below && bin.high == never_above));
  CHECK(load_cascade(none.save()).policy.save() == none.save());
  options.gamma = 2048;
  const Policy wrong = fit(sample, options);
  CHECK(wrong.findings.in_sample.disagreement == Approx(1e-8).epsilon(1e-6));
  CHECK(wrong.findings.in_sample.mean_models == 1);
}

TEST_CASE("cascades: models whose scores are all 0 stand in their own order") {
  ScoreSample sample(3);
  feed(sample, {0, 0, 0, 0, 0, 0});
  for (const Ordering order : {Ordering::individual_error, Ordering::greedy_error, Ordering::joint}) {
    CascadeOptions options;
    options.order = order;
    const Policy found = fit(sample, options);
    CHECK(order_of(found) == std::vector<int32_t>{0, 1, 2});
    CHECK(found.findings.in_sample.mean_models == 1);
    CHECK(found.findings.in_sample.disagreement == 0);
  }
}

TEST_CASE("cascades: rows enough for several threads are planned as by one", "[threads]") {
  cases::Rng rng(2);
  const Data data = some_data(rng, 20, 30000, 0, Weights::none);
  const ScoreSample rows = data.sample();
  for (const Ordering order : {Ordering::joint, Ordering::greedy_error}) {
    CascadeOptions options;
    options.order = order;
    options.alpha = 0.01;
    options.threads = 1;
    const Policy alone = fit(rows, options);
    CHECK(alone.findings.in_sample.disagreement <= 0.01);
    CHECK(alone.findings.in_sample.mean_models < 20);
    options.threads = 2;
    CHECK(fit(rows, options).save() == alone.save());
  }
}

TEST_CASE("cascade votes: where no price within doubles is enough, the dearest is taken") {
  NoMonitor monitor;
  // Of three votes two make a row positive. Such rows are so rare that only a price of 1e30 spares them.
  const VoteLaw rare({1, 0, 1e-30, 0}, 2);
  CHECK(rare.price_of(0, false, monitor) == 0x1p1000);
  CHECK(rare.best(0x1p1000, false).disagreement == 0);
  CHECK(rare.best(0x1p1000, false).models > 1.5);
  CHECK(rare.best(0x1p60, false).disagreement > 0);
  // Here it takes more than a double holds.
  const VoteLaw rarer({1, 0, 1e-305, 0}, 2);
  CHECK(rarer.price_of(0, false, monitor) == 0x1p1000);
  CHECK(rarer.best(0x1p1000, false).disagreement > 0);
  CHECK(rarer.best(0x1p1000, false).disagreement < 1e-304);
}

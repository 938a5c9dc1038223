// Saved cascades of which one member was changed, policies made by hand that break a rule, and what those that keep the
// rules decide.
#include <catch2/catch.hpp>

#include "cascade_cases.hpp"
#include "expect_error.hpp"

using namespace cascade_cases;
using check::expect_error;

namespace {

// Units of 1/4. Model 1 comes first: below -0.5 a row leaves for 0, from 0.75 on for 1.
const std::string plain = R"({"wald":"cascade","version":1,
"models":2,"classes":1,"threshold":0,"exponent":2,"negatives_only":false,
"costs":[1,2],
"findings":{},
"positions":[[1,-0.5,0.75,0.5],
[0,0,0,0]]})";

// The same units; bins are 1 wide.
const std::string binned = R"({"wald":"cascade","version":1,
"models":2,"classes":1,"threshold":0,"exponent":2,"negatives_only":false,"bin_width":1,
"costs":[1,2],
"findings":{},
"positions":[[1,null,null,0.5,[[-1,-0.5,null],[0,null,0.5]]],
[0,0,0,0,[]]]})";

// Two classes with a score each. No position has a margin from which rows leave.
const std::string of_classes = R"({"wald":"cascade","version":1,
"models":2,"classes":2,"threshold":0,"exponent":0,"negatives_only":false,
"costs":[1,1],
"findings":{},
"positions":[[0,null,null,0],
[1,null,null,0]]})";

struct Change {
  const char *from, *to, *message;
};

std::string changed(const std::string &saved, const Change &change) {
  const std::size_t at = saved.find(change.from);
  REQUIRE(at != std::string::npos);
  return std::string(saved).replace(at, std::string(change.from).size(), change.to);
}

void check_refused(const std::string &saved, const std::vector<Change> &changes) {
  CHECK_NOTHROW(load_cascade(saved));
  for (const Change &change : changes) {
    INFO(change.from << " becomes " << change.to);
    expect_error(Status::format, std::string("saved cascade: ") + change.message,
                 [&] { load_cascade(changed(saved, change)); });
  }
}

struct Answer {
  int32_t decision, count;
};
bool operator==(const Answer &a, const Answer &b) { return a.decision == b.decision && a.count == b.count; }

// The decision about scores[t] of each model t, and after how many models.
Answer answer(const Policy &policy, const std::vector<double> &scores) {
  CascadeRun run(policy);
  while (run.next() >= 0) run.feed(scores[static_cast<std::size_t>(run.next())]);
  return {run.decision(), run.count()};
}

}  // namespace

TEST_CASE("saved cascades: thresholds are read in units of the score") {
  const Policy policy = load_cascade(plain).policy;
  CHECK(policy.positions[0].model == 1);
  CHECK(policy.positions[0].low == -2);
  CHECK(policy.positions[0].high == 3);
  CHECK(policy.positions[0].spread == 0.5);
  CHECK(answer(policy, {9, -0.75}) == Answer{0, 1});
  CHECK(answer(policy, {9, -0.5}) == Answer{1, 2});
  CHECK(answer(policy, {-9, 0.5}) == Answer{0, 2});
  CHECK(answer(policy, {-9, 0.75}) == Answer{1, 1});
  CHECK(load_cascade(policy.save()).policy.save() == policy.save());
}

TEST_CASE("saved cascades: a change of one member is refused with what is wrong") {
  const std::vector<Change> changes = {
      {"\"models\":2", "\"models\":2.5", "\"models\" is not a whole number"},
      {"\"classes\":1", "\"classes\":65537", "\"classes\" is 65537: must lie in [1, 65536]"},
      {"\"threshold\":0", "\"threshold\":null", "\"threshold\" is not a number"},
      {"\"exponent\":2", "\"exponent\":1001", "\"exponent\" is 1001: must lie in [-1000, 1000]"},
      {"\"exponent\":2", "\"exponent\":-1001", "\"exponent\" is -1001: must lie in [-1000, 1000]"},
      {"false", "0", "\"negatives_only\" is neither true nor false"},
      {"false", "false,\"bin_width\":0", "\"bin_width\" must be above 0"},
      {"false", "false,\"bin_width\":0.1", "\"bin_width\" is not a multiple of the cascade's unit"},
      {"false", "false,\"names\":[\"a\"]", "names has 1 texts: must have one per model, 2"},
      {"false", "false,\"names\":[\"a\",1]", "\"names\"[1] is not a text"},
      {"false", "false,\"categories\":[\"x=1\"]",
       "categories[0] is \"x=1\": must be feature=category, of a feature in feature_names"},
      {"[1,2]", "[1]", "costs has 1 numbers: must have one per model, 2"},
      {"[1,2]", "[1,-2]", "costs[1] is -2: must be at least 0"},
      {"[1,2]", "[null,2]", "costs[0] is nan: must be at least 0"},
      {"[1,2]", "{}", "\"costs\" is not an array"},
      {"{},", "[],", "\"findings\" is not an object"},
      {"[1,-0.5", "[2,-0.5", "\"positions\"[0][0] is 2: must lie in [0, 1]"},
      {"[1,-0.5", "[0,-0.5", "order[1] is 0: occurs twice"},
      {"-0.5,0.75", "-0.4,0.75", "\"positions\"[0][1] is not a multiple of the cascade's unit"},
      {"-0.5,0.75", "-0.5,1e300", "\"positions\"[0][2] is not a multiple of the cascade's unit"},
      {"-0.5,0.75", "1,0.75", "low[0] is above high[0]: no row could be undecided"},
      {"0.75,0.5", "0.75,-0.5", "spread[0] is -0.5: must be finite and at least 0"},
      {"0.75,0.5", "0.75", "\"positions\"[0] has 3 parts: must have 4"},
      {"[0,0,0,0]", "[0,0,0.25,0]", "the last position's thresholds must both be the decision threshold"},
      {"[0,0,0,0]", "[0,null,0,0]", "the last position's thresholds must both be the decision threshold"},
  };
  check_refused(plain, changes);
}

TEST_CASE("saved cascades: bins are read, checked and widened") {
  const Policy policy = load_cascade(binned).policy;
  CHECK(policy.bin_width == 4);
  CHECK(answer(policy, {9, -0.75}) == Answer{0, 1});
  CHECK(answer(policy, {9, -0.25}) == Answer{1, 2});
  CHECK(answer(policy, {-9, 0.25}) == Answer{0, 2});
  CHECK(answer(policy, {-9, 0.75}) == Answer{1, 1});
  CHECK(answer(policy, {-9, 1.5}) == Answer{0, 2});  // a bin that is not there
  const std::vector<Change> changes = {
      {"\"classes\":1", "\"classes\":2", "bin_width is above 0: must be 0 with more than two classes"},
      {"[-1,-0.5", "[0,-0.5", "bins[0][1] is not in ascending order"},
      {"[-1,-0.5,null]", "[-1,-0.5,-0.75]", "bins[0][0]: low is above high"},
      {"[-1,-0.5,null]", "[-1,-0.5]", "\"positions\"[0][4][0] has 2 numbers: must have 3"},
      {"[-1,", "[-1.5,", "\"positions\"[0][4][0][0] is not a whole number"},
      {"[0,null,0.5]", "[0,null,0.6]", "\"positions\"[0][4][1][2] is not a multiple of the cascade's unit"},
      {",[]]", "]", "\"positions\"[1] has 4 parts: must have 5"},
  };
  check_refused(binned, changes);
  // By 0.5, as the spread is, on each side; what never decides does not come to decide.
  const Policy wider = policy.widened(1);
  CHECK(wider.bins[0][0].low == -4);
  CHECK(wider.bins[0][0].high == never_above);
  CHECK(wider.bins[0][1].low == never_below);
  CHECK(wider.bins[0][1].high == 4);
  const Policy whole = policy.widened(infinity);
  for (const Bin &bin : whole.bins[0]) CHECK((bin.low == never_below && bin.high == never_above));
  CHECK(answer(whole, {9, -0.75}) == Answer{1, 2});
  CHECK(load_cascade(whole.save()).policy.save() == whole.save());
}

TEST_CASE("saved cascades: thresholds beyond every double decide nothing, and are read back") {
  ScoreSample sample(2);
  const double huge = 8e307;
  const std::vector<double> scores = {huge, huge, -huge, -huge, 0.5 * huge, -0.1 * huge, -0.5 * huge, 0.1 * huge};
  sample.feed({scores.data(), false, 4, 2, 2, 1});
  const Policy policy = fit(sample);
  for (const double spreads : {1.0, 8.0, 1e6, 1e300}) {
    const Policy wider = policy.widened(spreads);
    CHECK(load_cascade(wider.save()).policy.save() == wider.save());
    CHECK(answer(wider, {huge, huge}).decision == 1);
    CHECK(answer(wider, {-huge, -huge}).decision == 0);
  }
}

TEST_CASE("cascades: a policy that breaks a rule is refused wherever it comes from") {
  const auto refused = [](const char *message, auto change) {
    Policy policy = load_cascade(plain).policy;
    check_policy(policy);
    change(policy);
    expect_error(Status::argument, message, [&] { check_policy(policy); });
  };
  refused("n_models is 0: must lie in [1, 1048576]", [](Policy &p) { p.positions.clear(); });
  refused("n_models is 1048577: must lie in [1, 1048576]", [](Policy &p) { p.positions.resize(max_models + 1); });
  refused("n_classes is 0: must lie in [1, 65536]", [](Policy &p) { p.classes = 0; });
  refused("n_classes is 65537: must lie in [1, 65536]", [](Policy &p) { p.classes = max_classes + 1; });
  refused("exponent is -1001: must lie in [-1000, 1000]", [](Policy &p) { p.fixed.exponent = -1001; });
  refused("exponent is 1001: must lie in [-1000, 1000]", [](Policy &p) { p.fixed.exponent = 1001; });
  refused("threshold is nan: must be finite", [](Policy &p) { p.threshold = unknown; });
  refused("threshold is inf: must be finite", [](Policy &p) { p.threshold = infinity; });
  refused("order[0] is -1: must lie in [0, 1]", [](Policy &p) { p.positions[0].model = -1; });
  refused("order[1] is 2: must lie in [0, 1]", [](Policy &p) { p.positions[1].model = 2; });
  refused("spread[0] is inf: must be finite and at least 0", [](Policy &p) { p.positions[0].spread = infinity; });
  refused("spread[1] is nan: must be finite and at least 0", [](Policy &p) { p.positions[1].spread = unknown; });
  refused("bin_width is -1: must be at least 0", [](Policy &p) { p.bin_width = -1; });
  refused("bins has 0 lists: must have one per position, 2", [](Policy &p) { p.bin_width = 1; });
  const Policy policy = load_cascade(plain).policy;
  for (const double spreads : {-1.0, unknown})
    expect_error(Status::argument, "spreads is " + number(spreads) + ": must be at least 0",
                 [&] { policy.widened(spreads); });
}

TEST_CASE("saved cascades: what was found on some rows is kept where nothing else was found") {
  Policy policy = load_cascade(plain).policy;
  for (CascadeEvaluation Findings::*one : {&Findings::in_sample, &Findings::cross, &Findings::held_out}) {
    policy.findings = {};
    CascadeEvaluation &of = policy.findings.*one;
    of.rows = 4;
    of.weight = 6;
    of.disagreement = 0.25;
    of.stops = {0.5, 0.5};
    const Findings back = load_cascade(policy.save()).policy.findings;
    CHECK((back.*one).rows == 4);
    CHECK((back.*one).weight == 6);
    CHECK((back.*one).disagreement == 0.25);
    CHECK(std::isnan((back.*one).mean_cost));
    CHECK((back.*one).stops == std::vector<double>{0.5, 0.5});
    CHECK(std::isnan(back.alpha));
    CHECK(load_cascade(policy.save()).policy.save() == policy.save());
  }
}

TEST_CASE("saved cascades: the last position of several classes decides, whatever its margin") {
  const Policy policy = load_cascade(of_classes).policy;
  const double scores[] = {3, 1, 0, 1, /**/ 0, 2, 5, 4, /**/ 1, 1, 2, 2};
  const RealTable table{scores, false, 3, 4, 4, 1};
  NoMonitor monitor;
  int32_t decisions[3], counts[3];
  run_table(policy, table, 1, monitor, {decisions, 3, 1}, {counts, 3, 1});
  CHECK(std::vector<int32_t>(decisions, decisions + 3) == std::vector<int32_t>{0, 1, 0});
  CHECK(std::vector<int32_t>(counts, counts + 3) == std::vector<int32_t>{2, 2, 2});
  ScoreSample sample(2, 2);
  sample.feed(table);
  const CascadeEvaluation found = evaluate_cascade(policy, sample, 1, monitor);
  CHECK(found.rows == 3);
  CHECK(found.disagreement == 0);
  CHECK(found.mean_models == 2);
  CHECK(found.stops == std::vector<double>{0, 1});
  CascadeRun run(policy);
  expect_error(Status::argument, "scores has 1 number: must have one per class, 2", [&] { run.feed(1.0); });
  CHECK(run.count() == 0);
}

TEST_CASE("cascades: rows of another form, and none at all, are not evaluated") {
  NoMonitor monitor;
  const Policy policy = load_cascade(plain).policy;
  const auto refused = [&](const char *message, const ScoreSample &sample) {
    expect_error(Status::argument, message, [&] { evaluate_cascade(policy, sample, 1, monitor); });
  };
  refused("the sample has 3 models: must have 2", ScoreSample(3));
  refused("the sample has 2 classes: must have 1", ScoreSample(2, 2));
  refused("rows is 0: no row of a weight above 0 was fed", ScoreSample(2));
  ScoreSample rows(2);
  const double scores[] = {1, -1}, nothing[] = {0};
  rows.feed({scores, false, 1, 2, 2, 1}, {nothing, false, 1, 1});
  refused("rows is 0: no row of a weight above 0 was fed", rows);
  rows.feed({scores, false, 1, 2, 2, 1});
  CHECK(evaluate_cascade(policy, rows, 1, monitor).rows == 1);
  for (const double target : {0.0, 1.0, 1.5})
    expect_error(Status::argument, "max_disagreement is " + number(target) + ": must lie in (0, 1)",
                 [&] { calibrate(policy, rows, target, 0.95, 1, monitor); });
}

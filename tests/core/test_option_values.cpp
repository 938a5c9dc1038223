// DecisionOptions by name: values as texts, as numbers and as lists, what each kind of option refuses, and bounds in words.
#include <catch2/catch.hpp>

#include "core/catalogue/option_set.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::thresholds;
using namespace wald::core::cascades;
using namespace wald::core::routes;
using namespace wald::core::learners;
using namespace wald::core::catalogue;
using check::expect_error;

TEST_CASE("options: spaces about a number, and about the items of a list, are no part of it") {
  OptionSet options("cascades");
  options.set_text("alpha", "  0.25 ");
  CHECK(options.cascades({"this test", "fit"}).alpha == 0.25);
  options.set_text("folds", " 1e2 ");
  CHECK(options.cascades({"this test", "fit"}).folds == 100);
  options.set_text("seed", " 18446744073709551615 ");
  CHECK(options.get("seed") == "18446744073709551615");
  options.set_text("costs", " 1 ,0.5,  inf ");
  CHECK(options.get("costs") == "1,0.5,inf");
  options.set_text("fixed_order", "2, 0 ,1");
  CHECK(options.cascades({"this test", "fit"}).fixed_order == std::vector<int64_t>{2, 0, 1});
  options.set_text("names", " a b , c");
  CHECK(options.cascades({"this test", "fit"}).names == std::vector<std::string>{"a b", "c"});
  for (const char *name : {"costs", "fixed_order", "names"}) {
    options.set_text(name, "");
    CHECK(options.get(name).empty());
  }
}

TEST_CASE("options: every word for yes and no is read, and no other") {
  OptionSet options("cascades");
  const auto set = [&](const char *word) {
    options.set_text("bins", word);
    return options.cascades({"this test", "fit"}).bins;
  };
  for (const char *yes : {"1", "on", "true", "yes"}) {
    CHECK_FALSE(set("off"));
    CHECK(set(yes));
    CHECK(options.get("bins") == "on");
  }
  for (const char *no : {"0", "off", "false", "no"}) {
    CHECK(set("on"));
    CHECK_FALSE(set(no));
    CHECK(options.get("bins") == "off");
  }
  CHECK(set("yes"));
  for (const char *other : {"", "2", "True", "maybe"})
    expect_error(Status::argument, std::string("bins is \"") + other + "\": must be on or off", [&] { set(other); });
  expect_error(Status::argument, "bins is 2: must be 0 or 1", [&] { options.set_number("bins", 2); });
  CHECK(options.get("bins") == "on");
}

TEST_CASE("options: a text that cannot be read leaves the option as it was") {
  OptionSet options("cascades");
  options.set_text("alpha", "0.5");
  options.set_text("folds", "7");
  options.set_text("seed", "3");
  options.set_text("costs", "1,2");
  options.set_text("fixed_order", "1,0");
  const auto refused = [&](const char *name, const char *value, const char *message) {
    const std::string before = options.get(name);
    expect_error(Status::argument, message, [&] { options.set_text(name, value); });
    CHECK(options.get(name) == before);
  };
  refused("alpha", "", "alpha is \"\": must be a number");
  refused("alpha", "  ", "alpha is \"  \": must be a number");
  refused("alpha", "0.5x", "alpha is \"0.5x\": must be a number");
  refused("alpha", "2", "alpha is 2: must lie in [0, 1]");
  refused("folds", "seven", "folds is \"seven\": must be a whole number");
  refused("folds", "2.5", "folds is 2.5: must be a whole number");
  refused("folds", "nan", "folds is nan: must lie in [0, 1000]");
  refused("folds", "1e9", "folds is 1e9: must lie in [0, 1000]");
  refused("folds", "1001", "folds is 1001: must lie in [0, 1000]");
  refused("seed", "-1", "seed is \"-1\": must be a whole number from 0 to 2^64 - 1");
  refused("seed", "18446744073709551616", "seed is \"18446744073709551616\": must be a whole number");
  refused("costs", "1,,2", "costs is \"\": must be numbers, with commas between them");
  refused("costs", "1,two", "costs is \"two\": must be numbers, with commas between them");
  refused("costs", "1,-2", "costs[1] is -2: must be at least 0");
  refused("fixed_order", "0, x", "fixed_order is \"x\": must be whole numbers, with commas between them");
  refused("fixed_order", "0,1.5", "fixed_order is \"1.5\": must be whole numbers, with commas between them");
  refused("fixed_order", "-1,0", "fixed_order[0] is -1: must lie in [0, 1048575]");
  refused("order", "joined", "did you mean \"joint\"?");
  refused("spend", "power:inf", "spend is \"power:inf\": must be power:P with P at least 0, all, or proportional");
}

TEST_CASE("options: a seed is a whole number of 64 bits, as a number one of 53") {
  OptionSet options("cascades");
  options.set_number("seed", 7);
  CHECK(options.get("seed") == "7");
  options.set_number("seed", 9007199254740992.0);
  CHECK(options.cascades({"this test", "fit"}).seed == uint64_t{1} << 53);
  for (const double wrong : {-1.0, 0.5, 9007199254740994.0, unset, infinite})
    expect_error(Status::argument,
                 "seed is " + number(wrong) + ": must be a whole number from 0 to 2^53 as a number, or a text",
                 [&] { options.set_number("seed", wrong); });
  CHECK(options.get("seed") == "9007199254740992");
  options.set_integer("seed", 12);
  CHECK(options.get("seed") == "12");
  options.reset("seed");
  CHECK(options.get("seed") == "0");
}

TEST_CASE("options: lists of whole numbers are numbers; texts hold no NUL") {
  OptionSet options("cascades");
  options.set_numbers("costs", {3, 0, 0x1p40});
  CHECK(options.cascades({"this test", "fit"}).costs == std::vector<double>{3, 0, 0x1p40});
  expect_error(Status::argument, "costs[1] is -3: must be at least 0", [&] { options.set_numbers("costs", {1, -3}); });
  CHECK(options.get("costs") == "3,0,1099511627776");
  for (const double wrong : {0.5, -0x1.8p53, std::nan(""), HUGE_VAL})
    expect_error(Status::argument, "fixed_order[1] is " + number(wrong) + ": must be a whole number from -2^53 to 2^53",
                 [&] { options.set_numbers("fixed_order", {0, wrong}); });
  options.set_numbers("fixed_order", {1, 0});
  CHECK(options.get("fixed_order") == "1,0");
  options.set_texts("names", {"one, two", "three"});
  CHECK(options.cascades({"this test", "fit"}).names == std::vector<std::string>{"one, two", "three"});
  expect_error(Status::argument, "names holds a NUL character",
               [&] { options.set_texts("names", {"a", std::string("b\0c", 3)}); });
  expect_error(Status::argument, "names holds a NUL character", [&] { options.set_text("names", {"a,b\0c", 5}); });
  CHECK(options.cascades({"this test", "fit"}).names.size() == 2);
  // Empty texts count, wherever they stand.
  options.set_texts("names", {"", "b", ""});
  CHECK(options.get("names") == ",b,");
}

TEST_CASE("options: a value of another kind is refused, and says what the option is") {
  OptionSet cascades("cascades"), thresholds("thresholds"), decisions("decisions");
  const auto refused = [](const char *message, auto set) { expect_error(Status::argument, message, set); };
  refused("names is set by a number: it is a texts", [&] { cascades.set_number("names", 1); });
  refused("order is set by a number: it is a choice", [&] { cascades.set_number("order", 1); });
  refused("order is set by an integer: it is a choice", [&] { cascades.set_integer("order", 1); });
  refused("alpha is set by numbers: it is a number", [&] { cascades.set_numbers("alpha", {1}); });
  refused("names is set by numbers: it is a texts", [&] { cascades.set_numbers("names", {1}); });
  refused("spend is set by texts: it is a text", [&] { cascades.set_texts("spend", {"all"}); });
  refused("goal is set by a metric: it is a choice", [&] { thresholds.set_metric("goal", nullptr); });
  refused("seed is set by a progress: it is a seed", [&] { decisions.set_progress("seed", {}); });
  refused("progress is set by a text: it is a progress", [&] { decisions.set_text("progress", "on"); });
  refused("metric is set by a number: it is a metric", [&] { thresholds.set_number("metric", 1); });
}

TEST_CASE("options: a metric is set by its name and left out again by none") {
  OptionSet options("thresholds");
  CHECK(options.get("metric").empty());
  options.set_text("metric", "fbeta:2");
  REQUIRE(options.thresholds({"this test", "choose"}).objective.metric);
  const std::string name = options.get("metric");
  CHECK(name == options.thresholds({"this test", "choose"}).objective.metric->name());
  expect_error(Status::format, "no_such_metric", [&] { options.set_text("metric", "no_such_metric"); });
  CHECK(options.get("metric") == name);
  options.set_text("metric", "");
  CHECK(options.get("metric").empty());
  CHECK_FALSE(options.thresholds({"this test", "choose"}).objective.metric);
}

TEST_CASE("options: those of another family are refused by who takes them") {
  const auto refused = [](const char *given, const char *wanted, auto take) {
    const OptionSet options(given);
    expect_error(Status::argument,
                 std::string("options are of the family ") + given + ": to test takes those of " + wanted,
                 [&] { take(options); });
  };
  refused("cascades", "decisions", [](const OptionSet &o) { o.decisions({"to test", ""}); });
  refused("decisions", "thresholds", [](const OptionSet &o) { o.thresholds({"to test", ""}); });
  refused("learners", "cascades", [](const OptionSet &o) { o.cascades({"to test", ""}); });
  refused("routes", "learners", [](const OptionSet &o) { o.learners({"to test", ""}); });
  refused("learners", "routes", [](const OptionSet &o) { o.routes({"to test", ""}); });
  OptionSet learners("learners");
  expect_error(Status::argument, "option \"alpha\" is one of cascades: these are options of learners",
               [&] { learners.set_number("alpha", 0.1); });
  expect_error(Status::argument, "option \"max_depths\" is unknown to learners: did you mean \"max_depth\"?",
               [&] { learners.set_number("max_depths", 1); });
  expect_error(Status::argument, "family is \"cascade\": did you mean \"cascades\"?", [] { OptionSet("cascade"); });
}

TEST_CASE("options: bounds hold what they say in words") {
  struct Row {
    Bounds bounds;
    const char *range;
    std::vector<double> in, out;
  };
  double zero = 0, one = 1;
  const Row rows[] = {
      {closed(zero, one), "in [0, 1]", {0, 0.5, 1}, {-0.1, 1.1, unset}},
      {open(zero, one), "in (0, 1)", {0.5}, {0, 1, unset}},
      {half_open(zero, one), "in [0, 1)", {0, 0.5}, {1, -1, unset}},
      {finite(), "finite", {-1e308, 0, 1e308}, {infinite, -infinite, unset}},
      {finite_at_least(zero), "finite and at least 0", {0, 1e308}, {-1, infinite, unset}},
      {finite_above(zero), "finite and above 0", {5e-324, 1e308}, {0, infinite, unset}},
      {at_least(one), "at least 1", {1, infinite}, {0.5, unset}},
      {above(one), "above 1", {1.5, infinite}, {1, unset}},
      {integer_from(one), "at least 1", {1, max_integer}, {0, 2 * max_integer, unset}},
      {{-infinite, one, false, false}, "at most 1", {-infinite, 1}, {1.5, unset}},
      {{-infinite, one, false, true}, "below 1", {-infinite, 0.5}, {1, unset}},
      {{}, "", {-infinite, 0, infinite}, {unset}},
  };
  for (const Row &row : rows) {
    INFO(row.range);
    CHECK(range_of(row.bounds) == row.range);
    for (const double x : row.in) CHECK(row.bounds.holds(x));
    for (const double x : row.out) CHECK_FALSE(row.bounds.holds(x));
  }
  CHECK(text_of(closed(zero, one), 2) == "must lie in [0, 1]");
  CHECK(text_of(above(one), 0) == "must be above 1");
  CHECK(text_of({-infinite, one, false, true}, 1) == "must be below 1");
  CHECK(text_of({}, unset) == "must be a number");
  CHECK(text_of(integer_from(one), 0) == "must be at least 1");
  CHECK(text_of(integer_from(one), 2 * max_integer) == "must be at most 9007199254740992");
}

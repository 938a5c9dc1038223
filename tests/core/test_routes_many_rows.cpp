// Routes of many rows, of many groups, and by measures of one class: against a sweep over every threshold, against the
// search without limits, and on a population that is known.
#include <map>

#include "core/routes/answering.hpp"
#include "core/routes/ask.hpp"
#include "core/routes/choose_route.hpp"
#include "expect_error.hpp"
#include "route_tables.hpp"

using namespace route_tables;
using check::expect_error;

namespace {

NoMonitor quiet;

// Two stages: the least mean cost with this accuracy, of every threshold of the first stage, of the second alone and of
// the first alone.
double least_cost(const Table &t, double min_quality) {
  struct Level {
    double n = 0, cheap = 0, expensive = 0;
  };
  std::map<double, Level, std::greater<>> levels;
  double expensive = 0;
  for (int64_t i = 0; i < t.n; ++i) {
    Level &at = levels[t.confidences[static_cast<std::size_t>(2 * i)]];
    const int32_t is = t.truth[static_cast<std::size_t>(i)];
    ++at.n;
    at.cheap += t.answers[static_cast<std::size_t>(2 * i)] == is;
    at.expensive += t.answers[static_cast<std::size_t>(2 * i + 1)] == is;
    expensive += t.answers[static_cast<std::size_t>(2 * i + 1)] == is;
  }
  const auto n = static_cast<double>(t.n);
  double right = expensive, above = 0, best = right >= min_quality * n ? 10 : infinite;
  for (const auto &[confidence, level] : levels) {
    right += level.cheap - level.expensive;
    above += level.n;
    // Where the first stage answers everything, the second is never asked.
    if (right >= min_quality * n) best = std::min(best, 1 + 10 * (n - above) / n);
  }
  return best;
}

}  // namespace

TEST_CASE("routes: thousands of rows, with ties or without") {
  Rng rng(2301);
  for (int round = 0; round < cases::scaled(30); ++round) {
    Table t = population(rng, rng.between(4096, 9000), true, nullptr);
    const int kind = round % 4;
    for (int64_t i = 0; i < t.n; ++i) {
      double &sure = t.confidences[static_cast<std::size_t>(2 * i)];
      if (kind == 1) sure = std::floor(40 * sure);
      if (kind == 2) sure = std::exp(30 * sure);  // nearly all in one bucket
      if (kind == 3) sure = i == 0 ? 1e308 : i == 1 ? -1e308 : sure;
    }
    RouteOptions o;
    o.min_quality = 0.8 + 0.01 * rng.below(18);
    const Route route = choose_route(t.stages(), o, quiet);
    const double best = least_cost(t, o.min_quality);
    CAPTURE(round, t.n, o.min_quality, best);
    CHECK(route.findings.exact);
    CHECK(route.findings.feasible == std::isfinite(best));
    if (std::isfinite(best)) CHECK(route.findings.cost == Approx(best).margin(1e-9));
  }
}

TEST_CASE("routes: groups whose thresholds are more than can be combined come close, and say so") {
  Rng rng(2302);
  const int rounds = cases::scaled(60);
  double worse = 0;
  int thinned = 0, compared = 0;
  for (int round = 0; round < rounds; ++round) {
    Table t = population(rng, 400, true, nullptr);
    const int groups = rng.between(2, 5);
    for (int64_t i = 0; i < t.n; ++i) {
      t.segments.push_back(rng.below(groups));
      // Each segment has its own difficulty.
      if (rng.below(groups + 1) < t.segments.back())
        t.answers[static_cast<std::size_t>(2 * i)] = 1 - t.truth[static_cast<std::size_t>(i)];
    }
    const Stages stages = t.stages();
    RouteOptions o;
    o.by = RouteBy::segment;
    o.goal = round % 2 ? RouteGoal::quality : RouteGoal::cost;
    o.measure = static_cast<RouteMeasure>(rng.below(5));
    o.min_quality = 0.01 * rng.between(70, 97);
    o.budget = rng.between(2, 9);
    o.max_policies = 1 << 24;
    const Route whole = choose_route(stages, o, quiet);
    o.max_policies = 400;
    const Route few = choose_route(stages, o, quiet);
    CAPTURE(round, groups, static_cast<int>(o.goal), static_cast<int>(o.measure), o.min_quality, o.budget);
    CHECK(whole.findings.exact);
    thinned += !few.findings.exact;
    // What is reported is what the route does.
    const RouteEvaluation done = evaluate_route(few, stages, o);
    CHECK(done.cost == Approx(few.findings.cost).margin(1e-9));
    CHECK(done.quality == Approx(few.findings.quality).margin(1e-9));
    if (few.findings.feasible) CHECK(whole.findings.feasible);
    if (!whole.findings.feasible || !few.findings.feasible) continue;
    ++compared;
    if (o.goal == RouteGoal::cost) {
      CHECK(few.findings.cost >= whole.findings.cost - 1e-9);
      CHECK(few.findings.quality >= o.min_quality - 1e-9);
      worse += few.findings.cost / whole.findings.cost - 1;
    } else {
      CHECK(few.findings.quality <= whole.findings.quality + 1e-9);
      CHECK(few.findings.cost <= o.budget + 1e-9);
      worse += whole.findings.quality - few.findings.quality;
    }
  }
  CHECK(2 * thinned > rounds);
  CHECK(2 * compared > rounds);
  CHECK(worse < 0.01 * compared + (rounds < 60 ? 0.1 : 0));  // 1 % on average; one of a few may be several
}

TEST_CASE("routes: certificates of precision, recall and F break no more often than they say") {
  // Both classes are alike in the population, so each of these is the accuracy.
  Rng rng(2303);
  for (const RouteMeasure measure : {RouteMeasure::precision, RouteMeasure::recall, RouteMeasure::f})
    for (const bool drawn : {false, true}) {
      RouteOptions o;
      o.measure = measure;
      o.min_quality = 0.85;
      o.certify = 0.9;
      Broken found;
      const int draws = cases::scaled(100);
      for (int draw = 0; draw < draws; ++draw) {
        o.seed = static_cast<uint64_t>(draw);
        Table t = population(rng, 3000, true, nullptr);
        if (drawn)
          for (int64_t i = 0; i < t.n; ++i) {
            const double p = rng.below(20) == 0 ? none : rng.below(2) ? 0.9 : 0.5;
            t.probabilities.push_back(p);
            if (!std::isnan(p) && rng.uniform() >= p) t.truth[static_cast<std::size_t>(i)] = -1;
            if (std::isnan(p)) t.truth[static_cast<std::size_t>(i)] = -1;  // not drawn at all
          }
        const Route route = choose_route(t.stages(), o, quiet);
        CHECK(route.findings.theorem == (drawn || measure == RouteMeasure::f ? Theorem::bets : Theorem::tested_path));
        found.add(route, o.min_quality);
      }
      CAPTURE(static_cast<int>(measure), drawn, found.certified, found.broken, draws);
      CHECK(found.broken <= 0.1 * draws + 3 * std::sqrt(0.09 * draws));
      if (!drawn) CHECK(found.certified > draws / 2);
    }
}

TEST_CASE("routes: a limit of 0 is certified by what any labels say, and no labels certify nothing") {
  Rng rng(2304);
  RouteOptions o;
  o.certify = 0.9;
  o.min_quality = 0;
  o.max_weight = 3;
  Table t = population(rng, 200, true, nullptr);
  for (int64_t i = 0; i < t.n; ++i) t.weights.push_back(rng.below(2) ? 1 : 3);
  const Route any = choose_route(t.stages(), o, quiet);
  CHECK(any.findings.certified);
  CHECK(any.findings.cost == Approx(1));
  o.min_quality = 0.9;
  std::fill(t.truth.begin(), t.truth.end(), -1);
  const Stages unknown = t.stages();
  expect_error(Status::argument, "no row of a weight above 0 is labelled", [&] { choose_route(unknown, o, quiet); });
  // One label alone: the pilot has it or the test has it, and neither is enough.
  t.truth[7] = 0;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    o.seed = seed;
    const Route one = choose_route(t.stages(), o, quiet);
    CHECK_FALSE(one.findings.certified);
    CHECK(one.findings.cost == Approx(10));
  }
}

TEST_CASE("routes: rows that come after labels were asked for are as those before") {
  Rng rng(2307);
  Table t = population(rng, 60, false, nullptr);
  for (int64_t i = 0; i < 10; ++i) t.truth[static_cast<std::size_t>(i)] = rng.below(2);
  Stages stages = t.stages();
  CHECK(stages.considered() == 10);
  CHECK(stages.batches() == 0);
  RouteOptions o;
  o.batch_size = 20;
  const std::vector<int64_t> asked = next_labels(stages, o, quiet);
  REQUIRE(!asked.empty());
  CHECK(stages.batches() == 1);
  for (int64_t i = 0; i < 10; ++i) CHECK(stages.probability(i) == 1);  // labelled before anything was drawn
  Table later = population(rng, 6, true, nullptr);
  later.truth[0] = -1;
  later.weights = {1, 2, 1, 2, 1, 2};
  later.costs.clear();
  stages.feed(later.rows());
  CHECK(stages.rows() == 66);
  CHECK(std::isnan(stages.probability(60)));
  CHECK(stages.probability(61) == 1);
  CHECK(stages.weight(59) == 1);
  CHECK(stages.weight(61) == 2);
  CHECK(stages.cost(59, 1) == 10);
  CHECK(stages.cost(61, 1) == 1);
  CHECK(stages.segments() == 1);
}

TEST_CASE("routes: what is fed lies within its limits") {
  Rng rng(2308);
  const auto refused = [&](const char *words, auto change) {
    Table t = population(rng, 4, true, nullptr);
    change(t);
    expect_error(Status::argument, words, [&] { t.stages(); });
  };
  refused("truth[1] is 2147483647: must be -1 (unknown) or lie in [0, 2^31-2]",
          [](Table &t) { t.truth[1] = std::numeric_limits<int32_t>::max(); });
  refused("answers[1][0] is -2", [](Table &t) { t.answers[2] = -2; });
  refused("label_probabilities[2] is 1.5: must lie in (0, 1]", [](Table &t) { t.probabilities = {1, 1, 1.5, 1}; });
  refused("segments[3] is ", [](Table &t) { t.segments = {0, 0, 0, std::numeric_limits<int32_t>::max()}; });
  refused("segments[0] is -1", [](Table &t) { t.segments = {-1, 0, 0, 0}; });
}

TEST_CASE("routes: judged answers are counted, shares among them after they are rounded at random") {
  Rng rng(2309);
  RouteOptions o;
  o.min_quality = 0.85;
  o.certify = 0.9;
  for (const bool shares : {false, true}) {
    Table t = population(rng, 2000, true, nullptr);
    for (int64_t i = 0; i < 2 * t.n; ++i) {
      const bool right = t.answers[static_cast<std::size_t>(i)] == t.truth[static_cast<std::size_t>(i / 2)];
      t.right.push_back(shares && right ? 0.999 : right);
    }
    t.answers.clear();
    t.truth.clear();
    const Route route = choose_route(t.stages(), o, quiet);
    CHECK(route.findings.theorem == Theorem::tested_path);
    CHECK(route.findings.certified);
    CHECK(true_quality(route) >= o.min_quality);
    CHECK(route.findings.cost < 10);
  }
}

TEST_CASE("routes: rows of a batch are drawn with at least the probability that is promised") {
  Rng rng(2310);
  RouteOptions o;
  o.certify = 0.9;
  o.batch_size = 100;
  o.min_probability = 0.2;
  std::vector<int32_t> truth;
  Stages stages = population(rng, 500, false, &truth).stages();
  for (int batch = 0; batch < 2; ++batch)
    for (const int64_t row : next_labels(stages, o, quiet)) {
      CHECK(stages.probability(row) >= o.min_probability);
      stages.label(&row, 1, {&truth[static_cast<std::size_t>(row)], true, 1, 1}, {});
    }
  double least = 1;
  for (int64_t i = 0; i < stages.rows(); ++i)
    if (!std::isnan(stages.probability(i))) least = std::min(least, stages.probability(i));
  o.min_probability = std::min(0.9, least * 1.01);
  expect_error(Status::argument, ": a row was drawn with ", [&] { choose_route(stages, o, quiet); });
}

TEST_CASE("routes: rows that do not have what a route reads are refused") {
  Rng rng(2305);
  const Table t = random_table(rng, 30, 2);
  RouteOptions o, by_class, by_score;
  by_class.by = RouteBy::first_class;
  by_score.router = true;
  const Stages stages = t.stages();
  const Route of_class = choose_route(stages, by_class, quiet), of_score = choose_route(stages, by_score, quiet);
  expect_error(Status::argument, "rows is 0: no row was fed", [&] { evaluate_route(of_class, Stages(2), o); });
  Table unlabelled = t;
  unlabelled.truth.clear();
  unlabelled.probabilities.clear();
  const RouteEvaluation unknown = evaluate_route(of_class, unlabelled.stages(), o);
  CHECK((unknown.labels == 0 && std::isnan(unknown.quality) && std::isnan(unknown.full_quality)));
  Table plain = t;
  plain.scores.clear();
  expect_error(Status::argument, "the route asks by scores, which stages does not have",
               [&] { evaluate_route(of_score, plain.stages(), o); });
  Table judged = t;
  judged.answers.clear();
  judged.truth.clear();
  judged.probabilities.clear();
  for (int64_t i = 0; i < 2 * t.n; ++i) judged.right.push_back(rng.below(2));
  const Stages of_right = judged.stages();
  expect_error(Status::argument, "the route is by class: stages has no answers",
               [&] { evaluate_route(of_class, of_right, o); });
  expect_error(Status::format, "asks another stage first than group 0", [] {
    load_route(
        "{\"wald\":\"route\",\"version\":1,\"stages\":2,\"router\":false,\"by\":\"class\",\"goal\":\"cost\","
        "\"measure\":\"accuracy\",\"groups\":[[0.5,\"-inf\"],[null,\"-inf\"]],\"findings\":{\"theorem\":\"none\","
        "\"exact\":true,\"feasible\":true,\"certified\":false,\"shares\":[0,1],\"envelope\":[]}}");
  });
}

TEST_CASE("routes: labels are of rows that were asked for, and of the kind that the rows have") {
  Rng rng(2306);
  RouteOptions o;
  o.batch_size = 5;
  std::vector<int32_t> truth;
  Stages stages = population(rng, 50, false, &truth).stages();
  const std::vector<int64_t> asked = next_labels(stages, o, quiet);
  REQUIRE(!asked.empty());
  expect_error(Status::argument, "rows were asked for and have no label yet: label them first",
               [&] { next_labels(stages, o, quiet); });
  const int64_t below = -1;
  const int32_t is = 1;
  const double right[2] = {1, none};
  expect_error(Status::argument, "rows[0] is -1", [&] { stages.label(&below, 1, {&is, true, 1, 1}, {}); });
  expect_error(Status::argument, "truth is NULL: these rows are labelled by it", [&] {
    stages.label(asked.data(), 1, {}, {right, false, 1, 2, 2, 1});
  });
  expect_error(Status::argument, "truth is not alone: these rows are labelled by it", [&] {
    stages.label(asked.data(), 1, {&is, true, 1, 1}, {right, false, 1, 2, 2, 1});
  });
  // Rows whose answers are judged rather than given.
  Table judged = population(rng, 20, false, nullptr);
  judged.answers.clear();
  judged.truth.clear();
  judged.right.assign(40, none);
  Stages of_right = judged.stages();
  const std::vector<int64_t> drawn = next_labels(of_right, o, quiet);
  REQUIRE(!drawn.empty());
  expect_error(Status::argument, "right[0][1] is NaN: must lie in [0, 1]", [&] {
    of_right.label(drawn.data(), 1, {}, {right, false, 1, 2, 2, 1});
  });
  expect_error(Status::argument, "right is NULL: these rows are labelled by it", [&] {
    of_right.label(drawn.data(), 1, {&is, true, 1, 1}, {});
  });
}

TEST_CASE("routes: labels are asked for by every measure, with routers, unsure answers and rows of no weight") {
  Rng rng(2311);
  for (int round = 0; round < cases::scaled(120); ++round) {
    Table t = population(rng, 300, false, nullptr);
    for (int64_t i = 0; i < t.n; ++i) {
      if (rng.below(4) == 0) t.confidences[static_cast<std::size_t>(2 * i)] = none;
      t.weights.push_back(rng.below(5) ? 1 : 0);
      t.scores.push_back(rng.below(30));
    }
    RouteOptions o;
    o.router = round % 2;
    o.measure = static_cast<RouteMeasure>(rng.below(5));
    o.batch_size = 40;
    o.min_probability = 0.3;
    o.seed = static_cast<uint64_t>(round);
    Stages stages = t.stages();
    int64_t labelled = 0;
    for (int batch = 0; batch < 3; ++batch) {
      CAPTURE(round, o.router, static_cast<int>(o.measure), batch);
      const std::vector<int64_t> asked = next_labels(stages, o, quiet);
      REQUIRE(!asked.empty());
      CHECK(std::is_sorted(asked.begin(), asked.end(), std::less_equal<>()));
      for (const int64_t row : asked) {
        CHECK(stages.weight(row) > 0);
        CHECK(stages.probability(row) >= o.min_probability);
        const int32_t is = rng.below(2);
        stages.label(&row, 1, {&is, true, 1, 1}, {});
      }
      labelled += static_cast<int64_t>(asked.size());
      CHECK(stages.labelled() == labelled);
      CHECK(stages.considered() >= labelled);
      CHECK(stages.batches() == batch + 1);
    }
  }
}

// Routes against the enumeration of every chain and every threshold, and certificates on populations that are known.
#include <numeric>

#include "core/routes/answering.hpp"
#include "core/routes/ask.hpp"
#include "core/routes/choose_route.hpp"
#include "expect_error.hpp"
#include "route_tables.hpp"

namespace {

using namespace route_tables;
using check::expect_error;

// ---- The definition ----------------------------------------------------------------------------------

struct Found {
  double cost = 0, a = 0, b = 0, weight = 0;
  double quality() const { return b > 0 ? a / b : 1; }
};

// What row i adds under these thresholds, [k], NaN if a stage is not called.
void add_row(Found &to, const Table &t, int64_t i, const std::vector<double> &thresholds, const RouteOptions &o) {
  const auto at = [&](int64_t s) { return static_cast<std::size_t>(i * t.k + s); };
  const auto row = static_cast<std::size_t>(i);
  double cost = 0;
  int64_t last = -1;
  for (int64_t s = 0; s < t.k; ++s)
    if (!std::isnan(thresholds[static_cast<std::size_t>(s)])) last = s;
  int64_t stage = last;
  for (int64_t s = 0; s < t.k; ++s) {
    const double threshold = thresholds[static_cast<std::size_t>(s)];
    if (std::isnan(threshold)) continue;
    if (!o.router) cost += t.costs[at(s)];
    const double sure = o.router ? t.scores[row] : t.confidences[at(s)];
    if (s == last || sure >= threshold) {
      stage = s;
      break;
    }
  }
  if (o.router) cost = t.costs[at(stage)];
  to.cost += t.weights[row] * cost;
  to.weight += t.weights[row];
  const int32_t answer = t.answers[at(stage)];
  const int32_t label = o.measure == RouteMeasure::agreement ? t.answers[at(t.k - 1)] : t.truth[row];
  if (label < 0) return;
  double w = t.weights[row];
  if (!t.probabilities.empty() && !std::isnan(t.probabilities[row])) w /= t.probabilities[row];
  const double said = answer == 1, is = label == 1;
  switch (o.measure) {
    case RouteMeasure::accuracy:
    case RouteMeasure::agreement: to.a += w * (answer == label), to.b += w; break;
    case RouteMeasure::precision: to.a += w * said * is, to.b += w * said; break;
    case RouteMeasure::recall: to.a += w * said * is, to.b += w * is; break;
    case RouteMeasure::f: to.a += w * (1 + o.beta * o.beta) * said * is; to.b += w * (said + o.beta * o.beta * is);
  }
}

// Every thresholds of one group: each subset of stages, each level of each.
std::vector<std::vector<double>> all_thresholds(const Table &t, const std::vector<int64_t> &rows, bool router,
                                                int64_t first) {
  std::vector<std::vector<double>> out;
  for (int set = 1; set < 1 << t.k; ++set) {
    std::vector<std::vector<double>> partial{std::vector<double>(static_cast<std::size_t>(t.k), none)};
    int64_t last = -1, begin = -1;
    for (int64_t s = t.k; s-- > 0;) {
      if (!(set >> s & 1)) continue;
      begin = s;
      if (last < 0) last = s;
    }
    if (first >= 0 && begin != first) continue;
    for (int64_t s = 0; s < t.k; ++s) {
      if (!(set >> s & 1)) continue;
      std::vector<double> levels{-infinite};
      if (s != last) {
        levels = {infinite};
        for (const int64_t i : rows) {
          const double x =
              router ? t.scores[static_cast<std::size_t>(i)] : t.confidences[static_cast<std::size_t>(i * t.k + s)];
          if (!std::isnan(x)) levels.push_back(x);
        }
        std::sort(levels.begin(), levels.end());
        levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
      }
      std::vector<std::vector<double>> more;
      for (const auto &p : partial)
        for (const double level : levels) {
          more.push_back(p);
          more.back()[static_cast<std::size_t>(s)] = level;
        }
      partial = more;
    }
    out.insert(out.end(), partial.begin(), partial.end());
  }
  return out;
}

bool holds(const Found &f, const RouteOptions &o) {
  if (o.goal == RouteGoal::cost) return f.b == 0 || f.a >= o.min_quality * f.b - 1e-9 * f.b;
  return o.goal == RouteGoal::value || f.cost <= o.budget * f.weight * (1 + 1e-9);
}
// A number that is less where the route is better, within the limit.
double loss(const Found &f, const RouteOptions &o) {
  if (o.goal == RouteGoal::cost) return f.cost / f.weight;
  if (o.goal == RouteGoal::quality) return -f.quality();
  return f.cost / f.weight - f.quality() * (o.right_value + o.wrong_cost) + o.wrong_cost;
}

struct Best {
  bool feasible = false;
  double loss = infinite;
};

// groups: of each row. Combinations over all groups are tried.
Best best_of_all(const Table &t, const RouteOptions &o) {
  Best best;
  const auto tried = [&](const Found &f) {
    if (!holds(f, o)) return;
    best.feasible = true;
    best.loss = std::min(best.loss, loss(f, o));
  };
  const bool by_class = o.by == RouteBy::first_class;
  for (int64_t first = by_class ? 0 : -1; first < (by_class ? t.k : 0); ++first) {
    std::vector<std::vector<int64_t>> groups(3);
    for (int64_t i = 0; i < t.n; ++i) {
      int g = 0;
      if (o.by == RouteBy::segment) g = t.segments[static_cast<std::size_t>(i)];
      if (by_class && first + 1 < t.k) g = t.answers[static_cast<std::size_t>(i * t.k + first)];
      if (t.weights[static_cast<std::size_t>(i)] > 0) groups[static_cast<std::size_t>(g)].push_back(i);
    }
    std::vector<Found> sums{Found()};
    for (const auto &group : groups) {
      if (group.empty()) continue;
      std::vector<Found> more;
      for (const auto &thresholds : all_thresholds(t, group, o.router, first)) {
        Found f;
        for (const int64_t i : group) add_row(f, t, i, thresholds, o);
        for (Found s : sums) {
          s.cost += f.cost, s.a += f.a, s.b += f.b, s.weight += f.weight;
          more.push_back(s);
        }
      }
      // Equal sums are one.
      std::sort(more.begin(), more.end(), [](const Found &x, const Found &y) {
        return std::make_tuple(x.cost, x.a, x.b) < std::make_tuple(y.cost, y.a, y.b);
      });
      more.erase(
          std::unique(more.begin(), more.end(),
                      [](const Found &x, const Found &y) { return x.cost == y.cost && x.a == y.a && x.b == y.b; }),
          more.end());
      sums = std::move(more);
    }
    for (const Found &f : sums) tried(f);
  }
  return best;
}

RouteOptions random_question(Rng &rng, bool router) {
  RouteOptions o;
  o.goal = static_cast<RouteGoal>(rng.below(3));
  o.measure = static_cast<RouteMeasure>(o.goal == RouteGoal::value ? rng.below(2) : rng.below(5));
  o.by = static_cast<RouteBy>(rng.below(3));
  if (router) o.router = true;
  if (router && o.by == RouteBy::first_class) o.by = RouteBy::none;
  o.beta = rng.below(2) ? 1 : 0.5;
  o.min_quality = 0.1 * rng.between(3, 10);
  o.budget = rng.between(1, 8);
  o.right_value = rng.between(1, 9);
  o.wrong_cost = rng.below(5);
  return o;
}

// What a route does, row by row and from its thresholds alone.
Found replayed(const Table &t, const Route &route, const RouteOptions &o) {
  Found out;
  for (int64_t i = 0; i < t.n; ++i) {
    int64_t group = 0;
    if (o.by == RouteBy::segment) group = t.segments[static_cast<std::size_t>(i)];
    const int64_t first = route.first();
    if (o.by == RouteBy::first_class && first + 1 < t.k) group = t.answers[static_cast<std::size_t>(i * t.k + first)];
    if (t.weights[static_cast<std::size_t>(i)] == 0) continue;
    const auto begin = route.thresholds.begin() + group * t.k;
    add_row(out, t, i, {begin, begin + t.k}, o);
  }
  return out;
}

NoMonitor quiet;

bool has_positive(const Table &t, const RouteOptions &o) {
  for (std::size_t i = 0; i < t.truth.size(); ++i)
    if (t.truth[i] == o.positive && (t.weights.empty() || t.weights[i] > 0)) return true;
  return false;
}

}  // namespace

TEST_CASE("routes: the best of all chains and thresholds, by enumeration") {
  Rng rng(2201);
  for (int round = 0; round < cases::scaled(1500); ++round) {
    const int64_t k = rng.below(3) ? 2 : 3;
    const bool router = rng.below(4) == 0;
    const RouteOptions o = random_question(rng, router);
    const Table t = random_table(rng, rng.between(1, o.by == RouteBy::none ? 12 : 7), k);
    if ((o.measure == RouteMeasure::recall || o.measure == RouteMeasure::f) && !has_positive(t, o)) {
      expect_error(Status::argument, "positive is 1: no labelled row of a weight above 0 has this class",
                   [&] { choose_route(t.stages(), o, quiet); });
      continue;
    }
    const Best best = best_of_all(t, o);
    const Route route = choose_route(t.stages(), o, quiet);
    const Found found = replayed(t, route, o);
    INFO("round " << round << ", goal " << static_cast<int>(o.goal) << ", measure " << static_cast<int>(o.measure)
                  << ", by " << static_cast<int>(o.by) << ", router " << router << ", k " << k);
    CHECK(route.findings.exact);
    CHECK(route.findings.cost == Approx(found.cost / found.weight).margin(1e-9));
    CHECK(route.findings.quality == Approx(found.quality()).margin(1e-9));
    CHECK(route.findings.feasible == best.feasible);
    if (best.feasible) CHECK(loss(found, o) == Approx(best.loss).margin(1e-9));
    CHECK(std::accumulate(route.findings.shares.begin(), route.findings.shares.end(), 0.0) == Approx(1));
    const Route loaded = load_route(route.save());
    CHECK(loaded.save() == route.save());
  }
}

TEST_CASE("routes: longer chains than are searched whole come close, and say so") {
  Rng rng(2202);
  double worse = 0;
  const int rounds = cases::scaled(40);
  for (int round = 0; round < rounds; ++round) {
    Table t;
    t.n = 60;
    t.k = 4;
    for (int64_t i = 0; i < t.n; ++i) {
      t.truth.push_back(rng.below(2));
      for (int64_t s = 0; s < t.k; ++s) {
        const double sure = rng.uniform();
        t.confidences.push_back(sure);
        t.answers.push_back(rng.uniform() < 0.5 + 0.5 * std::pow(sure, 2.0 / static_cast<double>(s + 1))
                                ? t.truth.back()
                                : 1 - t.truth.back());
        t.costs.push_back(std::pow(3.0, static_cast<double>(s)));
      }
      t.weights.push_back(1);
    }
    RouteOptions o;
    o.min_quality = 0.85;
    o.max_policies = 1 << 22;
    const Stages stages = t.stages();
    const Route whole = choose_route(stages, o, quiet);
    o.max_policies = 2000;
    const Route thinned = choose_route(stages, o, quiet);
    CHECK(whole.findings.exact);
    CHECK_FALSE(thinned.findings.exact);
    CHECK(thinned.findings.feasible == whole.findings.feasible);
    CHECK(thinned.findings.cost >= whole.findings.cost - 1e-9);
    worse += thinned.findings.cost / whole.findings.cost - 1;
  }
  CHECK(worse / rounds < 0.05);
}

TEST_CASE("routes: one row at a time, in pieces, merged and loaded, is what all at once is") {
  Rng rng(2203);
  for (int round = 0; round < cases::scaled(200); ++round) {
    const RouteOptions o = random_question(rng, false);
    const Table t = random_table(rng, 20, 3);
    const Stages whole = t.stages();
    Table head = t, tail = t;
    const auto cut = [&](auto &column, int64_t width, int64_t from, int64_t to) {
      column = {column.begin() + from * width, column.begin() + to * width};
    };
    for (Table *part : {&head, &tail}) {
      const int64_t from = part == &head ? 0 : 9, to = part == &head ? 9 : 20;
      part->n = to - from;
      cut(part->confidences, 3, from, to), cut(part->answers, 3, from, to), cut(part->costs, 3, from, to);
      cut(part->weights, 1, from, to), cut(part->truth, 1, from, to), cut(part->segments, 1, from, to);
      cut(part->scores, 1, from, to);
      if (!part->probabilities.empty()) cut(part->probabilities, 1, from, to);
    }
    Stages merged = head.stages();
    merged.merge(tail.stages());
    CHECK(merged.save() == whole.save());
    const Stages loaded = Stages::load(whole.save());
    CHECK(loaded.save() == whole.save());
    const Route route = choose_route(loaded, o, quiet);
    CHECK(route.save() == choose_route(whole, o, quiet).save());
    double cost = 0, weight = 0;
    for (int64_t i = 0; i < t.n; ++i) {
      int64_t group = o.by == RouteBy::segment ? t.segments[static_cast<std::size_t>(i)] : 0;
      int64_t stage = route.next(group, -1, 0);
      if (o.by == RouteBy::first_class) group = t.answers[static_cast<std::size_t>(i * 3 + stage)];
      double spent = t.costs[static_cast<std::size_t>(i * 3 + stage)];
      for (int64_t next;
           (next = route.next(group, stage, t.confidences[static_cast<std::size_t>(i * 3 + stage)])) >= 0;) {
        CHECK(next > stage);
        stage = next;
        spent += t.costs[static_cast<std::size_t>(i * 3 + stage)];
      }
      cost += spent * t.weights[static_cast<std::size_t>(i)];
      weight += t.weights[static_cast<std::size_t>(i)];
      std::vector<int64_t> asked;
      CHECK(answering_stage(route, whole, i, &asked) == stage);
      double counted = 0;
      for (const int64_t s : asked) counted += t.costs[static_cast<std::size_t>(i * 3 + s)];
      CHECK(counted == spent);
    }
    CHECK(cost / weight == Approx(route.findings.cost).margin(1e-9));
  }
}

TEST_CASE("routes: a certificate breaks no more often than it says") {
  Rng rng(2204);
  RouteOptions o;
  o.min_quality = 0.9;
  o.certify = 0.9;
  const int draws = cases::scaled(300);
  Broken binomial, sampled, weighted;
  double cost = 0;
  for (int draw = 0; draw < draws; ++draw) {
    o.seed = static_cast<uint64_t>(draw);
    Table t = population(rng, 1500, true, nullptr);
    const Route counted = choose_route(t.stages(), o, quiet);
    CHECK(counted.findings.theorem == Theorem::tested_path);
    binomial.add(counted, o.min_quality);
    cost += counted.findings.cost;
    // Labels drawn where the cheap stage is not sure, with known probabilities.
    Table few = t;
    for (int64_t i = 0; i < t.n; ++i) {
      const double p = t.confidences[static_cast<std::size_t>(2 * i)] < 0.7 ? 0.8 : 0.3;
      few.probabilities.push_back(p);
      if (rng.uniform() >= p) few.truth[static_cast<std::size_t>(i)] = -1;
    }
    o.min_probability = 0.3;
    const Route bets = choose_route(few.stages(), o, quiet);
    CHECK(bets.findings.theorem == Theorem::bets);
    sampled.add(bets, o.min_quality);
    Table heavy = t;
    for (int64_t i = 0; i < t.n; ++i) heavy.weights.push_back(rng.below(2) ? 1 : 3);
    RouteOptions bounded = o;
    bounded.max_weight = 3;
    const Route of_heavy = choose_route(heavy.stages(), bounded, quiet);
    weighted.add(of_heavy, o.min_quality);
    if (draw < 20) {  // a certificate depends on no unit of the weights
      for (double &w : heavy.weights) w /= 1024;
      bounded.max_weight /= 1024;
      const Route of_light = choose_route(heavy.stages(), bounded, quiet);
      CHECK(of_light.findings.certified == of_heavy.findings.certified);
      CHECK(of_light.findings.cost == Approx(of_heavy.findings.cost));
    }
  }
  binomial.check(0.1);
  sampled.check(0.1);
  weighted.check(0.1);
  CHECK(cost / draws < 8);  // the expensive stage alone costs 10, and the best route with this quality about 4.6
}

TEST_CASE("routes: labels that are asked for in batches, until the certificate is reached") {
  Rng rng(2205);
  RouteOptions o;
  o.min_quality = 0.9;
  o.certify = 0.9;
  o.batch_size = 150;
  Broken found;
  double labels = 0;
  const int draws = cases::scaled(120);
  for (int draw = 0; draw < draws; ++draw) {
    o.seed = static_cast<uint64_t>(draw);
    std::vector<int32_t> truth;
    Stages stages = population(rng, 4000, false, &truth).stages();
    Route route;
    for (int batch = 0; batch < 12; ++batch) {
      const std::vector<int64_t> rows = next_labels(stages, o, quiet);
      if (rows.empty()) break;
      if (batch == 0) CHECK(static_cast<int64_t>(rows.size()) == o.batch_size);
      std::vector<int32_t> said;
      for (const int64_t i : rows) {
        CHECK(stages.probability(i) >= o.min_probability);
        CHECK(stages.truth(i) == -1);
        said.push_back(truth[static_cast<std::size_t>(i)]);
      }
      expect_error(Status::argument, "have no label yet", [&] { choose_route(stages, o, quiet); });
      stages.label(rows.data(), static_cast<int64_t>(rows.size()), {said.data(), true, 1, 1}, {});
      route = choose_route(stages, o, quiet);
      if (route.findings.certified) break;
    }
    found.add(route, o.min_quality);
    labels += static_cast<double>(stages.labelled());
    CHECK(Stages::load(stages.save()).save() == stages.save());
  }
  found.check(0.1);
  CHECK(labels / draws < 1200);
}

TEST_CASE("routes: agreement with the last stage, of which few answers are known") {
  Rng rng(2206);
  RouteOptions o;
  o.measure = RouteMeasure::agreement;
  o.min_quality = 0.9;
  o.certify = 0.9;
  std::vector<int32_t> truth;
  Table t = population(rng, 3000, true, nullptr);
  Table known = t;
  for (int64_t i = 0; i < t.n; ++i) {
    const auto last = static_cast<std::size_t>(2 * i + 1);
    known.truth[static_cast<std::size_t>(i)] = i % 3 ? -1 : t.answers[last];
    known.answers[last] = -1;
  }
  const Route few = choose_route(known.stages(), o, quiet), all = choose_route(t.stages(), o, quiet);
  CHECK(few.findings.certified);
  CHECK(all.findings.certified);
  CHECK(few.findings.full_quality == 1);
  CHECK(few.findings.labels == 1000);
  CHECK(all.findings.labels == 3000);
  CHECK(few.findings.cost < 10);
  // Where nothing passes, the last stage answers, and agrees with itself.
  o.min_quality = 0.9999;
  const Route strict = choose_route(known.stages(), o, quiet);
  CHECK(strict.findings.certified);
  CHECK(strict.findings.cost == 10);
  CHECK(std::isinf(strict.findings.labels_needed));
}

TEST_CASE("routes: errors say what is wrong") {
  Rng rng(2207);
  Table t = random_table(rng, 5, 2);
  t.probabilities.clear();
  for (auto &is : t.truth) is = 1;
  const Stages stages = t.stages();
  const auto choose = [&](const auto &set) {
    RouteOptions o;
    set(o);
    choose_route(stages, o, quiet);
  };
  expect_error(Status::argument, "n_stages is 1: must lie in [2, 12]", [] { Stages(1); });
  expect_error(Status::argument, "budget is not set", [&] { choose([](auto &o) { o.goal = RouteGoal::quality; }); });
  expect_error(Status::argument, "certify is 0.9: needs goal = cost",
               [&] { choose([](auto &o) { o.goal = RouteGoal::value, o.certify = 0.9; }); });
  expect_error(Status::argument, "by is class: a router decides before",
               [&] { choose([](auto &o) { o.router = true, o.by = RouteBy::first_class; }); });
  expect_error(Status::argument, "min_quality is 2", [&] { choose([](auto &o) { o.min_quality = 2; }); });
  expect_error(Status::argument, "rows is 0", [] { choose_route(Stages(2), {}, quiet); });
  Table bad = t;
  bad.costs[3] = -1;
  expect_error(Status::argument, "costs[1][1] is -1: must be finite and at least 0", [&] { bad.stages(); });
  bad = t;
  bad.answers[0] = -1;
  expect_error(Status::argument, "answers[0][0] is -1: only the last stage's", [&] { bad.stages(); });
  bad = t;
  bad.right.assign(10, 0.5);
  expect_error(Status::argument, "answers is given beside right", [&] { bad.stages(); });
  bad = t;
  bad.scores.clear();
  Stages without = bad.stages();
  expect_error(Status::argument, "scores is given: must come with every feed or with none",
               [&] { without.feed(t.rows()); });
  expect_error(Status::argument, "rows[0] is 2: this row was not asked for", [&] {
    Stages copy = stages;
    const int64_t row = 2;
    const int32_t is = 1;
    copy.label(&row, 1, {&is, true, 1, 1}, {});
  });
  expect_error(Status::format, "does not end with a stage that answers all rows", [] {
    load_route(
        "{\"wald\":\"route\",\"version\":1,\"stages\":2,\"router\":false,\"by\":\"none\",\"goal\":\"cost\","
        "\"measure\":\"accuracy\",\"groups\":[[0.5,0.5]],\"findings\":{\"theorem\":\"none\",\"exact\":true,"
        "\"feasible\":true,\"certified\":false,\"shares\":[0,1],\"envelope\":[]}}");
  });
  expect_error(Status::format, "a router decides before there is an answer", [] {
    load_route(
        "{\"wald\":\"route\",\"version\":1,\"stages\":2,\"router\":true,\"by\":\"class\",\"goal\":\"cost\","
        "\"measure\":\"accuracy\",\"groups\":[[0.5,\"-inf\"]],\"findings\":{\"theorem\":\"none\",\"exact\":true,"
        "\"feasible\":true,\"certified\":false,\"shares\":[0,1],\"envelope\":[]}}");
  });
}

TEST_CASE("routes: rows without segments are of one") {
  Rng rng(2206);
  CHECK(population(rng, 1, true, nullptr).stages().segments() == 1);
  CHECK(population(rng, 2, true, nullptr).stages().segments() == 1);
  CHECK(Stages(2).segments() == 0);
}

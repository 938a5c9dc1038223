// Routes against the enumeration of every route in rational arithmetic, on weights and costs of every size, on samples of
// one kind of rows, and by class and segment: the answer, the nearest one if none holds the limit, and the envelope.
#include <boost/multiprecision/cpp_int.hpp>
#include <map>
#include <numeric>
#include <set>

#include "core/routes/choose_route.hpp"
#include "expect_error.hpp"
#include "route_tables.hpp"

namespace {

using namespace route_tables;
using Rational = boost::multiprecision::cpp_rational;

struct ExactSums {
  Rational cost, a, b;
  bool operator<(const ExactSums &o) const {
    return std::tie(cost, a, b) < std::tie(o.cost, o.a, o.b);
  }
  Rational quality() const { return b > 0 ? Rational(a / b) : Rational(1); }
};

// The table in rationals: what each row adds under the stage that answers.
class ExactRoutes {
 public:
  ExactRoutes(const Table &t, const RouteOptions &o) : t_(t), o_(o) {
    for (const double w : t.weights) weight_ += Rational(w);
  }
  const Rational &weight() const { return weight_; }

  // What row i adds under the thresholds of its group.
  ExactSums of(int64_t i, const double *thresholds) const {
    const auto at = [&](int64_t s) { return static_cast<std::size_t>(i * t_.k + s); };
    const auto row = static_cast<std::size_t>(i);
    const Rational w = t_.weights[row];
    int64_t last = -1, stage = -1;
    for (int64_t s = 0; s < t_.k; ++s)
      if (!std::isnan(thresholds[s])) last = s;
    Rational cost = 0;
    for (int64_t s = 0; s < t_.k && stage < 0; ++s) {
      if (std::isnan(thresholds[s])) continue;
      if (!o_.router) cost += Rational(t_.costs[at(s)]);
      const double sure = o_.router ? t_.scores[row] : t_.confidences[at(s)];
      if (s == last || sure >= thresholds[s]) stage = s;
    }
    if (o_.router) cost = Rational(t_.costs[at(stage)]);
    ExactSums out{w * cost, 0, 0};
    const int32_t answer = t_.answers[at(stage)];
    const int32_t label = o_.measure == RouteMeasure::agreement ? t_.answers[at(t_.k - 1)] : t_.truth[row];
    if (label < 0) return out;
    Rational counted = w;
    if (!t_.probabilities.empty() && !std::isnan(t_.probabilities[row])) counted /= Rational(t_.probabilities[row]);
    const Rational said = answer == 1, is = label == 1, square = Rational(o_.beta) * Rational(o_.beta);
    switch (o_.measure) {
      case RouteMeasure::accuracy:
      case RouteMeasure::agreement:
        out.a = counted * Rational(answer == label);
        out.b = counted;
        break;
      case RouteMeasure::precision:
        out.a = counted * said * is;
        out.b = counted * said;
        break;
      case RouteMeasure::recall:
        out.a = counted * said * is;
        out.b = counted * is;
        break;
      case RouteMeasure::f:
        out.a = counted * (1 + square) * said * is;
        out.b = counted * (said + square * is);
        break;
    }
    return out;
  }

  // The sums of every route.
  std::set<ExactSums> all() const {
    std::set<ExactSums> out;
    const bool by_class = o_.by == RouteBy::first_class;
    for (int64_t first = by_class ? 0 : -1; first < (by_class ? t_.k : 0); ++first) {
      std::map<int64_t, std::vector<int64_t>> groups;
      for (int64_t i = 0; i < t_.n; ++i) groups[group(i, first)].push_back(i);
      std::set<ExactSums> sums{ExactSums{0, 0, 0}};
      for (const auto &members : groups) {
        std::set<ExactSums> own, more;
        every(members.second, first, [&](const double *thresholds) {
          ExactSums of_group{0, 0, 0};
          for (const int64_t i : members.second) add(of_group, of(i, thresholds));
          own.insert(of_group);
        });
        for (const ExactSums &x : sums)
          for (const ExactSums &y : own) {
            ExactSums both = x;
            add(both, y);
            more.insert(both);
          }
        sums = std::move(more);
      }
      out.insert(sums.begin(), sums.end());
    }
    return out;
  }
  ExactSums replayed(const Route &route) const {
    ExactSums out{0, 0, 0};
    for (int64_t i = 0; i < t_.n; ++i) {
      if (t_.weights[static_cast<std::size_t>(i)] == 0) continue;
      const int64_t g = group(i, o_.by == RouteBy::first_class ? route.first() : -1);
      add(out, of(i, route.thresholds.data() + g * t_.k));
    }
    return out;
  }

 private:
  static void add(ExactSums &to, const ExactSums &x) {
    to.cost += x.cost;
    to.a += x.a;
    to.b += x.b;
  }
  int64_t group(int64_t i, int64_t first) const {
    if (o_.by == RouteBy::segment) return t_.segments[static_cast<std::size_t>(i)];
    if (first >= 0 && first + 1 < t_.k) return t_.answers[static_cast<std::size_t>(i * t_.k + first)];
    return 0;
  }
  template <class Visit>
  void every(const std::vector<int64_t> &rows, int64_t first, const Visit &visit) const {
    std::vector<double> thresholds(static_cast<std::size_t>(t_.k), none);
    for (int set = 1; set < 1 << t_.k; ++set) {
      std::vector<int64_t> chain;
      for (int64_t s = 0; s < t_.k; ++s)
        if (set >> s & 1) chain.push_back(s);
      if (first >= 0 && chain[0] != first) continue;
      std::fill(thresholds.begin(), thresholds.end(), none);
      thresholds[static_cast<std::size_t>(chain.back())] = -infinite;
      levels(rows, chain, 0, thresholds, visit);
    }
  }
  template <class Visit>
  void levels(const std::vector<int64_t> &rows, const std::vector<int64_t> &chain, std::size_t at,
              std::vector<double> &thresholds, const Visit &visit) const {
    if (at + 1 == chain.size()) return visit(thresholds.data());
    std::set<double> values{infinite};
    for (const int64_t i : rows) {
      const double x = o_.router ? t_.scores[static_cast<std::size_t>(i)]
                                 : t_.confidences[static_cast<std::size_t>(i * t_.k + chain[at])];
      if (!std::isnan(x)) values.insert(x);
    }
    for (const double value : values) {
      thresholds[static_cast<std::size_t>(chain[at])] = value;
      levels(rows, chain, at + 1, thresholds, visit);
    }
  }

  const Table &t_;
  const RouteOptions &o_;
  Rational weight_ = 0;
};

// Within rounding, relative to what it is compared with.
bool near(double found, const Rational &wanted) {
  if (wanted == 0) return found == 0;
  const double as_double = static_cast<double>(wanted);
  if (std::fabs(as_double) < 1e-300) return std::fabs(found) <= 2 * std::fabs(as_double) + 1e-307;
  return std::fabs(found / as_double - 1) < 1e-11;
}

// Sizes of numbers: all like 1, one of them huge or tiny, or all of them anywhere within the limits.
double number(Rng &rng, int sizes) {
  const double small = rng.below(6);
  switch (sizes) {
    case 0: return small;
    case 1: return rng.below(8) ? small : 1e18;
    case 2: return rng.below(4) ? small + 0.1 : 1e-300 * (1 + small);
    default: return std::ldexp(1 + rng.uniform(), rng.between(-996, 331));  // 1e-300 to 1e100
  }
}

NoMonitor quiet;

}  // namespace

TEST_CASE("routes: every sum is exact, whatever the sizes of costs and weights") {
  Rng rng(2301);
  int infeasible = 0, points = 0;
  for (int round = 0; round < cases::scaled(500); ++round) {
    RouteOptions o;
    o.goal = static_cast<RouteGoal>(rng.below(3));
    o.measure = static_cast<RouteMeasure>(o.goal == RouteGoal::value ? rng.below(2) : rng.below(5));
    o.by = static_cast<RouteBy>(rng.below(3));
    o.router = rng.below(5) == 0 && o.by != RouteBy::first_class;
    o.beta = rng.below(3) ? 1 : rng.below(2) ? 0.5 : 3;
    o.min_quality = 0.1 * rng.between(3, 10);
    const int64_t k = rng.below(3) ? 3 : 2;
    Table t = random_table(rng, rng.between(1, o.by == RouteBy::none ? 9 : 6), k);
    const int cost_sizes = rng.below(4), weight_sizes = rng.below(4);
    for (double &c : t.costs) c = number(rng, cost_sizes);
    for (double &w : t.weights) w = number(rng, weight_sizes);
    t.weights[0] += 1;
    // Samples of one kind: all positive, all negative, all answers alike.
    const int kind = rng.below(6);
    if (kind < 2)
      for (int32_t &is : t.truth) is = is < 0 ? is : 1 - kind;
    if (kind == 2) std::fill(t.answers.begin(), t.answers.end(), 1);
    const double typical = cost_sizes == 3 ? std::pow(10.0, rng.between(-100, 99)) : rng.between(1, 8);
    o.budget = typical;
    o.right_value = typical * rng.between(-3, 9);
    o.wrong_cost = std::max(-o.right_value, typical * rng.between(-3, 5));
    bool positive = false;
    for (std::size_t i = 0; i < t.truth.size(); ++i) positive = positive || (t.truth[i] == 1 && t.weights[i] > 0);
    if (!positive && (o.measure == RouteMeasure::recall || o.measure == RouteMeasure::f)) continue;
    const ExactRoutes exact(t, o);
    const std::set<ExactSums> all = exact.all();
    const Route route = choose_route(t.stages(), o, quiet);
    const ExactSums found = exact.replayed(route);
    INFO("round " << round << ", goal " << static_cast<int>(o.goal) << ", measure " << static_cast<int>(o.measure)
                  << ", by " << static_cast<int>(o.by) << ", router " << o.router << ", k " << k << ", n " << t.n
                  << ", costs " << cost_sizes << ", weights " << weight_sizes);
    CHECK(route.findings.exact);
    CHECK(near(route.findings.cost, found.cost / exact.weight()));
    CHECK(near(route.findings.quality, found.quality()));

    // Within the limit, as far as rounding tells; and the best of those within it.
    const Rational slack = Rational(1) / Rational(1000000000000);
    const auto holds = [&](const ExactSums &s, const Rational &by) {
      if (o.goal == RouteGoal::cost) return s.b == 0 || s.a - Rational(o.min_quality) * s.b >= -by * s.b;
      return o.goal == RouteGoal::value || s.cost <= Rational(o.budget) * exact.weight() * (1 + by);
    };
    const auto value = [&](const ExactSums &s) -> Rational {
      return s.quality() * Rational(o.right_value) - (1 - s.quality()) * Rational(o.wrong_cost) -
             s.cost / exact.weight();
    };
    bool feasible = false;
    for (const ExactSums &s : all) feasible = feasible || holds(s, slack);
    CHECK(route.findings.feasible == feasible);
    infeasible += !feasible;
    const bool by_cost = (o.goal == RouteGoal::cost) == feasible;
    bool beaten = false;
    for (const ExactSums &s : all) {
      if (feasible && !holds(s, 0)) continue;
      const Rational rounding = Rational(1) / Rational(100000000000);
      if (o.goal == RouteGoal::value) {
        const double scale = std::fabs(o.right_value) + std::fabs(o.wrong_cost);
        beaten = beaten || value(s) > value(found) + rounding * (Rational(scale) + found.cost / exact.weight());
      } else if (by_cost) {
        beaten = beaten || s.cost < found.cost * (1 - rounding);
      } else {
        beaten = beaten || s.quality() > found.quality() * (1 + rounding) ||
                 (s.quality() == found.quality() && s.cost < found.cost * (1 - rounding));
      }
    }
    CHECK_FALSE(beaten);

    // The envelope: every route is beaten by one of its points, none of its points by a route, and all of them are met.
    const auto &envelope = route.findings.envelope;
    bool complete = true, met = true, ascending = true;
    for (const ExactSums &s : all) {
      const double cost = static_cast<double>(Rational(s.cost / exact.weight())),
                   quality = static_cast<double>(s.quality());
      bool covered = false;
      for (const RoutePoint &p : envelope)
        covered = covered || (p.cost <= cost * (1 + 1e-11) && p.quality >= quality * (1 - 1e-11));
      complete = complete && covered;
    }
    for (std::size_t i = 0; i < envelope.size(); ++i) {
      const RoutePoint &p = envelope[i];
      ascending = ascending && (i == 0 || (p.cost > envelope[i - 1].cost && p.quality > envelope[i - 1].quality));
      bool is_route = false;
      for (const ExactSums &s : all)
        is_route = is_route || (near(p.cost, s.cost / exact.weight()) && near(p.quality, s.quality()));
      met = met && is_route;
      ++points;
    }
    CHECK(complete);
    CHECK(met);
    CHECK(ascending);

    // In parts, merged in another order: the same route.
    if (t.n > 1 && round % 4 == 0) {
      Table head = t, tail = t;
      const int64_t half = t.n / 2;
      const auto cut = [&](auto &column, int64_t width, int64_t from, int64_t to) {
        if (!column.empty()) column = {column.begin() + from * width, column.begin() + to * width};
      };
      for (Table *part : {&head, &tail}) {
        const int64_t from = part == &head ? 0 : half, to = part == &head ? half : t.n;
        part->n = to - from;
        cut(part->confidences, k, from, to), cut(part->answers, k, from, to), cut(part->costs, k, from, to);
        cut(part->weights, 1, from, to), cut(part->truth, 1, from, to), cut(part->segments, 1, from, to);
        cut(part->scores, 1, from, to), cut(part->probabilities, 1, from, to);
      }
      Stages merged = tail.stages();
      merged.merge(head.stages());
      const Route again = choose_route(merged, o, quiet);
      CHECK(again.thresholds.size() == route.thresholds.size());
      CHECK(again.findings.cost == route.findings.cost);
      CHECK(again.findings.quality == route.findings.quality);
      CHECK(again.findings.feasible == route.findings.feasible);
      CHECK(again.findings.envelope.size() == envelope.size());
    }
  }
  CHECK(25 * infeasible > cases::scaled(500));
  CHECK(points > cases::scaled(500) / 2);
}

TEST_CASE("routes: of costs that are the same as means the envelope has the better route") {
  Table t;
  t.n = 3;
  t.k = 4;
  t.confidences.assign(12, -0.5);
  t.answers = {0, 0, 1, 0, 1, 2, 1, 0, 0, 2, 2, 2};
  t.truth = {0, 1, 1};
  t.probabilities = {0.5, 0.25, 0.25};
  t.costs = {5.1, 0.1, 1.1, 5.1, 2.1, 2.1, 1.1, 2e-300, 2e-300, 4.1, 5.1, 0.1};
  t.weights = {1e18, 1e18, 5};
  RouteOptions o;
  o.goal = RouteGoal::value;
  o.by = RouteBy::first_class;
  const auto envelope = choose_route(t.stages(), o, quiet).findings.envelope;
  REQUIRE(envelope.size() > 1);
  for (std::size_t i = 1; i < envelope.size(); ++i) {
    CHECK(envelope[i].cost > envelope[i - 1].cost);
    CHECK(envelope[i].quality > envelope[i - 1].quality);
  }
}

TEST_CASE("routes: F of any beta, weights beside any probability") {
  Rng rng(2302);
  Table t = random_table(rng, 12, 2);
  t.probabilities.clear();
  for (std::size_t i = 0; i < t.truth.size(); ++i) t.truth[i] = i % 2;
  for (double &w : t.weights) w = 1;
  RouteOptions o;
  o.measure = RouteMeasure::f;
  o.min_quality = 0.5;
  for (const double beta : {1e-300, 1e-160, 1e-3, 1e3, 1e160, 1e300}) {
    o.beta = beta;
    const Route route = choose_route(t.stages(), o, quiet);
    const ExactRoutes exact(t, o);
    CAPTURE(beta);
    CHECK(std::fabs(route.findings.quality - static_cast<double>(exact.replayed(route).quality())) < 1e-12);
  }
  o = {};
  o.min_quality = 0.5;
  t.probabilities.assign(12, 1e-100);
  for (const double weight : {5e-324, 1e-300, 1e100}) {
    for (double &w : t.weights) w = weight;
    const Route route = choose_route(t.stages(), o, quiet);
    const ExactRoutes exact(t, o);
    const ExactSums found = exact.replayed(route);
    CAPTURE(weight);
    CHECK(near(route.findings.cost, found.cost / exact.weight()));
    CHECK(near(route.findings.quality, found.quality()));
  }
  o.goal = RouteGoal::value;
  o.right_value = 1.5e308;
  o.wrong_cost = 1.5e308;
  CHECK(std::isfinite(choose_route(t.stages(), o, quiet).findings.quality));
  o.right_value = -2;
  o.wrong_cost = 1;
  check::expect_error(Status::argument, "right_value is -2: must be at least -1, or a wrong answer",
                      [&] { choose_route(t.stages(), o, quiet); });
}

TEST_CASE("routes: two stages by segment report progress, and can be cancelled") {
  Rng rng(2303);
  Table t = population(rng, 4000, true, nullptr);
  for (int64_t i = 0; i < t.n; ++i) t.segments.push_back(static_cast<int32_t>(i % 40));
  const Stages stages = t.stages();
  struct Watch final : Monitor {
    int calls = 0, stop_after = 1 << 30;
    double last = 0;
    bool falls = false;
    void at(double fraction) override {
      falls = falls || fraction < last;
      last = fraction;
      if (++calls > stop_after) fail(Status::cancelled, "cancelled");
    }
  };
  for (const RouteMeasure measure : {RouteMeasure::accuracy, RouteMeasure::precision}) {
    RouteOptions o;
    o.by = RouteBy::segment;
    o.measure = measure;
    o.min_quality = 0.9;
    Watch watch;
    choose_route(stages, o, watch);
    CHECK(watch.calls > 80);
    CHECK_FALSE(watch.falls);
    CHECK(watch.last == 1);
    for (const int after : {0, 1, 10, watch.calls / 2, watch.calls - 2}) {
      Watch stopping;
      stopping.stop_after = after;
      CHECK_THROWS_AS(choose_route(stages, o, stopping), Error);
      CHECK(stopping.calls == after + 1);
    }
  }
}

TEST_CASE("routes: many small feeds take no longer than one large one for each row") {
  Rng rng(2304);
  const Table one = population(rng, 1, true, nullptr);
  const int feeds = 60000;
  Stages fed(2), merged(2);
  const Stages part = one.stages();
  // To copy all rows at each feed would move some 200 GB.
  for (int i = 0; i < feeds; ++i) {
    fed.feed(one.rows());
    merged.merge(part);
  }
  CHECK(fed.rows() == feeds);
  CHECK(merged.rows() == feeds);
  CHECK(merged.save() == fed.save());
}

// Rule "and" on rows that were labelled under "or": against all thresholds that flag labelled rows alone.
#include <catch2/catch.hpp>

#include "core/thresholds/estimates/intervals.hpp"
#include "expect_error.hpp"
#include "threshold_cases.hpp"

using namespace threshold_cases;

namespace {

ThresholdSearch rated_by(RatedRule rule) {
  ThresholdSearch out = plain();
  out.rated_rule = rule;
  return out;
}

bool reaches_any(const Data &data, int64_t i) {
  for (int64_t d = 0; d < data.dims; ++d)
    if (data.score(i, d) >= data.rated_from[static_cast<std::size_t>(d)]) return true;
  return false;
}

// With cuts; some labels are missing, and rows below all cuts have labels that say nothing.
Data some_case(cases::Rng &rng, int64_t dims, int n) {
  Data out = some_data(rng, dims, Rule::all, n, rng.below(6), static_cast<Weights>(rng.below(4)));
  for (int64_t d = 0; d < dims; ++d) out.rated_from.push_back(rng.below(12) ? rng.uniform() : -infinity);
  if (out.rated_from[0] == -infinity) out.rated_from[0] = 0.5;
  for (uint8_t &label : out.labels)
    if (rng.below(8) == 0) label = not_rated;
  return out;
}

// The frontier of all thresholds of which one is not below its cut, or all: of rows that reach any cut, or all.
ParetoFrontier tried(const Data &data, CostAxis cost_axis, bool any) {
  Data rated = data;
  for (int64_t i = 0; i < data.n(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (any && !reaches_any(data, i)) rated.labels[at] = not_rated;
  }
  rated.rated_from.clear();
  ParetoBuilder builder(cost_axis, false, 0);
  builder.add(0, 0, 0);
  const std::vector<double> &cuts = data.rated_from;
  const auto visit = [&](const std::vector<double> &t, const Flagged &f) {
    int above = 0;
    for (std::size_t d = 0; d < t.size(); ++d) above += t[d] >= cuts[d];
    if (above == data.dims || (any && above > 0)) builder.add(f.tp, f.fp, 0);
  };
  // A row at the cuts, which counts for nothing, so that thresholds there are tried too.
  rated.scores.insert(rated.scores.end(), cuts.begin(), cuts.end());
  rated.labels.push_back(not_rated);
  if (!rated.weights.empty()) rated.weights.push_back(1);
  every_threshold(rated, visit);
  return builder.take();
}

bool same(double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); }

}  // namespace

TEST_CASE("rated rule: the best of all thresholds that flag labelled rows alone") {
  cases::Rng rng(619);
  int compared = 0, gained = 0;
  for (int c = 0; c < cases::scaled(400); ++c) {
    CAPTURE(c);
    const int64_t dims = c % 5 ? 2 : 3;
    Data data = some_case(rng, dims, rng.between(2, dims == 2 ? 18 : 9));
    for (double &w : data.weights) w = std::floor(4 * w) / 4;  // sums without rounding
    const Sample fed = data.sample(), sample = fed.rated_by(RatedRule::any);
    if (sample.n_fed() == 0) continue;
    if (sample.positives().size() == 0) {
      check::expect_error(Status::argument, "positives is 0", [&] { choose(fed, Objective(), rated_by(RatedRule::any)); });
      continue;
    }
    const double positives = sample.positives().total(), total = positives + sample.negatives().total();
    std::vector<Objective> asked = objectives(rng, positives, total);
    while (asked.size() > 12) asked.erase(asked.begin() + rng.below(static_cast<int>(asked.size())));
    for (Objective q : asked) {
      if (std::isnan(q.positives)) q.positives = positives;
      if (sample.negatives().size() == 0 && !std::isnan(q.min_recall)) continue;  // fewest alerts: refused
      CAPTURE(q.metric ? q.metric->name() : "", q.cost_ratio, q.max_fp, q.max_alerts, q.min_recall, q.min_precision);
      ChosenThresholds found;
      try {
        found = choose(fed, q, rated_by(RatedRule::any));
      } catch (const Error &e) {
        REQUIRE(e.status() ==
                Status::unsupported);  // a metric that needs all negatives, or is best where nothing is flagged
        continue;
      }
      ++compared;
      const Criterion criterion(q, sample);
      const ParetoFrontier points = tried(data, criterion.cost_axis(), true);
      const Choice best = criterion.choose(points);
      const FrontierPoint &p = points[static_cast<std::size_t>(best.index)];
      REQUIRE(found.outcome.counts.tp == p.tp);
      REQUIRE(found.outcome.counts.fp == p.fp);
      CHECK(found.unrated == fed.count_unrated(found.thresholds));
      const Flagged by_fed = fed.count(found.thresholds);
      CHECK((by_fed.tp == p.tp && by_fed.fp == p.fp));
      bool above = false;
      for (std::size_t d = 0; d < data.rated_from.size(); ++d) above |= found.thresholds[d] >= data.rated_from[d];
      CHECK(above);
      const HullSegments segments = hull_segments(points, best.index);
      CHECK(same(found.marginal_precision, segments.last.precision()));
      CHECK(same(found.next_marginal_precision, segments.next.precision()));
      // Thresholds down to next_lower, without it, flag the same rows.
      std::vector<double> lower = found.next_lower;
      for (double &t : lower) t = std::nextafter(t, infinity);
      for (std::size_t d = 0; d < lower.size(); ++d) lower[d] = std::min(lower[d], found.thresholds[d]);
      const Flagged f = sample.count(lower);
      CHECK((f.tp == p.tp && f.fp == p.fp && sample.count_unrated(lower) == found.unrated));
      const ParetoFrontier within = tried(data, criterion.cost_axis(), false);
      gained += criterion.better({p.tp, p.fp}, [&]() -> Flagged {
        const FrontierPoint &own = within[static_cast<std::size_t>(criterion.choose(within).index)];
        return {own.tp, own.fp};
      }());
    }
    NoMonitor monitor;
    const FrontierCurve curve = frontier_curve(fed, {}, rated_by(RatedRule::any), monitor);
    const ParetoFrontier points = tried(data, CostAxis::fp, true);
    REQUIRE(curve.frontier.points.size() == points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      CHECK(curve.frontier.points[i].tp == points[i].tp);
      CHECK(curve.frontier.points[i].fp == points[i].fp);
    }
    // No better than one threshold alone would be an answer of the search, and that is tried beside.
    ThresholdSearch single = rated_by(RatedRule::any);
    single.method = Method::best_single;
    Objective net;
    net.cost_ratio = 2;
    const ChosenThresholds s = choose(fed, net, single);
    const Flagged counted_alone = sample.count(s.thresholds);
    CHECK((counted_alone.tp == s.outcome.counts.tp && counted_alone.fp == s.outcome.counts.fp));
    CHECK(s.outcome.value <= choose(fed, net, rated_by(RatedRule::any)).outcome.value);
  }
  CHECK(compared > cases::scaled(2000));
  CHECK(gained > compared / 10);
}

TEST_CASE("rated rule: the sample's own rule answers as it did where rows had no labels") {
  cases::Rng rng(620);
  for (int c = 0; c < cases::scaled(100); ++c) {
    const Data data = some_case(rng, 2, rng.between(2, 30));
    Data own = data;
    for (int64_t i = 0; i < data.n(); ++i)
      for (int64_t d = 0; d < 2; ++d)
        if (!(data.score(i, d) >= data.rated_from[static_cast<std::size_t>(d)]))
          own.labels[static_cast<std::size_t>(i)] = not_rated;
    if (own.sample().positives().size() == 0) continue;
    Objective net;
    net.cost_ratio = 2;
    const ChosenThresholds a = choose(data.sample(), net), b = choose(own.sample(), net);
    check_same(a, b);
    check_same(a, choose(data.sample(), net, rated_by(RatedRule::all)));
    CHECK(a.unrated == b.unrated);
    CHECK(data.sample().unrated().total() == own.sample().unrated().total());
  }
}

TEST_CASE("rated rule: labels stay with samples that are merged, copied and saved") {
  cases::Rng rng(621);
  for (int c = 0; c < cases::scaled(100); ++c) {
    CAPTURE(c);
    Data data = some_case(rng, 2, rng.between(4, 40));
    const bool floats = c % 3 == 0;
    for (double &s : data.scores) s = static_cast<float>(s);
    const std::vector<float> narrow(data.scores.begin(), data.scores.end());
    Sample fed = data.sample(), first(2, Rule::all, data.rated_from), second = first;
    const int64_t part = rng.below(static_cast<int>(data.n()));
    const auto feed = [&](Sample &to, int64_t from, int64_t count) {
      if (!floats) return data.feed(to, from, count);
      const Reals w = data.weights.empty() ? Reals{} : Reals{data.weights.data() + from, false, count, 1};
      to.feed({narrow.data() + 2 * from, true, count, 2, 2, 1}, {data.labels.data() + from, count, 1}, w, Keep::as_fed);
    };
    feed(first, 0, part);
    feed(second, part, data.n() - part);
    first.merge(second);
    const std::string saved = first.save(), binary = first.save_binary();
    const Sample of_text = load_sample(saved), of_binary = load_sample(binary);
    CHECK(of_text.save() == saved);
    CHECK(of_binary.save() == saved);
    CHECK(of_binary.save_binary() == binary);
    Sample none = fed;
    none.clear();
    CHECK(none.save() == Sample(2, Rule::all, data.rated_from).save());
    if (fed.rated_by(RatedRule::any).positives().size() == 0) continue;
    Objective net;
    net.cost_ratio = 3;
    const ChosenThresholds wanted = choose(fed, net, rated_by(RatedRule::any));
    for (const Sample *other : std::initializer_list<const Sample *>{&first, &of_text, &of_binary}) {
      check_same(choose(*other, net, rated_by(RatedRule::any)), wanted);
      CHECK(other->unrated().total() == Approx(fed.unrated().total()));
      Sample twice = *other;
      twice.merge(of_binary);
      const ChosenThresholds doubled = choose(twice, net, rated_by(RatedRule::any));
      CHECK(doubled.outcome.value == Approx(2 * wanted.outcome.value));
    }
  }
}

TEST_CASE("rated rule: estimates, and what is refused") {
  cases::Rng rng(622);
  Data data = some_data(rng, 2, Rule::all, 400, 0, Weights::none);
  data.rated_from = {0.6, 0.6};
  const Sample fed = data.sample();
  Objective net;
  net.cost_ratio = 1;
  ThresholdSearch more = rated_by(RatedRule::any);
  more.baselines = true;
  more.bootstrap = 40;
  more.folds = 4;
  const ChosenThresholds found = choose(fed, net, more);
  REQUIRE(found.threshold_intervals.size() == 2);
  CHECK(found.threshold_intervals[0].low <= found.threshold_intervals[0].high);
  CHECK((found.has_cross_fit && found.cross_fit.counts.tp > 0));
  CHECK(found.cross_fit.value <= found.outcome.value);
  REQUIRE(found.baselines.size() == 1);
  CHECK(found.baselines[0].method == Method::best_single);
  CHECK(found.baselines[0].outcome.value <= found.outcome.value);

  const auto refused = [&](const Sample &sample, ThresholdSearch options, Status status, const char *message) {
    check::expect_error(status, message, [&] { choose(sample, net, options); });
    NoMonitor monitor;
    check::expect_error(status, message, [&] { frontier_curve(sample, net, options, monitor); });
  };
  for (Method method : {Method::path, Method::path_equal, Method::analytic, Method::stacked}) {
    ThresholdSearch other = rated_by(RatedRule::any);
    other.method = method;
    refused(fed, other, Status::argument, "rated_rule is or: needs method = direct or best-single");
  }
  ThresholdSearch bagged = rated_by(RatedRule::any);
  bagged.smoothing = Smoothing::bagged;
  refused(fed, bagged, Status::argument, "rated_rule is or: smoothing must be none");
  Data uncut = data;
  uncut.rated_from.clear();
  refused(uncut.sample(), rated_by(RatedRule::any), Status::argument,
          "rated_rule is or: no score has a cut in rated_from");
  Data either = data;
  either.rule = Rule::any;
  refused(either.sample(), rated_by(RatedRule::all), Status::unsupported,
          "rated_rule is and: under the rule or any thresholds flag rows that miss a cut");
  check_same(choose(either.sample(), net, rated_by(RatedRule::any)), choose(either.sample(), net));
}

TEST_CASE("rated rule: certified limits hold for future rows") {
  cases::Rng rng(623);
  const auto draw = [&](int n) {
    Data out;
    out.dims = 2;
    out.rule = Rule::all;
    out.rated_from = {1, 1};
    for (int i = 0; i < n; ++i) {
      const bool positive = rng.below(3) == 0;
      out.labels.push_back(positive);
      for (int d = 0; d < 2; ++d) out.scores.push_back(2 * rng.uniform() + (positive ? 0.7 : 0));
    }
    return out;
  };
  const Data future = draw(40000);
  const Sample all(future.sample().rated_by(RatedRule::any));
  Objective q;
  q.min_precision = 0.7;
  q.certify = 0.8;
  int certified = 0, broken = 0, more = 0;
  const int rounds = cases::scaled(150);
  for (int c = 0; c < rounds; ++c) {
    const Data data = draw(600);
    const ChosenThresholds found = choose(data.sample(), q, rated_by(RatedRule::any)), own = choose(data.sample(), q);
    more += found.outcome.counts.tp > own.outcome.counts.tp;
    if (!found.certificate.certified) continue;
    ++certified;
    CHECK(found.unrated == 0);
    const Flagged flagged = all.count(found.thresholds);
    CHECK(all.count_unrated(found.thresholds) == 0);
    broken += flagged.tp / flagged.alerts() < 0.7;
  }
  CHECK(certified > rounds / 2);
  CHECK(broken < 0.2 * rounds + 3 * std::sqrt(0.16 * rounds));
  CHECK(more > rounds / 2);
}

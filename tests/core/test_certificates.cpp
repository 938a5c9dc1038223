// Certificates: thresholds against the definitions, tried one by one with sums of binomial masses, and how often the
// promise breaks on samples drawn from populations that are known.
#include "threshold_cases.hpp"

#include "core/thresholds/certify/certify_labels.hpp"
#include "expect_error.hpp"
#include "order_statistics.hpp"

namespace {

using namespace threshold_cases;

// ---- Tests of a share by binomial tails -------------------------------------------------------------

// Whether "the share is below p" is refused. Decisions within rounding of delta are not compared.
struct Verdict {
  bool pass, clear;
};
Verdict test_share(int successes, int n, double p, double delta) {
  if (p <= 0) return {true, true};
  if (successes <= 0 || p >= 1) return {false, true};
  const double tail = cases::upper_tail(successes, n, p);
  return {tail <= delta, std::fabs(tail - delta) > 1e-9};
}

struct Counted {
  int tp = 0, fp = 0, unrated = 0, positives = 0, negatives = 0, all = 0;
};
Counted count_rows(const Data &data, double threshold) {
  Counted out;
  for (int64_t i = 0; i < data.n(); ++i) {
    const int label = data.labels[static_cast<std::size_t>(i)];
    const bool on = data.score(i, 0) >= threshold;
    out.positives += label == 1;
    out.negatives += label == 0;
    ++out.all;
    if (on) ++(label == 1 ? out.tp : label == 0 ? out.fp : out.unrated);
  }
  return out;
}

std::vector<double> distinct(const Data &data) {
  std::vector<double> out = data.scores;
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

double after(double score) { return std::nextafter(score, infinity); }

Objective certified(double probability) {
  Objective out;
  out.certify = probability;
  return out;
}

// ---- Populations ---------------------------------------------------------------------------------

// Scores on a grid of atoms, with masses of positives and negatives: every rate of every threshold is a sum.
struct Population {
  std::vector<double> positive, negative;  // masses by atom, from the lowest score on; they add up to 1
  int64_t dims = 1;                        // with two, atoms are pairs: i*side + j
  int side = 0;

  double score(std::size_t atom, int64_t d) const {
    if (dims == 1) return static_cast<double>(atom);
    return static_cast<double>(d == 0 ? static_cast<int>(atom) / side : static_cast<int>(atom) % side);
  }
  Data draw(cases::Rng &rng, int n) const {
    Data out;
    out.dims = dims;
    std::vector<double> sums;
    double sum = 0;
    for (const auto *masses : {&positive, &negative})
      for (double m : *masses) sums.push_back(sum += m);
    for (int i = 0; i < n; ++i) {
      const double u = rng.uniform() * sum;
      const auto at = static_cast<std::size_t>(std::upper_bound(sums.begin(), sums.end() - 1, u) - sums.begin());
      out.labels.push_back(at < positive.size());
      for (int64_t d = 0; d < dims; ++d) out.scores.push_back(score(at % positive.size(), d));
    }
    return out;
  }
  struct Rates {
    double precision, recall, fpr, alerts;
  };
  Rates rates(const std::vector<double> &t) const {
    double tp = 0, fp = 0, p = 0, n = 0;
    for (std::size_t a = 0; a < positive.size(); ++a) {
      bool on = false;
      for (int64_t d = 0; d < dims; ++d) on = on || score(a, d) >= t[static_cast<std::size_t>(d)];
      tp += on ? positive[a] : 0;
      fp += on ? negative[a] : 0;
      p += positive[a];
      n += negative[a];
    }
    return {tp / (tp + fp), tp / p, fp / n, (tp + fp) / (p + n)};
  }
};

// A positive's chance by atom; masses as they come.
Population population(cases::Rng &rng, int atoms, bool monotone) {
  Population out;
  double sum = 0;
  for (int a = 0; a < atoms; ++a) {
    const double mass = 0.2 + rng.uniform() * (atoms - a) / atoms;
    const double chance = monotone ? 0.05 + 0.9 * std::pow((a + 0.5) / atoms, 3) : 0.1 + 0.8 * rng.uniform();
    out.positive.push_back(mass * chance);
    out.negative.push_back(mass * (1 - chance));
    sum += mass;
  }
  for (auto *masses : {&out.positive, &out.negative})
    for (double &m : *masses) m /= sum;
  return out;
}

// How many of `rounds` answers break a limit; every answer is counted, none certified included.
template <class Draw>
int broken_promises(cases::Rng &rng, const Population &world, const Objective &q, int rounds, const Draw &draw,
                    int *certified_answers = nullptr, ThresholdSearch options = plain()) {
  int broken = 0;
  for (int r = 0; r < rounds; ++r) {
    const Data data = draw(rng);
    options.seed = rng.bits();
    if (std::count(data.labels.begin(), data.labels.end(), 1) == 0) continue;
    const ChosenThresholds found = choose(data.sample(), q, options);
    if (!found.certificate.certified) continue;
    if (certified_answers) ++*certified_answers;
    const Population::Rates at = world.rates(found.thresholds);
    broken += at.precision < q.min_precision || at.recall < q.min_recall || at.fpr > q.max_fpr ||
              at.alerts > q.max_alert_rate;
  }
  return broken;
}

void check_rate(int broken, int rounds, double delta) {
  const double allowed = rounds * delta + 3 * std::sqrt(rounds * delta * (1 - delta));
  CHECK(broken <= allowed);
}

}  // namespace

TEST_CASE("certificates: limits on recall, FPR and alerts against every threshold") {
  cases::Rng rng(190);
  for (int c = 0; c < cases::scaled(3000); ++c) {
    Data data = some_data(rng, 1, Rule::any, rng.between(5, 60), c % 3, Weights::none);
    const int kind = c % 4;
    if (kind == 3 && rng.below(2))
      for (auto &label : data.labels)
        if (rng.below(4) == 0) label = not_rated;
    data.labels[0] = 1;
    Objective q = certified(0.5 + 0.45 * rng.uniform());
    if (kind == 0) q.min_recall = 0.9 * rng.uniform();
    if (kind == 1 || kind == 2) q.max_fpr = 0.1 + 0.9 * rng.uniform();
    if (kind == 2 || kind == 3) q.max_alert_rate = 0.1 + 0.9 * rng.uniform();
    const double delta = 1 - q.certify;
    const auto verdict = [&](double threshold) {
      const Counted at = count_rows(data, threshold);
      Verdict all{true, true};
      const auto add = [&](double limit, int successes, int n, double p) {
        if (std::isnan(limit)) return;
        const Verdict v = test_share(successes, n, p, delta);
        all = {all.pass && v.pass, all.clear && v.clear};
      };
      add(q.min_recall, at.tp, at.positives, q.min_recall);
      add(q.max_fpr, at.negatives - at.fp, at.negatives, 1 - q.max_fpr);
      add(q.max_alert_rate, at.all - at.tp - at.fp - at.unrated, at.all, 1 - q.max_alert_rate);
      return all;
    };
    // The thresholds that pass, from any score and from just above it.
    double highest = -infinity, lowest = infinity;
    bool clear = true;
    for (double s : distinct(data))
      for (double t : {s, after(s)}) {
        const Verdict v = verdict(t);
        clear = clear && v.clear;
        if (v.pass && count_rows(data, t).tp + count_rows(data, t).fp > 0) highest = std::max(highest, t);
        if (v.pass) lowest = std::min(lowest, t);
      }
    if (!clear) continue;
    CAPTURE(c, data.n(), q.min_recall, q.max_fpr, q.max_alert_rate, q.certify);
    const ChosenThresholds found = choose(data.sample(), q);
    CHECK(std::string(wald::core::certify::theorem_name(found.certificate.theorem)) == "order-statistics");
    if (kind == 0) {
      // The fewest false positives: the highest threshold that passes.
      REQUIRE(found.certificate.certified == (highest > -infinity));
      if (highest > -infinity) {
        CHECK(verdict(found.thresholds[0]).pass);
        CHECK(found.outcome.counts.fp == count_rows(data, highest).fp);
      }
    } else {
      const bool any = lowest < infinity && verdict(infinity).pass;
      REQUIRE(found.certificate.certified == any);
      if (any) {
        CHECK(found.thresholds[0] == lowest);  // most true positives: the lowest that passes
        CHECK(found.outcome.counts.tp == count_rows(data, lowest).tp);
      }
    }
    CHECK(found.feasible == found.certificate.certified);
    CHECK((found.certificate.rows_needed > 0) != found.certificate.certified);
    CHECK(found.warning.empty() == found.certificate.certified);
  }
}

TEST_CASE("certificates: a limit on precision against the tests one by one") {
  cases::Rng rng(191);
  for (int c = 0; c < cases::scaled(2000); ++c) {
    Data data = some_data(rng, 1, Rule::any, rng.between(20, 300), c % 3, c % 2 ? Weights::none : Weights::by_label);
    Objective q = certified(0.5 + 0.45 * rng.uniform());
    q.min_precision = 0.05 + 0.6 * rng.uniform();
    const double w = c % 2 ? 1 : 3.5, p = q.min_precision, share = p * w / (p * w + (1 - p));
    const double delta = 1 - q.certify;
    // From the rank of each start downwards, as long as every threshold passes.
    std::vector<double> sorted = data.scores;
    std::sort(sorted.rbegin(), sorted.rend());
    const auto n = static_cast<double>(data.n());
    std::vector<double> ranks;
    for (double rank = 4 * std::ceil(std::log(delta) / std::log(share)) + 1;
         rank <= n && (ranks.empty() || rank <= n / 2); rank *= 8)
      ranks.push_back(rank);
    double lowest = infinity;
    bool clear = true;
    const std::vector<double> values = distinct(data);
    for (std::size_t s = 0; s < ranks.size(); ++s) {
      const double level = delta * (ranks.size() == 1 ? 1 : s == 0 ? 0.9 : 0.1 / static_cast<double>(ranks.size() - 1));
      const auto pass = [&](double t) {
        const Counted at = count_rows(data, t);
        const Verdict v = test_share(at.tp, at.tp + at.fp, share, level);
        clear = clear && v.clear;
        return v.pass;
      };
      const double start = sorted[static_cast<std::size_t>(ranks[s]) - 1];
      if (!pass(after(start))) continue;
      double reached = after(start);
      for (auto it = values.rbegin(); it != values.rend(); ++it) {
        if (*it > start) continue;
        if (!pass(*it)) break;
        reached = it + 1 == values.rend() ? *it : after(*(it + 1));
      }
      lowest = std::min(lowest, reached);
    }
    if (!clear) continue;
    CAPTURE(c, data.n(), q.min_precision, q.certify, ranks.size());
    ThresholdSearch options = plain();
    options.equal_weights = c % 2 == 0;
    const ChosenThresholds found = choose(data.sample(), q, options);
    CHECK(std::string(wald::core::certify::theorem_name(found.certificate.theorem)) == "ranked-sequence");
    REQUIRE(found.certificate.certified == (lowest < infinity));
    if (lowest == infinity) {
      CHECK(found.outcome.counts.alerts() == 0);
      CHECK_THAT(found.warning, Catch::Contains("no thresholds can be certified"));
      continue;
    }
    CHECK(found.thresholds[0] == lowest);
  }
}

TEST_CASE("certificates: the promise holds on populations with ties", "[frequencies]") {
  cases::Rng rng(192);
  const int rounds = cases::scaled(600);
  struct Setting {
    const char *name;
    Objective q;
  };
  for (int world = 0; world < 6; ++world) {
    const Population rows = population(rng, world % 3 == 0 ? 7 : 60, world % 2 == 0);
    const auto draw = [&](cases::Rng &r) { return rows.draw(r, 150 + 100 * world); };
    std::vector<Objective> asked;
    for (double delta : {0.1, 0.3}) {
      // Limits that some thresholds just attain are the hardest.
      const Population::Rates middle = rows.rates({static_cast<double>(rows.positive.size() / 2)});
      for (int kind = 0; kind < 7; ++kind) {
        Objective q = certified(1 - delta);
        if (kind == 0 || kind > 3) q.min_precision = middle.precision * (kind > 3 ? 0.9 : 1);
        if (kind == 1 || kind == 4) q.min_recall = middle.recall * (kind == 4 ? 0.8 : 1);
        if (kind == 2 || kind == 5) q.max_fpr = middle.fpr;
        if (kind == 3 || kind == 6) q.max_alert_rate = middle.alerts;
        asked.push_back(q);
      }
    }
    for (const Objective &q : asked) {
      CAPTURE(world, q.certify, q.min_precision, q.min_recall, q.max_fpr, q.max_alert_rate);
      check_rate(broken_promises(rng, rows, q, rounds, draw), rounds, 1 - q.certify);
    }
  }
}

TEST_CASE("certificates: the promise holds for two scores and for drawn weights", "[frequencies]") {
  cases::Rng rng(193);
  const int rounds = cases::scaled(300);
  Population two = population(rng, 64, true);
  two.dims = 2;
  two.side = 8;
  Objective q = certified(0.8);
  q.min_precision = 0.5;
  int answers = 0;
  const int broken = broken_promises(
      rng, two, q, rounds, [&](cases::Rng &r) { return two.draw(r, 400); }, &answers);
  check_rate(broken, rounds, 0.2);
  CHECK(answers > rounds / 4);

  // A row is kept with a probability that depends on its score and label, and weighs its inverse.
  const Population one = population(rng, 40, true);
  const auto thinned = [&](cases::Rng &r) {
    const Data all = one.draw(r, 1500);
    Data out;
    for (int64_t i = 0; i < all.n(); ++i) {
      const double keep = all.labels[static_cast<std::size_t>(i)] ? 1 : all.score(i, 0) > 20 ? 0.5 : 0.25;
      if (r.uniform() >= keep) continue;
      out.scores.push_back(all.score(i, 0));
      out.labels.push_back(all.labels[static_cast<std::size_t>(i)]);
      out.weights.push_back(1 / keep);
    }
    return out;
  };
  ThresholdSearch options = plain();
  options.max_weight = 4;
  for (int kind = 0; kind < 4; ++kind) {
    const Population::Rates at = one.rates({25});
    Objective limits = certified(0.8);
    if (kind == 0) limits.min_precision = 0.8 * at.precision;
    if (kind == 1) limits.min_recall = 0.7 * at.recall;
    if (kind == 2) limits.max_fpr = at.fpr;
    if (kind == 3) limits.max_alert_rate = at.alerts;
    answers = 0;
    const int lost = broken_promises(rng, one, limits, rounds, thinned, &answers, options);
    CAPTURE(kind, answers);
    check_rate(lost, rounds, 0.2);
    CHECK(answers >= rounds - 1 - rounds / 100);  // since some thresholds hold the limit with much to spare
  }
}

TEST_CASE("certificates: the order of rows and their division do not show") {
  cases::Rng rng(194);
  for (int c = 0; c < cases::scaled(40); ++c) {
    const Data data = some_data(rng, 1 + c % 2, Rule::any, 400, c % 3, c % 4 < 2 ? Weights::none : Weights::real);
    Data turned = data;
    std::reverse(turned.labels.begin(), turned.labels.end());
    std::reverse(turned.weights.begin(), turned.weights.end());
    for (int64_t i = 0; i < data.n(); ++i)
      for (int64_t d = 0; d < data.dims; ++d)
        turned.scores[static_cast<std::size_t>(i * data.dims + d)] = data.score(data.n() - 1 - i, d);
    Objective q = certified(0.8);
    q.min_precision = 0.4;
    q.min_recall = 0.1;
    ThresholdSearch options = plain();
    if (c % 4 >= 2) options.max_weight = 2;
    const ChosenThresholds a = choose(data.sample(), q, options), b = choose(turned.sample(), q, options);
    check_same(a, b);
    CHECK(a.certificate.certified == b.certificate.certified);
    CHECK(a.certificate.rows_needed == b.certificate.rows_needed);
  }
}

TEST_CASE("certificates: the goal picks among certified thresholds") {
  cases::Rng rng(195);
  const Population world = population(rng, 200, true);
  const Data data = world.draw(rng, 3000);
  Objective q = certified(0.9);
  q.max_fpr = 0.5;
  q.metric = cases::metric("f1");
  const ChosenThresholds within = choose(data.sample(), q);
  REQUIRE(within.certificate.certified);
  Objective free;
  free.metric = cases::metric("f1");
  const ChosenThresholds best = choose(data.sample(), free);
  CHECK(within.outcome.value == best.outcome.value);  // the best F1 has an FPR well below one half
  q.max_fpr = 0.01;
  const ChosenThresholds strict = choose(data.sample(), q);
  REQUIRE(strict.certificate.certified);
  CHECK(strict.outcome.value < best.outcome.value);
  CHECK(strict.outcome.counts.fp < best.outcome.counts.fp);
}

TEST_CASE("certificates: rows that are needed") {
  // Six rows, all of them positive: a precision of 0.8 at 0.9 takes 11 rows, as 0.8^11 < 0.1 < 0.8^10.
  Data data;
  for (int i = 0; i < 6; ++i) {
    data.scores.push_back(i);
    data.labels.push_back(1);
  }
  Objective q = certified(0.9);
  q.min_precision = 0.8;
  const ChosenThresholds few = choose(data.sample(), q);
  CHECK_FALSE(few.certificate.certified);
  CHECK(few.certificate.rows_needed == 5);
  CHECK_THAT(few.warning, Catch::Contains("about 5 more rows would suffice"));
  // Of rows of which half are positive at every score no number will do.
  Data even;
  for (int i = 0; i < 50; ++i) {
    even.scores.push_back(i / 2);
    even.labels.push_back(i % 2 ? 1 : 0);
  }
  const ChosenThresholds never = choose(even.sample(), q);
  CHECK_FALSE(never.certificate.certified);
  CHECK(std::isinf(never.certificate.rows_needed));
  CHECK_THAT(never.warning, Catch::Contains("no number of rows would suffice"));
}

TEST_CASE("certificates: what is refused") {
  using check::expect_error;
  cases::Rng rng(196);
  const Data data = some_data(rng, 1, Rule::any, 50, 0, Weights::none);
  const Data weighted = some_data(rng, 1, Rule::any, 50, 0, Weights::real);
  const auto ask = [&](const Data &rows, const std::function<void(Objective &, ThresholdSearch &)> &set) {
    Objective q = certified(0.9);
    ThresholdSearch options = plain();
    set(q, options);
    choose(rows.sample(), q, options);
  };
  const auto refused = [&](const std::string &message,
                           const std::function<void(Objective &, ThresholdSearch &)> &set) {
    expect_error(Status::argument, message, [&] { ask(data, set); });
  };
  refused("certify is 0.9: needs min_precision", [](Objective &, ThresholdSearch &) {});
  refused("certify is 1: must lie in (0, 1)", [](Objective &q, ThresholdSearch &) {
    q.certify = 1;
    q.max_fpr = 0.1;
  });
  refused("max_fp is 3: must not be set with certify", [](Objective &q, ThresholdSearch &) {
    q.max_fp = 3;
    q.max_fpr = 0.1;
  });
  refused("max_alerts is 3", [](Objective &q, ThresholdSearch &) {
    q.max_alerts = 3;
    q.max_fpr = 0.1;
  });
  refused("precision_level is 0.9: must not be set with certify", [](Objective &q, ThresholdSearch &) {
    q.precision_level = 0.9;
    q.min_precision = 0.1;
  });
  refused("method is best-single: must be direct with certify", [](Objective &q, ThresholdSearch &o) {
    o.method = Method::best_single;
    q.max_fpr = 0.1;
  });
  refused("folds is 3: must be 0 with certify", [](Objective &q, ThresholdSearch &o) {
    o.folds = 3;
    q.max_fpr = 0.1;
  });
  refused("bootstrap is 3: must be 0 with certify", [](Objective &q, ThresholdSearch &o) {
    o.bootstrap = 3;
    q.max_fpr = 0.1;
  });
  refused("positives is 100: must not be set with certify", [](Objective &q, ThresholdSearch &) {
    q.positives = 100;
    q.min_recall = 0.1;
  });
  refused("pilot is 1: must lie in (0, 1)", [](Objective &q, ThresholdSearch &o) {
    o.pilot = 1;
    q.max_fpr = 0.1;
  });
  expect_error(Status::argument, "max_weight is not set: rows have weights, so certify needs",
               [&] { ask(weighted, [](Objective &q, ThresholdSearch &) { q.min_precision = 0.1; }); });
  expect_error(Status::argument, "max_weight is 0.1: must be at least the greatest weight that was fed", [&] {
    ask(weighted, [](Objective &q, ThresholdSearch &o) {
      q.min_precision = 0.1;
      o.max_weight = 0.1;
    });
  });
  // Weights of 1 are weights: what those of future rows are, only the options can say.
  Data ones = data;
  ones.weights.assign(ones.labels.size(), 1);
  expect_error(Status::argument, "max_weight is not set: rows have weights, so certify needs",
               [&] { ask(ones, [](Objective &q, ThresholdSearch &) { q.min_precision = 0.1; }); });
  ask(ones, [](Objective &q, ThresholdSearch &o) {
    q.min_precision = 0.1;
    o.equal_weights = true;
  });
  expect_error(Status::argument, "equal_weights is set: rows of the same label weigh ", [&] {
    ask(weighted, [](Objective &q, ThresholdSearch &o) {
      q.min_precision = 0.1;
      o.equal_weights = true;
    });
  });
  refused("max_weight is 3: must not be set with equal_weights", [](Objective &q, ThresholdSearch &o) {
    q.min_precision = 0.1;
    o.max_weight = 3;
    o.equal_weights = true;
  });
  refused("max_weight is 0.5: must be at least the greatest weight that was fed, 1",
          [](Objective &q, ThresholdSearch &o) {
            q.min_precision = 0.1;
            o.max_weight = 0.5;
          });
  const Data by_label = some_data(rng, 1, Rule::any, 50, 0, Weights::by_label);
  expect_error(Status::argument, "equal_weights is set: with max_alert_rate all rows must weigh the same, and these weigh",
               [&] {
                 ask(by_label, [](Objective &q, ThresholdSearch &o) {
                   q.max_alert_rate = 0.9;
                   o.equal_weights = true;
                 });
               });
  Data partly = data;
  partly.labels[3] = not_rated;
  expect_error(Status::unsupported, "max_fpr is 0.1",
               [&] { ask(partly, [](Objective &q, ThresholdSearch &) { q.max_fpr = 0.1; }); });
}

TEST_CASE("certificates: the band's level is that of the recursion") {
  for (int n : {1, 2, 3, 5, 11, 23, 100, 181, 724})
    for (double alpha : {0.0015, 0.013, 0.034, 0.05, 0.07, 0.15, 0.4}) {
      CAPTURE(n, alpha);
      const double missed = 1 - order_statistics::all_within(n, local_level(n, alpha));
      CHECK(missed <= alpha * (1 + 1e-9));
      CHECK(missed >= 0.97 * alpha);
    }
  for (double n : {3e4, 1e5, 1e6, 1e7}) {
    CHECK(local_level(2 * n, 0.1) < local_level(n, 0.1));
    CHECK(local_level(n, 0.1) > 0.1 / (2 * n));  // the union bound's
  }
  CHECK(local_level(50, 1e-6) < local_level(50, 1e-3) * 1.01e-3);
}

TEST_CASE("certificates: the band holds the whole frontier") {
  cases::Rng rng(197);
  const int rounds = cases::scaled(400);
  for (int atoms : {9, 80}) {
    const Population world = population(rng, atoms, atoms > 50);
    int missed = 0;
    for (int r = 0; r < rounds; ++r) {
      const Data data = world.draw(rng, 200);
      NoMonitor monitor;
      Objective q;
      q.certify = 0.8;
      const FrontierCurve curve = frontier_curve(data.sample(), q, plain(), monitor);
      REQUIRE(curve.band.size() == curve.frontier.points.size());
      bool inside = true;
      for (std::size_t i = 0; i < curve.band.size(); ++i) {
        const Population::Rates at = world.rates(curve.frontier.thresholds[i]);
        const auto holds = [](const Interval &band, double rate) {
          return std::isnan(rate) || (rate >= band.low && rate <= band.high);
        };
        const BandPoint &b = curve.band[i];
        inside = inside && holds(b.recall, at.recall) && holds(b.fpr, at.fpr) && holds(b.precision, at.precision);
        CHECK(b.recall.low <= b.recall.high);
        CHECK(b.precision.low <= b.precision.high);
      }
      missed += !inside;
    }
    CAPTURE(atoms, missed);
    check_rate(missed, rounds, 0.2);
    CHECK(missed > 0);  // the bounds are not so wide that they say nothing
  }
}

TEST_CASE("certificates: several labels at once") {
  cases::Rng rng(198);
  const Population world = population(rng, 50, true);
  std::vector<Sample> labels;
  for (int l = 0; l < 4; ++l) labels.push_back(world.draw(rng, 2000).sample());
  Objective q = certified(0.9);
  q.min_precision = 0.6;
  ThresholdSearch options = plain();
  NoMonitor monitor;
  const LabelThresholds found = certified_label_thresholds(labels, q, options, monitor);
  REQUIRE(found.feasible);
  for (std::size_t l = 0; l < labels.size(); ++l) {
    Objective own = q;
    own.certify = 1 - 0.1 / 4;
    CHECK(found.thresholds[l] == choose(labels[l], own).thresholds[0]);
  }
  Sample none(1, Rule::any, {});
  const double score = 1;
  const uint8_t label = 0;
  none.feed({&score, false, 1, 1, 1, 1}, {&label, 1, 1}, {});
  labels.push_back(none);
  const LabelThresholds partly = certified_label_thresholds(labels, q, options, monitor);
  CHECK_FALSE(partly.feasible);
  CHECK(partly.thresholds[4] == infinity);
  options.average = LabelAverage::micro;
  check::expect_error(Status::unsupported, "the labels of a row depend on each other",
                      [&] { certified_label_thresholds(labels, q, options, monitor); });
}

// Optimal stopping of votes: against every rule that there is, against the law of each state, as cascades, certified.
#include <catch2/catch.hpp>

#include <set>

#include "cascade_cases.hpp"
#include "core/cascades/planning/votes.hpp"
#include "core/numeric/random/random.hpp"
#include "expect_error.hpp"

using namespace cascade_cases;
using check::expect_error;

namespace {

struct Law {
  int64_t models, needed;
  std::vector<double> counts;
};

// Some of the numbers of votes are met by no row.
Law some_law(cases::Rng &rng, int64_t models) {
  Law out{models, rng.between(0, static_cast<int>(models) + 1), {}};
  for (int64_t k = 0; k <= models; ++k) out.counts.push_back(rng.below(4) ? rng.uniform() : 0);
  out.counts[static_cast<std::size_t>(rng.below(static_cast<int>(models) + 1))] += 0.5;
  return out;
}

// What a rule costs: rows of each full count are followed forward, vote by vote. leave(n, k): -1 goes on.
struct Cost {
  double disagreement = 0, models = 0;
};
template <class Leave>
Cost cost_of(const Law &law, const Leave &leave) {
  Cost out;
  double all = 0;
  for (const double c : law.counts) all += c;
  for (int64_t full = 0; full <= law.models; ++full) {
    const double share = law.counts[static_cast<std::size_t>(full)] / all;
    std::vector<double> at{share};  // by k
    for (int64_t n = 0; n < law.models; ++n) {
      std::vector<double> next(static_cast<std::size_t>(n) + 2, 0.0);
      for (int64_t k = 0; k <= n; ++k) {
        const double p = static_cast<double>(full - k) / static_cast<double>(law.models - n),
                     here = at[static_cast<std::size_t>(k)];
        out.models += here;
        if (here == 0) continue;
        next[static_cast<std::size_t>(k)] += here * (1 - p);
        next[static_cast<std::size_t>(k) + 1] += here * p;
      }
      at = std::move(next);
      if (n + 1 == law.models) break;
      for (int64_t k = 0; k <= n + 1; ++k) {
        const int decision = leave(n + 1, k);
        if (decision < 0) continue;
        if (decision != (full >= law.needed)) out.disagreement += at[static_cast<std::size_t>(k)];
        at[static_cast<std::size_t>(k)] = 0;
      }
    }
  }
  return out;
}

int by_rule(const VoteRule &rule, int64_t n, int64_t k) {
  const auto r = static_cast<std::size_t>(n - 1);
  return k < rule.low[r] ? 0 : k >= rule.high[r] ? 1 : -1;
}

// Votes of a forest: rows of their own chance, models of their own leaning, so that models are not alike.
Data forest(cases::Rng &rng, int64_t models, int n, double hard) {
  Data out;
  out.models = models;
  std::vector<double> leaning;
  for (int64_t t = 0; t < models; ++t) leaning.push_back(0.3 * (rng.uniform() - 0.5));
  for (int i = 0; i < n; ++i) {
    const double chance = rng.uniform() < hard ? rng.uniform() : rng.uniform() < 0.4 ? 0.95 : 0.04;
    for (int64_t t = 0; t < models; ++t)
      out.scores.push_back(
          rng.uniform() < chance + leaning[static_cast<std::size_t>(t)] * (1 - std::fabs(2 * chance - 1)) ? 1 : 0);
  }
  return out;
}

CascadeOptions of_votes(double threshold, double alpha = 0.005) {
  CascadeOptions out;
  out.algorithm = CascadeAlgorithm::votes;
  out.threshold = threshold;
  out.alpha = alpha;
  return out;
}

}  // namespace

TEST_CASE("cascade votes: no rule at all is better, for a price or for a bound") {
  cases::Rng rng(1);
  NoMonitor monitor;
  for (int c = 0; c < cases::scaled(150); ++c) {
    const Law law = some_law(rng, rng.between(1, 4));
    const VoteLaw own(law.counts, law.needed);
    const bool negatives_only = rng.below(4) == 0;
    // Every rule: each state goes on, or leaves for 0 or for 1.
    std::vector<std::pair<int64_t, int64_t>> states;
    for (int64_t n = 1; n < law.models; ++n)
      for (int64_t k = 0; k <= n; ++k) states.push_back({n, k});
    std::vector<Cost> all;
    const int actions = negatives_only ? 2 : 3;
    int64_t rules = 1;
    for (std::size_t s = 0; s < states.size(); ++s) rules *= actions;
    for (int64_t rule = 0; rule < rules; ++rule) {
      std::vector<std::vector<int>> action(static_cast<std::size_t>(law.models) + 1);
      int64_t digits = rule;
      for (const auto &state : states) {
        action[static_cast<std::size_t>(state.first)].push_back(static_cast<int>(digits % actions) - 1);
        digits /= actions;
      }
      all.push_back(cost_of(
          law, [&](int64_t n, int64_t k) { return action[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)]; }));
    }
    const auto found = [&](const VoteRule &rule) {
      const Cost cost = cost_of(law, [&](int64_t n, int64_t k) { return by_rule(rule, n, k); });
      CHECK(cost.disagreement == Approx(rule.disagreement).margin(1e-12));
      CHECK(cost.models == Approx(rule.models).margin(1e-12));
      return cost;
    };
    const auto least = [&](double price) {
      double out = infinity;
      for (const Cost &cost : all) out = std::min(out, cost.models + price * cost.disagreement);
      return out;
    };
    for (const double price : {0.0, 0.5, 1.0, 4.0 * rng.uniform(), 30.0 * rng.uniform(), 1e6}) {
      const Cost cost = found(own.best(price, negatives_only));
      CHECK(cost.models + price * cost.disagreement == Approx(least(price)).epsilon(1e-12));
    }
    // For a bound: of the rules that a price makes best (the corners of the linear programme, whose answer mixes two
    // neighbours) the one within the bound that asks least.
    const double bound = rng.below(5) == 0 ? 0 : 0.2 * rng.uniform();
    const double price = own.price_of(bound, negatives_only, monitor);
    const Cost cost = found(own.best(price, negatives_only));
    CHECK(cost.disagreement <= bound + 1e-12);
    for (const Cost &a : all) {
      if (a.disagreement > bound) continue;
      bool corner = true;
      if (price < 1e9) {
        // Whatever is below this rule's line of prices is not a corner within the bound.
        corner = a.models + price * (1 + 1e-5) * a.disagreement <
                 cost.models + price * (1 + 1e-5) * cost.disagreement - 1e-4;
      } else {
        corner = a.disagreement == 0 && a.models < cost.models - 1e-9;
      }
      CHECK_FALSE(corner);
    }
  }
}

TEST_CASE("cascade votes: two thresholds lose nothing, and rise and fall as they should") {
  cases::Rng rng(2);
  for (int c = 0; c < cases::scaled(400); ++c) {
    const Law law = some_law(rng, rng.between(5, 60));
    const VoteLaw own(law.counts, law.needed);
    const double price = std::exp(12 * rng.uniform());
    const VoteRule rule = own.best(price, c % 5 == 0);
    // What the induction found without thresholds is what they cost.
    const Cost cost = cost_of(law, [&](int64_t n, int64_t k) { return by_rule(rule, n, k); });
    CHECK(cost.disagreement == Approx(rule.disagreement).margin(1e-11));
    CHECK(cost.models == Approx(rule.models).epsilon(1e-11));
    for (int64_t n = 1; n < law.models; ++n) {
      const auto r = static_cast<std::size_t>(n - 1);
      CHECK(0 <= rule.low[r]);
      CHECK(rule.low[r] <= rule.high[r]);
      CHECK(rule.high[r] <= n + 1);
      // What the votes left cannot change is decided, met or not.
      if (c % 5 != 0) CHECK(rule.high[r] <= std::max<int64_t>(law.needed, 0));
      CHECK(rule.low[r] >= law.needed - (law.models - n));
    }
    // A higher price asks more and disagrees less.
    const VoteRule dearer = own.best(2 * price, c % 5 == 0);
    CHECK(dearer.disagreement <= rule.disagreement + 1e-12);
    CHECK(dearer.models >= rule.models - 1e-9);
  }
}

TEST_CASE("cascade votes: the law of new rows is the Beta-binomial one about each row") {
  cases::Rng rng(3);
  for (int c = 0; c < cases::scaled(200); ++c) {
    const Law law = some_law(rng, rng.between(1, 300));
    const std::vector<double> found = law_of_new_rows(law.counts);
    const auto beta = [](double x, double y) { return std::lgamma(x) + std::lgamma(y) - std::lgamma(x + y); };
    const auto all = static_cast<double>(law.models);
    for (int i = 0; i < 10; ++i) {
      const auto k = static_cast<double>(rng.below(static_cast<int>(law.models) + 1));
      double expected = 0;
      for (int64_t seen = 0; seen <= law.models; ++seen) {
        const double a = static_cast<double>(seen) + 0.5, b = all - static_cast<double>(seen) + 0.5;
        expected += law.counts[static_cast<std::size_t>(seen)] *
                    std::exp(std::lgamma(all + 1) - std::lgamma(k + 1) - std::lgamma(all - k + 1) +
                             beta(a + k, b + all - k) - beta(a, b));
      }
      CHECK(found[static_cast<std::size_t>(k)] == Approx(expected).epsilon(1e-9));
    }
  }
}

TEST_CASE("cascade votes: what is expected over orders is the mean over orders") {
  cases::Rng rng(3);
  NoMonitor monitor;
  constexpr int64_t models = 15;
  const Data data = forest(rng, models, 400, 0.4);
  Law law{models, 8, std::vector<double>(models + 1, 0.0)};
  for (int64_t i = 0; i < data.n(); ++i) {
    int64_t votes = 0;
    for (int64_t t = 0; t < models; ++t) votes += data.score(i, t) == 1;
    law.counts[static_cast<std::size_t>(votes)] += 1;
  }
  const VoteLaw own(law.counts, law.needed);
  const VoteRule rule = own.best(own.price_of(0.02, false, monitor), false);
  CHECK(rule.disagreement <= 0.02);
  double disagreement = 0, asked = 0, squares = 0;
  const int seeds = cases::scaled(2000);
  for (int s = 0; s < seeds; ++s) {
    const std::vector<int32_t> order = random_order<int32_t>(models, static_cast<uint64_t>(s));
    double errors = 0;
    for (int64_t i = 0; i < data.n(); ++i) {
      int64_t n = 0, k = 0, all = 0;
      for (int64_t t = 0; t < models; ++t) all += data.score(i, t) == 1;
      int decision = -1;
      while (decision < 0) {
        k += data.score(i, order[static_cast<std::size_t>(n++)]) == 1;
        decision = n == models ? k >= law.needed : by_rule(rule, n, k);
      }
      errors += decision != (all >= law.needed);
      asked += static_cast<double>(n);
    }
    errors /= static_cast<double>(data.n());
    disagreement += errors / seeds;
    squares += errors * errors / seeds;
  }
  const double error = std::sqrt((squares - disagreement * disagreement) / seeds);
  CHECK(std::fabs(disagreement - rule.disagreement) <= 5 * error + 1e-12);
  CHECK(asked / seeds / static_cast<double>(data.n()) == Approx(rule.models).epsilon(0.02));
}

TEST_CASE("cascade votes: fitted, saved and run") {
  cases::Rng rng(4);
  NoMonitor monitor;
  for (int c = 0; c < cases::scaled(300); ++c) {
    const int64_t models = rng.between(1, 30);
    Data data = forest(rng, models, rng.between(1, 80), 0.5);
    const double a = c % 3 == 0 ? -1 : c % 3 == 1 ? 0 : 0.25, b = c % 3 == 0 ? 1 : c % 3 == 1 ? 1 : 0.75;
    for (double &s : data.scores) s = s == 1 ? b : a;
    if (rng.below(3) == 0) {
      for (int64_t i = 0; i < data.n(); ++i) data.weights.push_back(rng.below(4));
      data.weights[0] = 2;
    }
    const int64_t needed = rng.between(0, static_cast<int>(models) + 1);
    CascadeOptions options = of_votes(static_cast<double>(models) * a + (static_cast<double>(needed) - 0.5) * (b - a),
                                  c % 7 == 0    ? 0
                                  : c % 11 == 0 ? 1
                                                : 0.1 * rng.uniform());
    options.negatives_only = rng.below(4) == 0;
    options.seed = static_cast<uint64_t>(c);
    if (rng.below(2)) options.order = Ordering::given;
    const Policy found = fit(data.sample(), options);
    const Policy &policy = found;
    CHECK(policy.algorithm == CascadeAlgorithm::votes);
    CHECK(policy.save() == load_cascade(policy.save()).policy.save());
    CHECK(load_cascade(policy.save()).policy.algorithm == CascadeAlgorithm::votes);
    std::vector<int32_t> order;
    for (const Position &p : policy.positions) order.push_back(p.model);
    if (options.order == Ordering::given)
      CHECK(std::is_sorted(order.begin(), order.end()));
    else
      CHECK(order == random_order<int32_t>(models, options.seed));
    // The rule as it stands, row by row.
    Law law{models, needed, std::vector<double>(static_cast<std::size_t>(models) + 1, 0.0)};
    for (int64_t i = 0; i < data.n(); ++i) {
      int64_t votes = 0;
      for (int64_t t = 0; t < models; ++t) votes += data.score(i, t) == b;
      law.counts[static_cast<std::size_t>(votes)] += data.weight(i);
    }
    const VoteRule rule =
        VoteLaw(law_of_new_rows(law.counts), needed).best(policy.findings.price, options.negatives_only);
    CHECK(rule.disagreement == policy.findings.expected_disagreement);
    CHECK(rule.disagreement <= options.alpha + 1e-12);
    std::vector<int32_t> decisions(static_cast<std::size_t>(data.n())), counts(decisions.size());
    run_table(load_cascade(policy.save()).policy, data.table(), 1, monitor, {decisions.data(), data.n(), 1},
              {counts.data(), data.n(), 1});
    for (int64_t i = 0; i < data.n(); ++i) {
      int64_t n = 0, k = 0;
      int decision = -1;
      while (decision < 0) {
        k += data.score(i, order[static_cast<std::size_t>(n++)]) == b;
        decision = n == models ? k >= needed : by_rule(rule, n, k);
      }
      CHECK(decisions[static_cast<std::size_t>(i)] == decision);
      CHECK(counts[static_cast<std::size_t>(i)] == n);
    }
  }
}

TEST_CASE("cascade votes: certified disagreement holds, and the cheaper one is taken", "[frequencies]") {
  cases::Rng rng(5);
  NoMonitor monitor;
  const int draws = cases::scaled(150);
  constexpr int64_t models = 31;
  for (const double target : {0.01, 0.03}) {
    const Data population = forest(rng, models, 3000, 0.2);
    const ScoreSample all_rows = population.sample();
    int missed = 0, missed_cheaper = 0, by_votes = 0;
    double asked = 0, asked_cheaper = 0, asked_sums = 0;
    for (int s = 0; s < draws; ++s) {
      const auto drawn = [&](int n) {
        ScoreSample out(models);
        for (int i = 0; i < n; ++i) population.feed(out, rng.below(3000), 1);
        return out;
      };
      const ScoreSample rows = drawn(150), calibration = drawn(500);
      CascadeOptions options = of_votes(15.5, 0.05);
      options.calibration = &calibration;
      options.max_disagreement = target;
      options.certify = 0.9;
      options.seed = static_cast<uint64_t>(s);
      const auto judged = [&](CascadeAlgorithm algorithm, int *broken, double &models_asked) {
        options.algorithm = algorithm;
        const Policy found = fit(rows, options);
        REQUIRE((found.findings.certified == target || found.findings.certified == 0));
        CHECK(found.findings.confidence == 0.9);
        const CascadeEvaluation truth = evaluate_cascade(found, all_rows, 1, monitor);
        if (broken) *broken += truth.disagreement > found.findings.certified;
        models_asked += truth.mean_models / draws;
        return found;
      };
      judged(CascadeAlgorithm::votes, &missed, asked);
      const Policy cheaper = judged(CascadeAlgorithm::cheaper, &missed_cheaper, asked_cheaper);
      judged(CascadeAlgorithm::sums, nullptr, asked_sums);
      CHECK(cheaper.findings.held_out.mean_cost <= cheaper.findings.other_mean_cost);
      REQUIRE(cheaper.algorithm != CascadeAlgorithm::cheaper);
      by_votes += cheaper.algorithm == CascadeAlgorithm::votes;
    }
    INFO("target " << target << ": " << missed << " and " << missed_cheaper << " of " << draws << " missed; models "
                   << asked << ", cheaper " << asked_cheaper << ", sums " << asked_sums << "; votes " << by_votes);
    CHECK(cases::upper_tail(missed, draws, 0.1) >= 0.001);
    CHECK(cases::upper_tail(missed_cheaper, draws, 0.1) >= 0.001);
    CHECK(asked < models - 5);
    CHECK(asked < asked_sums);
  }
}

TEST_CASE("cascade votes: what is refused") {
  cases::Rng rng(6);
  Data data = forest(rng, 5, 40, 0.5);
  const ScoreSample rows = data.sample();
  CascadeOptions options = of_votes(2.5);
  const auto refused = [&](Status status, const char *message, const ScoreSample &sample, const CascadeOptions &given) {
    expect_error(status, message, [&] { fit(sample, given); });
  };
  data.scores[7] = 0.5;
  refused(Status::argument, "a score of model 2 is 0.5: must be one of two values with votes, here 0 and 1",
          data.sample(), options);
  CascadeOptions other = options;
  other.costs = {1, 1, 2, 1, 1};
  refused(Status::argument, "costs[2] is 2: must be costs[0] = 1, with votes", rows, other);
  other = options;
  other.bins = true;
  refused(Status::unsupported, "bins is 1: must be 0 with votes", rows, other);
  other = options;
  other.halves = true;
  refused(Status::unsupported, "halves is 1: must be 0 with votes", rows, other);
  other = options;
  other.order = Ordering::greedy_error;
  refused(Status::unsupported, "order is greedy: must be random or natural with votes, unless fixed_order is set", rows, other);
  other = options;
  other.algorithm = CascadeAlgorithm::cheaper;
  refused(Status::argument, "algorithm is cheaper: requires calibration rows",
          rows, other);
  Data classes = data;
  classes.models = 1;
  classes.classes = 5;
  refused(Status::unsupported, "algorithm is votes: must be sums for more than two classes, the scores have 5", classes.sample(),
          options);
  std::string saved = fit(rows, options).save();
  saved.replace(saved.find("\"votes\""), 7, "\"cheap\"");
  expect_error(Status::format, "\"algorithm\" is \"cheap\": must be sums or votes", [&] { load_cascade(saved); });
}

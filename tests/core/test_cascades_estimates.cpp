// Cascades: orders, bins, calibration, cross-fitting, saved state.
#include <catch2/catch.hpp>

#include "cascade_cases.hpp"
#include "core/cascades/planning/orders.hpp"
#include "core/numeric/random/random.hpp"
#include "expect_error.hpp"

using namespace cascade_cases;
using check::expect_error;

namespace {

double normal(cases::Rng &rng) {
  return std::sqrt(-2 * std::log(1 - rng.uniform())) * std::cos(2 * 3.14159265358979323846 * rng.uniform());
}

// A boosted ensemble in small: what each model adds gets smaller, about a truth that has its share of hard cases.
Data boosted(cases::Rng &rng, int64_t models, int n) {
  Data out;
  out.models = models;
  for (int i = 0; i < n; ++i) {
    const double truth = normal(rng);
    for (int64_t t = 0; t < models; ++t)
      out.scores.push_back((0.3 * truth + 0.25 * normal(rng)) * std::pow(0.9, static_cast<double>(t)));
  }
  return out;
}

}  // namespace

TEST_CASE("cascades: orders by squared error, with targets and without") {
  cases::Rng rng(1);
  for (int c = 0; c < cases::scaled(200); ++c) {
    const int64_t classes = c % 4 == 3 ? 3 : 1;
    Data data = some_data(rng, rng.between(1, 7) * classes, rng.between(1, 60), c % data_kinds,
                          c % 3 ? Weights::none : Weights::whole);
    data.models /= classes;
    data.classes = classes;
    if (c % 2)
      for (int64_t i = 0; i < data.n(); ++i)
        data.targets.push_back(classes > 1 ? rng.below(3) : rng.below(2) ? 1.5 : -0.5);
    CascadeOptions options;
    for (const Ordering ordering : {Ordering::individual_error, Ordering::greedy_error}) {
      options.order = ordering;
      const std::vector<int32_t> order = order_of(fit(data.sample(), options));
      // Literally: the squared error of every candidate, recomputed from the rows.
      std::vector<std::vector<double>> sums(static_cast<std::size_t>(data.n()),
                                            std::vector<double>(static_cast<std::size_t>(classes), 0.0));
      std::vector<uint8_t> used(order.size(), 0);
      const auto error = [&](int64_t t) {
        double out = 0;
        for (int64_t i = 0; i < data.n(); ++i)
          for (int64_t k = 0; k < classes; ++k) {
            double goal = 0;
            if (data.targets.empty())
              for (int64_t u = 0; u < data.models; ++u) goal += data.score(i, u * classes + k);
            else if (classes == 1)
              goal = data.targets[static_cast<std::size_t>(i)];
            else
              goal = data.targets[static_cast<std::size_t>(i)] == static_cast<double>(k);
            const double sum =
                ordering == Ordering::greedy_error ? sums[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] : 0;
            out += data.weight(i) * std::pow(sum + data.score(i, t * classes + k) - goal, 2);
          }
        return out;
      };
      for (const int32_t chosen : order) {
        const double own = error(chosen);
        for (int32_t t = 0; t < data.models; ++t) {
          if (used[static_cast<std::size_t>(t)] || t == chosen) continue;
          const double other = error(t);
          CHECK(own <= other * (1 + 1e-9) + 1e-9);
          if (own == other) CHECK(chosen < t);
        }
        used[static_cast<std::size_t>(chosen)] = 1;
        for (int64_t i = 0; i < data.n(); ++i)
          for (int64_t k = 0; k < classes; ++k)
            sums[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] += data.score(i, chosen * classes + k);
      }
    }
  }
  CHECK(random_order<int32_t>(50, 7) == random_order<int32_t>(50, 7));
  CHECK(random_order<int32_t>(50, 7) != random_order<int32_t>(50, 8));
  std::vector<int32_t> sorted = random_order<int32_t>(50, 7);
  std::sort(sorted.begin(), sorted.end());
  CHECK(sorted == natural_order(50));
}

TEST_CASE("cascades: bins as Fan et al. have them, on every order") {
  cases::Rng rng(2);
  for (int c = 0; c < cases::scaled(200); ++c) {
    const Data data = some_data(rng, rng.between(1, 6), rng.between(1, 60), c % data_kinds, Weights::none);
    CascadeOptions options;
    options.bins = true;
    options.order = static_cast<Ordering>(c % 5);
    options.bin_width = 0.25 * (1 + rng.below(8));
    options.gamma = 0.5 * rng.below(6);
    options.threshold = 0.25 * rng.below(3);
    options.negatives_only = rng.below(3) == 0;
    options.alpha = 0.05;
    const Policy found = fit(data.sample(), options);
    const Policy &policy = found;
    std::vector<double> g(static_cast<std::size_t>(data.n()), 0.0), full = g;
    for (int64_t i = 0; i < data.n(); ++i)
      for (int64_t t = 0; t < data.models; ++t) full[static_cast<std::size_t>(i)] += data.score(i, t);
    std::vector<int64_t> counts(g.size(), 0);
    std::vector<uint8_t> live(g.size(), 1);
    for (std::size_t r = 0; r < policy.positions.size(); ++r) {
      for (std::size_t i = 0; i < g.size(); ++i) g[i] += data.score(static_cast<int64_t>(i), policy.positions[r].model);
      for (std::size_t i = 0; i < g.size(); ++i) {
        if (!live[i]) continue;
        ++counts[i];
        if (r + 1 == policy.positions.size()) continue;
        const double bin = std::floor(g[i] / options.bin_width);
        double n = 0, mean = 0, squares = 0;
        for (std::size_t j = 0; j < g.size(); ++j)
          if (std::floor(g[j] / options.bin_width) == bin) ++n, mean += g[j] - full[j];
        mean /= n;
        for (std::size_t j = 0; j < g.size(); ++j)
          if (std::floor(g[j] / options.bin_width) == bin) squares += std::pow(g[j] - full[j] - mean, 2);
        const double away = options.gamma * std::sqrt(squares / n);
        const double over = g[i] - (options.threshold + mean + away), under = options.threshold + mean - away - g[i];
        // Closer than rounding either answer is right: that of the fit is taken.
        const Bin *own = nullptr;
        for (const Bin &b : policy.bins[r])
          if (b.bin == static_cast<int64_t>(bin)) own = &b;
        REQUIRE(own != nullptr);
        const auto sum = std::llround(std::ldexp(g[i], policy.fixed.exponent));
        const bool leaves = sum < own->low || sum >= own->high;
        if (std::fabs(over) > 1e-6 && std::fabs(under) > 1e-6)
          CHECK(leaves == (under > 0 || (over > 0 && !options.negatives_only)));
        if (leaves) live[i] = 0;
      }
    }
    double mean = 0;
    for (const int64_t count : counts) mean += static_cast<double>(count) / static_cast<double>(data.n());
    CHECK(found.findings.in_sample.mean_models == Approx(mean));
  }
}

TEST_CASE("cascades: a bin that fitting never saw is evaluated in full") {
  Data data;
  data.models = 3;
  data.scores = {1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1};
  CascadeOptions options;
  options.bins = true;
  options.order = Ordering::given;
  options.bin_width = 0.5;
  options.gamma = 1;
  const Policy found = fit(data.sample(), options);
  CHECK(found.findings.in_sample.mean_models == 1);
  CascadeRun run(found);
  CHECK(run.feed(9) == goes_on);   // an unseen bin
  CHECK(run.feed(-7) == goes_on);  // back in one that was seen: too late
  CHECK(run.feed(1) == 1);
  CHECK(run.count() == 3);
}

TEST_CASE("cascades: gamma that is not given keeps within alpha, and a smaller one would not have been needed") {
  cases::Rng rng(3);
  for (int c = 0; c < cases::scaled(10); ++c) {
    const Data data = boosted(rng, 12, 600);
    CascadeOptions options;
    options.bins = true;
    options.order = Ordering::given;
    double before = infinity;
    for (const double alpha : {0.0, 0.01, 0.05, 0.2}) {
      options.alpha = alpha;
      const Policy found = fit(data.sample(), options);
      CHECK(found.findings.in_sample.disagreement <= alpha);
      CHECK(found.findings.gamma <= before);
      before = found.findings.gamma;
      if (found.findings.gamma > 0 && !std::isinf(found.findings.gamma)) {
        CascadeOptions narrower = options;
        narrower.gamma = found.findings.gamma - found.findings.gamma / 256;
        CHECK(fit(data.sample(), narrower).findings.in_sample.disagreement > alpha);
      }
    }
  }
}

TEST_CASE("cascades: certified disagreement holds in 95 % of the splits, in sample it does not", "[frequencies]") {
  cases::Rng rng(4);
  NoMonitor monitor;
  const int splits = cases::scaled(240);
  for (const double target : {0.02, 0.05}) {
    const Data population = boosted(rng, 16, 3000);
    const ScoreSample all_rows = population.sample();
    int missed = 0, missed_in_sample = 0, full = 0;
    double models = 0;
    for (int s = 0; s < splits; ++s) {
      const auto drawn = [&](int n) {
        ScoreSample out(16);
        for (int i = 0; i < n; ++i) population.feed(out, rng.below(3000), 1);
        return out;
      };
      const ScoreSample rows = drawn(200), calibration = drawn(400);
      CascadeOptions options;
      options.alpha = 0.01;
      options.calibration = &calibration;
      options.max_disagreement = target;
      const Policy found = fit(rows, options);
      REQUIRE((found.findings.certified == target || found.findings.certified == 0));
      const CascadeEvaluation truth = evaluate_cascade(found, all_rows, 1, monitor);
      missed += truth.disagreement > found.findings.certified;
      full += found.findings.certified == 0;
      models += truth.mean_models / splits;
      CascadeOptions plain = options;
      plain.calibration = nullptr;
      plain.alpha = target;
      missed_in_sample += evaluate_cascade(fit(rows, plain), all_rows, 1, monitor).disagreement > target;
    }
    INFO("target " << target << ": " << missed << " of " << splits << " missed, in sample " << missed_in_sample
                   << "; mean models " << models << " of 16; in full " << full);
    CHECK(cases::upper_tail(missed, splits, 0.05) >= 0.01);
    CHECK(cases::upper_tail(missed_in_sample, splits, 0.05) < 1e-6);  // the test can tell
    CHECK(models < 14);                                        // and the guarantee is not bought by doing nothing
  }
}

TEST_CASE("cascades: calibration") {
  cases::Rng rng(5);
  const Data data = boosted(rng, 16, 600), more = boosted(rng, 16, 1500);
  const ScoreSample rows = more.sample();
  CascadeOptions options;
  options.alpha = 0.01;
  options.calibration = &rows;
  options.max_disagreement = 0.03;
  NoMonitor monitor;
  const Policy found = fit(data.sample(), options);
  // The base plan spends all unless told otherwise.
  CascadeOptions base = options;
  base.calibration = nullptr;
  base.spend = "all";
  const Policy plain = fit(data.sample(), base);
  const Policy by_hand = calibrate(plain, rows, 0.03, 0.95, 2, monitor);
  for (std::size_t r = 0; r < found.positions.size(); ++r) {
    CHECK(found.positions[r].model == plain.positions[r].model);
    CHECK(found.positions[r].low == by_hand.positions[r].low);
    CHECK(found.positions[r].high == by_hand.positions[r].high);
  }
  // The margin chosen is the last before the first one that fails.
  const Findings &c = found.findings;
  CHECK(c.held_out.rows == 1500);
  const CascadeEvaluation at = evaluate_cascade(plain.widened(c.spreads), rows, 1, monitor);
  const double errors = at.disagreement * 1500;
  CHECK(at.disagreement == found.findings.held_out.disagreement);
  CHECK(cases::upper_tail(static_cast<int>(std::lround(errors)) + 1, 1500, 0.03) >= 0.95);  // P(X <= errors | 3 %) <= 5 %
  const Policy saved = load_cascade(found.save()).policy;
  CHECK(saved.findings.certified == 0.03);
  CHECK(saved.findings.confidence == 0.95);
  // A loaded cascade is calibrated like the one that was saved.
  CHECK(calibrate(load_cascade(plain.save()).policy, rows, 0.03, 0.95, 1, monitor).save() == by_hand.save());

  // Too few rows certify nothing: every row is evaluated in full, which needs no certificate.
  ScoreSample few(16);
  more.feed(few, 0, 50);
  const Policy full = calibrate(plain, few, 0.03, 0.95, 1, monitor);
  CHECK(full.findings.certified == 0);
  CHECK(std::isinf(full.findings.spreads));
  CHECK(full.findings.held_out.mean_models == 16);
  CHECK(full.findings.held_out.disagreement == 0);
  // No row leaves early that would not with every narrower margin.
  double before = infinity;
  for (const double spreads : {4.0, 2.0, 1.0, 0.5, 0.25, 0.0}) {
    const double models = evaluate_cascade(plain.widened(spreads), rows, 1, monitor).mean_models;
    CHECK(models <= before);
    before = models;
  }
  CHECK(plain.widened(0).save() == plain.save());

  expect_error(Status::argument, "max_disagreement is 0: must lie in (0, 1)",
               [&] { calibrate(plain, rows, 0, 0.95, 1, monitor); });
  expect_error(Status::argument, "certify is 1: must lie in (0, 1)",
               [&] { calibrate(plain, rows, 0.01, 1, 1, monitor); });
  expect_error(Status::argument, "the sample has 2 models: must have 16",
               [&] { calibrate(plain, ScoreSample(2), 0.01, 0.95, 1, monitor); });
  expect_error(Status::argument, "rows is 0: no calibration row of a weight above 0 was fed",
               [&] { calibrate(plain, ScoreSample(16), 0.01, 0.95, 1, monitor); });
  Data weighted = some_data(rng, 16, 30, 0, Weights::real);
  expect_error(Status::unsupported, "the calibration rows have weights",
               [&] { calibrate(plain, weighted.sample(), 0.01, 0.95, 1, monitor); });
  // Weights that happen to be equal here need not be in other samples.
  weighted.weights.assign(weighted.weights.size(), 1);
  expect_error(Status::unsupported, "the calibration rows have weights",
               [&] { calibrate(plain, weighted.sample(), 0.01, 0.95, 1, monitor); });
  options.folds = 3;
  expect_error(Status::argument, "folds is 3: must be 0 when calibration rows", [&] { fit(data.sample(), options); });
}

TEST_CASE("cascades: the cross-fitted disagreement is honest where that in sample is not") {
  cases::Rng rng(6);
  NoMonitor monitor;
  const Data population = boosted(rng, 16, 6000);
  const ScoreSample all_rows = population.sample();
  double in_sample = 0, cross = 0, truth = 0, of_halves = 0, truth_of_halves = 0;
  const int rounds = cases::scaled(40);
  for (int s = 0; s < rounds; ++s) {
    ScoreSample rows(16);
    for (int i = 0; i < 250; ++i) population.feed(rows, rng.below(6000), 1);
    CascadeOptions options;
    options.alpha = 0.02;
    options.folds = 5;
    options.seed = static_cast<uint64_t>(s);
    const Policy found = fit(rows, options);
    in_sample += found.findings.in_sample.disagreement / rounds;
    cross += found.findings.cross.disagreement / rounds;
    truth += evaluate_cascade(found, all_rows, 1, monitor).disagreement / rounds;
    CHECK(found.findings.cross.rows == 250);
    options.folds = 0;
    options.halves = true;
    const Policy halves = fit(rows, options);
    CHECK(halves.findings.in_sample.rows == 125);
    of_halves += halves.findings.in_sample.disagreement / rounds;
    truth_of_halves += evaluate_cascade(halves, all_rows, 1, monitor).disagreement / rounds;
  }
  INFO("in sample " << in_sample << ", cross-fitted " << cross << ", true " << truth << "; halves " << of_halves
                    << ", true " << truth_of_halves);
  CHECK(in_sample <= 0.02);
  CHECK(truth > 1.2 * in_sample);                 // it overfits
  CHECK(std::fabs(cross - truth) < 0.3 * truth);  // and the folds say by how much
}

TEST_CASE("cascades: parts of a sample") {
  cases::Rng rng(7);
  Data data = some_data(rng, 3, 500, 1, Weights::real);
  for (int64_t i = 0; i < data.n(); ++i) data.targets.push_back(static_cast<double>(i));
  const ScoreSample sample = data.sample();
  const std::vector<int32_t> parts = sample.deal(7, 1);
  int64_t total = 0;
  for (int32_t p = 0; p < 7; ++p) {
    const ScoreSample inside = sample.part(parts, p, true), outside = sample.part(parts, p, false);
    CHECK((inside.rows() == 71 || inside.rows() == 72));
    CHECK(inside.rows() + outside.rows() == 500);
    total += inside.rows();
    // Rows keep their scores, weights and targets.
    for (int64_t i = 0; i < inside.rows(); ++i) {
      const auto source = static_cast<int64_t>(inside.target(i));
      CHECK(parts[static_cast<std::size_t>(source)] == p);
      CHECK(inside.weight(i) == data.weight(source));
    }
  }
  CHECK(total == 500);
  CHECK(sample.deal(7, 2) != parts);
}

TEST_CASE("cascades: saved states read back; what is not one is an error, never a crash") {
  cases::Rng rng(8);
  std::vector<std::string> states;
  for (int c = 0; c < 12; ++c) {
    const int64_t classes = c % 4 == 3 ? 2 : 1;
    Data data = some_data(rng, 4 * classes, 60, c % data_kinds, Weights::none);
    data.models = 4;
    data.classes = classes;
    CascadeOptions options;
    options.alpha = 0.05;
    if (c % 4 == 1) options.bins = true;
    if (c % 4 == 2) {
      options.names = {"a", "\"quoted\"\n", "\xC3\xA9t\xC3\xA9", ""};
      options.costs = {1, infinity, 0.1, 0};
      options.feature_names = {"age", "a=b"};
      options.categories = {"age=young", "age=old", "a=b=c"};
    }
    const Policy policy = fit(data.sample(), options).widened(c < 4 ? 0 : 0.3 * c);
    const std::string text = policy.save();
    CHECK(load_cascade(text).policy.save() == text);
    CHECK(load_cascade(text).policy.names == policy.names);
    CHECK(load_cascade(text).policy.feature_names == policy.feature_names);
    CHECK(load_cascade(text).policy.categories == policy.categories);
    states.push_back(text);
  }
  expect_error(Status::format, "saved cascade: ", [] { load_cascade(""); });
  expect_error(Status::format, "saved cascade: is not an object", [] { load_cascade("[1]"); });
  expect_error(Status::format, "saved cascade: \"wald\" is \"estimator\": must be \"cascade\"",
               [] { load_cascade("{\"wald\":\"estimator\",\"version\":1}"); });
  expect_error(Status::format, "saved cascade: \"version\" is 2: this library reads versions up to 1",
               [] { load_cascade("{\"wald\":\"cascade\",\"version\":2}"); });
  const auto replaced = [&](const std::string &from, const std::string &to) {
    std::string text = states[0];
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  expect_error(Status::format, "\"models\" is 0: must lie in",
               [&] { load_cascade(replaced("\"models\":4", "\"models\":0")); });
  expect_error(Status::format, "\"positions\" has 4 entries, \"models\" is 5",
               [&] { load_cascade(replaced("\"models\":4", "\"models\":5")); });
  expect_error(Status::format, "the last position's thresholds must both be the decision threshold",
               [&] { load_cascade(replaced("\"threshold\":0", "\"threshold\":1")); });
  for (const int bound : {1, 2}) {  // of the last position: [model, low, high, ...]
    std::string text = states[0];
    auto begin = text.rfind("\n[");
    for (int i = 0; i < bound; ++i) begin = text.find(',', begin) + 1;
    text.replace(begin, text.find_first_of(",]", begin) - begin, bound == 1 ? "-1" : "1");
    expect_error(Status::format, "the last position's thresholds must both be the decision threshold",
                 [&] { load_cascade(text); });
  }
  expect_error(Status::format, "\"extra\" is not a member of a saved cascade",
               [&] { load_cascade(replaced("\"models\"", "\"extra\":1,\"models\"")); });
  const auto with = [&](const std::string &member, const char *value) {
    std::string text = states[0];
    const auto at = text.find("\"" + member + "\":");
    REQUIRE(at != std::string::npos);
    const auto begin = at + member.size() + 3, end = text.find_first_of(",}", begin);
    return text.replace(begin, end - begin, value);
  };
  for (const char *finding : {"disagreement", "rows", "mean_models", "alpha"})
    expect_error(Status::format, std::string("\"") + finding + "\" is -1: must be at least 0",
                 [&] { load_cascade(with(finding, "-1")); });
  expect_error(Status::format, "\"disagreement\" is 1.5: must be at least 0 and at most 1",
               [&] { load_cascade(with("disagreement", "1.5")); });
  expect_error(Status::format, "\"stops\"[0] is 2: must lie in [0, 1", [&] { load_cascade(with("stops", "[2")); });
  const auto named = [&](const char *features, const char *categories) {
    return replaced("\"findings\"",
                    std::string("\"feature_names\":") + features + ",\"categories\":" + categories + ",\"findings\"");
  };
  CHECK(load_cascade(named("[\"x\"]", "[\"x=1\"]")).policy.categories.size() == 1);
  expect_error(Status::format, "feature_names[1] is \"x\": occurs twice",
               [&] { load_cascade(named("[\"x\",\"x\"]", "[]")); });
  expect_error(Status::format, "feature_names[0] is \"\": must not be empty",
               [&] { load_cascade(named("[\"\"]", "[]")); });
  expect_error(Status::format, "categories[0] is \"y=1\": must be feature=category, of a feature in feature_names",
               [&] { load_cascade(named("[\"x\"]", "[\"y=1\"]")); });
  expect_error(Status::format, "categories[1] is \"x=1\": occurs twice",
               [&] { load_cascade(named("[\"x\"]", "[\"x=1\",\"x=1\"]")); });
  expect_error(Status::format, "occurs twice", [&] {
    std::string text = states[0];
    const auto at = text.find("\"positions\":[\n[") + 15;
    text[at] = text[text.find("\n[", at) + 2];
    load_cascade(text);
  });
  int read = 0;
  for (int c = 0; c < cases::scaled(4000); ++c) {
    std::string text = states[static_cast<std::size_t>(c) % states.size()];
    for (int k = rng.between(1, 4); k > 0; --k) {
      const auto at = static_cast<std::size_t>(rng.below(static_cast<int>(text.size())));
      switch (rng.below(4)) {
        case 0: text[at] = static_cast<char>(rng.below(256)); break;
        case 1: text.erase(at, static_cast<std::size_t>(rng.between(1, 20))); break;
        case 2: text.insert(at, 1, "0123456789[]{},\"-.e"[rng.below(19)]); break;
        default: text[at] = "0123456789"[rng.below(10)];
      }
    }
    try {
      const Policy policy = load_cascade(text).policy;
      check_policy(policy);
      // What can be read can be run.
      CascadeRun run(policy);
      std::vector<double> scores(static_cast<std::size_t>(policy.classes), 0.5);
      while (run.next() >= 0) run.feed(scores.data(), policy.classes, 1);
      CHECK(load_cascade(policy.save()).policy.save() == policy.save());
      ++read;
    } catch (const Error &e) {
      CHECK(e.status() == Status::format);
    }
  }
  CHECK(read > 0);
}

TEST_CASE("cascades: weights that are all the same, and rows that were fed before there were weights") {
  const double scores[] = {1, -1, 2, -2}, twos[] = {2, 0, 2, 2}, more[] = {1, 1, 1, 3};
  const RealTable rows{scores, false, 4, 1, 1, 1};
  ScoreSample equal(1);
  equal.feed(rows, {twos, false, 4, 1});
  CHECK(equal.equal_weights());
  ScoreSample later(1);
  later.feed(rows);
  later.feed(rows, {more, false, 4, 1});
  CHECK(later.weight(0) == 1);
  CHECK(later.weight(7) == 3);
  CHECK_FALSE(later.equal_weights());
}

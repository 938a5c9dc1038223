// The learner "rule": thresholds against every threshold, calibrations against their conditions, choices against what
// candidates are worth, and the whole learner.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cases.hpp"
#include "core/decisions/rows.hpp"
#include "core/evaluation/evaluate.hpp"
#include "core/learners/learner.hpp"
#include "core/learners/predict.hpp"
#include "core/learners/rules/candidates.hpp"
#include "core/learners/rules/cuts.hpp"
#include "core/learners/rules/out_of_fold.hpp"
#include "core/learners/rules/rule_learner.hpp"
#include "core/learners/rules/shrunk_platt.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::learners;
using check::expect_error;
using decisions::Average;

namespace {

NoMonitor silent;
constexpr Average averages[] = {Average::instance, Average::macro, Average::micro};

// Marginals, truth that follows them up to a distortion, weights.
struct Rows {
  int64_t n, labels;
  std::vector<double> p, odds, weights;
  std::vector<uint8_t> y;
  std::vector<int64_t> groups;

  Rows(cases::Rng &rng, int64_t n_, int64_t labels_, bool weighted, double temperature = 1, double shift = 0)
      : n(n_), labels(labels_) {
    for (int64_t c = 0; c < n * labels; ++c) {
      const double z = 4 * rng.uniform() - 3;
      // Few values, so that many cells are equal.
      const double shown = rng.below(2) ? std::round(2 * z) / 2 : z;
      p.push_back(1 / (1 + std::exp(-shown * temperature)));
      y.push_back(rng.uniform() < 1 / (1 + std::exp(-shown - shift)));
    }
    for (int64_t i = 0; i < n; ++i) weights.push_back(weighted ? rng.between(1, 3) : 1);
    odds = log_odds_of_marginals(p);
  }
  RuleRows view() const {
    return {odds, y, weights, groups, std::any_of(weights.begin(), weights.end(), [](double w) { return w != 1; })};
  }
  RealTable marginals() const { return {p.data(), false, n, labels, labels, 1}; }
  Grid<const uint8_t> truth() const { return {y.data(), n, labels, labels, 1}; }
  // No features at all.
  FeatureTable table() const {
    FeatureTable out(RealTable{p.data(), false, n, 0, 0, 1});
    out.marginals = marginals();
    return out;
  }
  RowRoles roles() const { return {{weights.data(), false, n, 1}}; }
};

RuleProblem problem_for(const char *metric, Average average, int64_t labels, int64_t low = 0) {
  RuleProblem out;
  out.metric = parse_metric(metric, 1);
  out.average = average;
  out.labels = labels;
  out.low = low;
  out.high = labels;
  return out;
}

double worth(const RuleProblem &problem, const Rows &rows, const std::vector<uint8_t> &mask) {
  decisions::DecisionOptions options;
  options.average = problem.average;
  return evaluation::evaluate(*problem.metric, options, rows.truth(), {mask.data(), rows.n, rows.labels, rows.labels, 1},
                              {rows.weights.data(), false, rows.n, 1})
      .value;
}

std::vector<uint8_t> cut_mask(const RuleProblem &problem, const Rows &rows, const std::vector<double> &cuts) {
  std::vector<uint8_t> out(rows.p.size());
  cut(problem, rows.odds, cuts, out.data());
  return out;
}

LearnerOptions options_for(const char *metric, Average average) {
  LearnerOptions out;
  out.metric = metric;
  out.average = average;
  out.folds = 3;
  return out;
}

ModelPointer fitted(const Rows &rows, const LearnerOptions &options) {
  return fit_learner("rule", rows.table(), label_targets(rows.truth()), rows.roles(), options, silent);
}
const RuleModel &rule_of(const ModelPointer &model) { return *model->by_rule(); }

struct Answered {
  std::vector<uint8_t> mask;
  std::vector<double> expected;
  decisions::Decision decision;
};
Answered predicted(const ModelPointer &model, const Rows &rows, const char *metric, int threads = 1) {
  const auto parsed = parse_metric(metric, 1);
  Answered out;
  out.mask.resize(rows.p.size());
  const Average average = rule_of(model).problem().average;
  out.expected.resize(static_cast<std::size_t>(decisions::answer_count(average, rows.n, rows.labels)));
  PredictOptions options;
  options.decide.threads = threads;
  options.decide.average = average;
  predict(*model, rows.table(), *parsed, options,
          {{out.mask.data(), rows.n, rows.labels, rows.labels, 1}, out.expected.data(), &out.decision});
  return out;
}

}  // namespace

TEST_CASE("rules: the common threshold is the best of all thresholds") {
  for (int seed = 0; seed < cases::scaled(600); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    const Rows rows(rng, rng.between(1, 14), rng.between(1, 5), rng.below(2) == 1);
    const Average average = averages[rng.below(3)];
    const char *const metrics[] = {"f1", "jaccard", "balanced_accuracy", "mcc", "hamming"};
    const int64_t low = average == Average::instance ? rng.below(2) : 0;
    const RuleProblem problem = problem_for(metrics[rng.below(5)], average, rows.labels, low);
    const auto at = [&](double cut_at) {
      return worth(problem, rows,
                   cut_mask(problem, rows, std::vector<double>(static_cast<std::size_t>(rows.labels), cut_at)));
    };
    double best = -1e9;
    for (const double z : rows.odds) best = std::max(best, at(z));
    best = std::max(best, at(100));
    INFO(seed);
    CHECK(at(common_cut(problem, rows.view())) == Approx(best).epsilon(1e-9).margin(1e-9));
  }
}

TEST_CASE("rules: bounds of rows are kept by thresholds") {
  for (int seed = 0; seed < cases::scaled(300); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    const Rows rows(rng, rng.between(1, 10), rng.between(2, 6), false);
    RuleProblem problem = problem_for("f1", Average::macro, rows.labels);
    problem.per_row = true;
    problem.low = rng.between(0, static_cast<int>(rows.labels));
    problem.high = rng.between(static_cast<int>(problem.low), static_cast<int>(rows.labels));
    std::vector<double> cuts;
    for (int64_t j = 0; j < rows.labels; ++j) cuts.push_back(rng.below(5) ? 4 * rng.uniform() - 2 : never_cut);
    const std::vector<uint8_t> mask = cut_mask(problem, rows, cuts);
    for (int64_t i = 0; i < rows.n; ++i) {
      int64_t k = 0, free = 0;
      double least = 1e9, most_left = -1e9;
      for (int64_t j = 0; j < rows.labels; ++j) {
        const auto c = static_cast<std::size_t>(i * rows.labels + j);
        const double above = rows.odds[c] - cuts[static_cast<std::size_t>(j)];
        k += mask[c];
        free += above >= 0;
        if (mask[c])
          least = std::min(least, above);
        else
          most_left = std::max(most_left, above);
      }
      CHECK(k == std::clamp(free, problem.low, problem.high));
      CHECK(least >= most_left);
    }
  }
}

TEST_CASE("rules: each label's threshold is its best one, and bags average those of samples") {
  for (int seed = 0; seed < cases::scaled(200); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    const Rows rows(rng, rng.between(2, 30), rng.between(1, 4), rng.below(2) == 1);
    const RuleProblem problem = problem_for(rng.below(2) ? "f1" : "balanced_accuracy", Average::macro, rows.labels);
    const LabelCuts cuts = label_cuts(problem, rows.view(), 7);
    for (int64_t j = 0; j < rows.labels; ++j) {
      const auto at = [&](double cut_at) {
        double tp = 0, k = 0, s = 0, n = 0;
        for (int64_t i = 0; i < rows.n; ++i) {
          const auto c = static_cast<std::size_t>(i * rows.labels + j);
          const double w = rows.weights[static_cast<std::size_t>(i)];
          const bool h = rows.odds[c] >= cut_at;
          tp += h && rows.y[c] ? w : 0;
          k += h ? w : 0;
          s += rows.y[c] ? w : 0;
          n += w;
        }
        return problem.metric->weighted_utility(tp, k, s, n);
      };
      const double found = cuts.plain[static_cast<std::size_t>(j)];
      bool any = false;
      double best = at(100);
      for (int64_t i = 0; i < rows.n; ++i) {
        const auto c = static_cast<std::size_t>(i * rows.labels + j);
        any = any || rows.y[c];
        best = std::max(best, at(rows.odds[c]));
      }
      if (any)
        CHECK(at(found) == Approx(best).epsilon(1e-12));
      else
        CHECK(found == never_cut);
      const double bagged = cuts.bagged[static_cast<std::size_t>(j)], shrunk = cuts.shrunk[static_cast<std::size_t>(j)];
      if (any && bagged < never_cut) {
        const auto [low, high] = std::minmax_element(rows.odds.begin(), rows.odds.end());
        CHECK((bagged >= *low - 1 && bagged <= *high + 1));
        CHECK((shrunk >= *low - 1 && shrunk <= *high + 1));
      }
    }
    // One label has no others to be shrunk towards.
    if (rows.labels == 1 && cuts.bagged[0] < never_cut) CHECK(cuts.shrunk[0] == Approx(cuts.bagged[0]));
  }
}

TEST_CASE("rules: shrunk calibrations are where the penalised loss is least") {
  for (int seed = 0; seed < cases::scaled(100); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    const Rows rows(rng, rng.between(3, 60), rng.between(1, 4), rng.below(2) == 1, 0.5 + 2 * rng.uniform());
    const RuleProblem problem = problem_for("f1", Average::macro, rows.labels);
    const LabelCalibrations found = shrunk_platt(problem, rows.view());
    // Of one label the common map is its own, so that the prior adds nothing.
    const auto loss = [&](int64_t j, double a, double b, double a0, double b0) {
      double sum = 0;
      for (int64_t i = 0; i < rows.n; ++i) {
        const auto c = static_cast<std::size_t>(i * rows.labels + j);
        const double t = a + b * rows.odds[c];
        sum += rows.weights[static_cast<std::size_t>(i)] * (std::log1p(std::exp(t)) - (rows.y[c] ? t : 0));
      }
      return sum + ((a - a0) * (a - a0) + 4 * (b - b0) * (b - b0)) / 2;
    };
    if (rows.labels == 1) continue;
    // The common map from a table of one label that holds all cells.
    Rows pooled(rows);
    pooled.labels = 1;
    pooled.n = rows.n * rows.labels;
    pooled.weights.clear();
    for (int64_t c = 0; c < pooled.n; ++c) pooled.weights.push_back(rows.weights[static_cast<std::size_t>(c / rows.labels)]);
    const Calibration common = shrunk_platt(problem_for("f1", Average::macro, 1), pooled.view())[0];
    for (int64_t j = 0; j < rows.labels; ++j) {
      const double a = found[static_cast<std::size_t>(j)].intercept(), b = found[static_cast<std::size_t>(j)].slope();
      if (b <= 0.0201 || common.slope() <= 0.0201) continue;  // at its bound
      const double here = loss(j, a, b, common.intercept(), common.slope());
      for (const double step : {-1e-2, 1e-2}) {
        CHECK(here <= loss(j, a + step, b, common.intercept(), common.slope()) + 1e-6);
        CHECK(here <= loss(j, a, b + step, common.intercept(), common.slope()) + 1e-6);
      }
    }
  }
}

TEST_CASE("rules: values out of fold are those of the rows, and gains are paired") {
  for (const Average average : averages) {
    cases::Rng rng(static_cast<uint64_t>(average));
    const Rows rows(rng, 2000, 3, false);
    const RuleProblem problem = problem_for("f1", average, rows.labels);
    std::vector<uint8_t> good(rows.p.size()), bad(rows.p.size());
    for (std::size_t c = 0; c < good.size(); ++c) {
      good[c] = rng.below(10) ? rows.y[c] : 1 - rows.y[c];
      bad[c] = rng.below(4) ? rows.y[c] : 1 - rows.y[c];
    }
    const RuleChoice choice = choose_candidate(problem, rows.view(), {bad, bad, good}, 0, 5, 1, silent);
    CHECK(choice.chosen == 2);
    CHECK((choice.values[1].gain == 0 && choice.values[1].error == 0));
    CHECK(choice.values[2].value == Approx(worth(problem, rows, good)).margin(0.003));
    CHECK(choice.values[2].gain == Approx(worth(problem, rows, good) - worth(problem, rows, bad)).margin(0.005));
    CHECK((choice.values[2].error > 0.001 && choice.values[2].error < 0.02));
    // For one other candidate a gain must exceed one standard error or so.
    CHECK((choice.needed > 0.8 && choice.needed < 1.25));
    CHECK(choose_candidate(problem, rows.view(), {good, bad}, 0, 5, 1, silent).chosen == 0);
  }
}

TEST_CASE("rules: a rule that was asked for predicts as its parts do") {
  for (int seed = 0; seed < cases::scaled(40); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    const Rows rows(rng, rng.between(20, 60), rng.between(2, 4), false);
    const Average average = averages[rng.below(3)];
    LearnerOptions options = options_for("f1", average);
    options.at_least = average == Average::instance ? 0 : -1;

    options.rule = RuleWord::half;
    const Answered half = predicted(fitted(rows, options), rows, "f1");
    for (std::size_t c = 0; c < rows.p.size(); ++c) CHECK(half.mask[c] == (rows.p[c] >= 0.5));

    options.rule = RuleWord::decide;
    const Answered decided = predicted(fitted(rows, options), rows, "f1");
    const auto f1 = parse_metric("f1", 1);
    decisions::DecisionOptions plain;
    plain.average = average;
    std::vector<uint8_t> mask(rows.p.size());
    std::vector<double> expected(decided.expected.size());
    decisions::decide_rows(*f1, Kind::independent, rows.marginals(), plain,
                           {{mask.data(), rows.n, rows.labels, rows.labels, 1}, expected.data(), nullptr});
    CHECK(decided.mask == mask);
    CHECK(decided.expected == expected);

    // Of thresholds, too, the answers add up: the items are those of the mask, the values those of the estimates.
    options.rule = RuleWord::bagged_thresholds;
    const ModelPointer bagged = fitted(rows, options);
    const Answered cut_answer = predicted(bagged, rows, "f1");
    int64_t positives = 0;
    for (int64_t a = 0; a < cut_answer.decision.count(); ++a) {
      positives += cut_answer.decision.answer(a).k;
      CHECK(cut_answer.decision.answer(a).algorithm == decisions::Algorithm::rule);
    }
    CHECK(positives == std::count(cut_answer.mask.begin(), cut_answer.mask.end(), 1));
    std::vector<double> p(rows.p.size());
    bagged->probabilities(rows.table(), {}, silent, p.data());
    decisions::expected_rows(*f1, Kind::independent, {p.data(), false, rows.n, rows.labels, rows.labels, 1},
                             {cut_answer.mask.data(), rows.n, rows.labels, rows.labels, 1}, plain, expected.data(), nullptr);
    CHECK(cut_answer.expected == expected);
  }
}

TEST_CASE("rules: every rule has the same bits for any number of threads and after saving", "[threads]") {
  cases::Rng rng(3);
  const Rows rows(rng, 90, 3, true, 2);
  for (const Average average : averages)
    for (const Word &word : rule_words) {
      const auto rule = static_cast<RuleWord>(word.value);
      // These need features.
      if (rule == RuleWord::cardinality || rule == RuleWord::mixture) continue;
      INFO(word.name << ", average " << static_cast<int>(average));
      LearnerOptions options = options_for("f1", average);
      options.rule = rule;
      const ModelPointer model = fitted(rows, options);
      options.threads = 3;
      const std::string saved = model->save();
      CHECK(fitted(rows, options)->save() == saved);
      const ModelPointer again = load_model(saved);
      CHECK(again->save() == saved);
      const Answered one = predicted(model, rows, "f1"), other = predicted(again, rows, "f1", 4);
      CHECK(one.mask == other.mask);
      CHECK(one.expected == other.expected);
      CHECK(rule_summary(*again).reason == rule_summary(*model).reason);
      CHECK((rule == RuleWord::automatic) == !rule_summary(*model).candidates.empty());
    }
}

TEST_CASE("rules: learners are candidates where features are given") {
  cases::Rng rng(4);
  Rows rows(rng, 80, 3, false);
  FeatureTable table(rows.marginals());
  table.marginals = rows.marginals();
  LearnerOptions options = options_for("f1", Average::instance);
  options.rule = RuleWord::cardinality;
  const ModelPointer model = fit_learner("rule", table, label_targets(rows.truth()), {}, options, silent);
  LearnerOptions same_folds;
  same_folds.folds = options.folds;
  const ModelPointer plain =
      fit_learner("cardinality:given", table, label_targets(rows.truth()), {}, same_folds, silent);
  const auto f1 = parse_metric("f1", 1);
  std::vector<uint8_t> one(rows.p.size()), other(rows.p.size());
  predict(*model, table, *f1, {}, {{one.data(), rows.n, rows.labels, rows.labels, 1}, nullptr, nullptr});
  predict(*plain, table, *f1, {}, {{other.data(), rows.n, rows.labels, rows.labels, 1}, nullptr, nullptr});
  CHECK(one == other);
  options.rule = RuleWord::automatic;
  const ModelPointer chosen = fit_learner("rule", table, label_targets(rows.truth()), {}, options, silent);
  const auto &candidates = rule_summary(*chosen).candidates;
  CHECK(std::any_of(candidates.begin(), candidates.end(),
                    [](const RuleCandidate &own) { return own.rule == RuleWord::mixture; }));
  CHECK(load_model(chosen->save())->save() == chosen->save());
}

TEST_CASE("rules: the chosen rule gains where marginals mislead, and loses nothing where they do not") {
  double gain = 0, loss = 0;
  const int draws = 12;
  for (int seed = 0; seed < draws; ++seed) {
    for (const bool misled : {false, true}) {
      cases::Rng rng(static_cast<uint64_t>(seed));
      const Rows rows(rng, 500, 4, false, misled ? 3 : 1, misled ? -1.5 : 0);
      const Rows fresh(rng, 500, 4, false, misled ? 3 : 1, misled ? -1.5 : 0);
      const Average average = averages[seed % 3];
      LearnerOptions options = options_for("f1", average);
      const RuleProblem problem = problem_for("f1", average, rows.labels);
      const double chosen = worth(problem, fresh, predicted(fitted(rows, options), fresh, "f1").mask);
      options.rule = RuleWord::decide;
      const double plain = worth(problem, fresh, predicted(fitted(rows, options), fresh, "f1").mask);
      (misled ? gain : loss) += (chosen - plain) / draws;
    }
  }
  CHECK(gain > 0.01);
  CHECK(loss > -0.008);  // what calibrations by 500 rows cost
}

TEST_CASE("rules: what they refuse") {
  cases::Rng rng(5);
  const Rows rows(rng, 30, 3, false);
  const auto refuses = [&](const LearnerOptions &options, Status status, const std::string &message) {
    expect_error(status, message, [&] { fitted(rows, options); });
  };
  LearnerOptions options = options_for("f1", Average::macro);
  options.at_least = 1;
  refuses(options, Status::argument,
          "at_least is 1: it goes with average instance and a metric that is no sum over the labels");
  options = options_for("f1", Average::micro);
  options.per_row = {1};
  refuses(options, Status::argument, "per_row goes with average macro: average is micro");
  options.average = Average::macro;
  options.per_row = {2, 4};
  refuses(options, Status::argument, "per_row is 2 to 4: must rise and be at most 3, the number of labels");
  options.per_row = {1, 2, 3};
  refuses(options, Status::argument, "per_row has 3 numbers: must have one or two");
  options = options_for("f3.5x", Average::macro);
  CHECK_THROWS_AS(fitted(rows, options), Error);

  FeatureTable without = rows.table();
  without.marginals = {};
  expect_error(Status::argument,
               "learner \"rule\" chooses among rules for the marginals of another model, and the training rows have none: "
               "give those that the other model has out of fold",
               [&] { fit_learner("rule", without, label_targets(rows.truth()), {}, LearnerOptions(), silent); });

  const ModelPointer model = fitted(rows, options_for("f1", Average::macro));
  const auto ask = [&](const char *metric, const PredictOptions &how, int zero_division = 1) {
    std::vector<uint8_t> mask(rows.p.size());
    predict(*model, rows.table(), *parse_metric(metric, zero_division), how,
            {{mask.data(), rows.n, rows.labels, rows.labels, 1}, nullptr, nullptr});
  };
  PredictOptions how;
  how.decide.average = Average::macro;
  expect_error(Status::argument, "metric is \"jaccard\": the rule was chosen for \"f1\"; fit one for this metric",
               [&] { ask("jaccard", how); });
  how.decide.average = Average::micro;
  expect_error(Status::argument, "average is micro: the rule was chosen for macro; fit one for this average",
               [&] { ask("f1", how); });
  how.decide.average = Average::macro;
  expect_error(Status::argument, "zero_division is 0: the rule was chosen with 1; set it where a rule is fitted",
               [&] { ask("f1", how, 0); });
  using Change = void (*)(decisions::DecisionOptions &);
  const std::pair<Change, const char *> unread[] = {
      {[](auto &o) { o.prevalence = {0.25}; },
       "prevalence is 0.25: a rule is for the prevalence of its training rows; fit one to rows, or to weights, of another"},
      {[](auto &o) { o.training_prior = {0.5, 0.25, 0.5}; },
       "training_prior is 0.5, ...: a rule is for the prevalence of its training rows; fit one to rows, or to weights, of "
       "another"},
      {[](auto &o) { o.at_most = 2; }, "at_most is 2: a fitted rule does not read it"},
      {[](auto &o) { o.algorithm = decisions::Algorithm::bisection; }, "algorithm is bisection: a fitted rule does not read it"},
      {[](auto &o) { o.ties = decisions::Ties::most; }, "ties is most: a fitted rule does not read it"},
      {[](auto &o) { o.abstain = 0.1; }, "abstain is 0.1: a fitted rule does not read it"},
      {[](auto &o) { o.abstain_label = 0.1; }, "abstain_label is 0.1: a fitted rule does not read it"},
      {[](auto &o) { o.label_weights = {1, 2, 3}; }, "label_weights is 1, ...: a fitted rule does not read it"},
  };
  for (const auto &[change, message] : unread) {
    PredictOptions other = how;
    change(other.decide);
    expect_error(Status::unsupported, message, [&] { ask("f1", other); });
  }
  PredictOptions other = how;
  other.decide.at_least = 1;
  expect_error(Status::argument, "at_least is 1: the rule was chosen with 0; set it where a rule is fitted",
               [&] { ask("f1", other); });
  other = how;
  other.decide.per_row = {1};
  expect_error(Status::argument, "per_row is 1: the rule was chosen with none; set it where a rule is fitted",
               [&] { ask("f1", other); });
}

TEST_CASE("rules: no learner holds one") {
  cases::Rng rng(5);
  const Rows rows(rng, 30, 3, false);
  for (const char *const name : {"mixture:rule,given", "cardinality:rule", "mixture:given,cardinality:rule", "kernel:rule"})
    expect_error(Status::argument,
                 text("learner \"", name, "\" holds rule, whose predictions it would not read: fit rule alone, on the "
                      "marginals of the other learner"),
                 [&] {
                   fit_learner(name, rows.table(), label_targets(rows.truth()), rows.roles(), LearnerOptions(), silent);
                 });
  LearnerOptions options = options_for("f1", Average::macro);
  options.rule = RuleWord::thresholds;
  const std::string rule = fitted(rows, options)->save();
  std::string mixture = fit_learner("mixture:given,given", rows.table(), label_targets(rows.truth()), rows.roles(),
                                    LearnerOptions(), silent)->save();
  const std::string given = "{\"learner\":\"given\"";
  const std::size_t part = mixture.find(given), next = mixture.find(given, part + 1), begin = rule.find("\"learner\":");
  REQUIRE((next != std::string::npos && begin != std::string::npos));
  mixture.replace(part, next - part, "{" + rule.substr(begin, rule.rfind('}') + 1 - begin) + ",");
  expect_error(Status::format, "a learner holds rule, whose predictions it would not read", [&] { load_model(mixture); });
}

TEST_CASE("rules: zero_division is that of the metric, and is saved") {
  cases::Rng rng(8);
  // Rows without a label are right under 1, so that flagging none pays, and wrong whatever is flagged under 0.
  Rows rows(rng, 200, 3, false, 1, -2);
  LearnerOptions options = options_for("f1", Average::instance);
  options.rule = RuleWord::threshold;
  options.at_least = 0;
  const ModelPointer one = fitted(rows, options);
  options.zero_division = 0;
  const ModelPointer zero = fitted(rows, options);
  CHECK(rule_of(zero).problem().metric->zero_division() == 0);
  CHECK(rule_of(zero).rule().parts[0].cuts[0] < rule_of(one).rule().parts[0].cuts[0]);
  const ModelPointer again = load_model(zero->save());
  CHECK(rule_of(again).problem().metric->zero_division() == 0);
  CHECK(again->save() == zero->save());
}

TEST_CASE("rules: missing features are filled in behind the rule") {
  cases::Rng rng(9);
  Rows rows(rng, 80, 3, false);
  std::vector<double> x;
  for (int64_t i = 0; i < 2 * rows.n; ++i) x.push_back(rng.below(6) ? rng.uniform() : std::nan(""));
  FeatureTable table(RealTable{x.data(), false, rows.n, 2, 2, 1});
  table.marginals = rows.marginals();
  LearnerOptions options = options_for("f1", Average::instance);
  options.missing = Imputation::mean;
  for (const RuleWord word : {RuleWord::bagged_thresholds, RuleWord::decide_platt, RuleWord::cardinality, RuleWord::automatic}) {
    options.rule = word;
    const ModelPointer model = fit_learner("rule", table, label_targets(rows.truth()), rows.roles(), options, silent);
    REQUIRE(model->by_rule());
    std::vector<uint8_t> mask(rows.p.size()), again(rows.p.size());
    const Grid<uint8_t> to{mask.data(), rows.n, rows.labels, rows.labels, 1};
    predict(*model, table, *parse_metric("f1", 1), {}, {to, nullptr, nullptr});
    predict(*load_model(model->save()), table, *parse_metric("f1", 1), {},
            {{again.data(), rows.n, rows.labels, rows.labels, 1}, nullptr, nullptr});
    CHECK(again == mask);
    // What reads no features predicts as without any.
    if (word != RuleWord::bagged_thresholds && word != RuleWord::decide_platt) continue;
    CHECK(mask == predicted(fitted(rows, options), rows, "f1").mask);
  }
}

TEST_CASE("rules: what no saved state may hold") {
  cases::Rng rng(6);
  const Rows rows(rng, 40, 2, false);
  LearnerOptions options = options_for("f1", Average::macro);
  options.rule = RuleWord::thresholds;
  const std::string saved = fitted(rows, options)->save();
  const auto refuses = [&](const std::string &from, const std::string &to, const std::string &message) {
    std::string text = saved;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    expect_error(Status::format, message, [&] { load_model(text); });
  };
  const std::size_t cuts = saved.find("{\"cuts\":"), end = saved.find('}', cuts);
  const std::string part = saved.substr(cuts, end + 1 - cuts);
  refuses(part, part + "," + part, "\"rule\" must have an odd number of parts");
  refuses(part, "", "\"rule\" must have an odd number of parts");
  refuses(part, "{\"cuts\":[0.5]}", "\"cuts\"");
  const std::string forest = fit_learner("forest", FeatureTable(rows.marginals()), label_targets(rows.truth()), {},
                                         LearnerOptions(), silent)->save();
  const std::string inner = "{\"learner\":" + forest.substr(0, forest.size() - 1) + "}";
  refuses(part, inner, "a part of the rule is of another shape");
  refuses("\"chosen\":\"thresholds\"", "\"chosen\":\"best\"", "\"chosen\" is \"best\", which is not known here");
  refuses("\"average\":\"macro\"", "\"average\":\"weighted\"", "\"average\" is \"weighted\"");
}

TEST_CASE("rules: few rows, empty labels, certain marginals") {
  for (int seed = 0; seed < cases::scaled(200); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    Rows rows(rng, rng.between(1, 6), rng.between(1, 4), rng.below(2) == 1);
    for (double &p : rows.p)
      if (rng.below(3) == 0) p = rng.below(2);
    rows.odds = log_odds_of_marginals(rows.p);
    if (rng.below(2)) std::fill(rows.y.begin(), rows.y.end(), static_cast<uint8_t>(rng.below(2)));
    const char *const metrics[] = {"f1", "jaccard", "balanced_accuracy", "gmean"};
    const char *const metric = metrics[rng.below(4)];
    const ModelPointer model = fitted(rows, options_for(metric, averages[rng.below(3)]));
    const Answered answered = predicted(model, rows, metric);
    for (const uint8_t h : answered.mask) CHECK(h <= 1);
    for (const double value : answered.expected) CHECK((value >= 0 && value <= 1 + 1e-12));
    CHECK(load_model(model->save())->save() == model->save());
  }
}

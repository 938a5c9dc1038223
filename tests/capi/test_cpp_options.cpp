// Options in C++: every setter sets the option of its name and no other one, as the list of the library has them.
#include <set>

#include "test_cpp.hpp"

namespace {

// Sets one option after the other, each on options of its own, of which all others must then be as they were.
template <class Options>
class Setters {
 public:
  void one(const Place &at, const char *name, const std::string &expected, Options &(*set)(Options &)) {
    Options options;
    if (options.get() != nullptr) report(at, "options are made before anything is set");
    if (&set(options) != &options) report(at, std::string(name) + " does not return its object");
    if (options.get() == nullptr) report(at, "there are no options after one was set");
    bool found = false;
    each([&](const wald_option_row &row) {
      const bool is_it = std::strcmp(row.name, name) == 0;
      if (is_it && expected == row.initial) report(at, std::string(name) + " is set to its default");
      expect(at, row.name, options.get(row.name), is_it ? expected : std::string(row.initial));
      if (is_it) expect(at, row.name, options.reset(row.name).get(row.name), std::string(row.initial));
      found = found || is_it;
    });
    if (!found) report(at, std::string("no option ") + name);
    set(options);
    expect(at, name, options.get(name), expected);
    options.reset();
    each([&](const wald_option_row &row) { expect(at, row.name, options.get(row.name), std::string(row.initial)); });
    seen_.insert(name);
  }
  // Every option of the family was set.
  void finish() const {
    each([&](const wald_option_row &row) {
      if (seen_.count(row.name) == 0) report(HERE, std::string(Options::family) + ": not tested: " + row.name);
    });
  }

 private:
  template <class Visit>
  static void each(Visit visit) {
    wald_option_row row{};
    row.size = sizeof row;
    for (int64_t i = 0; wald_option_list(Options::family, i, &row) == WALD_OK; ++i) visit(row);
  }
  std::set<std::string> seen_;
};

// The option, how `get` writes the value, and the value.
#define SETS(name, written, ...) \
  setters.one(                   \
      HERE, #name, written, [](auto &options) -> auto & { return options.name(__VA_ARGS__); })

bool go_on(double) { return true; }
constexpr uint64_t largest_seed = std::numeric_limits<uint64_t>::max();

void test_unread_options() {
  wald::DecisionOptions options;
  options.refuse_unread("decide");  // nothing is set
  options.at_least(1).temperature(2);
  try {
    options.refuse_unread("decide");
    report(HERE, "an option that is not read was taken");
  } catch (const wald::Error &error) {
    expect(HERE, "message", std::string(error.what()).substr(0, 59),
           std::string("temperature is 2: this call does not read it (worth does); "));
  }
  options.refuse_unread("worth");
  options.reset_unread("decide").refuse_unread("decide");
  expect(HERE, "temperature", options.get("temperature"), std::string("1"));
  expect(HERE, "at_least", options.get("at_least"), std::string("1"));
}

void test_setters_of_decisions() {
  Setters<wald::DecisionOptions> setters;
  SETS(at_least, "3", 3);
  SETS(at_most, "4", 4);
  SETS(algorithm, "ye", "ye");
  SETS(ties, "most", "most");
  SETS(average, "macro", "macro");
  SETS(per_row, "1,2", {1, 2});
  SETS(proof, "off", false);
  SETS(prevalence, "0.25,0.5", {0.25, 0.5});
  SETS(training_prior, "0.125", {0.125});
  SETS(label_weights, "0.5,2", {0.5, 2});
  SETS(abstain, "-0.25", -0.25);
  SETS(abstain_label, "0.125", 0.125);
  SETS(samples, "77", 77);
  SETS(level, "0.9", 0.9);
  SETS(seed, "18446744073709551615", largest_seed);
  SETS(temperature, "1.5", 1.5);
  SETS(nonempty, "on", true);
  SETS(least_gain, "-0.5", -0.5);
  SETS(design_effect, "2.5", 2.5);
  SETS(threads, "6", 6);
  SETS(progress, "set", go_on);
  setters.finish();

  wald::DecisionOptions options;
  options.at_most(2).exactly(5);  // more than at most so far
  TEXT(options.get("at_least"), "5");
  TEXT(options.get("at_most"), "5");
  TEXT(options.exactly(1).get("at_most"), "1");
  TEXT(options.get("at_least"), "1");
  TEXT(options.nonempty(true).nonempty(false).get("nonempty"), "off");
  TEXT(options.label_weights({2}).label_weights({}).get("label_weights"), "");
  TEXT(options.per_row({2}).per_row({}).get("per_row"), "");
}

void test_setters_of_thresholds() {
  Setters<wald::ThresholdOptions> setters;
  SETS(goal, "most_tp", "most_tp");
  SETS(metric, "fbeta:2", wald::Metric("fbeta:2"));
  SETS(cost_ratio, "3.5", 3.5);
  SETS(marginal_precision, "0.3", 0.3);
  SETS(min_precision, "0.31", 0.31);
  SETS(min_value, "0.32", 0.32);
  SETS(precision_level, "0.32", 0.32);
  SETS(min_recall, "0.33", 0.33);
  SETS(min_positives, "12", 12);
  SETS(max_fp, "34", 34);
  SETS(max_alerts, "35", 35);
  SETS(max_fpr, "0.36", 0.36);
  SETS(max_alert_rate, "0.37", 0.37);
  SETS(certify, "0.38", 0.38);
  SETS(positives, "39", 39);
  SETS(method, "analytic", "analytic");
  SETS(rated_rule, "or", "or");
  SETS(average, "micro", "micro");
  SETS(parity, "fpr", "fpr");
  SETS(tolerance, "0.1,0.2", {0.1, 0.2});
  SETS(smoothing, "bagged", "bagged");
  SETS(smoothing_rounds, "7", 7);
  SETS(dropout, "0.4", 0.4);
  SETS(grid, "41", 41);
  SETS(baselines, "off", false);
  SETS(bootstrap, "42", 42);
  SETS(bootstrap_cells, "43", 43);
  SETS(level, "0.44", 0.44);
  SETS(folds, "45", 45);
  SETS(seed, "9223372036854775808", uint64_t{1} << 63);
  SETS(pilot, "0.46", 0.46);
  SETS(max_weight, "47", 47);
  SETS(equal_weights, "on", true);
  SETS(max_fdr, "0.125", 0.125);
  SETS(storey, "0.5", 0.5);
  SETS(false_positive_cost, "48", 48);
  SETS(false_negative_cost, "49", 49);
  SETS(abstention_cost, "50", 50);
  SETS(prevalence, "0.51,0.2", {0.51, 0.2});
  SETS(reference, "52", 52);
  SETS(bins, "53", 53);
  SETS(threads, "54", 54);
  SETS(progress, "set", go_on);
  SETS(lattice_cells, "55", 55);
  SETS(pair_cells, "56", 56);
  SETS(ascent_levels, "57", 57);
  SETS(metrics, "auc,f1", {"auc", "f1"});
  SETS(names, "a,b c", {"a", "b c"});
  SETS(jackknife, "on", true);
  SETS(proportion_limits, "exact", "exact");
  SETS(auc_limits, "logit", "logit");
  setters.finish();
  wald::ThresholdOptions options;
  TEXT(options.tolerance({0.5}).tolerance({}).get("tolerance"), "");
  TEXT(options.baselines(false).baselines(true).get("baselines"), "on");
}

void test_setters_of_cascades() {
  Setters<wald::CascadeOptions> setters;
  SETS(alpha, "0.01", 0.01);
  SETS(threshold, "-1.5", -1.5);
  SETS(algorithm, "votes", "votes");
  SETS(order, "greedy", "greedy");
  SETS(fixed_order, "2,0,1", {2, 0, 1});
  SETS(spend, "power:0.5", "power:0.5");
  SETS(negatives_only, "on", true);
  SETS(closest, "on", true);
  SETS(bins, "on", true);
  SETS(gamma, "2.5", 2.5);
  SETS(bin_width, "0.75", 0.75);
  SETS(halves, "on", true);
  SETS(folds, "4", 4);
  SETS(max_disagreement, "0.02", 0.02);
  SETS(certify, "0.9", 0.9);
  SETS(costs, "1,2.5", {1, 2.5});
  SETS(names, "a,b c", {"a", "b c"});
  SETS(feature_names, "f,g", {"f", "g"});
  SETS(categories, "red,blue", {"red", "blue"});
  SETS(seed, "18446744073709551614", largest_seed - 1);
  SETS(threads, "3", 3);
  SETS(progress, "set", go_on);
  setters.finish();
  wald::CascadeOptions options;
  TEXT(options.fixed_order({1, 0}).fixed_order({}).get("fixed_order"), "");
  TEXT(options.costs({1, 0}).costs({}).get("costs"), "");
  TEXT(options.names({"a"}).names({}).get("names"), "");
  TEXT(options.negatives_only(true).negatives_only(false).get("negatives_only"), "off");
  TEXT(options.closest(true).closest(false).get("closest"), "off");
  TEXT(options.bins(true).bins(false).get("bins"), "off");
  TEXT(options.halves(true).halves(false).get("halves"), "off");
}

void test_setters_of_learners() {
  Setters<wald::LearnerOptions> setters;
  SETS(scaling, "minmax", "minmax");
  SETS(folds, "3", 3);
  SETS(metric, "jaccard", "jaccard");
  SETS(zero_division, "0", 0);
  SETS(average, "macro", "macro");
  SETS(per_row, "1,2", {1, 2});
  SETS(rule, "vote", "vote");
  SETS(at_least, "4", 4);
  SETS(c_values, "0.5,8", {0.5, 8});
  SETS(patience, "5", 5);
  SETS(calibration, "beta", "beta");
  SETS(chains, "6", 6);
  SETS(chain_orders, "1,0", {1, 0});
  SETS(samples, "7", 7);
  SETS(max_nodes, "8", 8);
  SETS(drawing, "independent", "independent");
  SETS(consistent, "on", true);
  SETS(neighbours, "9", 9);
  SETS(neighbour_metric, "cosine", "cosine");
  SETS(neighbour_weights, "dudani", "dudani");
  SETS(neighbour_utility, "jaccard", "jaccard");
  SETS(forest_kind, "random-forest", "random-forest");
  SETS(forest_criterion, "f", "f");
  SETS(trees, "10", 10);
  SETS(max_features, "11", 11);
  SETS(min_leaf, "12", 12);
  SETS(max_depth, "13", 13);
  SETS(gamma, "1.25", 1.25);
  SETS(landmarks, "14", 14);
  SETS(max_exact_rows, "15", 15);
  SETS(mixture_weights, "2,3", {2, 3});
  SETS(missing, "mean", "mean");
  SETS(missing_indicators, "on", true);
  SETS(feature_names, "f,g", {"f", "g"});
  SETS(label_names, "l,m", {"l", "m"});
  SETS(seed, "18446744073709551613", largest_seed - 2);
  SETS(threads, "16", 16);
  SETS(progress, "set", go_on);
  setters.finish();
  TEXT(wald::LearnerOptions().missing_indicators(true).missing_indicators(false).get("missing_indicators"), "off");
}

void test_setters_of_routes() {
  Setters<wald::RouteOptions> setters;
  SETS(goal, "value", "value");
  SETS(measure, "recall", "recall");
  SETS(beta, "2.5", 2.5);
  SETS(positive, "3", 3);
  SETS(min_quality, "0.4", 0.4);
  SETS(budget, "5.5", 5.5);
  SETS(right_value, "6.5", 6.5);
  SETS(wrong_cost, "-7.5", -7.5);
  SETS(by, "segment", "segment");
  SETS(router, "on", true);
  SETS(certify, "0.8", 0.8);
  SETS(pilot, "0.45", 0.45);
  SETS(max_weight, "9.5", 9.5);
  SETS(equal_weights, "on", true);
  SETS(max_policies, "1000", 1000);
  SETS(batch_size, "11", 11);
  SETS(min_probability, "0.12", 0.12);
  SETS(seed, "18446744073709551612", largest_seed - 3);
  SETS(threads, "13", 13);
  SETS(progress, "set", go_on);
  setters.finish();
  TEXT(wald::RouteOptions().router(true).router(false).get("router"), "off");
}

void test_setters_of_promises() {
  Setters<wald::PromiseOptions> setters;
  SETS(delta, "0.01", 0.01);
  SETS(average_run, "200", 200);
  SETS(min_label_probability, "0.25", 0.25);
  SETS(max_weight, "3", 3);
  SETS(n_segments, "4", 4);
  SETS(threads, "5", 5);
  SETS(progress, "set", go_on);
  setters.finish();
}

void test_setters_of_performance() {
  Setters<wald::PerformanceOptions> setters;
  SETS(average, "macro", "macro");
  SETS(label_weights, "1,2", {1, 2});
  SETS(chunk_rows, "100", 100);
  SETS(n_segments, "4", 4);
  SETS(level, "0.9", 0.9);
  SETS(calibration, "beta", "beta");
  SETS(samples, "50", 50);
  SETS(seed, "7", 7);
  SETS(threads, "5", 5);
  SETS(progress, "set", go_on);
  setters.finish();
}

void test_options() {
  wald::DecisionOptions options;
  TEXT(options.set("per_row", "1,2").get("per_row"), "1,2");
  TEXT(options.set("level", 0.5).get("level"), "0.5");
  TEXT(options.set("nonempty", 1).get("nonempty"), "on");
  TEXT(options.reset("level").get("level"), "0.95");
  TEXT(options.get("nonempty"), "on");
  FAILS(WALD_ERROR_ARGUMENT, "level is 2: must lie in (0, 1)", options.level(2));
  FAILS(WALD_ERROR_ARGUMENT, "threads is -1: must lie in [0, 1024]", options.threads(-1));
  FAILS(WALD_ERROR_ARGUMENT, "label_weights[1] is -1: must be finite and at least 0", options.label_weights({1, -1}));
  FAILS(WALD_ERROR_ARGUMENT, "option \"alpha\" is one of cascades: these are options of decisions",
        options.get("alpha"));
  FAILS(WALD_ERROR_UNSUPPORTED, "metric is \"mine\": options take a metric of the catalogue",
        wald::ThresholdOptions().metric(wald::Metric::table(std::vector<double>(8), 1, 0, "mine")));
  TEXT(options.get("level"), "0.95");  // what failed changed nothing

  // They move, with what is called.
  int calls = 0;
  double last = -1;
  options.progress([&](double fraction) {
    ++calls;
    last = fraction;
    return true;
  });
  wald::DecisionOptions moved = std::move(options);
  TEXT(moved.get("per_row"), "1,2");
  TEXT(moved.get("progress"), "set");
  moved.reset("per_row").reset("nonempty");
  const auto labels = wald::Estimator::independent(std::vector<double>{0.9, 0.4});
  wald::decide(wald::Metric("f1"), labels, moved);
  CHECK(calls > 0);
  EQUAL(last, 1);
  moved = wald::DecisionOptions();
  TEXT(moved.get("progress"), "");
  moved.progress([](double) { return false; });
  FAILS(WALD_CANCELLED, "cancelled by the progress callback", wald::decide(wald::Metric("f1"), labels, moved));
  moved.progress(nullptr);
  TEXT(moved.get("progress"), "");
  NEAR(wald::decide(wald::Metric("f1"), labels, moved).expected(), 0.9 * 0.6 + 2.0 / 3 * 0.9 * 0.4);
}

}  // namespace

void test_cpp_options() {
  test_unread_options();
  test_setters_of_decisions();
  test_setters_of_thresholds();
  test_setters_of_cascades();
  test_setters_of_learners();
  test_setters_of_routes();
  test_setters_of_promises();
  test_setters_of_performance();
  test_options();
}

// Facts in C++: every member of a class gives the fact of its name, as the list of the library has them, and some are
// counted by hand.
#include <set>

#include "test_cpp.hpp"

namespace {

// Compares what the members of a class give with what the C interface gives for the fact that has their name in the
// list of the library.
template <class Handle>
class Facts {
 public:
  explicit Facts(const char *object) : object_(object) {}

  template <class T>
  void one(const Place &at, const char *name, const Handle *handle, const T &got, int64_t item = 0) {
    wald_fact_row row{};
    row.size = sizeof row;
    for (int64_t i = 0; wald_fact_list(object_, i, &row) == WALD_OK; ++i) {
      if (std::strcmp(row.name, name) != 0) continue;
      seen_.insert(name);
      return compare(at, row, handle, got, item);
    }
    report(at, std::string(object_) + " has no fact " + name);
  }
  // Every fact of the object was read.
  void finish(const Place &at) const {
    wald_fact_row row{};
    row.size = sizeof row;
    int64_t i = 0;
    for (; wald_fact_list(object_, i, &row) == WALD_OK; ++i)
      if (seen_.count(row.name) == 0) report(at, std::string(object_) + ": not tested: " + row.name);
    if (i == 0) report(at, std::string(object_) + " has no facts");
  }

 private:
  template <class T>
  void compare(const Place &at, const wald_fact_row &row, const Handle *handle, const T &got, int64_t item) const {
    const std::string what = std::string(object_) + "." + row.name;
    if constexpr (std::is_same_v<T, std::vector<double>>) {
      std::vector<double> expected(10000);
      int64_t needed = 0;
      wald::detail::check(wald_numbers(handle, row.value, item, expected.data(), 10000, &needed));
      expected.resize(static_cast<std::size_t>(needed));
      expect(at, what.c_str(), got, expected);
    } else if constexpr (std::is_same_v<T, std::string_view>) {
      const char *expected = nullptr;
      wald::detail::check(wald_text(handle, row.value, item, &expected));
      expect(at, what.c_str(), std::string(got), std::string(expected));
    } else {
      double expected = -1;
      wald::detail::check(wald_number(handle, row.value, item, &expected));
      if (std::is_integral_v<T> && !std::isfinite(expected)) report(at, what + " is not a whole number");
      expect(at, what.c_str(), static_cast<double>(got), expected);
    }
  }
  const char *object_;
  std::set<std::string> seen_;
};

// "order" of "OfCascade::order".
const char *last_part(const char *name) {
  const char *colon = std::strrchr(name, ':');
  return colon ? colon + 1 : name;
}

#define FACT(facts, object, name) facts.one(HERE, last_part(#name), (object).get(), (object).name())
#define FACT_AT(facts, object, name, item) facts.one(HERE, #name, (object).get(), (object).name(item), item)

// Two scores a row, of weights that make every count another number.
const std::vector<double> two_scores = {0.9, 0.8, 0.8, 0.1, 0.7, 0.6, 0.6,  0.9, 0.5,  0.2,  0.4,  0.3,
                                        0.3, 0.7, 0.2, 0.4, 0.1, 0.1, 0.05, 0.5, 0.35, 0.45, 0.65, 0.55};
const std::vector<uint8_t> row_labels = {1, 0, 1, 1, 0, 1, 0, 0, 0, 1, WALD_NOT_RATED, 1};
const std::vector<double> row_weights = {1, 0.5, 2, 1, 0.25, 1, 3, 1, 1.5, 1, 0.75, 1.25};

wald::Sample two_score_sample(const std::vector<double> &rated_from = {}) {
  wald::Sample out(2, WALD_RULE_AND, rated_from);
  out.feed(row_labels, wald::Table(two_scores.data(), 12, 2), row_weights);
  return out;
}

void test_facts_of_decisions() {
  wald::Estimator joint(WALD_JOINT, 3);
  joint.feed_vectors(wald::Table(std::vector<uint8_t>{1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1}.data(), 4, 3),
                     std::vector<double>{3, 1, 2, 1.5});
  Facts<wald_estimator> estimator("estimator");
  const wald::Estimator counts = joint.to_counts();
  for (const wald::Estimator *of : {static_cast<const wald::Estimator *>(&joint), &counts}) {
    FACT(estimator, *of, kind);
    FACT(estimator, *of, n_labels);
    FACT(estimator, *of, n_fed);
    FACT(estimator, *of, total_weight);
    FACT(estimator, *of, marginals);
    FACT(estimator, *of, size_distribution);
  }
  FACT(estimator, joint, mode);
  FACT(estimator, joint, mode_probability);
  FACT(estimator, counts, max_s);
  FACT(estimator, counts, p_zero);
  FACT(estimator, counts, table);
  estimator.finish(HERE);
  EQUAL(joint.kind(), WALD_JOINT);
  EQUAL(counts.kind(), WALD_COUNTS);
  EQUAL(joint.total_weight(), 7.5);
  NEAR(counts.p_zero(), 1 / 7.5);
  EQUAL(counts.max_s(), 2);
  NEAR(counts.table().at(1), 5 / 7.5);  // label 0 is true in two vectors, each of two labels
  FAILS(WALD_ERROR_ARGUMENT, "estimator is joint: max_s is of a counts one; wald_estimator_to_counts converts",
        joint.max_s());

  wald::Decision decided;
  const std::vector<double> table = {0.9, 0.4, 0.2, 0.5, 0.5, 0.45};
  decided.decide_table(wald::Metric("f1"), WALD_INDEPENDENT, wald::Table(table.data(), 2, 3),
                       wald::DecisionOptions().abstain(0.35));
  Facts<wald_decision> decision("decision");
  FACT(decision, decided, n_answers);
  FACT(decision, decided, n_items);
  for (int64_t row = 0; row < 2; ++row) {
    FACT_AT(decision, decided, k, row);
    FACT_AT(decision, decided, expected, row);
    FACT_AT(decision, decided, loss, row);
    FACT_AT(decision, decided, bound, row);
    FACT_AT(decision, decided, k_lowest, row);
    FACT_AT(decision, decided, k_highest, row);
    FACT_AT(decision, decided, next_best, row);
    FACT_AT(decision, decided, p_zero, row);
    FACT_AT(decision, decided, abstained, row);
    FACT_AT(decision, decided, warned, row);
    FACT_AT(decision, decided, algorithm, row);
    FACT_AT(decision, decided, warning, row);
    FACT_AT(decision, decided, n_undecided, row);
    FACT_AT(decision, decided, threshold, row);
  }
  decision.finish(HERE);
  EQUAL(decided.n_answers(), 2);
  EQUAL(decided.abstained(0), false);
  EQUAL(decided.abstained(1), true);
  NEAR(decided.p_zero(0), 0.1 * 0.6 * 0.8);

  const wald::Distribution f1(wald::Metric("f1"), wald::Estimator::independent(std::vector<double>{0.9, 0.4}),
                              std::vector<uint8_t>{1, 0});
  Facts<wald_distribution> distribution("distribution");
  FACT(distribution, f1, mean);
  FACT(distribution, f1, sd);
  FACT(distribution, f1, standard_error);
  FACT(distribution, f1, n_samples);
  FACT(distribution, f1, values);
  FACT(distribution, f1, probabilities);
  distribution.finish(HERE);
  NEAR(f1.mean(), 0.9 * 0.6 + 2.0 / 3 * 0.9 * 0.4);  // 1 if label 0 alone is true, 2/3 where both are
  NEAR(f1.sd(), std::sqrt(0.54 + 4.0 / 9 * 0.36 - 0.78 * 0.78));
  EQUAL(f1.n_samples(), 0);
  LIST(f1.atoms().first, {0, 2.0 / 3, 1});
  NEAR(f1.quantile(0.5), 1);
  NEAR(f1.at_least(0.5), 0.9);

  wald::TablePass pass(wald::Metric("f1"));
  pass.feed(wald::Table(table.data(), 2, 3));
  Facts<wald_table_pass> table_pass("table_pass");
  EQUAL(pass.pass_number(), 1);
  EQUAL(pass.n_items(), 6);
  EQUAL(pass.decided(), false);
  EQUAL(pass.k(), -1);
  CHECK(std::isnan(pass.expected()));
  CHECK(pass.next());
  FACT(table_pass, pass, pass_number);
  FACT(table_pass, pass, n_items);
  FACT(table_pass, pass, n_bins);
  FACT(table_pass, pass, n_windows);
  FACT(table_pass, pass, decided);
  FACT(table_pass, pass, k);
  FACT(table_pass, pass, threshold);
  FACT(table_pass, pass, n_ties);
  FACT(table_pass, pass, n_ties_chosen);
  FACT(table_pass, pass, expected);
  FACT(table_pass, pass, loss);
  FACT(table_pass, pass, bound);
  FACT(table_pass, pass, k_lowest);
  FACT(table_pass, pass, k_highest);
  FACT(table_pass, pass, next_best);
  FACT(table_pass, pass, p_zero);
  table_pass.finish(HERE);
}

void test_facts_of_thresholds() {
  const wald::Sample rows = two_score_sample(), cut = two_score_sample({-infinity, 0.05});
  Facts<wald_sample> sample(
      "sample");
  FACT(sample, cut, n_scores);
  FACT(sample, cut, rule);
  FACT(sample, cut, n_rows);
  FACT(sample, cut, positives);
  FACT(sample, cut, negatives);
  FACT(sample, cut, unrated);
  FACT(sample, cut, rated_from);
  FACT(sample, cut, roc_area);
  sample.finish(HERE);
  EQUAL(rows.rule(), WALD_RULE_AND);
  EQUAL(rows.positives(), 7.25);
  EQUAL(rows.negatives(), 6.25);
  EQUAL(rows.unrated(), 0.75);
  LIST(rows.rated_from(), {-infinity, -infinity});
  LIST(cut.rated_from(), {-infinity, 0.05});

  Facts<wald_thresholds> thresholds("thresholds");
  // Unlimited, with every estimate that costs; linear scores; a certificate.
  const wald::Thresholds found[] = {
      rows.choose(wald::ThresholdOptions().positives(8).folds(2).bootstrap(20).bootstrap_cells(100).seed(3)),
      rows.choose(wald::ThresholdOptions().positives(8).method("stacked").min_recall(0.5)),
      wald::choose_threshold(std::vector<uint8_t>{1, 0, 1, 0}, std::vector<double>{0.9, 0.8, 0.3, 0.2},
                             wald::ThresholdOptions().min_precision(0.5).certify(0.9).seed(1))};
  for (const wald::Thresholds &of : found) {
    FACT(thresholds, of, n_answers);
    for (int64_t answer = 0; answer < of.n_answers(); ++answer) {
      FACT_AT(thresholds, of, feasible, answer);
      FACT_AT(thresholds, of, tp, answer);
      FACT_AT(thresholds, of, fp, answer);
      FACT_AT(thresholds, of, unrated, answer);
      FACT_AT(thresholds, of, positives, answer);
      FACT_AT(thresholds, of, precision, answer);
      FACT_AT(thresholds, of, recall, answer);
      FACT_AT(thresholds, of, value, answer);
      FACT_AT(thresholds, of, marginal_precision, answer);
      FACT_AT(thresholds, of, next_marginal_precision, answer);
      FACT_AT(thresholds, of, cross_tp, answer);
      FACT_AT(thresholds, of, cross_fp, answer);
      FACT_AT(thresholds, of, cross_precision, answer);
      FACT_AT(thresholds, of, cross_recall, answer);
      FACT_AT(thresholds, of, cross_value, answer);
      FACT_AT(thresholds, of, intercept, answer);
      FACT_AT(thresholds, of, stacked_threshold, answer);
      FACT_AT(thresholds, of, flags, answer);
      FACT_AT(thresholds, of, thresholds, answer);
      FACT_AT(thresholds, of, next_lower, answer);
      FACT_AT(thresholds, of, low, answer);
      FACT_AT(thresholds, of, high, answer);
      FACT_AT(thresholds, of, coefficients, answer);
      FACT_AT(thresholds, of, method, answer);
      FACT_AT(thresholds, of, objective, answer);
      FACT_AT(thresholds, of, warning, answer);
      FACT_AT(thresholds, of, certified, answer);
      FACT_AT(thresholds, of, rows_needed, answer);
      FACT_AT(thresholds, of, theorem, answer);
      FACT_AT(thresholds, of, claim, answer);
      FACT_AT(thresholds, of, null_share, answer);
      FACT_AT(thresholds, of, p_values, answer);
    }
  }
  thresholds.finish(HERE);
  CHECK(found[0].n_answers() > 1 && !std::isnan(found[0].cross_tp()) && found[0].low().size() == 2);
  CHECK(found[1].coefficients().size() == 2 && !std::isnan(found[1].intercept()));
  TEXT(found[1].method(), "stacked");
  // Two normals, and a batch of which each row lies above both.
  const wald::Thresholds selected =
      wald::choose_threshold(std::vector<uint8_t>{0, 0, WALD_NOT_RATED, WALD_NOT_RATED}, std::vector<double>{1, 2, 4, 3},
                             wald::ThresholdOptions().max_fdr(0.5));
  LIST(selected.p_values(), {1.0 / 3, 1.0 / 3});
  EQUAL(selected.null_share(), 1);
  EQUAL(selected.thresholds()[0], 3);
  CHECK(found[0].p_values().empty() && std::isnan(found[0].null_share()));
  CHECK(!found[2].certified() && std::isnan(found[0].rows_needed()) && !std::isnan(found[2].rows_needed()));
  TEXT(found[0].theorem(), "none");

  Facts<wald_frontier> facts("frontier");
  wald::Sample one;
  one.feed(std::vector<uint8_t>{1, 0, 1, 1, 0, 0}, std::vector<double>{0.9, 0.8, 0.7, 0.6, 0.5, 0.4});
  const wald::Frontier frontiers[] = {one.frontier(wald::ThresholdOptions().certify(0.9)),
                                      rows.frontier(wald::ThresholdOptions().method("path"))};
  for (const wald::Frontier &of : frontiers) {
    FACT(facts, of, exact);
    FACT(facts, of, quantiles);
    FACT(facts, of, local_optimum);
    FACT(facts, of, positives);
    FACT(facts, of, negatives);
    FACT(facts, of, pn_area);
    FACT(facts, of, pn_hull_area);
    FACT(facts, of, roc_area);
    FACT(facts, of, roc_hull_area);
    FACT(facts, of, pr_area);
    FACT(facts, of, tp);
    FACT(facts, of, fp);
    FACT(facts, of, on_hull);
    FACT(facts, of, thresholds);
    FACT(facts, of, path);
    FACT(facts, of, recall_low);
    FACT(facts, of, recall_high);
    FACT(facts, of, fpr_low);
    FACT(facts, of, fpr_high);
    FACT(facts, of, precision_low);
    FACT(facts, of, precision_high);
  }
  facts.finish(HERE);
  CHECK(frontiers[0].recall_low().size() == frontiers[0].tp().size());
  CHECK(!frontiers[1].path().empty());

  // Counted by hand: (FP, TP) = (0, 0), (0, 1), (1, 3).
  LIST(frontiers[0].fp(), {0, 0, 1});
  LIST(frontiers[0].tp(), {0, 1, 3});
  const wald::Frontier::PartialAreas areas = frontiers[0].partial_areas(2);
  NEAR(areas.pn, (1 + 3) / 6.0);  // of 3 positives at each of 2 false positives
  NEAR(areas.pn_hull, (2 + 3) / 6.0);
  NEAR(areas.roc, areas.pn);
  NEAR(areas.roc_hull, areas.pn_hull);
  NEAR(frontiers[0].roc_area(), (1 + 3 + 3) / 9.0);
  FAILS(WALD_ERROR_ARGUMENT, "max_fp is 0: must be above 0 and at most the weight of the rated negatives, 3",
        frontiers[0].partial_areas(0));

  const wald::AbstentionZone between = one.abstention_zone(wald::ThresholdOptions().abstention_cost(0.25));
  Facts<wald_zone> zone("zone");
  FACT(zone, between, low);
  FACT(zone, between, high);
  FACT(zone, between, tp);
  FACT(zone, between, fp);
  FACT(zone, between, fn);
  FACT(zone, between, abstained);
  FACT(zone, between, cost);
  zone.finish(HERE);
  NEAR(between.cost(), between.fp() + between.fn() + 0.25 * between.abstained());

  const wald::ClassMultipliers chosen =
      wald::class_multipliers(std::vector<int64_t>{0, 1, 1}, wald::Table(two_scores.data(), 3, 2));
  Facts<wald_multipliers> multipliers("multipliers");
  FACT(multipliers, chosen, value);
  FACT(multipliers, chosen, start);
  FACT(multipliers, chosen, multipliers);
  FACT(multipliers, chosen, confusion);
  multipliers.finish(HERE);
  CHECK(chosen.multipliers().size() == 2 && chosen.confusion().size() == 4 && chosen.value() >= chosen.start());

  const wald::LabelThresholds each = wald::label_thresholds(
      wald::Table(std::vector<uint8_t>{1, 0, 0, 1, 1, 1}.data(), 3, 2), wald::Table(two_scores.data(), 3, 2));
  Facts<wald_labels> labels("labels");
  FACT(labels, each, value);
  FACT(labels, each, labels_per_row);
  FACT(labels, each, feasible);
  FACT(labels, each, exact);
  for (int64_t label = 0; label < 2; ++label) {
    FACT_AT(labels, each, threshold, label);
    FACT_AT(labels, each, tp, label);
    FACT_AT(labels, each, fp, label);
    FACT_AT(labels, each, positives, label);
    FACT_AT(labels, each, precision, label);
    FACT_AT(labels, each, recall, label);
    FACT_AT(labels, each, label_value, label);
    FACT_AT(labels, each, attained, label);
    FACT_AT(labels, each, flags, label);
    FACT_AT(labels, each, missed, label);
    FACT_AT(labels, each, flags_all, label);
    EQUAL(each.positives(label), 2);
  }
  labels.finish(HERE);
  LIST(each.thresholds(), {each.threshold(0), each.threshold(1)});
  CHECK(each.missed().empty() && each.flags_all().empty());

  wald::ThresholdPass state;
  state.feed(std::vector<uint8_t>{1, 0}, std::vector<double>{0.5, 0.25});
  Facts<wald_threshold_pass> threshold_pass("threshold_pass");
  FACT(threshold_pass, state, pass_number);
  FACT(threshold_pass, state, n_rows);
  FACT(threshold_pass, state, n_bins);
  FACT(threshold_pass, state, n_windows);
  threshold_pass.finish(HERE);
  EQUAL(state.n_rows(), 2);
}

void test_facts_of_cascades() {
  const wald::CascadeScores table = scores_of_three(), calibration = scores_of_three(false);
  Facts<wald_cascade_scores> scores("cascade_scores");
  FACT(scores, table, n_rows);
  FACT(scores, table, n_models);
  FACT(scores, table, n_classes);
  scores.finish(HERE);
  EQUAL(table.n_rows(), 8);
  EQUAL(table.n_models(), 3);
  EQUAL(table.n_classes(), 1);

  Facts<wald_cascade> facts("cascade");
  const auto options = [] {
    return std::move(wald::CascadeOptions().alpha(0.25).costs({1, 2, 4}).names({"small", "middle", "large"}).seed(2));
  };
  wald::CascadeScores votes(3);
  std::vector<double> sides;
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 3; ++j) sides.push_back(i % (j + 2) == 0 ? -1 : 1);
  votes.feed(wald::Table(sides.data(), 64, 3));
  const wald::Cascade cascades[] = {
      wald::Cascade::fit(table, options().folds(2)), wald::Cascade::fit(table, calibration, options().certify(0.8)),
      wald::Cascade::fit(table, options().bins(true).bin_width(0.5).negatives_only(true)),
      wald::Cascade::fit(votes, votes, wald::CascadeOptions().algorithm("cheaper").max_disagreement(0.6)),
      wald::Cascade::fit(table, options().feature_names({"f", "g"}).categories({"g=red", "g=blue"}))};
  for (const wald::Cascade &of : cascades) {
    FACT(facts, of, n_models);
    FACT(facts, of, n_classes);
    FACT(facts, of, threshold);
    FACT(facts, of, negatives_only);
    FACT(facts, of, alpha);
    FACT(facts, of, full_cost);
    FACT(facts, of, n_rows);
    FACT(facts, of, disagreement);
    FACT(facts, of, mean_models);
    FACT(facts, of, mean_cost);
    FACT(facts, of, speedup);
    FACT(facts, of, cross_disagreement);
    FACT(facts, of, cross_mean_models);
    FACT(facts, of, cross_mean_cost);
    FACT(facts, of, n_held_out_rows);
    FACT(facts, of, held_out_disagreement);
    FACT(facts, of, held_out_mean_models);
    FACT(facts, of, held_out_mean_cost);
    FACT(facts, of, certified_disagreement);
    FACT(facts, of, certify);
    FACT(facts, of, spreads);
    FACT(facts, of, gamma);
    FACT(facts, of, bin_width);
    FACT(facts, of, unit);
    FACT(facts, of, n_rounded_rows);
    FACT(facts, of, n_features);
    FACT(facts, of, OfCascade::order);
    FACT(facts, of, low);
    FACT(facts, of, high);
    FACT(facts, of, spread);
    FACT(facts, of, stops);
    FACT(facts, of, cross_stops);
    FACT(facts, of, held_out_stops);
    FACT(facts, of, n_categories);
    FACT(facts, of, algorithm);
    FACT(facts, of, price);
    FACT(facts, of, expected_disagreement);
    FACT(facts, of, expected_mean_models);
    FACT(facts, of, other_mean_cost);
    for (int64_t model = 0; model < 3; ++model) FACT_AT(facts, of, name, model);
    for (int64_t feature = 0; feature < of.n_features(); ++feature) FACT_AT(facts, of, feature_name, feature);
    for (int64_t category = 0; category < of.n_categories(); ++category) FACT_AT(facts, of, category, category);
  }
  facts.finish(HERE);
  TEXT(cascades[0].name(2), "large");
  EQUAL(cascades[0].full_cost(), 7);
  CHECK(!std::isnan(cascades[0].cross_mean_cost()) && std::isnan(cascades[1].cross_mean_cost()));
  EQUAL(cascades[1].n_held_out_rows(), 8);
  EQUAL(cascades[1].certify(), 0.8);
  EQUAL(cascades[2].bin_width(), 0.5);
  CHECK(cascades[2].negatives_only() && !cascades[0].negatives_only());
  TEXT(cascades[4].feature_name(1), "g");
  TEXT(cascades[4].category(0), "g=red");
  EQUAL(cascades[4].n_categories(), 2);

  const wald::Trees ensemble = wald::Trees::from_model(
      "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nlabel_index=0\nmax_feature_idx=1\n"
      "objective=binary sigmoid:1\nfeature_names=age place\nfeature_infos=[20:70] 0:1:2\n\nTree=0\nnum_leaves=3\n"
      "num_cat=1\nsplit_feature=0 1\nthreshold=40 0\ndecision_type=10 1\nleft_child=-1 -2\nright_child=1 -3\n"
      "leaf_value=-1 0.5 1.25\ncat_boundaries=0 1\ncat_threshold=5\n\nend of trees\n\n"
      "pandas_categorical:[[\"home\", \"work\", \"other\"]]\n");
  Facts<wald_trees> trees("trees");
  FACT(trees, ensemble, n_trees);
  FACT(trees, ensemble, n_models);
  FACT(trees, ensemble, n_features);
  FACT(trees, ensemble, n_outputs);
  FACT(trees, ensemble, leaf_width);
  FACT(trees, ensemble, n_categories);
  FACT(trees, ensemble, n_unplaced_columns);
  FACT(trees, ensemble, unseen_is_error);
  for (int64_t feature = 0; feature < 2; ++feature) FACT_AT(trees, ensemble, feature_name, feature);
  for (int64_t category = 0; category < 3; ++category) FACT_AT(trees, ensemble, category, category);
  TEXT(ensemble.category(2), "place=other");
  trees.finish(HERE);

  wald::Labelling open(std::vector<double>{0.9, 0.1, 0.4, 0.6}, "recall", 0.9, 0.9, 5);
  Facts<wald_labelling> labelling("labelling");
  EQUAL(open.certified(), false);
  const std::vector<int64_t> asked = open.next(10);
  open.answer(std::vector<uint8_t>(asked.size(), 1));
  FACT(labelling, open, certified);
  FACT(labelling, open, n_rows);
  FACT(labelling, open, n_labelled);
  FACT(labelling, open, n_drawn);
  FACT(labelling, open, n_events);
  FACT(labelling, open, n_allowed);
  FACT(labelling, open, max_events);
  FACT(labelling, open, cutoff);
  labelling.finish(HERE);
  EQUAL(open.n_labelled(), static_cast<double>(asked.size()));
  EQUAL(open.n_events(), open.n_labelled());
}

void test_facts_of_learners() {
  const std::vector<double> x = {-1, 0.5, -0.8, 1, -0.6, 0.1, 0.3, 0.4, 0.7, 0.9, 1, 0.2, -0.9, 0.3, 0.8, 0.6};
  const std::vector<uint8_t> y = {0, 1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0, 0, 1, 1};
  wald::Dataset rows{wald::Table(x.data(), 8, 2)};
  rows.labels(wald::Table(y.data(), 8, 2));
  Facts<wald_dataset> dataset("dataset");
  FACT(dataset, rows, n_rows);
  FACT(dataset, rows, n_features);
  FACT(dataset, rows, n_labels);
  FACT(dataset, rows, task);
  dataset.finish(HERE);
  EQUAL(rows.n_rows(), 8);
  EQUAL(rows.task(), WALD_TASK_LABELS);

  const auto fitted = wald::Learner::fit("br", rows,
                                         wald::LearnerOptions()
                                             .c_values({0.1, 1, 10})
                                             .folds(2)
                                             .at_least(1)
                                             .feature_names({"width", "height"})
                                             .label_names({"wide", "high"}));
  Facts<wald_learner> learner("learner");
  FACT(learner, fitted, n_features);
  FACT(learner, fitted, n_labels);
  FACT(learner, fitted, task);
  FACT(learner, fitted, at_least);
  FACT(learner, fitted, kind);
  FACT(learner, fitted, OfLearner::n_choices);
  FACT(learner, fitted, name);
  for (int64_t i = 0; i < 2; ++i) {
    FACT_AT(learner, fitted, feature_name, i);
    FACT_AT(learner, fitted, label_name, i);
    FACT_AT(learner, fitted, choice_value, i);
    FACT_AT(learner, fitted, choice_loss, i);
    FACT_AT(learner, fitted, path_values, i);
    FACT_AT(learner, fitted, path_losses, i);
    FACT_AT(learner, fitted, choice_part, i);
    FACT_AT(learner, fitted, choice_what, i);
  }
  // The marginals as they come, of a rule that is chosen.
  std::vector<double> p;
  for (const uint8_t label : y) p.push_back(label ? 0.8 : 0.3);
  rows.marginals(wald::Table(p.data(), 8, 2));
  const auto ruled = wald::Learner::fit("rule", rows, wald::LearnerOptions().average("macro").folds(2));
  FACT(learner, ruled, rule);
  FACT(learner, ruled, rule_reason);
  FACT(learner, ruled, candidates);
  FACT(learner, ruled, candidate_values);
  FACT(learner, ruled, candidate_gains);
  FACT(learner, ruled, candidate_errors);
  FACT(learner, ruled, first_choice);
  learner.finish(HERE);
  TEXT(ruled.rule(), "decide-mean");
  EQUAL(ruled.candidate_values().size(), 14);
  TEXT(fitted.label_name(1), "high");
  TEXT(fitted.feature_name(0), "width");
  EQUAL(fitted.at_least(), 1);
  EQUAL(fitted.choices().size(), fitted.OfLearner::n_choices());
}

void test_facts_of_routes() {
  const wald::Stages rows = some_stages();
  Facts<wald_stages> stages("stages");
  FACT(stages, rows, n_rows);
  FACT(stages, rows, n_stages);
  FACT(stages, rows, n_labelled);
  FACT(stages, rows, n_considered);
  FACT(stages, rows, n_waiting);
  FACT(stages, rows, n_batches);
  FACT(stages, rows, n_classes);
  FACT(stages, rows, n_segments);
  stages.finish(HERE);
  EQUAL(rows.n_rows(), 6);
  EQUAL(rows.n_labelled(), 5);
  EQUAL(rows.n_classes(), 3);
  EQUAL(rows.n_segments(), 2);

  Facts<wald_route> route(
      "route");
  const wald::Route routes[] = {
      wald::Route::choose(rows, wald::RouteOptions().min_quality(0.75)),
      wald::Route::choose(rows, wald::RouteOptions().goal("quality").budget(8).by("segment").measure("agreement")),
      wald::Route::choose(rows, wald::RouteOptions().min_quality(0.3).certify(0.6).seed(4))};
  for (const wald::Route &of : routes) {
    FACT(route, of, n_stages);
    FACT(route, of, n_groups);
    FACT(route, of, router);
    FACT(route, of, by);
    FACT(route, of, goal);
    FACT(route, of, measure);
    FACT(route, of, n_rows);
    FACT(route, of, n_labelled);
    FACT(route, of, cost);
    FACT(route, of, quality);
    FACT(route, of, full_cost);
    FACT(route, of, full_quality);
    FACT(route, of, feasible);
    FACT(route, of, exact);
    FACT(route, of, certify);
    FACT(route, of, certified);
    FACT(route, of, theorem);
    FACT(route, of, labels_needed);
    FACT(route, of, thresholds);
    FACT(route, of, shares);
    FACT(route, of, envelope_cost);
    FACT(route, of, envelope_quality);
    FACT(route, of, envelope_hull);
  }
  route.finish(HERE);
  EQUAL(routes[1].by(), WALD_ROUTE_BY_SEGMENT);
  EQUAL(routes[1].n_groups(), 2);
  EQUAL(routes[1].goal(), WALD_ROUTE_GOAL_QUALITY);
  EQUAL(routes[1].measure(), WALD_ROUTE_MEASURE_AGREEMENT);
  EQUAL(routes[2].certify(), 0.6);
  EQUAL(routes[0].full_quality(), 0.8);  // the last stage is wrong about one of the five labelled rows
}

// Facts of a list: the member that has the name of each.
template <class Object, class Member>
void compare_with_list(const Place &at, const char *list, const Object &object,
                       const std::vector<std::pair<const char *, Member>> &members) {
  wald_fact_row row{};
  row.size = sizeof row;
  std::size_t i = 0;
  for (int64_t index = 0; wald_fact_list(list, index, &row) == WALD_OK; ++index) {
    if (std::strcmp(row.type, "text") == 0) continue;  // compared where it is not empty
    if (i >= members.size() || std::strcmp(members[i].first, row.name) != 0)
      return report(at, std::string(list) + ": not tested: " + row.name);
    expect(at, row.name, members[i].second(object), object.number(row.value));
    ++i;
  }
  if (i != members.size()) report(at, std::string(list) + " has fewer facts");
}
#define MEMBER(type, name)                                                     \
  {                                                                            \
#name, [](const wald::type &of) { return static_cast<double>(of.name()); } \
  }

void test_masks() {
  const std::vector<float> p = {0.75f, 0.5f, 0.125f, 0.25f, 0.5f, 0.875f};
  const wald::Metric f1("f1");
  const wald::Maps maps(p.data(), 1, 2, 3);
  std::vector<uint8_t> masks(6, 9);
  std::vector<int32_t> classes(3, -9);
  wald::Decision decision;
  decision.masks<uint8_t>(f1, WALD_INDEPENDENT, maps, masks);
  CHECK(masks == std::vector<uint8_t>({1, 1, 0, 0, 1, 1}));
  CHECK(decision.n_answers() == 2 && decision.threshold(0) == 0.5 && decision.threshold(1) == 0.5);
  decision.masks<int32_t>(f1, WALD_CATEGORICAL, maps, classes);
  CHECK(classes[0] == 0 && classes[2] == 1 && std::isnan(decision.threshold()));
  const std::vector<uint8_t> marks = {1, 1, 0, 1, 0, 0};
  masks.resize(3);
  decision.masks<uint8_t>(f1, WALD_JOINT, wald::Maps(marks.data(), 2, 1, 3), masks);
  CHECK(masks[0] == 1 && masks[2] == 0);
}

void test_exclusive_rows() {
  const std::vector<double> p = {0.7, 0.3, 0.4, 0.6};
  const wald::Table<const double> binary(p.data(), 2, 2);
  const wald::Metric f1("f1"), hamming("hamming");
  const std::vector<int64_t> indptr = {0, 2, 4}, indices = {0, 1, 0, 1};
  const wald::Csr<double, int64_t> sparse{indptr.data(), indices.data(), p.data(), 2, 2};
  const std::string_view says = wald::table_warning(f1, WALD_INDEPENDENT, binary);
  CHECK(says.find("for a binary classifier pass the probabilities of class 1 alone") != std::string_view::npos);
  CHECK(wald::table_warning(f1, WALD_INDEPENDENT, sparse) == says);
  CHECK(wald::table_warning(f1, WALD_CATEGORICAL, binary).empty());
  wald::DecisionOptions macro;
  macro.average("macro");
  CHECK(wald::table_warning(f1, WALD_INDEPENDENT, binary, macro).empty());
  const wald::Table<const double> column(p.data(), 4, 1);
  const std::string_view alone = wald::table_warning(f1, WALD_INDEPENDENT, column);
  CHECK(alone.find("the table has one column") == 0);
  const std::vector<uint8_t> known = {0, 1, 0, 1};
  CHECK(wald::table_warning(f1, WALD_INDEPENDENT, wald::Table<const uint8_t>(known.data(), 4, 1)) == alone);
  wald::Decision decision;
  decision.decide_table(f1, WALD_INDEPENDENT, column);
  CHECK(decision.warning() == alone);
  CHECK(wald::table_warning(f1, WALD_INDEPENDENT, column, macro).empty());
  CHECK(wald::table_warning(hamming, WALD_INDEPENDENT, sparse).empty());
  CHECK(wald::Worth(f1, WALD_INDEPENDENT, binary).exclusive());
  CHECK(!wald::Worth(f1, WALD_CATEGORICAL, binary).exclusive());
  CHECK(wald::Worth(f1, WALD_INDEPENDENT, binary).warning() == says);
  CHECK(wald::Worth(f1, WALD_CATEGORICAL, sparse).warning().empty());

  const std::vector<double> scores = {-2, -1, 1, 2}, low = {0.1, 0.4, 0.6, 0.9};
  const std::vector<uint8_t> truth = {0, 1, 0, 1};
  const wald::Calibration of_scores = wald::Calibration::fit_scores("platt", truth, scores),
                          of_probabilities = wald::Calibration::fit("platt", truth, low);
  CHECK(of_scores.input() == WALD_CALIBRATION_INPUT_SCORES);
  CHECK(of_probabilities.input() == WALD_CALIBRATION_INPUT_PROBABILITIES);
  CHECK(of_probabilities.apply(low).size() == 4 && of_scores.apply_scores(scores).size() == 4);
  FAILS(WALD_ERROR_ARGUMENT, "scores are given: the calibration was fitted to probabilities",
        of_probabilities.apply_scores(low));
}

void test_comparison_and_worth() {
  const std::vector<uint8_t> truth = {1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0}, a = {1, 1, 1, 0, 0, 0, 1, 0, 1, 1, 1, 0},
                             b = {1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0};
  const wald::Comparison compared(wald::Metric("f1"), wald::Table(truth.data(), 6, 2), wald::Table(a.data(), 6, 2),
                                  wald::Table(b.data(), 6, 2), wald::DecisionOptions().average("micro").samples(50).seed(1),
                                  std::vector<double>{1, 2, 1, 1, 3, 1});
  using OfComparison = double (*)(const wald::Comparison &);
  compare_with_list<wald::Comparison, OfComparison>(
      HERE, "comparison", compared,
      {MEMBER(Comparison, value_a), MEMBER(Comparison, value_b), MEMBER(Comparison, difference),
       MEMBER(Comparison, low), MEMBER(Comparison, high), MEMBER(Comparison, p_value),
       MEMBER(Comparison, standard_error), MEMBER(Comparison, df), MEMBER(Comparison, n_units),
       MEMBER(Comparison, n_differing), MEMBER(Comparison, n_undecided), MEMBER(Comparison, n_swaps)});
  double found_a = 0, flagged_a = 0, found_b = 0, flagged_b = 0, positives = 0;
  const double weights[] = {1, 2, 1, 1, 3, 1};
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double w = weights[i / 2];
    positives += w * truth[i];
    flagged_a += w * a[i];
    flagged_b += w * b[i];
    found_a += w * (truth[i] & a[i]);
    found_b += w * (truth[i] & b[i]);
  }
  NEAR(compared.value_a(), 2 * found_a / (positives + flagged_a));
  NEAR(compared.value_b(), 2 * found_b / (positives + flagged_b));
  NEAR(compared.difference(), compared.value_b() - compared.value_a());
  EQUAL(compared.n_units(), 6);
  EQUAL(compared.n_undecided(), 0);
  CHECK(compared.df() > 0 && compared.df() <= 5);
  CHECK(compared.low() < compared.difference() && compared.difference() < compared.high());

  const std::vector<double> table = {0.4, 0.4, 0.4, 0.45, 0.1, 0.3, 0.9, 0.8, 0.45};
  using OfWorth = double (*)(const wald::Worth &);
  const wald::Worth worth(wald::Metric("f1"), WALD_INDEPENDENT, wald::Table(table.data(), 3, 3),
                          wald::DecisionOptions().least_gain(0.01), std::vector<double>{1, 2, 1});
  compare_with_list<wald::Worth, OfWorth>(
      HERE, "worth", worth,
      {MEMBER(Worth, verdict), MEMBER(Worth, gain), MEMBER(Worth, standard_error), MEMBER(Worth, truth_error),
       MEMBER(Worth, expected_cut), MEMBER(Worth, expected_optimum), MEMBER(Worth, rows_needed),
       MEMBER(Worth, changed_row_share), MEMBER(Worth, changed_cell_share), MEMBER(Worth, n_rows), MEMBER(Worth, n_samples),
       MEMBER(Worth, exclusive), MEMBER(Worth, realised_cut), MEMBER(Worth, realised_optimum), MEMBER(Worth, realised_gain),
       MEMBER(Worth, realised_gain_error), MEMBER(Worth, excess), MEMBER(Worth, excess_error),
       MEMBER(Worth, predicted_excess), MEMBER(Worth, predicted_excess_error), MEMBER(Worth, calibrated_optimum),
       MEMBER(Worth, calibration_gain), MEMBER(Worth, calibration_gain_error), MEMBER(Worth, design_effect)});
  NEAR(worth.gain(), worth.expected_optimum() - worth.expected_cut());
  EQUAL(worth.n_rows(), 3);
  EQUAL(worth.n_samples(), 0);
  // The same of a sparse table of all cells.
  const std::vector<int32_t> indptr = {0, 3, 6, 9}, indices = {0, 1, 2, 2, 1, 0, 0, 1, 2};
  const std::vector<double> values = {0.4, 0.4, 0.4, 0.3, 0.1, 0.45, 0.9, 0.8, 0.45};
  const wald::Csr<double, int32_t> sparse{indptr.data(), indices.data(), values.data(), 3, 3};
  const wald::Worth same_worth(wald::Metric("f1"), WALD_INDEPENDENT, sparse, wald::DecisionOptions().least_gain(0.01),
                               std::vector<double>{1, 2, 1});
  EQUAL(same_worth.gain(), worth.gain());
  EQUAL(same_worth.n_rows(), 3);
  EQUAL(wald::Sparse(sparse).rows(), 3);
}

}  // namespace

void test_cpp_facts() {
  test_facts_of_decisions();
  test_facts_of_thresholds();
  test_facts_of_cascades();
  test_facts_of_learners();
  test_facts_of_routes();
  test_masks();
  test_exclusive_rows();
  test_comparison_and_worth();
}

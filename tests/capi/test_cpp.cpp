// The C++ headers: objects move and are copied on demand, errors carry status and message, views of arrays say what
// they are of, and small problems are counted by hand. DecisionOptions and facts have files of their own.
#include <optional>
#include <stdexcept>

#include "test_cpp.hpp"

namespace {

template <class T>
constexpr bool moves_alone = std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T> &&
                             !std::is_copy_constructible_v<T> && !std::is_copy_assignable_v<T>;
static_assert(moves_alone<wald::Metric> && moves_alone<wald::DecisionOptions> && moves_alone<wald::Estimator> &&
              moves_alone<wald::Decision> && moves_alone<wald::Distribution> && moves_alone<wald::TablePass> &&
              moves_alone<wald::Report> && moves_alone<wald::Sample> && moves_alone<wald::Thresholds> &&
              moves_alone<wald::Frontier> && moves_alone<wald::ThresholdPass> && moves_alone<wald::Trees> &&
              moves_alone<wald::CascadeScores> && moves_alone<wald::Cascade> && moves_alone<wald::CascadeRun> &&
              moves_alone<wald::Labelling> && moves_alone<wald::Dataset> && moves_alone<wald::Learner> &&
              moves_alone<wald::Calibration> && moves_alone<wald::Stages> && moves_alone<wald::Route>);
static_assert(std::is_base_of_v<std::runtime_error, wald::Error>);

void test_errors() {
  const wald::Error error(WALD_ERROR_FORMAT, "what is wrong");
  EQUAL(error.status(), WALD_ERROR_FORMAT);
  TEXT(error.what(), "what is wrong");
  const wald::Error copied = error;
  EQUAL(copied.status(), WALD_ERROR_FORMAT);
  TEXT(copied.what(), "what is wrong");
  FAILS(WALD_ERROR_FORMAT, "metric \"f1:2\": \"f1\" takes no numbers", wald::Metric("f1:2"));
  FAILS(WALD_ERROR_ARGUMENT, "decision is empty: no call has filled it", wald::Decision().expected());
  FAILS(WALD_ERROR_ARGUMENT, "rated_from has length 1: must be 2", wald::Sample(2, WALD_RULE_OR, {0.5}));
  const std::vector<double> cells(4, 0.5);
  const wald::Table table(cells.data(), 2, 2);
  FAILS(WALD_ERROR_ARGUMENT, "multipliers has length 3: must be 2", wald::apply_multipliers({1, 1, 1}, table));
  FAILS(WALD_ERROR_ARGUMENT, "costs has length 3: must be 4", wald::least_cost_classes({1, 1, 1}, table));
  FAILS(WALD_ERROR_ARGUMENT, "costs has length 1: must be 4",
        wald::class_multipliers(std::vector<int32_t>{0, 1}, table, {}, {1}));
  wald::Trees::Shape shape;
  shape.base = {1, 2};
  FAILS(WALD_ERROR_ARGUMENT, "base has length 2: must be 1", wald::Trees(shape));
  wald::Trees::Tree tree;
  tree.split = {WALD_SPLIT_LEAF};
  tree.missing = {WALD_MISSING_LEFT};
  tree.feature = tree.left = tree.right = {0};
  tree.threshold = {0};
  tree.values = {1};
  tree.category_begin = {0, 2};
  tree.categories = {7};
  wald::Trees trees{wald::Trees::Shape()};
  FAILS(WALD_ERROR_ARGUMENT, "categories has length 1: must be 2", trees.add(tree));
  tree.category_begin = {0};
  FAILS(WALD_ERROR_ARGUMENT, "category_begin has length 1: must be 2", trees.add(tree));
  tree.category_begin = {};
  trees.add(tree);
  EQUAL(trees.n_trees(), 1);
  FAILS(WALD_ERROR_ARGUMENT, "names has 2 elements: must have 5, 3 and one for each label",
        wald::Report(wald::Metric("f1"), WALD_INDEPENDENT, wald::Table(std::vector<uint8_t>(4).data(), 2, 2), table, {},
                     {}, {}, {}, {"a", "b"}));
}

void test_reports() {
  const std::vector<double> table = {0.9, 0.4, 0.2, 0.6};
  const std::vector<uint8_t> truth = {1, 1, 0, 1};
  const auto page_of = [&](const std::vector<std::string> &names) {
    return wald::Report(wald::Metric("f1"), WALD_INDEPENDENT, wald::Table(truth.data(), 2, 2),
                        wald::Table(table.data(), 2, 2), {}, {}, {}, {}, names);
  };
  const wald::Report named = page_of({"The title", "first", "", "left", "right"}), plain = page_of({});
  CHECK(named.page().find("The title") != std::string::npos && plain.page().find("The title") == std::string::npos);
  CHECK(named.data().find("\"left\"") != std::string::npos && plain.data().find("\"left\"") == std::string::npos);
  FAILS(WALD_ERROR_ARGUMENT, "truth is NULL",
        wald::Report(wald::Metric("f1"), WALD_INDEPENDENT, {}, wald::Table(table.data(), 2, 2)));
}

void test_arrays() {
  const wald::Array none;
  CHECK(none.get() == nullptr);
  EQUAL(none.rows(), 0);
  const float numbers[] = {1, 2, 3, 4, 5, 6};
  const wald::Array strided(numbers, 3, 2), table(wald::Table<const float>(numbers, 2, 2, 3, 1));
  EQUAL(strided.get()->type, WALD_FLOAT32);
  EQUAL(strided.get()->size, sizeof(wald_array));
  EQUAL(strided.get()->row_stride, 2);
  EQUAL(strided.rows(), 3);
  EQUAL(strided.cols(), 1);
  EQUAL(table.get()->row_stride, 3);
  EQUAL(table.cols(), 2);
  CHECK(table.get()->data == numbers);
  EQUAL(wald::Array(std::vector<double>{1}).get()->type, WALD_FLOAT64);
  EQUAL(wald::Array(std::vector<int64_t>{1}).get()->type, WALD_INT64);
  EQUAL(wald::Array(std::vector<int32_t>{1}).get()->type, WALD_INT32);
  EQUAL(wald::Array(std::vector<uint8_t>{1}).get()->type, WALD_UINT8);
  const std::vector<int64_t> indptr = {0, 1};
  const wald::Sparse sparse(wald::Csr<float, int64_t>{indptr.data(), indptr.data(), nullptr, 1, 5});
  EQUAL(sparse.get()->index_type, WALD_INT64);
  EQUAL(sparse.get()->type, WALD_FLOAT32);
  EQUAL(sparse.get()->columns, 5);
  EQUAL(sparse.rows(), 1);
  // Every type of column is read as what it is: 1 and 3 of the strided floats.
  const std::vector<uint8_t> labels = {1, 0, 1};
  const wald::Thresholds found = wald::choose_threshold(labels, strided, wald::ThresholdOptions().max_fp(0));
  LIST(found.thresholds(), {5});
}

void test_metrics() {
  wald::Metric first("fbeta:2", 0);
  wald::Metric second = std::move(first);
  CHECK(first.get() == nullptr);
  FAILS(WALD_ERROR_ARGUMENT, "object is NULL", first.name());
  TEXT(second.name(), "fbeta:2");
  EQUAL(second.zero_division(), 0);
  EQUAL(wald::Metric("f1").zero_division(), 1);
  EQUAL(second.utility(1, 2, 1, 3), 5.0 / 6);  // 5 tp / (4 s + k)
  first = std::move(second);
  TEXT(first.name(), "fbeta:2");

  // A callable that owns what it needs, after a move.
  int calls = 0;
  const std::vector<double> gain = {0, 2, 5};
  wald::Metric custom = wald::Metric::custom(
      [gain, &calls](int64_t tp, int64_t k, int64_t, int64_t) {
        ++calls;
        return gain[static_cast<std::size_t>(tp)] - static_cast<double>(k);
      },
      WALD_RISES_IN_TP | WALD_FALLS_IN_K, "mine");
  wald::Metric moved = std::move(custom);
  TEXT(moved.name(), "mine");
  CHECK((moved.properties() & WALD_FALLS_IN_K) != 0 && (moved.properties() & WALD_LOSS) == 0);
  EQUAL(moved.utility(2, 2, 2, 2), 3);
  const auto labels = wald::Estimator::independent(std::vector<double>{0.75, 0.5});
  // Both: 5*0.375 + 2*0.5 - 2 = 0.875; the first alone: 2*0.75 - 1 = 0.5.
  const wald::Decision decided = wald::decide(moved, labels);
  LIST(decided.indices(), {0, 1});
  NEAR(decided.expected(), 0.875);
  LIST(decided.mask(), {1, 1});
  CHECK(calls > 1);
  const wald::Metric loss =
      wald::Metric::custom([](int64_t tp, int64_t k, int64_t s, int64_t) { return k + s - 2.0 * tp; }, WALD_LOSS);
  TEXT(loss.name(), "custom");
  EQUAL(loss.utility(1, 2, 1, 3), -1);
  EQUAL(loss.loss(-1), 1);
  NEAR(wald::decide(loss, labels).loss(), 0.75);  // 0.25 and 0.5
  const auto listed = wald::Metric::list();
  CHECK(listed.size() > 20);
  bool found = false;
  for (const wald::Metric::Info &info : listed)
    if (info.name == "jaccard") {
      found = true;
      CHECK(!info.formula.empty() && !info.sentence.empty());
      EQUAL(info.properties, wald::Metric("jaccard").properties());
    }
  CHECK(found);
}

void test_estimators() {
  wald::Estimator joint(WALD_JOINT, 2), other(WALD_JOINT, 2);
  joint.feed_vectors(wald::Table(std::vector<uint8_t>{1, 1, 0, 1}.data(), 2, 2));
  other.feed_vectors(wald::Table(std::vector<uint8_t>{0, 1}.data(), 1, 2), std::vector<double>{2});
  joint.merge(other);
  EQUAL(joint.total_weight(), 4);
  EQUAL(joint.n_fed(), 3);
  LIST(joint.marginals(), {0.25, 1});
  const wald::Estimator copy = joint.copy();
  joint.clear();
  EQUAL(joint.n_fed(), 0);
  EQUAL(joint.n_labels(), 2);
  EQUAL(copy.n_fed(), 3);
  LIST(copy.mode(), {0, 1});
  EQUAL(copy.mode_probability(), 0.75);
  for (const wald_format format : {WALD_TEXT, WALD_BINARY})
    LIST(wald::Estimator::load(copy.save(format)).marginals(), {0.25, 1});
  wald::Estimator moved = std::move(joint);
  FAILS(WALD_ERROR_ARGUMENT, "object is NULL", joint.clear());
  moved.merge(copy);
  EQUAL(moved.total_weight(), 4);
  FAILS(WALD_ERROR_ARGUMENT, "the other estimator has 3 labels: this one has 2",
        moved.merge(wald::Estimator(WALD_JOINT, 3)));
}

void test_tables_in_bins() {
  const std::vector<double> cells = {0.9, 0, 0.4, 0, 0.45, 0.2, 0.7, 0, 0};
  const std::vector<int32_t> indptr = {0, 2, 4, 5}, indices = {0, 2, 2, 1, 0};
  const std::vector<double> values = {0.9, 0.4, 0.2, 0.45, 0.7};
  wald::TablePass dense(wald::Metric("f1")), sparse = wald::TablePass::from_bytes(dense.to_bytes());
  dense.feed(wald::Table(cells.data(), 3, 3));
  sparse.feed(wald::Csr<double, int32_t>{indptr.data(), indices.data(), values.data(), 3, 3});
  CHECK(dense.to_bytes() == sparse.to_bytes());
  wald::TablePass both = std::move(dense);
  both.merge(sparse);
  EQUAL(both.n_items(), 18);
  CHECK(sparse.next());
  // As deciding for the table at once.
  const wald::Decision decided = [&] {
    wald::Decision out;
    out.decide_table(wald::Metric("f1"), WALD_INDEPENDENT, wald::Table(cells.data(), 3, 3),
                     wald::DecisionOptions().average("micro"));
    return out;
  }();
  EQUAL(sparse.k(), decided.k());
  NEAR(sparse.expected(), decided.expected());
}

void test_samples() {
  const std::vector<double> scores = {0.9, 0.8, 0.7, 0.6, 0.5, 0.4};
  const std::vector<uint8_t> labels = {1, 0, 1, 1, 0, 0};
  wald::Sample sample;
  sample.feed(labels, scores);
  const wald::Thresholds best = sample.choose();
  LIST(best.thresholds(), {0.6});
  LIST(best.next_lower(), {0.5});
  EQUAL(best.tp(), 3);
  EQUAL(best.fp(), 1);
  NEAR(best.value(), 6.0 / 7);
  NEAR(best.number(WALD_THRESHOLDS_PRECISION), 0.75);
  LIST(best.numbers(WALD_THRESHOLDS_THRESHOLDS), {0.6});
  LIST(best.apply(scores), {1, 1, 1, 1, 0, 0});
  LIST(wald::apply_thresholds({0.75}, WALD_RULE_OR, scores), {1, 1, 0, 0, 0, 0});
  // Clopper and Pearson's interval of 3 of 3: the lower limit is 0.025 to the power of 1/3.
  const auto recall = best.interval(WALD_THRESHOLDS_RECALL);
  NEAR(recall.low, std::cbrt(0.025));
  EQUAL(recall.high, 1);
  CHECK(recall.exact);
  const auto counts = sample.count({0.75});
  EQUAL(counts.tp, 1);
  EQUAL(counts.fp, 1);
  EQUAL(counts.unrated, 0);
  // In one call from arrays, and with rows that stand for several.
  using Names = std::vector<std::string_view>;
  const wald::Thresholds from_arrays = wald::choose_threshold(labels, scores, wald::ThresholdOptions().max_fp(0));
  LIST(from_arrays.thresholds(), {0.9});
  EQUAL(from_arrays.tp(), 1);
  CHECK(from_arrays.flag_names() == Names{"few_positives"});
  const wald::Thresholds often = wald::choose_counted(labels, scores, std::vector<double>{1, 1, 5, 1, 1, 1},
                                                      WALD_RULE_OR, wald::ThresholdOptions().max_fp(0));
  LIST(often.thresholds(), {0.9});
  EQUAL(often.positives(), 7);
  CHECK((often.flag_names() == Names{"few_positives", "saturated_scores"}));  // 7 positives of 3 scores
  const wald::Thresholds counted = wald::choose_counted(labels, scores, std::vector<double>{1, 1, 5, 0, 1, 1},
                                                        WALD_RULE_OR, {}, std::vector<double>{1, 1, 0.5, 1, 1, 1});
  LIST(counted.thresholds(), {0.7});
  EQUAL(counted.tp(), 3.5);  // 1, and 5 rows of 0.5
  EQUAL(counted.fp(), 1);
  NEAR(wald::choose_threshold(labels, scores, wald::ThresholdOptions().max_fp(0), std::vector<double>{2, 1, 1, 1, 1, 1})
           .tp(),
       2);
  wald::Promise promise = counted.promise(0.8, wald::PromiseOptions().average_run(5000));
  TEXT(promise.claim(), "f1>=0.8");
  TEXT(sample.choose(wald::ThresholdOptions().max_fpr(0.5)).promise().claim(), "fpr<=0.5");
  TEXT(sample.choose(wald::ThresholdOptions().max_fpr(0.5)).promise(0.25).claim(), "fpr<=0.25");
  const std::vector<uint8_t> which = counted.apply(scores);
  promise.feed(which, {labels, {}, {}, {}, {}});
  EQUAL(promise.n_rows(), 6);
  FAILS(WALD_ERROR_ARGUMENT,
        "the thresholds were chosen without a limit: give a bound of their metric, or create the promise, such as "
        "precision>=0.95",
        counted.promise());
  const wald::Thresholds none = sample.choose(wald::ThresholdOptions().min_precision(1).precision_level(0.9));
  CHECK(!none.feasible());
  CHECK(!none.flag_names().empty() && none.flag_names()[0] == "nothing_flagged");

  // The positive at the top is flagged, the negatives at the bottom are cleared, and three rows cost 0.25 each.
  const auto zone = sample.abstention_zone(
      wald::ThresholdOptions().false_positive_cost(1).false_negative_cost(1).abstention_cost(0.25));
  EQUAL(zone.high(), 0.9);
  EQUAL(zone.low(), 0.6);
  EQUAL(zone.tp(), 1);
  EQUAL(zone.abstained(), 3);
  NEAR(zone.cost(), 0.75);

  wald::Sample copy = sample.copy(), loaded = wald::Sample::load(sample.save(WALD_BINARY));
  CHECK(loaded.save() == sample.save());
  sample.clear();
  EQUAL(sample.n_rows(), 0);
  EQUAL(copy.n_rows(), 6);
  sample.merge(copy);
  sample.merge(loaded);
  EQUAL(sample.positives(), 6);
  wald::Sample moved = std::move(sample);
  EQUAL(moved.negatives(), 6);
  FAILS(WALD_ERROR_ARGUMENT, "object is NULL", sample.clear());
}

// A pass after the other, over rows in two places.
void test_samples_in_bins() {
  constexpr int64_t n = 100000;
  std::vector<double> scores, labels_sum;
  std::vector<uint8_t> labels;
  uint32_t state = 1;
  const auto drawn = [&state] {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / 16777216.0;
  };
  for (int64_t i = 0; i < n; ++i) {
    scores.push_back(drawn());
    labels.push_back(drawn() < 0.1 * scores.back() ? 1 : 0);
  }
  const auto options = [] { return std::move(wald::ThresholdOptions().max_fp(2000)); };
  wald::ThresholdPass pass(options());
  std::optional<wald::Thresholds> found;
  int passes = 0;
  for (; !found && passes < 10; ++passes) {
    EQUAL(pass.pass_number(), passes + 1);
    EQUAL(pass.n_rows(), 0);
    wald::ThresholdPass place = wald::ThresholdPass::from_bytes(pass.to_bytes());
    place.feed(wald::Truth(labels.data(), n / 4), wald::Array(scores.data(), n / 4), std::vector<double>(n / 4, 1));
    pass.feed(wald::Truth(labels.data() + n / 4, n - n / 4), wald::Array(scores.data() + n / 4, n - n / 4));
    pass.merge(place);
    EQUAL(pass.n_rows(), n);
    found = pass.next();
  }
  CHECK(passes > 1);
  CHECK(found.has_value());
  if (!found) return;
  const wald::Thresholds expected = wald::choose_threshold(labels, scores, options());
  EQUAL(found->tp(), expected.tp());
  EQUAL(found->fp(), expected.fp());
  EQUAL(found->thresholds().at(0), expected.thresholds().at(0));
  wald::ThresholdPass moved = std::move(pass);
  FAILS(WALD_ERROR_ARGUMENT, "object is NULL", pass.to_bytes());
  FAILS(WALD_ERROR_FORMAT, "saved binned rows: is no state in binary", wald::ThresholdPass::from_bytes("{}"));
}

void test_cascades() {
  wald::CascadeScores scores = scores_of_three(false);
  const auto options = [] {
    return std::move(wald::CascadeOptions().fixed_order({0, 1, 2}).alpha(0).costs({1, 2, 4}).threshold(0.5));
  };
  const wald::Cascade fitted = wald::Cascade::fit(scores, options());
  LIST(fitted.order(), {0, 1, 2});
  LIST(fitted.numbers(WALD_CASCADE_ORDER), {0, 1, 2});
  EQUAL(fitted.number(WALD_CASCADE_THRESHOLD), 0.5);
  // No row is decided differently than by the whole sum, in any way to ask.
  std::vector<int32_t> sides;
  for (std::size_t i = 0; i < 8; ++i)
    sides.push_back(model_scores[3 * i] + model_scores[3 * i + 1] + model_scores[3 * i + 2] >= 0.5);
  const wald::Table table(model_scores.data(), 8, 3);
  const auto applied = fitted.apply(table);
  CHECK(applied.decisions == sides);
  const auto evaluated = fitted.evaluate(scores);
  EQUAL(evaluated.disagreement, 0);
  double asked = 0;
  for (const int32_t count : applied.counts) asked += count;
  NEAR(evaluated.mean_models, asked / 8);
  CHECK(asked < 24);
  wald::CascadeRun run = fitted.run();
  for (std::size_t i = 0; i < 8; ++i) {
    int64_t next = run.start();
    EQUAL(run.count(), 0);
    EQUAL(run.decision(), -1);
    while (run.next() >= 0) {
      EQUAL(run.next(), next);
      next = run.feed(model_scores[3 * i + static_cast<std::size_t>(run.next())]);
    }
    EQUAL(next, -1);
    EQUAL(run.decision(), sides[i]);
    EQUAL(run.count(), applied.counts[i]);
  }
  const auto by_function = fitted.apply(8, [&](int64_t model, auto rows, wald::ArrayView<double> out) {
    for (std::size_t i = 0; i < rows.size(); ++i) out[i] = model_scores[static_cast<std::size_t>(3 * rows[i] + model)];
    return true;
  });
  CHECK(by_function.decisions == sides && by_function.counts == applied.counts);
  int called = 0;
  FAILS(WALD_CANCELLED, "cancelled by the score callback",
        fitted.apply(8, [&](int64_t, auto, auto) { return ++called < 0; }));
  EQUAL(called, 1);

  // Rows that had no part in fitting certify it.
  const wald::Cascade calibrated = fitted.calibrate(scores, wald::CascadeOptions().max_disagreement(0.5).certify(0.9));
  EQUAL(calibrated.n_held_out_rows(), 8);
  EQUAL(calibrated.certify(), 0.9);
  EQUAL(calibrated.held_out_disagreement(), 0);
  EQUAL(calibrated.certified_disagreement(), 0.5);
  wald::CascadeScores copy = scores.copy();
  copy.merge(scores);
  EQUAL(copy.n_rows(), 16);
  copy.clear();
  EQUAL(copy.n_rows(), 0);
  EQUAL(copy.n_models(), 3);
  EQUAL(scores.n_rows(), 8);

  const wald::Trees trees = two_stumps();
  const std::vector<double> features = {1, 4, 2, 4, 2, 3, nan_value, nan_value};
  LIST(trees.evaluate(wald::Table(features.data(), 4, 2)), {0.5 - 2 + 10, 0.5 + 3 + 10, 0.5 + 3 + 20, 0.5 - 2 + 10});
  EQUAL(trees.threshold(10), 9.5);
  wald::CascadeScores of_trees(2);
  of_trees.feed(trees, wald::Table(features.data(), 4, 2));
  const wald::Cascade bound =
      wald::Cascade::fit(of_trees, wald::CascadeOptions().threshold(trees.threshold(10)).alpha(0)).bind(trees);
  EQUAL(bound.n_features(), 2);
  CHECK((bound.apply_trees(wald::Table(features.data(), 4, 2)).decisions == std::vector<int32_t>{0, 1, 1, 0}));
  // One that is bound keeps its trees when it is calibrated.
  const wald::Cascade again = bound.calibrate(of_trees, wald::CascadeOptions().max_disagreement(0.9));
  EQUAL(again.n_features(), 2);
  CHECK((again.apply_trees(wald::Table(features.data(), 4, 2)).decisions == std::vector<int32_t>{0, 1, 1, 0}));
}

// As LightGBM writes a model.
const std::string saved_model =
    "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=1\nobjective=regression\n"
    "feature_names=age place\nfeature_infos=[0:90] 0:1:2\n\nTree=0\nnum_leaves=3\nnum_cat=1\n"
    "split_feature=0 1\nthreshold=40 0\ndecision_type=10 1\nleft_child=-1 -2\nright_child=1 -3\n"
    "leaf_value=-1 0.5 2\ncat_boundaries=0 1\ncat_threshold=5\n\nend of trees\n\n"
    "pandas_categorical:[[\"home\", \"work\", \"other\"]]\n";

void test_models_of_other_libraries() {
  const std::vector<double> features = {30, 1, 50, 0, 50, 1, nan_value, 1};
  for (const int64_t iterations : {0, 1}) {
    const wald::Trees trees = wald::Trees::from_model(saved_model, iterations);
    LIST(trees.evaluate(wald::Table(features.data(), 4, 2)), {-1, 0.5, 2, -1});
    CHECK(trees.feature_name(0) == "age");
    CHECK(trees.feature_name(1) == "place");
    EQUAL(trees.n_categories(), 3);
    CHECK(trees.category(2) == "place=other");
    EQUAL(trees.n_unplaced_columns(), 0);
    CHECK(!trees.unseen_is_error());
    FAILS(WALD_ERROR_ARGUMENT, "feature is 2: must lie in [0, 1]", trees.feature_name(2));
  }
  FAILS(WALD_ERROR_ARGUMENT, "iterations is 2: must be at most 1, the rounds that the model has",
        wald::Trees::from_model(saved_model, 2));
  FAILS(WALD_ERROR_FORMAT, "model of LightGBM: \"end of trees\" is missing: the file was cut",
        wald::Trees::from_model(saved_model.substr(0, 200)));
  CHECK(two_stumps().feature_name(0).empty());
}

void test_routes() {
  wald::Stages stages = some_stages();
  const wald::Route route = wald::Route::choose(stages, wald::RouteOptions().min_quality(0.5));
  TEXT(route.promise(0.5).claim(), "hamming>=0.5");  // accuracy
  const std::vector<double> confidences = {0.95, 0.5, 0.1, 0.5};
  const std::vector<int32_t> answering = route.apply(wald::Table(confidences.data(), 2, 2));
  for (std::size_t i = 0; i < 2; ++i) {
    EQUAL(route.run([&](int64_t stage) { return confidences[2 * i + static_cast<std::size_t>(stage)]; }), answering[i]);
    EQUAL(route.next(-1), 0);
  }
  for (const wald_format format : {WALD_TEXT, WALD_BINARY}) {
    expect(HERE, "the loaded thresholds", wald::Route::load(route.save(format)).thresholds(), route.thresholds());
    EQUAL(wald::Stages::load(stages.save(format)).n_labelled(), 5);
  }
  wald::Stages::Rows wrong;
  wrong.confidences = wald::Table(confidences.data(), 2, 2);
  wrong.answers = {1, 2, 3};
  FAILS(WALD_ERROR_ARGUMENT, "answers has length 3: must be 4", stages.feed(wrong));
  wald::Stages other = std::move(stages);
  other.merge(some_stages());
  EQUAL(other.n_rows(), 12);
}

}  // namespace

int main() {
  try {
    test_cpp_options();
    test_cpp_facts();
    test_cpp_views();
    test_errors();
    test_reports();
    test_arrays();
    test_metrics();
    test_estimators();
    test_tables_in_bins();
    test_samples();
    test_samples_in_bins();
    test_cascades();
    test_models_of_other_libraries();
  test_models_of_other_libraries();
    test_routes();
  } catch (const std::exception &error) {
    std::fprintf(stderr, "an error that no test expects: %s\n", error.what());
    return 1;
  }
  return failures == 0 ? 0 : 1;
}

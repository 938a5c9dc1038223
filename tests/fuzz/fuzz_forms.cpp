// The other forms of things that sessions say in one way: sparse tables, metrics by table and callback, trees that are
// built node by node, scores that a callback gives, lists of what there is. Arguments are mostly right.
#include <algorithm>
#include <limits>

#include "session.hpp"

namespace {

// A sparse table of mostly right indices; its starts never lie past its cells.
class SparseTable {
 public:
  SparseTable(Bytes &bytes, int64_t rows, int64_t columns, bool with_values) {
    begin_.push_back(bytes.below(32) == 31 ? bytes.below(3) - 1 : 0);
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        if (bytes.below(3) != 0) continue;
        const uint8_t wrong = bytes.byte();
        indices_.push_back(wrong == 255 ? columns : wrong == 254 ? -1 : wrong == 253 ? 0 : j);
        values_.push_back(bytes.number());
      }
      begin_.push_back(static_cast<int64_t>(indices_.size()));
    }
    if (bytes.below(32) == 31) std::reverse(begin_.begin(), begin_.end());
    view_ = {bytes.below(64) == 63 ? 8 : static_cast<int64_t>(sizeof(wald_sparse)),
             begin_.data(),
             indices_.empty() ? nullptr : indices_.data(),
             with_values ? values_.data() : nullptr,
             rows,
             columns,
             WALD_INT64,
             WALD_FLOAT64};
    if (bytes.below(2)) {  // in 32 bits
      for (const int64_t x : begin_) short_begin_.push_back(static_cast<int32_t>(x));
      for (const int64_t x : indices_) short_indices_.push_back(static_cast<int32_t>(x));
      view_.indptr = short_begin_.data();
      view_.indices = short_indices_.data();
      view_.index_type = WALD_INT32;
    }
  }
  SparseTable(const SparseTable &) = delete;
  SparseTable &operator=(const SparseTable &) = delete;
  const wald_sparse *view() const { return &view_; }

 private:
  std::vector<int64_t> begin_, indices_;
  std::vector<int32_t> short_begin_, short_indices_;
  std::vector<double> values_;
  wald_sparse view_;
};

// A handle that is there or not; gone at the end.
template <class Handle>
struct Owned {
  Handle *handle = nullptr;
  Owned() = default;
  Owned(const Owned &) = delete;
  Owned &operator=(const Owned &) = delete;
  ~Owned() { wald_destroy(handle); }
  // Of a call that was to make it.
  bool made(wald_status status) {
    const bool well = went_well(status);
    REQUIRE(well == (handle != nullptr));
    return well;
  }
};
using Options = Owned<wald_options>;
using Metric = Owned<wald_metric>;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

int32_t count_down(double fraction, void *calls) {
  REQUIRE(fraction >= 0 && fraction <= 1);
  return --*static_cast<int *>(calls) == 0;
}

// ---- Decisions -------------------------------------------------------------------------------------

// F1, or a number that the bytes choose for some cell.
struct Formula {
  int64_t cell = -1;
  double value = 0;
  double at(int64_t tp, int64_t k, int64_t s, int64_t n) const {
    if (tp + 7 * k + 49 * s + 343 * n == cell) return value;
    return k + s == 0 ? 1 : 2.0 * static_cast<double>(tp) / static_cast<double>(k + s);
  }
  static void utility(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *values,
                      void *user) {
    for (int64_t i = 0; i < count; ++i) values[i] = static_cast<Formula *>(user)->at(tp[i], k[i], s[i], n);
  }
};

void read_answers(const wald_decision *decision, int64_t answers) {
  int64_t cells = 0, needed = 0;
  if (went_well(wald_decision_items(decision, -1, 1, nullptr, nullptr, 0, &cells))) {
    std::vector<int64_t> begin(static_cast<std::size_t>(answers) + 1), indices(static_cast<std::size_t>(cells));
    REQUIRE(wald_decision_items(decision, -1, 1, begin.data(), indices.data(), cells, &cells) == WALD_OK);
    REQUIRE(begin[0] == 0 && begin.back() == static_cast<int64_t>(indices.size()));
    for (int64_t a = 0; a < answers; ++a) {
      std::vector<int64_t> own(indices.begin() + begin[static_cast<std::size_t>(a)],
                               indices.begin() + begin[static_cast<std::size_t>(a) + 1]);
      std::vector<int64_t> alone(own.size());
      REQUIRE(wald_decision_items(decision, a, 1, nullptr, alone.data(), static_cast<int64_t>(alone.size()), &needed) ==
              WALD_OK);
      REQUIRE(needed == static_cast<int64_t>(own.size()) && alone == own);
    }
  }
  int64_t undecided[16];
  went_well(wald_decision_items(decision, answers, WALD_UNDECIDED, nullptr, undecided, 16, &needed));
  if (went_well(wald_decision_items(decision, 0, WALD_UNDECIDED, nullptr, undecided, 16, &needed))) REQUIRE(needed >= 0);
}

void decide(Bytes &bytes) {
  Arguments arguments(bytes);
  const int64_t n = 1 + bytes.below(6), rows = 1 + bytes.below(4);
  Formula formula{bytes.below(8) == 7 ? bytes.below(250) : -1, bytes.number()};
  Metric metric;
  if (bytes.below(2)) {
    if (!metric.made(wald_metric_create_callback(Formula::utility, &formula, "mine", bytes.below(64) == 63 ? -1 : 0,
                                                 &metric.handle)))
      return;
  } else {
    std::vector<double> table;
    for (int64_t s = 0; s <= n; ++s)
      for (int64_t k = 0; k <= n; ++k)
        for (int64_t tp = 0; tp <= std::min(s, k); ++tp)
          table.push_back(bytes.below(8) ? formula.at(tp, k, s, n) : bytes.number());
    const int64_t length = static_cast<int64_t>(table.size()) - (bytes.below(32) == 31);
    if (!metric.made(wald_metric_create_table(table.data(), length, n, "mine", 0, &metric.handle))) return;
  }
  double loss = 0;
  REQUIRE(wald_number(metric.handle, WALD_METRIC_LOSS_OF_ZERO, 0, &loss) == WALD_OK);
  Options options;
  REQUIRE(options.made(wald_options_create("decisions", &options.handle)));
  int calls = 1 + static_cast<int>(bytes.below(40));
  if (bytes.below(4) == 3)
    REQUIRE(wald_options_set_progress(options.handle, "progress", count_down, &calls) == WALD_OK);
  Owned<wald_decision> decision;
  REQUIRE(decision.made(wald_decision_create(&decision.handle)));
  Owned<wald_estimator> estimator;
  REQUIRE(estimator.made(wald_estimator_create(bytes.below(2) ? WALD_JOINT : WALD_COUNTS, n, &estimator.handle)));
  const SparseTable vectors(bytes, rows, n, false);
  if (went_well(wald_estimator_feed_vectors(estimator.handle, COMPRESSED(vectors.view()),
                                            arguments.optional(arguments.reals(rows, 1)))) &&
      went_well(wald_decide(metric.handle, estimator.handle, options.handle, decision.handle)))
    read_answers(decision.handle, 1);
  // Rows of a sparse table, which only metrics of the catalogue take.
  const SparseTable probabilities(bytes, rows, n, true);
  Metric f1;
  REQUIRE(f1.made(wald_metric_create(bytes.below(2) ? "f1" : "jaccard", 1, &f1.handle)));
  std::vector<double> expected(static_cast<std::size_t>(rows), unknown);
  if (went_well(wald_decide_table(bytes.below(8) ? f1.handle : metric.handle, WALD_INDEPENDENT,
                                  COMPRESSED(probabilities.view()), options.handle, nullptr, expected.data(),
                                  decision.handle))) {
    for (const double utility : expected) REQUIRE(std::isfinite(utility));
    read_answers(decision.handle, rows);
  }
  Owned<wald_table_pass> micro;
  if (!micro.made(wald_table_pass_create(f1.handle, options.handle, &micro.handle))) return;
  for (int pass = 0; pass < 20; ++pass) {
    int32_t decided = 0;
    if (!went_well(wald_table_pass_feed(micro.handle, COMPRESSED(probabilities.view())))) return;
    if (!went_well(wald_table_pass_next(micro.handle, &decided)) || decided) return;
  }
}

void report(Bytes &bytes) {
  Arguments arguments(bytes);
  const int64_t rows = 2 + bytes.below(6), n = 1 + bytes.below(3);
  Metric metric;
  REQUIRE(metric.made(wald_metric_create("f1", 1, &metric.handle)));
  Owned<wald_report> made;
  const char *const names[] = {"a", "<zz>", "c", nullptr, "e", "f", "g", "h"};
  const wald_array *const truth = arguments.labels(rows, n), *const p = arguments.reals(rows, n);
  const wald_array *const weights = arguments.optional(arguments.reals(rows, 1));
  if (truth != nullptr && truth->columns > 3) return;  // more labels than names
  if (!made.made(wald_report_create(metric.handle, WALD_INDEPENDENT, truth, p,
                                    REPORT_INPUT(nullptr, weights, nullptr, bytes.below(2) ? names : nullptr), nullptr,
                                    &made.handle)))
    return;
  const char *page = nullptr;
  REQUIRE(wald_text(made.handle, WALD_REPORT_PAGE, 0, &page) == WALD_OK);
  REQUIRE(std::string_view(page).find("<zz>") == std::string_view::npos);
}

// ---- Thresholds ------------------------------------------------------------------------------------

void thresholds(Bytes &bytes) {
  Arguments arguments(bytes);
  const int64_t rows = 2 + bytes.below(8);
  const wald_array *const scores = arguments.reals(rows, 1), *const labels = arguments.labels(rows, 1);
  Options options;
  REQUIRE(options.made(wald_options_create("thresholds", &options.handle)));
  if (bytes.below(2)) went_well(wald_options_set_number(options.handle, "min_precision", bytes.number()));
  const double whole[] = {bytes.number(), static_cast<double>(bytes.below(4))};
  went_well(wald_options_set_numbers(options.handle, "chain_orders", whole, 2));
  const char *const texts[] = {"f1", "x"};
  went_well(wald_options_set_texts(options.handle, "names", texts, 1 + bytes.below(2)));
  switch (bytes.below(4)) {
    case 0: {
      Owned<wald_thresholds> made;
      made.made(wald_thresholds_choose(labels, scores, nullptr, arguments.optional(arguments.codes(rows)), WALD_RULE_OR,
                                       options.handle, &made.handle));
      return;
    }
    case 1: {
      Owned<wald_sample> sample, copy;
      REQUIRE(sample.made(wald_sample_create(1, WALD_RULE_OR, nullptr, &sample.handle)));
      went_well(wald_sample_feed(sample.handle, labels, scores, arguments.optional(arguments.reals(rows, 1))));
      REQUIRE(copy.made(wald_copy(sample.handle, &copy.handle)));
      REQUIRE(saved(copy.handle) == saved(sample.handle));
      Owned<wald_zone> zone;
      if (!zone.made(wald_zone_create(copy.handle, options.handle, &zone.handle))) return;
      double low = unknown, high = unknown, cost = unknown;
      REQUIRE(wald_number(zone.handle, WALD_ZONE_LOW, 0, &low) == WALD_OK);
      REQUIRE(wald_number(zone.handle, WALD_ZONE_HIGH, 0, &high) == WALD_OK);
      REQUIRE(wald_number(zone.handle, WALD_ZONE_COST, 0, &cost) == WALD_OK);
      REQUIRE(low <= high && !std::isnan(cost));
      return;
    }
    case 2: {
      Owned<wald_decision_curve> made;
      const wald_array *const at = arguments.reals(1 + bytes.below(4), 1);
      if (!made.made(wald_decision_curve_create(labels, scores, nullptr, at, options.handle, &made.handle))) return;
      int64_t needed = 0;
      const auto fact = static_cast<wald_decision_curve_fact>(WALD_DECISION_CURVE_NET_BENEFIT + bytes.below(12));
      if (went_well(wald_numbers(made.handle, fact, bytes.below(4), nullptr, 0, &needed))) REQUIRE(needed == at->rows);
      const wald_rows more{sizeof more, arguments.optional(arguments.reals(rows, 1)), arguments.optional(arguments.codes(rows))};
      Owned<wald_threshold_evaluation> evaluation;
      if (evaluation.made(wald_threshold_evaluation_create(labels, scores, arguments.optional(at), &more, options.handle,
                                                           &evaluation.handle)))
        went_well(wald_numbers(evaluation.handle, WALD_THRESHOLD_EVALUATION_TP + bytes.below(22), 0, nullptr, 0, &needed));
      return;
    }
    default: {
      const wald_segment_rows more{sizeof more, static_cast<int64_t>(bytes.below(6)), arguments.codes(rows), nullptr,
                                   arguments.optional(arguments.reals(rows, 1)), nullptr, nullptr};
      Owned<wald_segments> segments;
      if (segments.made(wald_segments_choose(labels, scores, &more, options.handle, &segments.handle))) {
        double number = unknown;
        went_well(wald_number(segments.handle, static_cast<wald_segments_fact>(WALD_SEGMENTS_TOLERANCE + bytes.below(30)),
                              static_cast<int64_t>(bytes.below(16)), &number));
        int64_t needed = 0;
        REQUIRE(wald_numbers(segments.handle, WALD_SEGMENTS_THRESHOLD, 0, nullptr, 0, &needed) == WALD_OK);
        REQUIRE(needed >= more.n_segments);
      }
      Owned<wald_threshold_pass> binned;
      REQUIRE(binned.made(wald_threshold_pass_create(nullptr, &binned.handle)));
      went_well(wald_threshold_pass_feed(binned.handle, labels, scores, nullptr));
      double value = unknown;
      went_well(wald_number(binned.handle, static_cast<wald_threshold_pass_fact>(bytes.below(12)), 0, &value));
    }
  }
}

// ---- Cascades --------------------------------------------------------------------------------------

// Scores from the bytes, now and then no number, now and then none.
int32_t give_scores(int64_t, const int64_t *, int64_t n, double *scores, void *user) {
  Bytes &bytes = *static_cast<Bytes *>(user);
  for (int64_t i = 0; i < n; ++i) scores[i] = bytes.number();
  return bytes.below(64) == 63;
}

// A tree of one split, its numbers from the bytes.
void add_tree(Bytes &bytes, wald_trees *trees) {
  const uint8_t wrong = bytes.byte();
  const wald_split split[] = {static_cast<wald_split>(wrong == 255 ? 9 : 1), 0, 0};
  const wald_missing missing[] = {static_cast<wald_missing>(wrong == 254 ? 7 : bytes.below(3)), 0, 0};
  const int32_t feature[] = {static_cast<int32_t>(wrong == 253 ? 5 : bytes.below(2)), 0, 0};
  const int32_t left[] = {wrong == 252 ? 0 : 1, 0, 0}, right[] = {wrong == 251 ? 7 : 2, 0, 0};
  const double threshold[] = {bytes.number(), 0, 0}, values[] = {0, bytes.number(), -bytes.number()};
  const int64_t category_begin[] = {0, 0, 0, 0};
  const int32_t categories[] = {0};
  went_well(wald_trees_add(trees, TREE(wrong == 250 ? 3 : 0, 3, split, missing, feature, left, right, threshold,
                                       category_begin, categories, values)));
}

void cascade(Bytes &bytes) {
  Arguments arguments(bytes);
  Owned<wald_trees> trees;
  const double base[] = {bytes.number()};
  const wald_type summation = bytes.below(2) ? WALD_FLOAT64 : WALD_FLOAT32;
  const auto floats = static_cast<int32_t>(bytes.below(2));
  if (!trees.made(wald_trees_create(SHAPE(2, 1, 1, 1, summation, floats), bytes.below(2) ? base : nullptr,
                                    &trees.handle)))
    return;
  const int64_t models = 1 + bytes.below(4), rows = 4 + bytes.below(12);
  for (int64_t t = 0; t < models; ++t) add_tree(bytes, trees.handle);
  double threshold = 0;
  went_well(wald_trees_threshold(trees.handle, bytes.number(), &threshold));
  Owned<wald_cascade_scores> scores, copy;
  REQUIRE(scores.made(wald_cascade_scores_create(models, 1, &scores.handle)));
  const wald_array *const features = arguments.reals(rows, 2);
  went_well(wald_cascade_scores_feed(scores.handle, features, nullptr, nullptr, trees.handle, nullptr));
  went_well(wald_cascade_scores_feed(scores.handle, arguments.reals(rows, models), nullptr, nullptr, nullptr, nullptr));
  REQUIRE(copy.made(wald_copy(scores.handle, &copy.handle)));
  went_well(wald_merge(copy.handle, scores.handle));
  Owned<wald_cascade> fitted, calibrated, bound;
  Options options;
  REQUIRE(options.made(wald_options_create("cascades", &options.handle)));
  went_well(wald_options_set_number(options.handle, "alpha", bytes.number()));
  if (fitted.made(wald_cascade_fit(copy.handle, nullptr, options.handle, &fitted.handle))) {
    calibrated.made(wald_cascade_calibrate(fitted.handle, scores.handle, options.handle, &calibrated.handle));
    double disagreement, mean_models, mean_cost;
    std::vector<double> stops(static_cast<std::size_t>(models) + 1);
    if (went_well(cascade_evaluation_of(fitted.handle, scores.handle, nullptr, &disagreement, &mean_models, &mean_cost,
                                        stops.data())))
      REQUIRE(disagreement >= 0 && disagreement <= 1 && mean_models >= 1 &&
              mean_models <= static_cast<double>(models) * (1 + 1e-12));
    const char *text = nullptr;
    for (int64_t item = -1; item < 2; ++item)
      went_well(wald_text(fitted.handle, static_cast<wald_cascade_fact>(bytes.below(40)), item, &text));
    std::vector<int32_t> decisions(static_cast<std::size_t>(rows), -1), counts(static_cast<std::size_t>(rows), -1);
    // A callback that asks to stop is answered by a status of its own; what it gives that is no number, by an error.
    if (went_well(wald_cascade_apply_function(fitted.handle, rows, give_scores, &bytes, decisions.data(),
                                              counts.data(), nullptr)))
      for (const int32_t count : counts) REQUIRE(count >= 1 && count <= models);
    if (bound.made(wald_cascade_bind(fitted.handle, trees.handle, &bound.handle)) && features != nullptr &&
        features->rows == rows)
      went_well(wald_cascade_apply_trees(bound.handle, features, nullptr, decisions.data(), counts.data(), nullptr));
  }
  REQUIRE(wald_clear(copy.handle) == WALD_OK);
  REQUIRE(number<int64_t>(copy.handle, WALD_CASCADE_SCORES_N_ROWS) == 0);
}

void route(Bytes &bytes) {
  Arguments arguments(bytes);
  const int64_t rows = 6 + bytes.below(6);
  Owned<wald_stages> stages;
  REQUIRE(stages.made(wald_stages_create(2, &stages.handle)));
  const wald_array *const confidences = arguments.reals(rows, 2), *const right = arguments.reals(rows, 2);
  went_well(wald_stages_feed(stages.handle, STAGE_ROWS(confidences, nullptr, nullptr, right, nullptr, nullptr, nullptr,
                                                       nullptr, nullptr)));
  Owned<wald_route> made;
  if (!made.made(wald_route_choose(stages.handle, nullptr, &made.handle))) return;
  int64_t needed = 0;
  const auto fact = static_cast<wald_route_fact>(bytes.below(32));
  if (!went_well(wald_numbers(made.handle, fact, 0, nullptr, 0, &needed)) || needed > 1000) return;
  std::vector<double> out(static_cast<std::size_t>(needed) + 1);
  REQUIRE(wald_numbers(made.handle, fact, 0, out.data(), needed, &needed) == WALD_OK);
}

// ---- Learners --------------------------------------------------------------------------------------

void learn(Bytes &bytes) {
  const int64_t rows = 8 + bytes.below(8), labels = 1 + bytes.below(3);
  const SparseTable features(bytes, rows, 3, bytes.below(4) != 0), truth(bytes, rows, labels, false);
  Owned<wald_dataset> dataset;
  if (!dataset.made(wald_dataset_create(COMPRESSED(features.view()), &dataset.handle))) return;
  if (!went_well(SET_LABELS(dataset.handle, COMPRESSED(truth.view())))) return;
  Owned<wald_learner> learner;
  if (!learner.made(wald_learner_fit(bytes.below(2) ? "br" : "neighbours", dataset.handle, nullptr, &learner.handle)))
    return;
  const char *text = nullptr;
  for (int64_t item = -1; item < 3; ++item)
    if (went_well(wald_text(learner.handle, static_cast<wald_learner_fact>(bytes.below(32)), item, &text)))
      REQUIRE(text != nullptr);
}

// ---- Lists -----------------------------------------------------------------------------------------

template <class Row, class List>
void read_list(Bytes &bytes, const List &list) {
  const int64_t size = bytes.below(8) == 7 ? bytes.below(64) : static_cast<int64_t>(sizeof(Row));
  for (int64_t i = -1; i < 300; ++i) {
    Row row{};
    row.size = size;
    if (went_well(list(i, &row))) continue;
    if (i >= 0) return;
  }
}

void lists(Bytes &bytes) {
  const char *const names[] = {"rules", "algorithms", "kinds", "cascade", "thresholds", "learner", "", "x", nullptr};
  const char *const name = names[bytes.below(9)];
  read_list<wald_name_row>(bytes, [&](int64_t i, wald_name_row *row) { return wald_name_list(name, i, row); });
  read_list<wald_fact_row>(bytes, [&](int64_t i, wald_fact_row *row) { return wald_fact_list(name, i, row); });
  read_list<wald_metric_row>(bytes, [](int64_t i, wald_metric_row *row) { return wald_metric_list(i, row); });
  REQUIRE(wald_version()[0] != '\0' && wald_abi_version() > 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  Bytes bytes(data, size);
  void (*const forms[])(Bytes &) = {decide, report, thresholds, cascade, route, learn, lists};
  for (int calls = 0; calls < 4 && !bytes.empty(); ++calls) forms[bytes.below(7)](bytes);
  return 0;
}

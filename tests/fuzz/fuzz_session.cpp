// A session of up to 60 calls over the whole interface, each with handles that earlier ones made and arguments that are
// mostly right. Whatever they are: a status that is known, a message on failure and none on success, no handle made and
// none changed by a call that failed; decisions worth what the library says of them.
#include <algorithm>
#include <iterator>
#include <limits>

#include "session.hpp"

namespace {

constexpr const char *metrics[] = {"f1",      "fbeta:2", "jaccard",         "balanced_accuracy", "gmean", "mcc",
                                   "hamming", "recall",  "subset_accuracy", "cost:1:5",          "f0",    ""};
constexpr const char *families[] = {"decisions", "thresholds", "cascades", "learners", "routes"};
constexpr const char *learners[] = {"br",   "lfp",         "efp",       "neighbours", "forest",
                                    "tree", "cardinality", "kernel:br", "x"};
constexpr const char *calibrations[] = {"platt", "isotonic", "beta", "none"};

template <class T, std::size_t n>
T one_of(Bytes &bytes, T const (&list)[n]) {
  return list[static_cast<std::size_t>(bytes.below(n))];
}

class Session {
 public:
  Session(const uint8_t *data, std::size_t size) : bytes_(data, size) {
    for (const char *family : families) {
      wald_options *made = nullptr;
      options_of(family).take(wald_options_create(family, &made), made);
    }
    make_metric("f1");
    wald_decision *decision = nullptr;
    decisions_.take(wald_decision_create(&decision), decision);
    const double p[] = {0.9, 0.5, 0.2};
    wald_estimator *estimator = nullptr;
    estimators_.take(wald_estimator_create(WALD_INDEPENDENT, 0, &estimator), estimator);
    REQUIRE(wald_estimator_feed_probabilities(estimator, DOUBLES(p, 3)) == WALD_OK);
    const uint8_t y[] = {1, 0, 1};
    wald_sample *sample = nullptr;
    samples_.take(wald_sample_create(1, WALD_RULE_OR, nullptr, &sample), sample);
    REQUIRE(wald_sample_feed(sample, BYTES(y, 3), TABLE(p, 3, 1), nullptr) == WALD_OK);
  }

  void run() {
    for (int calls = 0; calls < 60 && !bytes_.empty(); ++calls) {
      Arguments arguments(bytes_);
      switch (bytes_.below(15)) {
        case 0: set_option(); break;
        case 1: make(arguments); break;
        case 2: feed_estimator(arguments); break;
        case 3: decide(arguments); break;
        case 4: decide_table(arguments); break;
        case 5: judge(arguments); break;
        case 6: feed_sample(arguments); break;
        case 7: choose(arguments); break;
        case 8: thresholds_of_tables(arguments); break;
        case 9: cascade(arguments); break;
        case 10: learn(arguments); break;
        case 11: micro(arguments); break;
        case 12: report(arguments); break;
        case 13: route(arguments); break;
        default: more(arguments); break;
      }
    }
  }

 private:
  using Options = Pool<wald_options>;
  Options &options_of(const std::string &family) {
    for (std::size_t i = 0; i < std::size(families); ++i)
      if (family == families[i]) return options_[i];
    std::abort();
  }
  // Of the family that the call takes; seldom of another.
  wald_options *options(std::size_t family) {
    return options_[bytes_.below(64) == 63 ? static_cast<std::size_t>(bytes_.below(5)) : family].any(bytes_);
  }

  void make_metric(const char *name) {
    wald_metric *metric = nullptr;
    metrics_.take(wald_metric_create(name, bytes_.below(8) == 7 ? 1 : 0, &metric), metric);
  }

  // ---- Options: any row of any family, with a value that its type takes or one that it does not ----

  void set_option() {
    const auto family = static_cast<std::size_t>(bytes_.below(5));
    wald_options *const options = options_[family].any(bytes_);
    wald_option_row row{};
    row.size = sizeof row;
    if (!went_well(wald_option_list(families[family], bytes_.below(64), &row))) return;
    const std::string type = row.type, before = set_to(options, row.name);
    wald_status status = WALD_OK;
    const uint8_t how = bytes_.byte();
    const double number = how % 8 == 0 ? bytes_.number() : how % 8 == 1 ? -1 : how % 8 == 2 ? 1e18 : how % 5;
    if (how > 240 && options != nullptr)
      status = wald_options_set_text(options, row.name, nullptr);
    else if (type == "number")
      status = wald_options_set_number(options, row.name, number);
    else if (type == "integer" || type == "switch" || type == "seed")
      status = wald_options_set_integer(options, row.name,
                                        std::fabs(number) < 9e18 ? static_cast<int64_t>(number) : how);
    else if (type == "numbers")
      status = wald_options_set_numbers(options, row.name, &number, how % 3 == 0 ? 0 : 1);
    else if (type == "choice" || type == "text") {
      const std::string words = row.choices;
      const std::size_t from = words.empty() ? 0 : how % words.size();
      status = wald_options_set_text(options, row.name, words.substr(from, words.find(' ', from) - from).c_str());
    } else if (type == "metric") {
      status = wald_options_set_metric(options, row.name, metrics_.any(bytes_));
    }
    if (!went_well(status)) REQUIRE(set_to(options, row.name) == before);
    // What makes calls long is kept out.
    for (const char *slow : {"bootstrap", "trees", "folds", "samples", "permutations", "max_nodes", "threads"})
      if (options != nullptr && std::string(row.name).find(slow) != std::string::npos)
        REQUIRE(wald_options_set_text(options, row.name, nullptr) == WALD_OK);
  }
  static std::string set_to(const wald_options *options, const char *name) {
    char text[256] = "";
    int64_t needed = 0;
    if (options == nullptr || wald_options_get(options, name, text, sizeof text, &needed) != WALD_OK) return "";
    return text;
  }

  // ---- Decisions ----

  void make(Arguments &arguments) {
    switch (bytes_.below(4)) {
      case 0: make_metric(one_of(bytes_, metrics)); return;
      case 1: {
        wald_estimator *made = nullptr;
        estimators_.take(wald_estimator_create(static_cast<wald_kind>(bytes_.below(6) - 1), arguments.size(), &made),
                         made);
        return;
      }
      case 2: {
        wald_estimator *made = nullptr;
        const wald_estimator *const from = estimators_.any(bytes_);
        const bool counts = bytes_.below(2) == 1;
        estimators_.take(counts ? wald_estimator_to_counts(from, &made) : wald_copy(from, &made), made);
        return;
      }
      default: {
        wald_sample *made = nullptr;
        samples_.take(wald_sample_create(arguments.size(), static_cast<wald_rule>(bytes_.below(3)), nullptr, &made),
                      made);
      }
    }
  }

  int64_t labels_of(const wald_estimator *estimator) {
    return estimator == nullptr ? 1 : number<int64_t>(estimator, WALD_ESTIMATOR_N_LABELS);
  }

  void feed_estimator(Arguments &arguments) {
    wald_estimator *const estimator = estimators_.any(bytes_);
    const Untouched untouched(estimator);
    const int64_t n = labels_of(estimator), rows = arguments.size();
    switch (bytes_.below(4)) {
      case 0:
        untouched.after(wald_estimator_feed_vectors(estimator, DENSE(arguments.labels(rows, n)),
                                                    arguments.optional(arguments.reals(rows, 1))));
        break;
      case 1:
        if (n < 8) untouched.after(wald_estimator_feed_probabilities(estimator, arguments.reals(arguments.size(), 1)));
        break;
      case 2: untouched.after(wald_merge(estimator, estimators_.any(bytes_))); break;
      default:
        untouched.after(wald_estimator_feed_counts(estimator, arguments.reals(n, arguments.size()), bytes_.number(),
                                                   nullptr, bytes_.number()));
    }
    if (labels_of(estimator) > 8) untouched.after(wald_clear(estimator));
  }

  void decide(Arguments &) {
    const wald_metric *const metric = metrics_.any(bytes_);
    const wald_estimator *const estimator = estimators_.any(bytes_);
    const wald_options *const options = this->options(0);
    wald_decision *const decision = decisions_.any(bytes_);
    if (!went_well(wald_decide(metric, estimator, options, decision))) return;
    const int64_t n = labels_of(estimator);
    const double expected = number<double>(decision, WALD_DECISION_EXPECTED, 0);
    const double bound = number<double>(decision, WALD_DECISION_BOUND, 0);
    REQUIRE(std::isfinite(expected) && bound >= 0);
    const bool whole = number<int>(decision, WALD_DECISION_ABSTAINED, 0) == 0 &&
                       number<int>(decision, WALD_DECISION_N_UNDECIDED, 0) == 0;
    std::vector<uint8_t> mask(static_cast<std::size_t>(n));
    REQUIRE(wald_decision_mask(decision, 0, mask.data(), n, nullptr) == WALD_OK);
    if (!whole) return;
    double value = 0, error = 0;
    REQUIRE(expected_of(metric, estimator, BYTES(mask.data(), n), nullptr, &value, &error, nullptr, nullptr) ==
            WALD_OK);
    const double room = 1e-12 * std::fmax(1, std::fabs(expected));
    REQUIRE(std::fabs(value - expected) <= room + error);
    double regret = 0, regret_bound = 0;
    if (went_well(
            expected_of(metric, estimator, BYTES(mask.data(), n), options, nullptr, nullptr, &regret, &regret_bound)))
      REQUIRE(regret >= 0 && regret <= bound + room);
  }

  void decide_table(Arguments &arguments) {
    const int64_t rows = arguments.size(), n = arguments.size();
    const wald_array *const table = arguments.reals(rows, n);
    std::vector<double> expected(rows < 0 || n < 0 ? 64 : 64 + static_cast<std::size_t>(rows * n));
    wald_decision *const decision = decisions_.any(bytes_);
    if (!went_well(wald_decide_table(metrics_.any(bytes_), static_cast<wald_kind>(bytes_.below(3)), DENSE(table),
                                     options(0), nullptr, arguments.optional(expected.data()), decision)) ||
        decision == nullptr)
      return;
    const auto answers = number<int64_t>(decision, WALD_DECISION_N_ANSWERS, 0);
    for (int64_t a = 0; a < answers; ++a) {
      REQUIRE(std::isfinite(number<double>(decision, WALD_DECISION_EXPECTED, a)));
      REQUIRE(number<double>(decision, WALD_DECISION_BOUND, a) >= 0);
    }
  }

  // A micro average over several states.
  void micro(Arguments &arguments) {
    if (bytes_.below(3) == 0) {
      wald_table_pass *made = nullptr;
      micros_.take(wald_table_pass_create(metrics_.any(bytes_), options(0), &made), made);
    }
    wald_table_pass *const micro = micros_.any(bytes_);
    const Untouched untouched(micro, WALD_BINARY);
    switch (bytes_.below(4)) {
      case 0:
        untouched.after(wald_table_pass_feed(micro, DENSE(arguments.reals(arguments.size(), arguments.size()))));
        return;
      case 1: untouched.after(wald_merge(micro, micros_.any(bytes_))); return;
      case 2: {
        if (micro == nullptr) return;
        std::string bytes = saved(micro, WALD_BINARY);
        if (bytes_.below(2) == 0) bytes[static_cast<std::size_t>(bytes_.byte()) % bytes.size()] ^= 1;
        wald_table_pass *made = nullptr;
        micros_.take(wald_load(WALD_OBJECT_TABLE_PASS, bytes.data(), static_cast<int64_t>(bytes.size()), &made), made);
        return;
      }
      default: {
        int32_t decided = -1;
        const wald_status status = wald_table_pass_next(micro, &decided);
        untouched.after(status);
        if (status != WALD_OK) return;
        REQUIRE(decided == 0 || decided == 1);
        if (decided == 0) return;
        REQUIRE(std::isfinite(number<double>(micro, WALD_TABLE_PASS_EXPECTED)));
        REQUIRE(number<double>(micro, WALD_TABLE_PASS_BOUND) >= 0);
      }
    }
  }
  void report(Arguments &arguments) {
    const int64_t rows = arguments.size(), n = arguments.size();
    wald_report *made = nullptr;
    const wald_array *const truth = arguments.labels(rows, n), *const p = arguments.reals(rows, n);
    const wald_status status =
        wald_report_create(metrics_.any(bytes_), static_cast<wald_kind>(bytes_.below(4)), truth, p,
                           REPORT_INPUT(arguments.optional(arguments.labels(rows, n)),
                                        arguments.optional(arguments.reals(rows, 1)),
                                        arguments.optional(arguments.codes(rows)), nullptr),
                           options(0), &made);
    if (!went_well(status)) {
      REQUIRE(made == nullptr);
      return;
    }
    const char *data = nullptr;
    REQUIRE(wald_text(made, WALD_REPORT_DATA, 0, &data) == WALD_OK);
    const std::string json(data);
    REQUIRE(!json.empty());
    for (const char *not_json : {":nan", ":inf", ":-nan", ":-inf", ",nan", ",inf"})
      REQUIRE(json.find(not_json) == std::string::npos);
    wald_destroy(made);
  }

  // A table of two or three stages, and routes through it.
  void route(Arguments &arguments) {
    const int64_t rows = 3 * std::max<int64_t>(arguments.size(), 1), n = 2 + bytes_.below(2);
    if (bytes_.below(4) == 0) {
      wald_stages *made = nullptr;
      stages_.take(wald_stages_create(n, &made), made);
    }
    wald_stages *const stages = stages_.any(bytes_);
    const int64_t width = stages == nullptr ? n : number<int64_t>(stages, WALD_STAGES_N_STAGES);
    const Untouched untouched(stages);
    switch (bytes_.below(4)) {
      case 0:
        untouched.after(wald_stages_feed(
            stages, STAGE_ROWS(arguments.reals(rows, width), nullptr, nullptr, arguments.reals(rows, width),
                               arguments.optional(arguments.reals(rows, width)),
                               arguments.optional(arguments.reals(rows, 1)), nullptr,
                               arguments.optional(arguments.codes(rows)),
                               arguments.optional(arguments.reals(rows, 1)))));
        return;
      case 1: untouched.after(wald_merge(stages, stages_.any(bytes_))); return;
      case 2: {
        wald_route *made = nullptr;
        if (!routes_.take(wald_route_choose(stages, options(4), &made), made)) return;
        REQUIRE(number<double>(made, WALD_ROUTE_COST) >= 0);
        double cost = 0;
        went_well(route_evaluation_of(made, stages, nullptr, &cost, nullptr, nullptr));
        return;
      }
      default: {
        const wald_route *const chosen = routes_.any(bytes_);
        const int64_t asked =
            chosen == nullptr ? width : number<int64_t>(chosen, WALD_ROUTE_N_STAGES);
        const wald_array *const confidences = arguments.reals(rows, asked);
        if (confidences != nullptr && confidences->rows > rows) return;
        std::vector<int32_t> out(static_cast<std::size_t>(rows), -1);
        if (went_well(wald_route_apply(chosen, confidences, arguments.optional(arguments.codes(rows)), out.data())))
          for (int64_t i = 0; i < confidences->rows; ++i) {
            const int32_t stage = out[static_cast<std::size_t>(i)];
            REQUIRE(stage >= 0 && stage < asked);
          }
      }
    }
  }

  void judge(Arguments &arguments) {
    const int64_t rows = arguments.size(), n = arguments.size();
    const wald_metric *const metric = metrics_.any(bytes_);
    const wald_array *const truth = arguments.labels(rows, n), *const weights =
                                                                   arguments.optional(arguments.reals(rows, 1));
    double value = 0;
    switch (bytes_.below(3)) {
      case 0: {
        int64_t undecided = 0;
        if (went_well(wald_evaluate(metric, truth, arguments.labels(rows, n), weights, options(0), &value, &undecided)))
          REQUIRE(undecided >= 0 && !std::isinf(value));
        return;
      }
      case 1: {
        double out[COMPARISON_FACTS];
        wald_options *const quick = options(0);
        const wald_array *const a = arguments.labels(rows, n), *const b = arguments.labels(rows, n);
        if (went_well(comparison_of(metric, truth, a, b,
                                    ROWS_VIEW(weights, arguments.optional(arguments.codes(rows))), quick, out)))
          REQUIRE(out[PLACE(WALD_COMPARISON_N_UNITS)] >= 0);
        return;
      }
      default: {
        const wald_estimator *const estimator = estimators_.any(bytes_);
        double error = 0;
        if (went_well(expected_of(metric, estimator, arguments.labels(labels_of(estimator), 1), nullptr, &value,
                                    &error, nullptr, nullptr)))
          REQUIRE(std::isfinite(value) && error >= 0);
      }
    }
  }

  // ---- Thresholds ----

  int64_t scores_of(const wald_sample *sample) {
    return sample == nullptr ? 1 : number<int64_t>(sample, WALD_SAMPLE_N_SCORES);
  }

  void feed_sample(Arguments &arguments) {
    wald_sample *const sample = samples_.any(bytes_);
    const Untouched untouched(sample);
    if (bytes_.below(8) == 7) {
      untouched.after(bytes_.below(2) == 0 ? wald_merge(sample, samples_.any(bytes_))
                                           : wald_clear(sample));
      return;
    }
    const int64_t rows = arguments.size();
    untouched.after(wald_sample_feed(sample, arguments.labels(rows, 1), arguments.reals(rows, scores_of(sample)),
                                     arguments.optional(arguments.reals(rows, 1))));
  }

  void choose(Arguments &arguments) {
    const wald_sample *const sample = samples_.any(bytes_);
    wald_thresholds *made = nullptr;
    if (scores_of(sample) > 3) return;
    const bool chosen = bytes_.below(2) == 0 ? thresholds_.take(wald_sample_choose(sample, options(1), &made), made)
                                             : thresholds_.take(choose_from_arrays(arguments, &made), made);
    if (!chosen) return;
    const double tp = number<double>(made, WALD_THRESHOLDS_TP, 0);
    const double positives = number<double>(made, WALD_THRESHOLDS_POSITIVES, 0);
    REQUIRE(tp >= 0 && !(tp > positives * (1 + 1e-12)));  // NaN if they were not counted
    wald_frontier *frontier = nullptr;
    frontiers_.take(wald_frontier_create(sample, options(1), &frontier), frontier);
  }
  wald_status choose_from_arrays(Arguments &arguments, wald_thresholds **made) {
    const int64_t rows = arguments.size() * arguments.size();
    return wald_thresholds_choose(arguments.labels(rows, 1), arguments.reals(rows, 1),
                                  arguments.optional(arguments.reals(rows, 1)), nullptr, WALD_RULE_OR, options(1),
                                  made);
  }

  void thresholds_of_tables(Arguments &arguments) {
    const int64_t rows = arguments.size() * arguments.size(), m = arguments.size();
    switch (bytes_.below(3)) {
      case 0: {
        const wald_array *const scores = arguments.reals(rows, m);
        wald_labels *made = nullptr;
        if (!went_well(wald_labels_choose(arguments.labels(rows, m), scores,
                                          arguments.optional(arguments.reals(rows, 1)),
                                          arguments.optional(arguments.codes(rows)), options(1), &made)))
          return;
        double value = 0;
        went_well(wald_number(made, static_cast<wald_labels_fact>(WALD_LABELS_VALUE + bytes_.below(20)),
                              static_cast<int64_t>(bytes_.below(4)), &value));
        int64_t needed = 0;
        REQUIRE(wald_numbers(made, WALD_LABELS_THRESHOLD, 0, nullptr, 0, &needed) == WALD_OK);
        REQUIRE(needed == scores->columns);
        wald_destroy(made);
        return;
      }
      case 1: {
        wald_threshold_pass *made = nullptr;
        if (binned_.take(wald_threshold_pass_create(options(1), &made), made)) {
          const Untouched untouched(made, WALD_BINARY);
          untouched.after(wald_threshold_pass_feed(made, arguments.labels(rows, 1), arguments.reals(rows, 1),
                                           arguments.optional(arguments.reals(rows, 1))));
        }
        return;
      }
      default: {
        wald_threshold_pass *const binned = binned_.any(bytes_);
        wald_thresholds *made = nullptr;
        if (bytes_.below(2) == 0) {
          const Untouched untouched(binned, WALD_BINARY);
          untouched.after(wald_merge(binned, binned_.any(bytes_)));
        } else if (went_well(wald_threshold_pass_next(binned, &made)) && made != nullptr) {
          thresholds_.take(WALD_OK, made);
        }
      }
    }
  }
  // ---- Cascades and learners ----

  void cascade(Arguments &arguments) {
    const int64_t rows = arguments.size() * 2, models = arguments.size();
    wald_cascade_scores *scores = nullptr;
    if (bytes_.below(2) == 0 && scores_.take(wald_cascade_scores_create(models, 1, &scores), scores)) {
      if (!went_well(wald_cascade_scores_feed(scores, arguments.reals(rows, models), nullptr, nullptr, nullptr, nullptr)))
        REQUIRE(number<int64_t>(scores, WALD_CASCADE_SCORES_N_ROWS) == 0);
    }
    if (bytes_.below(2) == 0) {
      wald_cascade *made = nullptr;
      if (scores == nullptr) return;
      cascades_.take(wald_cascade_fit(scores, nullptr, options(2), &made), made);
      return;
    }
    const wald_cascade *const cascade = cascades_.any(bytes_);
    const int64_t asked = cascade == nullptr ? 1 : number<int64_t>(cascade, WALD_CASCADE_N_MODELS);
    const wald_array *const table = arguments.reals(rows, asked);
    if (table != nullptr && table->rows > rows) return;
    std::vector<int32_t> decided(static_cast<std::size_t>(std::max<int64_t>(rows, 1)), -1), counts = decided;
    went_well(wald_cascade_apply(cascade, table, options(2), decided.data(), counts.data(), nullptr));
  }

  void learn(Arguments &arguments) {
    const int64_t rows = arguments.size() * 3;
    switch (bytes_.below(3)) {
      case 0: {
        wald_dataset *made = nullptr;
        if (!datasets_.take(wald_dataset_create(DENSE(arguments.reals(rows, 2)), &made), made)) return;
        if (bytes_.below(4) != 0)
          went_well(SET_LABELS(made, DENSE(arguments.labels(rows, 3))));
        else
          went_well(SET_CLASSES(made, arguments.codes(rows), 4));
        if (bytes_.below(4) == 0) went_well(SET_WEIGHTS(made, arguments.reals(rows, 1)));
        if (bytes_.below(4) == 0) went_well(SET_GROUPS(made, arguments.codes(rows)));
        return;
      }
      case 1: {
        wald_learner *made = nullptr;
        const wald_dataset *const dataset = datasets_.any(bytes_);
        if (!learners_.take(wald_learner_fit(one_of(bytes_, learners), dataset, options(3), &made), made)) return;
        wald_decision *const decision = decisions_.any(bytes_);
        went_well(wald_learner_decide(made, dataset, metrics_.any(bytes_), options(0), nullptr, nullptr, decision));
        return;
      }
      default: {
        const auto input = static_cast<wald_calibration_input>(bytes_.below(3));
        wald_calibration *made = nullptr;
        const wald_array *const scores = arguments.reals(rows, 1);
        if (!calibrations_.take(wald_calibration_fit(one_of(bytes_, calibrations), input, arguments.labels(rows, 1),
                                                     scores,
                                                     arguments.optional(arguments.reals(rows, 1)), &made),
                                made))
          return;
        std::vector<double> out(static_cast<std::size_t>(scores->rows));
        REQUIRE(wald_calibration_apply(made, input, scores, out.data()) == WALD_OK);
        for (const double p : out) REQUIRE(p >= 0 && p <= 1);
      }
    }
  }

  // ---- What goes with these ----

  void more(Arguments &arguments) {
    switch (bytes_.below(12)) {
      case 0:
      case 1: worth(arguments); break;
      case 2: distribution(arguments); break;
      case 3: curve(arguments); break;
      case 4: expected_rows(arguments); break;
      case 5: labelling(arguments); break;
      case 6: label_stages(arguments); break;
      case 7: ask_learner(arguments); break;
      case 8: rules(arguments); break;
      case 9: reliability(arguments); break;
      default: read_facts(arguments); break;
    }
  }

  // Rows as compressed ones, of a table that a call has taken.
  struct Compressed {
    std::vector<int64_t> indptr{0}, indices;
    std::vector<double> values;
    int64_t rows, columns;
    explicit Compressed(const wald_array &table) : rows(table.rows), columns(table.columns) {
      for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
          const int64_t at = i * table.row_stride + j * table.column_stride;
          const double p = table.type == WALD_FLOAT64 ? static_cast<const double *>(table.data)[at]
                                                      : double{static_cast<const float *>(table.data)[at]};
          if (p == 0) continue;
          indices.push_back(j);
          values.push_back(p);
        }
        indptr.push_back(static_cast<int64_t>(indices.size()));
      }
    }
    Sparse view() const {
      return {indptr.data(), indices.data(), WALD_INT64, values.data(), WALD_FLOAT64, rows, columns};
    }
  };

  // Whether deciding pays: what is told fits together, and is the same of compressed rows.
  void worth(Arguments &arguments) {
    const int64_t rows = arguments.size(), n = arguments.size();
    const wald_metric *const metric = metrics_.any(bytes_);
    const auto kind = static_cast<wald_kind>(bytes_.below(3));
    const wald_array *const table = arguments.reals(rows, n),
                            *const weights = arguments.optional(arguments.reals(rows, 1));
    wald_options *const options = this->options(0);
    double out[WORTH_FACTS] = {};
    if (!went_well(worth_of(metric, kind, DENSE(table), weights, options, out))) return;
    const double gain = out[PLACE(WALD_WORTH_GAIN)], cut = out[PLACE(WALD_WORTH_EXPECTED_CUT)],
                 optimum = out[PLACE(WALD_WORTH_EXPECTED_OPTIMUM)], error = out[PLACE(WALD_WORTH_STANDARD_ERROR)],
                 truth_error = out[PLACE(WALD_WORTH_TRUTH_ERROR)], scale = std::fmax(std::fabs(cut), std::fabs(optimum));
    REQUIRE(std::isfinite(gain) && std::isfinite(cut) && std::isfinite(optimum) && truth_error >= 0);
    REQUIRE(std::fabs(gain - (optimum - cut)) <= 1e-9 * std::fmax(1, scale));
    REQUIRE(std::isnan(error) || error >= truth_error * (1 - 1e-12) || out[PLACE(WALD_WORTH_CHANGED_CELL_SHARE)] == 0);
    for (const int share : {PLACE(WALD_WORTH_CHANGED_ROW_SHARE), PLACE(WALD_WORTH_CHANGED_CELL_SHARE)})
      REQUIRE(out[share] >= 0 && out[share] <= 1);
    REQUIRE(out[PLACE(WALD_WORTH_N_ROWS)] >= 1 && out[PLACE(WALD_WORTH_N_ROWS)] <= static_cast<double>(table->rows));
    if (out[PLACE(WALD_WORTH_CHANGED_CELL_SHARE)] == 0) REQUIRE(gain == 0 && error == 0);
    const std::string set = set_to(options, "least_gain");
    const double least = set.empty() ? 0 : std::strtod(set.c_str(), nullptr);
    const bool pays = gain - 2 * error > least, not_at_all = gain + 2 * error <= least;
    REQUIRE(out[PLACE(WALD_WORTH_VERDICT)] == (pays         ? WALD_WORTH_VERDICT_PAYS
                                       : not_at_all ? WALD_WORTH_VERDICT_DOES_NOT_PAY
                                                    : WALD_WORTH_VERDICT_UNDETERMINED));
    REQUIRE(std::isnan(out[PLACE(WALD_WORTH_ROWS_NEEDED)]) || out[PLACE(WALD_WORTH_ROWS_NEEDED)] >= 1);
    const Compressed same(*table);
    double sparse[WORTH_FACTS] = {};
    REQUIRE(worth_of(metric, kind, COMPRESSED(same.view()), weights, options, sparse) == WALD_OK);
    for (const int fact : {PLACE(WALD_WORTH_EXPECTED_CUT), PLACE(WALD_WORTH_EXPECTED_OPTIMUM)})
      REQUIRE(std::fabs(sparse[fact] - out[fact]) <= 1e-9 * std::fmax(1, scale));
  }

  // Of any prediction: probabilities that sum to 1, quantiles that rise, a mean between the ends.
  void distribution(Arguments &arguments) {
    const wald_estimator *const estimator = estimators_.any(bytes_);
    wald_distribution *made = nullptr;
    if (!went_well(wald_distribution_create(metrics_.any(bytes_), estimator,
                                            arguments.labels(labels_of(estimator), 1), options(0), &made))) {
      REQUIRE(made == nullptr);
      return;
    }
    const double mean = number<double>(made, WALD_DISTRIBUTION_MEAN);
    REQUIRE(number<double>(made, WALD_DISTRIBUTION_SD) >= 0);
    double before = -std::numeric_limits<double>::infinity(), probability = 0, error = 0, lowest = 0;
    for (const double q : {0.0, 0.25, 0.5, 1.0}) {
      double u = 0;
      REQUIRE(wald_distribution_quantile(made, q, &u) == WALD_OK && u >= before);
      if (q == 0) lowest = u;
      before = u;
      REQUIRE(wald_distribution_at_least(made, u, &probability, &error) == WALD_OK);
      REQUIRE(probability >= 1 - q - 1e-9 && probability <= 1 + 1e-9 && error >= 0);
    }
    const double room = 1e-9 * std::fmax(1, std::fmax(std::fabs(lowest), std::fabs(before)));
    REQUIRE(mean >= lowest - room && mean <= before + room);
    int64_t needed = 0;
    REQUIRE(wald_numbers(made, WALD_DISTRIBUTION_VALUES, 0, nullptr, 0, &needed) == WALD_OK);
    std::vector<double> values(static_cast<std::size_t>(needed)), masses(values.size());
    if (went_well(wald_numbers(made, WALD_DISTRIBUTION_VALUES, 0, values.data(), needed, &needed)) &&
        went_well(wald_numbers(made, WALD_DISTRIBUTION_PROBABILITIES, 0, masses.data(), needed, &needed))) {
      double sum = 0;
      for (const double p : masses) sum += p;
      REQUIRE(std::is_sorted(values.begin(), values.end()) && (needed == 0 || std::fabs(sum - 1) <= 1e-6));
    }
    wald_destroy(made);
  }

  // The best of each k is no better than the best of all, and one of them is as good.
  void curve(Arguments &) {
    const wald_metric *const metric = metrics_.any(bytes_);
    const wald_estimator *const estimator = estimators_.any(bytes_);
    wald_options *const options = this->options(0);
    double out[16] = {}, probability = 0;
    int64_t needed = 0;
    double likeliest[16] = {};
    uint8_t drawn[48] = {};
    const int64_t n = labels_of(estimator);
    if (went_well(wald_numbers(estimator, WALD_ESTIMATOR_MODE, 0, likeliest, 16, &needed)) &&
        went_well(wald_number(estimator, WALD_ESTIMATOR_MODE_PROBABILITY, 0, &probability)))
      REQUIRE(needed == n && probability >= 0 && probability <= 1 + 1e-12);
    if (n <= 16 && went_well(wald_estimator_draw(estimator, options, MASK(drawn, 3, n))))
      for (const uint8_t y : drawn) REQUIRE(y <= 1);
    wald_decision *const decision = decisions_.any(bytes_);
    if (n > 15 || !went_well(wald_curve(metric, estimator, options, out, 16, &needed)) ||
        !went_well(wald_decide(metric, estimator, options, decision)))
      return;
    REQUIRE(needed == n + 1);
    const double expected = number<double>(decision, WALD_DECISION_EXPECTED, 0);
    double best = -std::numeric_limits<double>::infinity();
    for (int64_t k = 0; k <= n; ++k)
      if (!std::isnan(out[k])) best = std::fmax(best, out[k]);
    const bool whole = number<int>(decision, WALD_DECISION_ABSTAINED, 0) == 0 &&
                       number<int>(decision, WALD_DECISION_N_UNDECIDED, 0) == 0;
    if (whole) REQUIRE(std::fabs(best - expected) <= 1e-9 * std::fmax(1, std::fabs(best)));
  }

  // What is decided gives away no more than the decision says; compressed rows are decided as well.
  void expected_rows(Arguments &arguments) {
    const int64_t rows = arguments.size(), n = arguments.size();
    const wald_metric *const metric = metrics_.any(bytes_);
    const auto kind = static_cast<wald_kind>(bytes_.below(3));
    const wald_array *const table = arguments.reals(rows, n);
    wald_options *const options = this->options(0);
    wald_decision *const decision = decisions_.any(bytes_);
    std::vector<uint8_t> mask(rows < 0 || n < 0 ? 1 : static_cast<std::size_t>(rows * n) + 1);
    if (decision == nullptr || table == nullptr || table->rows != rows || table->columns != n ||
        !went_well(
            wald_decide_table(metric, kind, DENSE(table), options, MASK(mask.data(), rows, n), nullptr, decision)))
      return;
    const auto answers = number<int64_t>(decision, WALD_DECISION_N_ANSWERS, 0);
    std::vector<double> expected(static_cast<std::size_t>(answers)), regret(expected.size()), said(expected.size());
    for (int64_t a = 0; a < answers; ++a)
      said[static_cast<std::size_t>(a)] = number<double>(decision, WALD_DECISION_EXPECTED, a);
    if (went_well(expected_rows_of(metric, kind, table, MASK(mask.data(), rows, n), options, expected.data(),
                                     regret.data())))
      for (std::size_t a = 0; a < said.size(); ++a) {
        const double room = 1e-9 * std::fmax(1, std::fabs(said[a]));
        REQUIRE(regret[a] >= 0 && (std::isnan(expected[a]) || regret[a] <= room));
      }
    const Compressed same(*table);
    REQUIRE(wald_decide_table(metric, kind, COMPRESSED(same.view()), options, nullptr, expected.data(), decision) ==
            WALD_OK);
    for (std::size_t a = 0; a < said.size(); ++a)
      REQUIRE(std::fabs(expected[a] - said[a]) <= 1e-9 * std::fmax(1, std::fabs(said[a])));
  }

  // Rows are given once, and none if it is done; what is known of them only grows.
  void labelling(Arguments &arguments) {
    const int64_t rows = 3 * std::max<int64_t>(arguments.size(), 1);
    constexpr const char *qualities[] = {"accuracy", "recall", "precision", "f1"};
    wald_labelling *made = nullptr;
    if (!went_well(wald_labelling_create(arguments.reals(rows, 1), one_of(bytes_, qualities), bytes_.number(),
                                         bytes_.number(), bytes_.byte(), &made))) {
      REQUIRE(made == nullptr);
      return;
    }
    std::vector<bool> seen(static_cast<std::size_t>(rows));
    int64_t labelled = 0;
    for (int rounds = 0; rounds < 30; ++rounds) {
      int64_t asked[32] = {}, needed = 0;
      if (!went_well(wald_labelling_next(made, bytes_.below(6), asked, 32, &needed))) break;
      REQUIRE((needed == 0) == (number<int>(made, WALD_LABELLING_CERTIFIED) == 1));
      if (needed == 0) break;
      std::vector<uint8_t> events(static_cast<std::size_t>(needed));
      for (uint8_t &event : events) event = static_cast<uint8_t>(bytes_.below(2));
      if (bytes_.below(16) == 15) {
        REQUIRE(!went_well(wald_labelling_answer(made, BYTES(events.data(), needed - 1), nullptr)));
        REQUIRE(number<int64_t>(made, WALD_LABELLING_N_LABELLED) == labelled);
      }
      std::vector<double> renewed(static_cast<std::size_t>(rows));
      for (double &chance : renewed) chance = static_cast<double>(bytes_.below(5)) / 4;
      const bool renews = bytes_.below(3) == 2;
      REQUIRE((renews ? wald_labelling_answer(made, BYTES(events.data(), needed), DOUBLES(renewed.data(), rows))
                      : wald_labelling_answer(made, BYTES(events.data(), needed), nullptr)) == WALD_OK);
      for (int64_t i = 0; i < needed; ++i) {
        const auto row = static_cast<std::size_t>(asked[i]);
        REQUIRE(row < seen.size() && !seen[row]);
        seen[row] = true;
      }
      labelled += needed;
      REQUIRE(number<int64_t>(made, WALD_LABELLING_N_LABELLED) == labelled);
      REQUIRE(number<double>(made, WALD_LABELLING_MAX_EVENTS) >= 0);
    }
    wald_destroy(made);
  }

  // Rows to label, and their labels; a step of a route.
  void label_stages(Arguments &arguments) {
    wald_stages *const stages = stages_.any(bytes_);
    if (stages == nullptr) return;
    const auto rows = number<int64_t>(stages, WALD_STAGES_N_ROWS);
    const auto width = number<int64_t>(stages, WALD_STAGES_N_STAGES);
    if (rows > 256) return;
    std::vector<int64_t> asked(static_cast<std::size_t>(rows) + 1);
    int64_t needed = 0;
    const Untouched untouched(stages);
    const wald_status status = wald_stages_ask(stages, options(4), asked.data(), rows, &needed);
    untouched.after(status);
    if (status == WALD_OK) {
      REQUIRE(needed >= 0 && needed <= rows && std::is_sorted(asked.begin(), asked.begin() + needed));
      const Untouched before(stages);
      before.after(wald_stages_label(stages, INTEGERS(asked.data(), needed), nullptr, arguments.reals(needed, width)));
    }
    const wald_route *const route = routes_.any(bytes_);
    int64_t next = -2;
    if (!went_well(wald_route_next(route, bytes_.below(4) - 1, bytes_.below(4) - 1, bytes_.number(), &next))) return;
    REQUIRE(next >= -1 && next < number<int64_t>(route, WALD_ROUTE_N_STAGES));
    const std::string text = saved(route);
    wald_route *again = nullptr;
    REQUIRE(wald_load(WALD_OBJECT_ROUTE, text.data(), static_cast<int64_t>(text.size()), &again) == WALD_OK);
    REQUIRE(saved(again) == text);
    wald_destroy(again);
  }

  // Predictions of a learner, with what another model says of them now and then.
  void ask_learner(Arguments &arguments) {
    const wald_learner *const learner = learners_.any(bytes_);
    wald_dataset *const dataset = datasets_.any(bytes_);
    if (learner == nullptr || dataset == nullptr) return;
    const auto rows = number<int64_t>(dataset, WALD_DATASET_N_ROWS);
    const auto labels = number<int64_t>(learner, WALD_LEARNER_N_LABELS, 0);
    if (bytes_.below(2) == 0) went_well(SET_MARGINALS(dataset, arguments.reals(rows, labels)));
    std::vector<double> p(static_cast<std::size_t>(std::max<int64_t>(rows, 0) * labels), -1);
    if (went_well(wald_learner_probabilities(learner, dataset, options(0), p.data())))
      for (const double each : p) REQUIRE(each >= 0 && each <= 1);
    wald_estimator *made = nullptr;
    estimators_.take(wald_learner_estimator(learner, dataset, bytes_.below(8) - 1, options(0), &made), made);
  }

  // Thresholds, from a sample or from anywhere, on other rows.
  void rules(Arguments &arguments) {
    const int64_t rows = std::max<int64_t>(arguments.size(), 1), n = arguments.size();
    const wald_array *const scores = arguments.reals(rows, n);
    if (scores != nullptr && scores->rows > rows) return;
    std::vector<uint8_t> flagged(static_cast<std::size_t>(rows), 7);
    const double cuts[8] = {bytes_.number(), bytes_.number(), 0.5, 0, 1, 0.25, 0.75, 0.1};
    const wald_thresholds *const chosen = thresholds_.any(bytes_);
    const bool own = bytes_.below(2) == 0;
    if (went_well(own ? wald_thresholds_apply(chosen, bytes_.below(3) - 1, scores, BYTES(flagged.data(), rows))
                      : wald_rule_apply(static_cast<wald_rule>(bytes_.below(4)), cuts, n, scores,
                                        BYTES(flagged.data(), rows))))
      for (const uint8_t one : flagged) REQUIRE(one <= 1);
    double low = 0, high = 0;
    int32_t exact = 0;
    if (went_well(wald_thresholds_interval(chosen, 0, static_cast<int32_t>(bytes_.below(20)), &low, &high, &exact)))
      REQUIRE((std::isnan(low) && std::isnan(high)) || low <= high);
    double areas[4] = {};
    if (went_well(wald_frontier_partial_areas(frontiers_.any(bytes_), 4 * bytes_.number(), areas, areas + 1, areas + 2,
                                              areas + 3)))
      for (const double area : areas) REQUIRE(!(area < -1e-12 || area > 1 + 1e-9));
    std::vector<double> multipliers(static_cast<std::size_t>(std::max<int64_t>(n, 1)));
    if (scores == nullptr || scores->columns > n) return;
    wald_multipliers *made = nullptr;
    if (went_well(wald_multipliers_choose(arguments.codes(rows), scores, nullptr, nullptr, options(1), &made))) {
      double value = 0, start = 0;
      REQUIRE(wald_number(made, WALD_MULTIPLIERS_VALUE, 0, &value) == WALD_OK);
      REQUIRE(wald_number(made, WALD_MULTIPLIERS_START, 0, &start) == WALD_OK && value >= start);
      multipliers.resize(static_cast<std::size_t>(scores->columns));
      REQUIRE(wald_numbers(made, WALD_MULTIPLIERS_MULTIPLIERS, 0, multipliers.data(), scores->columns, nullptr) ==
              WALD_OK);
      wald_destroy(made);
      std::vector<int64_t> classes(static_cast<std::size_t>(rows), -1);
      REQUIRE(wald_class_apply(multipliers.data(), nullptr, scores, classes.data()) == WALD_OK);
      for (const int64_t one : classes) REQUIRE(one >= 0 && one < n);
    }
  }

  // How often what is said to happen happens.
  void reliability(Arguments &arguments) {
    const int64_t rows = 3 * std::max<int64_t>(arguments.size(), 1);
    const wald_array *const p = arguments.reals(rows, 1), *const labels = arguments.labels(rows, 1);
    wald_reliability *made = nullptr;
    if (!went_well(wald_reliability_create(labels, p, arguments.optional(arguments.reals(rows, 1)), options(1), &made)))
      return;
    const double prevalence = number<double>(made, WALD_RELIABILITY_PREVALENCE);
    REQUIRE(prevalence >= 0 && prevalence <= 1);
    int64_t needed = 0;
    REQUIRE(wald_numbers(made, WALD_RELIABILITY_FITTED, 0, nullptr, 0, &needed) == WALD_OK);
    std::vector<double> fitted(static_cast<std::size_t>(needed));
    REQUIRE(wald_numbers(made, WALD_RELIABILITY_FITTED, 0, fitted.data(), needed, nullptr) == WALD_OK);
    for (const double each : fitted) REQUIRE(std::isnan(each) || (each >= 0 && each <= 1));
    wald_destroy(made);
  }

  // ---- Facts: any number, of any object ----

  void read_facts(Arguments &) {
    const auto fact = static_cast<int32_t>(bytes_.below(34)) - 1;
    const int64_t item = bytes_.below(4) - 1, capacity = bytes_.below(8);
    double value = 0, out[8];
    int64_t needed = 0;
    const char *text = nullptr;
    switch (bytes_.below(6)) {
      case 0:
        went_well(wald_number(decisions_.any(bytes_), fact, item, &value));
        went_well(wald_numbers(decisions_.any(bytes_), fact, 0, out, capacity, &needed));
        went_well(wald_text(decisions_.any(bytes_), fact, item, &text));
        break;
      case 1:
        went_well(wald_number(estimators_.any(bytes_), fact, 0, &value));
        went_well(wald_numbers(estimators_.any(bytes_), fact, 0, out, capacity, &needed));
        break;
      case 2:
        went_well(wald_number(samples_.any(bytes_), fact, 0, &value));
        went_well(wald_numbers(samples_.any(bytes_), fact, 0, out, capacity, &needed));
        break;
      case 3:
        went_well(wald_number(thresholds_.any(bytes_), fact, item, &value));
        went_well(wald_numbers(thresholds_.any(bytes_), fact, item, out, capacity, &needed));
        went_well(wald_text(thresholds_.any(bytes_), fact, item, &text));
        break;
      case 4:
        went_well(wald_number(frontiers_.any(bytes_), fact, 0, &value));
        went_well(wald_numbers(frontiers_.any(bytes_), fact, 0, out, capacity, &needed));
        break;
      default:
        went_well(wald_number(learners_.any(bytes_), fact, item, &value));
        went_well(wald_numbers(learners_.any(bytes_), fact, item, out, capacity, &needed));
        went_well(wald_number(cascades_.any(bytes_), fact, 0, &value));
        went_well(wald_numbers(cascades_.any(bytes_), fact, 0, out, capacity, &needed));
    }
  }

  Bytes bytes_;
  Options options_[std::size(families)];
  Pool<wald_metric> metrics_;
  Pool<wald_estimator> estimators_;
  Pool<wald_decision> decisions_;
  Pool<wald_sample> samples_;
  Pool<wald_thresholds> thresholds_;
  Pool<wald_frontier> frontiers_;
  Pool<wald_threshold_pass> binned_;
  Pool<wald_table_pass> micros_;
  Pool<wald_stages> stages_;
  Pool<wald_route> routes_;
  Pool<wald_cascade_scores> scores_;
  Pool<wald_cascade> cascades_;
  Pool<wald_dataset> datasets_;
  Pool<wald_learner> learners_;
  Pool<wald_calibration> calibrations_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  Session(data, size).run();
  return 0;
}

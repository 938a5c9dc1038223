// Fails every single allocation of every call that allocates, and then all from that one on: each time the call must
// say WALD_ERROR_MEMORY (or do without), leave what it was given as it was, leak nothing, and succeed when repeated.
//
// The allocator is replaced by one that counts and fails on demand, so this runs without sanitizers and valgrind.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include "arrays.h"
#include "judged.h"

// ---- The allocator ---------------------------------------------------------------------------------

namespace {

std::atomic<long> countdown{-1};  // allocations until one fails; below 0: none does
std::atomic<bool> all_after{false}, failed{false}, of_calloc{false};
std::atomic<long> live{0};  // blocks of operator new that are not deleted

bool refuses() {
  if (countdown.load() < 0) return false;
  if (countdown.fetch_sub(1) > 0) return false;
  countdown = all_after ? 0 : -1;
  failed = true;
  errno = ENOMEM;
  return true;
}

}  // namespace

extern "C" {
void *__libc_malloc(std::size_t);
void *__libc_calloc(std::size_t, std::size_t);
void *__libc_realloc(void *, std::size_t);
void *__libc_memalign(std::size_t, std::size_t);
void __libc_free(void *);

#define VISIBLE __attribute__((visibility("default")))
VISIBLE void *malloc(std::size_t size) { return refuses() ? nullptr : __libc_malloc(size); }
VISIBLE void *calloc(std::size_t n, std::size_t size) {
  if (!refuses()) return __libc_calloc(n, size);
  of_calloc = true;
  return nullptr;
}
VISIBLE void *realloc(void *block, std::size_t size) { return refuses() ? nullptr : __libc_realloc(block, size); }
VISIBLE void *aligned_alloc(std::size_t alignment, std::size_t size) {
  return refuses() ? nullptr : __libc_memalign(alignment, size);
}
VISIBLE int posix_memalign(void **out, std::size_t alignment, std::size_t size) {
  *out = refuses() ? nullptr : __libc_memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}
VISIBLE void free(void *block) { __libc_free(block); }
}

VISIBLE void *operator new(std::size_t size) {
  void *block = malloc(size > 0 ? size : 1);
  if (!block) throw std::bad_alloc();
  ++live;
  return block;
}
VISIBLE void *operator new(std::size_t size, std::align_val_t alignment) {
  void *block = aligned_alloc(static_cast<std::size_t>(alignment), size);
  if (!block) throw std::bad_alloc();
  ++live;
  return block;
}
VISIBLE void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
  void *block = malloc(size > 0 ? size : 1);
  if (block) ++live;
  return block;
}
VISIBLE void *operator new[](std::size_t size) { return operator new(size); }
VISIBLE void *operator new[](std::size_t size, const std::nothrow_t &) noexcept {
  return operator new(size, std::nothrow);
}
VISIBLE void operator delete(void *block) noexcept {
  if (block) --live;
  free(block);
}
VISIBLE void operator delete(void *block, std::size_t) noexcept { operator delete(block); }
VISIBLE void operator delete(void *block, std::align_val_t) noexcept { operator delete(block); }
VISIBLE void operator delete(void *block, std::size_t, std::align_val_t) noexcept { operator delete(block); }
VISIBLE void operator delete[](void *block) noexcept { operator delete(block); }
VISIBLE void operator delete[](void *block, std::size_t) noexcept { operator delete(block); }

namespace {

int failures = 0;

// ---- What the calls work on --------------------------------------------------------------------------

constexpr int64_t n_labels = 7, n_rows = 9;

struct Fixture {
  wald_metric *metric = nullptr, *made = nullptr;
  wald_estimator *estimator = nullptr, *other = nullptr, *out = nullptr;
  wald_options *options = nullptr;
  const char *family = nullptr;  // of the options
  wald_decision *decision = nullptr;
  wald_distribution *distribution = nullptr;
  wald_sample *sample = nullptr, *other_sample = nullptr, *made_sample = nullptr;
  wald_thresholds *thresholds = nullptr;
  wald_frontier *frontier = nullptr;
  wald_zone *zone = nullptr;
  wald_multipliers *multipliers = nullptr;
  wald_labels *labels = nullptr;
  wald_segments *segments = nullptr;
  wald_cascade_scores *scores = nullptr, *other_scores = nullptr;
  wald_cascade *cascade = nullptr, *made_cascade = nullptr;
  wald_cascade_run *run = nullptr;
  wald_trees *trees = nullptr, *made_trees = nullptr;
  wald_dataset *dataset = nullptr;
  wald_learner *learner = nullptr, *made_learner = nullptr;
  wald_calibration *calibration = nullptr;
  std::string text;
  double values[n_rows * n_labels] = {};

  ~Fixture() {
    wald_destroy(metric);
    wald_destroy(made);
    wald_destroy(estimator);
    wald_destroy(other);
    wald_destroy(out);
    wald_destroy(options);
    wald_destroy(decision);
    wald_destroy(distribution);
    wald_destroy(sample);
    wald_destroy(other_sample);
    wald_destroy(made_sample);
    wald_destroy(thresholds);
    wald_destroy(frontier);
    wald_destroy(zone);
    wald_destroy(multipliers);
    wald_destroy(labels);
    wald_destroy(segments);
    wald_destroy(scores);
    wald_destroy(other_scores);
    wald_destroy(cascade);
    wald_destroy(made_cascade);
    wald_destroy(run);
    wald_destroy(trees);
    wald_destroy(made_trees);
    wald_destroy(dataset);
    wald_destroy(learner);
    wald_destroy(made_learner);
    wald_destroy(calibration);
  }
};

void must(wald_status status) {
  if (status == WALD_OK) return;
  std::fprintf(stderr, "a test could not be set up: %s\n", wald_last_error());
  std::abort();
}

void options_of(Fixture &f, const char *family) {
  must(wald_options_create(family, &f.options));
  f.family = family;
}
void with(Fixture &f, const char *family, const char *name, const char *value) {
  options_of(f, family);
  must(wald_options_set_text(f.options, name, value));
}

double probabilities[n_rows * n_labels];
uint8_t cells[n_rows * n_labels];
const double weights[n_rows] = {1, 2, 0.5, 3, 0.25, 1, 1, 4, 2};
const int64_t indptr[] = {0, 2, 2, 5}, indices[] = {4, 1, 0, 6, 2};

void fill_inputs() {
  for (int64_t i = 0; i < n_rows * n_labels; ++i) {
    probabilities[i] = static_cast<double>((i * 37) % 101) / 101;
    cells[i] = (i * 7) % 3 == 0;
  }
}

wald_estimator *estimator_of(wald_kind kind) {
  wald_estimator *e = nullptr;
  const bool fixed = kind == WALD_JOINT || kind == WALD_COUNTS;
  must(wald_estimator_create(kind, fixed ? n_labels : 0, &e));
  double p[n_labels];
  for (int64_t i = 0; i < n_labels; ++i) p[i] = probabilities[i] / (kind == WALD_CATEGORICAL ? n_labels : 1);
  if (kind == WALD_JOINT) {
    must(wald_estimator_feed_vectors(e, DENSE(MASK(cells, n_rows, n_labels)), DOUBLES(weights, n_rows)));
  } else if (kind == WALD_COUNTS) {
    wald_estimator *joint = estimator_of(WALD_JOINT), *counts = nullptr;
    must(wald_estimator_to_counts(joint, &counts));
    must(wald_merge(e, counts));
    wald_destroy(counts);
    wald_destroy(joint);
  } else {
    must(wald_estimator_feed_probabilities(e, DOUBLES(p, n_labels)));
  }
  return e;
}

std::string saved(const void *object) {
  int64_t needed = 0;
  must(wald_save(object, WALD_TEXT, nullptr, 0, &needed));
  std::string text(static_cast<std::size_t>(needed), '\0');
  must(wald_save(object, WALD_TEXT, text.data(), needed, &needed));
  return text;
}

double number_of(const wald_decision *decision, int64_t answer, wald_decision_fact fact) {
  double value = 0;
  must(wald_number(decision, fact, answer, &value));
  return value;
}

// Every option that holds, as text.
std::string saved(const wald_options *options, const char *family) {
  std::string out;
  wald_option_row row{};
  row.size = sizeof row;
  for (int64_t i = 0; wald_option_list(family, i, &row) == WALD_OK; ++i) {
    int64_t needed = 0;
    must(wald_options_get(options, row.name, nullptr, 0, &needed));
    std::string text(static_cast<std::size_t>(needed), '\0');
    must(wald_options_get(options, row.name, text.data(), needed, nullptr));
    out += text;
  }
  return out;
}

// Everything that a call may have changed, as text.
std::string state_of(const Fixture &f) {
  std::string out = f.sample ? saved(f.sample) : "";
  if (f.family) out += saved(f.options, f.family);
  if (f.cascade) out += saved(f.cascade);
  if (f.trees) out += saved(f.trees);
  if (f.learner) out += saved(f.learner);
  if (f.dataset) {
    double labels = 0, task = 0;
    must(wald_number(f.dataset, WALD_DATASET_N_LABELS, 0, &labels));
    must(wald_number(f.dataset, WALD_DATASET_TASK, 0, &task));
    out += std::to_string(labels) + std::to_string(task);
  }
  if (f.scores) {
    double rows = 0;
    must(wald_number(f.scores, WALD_CASCADE_SCORES_N_ROWS, 0, &rows));
    out += std::to_string(rows);
  }
  for (const wald_estimator *e : {f.estimator, f.other}) out += e ? saved(e) : "-";
  return out;
}

// What a call gave, as text: the same for each repetition.
std::string result_of(const Fixture &f) {
  std::string out = state_of(f);
  if (f.out) out += saved(f.out);
  if (f.made_sample) out += saved(f.made_sample);
  if (f.made_cascade) out += saved(f.made_cascade);
  if (f.made_trees) out += saved(f.made_trees);
  if (f.made_learner) out += saved(f.made_learner);
  if (f.thresholds)
    for (wald_thresholds_fact fact = WALD_THRESHOLDS_FEASIBLE; fact <= WALD_THRESHOLDS_STACKED_THRESHOLD; ++fact) {
      double x = 0;
      must(wald_number(f.thresholds, fact, 0, &x));
      out += " " + std::to_string(x);
    }
  if (f.frontier) {
    double x = 0;
    must(wald_number(f.frontier, WALD_FRONTIER_PN_AREA, 0, &x));
    out += " " + std::to_string(x);
  }
  if (f.distribution) {
    double x = 0;
    for (wald_distribution_fact fact : {WALD_DISTRIBUTION_MEAN, WALD_DISTRIBUTION_SD}) {
      must(wald_number(f.distribution, fact, 0, &x));
      out += " " + std::to_string(x);
    }
  }
  for (double x : f.values) out += std::to_string(x);
  if (!f.decision) return out;
  const double answers = number_of(f.decision, 0, WALD_DECISION_N_ANSWERS);
  for (int64_t a = 0; a < answers; ++a)
    for (wald_decision_fact fact : {WALD_DECISION_EXPECTED, WALD_DECISION_K})
      out += " " + std::to_string(number_of(f.decision, a, fact));
  return out;
}

// ---- The calls -----------------------------------------------------------------------------------------

struct Call {
  std::string name;
  std::function<void(Fixture &)> prepare;
  std::function<wald_status(Fixture &)> run;
};

double f1_cell(int64_t tp, int64_t k, int64_t s, int64_t, void *) {
  return k + s > 0 ? 2.0 * static_cast<double>(tp) / static_cast<double>(k + s) : 1;
}
void f1_callback(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *values,
                 void *user) {
  for (int64_t i = 0; i < count; ++i) values[i] = f1_cell(tp[i], k[i], s[i], n, user);
}

void nothing(Fixture &) {}

// Two scores of each row, and the labels of another column.
wald_status feed_rows(wald_sample *sample) {
  return wald_sample_feed(sample, VECTOR(cells + 2, WALD_UINT8, n_rows, n_labels),
                          ARRAY(probabilities, WALD_FLOAT64, n_rows, 2, n_labels, 1), nullptr);
}

void with_rows(Fixture &f) {
  must(wald_sample_create(2, WALD_RULE_OR, nullptr, &f.sample));
  must(feed_rows(f.sample));
  options_of(f, "thresholds");
}

template <class Add>
void add_threshold_calls(const Add &add) {
  add("sample_create", nothing,
      [](Fixture &f) { return wald_sample_create(3, WALD_RULE_AND, weights, &f.made_sample); });
  add("sample_copy", with_rows, [](Fixture &f) { return wald_copy(f.sample, &f.made_sample); });
  add("sample_match_detections", nothing, [](Fixture &f) {
    static const double spans[] = {0, 3, 7};
    return wald_sample_match_detections(TABLE(spans, 1, 3), DOUBLES(spans, 1), TABLE(spans, 1, 3), DOUBLES(spans, 1), 1,
                                        f.values);
  });
  add("sample_feed", with_rows, [](Fixture &f) { return feed_rows(f.sample); });
  add(
      "sample_merge",
      [](Fixture &f) {
        with_rows(f);
        must(wald_copy(f.sample, &f.other_sample));
      },
      [](Fixture &f) { return wald_merge(f.sample, f.other_sample); });
  add("sample_save", with_rows, [](Fixture &f) {
    int64_t needed = 0;
    return wald_save(f.sample, WALD_TEXT, nullptr, 0, &needed);
  });
  add(
      "sample_load",
      [](Fixture &f) {
        with_rows(f);
        f.text = saved(f.sample);
      },
      [](Fixture &f) { return wald_load(WALD_OBJECT_SAMPLE, f.text.data(), static_cast<int64_t>(f.text.size()), &f.made_sample); });
  add("sample_number", with_rows,
      [](Fixture &f) { return wald_number(f.sample, WALD_SAMPLE_POSITIVES, 0, f.values); });
  add("sample_numbers", with_rows,
      [](Fixture &f) { return wald_numbers(f.sample, WALD_SAMPLE_ROC_AREA, 0, f.values, 2, nullptr); });
  for (const char *method : {"direct", "path", "analytic", "stacked", "best-single"}) {
    const bool all = std::strcmp(method, "direct") == 0;
    const auto prepare = [=](Fixture &f) {
      with_rows(f);
      must(wald_options_set_text(f.options, "method", method));
      must(wald_options_set_number(f.options, "bootstrap", all ? 2 : 0));
      must(wald_options_set_number(f.options, "folds", all ? 2 : 0));
      must(wald_options_set_number(f.options, "baselines", 0));
      if (std::strcmp(method, "analytic") == 0) must(wald_options_set_number(f.options, "grid", 3));
    };
    add(std::string("sample_choose, ") + method, prepare,
        [](Fixture &f) { return wald_sample_choose(f.sample, f.options, &f.thresholds); });
  }
  add(
      "choose_threshold", [](Fixture &) {},
      [](Fixture &f) {
        static double scores[5000];
        static uint8_t truth[5000];
        for (int i = 0; i < 5000; ++i) {
          scores[i] = i * 7 % 5000;
          truth[i] = i % 3 == 0;
        }
        return wald_thresholds_choose(BYTES(truth, 5000), DOUBLES(scores, 5000), nullptr, nullptr, WALD_RULE_OR,
                                      nullptr, &f.thresholds);
      });
  add("frontier_create", with_rows, [](Fixture &f) { return wald_frontier_create(f.sample, f.options, &f.frontier); });
  for (const char *average : {"macro", "micro"})
    add(
        std::string("labels_choose, average ") + average,
        [=](Fixture &f) { with(f, "thresholds", "average", average); },
        [](Fixture &f) {
          return wald_labels_choose(ARRAY(cells, WALD_UINT8, n_rows, 3, n_labels, 1),
                                    ARRAY(probabilities, WALD_FLOAT64, n_rows, 3, n_labels, 1),
                                    DOUBLES(weights, n_rows), nullptr, f.options, &f.labels);
        });
  add(
      "segments_choose", [](Fixture &f) { with(f, "thresholds", "metric", "f1"); },
      [](Fixture &f) {
        static const int64_t segments[n_rows] = {0, 1, 0, 1, 0, 1, 0, 1, 0};
        const Array which = INTEGERS(segments, n_rows), weighed = DOUBLES(weights, n_rows);
        const wald_segment_rows rows{sizeof rows, 2, which, weighed, nullptr, nullptr, nullptr};
        return wald_segments_choose(VECTOR(cells + 2, WALD_UINT8, n_rows, n_labels),
                                    VECTOR(probabilities, WALD_FLOAT64, n_rows, n_labels), &rows, f.options,
                                    &f.segments);
      });
  add(
      "multipliers_choose", [](Fixture &f) { with(f, "thresholds", "metric", "f1"); },
      [](Fixture &f) {
        static const int64_t truth[n_rows] = {0, 1, 2, 0, 1, 2, 0, 1, 2};
        return wald_multipliers_choose(INTEGERS(truth, n_rows),
                                       ARRAY(probabilities, WALD_FLOAT64, n_rows, 3, n_labels, 1), nullptr, nullptr,
                                       f.options, &f.multipliers);
      });
  add(
      "zone_create",
      [](Fixture &f) {
        with(f, "thresholds", "abstention_cost", "0.25");
        must(wald_sample_create(1, WALD_RULE_OR, nullptr, &f.sample));
        must(wald_sample_feed(f.sample, VECTOR(cells + 2, WALD_UINT8, n_rows, n_labels),
                              ARRAY(probabilities, WALD_FLOAT64, n_rows, 1, n_labels, 1), nullptr));
      },
      [](Fixture &f) {
        return wald_zone_create(f.sample, f.options, &f.zone);
      });
}

// Three scores of each row; the whole row as features of trees.
wald_status feed_scores(wald_cascade_scores *scores) {
  return wald_cascade_scores_feed(scores, ARRAY(probabilities, WALD_FLOAT64, n_rows, 3, n_labels, 1), DOUBLES(weights, n_rows), nullptr, nullptr, nullptr);
}
void with_scores(Fixture &f) {
  must(wald_cascade_scores_create(3, 1, &f.scores));
  must(feed_scores(f.scores));
  options_of(f, "cascades");
  must(wald_options_set_number(f.options, "threshold", 1.4));
}
void with_cascade(Fixture &f) {
  with_scores(f);
  must(wald_cascade_fit(f.scores, nullptr, f.options, &f.cascade));
}
wald_status add_stump(wald_trees *trees) {
  static const wald_split split[] = {WALD_SPLIT_AMONG, WALD_SPLIT_LEAF, WALD_SPLIT_LEAF};
  static const wald_missing missing[] = {WALD_MISSING_LEFT, 0, 0};
  static const int32_t feature[] = {1, 0, 0}, left[] = {1, 0, 0}, right[] = {2, 0, 0}, categories[] = {0, 1};
  static const double threshold[] = {0, 0, 0}, values[] = {0, -1, 1};
  static const int64_t begin[] = {0, 2, 2, 2};
  return wald_trees_add(trees, TREE(0, 3, split, missing, feature, left, right, threshold, begin, categories, values));
}
void with_trees(Fixture &f) {
  with_cascade(f);
  must(wald_trees_create(SHAPE(n_labels, 1, 1, 1, WALD_FLOAT64, 0), nullptr, &f.trees));
  for (int t = 0; t < 3; ++t) must(add_stump(f.trees));
}

template <class Add>
void add_cascade_calls(const Add &add) {
  add("cascade_scores_create", nothing,
      [](Fixture &f) { return f.scores ? WALD_OK : wald_cascade_scores_create(3, 1, &f.scores); });
  add("cascade_scores_copy", with_scores,
      [](Fixture &f) { return f.other_scores ? WALD_OK : wald_copy(f.scores, &f.other_scores); });
  add("cascade_scores_feed", with_scores, [](Fixture &f) { return feed_scores(f.scores); });
  add(
      "cascade_scores_merge",
      [](Fixture &f) {
        with_scores(f);
        must(wald_copy(f.scores, &f.other_scores));
      },
      [](Fixture &f) { return wald_merge(f.scores, f.other_scores); });
  add(
      "cascade_scores_feed_trees",
      [](Fixture &f) {
        with_trees(f);
        must(wald_clear(f.scores));
      },
      [](Fixture &f) {
        return wald_cascade_scores_feed(f.scores, TABLE(probabilities, n_rows, n_labels), nullptr, nullptr, f.trees, nullptr);
      });
  for (const char *order : {"joint", "random", "mse", "greedy"})
    for (int more = 0; more < 4; ++more)
      add(
          std::string("cascade_fit, ") + order + ", " + std::to_string(more),
          [=](Fixture &f) {
            with_scores(f);
            must(wald_options_set_text(f.options, "order", order));
            must(wald_options_set_number(f.options, "bins", more == 1));
            must(wald_options_set_number(f.options, "folds", more == 2 ? 2 : 0));
            must(wald_options_set_number(f.options, "halves", more == 3));
          },
          [](Fixture &f) { return wald_cascade_fit(f.scores, nullptr, f.options, &f.made_cascade); });
  add(
      "cascade_calibrate",
      [](Fixture &f) {
        with_cascade(f);
        must(wald_cascade_scores_create(3, 1, &f.other_scores));
        must(wald_cascade_scores_feed(f.other_scores, ARRAY(probabilities, WALD_FLOAT64, n_rows, 3, n_labels, 1), nullptr, nullptr, nullptr, nullptr));
      },
      [](Fixture &f) { return wald_cascade_calibrate(f.cascade, f.other_scores, nullptr, &f.made_cascade); });
  add("cascade_evaluate", with_cascade, [](Fixture &f) {
    return cascade_evaluation_of(f.cascade, f.scores, nullptr, f.values, f.values + 1, f.values + 2, nullptr);
  });
  add("cascade_apply", with_cascade, [](Fixture &f) {
    return wald_cascade_apply(f.cascade, ARRAY(probabilities, WALD_FLOAT64, n_rows, 3, n_labels, 1), nullptr, nullptr,
                              nullptr, nullptr);
  });
  add("cascade_run", with_cascade,
      [](Fixture &f) { return f.run ? WALD_OK : wald_cascade_run_create(f.cascade, &f.run); });
  add("trees_create", nothing, [](Fixture &f) {
    return f.made_trees ? WALD_OK : wald_trees_create(SHAPE(2, 1, 1, 1, WALD_FLOAT64, 0), weights, &f.made_trees);
  });
  add("trees_add", with_trees, [](Fixture &f) { return add_stump(f.trees); });
  add("trees_evaluate", with_trees, [](Fixture &f) {
    return wald_trees_evaluate(f.trees, TABLE(probabilities, n_rows, n_labels), nullptr, f.values);
  });
  add(
      "trees_load",
      [](Fixture &f) {
        with_trees(f);
        f.text = saved(f.trees);
      },
      [](Fixture &f) { return wald_load(WALD_OBJECT_TREES, f.text.data(), static_cast<int64_t>(f.text.size()), &f.made_trees); });
  add("cascade_bind", with_trees, [](Fixture &f) { return wald_cascade_bind(f.cascade, f.trees, &f.made_cascade); });
  const auto bind = [](Fixture &f) {
    with_trees(f);
    wald_cascade *bound = nullptr;
    must(wald_cascade_bind(f.cascade, f.trees, &bound));
    wald_destroy(f.cascade);
    f.cascade = bound;
  };
  add(
      "cascade_load",
      [=](Fixture &f) {
        bind(f);
        f.text = saved(f.cascade);
      },
      [](Fixture &f) {
        return wald_load(WALD_OBJECT_CASCADE, f.text.data(), static_cast<int64_t>(f.text.size()), &f.made_cascade);
      });
  add("cascade_apply_trees", bind, [](Fixture &f) {
    return wald_cascade_apply_trees(f.cascade, TABLE(probabilities, n_rows, n_labels), nullptr, nullptr, nullptr, nullptr);
  });
}

const uint8_t learner_labels[] = {1, 0, 1, 0, 0, 1, 1, 1, 0, 1, 0, 1, 1, 0, 1, 1, 0, 1, 0, 1};

// The probabilities as features, two labels a row, and options of fitting.
void with_dataset(Fixture &f) {
  must(wald_dataset_create(DENSE(TABLE(probabilities, n_rows, n_labels)), &f.dataset));
  must(SET_LABELS(f.dataset, DENSE(MASK(learner_labels, n_rows, 2))));
  options_of(f, "learners");
  must(wald_options_set_number(f.options, "folds", 2));
  must(wald_options_set_number(f.options, "min_leaf", 2));
  must(wald_options_set_number(f.options, "samples", 8));
  static const double penalties[] = {0.1, 1};
  must(wald_options_set_numbers(f.options, "c_values", penalties, 2));
}
// The options are those that the learner reads.
void with_dataset_for(Fixture &f, std::string learner) {
  with_dataset(f);
  std::replace_if(learner.begin(), learner.end(), [](char c) { return c == ':' || c == ','; }, ' ');
  must(wald_options_check(f.options, learner.c_str(), 1));
}

template <class Add>
void add_learner_calls(const Add &add) {
  add("dataset_create", nothing, [](Fixture &f) {
    return f.dataset ? WALD_OK : wald_dataset_create(DENSE(TABLE(probabilities, n_rows, n_labels)), &f.dataset);
  });
  add("dataset_create_csr", nothing, [](Fixture &f) {
    static const int64_t starts[] = {0, 2, 2, 3}, columns[] = {0, 3, 1};
    return f.dataset
               ? WALD_OK
               : wald_dataset_create(COMPRESSED(SPARSE(starts, columns, WALD_INT64, probabilities, WALD_FLOAT64, 3, 4)),
                                     &f.dataset);
  });
  add("dataset_set_labels", with_dataset,
      [](Fixture &f) { return SET_LABELS(f.dataset, DENSE(MASK(learner_labels, n_rows, 2))); });
  add("dataset_set_classes", with_dataset, [](Fixture &f) {
    static const int64_t classes[n_rows] = {};
    return SET_CLASSES(f.dataset, INTEGERS(classes, n_rows), 2);
  });
  add("dataset_set_weights", with_dataset,
      [](Fixture &f) { return SET_WEIGHTS(f.dataset, DOUBLES(probabilities, n_rows)); });
  add("dataset_set_groups", with_dataset, [](Fixture &f) {
    static const int64_t groups[n_rows] = {1};
    return SET_GROUPS(f.dataset, INTEGERS(groups, n_rows));
  });
  add("dataset_set_marginals", with_dataset, [](Fixture &f) {
    return SET_MARGINALS(f.dataset, ARRAY(probabilities, WALD_FLOAT64, n_rows, 2, n_labels, 1));
  });
  for (const char *name : {"lfp", "efp", "pcc", "cardinality", "cardinality:given", "neighbours", "tree", "kernel:lfp",
                           "mixture:card,tree"}) {
    const auto fitted = [=](Fixture &f) {
      with_dataset_for(f, name);
      must(SET_MARGINALS(f.dataset, ARRAY(probabilities, WALD_FLOAT64, n_rows, 2, n_labels, 1)));
      must(wald_learner_fit(name, f.dataset, f.options, &f.learner));
      must(wald_metric_create("f1", 1, &f.metric));
      must(wald_decision_create(&f.decision));
    };
    const std::string of = std::string(" ") + name;
    add("learner_fit" + of, [=](Fixture &f) { with_dataset_for(f, name); },
        [=](Fixture &f) { return wald_learner_fit(name, f.dataset, f.options, &f.made_learner); });
    add(
        "learner_load" + of,
        [=](Fixture &f) {
          fitted(f);
          f.text = saved(f.learner);
        },
        [](Fixture &f) {
          return wald_load(WALD_OBJECT_LEARNER, f.text.data(), static_cast<int64_t>(f.text.size()), &f.made_learner);
        });
    add("learner_save" + of, fitted, [](Fixture &f) {
      int64_t needed = 0;
      return wald_save(f.learner, WALD_TEXT, nullptr, 0, &needed);
    });
    add("learner_probabilities" + of, fitted,
        [](Fixture &f) { return wald_learner_probabilities(f.learner, f.dataset, nullptr, f.values); });
    add("learner_decide" + of, fitted, [](Fixture &f) {
      return wald_learner_decide(f.learner, f.dataset, f.metric, nullptr, nullptr, nullptr, f.decision);
    });
    add("learner_estimator" + of, fitted,
        [](Fixture &f) { return wald_learner_estimator(f.learner, f.dataset, 0, nullptr, &f.out); });
  }
  add(
      "learner_fit forest",
      [](Fixture &f) {
        with_dataset_for(f, "forest");
        must(wald_options_set_number(f.options, "trees", 2));
      },
      [](Fixture &f) { return wald_learner_fit("forest", f.dataset, f.options, &f.made_learner); });
  for (const char *name : {"platt", "isotonic", "beta"}) {
    add(std::string("calibration_fit ") + name, nothing, [=](Fixture &f) {
      return wald_calibration_fit(name, WALD_CALIBRATION_INPUT_PROBABILITIES, BYTES(learner_labels, n_rows),
                                  DOUBLES(probabilities, n_rows), nullptr, &f.calibration);
    });
    add(
        std::string("calibration_load ") + name,
        [=](Fixture &f) {
          wald_calibration *made = nullptr;
          must(wald_calibration_fit(name, WALD_CALIBRATION_INPUT_PROBABILITIES, BYTES(learner_labels, n_rows),
                                  DOUBLES(probabilities, n_rows), nullptr, &made));
          f.text.resize(4096);
          int64_t needed = 0;
          must(wald_save(made, WALD_TEXT, f.text.data(), 4096, &needed));
          f.text.resize(static_cast<std::size_t>(needed));
          wald_destroy(made);
        },
        [](Fixture &f) {
          return wald_load(WALD_OBJECT_CALIBRATION, f.text.data(), static_cast<int64_t>(f.text.size()), &f.calibration);
        });
  }
}

std::vector<Call> all_calls() {
  std::vector<Call> calls;
  const auto add = [&](std::string name, std::function<void(Fixture &)> prepare,
                       std::function<wald_status(Fixture &)> run) {
    calls.push_back({std::move(name), std::move(prepare), std::move(run)});
  };
  for (const char *name : {"f1", "fbeta:0.5", "cost:1:5", "lf:0:2:0:0/0:0:1:1"})
    add(std::string("metric_create ") + name, nothing,
        [=](Fixture &f) { return wald_metric_create(name, 1, &f.made); });
  add("metric_create_callback", nothing, [](Fixture &f) {
    return wald_metric_create_callback(f1_callback, nullptr, "a name that is longer than a short string", 0, &f.made);
  });
  add("metric_create_table", nothing, [](Fixture &f) {
    static const double values[27] = {};
    return wald_metric_create_table(values, 27, 2, "a name that is longer than a short string", 0, &f.made);
  });
  for (const char *family : {"decisions", "thresholds", "cascades", "learners"})
    add(std::string("options_create ") + family, nothing,
        [=](Fixture &f) { return f.options ? WALD_OK : wald_options_create(family, &f.options); });
  add("decision_create", nothing, [](Fixture &f) { return wald_decision_create(&f.decision); });

  static const char *const kind_names[] = {"independent", "categorical", "joint", "counts"};
  for (wald_kind kind = WALD_INDEPENDENT; kind <= WALD_COUNTS; ++kind) {
    const std::string of = std::string(" ") + kind_names[kind];
    const auto with_estimator = [=](Fixture &f) { f.estimator = estimator_of(kind); };
    add("estimator_create" + of, nothing, [=](Fixture &f) {
      return wald_estimator_create(kind, kind == WALD_JOINT || kind == WALD_COUNTS ? n_labels : 0, &f.out);
    });
    add("estimator_copy" + of, with_estimator, [](Fixture &f) { return wald_copy(f.estimator, &f.out); });
    add("estimator_to_counts" + of, with_estimator,
        [](Fixture &f) { return wald_estimator_to_counts(f.estimator, &f.out); });
    add("estimator_marginals" + of, with_estimator, [](Fixture &f) {
      return wald_numbers(f.estimator, WALD_ESTIMATOR_MARGINALS, 0, f.values, n_labels, nullptr);
    });
    add("estimator_size_distribution" + of, with_estimator, [](Fixture &f) {
      return wald_numbers(f.estimator, WALD_ESTIMATOR_SIZE_DISTRIBUTION, 0, f.values, n_labels + 1, nullptr);
    });
    add("estimator_save" + of, with_estimator, [](Fixture &f) {
      int64_t needed = 0;
      return wald_save(f.estimator, WALD_TEXT, nullptr, 0, &needed);
    });
    add(
        "estimator_load" + of,
        [=](Fixture &f) {
          with_estimator(f);
          f.text = saved(f.estimator);
        },
        [](Fixture &f) { return wald_load(WALD_OBJECT_ESTIMATOR, f.text.data(), static_cast<int64_t>(f.text.size()), &f.out); });
    if (kind != WALD_COUNTS) {
      add("estimator_mode" + of, with_estimator, [](Fixture &f) {
        return wald_numbers(f.estimator, WALD_ESTIMATOR_MODE, 0, f.values, n_labels, nullptr);
      });
      add("estimator_draw" + of, with_estimator, [](Fixture &f) {
        uint8_t draws[5 * n_labels];
        return wald_estimator_draw(f.estimator, nullptr, MASK(draws, 5, n_labels));
      });
      add(
          "distribution_create" + of,
          [=](Fixture &f) {
            with_estimator(f);
            must(wald_metric_create("f1", 1, &f.metric));
          },
          [](Fixture &f) {
            return wald_distribution_create(f.metric, f.estimator, BYTES(cells + n_labels, n_labels), nullptr,
                                            &f.distribution);
          });
    }
    for (const char *metric : {"f1", "jaccard", "hamming", "subset_accuracy", "mcc"}) {
      if (kind == WALD_COUNTS && (std::strcmp(metric, "jaccard") == 0 || std::strcmp(metric, "subset_accuracy") == 0))
        continue;
      const auto prepare = [=](Fixture &f) {
        with_estimator(f);
        must(wald_metric_create(metric, 1, &f.metric));
        must(wald_decision_create(&f.decision));
      };
      const std::string what = of + " " + metric;
      add("decide" + what, prepare, [](Fixture &f) { return wald_decide(f.metric, f.estimator, nullptr, f.decision); });
      add("curve" + what, prepare,
          [](Fixture &f) { return wald_curve(f.metric, f.estimator, nullptr, f.values, n_labels + 1, nullptr); });
      add("expected" + what, prepare, [](Fixture &f) {
        return expected_of(f.metric, f.estimator, BYTES(cells, n_labels), nullptr, f.values, f.values + 1, nullptr,
                             nullptr);
      });
      add("regret" + what, prepare, [](Fixture &f) {
        return expected_of(f.metric, f.estimator, BYTES(cells, n_labels), nullptr, nullptr, nullptr, f.values,
                             f.values + 1);
      });
    }
  }
  const auto algorithm = [&](wald_kind kind, const char *metric, const char *name) {
    add(
        std::string("decide by ") + name,
        [=](Fixture &f) {
          f.estimator = estimator_of(kind);
          must(wald_metric_create(metric, 1, &f.metric));
          must(wald_decision_create(&f.decision));
          options_of(f, "decisions");
          must(wald_options_set_text(f.options, "algorithm", name));
        },
        [](Fixture &f) { return wald_decide(f.metric, f.estimator, f.options, f.decision); });
  };
  for (const char *name :
       {"enumeration", "chai", "jansche", "jansche-approx", "ye", "lewis", "n16", "n16-first-rise", "window", "gfm"})
    algorithm(WALD_INDEPENDENT, "f1", name);
  algorithm(WALD_JOINT, "jaccard", "ascent");
  const auto learner_options = [](Fixture &f) { options_of(f, "learners"); };
  const auto threshold_options = [](Fixture &f) { options_of(f, "thresholds"); };
  add("options_set_text", learner_options,
      [](Fixture &f) { return wald_options_set_text(f.options, "neighbour_utility", "lf:0:2:0:0/0:0:1:1"); });
  add("options_set_text, numbers", learner_options,
      [](Fixture &f) { return wald_options_set_text(f.options, "c_values", "0.001,0.01,0.1,1,10,100,1000"); });
  add("options_set_text, metric", threshold_options,
      [](Fixture &f) { return wald_options_set_text(f.options, "metric", "fbeta:0.5"); });
  add("options_set_numbers", learner_options, [](Fixture &f) {
    static const double values[] = {0.1, 1, 10};
    return wald_options_set_numbers(f.options, "c_values", values, 3);
  });
  add("options_set_numbers, integers", learner_options, [](Fixture &f) {
    static const double orders[] = {1, 0};
    return wald_options_set_numbers(f.options, "chain_orders", orders, 2);
  });
  add("options_set_texts", learner_options, [](Fixture &f) {
    static const char *const names[] = {"a name that is longer than a short string", "b"};
    return wald_options_set_texts(f.options, "label_names", names, 2);
  });
  add(
      "options_set_metric",
      [](Fixture &f) {
        options_of(f, "thresholds");
        must(wald_metric_create("jaccard", 1, &f.metric));
      },
      [](Fixture &f) { return wald_options_set_metric(f.options, "metric", f.metric); });
  add("options_reset", learner_options, [](Fixture &f) { return wald_clear(f.options); });

  // Feeding and merging, into estimators that hold something already.
  const auto of_kind = [](wald_kind kind) { return [=](Fixture &f) { f.estimator = estimator_of(kind); }; };
  add("feed_probabilities", of_kind(WALD_INDEPENDENT), [](Fixture &f) {
    return wald_estimator_feed_probabilities(f.estimator, DOUBLES(probabilities, n_rows * n_labels));
  });
  add("feed_probabilities, exclusive", of_kind(WALD_CATEGORICAL), [](Fixture &f) {
    static const double none[40] = {};
    return wald_estimator_feed_probabilities(f.estimator, DOUBLES(none, 40));
  });
  add("feed_vectors", of_kind(WALD_JOINT), [](Fixture &f) {
    return wald_estimator_feed_vectors(f.estimator, DENSE(MASK(cells, n_rows, n_labels)), DOUBLES(weights, n_rows));
  });
  add("feed_sparse_vectors", of_kind(WALD_JOINT), [](Fixture &f) {
    return wald_estimator_feed_vectors(
        f.estimator, COMPRESSED(SPARSE(indptr, indices, WALD_INT64, nullptr, WALD_FLOAT64, 3, n_labels)),
        DOUBLES(weights, 3));
  });
  add("feed_counts", of_kind(WALD_COUNTS), [](Fixture &f) {
    static const double table[n_labels * 2] = {0.25, 0.125, 0, 0.25}, p_s[] = {0.25, 0.25};
    return wald_estimator_feed_counts(f.estimator, TABLE(table, n_labels, 2), 0.5, DOUBLES(p_s, 2), 2);
  });
  for (wald_kind kind : {WALD_JOINT, WALD_COUNTS})
    add(
        std::string("merge ") + kind_names[kind],
        [=](Fixture &f) {
          f.estimator = estimator_of(kind);
          f.other = estimator_of(kind);
        },
        [](Fixture &f) { return wald_merge(f.estimator, f.other); });

  // Tables.
  for (int threads : {1, 2, 3, 8})
    for (const char *average : {"instance", "macro", "micro"}) {
      const std::string how = std::string(", average ") + average + ", threads " + std::to_string(threads);
      const auto prepare = [=](Fixture &f) {
        must(wald_metric_create("jaccard", 1, &f.metric));
        options_of(f, "decisions");
        must(wald_options_set_integer(f.options, "threads", threads));
        must(wald_options_set_text(f.options, "average", average));
        must(wald_decision_create(&f.decision));
      };
      add("decide_rows" + how, prepare, [](Fixture &f) {
        return wald_decide_table(f.metric, WALD_INDEPENDENT, DENSE(TABLE(probabilities, n_rows, n_labels)), f.options,
                                 nullptr, f.values, f.decision);
      });
      add("decide_csr" + how, prepare, [](Fixture &f) {
        return wald_decide_table(
            f.metric, WALD_INDEPENDENT,
            COMPRESSED(SPARSE(indptr, indices, WALD_INT64, probabilities, WALD_FLOAT64, 3, n_labels)), f.options,
            nullptr, f.values, f.decision);
      });
      add("expected_rows" + how, prepare, [](Fixture &f) {
        return expected_rows_of(f.metric, WALD_INDEPENDENT, TABLE(probabilities, n_rows, n_labels),
                                  MASK(cells, n_rows, n_labels), f.options, f.values, f.values + n_rows);
      });
    }
  for (const char *average : {"instance", "macro", "micro"})
    add(
        std::string("evaluate, average ") + average,
        [=](Fixture &f) {
          must(wald_metric_create("f1", 1, &f.metric));
          with(f, "decisions", "average", average);
        },
        [](Fixture &f) {
          return wald_evaluate(f.metric, MASK(cells, n_rows, n_labels), MASK(cells, n_rows, n_labels),
                               DOUBLES(weights, n_rows), f.options, f.values, nullptr);
        });
  add_threshold_calls(add);
  add_cascade_calls(add);
  add_learner_calls(add);
  return calls;
}

// ---- The test ---------------------------------------------------------------------------------------------

void complain(const Call &call, long at, const char *what) {
  ++failures;
  std::fprintf(stderr, "%s: allocation %ld%s failed: %s (%s)\n", call.name.c_str(), at,
               all_after ? " and all after" : "", what, wald_last_error());
}

// The threads that help calls are kept with their memory: started here, they leave nothing behind in a later call.
void start_helpers() {
  constexpr int64_t rows = 20000;
  const std::vector<double> table(rows * n_labels, 0.25);
  Fixture f;
  must(wald_metric_create("jaccard", 1, &f.metric));
  options_of(f, "decisions");
  must(wald_options_set_integer(f.options, "threads", 8));
  must(wald_decision_create(&f.decision));
  must(wald_decide_table(f.metric, WALD_INDEPENDENT, DENSE(TABLE(table.data(), rows, n_labels)), f.options, nullptr,
                         nullptr, f.decision));
}

// Fails the allocation `at`; false if the call needs fewer.
bool fail_allocation(const Call &call, long at, bool all, const std::string &expected) {
  const long before = live;
  bool reached;
  {
    Fixture f;
    call.prepare(f);
    const std::string state = state_of(f);
    all_after = all;
    failed = false;
    countdown = at;
    const wald_status status = call.run(f);
    countdown = -1;
    reached = failed;
    if (reached && status != WALD_OK) {
      if (status != WALD_ERROR_MEMORY) complain(call, at, ("status " + std::to_string(status)).c_str());
      if (std::strcmp(wald_last_error(), "out of memory") != 0) complain(call, at, "another message");
      if (f.made || f.out || f.made_sample || f.thresholds || f.frontier || f.made_cascade || f.made_trees || f.run ||
          f.made_learner || f.calibration || f.distribution)
        complain(call, at, "the out-parameter was set");
      if (state_of(f) != state) complain(call, at, "what was given has changed");
      if (f.decision) {
        if (number_of(f.decision, 0, WALD_DECISION_N_ANSWERS) != 0) complain(call, at, "the decision is not empty");
      }
      if (call.run(f) != WALD_OK) complain(call, at, "did not succeed when repeated");
    } else if (status != WALD_OK) {
      complain(call, at, "failed of itself");
    }
    if (result_of(f) != expected) complain(call, at, "the result is another one");
  }
  if (live != before) complain(call, at, "memory leaked");
  return reached;
}

}  // namespace

int main() {
  fill_inputs();
  const std::vector<Call> calls = all_calls();
  // The list of metrics is made at first use: that may fail, and be repeated.
  for (long at = 0;; ++at) {
    wald_metric *metric = nullptr;
    failed = of_calloc = false;
    countdown = at;
    const wald_status status = wald_metric_create("lf:0:2:0:0/0:0:1:1", 1, &metric);
    countdown = -1;
    wald_destroy(metric);
    if (!failed && status == WALD_OK) break;
    // The C library's list of what is destroyed at exit grows by calloc, in tables of 32: where that fails, it does
    // without.
    if (status != WALD_ERROR_MEMORY && !(status == WALD_OK && of_calloc)) complain(calls[0], at, "at first use");
  }
  start_helpers();
  long total = 0;
  for (const Call &call : calls) {
    std::string expected;
    {
      Fixture f;
      call.prepare(f);
      must(call.run(f));
      expected = result_of(f);
    }
    for (const bool all : {false, true}) {
      long at = 0;
      // One by one; of long calls the later ones in steps of a fiftieth.
      for (; fail_allocation(call, at, all, expected) && failures < 50; at += std::max(1L, at / 50)) ++total;
    }
  }
  std::fprintf(stderr, "%zu calls, %ld allocations failed, %d failures\n", calls.size(), total, failures);
  return failures != 0;
}

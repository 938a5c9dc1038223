// The C interface to cascades: rows of scores, how to fit, the cascade and its trees, and running them.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "boundary.hpp"
#include "core/cascades/fit.hpp"
#include "core/cascades/run.hpp"
#include "core/cascades/tree_cascade.hpp"
#include "core/cascades/tree_scores.hpp"
#include "core/importers/imported_trees.hpp"

using namespace wald::capi;

struct wald_cascade_scores : wald::capi::Object<wald_cascade_scores> {
  core::cascades::ScoreSample impl;

  wald_cascade_scores *copy() const { return new wald_cascade_scores{{}, impl}; }
  void clear() { impl.clear(); }
  void merge(const wald_cascade_scores &other) { impl.merge(other.impl); }
  double number(int32_t fact, int64_t item) const;
};
// Shared with its runs. One of the two is there.
struct wald_cascade : wald::capi::Object<wald_cascade> {
  std::shared_ptr<const core::cascades::Policy> alone;
  std::shared_ptr<const core::cascades::TreeCascade> with_trees;

  const core::cascades::Policy &policy() const { return alone ? *alone : with_trees->policy(); }
  // Those of its trees; without trees, those that were named.
  int64_t features() const {
    return with_trees ? with_trees->ensemble().shape().features : static_cast<int64_t>(alone->feature_names.size());
  }
  std::string save(wald_format format) const {
    return in_format(format, with_trees ? with_trees->save() : alone->save());
  }
  static wald_cascade *load(std::string_view state);
  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
  const char *text(int32_t fact, int64_t item) const;
};
struct wald_cascade_evaluation : wald::capi::Object<wald_cascade_evaluation> {
  core::cascades::CascadeEvaluation impl;

  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
};
struct wald_cascade_run : wald::capi::Object<wald_cascade_run> {
  std::shared_ptr<const core::cascades::Policy> policy;
  core::cascades::CascadeRun impl;
};
struct wald_trees : wald::capi::Object<wald_trees> {
  core::importers::ImportedTrees impl;

  std::string save(wald_format format) const { return in_format(format, impl.ensemble.save()); }
  static wald_trees *load(std::string_view state) {
    return new wald_trees{{}, {core::trees::load_ensemble(state), {}, {}, {}, 0, false}};
  }
  double number(int32_t fact, int64_t item) const;
  const char *text(int32_t fact, int64_t item) const;
};

namespace {

using core::cascades::unknown;
using wald::capi::get;

// ---- Checks of arguments -------------------------------------------------------------------------

core::cascades::ScoreSample &get(wald_cascade_scores *scores) {
  require(scores, "scores");
  return scores->impl;
}
const core::cascades::ScoreSample &get(const wald_cascade_scores *scores, const char *name = "scores") {
  require(scores, name);
  return scores->impl;
}
const core::cascades::CascadeOptions &cascade_options(const wald_options *options, const core::catalogue::Call &call) {
  static const core::cascades::CascadeOptions defaults;
  const core::catalogue::OptionSet *const own = settings(options);
  return own ? own->cascades(call) : defaults;
}
const wald_cascade &get(const wald_cascade *cascade, const char *name = "cascade") {
  require(cascade, name);
  return *cascade;
}
wald_cascade_run &get(wald_cascade_run *run) {
  require(run, "run");
  return *run;
}
core::trees::Ensemble &get(wald_trees *trees) {
  require(trees, "trees");
  return trees->impl.ensemble;
}
const core::trees::Ensemble &get(const wald_trees *trees) {
  require(trees, "trees");
  return trees->impl.ensemble;
}

// Where the categories of each node begin. Checked whole before any of what they point to is read.
void check_ascending(const int64_t *begin, int64_t n) {
  if (begin[0] < 0) fail(Status::argument, "category_begin[0] is ", begin[0], ": must be at least 0");
  for (int64_t i = 0; i < n; ++i)
    if (begin[i + 1] < begin[i])
      fail(Status::argument, "category_begin[", i + 1, "] is ", begin[i + 1], ": must be at least category_begin[", i,
           "] = ", begin[i]);
}

// ---- Facts ---------------------------------------------------------------------------------------

using namespace wald::core;

double width_of_bins(const cascades::Policy &p) {
  return p.bin_width > 0 ? static_cast<double>(p.bin_width) * p.fixed.unit() : unknown;
}

std::vector<double> low_of(const cascades::Policy &p) {
  return each_of(p.positions, [&](const cascades::Position &position) {
    if (p.bin_width > 0 || p.classes > 1) return unknown;
    if (position.low == cascades::never_below) return -std::numeric_limits<double>::infinity();
    return static_cast<double>(position.low) * p.fixed.unit();
  });
}
std::vector<double> high_of(const cascades::Policy &p) {
  return each_of(p.positions, [&](const cascades::Position &position) {
    if (p.bin_width > 0) return unknown;
    if (position.high == cascades::never_above) return std::numeric_limits<double>::infinity();
    return static_cast<double>(position.high) * p.fixed.unit();
  });
}

double number_of(const cascades::ScoreSample &s, wald_cascade_scores_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/cascades/scores_facts.def"
#include "number_cases.inc"
    default: wrong_fact("cascade_scores", fact, "number");
  }
}
double number_of(const cascades::Policy &p, int64_t features, wald_cascade_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/cascades/cascade_facts.def"
#include "number_cases.inc"
    default: wrong_fact("cascade", fact, "number");
  }
}
std::vector<double> numbers_of(const cascades::Policy &p, wald_cascade_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/cascades/cascade_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("cascade", fact, "list of numbers");
  }
}
double number_of(const cascades::CascadeEvaluation &e, wald_cascade_evaluation_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/cascades/cascade_evaluation_facts.def"
#include "number_cases.inc"
    default: wrong_fact("cascade_evaluation", fact, "number");
  }
}
const std::vector<double> &numbers_of(const cascades::CascadeEvaluation &e, wald_cascade_evaluation_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/cascades/cascade_evaluation_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("cascade_evaluation", fact, "list of numbers");
  }
}
const char *text_of(const cascades::Policy &p, int64_t features, int64_t item, wald_cascade_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/cascades/cascade_facts.def"
#include "text_cases.inc"
    default: wrong_fact("cascade", fact, "text");
  }
}
double number_of(const core::importers::ImportedTrees &m, wald_trees_fact fact) {
  const trees::Ensemble &t = m.ensemble;
  switch (fact) {
#define WALD_FACTS_FILE "core/trees/tree_facts.def"
#include "number_cases.inc"
    default: wrong_fact("trees", fact, "number");
  }
}
const char *text_of(const importers::ImportedTrees &m, int64_t item, wald_trees_fact fact) {
  const trees::Ensemble &t = m.ensemble;
  switch (fact) {
#define WALD_FACTS_FILE "core/trees/tree_facts.def"
#include "text_cases.inc"
    default: wrong_fact("trees", fact, "text");
  }
}

// Names of a file are given as texts of C.
void check_imported(const importers::ImportedTrees &made) {
  for (const auto *names : {&made.feature_names, &made.category_texts})
    for (const std::string &name : *names)
      if (name.find('\0') != std::string::npos || !is_utf8(name.c_str()))
        fail(Status::format, "model: a name of a feature or category is not UTF-8, or holds a zero byte");
}

// ---- Results -------------------------------------------------------------------------------------

wald_cascade *with(core::cascades::Policy policy) {
  return new wald_cascade{{}, std::make_shared<const core::cascades::Policy>(std::move(policy)), nullptr};
}
wald_cascade *with(core::trees::Ensemble trees, core::cascades::Policy policy) {
  return new wald_cascade{{}, nullptr, std::make_shared<const core::cascades::TreeCascade>(std::move(trees), std::move(policy))};
}

// Where decisions of n rows go.
template <class T>
core::Strided<T> checked_out(T *out, int64_t n) {
  return {out, n, 1};
}

}  // namespace

wald_cascade *wald_cascade::load(std::string_view state) {
  core::cascades::LoadedCascade loaded = core::cascades::load_cascade(state);
  return loaded.trees ? with(std::move(*loaded.trees), std::move(loaded.policy)) : with(std::move(loaded.policy));
}

double wald_cascade_scores::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
WALD_OBJECT_TYPE(cascade_scores);

double wald_cascade::number(int32_t fact, int64_t) const { return number_of(policy(), features(), fact); }
void wald_cascade::numbers(int32_t fact, int64_t, const Room &to) const { to.give(numbers_of(policy(), fact)); }
const char *wald_cascade::text(int32_t fact, int64_t item) const { return text_of(policy(), features(), item, fact); }
WALD_OBJECT_TYPE(cascade);

double wald_cascade_evaluation::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
void wald_cascade_evaluation::numbers(int32_t fact, int64_t, const Room &to) const { to.give(numbers_of(impl, fact)); }
WALD_OBJECT_TYPE(cascade_evaluation);

WALD_OBJECT_TYPE(cascade_run);
double wald_trees::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
const char *wald_trees::text(int32_t fact, int64_t item) const { return text_of(impl, item, fact); }
WALD_OBJECT_TYPE(trees);

extern "C" {

// ---- Rows of scores ------------------------------------------------------------------------------

wald_status wald_cascade_scores_create(int64_t n_models, int64_t n_classes, wald_cascade_scores **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_cascade_scores{{}, core::cascades::ScoreSample(n_models, n_classes)};
  });
}

wald_status wald_cascade_scores_feed(wald_cascade_scores *scores, const wald_array *table, const wald_array *weights,
                                     const wald_array *targets, const wald_trees *trees,
                                     const wald_options *options) noexcept {
  return guarded([&] {
    core::cascades::ScoreSample &sample = get(scores);
    const core::RealTable rows = checked_table(table, "table");
    const auto weighed = optional_reals(weights, rows.rows, "weights");
    const auto compared = optional_reals(targets, rows.rows, "targets");
    if (!trees) {
      if (options) fail(Status::argument, "options are given without trees: must be NULL");
      sample.feed(rows, weighed, compared);
      return;
    }
    const core::cascades::CascadeOptions &o = cascade_options(options, {"feeding trees", "evaluate"});
    core::CallbackMonitor monitor(o.progress);
    core::cascades::feed_trees(sample, get(trees), rows, weighed, compared, static_cast<int>(o.threads), monitor);
  });
}

// ---- The answer ----------------------------------------------------------------------------------

wald_status wald_cascade_fit(const wald_cascade_scores *scores, const wald_cascade_scores *calibration,
                             const wald_options *options, wald_cascade **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const std::string words = std::string("fit") + (get(scores).classes() == 1 ? " two-classes" : "") +
                              (calibration ? " calibration" : "");
    core::cascades::CascadeOptions own = cascade_options(options, {"fitting a cascade", words});
    if (calibration) own.calibration = &get(calibration, "calibration");
    core::CallbackMonitor monitor(own.progress);
    *out = with(fit_cascade(get(scores), own, monitor));
  });
}
wald_status wald_cascade_calibrate(const wald_cascade *cascade, const wald_cascade_scores *calibration,
                                   const wald_options *options, wald_cascade **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const wald_cascade &from = get(cascade);
    const core::cascades::CascadeOptions &own = cascade_options(options, {"calibrating a cascade", "calibrate calibration"});
    core::CallbackMonitor monitor(own.progress);
    core::cascades::Policy policy = calibrate(from.policy(), get(calibration, "calibration"), own.max_disagreement, own.certify,
                                    static_cast<int>(own.threads), monitor);
    *out = from.with_trees ? with(from.with_trees->ensemble(), std::move(policy)) : with(std::move(policy));
  });
}

wald_status wald_cascade_evaluate(const wald_cascade *cascade, const wald_cascade_scores *scores,
                                  const wald_options *options, wald_cascade_evaluation **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::cascades::CascadeOptions &own = cascade_options(options, {"evaluating a cascade", "evaluate"});
    core::CallbackMonitor monitor(own.progress);
    *out = new wald_cascade_evaluation{
        {}, evaluate_cascade(get(cascade).policy(), get(scores), static_cast<int>(own.threads), monitor)};
  });
}

// ---- Running -------------------------------------------------------------------------------------

wald_status wald_cascade_apply(const wald_cascade *cascade, const wald_array *table, const wald_options *options,
                               int32_t *decisions, int32_t *counts, double *sums) noexcept {
  return guarded([&] {
    const core::RealTable rows = checked_table(table, "table");
    const core::cascades::CascadeOptions &own = cascade_options(options, {"applying a cascade", "apply"});
    core::CallbackMonitor monitor(own.progress);
    run_table(get(cascade).policy(), rows, static_cast<int>(own.threads), monitor, checked_out(decisions, rows.rows),
              checked_out(counts, rows.rows), sums);
  });
}
wald_status wald_cascade_apply_function(const wald_cascade *cascade, int64_t n_rows, wald_score_function function,
                                        void *user, int32_t *decisions, int32_t *counts, double *sums) noexcept {
  return guarded([&] {
    const core::cascades::Policy &policy = get(cascade).policy();
    if (!function) fail(Status::argument, "function is NULL");
    core::NoMonitor quiet;
    run_callback(
        policy, n_rows,
        [&](int64_t model, const int64_t *rows, int64_t n, double *scores) {
          if (function(model, rows, n, scores, user) != 0) fail(Status::cancelled, "cancelled by the score callback");
        },
        quiet, checked_out(decisions, n_rows), checked_out(counts, n_rows), sums);
  });
}
wald_status wald_cascade_apply_trees(const wald_cascade *cascade, const wald_array *features,
                                     const wald_options *options, int32_t *decisions, int32_t *counts,
                                     double *sums) noexcept {
  return guarded([&] {
    const wald_cascade &c = get(cascade);
    if (!c.with_trees) fail(Status::argument, "cascade has no trees: bind them to it (wald_cascade_bind)");
    const core::RealTable rows = checked_table(features, "features");
    const core::cascades::CascadeOptions &own = cascade_options(options, {"applying a cascade", "apply"});
    core::CallbackMonitor monitor(own.progress);
    c.with_trees->run(rows, static_cast<int>(own.threads), monitor, checked_out(decisions, rows.rows),
                      checked_out(counts, rows.rows), sums);
  });
}

wald_status wald_cascade_run_create(const wald_cascade *cascade, wald_cascade_run **out) noexcept {
  return guarded([&] {
    const wald_cascade &c = get(cascade);
    require(out, "out");
    // The policy of a cascade with trees lives as long as the whole.
    auto policy = c.alone ? c.alone : std::shared_ptr<const core::cascades::Policy>(c.with_trees, &c.with_trees->policy());
    const core::cascades::Policy &shared = *policy;
    *out = new wald_cascade_run{{}, std::move(policy), core::cascades::CascadeRun(shared)};
  });
}
wald_status wald_cascade_run_feed(wald_cascade_run *run, const double *scores, int64_t n_scores, int64_t *model,
                                  int32_t *decision, int64_t *count, double *sums) noexcept {
  return guarded([&] {
    core::cascades::CascadeRun &r = get(run).impl;
    if (scores)
      r.feed(scores, n_scores, 1);
    else if (n_scores != 0)
      fail(Status::argument, "scores is NULL with n_scores ", n_scores, ": must be 0, which begins an example");
    else
      r.start();
    if (model) *model = r.next();
    if (decision) *decision = r.decision();
    if (count) *count = r.count();
    for (int64_t c = 0; sums && c < n_scores; ++c) sums[c] = r.sum(c);
  });
}

// ---- Trees ---------------------------------------------------------------------------------------

wald_status wald_trees_create(const wald_trees_shape *shape, const double *base, wald_trees **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const wald_trees_shape &given = checked_size(shape, "shape");
    core::trees::EnsembleShape own;
    own.features = given.n_features;
    own.outputs = given.n_outputs;
    own.leaf_width = given.leaf_width;
    own.trees_per_model = given.trees_per_model;
    if (given.summation != WALD_FLOAT64 && given.summation != WALD_FLOAT32)
      fail(Status::argument, "summation is ", given.summation, ": must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)");
    own.summation = given.summation == WALD_FLOAT32 ? core::trees::Summation::float32 : core::trees::Summation::float64;
    if (given.float_features != 0 && given.float_features != 1)
      fail(Status::argument, "float_features is ", given.float_features, ": must be 0 or 1");
    own.float_features = given.float_features == 1;
    core::trees::Ensemble empty(own);  // its sizes are in range
    if (base) {
      own.base.assign(base, base + given.n_outputs);
      empty = core::trees::Ensemble(own);
    }
    *out = new wald_trees{{}, {std::move(empty), {}, {}, {}, 0, false}};
  });
}

wald_status wald_trees_add(wald_trees *trees, const wald_tree *tree_) noexcept {
  return guarded([&] {
    core::trees::Ensemble &ensemble = get(trees);
    require(tree_, "tree");
    const wald_tree &t = *tree_;
    if (t.size != static_cast<int64_t>(sizeof(wald_tree)))
      fail(Status::argument, "tree->size is ", t.size, ": must be ", sizeof(wald_tree), ", its sizeof");
    if (t.n_nodes < 1 || t.n_nodes >= int64_t{1} << 30)
      fail(Status::argument, "n_nodes is ", t.n_nodes, ": must lie in [1, 2^30)");
    for (const auto &[pointer, name] : {std::pair<const void *, const char *>{t.split, "split"},
                                        {t.missing, "missing"},
                                        {t.feature, "feature"},
                                        {t.left, "left"},
                                        {t.right, "right"},
                                        {t.threshold, "threshold"},
                                        {t.values, "values"}})
      require(pointer, name);
    if (t.output < 0 || t.output >= ensemble.shape().outputs)
      fail(Status::argument, "output is ", t.output, ": must lie in [0, ", ensemble.shape().outputs - 1, "]");
    core::trees::Tree tree;
    tree.output = static_cast<int32_t>(t.output);
    if (t.category_begin) check_ascending(t.category_begin, t.n_nodes);
    tree.nodes.resize(static_cast<std::size_t>(t.n_nodes));
    for (int64_t i = 0; i < t.n_nodes; ++i) {
      if (t.split[i] > WALD_SPLIT_AMONG)
        fail(Status::argument, "split[", i, "] is ", int32_t{t.split[i]}, ": must lie in [0, 3]");
      core::trees::TreeNode &node = tree.nodes[static_cast<std::size_t>(i)];
      node.split = static_cast<core::trees::Split>(t.split[i]);
      if (node.split == core::trees::Split::leaf) continue;
      if (t.missing[i] > WALD_MISSING_NAN_LEFT)
        fail(Status::argument, "missing[", i, "] is ", int32_t{t.missing[i]}, ": must lie in [0, 6]");
      node.missing = static_cast<core::trees::Missing>(t.missing[i]);
      node.feature = t.feature[i];
      node.left = t.left[i];
      node.right = t.right[i];
      if (node.split == core::trees::Split::in) {
        require(t.category_begin, "category_begin");
        if (t.category_begin[i + 1] > t.category_begin[i]) require(t.categories, "categories");
        node.categories.assign(t.categories + t.category_begin[i], t.categories + t.category_begin[i + 1]);
      } else {
        node.threshold = t.threshold[i];
      }
    }
    tree.values.assign(t.values, t.values + t.n_nodes * ensemble.shape().leaf_width);
    ensemble.add(std::move(tree));
  });
}

wald_status wald_trees_threshold(const wald_trees *trees, double margin, double *threshold) noexcept {
  return guarded([&] {
    if (!std::isfinite(margin)) fail(Status::argument, "margin is ", margin, ": must be finite");
    give(threshold, "threshold", cascades::threshold_without_base(get(trees), margin));
  });
}
wald_status wald_trees_evaluate(const wald_trees *trees, const wald_array *features, const wald_options *options,
                                double *out) noexcept {
  return guarded([&] {
    const core::trees::Ensemble &ensemble = get(trees);
    const core::RealTable table = checked_table(features, "features");
    if (table.rows > 0) require(out, "out");
    const core::cascades::CascadeOptions &own = cascade_options(options, {"evaluating trees", "evaluate"});
    core::CallbackMonitor monitor(own.progress);
    ensemble.evaluate(table, static_cast<int>(own.threads), monitor, out);
  });
}
wald_status wald_trees_import(const char *text, int64_t length, int64_t iterations, wald_trees **out) noexcept {
  return guarded([&] {
    require(out, "out");
    require_array(text, length, "text", "length");
    const std::string_view bytes(length > 0 ? text : "", static_cast<std::size_t>(length));
    core::importers::ImportedTrees made = core::importers::import_trees(bytes, iterations);
    check_imported(made);
    *out = new wald_trees{{}, std::move(made)};
  });
}
wald_status wald_cascade_bind(const wald_cascade *cascade, const wald_trees *trees, wald_cascade **out) noexcept {
  return guarded([&] {
    const wald_cascade &from = get(cascade);
    require(out, "out");
    *out = with(get(trees), from.policy());
  });
}
}  // extern "C"

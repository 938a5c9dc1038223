// The C interface to cascades: rows of scores, how to fit, the cascade and its trees, and running them.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "boundary.hpp"
#include "core/cascades/fit.hpp"
#include "core/cascades/run.hpp"
#include "core/cascades/tree_cascade.hpp"
#include "core/numeric/parallel.hpp"

using namespace wald::capi;

struct wald_cascade_scores {
  core::ScoreSample impl;
};
struct wald_cascade_options {
  core::FitOptions impl;
  wald_progress_function progress = nullptr;
  void *progress_user = nullptr;
};
// Shared with its runs. One of the two is there.
struct wald_cascade {
  std::shared_ptr<const core::Policy> alone;
  std::shared_ptr<const core::TreeCascade> with_trees;

  const core::Policy &policy() const { return alone ? *alone : with_trees->policy(); }
};
struct wald_cascade_run {
  std::shared_ptr<const core::Policy> policy;
  core::CascadeRun impl;
};
struct wald_trees {
  core::Ensemble impl;
};

namespace {

using core::unknown;
using wald::capi::get;

// ---- Checks of arguments -------------------------------------------------------------------------

core::ScoreSample &get(wald_cascade_scores *scores) {
  require(scores, "scores");
  return scores->impl;
}
const core::ScoreSample &get(const wald_cascade_scores *scores, const char *name = "scores") {
  require(scores, name);
  return scores->impl;
}
wald_cascade_options &get(wald_cascade_options *options) {
  require(options, "options");
  return *options;
}
const wald_cascade &get(const wald_cascade *cascade, const char *name = "cascade") {
  require(cascade, name);
  return *cascade;
}
wald_cascade_run &get(wald_cascade_run *run) {
  require(run, "run");
  return *run;
}
core::Ensemble &get(wald_trees *trees) {
  require(trees, "trees");
  return trees->impl;
}
const core::Ensemble &get(const wald_trees *trees) {
  require(trees, "trees");
  return trees->impl;
}

core::RealTable score_table(const void *table, wald_type type, int64_t n_rows, int64_t n_columns, int64_t row_stride,
                            int64_t column_stride) {
  return checked_table(table, type, n_rows, n_columns, row_stride, column_stride, "table", "n_columns");
}
core::RealTable feature_table(const void *features, wald_type type, int64_t n_rows, int64_t n_features,
                              int64_t row_stride, int64_t feature_stride) {
  return checked_table(features, type, n_rows, n_features, row_stride, feature_stride, "features", "n_features");
}

void check_models(int64_t n_models) {
  if (n_models < 1 || n_models > core::max_models)
    fail(Status::argument, "n_models is ", n_models, ": must lie in [1, ", core::max_models, "]");
}

// Where the categories of each node begin. Checked whole before any of what they point to is read.
void check_ascending(const int64_t *begin, int64_t n) {
  if (begin[0] < 0) fail(Status::argument, "category_begin[0] is ", begin[0], ": must be at least 0");
  for (int64_t i = 0; i < n; ++i)
    if (begin[i + 1] < begin[i])
      fail(Status::argument, "category_begin[", i + 1, "] is ", begin[i + 1], ": must be at least category_begin[", i,
           "] = ", begin[i]);
}

// ---- Settings ------------------------------------------------------------------------------------

bool yes_or_no(const char *name, double value) {
  if (value != 0 && value != 1) fail(Status::argument, name, " is ", value, ": must be 0 or 1");
  return value == 1;
}

double in_open_unit(const char *name, double value) {
  if (!(value > 0 && value < 1)) fail(Status::argument, name, " is ", value, ": must lie in (0, 1)");
  return value;
}

void set(core::FitOptions &o, wald_cascade_setting setting, double value) {
  const core::FitOptions defaults;
  const bool absent = std::isnan(value);
  switch (setting) {
    case WALD_CASCADE_SETTING_ALPHA: o.alpha = absent ? defaults.alpha : value; break;
    case WALD_CASCADE_SETTING_THRESHOLD: o.threshold = absent ? defaults.threshold : value; break;
    case WALD_CASCADE_SETTING_NEGATIVES_ONLY: o.negatives_only = !absent && yes_or_no("negatives_only", value); break;
    case WALD_CASCADE_SETTING_CLOSEST:
      o.fallback = !absent && yes_or_no("closest", value) ? core::Fallback::closest : core::Fallback::first;
      break;
    case WALD_CASCADE_SETTING_BINS:
      o.quitting = !absent && yes_or_no("bins", value) ? core::Quitting::bins : core::Quitting::budget;
      break;
    case WALD_CASCADE_SETTING_GAMMA: o.gamma = value; break;
    case WALD_CASCADE_SETTING_BIN_WIDTH: o.bin_width = value; break;
    case WALD_CASCADE_SETTING_FOLDS: o.folds = absent ? defaults.folds : checked_whole("folds", value, 0, 1000); break;
    case WALD_CASCADE_SETTING_HALVES: o.halves = !absent && yes_or_no("halves", value); break;
    case WALD_CASCADE_SETTING_TARGET: o.target = absent ? defaults.target : in_open_unit("target", value); break;
    case WALD_CASCADE_SETTING_CONFIDENCE:
      o.confidence = absent ? defaults.confidence : in_open_unit("confidence", value);
      break;
    case WALD_CASCADE_SETTING_THREADS:
      o.threads = absent ? defaults.threads : static_cast<int>(checked_whole("threads", value, 0, 1024));
      break;
    default:
      fail(Status::argument, "setting is ", setting, ": must lie in [0, ", int32_t{WALD_CASCADE_SETTING_THREADS}, "]");
  }
}

// ---- Results -------------------------------------------------------------------------------------

constexpr const char *fact_names[] = {"models",
                                      "classes",
                                      "threshold",
                                      "negatives_only",
                                      "alpha",
                                      "full_cost",
                                      "rows",
                                      "disagreement",
                                      "mean_models",
                                      "mean_cost",
                                      "speedup",
                                      "cross_disagreement",
                                      "cross_mean_models",
                                      "cross_mean_cost",
                                      "held_out_rows",
                                      "held_out_disagreement",
                                      "held_out_mean_models",
                                      "held_out_mean_cost",
                                      "certified",
                                      "confidence",
                                      "spreads",
                                      "gamma",
                                      "bin_width",
                                      "unit",
                                      "rounded_rows"};

double number_of(const core::Policy &policy, wald_cascade_fact fact) {
  const core::Findings &found = policy.findings;
  switch (fact) {
    case WALD_CASCADE_MODELS: return static_cast<double>(policy.models());
    case WALD_CASCADE_CLASSES: return static_cast<double>(policy.classes);
    case WALD_CASCADE_THRESHOLD: return policy.classes > 1 ? unknown : policy.threshold;
    case WALD_CASCADE_NEGATIVES_ONLY: return policy.negatives_only ? 1 : 0;
    case WALD_CASCADE_ALPHA: return found.alpha;
    case WALD_CASCADE_FULL_COST: return full_cost(policy);
    case WALD_CASCADE_ROWS: return found.in_sample.rows;
    case WALD_CASCADE_DISAGREEMENT: return found.in_sample.disagreement;
    case WALD_CASCADE_MEAN_MODELS: return found.in_sample.mean_models;
    case WALD_CASCADE_MEAN_COST: return found.in_sample.mean_cost;
    case WALD_CASCADE_SPEEDUP: return speedup(policy);
    case WALD_CASCADE_CROSS_DISAGREEMENT: return found.cross.disagreement;
    case WALD_CASCADE_CROSS_MEAN_MODELS: return found.cross.mean_models;
    case WALD_CASCADE_CROSS_MEAN_COST: return found.cross.mean_cost;
    case WALD_CASCADE_HELD_OUT_ROWS: return found.held_out.rows;
    case WALD_CASCADE_HELD_OUT_DISAGREEMENT: return found.held_out.disagreement;
    case WALD_CASCADE_HELD_OUT_MEAN_MODELS: return found.held_out.mean_models;
    case WALD_CASCADE_HELD_OUT_MEAN_COST: return found.held_out.mean_cost;
    case WALD_CASCADE_CERTIFIED: return found.certified;
    case WALD_CASCADE_CONFIDENCE: return found.confidence;
    case WALD_CASCADE_SPREADS: return found.spreads;
    case WALD_CASCADE_GAMMA: return found.gamma;
    case WALD_CASCADE_BIN_WIDTH:
      return policy.bin_width > 0 ? static_cast<double>(policy.bin_width) * policy.fixed.unit() : unknown;
    case WALD_CASCADE_UNIT: return policy.fixed.unit();
    case WALD_CASCADE_ROUNDED_ROWS: return found.rounded_rows;
    default: fail(Status::argument, "fact is ", fact, ": must lie in [0, ", int32_t{WALD_CASCADE_ROUNDED_ROWS}, "]");
  }
}

double low_of(const core::Policy &policy, const core::Position &position) {
  if (policy.bin_width > 0 || policy.classes > 1) return unknown;
  if (position.low == core::never_below) return -std::numeric_limits<double>::infinity();
  return static_cast<double>(position.low) * policy.fixed.unit();
}
double high_of(const core::Policy &policy, const core::Position &position) {
  if (policy.bin_width > 0) return unknown;
  if (position.high == core::never_above) return std::numeric_limits<double>::infinity();
  return static_cast<double>(position.high) * policy.fixed.unit();
}

std::vector<double> numbers_of(const core::Policy &policy, wald_cascade_array which) {
  std::vector<double> out;
  const auto each = [&](const auto &value) {
    for (const core::Position &p : policy.positions) out.push_back(value(p));
  };
  switch (which) {
    case WALD_CASCADE_ARRAY_ORDER: each([](const core::Position &p) { return static_cast<double>(p.model); }); break;
    case WALD_CASCADE_ARRAY_LOW: each([&](const core::Position &p) { return low_of(policy, p); }); break;
    case WALD_CASCADE_ARRAY_HIGH: each([&](const core::Position &p) { return high_of(policy, p); }); break;
    case WALD_CASCADE_ARRAY_SPREAD: each([](const core::Position &p) { return p.spread; }); break;
    case WALD_CASCADE_ARRAY_STOPS: return policy.findings.in_sample.stops;
    case WALD_CASCADE_ARRAY_CROSS_STOPS: return policy.findings.cross.stops;
    case WALD_CASCADE_ARRAY_HELD_OUT_STOPS: return policy.findings.held_out.stops;
    default:
      fail(Status::argument, "which is ", which, ": must lie in [0, ", int32_t{WALD_CASCADE_ARRAY_HELD_OUT_STOPS}, "]");
  }
  return out;
}

wald_cascade *with(core::Policy policy) {
  return new wald_cascade{std::make_shared<const core::Policy>(std::move(policy)), nullptr};
}
wald_cascade *with(core::Ensemble trees, core::Policy policy) {
  return new wald_cascade{nullptr, std::make_shared<const core::TreeCascade>(std::move(trees), std::move(policy))};
}

// Where decisions of n rows go.
template <class T>
core::Strided<T> checked_out(T *out, int64_t n) {
  return {out, n, 1};
}

core::Reals part_of(const core::Reals &reals, int64_t begin, int64_t n) {
  if (!reals.data) return {};
  const std::size_t size = reals.is_float ? sizeof(float) : sizeof(double);
  return {static_cast<const char *>(reals.data) + begin * reals.stride * static_cast<int64_t>(size), reals.is_float, n,
          reals.stride};
}

// Rows of features whose scores are held at a time.
int64_t rows_at_a_time(int64_t columns) { return std::max<int64_t>(1, (int64_t{1} << 22) / columns); }

}  // namespace

extern "C" {

// ---- Rows of scores ------------------------------------------------------------------------------

wald_status wald_cascade_scores_create(int64_t n_models, int64_t n_classes, wald_cascade_scores **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_cascade_scores{core::ScoreSample(n_models, n_classes)};
  });
}
void wald_cascade_scores_destroy(wald_cascade_scores *scores) noexcept { delete scores; }
wald_status wald_cascade_scores_copy(const wald_cascade_scores *scores, wald_cascade_scores **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_cascade_scores{get(scores)};
  });
}
wald_status wald_cascade_scores_clear(wald_cascade_scores *scores) noexcept {
  return guarded([&] { get(scores).clear(); });
}

wald_status wald_cascade_scores_feed(wald_cascade_scores *scores, const void *table, wald_type type, int64_t n_rows,
                                     int64_t n_columns, int64_t row_stride, int64_t column_stride, const void *weights,
                                     wald_type weight_type, int64_t weight_stride, const void *targets,
                                     wald_type target_type, int64_t target_stride) noexcept {
  return guarded([&] {
    core::ScoreSample &sample = get(scores);
    sample.feed(score_table(table, type, n_rows, n_columns, row_stride, column_stride),
                checked_weights(weights, weight_type, n_rows, weight_stride),
                checked_weights(targets, target_type, n_rows, target_stride));
  });
}

wald_status wald_cascade_scores_feed_trees(wald_cascade_scores *scores, const wald_trees *trees, const void *features,
                                           wald_type type, int64_t n_rows, int64_t n_features, int64_t row_stride,
                                           int64_t feature_stride, const void *weights, wald_type weight_type,
                                           int64_t weight_stride, const void *targets, wald_type target_type,
                                           int64_t target_stride, int32_t threads) noexcept {
  return guarded([&] {
    core::ScoreSample &sample = get(scores);
    const core::Ensemble &ensemble = get(trees);
    const core::RealTable table = feature_table(features, type, n_rows, n_features, row_stride, feature_stride);
    const int64_t models = ensemble.n_models(), outputs = ensemble.shape().outputs, columns = models * outputs;
    if (models != sample.models() || outputs != sample.classes())
      fail(Status::argument, "the trees are ", models, " models of ", outputs, " outputs: must be as the scores, ",
           sample.models(), " of ", sample.classes());
    const int workers = checked_threads(threads);
    const core::Reals w = checked_weights(weights, weight_type, n_rows, weight_stride);
    const core::Reals y = checked_weights(targets, target_type, n_rows, target_stride);
    // Rows of several blocks are fed to a sample of its own, so that a call that fails adds none.
    core::ScoreSample apart(models, outputs);
    const bool one_block = n_rows <= rows_at_a_time(columns);
    core::ScoreSample &fed = one_block ? sample : apart;
    std::vector<double> block;
    for (int64_t begin = 0; begin < n_rows; begin += rows_at_a_time(columns)) {
      const int64_t n = std::min(rows_at_a_time(columns), n_rows - begin);
      core::RealTable part = table;
      part.data = table.row(begin).data;
      part.rows = n;
      block.resize(static_cast<std::size_t>(n * columns));
      core::NoMonitor quiet;
      ensemble.model_scores(part, workers, quiet, block.data());
      fed.feed({block.data(), false, n, columns, columns, 1}, part_of(w, begin, n), part_of(y, begin, n));
    }
    if (!one_block) sample.merge(apart);
  });
}

wald_status wald_cascade_scores_merge(wald_cascade_scores *scores, const wald_cascade_scores *other) noexcept {
  return guarded([&] { get(scores).merge(get(other, "other")); });
}
wald_status wald_cascade_scores_shape(const wald_cascade_scores *scores, int64_t *n_rows, int64_t *n_models,
                                      int64_t *n_classes) noexcept {
  return guarded([&] {
    const core::ScoreSample &sample = get(scores);
    if (n_rows) *n_rows = sample.rows();
    if (n_models) *n_models = sample.models();
    if (n_classes) *n_classes = sample.classes();
  });
}

// ---- How to fit ----------------------------------------------------------------------------------

wald_status wald_cascade_options_create(wald_cascade_options **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_cascade_options{};
  });
}
void wald_cascade_options_destroy(wald_cascade_options *options) noexcept { delete options; }

wald_status wald_cascade_options_set(wald_cascade_options *options, wald_cascade_setting setting,
                                     double value) noexcept {
  return guarded([&] {
    core::FitOptions &o = get(options).impl;
    core::FitOptions changed = o;
    set(changed, setting, value);
    core::check_ranges(changed);
    o = std::move(changed);
  });
}
wald_status wald_cascade_options_set_order(wald_cascade_options *options, const char *name) noexcept {
  return guarded([&] {
    core::FitOptions &o = get(options).impl;
    require(name, "name");
    o.ordering = core::ordering_by_name(name);
    o.given.clear();
  });
}
wald_status wald_cascade_options_set_given_order(wald_cascade_options *options, const int64_t *models,
                                                 int64_t n_models) noexcept {
  return guarded([&] {
    core::FitOptions &o = get(options).impl;
    check_models(n_models);
    require(models, "models");
    std::vector<int32_t> order;
    for (int64_t r = 0; r < n_models; ++r) {
      if (models[r] < 0 || models[r] >= n_models)
        fail(Status::argument, "order[", r, "] is ", models[r], ": must lie in [0, ", n_models - 1, "]");
      order.push_back(static_cast<int32_t>(models[r]));
    }
    o.ordering = core::Ordering::given;
    o.given = std::move(order);
  });
}
wald_status wald_cascade_options_set_spend(wald_cascade_options *options, const char *name) noexcept {
  return guarded([&] {
    core::FitOptions &o = get(options).impl;
    o.spending = name ? std::optional(core::spending_by_name(name)) : std::nullopt;
  });
}
wald_status wald_cascade_options_set_costs(wald_cascade_options *options, const double *costs,
                                           int64_t n_models) noexcept {
  return guarded([&] {
    core::FitOptions &o = get(options).impl;
    if (costs) check_models(n_models);
    o.costs = costs ? std::vector<double>(costs, costs + n_models) : std::vector<double>();
  });
}
wald_status wald_cascade_options_set_names(wald_cascade_options *options, const char *const *names,
                                           int64_t n_models) noexcept {
  return guarded([&] {
    core::FitOptions &o = get(options).impl;
    if (names) check_models(n_models);
    o.names = checked_names(names, n_models, "names");
  });
}
wald_status wald_cascade_options_set_seed(wald_cascade_options *options, uint64_t seed) noexcept {
  return guarded([&] { get(options).impl.seed = seed; });
}
wald_status wald_cascade_options_set_progress(wald_cascade_options *options, wald_progress_function function,
                                              void *user) noexcept {
  return guarded([&] {
    wald_cascade_options &o = get(options);
    o.progress = function;
    o.progress_user = user;
  });
}

// ---- The answer ----------------------------------------------------------------------------------

wald_status wald_cascade_fit(const wald_cascade_scores *scores, const wald_cascade_scores *calibration,
                             const wald_cascade_options *options, wald_cascade **out) noexcept {
  return guarded([&] {
    require(out, "out");
    wald_cascade_options own = options ? *options : wald_cascade_options{};
    if (calibration) own.impl.calibration = &get(calibration, "calibration");
    core::CallbackMonitor monitor(own.progress, own.progress_user);
    *out = with(fit_cascade(get(scores), own.impl, monitor));
  });
}
wald_status wald_cascade_calibrate(const wald_cascade *cascade, const wald_cascade_scores *calibration,
                                   const wald_cascade_options *options, wald_cascade **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const wald_cascade &from = get(cascade);
    const wald_cascade_options own = options ? *options : wald_cascade_options{};
    core::CallbackMonitor monitor(own.progress, own.progress_user);
    core::Policy policy = calibrate(from.policy(), get(calibration, "calibration"), own.impl.target,
                                    own.impl.confidence, own.impl.threads, monitor);
    *out = from.with_trees ? with(from.with_trees->ensemble(), std::move(policy)) : with(std::move(policy));
  });
}
void wald_cascade_destroy(wald_cascade *cascade) noexcept { delete cascade; }
wald_status wald_cascade_merge(wald_cascade *cascade, const wald_cascade *other) noexcept {
  return guarded([&] {
    get(cascade);
    get(other, "other");
    core::refuse_merging_policies();
  });
}

wald_status wald_cascade_number(const wald_cascade *cascade, wald_cascade_fact fact, double *value) noexcept {
  return guarded([&] { give(value, "value", number_of(get(cascade).policy(), fact)); });
}
const char *wald_cascade_fact_name(wald_cascade_fact fact) noexcept {
  return fact >= WALD_CASCADE_MODELS && fact <= WALD_CASCADE_ROUNDED_ROWS ? fact_names[fact] : "";
}
wald_status wald_cascade_numbers(const wald_cascade *cascade, wald_cascade_array which, double *out, int64_t capacity,
                                 int64_t *needed) noexcept {
  return guarded([&] {
    const std::vector<double> numbers = numbers_of(get(cascade).policy(), which);
    give_array(out, capacity, needed, "out", numbers.data(), static_cast<int64_t>(numbers.size()));
  });
}
wald_status wald_cascade_model_name(const wald_cascade *cascade, int64_t model, const char **name) noexcept {
  return guarded([&] {
    const core::Policy &policy = get(cascade).policy();
    if (model < 0 || model >= policy.models())
      fail(Status::argument, "model is ", model, ": must lie in [0, ", policy.models() - 1, "]");
    give(name, "name", policy.names.empty() ? "" : policy.names[static_cast<std::size_t>(model)].c_str());
  });
}
wald_status wald_cascade_evaluate(const wald_cascade *cascade, const wald_cascade_scores *scores, int32_t threads,
                                  double *disagreement, double *mean_models, double *mean_cost,
                                  double *stops) noexcept {
  return guarded([&] {
    core::NoMonitor quiet;
    const core::CascadeEvaluation found =
        evaluate_cascade(get(cascade).policy(), get(scores), checked_threads(threads), quiet);
    if (disagreement) *disagreement = found.disagreement;
    if (mean_models) *mean_models = found.mean_models;
    if (mean_cost) *mean_cost = found.mean_cost;
    if (stops) std::copy(found.stops.begin(), found.stops.end(), stops);
  });
}

wald_status wald_cascade_save(const wald_cascade *cascade, char *buffer, int64_t capacity, int64_t *needed) noexcept {
  return guarded([&] {
    const wald_cascade &c = get(cascade);
    give_text(buffer, capacity, needed, c.with_trees ? c.with_trees->save() : c.policy().save());
  });
}
wald_status wald_cascade_load(const char *text, int64_t length, wald_cascade **out) noexcept {
  return guarded([&] {
    require(out, "out");
    core::LoadedCascade loaded = core::load_cascade(checked_text(text, length));
    *out = loaded.trees ? with(std::move(*loaded.trees), std::move(loaded.policy)) : with(std::move(loaded.policy));
  });
}

// ---- Running -------------------------------------------------------------------------------------

wald_status wald_cascade_apply(const wald_cascade *cascade, const void *table, wald_type type, int64_t n_rows,
                               int64_t n_columns, int64_t row_stride, int64_t column_stride, int32_t threads,
                               int32_t *decisions, int32_t *counts) noexcept {
  return guarded([&] {
    core::NoMonitor quiet;
    run_table(get(cascade).policy(), score_table(table, type, n_rows, n_columns, row_stride, column_stride),
              checked_threads(threads), quiet, checked_out(decisions, n_rows), checked_out(counts, n_rows));
  });
}
wald_status wald_cascade_apply_function(const wald_cascade *cascade, int64_t n_rows, wald_score_function function,
                                        void *user, int32_t *decisions, int32_t *counts) noexcept {
  return guarded([&] {
    const core::Policy &policy = get(cascade).policy();
    if (!function) fail(Status::argument, "function is NULL");
    core::NoMonitor quiet;
    run_callback(
        policy, n_rows,
        [&](int64_t model, const int64_t *rows, int64_t n, double *scores) {
          if (function(model, rows, n, scores, user) != 0) fail(Status::cancelled, "cancelled by the score callback");
        },
        quiet, checked_out(decisions, n_rows), checked_out(counts, n_rows));
  });
}
wald_status wald_cascade_apply_trees(const wald_cascade *cascade, const void *features, wald_type type, int64_t n_rows,
                                     int64_t n_features, int64_t row_stride, int64_t feature_stride, int32_t threads,
                                     int32_t *decisions, int32_t *counts) noexcept {
  return guarded([&] {
    const wald_cascade &c = get(cascade);
    if (!c.with_trees) fail(Status::argument, "cascade has no trees: bind them to it (wald_cascade_bind)");
    core::NoMonitor quiet;
    c.with_trees->run(feature_table(features, type, n_rows, n_features, row_stride, feature_stride),
                      checked_threads(threads), quiet, checked_out(decisions, n_rows), checked_out(counts, n_rows));
  });
}

wald_status wald_cascade_run_create(const wald_cascade *cascade, wald_cascade_run **out) noexcept {
  return guarded([&] {
    const wald_cascade &c = get(cascade);
    require(out, "out");
    // The policy of a cascade with trees lives as long as the whole.
    auto policy = c.alone ? c.alone : std::shared_ptr<const core::Policy>(c.with_trees, &c.with_trees->policy());
    const core::Policy &shared = *policy;
    *out = new wald_cascade_run{std::move(policy), core::CascadeRun(shared)};
  });
}
void wald_cascade_run_destroy(wald_cascade_run *run) noexcept { delete run; }
wald_status wald_cascade_run_start(wald_cascade_run *run, int64_t *model) noexcept {
  return guarded([&] {
    core::CascadeRun &r = get(run).impl;
    require(model, "model");
    r.start();
    *model = r.next();
  });
}
wald_status wald_cascade_run_feed(wald_cascade_run *run, const double *scores, int64_t n_scores, int64_t *model,
                                  int32_t *decision, int64_t *count) noexcept {
  return guarded([&] {
    core::CascadeRun &r = get(run).impl;
    require(scores, "scores");
    r.feed(scores, n_scores, 1);
    if (model) *model = r.next();
    if (decision) *decision = r.decision();
    if (count) *count = r.count();
  });
}

// ---- Trees ---------------------------------------------------------------------------------------

wald_status wald_trees_create(int64_t n_features, int64_t n_outputs, int64_t leaf_width, int64_t trees_per_model,
                              wald_type summation, int32_t float_features, const double *base,
                              wald_trees **out) noexcept {
  return guarded([&] {
    require(out, "out");
    core::EnsembleShape shape;
    shape.features = n_features;
    shape.outputs = n_outputs;
    shape.leaf_width = leaf_width;
    shape.trees_per_model = trees_per_model;
    if (summation != WALD_FLOAT64 && summation != WALD_FLOAT32)
      fail(Status::argument, "summation is ", summation, ": must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)");
    shape.summation = summation == WALD_FLOAT32 ? core::Summation::float32 : core::Summation::float64;
    if (float_features != 0 && float_features != 1)
      fail(Status::argument, "float_features is ", float_features, ": must be 0 or 1");
    shape.float_features = float_features == 1;
    core::Ensemble empty(shape);  // its sizes are in range
    if (base) {
      shape.base.assign(base, base + n_outputs);
      empty = core::Ensemble(shape);
    }
    *out = new wald_trees{std::move(empty)};
  });
}
void wald_trees_destroy(wald_trees *trees) noexcept { delete trees; }

wald_status wald_trees_add(wald_trees *trees, int64_t output, int64_t n_nodes, const wald_split *split,
                           const wald_missing *missing, const int32_t *feature, const int32_t *left,
                           const int32_t *right, const double *threshold, const int64_t *category_begin,
                           const int32_t *categories, const double *values) noexcept {
  return guarded([&] {
    core::Ensemble &ensemble = get(trees);
    if (n_nodes < 1 || n_nodes >= int64_t{1} << 30)
      fail(Status::argument, "n_nodes is ", n_nodes, ": must lie in [1, 2^30)");
    for (const auto &[pointer, name] : {std::pair<const void *, const char *>{split, "split"},
                                        {missing, "missing"},
                                        {feature, "feature"},
                                        {left, "left"},
                                        {right, "right"},
                                        {threshold, "threshold"},
                                        {values, "values"}})
      require(pointer, name);
    if (output < 0 || output >= ensemble.shape().outputs)
      fail(Status::argument, "output is ", output, ": must lie in [0, ", ensemble.shape().outputs - 1, "]");
    core::Tree tree;
    tree.output = static_cast<int32_t>(output);
    if (category_begin) check_ascending(category_begin, n_nodes);
    tree.nodes.resize(static_cast<std::size_t>(n_nodes));
    for (int64_t i = 0; i < n_nodes; ++i) {
      if (split[i] > WALD_SPLIT_AMONG)
        fail(Status::argument, "split[", i, "] is ", int32_t{split[i]}, ": must lie in [0, 3]");
      core::TreeNode &node = tree.nodes[static_cast<std::size_t>(i)];
      node.split = static_cast<core::Split>(split[i]);
      if (node.split == core::Split::leaf) continue;
      if (missing[i] > WALD_MISSING_ZERO_LEFT)
        fail(Status::argument, "missing[", i, "] is ", int32_t{missing[i]}, ": must lie in [0, 4]");
      node.missing = static_cast<core::Missing>(missing[i]);
      node.feature = feature[i];
      node.left = left[i];
      node.right = right[i];
      if (node.split == core::Split::in) {
        require(category_begin, "category_begin");
        if (category_begin[i + 1] > category_begin[i]) require(categories, "categories");
        node.categories.assign(categories + category_begin[i], categories + category_begin[i + 1]);
      } else {
        node.threshold = threshold[i];
      }
    }
    tree.values.assign(values, values + n_nodes * ensemble.shape().leaf_width);
    ensemble.add(std::move(tree));
  });
}

wald_status wald_trees_shape(const wald_trees *trees, int64_t *n_trees, int64_t *n_models, int64_t *n_features,
                             int64_t *n_outputs) noexcept {
  return guarded([&] {
    const core::Ensemble &ensemble = get(trees);
    if (n_trees) *n_trees = ensemble.n_trees();
    if (n_models) *n_models = ensemble.n_trees() / ensemble.shape().trees_per_model;
    if (n_features) *n_features = ensemble.shape().features;
    if (n_outputs) *n_outputs = ensemble.shape().outputs;
  });
}
wald_status wald_trees_leaf_width(const wald_trees *trees, int64_t *leaf_width) noexcept {
  return guarded([&] { give(leaf_width, "leaf_width", get(trees).shape().leaf_width); });
}
wald_status wald_trees_threshold(const wald_trees *trees, double margin, double *threshold) noexcept {
  return guarded([&] {
    if (!std::isfinite(margin)) fail(Status::argument, "margin is ", margin, ": must be finite");
    give(threshold, "threshold", threshold_without_base(get(trees), margin));
  });
}
wald_status wald_trees_evaluate(const wald_trees *trees, const void *features, wald_type type, int64_t n_rows,
                                int64_t n_features, int64_t row_stride, int64_t feature_stride, int32_t threads,
                                double *out) noexcept {
  return guarded([&] {
    const core::Ensemble &ensemble = get(trees);
    const core::RealTable table = feature_table(features, type, n_rows, n_features, row_stride, feature_stride);
    if (n_rows > 0) require(out, "out");
    core::NoMonitor quiet;
    ensemble.evaluate(table, checked_threads(threads), quiet, out);
  });
}
wald_status wald_trees_save(const wald_trees *trees, char *buffer, int64_t capacity, int64_t *needed) noexcept {
  return guarded([&] { give_text(buffer, capacity, needed, get(trees).save()); });
}
wald_status wald_trees_load(const char *text, int64_t length, wald_trees **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_trees{core::load_ensemble(checked_text(text, length))};
  });
}
wald_status wald_cascade_bind(const wald_cascade *cascade, const wald_trees *trees, wald_cascade **out) noexcept {
  return guarded([&] {
    const wald_cascade &from = get(cascade);
    require(out, "out");
    *out = with(get(trees), from.policy());
  });
}
wald_status wald_cascade_n_features(const wald_cascade *cascade, int64_t *n_features) noexcept {
  return guarded([&] {
    const wald_cascade &c = get(cascade);
    give(n_features, "n_features", c.with_trees ? c.with_trees->ensemble().shape().features : 0);
  });
}

}  // extern "C"

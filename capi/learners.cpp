// The C interface to learners: datasets, how to fit, fitted learners, and calibration.
#include <cmath>
#include <optional>

#include "boundary.hpp"
#include "core/learners/calibration.hpp"
#include "core/learners/learner.hpp"
#include "core/saved_text.hpp"

using namespace wald::capi;

struct wald_dataset {
  core::Features features;
  std::optional<core::Targets> targets = {};
  std::vector<double> weights = {};    // none: 1 each
  std::vector<int64_t> groups = {};    // none: each row alone
  std::vector<double> marginals = {};  // of another model; none: empty
  int64_t marginal_labels = 0;
};
struct wald_learner_options {
  core::LearnerOptions impl;
  wald_progress_function progress = nullptr;
  void *progress_user = nullptr;
};
struct wald_learner {
  core::ModelPointer impl;
  std::vector<core::FittingChoice> choices;  // whose texts are handed out
};
struct wald_calibration {
  core::Calibration impl;
};

namespace {

using wald::capi::get;

// ---- Checks of arguments -------------------------------------------------------------------------

wald_dataset &get(wald_dataset *dataset) {
  require(dataset, "dataset");
  return *dataset;
}
const wald_dataset &get(const wald_dataset *dataset) {
  require(dataset, "dataset");
  return *dataset;
}
wald_learner_options &get(wald_learner_options *options) {
  require(options, "options");
  return *options;
}
const wald_learner &get(const wald_learner *learner) {
  require(learner, "learner");
  return *learner;
}
const core::Model &model_of(const wald_learner *learner) { return *get(learner).impl; }
const core::Calibration &get(const wald_calibration *calibration) {
  require(calibration, "calibration");
  return calibration->impl;
}

core::SparseTable checked_csr(const void *indptr, const void *indices, wald_index_type index_type, const void *values,
                              wald_type type, int64_t n_rows, int64_t n_columns, const char *columns_name) {
  if (n_rows < 0) fail(Status::argument, "n_rows is ", n_rows, ": must be at least 0");
  if (n_columns < 1) fail(Status::argument, columns_name, " is ", n_columns, ": must be at least 1");
  require(indptr, "indptr");
  const bool narrow = is_32(index_type);
  const core::SparseTable table{{indptr, narrow}, {indices, narrow}, {values, is_float(type), 0, 1}, n_rows, n_columns};
  core::check_indptr(table.indptr, n_rows);
  if (table.indptr[n_rows] > table.indptr[0]) require(indices, "indices");
  return table;
}

void check_rows(const wald_dataset &dataset, const char *what, int64_t n_rows) {
  if (n_rows != dataset.features.rows)
    fail(Status::argument, "n_rows of ", what, " is ", n_rows, ": the dataset has ", dataset.features.rows);
}

// The features of a dataset as the core takes them.
core::FeatureTable table_of(const wald_dataset &dataset) {
  const core::Features &f = dataset.features;
  core::FeatureTable out;
  if (f.is_sparse)
    out = core::SparseTable{
        {f.begin.data(), false}, {f.columns.data(), true}, {f.values.data(), false, 0, 1}, f.rows, f.cols};
  else
    out = core::RealTable{f.values.data(), false, f.rows, f.cols, f.cols, 1};
  const int64_t labels = dataset.marginal_labels;
  if (labels > 0) out.marginals = {dataset.marginals.data(), false, f.rows, labels, labels, 1};
  return out;
}

core::FeatureTable row_of(const wald_dataset &dataset, int64_t row) {
  const int64_t rows = dataset.features.rows;
  if (row < 0 || row >= rows) fail(Status::argument, "row is ", row, ": must lie in [0, ", rows - 1, "]");
  core::FeatureTable out = table_of(dataset);
  if (out.is_sparse) {
    out.sparse.indptr = {dataset.features.begin.data() + row, false};
    out.sparse.rows = 1;
  } else {
    out.dense.data = out.dense.row(row).data;
    out.dense.rows = 1;
  }
  if (out.marginals.data) {
    out.marginals.data = out.marginals.row(row).data;
    out.marginals.rows = 1;
  }
  return out;
}

// ---- Settings ------------------------------------------------------------------------------------

constexpr int64_t many = int64_t{1} << 31;

void set(core::LearnerOptions &o, wald_learner_setting setting, double value) {
  const core::LearnerOptions defaults;
  const bool absent = std::isnan(value);
  const auto whole = [&](const char *name, int64_t core::LearnerOptions::*to, int64_t low) {
    o.*to = absent ? defaults.*to : checked_whole(name, value, low, many);
  };
  const auto within = [&](auto core::LearnerOptions::*part, const char *name, auto to, int64_t low) {
    (o.*part).*to = absent ? (defaults.*part).*to : checked_whole(name, value, low, many);
  };
  using L = core::LearnerOptions;
  switch (setting) {
    case WALD_LEARNER_SETTING_FOLDS: whole("folds", &L::folds, 2); break;
    case WALD_LEARNER_SETTING_THREADS:
      o.threads = absent ? defaults.threads : static_cast<int>(checked_whole("threads", value, 0, 1024));
      break;
    case WALD_LEARNER_SETTING_AT_LEAST: whole("at_least", &L::at_least, 0); break;
    case WALD_LEARNER_SETTING_WORSE_STEPS:
      within(&L::linear, "worse_steps", &core::LinearOptions::worse_steps, 1);
      break;
    case WALD_LEARNER_SETTING_CHAINS: within(&L::chain, "chains", &core::ChainOptions::chains, 1); break;
    case WALD_LEARNER_SETTING_DRAWS:
      o.chain.draws = absent ? defaults.chain.draws : checked_whole("draws", value, 1, core::max_draws);
      break;
    case WALD_LEARNER_SETTING_MOST_NODES: within(&L::chain, "most_nodes", &core::ChainOptions::most_nodes, 1); break;
    case WALD_LEARNER_SETTING_NEIGHBOURS:
      within(&L::neighbours, "neighbours", &core::NeighbourOptions::count, 0);
      break;
    case WALD_LEARNER_SETTING_TREES: within(&L::forest, "trees", &core::ForestOptions::trees, 0); break;
    case WALD_LEARNER_SETTING_MAX_FEATURES:
      within(&L::forest, "max_features", &core::ForestOptions::max_features, 0);
      break;
    case WALD_LEARNER_SETTING_MIN_LEAF: within(&L::forest, "min_leaf", &core::ForestOptions::min_leaf, 0); break;
    case WALD_LEARNER_SETTING_MAX_DEPTH: within(&L::forest, "max_depth", &core::ForestOptions::max_depth, 0); break;
    case WALD_LEARNER_SETTING_GAMMA: o.kernel.gamma = absent ? defaults.kernel.gamma : value; break;
    case WALD_LEARNER_SETTING_LANDMARKS: within(&L::kernel, "landmarks", &core::KernelOptions::landmarks, 0); break;
    case WALD_LEARNER_SETTING_EXACT_ROWS: within(&L::kernel, "exact_rows", &core::KernelOptions::exact_rows, 0); break;
    default:
      fail(Status::argument, "setting is ", setting, ": must lie in [0, ", int32_t{WALD_LEARNER_SETTING_EXACT_ROWS},
           "]");
  }
}

void set_method(core::LearnerOptions &o, wald_learner_method method, const char *name) {
  switch (method) {
    case WALD_LEARNER_METHOD_SCALING: o.scaling = core::parse_scaling(name); break;
    case WALD_LEARNER_METHOD_CALIBRATION: o.linear.calibration = core::parse_calibrator(name); break;
    case WALD_LEARNER_METHOD_NEIGHBOUR_METRIC:
      o.neighbours.metric = core::named<core::NeighbourMetric>("neighbour_metric", name, core::neighbour_metric_names);
      break;
    case WALD_LEARNER_METHOD_NEIGHBOUR_WEIGHTS:
      o.neighbours.weights =
          core::named<core::NeighbourWeights>("neighbour_weights", name, core::neighbour_weights_names);
      break;
    case WALD_LEARNER_METHOD_NEIGHBOUR_UTILITY:
      core::parse_metric(name, 1);  // throws where there is no such metric
      o.neighbours.metric_to_decide = name;
      break;
    case WALD_LEARNER_METHOD_FOREST_KIND:
      o.forest.kind = core::named<core::ForestKind>("forest_kind", name, core::forest_kind_names);
      break;
    case WALD_LEARNER_METHOD_FOREST_CRITERION:
      o.forest.criterion = core::named<core::ForestCriterion>("forest_criterion", name, core::forest_criterion_names);
      break;
    default:
      fail(Status::argument, "method is ", method, ": must lie in [0, ", int32_t{WALD_LEARNER_METHOD_FOREST_CRITERION},
           "]");
  }
}

// The options as `set` changes them, or as they were where that leaves one out of its domain.
template <class Set>
void change(wald_learner_options &options, const Set &set) {
  core::LearnerOptions changed = options.impl;
  set(changed);
  core::check_options(changed);
  options.impl = std::move(changed);
}

// Doubles, as many as there are: none where `data` is NULL.
std::vector<double> checked_list(const double *data, int64_t n) {
  if (!data) return {};
  if (n < 1) fail(Status::argument, "n is ", n, ": must be at least 1");
  return {data, data + n};
}

// ---- Results -------------------------------------------------------------------------------------

wald_learner *with(core::ModelPointer model) {
  std::vector<core::FittingChoice> choices = model->choices();
  return new wald_learner{std::move(model), std::move(choices)};
}

void give_name(const std::vector<std::string> &names, int64_t i, int64_t n, const char *what, const char **name) {
  if (i < 0 || i >= n) fail(Status::argument, what, " is ", i, ": must lie in [0, ", n - 1, "]");
  give(name, "name", names.empty() ? "" : names[static_cast<std::size_t>(i)].c_str());
}

const core::FittingChoice &choice_at(const wald_learner *learner, int64_t choice) {
  const std::vector<core::FittingChoice> &all = get(learner).choices;
  if (choice < 0 || choice >= static_cast<int64_t>(all.size()))
    fail(Status::argument, "choice is ", choice, ": must lie in [0, ", static_cast<int64_t>(all.size()) - 1, "]");
  return all[static_cast<std::size_t>(choice)];
}

core::EstimateOptions estimate_options(const core::Options &options) {
  core::EstimateOptions out;
  out.threads = options.threads;
  out.seed = options.seed;
  return out;
}

}  // namespace

extern "C" {

// ---- Rows ----------------------------------------------------------------------------------------

wald_status wald_dataset_create(const void *features, wald_type type, int64_t n_rows, int64_t n_features,
                                int64_t row_stride, int64_t feature_stride, wald_dataset **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::FeatureTable table =
        checked_table(features, type, n_rows, n_features, row_stride, feature_stride, "features", "n_features");
    core::check_table(table);
    *out = new wald_dataset{core::read_features(table, 0, n_rows)};
  });
}
wald_status wald_dataset_create_csr(const void *indptr, const void *indices, wald_index_type index_type,
                                    const void *values, wald_type type, int64_t n_rows, int64_t n_features,
                                    wald_dataset **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::SparseTable table =
        checked_csr(indptr, indices, index_type, values, type, n_rows, n_features, "n_features");
    if (table.indptr[n_rows] > table.indptr[0]) require(values, "values");
    core::check_table(table);
    *out = new wald_dataset{core::read_features(table, 0, n_rows)};
  });
}
void wald_dataset_destroy(wald_dataset *dataset) noexcept { delete dataset; }

wald_status wald_dataset_set_labels(wald_dataset *dataset, const uint8_t *labels, int64_t n_rows, int64_t n_labels,
                                    int64_t row_stride, int64_t label_stride) noexcept {
  return guarded([&] {
    wald_dataset &d = get(dataset);
    check_rows(d, "labels", n_rows);
    if (n_labels < 1) fail(Status::argument, "n_labels is ", n_labels, ": must be at least 1");
    if (n_rows > 0) require(labels, "labels");
    d.targets = core::label_targets({labels, n_rows, n_labels, row_stride, label_stride});
  });
}
wald_status wald_dataset_set_labels_csr(wald_dataset *dataset, const void *indptr, const void *indices,
                                        wald_index_type index_type, int64_t n_rows, int64_t n_labels) noexcept {
  return guarded([&] {
    wald_dataset &d = get(dataset);
    check_rows(d, "labels", n_rows);
    const core::SparseTable table =
        checked_csr(indptr, indices, index_type, nullptr, WALD_FLOAT64, n_rows, n_labels, "n_labels");
    d.targets = core::label_targets(table.indptr, table.indices, n_rows, n_labels);
  });
}
wald_status wald_dataset_set_classes(wald_dataset *dataset, const int64_t *classes, int64_t n_rows,
                                     int64_t n_classes) noexcept {
  return guarded([&] {
    wald_dataset &d = get(dataset);
    check_rows(d, "classes", n_rows);
    if (n_classes < 2) fail(Status::argument, "n_classes is ", n_classes, ": must be at least 2");
    if (n_rows > 0) require(classes, "classes");
    d.targets = core::class_targets({classes, false}, n_rows, n_classes);
  });
}
wald_status wald_dataset_set_weights(wald_dataset *dataset, const void *weights, wald_type type, int64_t n_rows,
                                     int64_t stride) noexcept {
  return guarded([&] {
    wald_dataset &d = get(dataset);
    check_rows(d, "weights", n_rows);
    const core::Reals reals = checked_weights(weights, type, n_rows, stride);
    std::vector<double> copy;
    for (int64_t i = 0; weights && i < n_rows; ++i) {
      copy.push_back(reals[i]);
      if (!(copy.back() >= 0) || std::isinf(copy.back()))
        fail(Status::argument, "weights[", i, "] is ", copy.back(), ": must be finite and at least 0");
    }
    d.weights = std::move(copy);
  });
}
wald_status wald_dataset_set_groups(wald_dataset *dataset, const int64_t *groups, int64_t n_rows) noexcept {
  return guarded([&] {
    wald_dataset &d = get(dataset);
    if (groups) check_rows(d, "groups", n_rows);
    d.groups.assign(groups, groups ? groups + n_rows : groups);
  });
}
wald_status wald_dataset_set_marginals(wald_dataset *dataset, const void *marginals, wald_type type, int64_t n_rows,
                                       int64_t n_labels, int64_t row_stride, int64_t label_stride) noexcept {
  return guarded([&] {
    wald_dataset &d = get(dataset);
    if (!marginals) {
      d.marginals.clear();
      d.marginal_labels = 0;
      return;
    }
    check_rows(d, "marginals", n_rows);
    const core::RealTable table =
        checked_table(marginals, type, n_rows, n_labels, row_stride, label_stride, "marginals", "n_labels");
    if (n_labels < 1) fail(Status::argument, "n_labels is ", n_labels, ": must be at least 1");
    d.marginals = core::read_marginals(table, 0, n_rows);
    d.marginal_labels = n_labels;
  });
}
wald_status wald_dataset_shape(const wald_dataset *dataset, int64_t *n_rows, int64_t *n_features, int64_t *n_labels,
                               wald_task *task) noexcept {
  return guarded([&] {
    const wald_dataset &d = get(dataset);
    if (n_rows) *n_rows = d.features.rows;
    if (n_features) *n_features = d.features.cols;
    if (n_labels) *n_labels = d.targets ? d.targets->labels : 0;
    if (task) *task = !d.targets ? WALD_TASK_NONE : 1 + static_cast<wald_task>(d.targets->task);
  });
}

// ---- How to fit ----------------------------------------------------------------------------------

wald_status wald_learner_options_create(wald_learner_options **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_learner_options{};
  });
}
void wald_learner_options_destroy(wald_learner_options *options) noexcept { delete options; }

wald_status wald_learner_options_set(wald_learner_options *options, wald_learner_setting setting,
                                     double value) noexcept {
  return guarded([&] { change(get(options), [&](core::LearnerOptions &o) { set(o, setting, value); }); });
}
wald_status wald_learner_options_set_method(wald_learner_options *options, wald_learner_method method,
                                            const char *name) noexcept {
  return guarded([&] {
    core::LearnerOptions &o = get(options).impl;
    require(name, "name");
    set_method(o, method, name);
  });
}
wald_status wald_learner_options_set_penalties(wald_learner_options *options, const double *penalties,
                                               int64_t n) noexcept {
  return guarded(
      [&] { change(get(options), [&](core::LearnerOptions &o) { o.linear.penalties = checked_list(penalties, n); }); });
}
wald_status wald_learner_options_set_mixture_weights(wald_learner_options *options, const double *weights,
                                                     int64_t n) noexcept {
  return guarded(
      [&] { change(get(options), [&](core::LearnerOptions &o) { o.mixture_weights = checked_list(weights, n); }); });
}
wald_status wald_learner_options_set_chain_orders(wald_learner_options *options, const int64_t *orders,
                                                  int64_t n_chains, int64_t n_labels) noexcept {
  return guarded([&] {
    core::LearnerOptions &o = get(options).impl;
    std::vector<std::vector<int64_t>> copy;
    if (orders) {
      if (n_chains < 1) fail(Status::argument, "n_chains is ", n_chains, ": must be at least 1");
      if (n_labels < 1) fail(Status::argument, "n_labels is ", n_labels, ": must be at least 1");
      for (int64_t c = 0; c < n_chains; ++c) copy.emplace_back(orders + c * n_labels, orders + (c + 1) * n_labels);
    }
    o.chain.orders = std::move(copy);
  });
}
wald_status wald_learner_options_set_feature_names(wald_learner_options *options, const char *const *names,
                                                   int64_t n) noexcept {
  return guarded([&] {
    core::LearnerOptions &o = get(options).impl;
    o.feature_names = checked_names(names, n, "names");
  });
}
wald_status wald_learner_options_set_label_names(wald_learner_options *options, const char *const *names,
                                                 int64_t n) noexcept {
  return guarded([&] {
    core::LearnerOptions &o = get(options).impl;
    o.label_names = checked_names(names, n, "names");
  });
}
wald_status wald_learner_options_set_seed(wald_learner_options *options, uint64_t seed) noexcept {
  return guarded([&] { get(options).impl.seed = seed; });
}
wald_status wald_learner_options_set_progress(wald_learner_options *options, wald_progress_function function,
                                              void *user) noexcept {
  return guarded([&] {
    wald_learner_options &o = get(options);
    o.progress = function;
    o.progress_user = user;
  });
}

// ---- Fitting -------------------------------------------------------------------------------------

wald_status wald_learner_fit(const char *name, const wald_dataset *dataset, const wald_learner_options *options,
                             wald_learner **out) noexcept {
  return guarded([&] {
    require(name, "name");
    const wald_dataset &d = get(dataset);
    require(out, "out");
    if (!d.targets) fail(Status::argument, "dataset has no labels and no classes: there is nothing to learn");
    const wald_learner_options own = options ? *options : wald_learner_options{};
    core::CallbackMonitor monitor(own.progress, own.progress_user);
    const core::Reals weights{d.weights.empty() ? nullptr : d.weights.data(), false, d.features.rows, 1};
    const core::RowRoles roles(weights, {d.groups.empty() ? nullptr : d.groups.data(), false});
    *out = with(core::fit_learner(name, table_of(d), *d.targets, roles, own.impl, monitor));
  });
}
void wald_learner_destroy(wald_learner *learner) noexcept { delete learner; }
wald_status wald_learner_save(const wald_learner *learner, char *buffer, int64_t capacity, int64_t *needed) noexcept {
  return guarded([&] { give_text(buffer, capacity, needed, model_of(learner).save()); });
}
wald_status wald_learner_load(const char *text, int64_t length, wald_learner **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = with(core::load_model(checked_text(text, length)));
  });
}

wald_status wald_learner_name(const wald_learner *learner, const char **name) noexcept {
  return guarded([&] { give(name, "name", model_of(learner).shape().learner.c_str()); });
}
wald_status wald_learner_shape(const wald_learner *learner, int64_t *n_features, int64_t *n_labels, wald_task *task,
                               int64_t *at_least) noexcept {
  return guarded([&] {
    const core::ModelShape &shape = model_of(learner).shape();
    if (n_features) *n_features = shape.features;
    if (n_labels) *n_labels = shape.labels;
    if (task) *task = 1 + static_cast<wald_task>(shape.task);
    if (at_least) *at_least = shape.at_least;
  });
}
wald_status wald_learner_kind(const wald_learner *learner, wald_kind *kind) noexcept {
  return guarded([&] { give(kind, "kind", static_cast<wald_kind>(model_of(learner).kind())); });
}
wald_status wald_learner_feature_name(const wald_learner *learner, int64_t feature, const char **name) noexcept {
  return guarded([&] {
    const core::ModelShape &shape = model_of(learner).shape();
    give_name(shape.feature_names, feature, shape.features, "feature", name);
  });
}
wald_status wald_learner_label_name(const wald_learner *learner, int64_t label, const char **name) noexcept {
  return guarded([&] {
    const core::ModelShape &shape = model_of(learner).shape();
    give_name(shape.label_names, label, shape.labels, "label", name);
  });
}
wald_status wald_learner_choice_count(const wald_learner *learner, int64_t *count) noexcept {
  return guarded([&] { give(count, "count", static_cast<int64_t>(get(learner).choices.size())); });
}
wald_status wald_learner_choice_get(const wald_learner *learner, int64_t choice, const char **part, const char **what,
                                    double *value, double *loss) noexcept {
  return guarded([&] {
    const core::FittingChoice &c = choice_at(learner, choice);
    if (part) *part = c.part.c_str();
    if (what) *what = c.what.c_str();
    if (value) *value = c.value;
    if (loss) *loss = c.loss;
  });
}
wald_status wald_learner_choice_path(const wald_learner *learner, int64_t choice, double *values, double *losses,
                                     int64_t capacity, int64_t *needed) noexcept {
  return guarded([&] {
    const core::FittingChoice &c = choice_at(learner, choice);
    if (!has_room(values, capacity, static_cast<int64_t>(c.path.size()), needed, "values")) return;
    for (std::size_t i = 0; i < c.path.size(); ++i) {
      values[i] = c.path[i].first;
      if (losses) losses[i] = c.path[i].second;
    }
  });
}

// ---- Predicting ----------------------------------------------------------------------------------

wald_status wald_learner_probabilities(const wald_learner *learner, const wald_dataset *dataset,
                                       const wald_options *options, double *out) noexcept {
  return guarded([&] {
    const core::Model &model = model_of(learner);
    const wald_dataset &d = get(dataset);
    if (d.features.rows > 0) require(out, "out");
    const core::Options own = options_or_default(options);
    core::CallbackMonitor monitor(own.progress, own.progress_user);
    model.probabilities(table_of(d), estimate_options(own), monitor, out);
  });
}
wald_status wald_learner_decide(const wald_learner *learner, const wald_dataset *dataset, const wald_metric *metric,
                                const wald_options *options, uint8_t *mask, int64_t mask_row_stride,
                                int64_t mask_label_stride, double *expected, wald_decision *decision) noexcept {
  return guarded([&] {
    fill_decision(decision, [&](core::Decision *to) {
      const core::Model &model = model_of(learner);
      const wald_dataset &d = get(dataset);
      core::PredictOptions own;
      own.decide = options_or_default(options);
      own.at_least_given = options && options->at_least_given;
      own.seed = own.decide.seed;
      core::predict(model, table_of(d), get(metric), own,
                    {{mask, d.features.rows, model.shape().labels, mask_row_stride, mask_label_stride}, expected, to});
    });
  });
}
wald_status wald_learner_estimator(const wald_learner *learner, const wald_dataset *dataset, int64_t row,
                                   const wald_options *options, wald_estimator **out) noexcept {
  return guarded([&] {
    const core::Model &model = model_of(learner);
    const wald_dataset &d = get(dataset);
    require(out, "out");
    const core::Options own = options_or_default(options);
    core::CallbackMonitor monitor(own.progress, own.progress_user);
    auto found = model.estimators(row_of(d, row), estimate_options(own), monitor);
    *out = new wald_estimator{std::move(found.front())};
  });
}

// ---- Calibration ---------------------------------------------------------------------------------

wald_status wald_calibration_fit(const char *name, const void *scores, wald_type type, int64_t n, int64_t stride,
                                 const uint8_t *labels, int64_t label_stride, const void *weights,
                                 wald_type weight_type, int64_t weight_stride, wald_calibration **out) noexcept {
  return guarded([&] {
    require(name, "name");
    const core::Calibrator kind = core::parse_calibrator(name);
    if (kind == core::Calibrator::automatic || kind == core::Calibrator::none)
      fail(Status::argument, "name is ", core::in_quotes(name), ": must be platt, isotonic or beta");
    const core::Reals s = checked_reals(scores, type, n, stride, "scores", "n");
    if (n > 0) require(labels, "labels");
    require(out, "out");
    const core::Reals w = checked_weights(weights, weight_type, n, weight_stride);
    std::vector<double> margins, own_weights;
    std::vector<uint8_t> cells;
    bool seen[2] = {false, false};
    for (int64_t i = 0; i < n; ++i) {
      const uint8_t label = labels[i * label_stride];
      const double score = s[i], weight = weights ? w[i] : 1;
      if (!std::isfinite(score)) fail(Status::argument, "scores[", i, "] is ", score, ": must be finite");
      if (label > 1) fail(Status::argument, "labels[", i, "] is ", int32_t{label}, ": must be 0 or 1");
      if (!(weight >= 0) || std::isinf(weight))
        fail(Status::argument, "weights[", i, "] is ", weight, ": must be finite and at least 0");
      if (weight > 1e100) fail(Status::argument, "weights[", i, "] is ", weight, ": must be at most 1e+100");
      if (weight == 0) continue;
      seen[label] = true;
      margins.push_back(score);
      cells.push_back(label);
      own_weights.push_back(weight);
    }
    if (!seen[0] || !seen[1])
      fail(Status::argument, "labels has no ", seen[0] ? 1 : 0, " of a weight above 0: both must occur");
    core::NoMonitor quiet;
    *out = new wald_calibration{core::calibrate_margins(kind, margins, cells, own_weights, quiet)};
  });
}
void wald_calibration_destroy(wald_calibration *calibration) noexcept { delete calibration; }
wald_status wald_calibration_apply(const wald_calibration *calibration, const void *scores, wald_type type, int64_t n,
                                   int64_t stride, double *out) noexcept {
  return guarded([&] {
    const core::Calibration &c = get(calibration);
    const core::Reals s = checked_reals(scores, type, n, stride, "scores", "n");
    if (n > 0) require(out, "out");
    for (int64_t i = 0; i < n; ++i) {
      if (!std::isfinite(s[i])) fail(Status::argument, "scores[", i, "] is ", s[i], ": must be finite");
      out[i] = c.probability(s[i]);
    }
  });
}
wald_status wald_calibration_save(const wald_calibration *calibration, char *buffer, int64_t capacity,
                                  int64_t *needed) noexcept {
  return guarded([&] {
    std::string text = "{\"wald\":\"calibration\",\"version\":1,\"calibration\":";
    get(calibration).save(text);
    give_text(buffer, capacity, needed, text + "}\n");
  });
}
wald_status wald_calibration_load(const char *text, int64_t length, wald_calibration **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::SavedText saved(checked_text(text, length), "calibration", 1);
    saved.allow(saved.root(), {"wald", "version", "calibration"}, "a saved calibration");
    *out = new wald_calibration{core::Calibration::load(saved, saved.member(saved.root(), "calibration"))};
  });
}

}  // extern "C"

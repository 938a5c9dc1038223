// The C interface to learners: datasets, how to fit, fitted learners, and calibration.
#include <cmath>
#include <optional>

#include "boundary.hpp"
#include "core/catalogue/catalogue.hpp"
#include "core/estimators/prior_shift.hpp"
#include "core/learners/input_calibration.hpp"
#include "core/learners/learner.hpp"
#include "core/learners/rules/rule_learner.hpp"

using namespace wald::capi;

struct wald_dataset : wald::capi::Object<wald_dataset> {
  core::learners::Features features;
  std::optional<core::learners::Targets> targets = {};
  std::vector<double> weights = {};    // none: 1 each
  std::vector<int64_t> groups = {};    // none: each row alone
  std::vector<double> marginals = {};  // of another model; none: empty
  int64_t marginal_labels = 0;

  double number(int32_t fact, int64_t item) const;
};
struct wald_learner : wald::capi::Object<wald_learner> {
  core::learners::ModelPointer impl;
  std::vector<core::learners::FittingChoice> choices;  // whose texts are handed out

  std::string save(wald_format format) const { return in_format(format, impl->save()); }
  static wald_learner *load(std::string_view state);
  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
  const char *text(int32_t fact, int64_t item) const;
};
struct wald_calibration : wald::capi::Object<wald_calibration> {
  core::learners::InputCalibration impl;

  std::string save(wald_format format) const { return in_format(format, impl.save()); }
  static wald_calibration *load(std::string_view state) {
    return new wald_calibration{{}, core::learners::InputCalibration::load(state)};
  }
  double number(int32_t fact, int64_t item) const;
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
const wald_learner &get(const wald_learner *learner) {
  require(learner, "learner");
  return *learner;
}
const core::learners::Model &model_of(const wald_learner *learner) { return *get(learner).impl; }
const core::learners::InputCalibration &get(const wald_calibration *calibration) {
  require(calibration, "calibration");
  return calibration->impl;
}
core::learners::CalibrationInput checked_input(wald_calibration_input input) {
  if (input != WALD_CALIBRATION_INPUT_PROBABILITIES && input != WALD_CALIBRATION_INPUT_SCORES)
    fail(Status::argument, "input is ", input,
         ": must be WALD_CALIBRATION_INPUT_PROBABILITIES (0) or WALD_CALIBRATION_INPUT_SCORES (1)");
  return static_cast<core::learners::CalibrationInput>(input);
}

void check_rows(const wald_dataset &dataset, const char *what, int64_t n_rows) {
  if (n_rows != dataset.features.rows)
    fail(Status::argument, what, " has ", n_rows, " rows: the dataset has ", dataset.features.rows);
}

// No rows and nothing behind it: what was set is taken back. A table without columns is a mistake.
bool takes_back(const wald_array *array) {
  return array && array->size == static_cast<int64_t>(sizeof(wald_array)) && !array->data && array->rows == 0 &&
         array->columns > 0;
}

core::learners::Targets read_labels(const wald_dataset &dataset, const wald_table *labels) {
  if (is_dense(labels, "labels")) {
    const core::Grid<const uint8_t> mask = checked_mask(labels->dense, "labels");
    check_rows(dataset, "labels", mask.rows);
    return core::learners::label_targets(mask);
  }
  check_rows(dataset, "labels", checked_view(labels->sparse, "labels").rows);
  const core::decisions::SparseTable table = checked_sparse(labels->sparse, false, "labels");
  return core::learners::label_targets(table.indptr, table.indices, table.rows, table.cols);
}

core::learners::Targets read_classes(const wald_dataset &dataset, const wald_array *classes, int64_t n_classes) {
  const core::Integers numbers = checked_integers(classes, "classes");
  check_rows(dataset, "classes", classes->rows);
  if (n_classes < 2) fail(Status::argument, "n_classes is ", n_classes, ": must be at least 2");
  return core::learners::class_targets(numbers, classes->rows, n_classes);
}

std::vector<double> read_weights(const wald_dataset &dataset, const wald_array *weights) {
  if (!weights || takes_back(weights)) return {};
  const core::Reals reals = checked_reals(weights, "weights");
  check_rows(dataset, "weights", reals.n);
  std::vector<double> copy;
  for (int64_t i = 0; i < reals.n; ++i) {
    copy.push_back(reals[i]);
    if (!(copy.back() >= 0) || std::isinf(copy.back()))
      fail(Status::argument, "weights[", i, "] is ", copy.back(), ": must be finite and at least 0");
  }
  return copy;
}

std::vector<int64_t> read_groups(const wald_dataset &dataset, const wald_array *groups) {
  if (!groups || takes_back(groups)) return {};
  const core::Integers numbers = checked_integers(groups, "groups");
  check_rows(dataset, "groups", groups->rows);
  std::vector<int64_t> copy;
  for (int64_t i = 0; i < groups->rows; ++i) copy.push_back(numbers[i]);
  return copy;
}

// The features of a dataset as the core takes them.
core::learners::FeatureTable table_of(const wald_dataset &dataset) {
  const core::learners::Features &f = dataset.features;
  core::learners::FeatureTable out;
  if (f.is_sparse)
    out = core::decisions::SparseTable{
        {f.begin.data(), false}, {f.columns.data(), true}, {f.values.data(), false, 0, 1}, f.rows, f.cols};
  else
    out = core::RealTable{f.values.data(), false, f.rows, f.cols, f.cols, 1};
  const int64_t labels = dataset.marginal_labels;
  if (labels > 0) out.marginals = {dataset.marginals.data(), false, f.rows, labels, labels, 1};
  return out;
}

core::learners::FeatureTable row_of(const wald_dataset &dataset, int64_t row) {
  const int64_t rows = dataset.features.rows;
  if (row < 0 || row >= rows) fail(Status::argument, "row is ", row, ": must lie in [0, ", rows - 1, "]");
  core::learners::FeatureTable out = table_of(dataset);
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

// ---- Facts ---------------------------------------------------------------------------------------

using namespace wald::core;

const learners::FittingChoice &choice_at(const std::vector<learners::FittingChoice> &choices, int64_t item) {
  const auto size = static_cast<int64_t>(choices.size());
  if (item < 0 || item >= size)
    fail(Status::argument, "item is ", item, ": must lie in [0, ", size - 1, "], the choices");
  return choices[static_cast<std::size_t>(item)];
}

double number_of(const wald_dataset &d, wald_dataset_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/learners/dataset_facts.def"
#include "number_cases.inc"
    default: wrong_fact("dataset", fact, "number");
  }
}
double number_of(const learners::Model &m, const std::vector<learners::FittingChoice> &choices, int64_t item, wald_learner_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/learners/learner_facts.def"
#include "number_cases.inc"
    default: wrong_fact("learner", fact, "number");
  }
}
std::vector<double> numbers_of(const learners::Model &m, const std::vector<learners::FittingChoice> &choices, int64_t item,
                               wald_learner_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/learners/learner_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("learner", fact, "list of numbers");
  }
}
const char *text_of(const learners::Model &m, const std::vector<learners::FittingChoice> &choices, int64_t item, wald_learner_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/learners/learner_facts.def"
#include "text_cases.inc"
    default: wrong_fact("learner", fact, "text");
  }
}

double number_of(const learners::InputCalibration &c, wald_calibration_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/learners/calibration_facts.def"
#include "number_cases.inc"
    default: wrong_fact("calibration", fact, "number");
  }
}

// ---- Results -------------------------------------------------------------------------------------

wald_learner *with(core::learners::ModelPointer model) {
  std::vector<core::learners::FittingChoice> choices = model->choices();
  return new wald_learner{{}, std::move(model), std::move(choices)};
}

core::learners::EstimateOptions estimate_options(const core::decisions::DecisionOptions &options) {
  core::learners::EstimateOptions out;
  out.threads = static_cast<int>(options.threads);
  out.seed = options.seed;
  return out;
}

}  // namespace

wald_learner *wald_learner::load(std::string_view state) { return with(core::learners::load_model(state)); }

double wald_dataset::number(int32_t fact, int64_t) const { return number_of(*this, fact); }
WALD_OBJECT_TYPE(dataset);

double wald_learner::number(int32_t fact, int64_t item) const { return number_of(*impl, choices, item, fact); }
void wald_learner::numbers(int32_t fact, int64_t item, const Room &to) const {
  to.give(numbers_of(*impl, choices, item, fact));
}
const char *wald_learner::text(int32_t fact, int64_t item) const { return text_of(*impl, choices, item, fact); }
WALD_OBJECT_TYPE(learner);

double wald_calibration::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
WALD_OBJECT_TYPE(calibration);

extern "C" {

// ---- Rows ----------------------------------------------------------------------------------------

wald_status wald_dataset_create(const wald_table *features, wald_dataset **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const auto create = [&](const core::learners::FeatureTable &table) {
      core::learners::check_table(table);
      *out = new wald_dataset{{}, core::learners::read_features(table, 0, table.rows(), true)};
    };
    // Of rows whose marginals are all that is known.
    if (is_dense(features, "features") && checked_array(features->dense, "features").columns == 0)
      create(core::RealTable{nullptr, false, features->dense->rows, 0, 0, 1});
    else
      with_table(features, "features", create);
  });
}

wald_status wald_dataset_set(wald_dataset *dataset, const wald_table *labels, const wald_array *classes,
                             int64_t n_classes, const wald_array *weights, const wald_array *groups,
                             const wald_array *marginals) noexcept {
  return guarded([&] {
    wald_dataset &d = get(dataset);
    if (labels && classes) fail(Status::argument, "labels and classes are both given: must be one of them");
    if (!classes && n_classes != 0)
      fail(Status::argument, "n_classes is ", n_classes, " without classes: must be 0");
    // Everything is read before anything is replaced, as a call that fails changes nothing.
    std::optional<core::learners::Targets> targets;
    if (labels) targets = read_labels(d, labels);
    if (classes) targets = read_classes(d, classes, n_classes);
    std::vector<double> weighed = read_weights(d, weights);
    std::vector<int64_t> grouped = read_groups(d, groups);
    if (takes_back(marginals)) {
      d.marginals.clear();
      d.marginal_labels = 0;
    } else if (marginals) {
      const core::RealTable table = checked_table(marginals, "marginals");
      check_rows(d, "marginals", table.rows);
      d.marginals = core::learners::read_marginals(table, 0, table.rows);
      d.marginal_labels = table.cols;
    }
    if (targets) d.targets = std::move(targets);
    if (weights) d.weights = std::move(weighed);
    if (groups) d.groups = std::move(grouped);
  });
}

// ---- Fitting -------------------------------------------------------------------------------------

wald_status wald_learner_fit(const char *name, const wald_dataset *dataset, const wald_options *options,
                             wald_learner **out) noexcept {
  return guarded([&] {
    require(name, "name");
    const wald_dataset &d = get(dataset);
    require(out, "out");
    if (!d.targets) fail(Status::argument, "dataset has no labels and no classes: there is nothing to learn");
    static const core::learners::LearnerOptions defaults;
    const std::string words = core::learners::learners_in(name);
    const core::catalogue::OptionSet *const set = settings(options);
    const core::learners::LearnerOptions &own = set ? set->learners({"fitting this learner", words}) : defaults;
    if (words == "rule" && set && set->is_set("folds") && !core::learners::reads_folds(own.rule))
      fail(Status::argument, "folds is ", own.folds, ": rule is ", core::learners::name_of_rule(own.rule),
           ", which is fitted without folds; automatic, given-cardinality and given-mixture read them");
    core::CallbackMonitor monitor(own.progress);
    const core::Reals weights{d.weights.empty() ? nullptr : d.weights.data(), false, d.features.rows, 1};
    const core::learners::RowRoles roles(weights, {d.groups.empty() ? nullptr : d.groups.data(), false});
    *out = with(core::learners::fit_learner(name, table_of(d), *d.targets, roles, own, monitor));
  });
}

// ---- Predicting ----------------------------------------------------------------------------------

wald_status wald_learner_probabilities(const wald_learner *learner, const wald_dataset *dataset,
                                       const wald_options *options, double *out) noexcept {
  return guarded([&] {
    const core::learners::Model &model = model_of(learner);
    const wald_dataset &d = get(dataset);
    if (d.features.rows > 0) require(out, "out");
    const core::decisions::DecisionOptions own = options_or_default(options, {"predicting probabilities", "learners"});
    core::CallbackMonitor monitor(own.progress);
    model.probabilities(table_of(d), estimate_options(own), monitor, out);
  });
}
wald_status wald_learner_decide(const wald_learner *learner, const wald_dataset *dataset, const wald_metric *metric,
                                const wald_options *options, const wald_array *mask, double *expected,
                                wald_decision *decision) noexcept {
  return guarded([&] {
    fill_decision(decision, [&](core::decisions::Decision *to) {
      const core::learners::Model &model = model_of(learner);
      const wald_dataset &d = get(dataset);
      core::learners::PredictOptions own;
      own.decide = options_or_default(options, {"predicting", "decide tables learners"});
      own.seed = own.decide.seed;
      core::learners::predict(model, table_of(d), get(metric), own,
                    {optional_result(mask, d.features.rows, model.shape().labels, "mask"), expected, to});
    });
  });
}
wald_status wald_learner_estimator(const wald_learner *learner, const wald_dataset *dataset, int64_t row,
                                   const wald_options *options, wald_estimator **out) noexcept {
  return guarded([&] {
    const core::learners::Model &model = model_of(learner);
    const wald_dataset &d = get(dataset);
    require(out, "out");
    const core::decisions::DecisionOptions own = options_or_default(options, {"predicting probabilities", "learners"});
    core::CallbackMonitor monitor(own.progress);
    auto found = model.estimators(row_of(d, row), estimate_options(own), monitor);
    *out = new wald_estimator{{}, std::move(found.front())};
  });
}

// ---- Calibration ---------------------------------------------------------------------------------

wald_status wald_calibration_fit(const char *name, wald_calibration_input input, const wald_array *truth,
                                 const wald_array *values, const wald_array *weights, wald_calibration **out) noexcept {
  return guarded([&] {
    require(name, "name");
    const auto kind = static_cast<core::learners::Calibrator>(
        core::value_of(core::vocabulary("calibration", core::learners::calibration_words), name, "name"));
    const core::learners::CalibrationInput taken = checked_input(input);
    const core::RealTable given = checked_table(values, input_name(taken));
    core::NoMonitor quiet;
    if (given.cols > 1) {
      require(truth, "truth");
      const core::Strided<const int64_t> classes = optional_ids(truth, given.rows, "truth");
      require(out, "out");
      const core::Reals w = optional_reals(weights, given.rows, "weights");
      *out = new wald_calibration{{}, core::learners::InputCalibration(kind, taken, given, classes, w, quiet)};
      return;
    }
    const core::Strided<const uint8_t> known = checked_truth(truth, "truth");
    require_rows(*truth, given.rows, "truth");
    require(out, "out");
    const core::Reals w = optional_reals(weights, given.rows, "weights");
    *out = new wald_calibration{{}, core::learners::InputCalibration(kind, taken, given.col(0), known, w, quiet)};
  });
}
wald_status wald_calibration_apply(const wald_calibration *calibration, wald_calibration_input input,
                                   const wald_array *values, double *out) noexcept {
  return guarded([&] {
    const core::learners::InputCalibration &c = get(calibration);
    const core::learners::CalibrationInput taken = checked_input(input);
    const core::RealTable given = checked_table(values, input_name(taken));
    if (given.rows > 0) require(out, "out");
    c.apply(taken, given, out);
  });
}
wald_status wald_calibration_adapt(wald_kind kind, const wald_array *probabilities, const wald_array *training_prior,
                                   const wald_array *prior, double *out) noexcept {
  return guarded([&] {
    const core::Kind as = checked_kind(kind);
    const core::RealTable table = checked_table(probabilities, "probabilities");
    const core::Reals from = checked_reals(training_prior, "training_prior"), to = checked_reals(prior, "prior");
    require_rows(*training_prior, table.cols, "training_prior");
    require_rows(*prior, table.cols, "prior");
    if (table.rows > 0) require(out, "out");
    core::move_prior(table, core::PriorShift(as, from, to, "prior"), out);
  });
}

}  // extern "C"

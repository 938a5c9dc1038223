#include "core/numeric/contraction.hpp"  // first

#include "core/learners/learner.hpp"

#include <algorithm>
#include <iterator>
#include <cmath>

#include "core/error.hpp"
#include "core/estimators/marginal.hpp"
#include "core/learners/forest.hpp"
#include "core/learners/kernel.hpp"
#include "core/learners/linear_learners.hpp"
#include "core/learners/mixture.hpp"
#include "core/learners/model_text.hpp"
#include "core/learners/neighbours_learner.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core {

namespace {

// ---- The learners ---------------------------------------------------------------------------------

// In the order of learner_words.
const LearnerEntry learners[] = {
    {false, fit_binary_relevance, load_binary_relevance},
    {false, fit_binary_relevance, load_binary_relevance},
    {false, fit_efp, load_efp},
    {false, fit_chains, load_chains},
    {true, fit_card, load_card},
    {false, fit_neighbours, load_neighbours},
    {false, fit_forest, load_forest},
    {false, fit_tree, load_forest},
    {true, fit_kernel, load_kernel},
    {true, fit_mixture, load_mixture},
};
static_assert(std::size(learners) == std::size(learner_words));

struct Found {
  const LearnerEntry *entry;
  std::string_view argument;
};

Found find_learner(std::string_view name) {
  const std::size_t colon = name.find(':');
  const std::string_view head = name.substr(0, colon);
  for (const Word &word : learner_words) {
    if (head != word.name && (!*word.alias || head != word.alias)) continue;
    const LearnerEntry &entry = learners[word.value];
    if (colon != std::string_view::npos && !entry.takes_argument) break;
    return {&entry, colon == std::string_view::npos ? std::string_view() : name.substr(colon + 1)};
  }
  return {nullptr, {}};
}

[[noreturn]] void unknown_learner(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Word &word : learner_words) names.emplace_back(word.name);
  fail(Status::format, "learner ", in_quotes(name), " is not known: ", must_be_one_of(name.substr(0, name.find(':')), names));
}

// Learners hold learners, and so do their texts, which are read to some depth (core/saved_text.cpp).
constexpr std::ptrdiff_t deepest_nesting = 4;

void check_nesting(std::string_view name) {
  for (std::string_view rest = name; !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find(','));
    const std::ptrdiff_t depth = std::count(part.begin(), part.end(), ':');
    if (depth > deepest_nesting)
      fail(Status::argument, "learner ", in_quotes(name.substr(0, 100)), " holds ", depth,
           " learners within each other: must be at most ", deepest_nesting);
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  }
}

// ---- Rows in blocks -------------------------------------------------------------------------------

// Some learners go through all they have learned once for each block, so that blocks are large where that leaves each
// thread a few of them.
constexpr int64_t fewest_of_block = 16, blocks_of_worker = 4;

void check_draws(int64_t draws) {
  if (draws < 0 || draws > max_draws) fail(Status::argument, "draws is ", draws, ": must lie in [0, ", max_draws, "]");
}

}  // namespace

void each_block(const Model &model, const FeatureTable &rows, const EstimateOptions &options, Monitor &monitor,
                const std::function<void(const Model::Block &, int64_t, Monitor &)> &body) {
  const ModelShape &shape = model.shape();
  if (rows.cols() != shape.features)
    fail(Status::argument, "n_features is ", rows.cols(), ": the model was fitted to ", shape.features);
  check_table(rows);
  const RealTable &marginals = rows.marginals;
  if (marginals.data && (marginals.rows != rows.rows() || marginals.cols != shape.labels))
    fail(Status::argument, "marginals are ", marginals.rows, " by ", marginals.cols, ": must be ", rows.rows(), " by ",
         shape.labels);
  monitor.at(0);
  const int workers = worker_count(options.threads, std::max<int64_t>(rows.rows(), 1));
  const int64_t size = std::clamp(rows.rows() / (blocks_of_worker * workers), fewest_of_block, model.most_of_block());
  const int64_t blocks = (rows.rows() + size - 1) / size;
  parallel_for(blocks, worker_count(options.threads, std::max<int64_t>(blocks, 1)), monitor,
               [&](int64_t b, int, Monitor &inner) {
                 const int64_t first = b * size, count = std::min(size, rows.rows() - first);
                 const Features features = read_features(rows, first, count);
                 const std::vector<double> given = read_marginals(marginals, first, count);
                 body({features, given.empty() ? nullptr : given.data(), options}, first, inner);
               });
  monitor.at(1);
}

// ---- Models ---------------------------------------------------------------------------------------

std::vector<std::unique_ptr<Estimator>> Model::estimators(const FeatureTable &rows, const EstimateOptions &options,
                                                          Monitor &monitor) const {
  check_draws(options.draws);
  std::vector<std::unique_ptr<Estimator>> out(static_cast<std::size_t>(std::max<int64_t>(rows.rows(), 0)));
  each_block(*this, rows, options, monitor,
             [&](const Block &block, int64_t first, Monitor &inner) { estimate(block, out.data() + first, inner); });
  return out;
}

void Model::probabilities(const FeatureTable &rows, const EstimateOptions &options, Monitor &monitor,
                          double *out) const {
  check_draws(options.draws);
  each_block(*this, rows, options, monitor, [&](const Block &block, int64_t first, Monitor &inner) {
    marginals(block, out + first * shape_.labels, inner);
  });
}

void Model::marginals(const Block &block, double *out, Monitor &monitor) const {
  std::vector<std::unique_ptr<Estimator>> estimators(static_cast<std::size_t>(block.features.rows));
  estimate(block, estimators.data(), monitor);
  for (const auto &estimator : estimators) {
    const std::vector<double> p = estimator->marginals();
    out = std::copy(p.begin(), p.end(), out);
  }
}

void Model::modes(const Block &, int64_t, Estimator::Mode *, Monitor &) const {
  fail(Status::unsupported, "learner \"", shape_.learner, "\" finds no modes but those of its estimators");
}

// ---- Fitting --------------------------------------------------------------------------------------

ModelPointer fit_on(std::string_view learner, const Dataset &data, const LearnerOptions &options, Monitor &monitor) {
  const Found found = find_learner(learner);
  if (!found.entry) unknown_learner(learner);
  const Targets &targets = data.targets;
  if (options.at_least > targets.labels)
    fail(Status::argument, "at_least is ", options.at_least, ": the problem has ", targets.labels, " labels");
  const auto check_names = [](const char *name, const std::vector<std::string> &names, int64_t n) {
    if (!names.empty() && static_cast<int64_t>(names.size()) != n)
      fail(Status::argument, name, " has ", names.size(), " names: must have ", n);
  };
  check_names("feature_names", options.feature_names, data.features.cols);
  check_names("label_names", options.label_names, targets.labels);
  ModelShape shape;
  shape.learner = learner;
  shape.features = data.features.cols;
  shape.task = targets.task;
  shape.labels = targets.labels;
  // One label alone would be predicted always; of classes there is exactly one anyway.
  shape.at_least = options.at_least >= 0                                                            ? options.at_least
                   : targets.task == Task::labels && targets.labels > 1 && !targets.has_empty_row() ? 1
                                                                                                    : 0;
  shape.feature_names = options.feature_names;
  shape.label_names = options.label_names;
  return found.entry->fit(data, found.argument, shape, options, monitor);
}

ModelPointer fit_learner(std::string_view learner, const FeatureTable &features, const Targets &targets,
                         const RowRoles &roles, const LearnerOptions &options, Monitor &monitor) {
  if (!find_learner(learner).entry) unknown_learner(learner);
  check_nesting(learner);
  check_options(options);
  monitor.at(0);
  Dataset data = make_dataset(features, targets, roles);
  std::vector<int64_t> weighted;
  for (int64_t i = 0; i < data.rows(); ++i)
    if (data.weights[static_cast<std::size_t>(i)] > 0) weighted.push_back(i);
  if (static_cast<int64_t>(weighted.size()) < data.rows()) data = picked_rows(data, weighted);
  if (!data.groups.empty() && rows_by_group(data.groups).size() == 1)
    fail(Status::argument, "groups are all ", data.groups.front(),
         weighted.size() < static_cast<std::size_t>(features.rows()) ? " where weights are above 0" : "",
         ": two at least are needed, to leave one out");
  ModelPointer model = fit_on(learner, data, options, monitor);
  monitor.at(1);
  return model;
}

// ---- Saved models ---------------------------------------------------------------------------------

namespace {

constexpr const char *task_names[] = {"labels", "classes"};

void save_shape(const Model &model, std::string &out) {
  const ModelShape &shape = model.shape();
  out += text("\"learner\":", saved_string(shape.learner), ",\n\"features\":", shape.features, ",\"task\":\"",
              task_names[static_cast<std::size_t>(shape.task)], "\",\"labels\":", shape.labels,
              ",\"at_least\":", shape.at_least);
  if (!shape.feature_names.empty()) save_strings(out, "feature_names", shape.feature_names);
  if (!shape.label_names.empty()) save_strings(out, "label_names", shape.label_names);
  model.save_members(out);
}

}  // namespace

void save_part(const Model &model, std::string &out) {
  out += "{";
  save_shape(model, out);
  out += "}";
}

std::string Model::save() const {
  std::string out = "{\"wald\":\"learner\",\"version\":1,\n";
  save_shape(*this, out);
  return out + "}\n";
}

ModelPointer load_part(const SavedText &text, const SavedValue &object) {
  ModelShape shape;
  shape.learner = text.string(text.member(object, "learner"), "\"learner\"");
  const Found found = find_learner(shape.learner);
  if (!found.entry) text.malformed(wald::core::text("\"learner\" is ", in_quotes(shape.learner), ", not known here"));
  shape.features = text.integer(text.member(object, "features"), "\"features\"", 0, max_columns);
  const std::string &task = text.string(text.member(object, "task"), "\"task\"");
  if (task != task_names[0] && task != task_names[1]) text.malformed("\"task\" must be labels or classes");
  shape.task = task == task_names[0] ? Task::labels : Task::classes;
  shape.labels =
      text.integer(text.member(object, "labels"), "\"labels\"", shape.task == Task::classes ? 2 : 1, max_labels);
  shape.at_least = text.integer(text.member(object, "at_least"), "\"at_least\"", 0, shape.labels);
  if (text.find(object, "feature_names"))
    shape.feature_names = load_strings(text, object, "feature_names", shape.features);
  if (text.find(object, "label_names")) shape.label_names = load_strings(text, object, "label_names", shape.labels);
  return found.entry->load(text, object, shape);
}

ModelPointer load_model(std::string_view saved) {
  const SavedText text(saved, "learner", 1);
  return load_part(text, text.root());
}

void allow_members(const SavedText &text, const SavedValue &object, std::vector<std::string_view> own) {
  for (const char *name :
       {"wald", "version", "learner", "features", "task", "labels", "at_least", "feature_names", "label_names"})
    own.emplace_back(name);
  text.allow(object, own, "the model");
}

// ---- Prediction -----------------------------------------------------------------------------------

int64_t least_labels(const Model &model, const Metric &metric, const PredictOptions &options) {
  if (options.decide.at_least >= 0) return options.decide.at_least;
  if (options.decide.average != Average::instance || metric.additive()) return 0;
  const int64_t most = options.decide.at_most;
  return most < 0 ? model.shape().at_least : std::min(most, model.shape().at_least);
}

namespace {

// What joint distributions and counts take: an estimator a row, decided while its block is at hand.
class RowDecider {
 public:
  RowDecider(const Model &model, const FeatureTable &rows, const Metric &metric, const PredictOptions &options,
             int64_t at_least, Answers answers)
      : model_(model), rows_(rows), metric_(metric), options_(options.decide), answers_(answers) {
    options_.at_least = at_least;
    options_.progress = {};
    n_ = model.shape().labels;
    range_ = options_.k_range(n_);
    metric.verify(n_);
    estimate_ = {static_cast<int>(options.decide.threads), options.seed, options.draws};
    // A metric that is not to be called from several threads is called from this one.
    if (metric.is_custom() && !metric.has(thread_safe)) estimate_.threads = 1;
    by_mode_ = metric.is_exact_match() && model.finds_modes() && options.decide.at_most < 0 &&
               (options.decide.algorithm == Algorithm::automatic || options.decide.algorithm == Algorithm::mode);
  }

  void run(Monitor &monitor) {
    if (answers_.decision) answers_.decision->start(rows_.rows(), n_, 1);
    found_.resize(static_cast<std::size_t>(rows_.rows()));
    each_block(model_, rows_, estimate_, monitor, [&](const Model::Block &block, int64_t first, Monitor &inner) {
      if (by_mode_)
        decide_modes(block, first, inner);
      else
        decide_estimates(block, first, inner);
    });
    for (int64_t i = 0; i < rows_.rows(); ++i) write(i);
    if (answers_.decision) answers_.decision->set_losses(metric_);
  }

 private:
  struct Row {
    Answer answer;
    std::vector<int64_t> items;
  };

  void decide_estimates(const Model::Block &block, int64_t first, Monitor &monitor) {
    std::vector<std::unique_ptr<Estimator>> estimators(static_cast<std::size_t>(block.features.rows));
    model_.estimate(block, estimators.data(), monitor);
    Workspace work;
    Decision decision;
    for (std::size_t r = 0; r < estimators.size(); ++r) {
      monitor.at(0);
      decide(metric_, *estimators[r], options_, work, decision);
      Row &row = found_[static_cast<std::size_t>(first) + r];
      row.answer = decision.answer(0);
      row.items.assign(decision.items(0), decision.items(0) + row.answer.k);
      estimators[r].reset();
    }
  }
  void decide_modes(const Model::Block &block, int64_t first, Monitor &monitor) {
    std::vector<Estimator::Mode> modes(static_cast<std::size_t>(block.features.rows));
    model_.modes(block, range_.low, modes.data(), monitor);
    for (std::size_t r = 0; r < modes.size(); ++r) {
      Row &row = found_[static_cast<std::size_t>(first) + r];
      row.answer.algorithm = Algorithm::mode;
      row.answer.k = static_cast<int64_t>(modes[r].labels.size());
      row.answer.expected = modes[r].probability;
      row.answer.p_zero = std::numeric_limits<double>::quiet_NaN();
      row.items = std::move(modes[r].labels);
      finish(model_.kind(), metric_, options_, range_, n_, row.answer, row.items);
    }
  }
  void write(int64_t i) {
    const Row &row = found_[static_cast<std::size_t>(i)];
    if (answers_.mask.data) {
      const Strided<uint8_t> cells = answers_.mask.row(i);
      for (int64_t j = 0; j < cells.n; ++j) cells[j] = row.answer.abstained ? undecided : 0;
      for (const int64_t item : row.items) cells[item] = 1;
    }
    if (answers_.expected) answers_.expected[i] = row.answer.expected;
    if (answers_.decision) answers_.decision->set(i, 0, row.answer, row.items);
  }

  const Model &model_;
  const FeatureTable &rows_;
  const Metric &metric_;
  Options options_;
  EstimateOptions estimate_;
  Answers answers_;
  int64_t n_;
  KRange range_{0, 0};
  bool by_mode_ = false;
  std::vector<Row> found_;
};

// The caller's progress, of which the first half has been told.
struct SecondHalf {
  Progress progress;
  static int32_t at(double fraction, void *self) {
    const Progress &whole = static_cast<SecondHalf *>(self)->progress;
    return whole.function(0.5 + 0.5 * fraction, whole.user);
  }
};

}  // namespace

void predict(const Model &model, const FeatureTable &rows, const Metric &metric, const PredictOptions &options,
             Answers answers) {
  const int64_t labels = model.shape().labels;
  const Kind kind = model.kind();
  check_draws(options.draws);
  Options decide = options.decide;
  decide.at_least = least_labels(model, metric, options);
  CallbackMonitor monitor(decide.progress);
  const bool exclusive = kind == Kind::independent || kind == Kind::categorical;
  if (decide.average == Average::micro && kind != Kind::independent)
    fail(Status::unsupported, "average is micro given learner \"", model.shape().learner,
         "\": the labels of one row depend on each other, so the table is not one problem of independent items");
  if (!exclusive && decide.average == Average::instance) {
    RowDecider(model, rows, metric, options, decide.at_least, answers).run(monitor);
    return;
  }
  // Down one label the rows are independent of each other, whatever the labels of a row are.
  std::vector<double> p(static_cast<std::size_t>(rows.rows() * labels));
  PartMonitor first_half(monitor, 0, 0.5);
  model.probabilities(rows, {static_cast<int>(decide.threads), options.seed, options.draws}, first_half, p.data());
  SecondHalf second_half{decide.progress};
  if (decide.progress.function) decide.progress = {SecondHalf::at, &second_half};
  decide_rows(metric, exclusive ? kind : Kind::independent, RealTable{p.data(), false, rows.rows(), labels, labels, 1},
              decide, answers);
}

}  // namespace wald::core

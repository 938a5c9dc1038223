// Saves what models of all learners share, and reads it back.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/model.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/estimators/joint.hpp"
#include "core/learners/learner_options.hpp"
#include "core/learners/model_text.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core::learners {
namespace {

// Some learners go through all they have learned once for each block, so that blocks are large where that leaves each
// thread a few of them.
constexpr int64_t fewest_of_block = 16, blocks_of_worker = 4;

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

void check_draws(int64_t draws) {
  if (draws < 0 || draws > max_draws) fail(Status::argument, "draws is ", draws, ": must lie in [0, ", max_draws, "]");
}

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
  const Tasks tasks(blocks, rows.rows() * (shape.features + shape.labels));
  parallel_for(tasks, worker_count(options.threads, std::max<int64_t>(blocks, 1)), monitor,
               [&](int64_t b, int, Monitor &inner) {
                 const int64_t first = b * size, count = std::min(size, rows.rows() - first);
                 const Features features =
                     read_features(rows, first, count, model.takes_missing(), shape.feature_names);
                 const std::vector<double> given = read_marginals(marginals, first, count);
                 body({features, given.empty() ? nullptr : given.data(), options}, first, inner);
               });
  monitor.at(1);
}

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

// ---- Saved models ---------------------------------------------------------------------------------

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

ModelShape load_shape(const SavedText &text, const SavedValue &object) {
  ModelShape shape;
  shape.learner = text.string(text.member(object, "learner"), "\"learner\"");
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
  return shape;
}

void allow_members(const SavedText &text, const SavedValue &object, std::vector<std::string_view> own) {
  for (const char *name :
       {"wald", "version", "learner", "features", "task", "labels", "at_least", "feature_names", "label_names"})
    own.emplace_back(name);
  text.allow(object, own, "the model");
}

}  // namespace wald::core::learners

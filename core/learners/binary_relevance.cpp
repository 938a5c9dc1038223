// Binary relevance: a logistic regression a label, with a calibration of its scores. Decided as independent labels it
// is the label-wise F-maximiser (LFP) of Waegeman et al. (2014); for Hamming loss, their BR. Of exclusive classes one
// multinomial takes the place of the labels' regressions: its probabilities sum to 1 by themselves, where one-vs-all
// would have to be normalised.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/estimators/marginal.hpp"
#include "core/learners/calibration.hpp"
#include "core/learners/linear_inputs.hpp"
#include "core/learners/linear_learners.hpp"
#include "core/learners/linear_table.hpp"

namespace wald::core {

namespace {

// Labels' scores are calibrated, since under-confident probabilities cost much and calibrating good ones little.
Calibrator default_calibrator(Task task) { return task == Task::labels ? Calibrator::platt : Calibrator::none; }

class BinaryRelevance final : public Model {
 public:
  BinaryRelevance(ModelShape shape, Scaler scaler, LinearTable table, std::vector<Calibration> calibrations)
      : Model(std::move(shape)),
        scaler_(std::move(scaler)),
        table_(std::move(table)),
        calibrations_(std::move(calibrations)) {}

  Kind kind() const override { return shape().task == Task::classes ? Kind::categorical : Kind::independent; }

  std::vector<FittingChoice> choices() const override {
    std::vector<FittingChoice> out;
    std::vector<std::string> names;
    for (int64_t p = 0; p < table_.count(); ++p)
      names.push_back(shape().task == Task::classes ? "classes" : label_name(shape(), p));
    table_.add_choices(names, out);
    return out;
  }

  void marginals(const Block &block, double *out, Monitor &) const override {
    const Features rows = scaled(block.features, scaler_);
    std::vector<double> margins(static_cast<std::size_t>(table_.outputs()));
    for (int64_t i = 0; i < rows.rows; ++i, out += shape().labels) {
      table_.margins(rows, i, margins.data());
      if (shape().task == Task::classes)
        class_row(margins.data(), out);
      else
        label_row(margins.data(), out);
    }
  }

  void estimate(const Block &block, std::unique_ptr<Estimator> *out, Monitor &monitor) const override {
    const int64_t labels = shape().labels;
    std::vector<double> p(static_cast<std::size_t>(block.features.rows * labels));
    marginals(block, p.data(), monitor);
    for (int64_t i = 0; i < block.features.rows; ++i) {
      std::unique_ptr<Marginal> estimator;
      if (shape().task == Task::classes)
        estimator = std::make_unique<Categorical>();
      else
        estimator = std::make_unique<Independent>();
      estimator->feed({p.data() + i * labels, false, labels, 1});
      out[i] = std::move(estimator);
    }
  }

  void save_members(std::string &out) const override {
    save_scaler(out, scaler_);
    table_.save(out, "regressions");
    out += ",\n\"calibrations\":[";
    for (std::size_t p = 0; p < calibrations_.size(); ++p) {
      out += p ? ",\n" : "\n";
      calibrations_[p].save(out);
    }
    out += "]";
  }

 private:
  void label_row(const double *margins, double *out) const {
    for (int64_t p = 0; p < shape().labels; ++p)
      out[p] = table_.classes(p).size() == 1
                   ? static_cast<double>(table_.classes(p).front())
                   : calibrations_[static_cast<std::size_t>(p)].probability(margins[table_.first(p)]);
  }
  void class_row(const double *margins, double *out) const {
    const std::vector<int64_t> &classes = table_.classes(0);
    std::vector<double> p(classes.size());
    table_.probabilities(margins, 0, p.data());
    std::fill(out, out + shape().labels, 0.0);
    for (std::size_t c = 0; c < classes.size(); ++c) out[classes[c]] = p[c];
  }

  Scaler scaler_;
  LinearTable table_;  // of labels: classes 0 and 1
  std::vector<Calibration> calibrations_;
};

}  // namespace

ModelPointer fit_binary_relevance(const Dataset &data, std::string_view, const ModelShape &shape,
                                  const LearnerOptions &options, Monitor &monitor) {
  const LinearInputs inputs = linear_inputs(data, options, false);
  const bool exclusive = shape.task == Task::classes;
  Calibrator calibrator = options.linear.calibration;
  if (exclusive && calibrator != Calibrator::automatic && calibrator != Calibrator::none)
    fail(Status::unsupported, "calibration is ", calibrator_name(calibrator),
         " given classes: it is for one label at a time");
  if (exclusive || calibrator == Calibrator::automatic) calibrator = default_calibrator(shape.task);

  LinearTask task{inputs.features, data.weights, {}, 0, calibrator != Calibrator::none};
  std::vector<LinearProblem> problems(exclusive ? 1 : static_cast<std::size_t>(shape.labels));
  for (std::size_t p = 0; p < problems.size(); ++p)
    for (int64_t i = 0; i < data.rows(); ++i)
      problems[p].targets.push_back(exclusive ? data.targets.classes[static_cast<std::size_t>(i)]
                                              : data.targets.at(i, static_cast<int64_t>(p)));
  std::vector<LinearFit> fits = fit_linear(task, problems, options, monitor);
  std::vector<Calibration> calibrations;
  for (std::size_t p = 0; p < fits.size() && !exclusive; ++p) {
    if (fits[p].out_of_fold.empty()) {
      calibrations.emplace_back();
      continue;
    }
    const std::vector<uint8_t> labels(problems[p].targets.begin(), problems[p].targets.end());
    calibrations.push_back(calibrate_margins(calibrator, fits[p].out_of_fold, labels, data.weights, monitor));
  }
  return std::make_shared<BinaryRelevance>(shape, inputs.scaler, LinearTable(std::move(fits), inputs.features.cols, 0),
                                           std::move(calibrations));
}

ModelPointer load_binary_relevance(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  allow_members(text, object, {"scaler", "regressions", "calibrations"});
  const bool exclusive = shape.task == Task::classes;
  LinearTable table = LinearTable::load(text, object, "regressions", exclusive ? 1 : shape.labels, shape.features, 0, 0,
                                        exclusive ? shape.labels - 1 : 1);
  const std::vector<SavedValue> &list = text.array(text.member(object, "calibrations"), "\"calibrations\"");
  if (static_cast<int64_t>(list.size()) != (exclusive ? 0 : shape.labels))
    text.malformed("\"calibrations\" must hold one for each label");
  std::vector<Calibration> calibrations;
  for (const SavedValue &value : list) calibrations.push_back(Calibration::load(text, value));
  return std::make_shared<BinaryRelevance>(shape, load_scaler(text, object, shape.features), std::move(table),
                                           std::move(calibrations));
}

}  // namespace wald::core

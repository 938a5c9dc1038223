// Binary relevance: one logistic regression per label, with a calibration of its scores. Decided as independent labels it
// is the label-wise F-maximiser (LFP) of Waegeman et al. (2014); for Hamming loss, their BR. Of exclusive classes one
// multinomial takes the place of the labels' regressions: its probabilities sum to 1 by themselves, where one-vs-all
// would have to be normalised.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <cmath>

#include "core/estimators/marginal.hpp"
#include "core/learners/calibration.hpp"
#include "core/learners/class_calibration.hpp"
#include "core/learners/linear/linear_inputs.hpp"
#include "core/learners/linear/linear_learners.hpp"
#include "core/learners/linear/linear_table.hpp"

namespace wald::core::learners {

namespace {

// Labels' scores are calibrated, since under-confident probabilities cost much and calibrating good ones little. A
// multinomial is chosen by its log-loss as a whole, and gains nothing from one slope more.
Calibrator default_calibrator(Task task) { return task == Task::labels ? Calibrator::platt : Calibrator::none; }

class BinaryRelevance final : public Model {
 public:
  BinaryRelevance(ModelShape shape, Scaler scaler, LinearTable table, std::vector<Calibration> calibrations,
                  ClassCalibration class_calibration)
      : Model(std::move(shape)),
        scaler_(std::move(scaler)),
        table_(std::move(table)),
        calibrations_(std::move(calibrations)),
        class_calibration_(std::move(class_calibration)) {}

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
    class_calibration_.save(out);
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
    if (classes.size() == 1)
      p[0] = 1;
    else
      class_calibration_.probabilities(margins, static_cast<int64_t>(classes.size()), p.data());
    std::fill(out, out + shape().labels, 0.0);
    for (std::size_t c = 0; c < classes.size(); ++c) out[classes[c]] = p[c];
  }

  Scaler scaler_;
  LinearTable table_;                      // of labels: classes 0 and 1
  std::vector<Calibration> calibrations_;  // of labels
  ClassCalibration class_calibration_;
};

}  // namespace

ModelPointer fit_binary_relevance(const Dataset &data, std::string_view, const ModelShape &shape,
                                  const LearnerOptions &options, Monitor &monitor) {
  const LinearInputs inputs = linear_inputs(data, options, false);
  const bool exclusive = shape.task == Task::classes;
  const Calibrator calibrator =
      options.calibration == Calibrator::automatic ? default_calibrator(shape.task) : options.calibration;
  LinearTask task{inputs.features, data.weights, data.groups};
  if (calibrator != Calibrator::none) task.wanted = WantedOfFits::margins_out_of_fold;
  const std::vector<LinearProblem> problems = marginal_problems(data.targets);
  std::vector<LinearFit> fits = fit_linear(task, problems, options, monitor);
  std::vector<Calibration> calibrations;
  ClassCalibration class_calibration;
  for (std::size_t p = 0; p < fits.size(); ++p) {
    const LinearFit &fit = fits[p];
    if (fit.out_of_fold.empty()) {
      if (!exclusive) calibrations.emplace_back();
    } else if (exclusive) {
      std::vector<int64_t> classes;
      for (const int64_t target : problems[p].targets)
        classes.push_back(std::lower_bound(fit.classes.begin(), fit.classes.end(), target) - fit.classes.begin());
      class_calibration = ClassCalibration(calibrator, fit.out_of_fold, classes,
                                           static_cast<int64_t>(fit.classes.size()), data.weights, monitor);
    } else {
      const std::vector<uint8_t> labels(problems[p].targets.begin(), problems[p].targets.end());
      calibrations.push_back(calibrate_margins(calibrator, fit.out_of_fold, labels, data.weights, monitor));
    }
  }
  return std::make_shared<BinaryRelevance>(shape, inputs.scaler, LinearTable(std::move(fits), inputs.features.cols, 0),
                                           std::move(calibrations), std::move(class_calibration));
}

ModelPointer load_binary_relevance(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  allow_members(text, object, {"scaler", "regressions", "calibrations"});
  const bool exclusive = shape.task == Task::classes;
  LinearTable table = LinearTable::load(text, object, "regressions", {exclusive ? 1 : shape.labels, shape.features, 0, 0,
                                        exclusive ? shape.labels - 1 : 1});
  const std::vector<SavedValue> &list = text.array(text.member(object, "calibrations"), "\"calibrations\"");
  std::vector<Calibration> calibrations;
  ClassCalibration class_calibration;
  if (exclusive) {
    class_calibration = ClassCalibration::load(text, list, static_cast<int64_t>(table.classes(0).size()));
  } else {
    if (static_cast<int64_t>(list.size()) != shape.labels)
      text.malformed("\"calibrations\" must hold one for each label");
    for (const SavedValue &value : list) calibrations.push_back(Calibration::load(text, value));
  }
  return std::make_shared<BinaryRelevance>(shape, load_scaler(text, object, shape.features), std::move(table),
                                           std::move(calibrations), std::move(class_calibration));
}

}  // namespace wald::core::learners

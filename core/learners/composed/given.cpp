// Takes the marginals of another model, as they are or calibrated by the training rows.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/composed/given.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/estimators/marginal.hpp"
#include "core/learners/calibration.hpp"
#include "core/learners/class_calibration.hpp"

namespace wald::core::learners {

namespace {

// Beyond this, a model that says so is as certain as one that says 0 or 1.
constexpr double furthest_margin = 40;

double clipped(double margin) { return std::max(-furthest_margin, std::min(margin, furthest_margin)); }
double log_odds(double p) { return clipped(std::log(p) - std::log1p(-p)); }

// The margins of a row of exclusive classes: one per class, of two classes that of the second.
void class_margins(const double *p, int64_t classes, double *out) {
  if (classes == 2)
    *out = clipped(std::log(p[1]) - std::log(p[0]));
  else
    std::transform(p, p + classes, out, [](double x) { return clipped(std::log(x)); });
}
int64_t margins_of_row(int64_t classes) { return classes == 2 ? 1 : classes; }

class Given final : public Model {
 public:
  // Calibrations: none, or one per label; of classes: none, or one for them all.
  Given(ModelShape shape, std::vector<Calibration> calibrations, std::optional<ClassCalibration> of_classes)
      : Model(std::move(shape)), calibrations_(std::move(calibrations)), of_classes_(std::move(of_classes)) {}

  Kind kind() const override { return shape().task == Task::classes ? Kind::categorical : Kind::independent; }

  void marginals(const Block &block, double *out, Monitor &) const override {
    if (!block.given)
      fail(Status::argument, "learner \"", shape().learner,
           "\" takes the marginals of another model, and the rows have none: give P(y_j = 1) with them");
    const int64_t labels = shape().labels;
    const double *p = block.given;
    std::vector<double> margins(static_cast<std::size_t>(labels));
    for (int64_t i = 0; i < block.features.rows; ++i, p += labels, out += labels) {
      if (of_classes_) {
        class_margins(p, labels, margins.data());
        of_classes_->probabilities(margins.data(), labels, out);
      } else {
        for (int64_t j = 0; j < labels; ++j) out[j] = label(j, p[j]);
      }
    }
  }

  void estimate(const Block &block, std::unique_ptr<Estimator> *out, Monitor &monitor) const override {
    const int64_t labels = shape().labels;
    std::vector<double> p(static_cast<std::size_t>(block.features.rows * labels));
    marginals(block, p.data(), monitor);
    for (int64_t i = 0; i < block.features.rows; ++i) {
      std::unique_ptr<Marginal> estimator;
      if (kind() == Kind::categorical)
        estimator = std::make_unique<Categorical>();
      else
        estimator = std::make_unique<Independent>();
      estimator->feed({p.data() + i * labels, false, labels, 1});
      out[i] = std::move(estimator);
    }
  }

  void save_members(std::string &out) const override {
    out += ",\n\"calibrations\":[";
    if (of_classes_) of_classes_->save(out);
    for (std::size_t j = 0; j < calibrations_.size(); ++j) {
      out += j ? ",\n" : "\n";
      calibrations_[j].save(out);
    }
    out += "]";
  }

 private:
  double label(int64_t j, double p) const {
    if (calibrations_.empty()) return p;
    const Calibration &own = calibrations_[static_cast<std::size_t>(j)];
    return own.kind() == Calibrator::none ? p : own.probability(log_odds(p));
  }

  std::vector<Calibration> calibrations_;
  std::optional<ClassCalibration> of_classes_;
};

// A label that all training rows have, or none, says nothing of the model: its marginals stay as they are.
std::vector<Calibration> calibrate_labels(Calibrator calibrator, const Dataset &data, Monitor &monitor) {
  const auto labels = static_cast<std::size_t>(data.targets.labels);
  std::vector<Calibration> out;
  for (std::size_t j = 0; j < labels; ++j) {
    std::vector<double> margins;
    std::vector<uint8_t> targets;
    for (int64_t i = 0; i < data.rows(); ++i) {
      margins.push_back(log_odds(data.marginals[static_cast<std::size_t>(i) * labels + j]));
      targets.push_back(data.targets.at(i, static_cast<int64_t>(j)));
    }
    const auto positives = std::count(targets.begin(), targets.end(), 1);
    const bool both = positives > 0 && positives < data.rows();
    out.push_back(both ? calibrate_margins(calibrator, margins, targets, data.weights, monitor) : Calibration());
    monitor.at(static_cast<double>(j + 1) / static_cast<double>(labels));
  }
  return out;
}

ClassCalibration calibrate_classes(Calibrator calibrator, const Dataset &data, Monitor &monitor) {
  const int64_t classes = data.targets.labels, width = margins_of_row(classes);
  std::vector<double> margins(static_cast<std::size_t>(data.rows() * width));
  const std::vector<int64_t> targets(data.targets.classes.begin(), data.targets.classes.end());
  for (int64_t c = 0; c < classes; ++c)
    if (std::find(targets.begin(), targets.end(), c) == targets.end())
      fail(Status::argument, "class ", c, " has no row of a weight above 0: calibration by ",
           calibration_words[static_cast<int32_t>(calibrator)].name,
             " needs rows of each class; set calibration to none");
  for (int64_t i = 0; i < data.rows(); ++i)
    class_margins(data.marginals.data() + i * classes, classes, margins.data() + i * width);
  return ClassCalibration(calibrator, margins, targets, classes, data.weights, monitor);
}

}  // namespace

ModelPointer fit_given(const Dataset &data, std::string_view, const ModelShape &shape, const LearnerOptions &options,
                       Monitor &monitor) {
  const bool known = !data.marginals.empty(), exclusive = shape.task == Task::classes;
  Calibrator calibrator = options.calibration;
  if (calibrator == Calibrator::automatic) calibrator = known && !exclusive ? Calibrator::platt : Calibrator::none;
  if (calibrator == Calibrator::none) return std::make_shared<Given>(shape, std::vector<Calibration>(), std::nullopt);
  if (!known)
    fail(Status::argument, "calibration is ", calibration_words[static_cast<int32_t>(calibrator)].name,
         ": requires marginals of the training rows; pass those that the other model has out of fold");
  if (exclusive)
    return std::make_shared<Given>(shape, std::vector<Calibration>(), calibrate_classes(calibrator, data, monitor));
  return std::make_shared<Given>(shape, calibrate_labels(calibrator, data, monitor), std::nullopt);
}

ModelPointer load_given(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  allow_members(text, object, {"calibrations"});
  const std::vector<SavedValue> &list = text.array(text.member(object, "calibrations"), "\"calibrations\"");
  if (list.empty()) return std::make_shared<Given>(shape, std::vector<Calibration>(), std::nullopt);
  if (shape.task == Task::classes)
    return std::make_shared<Given>(shape, std::vector<Calibration>(), ClassCalibration::load(text, list, shape.labels));
  if (static_cast<int64_t>(list.size()) != shape.labels)
    text.malformed("\"calibrations\" must hold one for each label, or none");
  std::vector<Calibration> calibrations;
  for (const SavedValue &value : list) calibrations.push_back(Calibration::load(text, value));
  return std::make_shared<Given>(shape, std::move(calibrations), std::nullopt);
}

}  // namespace wald::core::learners

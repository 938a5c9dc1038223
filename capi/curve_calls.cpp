// The C interface to decision curves, reliability and prevalence.
#include "boundary.hpp"
#include "core/catalogue/catalogue.hpp"
#include "core/evaluation/curves/decision_curve.hpp"
#include "core/evaluation/curves/reliability.hpp"
#include "core/learners/prevalence/estimate_prevalence.hpp"

using namespace wald::capi;

struct wald_decision_curve : wald::capi::Object<wald_decision_curve> {
  std::vector<core::evaluation::DecisionCurvePoint> points;  // by model and threshold
  int64_t n_thresholds;

  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
};
struct wald_reliability : wald::capi::Object<wald_reliability> {
  core::evaluation::Reliability impl;

  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
};
struct wald_prevalence : wald::capi::Object<wald_prevalence> {
  core::learners::PrevalenceEstimate impl;

  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
};

namespace {

const core::thresholds::ThresholdSearch &curve_options(const wald_options *options, const core::catalogue::Call &call) {
  static const core::thresholds::ThresholdSearch defaults;
  const core::catalogue::OptionSet *const own = settings(options);
  return own ? own->thresholds(call).search : defaults;
}

// ---- Facts ---------------------------------------------------------------------------------------

std::vector<double> numbers_of(const wald_decision_curve &curve, int64_t model, int32_t fact) {
  using Point = core::evaluation::DecisionCurvePoint;
  const int64_t models = static_cast<int64_t>(curve.points.size()) / curve.n_thresholds - 1;
  if (model < 0 || model > models) fail(Status::argument, "model is ", model, ": must lie in [0, ", models, "]");
  const auto first = curve.points.begin() + model * curve.n_thresholds;
  const std::vector<Point> points(first, first + curve.n_thresholds);
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/curves/decision_curve_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("decision_curve", fact, "list of numbers");
  }
}
double number_of(const core::evaluation::Reliability &r, int32_t fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/curves/reliability_facts.def"
#include "number_cases.inc"
    default: wrong_fact("reliability", fact, "number");
  }
}
std::vector<double> numbers_of(const core::evaluation::Reliability &r, int32_t fact) {
  using Bin = core::evaluation::ReliabilityBin;
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/curves/reliability_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("reliability", fact, "list of numbers");
  }
}
double number_of(const core::learners::PrevalenceEstimate &p, int32_t fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/learners/prevalence/prevalence_facts.def"
#include "number_cases.inc"
    default: wrong_fact("prevalence", fact, "number");
  }
}
std::vector<double> numbers_of(const core::learners::PrevalenceEstimate &p, int32_t fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/learners/prevalence/prevalence_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("prevalence", fact, "list of numbers");
  }
}

}  // namespace

void wald_decision_curve::numbers(int32_t fact, int64_t item, const Room &to) const {
  to.give(numbers_of(*this, item, fact));
}
WALD_OBJECT_TYPE(decision_curve);

double wald_reliability::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
void wald_reliability::numbers(int32_t fact, int64_t, const Room &to) const { to.give(numbers_of(impl, fact)); }
WALD_OBJECT_TYPE(reliability);

double wald_prevalence::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
void wald_prevalence::numbers(int32_t fact, int64_t, const Room &to) const { to.give(numbers_of(impl, fact)); }
WALD_OBJECT_TYPE(prevalence);

extern "C" {

wald_status wald_decision_curve_create(const wald_array *truth, const wald_array *probabilities,
                                       const wald_array *weights, const wald_array *thresholds,
                                       const wald_options *options, wald_decision_curve **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::thresholds::ThresholdSearch &o = curve_options(options, {"a decision curve", "decision_curve"});
    const core::Strided<const uint8_t> known = checked_truth(truth, "truth");
    const core::RealTable table = checked_table(probabilities, "probabilities");
    require_rows(*truth, table.rows, "truth");
    const core::Reals weighed = optional_reals(weights, table.rows, "weights");
    const core::Reals at = checked_reals(thresholds, "thresholds");
    core::CallbackMonitor monitor(o.progress);
    *out = new wald_decision_curve{{}, core::evaluation::decision_curve(table, known, weighed, at, o, monitor), at.n};
  });
}

wald_status wald_reliability_create(const wald_array *truth, const wald_array *probabilities,
                                    const wald_array *weights, const wald_options *options,
                                    wald_reliability **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::thresholds::ThresholdSearch &o = curve_options(options, {"reliability", "reliability"});
    const core::Strided<const uint8_t> known = checked_truth(truth, "truth");
    const core::Reals column = checked_reals(probabilities, "probabilities");
    require_rows(*truth, column.n, "truth");
    const core::Reals weighed = optional_reals(weights, column.n, "weights");
    *out = new wald_reliability{{}, core::evaluation::reliability(column, known, weighed, o)};
  });
}

wald_status wald_prevalence_create(wald_kind kind, const wald_array *probabilities, const wald_array *training_prior,
                                   const wald_array *calibration_truth, const wald_array *calibration_probabilities,
                                   const wald_options *options, wald_prevalence **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::thresholds::ThresholdSearch &o = curve_options(options, {"estimating a prevalence", "prevalence"});
    const core::Kind as = checked_kind(kind);
    const core::RealTable table = checked_table(probabilities, "probabilities");
    const core::Reals training = optional_reals(training_prior, table.cols, "training_prior");
    core::learners::CalibrationRows known;
    if (calibration_truth || calibration_probabilities) {
      known.truth = checked_mask(calibration_truth, "calibration_truth");
      known.probabilities = checked_table(calibration_probabilities, "calibration_probabilities");
      require_shape(*calibration_truth, known.probabilities.rows, table.cols, "calibration_truth");
      require_shape(*calibration_probabilities, known.probabilities.rows, table.cols, "calibration_probabilities");
    }
    core::CallbackMonitor monitor(o.progress);
    *out = new wald_prevalence{{}, core::learners::estimate_prevalence(
                                       as, table, training, calibration_truth ? &known : nullptr,
                                       {o.level, o.bootstrap, o.seed, static_cast<int>(o.threads)}, monitor)};
  });
}

}  // extern "C"

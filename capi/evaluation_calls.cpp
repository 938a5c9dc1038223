// The C interface to evaluations at fixed thresholds.
#include "core/evaluation/fixed/fixed_thresholds.hpp"

#include "boundary.hpp"
#include "core/catalogue/catalogue.hpp"

using namespace wald::capi;

struct wald_threshold_evaluation : wald::capi::Object<wald_threshold_evaluation> {
  core::evaluation::ThresholdEvaluation impl;

  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
  const char *text(int32_t fact, int64_t item) const;
};

namespace {

using core::evaluation::ThresholdEvaluation;

const char *name_of(const ThresholdEvaluation &e, int64_t metric) {
  const auto n = static_cast<int64_t>(e.metrics.size());
  if (metric < 0 || metric >= n) fail(Status::argument, "metric is ", metric, ": must lie in [0, ", n - 1, "]");
  return e.metrics[static_cast<std::size_t>(metric)].c_str();
}

double number_of(const ThresholdEvaluation &e, int32_t fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/fixed/threshold_evaluation_facts.def"
#include "number_cases.inc"
    default: wrong_fact("threshold_evaluation", fact, "number");
  }
}
std::vector<double> numbers_of(const ThresholdEvaluation &e, int32_t fact) {
  using Estimate = core::evaluation::FixedEstimate;
  using Pair = core::evaluation::FixedPair;
  using Counts = core::evaluation::ModelCounts;
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/fixed/threshold_evaluation_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("threshold_evaluation", fact, "list of numbers");
  }
}
const char *text_of(const ThresholdEvaluation &e, int32_t fact, int64_t item) {
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/fixed/threshold_evaluation_facts.def"
#include "text_cases.inc"
    default: wrong_fact("threshold_evaluation", fact, "text");
  }
}

}  // namespace

double wald_threshold_evaluation::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
void wald_threshold_evaluation::numbers(int32_t fact, int64_t, const Room &to) const { to.give(numbers_of(impl, fact)); }
const char *wald_threshold_evaluation::text(int32_t fact, int64_t item) const { return text_of(impl, fact, item); }
WALD_OBJECT_TYPE(threshold_evaluation);

extern "C" {

wald_status wald_threshold_evaluation_create(const wald_array *truth, const wald_array *scores,
                                             const wald_array *thresholds, const wald_rows *rows,
                                             const wald_options *options, wald_threshold_evaluation **out) noexcept {
  return guarded([&] {
    require(out, "out");
    static const core::thresholds::ThresholdSearch defaults;
    const core::catalogue::OptionSet *const own = settings(options);
    const core::thresholds::ThresholdSearch &o =
        own ? own->thresholds({"an evaluation at thresholds", "evaluation"}).search : defaults;
    const core::Strided<const uint8_t> known = checked_truth(truth, "truth");
    const core::RealTable table = checked_table(scores, "scores");
    require_rows(*scores, known.n, "scores");
    const core::Reals at = thresholds ? checked_reals(thresholds, "thresholds") : core::Reals();
    const RowsBeside beside = checked_rows(rows, known.n);
    *out = new wald_threshold_evaluation{
        {}, core::evaluation::evaluate_thresholds({known, table, at, beside.weights, beside.groups}, o)};
  });
}

}  // extern "C"

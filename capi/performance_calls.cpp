// The C interface to performance estimated without labels.
#include "boundary.hpp"
#include "core/performance/estimate_performance.hpp"

using namespace wald::capi;

struct wald_performance : wald::capi::Object<wald_performance> {
  core::performance::Performance impl;

  void clear() { impl.clear(); }
  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
  const char *text(int32_t fact, int64_t item) const;
};

namespace {

using core::performance::Estimate;
using core::performance::Performance;

template <class Read>
std::vector<double> read_each(const std::vector<Estimate> &estimates, const Read &read) {
  std::vector<double> out;
  for (const Estimate &estimate : estimates) out.push_back(read(estimate));
  return out;
}
template <class Read>
std::vector<double> of_chunks(const Performance &p, const Read &read) {
  return read_each(p.of_chunks(), read);
}
template <class Read>
std::vector<double> of_segments(const Performance &p, const Read &read) {
  return read_each(p.of_segments(), read);
}

double number_of(const Performance &p, wald_performance_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/performance/performance_facts.def"
#include "number_cases.inc"
    default: wrong_fact("performance", fact, "number");
  }
}
std::vector<double> numbers_of(const Performance &p, wald_performance_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/performance/performance_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("performance", fact, "list of numbers");
  }
}
const char *text_of(const Performance &p, wald_performance_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/performance/performance_facts.def"
#include "text_cases.inc"
    default: wrong_fact("performance", fact, "text");
  }
}

const core::performance::PerformanceOptions &performance_options(const wald_options *options) {
  static const core::performance::PerformanceOptions defaults;
  const core::catalogue::OptionSet *const own = settings(options);
  return own ? own->performance({"estimating performance", "tables segments"}) : defaults;
}

}  // namespace

double wald_performance::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
void wald_performance::numbers(int32_t fact, int64_t, const Room &to) const { to.give(numbers_of(impl, fact)); }
const char *wald_performance::text(int32_t fact, int64_t) const { return text_of(impl, fact); }
WALD_OBJECT_TYPE(performance);

extern "C" {

wald_status wald_performance_create(const wald_metric *metric, const wald_array *calibration_truth,
                                    const wald_array *calibration_probabilities, const wald_array *calibration_weights,
                                    const wald_options *options, wald_performance **out) noexcept {
  return guarded([&] {
    require(out, "out");
    get(metric);
    core::performance::CalibrationRows rows;
    if (calibration_truth || calibration_probabilities || calibration_weights) {
      refuse_scores(checked_array(calibration_truth, "calibration_truth"), "calibration_truth");
      rows.truth = checked_mask(calibration_truth, "calibration_truth");
      if (rows.truth.rows == 0) fail(Status::argument, "calibration_truth has 0 rows: must have at least 1");
      rows.probabilities = checked_table(calibration_probabilities, "calibration_probabilities");
      require_shape(*calibration_probabilities, rows.truth.rows, rows.truth.cols, "calibration_probabilities");
      rows.weights = optional_reals(calibration_weights, rows.truth.rows, "calibration_weights");
    }
    *out = new wald_performance{{}, Performance(metric->impl, rows, performance_options(options))};
  });
}

wald_status wald_performance_feed(wald_performance *performance, const wald_array *probabilities,
                                  const wald_array *flagged, const wald_array *labels,
                                  const wald_array *label_probabilities, const wald_array *weights,
                                  const wald_array *segments) noexcept {
  return guarded([&] {
    require(performance, "performance");
    core::performance::PerformanceRows rows;
    rows.probabilities = checked_table(probabilities, "probabilities");
    const int64_t n = rows.probabilities.rows, m = rows.probabilities.cols;
    rows.flagged = checked_mask(flagged, "flagged");
    require_shape(*flagged, n, m, "flagged");
    if (labels && n > 0) {
      rows.labels = checked_mask(labels, "labels");
      require_shape(*labels, n, m, "labels");
      require(label_probabilities, "label_probabilities");
    }
    if (label_probabilities && !labels) fail(Status::argument, "label_probabilities are given without labels");
    rows.label_probabilities = optional_reals(label_probabilities, n, "label_probabilities");
    rows.weights = optional_reals(weights, n, "weights");
    rows.segments = optional_ids(segments, n, "segments");
    performance->impl.feed(rows);
  });
}

}  // extern "C"

// The C interface to curves of probabilities: decision curves and reliability.
#include "boundary.hpp"
#include "core/catalogue/catalogue.hpp"
#include "core/evaluation/curves/decision_curve.hpp"
#include "core/evaluation/curves/reliability.hpp"

using namespace wald::capi;

namespace {

const core::thresholds::ThresholdSearch &curve_options(const wald_options *options, const core::catalogue::Call &call) {
  static const core::thresholds::ThresholdSearch defaults;
  const core::catalogue::OptionSet *const own = settings(options);
  return own ? own->thresholds(call).search : defaults;
}

// ---- Facts ---------------------------------------------------------------------------------------

double number_of(const core::evaluation::DecisionCurvePoint &p, int64_t fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/curves/decision_curve_facts.def"
#include "number_cases.inc"
    default: wrong_fact("decision_curve", static_cast<int32_t>(fact), "number");
  }
}
double number_of(const core::evaluation::Reliability &r, int64_t fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/curves/reliability_facts.def"
#include "number_cases.inc"
    default: wrong_fact("reliability", static_cast<int32_t>(fact), "number");
  }
}
double number_of(const core::evaluation::ReliabilityBin &b, int64_t fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/curves/reliability_bin_facts.def"
#include "number_cases.inc"
    default: wrong_fact("reliability_bin", static_cast<int32_t>(fact), "number");
  }
}

// ---- Results -------------------------------------------------------------------------------------

int64_t facts_in(const char *object) { return static_cast<int64_t>(core::catalogue::facts_of(object).size); }

core::Grid<double> checked_numbers(const wald_array *array, int64_t rows, int64_t columns, const char *name) {
  const wald_array &a = checked_array(array, name);
  require_type(a, WALD_FLOAT64, "WALD_FLOAT64", name);
  require_rows(a, rows, name);
  if (a.columns < 1 || a.columns > columns)
    fail(Status::argument, name, " has ", a.columns, " columns: must have 1 to ", columns,
         ", the facts that there are");
  return {static_cast<double *>(a.data), a.rows, a.columns, a.row_stride, a.column_stride};
}

template <class Items>
void give_facts(const Items &items, const core::Grid<double> &out) {
  for (int64_t i = 0; i < out.rows; ++i)
    for (int64_t fact = 0; fact < out.cols; ++fact) out(i, fact) = number_of(items[static_cast<std::size_t>(i)], fact);
}

}  // namespace

extern "C" {

wald_status wald_decision_curve(const wald_options *options, const wald_array *truth, const wald_array *probabilities,
                                const wald_array *weights, const wald_array *thresholds,
                                const wald_array *out) noexcept {
  return guarded([&] {
    const core::thresholds::ThresholdSearch &o = curve_options(options, {"a decision curve", "decision_curve"});
    const core::Strided<const uint8_t> known = checked_truth(truth, "truth");
    const core::RealTable table = checked_table(probabilities, "probabilities");
    require_rows(*truth, table.rows, "truth");
    const core::Reals weighed = optional_reals(weights, table.rows, "weights");
    const core::Reals at = checked_reals(thresholds, "thresholds");
    const core::Grid<double> to = checked_numbers(out, (table.cols + 1) * at.n, facts_in("decision_curve"), "out");
    core::CallbackMonitor monitor(o.progress);
    give_facts(core::evaluation::decision_curve(table, known, weighed, at, o, monitor), to);
  });
}

wald_status wald_reliability(const wald_options *options, const wald_array *truth, const wald_array *probabilities,
                             const wald_array *weights, const wald_array *out, const wald_array *bins_out,
                             const wald_array *fitted) noexcept {
  return guarded([&] {
    const core::thresholds::ThresholdSearch &o = curve_options(options, {"reliability", "reliability"});
    const core::Strided<const uint8_t> known = checked_truth(truth, "truth");
    const core::Reals column = checked_reals(probabilities, "probabilities");
    require_rows(*truth, column.n, "truth");
    const core::Reals weighed = optional_reals(weights, column.n, "weights");
    const int64_t facts = facts_in("reliability");
    const wald_array &numbers = checked_vector(out, "out");
    require_type(numbers, WALD_FLOAT64, "WALD_FLOAT64", "out");
    if (numbers.rows > facts)
      fail(Status::argument, "out has ", numbers.rows, " rows: must have at most ", facts,
           ", the facts that there are");
    core::Grid<double> bins, fit;
    if (bins_out) bins = checked_numbers(bins_out, o.bins, facts_in("reliability_bin"), "bins_out");
    if (fitted) fit = checked_numbers(fitted, column.n, 1, "fitted");
    const core::evaluation::Reliability found = core::evaluation::reliability(column, known, weighed, o);
    for (int64_t fact = 0; fact < numbers.rows; ++fact)
      static_cast<double *>(numbers.data)[fact * numbers.row_stride] = number_of(found, fact);
    give_facts(found.bins, bins);
    for (int64_t i = 0; i < fit.rows; ++i) fit(i, 0) = found.fitted[static_cast<std::size_t>(i)];
  });
}

}  // extern "C"

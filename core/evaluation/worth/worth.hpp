// Estimates the gain of deciding for a metric: from probabilities, how much more the optimal
// predictions are expected to be worth than a cut at 1/2, and how far what comes true may be from that; with known labels
// what it came to, and what calibration would change.
#pragma once

#include <cstdint>
#include <limits>

#include "core/base/arrays.hpp"
#include "core/decisions/decision.hpp"
#include "core/decisions/sparse_table.hpp"
#include "core/estimators/estimator.hpp"
#include "core/evaluation/worth/realised.hpp"

namespace wald::core::evaluation {

#define WALD_WORTH_VERDICT_WORDS(WORD)                                                                                  \
  WORD(pays, 0, "pays", "", "The gain is above least_gain by more than two standard errors.")                       \
  WORD(does_not_pay, 1, "does_not_pay", "", "The gain plus two standard errors is at most least_gain.")             \
  WORD(undetermined, 2, "undetermined", "", "least_gain is within two standard errors of the gain.")               \
  WORD(calibrate_first, 3, "calibrate_first", "", "With truth: calibration raises the utility of the decisions by more " \
       "than two standard errors.")
enum class WorthVerdict : int32_t { WALD_WORTH_VERDICT_WORDS(WALD_ENUMERATOR) };
constexpr Word worth_answer_words[] = {WALD_WORTH_VERDICT_WORDS(WALD_WORD)};

struct Worth {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  WorthVerdict answer = WorthVerdict::undetermined;
  double gain = 0, standard_error = unknown, truth_error = 0;
  double expected_cut = 0, expected_optimum = 0;
  double rows_needed = unknown, changed_rows = 0, changed_cells = 0;
  int64_t rows = 0, samples = 0;
  bool exclusive_rows = false;
  const char *warning = "";  // of the table
  RealisedWorth realised;
};

struct WorthRows {
  WorthRows(Reals weights_ = {}, Grid<const uint8_t> truth_ = {}) : weights(weights_), truth(truth_) {}
  Reals weights;              // data null: 1 each; others go with the instance average alone
  Grid<const uint8_t> truth;  // of the table's shape; data null: not known
};

// By the options' average, limits on k, label weights, temperature, design_effect, least_gain, samples, seed and threads.
// The verdict is by the expected gain, with truth by the realised one.
Worth worth_of(const Metric &metric, Kind kind, const RealTable &table, const WorthRows &rows,
               const decisions::DecisionOptions &options);
Worth worth_of(const Metric &metric, Kind kind, const decisions::SparseTable &table, const WorthRows &rows,
               const decisions::DecisionOptions &options);

}  // namespace wald::core::evaluation

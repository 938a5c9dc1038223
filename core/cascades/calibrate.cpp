// Calibrates a cascade by fixed-sequence testing (core/certify/fixed_sequence.hpp). For each margin d the hypothesis "the
// disagreement is above the target" is tested at the level 1 - confidence by its exact (Clopper-Pearson) upper limit. It
// holds whether or not disagreement falls with d. The sequence is set in advance: it looks at no calibration row.
#include "core/numeric/contraction.hpp"  // first

#include <cmath>

#include "core/cascades/fit.hpp"
#include "core/certify/fixed_sequence.hpp"
#include "core/numeric/special/binomial_interval.hpp"

namespace wald::core::cascades {

namespace {

// Margins in spreads, from wide to narrow and finer towards 0. At 8 hardly a row leaves that would turn back.
constexpr int64_t margins = 256;
double margin(int64_t i) {
  const double left = static_cast<double>(margins - 1 - i) / static_cast<double>(margins - 1);
  return 8 * left * left;
}

}  // namespace

CertifiedPolicy last_certified(const Policy &none, int64_t count, const std::function<Policy(int64_t)> &cascade,
                               const ScoreSample &rows, const DisagreementLimit &limit, int threads, Monitor &monitor) {
  const auto [target, confidence] = limit;
  if (!(target > 0 && target < 1)) fail(Status::argument, "max_disagreement is ", target, ": must lie in (0, 1)");
  if (!(confidence > 0 && confidence < 1)) fail(Status::argument, "certify is ", confidence, ": must lie in (0, 1)");
  // Weights that happen to be equal in these rows say nothing of future ones.
  if (rows.weighted())
    fail(Status::unsupported,
         "the calibration rows have weights: an exact limit of a share is for rows that count alike. If all rows weigh the "
         "same by design, omit the weights");
  NoMonitor quiet;
  const std::vector<int32_t> decisions = full_decisions(none, rows, threads, quiet);
  // Rows evaluated in full agree with the full ensemble: this needs no test.
  CertifiedPolicy out{none, 0};
  Replay chosen = replay(none, rows, decisions, threads, quiet);
  const double n = evaluation_of(chosen, none).rows;
  if (n == 0) fail(Status::argument, "rows is 0: no calibration row of a weight above 0 was fed");
  // One side of an interval that is missed on either side with probability 1 - confidence.
  const double two_sided = 1 - 2 * (1 - limit.confidence);
  certify::passed_in_order(static_cast<std::size_t>(count), monitor, [&](std::size_t k) {
    const auto i = static_cast<int64_t>(k);
    Policy candidate = cascade(i);
    Replay found = replay(candidate, rows, decisions, threads, quiet);
    if (!(binomial_interval(static_cast<double>(found.error_rows), n, two_sided).high <= limit.target)) return false;
    out = {std::move(candidate), i + 1};
    chosen = std::move(found);
    return true;
  });
  Findings &findings = out.policy.findings;
  findings.in_sample = {};
  findings.cross = {};
  findings.held_out = evaluation_of(chosen, out.policy);
  findings.certified = out.passed > 0 ? target : 0;
  findings.confidence = confidence;
  return out;
}

Policy calibrate(const Policy &policy, const ScoreSample &rows, double target, double confidence, int threads,
                 Monitor &monitor) {
  CertifiedPolicy found = last_certified(
      policy.widened(std::numeric_limits<double>::infinity()), margins,
      [&](int64_t i) { return policy.widened(margin(i)); }, rows, {target, confidence}, threads, monitor);
  Findings &findings = found.policy.findings;
  // Of a cascade that was calibrated before, margins add up; where no row left early none does now.
  const double spreads = found.passed > 0 ? margin(found.passed - 1) : std::numeric_limits<double>::infinity();
  findings.spreads = spreads + (std::isnan(policy.findings.spreads) ? 0 : policy.findings.spreads);
  if (std::isinf(findings.spreads)) findings.certified = 0;
  return std::move(found.policy);
}

}  // namespace wald::core::cascades

// Moves probabilities to other frequencies of the labels, if rows of a label look the same in both places (prior shift).
//
// Source: Saerens, Latinne and Decaestecker (2002), Adjusting the outputs of a classifier to new a priori probabilities,
// eq. 4: by Bayes' theorem p(y | x) is proportional to p(x | y) p(y), so that each outcome's probability is multiplied by
// the ratio of its priors and all are normalised. The outcomes are a label's two values, or the classes and none of them.
#include "core/numeric/contraction.hpp"  // first

#include "core/estimators/prior_shift.hpp"

#include <algorithm>
#include <string>

#include "core/base/error.hpp"
#include "core/estimators/marginal.hpp"

namespace wald::core {

namespace {

// Above this the sum of exclusive priors leaves nothing for "none of the classes".
constexpr double whole = 1 - 1e-6;

double summed_prior(const Reals &prior, const char *name) {
  double sum = 0;
  for (int64_t j = 0; j < prior.n; ++j) sum += prior[j];
  return std::min(checked_categorical_sum(sum, name), 1.0);
}

[[noreturn]] void fail_impossible(int64_t row, const std::string &what) {
  fail(Status::argument, "probabilities[", row, "]: the prior of ", what, " is 0");
}

}  // namespace

PriorShift::PriorShift(Kind kind, const Reals &training_prior, const Reals &prior, const char *name) : kind_(kind) {
  if (kind != Kind::independent && kind != Kind::categorical)
    fail(Status::argument, "kind is ", kind_name(kind), ": must be independent or categorical");
  for (int64_t j = 0; j < training_prior.n; ++j)  // each outcome must be possible in training
    if (!(training_prior[j] > 0 && training_prior[j] < 1))
      fail(Status::argument, "training_prior[", j, "] is ", training_prior[j], ": must lie in (0, 1)");
  for (int64_t j = 0; j < prior.n; ++j) {
    checked_probability(prior, name, j);
    one_.push_back(prior[j] / training_prior[j]);
    zero_.push_back((1 - prior[j]) / (1 - training_prior[j]));
  }
  if (kind == Kind::independent) return;
  const double from = summed_prior(training_prior, "training_prior"), to = summed_prior(prior, name);
  none_ = from < whole ? (1 - to) / (1 - from) : 0;
}

// A label's odds, times the ratio of its prior odds.
double PriorShift::moved_label(int64_t row, int64_t column, double p) const {
  const auto j = static_cast<std::size_t>(column);
  const double one = p * one_[j], zero = (1 - p) * zero_[j];
  if (one + zero == 0) fail_impossible(row, "what column " + std::to_string(column) + " says is certain");
  return one / (one + zero);
}

double PriorShift::checked_sum(int64_t row, double left, double sum) const {
  checked_categorical_sum(1 - left, "probabilities[" + std::to_string(row) + "]");
  sum += none_ * std::max(left, 0.0);
  if (sum == 0) fail_impossible(row, "every class that it allows");
  return sum;
}

double probability_at(const RealTable &table, int64_t i, int64_t j) {
  const double p = table.row(i)[j];
  if (!(p >= 0 && p <= one_rounded(table.is_float)))
    fail(Status::argument, "probabilities[", i, "][", j, "] is ", p, ": must lie in [0, 1]");
  return std::min(p, 1.0);
}

void move_prior(const RealTable &probabilities, const PriorShift &shift, double *out) {
  for (int64_t i = 0; i < probabilities.rows; ++i, out += probabilities.cols) {
    for (int64_t j = 0; j < probabilities.cols; ++j) out[j] = probability_at(probabilities, i, j);
    shift.move_row(i, probabilities.cols, [](int64_t j) { return j; }, out);
  }
}

}  // namespace wald::core

// Moves probabilities to other frequencies of the labels, if rows of a label look the same in both places (prior shift).
//
// Source: Saerens, Latinne and Decaestecker (2002), Adjusting the outputs of a classifier to new a priori probabilities,
// eq. 4: by Bayes' theorem p(y | x) is proportional to p(x | y) p(y), so that each outcome's probability is multiplied by
// the ratio of its priors and all are normalised. The outcomes are a label's two values, or the classes and none of them.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/prior_shift.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/estimators/marginal.hpp"

namespace wald::core::learners {

namespace {

// Above this the sum of exclusive priors leaves nothing for "none of the classes".
constexpr double whole = 1 - 1e-6;

double probability_at(const RealTable &table, int64_t i, int64_t j) {
  const double p = table.row(i)[j];
  if (!(p >= 0 && p <= one_rounded(table.is_float)))
    fail(Status::argument, "probabilities[", i, "][", j, "] is ", p, ": must lie in [0, 1]");
  return std::min(p, 1.0);
}

// The priors of the outcomes, of which each must be possible in training.
std::vector<double> training_of(const Reals &prior) {
  std::vector<double> out;
  for (int64_t j = 0; j < prior.n; ++j) {
    if (!(prior[j] > 0 && prior[j] < 1))
      fail(Status::argument, "training_prior[", j, "] is ", prior[j], ": must lie in (0, 1)");
    out.push_back(prior[j]);
  }
  return out;
}

double sum_of(const Reals &prior, const char *name) {
  double sum = 0;
  for (int64_t j = 0; j < prior.n; ++j) sum += prior[j];
  return std::min(checked_categorical_sum(sum, name), 1.0);
}

[[noreturn]] void fail_impossible(int64_t row, const std::string &what) {
  fail(Status::argument, "probabilities[", row, "]: the prior of ", what, " is 0");
}

// A label's odds, times the ratio of its prior odds.
void move_labels(const RealTable &probabilities, const std::vector<double> &training, const Reals &prior, double *out) {
  for (int64_t i = 0; i < probabilities.rows; ++i)
    for (int64_t j = 0; j < probabilities.cols; ++j) {
      const double from = training[static_cast<std::size_t>(j)], p = probability_at(probabilities, i, j);
      const double one = p * (prior[j] / from), zero = (1 - p) * ((1 - prior[j]) / (1 - from));
      if (one + zero == 0) fail_impossible(i, "what column " + std::to_string(j) + " says is certain");
      *out++ = one / (one + zero);
    }
}

void move_classes(const RealTable &probabilities, const std::vector<double> &training, const Reals &prior,
                  const Reals &training_prior, double *out) {
  const double from = sum_of(training_prior, "training_prior"), to = sum_of(prior, "prior");
  const double none = from < whole ? (1 - to) / (1 - from) : 0;
  for (int64_t i = 0; i < probabilities.rows; ++i) {
    double left = 1, sum = 0;
    for (int64_t j = 0; j < probabilities.cols; ++j) {
      const double p = probability_at(probabilities, i, j);
      left -= p;
      sum += out[j] = p * (prior[j] / training[static_cast<std::size_t>(j)]);
    }
    checked_categorical_sum(1 - left, "probabilities[" + std::to_string(i) + "]");
    sum += none * std::max(left, 0.0);
    if (sum == 0) fail_impossible(i, "every class that it allows");
    for (int64_t j = 0; j < probabilities.cols; ++j) *out++ /= sum;
  }
}

}  // namespace

void move_prior(Kind kind, const RealTable &probabilities, const Reals &training_prior, const Reals &prior, double *out) {
  if (kind != Kind::independent && kind != Kind::categorical)
    fail(Status::argument, "kind is ", kind_name(kind), ": must be independent or categorical");
  const std::vector<double> training = training_of(training_prior);
  for (int64_t j = 0; j < prior.n; ++j) checked_probability(prior, "prior", j);
  if (kind == Kind::independent)
    move_labels(probabilities, training, prior, out);
  else
    move_classes(probabilities, training, prior, training_prior, out);
}

}  // namespace wald::core::learners

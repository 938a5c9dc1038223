// Keeps the marginals of independent or exclusive labels, and derives what decisions need of them.
#include "core/numeric/contraction.hpp"  // first

#include "core/estimators/marginal.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/estimators/counts.hpp"
#include "core/numeric/random/random.hpp"
#include "core/numeric/special/poisson_binomial.hpp"
#include "core/saved/saved_text.hpp"

namespace wald::core {
namespace {

// Only what would underflow is cut off: users read tails.
constexpr double tail_cut = 1e-290;

}  // namespace

double checked_probability(const Reals &probabilities, const char *name, int64_t i) {
  const double p = probabilities[i];
  if (!(p >= 0 && p <= one_rounded(probabilities.is_float)))
    fail(Status::argument, name, "[", i, "] is ", p, ": must lie in [0, 1]");
  return p == 0 ? 0.0 : std::min(p, 1.0);  // -0 becomes 0
}

double checked_categorical_sum(double sum, const std::string &where) {
  if (sum > 1 + rounding_of_a_sum)
    fail(Status::argument, where, " sum to ", sum, ": must sum to at most 1 for exclusive labels");
  return sum;
}

double categorical_scale(double sum) { return sum > 1 ? 1 / sum : 1.0; }

// ---- What the two kinds share ---------------------------------------------------------------------

void Marginal::check_room(int64_t n) const {
  if (n > max_labels - n_labels())
    fail(Status::argument, "n is ", n, ": with the ", n_labels(), " labels held it is more than ", max_labels);
}

void Marginal::feed(Reals probabilities) {
  check_room(probabilities.n);
  const std::size_t before = p_.size();
  p_.resize(before + static_cast<std::size_t>(probabilities.n));
  double *const to = p_.data() + before;
  const double most = one_rounded(probabilities.is_float);
  bool fine = true;
  const auto take = [&](int64_t i, double p) {
    fine = fine & (p >= 0) & (p <= most);
    to[i] = p == 0 ? 0.0 : std::min(p, 1.0);  // -0 becomes 0
  };
  if (!probabilities.is_float && probabilities.stride == 1) {
    const auto *const from = static_cast<const double *>(probabilities.data);
    for (int64_t i = 0; i < probabilities.n; ++i) take(i, from[i]);
  } else {
    for (int64_t i = 0; i < probabilities.n; ++i) take(i, probabilities[i]);
  }
  if (fine) return;
  p_.resize(before);
  for (int64_t i = 0; i < probabilities.n; ++i) checked_probability(probabilities, "probabilities", i);  // says which
}

void Marginal::require_fed() const {
  if (p_.empty())  // what was given may have been an array without elements, not an estimator
    fail(Status::argument, "n_labels is 0: must be at least 1; an estimator must be fed the probability of each label");
}

void Marginal::merge(const Estimator &) {
  fail(Status::unsupported, "estimators of kind ", kind_name(kind()),
       " do not merge: averaging marginals is not the mixture of the distributions; convert both to counts, or merge "
       "joint estimators");
}

std::string Marginal::save() const {
  std::string out = text("{\"wald\":\"estimator\",\"version\":1,\"kind\":\"", kind_name(kind()),
                         "\",\"labels\":", n_labels(), ",\"probabilities\":[");
  for (std::size_t i = 0; i < p_.size(); ++i) {
    out += i ? ",\n" : "\n";
    out += saved_number(p_[i]);
  }
  return out + "\n]}\n";
}

// ---- Independent labels --------------------------------------------------------------------------

std::vector<double> Independent::size_distribution() const {
  Masses masses;
  for (double p : p_) add_item(masses, p, tail_cut);
  std::vector<double> out(p_.size() + 1, 0.0);
  std::copy(masses.mass.begin(), masses.mass.end(), out.begin() + masses.first);
  return out;
}

double Independent::p_zero() const {
  double product = 1;
  for (double p : p_) product *= 1 - p;
  return product;
}

Estimator::Mode Independent::mode() const {
  Mode mode{{}, 1};
  for (std::size_t i = 0; i < p_.size(); ++i) {
    mode.probability *= std::max(p_[i], 1 - p_[i]);
    if (p_[i] > 0.5) mode.labels.push_back(static_cast<int64_t>(i));
  }
  return mode;
}

void Independent::draw(uint64_t seed, Grid<uint8_t> out) const {
  for (int64_t r = 0; r < out.rows; ++r) {
    Random random(seed, static_cast<uint64_t>(r));
    for (std::size_t i = 0; i < p_.size(); ++i) out(r, static_cast<int64_t>(i)) = random.uniform() < p_[i];
  }
}

namespace {

// P(y_i = 1, S = s) = p_i P(S without i = s-1). The sums without one item come from halving: what is outside a half is
// what is outside the whole and the other half. O(n log n) additions of an item, and nothing is subtracted.
void leave_one_out(const std::vector<double> &p, std::size_t begin, std::size_t end, const Masses &outside, double cut,
                   std::vector<Counts::Cell> &cells) {
  if (end - begin == 1) {
    if (p[begin] == 0) return;
    for (int64_t j = 0; j < outside.size(); ++j)
      cells.push_back({static_cast<int32_t>(begin), static_cast<int32_t>(outside.first + j + 1),
                       p[begin] * outside.mass[static_cast<std::size_t>(j)]});
    return;
  }
  const std::size_t middle = begin + (end - begin) / 2;
  Masses half = outside;
  for (std::size_t i = middle; i < end; ++i) add_item(half, p[i], cut);
  leave_one_out(p, begin, middle, half, cut, cells);
  half = outside;
  for (std::size_t i = begin; i < middle; ++i) add_item(half, p[i], cut);
  leave_one_out(p, middle, end, half, cut, cells);
}

}  // namespace

std::unique_ptr<Counts> Independent::to_counts() const { return to_counts(default_cut(n_labels())); }

std::unique_ptr<Counts> Independent::to_counts(double cut) const {
  require_fed();
  std::vector<Counts::Cell> cells;
  leave_one_out(p_, 0, p_.size(), Masses(), cut, cells);
  Masses all;
  for (double p : p_) add_item(all, p, cut);
  std::map<int64_t, double> sizes;
  for (int64_t j = 0; j < all.size(); ++j) sizes[all.first + j] = all.mass[static_cast<std::size_t>(j)];
  sizes[0] = p_zero();
  return Counts::of(n_labels(), cells, sizes);
}

// ---- Exclusive labels ----------------------------------------------------------------------------

void Categorical::feed(Reals probabilities) {
  check_room(probabilities.n);
  double sum = sum_;
  for (int64_t i = 0; i < probabilities.n; ++i) sum += checked_probability(probabilities, "probabilities", i);
  checked_categorical_sum(sum, "probabilities");
  Marginal::feed(probabilities);
  sum_ = sum;
}

void Categorical::clear() {
  Marginal::clear();
  sum_ = 0;
}

std::vector<double> Categorical::marginals() const {
  std::vector<double> out = p_;
  const double scale = categorical_scale(sum_);
  for (double &p : out) p *= scale;
  return out;
}

double Categorical::p_zero() const { return std::max(0.0, 1 - sum_); }

std::vector<double> Categorical::size_distribution() const {
  std::vector<double> out(p_.size() + 1, 0.0);
  out[0] = p_zero();
  if (!p_.empty()) out[1] = std::min(sum_, 1.0);
  return out;
}

Estimator::Mode Categorical::mode() const {
  const auto best = std::max_element(p_.begin(), p_.end());
  const double p = best == p_.end() ? 0 : *best * categorical_scale(sum_);
  if (p <= p_zero()) return {{}, p_zero()};
  return {{best - p_.begin()}, p};
}

void Categorical::draw(uint64_t seed, Grid<uint8_t> out) const {
  const std::vector<double> p = marginals();
  for (int64_t r = 0; r < out.rows; ++r) {
    double u = Random(seed, static_cast<uint64_t>(r)).uniform();
    for (std::size_t i = 0; i < p.size(); ++i) {
      out(r, static_cast<int64_t>(i)) = u >= 0 && u < p[i];
      u -= p[i];
    }
  }
}

std::unique_ptr<Counts> Categorical::to_counts() const {
  require_fed();
  std::vector<Counts::Cell> cells;
  const std::vector<double> p = marginals();
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p[i] > 0) cells.push_back({static_cast<int32_t>(i), 1, p[i]});
  return Counts::of(n_labels(), cells, {{0, p_zero()}, {1, std::min(sum_, 1.0)}});
}

}  // namespace wald::core

// The distribution of a prediction's utility. Under independence tp and fn are independent, so it is a sum over their
// masses; on exclusive or weighted label vectors it is a short list. Counts do not determine it.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.hpp"
#include "core/estimators/joint.hpp"
#include "core/estimators/marginal.hpp"
#include "core/evaluation/expected.hpp"
#include "core/numeric/random/random.hpp"

namespace wald::core::evaluation {
namespace {

// More cells than this are drawn from instead of being listed.
constexpr int64_t most_cells = int64_t{1} << 22;

// A value drawn from masses, by inverting their cumulative sums.
class Sampler {
 public:
  explicit Sampler(const Masses &masses) : first_(masses.first) {
    for (double m : masses.mass) cumulative_.push_back((cumulative_.empty() ? 0 : cumulative_.back()) + m);
  }
  int64_t draw(Random &random) const {
    const double u = random.uniform() * cumulative_.back();
    const auto at = std::upper_bound(cumulative_.begin(), cumulative_.end() - 1, u);
    return first_ + (at - cumulative_.begin());
  }

 private:
  int64_t first_;
  std::vector<double> cumulative_;
};

}  // namespace

void Distribution::set(std::vector<Atom> &atoms) {
  std::sort(atoms.begin(), atoms.end(),
            [](const Atom &x, const Atom &y) { return x.u < y.u || (x.u == y.u && x.p < y.p); });
  values_.clear();
  probabilities_.clear();
  for (const Atom &atom : atoms) {
    if (atom.p <= 0) continue;
    if (!values_.empty() && atom.u - values_.back() <= slack_) {
      probabilities_.back() += atom.p;
    } else {
      values_.push_back(atom.u);
      probabilities_.push_back(atom.p);
    }
  }
  double total = 0;
  mean_ = 0;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    total += probabilities_[i];
    mean_ += probabilities_[i] * values_[i];
  }
  mean_ /= total;
  double variance = 0;
  for (std::size_t i = 0; i < values_.size(); ++i)
    variance += probabilities_[i] * (values_[i] - mean_) * (values_[i] - mean_);
  sd_ = std::sqrt(variance / (draws_ > 0 ? total * (1 - 1 / static_cast<double>(draws_)) : total));
}

void Distribution::compute(const Metric &metric, const Estimator &estimator, const std::vector<int64_t> &items,
                           const decisions::DecisionOptions &options) {
  estimator.require_fed();
  options.refuse_abstain_label("a distribution");
  const int64_t n = estimator.n_labels(), k = static_cast<int64_t>(items.size());
  metric.verify(n);
  CallbackMonitor monitor(options.progress);
  monitor.at(0);
  std::vector<Atom> atoms;
  int64_t draws = 0;
  switch (estimator.kind()) {
    case Kind::independent: {
      const std::vector<double> &p = static_cast<const Independent &>(estimator).p();
      Masses tp, fn;
      const double cut = default_cut(n, std::accumulate(p.begin(), p.end(), 0.0));
      auto next = items.begin();
      for (int64_t i = 0; i < n; ++i) {
        const bool positive = next != items.end() && *next == i;
        if (positive) ++next;
        add_item(positive ? tp : fn, p[static_cast<std::size_t>(i)], cut);
        if ((i & 1023) == 0) monitor.at(0.5 * static_cast<double>(i) / static_cast<double>(n));
      }
      if (tp.size() * fn.size() <= most_cells) {
        for (int64_t a = 0; a < tp.size(); ++a)
          for (int64_t b = 0; b < fn.size(); ++b)
            atoms.push_back({metric.utility(tp.first + a, k, tp.first + a + fn.first + b, n),
                             tp.mass[static_cast<std::size_t>(a)] * fn.mass[static_cast<std::size_t>(b)]});
      } else {
        draws = options.samples;
        const Sampler of_tp(tp), of_fn(fn);
        Random random(options.seed);
        for (int64_t d = 0; d < draws; ++d) {
          const int64_t right = of_tp.draw(random);
          atoms.push_back({metric.utility(right, k, right + of_fn.draw(random), n), 1 / static_cast<double>(draws)});
        }
      }
      break;
    }
    case Kind::categorical: {
      const std::vector<double> p = estimator.marginals();
      double inside = 0, outside = 0;
      auto next = items.begin();
      for (int64_t i = 0; i < n; ++i) {
        const bool positive = next != items.end() && *next == i;
        if (positive) ++next;
        (positive ? inside : outside) += p[static_cast<std::size_t>(i)];
      }
      if (k > 0) atoms.push_back({metric.utility(1, k, 1, n), inside});
      if (k < n) atoms.push_back({metric.utility(0, k, 1, n), outside});
      atoms.push_back({metric.utility(0, k, 0, n), estimator.p_zero()});
      break;
    }
    case Kind::joint:
      for (const Joint::Vector &v : static_cast<const Joint &>(estimator).distinct()) {
        int64_t tp = 0;
        for (const int32_t *i = v.begin; i != v.end; ++i)
          tp += std::binary_search(items.begin(), items.end(), int64_t{*i});
        atoms.push_back({metric.utility(tp, k, v.size(), n), v.probability});
      }
      break;
    case Kind::counts:
      fail(Status::unsupported, "the distribution of metric \"", metric.name(),
           "\" given counts: P[i][s] and P(0) determine its mean alone; feed a joint estimator");
  }
  draws_ = draws;
  slack_ = metric.is_custom() ? 0 : 8 * decisions::unit_roundoff * metric.range(n).magnitude();
  set(atoms);
  monitor.at(1);
}

void Distribution::require_computed() const {
  if (values_.empty()) fail(Status::argument, "distribution is empty: compute it first");
}

double Distribution::standard_error() const { return draws_ > 0 ? sd_ / std::sqrt(static_cast<double>(draws_)) : 0; }

// Sums of probabilities are off by rounding: what is within it of q counts as reached.
double Distribution::quantile(double q) const {
  if (!(q >= 0 && q <= 1)) fail(Status::argument, "q is ", q, ": must lie in [0, 1]");
  const double slack = 4e-16 * (8 + std::sqrt(static_cast<double>(values_.size())));
  double sum = 0;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    sum += probabilities_[i];
    if (sum >= q - slack && sum > 0) return values_[i];
  }
  return values_.back();
}

double Distribution::at_least(double u) const {
  if (std::isnan(u)) fail(Status::argument, "u is nan: must be a number");
  const double from = u - std::max(slack_, 4e-16 * std::fabs(u));
  double below = 0, above = 0;
  for (std::size_t i = 0; i < values_.size(); ++i) (values_[i] >= from ? above : below) += probabilities_[i];
  if (below == 0) return 1;
  return std::min(above, 1.0);
}

double Distribution::standard_error_of(double probability) const {
  return draws_ > 0 ? std::sqrt(probability * (1 - probability) / static_cast<double>(draws_)) : 0;
}

}  // namespace wald::core::evaluation

// |g + f - z|^2 = |g - z|^2 + |f|^2 - 2 <f, z - g>: of a candidate f only the last two are needed, one product with the
// rest z - g that is common to all. Greedy: N T^2 / 2 products for N rows.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/planning/orders.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/numeric/compiler.hpp"
#include "core/numeric/parallel.hpp"

WALD_VECTOR_MATH

namespace wald::core::cascades {

namespace {

// Sums in lanes of their own, so that every instruction set adds in the same order.
constexpr int64_t lanes = 8;

double total(const double *sums) {
  double out = 0;
  for (int64_t k = 0; k < lanes; ++k) out += sums[k];
  return out;
}

WALD_LEVELS(double, product, (const int32_t *f, const double *rest, int64_t n), (f, rest, n)) {
  double sums[lanes] = {};
  const int64_t whole = n - n % lanes;
  for (int64_t i = 0; i < whole; i += lanes)
    for (int64_t k = 0; k < lanes; ++k) sums[k] += static_cast<double>(f[i + k]) * rest[i + k];
  for (int64_t i = whole; i < n; ++i) sums[i % lanes] += static_cast<double>(f[i]) * rest[i];
  return total(sums);
}

class SquaredErrors {
 public:
  explicit SquaredErrors(const FixedScores &scores) : scores_(scores) {
    const auto n = static_cast<std::size_t>(scores.n), classes = static_cast<std::size_t>(scores.classes);
    rest_.resize(n * classes);
    const double scale = scores.fixed.scale();
    for (std::size_t c = 0; c < classes; ++c) {
      double *const z = rest_.data() + c * n;
      if (scores.targets.empty()) {
        for (int64_t t = 0; t < scores.models; ++t) {
          const int32_t *const f = scores.column(t, static_cast<int64_t>(c));
          for (std::size_t i = 0; i < n; ++i) z[i] += f[i];
        }
      } else if (classes == 1) {
        for (std::size_t i = 0; i < n; ++i) z[i] = scores.targets[i] * scale;
      } else {
        for (std::size_t i = 0; i < n; ++i) z[i] = scores.targets[i] == static_cast<double>(c) ? scale : 0;
      }
      if (!scores.weights.empty())
        for (std::size_t i = 0; i < n; ++i) z[i] *= static_cast<double>(scores.weights[i]);
    }
    squares_.resize(static_cast<std::size_t>(scores.models));
  }

  // |f|^2 of a model, once.
  void square(int64_t t) {
    double sum = 0;
    for (int64_t c = 0; c < scores_.classes; ++c) {
      const int32_t *const f = scores_.column(t, c);
      for (int64_t i = 0; i < scores_.n; ++i)
        sum += static_cast<double>(scores_.weight(i)) * static_cast<double>(f[i]) * static_cast<double>(f[i]);
    }
    squares_[static_cast<std::size_t>(t)] = sum;
  }
  // To be called when every model is squared. The last bits of sums of doubles depend on the order of the rows, some
  // 2^-45 of what is summed; told apart in steps of 2^-24, models that are alike stay alike.
  void set_step() {
    double most = 0;
    for (const double square : squares_) most = std::max(most, square);
    step_ = most > 0 ? std::exp2(std::ceil(std::log2(most)) - 24) : 1;
  }
  // The squared error with the model added, less that without, in steps.
  double change(int64_t t) const {
    double sum = 0;
    for (int64_t c = 0; c < scores_.classes; ++c)
      sum += product(scores_.column(t, c), rest_.data() + c * scores_.n, scores_.n);
    return std::nearbyint((squares_[static_cast<std::size_t>(t)] - 2 * sum) / step_);
  }
  void add(int64_t t) {
    for (int64_t c = 0; c < scores_.classes; ++c) {
      const int32_t *const f = scores_.column(t, c);
      double *const rest = rest_.data() + c * scores_.n;
      for (int64_t i = 0; i < scores_.n; ++i) rest[i] -= static_cast<double>(scores_.weight(i)) * f[i];
    }
  }

 private:
  const FixedScores &scores_;
  std::vector<double> rest_;  // weight x (goal - sum), class by class
  std::vector<double> squares_;
  double step_ = 1;
};

}  // namespace

std::vector<int32_t> natural_order(int64_t models) {
  std::vector<int32_t> out(static_cast<std::size_t>(models));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

std::vector<int32_t> individual_error_order(const FixedScores &scores, int threads, Monitor &monitor) {
  SquaredErrors errors(scores);
  std::vector<double> change(static_cast<std::size_t>(scores.models));
  NoMonitor quiet;
  const int workers = worker_count(threads, scores.models);
  parallel_for(scores.models, workers, quiet, [&](int64_t t, int, Monitor &) { errors.square(t); });
  errors.set_step();
  parallel_for(scores.models, workers, monitor,
               [&](int64_t t, int, Monitor &) { change[static_cast<std::size_t>(t)] = errors.change(t); });
  std::vector<int32_t> out = natural_order(scores.models);
  std::stable_sort(out.begin(), out.end(), [&](int32_t a, int32_t b) {
    return change[static_cast<std::size_t>(a)] < change[static_cast<std::size_t>(b)];
  });
  return out;
}

std::vector<int32_t> greedy_error_order(const FixedScores &scores, int threads, Monitor &monitor) {
  SquaredErrors errors(scores);
  NoMonitor quiet;
  parallel_for(scores.models, worker_count(threads, scores.models), quiet,
               [&](int64_t t, int, Monitor &) { errors.square(t); });
  errors.set_step();
  std::vector<int32_t> unused = natural_order(scores.models), out;
  std::vector<double> change(unused.size());
  while (!unused.empty()) {
    const double left = static_cast<double>(unused.size()) / static_cast<double>(scores.models);
    monitor.at(1 - left * left);
    const auto candidates = static_cast<int64_t>(unused.size());
    const int64_t work = candidates * scores.n * scores.classes;
    const int workers = work < (int64_t{1} << 18) ? 1 : worker_count(threads, candidates);
    parallel_for(candidates, workers, quiet, [&](int64_t i, int, Monitor &) {
      change[static_cast<std::size_t>(i)] = errors.change(unused[static_cast<std::size_t>(i)]);
    });
    const auto best = std::min_element(change.begin(), change.begin() + candidates) - change.begin();
    const int32_t model = unused[static_cast<std::size_t>(best)];
    errors.add(model);
    out.push_back(model);
    unused.erase(unused.begin() + best);
  }
  return out;
}

}  // namespace wald::core::cascades

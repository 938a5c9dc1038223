// Computes the variance of the difference of two predictions' utilities.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/worth/difference.hpp"

#include <algorithm>
#include <vector>

#include "core/numeric/random/random.hpp"

namespace wald::core::evaluation {
namespace {

// More cells than this are drawn from instead of being summed.
constexpr double most_summed = 1 << 15;

// A value drawn from masses, by inverting their cumulative sums.
class MassDraws {
 public:
  explicit MassDraws(const Masses &masses) : first_(masses.first) {
    for (double m : masses.mass) cumulative_.push_back((cumulative_.empty() ? 0 : cumulative_.back()) + m);
  }
  int64_t operator()(Random &random) const {
    if (cumulative_.size() == 1) return first_;
    const double u = random.uniform() * cumulative_.back();
    return first_ + (std::upper_bound(cumulative_.begin(), cumulative_.end() - 1, u) - cumulative_.begin());
  }

 private:
  int64_t first_;
  std::vector<double> cumulative_;
};

class Moments {
 public:
  Moments(const Metric &metric, const TwoPredictions &items, double mean, bool influences)
      : metric_(metric), items_(items), mean_(mean), influences_(influences) {}

  // This many true ones of each part, of this probability.
  void add(int64_t both, int64_t optimum, int64_t cut, int64_t neither, double probability) {
    const int64_t s = both + optimum + cut + neither;
    const double d = difference(both + optimum, both + cut, s, false, false, 0) - mean_;
    weight_ += probability;
    first_ += probability * d;
    second_ += probability * d * d;
    if (!influences_) return;
    for (std::size_t kind = 0; kind < cell_kinds; ++kind) {
      const bool y = (kind & 4) != 0, in_optimum = (kind & 2) != 0, in_cut = (kind & 1) != 0;
      const double more = difference(both + optimum + (y && in_optimum), both + cut + (y && in_cut), s + y, in_optimum,
                                     in_cut, 1) -
                          mean_;
      influence_[kind] += probability * (more - d);
    }
  }
  DifferenceMoments moments(int64_t draws) const {
    DifferenceMoments out;
    const double off = first_ / weight_;
    out.variance = std::max(0.0, second_ / weight_ - off * off);
    if (draws > 1) out.variance *= static_cast<double>(draws) / static_cast<double>(draws - 1);
    for (std::size_t kind = 0; kind < cell_kinds; ++kind) out.influence[kind] = influence_[kind] / weight_;
    out.draws = draws;
    return out;
  }

 private:
  double difference(int64_t tp_optimum, int64_t tp_cut, int64_t s, bool more_optimum, bool more_cut,
                    int64_t more) const {
    const int64_t n = items_.n + more;
    return metric_.utility(tp_optimum, items_.k_optimum + more_optimum, s, n) -
           metric_.utility(tp_cut, items_.k_cut + more_cut, s, n);
  }

  const Metric &metric_;
  const TwoPredictions &items_;
  const double mean_;
  const bool influences_;
  double weight_ = 0, first_ = 0, second_ = 0;
  std::array<double, cell_kinds> influence_{};
};

}  // namespace

DifferenceMoments difference_moments(const Metric &metric, const TwoPredictions &items, double mean, bool influences,
                                     int64_t samples, uint64_t seed, uint64_t stream) {
  Moments moments(metric, items, mean, influences);
  const Masses &a = items.both, &b = items.optimum, &c = items.cut, &d = items.neither;
  const double cells = static_cast<double>(a.size()) * static_cast<double>(b.size()) * static_cast<double>(c.size()) *
                       static_cast<double>(d.size());
  if (cells <= most_summed) {
    for (int64_t i = a.first; i <= a.last(); ++i)
      for (int64_t j = b.first; j <= b.last(); ++j)
        for (int64_t k = c.first; k <= c.last(); ++k)
          for (int64_t l = d.first; l <= d.last(); ++l)
            if (const double p = a.at(i) * b.at(j) * c.at(k) * d.at(l); p > 0) moments.add(i, j, k, l, p);
    return moments.moments(0);
  }
  const MassDraws of_a(a), of_b(b), of_c(c), of_d(d);
  Random random(seed, stream);
  for (int64_t draw = 0; draw < samples; ++draw) {
    const int64_t i = of_a(random), j = of_b(random), k = of_c(random), l = of_d(random);
    moments.add(i, j, k, l, 1);
  }
  return moments.moments(samples);
}

}  // namespace wald::core::evaluation

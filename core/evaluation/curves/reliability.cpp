// Computes reliability by bins and by the monotone fit.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/curves/reliability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/evaluation/curves/rated_probabilities.hpp"
#include "core/numeric/vectors/ascending.hpp"

namespace wald::core::evaluation {

namespace {

struct Row {
  double probability, weight;
  bool positive;
};

// Rows by probability, of equal ones the negatives first, then by weight: sums do not depend on how rows were given.
class SortedRows {
 public:
  SortedRows(const Reals &probabilities, Strided<const uint8_t> labels, const Reals &weights)
      : placed_(static_cast<std::size_t>(probabilities.n)) {
    const auto place = [&](int64_t row, bool positive) {
      const double p = checked_probability(probabilities[row], probabilities.is_float, row, -1);
      placed_[size_++] = {ordered_bits(p), 2 * row + (positive ? 1 : 0)};
    };
    bool plain = !weights.data && probabilities.n > 0;
    for (int64_t i = 0; plain && i < probabilities.n; ++i) plain = labels[i] <= 1;
    if (plain) {
      for (int64_t i = 0; i < probabilities.n; ++i) place(i, labels[i] == 1);
    } else {
      double largest = 0;
      for (const RatedRow &row : rated_rows(labels, weights, probabilities.n)) {
        place(row.row, row.positive);
        largest = std::max(largest, row.weight);
      }
      enlarged_ = weights.data ? enlarging_exponent(largest) : 0;
    }
    sort_by_bits(placed_.data(), size_);
    if (weights.data)
      for (std::size_t i = 0; i < size_; ++i) weights_.push_back(std::ldexp(weights[row(i)], enlarged_));
    for (std::size_t first = 0, last = 0; first < size_; first = last) {
      for (last = first + 1; last < size_ && placed_[last].bits == placed_[first].bits;) ++last;
      if (last - first > 1) order_tie(first, last);
    }
  }
  std::size_t size() const { return size_; }
  // Weights are 2^enlarged times what was fed: shares of smaller ones would be rounded to what numbers near 0 can say.
  int enlarged() const { return enlarged_; }
  double probability(std::size_t i) const { return number_of(placed_[i].bits); }
  double weight(std::size_t i) const { return weights_.empty() ? 1 : weights_[i]; }
  bool positive(std::size_t i) const { return placed_[i].at & 1; }
  int64_t row(std::size_t i) const { return placed_[i].at >> 1; }
  Row operator[](std::size_t i) const { return {probability(i), weight(i), positive(i)}; }
  bool tied(std::size_t i, std::size_t j) const { return placed_[i].bits == placed_[j].bits; }

 private:
  void order_tie(std::size_t first, std::size_t last) {
    PlacedNumber *const begin = placed_.data() + first, *const end = placed_.data() + last;
    if (weights_.empty()) {
      std::partition(begin, end, [](const PlacedNumber &one) { return !(one.at & 1); });
      return;
    }
    struct Tied {
      double weight;
      int64_t at;
    };
    std::vector<Tied> tied;
    for (std::size_t i = first; i < last; ++i) tied.push_back({weights_[i], placed_[i].at});
    std::sort(tied.begin(), tied.end(), [](const Tied &a, const Tied &b) {
      if ((a.at ^ b.at) & 1) return (b.at & 1) != 0;
      return a.weight < b.weight;
    });
    for (std::size_t i = first; i < last; ++i) {
      weights_[i] = tied[i - first].weight;
      placed_[i].at = tied[i - first].at;
    }
  }

  std::size_t size_ = 0;
  LargeMemory<PlacedNumber> placed_;  // at: twice the row, and one more if it is positive
  std::vector<double> weights_;       // empty if every weight is 1
  int enlarged_ = 0;
};

// Sums over neighbours.
struct Sums {
  double weight = 0, positive = 0, probability = 0;

  void add(const Row &row) {
    weight += row.weight;
    positive += row.positive ? row.weight : 0;
    probability += row.weight * row.probability;
  }
  void operator+=(const Sums &o) {
    weight += o.weight;
    positive += o.positive;
    probability += o.probability;
  }
  double share() const { return positive / weight; }
  double mean() const { return probability / weight; }
};

// Rows of one probability, one after the other.
struct Tie {
  std::size_t first, last;
  Sums sums;
};
// Calls visit(tie) for the rows [begin, end), which are sorted.
template <class Visit>
void for_ties(const SortedRows &rows, std::size_t begin, std::size_t end, const Visit &visit) {
  for (std::size_t first = begin, last = begin; first < end; first = last) {
    Tie tie{first, first, {}};
    for (last = first; last < end && rows.tied(last, first); ++last) tie.sums.add(rows[last]);
    tie.last = last;
    visit(tie);
  }
}

struct Pool {
  std::size_t first, last;  // rows
  Sums sums;
  double share;
};
// Pooled adjacent violators: M. Ayer et al., Annals of Mathematical Statistics 26 (1955).
std::vector<Pool> monotone_pools(const SortedRows &rows) {
  std::vector<Pool> out;
  for_ties(rows, 0, rows.size(), [&](const Tie &tie) {
    Pool last{tie.first, tie.last, tie.sums, tie.sums.share()};
    while (!out.empty() && out.back().share >= last.share) {
      Sums both = out.back().sums;
      both += last.sums;
      last = {out.back().first, last.last, both, both.share()};
      out.pop_back();
    }
    out.push_back(last);
  });
  return out;
}

void fill_bins(const SortedRows &rows, double total,
               const thresholds::ThresholdSearch &options, Reliability &out) {
  const auto count = static_cast<std::size_t>(options.bins);
  struct Bin {
    Sums sums;
    double lowest = unset, highest = unset, within = 0;
    double greatest = 0, squares = 0;  // of the weights; squares in units that keep that of the greatest near 1
    std::size_t first = 0, last = 0;   // rows
  };
  std::vector<Bin> bins(count);
  double before = 0;
  for_ties(rows, 0, rows.size(), [&](const Tie &tie) {
    // Rows of one probability stay together, in the bin of their middle.
    const double middle = (before + tie.sums.weight / 2) / total;
    const auto at = std::min(count - 1, static_cast<std::size_t>(middle * static_cast<double>(count)));
    before += tie.sums.weight;
    Bin &bin = bins[at];
    if (std::isnan(bin.lowest)) {
      bin.lowest = rows.probability(tie.first);
      bin.first = tie.first;
    }
    bin.last = tie.last;
    bin.highest = rows.probability(tie.first);
    bin.sums += tie.sums;
    for (std::size_t r = tie.first; r < tie.last; ++r) bin.greatest = std::max(bin.greatest, rows.weight(r));
  });
  for (Bin &bin : bins) {
    if (bin.first == bin.last) continue;
    // In two factors, each of which is a number.
    const int exponent = -std::ilogb(bin.greatest);
    const double half = std::ldexp(1.0, exponent / 2), rest = std::ldexp(1.0, exponent - exponent / 2);
    const double mean = bin.sums.mean(), share = bin.sums.share();
    for_ties(rows, bin.first, bin.last, [&](const Tie &tie) {
      const double apart = rows.probability(tie.first) - mean;
      double squares = 0;
      for (std::size_t r = tie.first; r < tie.last; ++r) {
        const double weight = rows.weight(r) * half * rest;
        squares += weight * weight;
      }
      bin.squares += squares;
      bin.within += tie.sums.weight * apart * (apart - 2 * (tie.sums.share() - share));
    });
  }
  out.bin_reliability = out.bin_resolution = out.within_bins = out.calibration_error = 0;
  for (const Bin &bin : bins) {
    if (bin.sums.weight == 0) {
      out.bins.push_back({0, unset, unset, unset, unset, {unset, unset}});
      continue;
    }
    const double weight = bin.sums.weight, share = bin.sums.share(), mean = bin.sums.mean();
    const double apart = mean - share, from_all = share - out.prevalence;
    out.bin_reliability += weight / total * apart * apart;
    out.bin_resolution += weight / total * from_all * from_all;
    out.within_bins += bin.within / total;
    out.calibration_error += weight / total * std::fabs(apart);
    // Kish's number of equal rows, which is a whole one where weights are equal.
    const double in_units = std::ldexp(weight, -std::ilogb(bin.greatest));
    double effective = in_units * in_units / bin.squares;
    if (std::fabs(effective - std::round(effective)) < 1e-9 * effective) effective = std::round(effective);
    double positives = share * effective;
    if (std::fabs(positives - std::round(positives)) < 1e-9 * effective) positives = std::round(positives);
    out.bins.push_back({std::ldexp(weight, -rows.enlarged()), bin.lowest, bin.highest, mean, share,
                        binomial_interval(positives, effective, options.level)});
  }
}

}  // namespace

Reliability reliability(const Reals &probabilities, Strided<const uint8_t> labels, const Reals &weights,
                        const thresholds::ThresholdSearch &options) {
  thresholds::check_ranges(options);
  const SortedRows rows(probabilities, labels, weights);
  Sums all;
  double brier = 0;
  for_ties(rows, 0, rows.size(), [&](const Tie &tie) { all += tie.sums; });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row row = rows[i];
    const double apart = row.probability - (row.positive ? 1 : 0);
    brier += row.weight * apart * apart;
  }
  Reliability out{};
  out.brier = brier / all.weight;
  out.mean = all.mean();
  out.prevalence = all.share();
  out.uncertainty = out.prevalence * (1 - out.prevalence);
  out.fitted.assign(static_cast<std::size_t>(probabilities.n), unset);
  double of_fit = 0;  // its Brier score
  out.discrimination = 0;
  for (const Pool &pool : monotone_pools(rows)) {
    const double share = pool.share, from_all = share - out.prevalence;
    of_fit += pool.sums.weight / all.weight * share * (1 - share);
    out.discrimination += pool.sums.weight / all.weight * from_all * from_all;
    for (std::size_t i = pool.first; i < pool.last; ++i) out.fitted[static_cast<std::size_t>(rows.row(i))] = share;
  }
  // The fit is the best monotone one, so that this is below 0 by rounding alone.
  out.miscalibration = std::max(0.0, out.brier - of_fit);
  fill_bins(rows, all.weight, options, out);
  return out;
}

}  // namespace wald::core::evaluation

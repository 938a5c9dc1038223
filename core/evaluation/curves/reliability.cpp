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
  int64_t row;
};

// Rows in an order that their sums do not depend on how they were given.
// Weights are 2^enlarged times what was fed: shares of smaller ones would be rounded to what numbers near 0 can say.
std::vector<Row> sorted_rows(const Reals &probabilities, Strided<const uint8_t> labels, const Reals &weights,
                             int &enlarged) {
  std::vector<Row> out;
  double largest = 0;
  for (const RatedRow &row : rated_rows(labels, weights, probabilities.n)) {
    const double p = checked_probability(probabilities[row.row], probabilities.is_float, row.row, -1);
    out.push_back({p, row.weight, row.positive, row.row});
    largest = std::max(largest, row.weight);
  }
  enlarged = weights.data ? enlarging_exponent(largest) : 0;
  for (Row &row : out) row.weight = std::ldexp(row.weight, enlarged);
  const Ascending order(static_cast<int64_t>(out.size()),
                        [&](int64_t i) { return out[static_cast<std::size_t>(i)].probability; });
  std::vector<Row> sorted;
  sorted.reserve(out.size());
  for (std::size_t i = 0; i < order.size(); ++i) sorted.push_back(out[static_cast<std::size_t>(order[i].at)]);
  for (auto first = sorted.begin(), last = first; first != sorted.end(); first = last) {
    while (last != sorted.end() && last->probability == first->probability) ++last;
    if (last - first == 1) continue;
    std::sort(first, last, [](const Row &a, const Row &b) {
      if (a.positive != b.positive) return b.positive;
      return a.weight < b.weight;
    });
  }
  return sorted;
}

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
std::vector<Tie> ties_of(const std::vector<Row> &rows) {
  std::vector<Tie> out;
  for (std::size_t first = 0, last = 0; first < rows.size(); first = last) {
    Tie tie{first, first, {}};
    for (last = first; last < rows.size() && rows[last].probability == rows[first].probability; ++last)
      tie.sums.add(rows[last]);
    tie.last = last;
    out.push_back(tie);
  }
  return out;
}

struct Pool {
  std::size_t first, last;  // rows
  Sums sums;
};
// Pooled adjacent violators: M. Ayer et al., Annals of Mathematical Statistics 26 (1955).
std::vector<Pool> monotone_pools(const std::vector<Tie> &ties) {
  std::vector<Pool> out;
  for (const Tie &tie : ties) {
    out.push_back({tie.first, tie.last, tie.sums});
    while (out.size() > 1 && out[out.size() - 2].sums.share() >= out.back().sums.share()) {
      Pool &into = out[out.size() - 2];
      into.last = out.back().last;
      into.sums += out.back().sums;
      out.pop_back();
    }
  }
  return out;
}

void fill_bins(const std::vector<Row> &rows, const std::vector<Tie> &ties, double total, int enlarged,
               const thresholds::ThresholdSearch &options, Reliability &out) {
  const auto count = static_cast<std::size_t>(options.bins);
  struct Bin {
    Sums sums;
    double lowest = unset, highest = unset, within = 0;
    double greatest = 0, squares = 0;  // of the weights; squares in units that keep that of the greatest near 1
  };
  std::vector<Bin> bins(count);
  std::vector<std::size_t> bin_of_tie;
  double before = 0;
  for (const Tie &tie : ties) {
    // Rows of one probability stay together, in the bin of their middle.
    const double middle = (before + tie.sums.weight / 2) / total;
    const auto at = std::min(count - 1, static_cast<std::size_t>(middle * static_cast<double>(count)));
    before += tie.sums.weight;
    Bin &bin = bins[at];
    if (std::isnan(bin.lowest)) bin.lowest = rows[tie.first].probability;
    bin.highest = rows[tie.first].probability;
    bin.sums += tie.sums;
    for (std::size_t r = tie.first; r < tie.last; ++r) bin.greatest = std::max(bin.greatest, rows[r].weight);
    bin_of_tie.push_back(at);
  }
  for (std::size_t i = 0; i < ties.size(); ++i) {
    Bin &bin = bins[bin_of_tie[i]];
    const double apart = rows[ties[i].first].probability - bin.sums.mean();
    const int unit = -std::ilogb(bin.greatest);
    double squares = 0;
    for (std::size_t r = ties[i].first; r < ties[i].last; ++r) {
      const double weight = std::ldexp(rows[r].weight, unit);
      squares += weight * weight;
    }
    bin.squares += squares;
    bin.within += ties[i].sums.weight * apart * (apart - 2 * (ties[i].sums.share() - bin.sums.share()));
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
    out.bins.push_back({std::ldexp(weight, -enlarged), bin.lowest, bin.highest, mean, share,
                        binomial_interval(positives, effective, options.level)});
  }
}

}  // namespace

Reliability reliability(const Reals &probabilities, Strided<const uint8_t> labels, const Reals &weights,
                        const thresholds::ThresholdSearch &options) {
  thresholds::check_ranges(options);
  int enlarged = 0;
  const std::vector<Row> rows = sorted_rows(probabilities, labels, weights, enlarged);
  const std::vector<Tie> ties = ties_of(rows);
  Sums all;
  double brier = 0;
  for (const Tie &tie : ties) all += tie.sums;
  for (const Row &row : rows) {
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
  for (const Pool &pool : monotone_pools(ties)) {
    const double share = pool.sums.share(), from_all = share - out.prevalence;
    of_fit += pool.sums.weight / all.weight * share * (1 - share);
    out.discrimination += pool.sums.weight / all.weight * from_all * from_all;
    for (std::size_t i = pool.first; i < pool.last; ++i) out.fitted[static_cast<std::size_t>(rows[i].row)] = share;
  }
  // The fit is the best monotone one, so that this is below 0 by rounding alone.
  out.miscalibration = std::max(0.0, out.brier - of_fit);
  fill_bins(rows, ties, all.weight, enlarged, options, out);
  return out;
}

}  // namespace wald::core::evaluation

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
  const std::vector<RatedRow> rated = rated_rows(labels, weights, probabilities.n);
  double largest = 0;
  for (const RatedRow &row : rated) largest = std::max(largest, row.weight);
  enlarged = weights.data ? enlarging_exponent(largest) : 0;
  const Ascending order(static_cast<int64_t>(rated.size()), [&](int64_t i) {
    const int64_t row = rated[static_cast<std::size_t>(i)].row;
    return checked_probability(probabilities[row], probabilities.is_float, row, -1);
  });
  std::vector<Row> out(rated.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double p = number_of(order[i].bits);
    if (!weights.data) {  // all rows are rated: the labels alone, which a cache may hold, are read out of order
      out[i] = {p, 1, labels[order[i].at] == 1, order[i].at};
      continue;
    }
    const RatedRow &row = rated[static_cast<std::size_t>(order[i].at)];
    out[i] = {p, std::ldexp(row.weight, enlarged), row.positive, row.row};
  }
  for (auto first = out.begin(), last = first; first != out.end(); first = last) {
    while (last != out.end() && last->probability == first->probability) ++last;
    if (last - first == 1) continue;
    std::sort(first, last, [](const Row &a, const Row &b) {
      if (a.positive != b.positive) return b.positive;
      return a.weight < b.weight;
    });
  }
  return out;
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
// Calls visit(tie) for the rows [begin, end), which are sorted.
template <class Visit>
void for_ties(const std::vector<Row> &rows, std::size_t begin, std::size_t end, const Visit &visit) {
  for (std::size_t first = begin, last = begin; first < end; first = last) {
    Tie tie{first, first, {}};
    for (last = first; last < end && rows[last].probability == rows[first].probability; ++last)
      tie.sums.add(rows[last]);
    tie.last = last;
    visit(tie);
  }
}

struct Pool {
  std::size_t first, last;  // rows
  Sums sums;
};
// Pooled adjacent violators: M. Ayer et al., Annals of Mathematical Statistics 26 (1955).
std::vector<Pool> monotone_pools(const std::vector<Row> &rows) {
  std::vector<Pool> out;
  for_ties(rows, 0, rows.size(), [&](const Tie &tie) {
    out.push_back({tie.first, tie.last, tie.sums});
    while (out.size() > 1 && out[out.size() - 2].sums.share() >= out.back().sums.share()) {
      Pool &into = out[out.size() - 2];
      into.last = out.back().last;
      into.sums += out.back().sums;
      out.pop_back();
    }
  });
  return out;
}

void fill_bins(const std::vector<Row> &rows, double total, int enlarged,
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
      bin.lowest = rows[tie.first].probability;
      bin.first = tie.first;
    }
    bin.last = tie.last;
    bin.highest = rows[tie.first].probability;
    bin.sums += tie.sums;
    for (std::size_t r = tie.first; r < tie.last; ++r) bin.greatest = std::max(bin.greatest, rows[r].weight);
  });
  for (Bin &bin : bins) {
    if (bin.first == bin.last) continue;
    // In two factors, each of which is a number.
    const int exponent = -std::ilogb(bin.greatest);
    const double half = std::ldexp(1.0, exponent / 2), rest = std::ldexp(1.0, exponent - exponent / 2);
    const double mean = bin.sums.mean(), share = bin.sums.share();
    for_ties(rows, bin.first, bin.last, [&](const Tie &tie) {
      const double apart = rows[tie.first].probability - mean;
      double squares = 0;
      for (std::size_t r = tie.first; r < tie.last; ++r) {
        const double weight = rows[r].weight * half * rest;
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
  Sums all;
  double brier = 0;
  for_ties(rows, 0, rows.size(), [&](const Tie &tie) { all += tie.sums; });
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
  for (const Pool &pool : monotone_pools(rows)) {
    const double share = pool.sums.share(), from_all = share - out.prevalence;
    of_fit += pool.sums.weight / all.weight * share * (1 - share);
    out.discrimination += pool.sums.weight / all.weight * from_all * from_all;
    for (std::size_t i = pool.first; i < pool.last; ++i) out.fitted[static_cast<std::size_t>(rows[i].row)] = share;
  }
  // The fit is the best monotone one, so that this is below 0 by rounding alone.
  out.miscalibration = std::max(0.0, out.brier - of_fit);
  fill_bins(rows, all.weight, enlarged, options, out);
  return out;
}

}  // namespace wald::core::evaluation

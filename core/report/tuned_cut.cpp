// Tunes one threshold for all labels on the rows of the other folds.
#include "core/numeric/contraction.hpp"  // first

#include "core/report/tuned_cut.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/evaluation/evaluate.hpp"
#include "core/numeric/random/random.hpp"

namespace wald::core::report {
namespace {

constexpr int64_t most_cuts = 200, most_folds = 5;

std::vector<double> cuts_of(const RealTable &table) {
  const int64_t cells = table.rows * table.cols, step = std::max<int64_t>(1, cells / 1000000);
  std::vector<double> values;
  for (int64_t c = 0; c < cells; c += step) values.push_back(table.row(c / table.cols)[c % table.cols]);
  std::sort(values.begin(), values.end());
  std::vector<double> out{0.5};
  const auto n = static_cast<int64_t>(values.size());
  for (int64_t q = 0; q < most_cuts; ++q)
    out.push_back(values[static_cast<std::size_t>(q * (n - 1) / (most_cuts - 1))]);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// Of each row; -1 if its weight is 0.
std::vector<int> folds_of(const ReportInput &input, const std::vector<double> &weight, int64_t *count) {
  std::map<int64_t, int64_t> units;  // of rows that count
  std::vector<int> out(weight.size(), -1);
  const auto group = [&](std::size_t i) {
    return input.groups.data ? input.groups[static_cast<int64_t>(i)] : static_cast<int64_t>(i);
  };
  for (std::size_t i = 0; i < weight.size(); ++i)
    if (weight[i] > 0) units.emplace(group(i), static_cast<int64_t>(units.size()));
  const auto n = static_cast<int64_t>(units.size());
  *count = std::min(most_folds, n);
  if (*count < 2) return out;
  const std::vector<int64_t> order = random_order<int64_t>(n, input.options.seed);
  for (std::size_t i = 0; i < weight.size(); ++i)
    if (weight[i] > 0) out[i] = static_cast<int>(order[static_cast<std::size_t>(units[group(i)])] % *count);
  return out;
}

// The number of cuts that a probability reaches.
std::size_t reached(const std::vector<double> &cuts, double p) {
  return static_cast<std::size_t>(std::upper_bound(cuts.begin(), cuts.end(), p) - cuts.begin());
}

// Sums for each fold, and for each cut.
class Sums {
 public:
  Sums(int64_t folds, std::size_t cuts) : cuts_(cuts), sums_(static_cast<std::size_t>(folds) * cuts) {}
  double &at(int64_t fold, std::size_t cut) { return sums_[static_cast<std::size_t>(fold) * cuts_ + cut]; }
  // Of all folds but one; of all for -1.
  double without(int64_t fold, std::size_t cut) const {
    double out = 0;
    for (std::size_t f = 0; f * cuts_ < sums_.size(); ++f)
      if (static_cast<int64_t>(f) != fold) out += sums_[f * cuts_ + cut];
    return out;
  }
  // Of cells that reach this many cuts, for all the cuts that they reach.
  void spread() {
    for (std::size_t f = 0; f * cuts_ < sums_.size(); ++f)
      for (std::size_t c = cuts_ - 1; c > 0; --c) sums_[f * cuts_ + c - 1] += sums_[f * cuts_ + c];
  }

 private:
  std::size_t cuts_;
  std::vector<double> sums_;
};

struct Counts2 {
  Sums tp, k;
  std::vector<double> s, n;
  Counts2(int64_t folds, std::size_t cuts)
      : tp(folds, cuts), k(folds, cuts), s(static_cast<std::size_t>(folds)), n(static_cast<std::size_t>(folds)) {}
  evaluation::CellCounts without(int64_t fold, std::size_t cut) const {
    evaluation::CellCounts out;
    for (std::size_t f = 0; f < s.size(); ++f)
      if (static_cast<int64_t>(f) != fold) {
        out.s += s[f];
        out.n += n[f];
      }
    out.tp = tp.without(fold, cut);
    out.k = k.without(fold, cut);
    return out;
  }
};

// The value of the metric without each fold (and at last of all), at each cut.
using Values = std::vector<std::vector<double>>;

Values of_instances(const ReportInput &input, const RealTable &table, const std::vector<double> &weight,
                    const std::vector<int> &fold, int64_t folds, const std::vector<double> &cuts) {
  Sums sums(folds, cuts.size());
  std::vector<double> tp(cuts.size() + 1), k(cuts.size() + 1);
  for (int64_t i = 0; i < table.rows; ++i) {
    const auto row = static_cast<std::size_t>(i);
    if (fold[row] < 0) continue;
    std::fill(tp.begin(), tp.end(), 0);
    std::fill(k.begin(), k.end(), 0);
    evaluation::CellCounts tally;
    tally.n = static_cast<double>(table.cols);
    const Reals p = table.row(i);
    for (int64_t j = 0; j < table.cols; ++j) {
      const std::size_t r = reached(cuts, p[j]);
      tp[r] += input.truth(i, j);
      k[r] += 1;
      tally.s += input.truth(i, j);
    }
    double utility = 0;
    bool known = false;
    for (std::size_t c = cuts.size(); c-- > 0;) {
      tally.tp += tp[c + 1];
      tally.k += k[c + 1];
      if (!known || k[c + 1] > 0) utility = evaluation::utility_of(input.metric, tally, false);
      known = true;
      sums.at(fold[row], c) += weight[row] * utility;
    }
  }
  Values out;
  for (int64_t f = 0; f <= folds; ++f) {
    out.emplace_back();
    for (std::size_t c = 0; c < cuts.size(); ++c) out.back().push_back(sums.without(f, c));
  }
  return out;
}

Values of_columns(const ReportInput &input, const RealTable &table, const std::vector<double> &weight, bool weighted,
                  const std::vector<int> &fold, int64_t folds, const std::vector<double> &cuts) {
  const bool micro = input.options.average == decisions::Average::micro;
  const std::vector<double> shares = input.options.shares(table.cols);
  Values out(static_cast<std::size_t>(folds) + 1, std::vector<double>(cuts.size()));
  const auto add = [&](Counts2 &counts, double share) {
    counts.tp.spread();
    counts.k.spread();
    for (int64_t f = 0; f <= folds; ++f)
      for (std::size_t c = 0; c < cuts.size(); ++c)
        out[static_cast<std::size_t>(f)][c] +=
            share * evaluation::utility_of(input.metric, counts.without(f, c), weighted);
  };
  Counts2 together(folds, cuts.size());
  for (int64_t j = 0; j < table.cols; ++j) {
    Counts2 own(micro ? 0 : folds, cuts.size());
    Counts2 &counts = micro ? together : own;
    const Reals p = table.col(j);
    for (int64_t i = 0; i < table.rows; ++i) {
      const auto row = static_cast<std::size_t>(i);
      if (fold[row] < 0) continue;
      const double w = weight[row], y = input.truth(i, j);
      counts.s[static_cast<std::size_t>(fold[row])] += w * y;
      counts.n[static_cast<std::size_t>(fold[row])] += w;
      const std::size_t r = reached(cuts, p[i]);
      if (r == 0) continue;
      counts.tp.at(fold[row], r - 1) += w * y;
      counts.k.at(fold[row], r - 1) += w;
    }
    if (!micro) add(own, shares[static_cast<std::size_t>(j)]);
  }
  if (micro) add(together, 1);
  return out;
}

// The best cut; of several, the one nearest to 1/2.
double best_of(const std::vector<double> &cuts, const std::vector<double> &values) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < cuts.size(); ++c)
    if (values[c] > values[best] ||
        (values[c] == values[best] && std::fabs(cuts[c] - 0.5) < std::fabs(cuts[best] - 0.5)))
      best = c;
  return cuts[best];
}

}  // namespace

TunedCut tuned_cut(const ReportInput &input, const RealTable &table, const std::vector<double> &weight, bool weighted) {
  const std::vector<double> cuts = cuts_of(table);
  int64_t folds = 0;
  const std::vector<int> fold = folds_of(input, weight, &folds);
  TunedCut out{{}, std::numeric_limits<double>::quiet_NaN(), {}};
  if (folds < 2) return out;
  const Values values = input.options.average == decisions::Average::instance
                            ? of_instances(input, table, weight, fold, folds, cuts)
                            : of_columns(input, table, weight, weighted, fold, folds, cuts);
  for (int64_t f = 0; f < folds; ++f) out.of_fold.push_back(best_of(cuts, values[static_cast<std::size_t>(f)]));
  out.of_all = best_of(cuts, values.back());
  out.mask.resize(static_cast<std::size_t>(table.rows * table.cols));
  for (int64_t i = 0; i < table.rows; ++i) {
    const int f = fold[static_cast<std::size_t>(i)];
    const double cut = f < 0 ? out.of_all : out.of_fold[static_cast<std::size_t>(f)];
    const Reals p = table.row(i);
    for (int64_t j = 0; j < table.cols; ++j) out.mask[static_cast<std::size_t>(i * table.cols + j)] = p[j] >= cut;
  }
  return out;
}

}  // namespace wald::core::report

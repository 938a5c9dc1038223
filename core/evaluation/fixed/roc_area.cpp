// Computes areas under ROC curves and their variances.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/fixed/roc_area.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/described/option_rows.hpp"
#include "core/numeric/sums/double_double.hpp"

namespace wald::core::evaluation {
namespace {

// Calls visit(begin, end, weights of the run by label, weights below it by label) for each run of tied scores.
template <class Weight, class Visit>
void visit_runs(const RankedRows &ranked, const EvaluatedRows &rows, const Weight &weight, const Visit &visit) {
  double below[2] = {0, 0};
  std::size_t begin = 0;
  for (const std::size_t end : ranked.ends) {
    double run[2] = {0, 0};
    for (std::size_t r = begin; r < end; ++r) run[rows.rows[ranked.order[r]].positive] += weight(ranked.order[r]);
    visit(begin, end, run, below);
    for (int label = 0; label < 2; ++label) below[label] += run[label];
    begin = end;
  }
}

struct Products {
  DoubleDouble positives, negatives, both;

  void add(double a, double b) {
    positives.add(DoubleDouble::product(a, a));
    negatives.add(DoubleDouble::product(b, b));
    both.add(DoubleDouble::product(a, b));
  }
};

}  // namespace

RankedRows ranked_rows(const Reals &scores, const EvaluatedRows &rows, int64_t model) {
  const std::size_t n = rows.rows.size();
  std::vector<double> score(n);
  for (std::size_t i = 0; i < n; ++i) {
    score[i] = scores[rows.rows[i].row];
    if (std::isnan(score[i]))
      fail(Status::argument, "scores[", rows.rows[i].row, "][", model, "] is NaN: must be a number");
  }
  RankedRows out{std::vector<std::size_t>(n), {}};
  std::iota(out.order.begin(), out.order.end(), std::size_t{0});
  std::stable_sort(out.order.begin(), out.order.end(), [&](std::size_t x, std::size_t y) { return score[x] < score[y]; });
  for (std::size_t r = 1; r <= n; ++r)
    if (r == n || score[out.order[r]] != score[out.order[r - 1]]) out.ends.push_back(r);
  return out;
}

double roc_area(const RankedRows &ranked, const EvaluatedRows &rows, const std::vector<double> &weights) {
  DoubleDouble sum;
  double totals[2] = {0, 0};
  visit_runs(ranked, rows, [&](std::size_t i) { return weights[i]; },
             [&](std::size_t, std::size_t, const double(&run)[2], const double(&below)[2]) {
               sum.add(DoubleDouble::product(run[1], below[0] + run[0] / 2));
               for (int label = 0; label < 2; ++label) totals[label] += run[label];
             });
  if (!(totals[0] > 0 && totals[1] > 0)) return unset;
  return std::min(1.0, sum.over(DoubleDouble::product(totals[0], totals[1])));
}

AreaParts area_parts(const RankedRows &ranked, const EvaluatedRows &rows) {
  std::vector<double> weights;
  weights.reserve(rows.rows.size());
  for (const EvaluatedRow &row : rows.rows) weights.push_back(row.weight);
  AreaParts out{roc_area(ranked, rows, weights), std::vector<double>(rows.units), std::vector<double>(rows.units)};
  if (std::isnan(out.area)) return out;
  const double negatives = rows.total_of[0], positives = rows.total_of[1];
  visit_runs(ranked, rows, [&](std::size_t i) { return weights[i]; },
             [&](std::size_t begin, std::size_t end, const double(&run)[2], const double(&below)[2]) {
               const double of_positive = (below[0] + run[0] / 2) / negatives - out.area;
               const double of_negative = (positives - below[1] - run[1] / 2) / positives - out.area;
               for (std::size_t r = begin; r < end; ++r) {
                 const EvaluatedRow &row = rows.rows[ranked.order[r]];
                 if (row.positive)
                   out.positives[row.unit] += row.weight * of_positive / positives;
                 else
                   out.negatives[row.unit] += row.weight * of_negative / negatives;
               }
             });
  return out;
}

LabelledUnits::LabelledUnits(const EvaluatedRows &rows) {
  std::vector<char> seen[2] = {std::vector<char>(rows.units), std::vector<char>(rows.units)};
  for (const EvaluatedRow &row : rows.rows) seen[row.positive][row.unit] = 1;
  for (std::size_t unit = 0; unit < rows.units; ++unit) {
    negatives += seen[0][unit];
    positives += seen[1][unit];
  }
}

AreaVariance area_variance(const AreaParts &parts, const AreaParts *other, const LabelledUnits &units) {
  Products sums;
  const std::size_t n = parts.positives.size();
  for (std::size_t u = 0; u < n; ++u)
    sums.add(parts.positives[u] - (other ? other->positives[u] : 0), parts.negatives[u] - (other ? other->negatives[u] : 0));
  if (sums.positives.value() == 0 && sums.negatives.value() == 0) return {0, unset};
  if (units.positives < 2 || units.negatives < 2) return {unset, unset};
  const auto unbiased = [](double count) { return count / (count - 1); };
  const double of_positives = unbiased(units.positives) * sums.positives.value();
  const double of_negatives = unbiased(units.negatives) * sums.negatives.value();
  const double variance = of_positives + of_negatives + 2 * unbiased(static_cast<double>(n)) * sums.both.value();
  // Of the two means alone: what groups of both labels add by their covariance has no degrees of its own.
  const double whole = of_positives + of_negatives, a = of_positives / whole, b = of_negatives / whole;
  const double degrees = 1 / (a * a / (units.positives - 1) + b * b / (units.negatives - 1));
  return {std::max(0.0, variance), degrees};
}

Interval area_of_pairs(double area, const EvaluatedRows &rows, const LabelledUnits &units, double level) {
  double pairs = std::min(units.positives, units.negatives);
  if (rows.grouped) {
    pairs = std::max(1.0, std::min(pairs, std::floor(static_cast<double>(rows.units) / 2)));
  } else if (!rows.equal) {
    double squares[2] = {0, 0};
    for (const EvaluatedRow &row : rows.rows) squares[row.positive] += row.weight * row.weight;
    for (int label = 0; label < 2; ++label)
      pairs = std::min(pairs, rows.total_of[label] * rows.total_of[label] / squares[label]);
  }
  return binomial_interval(area * pairs, pairs, level);
}

}  // namespace wald::core::evaluation

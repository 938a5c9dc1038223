// Sorts and sums up the rows of each segment.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/segments/segment_curves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/numeric/infinity.hpp"
#include "core/thresholds/sample/weights.hpp"

namespace wald::core::thresholds {

namespace {

struct CurveRow {
  double score, weight, gain;
  bool positive;
};

// Multiples of a power of two, whose sums are exact whatever their order.
class Rounded {
 public:
  Rounded(double most, int64_t n) : unit_(most > 0 ? weight_unit(most, std::max<int64_t>(n, 1)) : 1) {}
  double operator()(double x) const { return std::nearbyint(x / unit_) * unit_; }

 private:
  double unit_;
};

double largest_amount(const SegmentRows &rows) {
  double most = 0;
  for (int64_t i = 0; i < rows.scores.n; ++i) most = std::max(most, std::fabs(rows.weight(i) * rows.amount(i)));
  return most;
}

void refuse_amounts(const char *name, const Reals &amounts) {
  for (int64_t i = 0; amounts.data && i < amounts.n; ++i)
    if (!std::isfinite(amounts[i])) fail(Status::argument, name, "[", i, "] is ", amounts[i], ": must be finite");
}

std::vector<SegmentPoint> points_of(std::vector<CurveRow> &rows, bool every_score) {
  std::sort(rows.begin(), rows.end(), [](const CurveRow &a, const CurveRow &b) { return a.score > b.score; });
  std::vector<SegmentPoint> out(1);
  SegmentPoint at;
  for (std::size_t i = 0; i < rows.size();) {
    const double before = at.tp;
    at.threshold = rows[i].score;
    for (; i < rows.size() && rows[i].score == at.threshold; ++i) {
      (rows[i].positive ? at.tp : at.fp) += rows[i].weight;
      at.gain += rows[i].gain;
    }
    if (every_score || at.tp > before) out.push_back(at);
  }
  return out;
}

}  // namespace

void check_rows(const SegmentRows &rows) {
  if (rows.n_segments < 1) fail(Status::argument, "n_segments is ", rows.n_segments, ": must be at least 1");
  for (int64_t i = 0; i < rows.scores.n; ++i) {
    if (std::isnan(rows.scores[i])) fail(Status::argument, "scores[", i, "] is nan: must be a number");
    if (rows.labels[i] > 1)
      fail(Status::argument, "truth[", i, "] is ", int{rows.labels[i]}, ": must be 0 or 1, for rows of segments");
    if (rows.segment(i) < 0 || rows.segment(i) >= rows.n_segments)
      fail(Status::argument, "segments[", i, "] is ", rows.segment(i), ": must lie in [0, ", rows.n_segments - 1, "]");
  }
  refuse_amounts("benefits", rows.benefits);
  refuse_amounts("costs", rows.costs);
}

SegmentRows at_prevalence(const SegmentRows &rows, const std::vector<double> &prevalence, std::vector<double> &weights) {
  check_one_or_each("prevalence", prevalence, rows.n_segments, "segment");
  std::vector<std::array<double, 2>> of_label(static_cast<std::size_t>(rows.n_segments), {0, 0});
  const auto own = [&](int64_t i) -> std::array<double, 2> & { return of_label[static_cast<std::size_t>(rows.segment(i))]; };
  for (int64_t i = 0; i < rows.scores.n; ++i) {
    const double weight = rows.weight(i);
    if (!(std::isfinite(weight) && weight >= 0))
      fail(Status::argument, "weights[", i, "] is ", weight, ": must be finite and at least 0");
    own(i)[rows.labels[i]] += weight;
  }
  for (int64_t g = 0; g < rows.n_segments; ++g) {
    std::array<double, 2> &weight = of_label[static_cast<std::size_t>(g)];
    const double share = one_or_each(prevalence, g), all = weight[0] + weight[1];
    for (int label = 0; label < 2 && all > 0; ++label)
      if (!(weight[static_cast<std::size_t>(label)] > 0))
        fail(Status::argument, "prevalence is ", share, ": requires rows of both labels, and none of segment ", g, " is ",
             label ? "positive" : "negative");
    weight = {(1 - share) * (all / weight[0]), share * (all / weight[1])};
  }
  weights.clear();
  for (int64_t i = 0; i < rows.scores.n; ++i) weights.push_back(rows.weight(i) * own(i)[rows.labels[i]]);
  SegmentRows out = rows;
  out.weights = {weights.data(), false, rows.scores.n, 1};
  return out;
}

std::vector<Sample> segment_samples(const SegmentRows &rows) {
  const auto n_segments = static_cast<std::size_t>(rows.n_segments);
  std::vector<Sample> out;
  for (std::size_t g = 0; g < n_segments; ++g) out.emplace_back(1, Rule::any, std::vector<double>());
  // Each segment's rows, one after the other.
  std::vector<std::vector<double>> scores(n_segments), weights(n_segments);
  std::vector<std::vector<uint8_t>> labels(n_segments);
  for (int64_t i = 0; i < rows.scores.n; ++i) {
    const auto g = static_cast<std::size_t>(rows.segment(i));
    scores[g].push_back(rows.scores[i]);
    labels[g].push_back(rows.labels[i]);
    if (rows.weights.data) weights[g].push_back(rows.weight(i));
  }
  for (std::size_t g = 0; g < n_segments; ++g) {
    const auto n = static_cast<int64_t>(labels[g].size());
    out[g].feed({scores[g].data(), false, n, 1, 1, 1}, {labels[g].data(), n, 1},
                {rows.weights.data ? weights[g].data() : nullptr, false, n, 1});
  }
  return out;
}

std::vector<SegmentCurve> segment_curves(const SegmentRows &rows, const Sample &fed, bool every_score) {
  const bool whole = fed.whole();
  const Rounded weight(std::max(fed.positives().largest_weight(), fed.negatives().largest_weight()), fed.n_fed());
  const double most_gain = rows.has_amounts() ? largest_amount(rows) : 0;
  if (!std::isfinite(most_gain * static_cast<double>(rows.scores.n)))
    fail(Status::argument, "benefits and costs: the largest is ", most_gain, " with its weight: too large for a sum");
  const Rounded gain(most_gain, fed.n_fed());

  std::vector<int64_t> sizes(static_cast<std::size_t>(rows.n_segments));
  for (int64_t i = 0; i < rows.scores.n; ++i) ++sizes[static_cast<std::size_t>(rows.segment(i))];
  std::vector<std::vector<CurveRow>> of(sizes.size());
  for (std::size_t g = 0; g < of.size(); ++g) of[g].reserve(static_cast<std::size_t>(sizes[g]));
  for (int64_t i = 0; i < rows.scores.n; ++i) {
    const double fed_weight = rows.weight(i), used = whole ? fed_weight : weight(fed_weight);
    if (used == 0) continue;
    of[static_cast<std::size_t>(rows.segment(i))].push_back({std::min(rows.scores[i], largest_double), used,
                                                             most_gain > 0 ? gain(fed_weight * rows.amount(i)) : 0,
                                                             rows.labels[i] == 1});
  }
  std::vector<SegmentCurve> out(of.size());
  for (std::size_t g = 0; g < of.size(); ++g) {
    for (const CurveRow &row : of[g]) (row.positive ? out[g].positives : out[g].negatives) += row.weight;
    out[g].points = points_of(of[g], every_score);
    std::vector<CurveRow>().swap(of[g]);
  }
  return out;
}

void compare_rates(Parity parity, std::vector<SegmentCurve> &curves) {
  const auto ratio = [](double part, double all) { return all > 0 ? part / all : unset; };
  for (SegmentCurve &curve : curves)
    for (SegmentPoint &p : curve.points) switch (parity) {
        case Parity::none: p.rate = unset; break;
        case Parity::tpr: p.rate = ratio(p.tp, curve.positives); break;
        case Parity::fpr: p.rate = ratio(p.fp, curve.negatives); break;
        case Parity::selection_rate: p.rate = ratio(p.tp + p.fp, curve.positives + curve.negatives); break;
        case Parity::precision: p.rate = ratio(p.tp, p.tp + p.fp); break;
      }
}

}  // namespace wald::core::thresholds

// Computes the curves of one label, or of all cells together, for the page.
#include "core/numeric/contraction.hpp"  // first

#include "core/report/label_curves.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/evaluation/curves/decision_curve.hpp"
#include "core/evaluation/curves/reliability.hpp"
#include "core/report/label_rows.hpp"

namespace wald::core::report {
namespace {

// The cells of a panel, one after the other; those of weight 0 are left out.
struct Cells {
  std::vector<double> weight;
  std::vector<uint8_t> truth;
  std::vector<std::vector<double>> p;  // of each system
  std::vector<std::vector<uint8_t>> half, decided;
};

Cells cells_of(const ReportInput &input, const std::vector<SystemReport> &systems, const std::vector<double> &weight,
               int64_t label) {
  Cells out;
  out.p.resize(systems.size());
  out.half.resize(systems.size());
  out.decided.resize(systems.size());
  const int64_t first = label < 0 ? 0 : label, last = label < 0 ? input.truth.cols : label + 1;
  for (int64_t i = 0; i < input.truth.rows; ++i) {
    const double w = weight[static_cast<std::size_t>(i)];
    if (w == 0) continue;
    for (int64_t j = first; j < last; ++j) {
      out.weight.push_back(w);
      out.truth.push_back(input.truth(i, j));
      for (std::size_t s = 0; s < systems.size(); ++s) {
        const auto cell = static_cast<std::size_t>(i * input.truth.cols + j);
        out.p[s].push_back(systems[s].table.row(i)[j]);
        out.half[s].push_back(systems[s].half[cell]);
        out.decided[s].push_back(systems[s].decided[cell]);
      }
    }
  }
  return out;
}

// A point is worth drawing where it is this far from the last one that was.
constexpr double grid_step = 0.01;

void write_frontier(JsonText &out, const Cells &cells, std::size_t s) {
  const std::vector<double> &p = cells.p[s];
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] > p[b]; });
  double positives = 0, negatives = 0;
  for (std::size_t i = 0; i < p.size(); ++i) (cells.truth[i] ? positives : negatives) += cells.weight[i];
  std::vector<double> at, recall, precision, fpr;
  double tp = 0, fp = 0, tp_before = 0, fp_before = 0, area = 0, average_precision = 0;
  for (std::size_t r = 0; r < order.size(); ++r) {
    const std::size_t i = order[r];
    (cells.truth[i] ? tp : fp) += cells.weight[i];
    const bool end = r + 1 == order.size();
    if (!end && p[order[r + 1]] == p[i]) continue;
    area += (fp - fp_before) * (tp + tp_before) / 2;
    average_precision += (tp - tp_before) * tp / (tp + fp);
    tp_before = tp;
    fp_before = fp;
    const double now[] = {positives > 0 ? tp / positives : 0, tp / (tp + fp), negatives > 0 ? fp / negatives : 0};
    if (!recall.empty() && !end && now[0] - recall.back() < grid_step && now[2] - fpr.back() < grid_step &&
        std::fabs(now[1] - precision.back()) < 2 * grid_step)
      continue;
    at.push_back(p[i]);
    recall.push_back(now[0]);
    precision.push_back(now[1]);
    fpr.push_back(now[2]);
  }
  out.drawn("at", at).drawn("recall", recall).drawn("precision", precision).drawn("fpr", fpr);
  out.field("roc_area", area / (positives * negatives)).field("average_precision", average_precision / positives);
}

void write_point(JsonText &out, const char *name, const Cells &cells, const std::vector<uint8_t> &mask, double level,
                 bool intervals) {
  LabelCounts counts;
  for (std::size_t i = 0; i < mask.size(); ++i) counts.add(cells.truth[i], mask[i], cells.weight[i]);
  const Estimated precision = precision_of(counts, level), recall = recall_of(counts, level);
  const double negatives = counts.fp.sum + counts.tn.sum;
  out.key(name).open('{');
  out.key("precision").value(precision.value, 6);
  out.key("recall").value(recall.value, 6);
  out.key("fpr").value(counts.fp.sum / negatives, 6);
  if (intervals) {
    out.range("precision_interval", precision.interval.low, precision.interval.high);
    out.range("recall_interval", recall.interval.low, recall.interval.high);
  }
  out.close('}');
}

void write_reliability(JsonText &out, const Cells &cells, std::size_t s, const thresholds::ThresholdSearch &options,
                       bool intervals) {
  const auto n = static_cast<int64_t>(cells.truth.size());
  const evaluation::Reliability found = evaluation::reliability(
      {cells.p[s].data(), false, n, 1}, {cells.truth.data(), n, 1}, {cells.weight.data(), false, n, 1}, options);
  out.key("reliability").open('{');
  out.key("brier").value(found.brier, 6);
  out.key("uncertainty").value(found.uncertainty, 6);
  out.key("miscalibration").value(found.miscalibration, 6);
  out.key("discrimination").value(found.discrimination, 6);
  out.key("calibration_error").value(found.calibration_error, 6);
  out.key("mean").value(found.mean, 6);
  out.key("prevalence").value(found.prevalence, 6);
  std::vector<double> weight, mean, share, low, high;
  for (const evaluation::ReliabilityBin &bin : found.bins) {
    if (bin.weight == 0) continue;
    weight.push_back(bin.weight);
    mean.push_back(bin.mean);
    share.push_back(bin.share);
    low.push_back(bin.share_interval.low);
    high.push_back(bin.share_interval.high);
  }
  out.drawn("weight", weight).drawn("bin_mean", mean).drawn("share", share);
  if (intervals) out.drawn("low", low).drawn("high", high);
  // The monotone fit, where it rises.
  std::vector<std::size_t> order(cells.truth.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return cells.p[s][a] < cells.p[s][b]; });
  std::vector<double> at, fit;
  for (std::size_t r = 0; r < order.size(); ++r) {
    const double value = found.fitted[order[r]];
    if (!fit.empty() && r + 1 < order.size() && value - fit.back() < grid_step / 2) continue;
    at.push_back(cells.p[s][order[r]]);
    fit.push_back(value);
  }
  out.drawn("fit_at", at).drawn("fit", fit).close('}');
}

void write_histogram(JsonText &out, const Cells &cells, std::size_t s) {
  constexpr std::size_t bins = 20;
  std::vector<double> positives(bins), negatives(bins);
  for (std::size_t i = 0; i < cells.truth.size(); ++i) {
    const auto bin = std::min(bins - 1, static_cast<std::size_t>(cells.p[s][i] * static_cast<double>(bins)));
    (cells.truth[i] ? positives : negatives)[bin] += cells.weight[i];
  }
  out.key("scores").open('{').drawn("positives", positives).drawn("negatives", negatives).close('}');
}

void write_net_benefit(JsonText &out, const Cells &cells, const thresholds::ThresholdSearch &options, bool intervals) {
  std::vector<double> at;
  for (int t = 1; t < 50; ++t) at.push_back(t / 50.0);
  const auto n = static_cast<int64_t>(cells.truth.size()), m = static_cast<int64_t>(cells.p.size());
  std::vector<double> table(static_cast<std::size_t>(n * m));
  for (std::size_t s = 0; s < cells.p.size(); ++s)
    std::copy(cells.p[s].begin(), cells.p[s].end(), table.begin() + static_cast<std::ptrdiff_t>(s) * n);
  NoMonitor monitor;
  const std::vector<evaluation::DecisionCurvePoint> points = evaluation::decision_curve(
      {table.data(), false, n, m, 1, n}, {cells.truth.data(), n, 1}, {cells.weight.data(), false, n, 1},
      {at.data(), false, static_cast<int64_t>(at.size()), 1}, options, monitor);
  out.key("net_benefit").open('{').drawn("at", at).key("curves").open('[');
  for (std::size_t s = 0; s <= cells.p.size(); ++s) {
    std::vector<double> value, low, high;
    for (std::size_t t = 0; t < at.size(); ++t) {
      const evaluation::DecisionCurvePoint &point = points[s * at.size() + t];
      value.push_back(point.net_benefit);
      low.push_back(point.net_benefit_interval.low);
      high.push_back(point.net_benefit_interval.high);
    }
    out.open('{').drawn("benefit", value);
    if (intervals && s < cells.p.size()) out.drawn("low", low).drawn("high", high);
    out.close('}');
  }
  out.close(']').close('}');
}

}  // namespace

void write_curves(JsonText &out, const ReportInput &input, const std::vector<SystemReport> &systems,
                  const std::vector<double> &weight, int64_t label) {
  const Cells cells = cells_of(input, systems, weight, label);
  const bool intervals = label >= 0;
  thresholds::ThresholdSearch options;
  options.level = input.options.level;
  out.open('{').field("label", label).key("systems").open('[');
  for (std::size_t s = 0; s < systems.size(); ++s) {
    out.open('{');
    write_frontier(out, cells, s);
    write_point(out, "half", cells, cells.half[s], input.options.level, intervals);
    write_point(out, "decided", cells, cells.decided[s], input.options.level, intervals);
    write_reliability(out, cells, s, options, intervals);
    write_histogram(out, cells, s);
    out.close('}');
  }
  out.close(']');
  write_net_benefit(out, cells, options, intervals);
  out.close('}');
}

}  // namespace wald::core::report

// Draws decision curves and reliability diagrams.
#include "thresholds/score_curve_plot.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/gnuplot.hpp"
#include "base/text.hpp"

namespace wald::cli {
namespace {

// Of M. Okabe and K. Ito: told apart by the colour-blind, too.
constexpr const char *inks[] = {"#2a6f97", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"};
constexpr const char *grey = "#6c757d";

std::string data_block(const std::string &name, const std::vector<std::vector<double>> &columns,
                  const std::vector<std::size_t> &order) {
  std::string out = "$" + name + " << EOD\n";
  for (const std::size_t row : order) {
    for (const std::vector<double> &column : columns) out += shortest(column[row]) + ' ';
    out += '\n';
  }
  return out + "EOD\n";
}

std::vector<std::size_t> plot_places(std::size_t n) {
  std::vector<std::size_t> out(n);
  std::iota(out.begin(), out.end(), std::size_t{0});
  return out;
}

std::string label(const std::string &text, double x, double y, const std::string &where) {
  return "set label " + gnuplot_string(text) + " at " + shortest(x) + "," + shortest(y) + " " + where + " textcolor rgb '" +
         grey + "'\n";
}

}  // namespace

std::vector<std::pair<double, double>> fit_corners(const std::vector<double> &probabilities,
                                                   const std::vector<double> &fitted) {
  std::vector<std::pair<double, double>> rows, out;
  for (std::size_t i = 0; i < fitted.size(); ++i)
    if (!std::isnan(fitted[i])) rows.emplace_back(probabilities[i], fitted[i]);
  std::sort(rows.begin(), rows.end());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool first = i == 0 || rows[i - 1].second != rows[i].second;
    const bool last = i + 1 == rows.size() || rows[i + 1].second != rows[i].second;
    if (first) out.push_back(rows[i]);
    if (last) out.push_back(rows[i]);
  }
  return out;
}

ScoreCurvePlot::ScoreCurvePlot(const std::string &path) : output_(path), svg_(is_svg(path)) {}

void ScoreCurvePlot::draw(const DecisionCurve &curve, const std::vector<std::string> &models, double prevalence) {
  const std::vector<double> &at = curve.thresholds();
  std::vector<std::size_t> order = plot_places(at.size());
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return at[a] < at[b]; });
  const std::vector<double> all = curve.numbers(WALD_DECISION_CURVE_NET_BENEFIT, curve.models());
  double top = *std::max_element(all.begin(), all.end());
  std::string text = gnuplot_terminal(svg_, 800, 520), bands, lines;
  for (std::size_t m = 0; m < models.size(); ++m) {
    const auto model = static_cast<std::int64_t>(m);
    const std::vector<double> value = curve.numbers(WALD_DECISION_CURVE_NET_BENEFIT, model);
    top = std::max(top, *std::max_element(value.begin(), value.end()));
    const std::string name = "m" + std::to_string(m), ink = inks[m % std::size(inks)];
    text += data_block(
        name,
        {at, value, curve.numbers(WALD_DECISION_CURVE_LOW, model), curve.numbers(WALD_DECISION_CURVE_HIGH, model)},
        order);
    bands +=
        "$" + name + " using 1:3:4 with filledcurves fs transparent solid 0.13 noborder lc rgb '" + ink + "' notitle, ";
    lines += ", $" + name + " using 1:2 with lines lw 2 lc rgb '" + ink + "' title " + gnuplot_string(models[m]);
  }
  const double low = -0.1 * prevalence, high = top > 0 ? 1.08 * top : 1;
  const double first = at[order.front()], last = at[order.back()];
  text += data_block("all", {at, all}, order);
  text += "set title 'Decision curve'\nset xlabel 'threshold probability'\nset ylabel 'net benefit'\nset grid\n";
  text += "set xrange [" + shortest(first) + ":" + shortest(last > first ? last : first + 0.01) + "]\nset yrange [" +
          shortest(low) + ":" + shortest(high) + "]\nset key outside top center horizontal\n";
  text += label("flag none ", last > first ? last : first + 0.01, 0.45 * low, "right");
  for (std::size_t i = order.size(); i-- > 0;)
    if (all[order[i]] >= low + 0.22 * (high - low)) {
      text += label("flag all  ", at[order[i]], all[order[i]] - 0.02 * (high - low), "right");
      break;
    }
  text += "plot " + bands + "0 with lines lc rgb '" + grey + "' notitle, $all using 1:2 with lines dt 2 lc rgb '" +
          grey + "' notitle" + lines + "\n";
  run_gnuplot(text, output_.descriptor());
  output_.finish();
}

void ScoreCurvePlot::draw(const Reliability &found, const std::string &model, const std::vector<double> &probabilities,
                          const std::vector<double> &weights) {
  constexpr std::size_t bars = 40;
  std::vector<double> counts(bars), centres(bars);
  for (std::size_t i = 0; i < probabilities.size(); ++i)
    counts[std::min(bars - 1, static_cast<std::size_t>(probabilities[i] * bars))] += weights.empty() ? 1 : weights[i];
  const double most = *std::max_element(counts.begin(), counts.end());
  for (std::size_t b = 0; b < bars; ++b) {
    centres[b] = (static_cast<double>(b) + 0.5) / bars;
    counts[b] *= 0.14 / most;
  }
  const std::vector<std::pair<double, double>> corners = fit_corners(probabilities, found.fitted());
  std::vector<double> x, y;
  for (const auto &[p, share] : corners) {
    x.push_back(p);
    y.push_back(share);
  }
  const std::vector<double> weight = found.numbers(WALD_RELIABILITY_BIN_WEIGHT);
  std::vector<std::size_t> filled;
  for (std::size_t b = 0; b < weight.size(); ++b)
    if (weight[b] > 0) filled.push_back(b);
  std::string text = gnuplot_terminal(svg_, 620, 620);
  text += data_block("rows", {centres, counts}, plot_places(bars)) + data_block("fit", {x, y}, plot_places(x.size()));
  text += data_block("bins",
                {found.numbers(WALD_RELIABILITY_BIN_MEAN), found.numbers(WALD_RELIABILITY_BIN_SHARE),
                 found.numbers(WALD_RELIABILITY_BIN_LOW), found.numbers(WALD_RELIABILITY_BIN_HIGH)},
                filled);
  text += "set title " + gnuplot_string("Reliability of " + model) +
          "\nset xlabel 'probability'\nset ylabel 'share of positives'\nset size square\nset grid\n"
          "set xrange [0:1]\nset yrange [0:1.02]\nset key outside top center horizontal\nset boxwidth 0.025\n";
  double line = 0.36;
  for (const auto &[name, fact] :
       {std::pair("Brier score", WALD_RELIABILITY_BRIER), std::pair("miscalibration", WALD_RELIABILITY_MISCALIBRATION),
        std::pair("discrimination", WALD_RELIABILITY_DISCRIMINATION),
        std::pair("uncertainty", WALD_RELIABILITY_UNCERTAINTY)}) {
    text += label(std::string(name) + " " + rounded(found.number(fact)), 0.97, line, "right");
    line -= 0.045;
  }
  text += "plot $rows using 1:2 with boxes fs solid noborder lc rgb '#d5dbe1' notitle, x with lines dt 2 lc rgb '" +
          std::string(grey) + "' notitle, $fit using 1:2 with lines lw 2 lc rgb '" + inks[0] +
          "' title 'monotone fit', $bins using 1:2:3:4 with yerrorbars pt 7 ps 0.7 lc rgb '" + inks[1] + "' title '" +
          std::to_string(filled.size()) + " bins of equal weight'\n";
  run_gnuplot(text, output_.descriptor());
  output_.finish();
}

}  // namespace wald::cli

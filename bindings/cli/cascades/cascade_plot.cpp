// Draws where rows stop, and cost over disagreement.
#include "cascades/cascade_plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "base/errors.hpp"
#include "base/gnuplot.hpp"
#include "base/text.hpp"

namespace wald::cli {
namespace {

constexpr std::size_t most_bars = 60, most_steps = 30;

/// A block of points under a name, for gnuplot's plot command. A point that is nowhere is left out.
std::string data_points(const std::string &name, const std::vector<double> &x, const std::vector<double> &y) {
  std::string out = "$" + name + " << EOD\n";
  for (std::size_t i = 0; i < x.size(); ++i)
    out += std::isfinite(x[i]) && std::isfinite(y[i]) ? shortest(x[i]) + ' ' + shortest(y[i]) + '\n' : "\n";
  return out + "EOD\n";
}

/// Shares of a number of positions each, and where the middles of these lie.
struct Bars {
  std::vector<double> middle, share;
};

Bars bars(const std::vector<double> &stops, std::size_t width) {
  Bars out;
  for (std::size_t begin = 0; begin < stops.size(); begin += width) {
    out.middle.push_back(static_cast<double>(begin) + 1 + 0.5 * static_cast<double>(width - 1));
    out.share.push_back(0);
    for (std::size_t i = begin; i < std::min(begin + width, stops.size()); ++i) out.share.back() += stops[i];
  }
  return out;
}

/// What an axis adds where several positions are one bar.
std::string a_bar(std::size_t width) { return width > 1 ? ", " + std::to_string(width) + " at a time" : ""; }

/// What an axis is to show.
struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void widen(const std::vector<double> &values) {
    for (const double value : values) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  std::string with_margin(bool powers) const {
    constexpr double share = 0.05;
    if (powers) {
      const double factor = std::pow(high / low, share);
      return "[" + shortest(low / factor) + ":" + shortest(high * factor) + "]";
    }
    const double margin = high > low ? share * (high - low) : std::max(0.5, share * high);
    return "[" + shortest(low - margin) + ":" + shortest(high + margin) + "]";
  }
};

/// The word that a method's name begins with.
std::string family_of(const std::string &method) { return method.substr(0, method.find(' ')); }

/// A colour for each word that a method's name begins with, and a mark for each of its kind.
std::string look(const std::string &method, std::map<std::string, std::size_t> &seen) {
  static const std::map<std::string, std::vector<const char *>> colours = {
      {"qwyc", {"#08519c", "#3182bd", "#6baed6"}},
      {"fixed", {"#7f2704", "#d94801", "#fd8d3c", "#9e2a6f", "#e377c2"}},
      {"fan", {"#00441b", "#238b45", "#74c476"}},
      {"votes", {"#525252"}}};
  static const char *marks[] = {"7", "5", "9", "11", "13"};
  const std::string family = family_of(method);
  const std::size_t place = seen[family]++;
  const std::vector<const char *> &own = colours.at(family);
  return std::string("lw 2 dt ") +
         (family == "qwyc"    ? "1"
          : family == "fixed" ? "2"
                              : "4") +
         " ps 0.8 pt " + marks[place % std::size(marks)] + " lc '" + own[place % own.size()] + "'";
}

}  // namespace

CascadePlot::CascadePlot(const std::string &path) : output_(path), svg_(is_svg(path)) {}

void CascadePlot::run(const std::string &script, int height) {
  run_gnuplot(gnuplot_terminal(svg_, 900, height) + "set grid lw 0.5 dt 1 lc '#d0d0d0'\n" + script,
              output_.descriptor());
  output_.finish();
}

void CascadePlot::draw_stops(const Cascade &cascade) {
  const std::vector<double> in_sample = cascade.numbers(WALD_CASCADE_STOPS);
  const std::size_t width = (in_sample.size() + most_bars - 1) / most_bars;
  const Bars own = bars(in_sample, width);
  const std::string end = shortest(own.middle.back() + 0.5 * static_cast<double>(width));
  std::string blocks = data_points("in_sample", own.middle, own.share);
  std::string plots = "plot $in_sample with boxes lc '#9ecae1' title 'in sample'";
  for (const auto &[name, title, which, colour] :
       {std::tuple("cross", "cross-fitted", WALD_CASCADE_CROSS_STOPS, "#d94801"),
        std::tuple("held_out", "set aside", WALD_CASCADE_HELD_OUT_STOPS, "#238b45")}) {
    const std::vector<double> stops = cascade.numbers(which);
    if (stops.empty()) continue;
    const Bars other = bars(stops, width);
    blocks += data_points(name, other.middle, other.share);
    plots +=
        std::string(", $") + name + " with linespoints lw 1.5 pt 7 ps 0.5 lc '" + colour + "' title '" + title + "'";
  }
  run("set title 'where rows stop'\n"
      "set style fill solid 1 noborder\nset boxwidth " +
          shortest(0.9 * static_cast<double>(width)) + "\nset xlabel 'models asked" + a_bar(width) +
          "'\nset ylabel 'share of rows that stop there'\nset xrange [0.5:" + end + "]\nset yrange [0:*]\n" +
          "set key outside top center horizontal\n" + blocks + plots + "\n",
      500);
}

void CascadePlot::draw_methods(const std::vector<Curve> &curves, double first_alpha, const std::string &cost,
                               const std::string &rows) {
  const std::size_t models = curves[0].stops.size(), width = (models + most_steps - 1) / most_steps;
  std::string blocks, tradeoffs, stops;
  Range disagreement, costs;
  std::map<std::string, std::size_t> seen;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Curve &curve = curves[i];
    std::vector<double> percent;
    for (const double share : curve.disagreement) percent.push_back(100 * share);
    disagreement.widen(percent);
    costs.widen(curve.cost);
    const Bars own = bars(curve.stops, width);
    const std::string points = "points" + std::to_string(i), steps = "steps" + std::to_string(i);
    blocks += data_points(points, percent, curve.cost) + data_points(steps, own.middle, own.share);
    const bool first = seen.count(family_of(curve.method)) == 0;
    const std::string with = " with linespoints " + look(curve.method, seen) + " title ";
    const auto separator = [](const std::string &before) { return before.empty() ? "plot $" : ", $"; };
    tradeoffs += separator(tradeoffs) + points + with + gnuplot_string(curve.method);
    // Where all of them stop could not be told apart.
    if (first) stops += separator(stops) + steps + with + gnuplot_string(curve.method);
  }
  if (disagreement.low > disagreement.high || costs.low > costs.high)
    throw Failure("--plot: no method has a finite disagreement and a finite cost, so there is nothing to draw");
  constexpr double wide = 8;  // a range in which small costs would lie on the axis
  const bool powers = costs.low > 0 && costs.high > wide * costs.low;
  run(blocks + "set multiplot layout 2,1\nset key outside right noautotitle\nset lmargin 12\nset rmargin 26\n" +
          "set title 'what a method costs, and how often it disagrees with all models'\nset xlabel " +
          gnuplot_string("disagreement, % of " + rows) + "\nset ylabel " + gnuplot_string(cost) + "\nset xrange " +
          disagreement.with_margin(false) + "\nset yrange " + costs.with_margin(powers) +
          (powers ? "\nset logscale y\n" : "\n") + tradeoffs +
          "\nunset logscale\nset title 'where rows stop'\nset xlabel " +
          gnuplot_string("models asked" + a_bar(width) + ", at alpha " + shortest(first_alpha)) +
          "\nset ylabel 'share of rows that stop there'\nset xrange [0.5:" + shortest(static_cast<double>(models) + 0.5) +
          "]\nset yrange [0:*]\n" + stops + "\nunset multiplot\n",
      900);
}

}  // namespace wald::cli

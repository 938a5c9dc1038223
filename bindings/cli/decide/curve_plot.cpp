// Draws a curve for each problem over the number of labels.
#include "decide/curve_plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/errors.hpp"
#include "base/gnuplot.hpp"
#include "base/text.hpp"

namespace wald::cli {
namespace {

constexpr std::int64_t most_curves = 100;
constexpr std::size_t most_points = 4000;  // of one curve: more than there are pixels

}  // namespace

CurvePlot::CurvePlot(const std::string &path, std::string metric)
    : output_(path), svg_(is_svg(path)), metric_(std::move(metric)) {}

void CurvePlot::reserve(std::int64_t curves) {
  if (curves > most_curves)
    throw Failure("--plot draws " + std::to_string(most_curves) + " curves at most, and here are " +
                  std::to_string(curves) + ": plot some of the rows");
  curves_.resize(static_cast<std::size_t>(curves));
}

void CurvePlot::set(std::int64_t i, const std::string &title, const std::vector<double> &values) {
  Curve &curve = curves_[static_cast<std::size_t>(i)];
  curve.title = title;
  const std::size_t step = values.size() / most_points + 1;
  bool any = false;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (std::isnan(values[k])) continue;
    const std::pair<std::int64_t, double> point(static_cast<std::int64_t>(k), values[k]);
    if (!any || values[k] > curve.best.second) curve.best = point;
    any = true;
    if (k % step == 0 || k + 1 == values.size()) curve.points.push_back(point);
  }
}

std::string CurvePlot::script() const {
  const bool key = curves_.size() <= 12;
  std::string text = gnuplot_terminal(svg_, 800, 500);
  double least = std::numeric_limits<double>::infinity(), most = -least, last = 0;
  for (const Curve &curve : curves_)
    for (const auto &[k, value] : curve.points) {
      last = std::max(last, static_cast<double>(k));
      least = std::min(least, value);
      most = std::max(most, value);
    }
  const double margin = most > least ? 0.05 * (most - least) : 0.05;
  const auto number = [](double value) {
    std::string out;
    append_number(out, value);
    return out;
  };
  text += "set title " + gnuplot_string("expected " + metric_ + " of the best prediction with k labels") +
          "\nset xlabel 'k, the number of labels predicted'\nset ylabel " + gnuplot_string("expected " + metric_) +
          "\nset xrange [" + number(-0.02 * last) + ":" + number(1.02 * last) + "]\nset yrange [" +
          number(least - margin) + ":" + number(most + margin) + "]\n";
  if (last <= 20) text += "set xtics 1\n";
  text += key ? "set key outside right noautotitle\n" : "unset key\n";
  text += "set grid\n";
  std::string plots;
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const std::string colour = std::to_string(i % 8 + 1);
    text += "$c" + std::to_string(i) + " << EOD\n";
    for (const auto &[k, value] : curves_[i].points) {
      append_integer(text, k);
      text += ' ';
      append_number(text, value);
      text += '\n';
    }
    text += "EOD\n";
    plots += (i == 0 ? "plot " : ", ") + ("$c" + std::to_string(i)) + " using 1:2 with " +
             (curves_[i].points.size() <= 60 ? "linespoints pt 7 ps 0.4" : "lines") + " lc " + colour + " title " +
             gnuplot_string(curves_[i].title);
  }
  text += "$best << EOD\n";
  for (const Curve &curve : curves_) {
    append_integer(text, curve.best.first);
    text += ' ';
    append_number(text, curve.best.second);
    text += '\n';
  }
  return text + "EOD\n" + plots + ", $best using 1:2 with points pt 6 ps 1.5 lc 'black' title 'best'\n";
}

void CurvePlot::draw() {
  run_gnuplot(script(), output_.descriptor());
  output_.finish();
}

}  // namespace wald::cli

// Draws the metric of a promise with its limits over rows, and the evidence below it.
#include "promises/promise_plot.hpp"

#include <algorithm>
#include <cmath>

#include "base/gnuplot.hpp"
#include "base/text.hpp"
#include "options/library_words.hpp"

namespace wald::cli {
namespace {

constexpr std::size_t most_looks = 2000;
constexpr double least_evidence = 1e-6;

std::string span_of(double low, double high) { return "[" + shortest(low) + ":" + shortest(high) + "]\n"; }

}  // namespace

PromisePlot::PromisePlot(const std::string &path, bool timed) : output_(path), svg_(is_svg(path)), timed_(timed) {}

PromisePlot::Look PromisePlot::now(const Promise &promise) {
  return {static_cast<double>(promise.n_rows()), promise.value(), promise.low(), promise.high(), promise.evidence()};
}

void PromisePlot::look(const Promise &promise) {
  if (since_++ % step_ != 0) return;
  looks_.push_back(now(promise));
  if (looks_.size() < most_looks) return;
  for (std::size_t i = 0; 2 * i < looks_.size(); ++i) looks_[i] = looks_[2 * i];
  looks_.resize((looks_.size() + 1) / 2);
  step_ *= 2;
}

void PromisePlot::draw(const Promise &promise) {
  const std::string blue = "#2a6f97", red = "#c1121f", grey = "#6c757d";
  const Look last = now(promise);
  if (looks_.empty() || looks_.back().rows < last.rows) looks_.push_back(last);
  // Limits of the first rows would hide all others.
  double low = promise.bound(), high = low, most = 0;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    most = std::max(most, looks_[i].evidence);
    if (10 * (i + 1) < looks_.size()) continue;
    for (const double limit : {looks_[i].low, looks_[i].high})
      if (std::isfinite(limit)) low = std::min(low, limit), high = std::max(high, limit);
  }
  const double margin = high > low ? 0.1 * (high - low) : 0.01, goal = 1 / promise.delta();
  const double first = looks_.size() > 1 ? looks_.front().rows : 0, end = std::max(last.rows, first + 1);
  const double bottom = low - margin, top = high + margin;
  std::string text = gnuplot_terminal(svg_, 800, 640) + "$looks << EOD\n";
  for (const Look &one : looks_)
    text += shortest(one.rows) + ' ' + shortest(one.value) + ' ' + shortest(one.low) + ' ' + shortest(one.high) + ' ' +
            shortest(std::max(one.evidence, least_evidence)) + '\n';
  text += "EOD\nset datafile missing 'nan'\nset grid lw 0.5 dt 1 lc '#d0d0d0'\nset xrange " + span_of(first, end);
  // Both panels have the same left edge, so that a row stands above itself.
  text += "set multiplot\nset lmargin at screen 0.14\nset rmargin at screen 0.96\n";
  const double at = promise.broken_at(), since = promise.broken_since();
  if (!timed_ && at >= first && at <= end) {
    text += "set arrow 1 from " + shortest(at) + ", graph 0 to " + shortest(at) + ", graph 1 nohead dt 3 lw 1.5 lc '" +
            red + "'\n";
    if (since < at)
      text += "set object 1 rectangle from " + shortest(std::max(since, first)) + ", graph 0 to " + shortest(at) +
              ", graph 1 fillcolor rgb '#f7dfe1' fillstyle solid noborder behind\n";
  }
  std::string title = std::string(promise.claim()) + ": " + library_word("promise_state", promise.state());
  if (!std::isnan(since)) title += std::string(", since about ") + (timed_ ? "time " : "row ") + rounded(since);
  const std::string drawn = looks_.size() <= 60 ? " with linespoints pt 7 ps 0.4 lw 2" : " with lines lw 2";
  const auto across = [](double y, const std::string &ink) {
    return shortest(y) + " with lines dt 2 lc rgb '" + ink + "'";
  };
  // Rows that do not count leave the metric unknown, and gnuplot warns of lines without a point.
  const std::string so_far =
      std::isnan(last.value) ? "" : "$looks using 1:2" + drawn + " lc rgb '" + blue + "' title 'so far', ";
  text += "set tmargin at screen 0.87\nset bmargin at screen 0.42\nset title " + gnuplot_string(title) +
          " offset 0,1.7\nset ylabel " + gnuplot_string(std::string(promise.metric())) + "\nset yrange " +
          span_of(bottom, top) +
          "set format x ''\nset key at screen 0.56, screen 0.905 center maxrows 1 samplen 2 width -3\n"
          "plot $looks using 1:3:4 with filledcurves fs transparent solid 0.2 noborder lc rgb '" +
          blue + "' title 'limits at all times', " + so_far + across(promise.bound(), grey) + " title 'promised'\n";
  text +=
      "set tmargin at screen 0.36\nset bmargin at screen 0.09\nunset title\nunset key\nset format x '%g'\n"
      "set xlabel 'rows'\nset ylabel 'evidence over all rows'\nset logscale y\nset format y '%g'\nset yrange " +
      span_of(least_evidence, std::max(10 * goal, 2 * most)) + "plot $looks using 1:5" + drawn + " lc rgb '" + blue +
      "' notitle, " + across(goal, red) + " notitle\nunset multiplot\n";
  run_gnuplot(text, output_.descriptor());
  output_.finish();
}

}  // namespace wald::cli

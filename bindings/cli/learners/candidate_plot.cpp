// Draws the rules that a learner compared, and the one that it chose.
#include "learners/candidate_plot.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <sstream>

#include "base/errors.hpp"
#include "base/gnuplot.hpp"
#include "base/text.hpp"

namespace wald::cli {
namespace {

constexpr double normal_95 = 1.959964;  // so many standard errors to each side

std::string number_block(const std::string &name, const std::vector<double> &columns, std::size_t width) {
  std::string out = "$" + name + " << EOD\n";
  for (std::size_t i = 0; i < columns.size(); ++i) {
    append_number(out, columns[i]);
    out += (i + 1) % width == 0 ? '\n' : ' ';
  }
  return out + "EOD\n";
}

/// What the axis of values shows, with a margin: gnuplot warns of ranges of one value.
std::string values_range(double low, double high) {
  const double margin = high > low ? 0.05 * (high - low) : 0.05 * std::max(1.0, std::fabs(high));
  std::string out = "[";
  append_number(out, low - margin);
  out += ':';
  append_number(out, high + margin);
  return out + "]";
}

}  // namespace

std::vector<std::string> candidate_names(const Learner &learner) {
  std::istringstream names{std::string(learner.candidates())};
  return {std::istream_iterator<std::string>(names), {}};
}

CandidatePlot::CandidatePlot(const std::string &path) : output_(path), svg_(is_svg(path)) {}

void CandidatePlot::draw(const Learner &learner) {
  const std::vector<std::string> names = candidate_names(learner);
  if (names.empty())
    throw Failure(learner.rule().empty() ? "--plot draws the rules that --learner rule compares"
                                         : "--plot draws the rules that were compared: " + std::string(learner.rule_reason()));
  const std::vector<double> values = learner.candidate_values(), errors = learner.candidate_errors();
  std::vector<std::size_t> order(names.size());  // the worst first: the axis begins below
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> points, chosen;
  double low = values[order.front()], high = values[order.back()], first = 0;
  std::string marks;
  for (std::size_t place = 0; place < order.size(); ++place) {
    const std::size_t c = order[place];
    const double y = static_cast<double>(place), half = normal_95 * errors[c];
    points.insert(points.end(), {values[c], y, values[c] - half, values[c] + half});
    low = std::min(low, values[c] - half);
    high = std::max(high, values[c] + half);
    if (names[c] == learner.rule()) chosen = {values[c], y};
    if (names[c] == learner.first_choice()) first = values[c];
    marks += (place == 0 ? "" : ", ") + gnuplot_string(names[c]) + " " + std::to_string(place);
  }
  const std::string top = std::to_string(order.size());
  const std::string rule(learner.rule());
  run_gnuplot(gnuplot_terminal(svg_, 800, 520) + "set grid x lw 0.5 dt 1 lc '#d0d0d0'\n" + number_block("all", points, 4) +
                  number_block("chosen", chosen, 2) + number_block("first", {first, -1, first, static_cast<double>(order.size())}, 2) +
                  "set title 'what each rule is worth out of fold'\nset xlabel 'value, with 95 % limits of the gain'\nset ytics (" + marks +
                  ")\nset key outside top center horizontal\nset xrange " + values_range(low, high) +
                  "\nset yrange [-1:" + top + "]\n" +
                  "plot $first with lines lw 1 dt 2 lc '#808080' title " +
                  gnuplot_string("first choice: " + std::string(learner.first_choice())) +
                  ", $all using 1:2:3:4 with xerrorbars lw 1 pt 7 ps 0.6 lc '#08519c' notitle, " +
                  "$chosen with points pt 7 ps 1.4 lc '#d94801' title " + gnuplot_string("chosen: " + rule) + "\n",
              output_.descriptor());
  output_.finish();
}

}  // namespace wald::cli

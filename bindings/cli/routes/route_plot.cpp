// Draws quality over cost, and the route that was chosen.
#include "routes/route_plot.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/gnuplot.hpp"
#include "base/text.hpp"

namespace wald::cli {
namespace {

/// A line of a point; blank where it is nowhere.
std::string point(double cost, double quality) {
  std::string out;
  if (std::isfinite(cost) && std::isfinite(quality)) {
    append_number(out, cost);
    out += ' ';
    append_number(out, quality);
  }
  return out + '\n';
}

/// What an axis shows, with a margin: gnuplot warns of ranges of one value.
std::string range_of(std::vector<double> values) {
  values.erase(std::remove_if(values.begin(), values.end(), [](double value) { return !std::isfinite(value); }),
               values.end());
  if (values.empty()) return "[0:1]";
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double margin = *high > *low ? 0.05 * (*high - *low) : 0.05 * std::max(1.0, std::fabs(*high));
  std::string out = "[";
  append_number(out, *low - margin);
  out += ':';
  append_number(out, *high + margin);
  return out + "]";
}

std::string block(const std::string &name, const std::string &points) {
  return "$" + name + " << EOD\n" + points + "EOD\n";
}

}  // namespace

RoutePlot::RoutePlot(const std::string &path) : output_(path), svg_(is_svg(path)) {}

void RoutePlot::draw(const Route &route) {
  const std::vector<double> cost = route.numbers(WALD_ROUTE_ENVELOPE_COST),
                            quality = route.numbers(WALD_ROUTE_ENVELOPE_QUALITY),
                            on_hull = route.numbers(WALD_ROUTE_ENVELOPE_HULL);
  std::string all, hull;
  for (std::size_t i = 0; i < cost.size(); ++i) {
    all += point(cost[i], quality[i]);
    if (on_hull[i] != 0) hull += point(cost[i], quality[i]);
  }
  std::vector<double> costs = cost, qualities = quality;
  costs.insert(costs.end(), {route.cost(), route.full_cost()});
  qualities.insert(qualities.end(), {route.quality(), route.full_quality()});
  wald_name_row measure = {};
  measure.size = sizeof measure;
  measure.name = "quality";
  wald_name_list("route_measure", route.measure(), &measure);
  // A block of no points is an error of gnuplot's: one that is nowhere stands in each.
  const std::string nowhere = "NaN NaN\n";
  run_gnuplot(gnuplot_terminal(svg_, 800, 500) + "set grid lw 0.5 dt 1 lc '#d0d0d0'\n" + block("all", nowhere + all) +
                  block("hull", nowhere + hull) + block("route", nowhere + point(route.cost(), route.quality())) +
                  block("last", nowhere + point(route.full_cost(), route.full_quality())) +
                  "set title 'what can be had for a cost'\nset xlabel 'mean cost of a row'\nset ylabel " +
                  gnuplot_string(measure.name) + "\nset key bottom right\nset xrange " + range_of(costs) +
                  "\nset yrange " + range_of(qualities) + "\n" +
                  "plot $all with steps lw 2 lc '#6baed6' title 'routes', " +
                  "$hull with linespoints lw 1 dt 2 pt 7 ps 0.3 lc '#08519c' title 'mixtures of routes', " +
                  "$last with points pt 5 ps 1.2 lc '#238b45' title 'last stage alone', " +
                  "$route with points pt 7 ps 1.4 lc '#d94801' title 'chosen'\n",
              output_.descriptor());
  output_.finish();
}

}  // namespace wald::cli

// Writes the facts of a route: as JSON, and in words.
#include "routes/route_report.hpp"

#include <algorithm>
#include <cmath>

#include "base/json.hpp"
#include "base/text.hpp"
#include "options/library_words.hpp"

namespace wald::cli {
namespace {

constexpr std::size_t route_terms = 16, bar_cells = 12, most_groups = 20;

std::string group_name(const RouteReport &report, std::size_t group) {
  const auto number = static_cast<std::int32_t>(group);
  return report.route.by() == WALD_ROUTE_BY_CLASS     ? report.names.classes.name(number)
         : report.route.by() == WALD_ROUTE_BY_SEGMENT ? report.names.segments.name(number)
                                                      : "";
}

/// Which stage answers: "0 from 0.7, else 1".
std::string chain_in_words(const std::vector<double> &thresholds, std::size_t begin, std::size_t stages) {
  std::string out;
  for (std::size_t stage = 0; stage < stages; ++stage) {
    const double threshold = thresholds[begin + stage];
    if (std::isnan(threshold)) continue;
    out += out.empty() ? "" : ", else ";
    out += std::to_string(stage);
    if (std::isinf(threshold))
      out += threshold > 0 ? " never" : "";
    else
      out += " from " + shortest(threshold);
  }
  return out;
}

std::string shares_in_words(const std::vector<double> &shares) {
  std::string out;
  for (std::size_t stage = 0; stage < shares.size(); ++stage)
    out += (stage == 0 ? "" : ", ") + std::to_string(stage) + ": " + rounded(shares[stage]);
  return out;
}

std::string goal_in_words(const Route &route) {
  switch (route.goal()) {
    case WALD_ROUTE_GOAL_COST: return "the least cost at the quality asked for";
    case WALD_ROUTE_GOAL_QUALITY: return "the best quality within the budget";
    default: return "the greatest value less the costs";
  }
}

Json threshold_cells(const std::vector<double> &thresholds, std::size_t begin, std::size_t stages) {
  Json out = Json::array();
  for (std::size_t stage = 0; stage < stages; ++stage) out.add(with_infinities(thresholds[begin + stage]));
  return out;
}

}  // namespace

std::string route_json(const RouteReport &report) {
  const Route &route = report.route;
  Json out;
  // What one looks for first, then all the rest.
  for (const wald_route_fact fact :
       {WALD_ROUTE_COST, WALD_ROUTE_QUALITY, WALD_ROUTE_FULL_COST, WALD_ROUTE_FULL_QUALITY}) {
    wald_fact_row row = {};
    row.size = sizeof row;
    if (detail::is_row(wald_fact_list("route", fact % WALD_MOST_FACTS, &row))) out[row.name] = route.number(fact);
  }
  out["feasible"] = route.feasible();
  out["exact"] = route.exact();
  out["goal"] = library_word("route_goal", route.goal());
  out["measure"] = library_word("route_measure", route.measure());
  out["by"] = library_word("route_by", route.by());
  out["router"] = route.router();
  out["n_rows"] = route.n_rows();
  out["n_labelled"] = route.n_labelled();
  out["certify"] = route.certify();
  out["certified"] = route.certified();
  out["theorem"] = library_word("theorem", route.theorem());
  out["labels_needed"] = with_infinities(route.labels_needed());
  out["shares"] = route.shares();
  const std::vector<double> thresholds = route.thresholds();
  const auto stages = static_cast<std::size_t>(route.n_stages());
  Json groups = Json::array(), all = Json::array();
  for (std::size_t begin = 0; begin < thresholds.size(); begin += stages) {
    if (route.by() != WALD_ROUTE_BY_NONE) groups.add(group_name(report, begin / stages));
    all.add(threshold_cells(thresholds, begin, stages));
  }
  if (!groups.empty()) out["groups"] = groups;
  out["thresholds"] = all;
  if (report.test.rows > 0)
    out["test"] = {{"n_rows", report.test.rows},
                   {"cost", report.test.found.cost},
                   {"quality", report.test.found.quality},
                   {"shares", report.test.found.shares}};
  for (const auto &[name, fact] : {std::pair("envelope_cost", WALD_ROUTE_ENVELOPE_COST),
                                   std::pair("envelope_quality", WALD_ROUTE_ENVELOPE_QUALITY)})
    out[name] = route.numbers(fact);
  Json hull = Json::array();
  for (const double on : route.numbers(WALD_ROUTE_ENVELOPE_HULL)) hull.add(on != 0);
  out["envelope_hull"] = hull;
  return json_text(out) + '\n';
}

std::string route_text(const RouteReport &report) {
  const Route &route = report.route;
  const std::string measure = library_word("route_measure", route.measure());
  std::string out = padded("asked for", route_terms) + goal_in_words(route) +
                    (route.feasible() ? "" : ": NOT reached, this is the route that comes nearest") + '\n';
  out += padded("rows", route_terms) + rounded(route.n_rows()) + ", of which " + rounded(route.n_labelled()) + " are labelled\n\n";
  out += padded("", route_terms) + padded("cost", bar_cells) + measure + '\n';
  const auto line = [&](const char *name, double cost, double quality) {
    out += padded(name, route_terms) + padded(rounded(cost), bar_cells) + (std::isnan(quality) ? "not known" : rounded(quality)) +
           '\n';
  };
  line("route", route.cost(), route.quality());
  line("last stage", route.full_cost(), route.full_quality());
  if (report.test.rows > 0) line("on other rows", report.test.found.cost, report.test.found.quality);
  out += '\n' + padded("answers", route_terms) + shares_in_words(route.shares()) + '\n';
  if (report.test.rows > 0) out += padded("  on other rows", route_terms) + shares_in_words(report.test.found.shares) + '\n';
  const std::vector<double> thresholds = route.thresholds();
  const auto stages = static_cast<std::size_t>(route.n_stages()), groups = thresholds.size() / stages;
  out += padded(route.router() ? "stage by score" : "stage", route_terms);
  for (std::size_t group = 0; group < std::min(groups, most_groups); ++group) {
    if (group > 0) out += padded("", route_terms);
    const std::string name = printable(group_name(report, group));
    out += (name.empty() ? "" : name + ": ") + chain_in_words(thresholds, group * stages, stages) + '\n';
  }
  if (groups > most_groups) out += padded("", route_terms) + "and " + std::to_string(groups - most_groups) + " groups more\n";
  if (!route.exact()) out += padded("search", route_terms) + "by levels, and finer ones around the best: not every route\n";
  if (std::isnan(route.certify())) return out;
  out += padded("certified", route_terms) + (route.certified() ? "yes" : "NO") + ", with probability " +
         rounded(route.certify()) + " for future rows\n" + padded("theorem", route_terms) +
         word_with_meaning("theorem", library_word("theorem", route.theorem())) + '\n';
  if (const double needed = route.labels_needed(); needed > 0)
    out += padded("labels needed", route_terms) +
           (std::isinf(needed) ? "no number would certify a cheaper route" : "about " + rounded(needed) + " more") +
           '\n';
  return out;
}

}  // namespace wald::cli

// Writes the facts of a cascade: shares, costs, the certificate.
#include "cascades/cascade_report.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/json.hpp"
#include "base/text.hpp"
#include "options/library_words.hpp"

namespace wald::cli {
namespace {

constexpr std::size_t terms = 16, cells = 14;

/// The models that run first.
std::string order_in_words(const Cascade &cascade) {
  constexpr std::size_t most = 12;
  const std::vector<std::int64_t> order = cascade.order();
  std::string out;
  for (std::size_t r = 0; r < std::min(order.size(), most); ++r)
    out += (r == 0 ? "" : ", ") + printable(cascade.name(order[r]));
  return order.size() <= most ? out : out + " and " + std::to_string(order.size() - most) + " more";
}

/// Where examples stop, in steps that a line has room for: "1: 0.25, 2: 0.5, 3 ... 10: 0.25".
std::string stops_in_words(const std::vector<double> &stops) {
  const std::size_t most = 6, width = (stops.size() + most - 1) / most;
  std::string out;
  for (std::size_t begin = 0; begin < stops.size(); begin += width) {
    const std::size_t end = std::min(begin + width, stops.size());
    double share = 0;
    for (std::size_t i = begin; i < end; ++i) share += stops[i];
    out += (out.empty() ? "" : ", ") + std::to_string(begin + 1) +
           (end > begin + 1 ? " ... " + std::to_string(end) : "") + ": " + rounded(share);
  }
  return out;
}

/// A fact of cascades; its name is "" beyond the last one.
wald_fact_row row_of(wald_cascade_fact fact) {
  wald_fact_row row = {};
  row.size = sizeof row;
  row.name = "";
  wald_fact_list("cascade", fact % WALD_MOST_FACTS, &row);
  return row;
}

}  // namespace

std::string cascade_json(const Cascade &cascade) {
  Json out;
  out["algorithm"] = cascade.algorithm();
  Json &order = out["order"] = Json::array();
  for (const std::int64_t model : cascade.order()) order.add(cascade.name(model));
  // What one looks for first, then all the rest.
  std::vector<wald_cascade_fact> facts = {WALD_CASCADE_MEAN_MODELS, WALD_CASCADE_MEAN_COST, WALD_CASCADE_DISAGREEMENT,
                                          WALD_CASCADE_CERTIFIED_DISAGREEMENT, WALD_CASCADE_SPEEDUP};
  for (wald_fact place = 0; *row_of(place).name != '\0'; ++place)
    if (std::string(row_of(place).type) == "number") facts.push_back(row_of(place).value);
  for (const wald_cascade_fact fact : facts) out[row_of(fact).name] = with_infinities(cascade.number(fact));
  for (const wald_cascade_fact fact : {WALD_CASCADE_STOPS, WALD_CASCADE_CROSS_STOPS, WALD_CASCADE_HELD_OUT_STOPS})
    out[row_of(fact).name] = cascade.numbers(fact);
  return json_text(out) + '\n';
}

std::string cascade_text(const Cascade &cascade) {
  const auto number = [&](wald_cascade_fact which) { return cascade.number(which); };
  std::string out;
  const double other = number(WALD_CASCADE_OTHER_MEAN_COST);
  if (cascade.algorithm() != "sums" || !std::isnan(other))
    out += padded("algorithm", terms) + word_with_meaning("cascade_algorithm", cascade.algorithm()) +
           (std::isnan(other) ? "" : "; at the same certificate the other has the mean cost " + rounded(other)) + '\n';
  out += padded("order", terms);
  out += order_in_words(cascade) + "\n\n" + padded("", terms) + padded("disagreement", cells) +
         padded("mean models", cells) + "mean cost\n";
  const auto line = [&](const char *name, double disagreement, double models, double cost) {
    if (std::isnan(models)) return;
    out += padded(name, terms) + padded(rounded(disagreement), cells) + padded(rounded(models), cells) + rounded(cost) +
           '\n';
  };
  line("all models", 0, number(WALD_CASCADE_N_MODELS), number(WALD_CASCADE_FULL_COST));
  line("in sample", number(WALD_CASCADE_DISAGREEMENT), number(WALD_CASCADE_MEAN_MODELS),
       number(WALD_CASCADE_MEAN_COST));
  line("cross-fitted", number(WALD_CASCADE_CROSS_DISAGREEMENT), number(WALD_CASCADE_CROSS_MEAN_MODELS),
       number(WALD_CASCADE_CROSS_MEAN_COST));
  line("set aside", number(WALD_CASCADE_HELD_OUT_DISAGREEMENT), number(WALD_CASCADE_HELD_OUT_MEAN_MODELS),
       number(WALD_CASCADE_HELD_OUT_MEAN_COST));
  out += '\n' + padded("speedup", terms) + rounded(number(WALD_CASCADE_SPEEDUP)) + '\n';
  if (const double certified = number(WALD_CASCADE_CERTIFIED_DISAGREEMENT); !std::isnan(certified)) {
    const bool in_full = std::isinf(number(WALD_CASCADE_SPREADS));
    out += padded("certified", terms) + (in_full ? "nothing on so few rows: every row is evaluated in full\n"
                                                 : "disagreement <= " + rounded(certified) + " with probability " +
                                                       rounded(number(WALD_CASCADE_CERTIFY)) + '\n');
  }
  for (const auto &[name, which] :
       {std::pair("stops", WALD_CASCADE_STOPS), std::pair("  cross-fitted", WALD_CASCADE_CROSS_STOPS),
        std::pair("  set aside", WALD_CASCADE_HELD_OUT_STOPS)})
    if (const std::vector<double> stops = cascade.numbers(which); !stops.empty())
      out += padded(name, terms) + stops_in_words(stops) + '\n';
  if (const double rows = number(WALD_CASCADE_N_ROUNDED_ROWS); rows > 0)
    out += padded("rounded rows", terms) + rounded(rows) + ": scores range too widely to tell these rows apart\n";
  return out;
}

}  // namespace wald::cli

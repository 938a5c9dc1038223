// Parses the claim of a promise.
//
// Every value q of the metric N/D is refuted by the rows' terms q D - N, or their opposite. For limits of the metric
// the evidence must rise with the distance of q. That is proved (evidence.cpp) of two kinds of ratios: D is the same in
// all cells, or N is D or 0 in each. These are precision, recall, specificity, NPV, F, Jaccard, accuracy and the rates
// of errors; and means of costs.
#include "core/numeric/contraction.hpp"  // first

#include "core/promises/claim.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/read_number.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::promises {

namespace {

enum Cell { tp, fp, fn, tn };

// Rates that are promised but that nobody maximises, which metrics are made for.
struct Rate {
  const char *name, *metric;
};
constexpr Rate rates[] = {
    {"fpr", "lf:0:-1:1:0/1:0:0:-1"},  {"false_positive_rate", "lf:0:-1:1:0/1:0:0:-1"},
    {"fnr", "lf:0:-1:0:1/0:0:0:1"},   {"false_negative_rate", "lf:0:-1:0:1/0:0:0:1"},
    {"fdr", "lf:0:-1:1:0/0:0:1:0"},   {"false_discovery_rate", "lf:0:-1:1:0/0:0:1:0"},
    {"error", "lf:0:-2:1:1/1:0:0:0"}, {"alert_rate", "lf:0:0:1:0/1:0:0:0"},
};

std::string_view without_spaces(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

[[noreturn]] void no_ratio(const std::string &metric) {
  fail(Status::unsupported, "promise of ", metric,
       ": the metric must be a share of rows (precision, recall, specificity, npv, fpr, fnr, fdr, accuracy, error, "
       "alert_rate), "
       "F, Jaccard, or a mean of costs");
}

CountRatio ratio_of(const Metric &metric) {
  if (metric.is_custom()) no_ratio(metric.name());
  if (const std::optional<Additive> mean = metric.additive()) {
    // A cost is promised itself, and not its negative, which is the utility.
    const double sign = metric.range(1).high <= 0 ? -1 : 1;
    CountRatio out{{mean->true_positive, mean->false_positive, mean->false_negative, mean->true_negative},
                   {1, 1, 1, 1}};
    for (double &x : out.top) x = sign * x + 0.0;
    return out;
  }
  const std::optional<SeparableForm> form = metric.separable();
  if (!form || form->kind != SeparableForm::ratios || form->terms.size() != 1 || form->shift != 0 ||
      form->terms[0].weight != 1)
    no_ratio(metric.name());
  return form->terms[0].ratio;
}

void set_range(Claim &claim) {
  const CountRatio &r = claim.ratio;
  const bool share = [&] {
    for (std::size_t c = 0; c < 4; ++c)
      if (r.top[c] != 0 && r.top[c] != r.bottom[c]) return false;
    return true;
  }();
  const bool mean = r.bottom[0] > 0 && std::equal(r.bottom.begin() + 1, r.bottom.end(), r.bottom.begin());
  if (!share && !mean) no_ratio(claim.metric);
  claim.lowest = std::numeric_limits<double>::infinity();
  claim.highest = -claim.lowest;
  for (std::size_t c = 0; c < 4; ++c) {
    if (r.bottom[c] == 0) continue;
    claim.lowest = std::min(claim.lowest, r.top[c] / r.bottom[c]);
    claim.highest = std::max(claim.highest, r.top[c] / r.bottom[c]);
  }
}

}  // namespace

bool Claim::needs_label(bool flagged) const {
  const std::size_t yes = flagged ? tp : fn, no = flagged ? fp : tn;
  return ratio.top[yes] != ratio.top[no] || ratio.bottom[yes] != ratio.bottom[no];
}

bool Claim::counts(int cell) const { return ratio.bottom[static_cast<std::size_t>(cell)] > 0; }

Claim parse_claim(std::string_view text) {
  const std::size_t sign = text.find_first_of("<>");
  if (sign == std::string_view::npos || sign + 1 == text.size() || text[sign + 1] != '=')
    fail(Status::format, "promise is ", in_quotes(text),
         ": must be a metric, >= or <=, and a number, as in \"precision>=0.95\"");
  Claim out;
  out.at_least = text[sign] == '>';
  const std::string_view name = without_spaces(text.substr(0, sign)), bound = without_spaces(text.substr(sign + 2));
  if (!read_number(bound, out.bound))
    fail(Status::format, "promise is ", in_quotes(text), ": ", in_quotes(bound), " is no number");
  const auto rate = std::find_if(std::begin(rates), std::end(rates), [&](const Rate &r) { return name == r.name; });
  const auto metric = parse_metric(rate != std::end(rates) ? rate->metric : name, 1);
  out.metric = rate != std::end(rates) ? rate->name : metric->name();
  out.ratio = ratio_of(*metric);
  set_range(out);
  if (!(out.bound > out.lowest && out.bound < out.highest))
    fail(Status::argument, "promise is ", in_quotes(text), ": ", out.bound, " must lie above ", out.lowest,
         " and below ", out.highest, ", which are the least and greatest values of ", out.metric);
  out.text = out.metric + (out.at_least ? ">=" : "<=") + written(out.bound);
  return out;
}

}  // namespace wald::core::promises

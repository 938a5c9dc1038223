#include "output/threshold_text.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace wald::cli {
namespace {

using Answer = std::int64_t;

std::string exactly(double value) {
  std::string out;
  append_number(out, value);
  return out;
}

/// What an answer flags.
std::string flagged(const std::vector<std::string> &scores, wald_rule rule, const Thresholds &thresholds,
                    Answer answer) {
  const std::vector<double> coefficients = thresholds.array(WALD_ARRAY_COEFFICIENTS, answer);
  if (coefficients.empty()) return rule_in_words(scores, rule, thresholds.thresholds(answer));
  std::string out;
  for (std::size_t d = 0; d < scores.size(); ++d)
    out += (d == 0 ? "" : " + ") + rounded(coefficients[d]) + " " + scores[d];
  return out + " >= " +
         rounded(thresholds.fact(WALD_THRESHOLD_STACKED, answer) - thresholds.fact(WALD_THRESHOLD_INTERCEPT, answer));
}

std::string label_of(wald_threshold_fact fact) {
  std::string name = wald_threshold_fact_name(fact);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

std::string rule_in_words(const std::vector<std::string> &scores, wald_rule rule,
                          const std::vector<double> &thresholds) {
  const bool any = rule == WALD_RULE_OR;
  std::string out;
  for (std::size_t d = 0; d < scores.size(); ++d) {
    if (std::isinf(thresholds[d]) && thresholds[d] > 0 && !any) return "nothing";
    if (std::isinf(thresholds[d]) && thresholds[d] < 0 && any) return "everything";
    if (std::isinf(thresholds[d])) continue;
    out += (out.empty() ? "" : any ? " or " : " and ") + scores[d] + " >= " + exactly(thresholds[d]);
  }
  return !out.empty() ? out : any ? "nothing" : "everything";
}

std::string thresholds_text(const std::vector<std::string> &scores, wald_rule rule, const Thresholds &thresholds,
                            double level) {
  std::string out = padded("flag", 26) + flagged(scores, rule, thresholds, 0) + '\n';
  out += padded("for", 26) + std::string(thresholds.objective()) + " (" + std::string(thresholds.method()) + ")\n";
  if (!thresholds.feasible()) out += padded("", 26) + "which is out of reach: this is the nearest point\n";
  out += '\n' + padded("", 38) + rounded(100 * level) + " % interval\n";
  for (const wald_threshold_fact fact :
       {WALD_THRESHOLD_TP, WALD_THRESHOLD_FP, WALD_THRESHOLD_POSITIVES, WALD_THRESHOLD_UNRATED,
        WALD_THRESHOLD_PRECISION, WALD_THRESHOLD_RECALL, WALD_THRESHOLD_VALUE, WALD_THRESHOLD_MARGINAL_PRECISION,
        WALD_THRESHOLD_NEXT_MARGINAL_PRECISION, WALD_THRESHOLD_CROSS_TP, WALD_THRESHOLD_CROSS_FP,
        WALD_THRESHOLD_CROSS_PRECISION, WALD_THRESHOLD_CROSS_RECALL, WALD_THRESHOLD_CROSS_VALUE}) {
    const double value = thresholds.fact(fact);
    const bool optional = fact >= WALD_THRESHOLD_CROSS_TP || fact == WALD_THRESHOLD_UNRATED;
    if (optional && !(value != 0 && !std::isnan(value))) continue;
    const Thresholds::Interval interval = thresholds.interval(fact);
    const bool known = !std::isnan(interval.low);
    const std::string number = rounded(value);
    out += padded(label_of(fact), 26) + (known ? padded(number, 12) : number);
    if (known)
      out += rounded(interval.low) + " ... " + rounded(interval.high) + (interval.exact ? "" : " (approximate)");
    out += '\n';
  }
  const std::vector<double> low = thresholds.array(WALD_ARRAY_LOW), high = thresholds.array(WALD_ARRAY_HIGH);
  for (std::size_t d = 0; d < low.size(); ++d)
    out += padded("threshold of " + scores[d], 26) + padded(rounded(thresholds.thresholds()[d]), 12) + rounded(low[d]) +
           " ... " + rounded(high[d]) + " (bootstrap)\n";
  std::string flags;
  for (const std::string_view flag : thresholds.flag_names()) flags += (flags.empty() ? "" : ", ") + std::string(flag);
  if (!flags.empty()) out += '\n' + padded("flags", 26) + flags + '\n';
  for (Answer answer = 1; answer < thresholds.count(); ++answer) {
    out += (answer == 1 ? "\nbeside\n" : "") + padded("  " + std::string(thresholds.method(answer)), 26);
    for (const wald_threshold_fact fact :
         {WALD_THRESHOLD_TP, WALD_THRESHOLD_FP, WALD_THRESHOLD_PRECISION, WALD_THRESHOLD_RECALL, WALD_THRESHOLD_VALUE})
      out += (fact == WALD_THRESHOLD_TP ? "" : ", ") + label_of(fact) + " " + rounded(thresholds.fact(fact, answer));
    out += '\n' + padded("", 26) + flagged(scores, rule, thresholds, answer) + '\n';
  }
  return out;
}

std::string objective_in_words(const Settings &settings) {
  const ThresholdSettings &asked = settings.threshold;
  std::string out;
  if (asked.cost_ratio || asked.marginal_precision)
    out = "most true positives - fp/" +
          exactly(asked.cost_ratio ? *asked.cost_ratio : (1 - *asked.marginal_precision) / *asked.marginal_precision);
  else if (!settings.metrics.empty())
    out = make_metric(settings, settings.metrics[0]).name();
  else if (asked.min_recall)
    out = "fewest false positives";
  else
    out = asked.min_precision || asked.max_fp || asked.max_alerts ? "most true positives" : "f1";
  const char *joint = " with ";
  for (const auto &[name, limit] :
       {std::pair("precision >= ", asked.min_precision), std::pair("fp <= ", asked.max_fp),
        std::pair("alerts <= ", asked.max_alerts), std::pair("recall >= ", asked.min_recall)}) {
    if (!limit) continue;
    out += joint + (name + exactly(*limit));
    joint = " and ";
  }
  return out;
}

}  // namespace wald::cli

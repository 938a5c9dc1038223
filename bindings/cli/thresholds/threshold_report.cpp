// Writes chosen thresholds, their intervals and the baselines.
#include "thresholds/threshold_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/text.hpp"
#include "options/library_words.hpp"

namespace wald::cli {
namespace {

using Answer = std::int64_t;  // 0 is the one asked for, the baselines follow

Json interval(double low, double high) { return {{"low", with_infinities(low)}, {"high", with_infinities(high)}}; }

Json intervals(const Thresholds &thresholds, Answer answer) {
  Json out = Json::object();
  wald_fact_row row = {};
  row.size = sizeof row;
  for (std::int64_t i = 0; detail::is_row(wald_fact_list("thresholds", i, &row)); ++i) {
    const Thresholds::Interval found = thresholds.interval(row.value, answer);
    if (std::isnan(found.low)) continue;
    Json &member = out[row.name] = interval(found.low, found.high);
    member["exact"] = found.exact;
  }
  return out;
}

Json threshold_intervals(const std::vector<std::string> &scores, const std::vector<double> &low,
                         const std::vector<double> &high) {
  Json out = Json::object();
  for (std::size_t d = 0; d < low.size(); ++d) out[scores[d]] = interval(low[d], high[d]);
  return out;
}

Json cross_fitted(const Thresholds &thresholds, Answer answer) {
  return {{"tp", thresholds.number(WALD_THRESHOLDS_CROSS_TP, answer)},
          {"fp", thresholds.number(WALD_THRESHOLDS_CROSS_FP, answer)},
          {"precision", thresholds.number(WALD_THRESHOLDS_CROSS_PRECISION, answer)},
          {"recall", thresholds.number(WALD_THRESHOLDS_CROSS_RECALL, answer)},
          {"value", thresholds.number(WALD_THRESHOLDS_CROSS_VALUE, answer)}};
}

void add_answer(Json &out, const std::vector<std::string> &scores, const Thresholds &thresholds, Answer answer) {
  out["feasible"] = thresholds.feasible(answer);
  if (const std::string_view theorem = thresholds.theorem(answer); theorem != "none") {
    out["certified"] = thresholds.certified(answer);
    out["theorem"] = theorem;
    out["rows_needed"] = with_infinities(thresholds.number(WALD_THRESHOLDS_ROWS_NEEDED, answer));
  }
  if (const std::string_view warning = thresholds.warning(answer); !warning.empty()) out["warning"] = warning;
  const std::vector<double> coefficients = thresholds.numbers(WALD_THRESHOLDS_COEFFICIENTS, answer);
  if (coefficients.empty()) {
    out["thresholds"] = by_name(scores, thresholds.thresholds(answer));
    out["next_lower"] = by_name(scores, thresholds.numbers(WALD_THRESHOLDS_NEXT_LOWER, answer));
  } else {
    out["coefficients"] = by_name(scores, coefficients);
    out["intercept"] = thresholds.number(WALD_THRESHOLDS_INTERCEPT, answer);
    out["threshold"] = with_infinities(thresholds.number(WALD_THRESHOLDS_STACKED_THRESHOLD, answer));
  }
  for (const wald_thresholds_fact fact :
       {WALD_THRESHOLDS_TP, WALD_THRESHOLDS_FP, WALD_THRESHOLDS_UNRATED, WALD_THRESHOLDS_POSITIVES,
        WALD_THRESHOLDS_PRECISION, WALD_THRESHOLDS_RECALL, WALD_THRESHOLDS_VALUE, WALD_THRESHOLDS_MARGINAL_PRECISION,
        WALD_THRESHOLDS_NEXT_MARGINAL_PRECISION})
    out[fact_name(fact)] = thresholds.number(fact, answer);
  if (const double share = thresholds.number(WALD_THRESHOLDS_NULL_SHARE, answer); !std::isnan(share))
    out["null_share"] = share;
  out["intervals"] = intervals(thresholds, answer);
  const std::vector<double> low = thresholds.numbers(WALD_THRESHOLDS_LOW, answer);
  if (!low.empty())
    out["threshold_intervals"] = threshold_intervals(scores, low, thresholds.numbers(WALD_THRESHOLDS_HIGH, answer));
  if (!std::isnan(thresholds.number(WALD_THRESHOLDS_CROSS_TP, answer)))
    out["cross_fitted"] = cross_fitted(thresholds, answer);
  out["flags"] = thresholds.flag_names(answer);
}

/// What an answer flags.
std::string flagged(const std::vector<std::string> &scores, wald_rule rule, const Thresholds &thresholds,
                    Answer answer) {
  const std::vector<double> coefficients = thresholds.numbers(WALD_THRESHOLDS_COEFFICIENTS, answer);
  if (coefficients.empty()) return rule_in_words(scores, rule, thresholds.thresholds(answer));
  std::string out;
  for (std::size_t d = 0; d < scores.size(); ++d)
    out += (d == 0 ? "" : " + ") + rounded(coefficients[d]) + " " + printable(scores[d]);
  return out + " >= " + rounded(thresholds.stacked_threshold(answer) - thresholds.intercept(answer));
}

std::string label_of(wald_thresholds_fact fact) {
  std::string name = fact_name(fact);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

const char *fact_name(wald_thresholds_fact fact) {
  wald_fact_row row = {};
  row.size = sizeof row;
  return detail::is_row(wald_fact_list("thresholds", fact % WALD_MOST_FACTS, &row)) ? row.name : "";
}

Json by_name(const std::vector<std::string> &names, const std::vector<double> &values) {
  Json out = Json::object();
  for (std::size_t d = 0; d < names.size(); ++d) out[names[d]] = with_infinities(values[d]);
  return out;
}

std::string thresholds_json(const std::vector<std::string> &scores, wald_rule rule, const Thresholds &thresholds) {
  Json out;
  out["method"] = thresholds.method();
  out["objective"] = thresholds.objective();
  out["rule"] = rule_name(rule);
  add_answer(out, scores, thresholds, 0);
  Json &baselines = out["baselines"] = Json::array();
  for (Answer answer = 1; answer < thresholds.n_answers(); ++answer) {
    Json &baseline = baselines.add({{"method", thresholds.method(answer)}});
    add_answer(baseline, scores, thresholds, answer);
  }
  return json_text(out) + '\n';
}

std::string rule_in_words(const std::vector<std::string> &scores, wald_rule rule,
                          const std::vector<double> &thresholds) {
  const bool any = rule == WALD_RULE_OR;
  std::string out;
  for (std::size_t d = 0; d < scores.size(); ++d) {
    if (std::isinf(thresholds[d]) && thresholds[d] > 0 && !any) return "nothing";
    if (std::isinf(thresholds[d]) && thresholds[d] < 0 && any) return "everything";
    if (std::isinf(thresholds[d])) continue;
    out += (out.empty() ? "" : any ? " or " : " and ") + printable(scores[d]) + " >= " + shortest(thresholds[d]);
  }
  return !out.empty() ? out : any ? "nothing" : "everything";
}

std::string thresholds_text(const std::vector<std::string> &scores, wald_rule rule, const Thresholds &thresholds,
                            double level) {
  std::string out = padded("flag", 26) + flagged(scores, rule, thresholds, 0) + '\n';
  out += padded("for", 26) + std::string(thresholds.objective()) + '\n';
  out += padded("method", 26) + word_with_meaning("method", thresholds.method()) + '\n';
  if (thresholds.theorem() != "none")
    out += padded("certified", 26) + (thresholds.certified() ? "yes" : "NO") + '\n' + padded("theorem", 26) +
           word_with_meaning("theorem", thresholds.theorem()) + '\n';
  if (!thresholds.warning().empty()) out += padded("WARNING", 26) + std::string(thresholds.warning()) + '\n';
  out += '\n' + padded("", 38) + rounded(100 * level) + " % interval\n";
  for (const wald_thresholds_fact fact :
       {WALD_THRESHOLDS_TP, WALD_THRESHOLDS_FP, WALD_THRESHOLDS_POSITIVES, WALD_THRESHOLDS_UNRATED,
        WALD_THRESHOLDS_PRECISION, WALD_THRESHOLDS_RECALL, WALD_THRESHOLDS_VALUE, WALD_THRESHOLDS_MARGINAL_PRECISION,
        WALD_THRESHOLDS_NEXT_MARGINAL_PRECISION, WALD_THRESHOLDS_CROSS_TP, WALD_THRESHOLDS_CROSS_FP,
        WALD_THRESHOLDS_CROSS_PRECISION, WALD_THRESHOLDS_CROSS_RECALL, WALD_THRESHOLDS_CROSS_VALUE}) {
    const double value = thresholds.number(fact);
    const bool optional = fact >= WALD_THRESHOLDS_CROSS_TP || fact == WALD_THRESHOLDS_UNRATED;
    if (optional && !(value != 0 && !std::isnan(value))) continue;
    const Thresholds::Interval interval = thresholds.interval(fact);
    const bool known = !std::isnan(interval.low);
    const std::string number = rounded(value);
    out += padded(label_of(fact), 26) + (known ? padded(number, 12) : number);
    if (known)
      out += rounded(interval.low) + " ... " + rounded(interval.high) + (interval.exact ? "" : " (approximate)");
    out += '\n';
  }
  const std::vector<double> low = thresholds.low(), high = thresholds.high();
  for (std::size_t d = 0; d < low.size(); ++d)
    out += padded("threshold of " + printable(scores[d]), 26) +
           padded(rounded(thresholds.thresholds()[d]), 12) + rounded(low[d]) +
           " ... " + rounded(high[d]) + " (bootstrap)\n";
  std::string flags;
  for (const std::string_view flag : thresholds.flag_names()) flags += (flags.empty() ? "" : ", ") + std::string(flag);
  if (!flags.empty()) out += '\n' + padded("flags", 26) + flags + '\n';
  for (Answer answer = 1; answer < thresholds.n_answers(); ++answer) {
    out += (answer == 1 ? "\nbeside\n" : "") + padded("  " + std::string(thresholds.method(answer)), 26);
    for (const wald_thresholds_fact fact : {WALD_THRESHOLDS_TP, WALD_THRESHOLDS_FP, WALD_THRESHOLDS_PRECISION,
                                            WALD_THRESHOLDS_RECALL, WALD_THRESHOLDS_VALUE})
      out += (fact == WALD_THRESHOLDS_TP ? "" : ", ") + label_of(fact) + " " + rounded(thresholds.number(fact, answer));
    out += '\n' + padded("", 26) + flagged(scores, rule, thresholds, answer) + '\n';
  }
  return out;
}

std::string objective_in_words(const Settings &settings) {
  const LibraryOptions &asked = settings.library;
  std::string out;
  if (asked.given("cost_ratio") || asked.given("marginal_precision")) {
    const double q = asked.number("marginal_precision");
    const double ratio = asked.given("cost_ratio") ? asked.number("cost_ratio") : (1 - q) / q;
    // Of a decimal q the quotient may miss a short number by its last bit: 1.4999999999999998 for 0.4.
    const double written = std::strtod(rounded(ratio).c_str(), nullptr);
    out = "most true positives - fp/" +
          shortest(std::fabs(written - ratio) <= std::nextafter(ratio, HUGE_VAL) - ratio ? written : ratio);
  } else if (!settings.metrics.empty()) {
    out = make_metric(settings, settings.metrics[0]).name();
  } else if (asked.given("min_recall")) {
    out = "fewest false positives";
  } else {
    const bool limited = asked.given("min_precision") || asked.given("max_fp") || asked.given("max_alerts") ||
                         asked.given("max_fpr") || asked.given("max_alert_rate");
    out = limited ? "most true positives" : "f1";
  }
  const char *joint = " with ";
  for (const auto &[name, row] :
       {std::pair("precision >= ", "min_precision"), std::pair("fp <= ", "max_fp"), std::pair("fpr <= ", "max_fpr"),
        std::pair("alerts <= ", "max_alerts"), std::pair("alert rate <= ", "max_alert_rate"),
        std::pair("recall >= ", "min_recall")}) {
    if (!asked.given(row)) continue;
    out += joint + (name + shortest(asked.number(row)));
    if (std::string(row) == "min_recall" && !asked.given("certify")) out += " (point estimate)";
    joint = " and ";
  }
  if (asked.given("certify")) out += ", certified at " + shortest(asked.number("certify"));
  return out;
}

}  // namespace wald::cli

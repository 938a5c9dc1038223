#include "output/threshold_json.hpp"

#include <cmath>

namespace wald::cli {
namespace {

using Answer = std::int64_t;  // 0 is the one asked for, the baselines follow

Json interval(double low, double high) { return {{"low", with_infinities(low)}, {"high", with_infinities(high)}}; }

Json intervals(const Thresholds &thresholds, Answer answer) {
  Json out = Json::object();
  for (wald_thresholds_fact fact = 0; *fact_name(fact) != '\0'; ++fact) {
    const Thresholds::Interval found = thresholds.interval(fact, answer);
    if (std::isnan(found.low)) continue;
    Json &member = out[fact_name(fact)] = interval(found.low, found.high);
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
  out["intervals"] = intervals(thresholds, answer);
  const std::vector<double> low = thresholds.numbers(WALD_THRESHOLDS_LOW, answer);
  if (!low.empty())
    out["threshold_intervals"] = threshold_intervals(scores, low, thresholds.numbers(WALD_THRESHOLDS_HIGH, answer));
  if (!std::isnan(thresholds.number(WALD_THRESHOLDS_CROSS_TP, answer)))
    out["cross_fitted"] = cross_fitted(thresholds, answer);
  out["flags"] = thresholds.flag_names(answer);
}

}  // namespace

const char *fact_name(wald_thresholds_fact fact) {
  wald_fact_row row = {};
  row.size = sizeof row;
  return detail::is_row(wald_fact_list("thresholds", fact, &row)) ? row.name : "";
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

}  // namespace wald::cli

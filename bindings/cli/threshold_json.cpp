#include "threshold_json.hpp"

#include <cmath>

#include "answer_json.hpp"
#include "text.hpp"

namespace wald::cli {
namespace {

using Answer = std::int64_t;  // 0 is the one asked for, the baselines follow

void append_fact(std::string &out, const Thresholds &thresholds, Answer answer, wald_threshold_fact fact) {
  append_key(out, wald_threshold_fact_name(fact));
  append_json(out, thresholds.fact(fact, answer));
}

void append_interval(std::string &out, double low, double high) {
  out += "{\"low\":";
  append_threshold(out, low);
  append_key(out, "high");
  append_threshold(out, high);
}

/// Members {"name":value,...} of which each begins with a comma, so that the first one has one too many.
std::string object_of(const std::string &members) { return "{" + (members.empty() ? "" : members.substr(1)) + "}"; }

std::string intervals(const Thresholds &thresholds, Answer answer) {
  std::string out;
  for (wald_threshold_fact fact = 0; fact <= WALD_THRESHOLD_STACKED; ++fact) {
    const Thresholds::Interval interval = thresholds.interval(fact, answer);
    if (std::isnan(interval.low)) continue;
    append_key(out, wald_threshold_fact_name(fact));
    append_interval(out, interval.low, interval.high);
    append_key(out, "exact");
    out += interval.exact ? "true}" : "false}";
  }
  return object_of(out);
}

std::string threshold_intervals(const std::vector<std::string> &scores, const Thresholds &thresholds, Answer answer) {
  const std::vector<double> low = thresholds.array(WALD_ARRAY_LOW, answer);
  const std::vector<double> high = thresholds.array(WALD_ARRAY_HIGH, answer);
  std::string out;
  for (std::size_t d = 0; d < low.size(); ++d) {
    out += ',';
    append_json(out, std::string_view(scores[d]));
    out += ':';
    append_interval(out, low[d], high[d]);
    out += '}';
  }
  return object_of(out);
}

std::string cross_fitted(const Thresholds &thresholds, Answer answer) {
  static const std::pair<wald_threshold_fact, const char *> facts[] = {{WALD_THRESHOLD_CROSS_TP, "tp"},
                                                                       {WALD_THRESHOLD_CROSS_FP, "fp"},
                                                                       {WALD_THRESHOLD_CROSS_PRECISION, "precision"},
                                                                       {WALD_THRESHOLD_CROSS_RECALL, "recall"},
                                                                       {WALD_THRESHOLD_CROSS_VALUE, "value"}};
  std::string out;
  for (const auto &[fact, name] : facts) {
    append_key(out, name);
    append_json(out, thresholds.fact(fact, answer));
  }
  return object_of(out);
}

void append_answer(std::string &out, const std::vector<std::string> &scores, const Thresholds &thresholds,
                   Answer answer) {
  append_key(out, "feasible");
  out += thresholds.feasible(answer) ? "true" : "false";
  const std::vector<double> coefficients = thresholds.array(WALD_ARRAY_COEFFICIENTS, answer);
  if (coefficients.empty()) {
    append_key(out, "thresholds");
    append_thresholds(out, scores, thresholds.thresholds(answer));
    append_key(out, "next_lower");
    append_thresholds(out, scores, thresholds.array(WALD_ARRAY_NEXT_LOWER, answer));
  } else {
    append_key(out, "coefficients");
    append_thresholds(out, scores, coefficients);
    append_key(out, "intercept");
    append_json(out, thresholds.fact(WALD_THRESHOLD_INTERCEPT, answer));
    append_key(out, "threshold");
    append_threshold(out, thresholds.fact(WALD_THRESHOLD_STACKED, answer));
  }
  for (const wald_threshold_fact fact :
       {WALD_THRESHOLD_TP, WALD_THRESHOLD_FP, WALD_THRESHOLD_UNRATED, WALD_THRESHOLD_POSITIVES,
        WALD_THRESHOLD_PRECISION, WALD_THRESHOLD_RECALL, WALD_THRESHOLD_VALUE, WALD_THRESHOLD_MARGINAL_PRECISION,
        WALD_THRESHOLD_NEXT_MARGINAL_PRECISION})
    append_fact(out, thresholds, answer, fact);
  append_key(out, "intervals");
  out += intervals(thresholds, answer);
  if (!thresholds.array(WALD_ARRAY_LOW, answer).empty()) {
    append_key(out, "threshold_intervals");
    out += threshold_intervals(scores, thresholds, answer);
  }
  if (!std::isnan(thresholds.fact(WALD_THRESHOLD_CROSS_TP, answer))) {
    append_key(out, "cross_fitted");
    out += cross_fitted(thresholds, answer);
  }
  append_key(out, "flags");
  out += '[';
  bool first = true;
  for (const std::string_view flag : thresholds.flag_names(answer)) {
    if (!first) out += ',';
    first = false;
    append_json(out, flag);
  }
  out += ']';
}

}  // namespace

const char *rule_name(wald_rule rule) { return rule == WALD_RULE_AND ? "and" : "or"; }

void append_threshold(std::string &out, double value) {
  if (std::isinf(value))
    out += value > 0 ? "\"inf\"" : "\"-inf\"";
  else
    append_json(out, value);
}

void append_thresholds(std::string &out, const std::vector<std::string> &names, const std::vector<double> &thresholds) {
  out += '{';
  for (std::size_t d = 0; d < names.size(); ++d) {
    if (d > 0) out += ',';
    append_json(out, std::string_view(names[d]));
    out += ':';
    append_threshold(out, thresholds[d]);
  }
  out += '}';
}

std::string thresholds_json(const std::vector<std::string> &scores, wald_rule rule, const Thresholds &thresholds) {
  std::string out = "{\"method\":";
  append_json(out, thresholds.method());
  append_key(out, "objective");
  append_json(out, thresholds.objective());
  append_key(out, "rule");
  append_json(out, std::string_view(rule_name(rule)));
  append_answer(out, scores, thresholds, 0);
  append_key(out, "baselines");
  out += '[';
  for (Answer answer = 1; answer < thresholds.count(); ++answer) {
    out += answer > 1 ? ",{\"method\":" : "{\"method\":";
    append_json(out, thresholds.method(answer));
    append_answer(out, scores, thresholds, answer);
    out += '}';
  }
  return out + "]}\n";
}

}  // namespace wald::cli

// What the runners of the conformance cases share: reading the inputs of a case, and comparing with what it expects.
#pragma once

#include <cctype>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "wald.hpp"

using Json = nlohmann::json;

inline bool print_bits = false;
// Of --portable-bits: of those alone that are the same on every processor.
inline bool portable_bits = false;
inline int failures = 0;
inline std::string current;  // the case that runs

inline void fail(const std::string &what) {
  ++failures;
  std::fprintf(stderr, "%s: %s\n", current.c_str(), what.c_str());
}

inline std::string text(double x) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.17g (%a)", x, x);
  return buffer;
}

// A number of the inputs: a JSON number, or "nan", "inf", "-inf".
inline double number(const Json &value) {
  return value.is_string() ? std::strtod(value.get<std::string>().c_str(), nullptr) : value.get<double>();
}
// A number of the expectations: hexadecimal floating point.
inline double hex(const Json &value) { return std::strtod(value.get<std::string>().c_str(), nullptr); }

inline std::vector<double> numbers(const Json &list) {
  std::vector<double> out;
  for (const Json &v : list) out.push_back(number(v));
  return out;
}

inline uint64_t bits(double x) {
  uint64_t out;
  std::memcpy(&out, &x, sizeof out);
  return out;
}

inline double tolerance = 0;

inline void check(const std::string &what, double got, double expected) {
  if (print_bits) {
    const double one = std::isnan(got) ? std::numeric_limits<double>::quiet_NaN() : got;  // 0/0 has a sign of its own
    std::printf("%s: %s: %016" PRIx64 "\n", current.c_str(), what.c_str(), bits(one));
    return;
  }
  if (std::isnan(expected) ? !std::isnan(got) : got != expected && !(std::fabs(got - expected) <= tolerance))
    fail(what + " is " + text(got) + ", expected " + text(expected));
}
inline void check_list(const std::string &what, const std::vector<double> &got, const Json &expected) {
  if (got.size() != expected.size())
    return fail(what + " has " + std::to_string(got.size()) + " values, expected " + std::to_string(expected.size()));
  for (std::size_t i = 0; i < got.size(); ++i) check(what + "[" + std::to_string(i) + "]", got[i], hex(expected[i]));
}
template <class T>
void check_same(const std::string &what, const T &got, const Json &expected) {
  if (!print_bits && Json(got) != expected) fail(what + " is " + Json(got).dump() + ", expected " + expected.dump());
}
// The same bits, in a second way to compute the same thing.
inline void check_bits(const std::string &what, const std::vector<double> &got, const std::vector<double> &first) {
  if (got.size() != first.size()) return fail(what + ": another number of values");
  for (std::size_t i = 0; i < got.size(); ++i)
    if (bits(got[i]) != bits(first[i]))
      fail(what + "[" + std::to_string(i) + "] is " + text(got[i]) + ", at first " + text(first[i]));
}

// ---- Inputs ----------------------------------------------------------------------------------------

struct Named {
  const char *name;
  int32_t value;
};
constexpr Named properties[] = {{"RISES_IN_TP", WALD_RISES_IN_TP},
                                {"FALLS_IN_K", WALD_FALLS_IN_K},
                                {"RISES_IN_TP_AND_K", WALD_RISES_IN_TP_AND_K},
                                {"LINEAR_IN_TP", WALD_LINEAR_IN_TP},
                                {"LOSS", WALD_LOSS},
                                {"THREAD_SAFE", WALD_THREAD_SAFE},
                                {"DEGENERATE", WALD_DEGENERATE}};
constexpr Named kinds[] = {{"independent", WALD_INDEPENDENT},
                           {"categorical", WALD_CATEGORICAL},
                           {"joint", WALD_JOINT},
                           {"counts", WALD_COUNTS}};

template <std::size_t N>
int32_t value_of(const Named (&all)[N], const std::string &name) {
  for (const Named &one : all)
    if (name == one.name) return one.value;
  throw std::runtime_error("the case names an unknown " + name);
}

inline wald_properties properties_of(const Json &names) {
  wald_properties out = 0;
  for (const Json &name : names) out |= value_of(properties, name);
  return out;
}

inline wald::Metric metric_of(const Json &c) {
  const Json &spec = c.at("metric");
  if (spec.is_string()) return wald::Metric(spec.get<std::string>(), c.at("zero_division").get<int>());
  return wald::Metric::table(numbers(spec.at("values")), spec.at("n").get<int64_t>(),
                             properties_of(spec.at("declared")), spec.at("name").get<std::string>());
}

// The members of a case's `options` or `asked`, as options of these names; lists are set by the caller.
template <class Options>
void set_all(Options &options, const Json &asked) {
  for (const auto &[name, value] : asked.items()) {
    if (name == "prevalence" || name == "training_prior") {
      std::string list;
      for (const Json &one : value) list += (list.empty() ? "" : ",") + one.dump();
      options.set(name, list);
    }
    if (name == "zero_division" || value.is_array()) continue;
    if (value.is_string())
      options.set(name, value.template get<std::string>());
    else
      options.set(name, number(value));
  }
}

inline wald::DecisionOptions options_of(const Json &c) {
  wald::DecisionOptions options;
  if (!c.contains("options")) return options;
  const Json &asked = c.at("options");
  set_all(options, asked);
  if (asked.contains("per_row")) options.per_row(asked.at("per_row").get<std::vector<int64_t>>());
  if (asked.contains("label_weights")) options.label_weights(asked.at("label_weights").get<std::vector<double>>());
  return options;
}

// A list, or none at all.
inline wald::Array array_of(const std::vector<double> &list) {
  return list.empty() ? wald::Array() : wald::Array(list);
}

// The name of a status in C, as the cases have it.
inline std::string name_of(wald_status status) {
  wald_name_row row{};
  row.size = sizeof row;
  std::string out = "WALD_";
  for (int64_t i = 0; wald_name_list("status", i, &row) == WALD_OK; ++i)
    if (row.value == status) out += row.name;
  for (char &letter : out) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return out;
}

// The number of the fact of an object.
inline int32_t fact_named(const char *object, const std::string &name) {
  wald_fact_row row{};
  row.size = sizeof row;
  for (int64_t i = 0; wald_fact_list(object, i, &row) == WALD_OK; ++i)
    if (name == row.name) return row.value;
  throw std::runtime_error("the case names an unknown " + name);
}

// Rows of cells, laid out row after row.
template <class T>
std::vector<T> flat(const Json &rows) {
  std::vector<T> out;
  for (const Json &row : rows)
    for (const Json &cell : row) out.push_back(static_cast<T>(number(cell)));
  return out;
}
inline int64_t width(const Json &rows, int64_t if_empty) {
  return rows.empty() ? if_empty : static_cast<int64_t>(rows[0].size());
}

// ---- Calls on thresholds (conformance_thresholds.cpp) ----------------------------------------------

void frontier(const Json &c);
void choose(const Json &c);
void operating_points(const Json &c);
void apply_thresholds(const Json &c);
void label_thresholds(const Json &c);
void segment_thresholds(const Json &c);
void class_multipliers(const Json &c);
void apply_classes(const Json &c);
void match_detections(const Json &c);
void abstention_zone(const Json &c);
void decision_curve(const Json &c);
void reliability(const Json &c);

// ---- Calls on images (conformance_masks.cpp) --------------------------------------------------------

void masks(const Json &c);

// ---- Calls on cascades (conformance_cascades.cpp) --------------------------------------------------

void cascade_fit(const Json &c);
void cascade_trees(const Json &c);
void cascade_load(const Json &c);
void trees_load(const Json &c);

// ---- Calls on routes (conformance_routes.cpp) ------------------------------------------------------

void route(const Json &c);
void route_labels(const Json &c);
void route_load(const Json &c);
void stages_load(const Json &c);
void labelling(const Json &c);

// ---- Calls on learners (conformance_learners.cpp) --------------------------------------------------

void learner(const Json &c);
void calibration(const Json &c);
void learner_load(const Json &c);
void calibration_load(const Json &c);

// What the tests of the C++ headers share: checks that say where they failed, and small objects.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "wald.hpp"

// Each runs the tests of a file.
void test_cpp_options();
void test_cpp_facts();
void test_cpp_views();

inline int failures = 0;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

struct Place {
  const char *file;
  int line;
};
#define HERE (Place{__FILE__, __LINE__})

inline void report(const Place &at, const std::string &what) {
  ++failures;
  std::fprintf(stderr, "%s:%d: %s\n", at.file, at.line, what.c_str());
}

inline std::string shown(double x) {
  char out[40];
  std::snprintf(out, sizeof out, "%.17g", x);
  return out;
}
inline std::string shown(const std::string &x) { return "\"" + x + "\""; }
template <class T>
std::string shown(const std::vector<T> &x) {
  std::string out = "{";
  for (const T &item : x) out += (out.size() > 1 ? ", " : "") + shown(static_cast<double>(item));
  return out + "}";
}

inline bool same(double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); }
inline bool same(const std::string &x, const std::string &y) { return x == y; }
template <class T>
bool same(const std::vector<T> &x, const std::vector<T> &y) {
  bool equal = x.size() == y.size();
  for (std::size_t i = 0; equal && i < x.size(); ++i)
    equal = same(static_cast<double>(x[i]), static_cast<double>(y[i]));
  return equal;
}

template <class T>
void expect(const Place &at, const char *what, const T &got, const T &expected) {
  if (!same(got, expected)) report(at, std::string(what) + " is " + shown(got) + ", expected " + shown(expected));
}
inline void expect_near(const Place &at, const char *what, double got, double expected) {
  if (!(std::fabs(got - expected) <= 1e-12 * (1 + std::fabs(expected)))) expect(at, what, got, expected);
}

template <class Call>
void expect_error(const Place &at, wald_status status, const std::string &message, Call call) {
  try {
    call();
    report(at, "no error: " + message);
  } catch (const wald::Error &error) {
    if (error.status() != status)
      report(at, "status " + std::to_string(error.status()) + ", expected " + std::to_string(status));
    expect(at, "the message", std::string(error.what()), message);
  }
}

#define CHECK(condition)                        \
  do {                                          \
    if (!(condition)) report(HERE, #condition); \
  } while (0)
#define EQUAL(x, y) expect(HERE, #x, static_cast<double>(x), static_cast<double>(y))
#define NEAR(x, y) expect_near(HERE, #x, x, y)
#define TEXT(x, y) expect(HERE, #x, std::string(x), std::string(y))
#define LIST(x, ...) expect(HERE, #x, x, std::decay_t<decltype(x)> __VA_ARGS__)
#define FAILS(status, message, ...) expect_error(HERE, status, message, [&] { (void)(__VA_ARGS__); })

// Scores of three models: rows whose first score is far from 0 need no other one.
inline const std::vector<double> model_scores = {4, 1,  -1, -4, 1,  1, 0.5,  -2, 1,  0.25, 2, -1,
                                                 5, -1, 1,  -5, -1, 2, 0.75, 1,  -3, -0.5, 1, 2};

inline wald::CascadeScores scores_of_three(bool weighted = true) {
  const std::vector<double> weights = {1, 2, 1, 0.5, 1, 1, 3, 1};
  wald::CascadeScores out(3);
  out.feed(wald::Table(model_scores.data(), 8, 3), weighted ? wald::Array(weights) : wald::Array());
  return out;
}

// Two stumps over two features, the second of a category.
inline wald::Trees two_stumps() {
  wald::Trees::Shape shape;
  shape.n_features = 2;
  shape.base = {0.5};
  wald::Trees out(shape);
  wald::Trees::Tree tree;
  tree.split = {WALD_SPLIT_AT_MOST, WALD_SPLIT_LEAF, WALD_SPLIT_LEAF};
  tree.missing = {WALD_MISSING_LEFT, WALD_MISSING_RIGHT, WALD_MISSING_RIGHT};
  tree.feature = {0, 0, 0};
  tree.left = {1, 0, 0};
  tree.right = {2, 0, 0};
  tree.threshold = {1.5, 0, 0};
  tree.values = {0, -2, 3};
  out.add(tree);
  tree.split[0] = WALD_SPLIT_AMONG;
  tree.feature[0] = 1;
  tree.category_begin = {0, 2, 2, 2};
  tree.categories = {1, 4};
  tree.values = {0, 10, 20};
  out.add(tree);
  return out;
}

inline wald::Stages some_stages() {
  static const std::vector<double> confidences = {0.9, 0.8, 0.7, 0.9, 0.4, 0.6, 0.3, 0.9, 0.8, 0.7, 0.2, 0.8};
  static const std::vector<double> costs = {1, 10, 1, 12, 2, 10, 1, 9, 1, 10, 2, 11};
  wald::Stages out(2);
  wald::Stages::Rows rows;
  rows.confidences = wald::Table(confidences.data(), 6, 2);
  rows.costs = wald::Table(costs.data(), 6, 2);
  rows.answers = {1, 1, 2, 2, 0, 1, 1, 0, 0, 0, 2, 1};
  rows.truth = {1, 2, 1, 1, -1, 1};
  rows.segments = {0, 1, 0, 1, 1, 0};
  out.feed(rows);
  return out;
}

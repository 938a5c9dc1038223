// Options: whatever a user can set by name. Each is one row of a .def file beside the structure that it is a member of;
// the member, its default, its bounds, its documentation in every language and its checks all come from that row.
//
// A .def file holds rows of these forms (see members.inc and rows.inc, which give them their meanings):
//
//   WALD_NUMBER(name, default, bounds, calls, concerns, sentence)              double; `unset` may be the default
//   WALD_INTEGER(name, default, bounds, calls, concerns, sentence)               int64_t; `unset_integer` may be the default
//   WALD_SEED(name, calls, concerns, sentence)                                 uint64_t, 0
//   WALD_SWITCH(name, default, calls, concerns, sentence)                      bool
//   WALD_CHOICE(name, Enum, vocabulary, default, calls, concerns, sentence)    an enumeration with words
//   WALD_TEXT(name, default, calls, concerns, sentence)                        std::string
//   WALD_NUMBERS(name, bounds, calls, concerns, sentence)                      std::vector<double>, empty by default
//   WALD_INTEGERS(name, bounds, calls, concerns, sentence)                       std::vector<int64_t>, empty by default
//   WALD_TEXTS(name, calls, concerns, sentence)                                std::vector<std::string>, empty by default
//   WALD_METRIC(name, calls, concerns, sentence)                               std::shared_ptr<const Metric>, none by default
//   WALD_PROGRESS(name, calls, concerns, sentence)                             Progress, none by default
//
// `calls`: the calls that read the option, space-separated; "": all that take the family.
// `concerns`: what must be at work beside: any one of these options (set to something else than its default), words of
// choices, learners, calls, or properties of the rows; space-separated; "": nothing.
// A call that is given an option that it does not read refuses it (core/catalogue/option_set.hpp).
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/described/words.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core {

enum class OptionType : int32_t {
  number,
  integer,
  seed,
  on_off,
  choice,
  text,
  numbers,
  integers,
  texts,
  metric,
  progress
};
const char *type_name(OptionType type);  // "number", "integer", "seed", "switch", "choice", "text", "numbers", ...

// An interval, whose ends may be left out.
struct Bounds {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool open_low = false, open_high = false;

  bool holds(double x) const { return (open_low ? x > low : x >= low) && (open_high ? x < high : x <= high); }
};

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double max_integer = 9007199254740992.0;  // 2^53: every whole number up to it is a double
constexpr Bounds closed(double low, double high) { return {low, high, false, false}; }
constexpr Bounds open(double low, double high) { return {low, high, true, true}; }
constexpr Bounds half_open(double low, double high) { return {low, high, false, true}; }
constexpr Bounds finite() { return {-infinite, infinite, true, true}; }
constexpr Bounds finite_at_least(double low) { return {low, infinite, false, true}; }
constexpr Bounds finite_above(double low) { return {low, infinite, true, true}; }
constexpr Bounds at_least(double low) { return {low, infinite, false, false}; }
constexpr Bounds above(double low) { return {low, infinite, true, false}; }
constexpr Bounds integer_from(double low) { return {low, max_integer, false, false}; }
// "in [0, 1)", "finite and above 0", "at least 2"; empty if there is no bound.
std::string range_of(const Bounds &bounds);
// What is wrong with a value out of bounds: "must lie in [0, 1)", "must be finite and above 0", "must be at least 2".
std::string text_of(const Bounds &bounds, double value);

// A number that is not set, and a whole number that is not: the member holds this, a user cannot set it.
constexpr double unset = std::numeric_limits<double>::quiet_NaN();
constexpr int64_t unset_integer = -1;

struct OptionRow {
  const char *name;
  OptionType type;
  Bounds bounds;
  Vocabulary choices;  // of a choice; else empty
  const char *calls;
  const char *concerns;
  const char *sentence;
  void *(*member)(void *options);  // the address of the member in the structure that the row belongs to
};

// A list that has one number for all items, or one per item. item: what messages call one of them, such as "label".
// Throws Error(argument) where it has another number of them.
void check_one_or_each(const char *name, const std::vector<double> &list, int64_t items, const char *item);
inline double one_or_each(const std::vector<double> &list, int64_t item) {
  return list.size() == 1 ? list[0] : list[static_cast<std::size_t>(item)];
}

// Throws Error(argument) where a value of a whole number is outside the bounds of its row.
void check_integer(const OptionRow &row, int64_t value);

// The rows of one structure.
struct OptionTable {
  const OptionRow *rows;
  std::size_t size;

  const OptionRow *begin() const { return rows; }
  const OptionRow *end() const { return rows + size; }
};

// Throws Error(argument) if a member is outside the bounds of its row; what is not set passes where that is the
// default.
void check_bounds(const OptionTable &table, const void *options, const void *defaults);
template <class Options>
void check_bounds(const Options &options) {
  const Options defaults;
  check_bounds(rows_of(&options), &options, &defaults);
}

}  // namespace wald::core

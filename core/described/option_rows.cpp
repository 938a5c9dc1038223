// Checks the values of options against the bounds of their rows.
#include "core/numeric/contraction.hpp"  // first

#include "core/described/option_rows.hpp"

#include <cmath>
#include <cstring>

#include "core/base/error.hpp"

namespace wald::core {

const char *type_name(OptionType type) {
  constexpr const char *names[] = {"number",  "integer",  "seed",  "switch", "choice",  "text",
                                   "numbers", "integers", "texts", "metric", "progress"};
  return names[static_cast<std::size_t>(type)];
}

std::string range_of(const Bounds &b) {
  const bool from = std::isfinite(b.low), to = std::isfinite(b.high) && b.high < max_integer;
  if (from && to) return text("in ", b.open_low ? "(" : "[", b.low, ", ", b.high, b.open_high ? ")" : "]");
  if (to) return text(b.open_high ? "below " : "at most ", b.high);
  const std::string finite = std::isinf(b.high) && b.open_high ? "finite" : "";
  if (!from) return finite;
  return text(finite, finite.empty() ? "" : " and ", b.open_low ? "above " : "at least ", b.low);
}

std::string text_of(const Bounds &b, double value) {
  // Only who comes near it is told of the greatest whole number.
  if (std::isfinite(b.high) && value > b.high && b.high >= max_integer) return text("must be at most ", b.high);
  const std::string range = range_of(b);
  return (range.substr(0, 3) == "in " ? "must lie " : "must be ") + (range.empty() ? "a number" : range);
}

namespace {

template <class T>
const T &member(const OptionRow &row, const void *options) {
  return *static_cast<const T *>(row.member(const_cast<void *>(options)));
}

template <class T>
void check_list(const OptionRow &row, const std::vector<T> &values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!row.bounds.holds(static_cast<double>(values[i])))
      fail(Status::argument, row.name, "[", i, "] is ", values[i], ": ",
           text_of(row.bounds, static_cast<double>(values[i])));
}

void check_number(const OptionRow &row, double value, double unset) {
  if (!row.bounds.holds(value) && !(std::isnan(value) && std::isnan(unset)))
    fail(Status::argument, row.name, " is ", value, ": ", text_of(row.bounds, value));
}

// An enumerator, whose type is not known here.
void check_choice(const OptionRow &row, const void *options) {
  int32_t value;
  std::memcpy(&value, row.member(const_cast<void *>(options)), sizeof value);
  if (*word_of(row.choices, value)) return;
  std::string known;
  for (const Word &word : row.choices) known += text(known.empty() ? "" : ", ", word.value, " (", word.name, ")");
  fail(Status::argument, row.name, " is ", value, ": must be one of ", known);
}

}  // namespace

void check_one_or_each(const char *name, const std::vector<double> &list, int64_t items, const char *item) {
  const auto n = static_cast<int64_t>(list.size());
  if (n == 1 || n == items) return;
  if (items == 1) fail(Status::argument, name, " has ", n, " numbers: must have 1, as there is one ", item);
  fail(Status::argument, name, " has ", n, " numbers: must have 1, or one for each of ", items, " ", item, "s");
}

void check_integer(const OptionRow &row, int64_t value) {
  if (!row.bounds.holds(static_cast<double>(value)))
    fail(Status::argument, row.name, " is ", value, ": ", text_of(row.bounds, static_cast<double>(value)));
}

void check_bounds(const OptionTable &table, const void *options, const void *defaults) {
  for (const OptionRow &row : table) switch (row.type) {
      case OptionType::number: check_number(row, member<double>(row, options), member<double>(row, defaults)); break;
      case OptionType::integer:
        if (const int64_t value = member<int64_t>(row, options);
            value != unset_integer || member<int64_t>(row, defaults) != unset_integer)
          check_integer(row, value);
        break;
      case OptionType::choice: check_choice(row, options); break;
      case OptionType::numbers: check_list(row, member<std::vector<double>>(row, options)); break;
      case OptionType::integers: check_list(row, member<std::vector<int64_t>>(row, options)); break;
      default: break;
    }
}

}  // namespace wald::core

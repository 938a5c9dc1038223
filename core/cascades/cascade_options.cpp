// Makes the table of the options of cascades, and checks them.
#include "core/numeric/contraction.hpp"  // first

#include <cmath>
#include <iterator>

#include "core/base/error.hpp"
#include "core/base/read_number.hpp"
#include "core/cascades/fit.hpp"

namespace wald::core::cascades {

Spending spending_by_name(std::string_view name) {
  if (name == "all") return {Spending::Kind::power, 0};
  if (name == "proportional") return {Spending::Kind::proportional, 0};
  constexpr std::string_view power = "power:";
  if (name.substr(0, power.size()) == power) {
    const std::string_view digits = name.substr(power.size());
    double exponent = -1;
    if (read_number(digits, exponent) && exponent >= 0 && std::isfinite(exponent))
      return {Spending::Kind::power, exponent};
  }
  fail(Status::argument, "spend is ", in_quotes(name), ": must be power:P with P at least 0, all, or proportional");
}

std::string spending_name(const Spending &spending) {
  if (spending.kind == Spending::Kind::proportional) return "proportional";
  return spending.exponent == 0 ? "all" : "power:" + written(spending.exponent);
}

OptionTable rows_of(const CascadeOptions *) {
#define WALD_STRUCT CascadeOptions
#define WALD_ROWS "core/cascades/cascade_options.def"
  static const OptionRow rows[] = {
#include "core/described/rows.inc"
  };
#undef WALD_STRUCT
  return {rows, std::size(rows)};
}

void check_ranges(const CascadeOptions &options) {
  check_bounds(options);
  if (options.folds == 1) fail(Status::argument, "folds is 1: must be 0 (none) or lie in [2, 1000]");
  if (!options.spend.empty()) spending_by_name(options.spend);
}

}  // namespace wald::core::cascades

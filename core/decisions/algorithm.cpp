#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/algorithm.hpp"

#include "core/error.hpp"

namespace wald::core {
namespace {

constexpr const char *names[] = {
    "auto",   "enumeration", "chai", "jansche", "jansche-approx", "ye",     "lewis",     "n16",      "n16-first-rise",
    "window", "categorical", "gfm",  "mode",    "marginal-modes", "ascent", "bisection", "separable"};

}  // namespace

const char *algorithm_name(Algorithm algorithm) { return names[static_cast<int32_t>(algorithm)]; }

Algorithm parse_algorithm(std::string_view name) {
  int32_t value = 0;
  std::string known;
  for (const char *candidate : names) {
    if (name == candidate) return static_cast<Algorithm>(value);
    known += text(value ? ", " : "", candidate);
    ++value;
  }
  fail(Status::argument, "algorithm ", in_quotes(name), " is unknown: the algorithms are ", known);
}

}  // namespace wald::core

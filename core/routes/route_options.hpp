// What a route is to reach, and how it is found and certified.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/word.hpp"
#include "core/described/option_rows.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::routes {

#define WALD_ROUTE_GOAL_WORDS(WORD)                                                          \
  WORD(cost, 0, "cost", "", "The least mean cost at which quality is at least min_quality.") \
  WORD(quality, 1, "quality", "", "The best quality within the budget.")                     \
  WORD(value, 2, "value", "", "The greatest mean value of the answers less their cost.")
enum class RouteGoal : int32_t { WALD_ROUTE_GOAL_WORDS(WALD_ENUMERATOR) };
constexpr Word route_goal_words[] = {WALD_ROUTE_GOAL_WORDS(WALD_WORD)};

#define WALD_ROUTE_MEASURE_WORDS(WORD)                                                                    \
  WORD(accuracy, 0, "accuracy", "", "The share of the answers that are right.")                           \
  WORD(agreement, 1, "agreement", "", "The share of the answers that are those of the last stage.")       \
  WORD(precision, 2, "precision", "", "The share of the answers with the positive class that are right.") \
  WORD(recall, 3, "recall", "", "The share of the rows of the positive class that are answered with it.") \
  WORD(f, 4, "f", "f_beta", "The F-measure of the positive class, by `beta`.")
enum class RouteMeasure : int32_t { WALD_ROUTE_MEASURE_WORDS(WALD_ENUMERATOR) };
constexpr Word route_measure_words[] = {WALD_ROUTE_MEASURE_WORDS(WALD_WORD)};

#define WALD_ROUTE_BY_WORDS(WORD)                                                  \
  WORD(none, 0, "none", "", "All rows have the same thresholds.")                  \
  WORD(first_class, 1, "class", "", "Each class of the first answer has its own.") \
  WORD(segment, 2, "segment", "", "Each segment has its own.")
enum class RouteBy : int32_t { WALD_ROUTE_BY_WORDS(WALD_ENUMERATOR) };
constexpr Word route_by_words[] = {WALD_ROUTE_BY_WORDS(WALD_WORD)};

struct RouteOptions {
#define WALD_ROWS "core/routes/route_options.def"
#include "core/described/members.inc"
};
OptionTable rows_of(const RouteOptions *);
void check_ranges(const RouteOptions &options);

}  // namespace wald::core::routes

// The report on a chosen route.
#ifndef WALD_CLI_ROUTES_ROUTE_REPORT_HPP
#define WALD_CLI_ROUTES_ROUTE_REPORT_HPP

#include <cstdint>
#include <string>

#include "routes/route_names.hpp"
#include "wald.hpp"

namespace wald::cli {

struct RouteReport {
  struct Test {
    std::int64_t rows = 0;  // 0: there are no others
    Route::Evaluation found;
  };

  const Route &route;
  const RouteNames &names;
  Test test;  // on rows that it was not chosen on
};

std::string route_json(const RouteReport &report);
std::string route_text(const RouteReport &report);

}  // namespace wald::cli

#endif

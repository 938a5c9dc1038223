// The options of routes, from the settings.
#ifndef WALD_CLI_ROUTES_ROUTE_OPTIONS_HPP
#define WALD_CLI_ROUTES_ROUTE_OPTIONS_HPP

#include "routes/route_names.hpp"
#include "settings.hpp"

namespace wald::cli {

/// What the settings say, the positive class by its name.
RouteOptions make_route_options(const Settings &settings, const Names &classes);

}  // namespace wald::cli

#endif

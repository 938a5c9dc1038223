// Routes of which the quality is at least a limit for all future rows, with a probability, whatever the distribution:
// fixed-sequence testing. A pilot part of the rows gives a path of routes, from the one that holds the limit most
// surely to ever cheaper ones; the other rows test them one after the other, up to the first that does not pass. As the
// path is fixed before it is tested, a route that breaks the limit passes with probability 1 - certify at most. Tests:
//
// - Rows that weigh the same by design and came without probabilities to be labelled: the labelled ones are a random
//   sample of all, and those that are right are binomial given how many count. Exact. A row that is right by a share is
//   taken as right with that probability, which leaves the mean as it is.
// - Else bets (Waudby-Smith and Ramdas 2024): with the probabilities p known, a row loses its error over p where it was
//   labelled, and nothing where it was not, so that rows without a label count too. A gambler who bets that the limit
//   holds multiplies the capital by 1 + bet z, z = w ((1 - q) - error/p), of which the mean is at most 1 if it does
//   not hold; to reach 1/delta ever has probability delta at most. So labels may be drawn in batches, each by what the
//   ones before it showed, and labelling may stop whenever the certificate is reached. The greatest weight and the least
//   probability come from the options: those of the rows fed are data, and a bet in their units is not fair.
#pragma once

#include "core/numeric/monitor.hpp"
#include "core/routes/route.hpp"
#include "core/routes/stages.hpp"

namespace wald::core::routes {

// What is found of the route is certificate and envelope; where nothing passes it is the last stage alone.
Route certified_route(const Stages &stages, const RouteOptions &options, std::size_t most_points, Monitor &monitor);

}  // namespace wald::core::routes

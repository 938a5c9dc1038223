// Keeps the corners of an upper hull of points that come from left to right.
#pragma once

#include <vector>

namespace wald::core {

// Adds a corner, and drops those that it puts below or on the hull. turns(a, b, c): whether b is above the chord from a to c.
template <class Corner, class Turns>
void add_corner(std::vector<Corner> &hull, const Corner &next, const Turns &turns) {
  while (hull.size() >= 2 && !turns(hull[hull.size() - 2], hull.back(), next)) hull.pop_back();
  hull.push_back(next);
}

}  // namespace wald::core

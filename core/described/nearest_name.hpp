// The name that a misspelt one probably means.
#pragma once

#include <string_view>
#include <vector>

namespace wald::core {

// The known name with the fewest letters to insert, remove, replace or swap with a neighbour, whatever the case: at
// most one of them in three letters. Empty if none is that near; the first of several that are equally near.
std::string_view nearest_name(std::string_view asked, const std::vector<std::string_view> &known);

}  // namespace wald::core

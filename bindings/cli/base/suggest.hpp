// The nearest known word to one that is not known.
#ifndef WALD_CLI_BASE_SUGGEST_HPP
#define WALD_CLI_BASE_SUGGEST_HPP

#include <string>
#include <string_view>
#include <vector>

namespace wald::cli {

/// "; did you mean WORD?", or "" where no known word is near.
std::string suggestion(std::string_view word, const std::vector<std::string> &known);

}  // namespace wald::cli

#endif

// The lines of a source, one by one.
#ifndef WALD_CLI_INPUT_LINES_HPP
#define WALD_CLI_INPUT_LINES_HPP

#include <functional>
#include <string_view>

#include "base/errors.hpp"
#include "input/source.hpp"

namespace wald::cli {

/// Calls `line` for each line without its end, an empty one included; the position is that of the line.
void scan_lines(Source &source, Position &position, const std::function<void(std::string_view)> &line);

}  // namespace wald::cli

#endif

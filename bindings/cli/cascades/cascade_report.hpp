// The facts of a fitted cascade: as JSON, and in words.
#ifndef WALD_CLI_CASCADES_CASCADE_REPORT_HPP
#define WALD_CLI_CASCADES_CASCADE_REPORT_HPP

#include <string>

#include "wald.hpp"

namespace wald::cli {

std::string cascade_json(const Cascade &cascade);
std::string cascade_text(const Cascade &cascade);

}  // namespace wald::cli

#endif

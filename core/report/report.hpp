// A page about the gain of deciding for a metric, with everything in it that it needs to be opened.
#pragma once

#include <string>

#include "core/report/input.hpp"

namespace wald::core::report {

// The numbers of the report, as JSON.
std::string report_data(const ReportInput &input);

// The page around them: drawing code, styles, data.
std::string report_page(const std::string &data);

}  // namespace wald::core::report

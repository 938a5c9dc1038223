// Curves of one label, or of all cells together: precision and recall, ROC, reliability, scores, net benefit.
#pragma once

#include "core/report/json_text.hpp"
#include "core/report/system.hpp"

namespace wald::core::report {

// Writes the curves of a label; of all cells for -1, without intervals, for cells of one row are not independent.
void write_curves(JsonText &out, const ReportInput &input, const std::vector<SystemReport> &systems,
                  const std::vector<double> &weight, int64_t label);

}  // namespace wald::core::report

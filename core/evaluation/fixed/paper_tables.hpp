// Tables of an evaluation for papers: metrics by model, and comparisons below them.
#pragma once

#include <string>

#include "core/evaluation/fixed/threshold_evaluation.hpp"

namespace wald::core::evaluation {

std::string markdown_of(const ThresholdEvaluation &evaluation);
// With the rules of booktabs.
std::string latex_of(const ThresholdEvaluation &evaluation);

}  // namespace wald::core::evaluation

// The report on a fitted learner: as JSON, and in words.
#ifndef WALD_CLI_LEARNERS_FIT_REPORT_HPP
#define WALD_CLI_LEARNERS_FIT_REPORT_HPP

#include <string>

#include "learners/training_rows.hpp"
#include "wald.hpp"

namespace wald::cli {

std::string fit_json(const TrainingRows &rows, const Learner &learner);
std::string fit_text(const TrainingRows &rows, const Learner &learner);

}  // namespace wald::cli

#endif

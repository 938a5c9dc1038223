// A sample of scored rows, from tables and from samples that were saved.
#ifndef WALD_CLI_THRESHOLDS_SAMPLE_INPUT_HPP
#define WALD_CLI_THRESHOLDS_SAMPLE_INPUT_HPP

#include <string>
#include <vector>

#include "base/progress.hpp"
#include "settings.hpp"

namespace wald::cli {

struct NamedSample {
  std::vector<std::string> scores;  // their names
  Sample sample;
};

/// The rows of every FILE and of every saved sample that the settings name.
NamedSample read_sample(const Settings &settings, Progress &progress);

/// The sample as text that every interface of the library loads, with the names of the scores beside.
std::string save_sample(const NamedSample &sample);

}  // namespace wald::cli

#endif

// Lines of sparse rows with their targets, as libsvm and its kin write them: "1,5 3:0.5 17:2" or "+1 3:0.5 17:2", and
// "3:0.5 17:2" of a row without any. What follows a # is a comment.
#ifndef WALD_CLI_LEARNERS_LABELLED_LINES_HPP
#define WALD_CLI_LEARNERS_LABELLED_LINES_HPP

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "input/source.hpp"

namespace wald::cli {

struct LabelledLine {
  std::vector<std::string_view> targets;
  std::vector<std::pair<std::int64_t, double>> features;  // by the file's numbers, ascending; zeros are left out
};

/// Calls `line` for each row of the file.
void scan_labelled_lines(Source &source, Position &position, const std::function<void(const LabelledLine &)> &line);

}  // namespace wald::cli

#endif

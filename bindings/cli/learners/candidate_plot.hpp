// The picture of the rules that a learner compared.
#ifndef WALD_CLI_LEARNERS_CANDIDATE_PLOT_HPP
#define WALD_CLI_LEARNERS_CANDIDATE_PLOT_HPP

#include <string>
#include <vector>

#include "base/output.hpp"
#include "wald.hpp"

namespace wald::cli {

/// The names of the rules that were compared; none if the rule was set, or the learner is another one.
std::vector<std::string> candidate_names(const Learner &learner);

class CandidatePlot {
 public:
  /// `path` ends in .svg or .png. Fails at once where it cannot be written.
  explicit CandidatePlot(const std::string &path);

  /// The rules by their values out of fold, the best above, with intervals of 95 % of their gains over the first choice.
  void draw(const Learner &learner);

 private:
  Output output_;
  bool svg_;
};

}  // namespace wald::cli

#endif

// Weighted label vectors, gathered by instance.
#ifndef WALD_CLI_DECIDE_BELIEFS_JOINT_HPP
#define WALD_CLI_DECIDE_BELIEFS_JOINT_HPP

#include <string>
#include <vector>

#include "decide/beliefs/beliefs.hpp"
#include "input/source.hpp"
#include "settings.hpp"

namespace wald::cli {

/// Takes label vectors in the order of the file, and gives them by instance.
class VectorGatherer {
 public:
  void add(std::int64_t instance, double weight, const std::vector<std::int64_t> &ones);

  /// Fails if all the weights of an instance are 0.
  VectorTable gather(const std::string &source, const std::vector<std::string> &names, std::int64_t n_instances);

 private:
  std::vector<std::int64_t> instances_;
  VectorTable rows_;  // ungathered
};

void read_joint_csv(Source &source, const Settings &settings, Beliefs &beliefs);
void read_joint_libsvm(Source &source, Beliefs &beliefs);

}  // namespace wald::cli

#endif

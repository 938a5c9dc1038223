#include "beliefs.hpp"

#include "counts.hpp"
#include "joint.hpp"
#include "libsvm.hpp"
#include "probabilities.hpp"
#include "source.hpp"

namespace wald::cli {

Beliefs read_beliefs(const Settings &settings, Progress &progress) {
  Beliefs beliefs;
  Source source(settings.file, progress);
  beliefs.source = source.name();
  beliefs.kind = settings.given;
  if (settings.libsvm) {
    beliefs.labels = numbered_labels(*settings.n_labels);
    if (settings.given == WALD_JOINT)
      read_joint_libsvm(source, beliefs);
    else
      read_probabilities_libsvm(source, beliefs);
  } else if (settings.given == WALD_JOINT) {
    read_joint_csv(source, settings, beliefs);
  } else if (settings.given == WALD_COUNTS) {
    read_counts_csv(source, settings, beliefs);
  } else {
    read_probabilities_csv(source, settings, beliefs);
  }
  return beliefs;
}

}  // namespace wald::cli

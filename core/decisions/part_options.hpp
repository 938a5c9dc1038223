// Options for a step of some work, whose progress goes on within a part of the whole.
#pragma once

#include "core/decisions/decision.hpp"

namespace wald::core::decisions {

class PartOptions {
 public:
  PartOptions(const DecisionOptions &options, Monitor &whole, double from, double to)
      : options_(options), monitor_(whole, from, to) {
    if (!options.progress.function) return;
    options_.progress.user = this;
    options_.progress.function = [](double fraction, void *user) -> int32_t {
      try {
        static_cast<PartOptions *>(user)->monitor_.at(fraction);
      } catch (const Error &) {
        return 1;
      }
      return 0;
    };
  }
  PartOptions(const PartOptions &) = delete;
  PartOptions &operator=(const PartOptions &) = delete;
  const DecisionOptions &options() const { return options_; }

 private:
  DecisionOptions options_;
  PartMonitor monitor_;
};

}  // namespace wald::core::decisions

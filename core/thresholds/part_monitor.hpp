// Progress of work that has parts.
#pragma once

#include <algorithm>

#include "core/numeric/monitor.hpp"

namespace wald::core {

// Says how far a part of the work is; never less than it said before, though searches start anew.
class PartMonitor final : public Monitor {
 public:
  PartMonitor(Monitor &outer, double from, double to) : outer_(outer), from_(from), to_(to) {}
  void at(double fraction) override {
    furthest_ = std::max(furthest_, fraction);
    outer_.at(std::min(to_, from_ + (to_ - from_) * furthest_));
  }

 private:
  Monitor &outer_;
  double from_, to_, furthest_ = 0;
};

}  // namespace wald::core

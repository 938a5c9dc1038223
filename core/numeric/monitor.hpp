// Progress and cancellation of long work, on the thread that asked for it.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "core/base/error.hpp"

namespace wald::core {

// Called during long work with a fraction in [0, 1]; cancels where it returns nonzero.
struct Progress {
  int32_t (*function)(double fraction, void *user) = nullptr;
  void *user = nullptr;
};

class Monitor {
 public:
  virtual ~Monitor() = default;
  // Says how much is done, in [0, 1]; throws Error(cancelled) where the work shall stop.
  virtual void at(double fraction) = 0;
};

class NoMonitor final : public Monitor {
 public:
  void at(double) override {}
};

// One of several parts of the work, from one fraction of the whole to another. What it says never falls, though the
// part may consist of steps that each begin anew.
class PartMonitor final : public Monitor {
 public:
  PartMonitor(Monitor &whole, double from, double to) : whole_(whole), from_(from), to_(to) {}
  void at(double fraction) override {
    furthest_ = std::max(furthest_, fraction);
    whole_.at(std::min(to_, from_ + (to_ - from_) * furthest_));
  }

 private:
  Monitor &whole_;
  double from_, to_, furthest_ = 0;
};

// Calls back at the start, and then not more often than is worth looking at.
class CallbackMonitor final : public Monitor {
 public:
  using Function = int32_t (*)(double fraction, void *user);
  explicit CallbackMonitor(const Progress &progress) : function_(progress.function), user_(progress.user) {}

  void at(double fraction) override {
    if (!function_) return;
    const auto now = std::chrono::steady_clock::now();
    if (called_ && fraction < 1 && now - last_ < std::chrono::milliseconds(50)) return;
    called_ = true;
    last_ = now;
    if (function_(fraction, user_) != 0) fail(Status::cancelled, "cancelled by the progress callback");
  }

 private:
  Function function_;
  void *user_;
  bool called_ = false;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace wald::core

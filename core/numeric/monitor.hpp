// Progress and cancellation of long work, on the thread that asked for it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "core/error.hpp"

namespace wald::core {

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

// Calls back at the start, and then not more often than is worth looking at.
class CallbackMonitor final : public Monitor {
 public:
  using Function = int32_t (*)(double fraction, void *user);
  CallbackMonitor(Function function, void *user) : function_(function), user_(user) {}

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

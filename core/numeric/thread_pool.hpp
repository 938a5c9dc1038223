// Threads that help calls, and are kept from one call to the next.
#pragma once

#include "core/numeric/mutex.hpp"

namespace wald::core {

// Work that several threads share.
class SharedWork {
 public:
  SharedWork() = default;
  SharedWork(const SharedWork &) = delete;
  SharedWork &operator=(const SharedWork &) = delete;
  virtual ~SharedWork() = default;
  // Whether a helper would find anything to do.
  virtual bool is_left() const noexcept = 0;
  // Works until nothing is left. Workers are numbered from 1.
  virtual void help(int worker) noexcept = 0;
  // Helpers were at work when a callback of the caller forked the process, and are not in the new one.
  virtual void lost_helpers() noexcept = 0;
};

struct HelpedCall;
class ThreadPool;

// While this lives, up to `most` threads help. None starts at once: a call that ends soon is over before a thread has
// woken up, so only calls that take longer than some wake-ups are helped.
class Helpers {
 public:
#ifndef WALD_ONE_THREAD
  Helpers(SharedWork &work, int most);
  ~Helpers();  // returns when no thread helps any more
  Helpers(const Helpers &) = delete;
  Helpers &operator=(const Helpers &) = delete;

 private:
  ThreadPool *pool_ = nullptr;
  HelpedCall *call_ = nullptr;
#else
  Helpers(SharedWork &, int) {}
#endif
};

}  // namespace wald::core

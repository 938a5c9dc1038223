// Threads that help calls, and are kept from one call to the next.
#pragma once

#include "core/numeric/mutex.hpp"

#ifndef WALD_ONE_THREAD
#include <cfenv>
#include <condition_variable>
#include <optional>
#endif

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
  // Helpers were at work when a callback forked the process; the new process does not have them.
  virtual void lost_helpers() noexcept = 0;
};

#ifndef WALD_ONE_THREAD

class ThreadPool;

// A call that waits for helpers. It lives on the stack of its caller, so that no memory is needed for it.
struct HelpedCall {
  HelpedCall(SharedWork &shared, int helpers) : work(shared), most(helpers) { std::fegetenv(&environment); }
  bool wants_help() const { return begun < most && work.is_left(); }

  SharedWork &work;
  const int most;
  int summoned = 0, begun = 0, running = 0;
  std::fenv_t environment;  // the caller's rounding and denormals: with any other, helpers would compute other bits
  std::condition_variable done;
  HelpedCall *before = nullptr, *next = nullptr;  // in the pool's list
};

#endif

// After summon(), up to `most` threads of the pool help while this lives. The destructor waits for those that have
// begun.
class Helpers {
 public:
  Helpers(const Helpers &) = delete;
  Helpers &operator=(const Helpers &) = delete;
#ifdef WALD_ONE_THREAD
  Helpers(SharedWork &, int) {}
  void summon() {}
#else
  Helpers(SharedWork &work, int most) : work_(work), most_(most) {}
  ~Helpers();
  void summon();

 private:
  SharedWork &work_;
  const int most_;
  ThreadPool *pool_ = nullptr;
  std::optional<HelpedCall> call_;
#endif
};

}  // namespace wald::core

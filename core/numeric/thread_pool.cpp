#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/thread_pool.hpp"

#ifndef WALD_ONE_THREAD

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <chrono>
#include <condition_variable>
#include <list>
#include <new>
#include <thread>
#include <vector>

#ifndef _WIN32
#include <signal.h>
#include <unistd.h>
#else
extern "C" int __stdcall GetModuleHandleExW(unsigned long, const wchar_t *, void **);
#endif

namespace wald::core {

namespace {

using PoolClock = std::chrono::steady_clock;

// A call is helped once it has lasted this long: waking a thread up takes 5 to 50 microseconds.
constexpr std::chrono::microseconds patience{100};
// A thread that nobody has needed for this long ends.
constexpr std::chrono::seconds kept_for{60};
// Of all calls together, as of one (worker_count).
constexpr std::size_t most_threads = 1023;

}  // namespace

struct HelpedCall {
  SharedWork &work;
  int most;
  PoolClock::time_point due;
  std::fenv_t environment;  // rounding and denormals of the caller, so that all threads come to the same bits
  int begun = 0, running = 0;
  std::condition_variable done;

  bool wants_help() const { return begun < most && work.is_left(); }
};

namespace {

#ifndef _WIN32
int64_t this_process() { return getpid(); }

// Signals of the process go to the program's own threads. Faults of a thread, and samples of profilers, stay its own.
class WithoutSignals {
 public:
  WithoutSignals() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGPROF}) sigdelset(&blocked, own);
    pthread_sigmask(SIG_BLOCK, &blocked, &before_);
  }
  ~WithoutSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

void keep_library_loaded() {}
#else
int64_t this_process() { return 0; }
struct WithoutSignals {
  ~WithoutSignals() {}
};

// Windows runs destructors of a library under a lock that threads need to end, so they cannot be waited for there. The
// library stays in memory instead.
void keep_library_loaded() {
  void *module = nullptr;
  constexpr unsigned long pin = 1, from_address = 4;
  GetModuleHandleExW(pin | from_address, reinterpret_cast<const wchar_t *>(&keep_library_loaded), &module);
}
#endif

}  // namespace

class ThreadPool {
 public:
  explicit ThreadPool(ThreadPool *before) : before_(before) {}

  int64_t process() const { return process_; }

  void announce(HelpedCall &call) {
    const Lock lock(mutex_);
    calls_.push_back(&call);
    wake_one();
  }

  void withdraw(HelpedCall &call) {
    std::unique_lock<Mutex> lock(mutex_);
    calls_.erase(std::find(calls_.begin(), calls_.end(), &call));
    call.done.wait(lock, [&] { return call.running == 0; });
  }

  // Ends the threads that help nobody. The others belong to calls that run while the process ends.
  void stop() {
    std::list<Thread> idle;
    {
      const Lock lock(mutex_);
      stopping_ = true;
      idle.splice(idle.end(), ended_);
      for (auto at = threads_.begin(); at != threads_.end();) {
        const auto thread = at++;
        if (thread->busy)
          thread->handle.detach();
        else
          idle.splice(idle.end(), threads_, thread);
      }
      wake_.notify_all();
    }
    for (Thread &thread : idle) thread.handle.join();
  }

 private:
  struct Thread {
    std::thread handle;
    bool busy = false;
  };
  using Self = std::list<Thread>::iterator;

  // Sees to it that some thread looks after the calls that want help.
  void wake_one() {
    std::size_t wanted = 0;
    bool is_due = false;
    const auto now = PoolClock::now();
    for (const HelpedCall *call : calls_) {
      wanted += static_cast<std::size_t>(call->most);
      if (call->wants_help() && call->due <= now) is_due = true;
    }
    if (stopping_ || (watched_ && !is_due)) return;  // whoever watches looks again when a call is due
    if (idle_ > 0)
      wake_.notify_one();
    else if (threads_.size() < std::min(wanted, most_threads))
      start();
  }

  void start() {
    for (Thread &thread : ended_) thread.handle.join();
    ended_.clear();
    try {
      threads_.emplace_front();
    } catch (const std::bad_alloc &) {
      return;
    }
    const WithoutSignals without;
    try {
      threads_.front().handle = std::thread([this, self = threads_.begin()] { run(self); });
    } catch (...) {
      threads_.pop_front();  // no thread or no memory for one: the others do the work
    }
  }

  void run(Self self) {
    std::unique_lock<Mutex> lock(mutex_);
    while (!stopping_) {
      const auto now = PoolClock::now();
      auto next = PoolClock::time_point::max();
      HelpedCall *due = nullptr;
      for (HelpedCall *call : calls_) {
        if (!call->wants_help()) continue;
        if (call->due <= now) {
          due = call;
          break;
        }
        next = std::min(next, call->due);
      }
      if (due) {
        const int worker = ++due->begun;
        ++due->running;
        self->busy = true;
        wake_one();  // which wakes the next in turn
        lock.unlock();
        std::fesetenv(&due->environment);
        due->work.help(worker);
        lock.lock();
        self->busy = false;
        if (--due->running == 0) due->done.notify_all();
      } else if (next != PoolClock::time_point::max() && !watched_) {
        watched_ = true;
        wake_.wait_until(lock, next);
        watched_ = false;
      } else {
        ++idle_;
        const bool needless = wake_.wait_for(lock, kept_for) == std::cv_status::timeout && calls_.empty();
        --idle_;
        if (needless && !stopping_) {
          ended_.splice(ended_.end(), threads_, self);
          return;
        }
      }
    }
  }

  ThreadPool *const before_;  // of the process that this one was forked from, whose threads are not here
  const int64_t process_ = this_process();
  Mutex mutex_;
  std::condition_variable wake_;
  std::vector<HelpedCall *> calls_;
  std::list<Thread> threads_, ended_;
  int idle_ = 0;
  bool watched_ = false;  // whether a thread waits for the next call to be due
  bool stopping_ = false;
};

namespace {

// The one of this process. It is never freed: at the end of the process threads may still be about to look at it.
std::atomic<ThreadPool *> shared_pool{nullptr};

// Nothing where there is no memory.
ThreadPool *pool_of_process() {
  ThreadPool *known = shared_pool.load();
  if (known && known->process() == this_process()) return known;
  auto *const made = new (std::nothrow) ThreadPool(known);
  if (made && shared_pool.compare_exchange_strong(known, made)) {
    keep_library_loaded();
    return made;
  }
  delete made;
  return known && known->process() == this_process() ? known : nullptr;
}

// No thread may run code of a library that is unloaded.
struct PoolEnd {
  ~PoolEnd() {
#ifndef _WIN32
    ThreadPool *const pool = shared_pool.load();
    if (pool && pool->process() == this_process()) pool->stop();
#endif
  }
};
const PoolEnd pool_end;

}  // namespace

Helpers::Helpers(SharedWork &work, int most) {
  if (most < 1) return;
  pool_ = pool_of_process();
  if (!pool_) return;
  call_ = new (std::nothrow) HelpedCall{work, most, PoolClock::now() + patience, {}, 0, 0, {}};
  if (!call_) return;
  std::fegetenv(&call_->environment);
  try {
    pool_->announce(*call_);
  } catch (...) {  // no memory: the caller does the work
    delete call_;
    call_ = nullptr;
  }
}

Helpers::~Helpers() {
  if (!call_) return;
  if (pool_->process() == this_process()) {
    pool_->withdraw(*call_);
    delete call_;
  } else if (call_->running > 0) {
    call_->work.lost_helpers();
  }
}

}  // namespace wald::core

#endif

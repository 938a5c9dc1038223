// Shares the tasks of a loop among threads.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>

#include "core/numeric/mutex.hpp"
#include "core/numeric/thread_pool.hpp"

#ifndef WALD_ONE_THREAD
#include <thread>
#endif

namespace wald::core {
namespace {

using LoopClock = std::chrono::steady_clock;
using LoopBody = std::function<void(int64_t, int, Monitor &)>;

// Waking a thread takes 5 to 50 microseconds. A call of few numbers is helped once it has lasted this long, if it will
// last this long again.
constexpr std::chrono::microseconds patience{50};
constexpr int64_t few_numbers = int64_t{1} << 15;

// What the workers share: the next task, and the smallest task that failed.
class Loop {
 public:
  Loop(int64_t tasks, int workers) : tasks_(tasks), chunk_(std::clamp<int64_t>(tasks / (workers * 16), 1, 256)) {}

  template <class Body>
  void work(const Body &body) {
    while (true) {
      const int64_t begin = next_.fetch_add(chunk_);
      const int64_t end = std::min(begin + chunk_, tasks_);
      if (begin >= end) return;
      for (int64_t i = begin; i < end; ++i) {
        // A task before the failed one still runs, so that the error does not depend on the threads.
        if (i >= failed_.load(std::memory_order_relaxed)) return;
        try {
          body(i);
        } catch (...) {
          fail_at(i, std::current_exception());
          return;
        }
        done_.fetch_add(1, std::memory_order_relaxed);
      }
    }
  }
  void fail_at(int64_t task, std::exception_ptr error) {
    const Lock lock(mutex_);
    if (task >= failed_.load()) return;
    failed_ = task;
    error_ = std::move(error);
  }
  void rethrow() {
    if (error_) std::rethrow_exception(error_);
  }
  bool is_left() const {
    return next_.load(std::memory_order_relaxed) < tasks_ && failed_.load(std::memory_order_relaxed) == INT64_MAX;
  }
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }
  void cancel() { cancelled_ = true; }
  double fraction(double inside) const {
    return std::min(
        1.0, (static_cast<double>(done_.load(std::memory_order_relaxed)) + inside) / static_cast<double>(tasks_));
  }

 private:
  const int64_t tasks_, chunk_;
  std::atomic<int64_t> next_{0}, done_{0}, failed_{INT64_MAX};
  std::atomic<bool> cancelled_{false};
  Mutex mutex_;
  std::exception_ptr error_;
};

// Monitors of the tasks: the calling thread's reports, and summons helpers once the call has lasted; the others' only
// hear of a cancellation.
class CallerMonitor final : public Monitor {
 public:
  CallerMonitor(Loop &loop, Monitor &outer, Helpers &helpers, bool alone_at_first)
      : loop_(loop), outer_(outer), helpers_(helpers), is_alone_(alone_at_first) {
    if (is_alone_) begin_ = LoopClock::now();
  }
  void at(double fraction) override {
    const double done = loop_.fraction(fraction);
    if (is_alone_ && wants_help(done)) {
      is_alone_ = false;
      helpers_.summon();
    }
    try {
      outer_.at(done);
    } catch (...) {
      loop_.cancel();
      throw;
    }
  }

 private:
  // By the speed so far.
  bool wants_help(double done) const {
    const auto lasted = LoopClock::now() - begin_;
    return lasted >= patience && static_cast<double>(lasted.count()) * (1 - done) >=
                                     static_cast<double>(LoopClock::duration(patience).count()) * done;
  }

  Loop &loop_;
  Monitor &outer_;
  Helpers &helpers_;
  bool is_alone_;
  LoopClock::time_point begin_{};
};

class HelperMonitor final : public Monitor {
 public:
  explicit HelperMonitor(Loop &loop) : loop_(loop) {}
  void at(double) override {
    if (loop_.cancelled()) fail(Status::cancelled, "cancelled by the progress callback");
  }

 private:
  Loop &loop_;
};

// Workers 1, 2, ... of a loop.
class HelpedLoop final : public SharedWork {
 public:
  HelpedLoop(Loop &loop, const LoopBody &body) : loop_(loop), body_(body) {}
  bool is_left() const noexcept override { return loop_.is_left(); }
  void help(int worker) noexcept override {
    HelperMonitor inner(loop_);
    loop_.work([&](int64_t i) {
      inner.at(0);
      body_(i, worker, inner);
    });
  }
  void lost_helpers() noexcept override {
    try {
      fail(Status::internal, "a callback has forked the process, and other threads were at work: the new process has "
                             "no answer");
    } catch (...) {
      loop_.fail_at(0, std::current_exception());
    }
  }

 private:
  Loop &loop_;
  const LoopBody &body_;
};

#ifndef WALD_ONE_THREAD
int hardware_threads() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }
#else
int hardware_threads() { return 1; }
#endif

}  // namespace

int worker_count(int threads, int64_t tasks) {
#ifdef WALD_ONE_THREAD
  threads = 1;
#endif
  const int64_t available = threads > 0 ? threads : hardware_threads();
  return static_cast<int>(std::max<int64_t>(1, std::min({available, tasks, int64_t{1024}})));
}

void parallel_for(Tasks tasks, int workers, Monitor &monitor, const LoopBody &body) {
  const int helping = static_cast<int>(std::min<int64_t>(workers, tasks.count)) - 1;
  // Work is reported from its start on, however far the helpers are by the time of the first task here.
  if (workers > 1) monitor.at(0);
  Loop loop(tasks.count, workers);
  HelpedLoop helped(loop, body);
  {
    Helpers helpers(helped, helping);
    const bool alone_at_first = helping > 0 && tasks.numbers < few_numbers;
    CallerMonitor inner(loop, monitor, helpers, alone_at_first);
    if (helping > 0 && !alone_at_first) helpers.summon();
    loop.work([&](int64_t i) {
      inner.at(0);
      body(i, 0, inner);
    });
  }
  loop.rethrow();
}

}  // namespace wald::core

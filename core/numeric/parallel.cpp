#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <vector>

#include "core/numeric/mutex.hpp"

#ifndef WALD_ONE_THREAD
#include <thread>
#endif

namespace wald::core {
namespace {

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

// Monitors of the tasks: the calling thread's reports, the others' only hear of a cancellation.
class CallerMonitor final : public Monitor {
 public:
  CallerMonitor(Loop &loop, Monitor &outer) : loop_(loop), outer_(outer) {}
  void at(double fraction) override {
    try {
      outer_.at(loop_.fraction(fraction));
    } catch (...) {
      loop_.cancel();
      throw;
    }
  }

 private:
  Loop &loop_;
  Monitor &outer_;
};

#ifndef WALD_ONE_THREAD

class HelperMonitor final : public Monitor {
 public:
  explicit HelperMonitor(Loop &loop) : loop_(loop) {}
  void at(double) override {
    if (loop_.cancelled()) fail(Status::cancelled, "cancelled by the progress callback");
  }

 private:
  Loop &loop_;
};

// Workers 1, 2, ... of a loop, each on a thread of its own.
class Helpers {
 public:
  template <class Body>
  Helpers(Loop &loop, int workers, const Body &body) {
    threads_.reserve(static_cast<std::size_t>(workers));
    for (int w = 1; w < workers; ++w) {
      try {
        threads_.emplace_back([&loop, &body, w] {
          HelperMonitor inner(loop);
          loop.work([&](int64_t i) {
            inner.at(0);
            body(i, w, inner);
          });
        });
      } catch (...) {
        break;  // no thread or no memory for one: the others do the work
      }
    }
  }
  void join() {
    for (std::thread &thread : threads_) thread.join();
  }

 private:
  std::vector<std::thread> threads_;
};

int hardware_threads() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

#else

struct Helpers {
  template <class Body>
  Helpers(Loop &, int, const Body &) {}
  void join() {}
};

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

void parallel_for(int64_t tasks, int workers, Monitor &monitor,
                  const std::function<void(int64_t, int, Monitor &)> &body) {
  // Work is reported from its start on, however far the helpers are by the time of the first task here.
  if (workers > 1) monitor.at(0);
  Loop loop(tasks, workers);
  Helpers helpers(loop, workers, body);
  CallerMonitor inner(loop, monitor);
  loop.work([&](int64_t i) {
    inner.at(0);
    body(i, 0, inner);
  });
  helpers.join();
  loop.rethrow();
}

}  // namespace wald::core

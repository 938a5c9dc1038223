// The threads of a pool wait for calls, and end when none has come for some seconds. Nothing ever waits for one to end:
// at the end of a process, or of a runtime such as a JVM, such a wait may never return. So
// - threads are detached, and the pool is never freed;
// - the library stays in memory once it has started a thread, since threads wait in its code;
// - a forked process, which has none of the threads, makes a pool of its own.
//
// A caller wakes one thread, and each thread that begins to help wakes two more, so that a caller's cost does not grow
// with the number of threads. A thread that has nothing to do takes the call with the fewest helpers: several callers
// get the same share. Callers always work themselves, and wait only for threads that are at work for them: calls within
// calls cannot block each other.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/thread_pool.hpp"

#ifndef WALD_ONE_THREAD

#include <atomic>
#include <chrono>
#include <cstdint>
#include <new>

#ifdef _WIN32
#include <thread>
extern "C" int __stdcall GetModuleHandleExW(unsigned long, const wchar_t *, void **);
#else
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#endif

namespace wald::core {

namespace {

// A thread that nobody has needed for this long ends. Starting another one takes less than 0.1 ms.
constexpr std::chrono::seconds kept_for{5};
// Of all calls together, as of one (worker_count).
constexpr int most_threads = 1023;

}  // namespace

class ThreadPool {
 public:
  explicit ThreadPool(ThreadPool *before) : before_(before) {}

  bool is_of_this_process() const;

  void announce(HelpedCall &call) {
    int starts = 0;
    {
      const Lock lock(mutex_);
      call.before = last_;
      (last_ ? last_->next : first_) = &call;
      last_ = &call;
      starts = wake(call, 1);
    }
    start(starts);
  }

  void withdraw(HelpedCall &call) {
    std::unique_lock<Mutex> lock(mutex_);
    (call.before ? call.before->next : first_) = call.next;
    (call.next ? call.next->before : last_) = call.before;
    call.done.wait(lock, [&] { return call.running == 0; });
  }

  // What each thread does.
  void run() {
    std::unique_lock<Mutex> lock(mutex_);
    while (true) {
      while (HelpedCall *const call = neediest())
        if (!help(*call, lock)) return;
      ++idle_;
      const bool woken = wake_.wait_for(lock, kept_for, [&] { return woken_ > 0; });
      --idle_;
      if (!woken) break;
      --woken_;
    }
    --threads_;
  }

 private:
  // Wakes up to `count` idle threads for the call. Returns how many are to be started besides, already counted.
  int wake(HelpedCall &call, int count) {
    int starts = 0;
    for (; count > 0 && call.summoned < call.most; --count, ++call.summoned) {
      if (idle_ > woken_) {
        ++woken_;
        wake_.notify_one();
      } else if (threads_ < most_threads) {
        ++threads_;
        ++starts;
      } else {
        break;
      }
    }
    return starts;
  }

  void start(int count);

  HelpedCall *neediest() const {
    HelpedCall *found = nullptr;
    for (HelpedCall *call = first_; call; call = call->next)
      if ((!found || call->running < found->running) && call->wants_help()) found = call;
    return found;
  }

  // Returns false, without the lock, in a process that a callback has forked from this thread: nobody waits for it.
  bool help(HelpedCall &call, std::unique_lock<Mutex> &lock) {
    const int worker = ++call.begun;
    ++call.running;
    const int starts = wake(call, 2);
    lock.unlock();
    start(starts);
    std::fesetenv(&call.environment);
    call.work.help(worker);
    if (!is_of_this_process()) return false;
    lock.lock();
    if (--call.running == 0) call.done.notify_one();
    return true;
  }

  // Of the process that this one was forked from: memory that is not to look lost.
  [[maybe_unused]] ThreadPool *const before_;
  const int64_t process_ = this_process();
  Mutex mutex_;
  std::condition_variable wake_;
  HelpedCall *first_ = nullptr, *last_ = nullptr;
  // Threads; those that wait; those of them that have been woken and do not run yet.
  int threads_ = 0, idle_ = 0, woken_ = 0;

  static int64_t this_process();
};

bool ThreadPool::is_of_this_process() const { return process_ == this_process(); }

#ifdef _WIN32

int64_t ThreadPool::this_process() { return 0; }

void ThreadPool::start(int count) {
  for (; count > 0; --count) {
    try {
      std::thread([this] { run(); }).detach();
    } catch (...) {  // no thread or no memory for one: the others do the work
      const Lock lock(mutex_);
      --threads_;
    }
  }
}

namespace {

void keep_library_loaded() {
  void *module = nullptr;
  constexpr unsigned long pin = 1, from_address = 4;
  GetModuleHandleExW(pin | from_address, reinterpret_cast<const wchar_t *>(&keep_library_loaded), &module);
}

}  // namespace

#else

int64_t ThreadPool::this_process() { return getpid(); }

namespace {

// Signals that are sent to the process go to the program's own threads, as long as it has some that do not block them.
// Faults of a thread, and what profilers and runtimes send to a single thread, are left alone.
class WithoutSignals {
 public:
  WithoutSignals() {
    sigset_t blocked;
    sigemptyset(&blocked);
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGVTALRM, SIGCHLD, SIGTSTP, SIGTTIN, SIGTTOU,
                             SIGIO, SIGURG, SIGPIPE, SIGWINCH, SIGUSR1, SIGUSR2})
      sigaddset(&blocked, signal);
    pthread_sigmask(SIG_BLOCK, &blocked, &before_);
  }
  ~WithoutSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  WithoutSignals(const WithoutSignals &) = delete;
  WithoutSignals &operator=(const WithoutSignals &) = delete;

 private:
  sigset_t before_;
};

void keep_library_loaded() {
  Dl_info found;
  if (dladdr(reinterpret_cast<const void *>(&keep_library_loaded), &found) != 0 && found.dli_fname)
    dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

}  // namespace

// Not by std::thread, which keeps memory until its thread ends.
void ThreadPool::start(int count) {
  if (count == 0) return;
  const WithoutSignals without;
  pthread_attr_t detached;
  const bool is_made = pthread_attr_init(&detached) == 0;
  if (is_made) pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  for (; count > 0; --count) {
    pthread_t thread;
    const auto body = [](void *pool) -> void * {
      static_cast<ThreadPool *>(pool)->run();
      return nullptr;
    };
    if (is_made && pthread_create(&thread, &detached, body, this) == 0) continue;
    const Lock lock(mutex_);  // no thread or no memory for one: the others do the work
    --threads_;
  }
  if (is_made) pthread_attr_destroy(&detached);
}

#endif

namespace {

// The pool of this process. It is never freed: at the end of the process its threads still wait in it.
std::atomic<ThreadPool *> shared_pool{nullptr};

// Null if there is no memory for one.
ThreadPool *pool_of_process() {
  ThreadPool *known = shared_pool.load();
  while (!known || !known->is_of_this_process()) {
    auto *const made = new (std::nothrow) ThreadPool(known);
    if (!made) return nullptr;
    if (!known) keep_library_loaded();  // not after a fork: a lost thread may hold the lock of the loader
    if (shared_pool.compare_exchange_strong(known, made)) return made;
    delete made;
  }
  return known;
}

}  // namespace

void Helpers::summon() {
  if (most_ < 1 || call_) return;
  pool_ = pool_of_process();
  if (!pool_) return;  // no memory: the caller does the work
  call_.emplace(work_, most_);
  pool_->announce(*call_);
}

Helpers::~Helpers() {
  if (!call_) return;
  if (pool_->is_of_this_process())
    pool_->withdraw(*call_);
  else if (call_->running > 0)
    work_.lost_helpers();
}

}  // namespace wald::core

#endif

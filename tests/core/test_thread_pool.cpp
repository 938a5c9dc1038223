// Threads that are kept between calls.
#include <atomic>
#include <catch2/catch.hpp>
#include <cfenv>
#include <chrono>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "cases.hpp"
#include "core/base/error.hpp"
#include "core/numeric/parallel.hpp"

#ifndef _WIN32
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace wald::core;

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

// Until `done` or much too late.
template <class Done>
bool wait_until(const Done &done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!done() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(milliseconds(1));
  return done();
}

// Runs as many tasks as workers, each of which waits for all others: so that every worker has one. `also` runs on each.
template <class Also>
std::set<std::thread::id> threads_of_call(int workers, const Also &also) {
  NoMonitor monitor;
  std::mutex mutex;
  std::set<std::thread::id> ids;
  std::atomic<int> late{0};
  parallel_for(workers, workers, monitor, [&](int64_t, int worker, Monitor &) {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      ids.insert(std::this_thread::get_id());
    }
    late += !wait_until([&] {
      const std::lock_guard<std::mutex> lock(mutex);
      return static_cast<int>(ids.size()) == workers;
    });
    also(worker);
  });
  CHECK(late == 0);
  CHECK(static_cast<int>(ids.size()) == workers);
  return ids;
}
std::set<std::thread::id> threads_of_call(int workers) {
  return threads_of_call(workers, [](int) {});
}

// Spends about a microsecond for each round.
double spend(int rounds) {
  volatile double sum = 0;
  for (int i = 0; i < 500 * rounds; ++i) sum = sum + i;
  return sum;
}

}  // namespace

TEST_CASE("thread pool: threads are kept from call to call", "[threads]") {
  std::set<std::thread::id> seen;
  constexpr int calls = 20;
  for (int call = 0; call < calls; ++call) {
    const std::set<std::thread::id> ids = threads_of_call(4);
    CHECK(ids.count(std::this_thread::get_id()) == 1);
    seen.insert(ids.begin(), ids.end());
  }
  CHECK(seen.size() < 3 * calls);  // as many, and the caller, if each call started its own
}

TEST_CASE("thread pool: a short call is done by its caller alone", "[threads]") {
  NoMonitor monitor;
  threads_of_call(8);  // which are there to be woken
  constexpr int calls = 2000;
  int helped = 0;
  for (int call = 0; call < calls; ++call) {
    std::atomic<bool> by_another{false};
    parallel_for({10, 100}, 8, monitor, [&](int64_t, int worker, Monitor &) {
      if (worker > 0) by_another = true;
    });
    helped += by_another;
  }
  CHECK(helped < calls / 10);  // those during which the system stopped the caller
}

TEST_CASE("thread pool: a call of few numbers is helped once it has lasted", "[threads]") {
  NoMonitor monitor;
  // Between tasks, and by what a long task reports.
  for (const bool reports : {false, true}) {
    std::atomic<bool> by_another{false};
    parallel_for({20, 100}, 4, monitor, [&](int64_t i, int worker, Monitor &inner) {
      if (worker > 0) by_another = true;
      if (i >= (reports ? 1 : 3) || worker > 0) {
        wait_until([&] { return by_another.load(); });
        return;
      }
      std::this_thread::sleep_for(microseconds(500));
      if (!reports) return;
      inner.at(0.1);
      wait_until([&] { return by_another.load(); });
    });
    CHECK(by_another);
  }
}

TEST_CASE("thread pool: a call that is nearly over wakes nobody", "[threads][frequencies]") {
  NoMonitor monitor;
  threads_of_call(4);
  constexpr int calls = 20;
  constexpr int64_t tasks = 100, slow = 97;  // two tasks are left then
  int helped = 0;
  for (int call = 0; call < calls; ++call) {
    std::atomic<bool> by_another{false};
    parallel_for({tasks, 100}, 4, monitor, [&](int64_t i, int worker, Monitor &) {
      if (worker > 0) by_another = true;
      if (i == slow) std::this_thread::sleep_for(milliseconds(1));  // by the speed so far, 20 microseconds are left
    });
    helped += by_another;
  }
  CHECK(helped < calls / 2);  // those during which the system stopped the caller before
}

TEST_CASE("thread pool: many calls from several threads, and calls within calls", "[threads]") {
  constexpr int callers = 4;
  const int repeats = cases::scaled(50);
  std::vector<std::thread> threads;
  std::vector<int64_t> sums(callers, 0);
  for (int caller = 0; caller < callers; ++caller)
    threads.emplace_back([&, caller] {
      NoMonitor outer;
      for (int repeat = 0; repeat < repeats; ++repeat) {
        std::vector<int64_t> of_task(20, 0);
        parallel_for(20, 3, outer, [&](int64_t i, int, Monitor &) {
          std::atomic<int64_t> sum{0};
          NoMonitor inner;
          const Tasks tasks = i % 2 == 0 ? Tasks(20) : Tasks(20, 20);
          parallel_for(tasks, 3, inner, [&](int64_t j, int, Monitor &) {
            if (j % 7 == 0) std::this_thread::sleep_for(microseconds(50));
            sum += 20 * i + j;
          });
          of_task[static_cast<std::size_t>(i)] = sum;
        });
        for (int64_t one : of_task) sums[static_cast<std::size_t>(caller)] += one;
      }
    });
  for (std::thread &thread : threads) thread.join();
  for (int64_t sum : sums) CHECK(sum == repeats * (400 * 399 / 2));
}

TEST_CASE("thread pool: several callers have all of the helpers that each has asked for", "[threads]") {
  constexpr int callers = 3, workers = 4;
  std::atomic<int> there{0}, late{0};
  std::vector<std::thread> threads;
  for (int caller = 0; caller < callers; ++caller)
    threads.emplace_back([&] {
      NoMonitor monitor;
      parallel_for(workers, workers, monitor, [&](int64_t, int, Monitor &) {
        ++there;
        late += !wait_until([&] { return there == callers * workers; });
      });
    });
  for (std::thread &thread : threads) thread.join();
  CHECK(late == 0);
  CHECK(there == callers * workers);
}

TEST_CASE("thread pool: the same bits for any number of threads, call after call", "[threads]") {
  NoMonitor monitor;
  cases::Rng rng(31);
  std::vector<double> numbers(3000);
  for (double &x : numbers) x = rng.uniform();
  const auto answers = [&](int workers, int64_t of_numbers) {
    std::vector<double> out(300);
    parallel_for({300, of_numbers}, workers, monitor, [&](int64_t i, int, Monitor &) {
      double sum = 0;
      for (int j = 0; j < 10; ++j) sum += numbers[static_cast<std::size_t>(10 * i + j)] / (1 + sum);
      out[static_cast<std::size_t>(i)] = sum;
    });
    return out;
  };
  const std::vector<double> one = answers(1, INT64_MAX);
  for (int repeat = 0; repeat < cases::scaled(200); ++repeat)
    for (int workers : {2, 3, 8})
      for (int64_t of_numbers : {int64_t{3000}, INT64_MAX}) REQUIRE(answers(workers, of_numbers) == one);
}

TEST_CASE("thread pool: threads that have seen an error or a cancelled call help again", "[threads]") {
  NoMonitor monitor;
  for (int repeat = 0; repeat < 50; ++repeat) {
    try {
      parallel_for(8, 4, monitor, [&](int64_t i, int, Monitor &) {
        std::this_thread::sleep_for(microseconds(200));
        if (i % 2 == 1) fail(repeat % 2 == 0 ? Status::argument : Status::cancelled, "task ", i);
      });
      FAIL_CHECK("no error");
    } catch (const Error &e) {
      CHECK(std::string(e.what()) == "task 1");
      CHECK(e.status() == (repeat % 2 == 0 ? Status::argument : Status::cancelled));
    }
  }
  threads_of_call(4);
}

TEST_CASE("thread pool: an error of a helper alone reaches the caller", "[threads]") {
  NoMonitor monitor;
  const std::thread::id caller = std::this_thread::get_id();
  for (int repeat = 0; repeat < 20; ++repeat) {
    std::atomic<bool> failed{false};
    try {
      parallel_for(4, 2, monitor, [&](int64_t, int, Monitor &) {
        if (std::this_thread::get_id() == caller) {
          wait_until([&] { return failed.load(); });
        } else {
          failed = true;
          fail(Status::format, "by a helper");
        }
      });
      FAIL_CHECK("no error");
    } catch (const Error &e) {
      CHECK(std::string(e.what()) == "by a helper");
      CHECK(e.status() == Status::format);
    }
  }
}

TEST_CASE("thread pool: a cancelled call stops its helpers, whose next call is whole", "[threads]") {
  struct Stop : Monitor {
    int calls = 0;
    void at(double) override {
      if (++calls == 3) fail(Status::cancelled, "enough");
    }
  };
  for (int repeat = 0; repeat < 10; ++repeat) {
    Stop stop;
    std::atomic<int> ran{0};
    try {
      parallel_for(100000, 4, stop, [&](int64_t, int, Monitor &) {
        ++ran;
        std::this_thread::sleep_for(microseconds(50));
      });
      FAIL_CHECK("not cancelled");
    } catch (const Error &e) {
      CHECK(e.status() == Status::cancelled);
    }
    CHECK(ran < 100000);
    NoMonitor quiet;
    std::atomic<int> done{0};
    parallel_for(1000, 4, quiet, [&](int64_t, int, Monitor &) { ++done; });
    CHECK(done == 1000);
  }
}

TEST_CASE("thread pool: helpers round as their caller does", "[threads]") {
  for (const int mode : {FE_UPWARD, FE_TONEAREST, FE_DOWNWARD, FE_TONEAREST}) {
    std::atomic<int> like_caller{0};
    const int before = std::fegetround();
    std::fesetround(mode);
    threads_of_call(4, [&](int) { like_caller += std::fegetround() == mode; });
    std::fesetround(before);
    CHECK(like_caller == 4);
  }
}

#ifndef _WIN32

TEST_CASE("thread pool: helpers leave the signals of the process to the program's threads", "[threads]") {
  std::atomic<int> blocked{0}, open{0};
  threads_of_call(4, [&](int worker) {
    if (worker == 0) return;
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, nullptr, &now);
    blocked += sigismember(&now, SIGINT) && sigismember(&now, SIGTERM) && sigismember(&now, SIGCHLD);
    open += !sigismember(&now, SIGSEGV) && !sigismember(&now, SIGFPE) && !sigismember(&now, SIGPROF);
  });
  CHECK(blocked == 3);
  CHECK(open == 3);
  sigset_t mine;
  pthread_sigmask(SIG_SETMASK, nullptr, &mine);
  CHECK(!sigismember(&mine, SIGINT));  // as it was
}

namespace {

// What a child of this process ends with: -1 if it does not end by itself.
int end_of(pid_t child) {
  int status = -1;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace

// Sanitizers do not follow a fork of several threads.
TEST_CASE("thread pool: a forked process has threads of its own", "[threads]") {
  if (cases::sanitized) {
    SUCCEED("not under sanitizers");
    return;
  }
  threads_of_call(3);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      alarm(60);
      NoMonitor monitor;
      std::atomic<int> there{0};
      parallel_for(3, 3, monitor, [&](int64_t, int, Monitor &) {
        ++there;
        wait_until([&] { return there == 3; });
      });
      const pid_t grandchild = fork();
      if (grandchild == 0) {
        alarm(60);
        std::atomic<int> done{0};
        parallel_for(1000, 8, monitor, [&](int64_t, int, Monitor &) { ++done; });
        _exit(done == 1000 ? 5 : 1);
      }
      _exit(there == 3 && end_of(grandchild) == 5 ? 6 : 1);
    }
    CHECK(end_of(child) == 6);
    threads_of_call(3);
  }
}

TEST_CASE("thread pool: a process is forked while other threads call", "[threads]") {
  if (cases::sanitized) {
    SUCCEED("not under sanitizers");
    return;
  }
  std::atomic<bool> stop{false};
  std::atomic<int> calls{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 3; ++caller)
    callers.emplace_back([&] {
      NoMonitor monitor;
      while (!stop) {
        parallel_for(8, 4, monitor, [&](int64_t, int, Monitor &) { spend(10); });
        ++calls;
      }
    });
  for (int repeat = 0; repeat < 30; ++repeat) {
    wait_until([&, before = calls.load()] { return calls > before; });
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      NoMonitor monitor;
      std::atomic<int> done{0};
      parallel_for(100, 4, monitor, [&](int64_t, int, Monitor &) { ++done; });
      _exit(done == 100 ? 6 : 1);
    }
    CHECK(end_of(child) == 6);
  }
  stop = true;
  for (std::thread &caller : callers) caller.join();
}

TEST_CASE("thread pool: in a process that a callback has forked its call fails", "[threads]") {
  if (cases::sanitized) {
    SUCCEED("not under sanitizers");
    return;
  }
  NoMonitor monitor;
  std::atomic<int> there{0};
  const pid_t parent = getpid();
  pid_t child = -1;
  int code = 0;
  try {
    parallel_for(2, 2, monitor, [&](int64_t, int worker, Monitor &) {
      ++there;
      wait_until([&] { return there == 2; });
      if (worker > 0)
        std::this_thread::sleep_for(milliseconds(50));
      else
        child = fork();
      if (getpid() != parent) alarm(60);
    });
  } catch (const Error &e) {
    code = e.status() == Status::internal ? 7 : 1;
  }
  if (getpid() != parent) _exit(code);
  CHECK(code == 0);
  CHECK(end_of(child) == 7);
  threads_of_call(3);
}

#endif

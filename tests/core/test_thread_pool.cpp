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
#include "core/error.hpp"
#include "core/numeric/parallel.hpp"

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace wald::core;

namespace {

using std::chrono::milliseconds;

// Until `done` or much too late.
template <class Done>
bool wait_until(const Done &done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!done() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(milliseconds(1));
  return done();
}

// Runs as many tasks as workers, each of which waits for all others: so that every worker has one.
std::set<std::thread::id> threads_of_call(int workers) {
  NoMonitor monitor;
  std::mutex mutex;
  std::set<std::thread::id> ids;
  const auto all_there = [&] {
    const std::lock_guard<std::mutex> lock(mutex);
    return static_cast<int>(ids.size()) == workers;
  };
  parallel_for(workers, workers, monitor, [&](int64_t, int, Monitor &) {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      ids.insert(std::this_thread::get_id());
    }
    CHECK(wait_until(all_there));
  });
  return ids;
}

}  // namespace

TEST_CASE("thread pool: threads are kept from call to call") {
  if (worker_count(2, 2) < 2) return;
  std::set<std::thread::id> seen;
  for (int repeat = 0; repeat < 20; ++repeat) {
    const std::set<std::thread::id> ids = threads_of_call(4);
    CHECK(ids.size() == 4);
    seen.insert(ids.begin(), ids.end());
  }
  CHECK(seen.size() < 20);  // 61 if each call started its own
}

TEST_CASE("thread pool: a call that ends soon is done by its caller") {
  NoMonitor monitor;
  int helped = 0;
  constexpr int calls = 2000;
  for (int call = 0; call < calls; ++call) {
    std::atomic<bool> by_another{false};
    parallel_for(10, 8, monitor, [&](int64_t, int worker, Monitor &) {
      if (worker > 0) by_another = true;
    });
    helped += by_another;
  }
  CHECK(helped < calls / 10);  // those in whose midst the caller was interrupted
}

TEST_CASE("thread pool: several callers and calls within calls") {
  std::vector<std::thread> callers;
  std::atomic<int64_t> sum{0};
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      NoMonitor outer;
      for (int repeat = 0; repeat < 5; ++repeat)
        parallel_for(20, 3, outer, [&](int64_t i, int, Monitor &) {
          NoMonitor inner;
          parallel_for(20, 3, inner, [&](int64_t j, int, Monitor &) {
            if (j % 7 == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
            sum += 20 * i + j;
          });
        });
    });
  for (std::thread &caller : callers) caller.join();
  CHECK(sum == 4 * 5 * (400 * 399 / 2));
}

TEST_CASE("thread pool: threads that have seen an error or a cancelled call help again") {
  NoMonitor monitor;
  for (int repeat = 0; repeat < 50; ++repeat) {
    try {
      parallel_for(8, 4, monitor, [&](int64_t i, int, Monitor &) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        if (i % 2 == 1) fail(repeat % 2 == 0 ? Status::argument : Status::cancelled, "task ", i);
      });
      FAIL_CHECK("no error");
    } catch (const Error &e) {
      CHECK(std::string(e.what()) == "task 1");
    }
  }
  CHECK(threads_of_call(4).size() == 4);
}

TEST_CASE("thread pool: helpers round as the caller does") {
  if (worker_count(2, 2) < 2) return;
  NoMonitor monitor;
  for (const int mode : {FE_UPWARD, FE_TONEAREST, FE_DOWNWARD, FE_TONEAREST}) {
    std::atomic<int> like_caller{0}, there{0};
    const int before = std::fegetround();
    std::fesetround(mode);
    parallel_for(4, 4, monitor, [&](int64_t, int, Monitor &) {
      ++there;
      wait_until([&] { return there == 4; });
      like_caller += std::fegetround() == mode;
    });
    std::fesetround(before);
    CHECK(like_caller == 4);
  }
}

#ifndef _WIN32
TEST_CASE("thread pool: a forked process has threads of its own") {
  if (worker_count(2, 2) < 2 || cases::sanitized) return;
  CHECK(threads_of_call(3).size() == 3);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    NoMonitor monitor;
    std::atomic<int> there{0};
    parallel_for(3, 3, monitor, [&](int64_t, int, Monitor &) {
      ++there;
      wait_until([&] { return there == 3; });
    });
    _exit(there == 3 ? 0 : 1);
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(threads_of_call(3).size() == 3);
}

TEST_CASE("thread pool: a process that a callback forks fails its call") {
  if (worker_count(2, 2) < 2 || cases::sanitized) return;
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
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 7);
}
#endif

// Loops over independent tasks on several threads.
#pragma once

#include <cstdint>
#include <functional>

#include "core/numeric/monitor.hpp"

namespace wald::core {

// Tasks over many short rows hold about so many numbers each, that they be worth their administration.
constexpr int64_t numbers_of_task = 4096;

// How many threads a request for `threads` (0 = all of the machine's) gives for `tasks` tasks.
int worker_count(int threads, int64_t tasks);

// numbers: how many numbers the tasks read or make together, about a nanosecond each at the least; by default more than
// few. If they are few, the caller begins alone, and threads of the pool join once the call has lasted a
// while and much is left: a short call wakes no thread.
struct Tasks {
  Tasks(int64_t tasks, int64_t of_numbers = INT64_MAX) : count(tasks), numbers(of_numbers) {}
  int64_t count, numbers;
};

// Calls body(i, worker, monitor) for i = 0 ... tasks-1, worker in [0, workers); each worker's calls run on one thread.
// Where bodies throw, the exception of the smallest i is rethrown, as it would be with one thread. The outer monitor
// is only ever called on the calling thread, which is worker 0.
void parallel_for(Tasks tasks, int workers, Monitor &monitor,
                  const std::function<void(int64_t task, int worker, Monitor &monitor)> &body);

}  // namespace wald::core

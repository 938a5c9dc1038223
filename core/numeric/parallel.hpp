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

// Calls body(i, worker, monitor) for i = 0 ... tasks-1, worker in [0, workers); each worker's calls run on one thread.
// Where bodies throw, the exception of the smallest i is rethrown, as it would be with one thread. The outer monitor
// is only ever called on the calling thread, which is worker 0.
void parallel_for(int64_t tasks, int workers, Monitor &monitor,
                  const std::function<void(int64_t task, int worker, Monitor &monitor)> &body);

}  // namespace wald::core

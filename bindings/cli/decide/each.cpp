// Threads take problems in turn; texts are written in the order of the problems.
#include "decide/each.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/errors.hpp"
#include "base/interrupt.hpp"
#include "options/library_options.hpp"

namespace wald::cli {
namespace {

/// The problems of a batch, each taken by whichever thread is free.
class Batch {
 public:
  Batch(const Problems &problems, const std::function<void(std::int64_t, std::string &)> &work)
      : problems_(problems), work_(work) {}

  std::vector<std::string> &run(std::int64_t begin, std::int64_t end, int threads) {
    begin_ = begin;
    next_ = begin;
    end_ = end;
    texts_.resize(static_cast<std::size_t>(end - begin));
    for (std::string &text : texts_) text.clear();
    std::vector<std::thread> helpers;
    try {
      for (int i = 1; i < threads; ++i) helpers.emplace_back([this] { take_all(); });
    } catch (const std::system_error &) {
      // Fewer threads do the same work.
    }
    take_all();
    for (std::thread &helper : helpers) helper.join();
    check_interrupted();
    if (failed_ < end_) std::rethrow_exception(error_);
    return texts_;
  }

 private:
  void take_all() noexcept {
    for (std::int64_t i = next_++; i < end_ && !interrupted(); i = next_++) {
      try {
        one(i);
      } catch (...) {
        // Of several errors that of the first problem is reported, so that a run says the same every time.
        const std::lock_guard<std::mutex> lock(mutex_);
        if (i < failed_) {
          failed_ = i;
          error_ = std::current_exception();
        }
        next_ = end_;
      }
    }
  }

  void one(std::int64_t i) {
    try {
      work_(i, texts_[static_cast<std::size_t>(i - begin_)]);
    } catch (const Error &error) {
      if (error.status() != WALD_ERROR_ARGUMENT) throw;
      const std::string said = in_options(error.what());
      if (said != error.what()) throw Failure(said);  // of an option, and so of every problem
      throw InputError(problems_.place(i) + ": " + said);
    }
  }

  const Problems &problems_;
  const std::function<void(std::int64_t, std::string &)> &work_;
  std::int64_t begin_ = 0, end_ = 0;
  std::atomic<std::int64_t> next_{0};
  std::vector<std::string> texts_;
  std::mutex mutex_;
  std::int64_t failed_ = std::numeric_limits<std::int64_t>::max();
  std::exception_ptr error_;
};

}  // namespace

void for_each_problem(const Problems &problems, int threads, Progress &progress, Output &output,
                      const std::function<void(std::int64_t i, std::string &text)> &work) {
  if (threads == 0) threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const std::int64_t count = problems.count();
  // A batch is large enough to keep the threads busy, and small enough to be held as text.
  const std::int64_t size = std::int64_t{64} * threads;
  Batch batch(problems, work);
  for (std::int64_t begin = 0; begin < count; begin += size) {
    const std::int64_t end = std::min(count, begin + size);
    const int useful = static_cast<int>(std::min<std::int64_t>(threads, end - begin));
    for (const std::string &text : batch.run(begin, end, useful)) output.write(text);
    progress.update("deciding", static_cast<double>(end) / static_cast<double>(count));
  }
}

void follow_each(DecisionOptions &options, const Problems &problems, Progress &progress) {
  if (problems.count() == 1)
    follow(options, progress, "deciding");
  else
    options.progress([](double) { return !interrupted(); });
}

}  // namespace wald::cli

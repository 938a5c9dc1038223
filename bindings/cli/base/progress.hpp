// A progress bar on standard error, drawn only if a person is watching and only once the wait is felt.
#ifndef WALD_CLI_BASE_PROGRESS_HPP
#define WALD_CLI_BASE_PROGRESS_HPP

#include <chrono>
#include <string>

namespace wald::cli {

class Progress {
 public:
  Progress();
  ~Progress() { clear(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// `what` is being done, and `fraction` of it is done.
  void update(const char *what, double fraction);

  /// Takes the bar off the terminal; messages call for it, and so does the end.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool watched_;
  bool drawn_ = false;
  Clock::time_point next_;
};

}  // namespace wald::cli

#endif

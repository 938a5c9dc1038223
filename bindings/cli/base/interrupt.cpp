#include "base/interrupt.hpp"

#include <csignal>

#include "base/errors.hpp"

namespace wald::cli {
namespace {

volatile std::sig_atomic_t stop = 0;

void note(int) { stop = 1; }

}  // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // a second Ctrl-C kills; and read() returns, to be looked at
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction present = {};
    sigaction(signal, nullptr, &present);
    if (present.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup and & keep what they asked for
  }
  std::signal(SIGPIPE, SIG_IGN);  // a reader that has gone is an error of write(), which can clean up
}

bool interrupted() noexcept { return stop != 0; }

void check_interrupted() {
  if (interrupted()) throw Interrupted();
}

}  // namespace wald::cli

// The flag that Ctrl-C sets.
#include "base/interrupt.hpp"

#include <csignal>

#include "base/errors.hpp"
#include "system/system.hpp"

namespace wald::cli {
namespace {

volatile std::sig_atomic_t stop = 0;

void note(int signal) { stop = signal; }

}  // namespace

void catch_interrupts() { system::on_interrupt(note); }

bool interrupted() noexcept { return stop != 0; }

int signal_of_interrupt() noexcept { return stop; }

void check_interrupted() {
  if (interrupted()) throw Interrupted();
}

}  // namespace wald::cli

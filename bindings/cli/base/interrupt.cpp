#include "base/interrupt.hpp"

#include <csignal>

#include "base/errors.hpp"
#include "system/system.hpp"

namespace wald::cli {
namespace {

volatile std::sig_atomic_t stop = 0;

void note(int) { stop = 1; }

}  // namespace

void catch_interrupts() { system::on_interrupt(note); }

bool interrupted() noexcept { return stop != 0; }

void check_interrupted() {
  if (interrupted()) throw Interrupted();
}

}  // namespace wald::cli

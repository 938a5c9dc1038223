// Ctrl-C as a flag that the loops read, so that half-written files are removed on the way out.
#ifndef WALD_CLI_BASE_INTERRUPT_HPP
#define WALD_CLI_BASE_INTERRUPT_HPP

namespace wald::cli {

void catch_interrupts();
bool interrupted() noexcept;
/// The number of the signal that asked for it: 2 of Ctrl-C.
int signal_of_interrupt() noexcept;

/// Throws Interrupted once the user has asked to stop.
void check_interrupted();

}  // namespace wald::cli

#endif

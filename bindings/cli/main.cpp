// wald: decisions from probabilities, on the command line. Exit 0 on success, 1 on failure, 2 where the command line
// makes no sense, 3 where a promise that is watched is broken; 128 and the number of the signal where one stopped it: 130 by Ctrl-C.
#include <cstdio>
#include <exception>
#include <new>

#include "base/errors.hpp"
#include "base/interrupt.hpp"
#include "base/text.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "system/system.hpp"

namespace {

void say(const char *prefix, const char *message) {
  std::fprintf(stderr, "%s%s\n", prefix, wald::cli::printable_lines(message).c_str());
}

}  // namespace

int main(int argc, char **argv) {
  using namespace wald::cli;
  system::keep_standard_places();
  catch_interrupts();
  try {
    const auto settings = parse_command_line(argc, argv);
    if (settings) run_command(*settings);
    return 0;
  } catch (const UsageError &error) {
    say("wald: ", error.what());
    return 2;
  } catch (const InputError &error) {
    say("", error.what());
  } catch (const ClosedPipe &) {
    return 0;
  } catch (const PromiseBroken &) {
    return 3;
  } catch (const Interrupted &) {
    say("wald: ", "interrupted");
    return 128 + signal_of_interrupt();
  } catch (const wald::Error &error) {
    if (error.status() == WALD_CANCELLED) {
      say("wald: ", "interrupted");
      return 128 + signal_of_interrupt();
    }
    say("wald: ", error.what());
  } catch (const std::bad_alloc &) {
    say("wald: ", "out of memory");
  } catch (const std::exception &error) {
    say("wald: ", error.what());
  }
  return 1;
}

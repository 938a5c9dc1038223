// What can end a run, one type per exit code, so that main() alone decides on codes and streams.
#ifndef WALD_CLI_BASE_ERRORS_HPP
#define WALD_CLI_BASE_ERRORS_HPP

#include <cstdint>
#include <stdexcept>
#include <string>

namespace wald::cli {

/// The command line makes no sense: exit 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline void refuse_if(bool wrong, const std::string &message) {
  if (wrong) throw UsageError(message);
}

/// The run failed: exit 1.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An input is wrong at a place of its own; the message begins with that place, as compilers write it.
class InputError : public Failure {
 public:
  using Failure::Failure;
};

/// The reader of our output has gone: there is none left to tell.
struct ClosedPipe {};

/// A promise is broken, and the output says so: exit 3.
struct PromiseBroken {};

/// Ctrl-C.
struct Interrupted {};

/// Where in an input we are.
struct Position {
  std::string name;
  std::int64_t line = 1;

  [[noreturn]] void fail(const std::string &message) const {
    throw InputError(name + ":" + std::to_string(line) + ": " + message);
  }
};

}  // namespace wald::cli

#endif

#include "base/output.hpp"
#include "commands/commands.hpp"

namespace wald::cli {

void version(const Settings &) {
  Output output("-");
  output.write(std::string("wald ") + wald_version() + "\nABI " + std::to_string(wald_abi_version()) + "\n");
  output.finish();
}

}  // namespace wald::cli

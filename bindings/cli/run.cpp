// Runs the command that the settings name, and calls arguments in messages of the library by their options.
#include <map>
#include <string>

#include "base/errors.hpp"
#include "base/output.hpp"
#include "commands.hpp"
#include "input/csv_scanner.hpp"

namespace wald::cli {

void version(const Settings &) {
  Output output("-");
  output.write(std::string("wald ") + wald_version() + "\nABI " + std::to_string(wald_abi_version()) + "\n");
  output.finish();
}

void run_command(const Settings &settings) {
  static const std::map<std::string, void (*)(const Settings &)> commands = {
      {"fit", fit},
      {"predict", predict},
      {"masks", masks},
      {"expected", expected},
      {"curve", curve},
      {"regret", regret},
      {"evaluate", evaluate},
      {"compare", compare},
      {"report", report},
      {"worth", worth},
      {"metrics", metrics},
      {"datasets", datasets},
      {"version", version},
      {"decision-curve", decision_curve},
      {"reliability", reliability},
      {"prevalence", prevalence},
      {"threshold", threshold},
      {"threshold apply", threshold_apply},
      {"threshold evaluate", threshold_evaluate},
      {"threshold select", threshold_select},
      {"calibrate fit", calibrate_fit},
      {"calibrate apply", calibrate_apply},
      {"cascade fit", cascade_fit},
      {"cascade apply", cascade_apply},
      {"cascade compare", cascade_compare},
      {"route fit", route_fit},
      {"route apply", route_apply},
      {"route ask", route_ask},
      {"watch", watch},
      {"estimate", estimate},
      {"detections", detections},
  };
  set_delimiter(settings.delimiter);
  try {
    commands.at(settings.command)(settings);
  } catch (const Error &error) {
    if (error.status() != WALD_ERROR_ARGUMENT && error.status() != WALD_ERROR_UNSUPPORTED) throw;
    throw Failure(in_options(error.what(), [&](const std::string &row) {
      return row != "positives" || settings.library.given(row);  // the rows may have none
    }));
  }
}

}  // namespace wald::cli

// The options of the library that a command line gave, and what holds for the others.
#ifndef WALD_CLI_OPTIONS_LIBRARY_OPTIONS_HPP
#define WALD_CLI_OPTIONS_LIBRARY_OPTIONS_HPP

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "options/option_table.hpp"
#include "options/option_values.hpp"
#include "wald.hpp"

namespace wald::cli {

class LibraryOptions {
 public:
  LibraryOptions() = default;

  /// Those of the command's family. Throws UsageError with what the library says of a value.
  LibraryOptions(const CommandSpec &command, const OptionValues &values);

  bool given(const std::string &row) const;

  /// What holds, given or not, as text; "" where nothing is set.
  std::string text(const std::string &row) const;
  double number(const std::string &row) const;         // NaN if nothing is set
  std::int64_t integer(const std::string &row) const;  // of one that is set

  /// Throws UsageError if an option was given that none of some calls reads: nothing that was asked for is ever
  /// ignored in silence. `calls`: words of the library, "decide tables".
  void refuse_unread(const std::string &calls) const;

  /// Options as the library takes them (`Options`, `ThresholdOptions`, ...) for some of these calls: what was given, and
  /// the command's own defaults.
  template <class Options>
  Options options(const std::string &calls) const {
    Options out = options<Options>();
    out.reset_unread(calls);
    return out;
  }
  /// For a call that reads them all.
  template <class Options>
  Options options() const {
    Options out;
    for (const auto &[row, text] : set_) out.set(row, text);
    return out;
  }

 private:
  using Handle = std::shared_ptr<wald_options>;  // only read once it is made

  std::string family_;
  Handle options_;
  std::vector<std::pair<std::string, std::string>> set_;  // rows and texts, given and the command's own defaults
  std::set<std::string> given_;                           // rows
};

/// The same of the command's own options, by the learners or measures at work.
void refuse_idle(const CommandSpec &command, const OptionValues &values, const char *setting,
                 const std::set<std::string> &at_work);

/// A message of the library, whose argument is called as the option that sets it: "--max-fp is -1: ...". `given` tells
/// whether an option was given: an argument that was counted from the rows instead keeps its name.
std::string in_options(std::string message, const std::function<bool(const std::string &row)> &given = {});

}  // namespace wald::cli

#endif

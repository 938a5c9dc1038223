// Warnings of decisions, each printed once on standard error for any number of rows.
#ifndef WALD_CLI_BASE_WARNINGS_HPP
#define WALD_CLI_BASE_WARNINGS_HPP

#include <cstdio>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"

namespace wald::cli {

/// A warning of the library, which names options and Python's way to a column, as the command's user would write them.
inline std::string warning_in_options(std::string_view warning) {
  std::string out(warning);
  constexpr std::pair<std::string_view, std::string_view> names[] = {
      {"(column 1, P[:, 1]) with average macro", "(its column's name with --labels) with --average macro"},
      {"for exclusive classes pass kind categorical", "for exclusive classes give --classes exclusive"},
      {"is given with per_row 1", "is given without --per-row 0,1"},
      {"pass kind categorical", "pass --kind categorical"},
      {"pass average macro for the column, average instance", "pass --average macro for the column, --average instance"}};
  for (const auto &[general, own] : names)
    if (const std::size_t at = out.find(general); at != std::string::npos) out.replace(at, general.size(), own);
  return out;
}

class Warnings {
 public:
  void note(std::string_view text) {
    if (text.empty()) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    std::string own = warning_in_options(text);
    if (seen_.find(own) == seen_.end()) seen_.insert(std::move(own));
  }
  void say() const {
    for (const std::string &text : seen_) std::fprintf(stderr, "wald: warning: %s\n", printable(text).c_str());
  }

 private:
  std::mutex mutex_;
  std::set<std::string, std::less<>> seen_;
};

}  // namespace wald::cli

#endif

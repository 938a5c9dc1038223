// Warnings of decisions, each said once on standard error however many rows it is about.
#ifndef WALD_CLI_BASE_WARNINGS_HPP
#define WALD_CLI_BASE_WARNINGS_HPP

#include <cstdio>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "base/text.hpp"

namespace wald::cli {

class Warnings {
 public:
  void note(std::string_view text) {
    if (text.empty()) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (seen_.find(text) == seen_.end()) seen_.emplace(text);
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

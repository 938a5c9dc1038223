// What a saved state holds, as text or in binary.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace wald::core {

// A parsed value. Not nlohmann's own: its destructor allocates, and so ends the process where memory has run out.
struct SavedValue {
  using Members = std::vector<std::pair<std::string, SavedValue>>;
  std::variant<std::nullptr_t, bool, int64_t, double, std::string, std::vector<SavedValue>, Members> value = nullptr;
};

}  // namespace wald::core

// Of a mask of eight lanes, those kept first.
#pragma once

#include <cstdint>

namespace wald::core::trees::bits {

struct Moves {
  uint8_t from[256][8];
};
constexpr Moves moves_kept() {
  Moves out{};
  for (int mask = 0; mask < 256; ++mask) {
    int at = 0;
    for (int i = 0; i < 8; ++i)
      if (mask >> i & 1) out.from[mask][at++] = static_cast<uint8_t>(i);
  }
  return out;
}
alignas(64) inline constexpr Moves moves = moves_kept();

}  // namespace wald::core::trees::bits

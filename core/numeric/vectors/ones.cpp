// Finds the ones of rows of 0/1 cells, eight cells at a time.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/vectors/ones.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/numeric/compiler.hpp"

namespace wald::core {
namespace {

constexpr uint64_t low_bits = 0x0101010101010101u;

// Eight cells, the first one lowest.
uint64_t eight(const uint8_t *cells) {
  uint64_t out;
  std::memcpy(&out, cells, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  out = bytes_swapped(out);
#endif
  return out;
}
// The last n % 8 of n cells; those beyond are 0.
uint64_t last_cells(const uint8_t *cells, int64_t n) {
  const int64_t rest = n % 8;
  if (rest == 0) return 0;
  if (n >= 8) return eight(cells + n - 8) >> (8 * (8 - rest));
  uint64_t out = 0;
  for (int64_t j = 0; j < rest; ++j) out |= static_cast<uint64_t>(cells[j]) << (8 * j);
  return out;
}

// Where the ones of eight bits are, and how many.
struct Positions {
  std::array<std::array<int32_t, 8>, 256> at{};
  std::array<uint8_t, 256> count{};
  constexpr Positions() {
    for (unsigned bits = 0; bits < 256; ++bits)
      for (int32_t j = 0; j < 8; ++j)
        if (bits >> j & 1) at[bits][count[bits]++] = j;
  }
};
constexpr Positions all_positions;

// One more label in a vector's hash.
uint64_t mixed(uint64_t h, int32_t label) {
  h ^= static_cast<uint64_t>(label) + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
  return h * 0xff51afd7ed558ccdu;
}

}  // namespace

int64_t count_ones(const uint8_t *cells, int64_t n) {
  // Eight sums of a byte each, before they can overflow.
  constexpr int64_t most_words = 255, even = 0x00ff00ff00ff00ff;
  uint64_t any = 0;
  int64_t ones = 0;
  const int64_t words = n / 8;
  uint64_t sums = last_cells(cells, n);
  any |= sums;
  for (int64_t begin = 0; begin < words; begin += most_words - 1) {
    const int64_t end = std::min(words, begin + most_words - 1);
    for (int64_t w = begin; w < end; ++w) {
      const uint64_t x = eight(cells + 8 * w);
      any |= x;
      sums += x;
    }
    ones += static_cast<int64_t>(((sums & even) + (sums >> 8 & even)) * 0x0001000100010001u >> 48);
    sums = 0;
  }
  if (words == 0) ones = static_cast<int64_t>(sums * low_bits >> 56);
  return (any & ~low_bits) == 0 ? ones : -1;
}

int32_t *positions_of_ones(const uint8_t *cells, int64_t n, int32_t *out) {
  const auto put = [&](uint64_t x, int32_t first) {
    // The eighth byte of the product collects the cells as bits.
    const std::size_t bits = static_cast<std::size_t>(x * 0x0102040810204080u >> 56);
    for (std::size_t i = 0; i < 8; ++i) out[i] = all_positions.at[bits][i] + first;
    out += all_positions.count[bits];
  };
  const int64_t whole = n / 8 * 8;
  for (int64_t j = 0; j < whole; j += 8) put(eight(cells + j), static_cast<int32_t>(j));
  if (whole < n) put(last_cells(cells, n), static_cast<int32_t>(whole));
  return out;
}

void hash_vectors(const int32_t *labels, const int64_t *offsets, int64_t count, uint64_t *hashes) {
  // Each step of a hash waits for the one before, so several vectors advance together.
  constexpr int lanes = 4;
  struct Lane {
    const int32_t *at = nullptr, *end = nullptr;
    uint64_t hash = 0;
    int64_t vector = -1;
  } lane[lanes];
  int64_t next = 0;
  const auto refill = [&](Lane &l) {
    while (l.at == l.end) {
      if (l.vector >= 0) hashes[l.vector] = l.hash;
      if (next == count) {
        l.vector = -1;
        return false;
      }
      l = {labels + offsets[next], labels + offsets[next + 1], 0x9e3779b97f4a7c15u, next};
      ++next;
    }
    return true;
  };
  while (true) {
    bool full = true;
    for (Lane &l : lane) full = refill(l) && full;
    if (!full) break;
    int64_t steps = INT64_MAX;
    for (const Lane &l : lane) steps = std::min<int64_t>(steps, l.end - l.at);
    uint64_t h0 = lane[0].hash, h1 = lane[1].hash, h2 = lane[2].hash, h3 = lane[3].hash;
    const int32_t *const x0 = lane[0].at, *const x1 = lane[1].at, *const x2 = lane[2].at, *const x3 = lane[3].at;
    for (int64_t j = 0; j < steps; ++j) {
      h0 = mixed(h0, x0[j]);
      h1 = mixed(h1, x1[j]);
      h2 = mixed(h2, x2[j]);
      h3 = mixed(h3, x3[j]);
    }
    lane[0].hash = h0, lane[1].hash = h1, lane[2].hash = h2, lane[3].hash = h3;
    for (Lane &l : lane) l.at += steps;
  }
  for (Lane &l : lane) {
    if (l.vector < 0) continue;
    while (l.at != l.end) l.hash = mixed(l.hash, *l.at++);
    hashes[l.vector] = l.hash;
  }
}

}  // namespace wald::core

// Sorts numbers by their bits: into buckets of equal width between the least and the greatest, and each of them again.
// Each round leaves a sixteenth of the width or less, so there are at most sixteen; mostly two do.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/vectors/ascending.hpp"

#include <algorithm>
#include <cstddef>

namespace wald::core {
namespace {

constexpr std::size_t few = 24, items_each = 8, fewest_buckets = 16, most_at_first = 4096, most_later = 256;

void insert_in_order(PlacedNumber *numbers, std::size_t n) {
  for (std::size_t i = 1; i < n; ++i) {
    const PlacedNumber one = numbers[i];
    std::size_t j = i;
    for (; j > 0 && one.bits < numbers[j - 1].bits; --j) numbers[j] = numbers[j - 1];
    numbers[j] = one;
  }
}

// Sorts n numbers, for which `other` has room. They end where they were, or there.
template <std::size_t most_buckets>
void sort_buckets(PlacedNumber *numbers, PlacedNumber *other, std::size_t n, bool end_in_other) {
  uint64_t least = numbers[0].bits, greatest = least;
  for (std::size_t i = 1; i < n && n > few; ++i) {
    least = std::min(least, numbers[i].bits);
    greatest = std::max(greatest, numbers[i].bits);
  }
  if (n <= few || least == greatest) {
    if (n <= few) insert_in_order(numbers, n);
    if (end_in_other) std::copy(numbers, numbers + n, other);
    return;
  }
  std::size_t buckets = fewest_buckets;
  while (buckets < most_buckets && buckets * items_each < n) buckets *= 2;
  int shift = 0;
  while ((greatest - least) >> shift >= buckets) ++shift;
  const auto bucket_of = [=](const PlacedNumber &one) { return static_cast<std::size_t>((one.bits - least) >> shift); };
  std::size_t next[most_buckets + 1];
  std::fill(next, next + buckets + 1, std::size_t{0});
  for (std::size_t i = 0; i < n; ++i) ++next[bucket_of(numbers[i]) + 1];
  for (std::size_t b = 1; b <= buckets; ++b) next[b] += next[b - 1];
  for (std::size_t i = 0; i < n; ++i) other[next[bucket_of(numbers[i])]++] = numbers[i];
  for (std::size_t b = 0, begin = 0; b < buckets; begin = next[b++])
    if (next[b] > begin) sort_buckets<most_later>(other + begin, numbers + begin, next[b] - begin, !end_in_other);
}

}  // namespace

void sort_by_bits(PlacedNumber *numbers, std::size_t n) {
  if (n == 0) return;
  const LargeMemory<PlacedNumber> other(n);
  sort_buckets<most_at_first>(numbers, other.data(), n, false);
}

}  // namespace wald::core

// Sorts numbers by their bits: into buckets of equal width between the least and the greatest, and each of them again;
// those of few numbers are spread over twice as many places, after which they are nearly in order. Each round leaves a
// sixteenth of the width or less, so there are at most sixteen; mostly two do.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/vectors/ascending.hpp"

#include <algorithm>
#include <cstddef>

namespace wald::core {
namespace {

constexpr std::size_t few = 24, items_each = 128, fewest_buckets = 16, most_at_first = 4096, most_later = 256;
constexpr std::size_t most_spread = 4096;  // numbers in the second cache, with their places

uint64_t key_of(const PlacedNumber &one) { return one.bits; }
uint64_t key_of(uint64_t one) { return one; }

template <class Number>
void insert_in_order(Number *numbers, std::size_t n) {
  for (std::size_t i = 1; i < n; ++i) {
    const Number one = numbers[i];
    std::size_t j = i;
    for (; j > 0 && key_of(one) < key_of(numbers[j - 1]); --j) numbers[j] = numbers[j - 1];
    numbers[j] = one;
  }
}

struct Ends {
  uint64_t least, greatest;
};
template <class Number>
Ends ends_of(const Number *numbers, std::size_t n) {
  // Several at a time, so that one does not wait for the one before.
  constexpr std::size_t at_once = 4;
  uint64_t least[at_once], greatest[at_once];
  for (std::size_t k = 0; k < at_once; ++k) least[k] = greatest[k] = key_of(numbers[0]);
  const auto look = [&](std::size_t k, uint64_t bits) {
    least[k] = bits < least[k] ? bits : least[k];
    greatest[k] = bits > greatest[k] ? bits : greatest[k];
  };
  std::size_t i = 0;
  for (; i + at_once <= n; i += at_once)
    for (std::size_t k = 0; k < at_once; ++k) look(k, key_of(numbers[i + k]));
  for (; i < n; ++i) look(0, key_of(numbers[i]));
  return {*std::min_element(least, least + at_once), *std::max_element(greatest, greatest + at_once)};
}

// Sorts n <= most_spread numbers, for which `other` has room. They end where they were, or there.
template <class Number>
void sort_spread(Number *numbers, Number *other, std::size_t n, bool end_in_other) {
  if (n <= few) {
    insert_in_order(numbers, n);
    if (end_in_other) std::copy(numbers, numbers + n, other);
    return;
  }
  const Ends ends = ends_of(numbers, n);
  std::size_t places = 2 * fewest_buckets;
  while (places < 2 * n) places *= 2;
  int shift = 0;
  while ((ends.greatest - ends.least) >> shift >= places) ++shift;
  const auto place_of = [=](const Number &one) {
    return static_cast<std::size_t>((key_of(one) - ends.least) >> shift);
  };
  uint32_t next[2 * most_spread + 1];
  std::fill(next, next + places + 1, 0);
  uint32_t fullest = 0;
  for (std::size_t i = 0; i < n; ++i) fullest = std::max(fullest, ++next[place_of(numbers[i]) + 1]);
  for (std::size_t p = 1; p <= places; ++p) next[p] += next[p - 1];
  for (std::size_t i = 0; i < n; ++i) other[next[place_of(numbers[i])]++] = numbers[i];
  if (shift > 0 && fullest <= few) {
    insert_in_order(other, n);
  } else if (shift > 0) {
    for (std::size_t p = 0, begin = 0; p < places; begin = next[p++])
      if (next[p] > begin + 1) sort_spread(other + begin, numbers + begin, next[p] - begin, false);
  }
  if (!end_in_other) std::copy(other, other + n, numbers);
}

// The same of any n.
template <std::size_t most_buckets, class Number>
void sort_buckets(Number *numbers, Number *other, std::size_t n, bool end_in_other) {
  if (n <= most_spread) return sort_spread(numbers, other, n, end_in_other);
  const Ends ends = ends_of(numbers, n);
  if (ends.least == ends.greatest) {
    if (end_in_other) std::copy(numbers, numbers + n, other);
    return;
  }
  std::size_t buckets = fewest_buckets;
  while (buckets < most_buckets && buckets * items_each < n) buckets *= 2;
  int shift = 0;
  while ((ends.greatest - ends.least) >> shift >= buckets) ++shift;
  const auto bucket_of = [=](const Number &one) {
    return static_cast<std::size_t>((key_of(one) - ends.least) >> shift);
  };
  std::size_t next[most_buckets + 1];
  std::fill(next, next + buckets + 1, std::size_t{0});
  for (std::size_t i = 0; i < n; ++i) ++next[bucket_of(numbers[i]) + 1];
  for (std::size_t b = 1; b <= buckets; ++b) next[b] += next[b - 1];
  for (std::size_t i = 0; i < n; ++i) other[next[bucket_of(numbers[i])]++] = numbers[i];
  for (std::size_t b = 0, begin = 0; b < buckets; begin = next[b++])
    if (next[b] > begin) sort_buckets<most_later>(other + begin, numbers + begin, next[b] - begin, !end_in_other);
}

template <class Number>
void sort_all(Number *numbers, std::size_t n) {
  if (n == 0) return;
  const LargeMemory<Number> other(n);
  sort_buckets<most_at_first>(numbers, other.data(), n, false);
}

}  // namespace

void sort_by_bits(PlacedNumber *numbers, std::size_t n) { sort_all(numbers, n); }
void sort_by_bits(uint64_t *numbers, std::size_t n) { sort_all(numbers, n); }

}  // namespace wald::core

// The vector code for trees as bit vectors, included once by the file of each instruction set, which defines WALD_LEVEL
// (a namespace), WALD_NAME, WALD_BYTES of a vector, WALD_HERE and WALD_COSTS; and, with WALD_SHUFFLES, in that
// namespace a few instructions on bytes (v3.cpp). No include guard, no include: what is included here would be compiled
// for that set.
WALD_VECTOR_MATH

namespace wald::core::trees::bits {
namespace WALD_LEVEL {
namespace {

constexpr int64_t width = WALD_BYTES;
static_assert(lane_step % width == 0);
WALD_VECTOR(Code, int8_t, WALD_BYTES, WALD_BYTES);
WALD_VECTOR(Byte, uint8_t, WALD_BYTES, WALD_BYTES);

WALD_ALWAYS_INLINE Byte all(uint8_t x) { return Byte{} + x; }
WALD_ALWAYS_INLINE Byte if_else(Byte mask, Byte a, Byte b) { return (mask & a) | (~mask & b); }

// ---- Leaves ----------------------------------------------------------------------------------------

// How many ones a byte begins with, from the lowest bit on; of 255 any number.
WALD_ALWAYS_INLINE Byte trailing_ones(Byte x) {
#ifdef WALD_SHUFFLES
  static constexpr uint8_t lower[16] = {0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 255};
  static constexpr uint8_t upper[16] = {4, 5, 4, 6, 4, 5, 4, 7, 4, 5, 4, 6, 4, 5, 4, 7};
  const Byte low = lookup16(table_of(lower), x & all(15)), high = lookup16(table_of(upper), (x >> 4) & all(15));
  return WALD_PICK(low < high, low, high);
#else
  const Byte first = (x + 1) & ~x;  // the lowest zero alone
  const Byte none{};
  return (WALD_AS(Byte, (first & all(0xAA)) != none) & all(1)) | (WALD_AS(Byte, (first & all(0xCC)) != none) & all(2)) |
         (WALD_AS(Byte, (first & all(0xF0)) != none) & all(4));
#endif
}

// The sums of masks of this many vectors of rows at a time stay in registers.
template <int vectors>
void find_of(const BitTree &tree, const int8_t *codes, int64_t stride, uint8_t *leaves) {
  const Entry *entry = tree.entries;
  Byte value[vectors] = {}, base[vectors] = {};
  for (int32_t plane = tree.planes - 1; plane >= 0; --plane) {
    Byte left_behind[vectors];
    WALD_UNROLL(8)
    for (int j = 0; j < vectors; ++j) left_behind[j] = Byte{};
    const Entry *const end = entry + tree.counts[plane];
    for (; entry != end; ++entry) {
      const Code *const own = reinterpret_cast<const Code *>(codes + entry->column * stride);
      const Code threshold = Code{} + entry->threshold;
      const Byte mask = all(entry->mask);
      WALD_UNROLL(8)
      for (int j = 0; j < vectors; ++j) left_behind[j] |= WALD_AS(Byte, threshold > own[j]) & mask;
    }
    // The first plane that is not left behind whole has the leaf.
    const Byte here = all(static_cast<uint8_t>(8 * plane));
    WALD_UNROLL(8)
    for (int j = 0; j < vectors; ++j) {
      const Byte whole = WALD_AS(Byte, left_behind[j] == all(255));
      value[j] = if_else(whole, value[j], left_behind[j]);
      base[j] = if_else(whole, base[j], here);
    }
  }
  WALD_UNROLL(8)
  for (int j = 0; j < vectors; ++j) reinterpret_cast<Byte *>(leaves)[j] = base[j] + trailing_ones(value[j]);
}

// 0 if a code is one of a set of 256, else -1; with `more` only if there was -1.
void test_set(const uint8_t *set, const uint8_t *codes, int64_t lanes, int8_t *out, bool more) {
#ifdef WALD_SHUFFLES
  static constexpr uint8_t powers[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const Byte low = table_of(set), high = table_of(set + 16), bit = table_of(powers);
  for (int64_t i = 0; i < lanes; i += width) {
    const Byte code = *reinterpret_cast<const Byte *>(codes + i);
    const Byte bytes = lookup32(low, high, index_of((code >> 3) & all(31)));
    Byte *const to = reinterpret_cast<Byte *>(out + i);
    const Byte apart = WALD_AS(Byte, (bytes & lookup16(bit, code & all(7))) == Byte{});
    *to = more ? *to & apart : apart;
  }
#else
  for (int64_t i = 0; i < lanes; ++i) {
    const auto apart = static_cast<int8_t>((set[codes[i] >> 3] >> (codes[i] & 7) & 1) - 1);
    out[i] = more ? out[i] & apart : apart;
  }
#endif
}

void find(const BitTree &tree, int8_t *codes, int64_t stride, int64_t lanes, uint8_t *leaves) {
  for (int32_t k = 0; k < tree.n_tests; ++k) {
    const CategoryTest &test = tree.tests[k];
    test_set(test.set, reinterpret_cast<const uint8_t *>(codes) + test.column * stride, lanes,
             codes + test.slot * stride, test.more);
  }
  constexpr int most = 8, least = static_cast<int>(lane_step / width);
  int64_t i = 0;
  for (; i + most * width <= lanes; i += most * width) find_of<most>(tree, codes + i, stride, leaves + i);
  for (; i < lanes; i += least * width) find_of<least>(tree, codes + i, stride, leaves + i);
}

// ---- Sums ------------------------------------------------------------------------------------------

// A table of plain numbers.
template <class Sum>
WALD_ALWAYS_INLINE void add_plain(const uint8_t *table, const uint8_t *leaves, int64_t lanes, Sum *sums) {
  const Sum *const values = reinterpret_cast<const Sum *>(table);
  for (int64_t i = 0; i < lanes; i += 8) WALD_UNROLL(8)
  for (int64_t j = i; j < i + 8; ++j) sums[j] += values[leaves[j]];
}

#ifdef WALD_SHUFFLES

template <class Sum>
WALD_ALWAYS_INLINE void add_vector(Byte value, Sum *sums) {
  WALD_VECTOR(Sums, Sum, WALD_BYTES, WALD_BYTES);
  Sums *const to = reinterpret_cast<Sums *>(sums);
  *to += WALD_AS(Sums, value);
}

// Byte k of leaf l's value at table[32 k + l].
template <class Sum>
void add_four(const uint8_t *table, const uint8_t *leaves, int64_t lanes, Sum *sums) {
  Byte low[4], high[4];
  WALD_UNROLL(4)
  for (int k = 0; k < 4; ++k) low[k] = table_of(table + 32 * k), high[k] = table_of(table + 32 * k + 16);
  for (int64_t i = 0; i < lanes; i += width) {
    const auto index = index_of(order4(*reinterpret_cast<const Byte *>(leaves + i)));
    Byte byte[4];
    WALD_UNROLL(4)
    for (int k = 0; k < 4; ++k) byte[k] = lookup32(low[k], high[k], index);
    const Byte a = zip8_low(byte[0], byte[1]), b = zip8_low(byte[2], byte[3]);
    const Byte c = zip8_high(byte[0], byte[1]), d = zip8_high(byte[2], byte[3]);
    add_vector(zip16_low(a, b), sums + i);
    add_vector(zip16_high(a, b), sums + i + width / 4);
    add_vector(zip16_low(c, d), sums + i + 2 * width / 4);
    add_vector(zip16_high(c, d), sums + i + 3 * width / 4);
  }
}

template <class Sum>
void add_eight(const uint8_t *table, const uint8_t *leaves, int64_t lanes, Sum *sums) {
  for (int64_t i = 0; i < lanes; i += width) {
    const auto index = index_of(order8(*reinterpret_cast<const Byte *>(leaves + i)));
    Byte byte[8], four[2][4];
    WALD_UNROLL(8)
    for (int k = 0; k < 8; ++k) byte[k] = lookup32(table_of(table + 32 * k), table_of(table + 32 * k + 16), index);
    WALD_UNROLL(2)
    for (int h = 0; h < 2; ++h) {
      const Byte a = zip8_low(byte[4 * h], byte[4 * h + 1]), b = zip8_low(byte[4 * h + 2], byte[4 * h + 3]);
      const Byte c = zip8_high(byte[4 * h], byte[4 * h + 1]), d = zip8_high(byte[4 * h + 2], byte[4 * h + 3]);
      four[h][0] = zip16_low(a, b), four[h][1] = zip16_high(a, b);
      four[h][2] = zip16_low(c, d), four[h][3] = zip16_high(c, d);
    }
    WALD_UNROLL(4)
    for (int k = 0; k < 4; ++k) {
      add_vector(zip32_low(four[0][k], four[1][k]), sums + i + 2 * k * width / 8);
      add_vector(zip32_high(four[0][k], four[1][k]), sums + i + (2 * k + 1) * width / 8);
    }
  }
}

#endif

template <class Sum>
void add_values(const uint8_t *table, bool bytewise, const uint8_t *leaves, int64_t lanes, Sum *sums) {
#ifdef WALD_SHUFFLES
  if (bytewise) {
    if constexpr (sizeof(Sum) == 4)
      add_four(table, leaves, lanes, sums);
    else
      add_eight(table, leaves, lanes, sums);
    return;
  }
#else
  (void)bytewise;
#endif
  add_plain(table, leaves, lanes, sums);
}

void leaving(const int32_t *WALD_RESTRICT sums, int32_t low, int32_t high, int64_t lanes, uint8_t *WALD_RESTRICT out) {
  for (int64_t i = 0; i < lanes; ++i) out[i] = static_cast<uint8_t>((sums[i] < low) | (sums[i] >= high));
}

// ---- Codes -----------------------------------------------------------------------------------------

void keep(const uint8_t *live, int64_t lanes, int8_t *column) {
  int8_t *to = column;
  for (int64_t i = 0; i < lanes; i += 8) {
#ifdef WALD_SHUFFLES
    to += keep8(column + i, live[i / 8], to);
#else
    for (uint64_t mask = live[i / 8]; mask != 0; mask &= mask - 1) *to++ = column[i + trailing_zeros(mask)];
#endif
  }
}

// How many of `count` numbers are below each of the lanes' own.
template <class Real, class Whole, int count>
WALD_ALWAYS_INLINE void count_below(const Real *const *pivots, const Real *x, int64_t lanes, uint32_t *ranks) {
  WALD_VECTOR(Reals, Real, WALD_BYTES, sizeof(Real));
  WALD_VECTOR(Wholes, Whole, WALD_BYTES, WALD_BYTES);
  constexpr int64_t side_by_side = width / static_cast<int64_t>(sizeof(Real));
  for (int64_t i = 0; i < lanes; i += side_by_side) {
    const Reals own = *reinterpret_cast<const Reals *>(x + i);
    Wholes below{};
    WALD_UNROLL(16)
    for (int k = 0; k < count; ++k) below -= Reals{} + *pivots[k] < own;
    for (int64_t j = 0; j < side_by_side; ++j) ranks[i + j] = static_cast<uint32_t>(below[j]);
  }
}

// The first levels of a search compare all rows with the same numbers, the last three one row with eight numbers; those
// between load what each row needs. No level is a branch.
template <class Real, class Whole>
void rank_all(const Real *numbers, int depth, const Real *x, int64_t lanes, uint32_t *ranks) {
#ifdef WALD_SHUFFLES
  const int last = depth > 4 ? 3 : 0;
#else
  const int last = 0;
#endif
  const int first = depth - last < 4 ? depth - last : 4;
  const int64_t apart = int64_t{1} << (depth - first);
  const Real *pivots[15];
  for (int k = 0; k < (1 << first) - 1; ++k) pivots[k] = numbers + (k + 1) * apart - 1;
  switch (first) {
    case 0: count_below<Real, Whole, 0>(pivots, x, lanes, ranks); break;
    case 1: count_below<Real, Whole, 1>(pivots, x, lanes, ranks); break;
    case 2: count_below<Real, Whole, 3>(pivots, x, lanes, ranks); break;
    case 3: count_below<Real, Whole, 7>(pivots, x, lanes, ranks); break;
    default: count_below<Real, Whole, 15>(pivots, x, lanes, ranks); break;
  }
  const int between = depth - first - last;
  if (between > 0)
    for (int64_t i = 0; i < lanes; ++i) {
      const Real *at = numbers + ranks[i] * apart;
      for (int64_t half = apart / 2; half >= int64_t{1} << last; half /= 2) at += at[half - 1] < x[i] ? half : 0;
      ranks[i] = static_cast<uint32_t>((at - numbers) >> last);
    }
#ifdef WALD_SHUFFLES
  if (last > 0)
    for (int64_t i = 0; i < lanes; ++i) ranks[i] = 8 * ranks[i] + below8(numbers + 8 * ranks[i], x[i]);
#endif
}

void code(const uint32_t *WALD_RESTRICT ranks, int64_t first, int64_t lanes, int8_t *WALD_RESTRICT codes) {
  const auto begin = static_cast<int32_t>(first);
  for (int64_t i = 0; i < lanes; ++i) {
    const int32_t above = static_cast<int32_t>(ranks[i]) - begin;
    const int32_t least = above < 0 ? 0 : above;
    codes[i] = static_cast<int8_t>(127 - (least > 255 ? 255 : least));
  }
}

bool here() { return WALD_HERE; }

}  // namespace

#ifdef WALD_SHUFFLES
constexpr int64_t table_leaves = 32;
#else
constexpr int64_t table_leaves = 0;
#endif

const Level level{WALD_NAME,
                  here,
                  costs,
                  table_leaves,
                  find,
                  add_values<float>,
                  add_values<double>,
                  add_values<int32_t>,
                  add_values<int64_t>,
                  leaving,
                  keep,
                  rank_all<float, int32_t>,
                  rank_all<double, int64_t>,
                  code};

}  // namespace WALD_LEVEL
}  // namespace wald::core::trees::bits

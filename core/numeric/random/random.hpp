// Seeded random streams. Boost's engine and distribution, because those of the standard library differ between
// platforms. A stream is named by the user's seed and a number, so that each draw has its own and threads cannot
// matter.
#pragma once

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_01.hpp>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "core/numeric/random/mix.hpp"

namespace wald::core {

// Neighbouring seeds give unrelated states.
class Random {
 public:
  explicit Random(uint64_t seed, uint64_t stream = 0) : engine_(mix_bits(seed + 0x9e3779b97f4a7c15u * (stream + 1))) {}

  // Uniform in [0, 1).
  double uniform() { return boost::random::uniform_01<double>()(engine_); }

 private:
  boost::random::mt19937_64 engine_;
};

// 0 ... count-1 in an order in which each is alike.
template <class Integer>
std::vector<Integer> random_order(int64_t count, uint64_t seed) {
  std::vector<Integer> out(static_cast<std::size_t>(count));
  std::iota(out.begin(), out.end(), Integer{0});
  Random random(seed);
  for (std::size_t i = out.size(); i > 1; --i)
    std::swap(out[i - 1], out[static_cast<std::size_t>(random.uniform() * static_cast<double>(i))]);
  return out;
}

}  // namespace wald::core

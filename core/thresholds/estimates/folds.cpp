// Parts a sample into folds.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/estimates/folds.hpp"

#include "core/numeric/random/mix.hpp"

namespace wald::core::thresholds {

Folds::Folds(const Sample &sample, int64_t folds, uint64_t seed)
    : sorted_(sample.sorted()), folds_(folds), seed_(seed) {}

Sample Folds::part(int64_t fold, bool inside) const {
  return sorted_.picked([&](int label, int64_t i) {
    const auto hand = static_cast<uint64_t>(i / folds_);
    const auto turn = static_cast<int64_t>(mix_bits(seed_ ^ mix_bits(hand * 4 + static_cast<uint64_t>(label))) %
                                           static_cast<uint64_t>(folds_));
    return ((i + turn) % folds_ == fold) == inside;
  });
}

}  // namespace wald::core::thresholds

// Parts a sample into folds.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/estimates/folds.hpp"

#include "core/numeric/random/mix.hpp"

namespace wald::core::thresholds {

Folds::Folds(const Sample &sample, int64_t folds, uint64_t seed) : sorted_(sample.sorted()) {
  const RowSet *const sets[] = {&sorted_.negatives(), &sorted_.positives(), &sorted_.unrated()};
  for (uint64_t label = 0; label < 3; ++label) {
    std::vector<int32_t> &parts = parts_[label];
    const int64_t rows = sets[label]->size();
    parts.reserve(static_cast<std::size_t>(rows));
    for (int64_t first = 0; first < rows; first += folds) {
      const auto hand = static_cast<uint64_t>(first / folds);
      const auto turn = static_cast<int64_t>(mix_bits(seed ^ mix_bits(hand * 4 + label)) % static_cast<uint64_t>(folds));
      for (int64_t i = 0; i < folds && first + i < rows; ++i)
        parts.push_back(static_cast<int32_t>(i + turn < folds ? i + turn : i + turn - folds));
    }
  }
}

}  // namespace wald::core::thresholds

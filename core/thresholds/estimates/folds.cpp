// Parts a sample into folds.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/estimates/folds.hpp"

#include <algorithm>

#include "core/numeric/random/mix.hpp"
#include "core/numeric/vectors/ascending.hpp"

namespace wald::core::thresholds {
namespace {

// Each hand gives a row to every part, in an order of its own: the part of its first row.
int64_t first_of_hand(uint64_t seed, int64_t hand, int label, int64_t folds) {
  const uint64_t mixed = mix_bits(seed ^ mix_bits(static_cast<uint64_t>(hand) * 4 + static_cast<uint64_t>(label)));
  return static_cast<int64_t>(mixed % static_cast<uint64_t>(folds));
}

}  // namespace

Folds::Folds(const Sample &sample, int64_t folds, uint64_t seed) : sorted_(sample.sorted()) {
  const RowSet *const sets[] = {&sorted_.negatives(), &sorted_.positives(), &sorted_.unrated()};
  for (int label = 0; label < 3; ++label) {
    std::vector<int32_t> &parts = parts_[label];
    const int64_t rows = sets[label]->size();
    parts.resize(static_cast<std::size_t>(rows));
    for (int64_t first = 0; first < rows; first += folds) {
      const int64_t turn = first_of_hand(seed, first / folds, label, folds);
      for (int64_t i = 0; i < folds && first + i < rows; ++i)
        parts[static_cast<std::size_t>(first + i)] =
            static_cast<int32_t>(i + turn < folds ? i + turn : i + turn - folds);
    }
  }
}

bool ScoreFolds::serves(const Sample &sample) {
  return sample.dims() == 1 && sample.rule() == Rule::any && !sample.has_cut() && !sample.narrow() &&
         sample.positives().weights.empty() && sample.negatives().weights.empty() && sample.n_fed() >= 2 * few_rows;
}

ScoreFolds::ScoreFolds(const Sample &sample, int64_t folds, uint64_t seed) {
  const RowSet *const sets[] = {&sample.negatives(), &sample.positives()};
  for (int label = 0; label < 2; ++label) {
    const Numbers<double> &fed = sets[label]->scores;
    const std::size_t n = fed.size(), parts = static_cast<std::size_t>(folds);
    const LargeMemory<uint64_t> bits(n);
    for (std::size_t i = 0; i < n; ++i) bits[i] = ordered_bits(fed[i]);
    sort_by_bits(bits.data(), n);
    // A whole hand has a row for every part; the parts of the rows of the last one have a row more than others.
    const std::size_t hands = n / parts, last = n % parts;
    const auto turn = static_cast<std::size_t>(first_of_hand(seed, static_cast<int64_t>(hands), label, folds));
    std::vector<std::size_t> rows(parts, hands);
    for (std::size_t i = 0; i < last; ++i) ++rows[(i + turn) % parts];
    OfLabel &of = labels_[label];
    of.offsets.push_back(0);
    for (std::size_t part = 0; part < parts; ++part) of.offsets.push_back(of.offsets.back() + rows[part]);
    double *const scores = of.scores.emplace(n).data();
    for (std::size_t hand = 0, i = 0; i < n; ++hand) {
      auto part = static_cast<std::size_t>(first_of_hand(seed, static_cast<int64_t>(hand), label, folds));
      for (const std::size_t end = std::min(n, i + parts); i < end; ++i) {
        scores[of.offsets[part] + hand] = number_of(bits[i]);
        part = part + 1 < parts ? part + 1 : 0;
      }
    }
  }
}

ScoredRows ScoreFolds::without(int64_t fold) const {
  ScoredRows out;
  for (const int label : {1, 0}) {
    const OfLabel &of = labels_[label];
    const std::size_t begin = of.offsets[static_cast<std::size_t>(fold)],
                      end = of.offsets[static_cast<std::size_t>(fold) + 1], n = of.offsets.back();
    (label ? out.positives : out.negatives) = static_cast<double>(n - (end - begin));
    const auto add = [&](std::size_t first, std::size_t last) {
      if (first < last)
        out.runs.push_back({{of.scores->data() + first, false, static_cast<int64_t>(last - first), 1},
                            {},
                            static_cast<uint8_t>(label),
                            nullptr});
    };
    add(0, begin);
    add(end, n);
  }
  return out;
}

Flagged ScoreFolds::count(int64_t fold, double threshold) const {
  double flagged[2];
  for (const int label : {0, 1}) {
    const OfLabel &of = labels_[label];
    const double *const begin = of.scores->data() + of.offsets[static_cast<std::size_t>(fold)],
                 *const end = of.scores->data() + of.offsets[static_cast<std::size_t>(fold) + 1];
    flagged[label] = static_cast<double>(end - std::lower_bound(begin, end, threshold));
  }
  return {flagged[1], flagged[0]};
}

}  // namespace wald::core::thresholds

// Draws bootstrap samples of rows, and averages what their best thresholds flag.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/estimates/bagged.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/numeric/infinity.hpp"
#include "core/numeric/parallel.hpp"
#include "core/numeric/random/random.hpp"
#include "core/thresholds/estimates/bootstrap.hpp"

namespace wald::core::thresholds {

std::vector<double> bootstrap_counts(std::size_t n, const std::vector<std::vector<int64_t>> &groups, uint64_t seed,
                                     uint64_t draw) {
  std::vector<double> out(n, 0.0);
  Random random(seed, draw);
  const auto drawn = [&](std::size_t count) {
    return static_cast<std::size_t>(random.uniform() * static_cast<double>(count));
  };
  if (groups.empty()) {
    for (std::size_t i = 0; i < n; ++i) out[drawn(n)] += 1;
    return out;
  }
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const int64_t i : groups[drawn(groups.size())]) out[static_cast<std::size_t>(i)] += 1;
  return out;
}

ScoreColumn score_column(const double *scores, const uint8_t *truth, int64_t count, int64_t stride) {
  ScoreColumn out;
  out.order.resize(static_cast<std::size_t>(count));
  std::iota(out.order.begin(), out.order.end(), 0);
  std::stable_sort(out.order.begin(), out.order.end(),
                   [&](int64_t a, int64_t b) { return scores[a * stride] > scores[b * stride]; });
  for (const int64_t i : out.order) {
    out.scores.push_back(scores[i * stride]);
    out.truth.push_back(truth[i * stride]);
  }
  return out;
}

namespace {

// The rated rows of a sample, and the weights of all: those of positives, of negatives, of rows that are not rated.
class BaggedRows {
 public:
  explicit BaggedRows(const Sample &sample) : rated_(sample.positives().size() + sample.negatives().size()) {
    std::vector<double> scores;
    std::vector<uint8_t> truth;
    for (const RowSet *const set : {&sample.positives(), &sample.negatives(), &sample.unrated()}) {
      for (int64_t i = 0; i < set->size(); ++i) weights_.push_back(set->weight(i));
      if (set == &sample.unrated()) continue;
      scores.insert(scores.end(), set->scores.begin(), set->scores.end());
      truth.resize(scores.size(), set == &sample.positives());
    }
    column_ = score_column(scores.data(), truth.data(), rated_, 1);
    flagged_.push_back({});
    for (std::size_t i = 0; i < column_.size(); ++i) {
      Flagged next = flagged_.back();
      (column_.truth[i] ? next.tp : next.fp) += weights_[static_cast<std::size_t>(column_.order[i])];
      flagged_.push_back(next);
    }
    positives_ = sample.positives().size();
  }

  // The weight that a bootstrap sample's best threshold flags among all rows; NaN if there is none.
  double drawn(const Criterion &criterion, uint64_t seed, uint64_t draw) const {
    std::vector<double> weights = bootstrap_counts(weights_.size(), {}, seed, draw);
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] *= weights_[i];
    const auto sum = [&](int64_t first, int64_t last) {
      return std::accumulate(weights.begin() + first, weights.begin() + last, 0.0);
    };
    const DrawnTotals totals{sum(0, positives_), sum(positives_, rated_),
                             sum(rated_, static_cast<int64_t>(weights.size()))};
    if (!(totals.positives > 0)) return unset;
    const Criterion own = totals.criterion(criterion);
    const auto place = best_place(
        column_, weights, [&](double tp, double alerts) { return own.value(tp, alerts - tp); },
        [&](double tp, double alerts) { return own.allowed(tp, alerts - tp); });
    return place ? flagged_[*place].alerts() : unset;
  }

  // The threshold that flags nearly this weight and keeps every limit.
  std::optional<double> nearest(const Criterion &criterion, double weight) const {
    const auto kept = [&](std::size_t place) {
      const Flagged &counts = flagged_[place];
      return column_.ends(place) && criterion.attained({0, criterion.allowed(counts.tp, counts.fp)}, counts);
    };
    const auto first = std::lower_bound(flagged_.begin(), flagged_.end(), weight,
                                        [](const Flagged &counts, double w) { return counts.alerts() < w; });
    // From here up and down, each time to the nearer of the next two.
    auto above = static_cast<std::size_t>(first - flagged_.begin()), below = above;
    while (below > 0 || above < flagged_.size()) {
      const bool down = above == flagged_.size() ||
                        (below > 0 && weight - flagged_[below - 1].alerts() <= flagged_[above].alerts() - weight);
      const std::size_t place = down ? --below : above++;
      // +inf flags nothing, not even scores of +inf.
      if (kept(place))
        return place == 0 ? infinity : std::min(column_.scores[place - 1], std::numeric_limits<double>::max());
    }
    return {};
  }

 private:
  int64_t rated_, positives_ = 0;
  std::vector<double> weights_;
  ScoreColumn column_;
  std::vector<Flagged> flagged_;  // by so many rows
};

}  // namespace

std::optional<double> bagged_threshold(const Sample &sample, const Criterion &criterion,
                                       const ThresholdSearch &options, Monitor &monitor) {
  // So that the order of feeding does not matter.
  const BaggedRows rows(sample.sorted());
  std::vector<double> flagged(static_cast<std::size_t>(options.smoothing_rounds));
  const auto rounds = static_cast<int64_t>(flagged.size());
  parallel_for(rounds, worker_count(options.threads, rounds), monitor, [&](int64_t round, int, Monitor &) {
    flagged[static_cast<std::size_t>(round)] = rows.drawn(criterion, options.seed, static_cast<uint64_t>(round));
  });
  flagged.erase(std::remove_if(flagged.begin(), flagged.end(), [](double w) { return std::isnan(w); }), flagged.end());
  if (flagged.empty()) return {};
  const double sum = std::accumulate(flagged.begin(), flagged.end(), 0.0);
  return rows.nearest(criterion, sum / static_cast<double>(flagged.size()));
}

}  // namespace wald::core::thresholds

// Computes what all thresholds of all chains of stages come to on the rows of one group.
#include "core/numeric/contraction.hpp"  // first

#include "core/routes/route_chains.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/compiler.hpp"

namespace wald::core::routes {

namespace {

constexpr int id_bits = 44;        // of the combination of levels; the rest says of which levels
constexpr std::size_t ahead = 16;  // rows that are asked of memory before they are read

// The order of descending confidence, NaN left out, and of ascending rows where confidences tie: one pass into as many
// buckets of equal width as there are a few rows for each, and each is sorted.
struct Sure {
  double confidence;
  uint32_t row;
};

std::vector<Sure> surest_first(const SearchRows &rows, int64_t stage) {
  std::vector<Sure> order;
  order.reserve(rows.rows());
  double low = infinite, high = -infinite;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const double x = rows.sure(i, stage);
    if (std::isnan(x)) continue;
    order.push_back({x, static_cast<uint32_t>(i)});
    low = std::min(low, x);
    high = std::max(high, x);
  }
  const auto more_confident = [](const Sure &x, const Sure &y) {
    return x.confidence != y.confidence ? x.confidence > y.confidence : x.row < y.row;
  };
  const std::size_t buckets = order.size() / 4;
  const double scale = static_cast<double>(buckets) / (high - low);
  if (order.size() < 4096 || !(scale > 0 && scale < infinite)) {  // all alike, or further apart than a number can say
    std::sort(order.begin(), order.end(), more_confident);
    return order;
  }
  const auto bucket = [&](double x) { return std::min(buckets - 1, static_cast<std::size_t>((high - x) * scale)); };
  std::vector<uint32_t> ends(buckets, 0);
  for (const Sure &s : order) ++ends[bucket(s.confidence)];
  for (std::size_t k = 1; k < buckets; ++k) ends[k] += ends[k - 1];
  std::vector<Sure> sorted(order.size());
  for (std::size_t i = order.size(); i-- > 0;) sorted[--ends[bucket(order[i].confidence)]] = order[i];
  for (std::size_t k = 0; k < buckets; ++k) {  // ends are beginnings now
    const std::size_t end = k + 1 < buckets ? ends[k + 1] : sorted.size();
    if (end - ends[k] > 1)
      std::sort(sorted.begin() + ends[k], sorted.begin() + static_cast<std::ptrdiff_t>(end), more_confident);
  }
  return sorted;
}

}  // namespace

ChainSearch::ChainSearch(const SearchRows &rows, int64_t first, int64_t max_policies)
    : rows_(rows), first_(first), max_policies_(max_policies), alone_(static_cast<std::size_t>(rows.stages)) {
  std::vector<LongSums> sums(alone_.size());
  for (std::size_t i = 0; i < rows.rows(); ++i)
    for (int64_t s = 0; s < rows.stages; ++s) sums[static_cast<std::size_t>(s)].add(rows.at(i, s));
  for (std::size_t s = 0; s < sums.size(); ++s) alone_[s] = sums[s].rounded();
}

std::vector<double> ChainSearch::distinct(int64_t stage) const {
  std::vector<double> out;
  for (const Sure &s : surest_first(rows_, stage)) {
    const double x = s.confidence;
    if (out.empty() || out.back() != x) out.push_back(x);
  }
  return out;
}

// Ids are indices of levels: 0 is +inf, nothing accepted, and behind it the distinct confidences.
//
// Sums of the rows before a place and of those behind it are added up from either end. Those behind are kept for the
// beginning of each block alone, and made again in the block, where its rows are in the cache.
void ChainSearch::pair(const std::vector<int64_t> &chain, std::vector<RouteChoice> &out, const Merit &merit,
                       Monitor &monitor) {
  constexpr std::size_t block = 512;
  const int64_t cheap = chain[0], expensive = chain[1];
  const std::vector<Sure> order = surest_first(rows_, cheap);
  Levels levels{chain, {{infinite}}};
  std::vector<double> &thresholds = levels.thresholds[0];
  thresholds.reserve(order.size() + 1);
  const uint64_t set = uint64_t{searched_.size()} << id_bits;
  // What a row adds if it is passed on, and if it is not.
  const auto add_passed = [&](LongSums &sums, std::size_t row) {
    sums.add(rows_.at(row, expensive));
    if (!rows_.router) sums.cost.add({rows_.at(row, cheap).cost, 0});
  };
  LongSums behind;
  if (order.size() < rows_.rows())
    for (std::size_t i = 0; i < rows_.rows(); ++i)
      if (std::isnan(rows_.sure(i, cheap))) add_passed(behind, i);
  std::vector<LongSums> behind_block((order.size() + block - 1) / block);
  for (std::size_t k = order.size(); k-- > 0;) {
    if (k >= ahead) {
      prefetch(&rows_.at(order[k - ahead].row, cheap));
      prefetch(&rows_.at(order[k - ahead].row, expensive));
    }
    if (k % block == block - 1 || k + 1 == order.size()) {
      behind_block[k / block] = behind;
      if (k / block % 128 == 0) monitor.at(0);
    }
    add_passed(behind, order[k].row);
  }
  FrontierSweep frontier(merit);
  frontier.add({behind.rounded(), set});
  LongSums before;
  LongSums behind_row[block];
  for (std::size_t first = 0; first < order.size(); first += block) {
    const std::size_t end = std::min(order.size(), first + block);
    if (first / block % 128 == 0) monitor.at(0);
    behind = behind_block[first / block];
    for (std::size_t k = end; k-- > first;) {
      behind_row[k - first] = behind;
      add_passed(behind, order[k].row);
    }
    for (std::size_t k = first; k < end; ++k) {
      before.add(rows_.at(order[k].row, cheap));
      if (k + 1 < order.size() && order[k + 1].confidence == order[k].confidence) continue;
      thresholds.push_back(order[k].confidence);
      LongSums sums = before;
      sums.add(behind_row[k - first]);
      frontier.add({sums.rounded(), set | (thresholds.size() - 1)});
    }
  }
  out.insert(out.end(), frontier.kept().begin(), frontier.kept().end());
  searched_.push_back(std::move(levels));
}

void ChainSearch::all_levels(Levels levels, std::vector<RouteChoice> &out, const Merit &merit, Monitor &monitor) {
  const std::size_t m = levels.chain.size(), steps = m - 1;
  std::vector<std::size_t> cells(steps + 1, 1);  // of the first j dimensions
  for (std::size_t j = 0; j < steps; ++j) cells[j + 1] = cells[j] * levels.thresholds[j].size();
  // S_j, the first dimension slowest; the last stage answers where all thresholds pass a row on.
  std::vector<std::vector<LongSums>> answered(m);
  for (std::size_t j = 0; j < m; ++j) answered[j].assign(cells[std::min(j + 1, steps)], LongSums());
  for (std::size_t i = 0; i < rows_.rows(); ++i) {
    if (i % 65536 == 0) monitor.at(0);
    LongSums asked;  // the cost of all stages before
    std::size_t cell = 0;
    for (std::size_t j = 0; j < m; ++j) {
      const Sums &here = rows_.at(i, levels.chain[j]);
      const std::size_t width = j < steps ? levels.thresholds[j].size() : 0;
      std::size_t passed = 0;
      if (j < steps) {
        const std::vector<double> &thresholds = levels.thresholds[j];
        const double x = rows_.sure(i, levels.chain[j]);
        // How many thresholds pass the row on: all that are above it.
        passed = std::isnan(x) ? width
                               : static_cast<std::size_t>(
                                     std::partition_point(thresholds.begin(), thresholds.end(),
                                                          [&](double t) { return t > x; }) -
                                     thresholds.begin());
      }
      if (j == steps || passed < width) {
        LongSums &to = answered[j][j == steps ? cell : cell * width + passed];
        to.add(here);
        if (!rows_.router) to.add(asked);
      }
      if (passed == 0) break;
      cell = cell * width + (passed - 1);
      asked.cost.add({here.cost, 0});
    }
  }
  // Cumulative: rows are passed on by thresholds from high levels to low ones, and answered from low to high.
  const auto accumulate = [&](std::vector<LongSums> &sums, std::size_t dimension, std::size_t inner, bool upwards) {
    const std::size_t width = levels.thresholds[dimension].size();
    for (std::size_t outer = 0; outer < cells[dimension]; ++outer) {
      LongSums *const at = &sums[outer * width * inner];
      for (std::size_t v = 1; v < width; ++v)
        for (std::size_t k = 0; k < inner; ++k) {
          if (upwards)
            at[v * inner + k].add(at[(v - 1) * inner + k]);
          else
            at[(width - 1 - v) * inner + k].add(at[(width - v) * inner + k]);
        }
    }
  };
  for (std::size_t j = 0; j < m; ++j) {
    monitor.at(0);
    const std::size_t dimensions = std::min(j + 1, steps);
    for (std::size_t d = 0; d < dimensions; ++d) accumulate(answered[j], d, cells[dimensions] / cells[d + 1], d == j);
  }
  const uint64_t set = uint64_t{searched_.size()} << id_bits;
  std::vector<RouteChoice> found;
  found.reserve(cells[steps]);
  for (std::size_t flat = 0; flat < cells[steps]; ++flat) {
    if (flat % 65536 == 0) monitor.at(0);
    LongSums sums;
    for (std::size_t j = 0; j < m; ++j) sums.add(answered[j][flat / (cells[steps] / cells[std::min(j + 1, steps)])]);
    found.push_back({sums.rounded(), set | flat});
  }
  keep_best(found, merit);
  out.insert(out.end(), found.begin(), found.end());
  searched_.push_back(std::move(levels));
}

std::vector<double> ChainSearch::thresholds(uint64_t id) const {
  const Levels &levels = searched_[static_cast<std::size_t>(id >> id_bits)];
  uint64_t flat = id & ((uint64_t{1} << id_bits) - 1);
  std::vector<double> out(static_cast<std::size_t>(rows_.stages), unset);
  out[static_cast<std::size_t>(levels.chain.back())] = -infinite;
  for (std::size_t j = levels.chain.size() - 1; j-- > 0;) {
    const uint64_t n = levels.thresholds[j].size();
    const double threshold = levels.thresholds[j][static_cast<std::size_t>(flat % n)];
    out[static_cast<std::size_t>(levels.chain[j])] = threshold;
    flat /= n;
  }
  return out;
}

std::vector<RouteChoice> ChainSearch::frontier(const Merit &merit, const Best &best, Monitor &monitor) {
  std::vector<RouteChoice> out;
  const int64_t k = rows_.stages;
  // One stage alone.
  for (int64_t s = 0; s < k; ++s) {
    if (first_ >= 0 && s != first_) continue;
    out.push_back({alone_[static_cast<std::size_t>(s)], uint64_t{searched_.size()} << id_bits});
    searched_.push_back({{s}, {}});
  }
  keep_best(out, merit);
  for (int64_t i = 0; i < k; ++i)
    for (int64_t j = i + 1; j < k; ++j) {
      if (first_ >= 0 && i != first_) continue;
      pair({i, j}, out, merit, monitor);
    }
  keep_best(out, merit);
  if (k == 2 || rows_.rows() == 0) return out;
  std::vector<std::vector<double>> confidences;
  for (int64_t s = 0; s < k; ++s) confidences.push_back(distinct(s));
  std::vector<std::vector<int64_t>> chains;
  for (uint32_t set = 0; set < uint32_t{1} << k; ++set) {
    std::vector<int64_t> chain;
    for (int64_t s = 0; s < k; ++s)
      if (set >> s & 1) chain.push_back(s);
    if (chain.size() > 2 && (first_ < 0 || chain[0] == first_)) chains.push_back(chain);
  }
  // All chains together may take max_policies combinations, and at least a few each.
  const double share = std::max(64.0, static_cast<double>(max_policies_) / static_cast<double>(chains.size()));
  double done = 0;
  for (const std::vector<int64_t> &chain : chains) {
    monitor.at(done++ / static_cast<double>(chains.size()));
    Levels levels{chain, {}};
    double combinations = 1;
    for (std::size_t j = 0; j + 1 < chain.size(); ++j) {
      std::vector<double> thresholds{infinite};
      const std::vector<double> &own = confidences[static_cast<std::size_t>(chain[j])];
      thresholds.insert(thresholds.end(), own.begin(), own.end());
      combinations *= static_cast<double>(thresholds.size());
      levels.thresholds.push_back(std::move(thresholds));
    }
    if (combinations <= share) {
      all_levels(std::move(levels), out, merit, monitor);
      continue;
    }
    exact_ = false;
    // Thinned evenly, those that have few levels whole; then all levels between the neighbours of the best.
    const std::vector<std::vector<double>> whole = levels.thresholds;
    std::vector<std::size_t> low(whole.size(), 0), high;
    for (const std::vector<double> &thresholds : whole) high.push_back(thresholds.size() - 1);
    for (int round = 0; round < 40; ++round) {
      std::size_t each = 2;
      const auto size = [&](std::size_t j, std::size_t n) { return std::min(n, high[j] - low[j] + 1); };
      for (bool grows = true; grows; ++each) {
        double product = 1;
        grows = false;
        for (std::size_t j = 0; j < whole.size(); ++j) {
          product *= static_cast<double>(size(j, each + 1));
          grows = grows || size(j, each + 1) > size(j, each);
        }
        if (product > share || !grows) break;
      }
      std::vector<std::vector<std::size_t>> picked(whole.size());
      bool complete = true;
      for (std::size_t j = 0; j < whole.size(); ++j) {
        const std::size_t n = size(j, each), span = high[j] - low[j];
        complete = complete && n == span + 1;
        for (std::size_t v = 0; v < n; ++v) picked[j].push_back(low[j] + (n > 1 ? v * span / (n - 1) : 0));
        levels.thresholds[j].clear();
        for (const std::size_t v : picked[j]) levels.thresholds[j].push_back(whole[j][v]);
      }
      std::vector<RouteChoice> found;
      all_levels(levels, found, merit, monitor);
      out.insert(out.end(), found.begin(), found.end());
      const RouteChoice *middle = best(found);
      if (complete || !middle) break;
      uint64_t flat = middle->id & ((uint64_t{1} << id_bits) - 1);
      for (std::size_t j = whole.size(); j-- > 0;) {
        const auto v = static_cast<std::size_t>(flat % picked[j].size());
        flat /= picked[j].size();
        low[j] = picked[j][v > 0 ? v - 1 : 0];
        high[j] = picked[j][std::min(v + 1, picked[j].size() - 1)];
      }
    }
    keep_best(out, merit);
  }
  keep_best(out, merit);
  return out;
}

}  // namespace wald::core::routes

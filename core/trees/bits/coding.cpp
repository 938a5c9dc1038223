// Codes features in a byte each, by which every split is one comparison.
#include "core/numeric/contraction.hpp"  // first

#include "core/trees/bits/coding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "core/trees/walk.hpp"

namespace wald::core::trees::bits {

namespace {

constexpr int64_t rows_at_a_time = 256;
static_assert(rows_at_a_time % lane_step == 0);

template <class Real>
Real threshold_of(const WalkTree &walk, std::size_t at) {
  return nodes_of<Real>(walk)[at].threshold;
}

template <class Real>
void read_column(const RealTable &features, int64_t feature, int64_t begin, int64_t n, Real *out) {
  const Reals column = features.col(feature);
  if (column.is_float) {
    const float *const from = static_cast<const float *>(column.data) + begin * column.stride;
    for (int64_t i = 0; i < n; ++i) out[i] = static_cast<Real>(from[i * column.stride]);
  } else {
    const double *const from = static_cast<const double *>(column.data) + begin * column.stride;
    for (int64_t i = 0; i < n; ++i) out[i] = static_cast<Real>(from[i * column.stride]);
  }
}

template <class Real>
void close(std::vector<Real> &thresholds, int &depth) {
  depth = 0;
  while ((std::size_t{1} << depth) - 1 < thresholds.size()) ++depth;
  thresholds.resize(std::size_t{1} << depth, std::numeric_limits<Real>::infinity());
}

}  // namespace

Coding::Coding(const EnsembleShape &shape, const std::vector<Tree> &trees, const std::vector<WalkTree> &walks,
               const std::vector<uint8_t> &taken)
    : doubles_(!shape.float_features) {
  std::map<std::pair<int32_t, Missing>, std::vector<std::pair<double, float>>> thresholds;
  std::map<int32_t, std::vector<int32_t>> categories;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    if (!taken[t]) continue;
    for (std::size_t at = 0; at < walks[t].source.size(); ++at) {
      const TreeNode &node = trees[t].nodes[static_cast<std::size_t>(walks[t].source[at])];
      if (node.split == Split::leaf) continue;
      if (node.split == Split::in) {
        std::vector<int32_t> &own = categories[node.feature];
        own.insert(own.end(), node.categories.begin(), node.categories.end());
      } else {
        const float f = threshold_of<float>(walks[t], at);
        thresholds[{node.feature, node.missing}].emplace_back(
            doubles_ ? threshold_of<double>(walks[t], at) : static_cast<double>(f), f);
      }
    }
  }
  for (auto &[key, own] : thresholds) {
    Numeric made;
    made.feature = key.first;
    made.missing = key.second;
    made.column = columns_;
    const auto numbers = std::partition(own.begin(), own.end(), [](const auto &t) { return std::isnan(t.first); });
    made.never = numbers != own.begin();
    std::sort(numbers, own.end());
    const auto end = std::unique(numbers, own.end(), [](const auto &a, const auto &b) { return a.first == b.first; });
    for (auto t = numbers; t != end; ++t) {
      if (doubles_) made.doubles.push_back(t->first);
      made.floats.push_back(t->second);
    }
    made.ranks = (end - numbers) + made.never;
    close(made.floats, made.depth);
    if (doubles_) close(made.doubles, made.depth);
    const int64_t columns = (made.ranks + thresholds_of_column - 1) / thresholds_of_column;
    columns_ += columns;
    cost_ += 1 + 0.1 * static_cast<double>(columns);
    halvings_ += made.depth;
    numeric_.push_back(std::move(made));
  }
  for (auto &[feature, own] : categories) {
    Categorical made;
    made.feature = feature;
    made.column = columns_;
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    made.named = std::move(own);
    constexpr int32_t most_places = 1 << 16;
    if (!made.named.empty() && made.named.back() < most_places) {
      made.places.assign(static_cast<std::size_t>(made.named.back()) + 1, -1);
      for (std::size_t j = 0; j < made.named.size(); ++j)
        made.places[static_cast<std::size_t>(made.named[j])] = static_cast<int32_t>(j);
    }
    made.columns = std::max<int64_t>(
        1, (static_cast<int64_t>(made.named.size()) + categories_of_column - 1) / categories_of_column);
    columns_ += made.columns;
    cost_ += 4 + 0.1 * static_cast<double>(made.columns);
    categorical_.push_back(std::move(made));
  }
}

const Coding::Numeric &Coding::numeric(int32_t feature, Missing missing) const {
  return *std::lower_bound(numeric_.begin(), numeric_.end(), std::make_pair(feature, missing),
                           [](const Numeric &a, const auto &b) { return std::make_pair(a.feature, a.missing) < b; });
}

const Coding::Categorical &Coding::categorical(int32_t feature) const {
  return *std::lower_bound(categorical_.begin(), categorical_.end(), feature,
                           [](const Categorical &a, int32_t b) { return a.feature < b; });
}

Coding::Place Coding::place(const TreeNode &node, const WalkTree &walk, std::size_t at) const {
  const Numeric &own = numeric(node.feature, node.missing);
  // Right where the rank is at least `least`.
  int64_t least = 1;
  const double threshold =
      doubles_ ? threshold_of<double>(walk, at) : static_cast<double>(threshold_of<float>(walk, at));
  if (!std::isnan(threshold)) {
    const auto index = doubles_
                           ? std::lower_bound(own.doubles.begin(), own.doubles.end(), threshold) - own.doubles.begin()
                           : std::lower_bound(own.floats.begin(), own.floats.end(), static_cast<float>(threshold)) -
                                 own.floats.begin();
    least = index + 1 + own.never;
  }
  const int64_t column = (least - 1) / thresholds_of_column;
  return {own.column + column, static_cast<int8_t>(128 - (least - column * thresholds_of_column))};
}

Coding::CategoryPlace Coding::category(int32_t feature, int32_t category) const {
  const Categorical &own = categorical(feature);
  const int64_t j = std::lower_bound(own.named.begin(), own.named.end(), category) - own.named.begin();
  return {own.column + j / categories_of_column, static_cast<uint8_t>(1 + j % categories_of_column)};
}

int64_t Coding::first_column(int32_t categorical_feature) const { return categorical(categorical_feature).column; }

template <class Real>
void Coding::code_numeric(const Numeric &own, const Level &level, const Real *x, int64_t lanes, int8_t *codes,
                          int64_t stride) const {
  uint32_t ranks[rows_at_a_time];
  const Real *numbers = nullptr;
  if constexpr (sizeof(Real) == sizeof(float)) {
    numbers = own.floats.data();
    level.rank_floats(numbers, own.depth, x, lanes, ranks);
  } else {
    numbers = own.doubles.data();
    level.rank_doubles(numbers, own.depth, x, lanes, ranks);
  }
  // A search that passes infinite thresholds comes to at most as many as there are.
  const auto most = static_cast<uint32_t>(own.ranks);
  const uint32_t never = own.never;
  if (never)
    for (int64_t i = 0; i < lanes; ++i) ranks[i] += never;
  switch (own.missing) {
    case Missing::right:
    case Missing::nan_right:
      for (int64_t i = 0; i < lanes; ++i) ranks[i] = x[i] != x[i] ? most : ranks[i];
      break;
    case Missing::left:
    case Missing::nan_left:
      for (int64_t i = 0; i < lanes; ++i) ranks[i] = x[i] != x[i] ? 0 : ranks[i];
      break;
    case Missing::as_zero: {
      const uint32_t zero =
          never + static_cast<uint32_t>(std::lower_bound(numbers, numbers + (most - never), Real(0)) - numbers);
      for (int64_t i = 0; i < lanes; ++i) ranks[i] = x[i] != x[i] ? zero : ranks[i];
      break;
    }
    case Missing::zero_right:
    case Missing::zero_left: {
      const uint32_t there = own.missing == Missing::zero_right ? most : 0;
      for (int64_t i = 0; i < lanes; ++i) ranks[i] = x[i] != x[i] || is_missing_zero(x[i]) ? there : ranks[i];
      break;
    }
  }
  for (int64_t first = 0, c = own.column; first < own.ranks; first += thresholds_of_column, ++c)
    level.code(ranks, first, lanes, codes + c * stride);
}

template <class Real>
void Coding::code_categories(const Categorical &own, const Real *x, int64_t lanes, int8_t *codes,
                             int64_t stride) const {
  auto *const out = reinterpret_cast<uint8_t *>(codes) + own.column * stride;
  for (int64_t c = 0; c < own.columns; ++c) std::fill_n(out + c * stride, lanes, uint8_t{0});
  for (int64_t i = 0; i < lanes; ++i) {
    if (!is_whole_category(x[i])) {
      out[i] = x[i] != x[i] ? not_a_number : is_category(x[i]) ? negative_fraction : no_category;
      continue;
    }
    const auto category = static_cast<int32_t>(x[i]);
    int64_t j = -1;
    if (!own.places.empty()) {
      if (static_cast<std::size_t>(category) < own.places.size()) j = own.places[static_cast<std::size_t>(category)];
    } else {
      const auto at = std::lower_bound(own.named.begin(), own.named.end(), category);
      if (at != own.named.end() && *at == category) j = at - own.named.begin();
    }
    if (j >= 0) out[j / categories_of_column * stride + i] = static_cast<uint8_t>(1 + j % categories_of_column);
  }
}

template <class Real>
void Coding::code(const Level &level, const RealTable &features, int64_t begin, int64_t n, int8_t *codes,
                  int64_t stride) const {
  Real x[rows_at_a_time] = {};
  for (int64_t done = 0; done < n; done += rows_at_a_time) {
    const int64_t rows = std::min(n - done, rows_at_a_time);
    const int64_t lanes = (rows + lane_step - 1) / lane_step * lane_step;
    int32_t feature = -1;
    const auto read = [&](int32_t wanted) {
      if (feature != wanted) read_column(features, wanted, begin + done, rows, x);
      feature = wanted;
    };
    for (const Numeric &own : numeric_) {
      read(own.feature);
      code_numeric(own, level, x, lanes, codes + done, stride);
    }
    for (const Categorical &own : categorical_) {
      read(own.feature);
      code_categories(own, x, lanes, codes + done, stride);
    }
  }
}

template void Coding::code<float>(const Level &, const RealTable &, int64_t, int64_t, int8_t *, int64_t) const;
template void Coding::code<double>(const Level &, const RealTable &, int64_t, int64_t, int8_t *, int64_t) const;

}  // namespace wald::core::trees::bits

// Keeps a joint distribution as weighted label vectors, and derives its marginals and counts.
#include "core/numeric/contraction.hpp"  // first

#include "core/estimators/joint.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "core/base/error.hpp"
#include "core/estimators/counts.hpp"
#include "core/numeric/random/random.hpp"
#include "core/numeric/sums/double_double.hpp"
#include "core/numeric/vectors/ones.hpp"
#include "core/saved/saved_text.hpp"

namespace wald::core {
namespace {

void check_weights(Reals weights, double held) {
  if (!weights.data) return;
  double sum = held;
  for (int64_t r = 0; r < weights.n; ++r) {
    const double w = weights[r];
    if (!(std::isfinite(w) && w >= 0))
      fail(Status::argument, "weights[", r, "] is ", w, ": must be finite and at least 0");
    sum += w;
  }
  if (!std::isfinite(sum)) fail(Status::argument, "the weights sum to ", sum, ": must be finite");
}

double weight_at(Reals weights, int64_t r) { return weights.data ? weights[r] : 1.0; }

}  // namespace

Joint::Joint(int64_t n_labels) : n_(n_labels) {}

namespace {

template <class T>
void make_room(std::vector<T> &v, std::size_t more) {
  if (v.capacity() - v.size() < more) v.reserve(std::max(v.size() + more, 2 * v.capacity()));
}

// How many ones the cells of a row hold; fails if a cell is neither 0 nor 1.
int64_t checked_ones(Strided<const uint8_t> cells, int64_t row) {
  int64_t ones = 0;
  if (cells.stride == 1) {
    ones = count_ones(cells.data, cells.n);
    if (ones >= 0) return ones;
  }
  ones = 0;
  for (int64_t j = 0; j < cells.n; ++j) {
    if (cells[j] > 1) fail(Status::argument, "vectors[", row, "][", j, "] is ", int{cells[j]}, ": must be 0 or 1");
    ones += cells[j];
  }
  return ones;
}

int32_t *positions_of(Strided<const uint8_t> cells, int32_t *out) {
  if (cells.stride == 1) return positions_of_ones(cells.data, cells.n, out);
  // Without a branch, which would be mispredicted at every other one.
  for (int64_t j = 0; j < cells.n; ++j) {
    *out = static_cast<int32_t>(j);
    out += cells[j];
  }
  return out;
}

}  // namespace

void Joint::reserve_vectors(int64_t more) {
  make_room(offsets_, static_cast<std::size_t>(more));
  make_room(weights_, static_cast<std::size_t>(more));
}

void Joint::feed(Grid<const uint8_t> vectors, Reals weights) {
  if (vectors.cols != n_) fail(Status::argument, "n_labels is ", vectors.cols, ": the estimator has ", n_, " labels");
  check_weights(weights, sum_of_weights());
  int64_t ones = 0;
  for (int64_t r = 0; r < vectors.rows; ++r) ones += checked_ones(vectors.row(r), r);
  // All memory first: from here on nothing fails, so a failed call changes nothing.
  constexpr std::size_t written_beyond = 8;
  make_room(indices_, static_cast<std::size_t>(ones) + written_beyond);
  reserve_vectors(vectors.rows);
  const std::size_t held = indices_.size();
  indices_.resize(held + static_cast<std::size_t>(ones) + written_beyond);
  int32_t *end = indices_.data() + held;
  for (int64_t r = 0; r < vectors.rows; ++r) {
    end = positions_of(vectors.row(r), end);
    offsets_.push_back(end - indices_.data());
    weights_.push_back(weight_at(weights, r));
  }
  indices_.resize(held + static_cast<std::size_t>(ones));
}

void Joint::feed_sparse(Integers indptr, Integers indices, int64_t n_rows, Reals weights) {
  check_weights(weights, sum_of_weights());
  std::vector<int32_t> sorted;
  check_indptr(indptr, n_rows);
  for (int64_t r = 0; r < n_rows; ++r) {
    const int64_t begin = indptr[r], end = indptr[r + 1];
    if (end - begin > n_)
      fail(Status::argument, "row ", r, " has ", end - begin, " indices: the estimator has ", n_, " labels");
    const auto row_begin = static_cast<std::ptrdiff_t>(sorted.size());
    for (int64_t c = begin; c < end; ++c) {
      if (indices[c] < 0 || indices[c] >= n_)
        fail(Status::argument, "indices[", c, "] is ", indices[c], ": must lie in [0, ", n_ - 1, "]");
      sorted.push_back(static_cast<int32_t>(indices[c]));
    }
    std::sort(sorted.begin() + row_begin, sorted.end());
    const auto twice = std::adjacent_find(sorted.begin() + row_begin, sorted.end());
    if (twice != sorted.end()) fail(Status::argument, "row ", r, " holds index ", *twice, " twice");
  }
  make_room(indices_, sorted.size());
  reserve_vectors(n_rows);
  const int64_t held = static_cast<int64_t>(indices_.size());
  indices_.insert(indices_.end(), sorted.begin(), sorted.end());
  for (int64_t r = 0; r < n_rows; ++r) {
    offsets_.push_back(held + indptr[r + 1] - indptr[0]);
    weights_.push_back(weight_at(weights, r));
  }
}

void Joint::clear() {
  offsets_.resize(1);
  indices_.clear();
  weights_.clear();
}

double Joint::total_weight() const {
  if (weights_add_exactly()) return sum_of_weights();
  DoubleDouble sum;
  for (int64_t v : canonical_order().vectors) sum.add({weights_[static_cast<std::size_t>(v)], 0});
  return sum.value();
}

double Joint::sum_of_weights() const { return std::accumulate(weights_.begin(), weights_.end(), 0.0); }

bool Joint::weights_add_exactly() const {
  // All are multiples of 2^-20, and the sum of their multiples stays below 2^53.
  constexpr double grid = 1 << 20, most = 1ll << 53;
  double sum = 0;
  bool on_grid = true;
  for (double w : weights_) {
    const double multiple = w * grid;
    if (!(multiple < most)) return false;
    on_grid = on_grid && static_cast<double>(static_cast<int64_t>(multiple)) == multiple;
    sum += multiple;
  }
  return on_grid && sum < most;
}

void Joint::require_fed() const {
  if (weights_.empty()) fail(Status::argument, "estimator is empty: feed it at least one label vector");
  const double sum = sum_of_weights();
  if (!(sum > 0 && std::isfinite(sum)))
    fail(Status::argument, "the weights sum to ", sum, ": must be finite and above 0");
}

void Joint::merge(const Estimator &other) {
  if (other.kind() != Kind::joint)
    fail(Status::unsupported, "a joint estimator merges with a joint one: the other is ", kind_name(other.kind()));
  const Joint &from = static_cast<const Joint &>(other);
  if (from.n_ != n_) fail(Status::argument, "the other estimator has ", from.n_, " labels: this one has ", n_);
  const int64_t rows = from.n_fed();  // of `other` as it was, should it be this one
  make_room(indices_, from.indices_.size());
  reserve_vectors(rows);
  for (int64_t v = 0; v < rows; ++v) {
    indices_.insert(indices_.end(), from.begin_of(v), from.end_of(v));
    offsets_.push_back(static_cast<int64_t>(indices_.size()));
    weights_.push_back(from.weights_[static_cast<std::size_t>(v)]);
  }
}

Joint::Order Joint::canonical_order() const {
  struct Key {
    uint64_t hash;
    int64_t v;
  };
  std::vector<uint64_t> hashes(weights_.size());
  hash_vectors(indices_.data(), offsets_.data(), static_cast<int64_t>(weights_.size()), hashes.data());
  // Spread over buckets by the hash's first bits, which leaves next to nothing to sort in each.
  int bits = 1;
  while (bits < 20 && (std::size_t{1} << bits) < weights_.size()) ++bits;
  const auto bucket = [&](uint64_t hash) { return static_cast<std::size_t>(hash >> (64 - bits)); };
  std::vector<std::size_t> ends((std::size_t{1} << bits) + 1, 0);
  for (uint64_t hash : hashes) ++ends[bucket(hash) + 1];
  for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
  std::vector<Key> keys(weights_.size());
  for (std::size_t v = 0; v < keys.size(); ++v) keys[ends[bucket(hashes[v])]++] = {hashes[v], static_cast<int64_t>(v)};
  const auto before = [&](const Key &x, const Key &y) {
    if (x.hash != y.hash) return x.hash < y.hash;
    const int64_t size_x = end_of(x.v) - begin_of(x.v), size_y = end_of(y.v) - begin_of(y.v);
    if (size_x != size_y) return size_x < size_y;
    const auto [ix, iy] = std::mismatch(begin_of(x.v), end_of(x.v), begin_of(y.v));
    if (ix != end_of(x.v)) return *ix < *iy;
    return weights_[static_cast<std::size_t>(x.v)] < weights_[static_cast<std::size_t>(y.v)];
  };
  for (std::size_t begin = 0, i = 0; i + 1 < ends.size(); begin = ends[i++])
    if (ends[i] - begin > 1)
      std::sort(keys.begin() + static_cast<std::ptrdiff_t>(begin), keys.begin() + static_cast<std::ptrdiff_t>(ends[i]),
                before);
  std::vector<int64_t> order(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    order[i] = keys[i].v;
    hashes[i] = keys[i].hash;
  }
  return {std::move(order), std::move(hashes)};
}

std::vector<Joint::Vector> Joint::distinct() const {
  // Sums to twice the digits: however often a vector was fed, its probability is rounded about once.
  std::vector<Vector> out;
  std::vector<DoubleDouble> sums;
  out.reserve(weights_.size());
  sums.reserve(weights_.size());
  DoubleDouble total;
  uint64_t last_hash = 0;
  const Order order = canonical_order();
  for (std::size_t at = 0; at < order.vectors.size(); ++at) {
    const int64_t v = order.vectors[at];
    const double w = weights_[static_cast<std::size_t>(v)];
    if (w == 0) continue;
    total.add({w, 0});
    const uint64_t hash = order.hashes[at];
    if (out.empty() || hash != last_hash || !std::equal(out.back().begin, out.back().end, begin_of(v), end_of(v))) {
      out.push_back({begin_of(v), end_of(v), 0});
      sums.emplace_back();
    }
    last_hash = hash;
    sums.back().add({w, 0});
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i].probability = sums[i].over(total);
  return out;
}

std::unique_ptr<Counts> Joint::to_counts() const {
  require_fed();
  std::map<int64_t, double> sizes;
  std::vector<Counts::Cell> all;
  for (const Vector &v : distinct()) {
    sizes[v.size()] += v.probability;
    for (const int32_t *i = v.begin; i != v.end; ++i)
      all.push_back({*i, static_cast<int32_t>(v.size()), v.probability});
  }
  // Stable, so that sums run in the canonical order.
  std::stable_sort(all.begin(), all.end(), [](const Counts::Cell &x, const Counts::Cell &y) {
    return std::tie(x.label, x.s) < std::tie(y.label, y.s);
  });
  std::vector<Counts::Cell> cells;
  for (const Counts::Cell &c : all) {
    if (!cells.empty() && cells.back().label == c.label && cells.back().s == c.s)
      cells.back().p += c.p;
    else
      cells.push_back(c);
  }
  return Counts::of(n_, cells, sizes);
}

std::vector<double> Joint::marginals() const {
  require_fed();
  std::vector<double> out(static_cast<std::size_t>(n_), 0.0);
  for (const Vector &v : distinct())
    for (const int32_t *i = v.begin; i != v.end; ++i) out[static_cast<std::size_t>(*i)] += v.probability;
  for (double &p : out) p = std::min(p, 1.0);
  return out;
}

std::vector<double> Joint::size_distribution() const {
  require_fed();
  std::vector<double> out(static_cast<std::size_t>(n_) + 1, 0.0);
  for (const Vector &v : distinct()) out[static_cast<std::size_t>(v.size())] += v.probability;
  for (double &p : out) p = std::min(p, 1.0);
  return out;
}

double Joint::p_zero() const {
  require_fed();
  for (const Vector &v : distinct())
    if (v.size() == 0) return v.probability;
  return 0;
}

Estimator::Mode Joint::mode() const {
  require_fed();
  const std::vector<Vector> vectors = distinct();
  const auto better = [](const Vector &x, const Vector &y) {
    if (x.probability != y.probability) return x.probability > y.probability;
    if (x.size() != y.size()) return x.size() < y.size();
    return std::lexicographical_compare(x.begin, x.end, y.begin, y.end);
  };
  const Vector &best = *std::min_element(vectors.begin(), vectors.end(), better);
  return {std::vector<int64_t>(best.begin, best.end), best.probability};
}

void Joint::draw(uint64_t seed, Grid<uint8_t> out) const {
  require_fed();
  const std::vector<Vector> vectors = distinct();
  std::vector<double> cumulative;
  for (const Vector &v : vectors) cumulative.push_back((cumulative.empty() ? 0 : cumulative.back()) + v.probability);
  for (int64_t r = 0; r < out.rows; ++r) {
    const double u = Random(seed, static_cast<uint64_t>(r)).uniform() * cumulative.back();
    const auto at = std::upper_bound(cumulative.begin(), cumulative.end(), u);
    const Vector &v = vectors[static_cast<std::size_t>(
        std::min(at - cumulative.begin(), static_cast<std::ptrdiff_t>(vectors.size()) - 1))];
    for (int64_t j = 0; j < n_; ++j) out(r, j) = 0;
    for (const int32_t *i = v.begin; i != v.end; ++i) out(r, *i) = 1;
  }
}

std::string Joint::save() const {
  std::string out = text("{\"wald\":\"estimator\",\"version\":1,\"kind\":\"joint\",\"labels\":", n_, ",\"vectors\":[");
  bool first = true;
  for (int64_t v : canonical_order().vectors) {
    out += first ? "\n[" : ",\n[";
    first = false;
    out += saved_number(weights_[static_cast<std::size_t>(v)]);
    out += ",[";
    for (const int32_t *i = begin_of(v); i != end_of(v); ++i) {
      if (i != begin_of(v)) out += ',';
      out += std::to_string(*i);
    }
    out += "]]";
  }
  return out + "\n]}\n";
}

}  // namespace wald::core

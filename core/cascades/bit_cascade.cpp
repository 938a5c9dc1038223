// Runs a cascade over trees as bit vectors, many rows side by side.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/bit_cascade.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/cascades/run.hpp"
#include "core/numeric/compiler.hpp"
#include "core/numeric/parallel.hpp"
#include "core/trees/evaluate_trees.hpp"
#include "core/trees/walk.hpp"

namespace wald::core::cascades {

namespace {

// The last rows of a block go through most trees with few others beside them: the more rows, the better.
constexpr int64_t most_rows = 2048;
constexpr int64_t fewest_rows = 256;

// Whole numbers in the order in which trees run, each tree's in that of `sources`.
std::vector<int64_t> fixed_values(const trees::Tree &tree, const std::vector<int32_t> &sources, int64_t width, int64_t k,
                                  double scale) {
  std::vector<int64_t> out;
  for (const int32_t source : sources)
    out.push_back(to_fixed(tree.values[static_cast<std::size_t>(source * width + k)], scale));
  return out;
}

// Whether no sum of 32 bits overflows, and one number is left at either end for thresholds beyond every sum.
bool are_narrow(const trees::Ensemble &ensemble, const std::vector<int64_t> &order, double scale) {
  int64_t largest = 0;
  for (const int64_t t : order) {
    int64_t own = 0;
    const trees::Tree &tree = ensemble.tree(t);
    for (std::size_t at = 0; at < tree.values.size(); ++at) {
      if (tree.nodes[at / static_cast<std::size_t>(ensemble.shape().leaf_width)].split != trees::Split::leaf) continue;
      own = std::max(own, std::abs(to_fixed(tree.values[at], scale)));
    }
    largest += own;
    if (largest >= std::numeric_limits<int32_t>::max()) return false;
  }
  return true;
}

template <class Sum>
trees::bits::Tables<Sum> whole_tables(const trees::bits::Forest &forest, const trees::Ensemble &ensemble, const std::vector<int64_t> &order,
                               double scale) {
  const int64_t width = ensemble.shape().leaf_width;
  trees::bits::Tables<Sum> out(forest.level(), order.size() * static_cast<std::size_t>(width));
  for (std::size_t r = 0; r < order.size(); ++r) {
    const auto t = static_cast<std::size_t>(order[r]);
    if (!forest.has(t)) continue;
    for (int64_t k = 0; k < width; ++k) {
      const std::vector<int64_t> own = fixed_values(ensemble.tree(order[r]), forest.sources(t), width, k, scale);
      out.set(r * static_cast<std::size_t>(width) + static_cast<std::size_t>(k),
              std::vector<Sum>(own.begin(), own.end()));
    }
  }
  return out;
}

std::variant<trees::bits::Tables<int32_t>, trees::bits::Tables<int64_t>> whole_tables(const trees::bits::Forest &forest,
                                                                        const trees::Ensemble &ensemble,
                                                                        const std::vector<int64_t> &order, bool whole,
                                                                        double scale) {
  if (!whole) return trees::bits::Tables<int64_t>(forest.level(), 0);
  if (are_narrow(ensemble, order, scale)) return whole_tables<int32_t>(forest, ensemble, order, scale);
  return whole_tables<int64_t>(forest, ensemble, order, scale);
}

double expected_share(const Policy &policy) {
  const Findings &found = policy.findings;
  for (const CascadeEvaluation *e : {&found.held_out, &found.cross, &found.in_sample})
    if (e->mean_models >= 0) return e->mean_models / static_cast<double>(policy.models());
  return 0.1;
}

// Eight bytes, the first one lowest.
uint64_t bytes(const uint8_t *from) {
  uint64_t out;
  std::memcpy(&out, from, sizeof out);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  out = bytes_swapped(out);
#endif
  return out;
}

template <class Sum>
Sum clamped(int64_t threshold) {
  return static_cast<Sum>(
      std::clamp<int64_t>(threshold, std::numeric_limits<Sum>::min(), std::numeric_limits<Sum>::max()));
}

}  // namespace

BitCascade::BitCascade(const trees::Ensemble &ensemble, const Policy &policy, const std::vector<int64_t> &order,
                       const trees::bits::Level &level)
    : forest_(ensemble.shape(), ensemble.trees(), ensemble.walks(), level),
      share_(expected_share(policy)),
      whole_(ensemble.shape().trees_per_model == 1),
      values_(whole_tables(forest_, ensemble, order, whole_, policy.fixed.scale())),
      scores_(whole_ ? trees::bits::Tables<double>(level, 0) : trees::leaf_tables<double>(ensemble, forest_)) {
  for (const std::vector<Bin> &own : policy.bins) {
    Bins made;
    constexpr int64_t most = 1 << 14;
    if (!own.empty() && static_cast<uint64_t>(own.back().bin) - static_cast<uint64_t>(own.front().bin) < most) {
      made.first = own.front().bin;
      made.low.assign(static_cast<std::size_t>(own.back().bin - made.first) + 1, 1);
      made.high.assign(made.low.size(), 0);
      for (const Bin &bin : own) {
        made.low[static_cast<std::size_t>(bin.bin - made.first)] = bin.low;
        made.high[static_cast<std::size_t>(bin.bin - made.first)] = bin.high;
      }
    }
    bins_.push_back(std::move(made));
  }
  if (!whole_) return;
  walked_.resize(order.size());
  const int64_t width = ensemble.shape().leaf_width;
  for (std::size_t r = 0; r < order.size(); ++r) {
    if (forest_.has(static_cast<std::size_t>(order[r]))) continue;
    for (const int32_t source : ensemble.walk(order[r]).source)
      for (int64_t k = 0; k < width; ++k)
        walked_[r].push_back(to_fixed(ensemble.tree(order[r]).values[static_cast<std::size_t>(source * width + k)],
                                      policy.fixed.scale()));
  }
}

// A worker's memory. Numbers of several outputs stand output by output.
template <class Sum>
struct BitCascade::Lanes {
  Lanes(const trees::bits::Forest &forest, int64_t rows, int64_t outputs, bool whole)
      : block(forest.block(rows)),
        stride(block.capacity()),
        sums(outputs * stride),
        scores(whole ? 0 : outputs * stride),
        live(stride),
        leaving(stride),
        row_of(static_cast<std::size_t>(stride)),
        found(row_of.size()),
        full(row_of.size()),
        bits(row_of.size() / 8) {}

  trees::bits::Block block;
  int64_t stride;
  trees::bits::Lanes<Sum> sums;
  trees::bits::Lanes<double> scores;
  trees::bits::Lanes<uint8_t> live, leaving;  // 1 or 0
  std::vector<int32_t> row_of, found;  // found: leaves of a tree that is walked
  std::vector<uint8_t> full, bits;
};

// A block of rows.
template <class Sum, class Real>
class BitCascade::Run {
 public:
  Run(const BitCascade &cascade, const trees::Ensemble &ensemble, const Policy &policy, const std::vector<int64_t> &order,
      Lanes<Sum> &w)
      : cascade_(cascade), ensemble_(ensemble), shape_(ensemble.shape()), policy_(policy), order_(order), w_(w) {}

  // decisions, counts, full_sums: of the block's rows.
  void operator()(const RealTable &features, int64_t begin, int64_t n, trees::FeatureRows<Real> &copy,
                  Strided<int32_t> decisions, Strided<int32_t> counts, double *full_sums) {
    const trees::bits::Forest &forest = cascade_.forest_;
    lanes_ = forest.template code<Real>(features, begin, n, w_.block);
    left_ = n;
    decisions_ = decisions;
    counts_ = counts;
    full_sums_ = full_sums;
    if (full_sums) std::fill_n(full_sums, n * shape_.outputs, std::numeric_limits<double>::quiet_NaN());
    if (!std::all_of(order_.begin(), order_.end(), [&](int64_t t) { return forest.has(static_cast<std::size_t>(t)); }))
      x_ = copy.take(features, begin, n, x_stride_);
    std::fill_n(w_.sums.data(), shape_.outputs * w_.stride, Sum(0));
    std::fill(w_.full.begin(), w_.full.end(), 0);
    for (int64_t i = 0; i < lanes_; ++i) {
      w_.live.data()[i] = i < n;
      w_.row_of[static_cast<std::size_t>(i)] = static_cast<int32_t>(std::min(i, n - 1));
    }
    const bool plain = policy_.classes == 1 && policy_.bin_width == 0;
    for (std::size_t r = 0; r < policy_.positions.size() && left_ > 0; ++r) {
      if (cascade_.whole_)
        add_tree(r);
      else
        add_model(r);
      if (full_sums_ && r + 1 == policy_.positions.size()) note_sums();
      if (plain) {
        if (!policy_.positions[r].decides()) continue;
        decide_plain(r);
      } else if (policy_.bin_width != 0 && r + 1 < policy_.positions.size() && !cascade_.bins_[r].low.empty()) {
        decide_binned(r);
      } else {
        decide_each(r);
      }
      if (4 * (lanes_ - left_) > lanes_ && trees::bits::Forest::lanes_of(left_) < lanes_) close_up();
    }
  }

 private:
  int64_t output_of(int64_t tree) const { return shape_.leaf_width == 1 ? ensemble_.tree(tree).output : 0; }

  // Of each lane its place in the walk.
  const int32_t *walk(int64_t tree) {
    trees::leaves_of(ensemble_.tree(tree), ensemble_.walk(tree), x_, x_stride_, w_.row_of.data(), lanes_, w_.found.data());
    return w_.found.data();
  }

  void add_tree(std::size_t r) {
    const int64_t t = order_[r], width = shape_.leaf_width;
    Sum *const sums = w_.sums.data() + output_of(t) * w_.stride;
    if (cascade_.forest_.has(static_cast<std::size_t>(t))) {
      cascade_.forest_.find(static_cast<std::size_t>(t), lanes_, w_.block);
      const auto &tables = std::get<trees::bits::Tables<Sum>>(cascade_.values_);
      for (int64_t k = 0; k < width; ++k)
        tables.add(r * static_cast<std::size_t>(width) + static_cast<std::size_t>(k), w_.block.leaves(), lanes_,
                   sums + k * w_.stride);
      return;
    }
    const int32_t *const found = walk(t);
    const int64_t *const values = cascade_.walked_[r].data();
    for (int64_t k = 0; k < width; ++k)
      for (int64_t i = 0; i < lanes_; ++i) sums[k * w_.stride + i] += static_cast<Sum>(values[found[i] * width + k]);
  }

  // A model's score is the sum of its trees, rounded once.
  void add_model(std::size_t r) {
    const int64_t width = shape_.leaf_width, cells = shape_.outputs * w_.stride;
    double *const scores = w_.scores.data();
    std::fill_n(scores, cells, 0.0);
    for (int64_t j = 0; j < shape_.trees_per_model; ++j) {
      const int64_t t = order_[r * static_cast<std::size_t>(shape_.trees_per_model) + static_cast<std::size_t>(j)];
      double *const own = scores + output_of(t) * w_.stride;
      if (cascade_.forest_.has(static_cast<std::size_t>(t))) {
        cascade_.forest_.find(static_cast<std::size_t>(t), lanes_, w_.block);
        for (int64_t k = 0; k < width; ++k)
          cascade_.scores_.add(static_cast<std::size_t>(t * width + k), w_.block.leaves(), lanes_, own + k * w_.stride);
        continue;
      }
      const int32_t *const found = walk(t);
      const std::vector<int32_t> &source = ensemble_.walk(t).source;
      const double *const values = ensemble_.tree(t).values.data();
      for (int64_t k = 0; k < width; ++k)
        for (int64_t i = 0; i < lanes_; ++i)
          own[k * w_.stride + i] += values[source[static_cast<std::size_t>(found[i])] * width + k];
    }
    const double scale = policy_.fixed.scale();
    for (int64_t k = 0; k < shape_.outputs; ++k)
      for (int64_t i = k * w_.stride; i < k * w_.stride + lanes_; ++i)
        w_.sums.data()[i] += static_cast<Sum>(to_fixed(scores[i], scale));
  }

  void leave(int64_t lane, int32_t decision, std::size_t r) {
    const int32_t row = w_.row_of[static_cast<std::size_t>(lane)];
    if (decisions_.data) decisions_[row] = decision;
    if (counts_.data) counts_[row] = static_cast<int32_t>(r + 1);
    w_.live.data()[lane] = 0;
    --left_;
  }

  // Of the rows that every model was asked for.
  void note_sums() {
    for (int64_t i = 0; i < lanes_; ++i) {
      if (!w_.live.data()[i]) continue;
      double *const own = full_sums_ + w_.row_of[static_cast<std::size_t>(i)] * shape_.outputs;
      for (int64_t k = 0; k < shape_.outputs; ++k)
        own[k] = static_cast<double>(w_.sums.data()[k * w_.stride + i]) * policy_.fixed.unit();
    }
  }

  void decide_plain(std::size_t r) {
    const Position &position = policy_.positions[r];
    const Sum low = clamped<Sum>(position.low), high = clamped<Sum>(position.high);
    const Sum *const sums = w_.sums.data();
    uint8_t *const leaving = w_.leaving.data();
    if constexpr (std::is_same_v<Sum, int32_t>)
      cascade_.forest_.level().leaving(sums, low, high, lanes_, leaving);
    else
      for (int64_t i = 0; i < lanes_; ++i) leaving[i] = (sums[i] < low) | (sums[i] >= high);
    // What bytes may point to is not looked up anew for each row.
    uint8_t *const live = w_.live.data();
    const int32_t *const row_of = w_.row_of.data();
    const Strided<int32_t> decisions = decisions_, counts = counts_;
    const int64_t lanes = lanes_;
    const auto count = static_cast<int32_t>(r + 1);
    int64_t gone = 0;
    for (int64_t i = 0; i < lanes; i += 8) {
      for (uint64_t eight = bytes(leaving + i) & bytes(live + i); eight != 0; eight &= eight - 1) {
        const int64_t lane = i + trailing_zeros(eight) / 8;
        const int32_t row = row_of[lane];
        if (decisions.data) decisions[row] = sums[lane] >= high;
        if (counts.data) counts[row] = count;
        live[lane] = 0;
        ++gone;
      }
    }
    left_ -= gone;
  }

  // As decide_at does.
  void decide_binned(std::size_t r) {
    const Bins &bins = cascade_.bins_[r];
    const auto size = static_cast<uint64_t>(bins.low.size());
    const Sum *const sums = w_.sums.data();
    const uint8_t *const live = w_.live.data();
    // Division of 32 bits is faster.
    const bool fits = policy_.bin_width <= std::numeric_limits<Sum>::max();
    const Sum width = fits ? static_cast<Sum>(policy_.bin_width) : 1;
    for (int64_t i = 0; i < lanes_; ++i) {
      uint8_t &full = w_.full[static_cast<std::size_t>(i)];
      if (!live[i] || full) continue;
      const Sum sum = sums[i];
      const int64_t bin = fits ? sum / width - (sum % width < 0) : bin_of(sum, policy_.bin_width);
      const uint64_t at = static_cast<uint64_t>(bin) - static_cast<uint64_t>(bins.first);
      if (at >= size || bins.low[at] > bins.high[at])
        full = 1;
      else if (sum < bins.low[at])
        leave(i, 0, r);
      else if (sum >= bins.high[at])
        leave(i, 1, r);
    }
  }

  void decide_each(std::size_t r) {
    own_sums_.resize(static_cast<std::size_t>(policy_.classes));
    for (int64_t i = 0; i < lanes_; ++i) {
      if (!w_.live.data()[i]) continue;
      for (int64_t c = 0; c < policy_.classes; ++c)
        own_sums_[static_cast<std::size_t>(c)] = w_.sums.data()[c * w_.stride + i];
      bool full = w_.full[static_cast<std::size_t>(i)] != 0;
      const int32_t decision = decide_at(policy_, r, own_sums_.data(), full);
      w_.full[static_cast<std::size_t>(i)] = full;
      if (decision != goes_on) leave(i, decision, r);
    }
  }

  void close_up() {
    uint8_t *const live = w_.live.data();
    for (int64_t i = 0; i < lanes_; i += 8) {
      unsigned eight = 0;
      for (int64_t j = 0; j < 8; ++j) eight |= static_cast<unsigned>(live[i + j]) << j;
      w_.bits[static_cast<std::size_t>(i / 8)] = static_cast<uint8_t>(eight);
    }
    cascade_.forest_.keep(w_.bits.data(), lanes_, w_.block);
    for (int64_t k = 0; k < shape_.outputs; ++k) kept(w_.sums.data() + k * w_.stride);
    kept(w_.row_of.data());
    if (policy_.bin_width != 0) kept(w_.full.data());
    lanes_ = trees::bits::Forest::lanes_of(left_);
    for (int64_t i = 0; i < lanes_; ++i) live[i] = i < left_;
  }
  template <class T>
  void kept(T *column) {
    const uint8_t *const live = w_.live.data();
    int64_t to = 0;
    for (int64_t i = 0; i < lanes_; ++i) {
      column[to] = column[i];
      to += live[i];
    }
  }

  const BitCascade &cascade_;
  const trees::Ensemble &ensemble_;
  const trees::EnsembleShape &shape_;
  const Policy &policy_;
  const std::vector<int64_t> &order_;
  Lanes<Sum> &w_;
  const Real *x_ = nullptr;
  int64_t x_stride_ = 0, lanes_ = 0, left_ = 0;
  Strided<int32_t> decisions_, counts_;
  double *full_sums_ = nullptr;
  std::vector<int64_t> own_sums_;
};

void BitCascade::run(const trees::Ensemble &ensemble, const Policy &policy, const std::vector<int64_t> &order,
                     const RealTable &features, int threads, Monitor &monitor, const Answers &answers) const {
  const trees::EnsembleShape &shape = ensemble.shape();
  const int64_t at_most = std::max<int64_t>(1, (features.rows + fewest_rows - 1) / fewest_rows);
  // Some blocks a thread, so that none waits long for the last one.
  const int64_t shares = 4 * static_cast<int64_t>(worker_count(threads, at_most));
  const int64_t rows =
      shares == 4 ? most_rows : std::clamp((features.rows + shares - 1) / shares, fewest_rows, most_rows);
  const int64_t tasks = (features.rows + rows - 1) / rows;
  const int workers = worker_count(threads, std::max<int64_t>(tasks, 1));
  const auto run_as = [&](auto type, auto sum) {
    using Real = decltype(type);
    using Sum = decltype(sum);
    std::vector<trees::FeatureRows<Real>> copies(static_cast<std::size_t>(workers));
    std::vector<Lanes<Sum>> memory;
    for (int w = 0; w < workers; ++w)
      memory.emplace_back(forest_, std::min(rows, features.rows), shape.outputs, whole_);
    parallel_for(tasks, workers, monitor, [&](int64_t task, int worker, Monitor &) {
      const int64_t begin = task * rows, n = std::min(rows, features.rows - begin);
      const auto part = [&](const Strided<int32_t> &all) {
        return all.data ? Strided<int32_t>{&all[begin], n, all.stride} : Strided<int32_t>{};
      };
      Run<Sum, Real> block(*this, ensemble, policy, order, memory[static_cast<std::size_t>(worker)]);
      block(features, begin, n, copies[static_cast<std::size_t>(worker)], part(answers.decisions), part(answers.counts),
            answers.sums ? answers.sums + begin * shape.outputs : nullptr);
    });
  };
  trees::with_feature_type(shape, features, [&](auto type) {
    if (std::holds_alternative<trees::bits::Tables<int32_t>>(values_))
      run_as(type, int32_t{});
    else
      run_as(type, int64_t{});
  });
}

}  // namespace wald::core::cascades

// Sums an ensemble's trees and the scores of its models, by walking or by bit vectors.
#include "core/numeric/contraction.hpp"  // first

#include "core/trees/evaluate_trees.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/numeric/parallel.hpp"
#include "core/trees/ensemble.hpp"
#include "core/trees/walk.hpp"

namespace wald::core::trees {

template <class Sum>
bits::Tables<Sum> leaf_tables(const Ensemble &ensemble, const bits::Forest &forest) {
  const int64_t width = ensemble.shape().leaf_width;
  bits::Tables<Sum> out(forest.level(), static_cast<std::size_t>(ensemble.n_trees() * width));
  for (int64_t t = 0; t < ensemble.n_trees(); ++t) {
    if (!forest.has(static_cast<std::size_t>(t))) continue;
    for (int64_t k = 0; k < width; ++k) {
      std::vector<Sum> own;
      for (const int32_t source : forest.sources(static_cast<std::size_t>(t)))
        own.push_back(static_cast<Sum>(ensemble.tree(t).values[static_cast<std::size_t>(source * width + k)]));
      out.set(static_cast<std::size_t>(t * width + k), own);
    }
  }
  return out;
}

template bits::Tables<float> leaf_tables(const Ensemble &, const bits::Forest &);
template bits::Tables<double> leaf_tables(const Ensemble &, const bits::Forest &);

namespace {

constexpr int64_t trees_between_looks = 1024;  // whether the work shall stop

// ---- Walking -------------------------------------------------------------------------------------

// Rows that fit the cache while all trees are walked over them.
constexpr int64_t rows_of_walk = 128;

// Calls visit(first row, rows, tree, its leaves) for each tree in order, block by block of rows, on several threads.
template <class Visit>
void for_leaves(const Ensemble &ensemble, const RealTable &features, int threads, Monitor &monitor,
                const Visit &visit) {
  const int64_t tasks = (features.rows + rows_of_walk - 1) / rows_of_walk;
  with_feature_type(ensemble.shape(), features, [&](auto type) {
    using Real = decltype(type);
    const int workers = worker_count(threads, std::max<int64_t>(tasks, 1));
    std::vector<FeatureRows<Real>> copies(static_cast<std::size_t>(workers));
    std::vector<int32_t> rows(static_cast<std::size_t>(rows_of_walk));
    std::iota(rows.begin(), rows.end(), 0);
    parallel_for(tasks, workers, monitor, [&](int64_t task, int worker, Monitor &inner) {
      const int64_t begin = task * rows_of_walk, n = std::min(rows_of_walk, features.rows - begin);
      int64_t stride = 0;
      const Real *const x = copies[static_cast<std::size_t>(worker)].take(features, begin, n, stride);
      int32_t leaves[rows_of_walk];
      for (int64_t t = 0; t < ensemble.n_trees(); ++t) {
        if (t % trees_between_looks == trees_between_looks - 1)
          inner.at(static_cast<double>(t) / static_cast<double>(ensemble.n_trees()));
        leaves_of(ensemble.tree(t), ensemble.walk(t), x, stride, rows.data(), n, leaves);
        visit(begin, n, t, leaves);
      }
    });
  });
}

// The sum of row i and output k at at[i * stride + k * output_stride].
template <class Sum>
struct Sums {
  Sum *at;
  int64_t stride, output_stride;
};

// leaves: places in the tree's walk.
template <class Sum>
void add_values(const Tree &tree, const WalkTree &walk, const EnsembleShape &shape, const int32_t *leaves, int64_t n,
                Sums<Sum> sums) {
  const double *const values = tree.values.data();
  if (shape.leaf_width == 1) {
    sums.at += tree.output * sums.output_stride;
    for (int64_t i = 0; i < n; ++i)
      sums.at[i * sums.stride] += static_cast<Sum>(values[walk.source[static_cast<std::size_t>(leaves[i])]]);
    return;
  }
  for (int64_t i = 0; i < n; ++i) {
    const double *const own = values + walk.source[static_cast<std::size_t>(leaves[i])] * shape.leaf_width;
    for (int64_t k = 0; k < shape.outputs; ++k)
      sums.at[i * sums.stride + k * sums.output_stride] += static_cast<Sum>(own[k]);
  }
}

template <class Sum>
void sum_by_walks(const Ensemble &ensemble, const RealTable &features, int threads, Monitor &monitor, double *out) {
  const EnsembleShape &shape = ensemble.shape();
  const int64_t outputs = shape.outputs;
  std::vector<Sum> sums(static_cast<std::size_t>(features.rows * outputs), Sum(0));
  if (!shape.base.empty())
    for (int64_t i = 0; i < features.rows; ++i)
      for (int64_t k = 0; k < outputs; ++k)
        sums[static_cast<std::size_t>(i * outputs + k)] = static_cast<Sum>(shape.base[static_cast<std::size_t>(k)]);
  for_leaves(ensemble, features, threads, monitor, [&](int64_t begin, int64_t n, int64_t t, const int32_t *leaves) {
    add_values(ensemble.tree(t), ensemble.walk(t), shape, leaves, n,
               Sums<Sum>{sums.data() + begin * outputs, outputs, 1});
  });
  std::copy(sums.begin(), sums.end(), out);
}

// ---- Bit vectors ---------------------------------------------------------------------------------

// Rows whose codes and sums fit the cache while all trees run.
constexpr int64_t rows_of_block = 512;

// A worker's: rows as they are walked, for trees that are no bit vectors.
template <class Real>
struct Walked {
  FeatureRows<Real> copy;
  std::vector<int32_t> rows, leaves;
};

// What is done with each block of rows: first(worker, lanes); then for each tree in order found(worker, first row,
// rows, tree, lanes, leaves), or walked_to(worker, first row, rows, tree, leaves) where it is no bit vector; and at
// last done(worker, first row, rows).
template <class Begin, class Found, class WalkedTo, class Done>
struct BlockCalls {
  Begin first;
  Found found;
  WalkedTo walked_to;
  Done done;
};
template <class Begin, class Found, class WalkedTo, class Done>
BlockCalls(Begin, Found, WalkedTo, Done) -> BlockCalls<Begin, Found, WalkedTo, Done>;

template <class Calls>
void for_blocks(const Ensemble &ensemble, const bits::Forest &forest, const RealTable &features, int workers,
                Monitor &monitor, const Calls &calls) {
  const int64_t tasks = (features.rows + rows_of_block - 1) / rows_of_block;
  with_feature_type(ensemble.shape(), features, [&](auto type) {
    using Real = decltype(type);
    std::vector<bits::Block> blocks;
    for (int w = 0; w < workers; ++w) blocks.push_back(forest.block(std::min(rows_of_block, features.rows)));
    std::vector<Walked<Real>> walked(static_cast<std::size_t>(workers));
    parallel_for(tasks, workers, monitor, [&](int64_t task, int worker, Monitor &inner) {
      const int64_t begin = task * rows_of_block, n = std::min(rows_of_block, features.rows - begin);
      bits::Block &block = blocks[static_cast<std::size_t>(worker)];
      Walked<Real> &apart = walked[static_cast<std::size_t>(worker)];
      const int64_t lanes = forest.code<Real>(features, begin, n, block);
      const Real *x = nullptr;
      int64_t stride = 0;
      calls.first(worker, lanes);
      for (int64_t t = 0; t < ensemble.n_trees(); ++t) {
        if (t % trees_between_looks == trees_between_looks - 1)
          inner.at(static_cast<double>(t) / static_cast<double>(ensemble.n_trees()));
        if (forest.has(static_cast<std::size_t>(t))) {
          forest.find(static_cast<std::size_t>(t), lanes, block);
          calls.found(worker, begin, n, t, lanes, block.leaves());
          continue;
        }
        if (!x) {
          x = apart.copy.take(features, begin, n, stride);
          apart.leaves.resize(static_cast<std::size_t>(n));
          apart.rows.resize(static_cast<std::size_t>(n));
          std::iota(apart.rows.begin(), apart.rows.end(), 0);
        }
        leaves_of(ensemble.tree(t), ensemble.walk(t), x, stride, apart.rows.data(), n, apart.leaves.data());
        calls.walked_to(worker, begin, n, t, apart.leaves.data());
      }
      calls.done(worker, begin, n);
    });
  });
}

int workers_for(const RealTable &features, int threads) {
  return worker_count(threads, std::max<int64_t>((features.rows + rows_of_block - 1) / rows_of_block, 1));
}

template <class Sum>
void sum_by_bits(const Ensemble &ensemble, const bits::Forest &forest, const bits::Tables<Sum> &tables,
                 const RealTable &features, int threads, Monitor &monitor, double *out) {
  const EnsembleShape &shape = ensemble.shape();
  const int64_t outputs = shape.outputs, width = shape.leaf_width;
  const int workers = workers_for(features, threads);
  const int64_t stride = bits::Forest::lanes_of(std::min(rows_of_block, features.rows));
  std::vector<bits::Lanes<Sum>> memory;  // output by output
  for (int w = 0; w < workers; ++w) memory.emplace_back(outputs * stride);
  const auto sums_of = [&](int worker) { return memory[static_cast<std::size_t>(worker)].data(); };
  for_blocks(
      ensemble, forest, features, workers, monitor,
      BlockCalls{
          [&](int worker, int64_t lanes) {
            for (int64_t k = 0; k < outputs; ++k)
              std::fill_n(sums_of(worker) + k * stride, lanes,
                          shape.base.empty() ? Sum(0) : static_cast<Sum>(shape.base[static_cast<std::size_t>(k)]));
          },
          [&](int worker, int64_t, int64_t, int64_t t, int64_t lanes, const uint8_t *leaves) {
            const int64_t first = width == 1 ? ensemble.tree(t).output : 0;
            for (int64_t k = 0; k < width; ++k)
              tables.add(static_cast<std::size_t>(t * width + k), leaves, lanes,
                         sums_of(worker) + (first + k) * stride);
          },
          [&](int worker, int64_t, int64_t n, int64_t t, const int32_t *leaves) {
            add_values(ensemble.tree(t), ensemble.walk(t), shape, leaves, n, Sums<Sum>{sums_of(worker), 1, stride});
          },
          [&](int worker, int64_t begin, int64_t n) {
            const Sum *const sums = sums_of(worker);
            for (int64_t i = 0; i < n; ++i)
              for (int64_t k = 0; k < outputs; ++k)
                out[(begin + i) * outputs + k] = static_cast<double>(sums[k * stride + i]);
          }});
}

std::variant<bits::Tables<float>, bits::Tables<double>> tables_for(const Ensemble &ensemble,
                                                                   const bits::Forest &forest) {
  if (ensemble.shape().summation == Summation::float32) return leaf_tables<float>(ensemble, forest);
  return leaf_tables<double>(ensemble, forest);
}

}  // namespace

BitSums::BitSums(const Ensemble &ensemble, const bits::Level &level)
    : forest(ensemble.shape(), ensemble.trees(), ensemble.walks(), level), tables(tables_for(ensemble, forest)) {}

void sum_trees(const Ensemble &ensemble, const BitSums *bits, const RealTable &features, int threads, Monitor &monitor,
               double *out) {
  check_features(ensemble.shape(), features);
  if (bits)
    std::visit(
        [&](const auto &tables) { sum_by_bits(ensemble, bits->forest, tables, features, threads, monitor, out); },
        bits->tables);
  else if (ensemble.shape().summation == Summation::float32)
    sum_by_walks<float>(ensemble, features, threads, monitor, out);
  else
    sum_by_walks<double>(ensemble, features, threads, monitor, out);
}

void score_models(const Ensemble &ensemble, const BitSums *bits, const RealTable &features, int threads,
                  Monitor &monitor, double *out) {
  const EnsembleShape &shape = ensemble.shape();
  const int64_t models = ensemble.n_models(), outputs = shape.outputs, stride = models * outputs;
  check_features(shape, features);
  std::fill(out, out + features.rows * stride, 0.0);
  const auto scores = [&](int64_t begin, int64_t t) {
    return out + begin * stride + t / shape.trees_per_model * outputs;
  };
  if (!bits) {
    for_leaves(ensemble, features, threads, monitor, [&](int64_t begin, int64_t n, int64_t t, const int32_t *leaves) {
      add_values(ensemble.tree(t), ensemble.walk(t), shape, leaves, n, Sums<double>{scores(begin, t), stride, 1});
    });
    return;
  }
  for_blocks(
      ensemble, bits->forest, features, workers_for(features, threads), monitor,
      BlockCalls{
          [](int, int64_t) {},
          [&](int, int64_t begin, int64_t n, int64_t t, int64_t, const uint8_t *leaves) {
            const Tree &tree = ensemble.tree(t);
            const int32_t *const sources = bits->forest.sources(static_cast<std::size_t>(t)).data();
            double *const to = scores(begin, t) + tree.output;
            for (int64_t i = 0; i < n; ++i) {
              const double *const own = tree.values.data() + sources[leaves[i]] * shape.leaf_width;
              for (int64_t k = 0; k < shape.leaf_width; ++k) to[i * stride + k] += own[k];
            }
          },
          [&](int, int64_t begin, int64_t n, int64_t t, const int32_t *leaves) {
            add_values(ensemble.tree(t), ensemble.walk(t), shape, leaves, n, Sums<double>{scores(begin, t), stride, 1});
          },
          [](int, int64_t, int64_t) {}});
}

void Ensemble::evaluate(const RealTable &features, int threads, Monitor &monitor, double *out) const {
  sum_trees(*this, bits_for(features.rows).get(), features, threads, monitor, out);
}

void Ensemble::model_scores(const RealTable &features, int threads, Monitor &monitor, double *out) const {
  score_models(*this, bits_for(features.rows).get(), features, threads, monitor, out);
}

std::shared_ptr<const BitSums> Ensemble::bits_for(int64_t rows) const {
  if (rows < bits::least_rows || n_trees() == 0) return nullptr;
  auto made = bits_.get([&] { return std::make_shared<const BitSums>(*this, bits::best_level()); });
  return made->forest.pays(rows) ? made : nullptr;
}

}  // namespace wald::core::trees

// Computes the scores of rows by the models of an ensemble of trees.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/tree_scores.hpp"

#include <algorithm>
#include <vector>

#include "core/base/error.hpp"

namespace wald::core::cascades {

namespace {

// Rows of features whose scores are held at a time.
int64_t rows_at_a_time(int64_t columns) { return std::max<int64_t>(1, (int64_t{1} << 22) / columns); }

Reals part_of(const Reals &reals, int64_t begin, int64_t n) {
  if (!reals.data) return {};
  const std::size_t size = reals.is_float ? sizeof(float) : sizeof(double);
  return {static_cast<const char *>(reals.data) + begin * reals.stride * static_cast<int64_t>(size), reals.is_float, n,
          reals.stride};
}

}  // namespace

void feed_trees(ScoreSample &sample, const trees::Ensemble &ensemble, const RealTable &features, const Reals &weights,
                const Reals &targets, int threads, Monitor &monitor) {
  const int64_t models = ensemble.n_models(), outputs = ensemble.shape().outputs, columns = models * outputs;
  if (models != sample.models() || outputs != sample.classes())
    fail(Status::argument, "the trees are ", models, " models of ", outputs, " outputs: must be as the scores, ",
         sample.models(), " of ", sample.classes());
  // Rows of several blocks are fed to a sample of its own, so that a call that fails adds none.
  ScoreSample apart(models, outputs);
  const int64_t step = rows_at_a_time(columns);
  const bool one_block = features.rows <= step;
  ScoreSample &fed = one_block ? sample : apart;
  std::vector<double> block;
  monitor.at(0);
  for (int64_t begin = 0; begin < features.rows; begin += step) {
    const int64_t n = std::min(step, features.rows - begin);
    RealTable part = features;
    part.data = features.row(begin).data;
    part.rows = n;
    block.resize(static_cast<std::size_t>(n * columns));
    const auto rows = static_cast<double>(features.rows);
    PartMonitor inner(monitor, static_cast<double>(begin) / rows, static_cast<double>(begin + n) / rows);
    ensemble.model_scores(part, threads, inner, block.data());
    fed.feed({block.data(), false, n, columns, columns, 1}, part_of(weights, begin, n), part_of(targets, begin, n), begin);
  }
  if (!one_block) sample.merge(apart);
  monitor.at(1);
}

}  // namespace wald::core::cascades

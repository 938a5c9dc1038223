// Selects rows of a batch by conformal p-values.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/select/select_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/infinity.hpp"
#include "core/numeric/vectors/ascending.hpp"
#include "core/thresholds/flags.hpp"

namespace wald::core::thresholds {

namespace {

void check_selectable(const Sample &sample, const Objective &q, const ThresholdSearch &options) {
  const auto refuse = [&](const auto &...why) {
    fail(Status::unsupported, "max_fdr is ", options.max_fdr, ": ", why...);
  };
  if (q.goal != Goal::automatic || q.metric || given(q.cost()) || given(q.min_precision) || given(q.min_recall) ||
      q.limits_fp() || q.limits_alerts() || given(q.certify) || given(q.positives))
    fail(Status::argument, "max_fdr is ", options.max_fdr,
         ": must not be set with a goal, another limit, certify or positives");
  if (sample.dims() != 1) refuse("rows are selected by one score, and these have ", sample.dims());
  if (sample.has_cut()) refuse("rows below rated_from would count among the batch; omit rated_from");
  if (sample.weighted()) refuse("rows have weights, and p-values count rows; omit the weights");
  if (options.method != Method::direct || options.smoothing != Smoothing::none || options.bootstrap != 0 ||
      options.folds != 0 || !options.prevalence.empty())
    fail(Status::argument, "max_fdr is ", options.max_fdr,
         ": must not be set with method, smoothing, bootstrap, folds or prevalence");
  if (sample.negatives().size() == 0) fail(Status::argument, "negatives is 0: max_fdr needs rows labelled 0");
  if (sample.unrated().size() == 0)
    fail(Status::argument, "unrated is 0: max_fdr selects among rows that are not rated, the batch");
  if (given(options.storey) && sample.positives().size() > 0)
    fail(Status::argument, "storey is ", options.storey,
         ": must not be set if rows are labelled 1, whose share the p-values hold already");
}

// Storey's estimate: normals have uniform p-values, and few others have p-values above lambda. lambda is rounded down to
// a value that p-values have, and 1 is added, so that the level holds for any number of rows (Bates et al. 2023).
double null_share_of(const std::vector<double> &p_values, double storey, double known) {
  if (!given(storey)) return 1;
  const double lambda = std::floor(storey * (known + 1)) / (known + 1);
  const auto above = std::count_if(p_values.begin(), p_values.end(), [&](double p) { return p > lambda; });
  return (1 + static_cast<double>(above)) / (static_cast<double>(p_values.size()) * (1 - lambda));
}

}  // namespace

ChosenThresholds select_rows(const Sample &sample, const Objective &objective, const ThresholdSearch &options) {
  check_selectable(sample, objective, options);
  if (sample.narrow()) return select_rows(sample.widened(), objective, options);
  const double known = static_cast<double>(sample.positives().size() + sample.negatives().size());
  const int64_t n = sample.negatives().size(), m = sample.unrated().size();
  const Ascending normals(n, [&](int64_t i) { return sample.negatives().scores[static_cast<std::size_t>(i)]; });
  const Ascending batch(m, [&](int64_t i) { return sample.unrated().scores[static_cast<std::size_t>(i)]; });

  ChosenThresholds out;
  // Normals that tie with a row count as above it: at worst the p-value is too large.
  out.p_values.resize(batch.size());
  for (std::size_t j = 0, below = 0; j < batch.size(); ++j) {
    while (below < normals.size() && normals[below].bits < batch[j].bits) ++below;
    out.p_values[static_cast<std::size_t>(batch[j].at)] =
        (1 + static_cast<double>(normals.size() - below)) / (known + 1);
  }
  out.null_share = null_share_of(out.p_values, options.storey, known);
  std::size_t first = batch.size();  // of the flagged rows, in ascending order of the scores
  for (std::size_t j = 0; j < batch.size(); ++j) {
    if (j > 0 && batch[j].bits == batch[j - 1].bits) continue;
    const double p = out.p_values[static_cast<std::size_t>(batch[j].at)];
    const double flagged = static_cast<double>(batch.size() - j);
    constexpr double rounding = 1 + 8 * 0x1p-52;  // a level that is met exactly is met
    if (p * out.null_share * static_cast<double>(m) > options.max_fdr * flagged * rounding) continue;
    first = j;
    break;
  }
  const bool none = first == batch.size();
  const double flagged = static_cast<double>(batch.size() - first);
  out.thresholds = {none ? infinity : number_of(batch[first].bits)};
  out.next_lower = sample.next_lower(out.thresholds);
  out.objective = text("most alerts with fdr <= ", options.max_fdr);
  out.unrated = flagged;
  out.outcome.counts = sample.count(out.thresholds);
  out.outcome.positives = sample.positives().total();
  if (out.outcome.positives > 0) out.outcome.recall = out.outcome.counts.tp / out.outcome.positives;
  out.outcome.value = flagged;
  if (none) out.flags |= nothing_flagged | target_not_attained;
  if (first == 0) out.flags |= everything_flagged;
  if (sample.positives().size() == 0) out.flags |= only_negatives;
  if (none)
    out.warning = text("nothing is flagged: no rows attain \"", out.objective, "\"; the least p-value that ", known,
                       " known rows can give is ", 1 / (known + 1));
  return out;
}

}  // namespace wald::core::thresholds

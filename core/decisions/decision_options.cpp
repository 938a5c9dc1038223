// Describes and checks the options of decisions.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/error.hpp"
#include "core/decisions/decision.hpp"

namespace wald::core::decisions {

OptionTable rows_of(const DecisionOptions *) {
#define WALD_STRUCT DecisionOptions
#define WALD_ROWS "core/decisions/decision_options.def"
  static const OptionRow rows[] = {
#include "core/described/rows.inc"
  };
#undef WALD_STRUCT
  return {rows, std::size(rows)};
}

KRange DecisionOptions::k_range(int64_t n) const {
  const int64_t high = at_most < 0 ? n : std::min(at_most, n), low = std::max<int64_t>(at_least, 0);
  if (at_most >= 0 && low > at_most)
    fail(Status::argument, "at_least is ", low, ": must be at most at_most = ", at_most);
  if (low > n) fail(Status::argument, "at_least is ", at_least, ": the problem has ", n, " items");
  return {low, high};
}

std::vector<double> DecisionOptions::shares(int64_t n_labels) const {
  if (label_weights.empty())
    return std::vector<double>(static_cast<std::size_t>(n_labels), 1 / static_cast<double>(n_labels));
  if (average != Average::macro)
    fail(Status::argument, "label_weights are set and average is ", average_name(average),
         ": labels have weights with average macro");
  if (static_cast<int64_t>(label_weights.size()) != n_labels)
    fail(Status::argument, "label_weights has ", label_weights.size(), " numbers: there are ", n_labels, " labels");
  const double most = *std::max_element(label_weights.begin(), label_weights.end());
  if (!(most > 0)) fail(Status::argument, "label_weights are all 0: one must be above 0");
  std::vector<double> shares(label_weights);
  double sum = 0;
  for (double &share : shares) sum += share /= most;  // else the sum could overflow
  for (double &share : shares) share /= sum;
  return shares;
}

void DecisionOptions::check_abstain_label() const {
  if (!leaves_labels()) return;
  if (average != Average::instance)
    fail(Status::argument, "abstain_label is ", abstain_label,
         ": single labels are left undecided with average instance, not with ", average_name(average));
  if (!std::isnan(abstain))
    fail(Status::argument, "abstain is ", abstain, " and abstain_label is ", abstain_label,
         ": either whole instances are left undecided, or single labels");
}

void DecisionOptions::refuse_abstain_label(const char *what) const {
  if (leaves_labels())
    fail(Status::unsupported, "abstain_label is ", abstain_label, ": it is for deciding and evaluating, not for ",
         what);
}

void DecisionOptions::check_ties(const Metric &metric, bool exclusive) const {
  if (ties == Ties::fewest) return;
  if (!metric.additive() && !metric.is_exact_match())
    fail(Status::unsupported, "ties is most given metric \"", metric.name(),
         "\": it is for metrics that are a sum over the labels, and for subset_accuracy");
  if (exclusive) fail(Status::unsupported, "ties is most given exclusive labels: the fewest are taken");
  if (leaves_labels() || !per_row.empty())
    fail(Status::unsupported, "ties is most: not supported with ", leaves_labels() ? "abstain_label" : "per_row");
  if (algorithm != Algorithm::automatic && algorithm != Algorithm::marginal_modes && algorithm != Algorithm::mode)
    fail(Status::unsupported, "ties is most: not supported by algorithm ", algorithm_name(algorithm));
}

void check_ranges(const DecisionOptions &options) { check_bounds(options); }

}  // namespace wald::core::decisions

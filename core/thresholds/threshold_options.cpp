// Describes and checks the options of thresholds.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/threshold_options.hpp"

#include <cmath>
#include <iterator>

#include "core/base/error.hpp"

namespace wald::core::thresholds {

OptionTable rows_of(const SearchLimits *) {
#define WALD_STRUCT SearchLimits
#define WALD_ROWS "core/thresholds/limits.def"
  static const OptionRow rows[] = {
#include "core/described/rows.inc"
  };
#undef WALD_STRUCT
  return {rows, std::size(rows)};
}

OptionTable rows_of(const ThresholdSearch *) {
#define WALD_STRUCT ThresholdSearch
#define WALD_ROWS "core/thresholds/threshold_options.def"
  static const OptionRow rows[] = {
#include "core/described/rows.inc"
  };
#undef WALD_STRUCT
  return {rows, std::size(rows)};
}

double ThresholdSearch::one_prevalence() const {
  if (prevalence.empty()) return unset;
  check_one_or_each("prevalence", prevalence, 1, "label");
  return prevalence[0];
}

void check_ranges(const ThresholdSearch &o) {
  check_bounds(o);
  check_bounds(o.limits);
  if (o.folds == 1) fail(Status::argument, "folds is 1: must be 0 (none) or at least 2");
  if (!(o.ridge >= 0 && std::isfinite(o.ridge)))
    fail(Status::argument, "ridge is ", o.ridge, ": must be finite and at least 0");
}

void check_options(const ThresholdSearch &o) {
  check_ranges(o);
  if (!std::isnan(o.storey) && std::isnan(o.max_fdr)) fail(Status::argument, "storey is ", o.storey, ": requires max_fdr");
  const bool path = o.method == Method::path || o.method == Method::path_equal;
  if (o.smoothing == Smoothing::dropout && !path)
    fail(Status::argument, "smoothing is dropout: leaves out edges, so it needs method = path or path-equal");
  if (o.smoothing == Smoothing::bagged && o.method != Method::direct)
    fail(Status::argument, "smoothing is bagged: needs method = direct");
}

void check_rated_rule(const ThresholdSearch &o, bool has_cut) {
  if (o.rated_rule == RatedRule::same) return;
  const auto refuse = [&](const char *why) {
    fail(Status::argument, "rated_rule is ", rated_rule_words[static_cast<int32_t>(o.rated_rule)].name, ": ", why);
  };
  if (!has_cut) refuse("no score has a cut in rated_from");
  if (o.method != Method::direct && o.method != Method::best_single)
    refuse("needs method = direct or best-single");
  if (o.smoothing != Smoothing::none)
    refuse("smoothing must be none, since a median of thresholds may flag unlabelled rows");
}

}  // namespace wald::core::thresholds

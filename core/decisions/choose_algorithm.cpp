// Chooses the algorithm by rules of the metric, the kind of estimator and the number of labels.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/choose_algorithm.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/decisions/independent/bisection.hpp"
#include "core/decisions/independent/independent.hpp"
#include "core/decisions/joint/enumeration.hpp"
#include "core/decisions/separable/separable.hpp"
#include "core/decisions/separable/separable_rates.hpp"

namespace wald::core::decisions {
namespace {

// Measured crossovers; docs/developers/algorithms.md has the times.
constexpr int64_t most_of_lanes = 16383;
// Beyond, limits that allow for rounding would exclude little, and sums need nodes over wide ranges.
constexpr double greatest_b_of_lanes = 64;
constexpr int64_t fewest_alike = 64;           // labels of one probability from which `separable` is worth it
constexpr int64_t fewest_bisected = 32;        // fewer are as soon looked at one by one
constexpr double cheap_enumeration = 1 << 26;  // predictions times label vectors
// Whole counts of an independent estimator are n^2 numbers: beyond this they are not made behind the user's back.
constexpr int64_t counts_of_independent_limit = 1024;

Separates how_it_separates(const Metric &metric) {
  if (!metric.has(rises_in_tp)) return Separates::no;
  if (metric.is_jaccard()) return Separates::jaccard;
  if (metric.f_beta_squared()) return Separates::f_beta;
  if (!separable_serves(metric)) return Separates::no;
  const SeparableForm form = *metric.separable();
  const bool narrow = form.kind == SeparableForm::ratios &&
                      std::all_of(form.terms.begin(), form.terms.end(), [](const SeparableForm::Term &term) {
                        return *std::min_element(term.ratio.bottom.begin(), term.ratio.bottom.end()) > 0;
                      });
  if (narrow) return Separates::narrow;
  if (form.kind == SeparableForm::root) return Separates::root;
  const auto rates = rates_of(metric);
  return rates && rates->alike() ? Separates::rates : Separates::wide;
}

bool lanes_serve(const MetricFacts &facts, int64_t n) {
  if (facts.custom || n > most_of_lanes) return false;
  const double b = facts.f_beta_squared;
  return facts.separates == Separates::jaccard || (b >= 1 / greatest_b_of_lanes && b <= greatest_b_of_lanes);
}

// From how many ranked labels on `separable` is the fastest. Measured, ranking left out. Beside it: ye, whose time
// grows with n^2; window, n^2 log n; bisection, n^1.5 or so.
int64_t fewest_separable(const MetricFacts &facts) {
  switch (facts.separates) {
    case Separates::jaccard: return 50;
    case Separates::f_beta: return 200;
    case Separates::narrow: return 64;
    case Separates::rates:
    case Separates::root: return facts.has(bisection_needs) ? fewest_unsorted : 256;
    case Separates::wide: return facts.has(bisection_needs) ? 16384 : 256;
    case Separates::no: break;
  }
  return std::numeric_limits<int64_t>::max();
}

Algorithm choose_ranked(const MetricFacts &facts, int64_t n, bool alike) {
  if (facts.additive) return Algorithm::marginal_modes;
  if (facts.exact_match) return Algorithm::mode;
  if (n >= fewest_separable(facts)) return Algorithm::separable;
  // Where all labels are alike a curve may be flat (that of balanced accuracy is), and limits exclude nothing of it.
  if (alike && n >= fewest_alike && facts.separates != Separates::no) return Algorithm::separable;
  if (facts.f_beta_squared > 0 && small_rational(facts.f_beta_squared)) return Algorithm::ye;
  if (facts.has(bisection_needs) && n >= fewest_bisected) return Algorithm::bisection;
  if (facts.has(rises_in_tp)) return Algorithm::window;
  if (facts.has(linear_in_tp) && n <= counts_of_independent_limit) return Algorithm::gfm;
  return n <= enumeration_limit ? Algorithm::enumeration : Algorithm::automatic;
}

Algorithm choose_independent(const MetricFacts &facts, int64_t n, Layout layout) {
  switch (layout) {
    case Layout::lanes: return lanes_serve(facts, n) ? Algorithm::separable : Algorithm::automatic;
    case Layout::unsorted:
      return n >= fewest_unsorted && facts.separates != Separates::no && !lanes_serve(facts, n) ? Algorithm::separable
                                                                                                : Algorithm::automatic;
    case Layout::ranked: return choose_ranked(facts, n, false);
    case Layout::alike: return choose_ranked(facts, n, true);
    case Layout::listed: break;
  }
  return Algorithm::automatic;
}

// Whether all predictions of this many labels are soon tried on this many vectors.
bool cheap_to_enumerate(int64_t n, std::size_t vectors) {
  return n <= enumeration_limit && std::ldexp(static_cast<double>(vectors), static_cast<int>(n)) <= cheap_enumeration;
}

Algorithm choose_joint(const MetricFacts &facts, int64_t n, Layout layout, std::size_t vectors) {
  const bool by_counts = facts.has(linear_in_tp) && !facts.additive && !facts.exact_match;
  if (layout != Layout::listed) return by_counts ? Algorithm::gfm : Algorithm::automatic;
  if (facts.exact_match) return Algorithm::mode;
  if (facts.additive) return Algorithm::marginal_modes;
  if (by_counts) return Algorithm::gfm;
  if (cheap_to_enumerate(n, vectors)) return Algorithm::enumeration;
  return facts.has(rises_in_tp) ? Algorithm::ascent : Algorithm::automatic;
}

}  // namespace

MetricFacts facts_of(const Metric &metric) {
  MetricFacts facts;
  facts.properties = metric.properties();
  facts.custom = metric.is_custom();
  facts.additive = metric.additive().has_value();
  facts.exact_match = metric.is_exact_match();
  facts.f_beta_squared = metric.f_beta_squared().value_or(0);
  if (!facts.additive && !facts.exact_match) facts.separates = how_it_separates(metric);
  return facts;
}

Algorithm choose(Kind kind, const MetricFacts &facts, int64_t n, Layout layout, std::size_t vectors) {
  switch (kind) {
    case Kind::independent: return choose_independent(facts, n, layout);
    case Kind::categorical: return Algorithm::categorical;
    case Kind::joint: return choose_joint(facts, n, layout, vectors);
    case Kind::counts:
      if (facts.additive) return Algorithm::marginal_modes;
      return facts.has(linear_in_tp) ? Algorithm::gfm : Algorithm::automatic;
  }
  return Algorithm::automatic;
}

Algorithm choose_for_curve(Kind kind, const MetricFacts &facts, int64_t n, Layout layout, std::size_t vectors) {
  if (kind == Kind::joint) {
    if (facts.has(linear_in_tp)) return Algorithm::gfm;
    return layout == Layout::listed && cheap_to_enumerate(n, vectors) ? Algorithm::enumeration : Algorithm::automatic;
  }
  if (kind == Kind::counts) return facts.has(linear_in_tp) ? Algorithm::gfm : Algorithm::automatic;
  const Algorithm chosen = choose(kind, facts, n, layout, vectors);
  return chosen == Algorithm::bisection ? Algorithm::window : chosen;  // it looks at few k
}

void refuse_choice(const Metric &metric, Kind kind, int64_t n) {
  const auto refuse = [&](const std::string &given, const char *why) {
    fail(Status::unsupported, "metric \"", metric.name(), "\" given ", given, ": ", why);
  };
  switch (kind) {
    case Kind::independent:
      refuse(text(n, " independent labels"),
             "it is not known to rise in tp at fixed k and s, so no theorem narrows the search, and there are too many "
             "labels for enumeration (at most 16); declare the properties that it has");
      break;
    case Kind::joint:
      refuse(text("a joint distribution of ", n, " labels"),
             "it is neither known to be linear in tp nor to rise in tp, and there are too many labels for enumeration "
             "(at most 16); declare the properties that it has");
      break;
    case Kind::counts:
      refuse("counts",
             "P[i][s] and P(0) determine the expectation of metrics linear in tp alone, and this one is not: feed a "
             "joint estimator");
      break;
    case Kind::categorical: break;
  }
  fail(Status::internal, "exclusive labels are decided for every metric");
}

}  // namespace wald::core::decisions

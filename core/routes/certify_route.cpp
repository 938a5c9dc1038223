// Certifies routes by testing a path that a pilot part of the rows has given.
#include "core/numeric/contraction.hpp"  // first

#include "core/routes/certify_route.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/certify/fixed_sequence.hpp"
#include "core/certify/gambler.hpp"
#include "core/certify/weight_claims.hpp"
#include "core/numeric/random/mix.hpp"
#include "core/numeric/special/binomial_interval.hpp"
#include "core/numeric/special/normal_quantile.hpp"
#include "core/routes/all_routes.hpp"
#include "core/routes/answering.hpp"

namespace wald::core::routes {

namespace {

constexpr std::size_t most_tests = 400;

// Rows in the order of their tests: batch after batch, and in each at random.
struct Parts {
  std::vector<int64_t> pilot, tests;
};

Parts parts_of(const Stages &stages, const RouteOptions &options) {
  struct Placed {
    int32_t batch;
    uint64_t order;
    int64_t row;
  };
  const bool drawn = stages.batches() > 0;
  const auto share = static_cast<uint64_t>(options.pilot * 0x1p64);
  Parts out;
  std::vector<Placed> tests;
  for (int64_t i = 0; i < stages.rows(); ++i) {
    if (stages.weight(i) == 0) continue;
    const uint64_t order = mix_bits(options.seed * 0x9e3779b97f4a7c15u + mix_bits(static_cast<uint64_t>(i) + 1));
    // The first batch that was drawn is the pilot, so that the path is the same whenever one looks. Rows that no batch
    // has considered come with no label, and say nothing of quality.
    if (drawn ? stages.batch(i) <= 1 : order < share)
      out.pilot.push_back(i);
    else
      tests.push_back({stages.batch(i), mix_bits(order), i});
  }
  std::sort(tests.begin(), tests.end(), [](const Placed &x, const Placed &y) {
    return x.batch != y.batch ? x.batch < y.batch : x.order != y.order ? x.order < y.order : x.row < y.row;
  });
  for (const Placed &t : tests) out.tests.push_back(t.row);
  return out;
}

class Tests {
 public:
  Tests(const Stages &stages, const RouteOptions &options, Parts parts)
      : stages_(stages), options_(options), parts_(std::move(parts)), delta_(1 - options.certify) {
    double least = infinite, most = 0, least_probability = 1;
    for (const std::vector<int64_t> *part : {&parts_.tests, &parts_.pilot})
      for (const int64_t i : *part) {
        const double weight = stages.weight(i), p = stages.probability(i);
        least = std::min(least, weight);
        most = std::max(most, weight);
        if (!std::isnan(p)) least_probability = std::min(least_probability, p);
      }
    certify::check_one_claim({options.equal_weights, options.max_weight});
    if (options.equal_weights && least < most)
      fail(Status::argument, "equal_weights is set: rows weigh ", least, " and ", most);
    const bool equal = options.equal_weights || !stages.weighted();
    if (!std::isnan(options.max_weight)) {
      most_weight_ = options.max_weight;
      if (most > options.max_weight)
        fail(Status::argument, "max_weight is ", options.max_weight, ": must be at least the weight of a row, ", most);
    } else if (equal) {
      most_weight_ = most;
    } else {
      certify::fail_without_max_weight();
    }
    if (stages.has_probabilities()) {
      if (least_probability < options.min_probability)
        fail(Status::argument, "min_probability is ", options.min_probability, ": a row was drawn with ",
             least_probability);
      least_probability_ = options.min_probability;
    }
    counts_ = equal && (std::isnan(options.max_weight) || (options.max_weight == 1 && !stages.weighted())) &&
              !stages.has_probabilities() && options.measure != RouteMeasure::f;
    by_loss_ = stages.has_probabilities() &&
               (options.measure == RouteMeasure::accuracy || options.measure == RouteMeasure::agreement ||
                options.measure == RouteMeasure::precision);
  }

  bool counts() const { return counts_; }
  const Parts &parts() const { return parts_; }

  bool pass(const Route &route) const { return counts_ ? counted(route) : bet(route); }

  // How many labels more would make a route pass in about four of five tries, where the pilot is right.
  double labels_needed(const Sums &pilot, double pilot_labels, double test_labels) const {
    const double q = options_.min_quality, quality = pilot.quality();
    if (!(quality > q) || pilot_labels == 0) return infinite;
    const double spread = std::sqrt(std::max(quality * (1 - quality), 1 / (pilot_labels + 2)));
    const double steps = normal_quantile(options_.certify) + 0.84, needed = steps * spread / (quality - q);
    return std::max(1.0, std::ceil(std::max(needed * needed, std::log(delta_) / std::log(q)) - test_labels));
  }

 private:
  double uniform_of(int64_t row) const {
    const uint64_t bits = mix_bits(mix_bits(options_.seed + 0x9e3779b97f4a7c15u) + ~static_cast<uint64_t>(row));
    return static_cast<double>(bits >> 11) * 0x1p-53;
  }

  bool counted(const Route &route) const {
    double a = 0, b = 0;
    for (const int64_t i : parts_.tests) {
      if (!is_judged(stages_, i, options_.measure)) continue;
      const Sums found = judged(stages_, i, answering_stage(route, stages_, i, nullptr), options_);
      // The number decides for all routes alike whether a share of a right answer counts.
      a += uniform_of(i) < found.a;
      b += found.b;
    }
    return b > 0 && proportion_at_least(options_.min_quality, a, b, options_.certify);
  }

  // z of a row in units of the most that can be lost, or NaN if it takes no part.
  double stake(const Route &route, int64_t i) const {
    const double q = options_.min_quality, weight = stages_.weight(i), p = stages_.probability(i);
    const bool known = is_judged(stages_, i, options_.measure);
    const int64_t stage = answering_stage(route, stages_, i, nullptr);
    if (by_loss_) {
      if (std::isnan(p)) return unset;
      if (options_.measure == RouteMeasure::precision && stages_.answer(i, stage) != options_.positive) return unset;
      double error = 0;
      if (options_.measure == RouteMeasure::precision) {
        error = known ? 1 - judged(stages_, i, stage, options_).a : 0;
      } else if (known) {
        error = 1 - right_of(stages_, i, stage, options_.measure);
      }
      return weight * ((1 - q) - error / p) / (most_weight_ * std::max(1 / least_probability_ - (1 - q), 1 - q));
    }
    if (!known) return unset;
    const Sums found = judged(stages_, i, stage, options_);
    if (found.b == 0) return unset;
    double lost = q;
    if (options_.measure == RouteMeasure::f) {
      const FParts parts(options_.beta);
      lost = q * std::max(parts.said, parts.is);
    }
    const double counted = std::isnan(p) ? weight : weight / p, most = most_weight_ / least_probability_;
    return counted * (found.a - q * found.b) / (most * std::max(lost, 1e-300));
  }

  bool bet(const Route &route) const {
    if (options_.min_quality == 0) return true;
    certify::Seen seen{0, 1};
    for (const int64_t i : parts_.pilot)
      if (const double z = stake(route, i); !std::isnan(z)) {
        seen.sum += z;
        seen.squares += z * z;
      }
    constexpr double most = 0.95;
    certify::Gambler gambler(delta_, seen, certify::Gambler::best(seen.sum, seen.squares, most), most);
    for (const int64_t i : parts_.tests) {
      if (const double z = stake(route, i); !std::isnan(z)) gambler.row(z);
      if (gambler.won()) return true;
    }
    return false;
  }

  const Stages &stages_;
  const RouteOptions &options_;
  Parts parts_;
  double delta_, most_weight_ = 1, least_probability_ = 1;
  bool counts_ = true, by_loss_ = false;
};

}  // namespace

Route certified_route(const Stages &stages, const RouteOptions &options, std::size_t most_points, Monitor &monitor) {
  PartMonitor searching(monitor, 0, 0.5), testing(monitor, 0.5, 1);
  const Tests tests(stages, options, parts_of(stages, options));
  Route out;
  out.stages = stages.stages();
  out.by = options.by == RouteBy::segment ? RouteBy::segment : RouteBy::none;
  out.goal = options.goal;
  out.measure = options.measure;
  out.thresholds.assign(static_cast<std::size_t>(out.stages), unset);
  out.thresholds.back() = -infinite;
  RouteFindings &last = out.findings;
  last.certify = options.certify;
  last.theorem = tests.counts() ? certify::Theorem::tested_path : certify::Theorem::bets;
  last.labels_needed = infinite;
  // The last stage agrees with itself.
  if (options.measure == RouteMeasure::agreement) last.certified = true;
  double pilot_labels = 0, test_labels = 0;
  for (const int64_t i : tests.parts().pilot) pilot_labels += is_judged(stages, i, options.measure);
  for (const int64_t i : tests.parts().tests) test_labels += is_judged(stages, i, options.measure);
  if (pilot_labels == 0) return out;
  const Routes routes(stages, tests.parts().pilot, options, searching);
  const std::vector<RouteChoice> &points = routes.frontier();
  last.exact = routes.exact();
  last.envelope = routes.envelope(most_points);
  // From the surest point to the cheapest that may hold the limit.
  std::size_t surest = 0, cheapest = points.size();
  double most = -infinite;
  const double q = options.min_quality;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double quality = points[i].sums.quality(), n = pilot_labels;
    const double spread = std::sqrt(std::max(quality * (1 - quality), 1 / (n + 2)) / n), sure = (quality - q) / spread;
    // Of points that are about as sure the cheapest: they are by ascending cost.
    if (sure > most + 1e-9 && (most < 6 || i == 0)) {
      most = sure;
      surest = i;
    }
    if (cheapest == points.size() && sure >= -1) cheapest = i;
  }
  // Of those that are cheaper than the last stage alone.
  double full = 0;
  for (const int64_t i : tests.parts().pilot)
    full += routes.scale().weight(stages.weight(i)) * stages.cost(i, stages.stages() - 1);
  for (const RouteChoice &point : points)
    if (point.sums.cost < full * (1 - 1e-9))
      last.labels_needed = std::min(last.labels_needed, tests.labels_needed(point.sums, pilot_labels, test_labels));
  if (cheapest > surest) cheapest = surest;
  const certify::ThinnedPath path(surest - cheapest, most_tests);
  Route best;
  const std::size_t passed = certify::passed_in_order(path.count(), testing, [&](std::size_t k) {
    Route candidate = routes.route(surest - path.point(k), false);
    if (!tests.pass(candidate)) return false;
    best = std::move(candidate);
    return true;
  });
  if (passed == 0) return out;
  best.findings = last;
  best.findings.certified = true;
  best.findings.labels_needed = 0;
  return best;
}

}  // namespace wald::core::routes

// Certifies the thresholds of segments.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/segments/certify_segments.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/parallel.hpp"
#include "core/thresholds/certify/certify_thresholds.hpp"
#include "core/thresholds/certify/population_limits.hpp"
#include "core/thresholds/criterion.hpp"

namespace wald::core::thresholds {

namespace {

void check_segments_certifiable(const SegmentRows &rows, const Objective &q, const ThresholdSearch &options) {
  const auto refuse = [&](const auto &...why) { fail(Status::unsupported, "certify is ", q.certify, ": ", why...); };
  if (options.parity != Parity::none)
    refuse("parity is ", parity_words[static_cast<int32_t>(options.parity)].name,
           ", which must be none; set limits of each segment");
  if (rows.has_amounts())
    refuse(rows.benefits.data ? "benefits" : "costs", " are given, and the best certified sum of amounts is not known");
  if (q.metric)
    refuse("metric ", in_quotes(q.metric->name()),
           " is of all segments together; most_tp, fewest_fp and net_benefit add up over them");
}

// What a segment has to keep: the tighter of its own limits and those of all.
Objective limits_of_segment(const Objective &joint, const RealTable &limits, int64_t segment, double certify) {
  Objective out = joint;
  out.certify = certify;
  if (limits.rows == 0) return out;
  const auto at = [&](std::size_t k) { return limits.row(segment)[static_cast<int64_t>(k)]; };
  const auto least = [](double &limit, double own) {
    if (given(own)) limit = given(limit) ? std::max(limit, own) : own;
  };
  const auto most = [](double &limit, double own) {
    if (given(own)) limit = given(limit) ? std::min(limit, own) : own;
  };
  least(out.min_precision, at(0));
  least(out.min_recall, at(1));
  most(out.max_fp, at(2));
  most(out.max_alerts, at(3));
  most(out.max_fpr, at(4));
  most(out.max_alert_rate, at(5));
  return out;
}

}  // namespace

CertifiedSegments certify_segments(const SegmentRows &rows, const RealTable &limits, const Objective &objective,
                                   const ThresholdSearch &options, Monitor &monitor) {
  check_segments_certifiable(rows, objective, options);
  const int64_t n = rows.n_segments;
  const std::vector<Sample> samples = segment_samples(rows);
  const double certify = 1 - (1 - objective.certify) / static_cast<double>(n);
  std::vector<Objective> asked;
  CertifiedSegments out;
  for (int64_t g = 0; g < n; ++g) {
    const auto s = static_cast<std::size_t>(g);
    asked.push_back(limits_of_segment(objective, limits, g, certify));
    const PopulationLimits held = limits_of(asked[s]);
    if (!held.limits_precision() && !held.limits_recall() && !held.limits_alerts())
      fail(Status::argument, "certify is ", objective.certify, ": segment ", g,
           " needs min_precision, min_recall, max_fpr or max_alert_rate, which it certifies");
    try {
      check_objective(asked[s]);
      // Checked before any segment is searched, and for those without rows, too.
      const Goal goal = Criterion(asked[s], samples[s].whole() ? samples[s] : samples[s].exact()).goal();
      out.goal = g == 0 || out.goal == goal ? goal : Goal::automatic;
    } catch (const Error &error) {
      if (limits.rows == 0) throw;
      fail(error.status(), "limits[", g, "]: ", error.what());
    }
  }
  out.thresholds.assign(asked.size(), infinite);
  out.certificates.resize(asked.size());
  parallel_for(n, worker_count(options.threads, n), monitor, [&](int64_t segment, int, Monitor &) {
    const auto s = static_cast<std::size_t>(segment);
    out.certificates[s].rows_needed = infinite;
    if (samples[s].positives().size() == 0 && !(served_by_negatives(asked[s]) && samples[s].negatives().size() > 0))
      return;
    NoMonitor quiet;
    ThresholdSearch own = options;
    own.seed += static_cast<uint64_t>(segment);
    own.tolerance.clear();
    try {
      const bool weighted_to = !options.prevalence.empty();
      const double share = weighted_to ? one_or_each(options.prevalence, segment) : unset;
      if (weighted_to) own = weighted_options(samples[s], own, share);
      const ChosenThresholds chosen =
          choose_certified(weighted_to ? samples[s].at_prevalence(share) : samples[s], asked[s], own, quiet);
      out.thresholds[s] = chosen.thresholds[0];
      out.certificates[s] = chosen.certificate;
    } catch (const Error &error) {
      if (limits.rows == 0 || error.status() == Status::cancelled) throw;
      fail(error.status(), "limits[", segment, "]: ", error.what());
    }
  });
  return out;
}

}  // namespace wald::core::thresholds

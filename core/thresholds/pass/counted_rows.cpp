// Chooses thresholds from rows with counts.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/pass/counted_rows.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/numeric/infinity.hpp"
#include "core/thresholds/flags.hpp"
#include "core/thresholds/pass/pass_totals.hpp"
#include "core/thresholds/search/search.hpp"
#include "core/thresholds/search/single.hpp"

namespace wald::core::thresholds {

namespace {

struct Counted {
  Sample rows;  // a row with the weight of all that it stands for
  PassTotals totals;
  std::vector<uint64_t> units;  // of one row of those that a row stands for
  std::vector<uint64_t> counts;
};

Counted counted(const CountedRows &rows) {
  const auto &[scores, rule, labels, weights, counts] = rows;
  Counted out{Sample(scores.cols, rule, {}), {}, {}, {}};
  std::vector<double> sums;
  bool fractions = false;
  for (int64_t i = 0; i < scores.rows; ++i) {
    if (labels[i] > not_rated)
      fail(Status::argument, "truth[", i, "] is ", static_cast<int>(labels[i]), ": must be 0, 1 or 2 (not rated)");
    const uint64_t units = weights.data ? checked_units(weights, i) : units_of_one;
    const double count = counts[i];
    if (!(count >= 0 && count <= 0x1p53) || count != std::floor(count))
      fail(Status::argument, "counts[", i, "] is ", count, ": must be a whole number in [0, 2^53]");
    const auto times = static_cast<uint64_t>(count);
    if (units > 0 && times > (most_units - out.totals.units()) / units)
      fail(Status::argument, "counts[", i, "] is ", count, ": the sum of all weights must be at most 2^42");
    if (units > 0 && times > 0) out.totals.add(labels[i], units, times);
    out.units.push_back(units);
    out.counts.push_back(times);
    sums.push_back(weight_of(units * times));
  }
  for (const PassTotals::OfLabel &label : out.totals.labels) fractions |= label.fractions;
  if (fractions && out.totals.units() >> 53 != 0)
    fail(Status::argument, "weights sum up to ", weight_of(out.totals.units()),
         ": the sum must be at most 2^33 where some are not whole");
  out.rows.feed(scores, labels, {sums.data(), false, scores.rows, 1});
  return out;
}

uint32_t flags_of(const Counted &all, const RealTable &scores, Strided<const uint8_t> labels,
                  const SampleTotals &totals, const std::vector<AreaBounds> &areas) {
  uint32_t out = 0;
  for (int64_t d = 0; d < scores.cols; ++d) {
    Saturation saturation;
    bool more = true;
    for (int64_t i = 0; more && i < scores.rows; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (labels[i] == 1 && all.units[at] > 0 && all.counts[at] > 0)
        more = saturation.add(scores.row(i)[d], static_cast<int64_t>(all.counts[at]));
    }
    const AreaBounds known = areas.empty() ? AreaBounds() : areas[static_cast<std::size_t>(d)];
    if (const auto flags = data_flags(totals, known, saturation.saturated())) {
      out |= *flags;
      continue;
    }
    const double area = ranking_area(all.rows, d);
    out |= *data_flags(totals, {area, area}, saturation.saturated());
  }
  return out;
}

}  // namespace

ChosenThresholds choose_counted(const CountedRows &rows, const Objective &objective, const ThresholdSearch &options,
                                Monitor &monitor) {
  check_options(options);
  check_objective(objective);
  refuse_what_needs_rows(objective, options, "counted rows");
  const RealTable &scores = rows.scores;
  const Strided<const uint8_t> labels = rows.labels;
  const Counted all = counted(rows);
  require_positives(all.totals, objective);
  monitor.at(0);
  SampleTotals totals = sample_totals(all.totals);
  totals.dims = scores.cols;
  const Criterion criterion(objective, totals);
  const SearchResult found = search({all.rows, criterion, options, false, monitor});
  const Choice choice = criterion.choose(found.frontier.points);
  const std::vector<double> &thresholds = found.frontier.thresholds[static_cast<std::size_t>(choice.index)];

  BesideThreshold beside;
  beside.next_lower = all.rows.next_lower(thresholds);
  beside.unrated = all.rows.count_unrated(thresholds);
  for (const PassTotals::OfLabel &label : all.totals.labels) beside.fractions |= label.fractions;
  PassTotals flagged;
  std::vector<double> row(static_cast<std::size_t>(scores.cols));
  for (int64_t i = 0; i < scores.rows; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (all.units[at] == 0 || all.counts[at] == 0 || labels[i] == not_rated) continue;
    for (int64_t d = 0; d < scores.cols; ++d)
      row[static_cast<std::size_t>(d)] = std::min(scores.row(i)[d], largest_double);
    if (is_flagged(row.data(), thresholds, rows.rule)) flagged.add(labels[i], all.units[at], all.counts[at]);
  }
  const auto parts = [&](int label) {
    return label_parts(flagged.labels[label].units, flagged.labels[label].squares, all.totals.labels[label]);
  };
  beside.negatives = parts(0);
  beside.positives = parts(1);
  const uint32_t flags = flags_of(all, scores, labels, totals, found.ranking_areas);
  ChosenThresholds out = chosen_of(found, choice, criterion, totals, flags, beside, options);
  monitor.at(1);
  return out;
}

}  // namespace wald::core::thresholds

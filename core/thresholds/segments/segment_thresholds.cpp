// Chooses the thresholds of segments together.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/segments/segment_thresholds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

#include "core/numeric/infinity.hpp"
#include "core/thresholds/certify/certify_thresholds.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/sample/weights.hpp"
#include "core/thresholds/segments/certify_segments.hpp"
#include "core/thresholds/segments/limited_sum.hpp"
#include "core/thresholds/segments/precision_margin.hpp"

namespace wald::core::thresholds {

namespace {

// ---- What is greatest ----------------------------------------------------------------------------

// constant + a LinearValue of the counts.
struct Affine {
  double constant = 0;
  LinearValue of_counts;
  double of(const SegmentPoint &sums) const { return constant + of_counts.of(sums); }
  void add(double times, const Affine &o) {
    constant += times * o.constant;
    of_counts.tp += times * o.of_counts.tp;
    of_counts.fp += times * o.of_counts.fp;
    of_counts.gain += times * o.of_counts.gain;
  }
};
struct AffineRatio {
  Affine top, bottom;  // the bottom is above 0, but where nothing is flagged
  bool linear() const { return bottom.of_counts.tp == 0 && bottom.of_counts.fp == 0; }
};

// Of numbers for each true positive, false positive, false negative and true negative.
Affine of_cells(const std::array<double, 4> &cells, double positives, double negatives) {
  return {cells[2] * positives + cells[3] * negatives, {cells[0] - cells[2], cells[1] - cells[3], 0}};
}

AffineRatio metric_ratio(const Metric &metric, double positives, double negatives) {
  const double all = positives + negatives;
  const Affine one{1, {}};
  if (const auto a = metric.additive())
    return {of_cells({a->true_positive, a->false_positive, a->false_negative, a->true_negative}, positives, negatives),
            {all, {}}};
  if (metric.name() == "kappa")
    return {{0, {2 * negatives, -2 * positives, 0}},
            {positives * all, {negatives - positives, negatives - positives, 0}}};
  const auto form = metric.separable();
  if (form && form->kind == SeparableForm::ratios) {
    AffineRatio out{{form->shift, {}}, one};
    bool one_bottom = true;  // except for constants
    for (const SeparableForm::Term &term : form->terms) {
      const Affine top = of_cells(term.ratio.top, positives, negatives);
      const Affine bottom = of_cells(term.ratio.bottom, positives, negatives);
      const bool constant = bottom.of_counts.tp == 0 && bottom.of_counts.fp == 0;
      if (constant && bottom.constant > 0) {
        out.top.add(term.weight / bottom.constant, top);
      } else if (constant) {
        out.top.constant += term.weight * metric.utility(0, 0, 0, 1);  // 0/0, whatever is flagged
      } else if (form->terms.size() == 1) {
        Affine sum{0, {}};
        sum.add(form->shift, bottom);
        sum.add(term.weight, top);
        return {sum, bottom};
      } else {
        one_bottom = false;
      }
    }
    if (one_bottom) return out;
  }
  fail(Status::unsupported, "metric ", in_quotes(metric.name()),
       ": is no ratio of sums over the rows, which thresholds of segments need");
}

AffineRatio ratio_of(const Criterion &criterion, const Objective &objective, bool amounts, double positives,
                     double negatives) {
  const Affine one{1, {}};
  if (amounts) return {{0, {0, 0, 1}}, one};
  switch (criterion.goal()) {
    case Goal::net_benefit: return {{0, {1, -1 / objective.cost(), 0}}, one};
    case Goal::most_tp: return {{0, {1, 0, 0}}, one};
    case Goal::fewest_fp: return {{0, {0, -1, 0}}, one};
    default: break;
  }
  return metric_ratio(objective.metric ? *objective.metric : *parse_metric("f1", 1), positives, negatives);
}

// ---- Limits --------------------------------------------------------------------------------------

// Linear ones, which hold wherever the criterion allows something; a little looser, so that rounding excludes nothing.
std::vector<SharedLimit> shared_limits(const Objective &q, const Criterion &criterion, bool equal_weights,
                                       double positives, double negatives) {
  constexpr double looser = 0x1p-19;  // than any rounding of weights
  std::vector<SharedLimit> out;
  const auto at_most = [&](const LinearValue &counts, double most, double size) {
    if (std::isfinite(most)) out.push_back({counts, most + looser * size});
  };
  const auto tighter = [](double weight, double share, double all) {
    const double of_share = given(share) ? share * all : infinite;
    return given(weight) ? std::min(weight, of_share) : of_share;
  };
  const double fp = tighter(q.max_fp, q.max_fpr, negatives);
  const double alerts = tighter(q.max_alerts, q.max_alert_rate, positives + negatives);
  at_most({0, 1, 0}, fp < negatives ? fp : infinite, fp);
  at_most({1, 1, 0}, alerts < positives + negatives ? alerts : infinite, alerts);
  if (given(q.min_recall) && q.min_recall > 0) at_most({-1, 0, 0}, -q.min_recall * positives, positives);
  if (!criterion.limits_precision()) return out;
  at_most({q.min_precision - 1, q.min_precision, 0}, 0, 1);
  const double weight = criterion.positive_weight(), share = q.min_precision, tail = 1 - criterion.confidence();
  if (equal_weights && weight == criterion.negative_weight() && tail < 1)
    out.back().most_from = [=](double tp) { return looser - weight * least_margin(share, tail, tp / weight); };
  return out;
}

Objective limits_alone() {
  Objective out;
  out.goal = Goal::most_tp;
  out.max_fp = infinite;
  return out;
}

// Of the objective, with which it says what is allowed and what a point is worth; amounts take the place of a goal.
Objective joint_objective(const SegmentRows &rows, const RealTable &limits, const Objective &asked) {
  Objective out = asked;
  if (given(out.positives))
    fail(Status::argument, "positives is ", out.positives, ": rows of segments are all rated, so they are counted");
  constexpr double confidence_of_several = 0.975;
  if (rows.n_segments > 1 && given(out.min_precision) && !given(out.precision_level))
    out.precision_level = confidence_of_several;
  // The confidence may be that of the segments' own limits.
  if (!given(out.min_precision) && limits.rows > 0) out.precision_level = unset;
  if (!rows.has_amounts()) return out;
  const char *const name = rows.benefits.data ? "benefits" : "costs";
  if (out.metric || given(out.cost()))
    fail(Status::argument, name, ": must not be set with ", out.metric ? "a metric" : "cost_ratio");
  if (out.goal != Goal::automatic && out.goal != Goal::net_benefit)
    fail(Status::argument, name, ": goal is ", goal_name(out.goal),
         ", which takes no amounts; they are for net_benefit");
  out.goal = Goal::most_tp;
  if (!out.limits_fp()) out.max_fp = infinite;
  return out;
}

// Leaves the points that keep a segment's own limits.
void keep_own_limits(const SegmentRows &rows, const RealTable &limits, double confidence,
                     std::vector<SegmentCurve> &curves) {
  double Objective::*const members[] = {&Objective::min_precision, &Objective::min_recall, &Objective::max_fp,
                                        &Objective::max_alerts,    &Objective::max_fpr,    &Objective::max_alert_rate};
  const std::vector<Sample> samples = segment_samples(rows);
  for (std::size_t g = 0; g < curves.size(); ++g) {
    Objective own = limits_alone();
    for (std::size_t k = 0; k < std::size(members); ++k) {
      const double limit = limits.row(static_cast<int64_t>(g))[static_cast<int64_t>(k)];
      if (given(limit)) own.*members[k] = limit;
    }
    if (given(own.min_precision)) own.precision_level = confidence;
    try {
      check_objective(own);
    } catch (const Error &error) {
      fail(error.status(), "limits[", g, "]: ", error.what());
    }
    const Criterion criterion(own, samples[g].whole() ? samples[g] : samples[g].exact());
    std::vector<SegmentPoint> &points = curves[g].points;
    points.erase(std::remove_if(points.begin(), points.end(),
                                [&](const SegmentPoint &p) { return !criterion.allowed(p.tp, p.fp); }),
                 points.end());
  }
}

// ---- The search ----------------------------------------------------------------------------------

class SegmentSearch {
 public:
  SegmentSearch(const std::vector<SegmentCurve> &curves, const Objective &asked, const Objective &joint,
                const Sample &sample, bool amounts)
      : curves_(curves),
        windows_(curves),
        few_(curves, windows_.points() > many_points ? windows_.points() / few_points : 1),
        criterion_(Criterion(joint, sample).of_both_labels()),
        rest_(criterion_.without_recall()),
        whole_(sample.whole()) {
    for (const SegmentCurve &c : curves) {
      positives_ += c.positives;
      negatives_ += c.negatives;
    }
    ratio_ = ratio_of(criterion_, asked, amounts, positives_, negatives_);
    limits_ = shared_limits(joint, criterion_, sample.equal_weights(), positives_, negatives_);
    needs_recall_ = joint.min_recall > 0 && positives_ > 0;
    Objective without = joint;
    without.min_recall = unset;
    rest_limits_ = shared_limits(without, rest_, sample.equal_weights(), positives_, negatives_);
  }

  struct Found {
    std::optional<SegmentPicks> picks;
    bool feasible = false, exact = false;
    double bound = unset;  // of what is made greatest
  };
  Found find(double tolerance, Monitor &monitor) const {
    Found out;
    std::optional<SegmentPicks> known;
    if (needs_recall_) {
      LimitedSum most(curves_, windows_, rest_, rest_limits_, whole_);
      if (few_.points() < windows_.points()) {
        LimitedSum rough(curves_, few_, rest_, rest_limits_, whole_);
        known = rough.greatest({1, 0, 0}, tolerance, nullptr, false, monitor).best;
        most.start_from(rough);
      }
      const LimitedSum::Answer answer = most.greatest({1, 0, 0}, tolerance, known ? &*known : nullptr, true, monitor);
      if (!answer.best || !criterion_.recalls_enough(answer.best->sums.tp))
        return {answer.best, false, answer.exact, unset};  // the nearest
      known = answer.best;
    }
    LimitedSum sums(curves_, windows_, criterion_, limits_, whole_);
    if (few_.points() < windows_.points()) {
      LimitedSum rough(curves_, few_, criterion_, limits_, whole_);
      known = rounds(rough, tolerance, known, false, monitor).picks;
      sums.start_from(rough);
    }
    out = rounds(sums, tolerance, known, true, monitor);
    take_all_where_better(tolerance, out, monitor);
    out.feasible = out.picks && criterion_.attained({0, true}, {out.picks->sums.tp, out.picks->sums.fp});
    if (out.picks && out.exact) out.bound = value(out.picks->sums);
    return out;
  }
  // As it is made greatest.
  double value(const SegmentPoint &sums) const {
    const double bottom = ratio_.bottom.of(sums);
    if (!ratio_.linear() && !(bottom > 0)) return criterion_.value(sums.tp, sums.fp);
    return ratio_.top.of(sums) / bottom;
  }
  const Criterion &criterion() const { return criterion_; }

 private:
  static constexpr int most_rounds = 100;
  // Of more points than these, some are tried first: what they reach leaves little of the others to look at.
  static constexpr std::size_t many_points = std::size_t{1} << 15, few_points = std::size_t{1} << 13;

  // Dinkelbach's, from what is known. to_the_end: what bounds leave open is searched.
  Found rounds(LimitedSum &sums, double tolerance, std::optional<SegmentPicks> known, bool to_the_end,
               Monitor &monitor) const {
    Found out;
    double ratio = known ? value(known->sums) : 0;
    const double least_bottom = smallest_bottom();
    bool whole_search = false;
    for (int round = 0; round < most_rounds; ++round) {
      Affine by = ratio_.top;
      if (!ratio_.linear()) by.add(-ratio, ratio_.bottom);
      const bool last = to_the_end && (whole_search || ratio_.linear());
      const LimitedSum::Answer answer =
          sums.greatest(by.of_counts, tolerance, known ? &*known : nullptr, last, monitor);
      out.exact = answer.exact;
      const double rest = answer.bound + by.constant;
      out.bound = ratio_.linear()    ? rest / ratio_.bottom.constant
                  : least_bottom > 0 ? ratio + std::max(0.0, rest) / least_bottom
                                     : infinite;
      if (!answer.best) {
        if (last || !to_the_end) break;
        whole_search = true;
        continue;
      }
      const double reached = value(answer.best->sums);
      const bool better = !known || reached > ratio;
      if (better) {
        known = answer.best;
        ratio = reached;
      }
      if (ratio_.linear() || (!better && (last || !to_the_end || answer.exact))) break;
      if (!better) whole_search = true;
    }
    out.picks = known;
    return out;
  }
  // Kappa of rows that are all positive is 0/0 if all are flagged, which no line through its other points says.
  void take_all_where_better(double tolerance, Found &found, Monitor &monitor) const {
    if (ratio_.linear() || !found.picks) return;
    if (ratio_.bottom.of({positives_, negatives_, 0, unset, infinite}) > 0) return;
    if (!(criterion_.value(positives_, negatives_) > value(found.picks->sums))) return;
    LimitedSum most(curves_, windows_, criterion_, limits_, whole_);
    const LimitedSum::Answer all = most.greatest({1, 1, 0}, tolerance, &*found.picks, true, monitor);
    if (all.best && value(all.best->sums) > value(found.picks->sums)) {
      found.picks = all.best;
      found.exact = true;  // no metric of a ratio is greater than where 0/0 counts as 1
    }
  }
  double smallest_bottom() const {
    double out = infinite;
    for (double tp : {0.0, positives_})
      for (double fp : {0.0, negatives_}) out = std::min(out, ratio_.bottom.of({tp, fp, 0, unset, infinite}));
    return out;
  }
  const std::vector<SegmentCurve> &curves_;
  RateWindows windows_, few_;
  Criterion criterion_, rest_;
  bool whole_;
  AffineRatio ratio_;
  std::vector<SharedLimit> limits_, rest_limits_;
  double positives_ = 0, negatives_ = 0;
  bool needs_recall_ = false;
};

// ---- What is said of it --------------------------------------------------------------------------

// Counts as the weights were fed, rounded once.
void state_outcomes(const SegmentRows &rows, const Sample &fed, SegmentThresholds &answer) {
  const double most = std::max(fed.positives().largest_weight(), fed.negatives().largest_weight());
  double most_gain = 0;
  for (int64_t i = 0; rows.has_amounts() && i < rows.scores.n; ++i)
    most_gain = std::max(most_gain, std::fabs(rows.weight(i) * rows.amount(i)));
  struct Sums {
    RoundedOnce tp, fp, positives, negatives, gain;
  };
  const RoundedOnce none(most, fed.n_fed()), no_gain(most_gain > 0 ? most_gain : 1, fed.n_fed());
  std::vector<Sums> sums(answer.segments.size(), Sums{none, none, none, none, no_gain});
  for (int64_t i = 0; i < rows.scores.n; ++i) {
    const double weight = rows.weight(i);
    if (weight == 0) continue;
    const auto g = static_cast<std::size_t>(rows.segment(i));
    const bool positive = rows.labels[i] == 1;
    (positive ? sums[g].positives : sums[g].negatives).add(weight);
    SegmentOutcome &out = answer.segments[g];
    const double score = std::min(rows.scores[i], largest_double);
    if (!(score >= out.threshold)) {
      out.next_lower = std::max(out.next_lower, score);
      continue;
    }
    (positive ? sums[g].tp : sums[g].fp).add(weight);
    if (most_gain > 0) sums[g].gain.add(weight * rows.amount(i));
  }
  for (std::size_t g = 0; g < sums.size(); ++g) {
    SegmentOutcome &out = answer.segments[g];
    out.tp = sums[g].tp.total();
    out.fp = sums[g].fp.total();
    out.positives = sums[g].positives.total();
    out.negatives = sums[g].negatives.total();
    if (rows.has_amounts()) out.gain = sums[g].gain.total();
  }
}

SegmentThresholds answer_of(const SegmentRows &rows, const Sample &fed, const std::vector<SegmentCurve> &curves,
                            const SegmentSearch &search, const SegmentSearch::Found &found) {
  SegmentThresholds out;
  out.segments.resize(curves.size());
  double low = infinite, high = -infinite;
  for (std::size_t g = 0; found.picks && g < curves.size(); ++g) {
    const SegmentPoint &p = curves[g].points[static_cast<std::size_t>(found.picks->points[g])];
    out.segments[g].threshold = p.threshold;
    if (std::isnan(p.rate)) continue;
    low = std::min(low, p.rate);
    high = std::max(high, p.rate);
  }
  out.feasible = found.feasible;
  out.exact = found.exact;
  out.difference = high >= low ? high - low : 0;
  state_outcomes(rows, fed, out);
  const double tp = out.sum(&SegmentOutcome::tp), fp = out.sum(&SegmentOutcome::fp);
  const double sign = search.criterion().goal() == Goal::fewest_fp && !rows.has_amounts() ? -1 : 1;
  out.value = rows.has_amounts() ? out.sum(&SegmentOutcome::gain) : search.criterion().as_fed(fed).reported(tp, fp);
  out.bound = !found.picks ? unset : found.exact && found.feasible ? out.value : sign * found.bound;
  return out;
}

// Whether rows labelled 0 alone serve every segment that has no others.
bool served_by_negatives_each(const Objective &objective, const RealTable &limits) {
  Objective q = objective;
  for (int64_t g = 0; g < limits.rows; ++g)
    for (int k : {4, 5})  // max_fpr and max_alert_rate
      if (given(limits.row(g)[k])) q.max_fpr = limits.row(g)[k];
  return served_by_negatives(q);
}

// Thresholds that are certified; the goal adds up over the segments. given: the rows before they were weighted to a
// prevalence.
SegmentThresholds certified_answer(const SegmentRows &given, const SegmentRows &rows, const RealTable &limits,
                                   const Objective &objective, const ThresholdSearch &options, const Sample &fed,
                                   Monitor &monitor) {
  const CertifiedSegments found = certify_segments(given, limits, objective, options, monitor);
  SegmentThresholds out;
  out.segments.resize(found.thresholds.size());
  out.certified = true;
  for (std::size_t g = 0; g < out.segments.size(); ++g) {
    out.segments[g].threshold = found.thresholds[g];
    out.segments[g].certificate = found.certificates[g];
    out.certified = out.certified && found.certificates[g].certified;
  }
  state_outcomes(rows, fed, out);
  // Lower thresholds that flag the same rows of this sample are not certified.
  for (SegmentOutcome &s : out.segments) s.next_lower = std::nextafter(s.threshold, -infinite);
  out.feasible = out.certified;
  out.exact = false;
  const double tp = out.sum(&SegmentOutcome::tp), fp = out.sum(&SegmentOutcome::fp);
  if (found.goal == Goal::most_tp) out.value = fed.positives().size() > 0 ? tp : fp;
  if (found.goal == Goal::fewest_fp) out.value = fp;
  if (found.goal == Goal::net_benefit) out.value = tp - fp / objective.cost();
  return out;
}

}  // namespace

double SegmentThresholds::sum(double SegmentOutcome::*number) const {
  double most = 0;
  for (const SegmentOutcome &s : segments) most = std::max(most, std::fabs(s.*number));
  RoundedOnce out(most > 0 ? most : 1, static_cast<int64_t>(segments.size()));
  for (const SegmentOutcome &s : segments) out.add(s.*number);
  return out.total();
}

std::vector<SegmentThresholds> choose_segment_thresholds(const SegmentRows &fed_rows, const RealTable &limits,
                                                         const Objective &objective, const ThresholdSearch &options,
                                                         Monitor &monitor) {
  check_options(options);
  check_ranges(objective);
  check_rows(fed_rows);
  std::vector<double> weights;
  if (!options.prevalence.empty()) check_prevalence(objective, options);
  const SegmentRows rows = options.prevalence.empty() ? fed_rows : at_prevalence(fed_rows, options.prevalence, weights);
  const bool compared = options.parity != Parity::none;
  if (!compared && !options.tolerance.empty())
    fail(Status::argument, "tolerance is ", options.tolerance[0], ": requires parity");
  const bool certified = given(objective.certify);
  const Objective joint = certified ? objective : joint_objective(rows, limits, objective);
  if (!certified) check_objective(joint);
  monitor.at(0);
  Sample fed(1, Rule::any, {});
  fed.feed({rows.scores.data, rows.scores.is_float, rows.scores.n, 1, rows.scores.stride, 1}, rows.labels,
           rows.weights);
  if (!certified || fed.negatives().size() == 0 || !served_by_negatives_each(objective, limits))
    fed.require_positives("; without them certify gives each segment a threshold within max_fpr or max_alert_rate");
  if (certified) return {certified_answer(fed_rows, rows, limits, objective, options, fed, monitor)};
  const Sample rounded = fed.whole() ? Sample(1, Rule::any, {}) : fed.exact();
  const Sample &sample = fed.whole() ? fed : rounded;
  const bool every_score = rows.has_amounts() || (compared && options.parity != Parity::tpr);
  std::vector<SegmentCurve> curves = segment_curves(rows, fed, every_score);
  compare_rates(options.parity, curves);
  if (limits.rows > 0) keep_own_limits(rows, limits, objective.precision_level, curves);
  const SegmentSearch search(curves, objective, joint, sample, rows.has_amounts());
  const bool any_empty =
      std::any_of(curves.begin(), curves.end(), [](const SegmentCurve &c) { return c.points.empty(); });
  std::vector<double> tolerances = options.tolerance;
  if (tolerances.empty()) tolerances.push_back(0);
  std::vector<SegmentThresholds> out;
  for (double tolerance : tolerances) {
    const auto done = static_cast<double>(out.size()), all = static_cast<double>(tolerances.size());
    PartMonitor part(monitor, done / all, (done + 1) / all);
    SegmentSearch::Found found;
    found.exact = any_empty;
    if (!any_empty) found = search.find(tolerance, part);
    out.push_back(answer_of(rows, fed, curves, search, found));
    if (compared)
      out.back().tolerance = tolerance;
    else
      out.back().difference = unset;
  }
  monitor.at(1);
  return out;
}

}  // namespace wald::core::thresholds

// Says of points of a frontier which are allowed and which is best.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/criterion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numeric/infinity.hpp"
#include "core/numeric/special/binomial_interval.hpp"

namespace wald::core::thresholds {

namespace {

constexpr double rounding = 4 * 0x1p-52;

// The weight of rows of one label, if they all have the same; rows that are not there are taken to be like the others.
double row_weight(const SampleTotals::OfLabel &rows, const SampleTotals::OfLabel &others) {
  const SampleTotals::OfLabel &known = rows.rows > 0 ? rows : others;
  return known.rows > 0 ? known.effective_weight : 1;
}

// True if the metric's value depends on the number of all rows, and so on that of the true negatives.
bool needs_negatives(const Metric &metric) {
  const double tp = 3, k = 5, s = 7, n = 20;
  return metric.weighted_utility(tp, k, s, n) != metric.weighted_utility(tp, k, s, 2 * n);
}

// The greatest number that divided by the total is at most the share, as both are rounded: 29 of 100 are a share of
// 0.29, though 0.29*100 is below 29.
double greatest_within(double share, double total) {
  double out = share * total;
  if (share == 0 || !(total > 0) || !std::isfinite(total)) return share == 0 ? 0 : out;
  constexpr int most_roundings = 4;  // the product and the quotient are off by one unit in the last place each
  for (int i = 0; i < most_roundings && std::nextafter(out, infinity) / total <= share; ++i)
    out = std::nextafter(out, infinity);
  for (int i = 0; i < most_roundings && out / total > share; ++i) out = std::nextafter(out, 0);
  return out;
}

}  // namespace

Criterion::Criterion(const Objective &objective, const SampleTotals &sample)
    : objective_(objective), max_fp_(objective.max_fp), max_alerts_(objective.max_alerts), goal_(objective.goal) {
  check_objective(objective);
  objective_.cost_ratio = objective.cost();
  const bool bounded = given(objective.min_precision) || objective.limits_fp() || objective.limits_alerts();
  if (goal_ == Goal::automatic) {
    if (objective.metric)
      goal_ = Goal::metric;
    else if (given(objective_.cost_ratio))
      goal_ = Goal::net_benefit;
    else if (given(objective.min_recall))
      goal_ = Goal::fewest_fp;
    else
      goal_ = bounded ? Goal::most_tp : Goal::metric;
  }
  metric_ = objective.metric;
  if (goal_ == Goal::metric && !metric_) metric_ = parse_metric("f1", 1);
  if (goal_ == Goal::metric) {
    if (!metric_->has(rises_in_tp_and_k) || !metric_->has(falls_in_k))
      fail(Status::unsupported, "metric ", in_quotes(metric_->name()),
           ": is not known to rise with true positives and fall with false positives");
  }
  const bool any_positive = sample.positives.rows > 0, any_negative = sample.negatives.rows > 0;
  // A recall is reached by the fewest rows only where it is all that limits them: other limits keep their own order.
  label_ = any_positive == any_negative ? OneLabel::none
           : !any_positive              ? OneLabel::negatives
           : bounded                    ? OneLabel::none
                                        : OneLabel::positives;
  confidence_ = given(objective.precision_level) ? objective.precision_level : sample.dims == 1 ? 0.9 : 0.975;

  const double found = sample.positives.weight;
  rounding_ = sample.rounding;
  positives_ = given(objective.positives) ? objective.positives : sample.partial() ? Objective::unset : found;
  if (std::fabs(positives_ - found) <= rounding_.of(found)) positives_ = found;
  if (positives_ < found)
    fail(Status::argument, "positives is ", objective.positives, ": must be at least the ", found, " that were fed");
  counted_ = !given(objective.positives) && !sample.partial();
  given_more_ = positives_ > found;
  rows_ = all_rows(sample.negatives.weight, sample.rated() + sample.unrated.weight);
  negatives_known_ = !sample.has_cut || sample.unrated.rows > 0;
  weight_positive_ = row_weight(sample.positives, sample.negatives);
  weight_negative_ = row_weight(sample.negatives, sample.positives);

  if (!given(positives_)) {
    const char *const why = sample.has_cut ? ": rows below rated_from have no label, so the number of all positives "
                                             "is unknown; give positives"
                                           : ": some rows have no label, so the number of all positives is "
                                             "unknown; give positives";
    if (given(objective.min_recall)) fail(Status::unsupported, "min_recall is ", objective.min_recall, why);
    if (goal_ == Goal::metric && metric_->name() != "precision")
      fail(Status::unsupported, "metric ", in_quotes(metric_->name()), why);
  }
  if (goal_ == Goal::metric && !negatives_known_ && needs_negatives(*metric_))
    fail(Status::unsupported, "metric ", in_quotes(metric_->name()),
         ": rows below rated_from were not fed, so the number of all negatives is unknown; feed them as not rated");
  check_shares(sample);
  limit_shares();
  // Precision, specificity, auc: what 0/0 counts as, or no false positive, is as good as can be.
  if (goal_ == Goal::metric && positives_ != 0 && recalls_enough(0) && value(0, 0) >= metric_->range(1).high)
    fail(Status::unsupported, "metric ", in_quotes(metric_->name()),
         ": is greatest where nothing is flagged; give min_recall, which forbids that");
}

// A share needs the total that it is a share of.
void Criterion::check_shares(const SampleTotals &sample) const {
  const auto refuse = [](const char *name, double share, const char *of) {
    fail(Status::unsupported, name, " is ", share, ": rows below rated_from were not fed, so the number of all ", of,
         " is unknown; feed them as not rated");
  };
  const Objective &q = objective_;
  if (given(q.max_alert_rate) && !negatives_known_) refuse("max_alert_rate", q.max_alert_rate, "rows");
  if (given(q.max_fpr) && !negatives_known_) refuse("max_fpr", q.max_fpr, "negatives");
  if (given(q.max_fpr) && !given(positives_))
    fail(Status::unsupported, "max_fpr is ", q.max_fpr, sample.has_cut ? ": rows below rated_from" : ": some rows",
         " have no label, so the number of all negatives is unknown; give positives");
}

// Shares as weights, now that the totals are known.
void Criterion::limit_shares() {
  const auto limit = [&](double share, double total, double asked, double &limited) {
    limited = asked;
    if (!given(share)) return;
    const double most = greatest_within(share, total + rounding_.of(total));
    limited = given(asked) ? std::min(asked, most) : most;
  };
  limit(objective_.max_fpr, rows_ - positives_, max_fp_, objective_.max_fp);
  limit(objective_.max_alert_rate, rows_, max_alerts_, objective_.max_alerts);
}

double Criterion::all_rows(double negatives, double fed) const {
  return given(positives_) ? std::max(fed, positives_ + negatives) : fed;
}

Criterion Criterion::as_fed(const Sample &fed) const {
  Criterion out = *this;
  if (given(positives_) && !given_more_) out.positives_ = fed.positives().total();
  const double negatives = fed.negatives().total();
  out.rows_ = out.all_rows(negatives, fed.positives().total() + negatives + fed.unrated().total());
  return out;
}

const char *Criterion::same_as_value() const {
  switch (goal_) {
    case Goal::most_tp: return most_alerts() ? "fp" : "tp";
    case Goal::fewest_fp: return fewest_alerts() ? "tp" : "fp";
    case Goal::metric: break;
    default: return nullptr;
  }
  for (const char *name : {"precision", "recall"})
    if (metric_->name() == name) return name;
  return nullptr;
}

bool Criterion::is_f1() const { return goal_ == Goal::metric && metric_->name() == "f1"; }

bool Criterion::is_overlap_of_equal_rows() const {
  const bool overlap = is_f1() || (goal_ == Goal::metric && metric_->name() == "jaccard");
  return overlap && counted_ && weight_positive_ == weight_negative_;
}

bool Criterion::allowed(double tp, double fp) const {
  return within_budget(tp, fp) && recalls_enough(tp) && precise_enough(tp, fp);
}

bool Criterion::within_budget(double tp, double fp) const {
  const Objective &q = objective_;
  if (given(q.max_fp) && fp - rounding_.of(fp) > q.max_fp) return false;
  return !given(q.max_alerts) || !(tp + fp - rounding_.of(tp + fp) > q.max_alerts);
}

bool Criterion::recalls_enough(double tp) const {
  return !given(objective_.min_recall) || !(positives_ > 0) ||
         !((tp + rounding_.of(tp)) / positives_ < objective_.min_recall);
}

bool Criterion::precise_enough(double tp, double fp) const {
  const double p = objective_.min_precision;
  if (!given(p) || tp + fp == 0) return true;
  if ((tp + rounding_.of(tp + fp)) / (tp + fp) < p) return false;
  if (confidence_ == 0) return true;
  const double a = positive_rows(tp), b = negative_rows(fp);
  const double share = p * weight_negative_ / (p * weight_negative_ + (1 - p) * weight_positive_);
  return proportion_at_least(share, a, a + b, confidence_);
}

// Where {value < c} is convex for every c the value of a point inside the hull is at most that of some corner; since it
// rises with TP and falls with FP, of one on the upper hull. Values L and ratios L/M of linear L and M > 0 are so, and,
// where it is above 0, L/sqrt(Q) with sqrt(Q) concave in the alerts k, as sqrt(k) and sqrt(k(n-k)) are: L - c sqrt(Q)
// is convex for c >= 0, and so is where it is below 0.
Criterion::OnHull Criterion::best_on_hull() const {
  if (goal_ == Goal::net_benefit) return {true, false};
  if (goal_ != Goal::metric) return {false, false};
  if (metric_->additive() || metric_->name() == "kappa") return {true, false};
  if (metric_->name() == "mcc") return {true, true};
  const auto form = metric_->separable();
  if (!form) return {false, false};
  if (form->kind == SeparableForm::root) return {true, true};
  if (form->kind != SeparableForm::ratios) return {false, false};
  const auto fixed = [](const SeparableForm::Term &t) {
    const auto &d = t.ratio.bottom;  // of tp, fp, fn, tn: tp + fn and fp + tn are given
    return d[0] == d[2] && d[1] == d[3];
  };
  return {form->terms.size() == 1 || std::all_of(form->terms.begin(), form->terms.end(), fixed), false};
}

double Criterion::value(double tp, double fp) const {
  switch (goal_) {
    case Goal::net_benefit: return tp - fp / objective_.cost_ratio;
    case Goal::most_tp: return most_alerts() ? fp : tp;
    case Goal::fewest_fp: return fewest_alerts() ? -tp : -fp;
    default: break;
  }
  // Where the number of positives is unknown the metric (precision) does not use it.
  const double s = given(positives_) ? positives_ : tp;
  return metric_->weighted_utility(tp, tp + fp, s, std::max(rows_, s + fp));
}

double Criterion::reported(double tp, double fp) const {
  if (goal_ == Goal::fewest_fp) return fewest_alerts() ? tp : fp;
  constexpr double roundings = 8 * 0x1p-52;
  const double v = value(tp, fp);
  return goal_ == Goal::metric && v > 1 && v <= 1 + roundings ? 1 : v;
}

Outcome Criterion::outcome(const Flagged &counts) const {
  Outcome out;
  out.counts = counts;
  out.positives = positives_;
  if (counts.alerts() > 0 && !by_one_label()) out.precision = counts.tp / counts.alerts();
  if (out.positives > 0 && !most_alerts()) out.recall = counts.tp / out.positives;
  out.value = reported(counts.tp, counts.fp);
  return out;
}

double Criterion::most_within(double least_tp, double most_tp, double fp, double at_least) const {
  constexpr double generous = 1 + 0x1p-19;
  double most = most_tp;
  if (given(objective_.max_alerts)) most = std::min(most, objective_.max_alerts * generous - fp);
  if (!(most >= least_tp)) return -infinity;
  const double v = value(most, fp);
  if (!(v >= at_least) || !recalls_enough(most) || !precise_enough(most, fp)) return -infinity;
  return given(objective_.max_fp) && fp - rounding_.of(fp) > objective_.max_fp ? -infinity : v;
}

Choice Criterion::choose(const ParetoFrontier &points) const {
  double most = -std::numeric_limits<double>::infinity();
  bool any = false;
  for (const FrontierPoint &p : points) {
    const double v = value(p.tp, p.fp);
    if ((any && !(v > most)) || !allowed(p.tp, p.fp)) continue;
    most = v;
    any = true;
  }
  // Of equal FP, where FP is the goal, the last: more true positives for nothing.
  int64_t chosen = -1;
  for (std::size_t i = 0; any && i < points.size(); ++i) {
    const FrontierPoint &p = points[i];
    const double v = value(p.tp, p.fp);
    const bool best = goal_ == Goal::fewest_fp ? v == most : !(most > v + rounding * std::fabs(v));
    if (!best || !allowed(p.tp, p.fp)) continue;
    chosen = static_cast<int64_t>(i);
    if (goal_ != Goal::fewest_fp) break;
  }
  if (any) return {chosen, true};
  // Only a recall can be out of reach: flagging nothing meets the rest. The nearest point has the most true positives
  // among those that meet the rest.
  const Criterion rest = without_recall();
  Choice out{0, false};
  for (std::size_t i = 0; i < points.size(); ++i)
    if (points[i].tp > points[static_cast<std::size_t>(out.index)].tp && rest.allowed(points[i].tp, points[i].fp))
      out.index = static_cast<int64_t>(i);
  return out;
}

Criterion Criterion::without_recall() const {
  Criterion out = *this;
  out.objective_.min_recall = Objective::unset;
  return out;
}

Criterion Criterion::of_both_labels() const {
  Criterion out = *this;
  out.label_ = OneLabel::none;
  return out;
}

Criterion Criterion::nearest() const {
  Criterion out = without_recall();
  out.goal_ = Goal::most_tp;
  return out;
}

Criterion Criterion::without_precision() const {
  Criterion out = *this;
  out.objective_.min_precision = Objective::unset;
  return out;
}

bool Criterion::better(const Flagged &a, const Flagged &b) const {
  // Meeting all constraints is worth more than meeting all but the recall, and that more than nothing.
  const Criterion rest = without_recall();
  const auto standing = [&](const Flagged &c) { return allowed(c.tp, c.fp) ? 2 : rest.allowed(c.tp, c.fp) ? 1 : 0; };
  const int of_a = standing(a), of_b = standing(b);
  if (of_a != of_b) return of_a > of_b;
  const double u = of_a == 2 ? value(a.tp, a.fp) : a.tp, v = of_a == 2 ? value(b.tp, b.fp) : b.tp;
  return u > v + rounding * std::fabs(v);
}

Criterion Criterion::resampled(double positives, double rows) const {
  Criterion out = *this;
  // A given number cannot be below what was drawn.
  if (given(positives_)) out.positives_ = counted_ ? positives : std::max(positives_, positives);
  out.rows_ = given(out.positives_) ? std::max(rows, out.positives_) : rows;
  out.limit_shares();
  return out;
}

std::string Criterion::text() const {
  const Objective &q = objective_;
  std::string out;
  switch (goal_) {
    case Goal::net_benefit: out = core::text("most true positives - fp/", q.cost_ratio); break;
    case Goal::most_tp: out = most_alerts() ? "most alerts" : "most true positives"; break;
    case Goal::fewest_fp: out = fewest_alerts() ? "fewest alerts" : "fewest false positives"; break;
    default: out = metric_->name();
  }
  const char *joint = " with ";
  const auto add = [&](const char *name, double bound) {
    if (!given(bound)) return;
    out += core::text(joint, name, bound);
    joint = " and ";
  };
  add("precision >= ", q.min_precision);
  if (given(q.min_precision) && !given(q.certify))
    out += confidence_ > 0 ? core::text(" at confidence ", confidence_) : std::string(" (point estimate)");
  add("fp <= ", max_fp_);
  add("fpr <= ", q.max_fpr);
  add("alerts <= ", max_alerts_);
  add("alert rate <= ", q.max_alert_rate);
  add("recall >= ", q.min_recall);
  if (given(q.min_recall) && !given(q.certify)) out += " (point estimate)";
  if (given(q.certify)) out += core::text(", certified at ", q.certify);
  return out;
}

std::string Criterion::claim() const {
  const Objective &q = objective_;
  if (given(q.min_precision)) return "precision>=" + written(q.min_precision);
  if (given(q.min_recall)) return "recall>=" + written(q.min_recall);
  if (given(q.max_fpr)) return "fpr<=" + written(q.max_fpr);
  if (given(q.max_alert_rate)) return "alert_rate<=" + written(q.max_alert_rate);
  return goal_ == Goal::metric ? metric_->name() : std::string();
}

Criterion Criterion::scaled(double share, double positives, double negatives) const {
  Criterion out = *this;
  out.max_fp_ *= share;
  out.max_alerts_ *= share;
  if (given(positives_)) out.positives_ = counted_ ? positives : std::max(positives_ * share, positives);
  out.rows_ = std::max(rows_ * share, (given(positives_) ? out.positives_ : positives) + negatives);
  out.limit_shares();
  return out;
}

}  // namespace wald::core::thresholds

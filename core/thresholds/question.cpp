#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/question.hpp"

#include <algorithm>
#include <cmath>

namespace wald::core {

namespace {

constexpr double rounding = 4 * 0x1p-52;

bool given(double x) { return !std::isnan(x); }

// The weight of rows of one label, if they all have the same; rows that are not there are taken to be like the others.
double row_weight(const RowSet &rows, const RowSet &others) {
  const RowSet &known = rows.size() > 0 ? rows : others;
  return known.size() > 0 ? known.squares() / known.total() : 1;
}

void check_share(const char *name, double x) {
  if (given(x) && !(x >= 0 && x <= 1)) fail(Status::argument, name, " is ", x, ": must lie in [0, 1]");
}

void check_budget(const char *name, double x) {
  if (given(x) && !(x >= 0)) fail(Status::argument, name, " is ", x, ": must be at least 0");
}

}  // namespace

double Question::cost_ratio_of(double marginal_precision) {
  if (!(marginal_precision > 0 && marginal_precision < 1))
    fail(Status::argument, "marginal_precision is ", marginal_precision, ": must lie strictly between 0 and 1");
  return (1 - marginal_precision) / marginal_precision;
}

void check_question(const Question &q) {
  if (q.goal < Goal::automatic || q.goal > Goal::fewest_fp)
    fail(Status::argument, "goal is ", static_cast<int32_t>(q.goal), ": must lie in [0, 4]");
  check_share("min_precision", q.min_precision);
  check_share("min_recall", q.min_recall);
  check_budget("max_fp", q.max_fp);
  check_budget("max_alerts", q.max_alerts);
  if (given(q.confidence) && !(q.confidence >= 0 && q.confidence < 1))
    fail(Status::argument, "confidence is ", q.confidence, ": must lie in [0, 1), where 0 is the point estimate");
  if (given(q.confidence) && !given(q.min_precision))
    fail(Status::argument, "confidence is ", q.confidence, ": is of use with min_precision only");
  if (given(q.cost_ratio) && !(q.cost_ratio > 0 && q.cost_ratio < std::numeric_limits<double>::infinity()))
    fail(Status::argument, "cost_ratio is ", q.cost_ratio, ": must be finite and above 0");
  if (given(q.positives) && !(q.positives >= 0 && q.positives < std::numeric_limits<double>::infinity()))
    fail(Status::argument, "positives is ", q.positives, ": must be finite and at least 0");
  if (q.goal == Goal::net && !given(q.cost_ratio)) fail(Status::argument, "cost_ratio is nan: must be given");
  if (q.goal != Goal::net && q.goal != Goal::automatic && given(q.cost_ratio))
    fail(Status::argument, "cost_ratio is ", q.cost_ratio, ": is of use with the goal \"net\" only");
  if (given(q.cost_ratio) && q.metric)
    fail(Status::argument, "cost_ratio is ", q.cost_ratio, ": a metric is given too, and one of them decides");
  if (q.goal == Goal::fewest_fp && !given(q.min_recall))
    fail(Status::argument, "min_recall is nan: without it the fewest false positives are 0");
  if (q.goal == Goal::most_tp && !given(q.min_precision) && !given(q.max_fp) && !given(q.max_alerts))
    fail(Status::argument, "goal is 3: the most true positives need min_precision, max_fp or max_alerts");
  if ((q.goal == Goal::most_tp || q.goal == Goal::fewest_fp) && q.metric)
    fail(Status::argument, "goal is ", static_cast<int32_t>(q.goal),
         ": a metric is given too, and one of them decides");
}

Judge::Judge(const Question &question, const Sample &sample) : question_(question), goal_(question.goal) {
  check_question(question);
  const bool bounded = given(question.min_precision) || given(question.max_fp) || given(question.max_alerts);
  if (goal_ == Goal::automatic) {
    if (question.metric)
      goal_ = Goal::metric;
    else if (given(question.cost_ratio))
      goal_ = Goal::net;
    else if (given(question.min_recall))
      goal_ = Goal::fewest_fp;
    else
      goal_ = bounded ? Goal::most_tp : Goal::metric;
  }
  metric_ = question.metric;
  if (goal_ == Goal::metric && !metric_) metric_ = parse_metric("f1", 1);
  if (goal_ == Goal::metric) {
    if (metric_->is_custom())
      fail(Status::unsupported, "metric ", in_quotes(metric_->name()), ": thresholds take a metric of the catalogue");
    if (!metric_->has(rises_in_tp_and_k) || !metric_->has(falls_in_k))
      fail(Status::unsupported, "metric ", in_quotes(metric_->name()),
           ": is not known to rise with true positives and fall with false positives");
  }
  confidence_ = given(question.confidence) ? question.confidence : sample.dims() == 1 ? 0.9 : 0.975;

  const double found = sample.positives().total();
  positives_ = given(question.positives) ? question.positives : sample.partial() ? Question::unset : found;
  if (given(question.positives) && question.positives < found)
    fail(Status::argument, "positives is ", question.positives, ": must be at least the ", found, " that were fed");
  counted_ = !given(question.positives) && !sample.partial();
  rows_ = found + sample.negatives().total() + sample.unrated().total();
  if (given(positives_)) rows_ = std::max(rows_, positives_ + sample.negatives().total());
  weight_positive_ = row_weight(sample.positives(), sample.negatives());
  weight_negative_ = row_weight(sample.negatives(), sample.positives());

  if (!given(positives_)) {
    const char *const why = sample.has_cut() ? ": rows below rated_from have no label, so the number of all positives "
                                               "is unknown; give positives"
                                             : ": some rows have no label, so the number of all positives is "
                                               "unknown; give positives";
    if (given(question.min_recall)) fail(Status::unsupported, "min_recall is ", question.min_recall, why);
    if (goal_ == Goal::metric && metric_->name() != "precision")
      fail(Status::unsupported, "metric ", in_quotes(metric_->name()), why);
  }
}

Interval Judge::precision_interval(double tp, double fp, double confidence) const {
  const double a = positive_rows(tp), b = negative_rows(fp);
  const Interval share = binomial_interval(a, a + b, confidence);
  const auto precision = [&](double of_rows) {
    const double right = of_rows * weight_positive_, wrong = (1 - of_rows) * weight_negative_;
    return right / (right + wrong);
  };
  return {precision(share.low), precision(share.high)};
}

bool Judge::allowed(double tp, double fp) const {
  const Question &q = question_;
  if (given(q.max_fp) && fp > q.max_fp) return false;
  if (given(q.max_alerts) && tp + fp > q.max_alerts) return false;
  if (given(q.min_recall) && positives_ > 0 && tp / positives_ < q.min_recall) return false;
  if (given(q.min_precision) && tp + fp > 0) {
    if (tp / (tp + fp) < q.min_precision) return false;
    if (confidence_ > 0) {
      const double p = q.min_precision, a = positive_rows(tp), b = negative_rows(fp);
      const double share = p * weight_negative_ / (p * weight_negative_ + (1 - p) * weight_positive_);
      if (!proportion_at_least(share, a, a + b, confidence_)) return false;
    }
  }
  return true;
}

double Judge::value(double tp, double fp) const {
  switch (goal_) {
    case Goal::net: return tp - fp / question_.cost_ratio;
    case Goal::most_tp: return tp;
    case Goal::fewest_fp: return -fp;
    default: break;
  }
  // Where the number of positives is unknown the metric (precision) does not use it.
  const double s = given(positives_) ? positives_ : tp;
  return metric_->weighted_utility(tp, tp + fp, s, std::max(rows_, s + fp));
}

double Judge::reported(double tp, double fp) const {
  const double v = value(tp, fp);
  return goal_ == Goal::fewest_fp ? fp : v;
}

Choice Judge::choose(const Staircase &points) const {
  // From the fewest alerts: of values that differ by rounding alone, the first is taken. Of equal FP, where FP is the
  // goal, the last: more true positives for nothing.
  Choice out;
  out.index = -1;
  double best = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const FrontierPoint &p = points[i];
    const double v = value(p.tp, p.fp);
    const bool better =
        out.index < 0 || v > best + rounding * std::fabs(best) || (goal_ == Goal::fewest_fp && v == best);
    if (!better || !allowed(p.tp, p.fp)) continue;
    out.index = static_cast<int64_t>(i);
    best = v;
  }
  if (out.index >= 0) return out;
  // Only a recall can be out of reach: flagging nothing meets the rest. The nearest point has the most true positives
  // among those that meet the rest.
  const Judge rest = without_recall();
  out = {0, false};
  for (std::size_t i = 0; i < points.size(); ++i)
    if (points[i].tp > points[static_cast<std::size_t>(out.index)].tp && rest.allowed(points[i].tp, points[i].fp))
      out.index = static_cast<int64_t>(i);
  return out;
}

Judge Judge::without_recall() const {
  Judge out = *this;
  out.question_.min_recall = Question::unset;
  return out;
}

bool Judge::better(const Flagged &a, const Flagged &b) const {
  // Meeting all constraints is worth more than meeting all but the recall, and that more than nothing.
  const Judge rest = without_recall();
  const auto standing = [&](const Flagged &c) { return allowed(c.tp, c.fp) ? 2 : rest.allowed(c.tp, c.fp) ? 1 : 0; };
  const int of_a = standing(a), of_b = standing(b);
  if (of_a != of_b) return of_a > of_b;
  const double u = of_a == 2 ? value(a.tp, a.fp) : a.tp, v = of_a == 2 ? value(b.tp, b.fp) : b.tp;
  return u > v + rounding * std::fabs(v);
}

Judge Judge::drawn(double positives, double rows) const {
  Judge out = *this;
  // A given number cannot be below what was drawn.
  if (given(positives_)) out.positives_ = counted_ ? positives : std::max(positives_, positives);
  out.rows_ = given(out.positives_) ? std::max(rows, out.positives_) : rows;
  return out;
}

std::string Judge::text() const {
  const Question &q = question_;
  std::string out;
  switch (goal_) {
    case Goal::net: out = core::text("most true positives - fp/", q.cost_ratio); break;
    case Goal::most_tp: out = "most true positives"; break;
    case Goal::fewest_fp: out = "fewest false positives"; break;
    default: out = metric_->name();
  }
  const char *joint = " with ";
  const auto add = [&](const char *name, double bound) {
    if (!given(bound)) return;
    out += core::text(joint, name, bound);
    joint = " and ";
  };
  add("precision >= ", q.min_precision);
  if (given(q.min_precision))
    out += confidence_ > 0 ? core::text(" at confidence ", confidence_) : std::string(" (point estimate)");
  add("fp <= ", q.max_fp);
  add("alerts <= ", q.max_alerts);
  add("recall >= ", q.min_recall);
  return out;
}

Judge Judge::scaled(double share, const Sample &part) const {
  Judge out = *this;
  out.question_.max_fp *= share;
  out.question_.max_alerts *= share;
  const double found = part.positives().total();
  if (given(positives_)) out.positives_ = counted_ ? found : std::max(positives_ * share, found);
  out.rows_ = std::max(rows_ * share, (given(positives_) ? out.positives_ : found) + part.negatives().total());
  return out;
}

}  // namespace wald::core

// The C interface to thresholds: frontiers, what is asked of them, and the answers.
#include "core/thresholds/choose.hpp"

#include <algorithm>
#include <cmath>

#include "boundary.hpp"
#include "core/thresholds/abstention.hpp"
#include "core/thresholds/class_multipliers.hpp"
#include "core/thresholds/frontier_curve.hpp"
#include "core/thresholds/label_thresholds.hpp"
#include "core/thresholds/single.hpp"

using namespace wald::capi;

struct wald_frontier {
  core::Sample impl;
};
struct wald_threshold_options {
  core::Objective question;
  core::ThresholdOptions search;
  wald_progress_function progress = nullptr;
  void *progress_user = nullptr;
};
struct wald_thresholds {
  core::ChosenThresholds impl;
  core::Rule rule;
};
struct wald_operating_points {
  core::FrontierCurve impl;
};

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// ---- Checks of arguments -------------------------------------------------------------------------

using wald::capi::get;

core::Sample &get(wald_frontier *frontier) {
  require(frontier, "frontier");
  return frontier->impl;
}
const core::Sample &get(const wald_frontier *frontier, const char *name = "frontier") {
  require(frontier, name);
  return frontier->impl;
}
wald_threshold_options &get(wald_threshold_options *options) {
  require(options, "options");
  return *options;
}
wald_threshold_options options_or_default(const wald_threshold_options *options) {
  return options ? *options : wald_threshold_options{};
}
const core::FrontierCurve &get(const wald_operating_points *points) {
  require(points, "points");
  return points->impl;
}

int64_t answers(const wald_thresholds *thresholds) {
  require(thresholds, "thresholds");
  return 1 + static_cast<int64_t>(thresholds->impl.baselines.size());
}

const core::ChosenThresholds &get(const wald_thresholds *thresholds, int64_t answer) {
  const int64_t count = answers(thresholds);
  if (answer < 0 || answer >= count) fail(Status::argument, "answer is ", answer, ": must lie in [0, ", count - 1, "]");
  return answer == 0 ? thresholds->impl : thresholds->impl.baselines[static_cast<std::size_t>(answer - 1)];
}

core::Rule checked_rule(wald_rule rule) {
  if (rule != WALD_RULE_OR && rule != WALD_RULE_AND)
    fail(Status::argument, "rule is ", rule, ": must be WALD_RULE_OR (0) or WALD_RULE_AND (1)");
  return static_cast<core::Rule>(rule);
}

core::LabelAverage checked_label_average(wald_average average) {
  if (average != WALD_MACRO && average != WALD_MICRO)
    fail(Status::argument, "average is ", average, ": must be WALD_MACRO (1) or WALD_MICRO (2)");
  return static_cast<core::LabelAverage>(average);
}

// Calls body with the sample, its weights such that the order of feeding does not show in their sums.
template <class Body>
void with_exact(const core::Sample &sample, const Body &body) {
  if (sample.whole())
    body(sample);
  else
    body(sample.exact());
}

std::vector<double> thresholds_of(const double *thresholds, int64_t n, int64_t n_scores) {
  if (n != n_scores) fail(Status::argument, "n_scores is ", n, ": must be ", n_scores, ", as the frontier's is");
  require(thresholds, "thresholds");
  return {thresholds, thresholds + n};
}

// Named metrics alone are read back from their names.
std::shared_ptr<const core::Metric> copy_of(const wald_metric *metric) {
  const core::Metric &m = get(metric);
  if (m.is_custom())
    fail(Status::unsupported, "metric ", core::in_quotes(m.name()), ": thresholds take a metric of the catalogue");
  return core::parse_metric(m.name(), m.zero_division());
}

// ---- Settings ------------------------------------------------------------------------------------

int64_t whole(const char *name, double value, int64_t otherwise) {
  if (std::isnan(value)) return otherwise;
  if (value != std::floor(value) || std::abs(value) > 0x1p53)
    fail(Status::argument, name, " is ", value, ": must be a whole number of at most 2^53");
  return static_cast<int64_t>(value);
}

double real(double value, double otherwise) { return std::isnan(value) ? otherwise : value; }

void set(wald_threshold_options &options, wald_threshold_setting setting, double value) {
  static const core::ThresholdOptions defaults;
  core::Objective &q = options.question;
  core::ThresholdOptions &s = options.search;
  switch (setting) {
    case WALD_SETTING_COST_RATIO: q.cost_ratio = value; break;
    case WALD_SETTING_MARGINAL_PRECISION:
      q.cost_ratio = std::isnan(value) ? unknown : core::cost_ratio_of(value);
      break;
    case WALD_SETTING_MIN_PRECISION: q.min_precision = value; break;
    case WALD_SETTING_CONFIDENCE: q.confidence = value; break;
    case WALD_SETTING_MIN_RECALL: q.min_recall = value; break;
    case WALD_SETTING_MAX_FP: q.max_fp = value; break;
    case WALD_SETTING_MAX_ALERTS: q.max_alerts = value; break;
    case WALD_SETTING_POSITIVES: q.positives = value; break;
    case WALD_SETTING_BOOTSTRAP: s.bootstrap = whole("bootstrap", value, defaults.bootstrap); break;
    case WALD_SETTING_BOOTSTRAP_CELLS:
      s.bootstrap_cells = whole("bootstrap_cells", value, defaults.bootstrap_cells);
      break;
    case WALD_SETTING_LEVEL: s.level = real(value, defaults.level); break;
    case WALD_SETTING_FOLDS: s.folds = whole("folds", value, defaults.folds); break;
    case WALD_SETTING_SMOOTHING_ROUNDS:
      s.smoothing_rounds = whole("smoothing_rounds", value, defaults.smoothing_rounds);
      break;
    case WALD_SETTING_DROPOUT: s.dropout = real(value, defaults.dropout); break;
    case WALD_SETTING_GRID: s.grid = whole("grid", value, defaults.grid); break;
    case WALD_SETTING_BASELINES: {
      const int64_t baselines = whole("baselines", value, defaults.baselines);
      if (baselines != 0 && baselines != 1) fail(Status::argument, "baselines is ", baselines, ": must be 0 or 1");
      s.baselines = baselines == 1;
      break;
    }
    case WALD_SETTING_LATTICE_CELLS:
      s.limits.lattice_cells = whole("lattice_cells", value, defaults.limits.lattice_cells);
      break;
    case WALD_SETTING_PAIR_CELLS: s.limits.pair_cells = whole("pair_cells", value, defaults.limits.pair_cells); break;
    case WALD_SETTING_ASCENT_LEVELS:
      s.limits.ascent_levels = whole("ascent_levels", value, defaults.limits.ascent_levels);
      break;
    case WALD_SETTING_THREADS: {
      const int64_t threads = whole("threads", value, defaults.threads);
      if (threads < 0 || threads > 1024) fail(Status::argument, "threads is ", threads, ": must lie in [0, 1024]");
      s.threads = static_cast<int>(threads);
      break;
    }
    default: fail(Status::argument, "setting is ", setting, ": must lie in [0, ", int32_t{WALD_SETTING_THREADS}, "]");
  }
  core::check_ranges(q);
  core::check_ranges(s);
}

// What labels' thresholds have no use for is refused, not ignored.
void check_for_labels(const core::ThresholdOptions &search) {
  const auto refuse = [](const char *name, const auto &value) {
    fail(Status::argument, name, " is ", value, ": is of no use for thresholds of labels");
  };
  if (search.method != core::Method::direct) refuse("method", core::method_name(search.method));
  if (search.smoothing != core::Smoothing::none) refuse("smoothing", static_cast<int32_t>(search.smoothing));
  if (search.bootstrap != 0) refuse("bootstrap", search.bootstrap);
  if (search.folds != 0) refuse("folds", search.folds);
}

// ---- Results -------------------------------------------------------------------------------------

constexpr const char *fact_names[] = {"feasible",
                                      "tp",
                                      "fp",
                                      "unrated",
                                      "positives",
                                      "precision",
                                      "recall",
                                      "value",
                                      "marginal_precision",
                                      "next_marginal_precision",
                                      "cross_tp",
                                      "cross_fp",
                                      "cross_precision",
                                      "cross_recall",
                                      "cross_value",
                                      "intercept",
                                      "stacked_threshold"};

void check_fact(wald_threshold_fact fact) {
  if (fact < WALD_THRESHOLD_FEASIBLE || fact > WALD_THRESHOLD_STACKED)
    fail(Status::argument, "fact is ", fact, ": must lie in [0, ", int32_t{WALD_THRESHOLD_STACKED}, "]");
}

double fact_of(const core::ChosenThresholds &a, wald_threshold_fact fact) {
  const auto cross = [&](double value) { return a.has_cross_fit ? value : unknown; };
  const bool stacked = !a.coefficients.empty();
  switch (fact) {
    case WALD_THRESHOLD_FEASIBLE: return a.feasible ? 1 : 0;
    case WALD_THRESHOLD_TP: return a.outcome.counts.tp;
    case WALD_THRESHOLD_FP: return a.outcome.counts.fp;
    case WALD_THRESHOLD_UNRATED: return a.unrated;
    case WALD_THRESHOLD_POSITIVES: return a.outcome.positives;
    case WALD_THRESHOLD_PRECISION: return a.outcome.precision;
    case WALD_THRESHOLD_RECALL: return a.outcome.recall;
    case WALD_THRESHOLD_VALUE: return a.outcome.value;
    case WALD_THRESHOLD_MARGINAL_PRECISION: return a.marginal_precision;
    case WALD_THRESHOLD_NEXT_MARGINAL_PRECISION: return a.next_marginal_precision;
    case WALD_THRESHOLD_CROSS_TP: return cross(a.cross_fit.counts.tp);
    case WALD_THRESHOLD_CROSS_FP: return cross(a.cross_fit.counts.fp);
    case WALD_THRESHOLD_CROSS_PRECISION: return cross(a.cross_fit.precision);
    case WALD_THRESHOLD_CROSS_RECALL: return cross(a.cross_fit.recall);
    case WALD_THRESHOLD_CROSS_VALUE: return cross(a.cross_fit.value);
    case WALD_THRESHOLD_INTERCEPT: return stacked ? a.intercept : unknown;
    default: return stacked ? a.stacked_threshold : unknown;
  }
}

std::vector<double> array_of(const core::ChosenThresholds &a, wald_threshold_array which) {
  std::vector<double> limits;
  switch (which) {
    case WALD_ARRAY_THRESHOLDS: return a.thresholds;
    case WALD_ARRAY_NEXT_LOWER: return a.next_lower;
    case WALD_ARRAY_LOW:
      for (const core::Interval &i : a.threshold_intervals) limits.push_back(i.low);
      return limits;
    case WALD_ARRAY_HIGH:
      for (const core::Interval &i : a.threshold_intervals) limits.push_back(i.high);
      return limits;
    case WALD_ARRAY_COEFFICIENTS: return a.coefficients;
    default: fail(Status::argument, "which is ", which, ": must lie in [0, ", int32_t{WALD_ARRAY_COEFFICIENTS}, "]");
  }
}

// Rows of one length, one after the other.
void give_rows(double *out, int64_t capacity, int64_t *needed, const std::vector<std::vector<double>> &rows) {
  const std::size_t width = rows.empty() ? 0 : rows[0].size();
  if (!has_room(out, capacity, static_cast<int64_t>(rows.size() * width), needed, "out")) return;
  for (const std::vector<double> &row : rows) out = std::copy(row.begin(), row.end(), out);
}

}  // namespace

extern "C" {

// ---- Rows ----------------------------------------------------------------------------------------

wald_status wald_frontier_create(int64_t n_scores, wald_rule rule, const double *rated_from,
                                 wald_frontier **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::Rule checked = checked_rule(rule);
    core::Sample sample(n_scores, checked, {});
    if (rated_from) sample = core::Sample(n_scores, checked, {rated_from, rated_from + n_scores});
    *out = new wald_frontier{std::move(sample)};
  });
}
void wald_frontier_destroy(wald_frontier *frontier) noexcept { delete frontier; }

wald_status wald_frontier_copy(const wald_frontier *frontier, wald_frontier **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_frontier{get(frontier)};
  });
}
wald_status wald_frontier_clear(wald_frontier *frontier) noexcept {
  return guarded([&] { get(frontier).clear(); });
}

wald_status wald_frontier_feed(wald_frontier *frontier, const void *scores, wald_type type, int64_t n_rows,
                               int64_t n_scores, int64_t row_stride, int64_t score_stride, const uint8_t *labels,
                               int64_t label_stride, const void *weights, wald_type weight_type,
                               int64_t weight_stride) noexcept {
  return guarded([&] {
    core::Sample &sample = get(frontier);
    const core::RealTable table =
        checked_table(scores, type, n_rows, n_scores, row_stride, score_stride, "scores", "n_scores");
    if (n_rows > 0) require(labels, "labels");
    sample.feed(table, {labels, n_rows, label_stride}, checked_weights(weights, weight_type, n_rows, weight_stride));
  });
}
wald_status wald_frontier_merge(wald_frontier *frontier, const wald_frontier *other) noexcept {
  return guarded([&] { get(frontier).merge(get(other, "other")); });
}

wald_status wald_frontier_n_scores(const wald_frontier *frontier, int64_t *n_scores) noexcept {
  return guarded([&] { give(n_scores, "n_scores", get(frontier).dims()); });
}
wald_status wald_frontier_rule(const wald_frontier *frontier, wald_rule *rule) noexcept {
  return guarded([&] { give(rule, "rule", static_cast<wald_rule>(get(frontier).rule())); });
}
wald_status wald_frontier_rated_from(const wald_frontier *frontier, double *out, int64_t capacity,
                                     int64_t *needed) noexcept {
  return guarded([&] {
    const std::vector<double> &cut = get(frontier).rated_from();
    give_array(out, capacity, needed, "out", cut.data(), static_cast<int64_t>(cut.size()));
  });
}
wald_status wald_frontier_totals(const wald_frontier *frontier, int64_t *n_rows, double *positives, double *negatives,
                                 double *unrated) noexcept {
  return guarded([&] {
    const core::Sample &sample = get(frontier);
    with_exact(sample, [&](const core::Sample &exact) {
      if (n_rows) *n_rows = exact.n_fed();
    });
    if (positives) *positives = sample.positives().total();
    if (negatives) *negatives = sample.negatives().total();
    if (unrated) *unrated = sample.unrated().total();
  });
}
wald_status wald_frontier_count(const wald_frontier *frontier, const double *thresholds, int64_t n_scores, double *tp,
                                double *fp, double *unrated) noexcept {
  return guarded([&] {
    const std::vector<double> at = thresholds_of(thresholds, n_scores, get(frontier).dims());
    const core::Sample &sample = get(frontier);
    const core::Flagged counts = sample.count(at);
    if (tp) *tp = counts.tp;
    if (fp) *fp = counts.fp;
    if (unrated) *unrated = sample.count_unrated(at);
  });
}
wald_status wald_frontier_auc(const wald_frontier *frontier, int64_t score, double *auc) noexcept {
  return guarded([&] {
    const int64_t n_scores = get(frontier).dims();
    if (score < 0 || score >= n_scores)
      fail(Status::argument, "score is ", score, ": must lie in [0, ", n_scores - 1, "]");
    require(auc, "auc");
    with_exact(get(frontier), [&](const core::Sample &sample) { *auc = core::ranking_area(sample, score); });
  });
}

wald_status wald_frontier_save(const wald_frontier *frontier, char *buffer, int64_t capacity,
                               int64_t *needed) noexcept {
  return guarded([&] { give_text(buffer, capacity, needed, get(frontier).save()); });
}
wald_status wald_frontier_load(const char *text, int64_t length, wald_frontier **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_frontier{core::load_sample(checked_text(text, length))};
  });
}

// ---- What is asked -------------------------------------------------------------------------------

wald_status wald_threshold_options_create(wald_threshold_options **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_threshold_options{};
  });
}
void wald_threshold_options_destroy(wald_threshold_options *options) noexcept { delete options; }

wald_status wald_threshold_options_set_goal(wald_threshold_options *options, wald_goal goal) noexcept {
  return guarded([&] {
    wald_threshold_options &o = get(options);
    if (goal < WALD_GOAL_AUTO || goal > WALD_GOAL_FEWEST_FP)
      fail(Status::argument, "goal is ", goal, ": must lie in [0, ", int32_t{WALD_GOAL_FEWEST_FP}, "]");
    o.question.goal = static_cast<core::Goal>(goal);
  });
}
wald_status wald_threshold_options_set_metric(wald_threshold_options *options, const wald_metric *metric) noexcept {
  return guarded([&] { get(options).question.metric = metric ? copy_of(metric) : nullptr; });
}
wald_status wald_threshold_options_set_method(wald_threshold_options *options, const char *name) noexcept {
  return guarded([&] {
    require(name, "name");
    get(options).search.method = core::method_by_name(name);
  });
}
wald_status wald_threshold_options_set_smoothing(wald_threshold_options *options, wald_smoothing smoothing) noexcept {
  return guarded([&] {
    wald_threshold_options &o = get(options);
    if (smoothing < WALD_SMOOTHING_NONE || smoothing > WALD_SMOOTHING_DROPOUT)
      fail(Status::argument, "smoothing is ", smoothing, ": must lie in [0, ", int32_t{WALD_SMOOTHING_DROPOUT}, "]");
    o.search.smoothing = static_cast<core::Smoothing>(smoothing);
  });
}
wald_status wald_threshold_options_set(wald_threshold_options *options, wald_threshold_setting setting,
                                       double value) noexcept {
  return guarded([&] {
    wald_threshold_options changed = get(options);
    set(changed, setting, value);
    *options = std::move(changed);
  });
}
wald_status wald_threshold_options_set_seed(wald_threshold_options *options, uint64_t seed) noexcept {
  return guarded([&] { get(options).search.seed = seed; });
}
wald_status wald_threshold_options_set_progress(wald_threshold_options *options, wald_progress_function function,
                                                void *user) noexcept {
  return guarded([&] {
    wald_threshold_options &o = get(options);
    o.progress = function;
    o.progress_user = user;
  });
}

// ---- The answer ----------------------------------------------------------------------------------

wald_status wald_frontier_choose(const wald_frontier *frontier, const wald_threshold_options *options,
                                 wald_thresholds **out) noexcept {
  return guarded([&] {
    const core::Sample &sample = get(frontier);
    require(out, "out");
    const wald_threshold_options o = options_or_default(options);
    core::CallbackMonitor monitor(o.progress, o.progress_user);
    *out = new wald_thresholds{core::choose_thresholds(sample, o.question, o.search, monitor), sample.rule()};
  });
}
void wald_thresholds_destroy(wald_thresholds *thresholds) noexcept { delete thresholds; }

wald_status wald_thresholds_count(const wald_thresholds *thresholds, int64_t *count) noexcept {
  return guarded([&] { give(count, "count", answers(thresholds)); });
}
wald_status wald_thresholds_array(const wald_thresholds *thresholds, int64_t answer, wald_threshold_array which,
                                  double *out, int64_t capacity, int64_t *needed) noexcept {
  return guarded([&] {
    const std::vector<double> values = array_of(get(thresholds, answer), which);
    give_array(out, capacity, needed, "out", values.data(), static_cast<int64_t>(values.size()));
  });
}
wald_status wald_thresholds_fact(const wald_thresholds *thresholds, int64_t answer, wald_threshold_fact fact,
                                 double *value) noexcept {
  return guarded([&] {
    const core::ChosenThresholds &a = get(thresholds, answer);
    check_fact(fact);
    give(value, "value", fact_of(a, fact));
  });
}
wald_status wald_thresholds_interval(const wald_thresholds *thresholds, int64_t answer, wald_threshold_fact fact,
                                     double *low, double *high, int32_t *exact) noexcept {
  return guarded([&] {
    const core::ChosenThresholds &a = get(thresholds, answer);
    check_fact(fact);
    require(low, "low");
    require(high, "high");
    const auto found = std::find_if(a.intervals.begin(), a.intervals.end(), [&](const core::NamedInterval &i) {
      return std::string_view(i.name) == fact_names[fact];
    });
    const bool none = found == a.intervals.end();
    *low = none ? unknown : found->interval.low;
    *high = none ? unknown : found->interval.high;
    if (exact) *exact = !none && found->exact;
  });
}
wald_status wald_thresholds_flags(const wald_thresholds *thresholds, int64_t answer,
                                  wald_threshold_flags *flags) noexcept {
  return guarded([&] { give(flags, "flags", static_cast<wald_threshold_flags>(get(thresholds, answer).flags)); });
}
wald_status wald_thresholds_method(const wald_thresholds *thresholds, int64_t answer, const char **name) noexcept {
  return guarded([&] { give(name, "name", core::method_name(get(thresholds, answer).method)); });
}
wald_status wald_thresholds_objective(const wald_thresholds *thresholds, const char **text) noexcept {
  return guarded([&] { give(text, "text", get(thresholds, 0).objective.c_str()); });
}
const char *wald_threshold_fact_name(wald_threshold_fact fact) noexcept {
  return fact < WALD_THRESHOLD_FEASIBLE || fact > WALD_THRESHOLD_STACKED ? "" : fact_names[fact];
}
const char *wald_threshold_flag_name(wald_threshold_flags flag) noexcept {
  return core::flag_name(static_cast<uint32_t>(flag));
}

wald_status wald_thresholds_apply(const wald_thresholds *thresholds, int64_t answer, const void *scores, wald_type type,
                                  int64_t n_rows, int64_t n_scores, int64_t row_stride, int64_t score_stride,
                                  uint8_t *out, int64_t out_stride) noexcept {
  return guarded([&] {
    const core::ChosenThresholds &a = get(thresholds, answer);
    const core::RealTable table =
        checked_table(scores, type, n_rows, n_scores, row_stride, score_stride, "scores", "n_scores");
    const auto dims = static_cast<int64_t>(a.thresholds.size());
    if (n_scores != dims) fail(Status::argument, "n_scores is ", n_scores, ": must be ", dims);
    if (n_rows > 0) require(out, "out");
    core::apply_chosen(table, a, thresholds->rule, {out, n_rows, out_stride});
  });
}
wald_status wald_apply_thresholds(const double *thresholds, wald_rule rule, const void *scores, wald_type type,
                                  int64_t n_rows, int64_t n_scores, int64_t row_stride, int64_t score_stride,
                                  uint8_t *out, int64_t out_stride) noexcept {
  return guarded([&] {
    const core::Rule checked = checked_rule(rule);
    const core::RealTable table =
        checked_table(scores, type, n_rows, n_scores, row_stride, score_stride, "scores", "n_scores");
    require(thresholds, "thresholds");
    if (n_rows > 0) require(out, "out");
    core::apply_thresholds(table, {thresholds, thresholds + n_scores}, checked, {out, n_rows, out_stride});
  });
}

// ---- The frontier itself -------------------------------------------------------------------------

wald_status wald_operating_points_create(const wald_frontier *frontier, const wald_threshold_options *options,
                                         wald_operating_points **out) noexcept {
  return guarded([&] {
    const core::Sample &sample = get(frontier);
    require(out, "out");
    const wald_threshold_options o = options_or_default(options);
    core::CallbackMonitor monitor(o.progress, o.progress_user);
    *out = new wald_operating_points{core::frontier_curve(sample, o.question, o.search, monitor)};
  });
}
void wald_operating_points_destroy(wald_operating_points *points) noexcept { delete points; }

wald_status wald_operating_points_fact(const wald_operating_points *points, wald_frontier_fact fact,
                                       double *value) noexcept {
  return guarded([&] {
    const core::FrontierCurve &c = get(points);
    const double facts[] = {c.frontier.exact ? 1.0 : 0.0,
                            c.quantiles ? 1.0 : 0.0,
                            c.local_optimum ? 1.0 : 0.0,
                            c.positives,
                            c.negatives,
                            c.pn_area,
                            c.pn_hull_area,
                            c.roc_area,
                            c.roc_hull_area,
                            c.pr_area};
    if (fact < WALD_FRONTIER_EXACT || fact > WALD_FRONTIER_PR_AREA)
      fail(Status::argument, "fact is ", fact, ": must lie in [0, ", int32_t{WALD_FRONTIER_PR_AREA}, "]");
    give(value, "value", facts[fact]);
  });
}
wald_status wald_operating_points_partial_areas(const wald_operating_points *points, double max_fp, double *pn,
                                                double *pn_hull, double *roc, double *roc_hull) noexcept {
  return guarded([&] {
    const core::PartialAreas areas = core::partial_areas(get(points), max_fp);
    if (pn) *pn = areas.pn;
    if (pn_hull) *pn_hull = areas.pn_hull;
    if (roc) *roc = areas.roc;
    if (roc_hull) *roc_hull = areas.roc_hull;
  });
}
wald_status wald_operating_points_counts(const wald_operating_points *points, double *tp, double *fp, uint8_t *on_hull,
                                         int64_t capacity, int64_t *needed) noexcept {
  return guarded([&] {
    const core::FrontierCurve &c = get(points);
    const std::size_t size = c.frontier.points.size();
    if (!has_room(tp, capacity, static_cast<int64_t>(size), needed, "tp")) return;
    for (std::size_t i = 0; i < size; ++i) {
      tp[i] = c.frontier.points[i].tp;
      if (fp) fp[i] = c.frontier.points[i].fp;
      if (on_hull) on_hull[i] = 0;
    }
    if (on_hull)
      for (int64_t i : c.hull) on_hull[i] = 1;
  });
}
wald_status wald_operating_points_thresholds(const wald_operating_points *points, double *out, int64_t capacity,
                                             int64_t *needed) noexcept {
  return guarded([&] { give_rows(out, capacity, needed, get(points).frontier.thresholds); });
}
wald_status wald_operating_points_path(const wald_operating_points *points, double *out, int64_t capacity,
                                       int64_t *needed) noexcept {
  return guarded([&] { give_rows(out, capacity, needed, get(points).path); });
}

// ---- Labels, classes, abstention ------- ----------------------------------------------------------

wald_status wald_label_thresholds(wald_average average, const wald_threshold_options *options, const void *scores,
                                  wald_type type, int64_t n_rows, int64_t n_labels, int64_t row_stride,
                                  int64_t label_stride, const uint8_t *labels, int64_t labels_row_stride,
                                  int64_t labels_label_stride, const void *weights, wald_type weight_type,
                                  int64_t weight_stride, double *thresholds, double *tp, double *fp, double *value,
                                  int32_t *feasible, int32_t *exact) noexcept {
  return guarded([&] {
    const core::LabelAverage checked = checked_label_average(average);
    const core::RealTable table = checked_table(scores, type, n_rows, n_labels, row_stride, label_stride, "scores");
    if (n_rows > 0) require(labels, "labels");
    require(thresholds, "thresholds");
    const core::Grid<const uint8_t> truth{labels, n_rows, n_labels, labels_row_stride, labels_label_stride};
    const core::Reals row_weights = checked_weights(weights, weight_type, n_rows, weight_stride);
    const wald_threshold_options o = options_or_default(options);
    check_for_labels(o.search);
    core::CallbackMonitor monitor(o.progress, o.progress_user);
    const core::LabelThresholds found = core::choose_label_thresholds(
        core::samples_of_labels(table, truth, row_weights), o.question, checked, o.search.threads, monitor);
    std::copy(found.thresholds.begin(), found.thresholds.end(), thresholds);
    for (std::size_t l = 0; l < found.outcomes.size(); ++l) {
      if (tp) tp[l] = found.outcomes[l].counts.tp;
      if (fp) fp[l] = found.outcomes[l].counts.fp;
    }
    if (value) *value = found.pooled.value;
    if (feasible) *feasible = found.feasible;
    if (exact) *exact = found.exact;
  });
}

wald_status wald_class_multipliers(const wald_metric *metric, wald_average average, const double *costs,
                                   const void *scores, wald_type type, int64_t n_rows, int64_t n_classes,
                                   int64_t row_stride, int64_t class_stride, const int64_t *truth, const void *weights,
                                   wald_type weight_type, int64_t weight_stride, wald_progress_function progress,
                                   void *user, double *multipliers, double *value, double *start,
                                   double *confusion) noexcept {
  return guarded([&] {
    core::ClassObjective goal;
    if (metric && costs) fail(Status::argument, "costs is given beside a metric: one of them decides");
    if (!metric && !costs) fail(Status::argument, "metric is NULL, and so is costs: one of them must be given");
    const core::RealTable table =
        checked_table(scores, type, n_rows, n_classes, row_stride, class_stride, "scores", "n_classes");
    if (n_rows > 0) require(truth, "truth");
    require(multipliers, "multipliers");
    if (metric) {
      goal.metric = copy_of(metric);
      goal.average = checked_label_average(average);
    } else {
      goal.costs.assign(costs, costs + n_classes * n_classes);
    }
    core::CallbackMonitor monitor(progress, user);
    const core::ClassMultipliers found = core::choose_class_multipliers(
        table, {truth, false}, checked_weights(weights, weight_type, n_rows, weight_stride), goal, monitor);
    std::copy(found.multipliers.begin(), found.multipliers.end(), multipliers);
    if (value) *value = found.value;
    if (start) *start = found.start;
    if (confusion) std::copy(found.confusion.begin(), found.confusion.end(), confusion);
  });
}

wald_status wald_apply_classes(const double *multipliers, const double *costs, const void *scores, wald_type type,
                               int64_t n_rows, int64_t n_classes, int64_t row_stride, int64_t class_stride,
                               int64_t *out) noexcept {
  return guarded([&] {
    if (multipliers && costs) fail(Status::argument, "costs is given beside multipliers: one of them decides");
    const core::RealTable table =
        checked_table(scores, type, n_rows, n_classes, row_stride, class_stride, "scores", "n_classes");
    if (n_rows > 0) require(out, "out");
    const std::size_t m = static_cast<std::size_t>(n_classes);
    if (costs)
      core::least_cost_classes(table, {costs, costs + m * m}, out);
    else
      core::apply_multipliers(
          table, multipliers ? std::vector<double>(multipliers, multipliers + m) : std::vector<double>(m, 1.0), out);
  });
}

wald_status wald_frontier_abstention_zone(const wald_frontier *frontier, double false_positive_cost,
                                          double false_negative_cost, double abstention_cost, double *low, double *high,
                                          double *tp, double *fp, double *fn, double *abstained,
                                          double *cost) noexcept {
  return guarded([&] {
    const core::Sample &sample = get(frontier);
    require(low, "low");
    require(high, "high");
    const core::AbstentionZone zone =
        core::choose_abstention_zone(sample, {false_positive_cost, false_negative_cost, abstention_cost});
    *low = zone.low;
    *high = zone.high;
    if (tp) *tp = zone.flagged.tp;
    if (fp) *fp = zone.flagged.fp;
    if (fn) *fn = zone.false_negatives;
    if (abstained) *abstained = zone.abstained;
    if (cost) *cost = zone.cost;
  });
}

}  // extern "C"

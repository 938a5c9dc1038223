// The C interface to thresholds: samples of scored rows, chosen thresholds, frontiers, labels and classes.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <memory>

#include "boundary.hpp"
#include "core/catalogue/catalogue.hpp"
#include "core/detections/match_detections.hpp"
#include "core/thresholds/abstention.hpp"
#include "core/thresholds/pass/threshold_pass.hpp"
#include "core/thresholds/pass/counted_rows.hpp"
#include "core/thresholds/certify/certify_labels.hpp"
#include "core/thresholds/certify/certify_sets.hpp"
#include "core/thresholds/choose_thresholds.hpp"
#include "core/thresholds/class_multipliers.hpp"
#include "core/thresholds/frontier_curve.hpp"
#include "core/thresholds/label_thresholds.hpp"
#include "core/thresholds/sample/ratings.hpp"
#include "core/thresholds/search/single.hpp"
#include "core/thresholds/segments/segment_thresholds.hpp"

using namespace wald::capi;

struct wald_sample : wald::capi::Object<wald_sample> {
  core::thresholds::Sample impl;

  wald_sample *copy() const { return new wald_sample{{}, impl}; }
  void clear() { impl.clear(); }
  void merge(const wald_sample &other) { impl.merge(other.impl); }
  std::string save(wald_format format) const { return format == WALD_BINARY ? impl.save_binary() : impl.save(); }
  static wald_sample *load(std::string_view state) {
    return new wald_sample{{}, core::thresholds::load_sample(state)};
  }
  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
};
struct wald_thresholds : wald::capi::Object<wald_thresholds> {
  core::thresholds::ChosenThresholds impl;
  core::thresholds::Rule rule;

  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
  const char *text(int32_t fact, int64_t item) const;
};
struct wald_threshold_pass : wald::capi::Object<wald_threshold_pass> {
  core::thresholds::ThresholdPass impl;

  void merge(const wald_threshold_pass &other) { impl.merge(other.impl); }
  std::string save(wald_format format) const { return binary_alone(format, *this, impl.save()); }
  static wald_threshold_pass *load(std::string_view state) {
    return new wald_threshold_pass{{}, core::thresholds::ThresholdPass::load(state)};
  }
  double number(int32_t fact, int64_t item) const;
};
struct wald_frontier : wald::capi::Object<wald_frontier> {
  core::thresholds::FrontierCurve impl;

  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
};
struct wald_zone : wald::capi::Object<wald_zone> {
  core::thresholds::AbstentionZone impl;

  double number(int32_t fact, int64_t item) const;
};
struct wald_multipliers : wald::capi::Object<wald_multipliers> {
  core::thresholds::ClassMultipliers impl;

  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
};
struct wald_labels : wald::capi::Object<wald_labels> {
  core::thresholds::LabelThresholds impl;

  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
};
struct wald_segments : wald::capi::Object<wald_segments> {
  std::vector<core::thresholds::SegmentThresholds> impl;  // an answer for each tolerance

  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
};

namespace {

// ---- Checks of arguments -------------------------------------------------------------------------

using wald::capi::get;

core::thresholds::Sample &get(wald_sample *sample) {
  require(sample, "sample");
  return sample->impl;
}
const core::thresholds::Sample &get(const wald_sample *sample, const char *name = "sample") {
  require(sample, name);
  return sample->impl;
}
core::thresholds::ThresholdPass &get(wald_threshold_pass *threshold_pass) {
  require(threshold_pass, "threshold_pass");
  return threshold_pass->impl;
}
const core::thresholds::FrontierCurve &get(const wald_frontier *frontier) {
  require(frontier, "frontier");
  return frontier->impl;
}

const core::catalogue::ThresholdOptions &question(const wald_options *options, const core::catalogue::Call &call) {
  static const core::catalogue::ThresholdOptions defaults;
  const core::catalogue::OptionSet *const own = settings(options);
  return own ? own->thresholds(call) : defaults;
}

// Refuses options that are set and would be ignored; reader: "average instance does".
void refuse_unread(const wald_options &options, std::initializer_list<const char *> names, const char *reader) {
  for (const char *const name : names)
    if (options.impl.is_set(name))
      fail(Status::argument, name, " is ", options.impl.get(name), ": ", reader, " not read it");
}

int64_t answers_of(const wald_thresholds *thresholds) {
  require(thresholds, "thresholds");
  return 1 + static_cast<int64_t>(thresholds->impl.baselines.size());
}
const core::thresholds::ChosenThresholds &get(const wald_thresholds *thresholds, int64_t answer) {
  const int64_t count = answers_of(thresholds);
  if (answer < 0 || answer >= count) fail(Status::argument, "answer is ", answer, ": must lie in [0, ", count - 1, "]");
  return answer == 0 ? thresholds->impl : thresholds->impl.baselines[static_cast<std::size_t>(answer - 1)];
}

core::thresholds::Rule checked_rule(wald_rule rule) {
  if (rule != WALD_RULE_OR && rule != WALD_RULE_AND)
    fail(Status::argument, "rule is ", rule, ": must be WALD_RULE_OR (0) or WALD_RULE_AND (1)");
  return static_cast<core::thresholds::Rule>(rule);
}

// Calls body with the sample, its weights such that the order of feeding does not show in their sums.
template <class Body>
void with_exact(const core::thresholds::Sample &sample, const Body &body) {
  if (sample.whole())
    body(sample);
  else
    body(sample.exact());
}

std::vector<double> thresholds_of(const double *thresholds, int64_t n, int64_t n_scores) {
  if (n != n_scores) fail(Status::argument, "n_scores is ", n, ": must be ", n_scores, ", as the sample's is");
  require(thresholds, "thresholds");
  return {thresholds, thresholds + n};
}

core::Strided<uint8_t> checked_flags(const wald_array *out, int64_t rows) {
  const wald_array &a = checked_vector(out, "out");
  require_type(a, WALD_UINT8, "WALD_UINT8", "out");
  require_rows(a, rows, "out");
  return {static_cast<uint8_t *>(a.data), a.rows, a.row_stride};
}

// ---- Facts ---------------------------------------------------------------------------------------

using namespace wald::core;

double rows_of(const thresholds::Sample &sample) {
  double rows = 0;
  with_exact(sample, [&](const thresholds::Sample &exact) { rows = static_cast<double>(exact.n_fed()); });
  return rows;
}
std::vector<double> ranking_areas(const thresholds::Sample &sample) {
  std::vector<double> out;
  with_exact(sample, [&](const thresholds::Sample &exact) {
    for (int64_t score = 0; score < exact.dims(); ++score) out.push_back(ranking_area(exact, score));
  });
  return out;
}
double cross(const thresholds::ChosenThresholds &a, double value) { return a.has_cross_fit ? value : unset; }
std::vector<double> point_on_hull(const thresholds::FrontierCurve &f) {
  std::vector<double> out(f.frontier.points.size(), 0);
  for (const int64_t i : f.hull) out[static_cast<std::size_t>(i)] = 1;
  return out;
}
std::vector<double> rows_in_one(const thresholds::ThresholdRows &rows) { return {rows.flat().begin(), rows.flat().end()}; }
std::vector<double> rows_in_one(const std::vector<std::vector<double>> &rows) {
  std::vector<double> out;
  for (const std::vector<double> &row : rows) out.insert(out.end(), row.begin(), row.end());
  return out;
}

double number_of(const thresholds::Sample &s, wald_sample_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/thresholds/sample_facts.def"
#include "number_cases.inc"
    default: wrong_fact("sample", fact, "number");
  }
}
std::vector<double> numbers_of(const thresholds::Sample &s, wald_sample_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/thresholds/sample_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("sample", fact, "list of numbers");
  }
}
double number_of(const thresholds::ThresholdPass &b, wald_threshold_pass_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/thresholds/pass/threshold_pass_facts.def"
#include "number_cases.inc"
    default: wrong_fact("threshold_pass", fact, "number");
  }
}
double number_of(const thresholds::ChosenThresholds &a, int64_t answers, wald_thresholds_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/thresholds/thresholds_facts.def"
#include "number_cases.inc"
    default: wrong_fact("thresholds", fact, "number");
  }
}
std::vector<double> numbers_of(const thresholds::ChosenThresholds &a, wald_thresholds_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/thresholds/thresholds_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("thresholds", fact, "list of numbers");
  }
}
double number_of(const thresholds::AbstentionZone &z, wald_zone_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/thresholds/zone_facts.def"
#include "number_cases.inc"
    default: wrong_fact("zone", fact, "number");
  }
}
double number_of(const thresholds::ClassMultipliers &m, wald_multipliers_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/thresholds/multipliers_facts.def"
#include "number_cases.inc"
    default: wrong_fact("multipliers", fact, "number");
  }
}
std::vector<double> numbers_of(const thresholds::ClassMultipliers &m, wald_multipliers_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/thresholds/multipliers_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("multipliers", fact, "list of numbers");
  }
}
double number_of(const thresholds::LabelThresholds &a, const thresholds::LabelOutcome &l, wald_labels_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/thresholds/labels_facts.def"
#include "number_cases.inc"
    default: wrong_fact("labels", fact, "number");
  }
}
double number_of(const std::vector<thresholds::SegmentThresholds> &all, const thresholds::SegmentThresholds &a,
                 const thresholds::SegmentOutcome &s, wald_segments_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/thresholds/segments/segments_facts.def"
#include "number_cases.inc"
    default: wrong_fact("segments", fact, "number");
  }
}
// How many there are of a fact of segments.
std::size_t items_of(const std::vector<thresholds::SegmentThresholds> &all, wald_segments_fact fact) {
  if (fact < place_of(WALD_SEGMENTS_TOLERANCE)) return 1;
  return fact < place_of(WALD_SEGMENTS_THRESHOLD) ? all.size() : all.size() * all[0].segments.size();
}
double number_of(const std::vector<thresholds::SegmentThresholds> &all, std::size_t item, wald_segments_fact fact) {
  const std::size_t segments = all[0].segments.size();
  const bool of_segment = fact >= place_of(WALD_SEGMENTS_THRESHOLD);
  const thresholds::SegmentThresholds &answer = all[of_segment ? item / segments : item];
  return number_of(all, answer, answer.segments[of_segment ? item % segments : 0], fact);
}
const char *text_of(const thresholds::ChosenThresholds &a, wald_thresholds_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/thresholds/thresholds_facts.def"
#include "text_cases.inc"
    default: wrong_fact("thresholds", fact, "text");
  }
}
double number_of(const thresholds::FrontierCurve &f, wald_frontier_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/thresholds/frontier_facts.def"
#include "number_cases.inc"
    default: wrong_fact("frontier", fact, "number");
  }
}
std::vector<double> numbers_of(const thresholds::FrontierCurve &f, wald_frontier_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/thresholds/frontier_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("frontier", fact, "list of numbers");
  }
}
const char *name_of_fact(wald_thresholds_fact fact) {
  const int32_t place = checked_fact(thresholds_type, fact);
  for (const catalogue::FactRow &row : core::catalogue::facts_of("thresholds"))
    if (row.value == place) return row.name;
  wrong_fact("thresholds", place, "number");
}

// Of rows that count once: the answer of a sample of them, which is made only if they cannot be read as they lie.
core::thresholds::ChosenThresholds chosen_of_rows(const core::RealTable &scores, core::thresholds::Rule rule,
                                                  core::Strided<const uint8_t> truth, const core::Reals &weights,
                                                  const core::catalogue::ThresholdOptions &q, core::Monitor &monitor) {
  if (scores.cols == 1 && rule == core::thresholds::Rule::any)
    return core::thresholds::choose_threshold(scores.col(0), truth, weights, q.objective, q.search, monitor);
  core::thresholds::Sample sample(scores.cols, rule, {});
  sample.feed(scores, truth, weights, core::thresholds::Keep::as_fed);
  return core::thresholds::choose_thresholds(sample, q.objective, q.search, monitor);
}

// Bytes are read where they lie; other numbers are turned into bytes once.
class Truth {
 public:
  Truth(const wald_array *truth, int64_t rows) {
    const wald_array &a = checked_vector(truth, "truth");
    require_rows(a, rows, "truth");
    switch (a.type) {
      case WALD_FLOAT64: rate<double>(a); break;
      case WALD_FLOAT32: rate<float>(a); break;
      case WALD_INT64: rate<int64_t>(a); break;
      case WALD_INT32: rate<int32_t>(a); break;
      default: bytes_ = checked_truth(truth, "truth");
    }
  }
  core::Strided<const uint8_t> bytes() const { return bytes_; }

 private:
  template <class T>
  void rate(const wald_array &a) {
    const core::Strided<const T> given{static_cast<const T *>(a.data), a.rows, a.row_stride};
    made_.reset(new uint8_t[static_cast<std::size_t>(a.rows)]);
    bytes_ = {made_.get(), a.rows, 1};
    if (core::thresholds::rate(given, made_.get())) return;
    for (int64_t i = 0; i < given.n; ++i)
      if (const T x = given[i]; x < 0 || x > 0)
        if (x < 1 || x > 1)
          fail(Status::argument, "truth[", i, "] is ", x, ": must be 0, 1 or NaN (",
               x - std::floor(x) > 0 ? "are scores and truth swapped?)" : "not rated)");
  }

  std::unique_ptr<uint8_t[]> made_;
  core::Strided<const uint8_t> bytes_;
};

}  // namespace

double wald_sample::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
void wald_sample::numbers(int32_t fact, int64_t, const Room &to) const { to.give(numbers_of(impl, fact)); }
WALD_OBJECT_TYPE(sample);

double wald_thresholds::number(int32_t fact, int64_t item) const {
  return number_of(get(this, fact == place_of(WALD_THRESHOLDS_N_ANSWERS) ? 0 : item), answers_of(this), fact);
}
void wald_thresholds::numbers(int32_t fact, int64_t item, const Room &to) const {
  to.give(numbers_of(get(this, item), fact));
}
const char *wald_thresholds::text(int32_t fact, int64_t item) const { return text_of(get(this, item), fact); }
WALD_OBJECT_TYPE(thresholds);

double wald_threshold_pass::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
WALD_OBJECT_TYPE(threshold_pass);

double wald_frontier::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
void wald_frontier::numbers(int32_t fact, int64_t, const Room &to) const { to.give(numbers_of(impl, fact)); }
WALD_OBJECT_TYPE(frontier);

double wald_zone::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
WALD_OBJECT_TYPE(zone);

double wald_multipliers::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
void wald_multipliers::numbers(int32_t fact, int64_t, const Room &to) const { to.give(numbers_of(impl, fact)); }
WALD_OBJECT_TYPE(multipliers);

double wald_labels::number(int32_t fact, int64_t item) const {
  if (fact < place_of(WALD_LABELS_THRESHOLD)) return number_of(impl, {}, fact);
  const auto count = static_cast<int64_t>(impl.outcomes.size());
  if (item < 0 || item >= count) fail(Status::argument, "label is ", item, ": must lie in [0, ", count - 1, "]");
  return number_of(impl, impl.label(static_cast<std::size_t>(item)), fact);
}
void wald_labels::numbers(int32_t fact, int64_t, const Room &to) const {
  if (fact < place_of(WALD_LABELS_THRESHOLD))
    fail(Status::argument, "fact is ", WALD_LABELS_VALUE + fact, ": there is one of it for all labels");
  std::vector<double> of_labels;
  for (std::size_t l = 0; l < impl.outcomes.size(); ++l) of_labels.push_back(number_of(impl, impl.label(l), fact));
  to.give(of_labels);
}
WALD_OBJECT_TYPE(labels);

double wald_segments::number(int32_t fact, int64_t item) const {
  if (fact < place_of(WALD_SEGMENTS_TOLERANCE)) return number_of(impl, 0, fact);
  const auto count = static_cast<int64_t>(items_of(impl, fact));
  if (item < 0 || item >= count) fail(Status::argument, "item is ", item, ": must lie in [0, ", count - 1, "]");
  return number_of(impl, static_cast<std::size_t>(item), fact);
}
void wald_segments::numbers(int32_t fact, int64_t, const Room &to) const {
  if (fact < place_of(WALD_SEGMENTS_TOLERANCE))
    fail(Status::argument, "fact is ", WALD_SEGMENTS_N_SEGMENTS + fact, ": there is one of it for all segments");
  std::vector<double> of_items;
  for (std::size_t item = 0; item < items_of(impl, fact); ++item) of_items.push_back(number_of(impl, item, fact));
  to.give(of_items);
}
WALD_OBJECT_TYPE(segments);

extern "C" {

// ---- Samples -------------------------------------------------------------------------------------

wald_status wald_sample_create(int64_t n_scores, wald_rule rule, const double *rated_from, wald_sample **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::thresholds::Rule checked = checked_rule(rule);
    core::thresholds::Sample sample(n_scores, checked, {});
    if (rated_from) sample = core::thresholds::Sample(n_scores, checked, {rated_from, rated_from + n_scores});
    *out = new wald_sample{{}, std::move(sample)};
  });
}

wald_status wald_sample_feed(wald_sample *sample, const wald_array *truth, const wald_array *scores,
                             const wald_array *weights) noexcept {
  return guarded([&] {
    core::thresholds::Sample &to = get(sample);
    const core::Strided<const uint8_t> rated = checked_truth(truth, "truth");
    const core::RealTable table = checked_table(scores, "scores");
    require_rows(*truth, table.rows, "truth");
    to.feed(table, rated, optional_reals(weights, table.rows, "weights"), core::thresholds::Keep::as_fed);
  });
}

wald_status wald_sample_count(const wald_sample *sample, const double *thresholds, int64_t n_scores, double *tp,
                              double *fp, double *unrated) noexcept {
  return guarded([&] {
    const core::thresholds::Sample &rows = get(sample);
    const std::vector<double> at = thresholds_of(thresholds, n_scores, rows.dims());
    const core::thresholds::Flagged counts = rows.count(at);
    if (tp) *tp = counts.tp;
    if (fp) *fp = counts.fp;
    if (unrated) *unrated = rows.count_unrated(at);
  });
}

wald_status wald_sample_match_detections(const wald_array *truths, const wald_array *crowds,
                                         const wald_array *detections, const wald_array *scores, double min_overlap,
                                         double *out) noexcept {
  return guarded([&] {
    core::detections::DetectionRows rows;
    rows.truths = checked_table(truths, "truths");
    rows.crowds = checked_reals(crowds, "crowds");
    require_rows(*crowds, rows.truths.rows, "crowds");
    rows.detections = checked_table(detections, "detections");
    rows.scores = checked_reals(scores, "scores");
    require_rows(*scores, rows.detections.rows, "scores");
    if (rows.scores.n > 0) require(out, "out");
    core::detections::match_detections(rows, min_overlap, out);
  });
}

// ---- Chosen thresholds ---------------------------------------------------------------------------

namespace {

// The question of a threshold. A selection computes no interval, no baseline, and draws nothing.
const core::catalogue::ThresholdOptions &threshold_question(const wald_options *options) {
  const core::catalogue::ThresholdOptions &out = question(options, {"choosing thresholds", "choose"});
  if (!std::isnan(out.search.max_fdr)) refuse_unread(*options, {"level", "baselines", "seed"}, "selecting rows does");
  return out;
}

}  // namespace

wald_status wald_sample_choose(const wald_sample *sample, const wald_options *options, wald_thresholds **out) noexcept {
  return guarded([&] {
    const core::thresholds::Sample &rows = get(sample);
    require(out, "out");
    const core::catalogue::ThresholdOptions &q = threshold_question(options);
    core::CallbackMonitor monitor(q.search.progress);
    *out = new wald_thresholds{{}, core::thresholds::choose_thresholds(rows, q.objective, q.search, monitor), rows.rule()};
  });
}
wald_status wald_thresholds_choose(const wald_array *truth, const wald_array *scores, const wald_array *weights,
                                   const wald_array *counts, wald_rule rule, const wald_options *options,
                                   wald_thresholds **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::thresholds::Rule checked = checked_rule(rule);
    const core::catalogue::ThresholdOptions &q = threshold_question(options);
    const core::RealTable table = checked_table(scores, "scores");
    const Truth rated(truth, table.rows);
    const core::Reals weighed = optional_reals(weights, table.rows, "weights");
    const core::Reals counted = optional_reals(counts, table.rows, "counts");
    core::CallbackMonitor monitor(q.search.progress);
    if (counts && !q.search.prevalence.empty())
      fail(Status::unsupported, "prevalence is ", q.search.one_prevalence(), ": rows with counts cannot be weighted to it");
    *out = new wald_thresholds{{}, counts ? core::thresholds::choose_counted(
                                                {table, checked, rated.bytes(), weighed, counted}, q.objective,
                                                q.search, monitor)
                                          : chosen_of_rows(table, checked, rated.bytes(), weighed, q, monitor),
                               checked};
  });
}

wald_status wald_thresholds_interval(const wald_thresholds *thresholds, int64_t answer, wald_thresholds_fact fact,
                                     double *low, double *high, int32_t *exact) noexcept {
  return guarded([&] {
    const core::thresholds::ChosenThresholds &a = get(thresholds, answer);
    const std::string_view name = name_of_fact(fact);
    require(low, "low");
    require(high, "high");
    const auto found = std::find_if(a.intervals.begin(), a.intervals.end(),
                                    [&](const core::thresholds::NamedInterval &i) { return name == i.name; });
    const bool none = found == a.intervals.end();
    *low = none ? core::unset : found->interval.low;
    *high = none ? core::unset : found->interval.high;
    if (exact) *exact = !none && found->exact;
  });
}

wald_status wald_thresholds_apply(const wald_thresholds *thresholds, int64_t answer, const wald_array *scores,
                                  const wald_array *out) noexcept {
  return guarded([&] {
    const core::thresholds::ChosenThresholds &a = get(thresholds, answer);
    const core::RealTable table = checked_table(scores, "scores");
    const auto dims = static_cast<int64_t>(a.thresholds.size());
    if (table.cols != dims) fail(Status::argument, "scores has ", table.cols, " columns: must have ", dims);
    core::thresholds::apply_chosen(table, a, thresholds->rule, checked_flags(out, table.rows));
  });
}
wald_status wald_rule_apply(wald_rule rule, const double *thresholds, int64_t n_scores, const wald_array *scores,
                            const wald_array *out) noexcept {
  return guarded([&] {
    const core::thresholds::Rule checked = checked_rule(rule);
    const core::RealTable table = checked_table(scores, "scores");
    if (n_scores != table.cols)
      fail(Status::argument, "n_scores is ", n_scores, ": must be ", table.cols, ", the columns of scores");
    require(thresholds, "thresholds");
    core::thresholds::apply_thresholds(table, {thresholds, thresholds + n_scores}, checked, checked_flags(out, table.rows));
  });
}

// ---- Distributed rows -------------------------------------------------------------------------

wald_status wald_threshold_pass_create(const wald_options *options, wald_threshold_pass **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::catalogue::ThresholdOptions &q = question(options, {"choosing for binned rows", "threshold_pass"});
    *out = new wald_threshold_pass{{}, core::thresholds::ThresholdPass(q.objective, q.search)};
  });
}

wald_status wald_threshold_pass_feed(wald_threshold_pass *threshold_pass, const wald_array *truth, const wald_array *scores,
                             const wald_array *weights) noexcept {
  return guarded([&] {
    core::thresholds::ThresholdPass &to = get(threshold_pass);
    const core::Strided<const uint8_t> rated = checked_truth(truth, "truth");
    const core::Reals values = checked_reals(scores, "scores");
    require_rows(*truth, values.n, "truth");
    to.feed(values, rated, optional_reals(weights, values.n, "weights"));
  });
}
wald_status wald_threshold_pass_next(wald_threshold_pass *threshold_pass, wald_thresholds **out) noexcept {
  return guarded([&] {
    core::thresholds::ThresholdPass &state = get(threshold_pass);
    require(out, "out");
    auto answer = state.next();
    *out = answer ? new wald_thresholds{{}, std::move(*answer), core::thresholds::Rule::any} : nullptr;
  });
}

// ---- The frontier --------------------------------------------------------------------------------

wald_status wald_frontier_create(const wald_sample *sample, const wald_options *options, wald_frontier **out) noexcept {
  return guarded([&] {
    const core::thresholds::Sample &rows = get(sample);
    require(out, "out");
    const core::catalogue::ThresholdOptions &q = question(options, {"a frontier", "frontier"});
    core::CallbackMonitor monitor(q.search.progress);
    *out = new wald_frontier{{}, core::thresholds::frontier_curve(rows, q.objective, q.search, monitor)};
  });
}

wald_status wald_frontier_partial_areas(const wald_frontier *frontier, double max_fp, double *pn, double *pn_hull,
                                        double *roc, double *roc_hull) noexcept {
  return guarded([&] {
    const core::thresholds::PartialAreas areas = core::thresholds::partial_areas(get(frontier), max_fp);
    if (pn) *pn = areas.pn;
    if (pn_hull) *pn_hull = areas.pn_hull;
    if (roc) *roc = areas.roc;
    if (roc_hull) *roc_hull = areas.roc_hull;
  });
}

// ---- Labels, classes, abstention -----------------------------------------------------------------

namespace {

void check_read_by_sets(const wald_options &options, const wald_array *weights) {
  if (weights) fail(Status::unsupported, "weights are given: with average instance each row counts once");
  refuse_unread(options,
                {"goal", "cost_ratio", "marginal_precision", "precision_level", "max_fp", "max_alerts", "max_fpr",
                 "max_alert_rate", "positives", "min_positives", "smoothing", "smoothing_rounds", "prevalence",
                 "max_weight", "equal_weights"},
                "average instance does");
  if (!options.impl.is_set("min_value")) refuse_unread(options, {"pilot"}, "min_recall and min_precision do");
}

core::thresholds::LabelThresholds label_thresholds_of(const wald_options *options, const wald_array *truth,
                                                      const wald_array *scores, const wald_array *weights,
                                                      const wald_array *groups) {
  refuse_scores(checked_array(truth, "truth"), "truth");
  const core::Grid<const uint8_t> rated = checked_mask(truth, "truth");
  const core::RealTable table = checked_table(scores, "scores");
  require_shape(*truth, table.rows, table.cols, "truth");
  const core::catalogue::ThresholdOptions &q = question(options, {"choosing for labels", "labels"});
  core::CallbackMonitor monitor(q.search.progress);
  const core::Reals of_rows = optional_reals(weights, table.rows, "weights");
  if (q.search.average == core::thresholds::LabelAverage::instance) {
    check_read_by_sets(*options, weights);
    return core::thresholds::choose_label_sets(table, rated, optional_ids(groups, table.rows, "groups"), q.objective,
                                               q.search, monitor);
  }
  if (groups) fail(Status::unsupported, "groups are given: only average instance reads them");
  if (std::isnan(q.objective.certify))
    return core::thresholds::choose_label_thresholds(table, rated, of_rows, q.objective, q.search, monitor);
  refuse_unread(*options, {"min_positives", "smoothing", "smoothing_rounds"}, "certified thresholds of labels do");
  return core::thresholds::certified_label_thresholds(core::thresholds::samples_of_labels(table, rated, of_rows),
                                                      q.objective, q.search, monitor);
}

}  // namespace

wald_status wald_labels_choose(const wald_array *truth, const wald_array *scores, const wald_array *weights,
                               const wald_array *groups, const wald_options *options, wald_labels **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_labels{{}, label_thresholds_of(options, truth, scores, weights, groups)};
  });
}

namespace {

core::thresholds::SegmentRows checked_rows(const wald_array *truth, const wald_array *scores,
                                           const wald_segment_rows &more) {
  core::thresholds::SegmentRows rows;
  rows.labels = checked_truth(truth, "truth");
  rows.scores = checked_reals(scores, "scores");
  require_rows(*truth, rows.scores.n, "truth");
  rows.weights = optional_reals(more.weights, rows.scores.n, "weights");
  rows.benefits = optional_reals(more.benefits, rows.scores.n, "benefits");
  rows.costs = optional_reals(more.costs, rows.scores.n, "costs");
  rows.n_segments = more.n_segments;
  if (more.segments) {
    if (rows.n_segments < 1) fail(Status::argument, "rows->n_segments is ", rows.n_segments, ": must be at least 1");
    rows.segments = optional_ids(more.segments, rows.scores.n, "segments");
  } else if (rows.n_segments != 1) {
    fail(Status::argument, "rows->n_segments is ", rows.n_segments, ": must be 1 without segments");
  }
  return rows;
}

constexpr wald_segment_rows one_segment{sizeof(wald_segment_rows), 1, nullptr, nullptr, nullptr, nullptr, nullptr};

}  // namespace

wald_status wald_segments_choose(const wald_array *truth, const wald_array *scores, const wald_segment_rows *rows,
                                 const wald_options *options, wald_segments **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const wald_segment_rows &more = rows ? *rows : one_segment;
    if (more.size != static_cast<int64_t>(sizeof(wald_segment_rows)))
      fail(Status::argument, "rows->size is ", more.size, ": must be ", sizeof(wald_segment_rows), ", its sizeof");
    const core::catalogue::ThresholdOptions &q = question(options, {"choosing for segments", "segments"});
    const core::thresholds::SegmentRows of_segments = checked_rows(truth, scores, more);
    core::RealTable own;
    if (more.limits) {
      own = checked_table(more.limits, "limits");
      require_shape(*more.limits, of_segments.n_segments,
                    static_cast<int64_t>(std::size(core::thresholds::segment_limit_names)), "limits");
    }
    core::CallbackMonitor monitor(q.search.progress);
    *out = new wald_segments{
        {}, core::thresholds::choose_segment_thresholds(of_segments, own, q.objective, q.search, monitor)};
  });
}

wald_status wald_multipliers_choose(const wald_array *truth, const wald_array *scores, const wald_array *weights,
                                    const double *costs, const wald_options *options,
                                    wald_multipliers **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::catalogue::ThresholdOptions &q = question(options, {"choosing multipliers", "classes"});
    core::thresholds::ClassObjective goal;
    if (q.objective.metric && costs) fail(Status::argument, "costs is given: must not be given with a metric");
    const core::RealTable table = checked_table(scores, "scores");
    const core::Integers classes = checked_integers(truth, "truth");
    require_rows(*truth, table.rows, "truth");
    if (costs) {
      goal.costs.assign(costs, costs + table.cols * table.cols);
    } else {
      goal.metric = q.objective.metric ? q.objective.metric : core::parse_metric("f1", 1);
      goal.average = q.search.average;
    }
    core::CallbackMonitor monitor(q.search.progress);
    *out = new wald_multipliers{{}, core::thresholds::choose_class_multipliers(
                                        table, classes, optional_reals(weights, table.rows, "weights"), goal, monitor)};
  });
}

wald_status wald_class_apply(const double *multipliers, const double *costs, const wald_array *scores,
                             int64_t *out) noexcept {
  return guarded([&] {
    if (multipliers && costs) fail(Status::argument, "costs is given: must not be given with multipliers");
    const core::RealTable table = checked_table(scores, "scores");
    if (table.rows > 0) require(out, "out");
    const auto m = static_cast<std::size_t>(table.cols);
    if (costs)
      core::thresholds::least_cost_classes(table, {costs, costs + m * m}, out);
    else
      core::thresholds::apply_multipliers(
          table, multipliers ? std::vector<double>(multipliers, multipliers + m) : std::vector<double>(m, 1.0), out);
  });
}

wald_status wald_zone_create(const wald_sample *sample, const wald_options *options, wald_zone **out) noexcept {
  return guarded([&] {
    const core::thresholds::Sample &rows = get(sample);
    require(out, "out");
    const core::thresholds::ThresholdSearch &o = question(options, {"an abstention zone", "abstention"}).search;
    *out = new wald_zone{{}, core::thresholds::choose_abstention_zone(
                                 rows, {o.false_positive_cost, o.false_negative_cost, o.abstention_cost})};
  });
}

}  // extern "C"

// The calls of the conformance cases that concern thresholds.
#include "conformance.hpp"

#include <algorithm>

namespace {

constexpr Named rules[] = {{"or", WALD_RULE_OR}, {"and", WALD_RULE_AND}};

std::vector<double> numbers_or_none(const Json &c, const char *name) {
  return !c.contains(name) || c.at(name).is_null() ? std::vector<double>() : numbers(c.at(name));
}

// Scores and labels of a case, and their storage.
struct Rows {
  std::vector<double> scores, weights, cut;
  std::vector<uint8_t> labels;
  int64_t n, dims;
  wald_rule rule;

  explicit Rows(const Json &rows)
      : scores(flat<double>(rows.at("scores"))),
        weights(numbers_or_none(rows, "weights")),
        cut(numbers_or_none(rows, "rated_from")),
        labels(rows.at("labels").get<std::vector<uint8_t>>()),
        n(static_cast<int64_t>(labels.size())),
        dims(rows.at("n_scores").get<int64_t>()),
        rule(value_of(rules, rows.at("rule"))) {}
  wald::Sample empty() const { return wald::Sample(dims, rule, cut); }
  void feed(wald::Sample &to, int64_t from, int64_t count) const {
    to.feed(wald::Truth(labels.data() + from, count), wald::Table(scores.data() + from * dims, count, dims),
            weights.empty() ? wald::Array() : wald::Array(weights.data() + from, count));
  }
  wald::Sample sample() const {
    wald::Sample out = empty();
    feed(out, 0, n);
    return out;
  }
  // The same rows one by one, from the last, half of them through another sample.
  wald::Sample merged() const {
    wald::Sample out = empty(), other = empty();
    for (int64_t i = n; i-- > 0;) feed(i % 2 ? out : other, i, 1);
    out.merge(other);
    return out;
  }
};

wald::ThresholdOptions asked_of(const Json &c) {
  wald::ThresholdOptions out;
  const Json &asked = c.at("asked");
  set_all(out, asked);
  if (asked.contains("metric"))
    out.metric(wald::Metric(asked.at("metric").get<std::string>(), asked.value("zero_division", 1)));
  return out;
}

// Every number of an answer, in one list.
std::vector<double> numbers_of(const wald::Thresholds &t) {
  std::vector<double> out;
  for (int64_t a = 0; a < t.n_answers(); ++a) {
    for (wald_thresholds_fact f = WALD_THRESHOLDS_FEASIBLE; f <= WALD_THRESHOLDS_STACKED_THRESHOLD; ++f) {
      const auto interval = t.interval(f, a);
      for (double x : {t.number(f, a), interval.low, interval.high}) out.push_back(x);
    }
    for (wald_thresholds_fact f = WALD_THRESHOLDS_THRESHOLDS; f <= WALD_THRESHOLDS_COEFFICIENTS; ++f)
      for (double x : t.numbers(f, a)) out.push_back(x);
    out.push_back(t.flags(a));
  }
  return out;
}

}  // namespace

void frontier(const Json &c) {
  const Rows rows(c.at("rows"));
  const wald::Sample f = rows.sample();
  const Json &e = c.at("expect");
  check_same("n_rows", f.n_rows(), e.at("n_rows"));
  check("positives", f.positives(), hex(e.at("positives")));
  check("negatives", f.negatives(), hex(e.at("negatives")));
  check("unrated", f.unrated(), hex(e.at("unrated")));
  for (const Json &at : e.at("counts")) {
    const wald::Sample::Counts counts = f.count(numbers(at[0]));
    check("tp at " + at[0].dump(), counts.tp, hex(at[1]));
    check("fp at " + at[0].dump(), counts.fp, hex(at[2]));
    check("unrated at " + at[0].dump(), counts.unrated, hex(at[3]));
  }
  check_list("auc", f.roc_area(), e.at("auc"));
  const std::string saved = f.save();
  if (wald::Sample::load(saved).save() != saved) fail("saving, loading and saving gives another text");
  if (rows.merged().save() != saved) fail("rows fed in another order are saved as another text");
}

void choose(const Json &c) {
  const Rows rows(c.at("rows"));
  const wald::Sample f = rows.sample();
  wald::ThresholdOptions options = asked_of(c);
  const wald::Thresholds t = f.choose(options);
  if (!c.contains("expect")) return;
  const Json &e = c.at("expect");
  check_same("method", std::string(t.method()), e.at("method"));
  for (const auto &[name, value] : e.at("facts").items())
    check(name, t.number(fact_named("thresholds", name)), hex(value));
  std::vector<std::string> flags;
  for (std::string_view name : t.flag_names()) flags.emplace_back(name);
  std::sort(flags.begin(), flags.end());
  check_same("flags", flags, e.at("flags"));
  if (e.contains("thresholds")) check_list("thresholds", t.thresholds(), e.at("thresholds"));
  if (e.contains("intervals"))
    for (const auto &[name, limits] : e.at("intervals").items()) {
      const auto interval = t.interval(fact_named("thresholds", name));
      check(name + ", low", interval.low, hex(limits[0]));
      check(name + ", high", interval.high, hex(limits[1]));
      check_same(name + ", exact", int{interval.exact}, 1);
    }

  // What the thresholds flag is what the answer says of them, whichever way it is asked.
  const wald::Sample::Counts counts = f.count(t.thresholds());
  check_bits("counts", {counts.tp, counts.fp, counts.unrated}, {t.tp(), t.fp(), t.unrated()});
  const wald::Table<const double> scores(rows.scores.data(), rows.n, rows.dims);
  const std::vector<uint8_t> flagged = t.apply(scores);
  check_same("apply", flagged, Json(wald::apply_thresholds(t.thresholds(), rows.rule, scores)));
  double weight = 0;
  for (std::size_t i = 0; i < flagged.size(); ++i) weight += flagged[i] * (rows.weights.empty() ? 1 : rows.weights[i]);
  check("weight flagged", weight, counts.tp + counts.fp + counts.unrated);

  const std::vector<double> first = numbers_of(t);
  check_bits("of other chunks", numbers_of(rows.merged().choose(options)), first);
  check_bits("of a copy", numbers_of(f.copy().choose(options)), first);
  check_bits("of saved and loaded rows", numbers_of(wald::Sample::load(f.save()).choose(options)), first);
  options.threads(3);
  check_bits("with 3 threads", numbers_of(f.choose(options)), first);
}

void operating_points(const Json &c) {
  const Rows rows(c.at("rows"));
  const wald::Sample f = rows.sample();
  const wald::Frontier points = f.frontier(asked_of(c));
  const Json &e = c.at("expect");
  check_list("tp", points.tp(), e.at("tp"));
  check_list("fp", points.fp(), e.at("fp"));
  check_same("on_hull", points.on_hull(), Json(e.at("on_hull").get<std::vector<double>>()));
  for (const auto &[name, value] : e.at("facts").items())
    check(name, wald::detail::number<double>(points.get(), fact_named("frontier", name)),
          hex(value));
  const std::vector<double> thresholds = points.thresholds();
  for (std::size_t i = 0; i < points.tp().size(); ++i) {
    const auto at = thresholds.begin() + static_cast<std::ptrdiff_t>(i) * rows.dims;
    const wald::Sample::Counts counts = f.count({&*at, rows.dims});
    check_bits("counts at a point", {counts.tp, counts.fp}, {points.tp()[i], points.fp()[i]});
  }
}

void apply_thresholds(const Json &c) {
  const std::vector<double> scores = flat<double>(c.at("scores"));
  const wald::Table<const double> table(scores.data(), static_cast<int64_t>(c.at("scores").size()),
                                        width(c.at("scores"), 0));
  const auto flagged = wald::apply_thresholds(numbers(c.at("thresholds")), value_of(rules, c.at("rule")), table);
  if (c.contains("expect")) check_same("flagged", flagged, c.at("expect").at("flagged"));
}

void label_thresholds(const Json &c) {
  const std::vector<double> scores = flat<double>(c.at("scores")), weights = numbers_or_none(c, "weights");
  const std::vector<uint8_t> labels = flat<uint8_t>(c.at("labels"));
  const auto rows = static_cast<int64_t>(c.at("scores").size());
  const int64_t cols = width(c.at("scores"), 0);
  wald::ThresholdOptions options = asked_of(c);
  options.average(c.at("average").get<std::string>());
  const std::vector<int64_t> groups =
      c.contains("groups") ? c.at("groups").get<std::vector<int64_t>>() : std::vector<int64_t>();
  const wald::LabelThresholds found = wald::label_thresholds(
      wald::Table(labels.data(), rows, cols), wald::Table(scores.data(), rows, cols), options, array_of(weights),
      groups.empty() ? wald::Array() : wald::Array(groups));
  if (!c.contains("expect")) return;
  const Json &e = c.at("expect");
  if (e.contains("tp")) check_list("tp", found.numbers(WALD_LABELS_TP), e.at("tp"));
  if (e.contains("fp")) check_list("fp", found.numbers(WALD_LABELS_FP), e.at("fp"));
  check("value", found.value(), hex(e.at("value")));
  check_same("feasible", int{found.feasible()}, e.at("feasible"));
  check_same("exact", int{found.exact()}, e.at("exact"));
  if (c.at("asked").contains("prevalence")) return;
  for (int64_t l = 0; l < cols; ++l) {  // the counts are those of the thresholds
    double counts[2] = {0, 0};
    for (int64_t i = 0; i < rows; ++i) {
      const auto at = static_cast<std::size_t>(i * cols + l);
      if (scores[at] >= found.threshold(l) && labels[at] < 2) ++counts[labels[at]];
    }
    check_bits("counts of a label", {counts[0], counts[1]}, {found.fp(l), found.tp(l)});
  }
}

namespace {

// The rows of segments, and their storage.
struct SegmentRows {
  std::vector<double> scores, weights, benefits, costs, limits;
  std::vector<uint8_t> labels;
  std::vector<int64_t> segments;
  int64_t n_segments;

  explicit SegmentRows(const Json &c)
      : scores(numbers(c.at("scores"))),
        weights(numbers_or_none(c, "weights")),
        benefits(numbers_or_none(c, "benefits")),
        costs(numbers_or_none(c, "costs")),
        limits(flat<double>(c.value("limits", Json::array()))),
        labels(c.at("labels").get<std::vector<uint8_t>>()),
        segments(c.at("segments").get<std::vector<int64_t>>()),
        n_segments(c.at("n_segments").get<int64_t>()) {}
  std::vector<wald::SegmentThresholds> choose(const wald::ThresholdOptions &options) const {
    wald::SegmentInput more;
    more.weights = array_of(weights);
    more.benefits = array_of(benefits);
    more.costs = array_of(costs);
    const int64_t columns = 6;
    if (!limits.empty()) more.limits = wald::Array(wald::Table(limits.data(), n_segments, columns));
    return wald::segment_thresholds(labels, scores, segments, n_segments, options, more);
  }
  // From the last row to the first.
  SegmentRows reversed() const {
    SegmentRows out = *this;
    for (std::vector<double> *list : {&out.scores, &out.weights, &out.benefits, &out.costs})
      std::reverse(list->begin(), list->end());
    std::reverse(out.labels.begin(), out.labels.end());
    std::reverse(out.segments.begin(), out.segments.end());
    return out;
  }
};

std::vector<double> numbers_of(const std::vector<wald::SegmentThresholds> &answers) {
  std::vector<double> out;
  for (const wald::SegmentThresholds &answer : answers) {
    for (wald_segments_fact f = WALD_SEGMENTS_TOLERANCE; f < WALD_SEGMENTS_THRESHOLD; ++f)
      out.push_back(answer.number(f));
    for (int64_t s = 0; s < answer.segments(); ++s)
      for (wald_segments_fact f = WALD_SEGMENTS_THRESHOLD; f <= WALD_SEGMENTS_THEOREM; ++f)
        out.push_back(answer.number(f, s));
  }
  return out;
}

}  // namespace

void segment_thresholds(const Json &c) {
  const SegmentRows rows(c);
  wald::ThresholdOptions options = asked_of(c);
  if (c.at("asked").contains("tolerance")) options.tolerance(numbers(c.at("asked").at("tolerance")));
  const std::vector<wald::SegmentThresholds> found = rows.choose(options);
  if (!c.contains("expect")) return;
  const Json &answers = c.at("expect").at("answers");
  check_same("answers", found.size(), Json(answers.size()));
  for (std::size_t a = 0; a < found.size(); ++a) {
    const std::string where = "answer " + std::to_string(a) + ", ";
    for (const auto &[name, value] : answers[a].at("facts").items()) {
      const bool is_total = name == "tp" || name == "fp" || name == "gain";
      check(where + name, found[a].number(fact_named("segments", (is_total ? "total_" : "") + name)), hex(value));
    }
    for (const auto &[name, values] : answers[a].at("segments").items()) {
      std::vector<double> each;
      for (int64_t s = 0; s < found[a].segments(); ++s)
        each.push_back(found[a].number(fact_named("segments", name), s));
      check_list(where + "segments, " + name, each, values);
    }
    if (c.at("asked").contains("prevalence")) continue;
    // What the thresholds flag is what the answer says of them.
    double tp = 0, fp = 0;
    for (std::size_t i = 0; i < rows.labels.size(); ++i) {
      const double at = found[a].number(WALD_SEGMENTS_THRESHOLD, rows.segments[i]);
      if (rows.scores[i] >= at) (rows.labels[i] ? tp : fp) += rows.weights.empty() ? 1 : rows.weights[i];
    }
    check_bits("counts", {found[a].number(WALD_SEGMENTS_TOTAL_TP), found[a].number(WALD_SEGMENTS_TOTAL_FP)}, {tp, fp});
  }
  check_bits("of rows in another order", numbers_of(rows.reversed().choose(options)), numbers_of(found));
}

void class_multipliers(const Json &c) {
  const std::vector<double> scores = flat<double>(c.at("scores")), weights = numbers_or_none(c, "weights");
  const wald::Table<const double> table(scores.data(), static_cast<int64_t>(c.at("scores").size()),
                                        width(c.at("scores"), 0));
  const auto truth = c.at("truth").get<std::vector<int64_t>>();
  wald::ThresholdOptions options;
  if (!c.contains("costs")) options.metric(metric_of(c)).average(c.at("average").get<std::string>());
  const std::vector<double> costs = c.contains("costs") ? numbers(c.at("costs")) : std::vector<double>();
  const wald::ClassMultipliers found = wald::class_multipliers(truth, table, options, costs, array_of(weights));
  if (!c.contains("expect")) return;
  check("value", found.value(), hex(c.at("expect").at("value")));
  check("start", found.start(), hex(c.at("expect").at("start")));
  std::vector<double> confusion(found.confusion().size());
  const std::vector<int64_t> classes = wald::apply_multipliers(found.multipliers(), table);
  for (std::size_t i = 0; i < truth.size(); ++i)
    ++confusion[static_cast<std::size_t>(truth[i] * table.cols + classes[i])];
  check_bits("confusion", found.confusion(), confusion);
}

void apply_classes(const Json &c) {
  const std::vector<double> scores = flat<double>(c.at("scores"));
  const wald::Table<const double> table(scores.data(), static_cast<int64_t>(c.at("scores").size()),
                                        width(c.at("scores"), 0));
  const auto classes = !c.contains("costs") ? wald::apply_multipliers(numbers_or_none(c, "multipliers"), table)
                                            : wald::least_cost_classes(numbers(c.at("costs")), table);
  check_same("classes", classes, c.at("expect").at("classes"));
}

void match_detections(const Json &c) {
  const auto table_of = [&](const std::vector<double> &cells, const char *name) {
    return wald::Table<const double>(cells.data(), static_cast<int64_t>(c.at(name).size()), width(c.at(name), 0));
  };
  const std::vector<double> truths = flat<double>(c.at("truths")), found = flat<double>(c.at("detections"));
  const std::vector<double> got =
      wald::Sample::match_detections(table_of(truths, "truths"), numbers(c.at("crowds")), table_of(found, "detections"),
                                     numbers(c.at("scores")), c.at("min_overlap").get<double>());
  if (c.contains("expect")) check_bits("matched", got, numbers(c.at("expect").at("matched")));
}

void abstention_zone(const Json &c) {
  const wald::Sample f = Rows(c.at("rows")).sample();
  const std::vector<double> costs = numbers(c.at("costs"));
  const wald::AbstentionZone zone = f.abstention_zone(wald::ThresholdOptions()
                                                                  .false_positive_cost(costs.at(0))
                                                                  .false_negative_cost(costs.at(1))
                                                                  .abstention_cost(costs.at(2)));
  if (!c.contains("expect")) return;
  const Json &e = c.at("expect");
  check("low", zone.low(), hex(e.at("low")));
  check("high", zone.high(), hex(e.at("high")));
  check("tp", zone.tp(), hex(e.at("tp")));
  check("fp", zone.fp(), hex(e.at("fp")));
  check("fn", zone.fn(), hex(e.at("fn")));
  check("abstained", zone.abstained(), hex(e.at("abstained")));
  check("cost", zone.cost(), hex(e.at("cost")));
}

void decision_curve(const Json &c) {
  const std::vector<double> p = flat<double>(c.at("probabilities")), weights = numbers_or_none(c, "weights");
  const std::vector<uint8_t> labels = c.at("labels").get<std::vector<uint8_t>>();
  const wald::Table<const double> table(p.data(), static_cast<int64_t>(labels.size()), width(c.at("probabilities"), 0));
  const wald::DecisionCurve curve(labels, table, numbers(c.at("thresholds")), asked_of(c), array_of(weights));
  for (const auto &[name, values] : c.at("expect").items()) {
    std::vector<double> found;
    for (int64_t model = 0; model <= curve.models(); ++model)
      for (double x : curve.numbers(fact_named("decision_curve", name), model)) found.push_back(x);
    check_list(name, found, values);
  }
}

void reliability(const Json &c) {
  const std::vector<double> p = numbers(c.at("probabilities")), weights = numbers_or_none(c, "weights");
  const std::vector<uint8_t> labels = c.at("labels").get<std::vector<uint8_t>>();
  const wald::Reliability found(labels, p, asked_of(c), array_of(weights));
  const Json &e = c.at("expect");
  for (const auto &[name, value] : e.at("facts").items())
    check(name, found.number(fact_named("reliability", name)), hex(value));
  for (const auto &[name, values] : e.at("bins").items())
    check_list("bins, " + name, found.numbers(fact_named("reliability", "bin_" + name)), values);
  check_list("fitted", found.fitted(), e.at("fitted"));
}

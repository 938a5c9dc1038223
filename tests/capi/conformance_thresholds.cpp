// The calls of the conformance cases that concern thresholds.
#include "conformance.hpp"

#include <algorithm>

namespace {

constexpr Named rules[] = {{"or", WALD_RULE_OR}, {"and", WALD_RULE_AND}};
constexpr Named goals[] = {{"auto", WALD_GOAL_AUTO},
                           {"metric", WALD_GOAL_METRIC},
                           {"net_benefit", WALD_GOAL_NET_BENEFIT},
                           {"most_tp", WALD_GOAL_MOST_TP},
                           {"fewest_fp", WALD_GOAL_FEWEST_FP}};
constexpr Named settings[] = {{"cost_ratio", WALD_SETTING_COST_RATIO},
                              {"marginal_precision", WALD_SETTING_MARGINAL_PRECISION},
                              {"min_precision", WALD_SETTING_MIN_PRECISION},
                              {"confidence", WALD_SETTING_CONFIDENCE},
                              {"min_recall", WALD_SETTING_MIN_RECALL},
                              {"max_fp", WALD_SETTING_MAX_FP},
                              {"max_alerts", WALD_SETTING_MAX_ALERTS},
                              {"positives", WALD_SETTING_POSITIVES},
                              {"bootstrap", WALD_SETTING_BOOTSTRAP},
                              {"level", WALD_SETTING_LEVEL},
                              {"folds", WALD_SETTING_FOLDS},
                              {"dropout", WALD_SETTING_DROPOUT},
                              {"threads", WALD_SETTING_THREADS}};
constexpr Named frontier_facts[] = {{"exact", WALD_FRONTIER_EXACT},
                                    {"quantiles", WALD_FRONTIER_QUANTILES},
                                    {"local_optimum", WALD_FRONTIER_LOCAL_OPTIMUM},
                                    {"positives", WALD_FRONTIER_POSITIVES},
                                    {"negatives", WALD_FRONTIER_NEGATIVES},
                                    {"roc_area", WALD_FRONTIER_ROC_AREA},
                                    {"roc_hull_area", WALD_FRONTIER_ROC_HULL_AREA},
                                    {"pr_area", WALD_FRONTIER_PR_AREA}};

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
  wald::Frontier empty() const { return wald::Frontier(dims, rule, cut); }
  void feed(wald::Frontier &to, int64_t from, int64_t count) const {
    to.feed(wald::Table<const double>(scores.data() + from * dims, count, dims), labels.data() + from,
            weights.empty() ? nullptr : weights.data() + from);
  }
  wald::Frontier frontier() const {
    wald::Frontier out = empty();
    feed(out, 0, n);
    return out;
  }
  // The same rows one by one, from the last, half of them through another frontier.
  wald::Frontier merged() const {
    wald::Frontier out = empty(), other = empty();
    for (int64_t i = n; i-- > 0;) feed(i % 2 ? out : other, i, 1);
    out.merge(other);
    return out;
  }
};

wald::ThresholdOptions asked_of(const Json &c) {
  wald::ThresholdOptions out;
  const Json &asked = c.at("asked");
  if (asked.contains("goal")) out.goal(value_of(goals, asked.at("goal")));
  if (asked.contains("metric"))
    out.metric(wald::Metric(asked.at("metric").get<std::string>(), asked.value("zero_division", 1)));
  for (const Named &setting : settings)
    if (asked.contains(setting.name)) out.set(setting.value, number(asked.at(setting.name)));
  return out;
}

// Every number of an answer, in one list.
std::vector<double> numbers_of(const wald::Thresholds &t) {
  std::vector<double> out;
  for (int64_t a = 0; a < t.count(); ++a) {
    for (wald_threshold_fact f = WALD_THRESHOLD_FEASIBLE; f <= WALD_THRESHOLD_STACKED; ++f) {
      const auto interval = t.interval(f, a);
      for (double x : {t.fact(f, a), interval.low, interval.high}) out.push_back(x);
    }
    for (wald_threshold_array which = WALD_ARRAY_THRESHOLDS; which <= WALD_ARRAY_COEFFICIENTS; ++which)
      for (double x : t.array(which, a)) out.push_back(x);
    out.push_back(t.flags(a));
  }
  return out;
}

wald_threshold_fact fact_named(const std::string &name) {
  for (wald_threshold_fact f = WALD_THRESHOLD_FEASIBLE; !wald::Thresholds::fact_name(f).empty(); ++f)
    if (name == wald::Thresholds::fact_name(f)) return f;
  throw std::runtime_error("the case names an unknown " + name);
}

}  // namespace

void frontier(const Json &c) {
  const Rows rows(c.at("rows"));
  const wald::Frontier f = rows.frontier();
  const Json &e = c.at("expect");
  const wald::Frontier::Totals totals = f.totals();
  check_same("n_rows", totals.n_rows, e.at("n_rows"));
  check("positives", totals.positives, hex(e.at("positives")));
  check("negatives", totals.negatives, hex(e.at("negatives")));
  check("unrated", totals.unrated, hex(e.at("unrated")));
  for (const Json &at : e.at("counts")) {
    const wald::Frontier::Counts counts = f.count(numbers(at[0]));
    check("tp at " + at[0].dump(), counts.tp, hex(at[1]));
    check("fp at " + at[0].dump(), counts.fp, hex(at[2]));
    check("unrated at " + at[0].dump(), counts.unrated, hex(at[3]));
  }
  for (int64_t d = 0; d < rows.dims; ++d) check("auc", f.auc(d), hex(e.at("auc")[static_cast<std::size_t>(d)]));
  const std::string saved = f.save();
  if (wald::Frontier::load(saved).save() != saved) fail("saving, loading and saving gives another text");
  if (rows.merged().save() != saved) fail("rows fed in another order are saved as another text");
}

void choose(const Json &c) {
  const Rows rows(c.at("rows"));
  const wald::Frontier f = rows.frontier();
  wald::ThresholdOptions options = asked_of(c);
  const wald::Thresholds t = f.choose(options);
  if (!c.contains("expect")) return;
  const Json &e = c.at("expect");
  check_same("method", std::string(t.method()), e.at("method"));
  for (const auto &[name, value] : e.at("facts").items()) check(name, t.fact(fact_named(name)), hex(value));
  std::vector<std::string> flags;
  for (std::string_view name : t.flag_names()) flags.emplace_back(name);
  std::sort(flags.begin(), flags.end());
  check_same("flags", flags, e.at("flags"));
  if (e.contains("thresholds")) check_list("thresholds", t.thresholds(), e.at("thresholds"));
  if (e.contains("intervals"))
    for (const auto &[name, limits] : e.at("intervals").items()) {
      const auto interval = t.interval(fact_named(name));
      check(name + ", low", interval.low, hex(limits[0]));
      check(name + ", high", interval.high, hex(limits[1]));
      check_same(name + ", exact", int{interval.exact}, 1);
    }

  // What the thresholds flag is what the answer says of them, whichever way it is asked.
  const wald::Frontier::Counts counts = f.count(t.thresholds());
  check_bits("counts", {counts.tp, counts.fp, counts.unrated}, {t.tp(), t.fp(), t.fact(WALD_THRESHOLD_UNRATED)});
  const wald::Table<const double> scores(rows.scores.data(), rows.n, rows.dims);
  const std::vector<uint8_t> flagged = t.apply(scores);
  check_same("apply", flagged, Json(wald::apply_thresholds(t.thresholds(), rows.rule, scores)));
  double weight = 0;
  for (std::size_t i = 0; i < flagged.size(); ++i) weight += flagged[i] * (rows.weights.empty() ? 1 : rows.weights[i]);
  check("weight flagged", weight, counts.tp + counts.fp + counts.unrated);

  const std::vector<double> first = numbers_of(t);
  check_bits("of other chunks", numbers_of(rows.merged().choose(options)), first);
  check_bits("of a copy", numbers_of(f.copy().choose(options)), first);
  check_bits("of saved and loaded rows", numbers_of(wald::Frontier::load(f.save()).choose(options)), first);
  options.set(WALD_SETTING_THREADS, 3);
  check_bits("with 3 threads", numbers_of(f.choose(options)), first);
}

void operating_points(const Json &c) {
  const Rows rows(c.at("rows"));
  const wald::Frontier f = rows.frontier();
  const wald::OperatingPoints points = f.points(asked_of(c));
  const Json &e = c.at("expect");
  check_list("tp", points.tp(), e.at("tp"));
  check_list("fp", points.fp(), e.at("fp"));
  check_same("on_hull", points.on_hull(), e.at("on_hull"));
  for (const auto &[name, value] : e.at("facts").items())
    check(name, points.fact(value_of(frontier_facts, name)), hex(value));
  const std::vector<double> thresholds = points.thresholds();
  for (std::size_t i = 0; i < points.tp().size(); ++i) {
    const auto at = thresholds.begin() + static_cast<std::ptrdiff_t>(i) * rows.dims;
    const wald::Frontier::Counts counts = f.count({at, at + rows.dims});
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
  const wald::LabelThresholds found = wald::label_thresholds<double>(
      value_of(averages, c.at("average")), wald::Table<const double>(scores.data(), rows, cols),
      wald::Table<const uint8_t>(labels.data(), rows, cols), asked_of(c), weights.empty() ? nullptr : weights.data());
  if (!c.contains("expect")) return;
  const Json &e = c.at("expect");
  if (e.contains("tp")) check_list("tp", found.tp, e.at("tp"));
  if (e.contains("fp")) check_list("fp", found.fp, e.at("fp"));
  check("value", found.value, hex(e.at("value")));
  check_same("feasible", int{found.feasible}, e.at("feasible"));
  check_same("exact", int{found.exact}, e.at("exact"));
  for (int64_t l = 0; l < cols; ++l) {  // the counts are those of the thresholds
    double counts[2] = {0, 0};
    for (int64_t i = 0; i < rows; ++i) {
      const auto at = static_cast<std::size_t>(i * cols + l);
      if (scores[at] >= found.thresholds[static_cast<std::size_t>(l)] && labels[at] < 2) ++counts[labels[at]];
    }
    check_bits("counts of a label", {counts[0], counts[1]},
               {found.fp[static_cast<std::size_t>(l)], found.tp[static_cast<std::size_t>(l)]});
  }
}

void class_multipliers(const Json &c) {
  const std::vector<double> scores = flat<double>(c.at("scores")), weights = numbers_or_none(c, "weights");
  const wald::Table<const double> table(scores.data(), static_cast<int64_t>(c.at("scores").size()),
                                        width(c.at("scores"), 0));
  const auto truth = c.at("truth").get<std::vector<int64_t>>();
  const double *w = weights.empty() ? nullptr : weights.data();
  const wald::ClassMultipliers found =
      c.contains("costs") ? wald::class_multipliers(numbers(c.at("costs")), table, truth, w)
                          : wald::class_multipliers(metric_of(c), value_of(averages, c.at("average")), table, truth, w);
  if (!c.contains("expect")) return;
  check("value", found.value, hex(c.at("expect").at("value")));
  check("start", found.start, hex(c.at("expect").at("start")));
  std::vector<double> confusion(found.confusion.size());
  const std::vector<int64_t> classes = wald::apply_multipliers(found.multipliers, table);
  for (std::size_t i = 0; i < truth.size(); ++i)
    ++confusion[static_cast<std::size_t>(truth[i] * table.cols + classes[i])];
  check_bits("confusion", found.confusion, confusion);
}

void apply_classes(const Json &c) {
  const std::vector<double> scores = flat<double>(c.at("scores"));
  const wald::Table<const double> table(scores.data(), static_cast<int64_t>(c.at("scores").size()),
                                        width(c.at("scores"), 0));
  const auto classes = !c.contains("costs") ? wald::apply_multipliers(numbers_or_none(c, "multipliers"), table)
                                               : wald::least_cost_classes(numbers(c.at("costs")), table);
  check_same("classes", classes, c.at("expect").at("classes"));
}

void abstention_zone(const Json &c) {
  const wald::Frontier f = Rows(c.at("rows")).frontier();
  const std::vector<double> costs = numbers(c.at("costs"));
  const wald::Frontier::AbstentionZone zone = f.abstention_zone(costs.at(0), costs.at(1), costs.at(2));
  if (!c.contains("expect")) return;
  const Json &e = c.at("expect");
  check("low", zone.low, hex(e.at("low")));
  check("high", zone.high, hex(e.at("high")));
  check("tp", zone.tp, hex(e.at("tp")));
  check("fp", zone.fp, hex(e.at("fp")));
  check("fn", zone.fn, hex(e.at("fn")));
  check("abstained", zone.abstained, hex(e.at("abstained")));
  check("cost", zone.cost, hex(e.at("cost")));
}

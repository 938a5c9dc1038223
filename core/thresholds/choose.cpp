#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/choose.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/models/logistic.hpp"
#include "core/numeric/parallel.hpp"
#include "core/thresholds/analytic.hpp"
#include "core/thresholds/bootstrap.hpp"
#include "core/thresholds/folds.hpp"
#include "core/thresholds/path.hpp"
#include "core/thresholds/single.hpp"

namespace wald::core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr const char *method_names[] = {"direct", "path", "path-equal", "analytic", "stacked", "best-single"};
constexpr const char *flag_names[] = {
    "nothing_flagged",  "everything_flagged", "target_not_attained", "recall_out_of_reach", "few_positives",
    "saturated_scores", "in_sample_scores",   "inverted_scores",     "thinned_levels",      "local_optimum",
    "unrated_flagged",  "only_positives",     "constraint_missed"};

void check_options(const ThresholdOptions &o) {
  if (o.method < Method::direct || o.method > Method::best_single)
    fail(Status::argument, "method is ", static_cast<int32_t>(o.method), ": must lie in [0, 5]");
  if (o.smoothing < Smoothing::none || o.smoothing > Smoothing::dropout)
    fail(Status::argument, "smoothing is ", static_cast<int32_t>(o.smoothing), ": must lie in [0, 2]");
  if (o.smoothing != Smoothing::none && o.smoothing_rounds < 1)
    fail(Status::argument, "smoothing_rounds is ", o.smoothing_rounds, ": must be at least 1");
  const bool path = o.method == Method::path || o.method == Method::path_equal;
  if (o.smoothing == Smoothing::dropout && !path)
    fail(Status::argument, "smoothing is 2: dropout leaves out edges, so it goes with the methods path and path-equal");
  if (o.smoothing == Smoothing::bagged && o.method != Method::direct)
    fail(Status::argument, "smoothing is 1: bagging goes with the method direct");
  if (!(o.dropout >= 0 && o.dropout < 1)) fail(Status::argument, "dropout is ", o.dropout, ": must lie in [0, 1)");
  if (o.grid < 2) fail(Status::argument, "grid is ", o.grid, ": must be at least 2");
  if (o.bootstrap < 0) fail(Status::argument, "bootstrap is ", o.bootstrap, ": must be at least 0");
  if (o.bootstrap_cells < 4) fail(Status::argument, "bootstrap_cells is ", o.bootstrap_cells, ": must be at least 4");
  if (o.folds < 0 || o.folds == 1) fail(Status::argument, "folds is ", o.folds, ": must be 0 (none) or at least 2");
  if (!(o.level > 0 && o.level < 1))
    fail(Status::argument, "level is ", o.level, ": must lie strictly between 0 and 1");
  if (!(o.ridge >= 0 && o.ridge < infinity))
    fail(Status::argument, "ridge is ", o.ridge, ": must be finite and at least 0");
  if (o.limits.lattice_cells < 4)
    fail(Status::argument, "lattice_cells is ", o.limits.lattice_cells, ": must be at least 4");
  if (o.limits.pair_cells < 4) fail(Status::argument, "pair_cells is ", o.limits.pair_cells, ": must be at least 4");
  if (o.limits.ascent_levels < 3)
    fail(Status::argument, "ascent_levels is ", o.limits.ascent_levels, ": must be at least 3");
}

void require_fed(const Sample &sample) {
  if (sample.n_fed() == 0) fail(Status::argument, "rows is 0: no row of a weight above 0 was fed");
  if (sample.positives().size() == 0)
    fail(Status::argument,
         "positives is 0: no row is labelled 1, and thresholds are chosen at the scores of such rows");
}

// The threshold at which a classifier restricts nothing.
double off(const Sample &sample, std::size_t d) {
  return sample.rule() == Rule::any ? infinity : sample.rated_from()[d];
}

std::vector<Levels> equal_grid(const Sample &sample, const ThresholdOptions &options) {
  const auto dims = static_cast<double>(sample.dims());
  int64_t grid = options.grid;
  while (grid > 2 && std::pow(static_cast<double>(grid + 2), dims) > static_cast<double>(options.limits.lattice_cells))
    --grid;
  std::vector<Levels> out;
  for (int64_t d = 0; d < sample.dims(); ++d) out.push_back(equal_levels(sample, d, grid));
  return out;
}

struct Found {
  ThresholdCurve curve;
  bool thinned = false, local_optimum = false;
  double ranking_area = Question::unset;  // of one classifier, where the search has ranked all rows
  Logistic stack;                         // with the method stacked; the curve's thresholds are one number each then
};

Logistic fit_stack(const Sample &sample, double ridge) {
  std::vector<double> rows, weights;
  std::vector<uint8_t> labels;
  const bool weighted = !sample.positives().weights.empty() || !sample.negatives().weights.empty();
  // Infinite scores stand where the farthest finite ones do.
  const auto dims = static_cast<std::size_t>(sample.dims());
  std::vector<double> low(dims, infinity), high(dims, -infinity);
  constexpr double largest = std::numeric_limits<double>::max();
  for (const RowSet *set : {&sample.positives(), &sample.negatives()})
    for (int64_t i = 0; i < set->size(); ++i)
      for (std::size_t d = 0; d < dims; ++d) {
        const double s = set->row(i)[d];
        if (!(std::fabs(s) < largest)) continue;
        low[d] = std::min(low[d], s);
        high[d] = std::max(high[d], s);
      }
  for (const RowSet *set : {&sample.positives(), &sample.negatives()})
    for (int64_t i = 0; i < set->size(); ++i) {
      for (std::size_t d = 0; d < dims; ++d)
        rows.push_back(low[d] <= high[d] ? std::clamp(set->row(i)[d], low[d], high[d]) : 0);
      labels.push_back(set == &sample.positives());
      if (weighted) weights.push_back(set->weight(i));
    }
  return fit_logistic(rows, sample.dims(), labels, weights, ridge);
}

Found search(const Sample &sample, const Judge &judge, const ThresholdOptions &options, Monitor &monitor) {
  Found out;
  const auto dims = static_cast<std::size_t>(sample.dims());
  const Against against = judge.against();
  switch (options.method) {
    case Method::direct: {
      DirectSearch found = search_direct(sample, judge, options.limits, monitor);
      out.curve = std::move(found.curve);
      out.thinned = found.thinned;
      out.local_optimum = found.local_optimum;
      out.ranking_area = found.ranking_area;
      break;
    }
    case Method::path:
    case Method::path_equal: {
      const RankedSample rows =
          rank_rows(sample,
                    options.method == Method::path ? lattice_levels(sample, options.limits.lattice_cells)
                                                   : equal_grid(sample, options),
                    against);
      out.curve = path_curve(rows, longest_path(LatticeCounts(rows), {}, monitor));
      out.thinned = rows.thinned();
      break;
    }
    case Method::analytic:
      out.curve = analytic_curve(sample, options.grid, options.limits.lattice_cells, against);
      out.thinned = true;
      break;
    case Method::stacked: {
      if (sample.negatives().size() == 0)
        fail(Status::argument, "labels: the method stacked needs rows of both labels");
      if (sample.has_cut())
        fail(Status::unsupported,
             "method \"stacked\": a combined score would flag rows below rated_from, which nobody "
             "labelled");
      out.stack = fit_stack(sample, options.ridge);
      const Sample combined = sample.combined(out.stack.coefficients, out.stack.intercept);
      out.curve = search_direct(combined, judge, options.limits, monitor).curve;
      out.curve.exact = false;
      break;
    }
    case Method::best_single: {
      // The best of the classifiers at each point; the choice among them follows.
      for (std::size_t d = 0; d < dims; ++d) {
        const Sample own = sample.single(static_cast<int64_t>(d));
        ThresholdCurve alone = search_direct(own, judge, options.limits, monitor).curve;
        for (std::vector<double> &t : alone.thresholds) {
          std::vector<double> all(dims);
          for (std::size_t e = 0; e < dims; ++e) all[e] = t[0] == infinity ? infinity : off(sample, e);
          all[d] = t[0];
          t = all;
        }
        // Under "and" a cut of another classifier takes rows away that this one alone would flag.
        if (sample.rule() == Rule::all && sample.has_cut()) {
          std::vector<std::vector<double>> chain = alone.thresholds;
          if (chain.front()[d] != infinity) chain.insert(chain.begin(), std::vector<double>(dims, infinity));
          alone = along_chain(sample, chain, against);
        }
        out.curve = d == 0 ? alone : merged(out.curve, alone, against);
      }
      out.curve.exact = dims == 1;
      break;
    }
  }
  return out;
}

std::vector<double> smoothed(const Sample &sample, const Judge &judge, const ThresholdOptions &options,
                             Monitor &monitor) {
  if (options.smoothing == Smoothing::bagged) {
    const CellBootstrap bootstrap(sample, lattice_levels(sample, options.bootstrap_cells));
    return median_thresholds(
        bootstrap_thresholds(bootstrap, judge, options.smoothing_rounds, options.seed, options.threads, monitor));
  }
  const RankedSample rows =
      rank_rows(sample,
                options.method == Method::path ? lattice_levels(sample, options.limits.lattice_cells)
                                               : equal_grid(sample, options),
                judge.against());
  const LatticeCounts counts(rows);
  std::vector<std::vector<double>> chosen(static_cast<std::size_t>(options.smoothing_rounds));
  parallel_for(options.smoothing_rounds, worker_count(options.threads, options.smoothing_rounds), monitor,
               [&](int64_t round, int, Monitor &) {
                 NoMonitor none;
                 const EdgeDropout dropout{options.dropout, options.seed, static_cast<uint64_t>(round)};
                 const ThresholdCurve curve = path_curve(rows, longest_path(counts, dropout, none));
                 chosen[static_cast<std::size_t>(round)] =
                     curve.thresholds[static_cast<std::size_t>(judge.choose(curve.points).index)];
               });
  return median_thresholds(chosen);
}

Outcome outcome_of(const Judge &judge, const Flagged &counts) {
  Outcome out;
  out.counts = counts;
  out.positives = judge.positives();
  if (counts.alerts() > 0) out.precision = counts.tp / counts.alerts();
  if (out.positives > 0) out.recall = counts.tp / out.positives;
  out.value = judge.reported(counts.tp, counts.fp);
  return out;
}

struct Segment {
  double tp = 0, fp = 0;
};

// The hull's segment that ends at a point of the curve, or spans it, and the one that begins there.
void hull_segments(const Staircase &points, int64_t index, Segment &before, Segment &after) {
  const std::vector<int64_t> hull = concave_hull(points);
  const auto between = [&](std::size_t i) {
    const FrontierPoint &a = points[static_cast<std::size_t>(hull[i])];
    const FrontierPoint &b = points[static_cast<std::size_t>(hull[i + 1])];
    return Segment{b.tp - a.tp, b.fp - a.fp};
  };
  for (std::size_t i = 0; i + 1 < hull.size(); ++i) {
    if (hull[i] < index && index <= hull[i + 1]) before = between(i);
    if (hull[i] <= index && index < hull[i + 1]) after = between(i);
  }
}

// The greatest of n scores below t. Several maxima side by side, since each waits for the one before it.
double greatest_below(const double *scores, int64_t n, int64_t stride, double t) {
  constexpr int64_t lanes = 8;
  double most[lanes];
  std::fill(most, most + lanes, -infinity);
  const auto look = [&](double x, double &at) {
    const double below = x < t ? x : -infinity;
    at = below > at ? below : at;
  };
  int64_t i = 0;
  if (stride == 1) {
    for (; i + lanes <= n; i += lanes)
      for (int64_t lane = 0; lane < lanes; ++lane) look(scores[i + lane], most[lane]);
  }
  for (; i < n; ++i) look(scores[i * stride], most[i % lanes]);
  return *std::max_element(most, most + lanes);
}

// For each threshold the highest lower score that some row has, below which the flagged rows might change; no lower
// than where rating began.
std::vector<double> next_lower_scores(const Sample &sample, const std::vector<double> &thresholds) {
  std::vector<double> out;
  const int64_t dims = sample.dims();
  for (int64_t d = 0; d < dims; ++d) {
    const double t = thresholds[static_cast<std::size_t>(d)];
    double best = sample.rated_from()[static_cast<std::size_t>(d)];
    for (const RowSet *set : {&sample.positives(), &sample.negatives(), &sample.unrated()})
      best = std::max(best, greatest_below(set->scores.data() + d, set->size(), dims, t));
    out.push_back(std::min(t, best));
  }
  return out;
}

// Facts of the data that deserve a warning whatever is chosen. known_area: of one classifier, where it is known
// already.
uint32_t data_flags(const Sample &sample, double known_area) {
  uint32_t out = 0;
  constexpr int64_t few = 50, few_values = 10;
  if (sample.positives().size() < few) out |= few_positives;
  if (sample.negatives().size() == 0) out |= only_positives;
  for (int64_t d = 0; d < sample.dims(); ++d) {
    const RowSet &positives = sample.positives();
    std::vector<double> scores;
    for (int64_t i = 0; i < positives.size(); ++i) scores.push_back(positives.row(i)[d]);
    std::sort(scores.begin(), scores.end());
    const auto distinct = std::unique(scores.begin(), scores.end()) - scores.begin();
    if (distinct < few_values && 2 * distinct <= positives.size()) out |= saturated_scores;
    const double area = std::isnan(known_area) ? ranking_area(sample, d) : known_area;
    if (area == 1 && sample.positives().size() > 1 && sample.negatives().size() > 1) out |= in_sample_scores;
    if (area < 0.5) out |= inverted_scores;
  }
  return out;
}

struct Group {
  double sum = 0, squares = 0;
  void add(double w) {
    sum += w;
    squares += w * w;
  }
};

void add_intervals(ThresholdAnswer &answer, const Sample &sample, const Judge &judge, const Segment &before,
                   const Segment &after, const ThresholdOptions &options) {
  const Flagged &c = answer.outcome.counts;
  const bool exact = sample.equal_weights();
  const double positives = judge.positives();
  if (exact) {
    if (c.alerts() > 0)
      answer.intervals.push_back(
          {"precision", answer.outcome.precision, judge.precision_interval(c.tp, c.fp, options.level), true});
    if (positives > 0)
      answer.intervals.push_back(
          {"recall", answer.outcome.recall,
           binomial_interval(judge.positive_rows(c.tp), judge.positive_rows(positives), options.level), true});
    if (before.tp + before.fp > 0)
      answer.intervals.push_back({"marginal_precision", answer.marginal_precision,
                                  judge.precision_interval(before.tp, before.fp, options.level), true});
    if (after.tp + after.fp > 0)
      answer.intervals.push_back({"next_marginal_precision", answer.next_marginal_precision,
                                  judge.precision_interval(after.tp, after.fp, options.level), true});
  }
  if (options.bootstrap == 0) return;
  // At the chosen thresholds a sample drawn anew is four sums: flagged or not, positive or not.
  Group tp, fp, fn, tn;
  const auto is_flagged = [&](const double *row) {
    if (answer.method != Method::stacked) return flags(row, answer.thresholds, sample.rule());
    return combined_score(row, answer.coefficients, answer.intercept) >= answer.stacked_threshold;
  };
  for (int64_t i = 0; i < sample.positives().size(); ++i)
    (is_flagged(sample.positives().row(i)) ? tp : fn).add(sample.positives().weight(i));
  for (int64_t i = 0; i < sample.negatives().size(); ++i)
    (is_flagged(sample.negatives().row(i)) ? fp : tn).add(sample.negatives().weight(i));
  const DrawnWeight draw_tp(tp.sum, tp.squares), draw_fp(fp.sum, fp.squares), draw_fn(fn.sum, fn.squares),
      draw_tn(tn.sum, tn.squares);
  const DrawnWeight gain_tp(before.tp, before.tp * (tp.sum > 0 ? tp.squares / tp.sum : 0)),
      gain_fp(before.fp, before.fp * (fp.sum > 0 ? fp.squares / fp.sum : 0));
  std::vector<double> precision, recall, value, of_tp, of_fp, marginal;
  Random random(options.seed, ~uint64_t{0});
  for (int64_t r = 0; r < options.bootstrap; ++r) {
    const double drawn_tp = draw_tp(random), drawn_fp = draw_fp(random);
    const double all_positives = drawn_tp + draw_fn(random);
    const Judge drawn = judge.drawn(all_positives, all_positives + drawn_fp + draw_tn(random));
    of_tp.push_back(drawn_tp);
    of_fp.push_back(drawn_fp);
    if (drawn_tp + drawn_fp > 0) precision.push_back(drawn_tp / (drawn_tp + drawn_fp));
    if (drawn.positives() > 0) recall.push_back(std::min(1.0, drawn_tp / drawn.positives()));
    value.push_back(drawn.reported(drawn_tp, drawn_fp));
    const double dtp = gain_tp(random), dfp = gain_fp(random);
    if (dtp + dfp > 0) marginal.push_back(dtp / (dtp + dfp));
  }
  const auto add = [&](const char *name, double estimate, const std::vector<double> &draws) {
    if (draws.empty() || std::isnan(estimate)) return;
    const double tail = (1 - options.level) / 2;
    answer.intervals.push_back({name, estimate, {quantile(draws, tail), quantile(draws, 1 - tail)}, false});
  };
  if (!exact) {
    add("precision", answer.outcome.precision, precision);
    add("recall", answer.outcome.recall, recall);
    add("marginal_precision", answer.marginal_precision, marginal);
  }
  add("tp", c.tp, of_tp);
  add("fp", c.fp, of_fp);
  add("value", answer.outcome.value, value);
}

ThresholdAnswer choose_one(const Sample &sample, const Judge &judge, const ThresholdOptions &options, Monitor &monitor,
                           double *area = nullptr) {
  ThresholdAnswer answer;
  answer.method = options.method;
  answer.question = judge.text();
  const Found found = search(sample, judge, options, monitor);
  if (area) *area = found.ranking_area;
  const Choice choice = judge.choose(found.curve.points);
  const FrontierPoint point = found.curve.points[static_cast<std::size_t>(choice.index)];
  answer.feasible = choice.feasible;
  Flagged counts{point.tp, point.fp};
  const std::vector<double> &chosen = found.curve.thresholds[static_cast<std::size_t>(choice.index)];
  if (options.method == Method::stacked) {
    answer.coefficients = found.stack.coefficients;
    answer.intercept = found.stack.intercept;
    answer.stacked_threshold = chosen[0];
    answer.thresholds.assign(static_cast<std::size_t>(sample.dims()), Question::unset);
    answer.next_lower = answer.thresholds;
    if (sample.unrated().size() > 0)
      answer.unrated = sample.combined(answer.coefficients, answer.intercept).count_unrated(chosen);
  } else {
    answer.thresholds = chosen;
    if (options.smoothing != Smoothing::none) {
      answer.thresholds = smoothed(sample, judge, options, monitor);
      counts = sample.count(answer.thresholds);
      if (choice.feasible && !judge.allowed(counts.tp, counts.fp)) answer.flags |= constraint_missed;
    }
    answer.next_lower = next_lower_scores(sample, answer.thresholds);
    answer.unrated = sample.count_unrated(answer.thresholds);
  }
  answer.outcome = outcome_of(judge, counts);

  Segment before, after;
  hull_segments(found.curve.points, choice.index, before, after);
  if (before.tp + before.fp > 0) answer.marginal_precision = before.tp / (before.tp + before.fp);
  if (after.tp + after.fp > 0) answer.next_marginal_precision = after.tp / (after.tp + after.fp);
  add_intervals(answer, sample, judge, before, after, options);

  if (counts.alerts() == 0) {
    answer.flags |= nothing_flagged;
    if (judge.goal() != Goal::fewest_fp) answer.flags |= target_not_attained;
  }
  const double rated = sample.positives().total() + sample.negatives().total();
  if (counts.alerts() >= rated) answer.flags |= everything_flagged;
  if (!answer.feasible) answer.flags |= recall_out_of_reach;
  if (found.thinned) answer.flags |= thinned_levels;
  if (found.local_optimum) answer.flags |= local_optimum;
  if (answer.unrated > 0) answer.flags |= unrated_flagged;
  return answer;
}

Outcome cross_fit(const Sample &sample, const Judge &judge, const ThresholdOptions &options, Monitor &monitor) {
  ThresholdOptions inner = options;
  inner.bootstrap = inner.folds = 0;
  const Folds folds(sample, options.folds, options.seed);
  const double share = 1 - 1 / static_cast<double>(options.folds);
  Flagged sum;
  for (int64_t f = 0; f < options.folds; ++f) {
    const Sample rest = folds.without(f), own = folds.only(f);
    if (rest.positives().size() == 0) continue;  // nothing to choose from: nothing is flagged
    const ThresholdAnswer answer = choose_one(rest, judge.scaled(share, rest), inner, monitor);
    const Flagged counts = options.method == Method::stacked
                               ? own.combined(answer.coefficients, answer.intercept).count({answer.stacked_threshold})
                               : own.count(answer.thresholds);
    sum.tp += counts.tp;
    sum.fp += counts.fp;
  }
  return outcome_of(judge, sum);
}

}  // namespace

const char *method_name(Method method) {
  const auto i = static_cast<std::size_t>(method);
  return i < std::size(method_names) ? method_names[i] : "unknown";
}

Method method_by_name(std::string_view name) {
  std::string all;
  for (std::size_t i = 0; i < std::size(method_names); ++i) {
    if (name == method_names[i]) return static_cast<Method>(i);
    all += (i ? ", " : "") + std::string(method_names[i]);
  }
  fail(Status::argument, "method is ", in_quotes(name), ": must be one of ", all);
}

const char *flag_name(uint32_t bit) {
  for (std::size_t i = 0; i < std::size(flag_names); ++i)
    if (bit == uint32_t{1} << i) return flag_names[i];
  return "";
}

ThresholdAnswer choose_thresholds(const Sample &fed, const Question &question, const ThresholdOptions &options,
                                  Monitor &monitor) {
  check_options(options);
  check_question(question);
  require_fed(fed);
  const bool whole = fed.whole();
  const Sample rounded = whole ? Sample(fed.dims(), fed.rule(), fed.rated_from()) : fed.exact();
  const Sample &sample = whole ? fed : rounded;
  const Judge judge(question, sample);
  double area = Question::unset;
  ThresholdAnswer answer = choose_one(sample, judge, options, monitor, &area);
  answer.flags |= data_flags(sample, area);
  if (options.bootstrap > 0 && options.method == Method::direct) {
    const CellBootstrap bootstrap(sample, lattice_levels(sample, options.bootstrap_cells));
    const auto replicates =
        bootstrap_thresholds(bootstrap, judge, options.bootstrap, options.seed, options.threads, monitor);
    const double tail = (1 - options.level) / 2;
    for (std::size_t d = 0; d < answer.thresholds.size(); ++d) {
      std::vector<double> values;
      for (const auto &t : replicates) values.push_back(t[d]);
      answer.threshold_intervals.push_back({quantile(values, tail), quantile(values, 1 - tail)});
    }
  }
  if (options.folds > 0) {
    if (options.folds > sample.positives().size())
      fail(Status::argument, "folds is ", options.folds, ": must be at most the number of positives, ",
           sample.positives().size());
    answer.cross = cross_fit(sample, judge, options, monitor);
    answer.cross_fitted = true;
  }
  if (options.baselines && sample.dims() > 1) {
    for (Method method : {Method::best_single, Method::stacked}) {
      if (method == options.method) continue;
      if (method == Method::stacked && (sample.has_cut() || sample.negatives().size() == 0)) continue;
      ThresholdOptions beside = options;
      beside.method = method;
      beside.smoothing = Smoothing::none;
      beside.bootstrap = 0;
      answer.baselines.push_back(choose_one(sample, judge, beside, monitor));
      if (options.folds > 0) {
        answer.baselines.back().cross = cross_fit(sample, judge, beside, monitor);
        answer.baselines.back().cross_fitted = true;
      }
    }
  }
  return answer;
}

FrontierCurve frontier_curve(const Sample &fed, const Question &question, const ThresholdOptions &options,
                             Monitor &monitor) {
  check_options(options);
  check_question(question);
  require_fed(fed);
  const Sample sample = fed.exact();
  const Judge judge(question, sample);
  Found found = search(sample, judge, options, monitor);
  FrontierCurve out;
  // Whatever limit there is on the alerts, what is shown is TP against FP.
  out.curve = merged(found.curve, ThresholdCurve{{}, {}, true}, Against::fp);
  out.curve.exact = found.curve.exact;
  out.thinned = found.thinned;
  out.local_optimum = found.local_optimum;
  const Staircase &points = out.curve.points;
  out.hull = concave_hull(points);
  const double tp = sample.positives().total(), fp = sample.negatives().total();
  const Areas area = areas(points, fp);
  if (fp > 0) {
    out.pn_area = area.steps / (tp * fp);
    out.pn_hull_area = area.hull / (tp * fp);
  }
  out.positives = judge.positives();
  if (!(out.positives > 0)) return out;
  out.negatives = judge.rows() - out.positives;
  if (out.negatives > 0 && !sample.partial()) {
    out.roc_area = area.steps / (out.positives * out.negatives);
    out.roc_hull_area = area.hull / (out.positives * out.negatives);
  }
  out.pr_area = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    out.pr_area += (points[i].tp - points[i - 1].tp) / out.positives * (points[i].tp / (points[i].tp + points[i].fp));
  return out;
}

double ranking_area(const Sample &sample, int64_t d) { return ranking_area(count_single(sample, d, -infinity, false)); }

}  // namespace wald::core

// Chooses a threshold for each label of a multi-label model.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/label_thresholds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/numeric/infinity.hpp"
#include "core/numeric/parallel.hpp"
#include "core/thresholds/certify/certify_thresholds.hpp"
#include "core/thresholds/estimates/bagged.hpp"
#include "core/thresholds/flags.hpp"
#include "core/thresholds/labels/column_search.hpp"
#include "core/thresholds/labels/column_tiles.hpp"
#include "core/thresholds/sample/weights.hpp"
#include "core/thresholds/search/direct.hpp"
#include "core/thresholds/search/one_score.hpp"
#include "core/thresholds/search/sweep.hpp"

namespace wald::core::thresholds {

namespace {

struct LabelCurve {
  RankedSample rows;
  ParetoFrontier points;
  double threshold(const FrontierPoint &p) const {
    return p.tp == 0 && p.fp == 0 ? infinity : rows.levels[0].at[static_cast<std::size_t>(p.cell)];
  }
};

LabelCurve label_curve(const Sample &sample, CostAxis cost_axis) {
  LabelCurve out;
  out.rows = rank_rows(sample, levels_of(sample, std::numeric_limits<int32_t>::max()), cost_axis);
  out.points = sweep_one(out.rows, 0, {0});
  return out;
}

ParetoFrontier hull_of(const ParetoFrontier &points) {
  ParetoFrontier out;
  for (int64_t i : concave_hull(points)) out.push_back(points[static_cast<std::size_t>(i)]);
  return out;
}

// All sums of a point of each; a cell is index_a * b.size() + index_b.
ParetoFrontier sums(const ParetoFrontier &a, const ParetoFrontier &b, CostAxis cost_axis, bool whole, double most_tp) {
  ParetoBuilder builder(cost_axis, whole, most_tp);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) builder.add(a[i].tp + b[j].tp, a[i].fp + b[j].fp, i * b.size() + j);
  return builder.take();
}

Sample all_rows(const std::vector<Sample> &labels) {
  Sample all(1, labels[0].rule(), labels[0].rated_from());
  for (const Sample &label : labels) all.merge(label);
  return all;
}

// What a label's threshold reaches, as the weights were fed: the search adds up rounded ones (Sample::exact).
Outcome outcome_as_fed(const Sample &fed, const Criterion &criterion, double threshold, const Flagged &counts) {
  return fed.whole() ? criterion.outcome(counts) : criterion.as_fed(fed).outcome(fed.count({threshold}));
}

Flagged sum_of(const std::vector<Outcome> &outcomes) {
  double most = 0;
  for (const Outcome &o : outcomes) most = std::max({most, o.counts.tp, o.counts.fp});
  RoundedOnce tp(most, static_cast<int64_t>(outcomes.size())), fp = tp;
  for (const Outcome &o : outcomes) {
    tp.add(o.counts.tp);
    fp.add(o.counts.fp);
  }
  return {tp.total(), fp.total()};
}

RatedRows rated_rows(const Sample &sample) { return {sample.positives().size(), sample.totals().rated()}; }

}  // namespace

std::vector<RatedRows> rated_rows(const std::vector<Sample> &labels) {
  std::vector<RatedRows> out;
  for (const Sample &label : labels) out.push_back(rated_rows(label));
  return out;
}

namespace {

LabelThresholds pooled(const std::vector<LabelCurve> &curves, const std::vector<Sample> &fed,
                       const std::vector<Sample> &labels, const Objective &objective, Monitor &monitor,
                       int64_t most_steps) {
  const Sample all = all_rows(labels);
  if (all.positives().size() == 0 && all.negatives().size() > 0 && served_by_negatives(objective))
    fail(Status::unsupported, "average is micro: no label has a positive row, and only macro chooses without one");
  Objective joint = objective;
  // Of one label as for one classifier; several thresholds are tried together, as those of several classifiers are.
  constexpr double confidence_of_several = 0.975;
  if (labels.size() > 1 && !std::isnan(objective.min_precision) && std::isnan(objective.precision_level))
    joint.precision_level = confidence_of_several;
  const Criterion criterion = Criterion(joint, all).of_both_labels();
  const bool whole = all.whole();
  const double most_tp = all.positives().total();

  LabelThresholds out;
  std::vector<ParetoFrontier> kept;                 // of each label, as it entered the sum
  std::vector<ParetoFrontier> sum = {{{0, 0, 0}}};  // after 0, 1, ... labels
  for (std::size_t l = 0; l < curves.size(); ++l) {
    ParetoFrontier own = curves[l].points;
    const auto steps = [&] { return static_cast<int64_t>(sum.back().size()) * static_cast<int64_t>(own.size()); };
    const int64_t share = most_steps / static_cast<int64_t>(curves.size());
    if (steps() > share) {
      out.exact = false;
      own = hull_of(own);
      // The sum's points remember how they were made, so thinning keeps those of its hull as they are.
      if (steps() > share) sum.back() = hull_of(sum.back());
    }
    sum.push_back(sums(sum.back(), own, criterion.cost_axis(), whole, most_tp));
    kept.push_back(std::move(own));
    monitor.at(static_cast<double>(l + 1) / static_cast<double>(curves.size()));
  }
  const Choice choice = criterion.choose(sum.back());
  FrontierPoint p = sum.back()[static_cast<std::size_t>(choice.index)];
  out.feasible = criterion.attained(choice, {p.tp, p.fp});
  out.pooled = criterion.outcome({p.tp, p.fp});
  out.thresholds.resize(curves.size());
  out.outcomes.resize(curves.size());
  for (std::size_t l = curves.size(); l-- > 0;) {
    const FrontierPoint &own = kept[l][static_cast<std::size_t>(p.cell) % kept[l].size()];
    out.thresholds[l] = curves[l].threshold(own);
    Objective plain;  // a label's own numbers need no goal
    plain.goal = Goal::most_tp;
    plain.max_fp = infinity;
    out.outcomes[l] = outcome_as_fed(fed[l], Criterion(plain, labels[l]), out.thresholds[l], {own.tp, own.fp});
    p = sum[l][static_cast<std::size_t>(p.cell) / kept[l].size()];
  }
  if (!whole) out.pooled = criterion.as_fed(all_rows(fed)).outcome(sum_of(out.outcomes));
  describe_labels(rated_rows(fed), std::vector<uint8_t>(curves.size(), out.feasible), out);
  return out;
}

}  // namespace

namespace {

RealTable as_table(const Reals &column) { return {column.data, column.is_float, column.n, 1, column.stride, 1}; }

// Says what is wrong with a table, by its own rows and columns.
void refuse_cells(const RealTable &scores, const Grid<const uint8_t> &labels, const Reals &weights) {
  for (int64_t i = 0; i < scores.rows; ++i)
    for (int64_t l = 0; l < scores.cols; ++l) {
      if (std::isnan(scores.row(i)[l])) fail(Status::argument, "scores[", i, "][", l, "] is nan: must be a number");
      if (labels(i, l) > not_rated)
        fail(Status::argument, "truth[", i, "][", l, "] is ", int{labels(i, l)}, ": must be 0, 1 or 2 (not rated)");
    }
  Sample(1, Rule::any, {}).feed(as_table(scores.col(0)), labels.col(0), weights);
}

}  // namespace

namespace {

// Columns of a table whose rows lie in memory one after the other: so many columns at a time that a row has a cache
// line of them, turned into arrays that are fed one by one.
template <class T>
void feed_tiles(const RealTable &scores, const Grid<const uint8_t> &labels, const Reals &weights,
                std::vector<Sample> &out) {
  constexpr int64_t tile = 64 / sizeof(T), block = 4096;
  // Arrays begin in different sets of the first cache.
  constexpr int64_t score_stride = block + tile, label_stride = block + 64;
  std::vector<T> score(static_cast<std::size_t>(tile * score_stride));
  std::vector<uint8_t> label_of(static_cast<std::size_t>(tile * label_stride));
  for (int64_t begin = 0; begin < scores.cols; begin += tile) {
    const int64_t columns = std::min(tile, scores.cols - begin);
    for (int64_t first = 0; first < scores.rows; first += block) {
      const int64_t n = std::min(block, scores.rows - first);
      for (int64_t i = 0; i < n; ++i) {
        const T *from = static_cast<const T *>(scores.row(first + i).data) + begin * scores.col_stride;
        const uint8_t *label = &labels(first + i, begin);
        for (int64_t c = 0; c < columns; ++c) {
          score[static_cast<std::size_t>(c * score_stride + i)] = from[c * scores.col_stride];
          label_of[static_cast<std::size_t>(c * label_stride + i)] = label[c * labels.col_stride];
        }
      }
      const Reals weight = weights.data ? weights.from(first, n) : weights;
      for (int64_t c = 0; c < columns; ++c)
        out[static_cast<std::size_t>(begin + c)].feed(
            as_table({score.data() + c * score_stride, std::is_same_v<T, float>, n, 1}),
            {label_of.data() + c * label_stride, n, 1}, weight);
    }
  }
}

}  // namespace

std::vector<Sample> samples_of_labels(const RealTable &scores, const Grid<const uint8_t> &labels,
                                      const Reals &weights) {
  std::vector<Sample> out;
  for (int64_t l = 0; l < scores.cols; ++l) out.emplace_back(1, Rule::any, std::vector<double>());
  try {
    scores.is_float ? feed_tiles<float>(scores, labels, weights, out)
                    : feed_tiles<double>(scores, labels, weights, out);
  } catch (const Error &) {
    refuse_cells(scores, labels, weights);
    throw;
  }
  return out;
}

std::vector<Sample> at_prevalence(const std::vector<Sample> &labels, const ThresholdSearch &options) {
  check_one_or_each("prevalence", options.prevalence, static_cast<int64_t>(labels.size()), "label");
  std::vector<Sample> out;
  for (std::size_t l = 0; l < labels.size(); ++l)
    out.push_back(labels[l].at_prevalence(one_or_each(options.prevalence, static_cast<int64_t>(l)), text(" of label ", l)));
  return out;
}

LabelOutcome LabelThresholds::label(std::size_t l) const {
  const Outcome &own = outcomes[l];
  const bool all = (flags[l] & everything_flagged) != 0;
  return {thresholds[l],
          own,
          flags[l],
          attained[l] != 0,
          each && attained[l] == 0,
          all && own.counts.alerts() > most_alerts_per_positive * own.positives};
}

void describe_labels(const std::vector<RatedRows> &rated, std::vector<uint8_t> attained, LabelThresholds &out) {
  constexpr int64_t few = 50;
  out.flags.resize(rated.size());
  for (std::size_t l = 0; l < rated.size(); ++l) {
    const Flagged &counts = out.outcomes[l].counts;
    const bool any = counts.alerts() > 0;
    out.flags[l] |= any ? count_flags(counts, rated[l].weight, 0) : uint32_t{nothing_flagged};
    if (rated[l].positives < few) out.flags[l] |= few_positives;
    if (rated[l].positives == 0 && rated[l].weight > 0) out.flags[l] |= only_negatives;
    if (!attained[l]) out.flags[l] |= any ? recall_out_of_reach : target_not_attained;
  }
  out.attained = std::move(attained);
}

void add_up(const std::vector<uint8_t> &attained, LabelThresholds &out) {
  double sum = 0, positives = 0;
  out.each = true;
  for (std::size_t l = 0; l < attained.size(); ++l) {
    out.feasible = out.feasible && attained[l];
    sum += out.outcomes[l].value;
    positives += out.outcomes[l].positives;
  }
  const Flagged counts = sum_of(out.outcomes);
  out.pooled.counts = counts;
  out.pooled.positives = positives;
  if (counts.alerts() > 0) out.pooled.precision = counts.tp / counts.alerts();
  if (positives > 0) out.pooled.recall = counts.tp / positives;
  out.pooled.value = sum / static_cast<double>(attained.size());
}

namespace {

// What is asked of every label by itself.
void check_macro(const Objective &objective) {
  if (!std::isnan(objective.positives))
    fail(Status::argument, "positives is ", objective.positives, ": is one number: macro requires one per label");
}

void check_smoothing(const ThresholdSearch &options) {
  if (options.smoothing == Smoothing::dropout)
    fail(Status::argument, "smoothing is dropout: thresholds of labels take none or bagged");
  if (options.smoothing == Smoothing::bagged && options.average != LabelAverage::macro)
    fail(Status::unsupported,
         "smoothing is bagged: the average must be macro, as micro chooses the thresholds of all labels together");
}

// The answers of labels that are problems of their own.
struct MacroAnswers {
  LabelThresholds out;
  std::vector<uint8_t> attained;
  std::vector<RatedRows> rated;

  explicit MacroAnswers(std::size_t labels) : attained(labels), rated(labels) {
    out.thresholds.resize(labels);
    out.outcomes.resize(labels);
    out.flags.resize(labels);
  }
  void add(std::size_t label, const RatedRows &rows, const ThresholdFrontier &found, const Criterion &criterion,
           const Sample *fed) {
    rated[label] = rows;
    const Choice choice = criterion.choose(found.points);
    const FrontierPoint &p = found.points[static_cast<std::size_t>(choice.index)];
    out.thresholds[label] = found.thresholds[static_cast<std::size_t>(choice.index)][0];
    out.outcomes[label] =
        fed ? outcome_as_fed(*fed, criterion, out.thresholds[label], {p.tp, p.fp}) : criterion.outcome({p.tp, p.fp});
    attained[label] = criterion.attained(choice, {p.tp, p.fp});
  }
  // rows: of the label, with exact sums; fed: as they were fed.
  void move(std::size_t label, double threshold, const Sample &rows, const Criterion &criterion, const Sample &fed) {
    out.thresholds[label] = threshold;
    out.outcomes[label] = outcome_as_fed(fed, criterion, threshold, rows.count({threshold}));
  }
  LabelThresholds take() {
    add_up(attained, out);
    describe_labels(rated, attained, out);
    return std::move(out);
  }
};

// Whether a metric is to be greatest, and nothing else is asked.
bool is_metric_alone(const Objective &objective) {
  const bool metric = objective.goal == Goal::metric || (objective.goal == Goal::automatic && !given(objective.cost()));
  return metric && !given(objective.min_precision) && !given(objective.min_recall) && !objective.limits_fp() &&
         !objective.limits_alerts();
}

// Gives labels of few positives that flag many rows the threshold of all labels of so few together. rows_of(l): the
// rows of a label, of which every sum of weights is exact; fed_of(l): as they were fed.
template <class RowsOf, class FedOf>
void share_thresholds(int64_t min_positives, const Objective &objective, RowsOf &&rows_of, FedOf &&fed_of,
                      MacroAnswers &answers) {
  if (min_positives <= 0 || !is_metric_alone(objective)) return;
  LabelThresholds &out = answers.out;
  std::vector<std::size_t> flooding, by_positives;
  for (std::size_t l = 0; l < answers.rated.size(); ++l) {
    const int64_t positives = answers.rated[l].positives;
    if (positives == 0) continue;
    by_positives.push_back(l);
    const Outcome &own = out.outcomes[l];
    if (positives < min_positives && own.counts.alerts() > most_alerts_per_positive * own.positives)
      flooding.push_back(l);
  }
  if (flooding.empty()) return;
  std::stable_sort(by_positives.begin(), by_positives.end(), [&](std::size_t a, std::size_t b) {
    return answers.rated[a].positives < answers.rated[b].positives;
  });
  Sample pool(1, Rule::any, {});
  int64_t positives = 0;
  for (const std::size_t l : by_positives) {
    if (answers.rated[l].positives >= min_positives && positives >= min_positives) break;
    pool.merge(rows_of(l));
    positives += answers.rated[l].positives;
  }
  const Criterion of_pool(objective, pool);
  const ThresholdFrontier found = search_best_point(pool, of_pool).frontier;
  const double threshold = found.thresholds[static_cast<std::size_t>(of_pool.choose(found.points).index)][0];
  for (const std::size_t l : flooding) {
    const Sample &rows = rows_of(l);
    answers.move(l, threshold, rows, Criterion(objective, rows), fed_of(l));
    out.flags[l] |= shared_threshold;
  }
}

// Rows of weight 1, column by column: none of their own is kept except for columns that are out of the ordinary.
template <class T>
LabelThresholds macro_of_columns(const RealTable &scores, const Grid<const uint8_t> &labels, const Objective &objective,
                                 int threads, Monitor &monitor, int64_t min_positives) {
  const int workers = worker_count(threads, scores.cols);
  const int64_t tile = std::clamp<int64_t>(scores.cols / workers, 1, ColumnTile<T>::most_columns);
  const int64_t tiles = (scores.cols + tile - 1) / tile;
  struct Worker {
    ColumnTile<T> columns;
    ColumnSearch<T> search;
  };
  std::vector<Worker> of_worker(static_cast<std::size_t>(worker_count(threads, tiles)));
  MacroAnswers answers(static_cast<std::size_t>(scores.cols));
  const auto choose = [&](Worker &worker, int64_t column, std::size_t label) {
    const T *const score = worker.columns.scores(column);
    const uint8_t *const truth = worker.columns.labels(column);
    const int64_t n = scores.rows;
    const ColumnRows rows = worker.search.look_at(score, truth, n);
    if (rows.nan || rows.bad_label) fail(Status::argument, "a cell is wrong");  // which one is looked for behind
    const bool plain = !rows.unrated;
    if (plain) {
      SampleTotals totals;
      totals.positives = {static_cast<int64_t>(rows.positives), rows.positives, 1};
      totals.negatives = {static_cast<int64_t>(rows.negatives), rows.negatives, 1};
      const Criterion criterion(objective, totals);
      const RatedRows rated{totals.positives.rows, totals.rated()};
      const bool one_label = criterion.by_one_label();
      if (!one_label && !rows.infinite && n >= ColumnSearch<T>::fewest && n <= ColumnSearch<T>::most)
        if (const auto found = worker.search.best(criterion))
          return answers.add(label, rated, *found, criterion, nullptr);
      if (n >= few_rows && rows.positives > 0 && !one_label) {
        const ScoredRun run{{score, std::is_same_v<T, float>, n, 1}, {truth, n, 1}};
        if (const auto found = best_of_one_score({{run}, rows.positives, rows.negatives}, criterion, Beside::nothing))
          return answers.add(label, rated, found->frontier, criterion, nullptr);
      }
    }
    Sample sample(1, Rule::any, {});
    sample.feed(as_table({score, std::is_same_v<T, float>, n, 1}), {truth, n, 1}, {});
    const Criterion criterion(objective, sample);
    answers.add(label, rated_rows(sample), search_best_point(sample, criterion).frontier, criterion, &sample);
  };
  const Tasks tasks(tiles, scores.rows * scores.cols);
  parallel_for(tasks, static_cast<int>(of_worker.size()), monitor, [&](int64_t t, int w, Monitor &) {
    Worker &worker = of_worker[static_cast<std::size_t>(w)];
    const int64_t begin = t * tile, columns = std::min(tile, scores.cols - begin);
    worker.columns.load(scores, labels, begin, columns);
    for (int64_t c = 0; c < columns; ++c) choose(worker, c, static_cast<std::size_t>(begin + c));
  });
  const auto column = [&](std::size_t l) {
    Sample sample(1, Rule::any, {});
    const auto c = static_cast<int64_t>(l);
    sample.feed(as_table(scores.col(c)), labels.col(c), {});
    return sample;
  };
  share_thresholds(min_positives, objective, column, column, answers);
  return answers.take();
}

}  // namespace

LabelThresholds choose_label_thresholds(const RealTable &scores, const Grid<const uint8_t> &labels,
                                        const Reals &weights, const Objective &objective,
                                        const ThresholdSearch &options, Monitor &monitor) {
  const auto threads = static_cast<int>(options.threads);
  const int64_t min_positives = options.min_positives;
  if (!options.prevalence.empty()) {
    check_prevalence(objective, options);
    return choose_label_thresholds(at_prevalence(samples_of_labels(scores, labels, weights), options), objective,
                                   options, monitor);
  }
  if (options.average != LabelAverage::macro || options.smoothing != Smoothing::none || weights.data ||
      scores.rows == 0 || scores.cols == 0)
    return choose_label_thresholds(samples_of_labels(scores, labels, weights), objective, options, monitor);
  try {
    check_objective(objective);
    check_macro(objective);
    monitor.at(0);
    LabelThresholds out = scores.is_float
                              ? macro_of_columns<float>(scores, labels, objective, threads, monitor, min_positives)
                              : macro_of_columns<double>(scores, labels, objective, threads, monitor, min_positives);
    monitor.at(1);
    return out;
  } catch (const Error &e) {
    // What is wrong with a cell is said first.
    if (e.status() != Status::cancelled) refuse_cells(scores, labels, weights);
    throw;
  }
}

LabelThresholds choose_label_thresholds(const std::vector<Sample> &fed, const Objective &objective,
                                        const ThresholdSearch &options, Monitor &monitor, int64_t most_steps) {
  check_objective(objective);
  check_smoothing(options);
  const LabelAverage average = options.average;
  const auto threads = static_cast<int>(options.threads);
  if (average != LabelAverage::macro && average != LabelAverage::micro)
    fail(Status::argument, "average is ", static_cast<int32_t>(average), ": must be 1 (macro) or 2 (micro)");
  if (fed.empty()) fail(Status::argument, "n_labels is 0: must be at least 1");
  std::vector<Sample> rounded;
  int64_t rows = 0;
  bool whole = true;
  for (const Sample &label : fed) {
    if (label.dims() != 1) fail(Status::argument, "n_scores is ", label.dims(), ": must be one per label");
    whole = whole && label.whole();
    rows += label.n_fed();
  }
  if (!whole)
    for (const Sample &label : fed) rounded.push_back(label.exact());
  const std::vector<Sample> &labels = whole ? fed : rounded;
  if (rows == 0) fail(Status::argument, "rows is 0: no row of a weight above 0 was fed");
  const CostAxis cost_axis = objective.limits_alerts() ? CostAxis::alerts : CostAxis::fp;
  const auto n = static_cast<int64_t>(labels.size());
  const bool micro = average == LabelAverage::micro;
  monitor.at(0);
  PartMonitor counting(monitor, 0, micro ? 0.5 : 1), pooling(monitor, 0.5, 1);
  if (micro) {
    std::vector<LabelCurve> curves(labels.size());
    parallel_for({n, rows}, worker_count(threads, n), counting, [&](int64_t l, int, Monitor &) {
      curves[static_cast<std::size_t>(l)] = label_curve(labels[static_cast<std::size_t>(l)], cost_axis);
    });
    return pooled(curves, fed, labels, objective, pooling, most_steps);
  }
  check_macro(objective);
  MacroAnswers answers(labels.size());
  parallel_for({n, rows}, worker_count(threads, n), counting, [&](int64_t label, int, Monitor &inner) {
    const auto l = static_cast<std::size_t>(label);
    const Criterion criterion(objective, labels[l]);
    answers.add(l, rated_rows(fed[l]), search_best_point(labels[l], criterion).frontier, criterion, &fed[l]);
    if (options.smoothing == Smoothing::none || !answers.attained[l] || criterion.by_one_label()) return;
    ThresholdSearch own = options;
    own.threads = 1;
    own.seed += static_cast<uint64_t>(label);
    if (const auto threshold = bagged_threshold(labels[l], criterion, own, inner))
      answers.move(l, *threshold, labels[l], criterion, fed[l]);
  });
  share_thresholds(
      options.min_positives, objective, [&](std::size_t l) -> const Sample & { return labels[l]; },
      [&](std::size_t l) -> const Sample & { return fed[l]; }, answers);
  LabelThresholds out = answers.take();
  monitor.at(1);
  return out;
}

}  // namespace wald::core::thresholds

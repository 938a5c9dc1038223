// The option prevalence: decisions and worth against probabilities that are moved before, comparisons against explicit
// weights and a jackknife by hand, thresholds of labels and segments against rows that are there several times.
#include "threshold_cases.hpp"

#include <cmath>

#include "core/decisions/at_prevalence.hpp"
#include "core/decisions/decide.hpp"
#include "core/decisions/micro/table_pass.hpp"
#include "core/decisions/rows.hpp"
#include "core/estimators/counts.hpp"
#include "core/estimators/marginal.hpp"
#include "core/estimators/prior_shift.hpp"
#include "core/evaluation/comparison/compare.hpp"
#include "core/evaluation/comparison/spread.hpp"
#include "core/evaluation/evaluate.hpp"
#include "core/evaluation/worth/worth.hpp"
#include "core/thresholds/certify/certify_labels.hpp"
#include "core/thresholds/certify/certify_thresholds.hpp"
#include "core/thresholds/label_thresholds.hpp"
#include "core/thresholds/segments/segment_thresholds.hpp"
#include "expect_error.hpp"

namespace {

using namespace threshold_cases;
using check::expect_error;
using decisions::Average;
using decisions::DecisionOptions;
using evaluation::Comparison;

Reals view(const std::vector<double> &values) {
  return {values.data(), false, static_cast<int64_t>(values.size()), 1};
}
RealTable table_of(const std::vector<double> &values, int64_t cols) {
  return {values.data(), false, static_cast<int64_t>(values.size()) / cols, cols, cols, 1};
}

// ---- Decisions -----------------------------------------------------------------------------------

struct Decided {
  std::vector<uint8_t> mask;
  std::vector<double> expected;
};
Decided decide_table(const char *metric, Kind kind, const RealTable &table, const DecisionOptions &options) {
  Decided out;
  out.mask.assign(static_cast<std::size_t>(table.rows * table.cols), 9);
  out.expected.assign(static_cast<std::size_t>(decisions::answer_count(options.average, table.rows, table.cols)), -9);
  decisions::decide_rows(*parse_metric(metric, 1), kind, table, options,
                         {{out.mask.data(), table.rows, table.cols, table.cols, 1}, out.expected.data(), nullptr});
  return out;
}

struct MovedTable {
  std::vector<double> p, moved;
  DecisionOptions options;
};
MovedTable random_table(cases::Rng &rng, Kind kind, int64_t rows, int64_t cols) {
  MovedTable out;
  for (int64_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (int64_t j = 0; j < cols; ++j) sum += out.p.emplace_back(kind == Kind::independent ? rng.uniform() : rng.below(5));
    const double left = rng.below(2);
    for (int64_t j = 0; j < cols && kind == Kind::categorical; ++j)
      out.p[out.p.size() - 1 - static_cast<std::size_t>(j)] /= sum + left + 1e-9;
  }
  const auto shares = [&] {
    std::vector<double> list;
    const bool one = kind == Kind::independent && rng.below(2);
    for (int64_t j = 0; j < (one ? 1 : cols); ++j)
      list.push_back((0.05 + 0.9 * rng.uniform()) / (kind == Kind::independent ? 1 : static_cast<double>(cols)));
    return list;
  };
  out.options.prevalence = shares();
  out.options.training_prior = shares();
  std::vector<double> to, from;
  for (int64_t j = 0; j < cols; ++j) {
    to.push_back(one_or_each(out.options.prevalence, j));
    from.push_back(one_or_each(out.options.training_prior, j));
  }
  out.moved.resize(out.p.size());
  move_prior(table_of(out.p, cols), PriorShift(kind, view(from), view(to), "prior"), out.moved.data());
  return out;
}

// ---- Comparisons ---------------------------------------------------------------------------------

struct Masks {
  int64_t rows, cols;
  std::vector<uint8_t> truth, a, b;
  std::vector<double> weights;
  std::vector<int64_t> groups;

  Grid<const uint8_t> grid(const std::vector<uint8_t> &mask) const { return {mask.data(), rows, cols, cols, 1}; }
  // Without a group: its weights are 0.
  Masks without(int64_t group) const {
    Masks out = *this;
    for (std::size_t i = 0; i < weights.size(); ++i)
      if (groups[i] == group) out.weights[i] = 0;
    return out;
  }
};
Masks random_masks(cases::Rng &rng, int64_t rows, int64_t cols, bool weighted, bool grouped) {
  Masks out{rows, cols, {}, {}, {}, {}, {}};
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < cols; ++j) {
      const bool y = i < 4 ? i % 2 == 0 : rng.below(3) == 0;
      out.truth.push_back(y);
      out.a.push_back(rng.below(4) ? y : !y);
      out.b.push_back(rng.below(3) ? y : !y);
    }
    out.weights.push_back(weighted ? rng.between(1, 4) : 1);
    out.groups.push_back(grouped ? i / 2 : i);
  }
  return out;
}

// A mean over rows by hand, each label's cells weighted to the prevalence.
double value_by_hand(const Metric &metric, const DecisionOptions &options, const Masks &m, const std::vector<uint8_t> &mask) {
  evaluation::CellCounts all;
  double sum = 0;
  for (int64_t j = 0; j < m.cols; ++j) {
    const double share = one_or_each(options.prevalence, j);
    double of[2] = {0, 0};
    const auto at = [&](int64_t i) { return static_cast<std::size_t>(i * m.cols + j); };
    for (int64_t i = 0; i < m.rows; ++i) of[m.truth[at(i)]] += m.weights[static_cast<std::size_t>(i)];
    evaluation::CellCounts own;
    for (int64_t i = 0; i < m.rows; ++i) {
      const uint8_t y = m.truth[at(i)];
      const double w = m.weights[static_cast<std::size_t>(i)] * (y ? share / of[1] : (1 - share) / of[0]);
      own.add(y, mask[at(i)], w);
      all.add(y, mask[at(i)], w);
    }
    sum += metric.weighted_utility(own.tp, own.k, own.s, own.n) / static_cast<double>(m.cols);
  }
  return options.average == Average::macro ? sum : metric.weighted_utility(all.tp, all.k, all.s, all.n);
}

Comparison compared(const char *metric, const DecisionOptions &options, const Masks &m) {
  return evaluation::compare(*parse_metric(metric, 1), options, m.grid(m.truth), m.grid(m.a), m.grid(m.b), view(m.weights),
                             {m.groups.data(), m.rows, 1});
}

// ---- Thresholds ----------------------------------------------------------------------------------

struct LabelData {
  std::vector<double> scores;
  std::vector<uint8_t> labels;
  int64_t cols = 1;

  int64_t rows() const { return static_cast<int64_t>(labels.size()) / cols; }
  RealTable table() const { return table_of(scores, cols); }
  Grid<const uint8_t> truth() const { return {labels.data(), rows(), cols, cols, 1}; }
};

// Each label has 5 positives and 15 negatives.
LabelData random_labels(cases::Rng &rng, int64_t cols) {
  LabelData out;
  out.cols = cols;
  for (int i = 0; i < 20; ++i)
    for (int64_t j = 0; j < cols; ++j) {
      out.labels.push_back((i + j) % 4 == 0);
      out.scores.push_back(rng.below(12) + 4 * out.labels.back());
    }
  return out;
}
// Positives of one label 3 times each: half of the rows are positive then.
Sample thrice(const LabelData &data, int64_t label) {
  Sample out(1, Rule::any, {});
  for (int64_t i = 0; i < data.rows(); ++i) {
    const auto at = static_cast<std::size_t>(i * data.cols + label);
    for (int time = 0; time < (data.labels[at] ? 3 : 1); ++time)
      out.feed({&data.scores[at], false, 1, 1, 1, 1}, {&data.labels[at], 1, 1}, {});
  }
  return out;
}

}  // namespace

TEST_CASE("prevalence: tables are decided, and judged worth it, as those of moved probabilities") {
  cases::Rng rng(7301);
  for (int c = 0; c < cases::scaled(120); ++c) {
    const Kind kind = c % 3 == 2 ? Kind::categorical : Kind::independent;
    const int64_t rows = rng.between(2, 9), cols = rng.between(1, 6);
    MovedTable data = random_table(rng, kind, rows, cols);
    data.options.average = kind == Kind::independent ? static_cast<Average>(rng.below(3)) : static_cast<Average>(rng.below(2));
    DecisionOptions plain;
    plain.average = data.options.average;
    const char *const metric = c % 2 ? "f1" : "jaccard";
    INFO(c << ": " << decisions::average_name(plain.average));
    const Decided found = decide_table(metric, kind, table_of(data.p, cols), data.options);
    const Decided wanted = decide_table(metric, kind, table_of(data.moved, cols), plain);
    CHECK(found.mask == wanted.mask);
    CHECK(found.expected == wanted.expected);
    // A compressed table of the same cells.
    std::vector<int64_t> indptr, indices;
    for (int64_t i = 0; i <= rows; ++i) indptr.push_back(i * cols);
    for (int64_t i = 0; i < rows * cols; ++i) indices.push_back(i % cols);
    decisions::SparseTable sparse{{indptr.data(), false}, {indices.data(), false}, view(data.p), rows, cols};
    std::vector<double> expected(wanted.expected.size());
    decisions::decide_rows(*parse_metric(metric, 1), kind, sparse, data.options, {{}, expected.data(), nullptr});
    sparse.values = view(data.moved);
    std::vector<double> of_moved(expected.size());
    decisions::decide_rows(*parse_metric(metric, 1), kind, sparse, plain, {{}, of_moved.data(), nullptr});
    CHECK(expected == of_moved);
    const auto worth = [&](const std::vector<double> &p, const DecisionOptions &options) {
      const evaluation::Worth w = evaluation::worth_of(*parse_metric(metric, 1), kind, table_of(p, cols), {}, options);
      return std::vector<double>{w.gain, w.standard_error, w.truth_error, w.expected_cut, w.expected_optimum};
    };
    CHECK(worth(data.p, data.options) == worth(data.moved, plain));
  }
}

TEST_CASE("prevalence: an estimator is decided as that of moved probabilities") {
  cases::Rng rng(7302);
  decisions::Workspace work;
  for (int c = 0; c < cases::scaled(60); ++c) {
    const Kind kind = c % 2 ? Kind::categorical : Kind::independent;
    const MovedTable data = random_table(rng, kind, 1, rng.between(1, 8));
    const auto answer = [&](const std::vector<double> &p, const DecisionOptions &options) {
      const auto estimator = make_estimator(kind, 0);
      static_cast<Marginal &>(*estimator).feed(view(p));
      decisions::Decision out;
      decisions::decide(*parse_metric("f1", 1), *estimator, options, work, out);
      std::vector<double> facts{out.answer(0).expected, out.answer(0).p_zero};
      facts.insert(facts.end(), out.items(0), out.items(0) + out.answer(0).k);
      return facts;
    };
    CHECK(answer(data.p, data.options) == answer(data.moved, {}));
  }
}

TEST_CASE("prevalence: what deciding refuses") {
  const std::vector<double> p = {0.2, 0.4, 0.1, 0.6};
  DecisionOptions options;
  options.prevalence = {0.1};
  const auto refuses = [&](Status status, const std::string &message, Kind kind = Kind::independent) {
    expect_error(status, message, [&] { decide_table("f1", kind, table_of(p, 2), options); });
    expect_error(status, message,
                 [&] { evaluation::worth_of(*parse_metric("f1", 1), kind, table_of(p, 2), {}, options); });
  };
  refuses(Status::argument, "training_prior is not set: must be with prevalence");
  options.training_prior = {0.3, 0.3, 0.3};
  refuses(Status::argument, "training_prior has 3 numbers: must have 1, or one for each of 2 labels");
  options.training_prior = {0.3};
  refuses(Status::argument, "prevalence has 1 number: exclusive classes need one each, of 2", Kind::categorical);
  options.prevalence = {0.1, 0.2, 0.3};
  refuses(Status::argument, "prevalence has 3 numbers: must have 1, or one for each of 2 labels");
  options.prevalence = {0.7, 0.7};
  options.training_prior = {0.3, 0.3};
  refuses(Status::argument, "prevalence sum to 1.4", Kind::categorical);
  for (const double wrong : {0.0, 1.0, -0.1, std::nan("")}) {
    options.prevalence = {wrong};
    expect_error(Status::argument, "must lie in (0, 1)", [&] { decisions::check_ranges(options); });
  }
  options.prevalence = {0.1};
  const auto vectors = make_estimator(Kind::joint, 2);
  decisions::Workspace work;
  decisions::Decision decision;
  const uint8_t vector[] = {1, 0};
  static_cast<Joint &>(*vectors).feed({vector, 1, 2, 2, 1}, {});
  for (const auto *estimator : {vectors.get(), static_cast<Estimator *>(nullptr)}) {
    const auto counts = vectors->to_counts();
    expect_error(Status::unsupported, "shares of single labels do not give those of label vectors", [&] {
      decisions::decide(*parse_metric("f1", 1), estimator ? *estimator : static_cast<Estimator &>(*counts), options, work,
                        decision);
    });
  }
  expect_error(Status::unsupported, "a table in bins takes probabilities that were moved to it before",
               [&] { decisions::TablePass(*parse_metric("f1", 1), options); });
}

TEST_CASE("prevalence: comparisons weight each label, and their jackknife weights anew") {
  cases::Rng rng(7303);
  constexpr const char *metrics[] = {"f1", "mcc", "precision", "npv", "recall", "jaccard"};
  for (int c = 0; c < cases::scaled(120); ++c) {
    const Masks m = random_masks(rng, rng.between(9, 16), rng.between(1, 3), c % 2 == 0, c % 3 == 0);
    DecisionOptions options;
    options.average = c % 4 < 2 ? Average::macro : Average::micro;
    const int64_t given = rng.below(2) ? 1 : m.cols;
    for (int64_t j = 0; j < given; ++j) options.prevalence.push_back(0.05 + 0.9 * rng.uniform());
    const char *const name = metrics[rng.below(6)];
    const auto metric = parse_metric(name, 1);
    INFO(c << ": " << name << ", " << decisions::average_name(options.average));
    const Comparison found = compared(name, options, m);
    const double of_a = value_by_hand(*metric, options, m, m.a), of_b = value_by_hand(*metric, options, m, m.b);
    CHECK(found.value_a == Approx(of_a).margin(1e-12));
    CHECK(found.value_b == Approx(of_b).margin(1e-12));
    CHECK(found.value_a == evaluation::evaluate(*metric, options, m.grid(m.truth), m.grid(m.a), view(m.weights)).value);
    std::vector<evaluation::LeftOut> left_out;
    for (int64_t group = 0; group < found.units; ++group) {
      const Masks rest = m.without(group);
      left_out.push_back({value_by_hand(*metric, options, rest, m.b) - value_by_hand(*metric, options, rest, m.a), 1});
    }
    CHECK(found.standard_error == Approx(evaluation::spread_of(left_out).standard_error).epsilon(1e-9).margin(1e-12));
  }
}

TEST_CASE("prevalence: one label compares as with explicit weights") {
  cases::Rng rng(7304);
  for (int c = 0; c < cases::scaled(60); ++c) {
    Masks m = random_masks(rng, rng.between(9, 40), 1, c % 2 == 0, false);
    DecisionOptions options, plain;
    options.average = plain.average = static_cast<Average>(c % 3);
    options.prevalence = {0.05 + 0.9 * rng.uniform()};
    const char *const name = c % 2 ? "f1" : "accuracy";
    INFO(c << ": " << name << ", " << decisions::average_name(options.average));
    const Comparison found = compared(name, options, m);
    Masks weighted = m;
    double of[2] = {0, 0};
    for (std::size_t i = 0; i < m.weights.size(); ++i) of[m.truth[i]] += m.weights[i];
    for (std::size_t i = 0; i < m.weights.size(); ++i)
      weighted.weights[i] *= m.truth[i] ? options.prevalence[0] / of[1] : (1 - options.prevalence[0]) / of[0];
    const Comparison wanted = compared(name, plain, weighted);
    CHECK(found.value_a == Approx(wanted.value_a).margin(1e-12));
    CHECK(found.difference == Approx(wanted.difference).margin(1e-12));
    CHECK(found.p_value == Approx(wanted.p_value).margin(1e-12));
  }
  // A share of the rows' own leaves everything but the spread of that share.
  Masks m = random_masks(rng, 40, 1, false, false);
  double positive = 0;
  for (const uint8_t y : m.truth) positive += y / 40.0;
  DecisionOptions options, plain;
  options.average = plain.average = Average::macro;
  options.prevalence = {positive};
  CHECK(compared("f1", options, m).value_b == Approx(compared("f1", plain, m).value_b).margin(1e-12));
}

TEST_CASE("prevalence: what a comparison refuses, and where it has no limits") {
  DecisionOptions options;
  options.average = Average::macro;
  options.prevalence = {0.2, 0.3};
  Masks m{3, 2, {1, 0, 0, 0, 0, 1}, {1, 0, 0, 0, 0, 1}, {0, 0, 1, 0, 0, 1}, {1, 1, 1}, {0, 1, 2}};
  CHECK(std::isnan(compared("f1", options, m).low));  // one row has label 0
  CHECK(compared("f1", options, m).p_value <= 1);
  options.average = Average::instance;
  expect_error(Status::unsupported, "prevalence is set and average is instance: a row of 2 labels has no weight",
               [&] { compared("f1", options, m); });
  options.average = Average::micro;
  options.prevalence = {0.2, 0.3, 0.4};
  expect_error(Status::argument, "prevalence has 3 numbers: must have 1, or one for each of 2 labels",
               [&] { compared("f1", options, m); });
  options.prevalence = {0.2, 0.3};
  m.truth[5] = 0;
  expect_error(Status::argument, "prevalence is 0.3: needs rows with and without label 1, and none is positive",
               [&] { compared("f1", options, m); });
  m.truth = {1, 1, 1, 0, 1, 0};
  expect_error(Status::argument, "prevalence is 0.2: needs rows with and without label 0, and none is negative",
               [&] { compared("f1", options, m); });
}

TEST_CASE("prevalence: thresholds of labels are those of rows that are there several times") {
  cases::Rng rng(7305);
  for (int c = 0; c < cases::scaled(60); ++c) {
    const LabelData data = random_labels(rng, rng.between(1, 4));
    ThresholdSearch options;
    options.average = c % 2 ? LabelAverage::macro : LabelAverage::micro;
    options.min_positives = 0;
    options.prevalence.assign(c % 3 ? 1 : static_cast<std::size_t>(data.cols), 0.5);
    const Objective q = metric_objective(c % 4 < 2 ? "f1" : "mcc");
    std::vector<Sample> twins;
    for (int64_t j = 0; j < data.cols; ++j) twins.push_back(thrice(data, j));
    NoMonitor quiet;
    if (options.average == LabelAverage::micro && c % 4 >= 2) continue;
    const LabelThresholds found = choose_label_thresholds(data.table(), data.truth(), {}, q, options, quiet);
    const LabelThresholds wanted = choose_label_thresholds(twins, q, label_search(options.average, 1), quiet);
    CHECK(found.pooled.value == Approx(wanted.pooled.value).margin(1e-9));
    for (std::size_t l = 0; l < twins.size() && options.average == LabelAverage::macro; ++l)
      CHECK(found.outcomes[l].value == Approx(wanted.outcomes[l].value).margin(1e-9));
    for (const Outcome &one : found.outcomes) CHECK(one.positives == Approx(10));
  }
}

TEST_CASE("prevalence: certified thresholds of labels and segments are those of each alone") {
  cases::Rng rng(7306);
  NoMonitor quiet;
  for (int c = 0; c < cases::scaled(20); ++c) {
    LabelData data;
    data.cols = 2;
    std::vector<int64_t> segments;
    for (int i = 0; i < 800; ++i)
      for (int j = 0; j < 2; ++j) {
        data.labels.push_back(rng.below(3) == 0);
        data.scores.push_back(static_cast<double>(rng.below(100) + 60 * data.labels.back()));
        segments.push_back(j);
      }
    ThresholdSearch options;
    options.average = LabelAverage::macro;
    options.prevalence = {0.1, 0.3};
    Objective q;
    q.certify = 0.9;
    q.goal = Goal::most_tp;
    (c % 2 ? q.min_precision : q.max_alert_rate) = c % 2 ? 0.5 : 0.2;
    const auto alone = [&](int64_t j) {
      Objective each = q;
      each.certify = 1 - (1 - q.certify) / 2;
      ThresholdSearch own = options;
      own.prevalence = {options.prevalence[static_cast<std::size_t>(j)]};
      own.seed += static_cast<uint64_t>(j);
      const std::vector<Sample> samples = samples_of_labels(data.table(), data.truth(), {});
      return choose_thresholds(samples[static_cast<std::size_t>(j)], each, own, quiet);
    };
    const LabelThresholds labels =
        certified_label_thresholds(samples_of_labels(data.table(), data.truth(), {}), q, options, quiet);
    SegmentRows rows;
    const auto n = static_cast<int64_t>(data.labels.size());
    rows.scores = {data.scores.data(), false, n, 1};
    rows.labels = {data.labels.data(), n, 1};
    rows.segments = {segments.data(), n, 1};
    rows.n_segments = 2;
    const SegmentThresholds found = choose_segment_thresholds(rows, {}, q, options, quiet)[0];
    for (int64_t j = 0; j < 2; ++j) {
      const auto s = static_cast<std::size_t>(j);
      const ChosenThresholds wanted = alone(j);
      CHECK(labels.thresholds[s] == wanted.thresholds[0]);
      CHECK(found.segments[s].threshold == wanted.thresholds[0]);
      CHECK(found.segments[s].certificate.certified == wanted.certificate.certified);
      CHECK(found.segments[s].tp == Approx(wanted.outcome.counts.tp));
    }
  }
}

TEST_CASE("prevalence: thresholds of segments are those of rows that are there several times") {
  cases::Rng rng(7307);
  NoMonitor quiet;
  for (int c = 0; c < cases::scaled(60); ++c) {
    const LabelData data = random_labels(rng, 2);
    std::vector<double> scores;
    std::vector<uint8_t> labels;
    std::vector<int64_t> own, of_twins;
    for (std::size_t i = 0; i < data.labels.size(); ++i) {
      own.push_back(static_cast<int64_t>(i % 2));
      for (int time = 0; time < (data.labels[i] ? 3 : 1); ++time) {
        scores.push_back(data.scores[i]);
        labels.push_back(data.labels[i]);
        of_twins.push_back(own.back());
      }
    }
    const auto choose = [&](const std::vector<double> &s, const std::vector<uint8_t> &y, const std::vector<int64_t> &g,
                            std::vector<double> prevalence) {
      SegmentRows rows;
      const auto n = static_cast<int64_t>(y.size());
      rows.scores = {s.data(), false, n, 1};
      rows.labels = {y.data(), n, 1};
      rows.segments = {g.data(), n, 1};
      rows.n_segments = 2;
      ThresholdSearch options;
      options.prevalence = std::move(prevalence);
      if (c % 3 == 0) options.parity = Parity::selection_rate;
      if (c % 3 == 0) options.tolerance = {0.3};
      return choose_segment_thresholds(rows, {}, metric_objective("f1"), options, quiet)[0];
    };
    const SegmentThresholds found = choose(data.scores, data.labels, own, {0.5}), wanted = choose(scores, labels, of_twins, {});
    CHECK(found.value == Approx(wanted.value).margin(1e-9));
    for (std::size_t g = 0; g < 2; ++g) {
      const SegmentOutcome &own_rows = found.segments[g];
      CHECK(own_rows.positives == Approx(10));
      CHECK(own_rows.negatives == Approx(10));
    }
  }
}

TEST_CASE("prevalence: what thresholds of labels and segments refuse") {
  NoMonitor quiet;
  LabelData data{{1, 2, 3, 4, 5, 6}, {1, 0, 0, 0, 1, 0}, 2};
  ThresholdSearch options;
  options.average = LabelAverage::macro;
  options.prevalence = {0.2};
  Objective q = metric_objective("f1");
  const auto refuses = [&](Status status, const std::string &message) {
    expect_error(status, message, [&] { choose_label_thresholds(data.table(), data.truth(), {}, q, options, quiet); });
  };
  refuses(Status::argument, "prevalence is 0.2: requires rows of both labels, and none of label 1 is positive");
  options.prevalence = {0.2, 0.3, 0.4};
  refuses(Status::argument, "prevalence has 3 numbers: must have 1, or one for each of 2 labels");
  options.prevalence = {0.2};
  q.positives = 3;
  refuses(Status::argument, "positives is 3: must not be set with prevalence");
  q.positives = unset;
  data.labels[1] = not_rated;
  refuses(Status::unsupported, "prevalence is 0.2: needs rows that all have labels");

  const std::vector<int64_t> segments = {0, 0, 0, 1, 1, 1};
  std::vector<uint8_t> labels = {1, 0, 0, 0, 0, 0};
  std::vector<double> weights = {1, 1, 1, 1, 1, 1};
  const auto refuses_segments = [&](const std::string &message) {
    SegmentRows rows;
    rows.scores = {data.scores.data(), false, 6, 1};
    rows.labels = {labels.data(), 6, 1};
    rows.segments = {segments.data(), 6, 1};
    rows.weights = view(weights);
    rows.n_segments = 2;
    expect_error(Status::argument, message, [&] { choose_segment_thresholds(rows, {}, q, options, quiet); });
  };
  refuses_segments("prevalence is 0.2: requires rows of both labels, and none of segment 1 is positive");
  labels = {1, 0, 0, 1, 1, 1};
  refuses_segments("prevalence is 0.2: requires rows of both labels, and none of segment 1 is negative");
  options.prevalence = {0.2, 0.3, 0.4};
  refuses_segments("prevalence has 3 numbers: must have 1, or one for each of 2 segments");
  options.prevalence = {0.2, 0.3};
  weights[4] = -1;
  refuses_segments("weights[4] is -1: must be finite and at least 0");
  Sample sample(1, Rule::any, {});
  sample.feed({data.scores.data(), false, 6, 1, 1, 1}, {labels.data(), 6, 1}, {});
  expect_error(Status::argument, "prevalence has 2 numbers: must have 1, as there is one label",
               [&] { choose_thresholds(sample, q, options, quiet); });
}

// Neighbours against plain loops.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "core/decisions/decide.hpp"
#include "core/estimators/joint.hpp"
#include "core/learners/nearest/neighbours.hpp"
#include "expect_error.hpp"
#include "learner_rows.hpp"

using namespace learner_rows;
using check::expect_error;

namespace {

NoMonitor silent;

// All distances, one by one.
std::vector<Neighbour> plain_nearest(const Features &rows, NeighbourMetric metric, const Features &queries,
                                     int64_t query, int64_t count, const std::vector<int64_t> &left_out) {
  Features x = rows, q = queries;
  const bool cosine = metric == NeighbourMetric::cosine;
  if (cosine) {
    Scaler(Scaling::unit, x, {}).apply(x);
    Scaler(Scaling::unit, q, {}).apply(q);
  }
  std::vector<Neighbour> all;
  for (int64_t i = 0; i < x.rows; ++i) {
    if (std::count(left_out.begin(), left_out.end(), i)) continue;
    double square = 0, a = 0, b = 0;
    for (int64_t j = 0; j < x.cols; ++j) {
      square += (q.row(query)[j] - x.row(i)[j]) * (q.row(query)[j] - x.row(i)[j]);
      a += q.row(query)[j] * q.row(query)[j];
      b += x.row(i)[j] * x.row(i)[j];
    }
    all.push_back({cosine ? (a == 0 || b == 0 ? 1 : square / 2) : std::sqrt(square), i});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Neighbour &s, const Neighbour &t) { return s.distance < t.distance; });
  all.resize(static_cast<std::size_t>(count));
  return all;
}

// The label vectors of neighbours with their weights, by the formulas.
Joint plain_joint(const std::vector<Neighbour> &nearest, bool dudani, const Targets &targets,
                  const std::vector<double> &weights) {
  Joint out(targets.labels);
  const double low = nearest.front().distance, high = nearest.back().distance;
  for (const Neighbour &n : nearest) {
    double weight = weights[static_cast<std::size_t>(n.row)];
    if (dudani && high > low) weight *= (high - n.distance) / (high - low);
    std::vector<uint8_t> cells;
    for (int64_t j = 0; j < targets.labels; ++j) cells.push_back(targets.at(n.row, j));
    out.feed({cells.data(), 1, targets.labels, targets.labels, 1}, {&weight, false, 1, 1});
  }
  return out;
}

LearnerOptions options_for(Scaling scaling, NeighbourMetric metric, NeighbourWeights weights, int64_t count) {
  LearnerOptions out;
  out.scaling = scaling;
  out.neighbour_metric = metric;
  out.neighbour_weights = weights;
  out.neighbours = count;
  return out;
}

}  // namespace

TEST_CASE("neighbours: the nearest, exactly, dense and sparse") {
  for (int seed = 0; seed < cases::scaled(2000); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    const int n = rng.between(1, 40), d = rng.between(1, 12), kind = rng.below(3);
    const Features rows = some_rows(rng, n, d, kind), queries = some_rows(rng, rng.between(1, 5), d, kind);
    const auto metric = rng.below(2) ? NeighbourMetric::cosine : NeighbourMetric::euclidean;
    const auto m = static_cast<std::size_t>(queries.rows);
    // Each row alone, or in one of four groups.
    const bool grouped = n > 1 && rng.below(2), alone = rng.below(2);
    std::vector<int64_t> groups, of_queries;
    for (int64_t r = 0; r < n; ++r) groups.push_back(alone ? r : rng.below(4));
    std::vector<std::vector<int64_t>> left_out(m);
    std::size_t most = 0;
    for (std::size_t i = 0; i < m; ++i) {
      of_queries.push_back(groups[static_cast<std::size_t>(rng.below(n))]);
      for (int64_t r = 0; grouped && r < n; ++r)
        if (groups[static_cast<std::size_t>(r)] == of_queries[i]) left_out[i].push_back(r);
      most = std::max(most, left_out[i].size());
    }
    if (static_cast<int>(most) == n) continue;
    const int64_t count = rng.between(1, n - static_cast<int>(most));
    std::vector<std::vector<Neighbour>> dense(m), sparse(m), mixed(m);
    const int64_t *const own = grouped ? of_queries.data() : nullptr, *const rows_groups =
                                                                          grouped ? groups.data() : nullptr;
    NeighbourSearch(rows, metric).nearest(queries, count, own, rows_groups, dense.data());
    NeighbourSearch(as_sparse(rows), metric).nearest(as_sparse(queries), count, own, rows_groups, sparse.data());
    NeighbourSearch(rows, metric).nearest(as_sparse(queries), count, own, rows_groups, mixed.data());
    bool same = true;
    for (std::size_t i = 0; i < m; ++i) {
      const auto plain = plain_nearest(rows, metric, queries, static_cast<int64_t>(i), count, left_out[i]);
      for (const auto *found : {&dense[i], &sparse[i], &mixed[i]}) {
        same = same && found->size() == plain.size();
        for (std::size_t k = 0; same && k < plain.size(); ++k)
          same = (*found)[k].row == plain[k].row && (*found)[k].distance == plain[k].distance;
      }
    }
    INFO("seed " << seed);
    REQUIRE(same);
  }
}

TEST_CASE("neighbours: many rows in many columns") {
  cases::Rng rng(3);
  const Features rows = some_rows(rng, 700, 90, 0), queries = some_rows(rng, 150, 90, 0);
  std::vector<std::vector<Neighbour>> found(150);
  NeighbourSearch(rows, NeighbourMetric::euclidean).nearest(queries, 25, nullptr, nullptr, found.data());
  for (int64_t i = 0; i < 150; ++i) {
    const auto plain = plain_nearest(rows, NeighbourMetric::euclidean, queries, i, 25, {});
    for (std::size_t k = 0; k < plain.size(); ++k) REQUIRE(found[static_cast<std::size_t>(i)][k].row == plain[k].row);
  }
}

TEST_CASE("neighbours: few columns among very many") {
  for (int seed = 0; seed < cases::scaled(200); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    constexpr int64_t d = 4000;
    // The same numbers in columns that lie far apart, some of which the queries alone have.
    const auto spread = [&](const Features &few, int64_t from) {
      Features out;
      out.rows = few.rows;
      out.cols = d;
      out.values.assign(static_cast<std::size_t>(few.rows * d), 0.0);
      for (int64_t i = 0; i < few.rows; ++i)
        for (int64_t j = 0; j < few.cols; ++j)
          out.values[static_cast<std::size_t>(i * d + (j < from ? 7 + 900 * j : d - 1 - j))] = few.row(i)[j];
      return out;
    };
    const int n = rng.between(1, 30);
    const Features rows = spread(some_rows(rng, n, 4, 2), 4), queries = spread(some_rows(rng, 3, 4, 2), 3);
    const auto metric = rng.below(2) ? NeighbourMetric::cosine : NeighbourMetric::euclidean;
    std::vector<std::vector<Neighbour>> found(3);
    NeighbourSearch(as_sparse(rows), metric).nearest(as_sparse(queries), n, nullptr, nullptr, found.data());
    for (int64_t i = 0; i < 3; ++i) {
      const auto plain = plain_nearest(rows, metric, queries, i, n, {});
      const auto &own = found[static_cast<std::size_t>(i)];
      INFO("seed " << seed);
      REQUIRE(own.size() == plain.size());
      for (std::size_t k = 0; k < plain.size(); ++k) {
        REQUIRE(own[k].row == plain[k].row);
        REQUIRE(own[k].distance == plain[k].distance);
      }
    }
  }
}

TEST_CASE("neighbours: the estimator is the weighted neighbours") {
  for (int seed = 0; seed < cases::scaled(300); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    const int n = rng.between(2, 30), d = rng.between(1, 6), kind = rng.below(3);
    const Features rows = some_rows(rng, n, d, kind), queries = some_rows(rng, rng.between(1, 70), d, kind);
    const Targets targets = some_labels(rng, rows, rng.between(2, 5));
    std::vector<double> weights(static_cast<std::size_t>(n), 1.0);
    if (rng.below(2))
      for (double &w : weights) w = 0.25 * rng.between(1, 8);
    constexpr Scaling scalings[] = {Scaling::none, Scaling::minmax, Scaling::standard, Scaling::unit};
    const Scaling scaling = scalings[rng.below(4)];
    const auto metric = rng.below(2) ? NeighbourMetric::cosine : NeighbourMetric::euclidean;
    const auto by = rng.below(2) ? NeighbourWeights::dudani : NeighbourWeights::uniform;
    const int64_t count = rng.between(1, n);
    const ModelPointer model = fit_learner("neighbours", table_of(rows), targets, cases::reals(weights),
                                           options_for(scaling, metric, by, count), silent);
    REQUIRE(model->kind() == Kind::joint);
    REQUIRE(model->choices().empty());
    Features x = rows, q = queries;
    const Scaler scaler(scaling, rows, weights);
    scaler.apply(x);
    scaler.apply(q);
    const auto estimators = model->estimators(table_of(queries), {}, silent);
    std::vector<double> p(static_cast<std::size_t>(queries.rows * targets.labels));
    model->probabilities(table_of(queries), {}, silent, p.data());
    for (int64_t i = 0; i < queries.rows; ++i) {
      const Joint plain =
          plain_joint(plain_nearest(x, metric, q, i, count, {}), by == NeighbourWeights::dudani, targets, weights);
      const std::vector<double> expected = plain.marginals(),
                                got = estimators[static_cast<std::size_t>(i)]->marginals();
      const std::vector<double> sizes = plain.size_distribution();
      INFO("seed " << seed << ", row " << i);
      for (std::size_t j = 0; j < expected.size(); ++j) {
        REQUIRE(got[j] == Approx(expected[j]).margin(1e-12));
        REQUIRE(p[static_cast<std::size_t>(i * targets.labels) + j] == Approx(expected[j]).margin(1e-12));
      }
      const std::vector<double> own = estimators[static_cast<std::size_t>(i)]->size_distribution();
      for (std::size_t s = 0; s < sizes.size(); ++s) REQUIRE(own[s] == Approx(sizes[s]).margin(1e-12));
    }
    // What is saved answers with the same bits, and is saved as it was.
    const ModelPointer again = load_model(model->save());
    REQUIRE(again->save() == model->save());
    std::vector<double> p_again(p.size());
    again->probabilities(table_of(queries), {3, 0, 0}, silent, p_again.data());
    REQUIRE(p_again == p);
  }
}

TEST_CASE("neighbours: a tie at one half is exactly one half") {
  // Ten of twenty neighbours, of five label vectors.
  Features rows;
  rows.rows = 20;
  rows.cols = 1;
  Targets targets;
  targets.rows = 20;
  targets.labels = 4;
  for (int i = 0; i < 20; ++i) {
    rows.values.push_back(i);
    for (int j = 0; j < 4; ++j) targets.cells.push_back(j == 0 ? i % 2 == 0 : i % (j + 2) == 0);
  }
  const auto model =
      fit_learner("neighbours", table_of(rows), targets, {},
                  options_for(Scaling::none, NeighbourMetric::euclidean, NeighbourWeights::uniform, 20), silent);
  std::vector<double> p(80);
  model->probabilities(table_of(rows), {}, silent, p.data());
  for (int i = 0; i < 20; ++i) CHECK(p[static_cast<std::size_t>(4 * i)] == 0.5);
}

TEST_CASE("neighbours: what is left open is chosen by leave-one-out, of rows or groups", "[threads]") {
  const auto metric = parse_metric("f1", 1);
  for (int seed = 0; seed < cases::scaled(60); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    // The first ones are of more rows than one task takes.
    const int n = seed < 2 ? 150 : rng.between(6, 24), d = rng.between(2, 4);
    const Features rows = some_rows(rng, n, d, 0);
    const Targets targets = some_labels(rng, rows, 3);
    LearnerOptions options;
    options.threads = rng.between(1, 3);
    std::vector<int64_t> groups;
    for (int64_t i = 0; seed % 2 && i < n; ++i) groups.push_back(i < 2 ? 10 * i - 5 : 10 * rng.below(n / 2) - 5);
    const RowRoles roles({}, {groups.empty() ? nullptr : groups.data(), false});
    std::vector<std::vector<int64_t>> left_out(static_cast<std::size_t>(n));
    std::size_t most = 0;
    for (std::size_t i = 0; i < left_out.size(); ++i) {
      for (std::size_t j = 0; j < left_out.size(); ++j)
        if (i == j || (!groups.empty() && groups[i] == groups[j])) left_out[i].push_back(static_cast<int64_t>(j));
      most = std::max(most, left_out[i].size());
    }
    const auto model = fit_learner("neighbours", table_of(rows), targets, roles, options, silent);
    const std::vector<FittingChoice> choices = model->choices();
    REQUIRE(choices.size() == 1);
    // Every way, each row from the others, in a plain loop.
    const std::vector<double> ones(static_cast<std::size_t>(n), 1.0);
    double best = 0;
    std::vector<std::pair<double, double>> path;
    std::string at;
    for (const Scaling scaling : {Scaling::standard, Scaling::minmax}) {
      Features x = rows;
      Scaler(scaling, rows, ones).apply(x);
      for (const NeighbourMetric m : {NeighbourMetric::cosine, NeighbourMetric::euclidean})
        for (const bool dudani : {true, false}) {
          std::vector<std::pair<double, double>> own;
          for (const int count : {1, 3, 5, 10, 15, 20, 30, 40, 50, 70, 100}) {
            if (count > n - static_cast<int>(most)) break;
            double sum = 0;
            for (int64_t i = 0; i < n; ++i) {
              const Joint joint = plain_joint(plain_nearest(x, m, x, i, count, left_out[static_cast<std::size_t>(i)]),
                                              dudani, targets, ones);
              Workspace work;
              Decision decision;
              DecisionOptions decide_by;
              decide_by.at_least = model->shape().at_least;
              decide(*metric, joint, decide_by, work, decision);
              sum += f1(vector_of(targets, i),
                        std::vector<int>(decision.items(0), decision.items(0) + decision.answer(0).k));
            }
            own.emplace_back(count, 1 - sum / n);
          }
          double top = 0;
          for (const auto &[count, loss] : own) top = std::max(top, 1 - loss);
          if (top > best + 1e-12) {
            best = top;
            path = own;
            at = std::string(scaling_name(scaling)) + (m == NeighbourMetric::cosine ? " cosine" : " euclidean") +
                 (dudani ? " dudani" : " uniform");
          }
        }
    }
    INFO("seed " << seed << " " << at);
    CHECK(choices[0].loss == Approx(1 - best).margin(1e-12));
    CHECK(choices[0].part == at);
    REQUIRE(choices[0].path.size() == path.size());
    for (std::size_t c = 0; c < path.size(); ++c) {
      CHECK(choices[0].path[c].first == path[c].first);
      CHECK(choices[0].path[c].second == Approx(path[c].second).margin(1e-12));
    }
    options.threads = 4;
    CHECK(fit_learner("neighbours", table_of(rows), targets, roles, options, silent)->save() == model->save());
  }
}

TEST_CASE("neighbours: classes, one label, and other metrics to choose by") {
  cases::Rng rng(5);
  const Features rows = some_rows(rng, 40, 3, 0);
  const Targets classes = some_classes(rng, rows, 4);
  const auto model = fit_learner("neighbours", table_of(rows), classes, {}, {}, silent);
  CHECK(model->kind() == Kind::categorical);
  for (const auto &estimator : model->estimators(table_of(rows), {}, silent)) {
    const std::vector<double> p = estimator->marginals();
    CHECK(std::accumulate(p.begin(), p.end(), 0.0) == Approx(1).margin(1e-12));
  }
  const Targets one = some_labels(rng, rows, 1);
  CHECK(fit_learner("neighbours", table_of(rows), one, {}, {}, silent)->kind() == Kind::independent);
  const Targets labels = some_labels(rng, rows, 4);
  LearnerOptions options;
  options.neighbour_utility = "hamming";
  CHECK(fit_learner("neighbours", table_of(rows), labels, {}, options, silent)->choices().size() == 1);
  options.neighbour_utility = "f 1";
  expect_error(Status::format, "f 1", [&] { fit_learner("neighbours", table_of(rows), labels, {}, options, silent); });
}

TEST_CASE("neighbours: narrow data, and what is refused") {
  cases::Rng rng(9);
  const Features rows = some_rows(rng, 12, 3, 1);
  const Targets targets = some_labels(rng, rows, 3);
  LearnerOptions options;
  options.neighbours = 13;
  expect_error(Status::argument, "neighbours is 13: there are 12 rows to learn from",
               [&] { fit_learner("neighbours", table_of(rows), targets, {}, options, silent); });
  // As many as there are: with uniform weights every row is told the same.
  options = options_for(Scaling::standard, NeighbourMetric::euclidean, NeighbourWeights::uniform, 12);
  const auto all = fit_learner("neighbours", table_of(rows), targets, {}, options, silent);
  std::vector<double> p(36);
  all->probabilities(table_of(rows), {}, silent, p.data());
  for (std::size_t c = 3; c < p.size(); ++c) CHECK(p[c] == p[c - 3]);
  // All ways are tried with as many as there can be, and the whole count is kept.
  options = {};
  options.neighbours = 12;
  CHECK(fit_learner("neighbours", table_of(rows), targets, {}, options, silent)->choices()[0].value == 12);

  // One row: it is everyone's neighbour.
  const Features one = picked_rows(rows, std::vector<int64_t>{0});
  const Targets its = picked_rows(targets, std::vector<int64_t>{0});
  const auto alone = fit_learner("neighbours", table_of(one), its, {}, {}, silent);
  alone->probabilities(table_of(rows), {}, silent, p.data());
  for (std::size_t c = 0; c < p.size(); ++c) CHECK(p[c] == its.cells[c % 3]);

  // Constant features tell nothing, and rows of zeros have no direction.
  Features constant = rows;
  std::fill(constant.values.begin(), constant.values.end(), 0.0);
  for (const NeighbourMetric metric : {NeighbourMetric::euclidean, NeighbourMetric::cosine}) {
    const auto model = fit_learner("neighbours", table_of(constant), targets, {},
                                   options_for(Scaling::standard, metric, NeighbourWeights::dudani, 2), silent);
    model->probabilities(table_of(constant), {}, silent, p.data());
    for (std::size_t j = 0; j < 3; ++j)  // the first two rows, as all are equally near
      CHECK(p[j] == 0.5 * (targets.cells[j] + targets.cells[3 + j]));
  }

  expect_error(Status::argument, "scaling is minmax: sparse features would lose their zeros", [&] {
    const SparseRows sparse(rows);
    options = options_for(Scaling::minmax, NeighbourMetric::euclidean, NeighbourWeights::uniform, 2);
    fit_learner("neighbours", sparse.table(), targets, {}, options, silent);
  });
  Features broken = rows;
  broken.values[4] = std::nan("");
  expect_error(Status::argument, "features[1][1] is nan",
               [&] { fit_learner("neighbours", table_of(broken), targets, {}, {}, silent); });
  expect_error(Status::argument, "n_features is 2: the model was fitted to 3", [&] {
    cases::Rng other(1);
    all->estimators(table_of(some_rows(other, 2, 2, 0)), {}, silent);
  });
}

TEST_CASE("neighbours: hostile texts give an error, never more") {
  cases::Rng rng(4);
  const Features rows = some_rows(rng, 6, 3, 2);
  const Targets targets = some_labels(rng, rows, 3);
  const auto model = fit_learner("neighbours", SparseRows(rows).table(), targets, {}, {}, silent);
  const std::string saved = model->save();
  for (int seed = 0; seed < cases::scaled(3000); ++seed) {
    std::string text = saved;
    for (int k = rng.between(1, 3); k > 0; --k) {
      const auto at = static_cast<std::size_t>(rng.below(static_cast<int>(text.size())));
      constexpr char letters[] = "0123456789-,[]{}\".e";
      if (rng.below(4) == 0)
        text.erase(at, 1);
      else
        text[at] = letters[rng.below(static_cast<int>(sizeof letters) - 1)];
    }
    try {
      const ModelPointer loaded = load_model(text);
      std::vector<double> p(static_cast<std::size_t>(6 * loaded->shape().labels));
      if (loaded->shape().features == 3) loaded->probabilities(table_of(rows), {}, silent, p.data());
    } catch (const Error &e) {
      CHECK(e.status() != Status::internal);
    }
  }
  const auto without = [&](const std::string &from, const std::string &to) {
    std::string text = saved;
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  expect_error(Status::format, "\"metric\" is \"cosines\"",
               [&] { load_model(without("\"metric\":\"cosine\"", "\"metric\":\"cosines\"")); });
}

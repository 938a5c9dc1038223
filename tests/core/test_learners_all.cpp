// What holds of every learner: the same bits for any number of threads and after saving, and an answer or a message for
// rows that teach little.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "expect_error.hpp"
#include "learner_rows.hpp"

using namespace learner_rows;
using check::expect_error;

namespace {

NoMonitor silent;

const std::vector<std::string> of_labels = {"br",     "lfp",         "efp",        "pcc",
                                            "card",   "card:forest", "neighbours", "tree",
                                            "forest", "kernel",      "kernel:pcc", "mixture:card,forest"};
const std::vector<std::string> of_classes = {"br", "neighbours", "tree", "forest", "kernel:br", "mixture:br,forest"};

// Small, so that each learner takes an instant.
LearnerOptions quick() {
  LearnerOptions out;
  out.c_values = {0.1, 1};
  out.chains = 2;
  out.samples = 200;
  out.trees = 8;
  out.neighbours = 2;
  return out;
}
// A single tree is one.
LearnerOptions quick(const std::string &learner) {
  LearnerOptions out = quick();
  if (learner == "tree") out.trees = 0;
  return out;
}

ModelPointer fitted(const std::string &learner, const FeatureTable &rows, const Targets &targets,
                    const LearnerOptions &options) {
  return fit_learner(learner, rows, targets, {}, options, silent);
}

std::vector<double> told(const Model &model, const FeatureTable &rows, int threads = 1) {
  std::vector<double> out(static_cast<std::size_t>(rows.rows() * model.shape().labels));
  model.probabilities(rows, {threads, 5, 0}, silent, out.data());
  for (const double p : out) CHECK((p >= 0 && p <= 1));
  return out;
}
std::vector<std::string> estimators(const Model &model, const FeatureTable &rows, int threads = 1) {
  std::vector<std::string> out;
  for (const auto &estimator : model.estimators(rows, {threads, 5, 0}, silent)) out.push_back(estimator->save());
  return out;
}

// visit(learner, targets) for each learner of labels and of classes.
template <class Visit>
void each_learner(const Targets &labels, const Targets &classes, const Visit &visit) {
  for (const std::string &learner : of_labels) {
    INFO("labels, " << learner);
    visit(learner, labels);
  }
  for (const std::string &learner : of_classes) {
    INFO("classes, " << learner);
    visit(learner, classes);
  }
}

Targets filled(Task task, int64_t rows, int64_t labels, int value) {
  Targets out;
  out.task = task;
  out.rows = rows;
  out.labels = labels;
  if (task == Task::labels)
    out.cells.assign(static_cast<std::size_t>(rows * labels), static_cast<uint8_t>(value));
  else
    out.classes.assign(static_cast<std::size_t>(rows), value);
  return out;
}

}  // namespace

TEST_CASE("every learner: the same bits for 1, 2, 3 and 8 threads, and saved and loaded", "[threads]") {
  cases::Rng rng(1);
  for (const int kind : {0, 2}) {
    const Features rows = some_rows(rng, 70, 6, kind), queries = some_rows(rng, 90, 6, kind);
    each_learner(some_labels(rng, rows, 4), some_classes(rng, rows, 4),
                 [&](const std::string &learner, const Targets &targets) {
                   LearnerOptions options = quick(learner);
                   options.neighbours = 0;
                   const ModelPointer model = fitted(learner, table_of(rows), targets, options);
                   const std::string saved = model->save();
                   const std::vector<double> p = told(*model, table_of(queries));
                   const std::vector<std::string> all = estimators(*model, table_of(queries));
                   for (const int threads : {2, 3, 8}) {
                     INFO(threads << " threads");
                     options.threads = threads;
                     CHECK(fitted(learner, table_of(rows), targets, options)->save() == saved);
                     CHECK(told(*model, table_of(queries), threads) == p);
                     CHECK(estimators(*model, table_of(queries), threads) == all);
                   }
                   const ModelPointer loaded = load_model(saved);
                   CHECK(loaded->save() == saved);
                   CHECK(told(*loaded, table_of(queries)) == p);
                   CHECK(estimators(*loaded, table_of(queries)) == all);
                   const auto choices = model->choices(), kept = loaded->choices();
                   REQUIRE(kept.size() == choices.size());
                   for (std::size_t c = 0; c < kept.size(); ++c) {
                     CHECK(kept[c].part == choices[c].part);
                     CHECK(kept[c].value == choices[c].value);
                     CHECK(kept[c].path == choices[c].path);
                   }
                 });
  }
}

TEST_CASE("every learner: a label that is never or always there, and one class alone") {
  cases::Rng rng(2);
  const Features rows = some_rows(rng, 40, 3, 0);
  Targets labels = some_labels(rng, rows, 3);
  for (std::size_t i = 0; i < 40; ++i) {
    labels.cells[3 * i] = 0;
    labels.cells[3 * i + 1] = 1;
  }
  // What card and calibration leave of a certainty.
  constexpr double nearly = 1e-4;
  each_learner(labels, filled(Task::classes, 40, 3, 1), [&](const std::string &learner, const Targets &targets) {
    const std::vector<double> p = told(*fitted(learner, table_of(rows), targets, quick(learner)), table_of(rows));
    for (std::size_t i = 0; i < 40; ++i) {
      CHECK(p[3 * i] <= nearly);
      CHECK(p[3 * i + 1] >= 1 - nearly);
      if (targets.task == Task::classes) CHECK(p[3 * i + 2] == 0);
    }
  });
  // No label anywhere: the empty set is what is known.
  for (const std::string &learner : of_labels) {
    INFO(learner);
    const ModelPointer model = fitted(learner, table_of(rows), filled(Task::labels, 40, 3, 0), quick(learner));
    for (const double p : told(*model, table_of(rows))) CHECK(p <= nearly);
    CHECK(model->shape().at_least == 0);
  }
}

TEST_CASE("every learner: constant features tell nothing, so that each row is told the same") {
  cases::Rng rng(3);
  Features rows = some_rows(rng, 60, 3, 0);
  const Targets labels = some_labels(rng, rows, 2), classes = some_classes(rng, rows, 3);
  std::fill(rows.values.begin(), rows.values.end(), 7.0);
  each_learner(labels, classes, [&](const std::string &learner, const Targets &targets) {
    const ModelPointer model = fitted(learner, table_of(rows), targets, quick(learner));
    const std::vector<double> p = told(*model, table_of(rows));
    const auto m = static_cast<std::size_t>(targets.labels);
    for (std::size_t c = m; c < p.size(); ++c) CHECK(p[c] == p[c - m]);
    if (learner.find("neighbours") != std::string::npos) return;  // it asks the first rows alone
    for (std::size_t j = 0; j < m; ++j) {
      double share = 0;
      for (int64_t i = 0; i < 60; ++i) share += targets.at(i, static_cast<int64_t>(j)) / 60.0;
      CHECK(p[j] == Approx(share).margin(0.05));
    }
  });
}

TEST_CASE("every learner: rows that come twice with opposite labels leave them open") {
  cases::Rng rng(4);
  const Features once = some_rows(rng, 30, 3, 0);
  std::vector<int64_t> twice;
  for (int64_t i = 0; i < 60; ++i) twice.push_back(i / 2);
  const Features rows = picked_rows(once, twice);
  Targets labels = picked_rows(some_labels(rng, once, 2), twice), classes = filled(Task::classes, 60, 2, 0);
  for (std::size_t i = 1; i < 60; i += 2) {
    for (std::size_t j = 0; j < 2; ++j) labels.cells[2 * i + j] = 1 - labels.cells[2 * i + j];
    classes.classes[i] = 1;
  }
  each_learner(labels, classes, [&](const std::string &learner, const Targets &targets) {
    LearnerOptions options = quick(learner);
    options.neighbour_weights = NeighbourWeights::uniform;
    for (const double p : told(*fitted(learner, table_of(rows), targets, options), table_of(rows)))
      CHECK(p == Approx(0.5).margin(0.1));
  });
}

TEST_CASE("every learner: one row") {
  cases::Rng rng(5);
  const Features rows = some_rows(rng, 20, 3, 0), one = picked_rows(rows, std::vector<int64_t>{4});
  Targets labels = filled(Task::labels, 1, 3, 1);
  labels.cells[1] = 0;
  each_learner(labels, filled(Task::classes, 1, 3, 2), [&](const std::string &learner, const Targets &targets) {
    LearnerOptions options = quick(learner);
    options.neighbours = 0;
    const std::vector<double> p = told(*fitted(learner, table_of(one), targets, options), table_of(rows));
    for (std::size_t c = 0; c < p.size(); ++c)
      CHECK(p[c] == Approx(targets.at(0, static_cast<int64_t>(c % 3))).margin(1e-5));
  });
}

TEST_CASE("every learner: more features than rows, and more labels than rows") {
  cases::Rng rng(6);
  const Features rows = some_rows(rng, 12, 80, 0);
  each_learner(some_labels(rng, rows, 30), some_classes(rng, rows, 30),
               [&](const std::string &learner, const Targets &targets) {
                 const ModelPointer model = fitted(learner, table_of(rows), targets, quick(learner));
                 CHECK(told(*model, table_of(rows)).size() == 12 * 30);
                 std::vector<uint8_t> mask(12 * 30);
                 predict(*model, table_of(rows), *parse_metric("f1", 1), PredictOptions(),
                         {Grid<uint8_t>{mask.data(), 12, 30, 30, 1}, nullptr, nullptr});
                 CHECK(std::count(mask.begin(), mask.end(), 1) > 0);
               });
}

TEST_CASE("every learner: wide sparse rows") {
  cases::Rng rng(7);
  const int64_t n = 48;
  for (const int64_t d : {int64_t{20000}, int64_t{1} << 20}) {
    Features rows;
    rows.rows = n;
    rows.cols = d;
    rows.is_sparse = true;
    rows.begin = {0};
    Targets labels = filled(Task::labels, n, 2, 0), classes = filled(Task::classes, n, 2, 0);
    for (int64_t i = 0; i < n; ++i) {
      const int own = static_cast<int>(i % 2);
      labels.cells[static_cast<std::size_t>(2 * i + own)] = 1;
      classes.classes[static_cast<std::size_t>(i)] = own;
      // A column that tells the label, and one that tells nothing.
      rows.columns.push_back(static_cast<int32_t>(own ? 5 : d - 2));
      rows.columns.push_back(static_cast<int32_t>(d - 1));
      rows.values.insert(rows.values.end(), {1.0, 0.25 + 0.5 * rng.uniform()});
      rows.begin.push_back(static_cast<int64_t>(rows.values.size()));
    }
    const FeatureTable table = SparseTable{{rows.begin.data(), false},
                                           {rows.columns.data(), true},
                                           {rows.values.data(), false, static_cast<int64_t>(rows.values.size()), 1},
                                           n,
                                           d};
    each_learner(labels, classes, [&](const std::string &learner, const Targets &targets) {
      const bool wide = d > 100000, by_rows = learner == "neighbours" || learner.substr(0, 6) == "kernel";
      if (wide && !by_rows) return;
      LearnerOptions options = quick(learner);
      options.c_values = {100};
      const std::vector<double> p = told(*fitted(learner, table, targets, options), table);
      for (int64_t i = 0; i < n; ++i)
        for (int64_t j = 0; j < 2; ++j)
          CHECK((p[static_cast<std::size_t>(2 * i + j)] > 0.5) == (targets.at(i, j) != 0));
    });
  }
}

TEST_CASE("every learner: features that are no numbers are refused, in training and after") {
  cases::Rng rng(8);
  const Features rows = some_rows(rng, 30, 3, 0);
  each_learner(
      some_labels(rng, rows, 2), some_classes(rng, rows, 3), [&](const std::string &learner, const Targets &targets) {
        const ModelPointer model = fitted(learner, table_of(rows), targets, quick(learner));
        for (const double x : {std::nan(""), std::numeric_limits<double>::infinity(), -2e100}) {
          Features broken = rows;
          broken.values[3 * 7 + 2] = x;
          const std::string message = "features[7][2] is ";
          expect_error(Status::argument, message, [&] { fitted(learner, table_of(broken), targets, quick(learner)); });
          expect_error(Status::argument, message, [&] { told(*model, table_of(broken), 2); });
          expect_error(Status::argument, message, [&] { model->estimators(SparseRows(broken).table(), {}, silent); });
        }
      });
}

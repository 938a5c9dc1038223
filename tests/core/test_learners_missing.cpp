// Missing values of features: against the same learner on a table that was filled in by hand, to the bit.
#include <catch2/catch.hpp>

#include <cmath>
#include <map>

#include "cases.hpp"
#include "core/learners/learner.hpp"
#include "expect_error.hpp"
#include "learner_cases.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::learners;
using cases::LearnerData;
using check::expect_error;

namespace {

NoMonitor quiet;
constexpr double hole = std::numeric_limits<double>::quiet_NaN();

struct Table {
  std::vector<double> cells;
  int64_t rows, columns;

  double &at(int64_t i, int64_t j) { return cells[static_cast<std::size_t>(i * columns + j)]; }
  double at(int64_t i, int64_t j) const { return cells[static_cast<std::size_t>(i * columns + j)]; }
  FeatureTable view() const { return RealTable{cells.data(), false, rows, columns, columns, 1}; }
};

Table with_holes(const LearnerData &data, cases::Rng &rng, double share) {
  Table out{data.x, data.rows, data.features};
  for (double &x : out.cells) {
    x = std::round(4 * x) / 4;  // so that values repeat
    if (rng.uniform() < share) x = hole;
  }
  return out;
}

std::vector<double> fills(const Table &t, const std::vector<double> &weights, Imputation imputation) {
  std::vector<double> out;
  for (int64_t j = 0; j < t.columns; ++j) {
    double sum = 0, known = 0;
    std::map<double, double> histogram;
    for (int64_t i = 0; i < t.rows; ++i) {
      const double w = weights[static_cast<std::size_t>(i)];
      if (std::isnan(t.at(i, j)) || w == 0) continue;
      sum += w * t.at(i, j);
      known += w;
      histogram[t.at(i, j)] += w;
    }
    double best = 0, most = 0;
    for (const auto &[value, weight] : histogram)
      if (weight > most) most = weight, best = value;
    out.push_back(imputation == Imputation::mean ? (known > 0 ? sum / known : 0) : best);
  }
  return out;
}

Table filled(const Table &t, const std::vector<double> &by, const std::vector<int64_t> &indicators) {
  Table out{{}, t.rows, t.columns + static_cast<int64_t>(indicators.size())};
  for (int64_t i = 0; i < t.rows; ++i) {
    for (int64_t j = 0; j < t.columns; ++j)
      out.cells.push_back(std::isnan(t.at(i, j)) ? by[static_cast<std::size_t>(j)] : t.at(i, j));
    for (const int64_t j : indicators) out.cells.push_back(std::isnan(t.at(i, j)) ? 1 : 0);
  }
  return out;
}

std::vector<double> probabilities(const Model &model, const FeatureTable &rows) {
  std::vector<double> out(static_cast<std::size_t>(rows.rows() * model.shape().labels));
  model.probabilities(rows, {1, 7, 0}, quiet, out.data());
  return out;
}

}  // namespace

TEST_CASE("missing values: as of a table that was filled in by hand") {
  cases::Rng rng(31);
  for (const std::string learner : {"lfp", "efp", "forest", "neighbours", "kernel", "mixture:card,forest"}) {
    for (const Imputation imputation : {Imputation::mean, Imputation::most_frequent})
      for (const bool indicators : {false, true}) {
        CAPTURE(learner, static_cast<int>(imputation), indicators);
        const LearnerData data = cases::learner_data(rng, 60, 4, 3);
        const Table holes = with_holes(data, rng, 0.15), rows = with_holes(data, rng, 0.3);
        std::vector<double> weights;
        for (int64_t i = 0; i < data.rows; ++i) weights.push_back(rng.between(1, 3));
        std::vector<int64_t> lacking;
        for (int64_t j = 0; j < holes.columns && indicators; ++j)
          for (int64_t i = 0; i < holes.rows; ++i)
            if (std::isnan(holes.at(i, j))) {
              lacking.push_back(j);
              break;
            }
        const std::vector<double> by = fills(holes, weights, imputation);
        LearnerOptions options;
        options.trees = 7;
        options.seed = 3;
        const ModelPointer by_hand = fit_learner(learner, filled(holes, by, lacking).view(), data.targets(),
                                                 cases::reals(weights), options, quiet);
        const std::vector<double> want = probabilities(*by_hand, filled(rows, by, lacking).view());
        options.missing = imputation;
        options.missing_indicators = indicators;
        const ModelPointer own =
            fit_learner(learner, holes.view(), data.targets(), cases::reals(weights), options, quiet);
        CHECK(own->shape().features == holes.columns);
        CHECK(own->shape().learner == learner);
        CHECK(own->kind() == by_hand->kind());
        CHECK(own->choices().size() == by_hand->choices().size());
        CHECK(probabilities(*own, rows.view()) == want);
        // Saved and loaded, and a row at a time.
        const std::string saved = own->save();
        const ModelPointer loaded = load_model(saved);
        CHECK(loaded->save() == saved);
        CHECK(probabilities(*loaded, rows.view()) == want);
        const auto labels = static_cast<std::size_t>(loaded->shape().labels);
        for (int64_t i = 0; i < rows.rows; i += 17) {
          const FeatureTable one =
              RealTable{rows.cells.data() + i * rows.columns, false, 1, rows.columns, rows.columns, 1};
          const std::vector<double> p = probabilities(*loaded, one);
          CHECK(std::equal(p.begin(), p.end(), want.begin() + static_cast<std::ptrdiff_t>(labels) * i));
        }
      }
  }
}

TEST_CASE("missing values: of sparse rows those that are kept as such") {
  cases::Rng rng(32);
  const LearnerData data = cases::learner_data(rng, 50, 5, 2);
  Table holes = with_holes(data, rng, 0.2);
  for (double &x : holes.cells)
    if (!std::isnan(x) && x < 4) x = 0;
  const std::vector<double> weights(50, 1.0);
  for (const Imputation imputation : {Imputation::mean, Imputation::most_frequent}) {
    const Table by_hand = filled(holes, fills(holes, weights, imputation), {0, 1, 2, 3, 4});
    const cases::SparseRows sparse(holes.cells, holes.rows, holes.columns),
        whole(by_hand.cells, by_hand.rows, by_hand.columns);
    LearnerOptions options;
    const ModelPointer wanted = fit_learner("lfp", whole.table(), data.targets(), {}, options, quiet);
    options.missing = imputation;
    options.missing_indicators = true;
    const ModelPointer own = fit_learner("lfp", sparse.table(), data.targets(), {}, options, quiet);
    const std::vector<double> want = probabilities(*wanted, whole.table());
    CHECK(probabilities(*own, sparse.table()) == want);
    // It takes the same rows in the other form.
    const std::vector<double> dense = probabilities(*own, holes.view());
    for (std::size_t i = 0; i < want.size(); ++i) CHECK(dense[i] == Approx(want[i]).margin(1e-12));
  }
}

TEST_CASE("missing values: of levels of one column the most frequent one stands") {
  // colour=blue is in 3 rows of 8, colour=red in 2; each level alone is mostly 0.
  const Table t{{1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, hole, hole}, 8, 2};
  Targets targets;
  targets.rows = 8;
  targets.labels = 1;
  targets.cells = {1, 1, 0, 0, 0, 1, 0, 1};
  LearnerOptions options;
  options.missing = Imputation::most_frequent;
  const auto saved = [&] { return fit_learner("lfp", t.view(), targets, {}, options, quiet)->save(); };
  CHECK(saved().find("\"fill\":[0,0]") != std::string::npos);  // two features that have nothing to do with each other
  options.feature_names = {"colour=blue", "colour=red"};
  CHECK(saved().find("\"fill\":[1,0]") != std::string::npos);
  options.feature_names = {"colour=blue", "shape=round"};
  CHECK(saved().find("\"fill\":[0,0]") != std::string::npos);
}

TEST_CASE("missing values: refused if the option does not say what stands for them") {
  cases::Rng rng(33);
  const LearnerData data = cases::learner_data(rng, 20, 3, 2);
  Table t{data.x, data.rows, data.features};
  const ModelPointer plain = fit_learner("lfp", t.view(), data.targets(), {}, {}, quiet);
  t.at(1, 2) = hole;
  const std::string message = ": must be a number; the option missing fills in missing values";
  expect_error(Status::argument, "features[1][2] is nan" + message,
               [&] { fit_learner("lfp", t.view(), data.targets(), {}, {}, quiet); });
  expect_error(Status::argument, "features[1][2] is nan" + message, [&] { probabilities(*plain, t.view()); });
  LearnerOptions named;
  named.feature_names = {"age", "height", "weight"};
  expect_error(Status::argument, "features[1][2] (\"weight\") is nan" + message,
               [&] { fit_learner("lfp", t.view(), data.targets(), {}, named, quiet); });
  named.missing = Imputation::mean;
  const std::string saved = fit_learner("lfp", t.view(), data.targets(), {}, named, quiet)->save();
  const auto changed = [&](const std::string &from, const std::string &to) {
    std::string out = saved;
    const std::size_t at = out.find(from);
    REQUIRE(at != std::string::npos);
    return out.replace(at, from.size(), to);
  };
  expect_error(Status::format, "\"indicators\"[0] is 3: must lie in [0, 2]",
               [&] { load_model(changed("\"indicators\":[]", "\"indicators\":[3]")); });
  expect_error(Status::format, "\"inner\" is of another shape",
               [&] { load_model(changed("\"indicators\":[]", "\"indicators\":[1]")); });
  t.at(1, 2) = std::numeric_limits<double>::infinity();
  expect_error(Status::argument, "features[1][2] (\"weight\") is inf: must be at most 1e100",
               [&] { fit_learner("lfp", t.view(), data.targets(), {}, named, quiet); });
}

TEST_CASE("learners: a huge scaler is refused, and what is scaled stays finite") {
  cases::Rng rng(34);
  const LearnerData data = cases::learner_data(rng, 30, 2, 2);
  for (const std::string learner : {"neighbours", "lfp", "kernel"}) {
    const std::string saved = fit_learner(learner, data.table(), data.targets(), {}, {}, quiet)->save();
    for (const char *member : {"\"shift\":[", "\"factor\":["}) {
      const std::size_t at = saved.find(member) + std::string(member).size();
      const std::size_t end = saved.find(',', at);
      const auto with = [&](const char *number) { return saved.substr(0, at) + number + saved.substr(end); };
      expect_error(Status::format, "[0] is 1e308: must be at most 1e100 in absolute value",
                   [&] { load_model(with("1e308")); });
      if (learner == "kernel") continue;  // its landmarks would not be told apart
      const ModelPointer greatest = load_model(with("1e100"));
      const Table far{{1e100, -1e100, 0, 0, -1e100, 1e100}, 3, 2};
      for (const double p : probabilities(*greatest, far.view())) CHECK((p >= 0 && p <= 1));
    }
  }
}

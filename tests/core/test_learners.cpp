// The linear learners: their regressions against derivatives by differences and a second solver, their estimators
// against enumeration, what is saved, and what is refused.
#include <catch2/catch.hpp>

#include <Eigen/Dense>
#include <numeric>

#include "cases.hpp"
#include "core/decisions/decide.hpp"
#include "core/estimators/counts.hpp"
#include "core/estimators/joint.hpp"
#include "core/learners/calibration.hpp"
#include "core/learners/class_calibration.hpp"
#include "core/learners/linear/card.hpp"
#include "core/learners/linear/linear_fit.hpp"
#include "core/learners/linear/softmax_loops.hpp"
#include "core/learners/matrix/matrix_level.hpp"
#include "core/learners/matrix/sparse_product.hpp"
#include "expect_error.hpp"
#include "learner_cases.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::learners;
using cases::LearnerData;
using check::expect_error;

namespace {

NoMonitor quiet;

ModelPointer fitted(const std::string &learner, const LearnerData &data, const LearnerOptions &options = {}) {
  return fit_learner(learner, data.table(), data.targets(), {}, options, quiet);
}

std::vector<std::string> saved_estimators(const Model &model, const FeatureTable &rows, int threads = 1) {
  std::vector<std::string> out;
  for (const auto &estimator : model.estimators(rows, {threads, 7, 0}, quiet)) out.push_back(estimator->save());
  return out;
}

FeatureTable one_row(const LearnerData &data, int64_t i) {
  return RealTable{data.x.data() + i * data.features, false, 1, data.features, data.features, 1};
}

const std::vector<std::string> label_learners = {"lfp", "efp", "pcc", "card"};

// ---- A second solver: Newton's method on the whole Hessian, literally -------------------------------

struct Penalised {
  Eigen::MatrixXd x;  // with a last column of ones
  std::vector<int64_t> classes;
  Eigen::VectorXd weights;
  int64_t n_classes = 2;
  double c = 1;
  double intercept_ridge = 1.0 / 100;
  bool one_column = false;

  Eigen::Index columns() const { return one_column ? 1 : n_classes; }
  double ridge(Eigen::Index j) const { return j == x.cols() - 1 ? intercept_ridge : 1 / c; }

  Eigen::VectorXd probabilities(const Eigen::VectorXd &w, Eigen::Index i) const {
    Eigen::VectorXd margins = Eigen::VectorXd::Zero(n_classes);
    for (Eigen::Index k = 0; k < columns(); ++k)
      margins[one_column ? 1 : k] = x.row(i).dot(w.segment(k * x.cols(), x.cols()));
    const Eigen::VectorXd e = (margins.array() - margins.maxCoeff()).exp();
    return e / e.sum();
  }
  double loss(const Eigen::VectorXd &w) const {
    double out = 0;
    for (Eigen::Index i = 0; i < x.rows(); ++i)
      out -= weights[i] * std::log(probabilities(w, i)[classes[static_cast<std::size_t>(i)]]);
    for (Eigen::Index a = 0; a < w.size(); ++a) out += 0.5 * ridge(a % x.cols()) * w[a] * w[a];
    return out;
  }
  Eigen::VectorXd solve() const {
    const Eigen::Index d = x.cols(), size = d * columns();
    Eigen::VectorXd w = Eigen::VectorXd::Zero(size);
    for (int step = 0; step < 200; ++step) {
      Eigen::VectorXd gradient = Eigen::VectorXd::Zero(size);
      Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(size, size);
      for (Eigen::Index i = 0; i < x.rows(); ++i) {
        const Eigen::VectorXd p = probabilities(w, i);
        for (Eigen::Index k = 0; k < columns(); ++k) {
          const Eigen::Index own = one_column ? 1 : k;
          gradient.segment(k * d, d) +=
              weights[i] * (p[own] - (classes[static_cast<std::size_t>(i)] == own)) * x.row(i).transpose();
          for (Eigen::Index l = 0; l < columns(); ++l) {
            const Eigen::Index other = one_column ? 1 : l;
            const double curvature = weights[i] * p[own] * ((own == other) - p[other]);
            hessian.block(k * d, l * d, d, d) += curvature * x.row(i).transpose() * x.row(i);
          }
        }
      }
      for (Eigen::Index a = 0; a < size; ++a) {
        gradient[a] += ridge(a % d) * w[a];
        hessian(a, a) += ridge(a % d);
      }
      const Eigen::VectorXd direction = hessian.ldlt().solve(gradient);
      double t = 1;
      while (t > 1e-10 && loss(w - t * direction) > loss(w)) t /= 2;
      w -= t * direction;
      if (direction.norm() < 1e-12 * (1 + w.norm())) break;
    }
    return w;
  }
};

}  // namespace

TEST_CASE("learners: derivatives of the regressions against differences") {
  cases::Rng rng(1);
  for (int c = 0; c < cases::scaled(200); ++c) {
    const int64_t n = rng.between(1, 600), outputs = rng.below(3) ? rng.between(1, 6) : 1,
                  classes = std::max<int64_t>(outputs, 2);
    if (outputs == 2) continue;
    std::vector<double> weights, margins, steps;
    std::vector<int32_t> truth;
    for (int64_t i = 0; i < n; ++i) {
      weights.push_back(rng.below(4) ? rng.uniform() : 0.0);
      truth.push_back(rng.below(static_cast<int>(classes)));
    }
    for (int64_t i = 0; i < n * outputs; ++i) {
      margins.push_back(8 * rng.uniform() - 4);
      steps.push_back(2 * rng.uniform() - 1);
    }
    const MarginRows rows{weights.data(), truth.data(), n, outputs, n};
    const auto loss_at = [&](double t) {
      std::vector<double> moved(margins);
      for (std::size_t j = 0; j < moved.size(); ++j) moved[j] += t * steps[j];
      return log_loss(rows, moved.data(), 0);
    };
    const double t = rng.uniform(), h = 1e-4, scale = static_cast<double>(n);
    const LineDerivatives line = line_derivatives(rows, margins.data(), steps.data(), t);
    CHECK(line.slope == Approx((loss_at(t + h) - loss_at(t - h)) / (2 * h)).margin(1e-6 * scale));
    CHECK(line.curvature == Approx((loss_at(t + h) - 2 * loss_at(t) + loss_at(t - h)) / (h * h)).margin(1e-4 * scale));
    std::vector<double> residual(margins.size()), curvature(static_cast<std::size_t>(outputs));
    residuals(rows, margins.data(), residual.data(), curvature.data());
    const double along = std::inner_product(residual.begin(), residual.end(), steps.begin(), 0.0);
    CHECK(along == Approx(line_derivatives(rows, margins.data(), steps.data(), 0).slope).margin(1e-9 * scale));
  }
}

TEST_CASE("learners: probabilities of margins as close as a double allows") {
  const double one = 1;
  const int32_t other = 0;  // so that what is left of the label is the probability itself
  double worst = 0;
  for (int i = -7000; i <= 7000; ++i) {
    const double margin = i * 0.0061;
    double p = 0, curvature = 0;
    residuals({&one, &other, 1, 1, 1}, &margin, &p, &curvature);
    const long double exact = 1 / (1 + std::exp(-static_cast<long double>(margin)));
    worst = std::max(worst, static_cast<double>(std::fabs((p - exact) / exact)));
  }
  CHECK(worst < 4 * 0x1p-53);
}

TEST_CASE("learners: products of matrices, by every level that is here, against plain loops") {
  cases::Rng rng(23);
  std::vector<const MatrixLevel *> levels = {&matrix_baseline::level};
#ifdef WALD_MATRIX_LEVELS
  for (const MatrixLevel *level : {&matrix_v3::level, &matrix_v4::level})
    if (level->here()) levels.push_back(level);
#endif
  for (int c = 0; c < cases::scaled(60); ++c) {
    const int64_t n = rng.between(1, 70), d = rng.between(1, 40), p = rng.between(1, 30);
    const int64_t width = (p + side_by_side - 1) / side_by_side * side_by_side;
    std::vector<double> x(static_cast<std::size_t>(n * d)), w(static_cast<std::size_t>(d * p));
    std::vector<double> padded(static_cast<std::size_t>(d * width)), out(static_cast<std::size_t>(n * p));
    std::vector<double> by_rows(static_cast<std::size_t>(n * width)), back(static_cast<std::size_t>(d * p));
    for (double &v : x) v = rng.below(3) ? 0.0 : rng.uniform() - 0.5;
    for (double &v : w) v = rng.uniform() - 0.5;
    const auto at = [](int64_t i) { return static_cast<std::size_t>(i); };
    CompressedRows rows;
    rows.rows = n;
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j < d; ++j)
        if (x[at(j * n + i)] != 0) {
          rows.columns.push_back(static_cast<int32_t>(j));
          rows.values.push_back(x[at(j * n + i)]);
        }
      rows.begin.push_back(static_cast<int64_t>(rows.values.size()));
    }
    for (int64_t j = 0; j < d; ++j)
      for (int64_t k = 0; k < p; ++k) padded[at(j * width + k)] = w[at(k * d + j)];
    multiply(rows, padded.data(), width, by_rows.data());
    const CompressedRows columns = transposed(rows, d);
    CHECK(transposed(columns, n).values == rows.values);
    CHECK(transposed(columns, n).columns == rows.columns);
    for (const MatrixLevel *level : levels) {
      level->multiply(x.data(), n, d, w.data(), p, out.data());
      level->multiply_transposed(x.data(), n, d, out.data(), p, back.data());
      for (int64_t k = 0; k < p; ++k) {
        for (int64_t i = 0; i < n; ++i) {
          double sum = 0;
          for (int64_t j = 0; j < d; ++j) sum += x[at(j * n + i)] * w[at(k * d + j)];
          CHECK(out[at(k * n + i)] == Approx(sum).margin(1e-13));
          CHECK(by_rows[at(i * width + k)] == Approx(sum).margin(1e-13));
        }
        for (int64_t j = 0; j < d; ++j) {
          double sum = 0;
          for (int64_t i = 0; i < n; ++i) sum += x[at(j * n + i)] * out[at(k * n + i)];
          CHECK(back[at(k * d + j)] == Approx(sum).margin(1e-12));
        }
      }
    }
  }
}

TEST_CASE("learners: optima against Newton's method on the whole Hessian, dense and sparse, more features than rows") {
  cases::Rng rng(2);
  for (int c = 0; c < cases::scaled(60); ++c) {
    const int64_t n = rng.between(4, 40), d = rng.between(0, 12), extras = rng.below(3), classes = rng.between(2, 4);
    const bool sparse = rng.below(2) != 0;
    LearnerData data = cases::learner_data(rng, n, d, 4, sparse);
    if (!sparse)
      for (double &x : data.x) x = (x - 5) / 10;
    Features features;
    features.rows = n;
    features.cols = d;
    features.values = data.x;
    if (sparse) features = as_sparse(features);
    std::vector<double> weights, extra;
    for (int64_t i = 0; i < n; ++i) weights.push_back(0.25 + rng.below(8) * 0.25);
    for (int64_t i = 0; i < n * extras; ++i) extra.push_back(rng.below(2));
    LinearProblem problem;
    for (int64_t i = 0; i < n; ++i)
      problem.targets.push_back(10 + (i < classes ? i : rng.below(static_cast<int>(classes))));
    for (int64_t e = 0; e < extras; ++e) problem.extras.push_back(static_cast<uint8_t>(rng.below(2)));
    LearnerOptions options;
    options.c_values = {std::pow(10.0, rng.between(-3, 2))};
    const LinearFit fit = fit_linear({features, weights, {}, extra, extras}, {problem}, options, quiet).front();
    REQUIRE(static_cast<int64_t>(fit.classes.size()) == classes);
    CHECK(std::isnan(fit.loss));

    // What is not sparse is centred, by which the weak penalty on intercepts is that of centred columns.
    Penalised second;
    second.c = options.c_values.front();
    second.n_classes = classes;
    second.one_column = classes == 2;
    second.weights = Eigen::Map<Eigen::VectorXd>(weights.data(), n);
    std::vector<Eigen::VectorXd> columns;
    Eigen::VectorXd means = Eigen::VectorXd::Zero(d + extras);
    for (int64_t j = 0; j < d + extras; ++j) {
      Eigen::VectorXd column(n);
      for (int64_t i = 0; i < n; ++i)
        column[i] =
            j < d ? data.x[static_cast<std::size_t>(i * d + j)] : extra[static_cast<std::size_t>(i * extras + j - d)];
      if (!sparse || j >= d) means[j] = column.dot(second.weights) / second.weights.sum();
      column.array() -= means[j];
      if (j >= d && !problem.extras[static_cast<std::size_t>(j - d)]) column.setZero();
      columns.push_back(column);
    }
    second.x.resize(n, d + extras + 1);
    for (int64_t j = 0; j < d + extras; ++j) second.x.col(j) = columns[static_cast<std::size_t>(j)];
    second.x.col(d + extras).setOnes();
    for (const int64_t t : problem.targets) second.classes.push_back(t - 10);
    const Eigen::VectorXd w = second.solve();
    for (Eigen::Index k = 0; k < second.columns(); ++k) {
      const LinearFit::Column &column = fit.columns[static_cast<std::size_t>(k)];
      double intercept = w[k * second.x.cols() + d + extras];
      for (int64_t j = 0; j < d + extras; ++j) {
        const double other = w[k * second.x.cols() + j];
        const double own =
            j < d ? column.features[static_cast<std::size_t>(j)] : column.extras[static_cast<std::size_t>(j - d)];
        CHECK(own == Approx(other).margin(2e-5 * (1 + std::fabs(other))));
        intercept -= other * means[j];
      }
      CHECK(column.intercept == Approx(intercept).margin(2e-5 * (1 + std::fabs(intercept))));
    }
  }
}

TEST_CASE("learners: two classes as a multinomial of two columns are one column at twice the strength") {
  cases::Rng rng(3);
  for (int c = 0; c < cases::scaled(6); ++c) {
    const int64_t n = 30, d = 3;
    Features features;
    features.rows = n;
    features.cols = d;
    Penalised both;  // columns w and -w: each is half the margin, so that |w|^2 counts half and the intercepts' too
    both.x.resize(n, d + 1);
    LinearProblem problem;
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j < d; ++j) both.x(i, j) = 2 * rng.uniform() - 1;
      both.x(i, d) = 1;
      problem.targets.push_back(i < 2 ? i : rng.below(2));
    }
    for (int64_t j = 0; j < d; ++j) both.x.col(j).array() -= both.x.col(j).mean();
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < d; ++j) features.values.push_back(both.x(i, j));
    both.classes = problem.targets;
    both.weights = Eigen::VectorXd::Ones(n);
    both.c = std::pow(10.0, rng.between(-2, 1));
    both.intercept_ridge = 2.0 / 100;
    LearnerOptions options;
    options.c_values = {2 * both.c};
    const std::vector<double> ones(static_cast<std::size_t>(n), 1.0);
    const LinearFit single = fit_linear({features, ones, {}, {}, 0}, {problem}, options, quiet).front();
    REQUIRE(single.columns.size() == 1);
    const Eigen::VectorXd w = both.solve();
    for (int64_t j = 0; j < d; ++j)
      CHECK(single.columns[0].features[static_cast<std::size_t>(j)] == Approx(w[d + 1 + j] - w[j]).margin(2e-5));
    CHECK(single.columns[0].intercept == Approx(w[2 * d + 1] - w[d]).margin(2e-5));
  }
}

TEST_CASE("learners: a multinomial over two values is binary relevance") {
  // Every row has one label, so that y s is 0 or 1 and EFP asks what binary relevance asks.
  cases::Rng rng(4);
  LearnerData data = cases::learner_data(rng, 120, 4, 3);
  for (int64_t i = 0; i < data.rows; ++i)
    for (int64_t j = 0; j < 3; ++j)
      data.y[static_cast<std::size_t>(3 * i + j)] = data.classes[static_cast<std::size_t>(i)] == j;
  LearnerOptions options;
  options.calibration = Calibrator::none;
  const ModelPointer efp = fitted("efp", data, options), br = fitted("br", data, options);
  std::vector<double> p(static_cast<std::size_t>(data.rows * 3)), q(p.size());
  efp->probabilities(data.table(), {}, quiet, p.data());
  br->probabilities(data.table(), {}, quiet, q.data());
  for (std::size_t j = 0; j < p.size(); ++j) CHECK(p[j] == Approx(q[j]).epsilon(1e-12));
}

TEST_CASE("learners: consistent counts are those of a distribution, and the nearest with their sizes") {
  cases::Rng rng(21);
  for (int c = 0; c < 12; ++c) {
    const int64_t labels = 2 + c % 5;
    const LearnerData data = cases::learner_data(rng, 60, 4, labels);
    LearnerOptions options;
    options.c_values = {1000.0};  // sharp, so that tables contradict themselves
    const ModelPointer as_fitted = fitted("efp", data, options);
    options.consistent = true;
    const ModelPointer model = fitted("efp", data, options);
    CHECK(load_model(model->save())->save() == model->save());
    const auto estimators = model->estimators(data.table(), {}, quiet), before = as_fitted->estimators(data.table(), {}, quiet);
    const auto f1 = parse_metric("f1", 1);
    for (std::size_t i = 0; i < estimators.size(); ++i) {
      const auto &counts = static_cast<const Counts &>(*estimators[i]), &raw = static_cast<const Counts &>(*before[i]);
      const std::vector<double> sizes = counts.size_distribution();
      CHECK(std::accumulate(sizes.begin(), sizes.end(), 0.0) == Approx(1).epsilon(1e-9));
      const auto n = static_cast<std::size_t>(labels);
      std::vector<double> table(n * n), old(n * n);
      counts.copy_table(table.data(), labels, labels, labels, 1);
      raw.copy_table(old.data(), labels, labels, labels, 1);
      for (std::size_t s = 1; s <= n; ++s) {
        double sum = 0, shift = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t j = 0; j < n; ++j) {
          const double x = table[j * n + s - 1];
          CHECK(x >= 0);
          CHECK(x <= sizes[s] + 1e-15);
          sum += x;
          // The nearest: what is at no bound was moved as far as any other.
          if (x <= 1e-12 || x >= sizes[s] - 1e-12) continue;
          const double moved = old[j * n + s - 1] - x;
          if (std::isnan(shift)) shift = moved;
          CHECK(moved == Approx(shift).margin(1e-12));
        }
        CHECK(sum == Approx(static_cast<double>(s) * sizes[s]).margin(1e-12));
      }
      const decisions::DecisionOptions all;
      decisions::Workspace work;
      decisions::Decision decision;
      decide(*f1, counts, all, work, decision);
      CHECK(decision.answer(0).expected <= 1);
      CHECK(std::string(decision.answer(0).warning).empty());
    }
  }
}

TEST_CASE("learners: strengths are tried from strong to weak, and the one of least loss out of fold is kept") {
  cases::Rng rng(5);
  const LearnerData data = cases::learner_data(rng, 150, 5, 4);
  LearnerOptions options;
  options.c_values = {1e-4, 1e-2, 1, 100};
  const ModelPointer model = fitted("lfp", data, options);
  REQUIRE(model->choices().size() == 4);
  for (const FittingChoice &choice : model->choices()) {
    int worse = 0;
    double best = std::numeric_limits<double>::infinity(), at = 0;
    for (std::size_t t = 0; t < choice.path.size(); ++t) {
      CHECK(choice.path[t].first == options.c_values[t]);
      CHECK(worse < 2);
      worse = choice.path[t].second < best ? 0 : worse + 1;
      if (choice.path[t].second < best) std::tie(at, best) = choice.path[t];
    }
    CHECK(choice.value == at);
    CHECK(choice.loss == best);
  }
  // The same strength, asked for by itself, gives the same regression.
  LearnerOptions alone = options;
  alone.c_values = {model->choices()[0].value};
  alone.calibration = options.calibration = Calibrator::none;
  LearnerData first = data;
  first.labels = 1;
  first.y.clear();
  for (int64_t i = 0; i < data.rows; ++i) first.y.push_back(data.y[static_cast<std::size_t>(4 * i)]);
  std::vector<double> p(static_cast<std::size_t>(data.rows)), q(p.size());
  fitted("br", first, options)->probabilities(data.table(), {}, quiet, p.data());
  fitted("br", first, alone)->probabilities(data.table(), {}, quiet, q.data());
  for (std::size_t j = 0; j < p.size(); ++j) CHECK(p[j] == Approx(q[j]).epsilon(1e-5));
}

TEST_CASE("learners: the same bits for any number of threads, saved and loaded, alone and among others", "[threads]") {
  cases::Rng rng(6);
  for (const bool binary : {false, true}) {
    const LearnerData data = cases::learner_data(rng, 130, 7, 5, binary);
    for (const std::string &learner : label_learners) {
      LearnerOptions options;
      options.chains = 2;
      options.c_values = {0.01, 0.1, 1};
      const ModelPointer model = fitted(learner, data, options);
      options.threads = 3;
      const std::string text = model->save();
      CHECK(fitted(learner, data, options)->save() == text);
      if (const auto at = text.find("\"C\":"); at != std::string::npos)
        expect_error(Status::format, ".\"C\" is -", [&] { load_model(std::string(text).insert(at + 4, "-")); });
      for (std::size_t at = text.find("\"classes\":[0,1]"); at != std::string::npos;
           at = text.find("\"classes\":[0,1]", at + 1))
        CHECK_THROWS_AS(load_model(std::string(text).replace(at, 15, "\"classes\":[0,2]")), Error);
      const ModelPointer loaded = load_model(text);
      CHECK(loaded->save() == text);
      const std::vector<std::string> all = saved_estimators(*model, data.table());
      CHECK(saved_estimators(*model, data.table(), 3) == all);
      CHECK(saved_estimators(*loaded, data.table()) == all);
      for (const int64_t i : {0, 77, 129})
        CHECK(saved_estimators(*model, one_row(data, i)).front() == all[static_cast<std::size_t>(i)]);
      if (binary) {
        const cases::SparseRows sparse(data.x, data.rows, data.features);
        CHECK(saved_estimators(*model, sparse.table()) == all);
        options.scaling = Scaling::unit;
        CHECK(fit_learner(learner, sparse.table(), data.targets(), {}, options, quiet)->kind() == model->kind());
      }
      // Marginals by the short way are those of the estimators.
      std::vector<double> p(static_cast<std::size_t>(data.rows * data.labels));
      model->probabilities(data.table(), {2, 7, 0}, quiet, p.data());
      const auto estimators = model->estimators(data.table(), {1, 7, 0}, quiet);
      for (int64_t i = 0; i < data.rows; ++i) {
        const std::vector<double> own = estimators[static_cast<std::size_t>(i)]->marginals();
        CHECK(std::equal(own.begin(), own.end(), p.begin() + i * data.labels));
      }
    }
    const ModelPointer classes = fit_learner("br", data.table(), data.class_targets(), {}, LearnerOptions(), quiet);
    CHECK(classes->kind() == Kind::categorical);
    CHECK(load_model(classes->save())->save() == classes->save());
    CHECK(saved_estimators(*load_model(classes->save()), data.table()) == saved_estimators(*classes, data.table()));
  }
}

TEST_CASE("learners: classes have probabilities that sum to 1 and find the likelier ones") {
  cases::Rng rng(7);
  const LearnerData data = cases::learner_data(rng, 300, 5, 4);
  const ModelPointer model = fit_learner("br", data.table(), data.class_targets(), {}, LearnerOptions(), quiet);
  int right = 0;
  std::vector<double> p(static_cast<std::size_t>(data.rows * 4));
  model->probabilities(data.table(), {}, quiet, p.data());
  for (int64_t i = 0; i < data.rows; ++i) {
    const auto row = p.begin() + i * 4;
    CHECK(std::accumulate(row, row + 4, 0.0) == Approx(1).epsilon(1e-12));
    right += std::max_element(row, row + 4) - row == data.classes[static_cast<std::size_t>(i)];
  }
  CHECK(right > 210);
  for (const char *learner : {"efp", "pcc", "card"})
    expect_error(Status::unsupported, "given classes",
                 [&] { fit_learner(learner, data.table(), data.class_targets(), {}, LearnerOptions(), quiet); });
}

// ---- Chains ---------------------------------------------------------------------------------------

namespace {

// A row's joint distribution as the chain's saved text has it: for each vector the product over the chain.
struct ReadChain {
  SavedText text;
  std::vector<int64_t> order;
  std::vector<double> shift, factor;
  struct Regression {
    std::vector<int64_t> classes;
    double intercept = 0;
    std::vector<double> weights, extras;
  };
  std::vector<Regression> regressions;

  static std::vector<double> reals(const SavedText &t, const SavedValue &v) {
    std::vector<double> out;
    for (const SavedValue &x : t.array(v, "")) out.push_back(t.real(x, ""));
    return out;
  }
  explicit ReadChain(const std::string &saved) : text(saved, "learner", 1) {
    const SavedValue &chain = text.array(text.member(text.root(), "chains"), "").front();
    for (const SavedValue &v : text.array(text.member(chain, "order"), ""))
      order.push_back(text.integer(v, "", 0, 1000));
    const SavedValue &scaler = text.member(text.root(), "scaler");
    shift = reals(text, text.member(scaler, "shift"));
    factor = reals(text, text.member(scaler, "factor"));
    for (const SavedValue &v : text.array(text.member(chain, "regressions"), "")) {
      Regression r;
      for (const SavedValue &c : text.array(text.member(v, "classes"), ""))
        r.classes.push_back(text.integer(c, "", 0, 1));
      if (r.classes.size() == 2) {
        r.intercept = reals(text, text.member(v, "intercepts")).front();
        r.weights = reals(text, text.member(v, "weights"));
        r.extras = reals(text, text.member(v, "extras"));
      }
      regressions.push_back(r);
    }
  }
  double probability(const double *x, unsigned vector) const {
    double out = 1;
    for (const int64_t label : order) {
      const Regression &r = regressions[static_cast<std::size_t>(label)];
      const bool set = (vector >> label & 1) != 0;
      if (r.classes.size() == 1) {
        out *= r.classes.front() == (set ? 1 : 0);
        continue;
      }
      double z = r.intercept;
      for (std::size_t j = 0; j < r.weights.size(); ++j) z += r.weights[j] * (x[j] - shift[j]) * factor[j];
      for (std::size_t e = 0; e < r.extras.size(); ++e)
        if (vector >> e & 1) z += r.extras[e];
      out *= 1 / (1 + std::exp(set ? -z : z));
    }
    return out;
  }
};

}  // namespace

TEST_CASE("learners: a chain's samples and modes against enumeration") {
  cases::Rng rng(8);
  for (int c = 0; c < cases::scaled(12); ++c) {
    const int64_t labels = rng.between(1, 8);
    const LearnerData data = cases::learner_data(rng, 60, 3, labels);
    LearnerOptions options;
    options.c_values = {1.0};
    std::vector<int64_t> order(static_cast<std::size_t>(labels));
    std::iota(order.begin(), order.end(), int64_t{0});
    for (std::size_t i = order.size(); i-- > 1;)
      std::swap(order[i], order[static_cast<std::size_t>(rng.below(static_cast<int>(i + 1)))]);
    options.chain_orders = {order.begin(), order.end()};
    const ModelPointer model = fitted("pcc", data, options);
    const ReadChain chain(model->save());
    CHECK(chain.order == order);
    const int64_t draws = 4096;
    const auto estimators = model->estimators(data.table(), {1, 3, draws}, quiet);
    const auto exact = parse_metric("subset_accuracy", 1);
    for (const bool never_empty : {false, true}) {
      std::vector<uint8_t> mask(static_cast<std::size_t>(data.rows * labels));
      std::vector<double> expected(static_cast<std::size_t>(data.rows));
      PredictOptions predict_options;
      predict_options.decide.at_least = never_empty;
      predict(*model, data.table(), *exact, predict_options,
              {Grid<uint8_t>{mask.data(), data.rows, labels, labels, 1}, expected.data(), nullptr});
      for (int64_t i = 0; i < data.rows; ++i) {
        const double *const x = data.x.data() + i * data.features;
        double total = 0, best = 0;
        unsigned own = 0;
        for (int64_t j = 0; j < labels; ++j)
          own |= static_cast<unsigned>(mask[static_cast<std::size_t>(i * labels + j)]) << j;
        std::vector<double> p(std::size_t{1} << labels);
        for (unsigned v = 0; v < p.size(); ++v) {
          total += p[v] = chain.probability(x, v);
          if (v > 0 || !never_empty) best = std::max(best, p[v]);
        }
        CHECK(total == Approx(1).epsilon(1e-9));
        CHECK(p[own] == Approx(best).epsilon(1e-9));
        CHECK(expected[static_cast<std::size_t>(i)] == Approx(best).epsilon(1e-9));
        // At each of the labels' nodes a share of the draws is rounded by less than 1.
        std::vector<double> seen(p.size());
        const auto &joint = static_cast<const Joint &>(*estimators[static_cast<std::size_t>(i)]);
        CHECK(joint.total_weight() == static_cast<double>(draws));
        for (int64_t v = 0; v < joint.n_fed(); ++v) {
          unsigned vector = 0;
          for (const int32_t *label = joint.fed(v).begin; label != joint.fed(v).end; ++label) vector |= 1u << *label;
          seen[vector] += joint.fed(v).weight;
        }
        for (std::size_t v = 0; v < p.size(); ++v)
          CHECK(std::fabs(seen[v] - p[v] * static_cast<double>(draws)) <= static_cast<double>(labels));
      }
    }
  }
}

TEST_CASE("learners: counts of samples have the mean of ancestral sampling, and its variance where they are asked to") {
  cases::Rng rng(9);
  const LearnerData data = cases::learner_data(rng, 40, 3, 4);
  LearnerOptions options;
  options.c_values = {1.0};
  for (const Drawing drawing : {Drawing::stratified, Drawing::independent}) {
    options.drawing = drawing;
    const ModelPointer model = fitted("pcc", data, options);
    const ReadChain chain(model->save());
    CHECK(load_model(model->save())->save() == model->save());
    CHECK((model->save().find("\"independent\":true") != std::string::npos) == (drawing == Drawing::independent));
    std::vector<double> mean(16), square(16);
    const int seeds = 4000, draws = 5;
    for (int seed = 0; seed < seeds; ++seed) {
      const auto estimators = model->estimators(one_row(data, 0), {1, static_cast<uint64_t>(seed), draws}, quiet);
      const auto &joint = static_cast<const Joint &>(*estimators.front());
      for (int64_t v = 0; v < joint.n_fed(); ++v) {
        unsigned vector = 0;
        for (const int32_t *label = joint.fed(v).begin; label != joint.fed(v).end; ++label) vector |= 1u << *label;
        mean[vector] += joint.fed(v).weight / (draws * seeds);
        square[vector] += joint.fed(v).weight * joint.fed(v).weight / seeds;
      }
    }
    for (unsigned v = 0; v < 16; ++v) {
      const double p = chain.probability(data.x.data(), v);
      CHECK(std::fabs(mean[v] - p) < 5 * std::sqrt(p * (1 - p) / (draws * seeds)) + 1e-4);
      const double variance = square[v] - draws * mean[v] * draws * mean[v], binomial = draws * p * (1 - p);
      if (drawing == Drawing::stratified)
        CHECK(variance <= 1.05 * binomial);
      else
        CHECK(variance == Approx(binomial).epsilon(0.15).margin(0.02));
    }
  }
}

TEST_CASE("learners: the search for the mode ends where it is told to, at a vector that is allowed") {
  cases::Rng rng(10);
  const LearnerData data = cases::learner_data(rng, 80, 3, 10);
  LearnerOptions options;
  options.max_nodes = 1;
  options.c_values = {1e-4};  // every label about as likely as not: the search is long
  const ModelPointer model = fitted("pcc", data, options);
  PredictOptions predict_options;
  predict_options.decide.at_least = 10;
  std::vector<uint8_t> mask(800);
  predict(*model, data.table(), *parse_metric("subset_accuracy", 1), predict_options,
          {Grid<uint8_t>{mask.data(), 80, 10, 10, 1}, nullptr, nullptr});
  CHECK(std::accumulate(mask.begin(), mask.end(), 0) == 800);
}

// ---- Marginals given sizes ------------------------------------------------------------------------

TEST_CASE("learners: counts given sizes against enumeration, and the sum over labels is s q(s)") {
  cases::Rng rng(11);
  for (int c = 0; c < cases::scaled(300); ++c) {
    const int64_t m = rng.between(1, 9), max_s = rng.between(0, static_cast<int>(m));
    std::vector<double> p = cases::probabilities(rng, static_cast<int>(m), rng.below(cases::kinds)), q;
    double total = 0;
    for (int64_t s = 0; s <= max_s; ++s) q.push_back(rng.below(3) ? rng.uniform() : 0.0);
    if (std::accumulate(q.begin(), q.end(), 0.0) == 0) q[0] = 1;
    total = std::accumulate(q.begin(), q.end(), 0.0);
    for (double &v : q) v /= total;
    const auto counts = counts_given_sizes(p.data(), m, q.data(), max_s);
    CHECK(counts->n_fed() == 1);
    for (double &v : p) v = std::clamp(v, 1e-6, 1 - 1e-6);
    std::vector<double> r(static_cast<std::size_t>(m) + 1), joint(static_cast<std::size_t>(m * (m + 1)));
    for (unsigned v = 0; v < 1u << m; ++v) {
      double mass = 1;
      std::size_t s = 0;
      for (int64_t i = 0; i < m; ++i) {
        mass *= v >> i & 1 ? p[static_cast<std::size_t>(i)] : 1 - p[static_cast<std::size_t>(i)];
        s += v >> i & 1;
      }
      r[s] += mass;
      for (int64_t i = 0; i < m; ++i)
        if (v >> i & 1) joint[static_cast<std::size_t>(i * (m + 1)) + s] += mass;
    }
    std::vector<double> table(static_cast<std::size_t>(m * std::max<int64_t>(max_s, 1)));
    counts->copy_table(table.data(), m, std::max<int64_t>(max_s, 1), std::max<int64_t>(max_s, 1), 1);
    for (int64_t s = 1; s <= max_s; ++s) {
      double sum = 0;
      for (int64_t i = 0; i < m; ++i) {
        const double own = table[static_cast<std::size_t>(i * max_s + s - 1)];
        const double given = joint[static_cast<std::size_t>(i * (m + 1) + s)] / r[static_cast<std::size_t>(s)];
        CHECK(own == Approx(given * q[static_cast<std::size_t>(s)]).epsilon(1e-10).margin(1e-300));
        sum += own;
      }
      CHECK(sum == Approx(static_cast<double>(s) * q[static_cast<std::size_t>(s)]).epsilon(1e-12));
    }
    CHECK(counts->p_zero() == q[0]);
  }
}

TEST_CASE("learners: sizes that the marginals think impossible keep their share") {
  for (const double p : {1e-6, 1 - 1e-6, 0.5}) {
    const std::vector<double> marginals(400, p);
    std::vector<double> q(401);
    q[1] = q[150] = q[399] = q[400] = 0.25;
    const auto counts = counts_given_sizes(marginals.data(), 400, q.data(), 400);
    std::vector<double> sums(401);
    counts->each_cell([&](int32_t, int32_t s, double mean) { sums[static_cast<std::size_t>(s)] += mean; });
    for (const std::size_t s : {1, 150, 399, 400})
      CHECK(sums[s] == Approx(0.25 * static_cast<double>(s)).epsilon(1e-9));
  }
}

TEST_CASE("learners: card takes marginals from outside") {
  cases::Rng rng(12);
  const LearnerData data = cases::learner_data(rng, 100, 4, 5);
  const ModelPointer own = fitted("card", data), given = fitted("card:given", data), lfp = fitted("lfp", data);
  std::vector<double> p(500);
  lfp->probabilities(data.table(), {}, quiet, p.data());
  FeatureTable rows = data.table();
  rows.marginals = {p.data(), false, 100, 5, 5, 1};
  const auto expected = saved_estimators(*own, data.table());
  for (const ModelPointer &model : {own, given, load_model(given->save())}) {
    const auto estimators = model->estimators(rows, {2, 0, 0}, quiet);
    for (std::size_t i = 0; i < 100; ++i) CHECK(estimators[i]->save() == expected[i]);
  }
  // As a part of a mixture it is handed them on.
  const ModelPointer mixed = fitted("mixture:card,neighbours", data);
  CHECK(saved_estimators(*fitted("mixture:card:given,neighbours", data), rows) ==
        saved_estimators(*mixed, data.table()));
  expect_error(Status::argument, "takes the marginals of another model, and the rows have none",
               [&] { saved_estimators(*given, data.table()); });
  rows.marginals.cols = 4;
  expect_error(Status::argument, "marginals are 100 by 4: must be 100 by 5",
               [&] { given->estimators(rows, {}, quiet); });
  rows.marginals.cols = 5;
  p[7] = 1.5;
  expect_error(Status::argument, "marginals[1][2] is 1.5: must lie in [0, 1]",
               [&] { given->estimators(rows, {}, quiet); });
}

TEST_CASE("learners: marginals from outside are calibrated by those of the training rows") {
  cases::Rng rng(13);
  const LearnerData data = cases::learner_data(rng, 200, 3, 4);
  std::vector<double> p(800);  // over-confident: their log-odds are three times too large
  fitted("lfp", data)->probabilities(data.table(), {}, quiet, p.data());
  for (double &x : p) x = 1 / (1 + std::pow((1 - x) / x, 3));
  p[0] = 0, p[1] = 1;
  const Targets targets = data.targets();
  FeatureTable rows = data.table();
  rows.marginals = {p.data(), false, 200, 4, 4, 1};
  const auto loss = [&](const ModelPointer &model) {
    std::vector<double> said(800);
    model->probabilities(rows, {}, quiet, said.data());
    double sum = 0;
    for (std::size_t i = 0; i < said.size(); ++i)
      sum -= std::log(std::max(targets.cells[i] ? said[i] : 1 - said[i], 1e-15));
    return sum;
  };
  LearnerOptions options;
  const auto with = [&](Calibrator calibrator) {
    options.calibration = calibrator;
    const ModelPointer model = fit_learner("given", rows, targets, {}, options, quiet);
    CHECK(load_model(model->save())->save() == model->save());
    CHECK(saved_estimators(*load_model(model->save()), rows) == saved_estimators(*model, rows));
    return model;
  };
  const double as_they_are = loss(with(Calibrator::none));
  CHECK(with(Calibrator::automatic)->save() == with(Calibrator::platt)->save());
  std::string of_more_labels = with(Calibrator::platt)->save();
  of_more_labels.replace(of_more_labels.find("\"labels\":4"), 10, "\"labels\":5");
  expect_error(Status::format, "\"calibrations\" must hold one for each label, or none",
               [&] { load_model(of_more_labels); });
  for (const Calibrator calibrator : {Calibrator::platt, Calibrator::isotonic, Calibrator::beta})
    CHECK(loss(with(calibrator)) < 0.8 * as_they_are);
  // Without marginals to learn from there is nothing to calibrate by, nor is it asked for.
  options.calibration = Calibrator::automatic;
  const ModelPointer plain = fit_learner("given", data.table(), targets, {}, options, quiet);
  std::vector<double> said(800);
  plain->probabilities(rows, {}, quiet, said.data());
  CHECK(said == p);
  options.calibration = Calibrator::platt;
  expect_error(Status::argument, "calibration is platt: requires marginals of the training rows",
               [&] { fit_learner("given", data.table(), targets, {}, options, quiet); });
  // A row that weighs nothing does not count, its marginals neither.
  std::vector<double> weights(200, 1.0);
  weights[0] = 0;
  const ModelPointer weighed =
      fit_learner("given", rows, targets, {Reals{weights.data(), false, 200, 1}}, options, quiet);
  p[0] = 0.75;
  CHECK(fit_learner("given", rows, targets, {Reals{weights.data(), false, 200, 1}}, options, quiet)->save() ==
        weighed->save());
}

TEST_CASE("learners: marginals of classes are calibrated together") {
  cases::Rng rng(14);
  std::vector<double> x(300, 0.0), p;
  std::vector<int64_t> classes;
  for (int i = 0; i < 300; ++i) {
    const int c = rng.below(3);
    classes.push_back(c);
    const int said = rng.below(3) ? c : (c + 1 + rng.below(2)) % 3;  // right in two of three
    for (int j = 0; j < 3; ++j) p.push_back(j == said ? 0.98 : 0.01);
  }
  FeatureTable rows(RealTable{x.data(), false, 300, 1, 1, 1});
  rows.marginals = {p.data(), false, 300, 3, 3, 1};
  LearnerOptions options;
  for (const Calibrator calibrator : {Calibrator::none, Calibrator::platt, Calibrator::isotonic, Calibrator::beta}) {
    options.calibration = calibrator;
    const ModelPointer model =
        fit_learner("given", rows, class_targets({classes.data(), false}, 300, 3), {}, options, quiet);
    CHECK(model->kind() == Kind::categorical);
    CHECK(load_model(model->save())->save() == model->save());
    std::vector<double> said(900);
    model->probabilities(rows, {}, quiet, said.data());
    double of_the_likeliest = 0;
    for (std::size_t i = 0; i < 300; ++i) {
      CHECK(said[3 * i] + said[3 * i + 1] + said[3 * i + 2] == Approx(1));
      of_the_likeliest += *std::max_element(said.data() + 3 * i, said.data() + 3 * i + 3) / 300;
    }
    CHECK(of_the_likeliest == Approx(calibrator == Calibrator::none ? 0.98 : 0.67).margin(0.08));
  }
  options.calibration = Calibrator::platt;
  rows.marginals.cols = 4;
  rows.marginals.rows = 225;
  expect_error(Status::argument, "marginals are 225 by 4: must be 300 by 3", [&] {
    fit_learner("given", rows, class_targets({classes.data(), false}, 300, 3), {}, options, quiet);
  });
  rows.marginals = {p.data(), false, 300, 3, 3, 1};
  expect_error(Status::argument,
               "class 2 has no row of a weight above 0: calibration by platt needs rows of each class", [&] {
                 for (int64_t &c : classes) c = std::min<int64_t>(c, 1);
                 fit_learner("given", rows, class_targets({classes.data(), false}, 300, 3), {}, options, quiet);
               });
}

TEST_CASE("learners: limits that are told before anything is written") {
  const int64_t indptr[] = {0, 1, 2}, indices[] = {0, 5};
  expect_error(Status::argument, "n_labels is 1152921504606846976: must be at most 2147483647", [&] {
    label_targets({indptr, false}, {indices, false}, 2, int64_t{1} << 60);
  });
  const int64_t classes[] = {0, 1};
  expect_error(Status::argument, "n_classes is 4294967296: must be at most 2147483647", [&] {
    class_targets({classes, false}, 2, int64_t{1} << 32);
  });
  cases::Rng rng(5);
  const LearnerData data = cases::learner_data(rng, 30, 3, 3);
  std::string name;
  for (int i = 0; i < 20000; ++i) name += "kernel:";
  expect_error(Status::argument, "holds 20000 learners within each other: must be at most 4",
               [&] { fitted((name + "tree").c_str(), data); });
  // What is fitted is read again, however its learners stand in each other.
  for (const char *nested : {"mixture:kernel:pcc,forest", "card:kernel:card:kernel:lfp", "kernel:mixture:lfp,pcc",
                             "card:card:mixture:card:given,kernel:card:lfp"}) {
    INFO(nested);
    const ModelPointer model = fitted(nested, data);
    CHECK(load_model(model->save())->save() == model->save());
  }
}

TEST_CASE("learners: calibration by weights of any unit, and of numbers of any size") {
  cases::Rng rng(6);
  std::vector<double> margins, ones, tiny, lopsided;
  std::vector<uint8_t> labels;
  for (int i = 0; i < 60; ++i) {
    margins.push_back(6 * rng.uniform() - 3);
    labels.push_back(i < 2 ? static_cast<uint8_t>(i) : rng.uniform() < 1 / (1 + std::exp(-2 * margins.back())));
    ones.push_back(1);
    tiny.push_back(1.0 / 64);
    lopsided.push_back(i == 7 ? 1e60 : 1);
  }
  // Isotonic regression sees shares alone.
  const Calibration whole = calibrate_margins(Calibrator::isotonic, margins, labels, ones, quiet);
  const Calibration shares = calibrate_margins(Calibrator::isotonic, margins, labels, tiny, quiet);
  for (const double z : {-4.0, -1.0, 0.25, 1.0, 4.0}) CHECK(whole.probability(z) == shares.probability(z));
  CHECK(whole.probability(-4) < 0.05);
  // Weights that sum to 1 are as many rows as they are worth; whole ones are what they say.
  for (const Calibrator by : {Calibrator::platt, Calibrator::beta})
    CHECK(calibrate_margins(by, margins, labels, tiny, quiet).probability(-2) ==
          Approx(calibrate_margins(by, margins, labels, ones, quiet).probability(-2)).margin(1e-12));
  CHECK(counting_weights({0.5, 0.5, 0.5, 0.5}) == std::vector<double>{1, 1, 1, 1});
  CHECK(counting_weights({2, 1, 3}) == std::vector<double>{2, 1, 3});
  CHECK(counting_weights({1e-320, 1e-320}) == std::vector<double>{1, 1});
  CHECK(counting_weights({1e300, 0.5 * 1e300, 1e-300}) == std::vector<double>{1e100, 0.5 * 1e100, 5e-324});
  for (const Calibrator by : {Calibrator::platt, Calibrator::beta, Calibrator::isotonic}) {
    const Calibration c = calibrate_margins(by, margins, labels, lopsided, quiet);
    for (const double z : {-1e300, -1.0, 0.0, 1.0, 1e300}) CHECK((c.probability(z) > 0 && c.probability(z) < 1));
    // Weights of any size: all alike, or of one label so much lighter that their ratio is more than a double holds.
    for (const double of_all : {1e-320, 1e-310, 1e-200, 1e200, 1e307}) {
      const Calibration same = calibrate_margins(by, margins, labels, std::vector<double>(60, of_all), quiet);
      if (of_all < 1)
        CHECK(same.probability(-2) == Approx(calibrate_margins(by, margins, labels, ones, quiet).probability(-2)).margin(1e-9));
      std::vector<double> of_label;
      for (const uint8_t y : labels) of_label.push_back(y ? of_all : 1 / std::clamp(of_all, 1e-300, 1e300));
      const Calibration apart = calibrate_margins(by, margins, labels, of_label, quiet);
      for (const double z : {-1e300, -1.0, 0.0, 1.0, 1e300}) {
        CHECK((same.probability(z) >= 0 && same.probability(z) <= 1));
        CHECK((apart.probability(z) >= 0 && apart.probability(z) <= 1));
      }
    }
  }
  for (const Calibrator by : {Calibrator::platt, Calibrator::beta, Calibrator::temperature}) {
    const std::vector<double> least = {5e-311, 1e-310, -3e-311, -1e-310, 0, 5e-311, 0, 5e-311};
    const Calibration c = calibrate_margins(by, least, {0, 1, 0, 1, 0, 1, 1, 1}, std::vector<double>(8, 1), quiet);
    for (const double z : least) CHECK((c.probability(z) > 0 && c.probability(z) < 1));
  }
  const Calibration wide = calibrate_margins(Calibrator::isotonic, {-1.7e308, 1.7e308}, {0, 1}, {1, 1}, quiet);
  const Calibration narrow =
      calibrate_margins(Calibrator::isotonic, {0, 5e-324, -1, 2}, {1, 0, 0, 1}, {1, 1, 1, 1}, quiet);
  for (const double margin : {-1.0, 0.0, 5e-324, 1.0, 2.0}) CHECK(std::isfinite(narrow.probability(margin)));
  CHECK(wide.probability(0) == Approx(0.5));
  CHECK(wide.probability(1e308) == Approx(0.75));  // within 1/4 of 0 and 1
}

// ---- Calibration ----------------------------------------------------------------------------------

TEST_CASE("learners: calibrations rise, keep within (0, 1), and are saved whole") {
  cases::Rng rng(13);
  for (int c = 0; c < cases::scaled(150); ++c) {
    const int n = rng.between(2, 150);
    const double slope = 3 * rng.uniform() - 0.5, shift = 2 * rng.uniform() - 1;
    std::vector<double> margins, weights;
    std::vector<uint8_t> labels;
    for (int i = 0; i < n; ++i) {
      margins.push_back(rng.below(4) ? 8 * rng.uniform() - 4 : rng.below(5) - 2);
      labels.push_back(i < 2 ? static_cast<uint8_t>(i)
                             : rng.uniform() < 1 / (1 + std::exp(-slope * margins.back() - shift)));
      weights.push_back(rng.below(5) ? 1.0 : 2.5);
    }
    for (const Calibrator kind : {Calibrator::none, Calibrator::platt, Calibrator::isotonic, Calibrator::beta}) {
      const Calibration made = calibrate_margins(kind, margins, labels, weights, quiet);
      std::string text;
      made.save(text);
      text = "{\"wald\":\"c\",\"version\":1,\"it\":" + text + "}";
      const SavedText read(text, "c", 1);
      const Calibration loaded = Calibration::load(read, read.member(read.root(), "it"));
      double before = 0;
      for (double z = -9; z <= 9; z += 0.0625) {
        const double p = made.probability(z);
        CHECK(p >= before);
        CHECK(p > 0);
        CHECK(p < 1);
        CHECK(loaded.probability(z) == p);
        before = p;
      }
    }
    // Isotonic against the formula max over a of min over b of means between them.
    const Calibration isotonic = calibrate_margins(Calibrator::isotonic, margins, labels, weights, quiet);
    std::vector<double> scores(margins);
    std::sort(scores.begin(), scores.end());
    scores.erase(std::unique(scores.begin(), scores.end()), scores.end());
    std::vector<double> sums(scores.size()), totals(scores.size());
    double all = 0, squares = 0;
    for (std::size_t i = 0; i < margins.size(); ++i) {
      const auto at =
          static_cast<std::size_t>(std::lower_bound(scores.begin(), scores.end(), margins[i]) - scores.begin());
      sums[at] += labels[i] * weights[i];
      totals[at] += weights[i];
      all += weights[i];
      squares += weights[i] * weights[i];
    }
    const double edge = 0.5 / std::max(2.0, all * all / squares);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      double value = 0;
      for (std::size_t a = 0; a <= i; ++a) {
        double least = 1, sum = 0, total = 0;
        for (std::size_t b = a; b < scores.size(); ++b) {
          sum += sums[b];
          total += totals[b];
          if (b >= i) least = std::min(least, sum / total);
        }
        value = std::max(value, least);
      }
      value = std::clamp(value, edge, 1 - edge);
      CHECK(isotonic.probability(scores[i]) == Approx(value).margin(2e-9));
    }
  }
}

TEST_CASE("learners: calibration out of fold undoes flat scores") {
  cases::Rng rng(14);
  const LearnerData data = cases::learner_data(rng, 1500, 4, 1);
  LearnerOptions options;
  options.c_values = {2e-4};  // far too strong a penalty: probabilities are flat
  const auto loss = [&](Calibrator calibrator) {
    options.calibration = calibrator;
    std::vector<double> p(1500);
    fitted("br", data, options)->probabilities(data.table(), {}, quiet, p.data());
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) sum -= std::log(data.y[i] ? p[i] : 1 - p[i]);
    return sum / 1500;
  };
  const double flat = loss(Calibrator::none);
  for (const Calibrator calibrator : {Calibrator::platt, Calibrator::isotonic, Calibrator::beta})
    CHECK(loss(calibrator) < 0.95 * flat);
}

namespace {

struct ClassRows {
  std::vector<double> margins, weights;
  std::vector<int64_t> classes;
  int64_t n_classes, outputs;
};
ClassRows class_rows(cases::Rng &rng, int64_t n, double slope) {
  ClassRows out;
  out.n_classes = rng.between(2, 5);
  out.outputs = out.n_classes == 2 ? 1 : out.n_classes;
  for (int64_t i = 0; i < n; ++i) {
    std::vector<double> z;
    for (int64_t k = 0; k < out.outputs; ++k) {
      out.margins.push_back(6 * rng.uniform() - 3);
      z.push_back(slope * out.margins.back() + 0.5 * static_cast<double>(k));
    }
    std::vector<double> p(static_cast<std::size_t>(out.n_classes));
    class_probabilities(z.data(), out.outputs, p.data());
    double u = rng.uniform();
    int64_t own = 0;
    while (own + 1 < out.n_classes && u >= p[static_cast<std::size_t>(own)]) u -= p[static_cast<std::size_t>(own++)];
    out.classes.push_back(i < out.n_classes ? i : own);
    out.weights.push_back(rng.below(5) ? 1.0 : 2.5);
  }
  return out;
}

constexpr Calibrator class_calibrators[] = {Calibrator::none, Calibrator::platt, Calibrator::isotonic,
                                            Calibrator::beta};

}  // namespace

TEST_CASE("learners: calibrations of classes sum to 1, rise with their own margin, and are saved whole") {
  cases::Rng rng(25);
  for (int c = 0; c < cases::scaled(60); ++c) {
    const ClassRows rows = class_rows(rng, rng.between(6, 120), 2 * rng.uniform() - 0.3);
    const auto k = static_cast<std::size_t>(rows.n_classes);
    for (const Calibrator kind : class_calibrators) {
      const ClassCalibration made(kind, rows.margins, rows.classes, rows.n_classes, rows.weights, quiet);
      std::string text = "{\"wald\":\"c\",\"version\":1,\"it\":[";
      made.save(text);
      text += "]}";
      const SavedText read(text, "c", 1);
      const ClassCalibration loaded =
          ClassCalibration::load(read, read.array(read.member(read.root(), "it"), ""), rows.n_classes);
      std::vector<double> margins(static_cast<std::size_t>(rows.outputs)), p(k), q(k);
      for (int t = 0; t < 5; ++t) {
        // Also margins far beyond what an exponential holds.
        const double scale = t < 4 ? 4 : 2000;
        for (double &z : margins) z = scale * (2 * rng.uniform() - 1);
        const std::size_t moved = static_cast<std::size_t>(rng.below(static_cast<int>(rows.outputs)));
        const std::size_t rises = rows.n_classes == 2 ? 1 : moved;
        double before = 0;
        margins[moved] = -3 * scale;
        for (int step = 0; step < 60; ++step, margins[moved] += scale / 10) {
          made.probabilities(margins.data(), rows.n_classes, p.data());
          loaded.probabilities(margins.data(), rows.n_classes, q.data());
          CHECK(p == q);
          CHECK(std::accumulate(p.begin(), p.end(), 0.0) == Approx(1).epsilon(1e-12));
          CHECK(*std::min_element(p.begin(), p.end()) >= 0);
          CHECK(p[rises] >= before * (1 - 1e-12));
          before = p[rises];
        }
      }
    }
  }
}

TEST_CASE("learners: a slope for all classes is where the log-loss of soft targets is least") {
  cases::Rng rng(26);
  for (int c = 0; c < cases::scaled(40); ++c) {
    const ClassRows rows = class_rows(rng, 150, 0.2 + 2 * rng.uniform());
    const auto k = static_cast<std::size_t>(rows.n_classes);
    const ClassCalibration made(Calibrator::platt, rows.margins, rows.classes, rows.n_classes, rows.weights, quiet);
    std::string text = "{\"wald\":\"c\",\"version\":1,\"it\":[";
    made.save(text);
    text += "]}";
    const SavedText read(text, "c", 1);
    std::vector<double> at;  // intercepts, then the slope
    for (const SavedValue &own : read.array(read.member(read.root(), "it"), ""))
      at.push_back(read.real(read.member(own, "intercept"), ""));
    at.push_back(read.real(read.member(read.array(read.member(read.root(), "it"), "").front(), "slope"), ""));
    std::vector<double> totals(k);
    for (std::size_t i = 0; i < rows.classes.size(); ++i)
      totals[static_cast<std::size_t>(rows.classes[i])] += rows.weights[i];
    const auto loss = [&](const std::vector<double> &now) {
      double sum = 0;
      for (std::size_t i = 0; i < rows.classes.size(); ++i) {
        std::vector<double> z(k, 0.0);
        for (std::size_t j = 0; j < k; ++j) {
          const double margin = rows.outputs == 1 ? (j == 1 ? rows.margins[i] : 0) : rows.margins[i * k + j];
          z[j] = now[k] * margin + now[j];
        }
        const double top = *std::max_element(z.begin(), z.end());
        double all = 0;
        for (const double v : z) all += std::exp(v - top);
        const auto own = static_cast<std::size_t>(rows.classes[i]);
        const double rest = 1 / (totals[own] + 2);
        for (std::size_t j = 0; j < k; ++j)
          sum -= rows.weights[i] * (j == own ? 1 - rest : rest / static_cast<double>(k - 1)) *
                 (z[j] - top - std::log(all));
      }
      return sum;
    };
    const double least = loss(at);
    for (std::size_t j = 0; j <= k; ++j) {
      std::vector<double> up = at, down = at;
      up[j] += 1e-3;
      down[j] -= 1e-3;
      CHECK(loss(up) >= least - 1e-9);
      CHECK(loss(down) >= least - 1e-9);
      CHECK((loss(up) - loss(down)) / 2e-3 == Approx(0).margin(1e-3));
    }
    // Of two classes it is Platt's method.
    if (k > 2) continue;
    std::vector<uint8_t> labels(rows.classes.begin(), rows.classes.end());
    const Calibration two = calibrate_margins(Calibrator::platt, rows.margins, labels, rows.weights, quiet);
    for (double z = -4; z <= 4; z += 0.5) {
      double p[2];
      made.probabilities(&z, 2, p);
      CHECK(p[1] == Approx(two.probability(z)).epsilon(1e-4));
    }
  }
}

TEST_CASE("learners: calibration of classes undoes flat margins, and takes what occurs") {
  cases::Rng rng(27);
  const LearnerData data = cases::learner_data(rng, 1200, 4, 3);
  LearnerOptions options;
  options.c_values = {3e-4};  // far too strong a penalty
  const auto fit = [&](Calibrator calibrator, int64_t n_classes) {
    options.calibration = calibrator;
    return fit_learner("br", data.table(), class_targets({data.classes.data(), true}, data.rows, n_classes), {},
                       options, quiet);
  };
  const auto loss = [&](const Model &model) {
    const auto m = static_cast<std::size_t>(model.shape().labels);
    std::vector<double> p(1200 * m);
    model.probabilities(data.table(), {}, quiet, p.data());
    double sum = 0;
    for (std::size_t i = 0; i < 1200; ++i) {
      sum -= std::log(p[i * m + static_cast<std::size_t>(data.classes[i])]);
      for (std::size_t j = 3; j < m; ++j) CHECK(p[i * m + j] == 0);  // never seen in training
    }
    return sum / 1200;
  };
  const double flat = loss(*fit(Calibrator::none, 3));
  CHECK(fit(Calibrator::automatic, 3)->save() == fit(Calibrator::none, 3)->save());
  for (const Calibrator calibrator : {Calibrator::platt, Calibrator::isotonic, Calibrator::beta}) {
    const ModelPointer model = fit(calibrator, 5);
    CHECK(loss(*model) < 0.95 * flat);
    CHECK(load_model(model->save())->save() == model->save());
    CHECK(saved_estimators(*load_model(model->save()), data.table()) == saved_estimators(*model, data.table()));
  }
  const std::string text = fit(Calibrator::platt, 3)->save();
  const std::size_t slope = text.rfind("\"slope\":");
  std::string other = text;
  other.insert(slope + 8, "1");
  expect_error(Status::format, "must be of one kind, and of one slope", [&] { load_model(other); });
  const std::size_t comma = text.rfind(",\n{\"kind\"");
  other = text.substr(0, comma) + text.substr(text.find("}", comma) + 1);
  expect_error(Status::format, "must hold one for each class that occurs, or none", [&] { load_model(other); });
}

// ---- Predictions ----------------------------------------------------------------------------------

TEST_CASE("learners: predictions are the decisions on the estimators, at least one label where rows always have one",
          "[threads]") {
  cases::Rng rng(15);
  for (const bool never_empty : {false, true}) {
    const LearnerData data = cases::learner_data(rng, 90, 4, 5, false, never_empty);
    for (const std::string &learner : label_learners) {
      LearnerOptions options;
      options.c_values = {0.1};
      const ModelPointer model = fitted(learner, data, options);
      CHECK(model->shape().at_least == never_empty);
      for (const char *name : {"f1", "hamming", "recall"}) {
        const auto metric = parse_metric(name, 1);
        std::vector<uint8_t> mask(450);
        std::vector<double> expected(90);
        Decision decisions;
        PredictOptions predict_options;
        predict_options.decide.threads = 2;
        predict_options.seed = 7;
        predict(*model, data.table(), *metric, predict_options,
                {Grid<uint8_t>{mask.data(), 90, 5, 5, 1}, expected.data(), &decisions});
        const auto estimators = model->estimators(data.table(), {1, 7, 0}, quiet);
        DecisionOptions own;
        own.at_least = never_empty && std::string(name) != "hamming";
        CHECK(least_labels(*model, *metric, predict_options) == own.at_least);
        Workspace work;
        Decision one;
        for (int64_t i = 0; i < 90; ++i) {
          decide(*metric, *estimators[static_cast<std::size_t>(i)], own, work, one);
          CHECK(expected[static_cast<std::size_t>(i)] == one.answer(0).expected);
          std::vector<uint8_t> row(5);
          for (int64_t a = 0; a < one.answer(0).k; ++a) row[static_cast<std::size_t>(one.items(0)[a])] = 1;
          CHECK(std::equal(row.begin(), row.end(), mask.begin() + i * 5));
          CHECK(decisions.answer(i).k == one.answer(0).k);
        }
      }
    }
  }
}

TEST_CASE("learners: averages over rows take marginals, and one binary label is a vector over the rows") {
  cases::Rng rng(16);
  const LearnerData data = cases::learner_data(rng, 80, 4, 3);
  LearnerOptions options;
  options.c_values = {0.1};
  const auto f1 = parse_metric("f1", 1);
  for (const std::string &learner : label_learners) {
    const ModelPointer model = fitted(learner, data, options);
    std::vector<double> p(240);
    model->probabilities(data.table(), {1, 0, 0}, quiet, p.data());
    std::vector<uint8_t> mask(240), own(240);
    PredictOptions predict_options;
    predict_options.decide.average = Average::macro;
    predict(*model, data.table(), *f1, predict_options, {Grid<uint8_t>{mask.data(), 80, 3, 3, 1}, nullptr, nullptr});
    DecisionOptions macro;
    macro.average = Average::macro;
    decide_rows(*f1, Kind::independent, RealTable{p.data(), false, 80, 3, 3, 1}, macro,
                {Grid<uint8_t>{own.data(), 80, 3, 3, 1}, nullptr, nullptr});
    CHECK(mask == own);
    predict_options.decide.average = Average::micro;
    const auto micro = [&] {
      predict(*model, data.table(), *f1, predict_options, {Grid<uint8_t>{mask.data(), 80, 3, 3, 1}, nullptr, nullptr});
    };
    if (learner == "lfp")
      micro();
    else
      expect_error(Status::unsupported, "average is micro given learner", micro);
  }
}

// ---- Rows that teach little -----------------------------------------------------------------------

TEST_CASE("learners: one class, a label that never occurs, constant features, one row, no features") {
  cases::Rng rng(17);
  LearnerData data = cases::learner_data(rng, 50, 3, 4);
  for (int64_t i = 0; i < 50; ++i) {
    data.x[static_cast<std::size_t>(3 * i + 1)] = 42;
    data.y[static_cast<std::size_t>(4 * i)] = 0;
    data.y[static_cast<std::size_t>(4 * i + 1)] = 1;
    data.y[static_cast<std::size_t>(4 * i + 2)] = i == 17;  // in some fold never
  }
  const auto check = [](const LearnerData &rows, const ModelPointer &model) {
    std::vector<double> p(static_cast<std::size_t>(rows.rows * rows.labels));
    model->probabilities(rows.table(), {}, quiet, p.data());
    for (const double v : p) CHECK((v >= 0 && v <= 1));
    CHECK(load_model(model->save())->save() == model->save());
    return p;
  };
  for (const std::string &learner : label_learners) {
    const std::vector<double> p = check(data, fitted(learner, data));
    for (std::size_t i = 0; i < 50; ++i) {
      CHECK(p[4 * i] < 1e-5);  // 0, but what card's clipping leaves
      CHECK(p[4 * i + 1] > 1 - 1e-4);
    }
    LearnerData one = data;
    one.rows = 1;
    one.x.resize(3);
    one.y.resize(4);
    check(one, fitted(learner, one));
    LearnerData none = data;
    none.features = 0;
    none.x.clear();
    const std::vector<double> shares = check(none, fitted(learner, none));
    double positives = 0;
    for (std::size_t i = 0; i < 50; ++i) positives += data.y[4 * i + 3];
    if (learner == "efp") CHECK(shares[3] == Approx(positives / 50).margin(0.02));
  }
  // One class alone.
  std::fill(data.classes.begin(), data.classes.end(), 2);
  const ModelPointer model = fit_learner("br", data.table(), data.class_targets(), {}, LearnerOptions(), quiet);
  std::vector<double> p(200);
  model->probabilities(data.table(), {}, quiet, p.data());
  for (std::size_t i = 0; i < 50; ++i) CHECK(p[4 * i + 2] == 1);
}

TEST_CASE("learners: weights are repetitions, rows of weight 0 are none, duplicates do no harm") {
  cases::Rng rng(18);
  const LearnerData data = cases::learner_data(rng, 40, 3, 3);
  LearnerData repeated{0, 3, 3, {}, {}, {}};
  std::vector<double> weights;
  for (int64_t i = 0; i < 40; ++i) {
    weights.push_back(i % 3);
    for (int64_t r = 0; r < i % 3; ++r, ++repeated.rows) {
      repeated.x.insert(repeated.x.end(), data.x.begin() + 3 * i, data.x.begin() + 3 * i + 3);
      repeated.y.insert(repeated.y.end(), data.y.begin() + 3 * i, data.y.begin() + 3 * i + 3);
    }
  }
  LearnerOptions options;
  options.c_values = {0.1};
  options.calibration = Calibrator::none;
  for (const std::string &learner : label_learners) {
    std::vector<double> p(120), q(120);
    fit_learner(learner, data.table(), data.targets(), cases::reals(weights), options, quiet)
        ->probabilities(data.table(), {1, 0, 1 << 20}, quiet, p.data());
    fitted(learner, repeated, options)->probabilities(data.table(), {1, 0, 1 << 20}, quiet, q.data());
    for (std::size_t j = 0; j < 120; ++j) CHECK(p[j] == Approx(q[j]).margin(learner == "pcc" ? 1e-5 : 1e-7));
  }
}

TEST_CASE("learners: folds are dealt by groups") {
  for (int seed = 0; seed < cases::scaled(2000); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    const int64_t n = rng.between(1, 60), folds = rng.between(2, 8);
    std::vector<int64_t> groups;
    for (int64_t i = 0; i < n; ++i) groups.push_back(INT64_MIN + rng.below(static_cast<int>(n)) * (INT64_MAX / 100));
    const auto members = rows_by_group(groups);
    const RowFolds dealt = deal_rows(n, groups, folds, static_cast<uint64_t>(seed));
    const std::size_t own = std::min(static_cast<std::size_t>(folds), members.size());
    std::vector<int64_t> fold_of(static_cast<std::size_t>(n), -1);
    REQUIRE(dealt.begin.size() == own + 1);
    REQUIRE((dealt.begin.front() == 0 && dealt.begin.back() == n && static_cast<int64_t>(dealt.order.size()) == n));
    for (std::size_t f = 0; f < own; ++f)
      for (int64_t at = dealt.begin[f]; at < dealt.begin[f + 1]; ++at)
        fold_of[static_cast<std::size_t>(dealt.order[static_cast<std::size_t>(at)])] = static_cast<int64_t>(f);
    std::vector<int64_t> counts(own, 0);
    bool together = true;
    for (const auto &rows : members) {
      const int64_t fold = fold_of[static_cast<std::size_t>(rows.front())];
      for (const int64_t row : rows)
        together = together && fold_of[static_cast<std::size_t>(row)] == fold &&
                   groups[static_cast<std::size_t>(row)] == groups[static_cast<std::size_t>(rows.front())];
      REQUIRE(fold >= 0);
      ++counts[static_cast<std::size_t>(fold)];
    }
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    INFO("seed " << seed);
    REQUIRE((together && *least >= 1 && *most - *least <= 1));
    // Groups of one row each are none.
    std::iota(groups.begin(), groups.end(), -7);
    const RowFolds alone = deal_rows(n, groups, folds, 3), plain = deal_rows(n, {}, folds, 3);
    REQUIRE((alone.order == plain.order && alone.begin == plain.begin));
  }
}

TEST_CASE("learners: losses out of fold are those of groups that are left out") {
  cases::Rng rng(31);
  const LearnerData data = cases::learner_data(rng, 200, 3, 1);
  std::vector<int64_t> groups;
  for (int64_t i = 0; i < 200; ++i) groups.push_back(rng.below(3) * rng.below(2));
  LearnerOptions options;
  options.scaling = Scaling::none;
  options.c_values = {0.01, 1};
  options.calibration = Calibrator::none;
  const RowRoles roles({}, {groups.data(), false});
  const ModelPointer model = fit_learner("br", data.table(), data.targets(), roles, options, quiet);
  const FittingChoice choice = model->choices()[0];
  REQUIRE(choice.path.size() == 2);
  for (const auto &[c, loss] : choice.path) {
    double sum = 0;
    for (int64_t group = 0; group < 3; ++group) {
      LearnerData others{0, 3, 1, {}, {}, {}};
      for (int64_t i = 0; i < 200; ++i) {
        if (groups[static_cast<std::size_t>(i)] == group) continue;
        ++others.rows;
        others.x.insert(others.x.end(), data.x.begin() + 3 * i, data.x.begin() + 3 * i + 3);
        others.y.push_back(data.y[static_cast<std::size_t>(i)]);
      }
      LearnerOptions one = options;
      one.c_values = {c};
      std::vector<double> p(200);
      fitted("br", others, one)->probabilities(data.table(), {}, quiet, p.data());
      for (std::size_t i = 0; i < 200; ++i)
        if (groups[i] == group) sum -= std::log(data.y[i] ? p[i] : 1 - p[i]);
    }
    CHECK(loss == Approx(sum / 200).epsilon(1e-3));
  }
  // The seed has nothing to deal, where groups are as many as folds.
  options.seed = 9;
  CHECK(fit_learner("br", data.table(), data.targets(), roles, options, quiet)->choices()[0].loss ==
        Approx(choice.loss).epsilon(1e-6));
}

TEST_CASE("learners: copies in the group of what they copy are weights, with all that is chosen by folds") {
  cases::Rng rng(32);
  const LearnerData data = cases::learner_data(rng, 80, 3, 3);
  LearnerData repeated{0, 3, 3, {}, {}, {}};
  std::vector<double> weights;
  std::vector<int64_t> groups, groups_of_copies;
  for (int64_t i = 0; i < 80; ++i) {
    groups.push_back(i);
    weights.push_back(i % 3);
    for (int64_t r = 0; r < i % 3; ++r, ++repeated.rows) {
      groups_of_copies.push_back(i);
      repeated.x.insert(repeated.x.end(), data.x.begin() + 3 * i, data.x.begin() + 3 * i + 3);
      repeated.y.insert(repeated.y.end(), data.y.begin() + 3 * i, data.y.begin() + 3 * i + 3);
    }
  }
  LearnerOptions options;
  options.calibration = Calibrator::platt;
  for (const std::string &learner : label_learners) {
    std::vector<double> p(240), q(240);
    const auto a = fit_learner(learner, data.table(), data.targets(), {cases::reals(weights), {groups.data(), false}},
                               options, quiet);
    const auto b = fit_learner(learner, repeated.table(), repeated.targets(), {{}, {groups_of_copies.data(), false}},
                               options, quiet);
    a->probabilities(data.table(), {1, 0, 1 << 20}, quiet, p.data());
    b->probabilities(data.table(), {1, 0, 1 << 20}, quiet, q.data());
    for (std::size_t c = 0; c < a->choices().size(); ++c) CHECK(a->choices()[c].value == b->choices()[c].value);
    for (std::size_t j = 0; j < 240; ++j) CHECK(p[j] == Approx(q[j]).margin(learner == "pcc" ? 1e-5 : 1e-6));
  }
}

TEST_CASE("learners: one group alone is refused") {
  cases::Rng rng(33);
  const LearnerData data = cases::learner_data(rng, 6, 2, 2);
  std::vector<int64_t> groups(6, 7);
  expect_error(Status::argument, "groups are all 7: two at least are needed, to leave one out", [&] {
    fit_learner("lfp", data.table(), data.targets(), {{}, {groups.data(), false}}, {}, quiet);
  });
  groups[2] = 8;
  std::vector<double> weights = {1, 1, 0, 1, 1, 1};
  expect_error(Status::argument, "groups are all 7 where weights are above 0: two at least are needed", [&] {
    fit_learner("lfp", data.table(), data.targets(), {cases::reals(weights), {groups.data(), false}}, {}, quiet);
  });
}

TEST_CASE("learners: wide sparse rows, and few rows of many features") {
  cases::Rng rng(19);
  const int64_t n = 40, d = 5000;
  std::vector<double> x(static_cast<std::size_t>(n * d));
  LearnerData data{n, d, 3, {}, {}, {}};
  for (int64_t i = 0; i < n; ++i) {
    for (int k = 0; k < 12; ++k) x[static_cast<std::size_t>(i * d + rng.below(static_cast<int>(d)))] = rng.uniform();
    for (int64_t j = 0; j < 3; ++j) {
      data.y.push_back(static_cast<uint8_t>(rng.below(2)));
      if (data.y.back()) x[static_cast<std::size_t>(i * d + j)] = 1;  // what tells the label
    }
  }
  const cases::SparseRows sparse(x, n, d);
  LearnerOptions options;
  options.c_values = {1, 10, 100};
  for (const std::string &learner : label_learners) {
    const ModelPointer model = fit_learner(learner, sparse.table(), data.targets(), {}, options, quiet);
    std::vector<double> p(static_cast<std::size_t>(n * 3));
    model->probabilities(sparse.table(), {}, quiet, p.data());
    int right = 0;
    for (std::size_t j = 0; j < p.size(); ++j) right += (p[j] > 0.5) == (data.y[j] != 0);
    CHECK(right > 108);
  }
  // The same numbers dense: a basis of at most n directions serves.
  data.x = std::vector<double>(x.begin(), x.begin() + n * 400);
  data.features = 400;
  LearnerOptions dense;
  dense.scaling = Scaling::none;
  dense.c_values = {1};
  dense.calibration = Calibrator::none;
  for (double &v : data.x) v += 0.25;  // not sparse
  std::vector<double> p(static_cast<std::size_t>(n * 3));
  fitted("lfp", data, dense)->probabilities(data.table(), {}, quiet, p.data());
  for (const double v : p) CHECK((v > 0 && v < 1));
}

TEST_CASE("learners: numbers of any size give probabilities") {
  cases::Rng rng(24);
  for (int c = 0; c < cases::scaled(60); ++c) {
    LearnerData data = cases::learner_data(rng, rng.between(1, 25), rng.between(1, 8), rng.between(1, 4));
    for (double &x : data.x) switch (rng.below(6)) {
        case 0: x = 0; break;
        case 1: x = std::pow(10.0, rng.between(-110, 100)); break;
        case 2: x = 1e100; break;
        case 3: x = -1e-300; break;
        default: break;
      }
    std::vector<double> weights;
    for (int64_t i = 0; i < data.rows; ++i) weights.push_back(std::pow(10.0, rng.between(-8, 8)));
    LearnerOptions options;
    options.c_values = {1e-4, 1, 1e4};
    options.scaling = std::vector<Scaling>{Scaling::automatic, Scaling::none, Scaling::minmax, Scaling::standard,
                                           Scaling::unit}[static_cast<std::size_t>(rng.below(5))];
    options.calibration = static_cast<Calibrator>(rng.below(5));
    for (const std::string &learner : label_learners) {
      const ModelPointer model =
          fit_learner(learner, data.table(), data.targets(), cases::reals(weights), options, quiet);
      std::vector<double> p(static_cast<std::size_t>(data.rows * data.labels));
      model->probabilities(data.table(), {}, quiet, p.data());
      for (const double v : p) CHECK((v >= 0 && v <= 1));
      CHECK(load_model(model->save())->save() == model->save());
    }
  }
}

TEST_CASE("learners: scalings") {
  const std::vector<double> x = {1, 10, 5, 3, 30, 5, 5, 20, 5};
  const RealTable table{x.data(), false, 3, 3, 3, 1};
  const Features features = read_features(table, 0, 3, false);
  const std::vector<double> weights(3, 1.0);
  const auto scaled = [&](Scaling scaling) {
    Features out = features;
    Scaler(scaling, features, weights).apply(out);
    return out.values;
  };
  CHECK(scaled(Scaling::none) == x);
  CHECK(scaled(Scaling::minmax) == std::vector<double>{0, 0, 0, 0.5, 1, 0, 1, 0.5, 0});
  const std::vector<double> standard = scaled(Scaling::standard), root = scaled(Scaling::standard_root);
  for (std::size_t j = 0; j < 2; ++j) {
    CHECK(standard[j] + standard[3 + j] + standard[6 + j] == Approx(0).margin(1e-12));
    CHECK(standard[j] * standard[j] + standard[3 + j] * standard[3 + j] + standard[6 + j] * standard[6 + j] ==
          Approx(3));
  }
  for (std::size_t j = 0; j < 9; ++j) CHECK(root[j] == Approx(standard[j] / std::sqrt(3.0)).margin(1e-12));
  const std::vector<double> unit = scaled(Scaling::unit);
  CHECK(unit[0] * unit[0] + unit[1] * unit[1] + unit[2] * unit[2] == Approx(1));
  CHECK(automatic_scaling(features, false) == Scaling::standard);
  CHECK(automatic_scaling(features, true) == Scaling::standard_root);
  CHECK(automatic_scaling(as_sparse(features), true) == Scaling::unit);
  expect_error(Status::argument, "sparse features would lose their zeros",
               [&] { Scaler(Scaling::minmax, as_sparse(features), weights); });
  const Vocabulary scalings = vocabulary("scaling", scaling_words);
  CHECK(value_of(scalings, "standard-root", "scaling") == static_cast<int32_t>(Scaling::standard_root));
  expect_error(Status::argument, "scaling is \"huge\"", [&] { value_of(scalings, "huge", "scaling"); });
  const Vocabulary calibrations = vocabulary("calibration", calibration_words);
  CHECK(value_of(calibrations, "sigmoid", "calibration") == static_cast<int32_t>(Calibrator::platt));
  expect_error(Status::argument, "calibration is \"huge\"", [&] { value_of(calibrations, "huge", "calibration"); });
}

// ---- What is refused ------------------------------------------------------------------------------

TEST_CASE("learners: refusals say what to do") {
  cases::Rng rng(20);
  LearnerData data = cases::learner_data(rng, 20, 3, 2);
  const auto fit = [&](const std::string &learner, const LearnerOptions &options = {}) {
    return fitted(learner, data, options);
  };
  expect_error(Status::format, "learner \"lpf\" is not known: did you mean \"lfp\"?", [&] { fit("lpf"); });
  expect_error(Status::format, "learner \"br:x\" is not known", [&] { fit("br:x"); });
  const double kept = data.x[4];
  data.x[4] = std::nan("");
  expect_error(Status::argument, "features[1][1] is nan: must be a number; the option missing", [&] { fit("br"); });
  data.x[4] = 1e200;
  expect_error(Status::argument, "features[1][1] is 1e200: must be at most 1e100", [&] { fit("br"); });
  data.x[4] = kept;
  data.y[3] = 2;
  expect_error(Status::argument, "labels[1][1] is 2: must be 0 or 1", [&] { fit("br"); });
  data.y[3] = 1;
  const std::vector<double> weights(20, 0.0), few(3, 1.0), negative(20, -1.0);
  expect_error(Status::argument, "weights[0] is -1: must lie in [0, 1e100]", [&] {
    fit_learner("br", data.table(), data.targets(), cases::reals(negative), LearnerOptions(), quiet);
  });
  expect_error(Status::argument, "n_labels is 0: must be at least 1", [&] {
    fit_learner("br", data.table(), label_targets(Grid<const uint8_t>{data.y.data(), 20, 0, 2, 1}), {},
                LearnerOptions(), quiet);
  });
  expect_error(Status::argument, "the weights sum to 0: must be above 0", [&] {
    fit_learner("br", data.table(), data.targets(), cases::reals(weights), LearnerOptions(), quiet);
  });
  expect_error(Status::argument, "n_weights is 3: must be 20",
               [&] { fit_learner("br", data.table(), data.targets(), cases::reals(few), LearnerOptions(), quiet); });
  LearnerOptions options;
  options.folds = 1;
  expect_error(Status::argument, "folds is 1: must lie in [2, 2147483648]", [&] { fit("br", options); });
  options = {};
  options.c_values = {1, 1};
  expect_error(Status::argument, "c_values[1] is 1: must be above c_values[0] = 1", [&] { fit("br", options); });
  options = {};
  options.chain_orders = {0, 0};
  expect_error(Status::argument, "chain_orders[0] is no order of the labels 0 ... 1", [&] { fit("pcc", options); });
  options = {};
  options.label_names = {"a"};
  expect_error(Status::argument, "label_names has 1 names: must have 2", [&] { fit("br", options); });
  expect_error(Status::argument, "n_rows is 0: must be at least 1", [&] {
    fit_learner("br", RealTable{nullptr, false, 0, 3, 3, 1}, label_targets(Grid<const uint8_t>{nullptr, 0, 2, 2, 1}),
                {}, LearnerOptions(), quiet);
  });
  const std::vector<int32_t> classes = {0, 1, 5};
  expect_error(Status::argument, "classes[2] is 5: must lie in [0, 2]", [&] {
    class_targets({classes.data(), true}, 3, 3);
  });
  const ModelPointer model = fit("br");
  expect_error(Status::argument, "n_features is 2: the model was fitted to 3", [&] {
    saved_estimators(*model, RealTable{data.x.data(), false, 1, 2, 2, 1});
  });
  data.x[0] = std::nan("");
  expect_error(Status::argument, "features[0][0] is nan", [&] { saved_estimators(*model, data.table(), 2); });
}

TEST_CASE("learners: saved texts that are damaged are refused") {
  cases::Rng rng(21);
  const LearnerData data = cases::learner_data(rng, 20, 2, 2);
  for (const std::string &learner : label_learners) {
    const std::string text = fitted(learner, data)->save();
    for (int c = 0; c < cases::scaled(400); ++c) {
      std::string damaged = text;
      const auto at = static_cast<std::size_t>(rng.below(static_cast<int>(text.size())));
      switch (rng.below(3)) {
        case 0: damaged.erase(at, static_cast<std::size_t>(rng.between(1, 20))); break;
        case 1: damaged[at] = static_cast<char>(32 + rng.below(95)); break;
        default: damaged.insert(at, text.substr(static_cast<std::size_t>(rng.below(static_cast<int>(text.size()))), 9));
      }
      try {
        const ModelPointer model = load_model(damaged);
        saved_estimators(*model, RealTable{data.x.data(), false, 1, model->shape().features, 1, 1});
      } catch (const Error &) {
        // A message, and nothing worse.
      }
    }
    CHECK_THROWS_AS(load_model("{}"), Error);
    CHECK_THROWS_AS(load_model(text.substr(0, text.size() / 2)), Error);
  }
}

TEST_CASE("learners: fitting and predicting can be cancelled, and say how far they are") {
  cases::Rng rng(22);
  const LearnerData data = cases::learner_data(rng, 200, 6, 6);
  struct Cancelling final : Monitor {
    int left;
    double last = 0;
    explicit Cancelling(int n) : left(n) {}
    void at(double fraction) override {
      CHECK((fraction >= 0 && fraction <= 1));
      last = fraction;
      if (left-- == 0) fail(Status::cancelled, "cancelled by the progress callback");
    }
  };
  for (const std::string &learner : label_learners) {
    for (const int after : {0, 3, 9}) {
      Cancelling cancelling(after);
      expect_error(Status::cancelled, "cancelled",
                   [&] { fit_learner(learner, data.table(), data.targets(), {}, LearnerOptions(), cancelling); });
    }
    Cancelling never(-1);
    const ModelPointer model = fit_learner(learner, data.table(), data.targets(), {}, LearnerOptions(), never);
    CHECK(never.last == 1);
    Cancelling soon(1);
    expect_error(Status::cancelled, "cancelled", [&] { model->estimators(data.table(), {}, soon); });
  }
}

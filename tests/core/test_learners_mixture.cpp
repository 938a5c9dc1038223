// Mixtures against sums over their parts, and kernel features against the kernel.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "core/estimators/counts.hpp"
#include "core/estimators/joint.hpp"
#include "core/estimators/marginal.hpp"
#include "core/learners/composed/kernel.hpp"
#include "core/learners/composed/mixture.hpp"
#include "expect_error.hpp"
#include "learner_rows.hpp"

using namespace learner_rows;
using check::expect_error;

namespace {

NoMonitor silent;

std::unique_ptr<Estimator> some_estimator(cases::Rng &rng, int n) {
  switch (rng.below(3)) {
    case 0: {
      auto out = std::make_unique<Independent>();
      out->feed(cases::reals(cases::probabilities(rng, n, rng.below(4))));
      return out;
    }
    case 1: {
      auto out = std::make_unique<Categorical>();
      std::vector<double> p = cases::probabilities(rng, n, 0);
      const double sum = std::accumulate(p.begin(), p.end(), 0.1);
      for (double &x : p) x /= sum;
      out->feed(cases::reals(p));
      return out;
    }
    default: {
      auto out = std::make_unique<Joint>(n);
      for (int v = rng.between(1, 6); v > 0; --v) {
        std::vector<uint8_t> cells;
        for (int i = 0; i < n; ++i) cells.push_back(static_cast<uint8_t>(rng.below(2)));
        const double weight = 0.1 + rng.uniform();
        out->feed({cells.data(), 1, n, n, 1}, {&weight, false, 1, 1});
      }
      return out;
    }
  }
}

std::vector<double> table_of_counts(const Estimator &estimator, int n) {
  std::vector<double> out(static_cast<std::size_t>(n * n), 0.0);
  estimator.to_counts()->copy_table(out.data(), n, n, n, 1);
  return out;
}

}  // namespace

TEST_CASE("mixtures: counts, sizes and P(0) are weighted means") {
  for (int seed = 0; seed < cases::scaled(2000); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    const int n = rng.between(2, 7), parts = rng.between(2, 4);
    std::vector<std::unique_ptr<Estimator>> said;
    std::vector<const Estimator *> pointers;
    std::vector<double> weights;
    bool all_categorical = true;
    for (int p = 0; p < parts; ++p) {
      said.push_back(some_estimator(rng, n));
      pointers.push_back(said.back().get());
      weights.push_back(0.25 * rng.between(1, 8));
      all_categorical = all_categorical && said.back()->kind() == Kind::categorical;
    }
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    const auto mean = mean_of_estimators(pointers, weights);
    INFO("seed " << seed);
    REQUIRE(mean->kind() == (all_categorical ? Kind::categorical : Kind::counts));
    std::vector<double> table(static_cast<std::size_t>(n * n), 0.0), sizes(static_cast<std::size_t>(n) + 1, 0.0);
    double zero = 0;
    for (int p = 0; p < parts; ++p) {
      const double share = weights[static_cast<std::size_t>(p)] / total;
      const auto own = table_of_counts(*pointers[static_cast<std::size_t>(p)], n);
      for (std::size_t c = 0; c < own.size(); ++c) table[c] += share * own[c];
      const auto own_sizes = pointers[static_cast<std::size_t>(p)]->size_distribution();
      for (std::size_t s = 0; s < sizes.size(); ++s) sizes[s] += share * own_sizes[s];
      zero += share * pointers[static_cast<std::size_t>(p)]->p_zero();
    }
    const std::vector<double> found = table_of_counts(*mean, n), found_sizes = mean->size_distribution();
    for (std::size_t c = 0; c < table.size(); ++c) REQUIRE(found[c] == Approx(table[c]).margin(1e-12));
    for (std::size_t s = 0; s < sizes.size(); ++s) REQUIRE(found_sizes[s] == Approx(sizes[s]).margin(1e-12));
    REQUIRE(mean->p_zero() == Approx(zero).margin(1e-12));
  }
}

TEST_CASE("mixtures: counts without P(s), and certainties") {
  // A predicted table that gives no distribution of s: the mean has none either.
  const std::vector<double> table{0.5, 0.4, 0.3, 0.1};
  Counts predicted(2);
  predicted.feed({table.data(), false, 2, 2, 2, 1}, 0.1, {}, 1);
  Independent sure;
  const std::vector<double> ones{1.0, 1.0};
  sure.feed(cases::reals(ones));
  const auto mean = mean_of_estimators({&predicted, &sure}, {1, 3});
  CHECK(table_of_counts(*mean, 2)[0] == Approx(0.125));
  CHECK(table_of_counts(*mean, 2)[1] == Approx(0.85));
  CHECK(mean->p_zero() == Approx(0.025));
  CHECK(!static_cast<const Counts &>(*mean).known_sizes());
  // Thirds of what is certain stay certain.
  const auto certain = mean_of_estimators({&sure, &sure, &sure}, {1, 1, 1});
  CHECK(certain->marginals() == std::vector<double>{1, 1});
}

TEST_CASE("mixtures: models") {
  cases::Rng rng(1);
  const Features rows = some_rows(rng, 60, 5, 0), queries = some_rows(rng, 70, 5, 0);
  const Targets targets = some_labels(rng, rows, 4);
  LearnerOptions options;
  options.trees = 10;
  options.neighbours = 5;
  options.mixture_weights = {1, 3};
  const auto fitted = [&](const char *learner, const Targets &y) {
    return fit_learner(learner, table_of(rows), y, {}, options, silent);
  };
  const auto mixture = fitted("mixture:forest,neighbours", targets), forest = fitted("forest", targets),
             neighbours = fitted("neighbours", targets);
  CHECK(mixture->kind() == Kind::counts);
  const auto of_mixture = mixture->estimators(table_of(queries), {}, silent);
  const auto of_forest = forest->estimators(table_of(queries), {}, silent);
  const auto of_neighbours = neighbours->estimators(table_of(queries), {}, silent);
  std::vector<double> p(70 * 4);
  mixture->probabilities(table_of(queries), {3, 0, 0}, silent, p.data());
  for (std::size_t i = 0; i < 70; ++i) {
    const auto found = table_of_counts(*of_mixture[i], 4), a = table_of_counts(*of_forest[i], 4),
               b = table_of_counts(*of_neighbours[i], 4);
    for (std::size_t c = 0; c < found.size(); ++c) REQUIRE(found[c] == Approx(0.25 * a[c] + 0.75 * b[c]).margin(1e-12));
    const std::vector<double> one = of_forest[i]->marginals(), other = of_neighbours[i]->marginals();
    for (std::size_t j = 0; j < 4; ++j) REQUIRE(p[4 * i + j] == Approx(0.25 * one[j] + 0.75 * other[j]).margin(1e-12));
  }
  const std::string saved = mixture->save();
  const auto again = load_model(saved);
  CHECK(again->save() == saved);
  std::vector<double> p_again(p.size());
  again->probabilities(table_of(queries), {}, silent, p_again.data());
  CHECK(p_again == p);

  CHECK(fitted("mixture:forest,neighbours", some_classes(rng, rows, 3))->kind() == Kind::categorical);
  CHECK(fitted("mixture:forest,neighbours", some_labels(rng, rows, 1))->kind() == Kind::independent);
  CHECK(fitted("mixture:kernel:lfp,neighbours", targets)->kind() == Kind::counts);

  const auto refused = [&](Status status, const std::string &message, const char *learner) {
    expect_error(status, message, [&] { fitted(learner, targets); });
  };
  refused(Status::argument, "has fewer than two parts", "mixture");
  refused(Status::argument, "has fewer than two parts", "mixture:forest");
  refused(Status::argument, "holds a mixture", "mixture:forest,mixture:card");
  refused(Status::argument, "mixture_weights has 2 numbers: must have 3", "mixture:forest,neighbours,lfp");
  refused(Status::format, "learner \"forests\" is not known", "mixture:forest,forests");
  std::string text = saved;
  text.replace(text.find("\"weights\":[1,3]"), 15, "\"weights\":[1,0]");
  expect_error(Status::format, "\"weights\"[1] is 0: must be above 0", [&] { load_model(text); });
}

TEST_CASE("kernel features: their products are the kernel", "[levels]") {
  for (int seed = 0; seed < cases::scaled(300); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    const int n = rng.between(1, 40), d = rng.between(1, 6);
    const Features rows = some_rows(rng, n, d, rng.below(3));
    const double gamma = 0.05 + rng.uniform();
    const bool all = rng.below(2);
    const int64_t most = all ? n : rng.between(1, n);
    Features mapped, of_sparse;
    const KernelMap map(rows, gamma, most, rng.between(1, 3), silent, &mapped);
    INFO("seed " << seed);
    REQUIRE(map.size() <= most);
    REQUIRE(mapped.cols == map.size());
    std::vector<int64_t> picked = map.picked();
    for (int64_t i = 0; i < n; ++i)
      for (int64_t k = 0; k < n; ++k) {
        double square = 0, product = 0;
        for (int64_t j = 0; j < d; ++j) square += std::pow(rows.row(i)[j] - rows.row(k)[j], 2);
        for (int64_t j = 0; j < mapped.cols; ++j) product += mapped.row(i)[j] * mapped.row(k)[j];
        const bool exact = all || std::count(picked.begin(), picked.end(), i) > 0;
        if (exact) REQUIRE(product == Approx(std::exp(-gamma * square)).margin(1e-8));
        if (i == k) REQUIRE(product <= 1 + 1e-9);
        // Of duplicates one alone is a landmark.
        if (i < k && square == 0)
          REQUIRE(std::count(picked.begin(), picked.end(), i) + std::count(picked.begin(), picked.end(), k) <= 1);
      }
    // A training row that comes again has the same bits, whatever stands beside it.
    REQUIRE(map.map(rows, silent).values == mapped.values);
    const Features last = map.map(picked_rows(rows, std::vector<int64_t>{n - 1}), silent);
    REQUIRE(std::equal(last.values.begin(), last.values.end(), mapped.row(n - 1)));
    const KernelMap sparse(as_sparse(rows), gamma, most, 1, silent, &of_sparse);
    REQUIRE(of_sparse.rows == n);
    REQUIRE(sparse.map(rows, silent).values == of_sparse.values);
  }
}

TEST_CASE("kernel features: a linear learner on them") {
  // Labels that no linear learner tells: whether a point lies in a ring.
  cases::Rng rng(8);
  const Features rows = some_rows(rng, 150, 2, 0), queries = some_rows(rng, 100, 2, 0);
  const auto ring = [](const Features &x) {
    Targets out;
    out.rows = x.rows;
    out.labels = 2;
    for (int64_t i = 0; i < x.rows; ++i) {
      const double r = std::hypot(x.row(i)[0], x.row(i)[1]);
      out.cells.push_back(r < 1.3);
      out.cells.push_back(r > 1.8);
    }
    return out;
  };
  const Targets targets = ring(rows), truth = ring(queries);
  LearnerOptions options;
  options.gamma = 2;
  const auto wrong = [&](const char *learner) {
    const auto model = fit_learner(learner, table_of(rows), targets, {}, options, silent);
    std::vector<double> p(200);
    model->probabilities(table_of(queries), {}, silent, p.data());
    int out = 0;
    for (std::size_t c = 0; c < p.size(); ++c) out += (p[c] >= 0.5) != truth.cells[c];
    const std::string saved = model->save();
    const auto again = load_model(saved);
    CHECK(again->save() == saved);
    std::vector<double> p_again(200);
    again->probabilities(table_of(queries), {2, 0, 0}, silent, p_again.data());
    CHECK(p_again == p);
    return out;
  };
  const int linear = wrong("lfp");
  CHECK(linear > 60);
  CHECK(wrong("kernel") < 30);
  CHECK(wrong("kernel:card") < 30);
  options.landmarks = 20;
  CHECK(wrong("kernel:lfp") < 30);
  expect_error(Status::format, "learner \"lfb\" is not known",
               [&] { fit_learner("kernel:lfb", table_of(rows), targets, {}, options, silent); });
  // Constant features map every row to the same.
  Features constant = rows;
  std::fill(constant.values.begin(), constant.values.end(), 1.0);
  const auto same = fit_learner("kernel", table_of(constant), targets, {}, options, silent);
  std::vector<double> p(200);
  same->probabilities(table_of(queries), {}, silent, p.data());
  for (std::size_t c = 2; c < p.size(); ++c) CHECK(p[c] == p[c - 2]);
}

TEST_CASE("kernel features: gamma is chosen by log-loss out of fold") {
  cases::Rng rng(9);
  const Features rows = some_rows(rng, 120, 3, 0), queries = some_rows(rng, 50, 3, 0);
  // How often the sign changes asks for how wide a kernel.
  const auto waves = [](const Features &x, double frequency) {
    Targets out;
    out.rows = x.rows;
    out.labels = 1;
    for (int64_t i = 0; i < x.rows; ++i) out.cells.push_back(std::sin(frequency * x.row(i)[0]) > 0);
    return out;
  };
  LearnerOptions options;
  double last = 0;
  for (const double frequency : {0.5, 6.0}) {
    const Targets targets = waves(rows, frequency);
    const auto model = fit_learner("kernel", table_of(rows), targets, {}, options, silent);
    const FittingChoice chosen = model->choices().front();
    CHECK(chosen.part == "kernel");
    CHECK(chosen.what == "gamma");
    REQUIRE(chosen.path.size() >= 3);
    bool found = false;
    for (std::size_t t = 0; t < chosen.path.size(); ++t) {
      const auto [gamma, loss] = chosen.path[t];
      CHECK(loss >= chosen.loss);
      if (t > 0) CHECK(gamma == 2 * chosen.path[t - 1].first);
      found = found || (gamma == chosen.value && loss == chosen.loss);
    }
    CHECK(found);
    CHECK(chosen.value > last);
    last = chosen.value;
    // Given, it is the same model, which chose nothing.
    LearnerOptions given = options;
    given.gamma = chosen.value;
    const auto same = fit_learner("kernel", table_of(rows), targets, {}, given, silent);
    CHECK(same->choices().front().what == "C");
    std::vector<double> p(50), q(50);
    model->probabilities(table_of(queries), {}, silent, p.data());
    same->probabilities(table_of(queries), {}, silent, q.data());
    CHECK(p == q);
    // Rows that are a thousand times as long take a gamma that is a millionth, except for the octave.
    LearnerOptions unscaled = options;
    unscaled.scaling = Scaling::none;
    Features longer = rows;
    for (double &x : longer.values) x *= 1024;
    const auto near = fit_learner("kernel", table_of(rows), targets, {}, unscaled, silent)->choices().front();
    const auto far = fit_learner("kernel", table_of(longer), targets, {}, unscaled, silent)->choices().front();
    CHECK(far.value == near.value / (1024.0 * 1024.0));
    CHECK(far.loss == Approx(near.loss));
    std::string text = model->save();
    const std::string member = "\"gamma\":";
    text.insert(text.find(member) + member.size(), "1");
    expect_error(Status::format, "\"gamma\" is none of \"gammas\"", [&] { load_model(text); });
  }
  // Where labels or features do not differ there is nothing to choose by.
  Targets none = waves(rows, 1);
  std::fill(none.cells.begin(), none.cells.end(), uint8_t{1});
  CHECK(fit_learner("kernel", table_of(rows), none, {}, options, silent)->choices().empty());
}

namespace {

// A learner on `cols` sparse features with n rows of one number, which is its row's.
std::string saved_learner(const std::string &name, int64_t cols, int n, const std::string &members) {
  std::string out = "{\"wald\":\"learner\",\"version\":1,\"learner\":\"" + name + "\",\"features\":" +
                    std::to_string(cols) + ",\"task\":\"labels\",\"labels\":1,\"at_least\":0" + members +
                    ",\"scaler\":{\"scaling\":\"none\"},\"sparse\":true,\"rows\":[";
  for (int i = 0; i < n; ++i) out += (i ? ",[0," : "[0,") + std::to_string(i) + "]";
  return out + "]}";
}
std::string saved_kernel(int n) {
  return saved_learner("kernel:given", 1, n,
                       ",\"gamma\":1,\"inner\":{\"learner\":\"given\",\"features\":" + std::to_string(n) +
                           ",\"task\":\"labels\",\"labels\":1,\"at_least\":0,\"calibrations\":[]}");
}

}  // namespace

TEST_CASE("learners: a saved state takes no more than it holds, or a stated limit") {
  // A kernel takes the square of its landmarks.
  CHECK(load_model(saved_kernel(300))->shape().features == 1);
  expect_error(Status::unsupported, "its kernels have 6400000000 pairs of landmarks: must be at most 33554432",
               [] { load_model(saved_kernel(80000)); });
  const std::string kernel = saved_kernel(4500).substr(std::string("{\"wald\":\"learner\",\"version\":1,").size());
  const std::string mixture =
      "{\"wald\":\"learner\",\"version\":1,\"learner\":\"mixture:kernel,kernel\",\"features\":1,\"task\":\"labels\","
      "\"labels\":1,\"at_least\":0,\"weights\":[1,1],\"parts\":[{" +
      kernel + ",{" + kernel + "]}";
  expect_error(Status::unsupported, "have 40500000 pairs", [&] { load_model(mixture); });
  // What would be refused is not fitted.
  cases::Rng rng(3);
  const Features rows = some_rows(rng, 6000, 2, 0);
  const Targets labels = some_labels(rng, rows, 1);
  const auto fitted = [&](const char *name, const LearnerOptions &options) {
    fit_learner(name, table_of(rows), labels, {}, options, silent);
  };
  LearnerOptions options;
  options.landmarks = 5900;
  expect_error(Status::argument, "landmarks is 5900: must be at most 5792 of 6000 rows and 1 kernel",
               [&] { fitted("kernel", options); });
  options.landmarks = 0;
  options.max_exact_rows = 6000;
  expect_error(Status::argument, "max_exact_rows is 6000: must be at most 4096 of 6000 rows and 2 kernels",
               [&] { fitted("mixture:kernel,kernel:br", options); });
}

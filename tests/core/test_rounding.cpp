// Where rounding could change more than last digits: counts that must be found to be 0, equal values, numbers of a
// scale of their own, and a search that must end.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "cell_metric.hpp"
#include "core/decisions/decide.hpp"
#include "core/estimators/joint.hpp"
#include "core/estimators/marginal.hpp"
#include "core/evaluation/evaluate.hpp"
#include "core/evaluation/expected.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;

namespace {

double weighted(const char *metric, int z, Average average, const std::vector<uint8_t> &truth,
                const std::vector<uint8_t> &prediction, const std::vector<double> &weights) {
  const int64_t n = static_cast<int64_t>(truth.size());
  DecisionOptions options;
  options.average = average;
  return evaluate(*parse_metric(metric, z), options, {truth.data(), n, 1, 1, 1}, {prediction.data(), n, 1, 1, 1},
                  {weights.data(), false, n, 1})
      .value;
}

}  // namespace

TEST_CASE("rounding: weighted counts that are 0 are found to be 0") {
  CHECK(weighted("gmean", 1, Average::macro, {1, 0, 1}, {1, 1, 0}, {0.1, 0.1, 0.1}) == 0);
  CHECK(weighted("gmean", 0, Average::macro, {0, 1, 0, 1}, {1, 0, 1, 1},
                 {0.4, 0.1, 0.78084673616863987, 0.82601215240157055}) == 0);
}

TEST_CASE("rounding: the scale of weights does not matter") {
  for (const char *metric : {"mcc", "kappa", "gmean", "hmean", "f1"}) {
    const double plain = weighted(metric, 1, Average::micro, {1, 0, 1, 0}, {1, 1, 0, 0}, {1, 2, 3, 4});
    for (double scale : {1e-320, 1e-170, 1e120, 1e300})
      CHECK(weighted(metric, 1, Average::micro, {1, 0, 1, 0}, {1, 1, 0, 0}, {scale, 2 * scale, 3 * scale, 4 * scale}) ==
            Approx(plain).epsilon(1e-3 * (scale < 1e-300) + 1e-12));
  }
}

TEST_CASE("rounding: P(utility >= u) counts the atom at u") {
  const auto at_least = [](const char *metric, int n, int64_t k, double u) {
    const std::vector<double> p(static_cast<std::size_t>(n), 0.5);
    Independent labels;
    labels.feed({p.data(), false, n, 1});
    std::vector<int64_t> items;
    for (int64_t i = 0; i < k; ++i) items.push_back(i);
    Distribution distribution;
    distribution.compute(*parse_metric(metric, 1), labels, items, DecisionOptions());
    for (std::size_t i = 1; i < distribution.values().size(); ++i)
      CHECK(distribution.values()[i] - distribution.values()[i - 1] > 1e-12);
    return distribution.at_least(u);
  };
  CHECK(at_least("informedness", 5, 2, 0.16666666666666666) == 0.53125);
  CHECK(at_least("markedness", 5, 2, 0.16666666666666666) == 0.46875);
  CHECK(at_least("noisy_or", 14, 2, 0.076923076923076927) == Approx(0.999938964844).epsilon(1e-12));
}

TEST_CASE("rounding: a table's properties are judged on its own scale") {
  for (double c : {1.0, 1e-11, 1e-200}) {
    std::vector<double> values(27, 0.0);
    values[(0 * 3 + 1) * 3 + 0] = values[(0 * 3 + 1) * 3 + 1] = c;
    const auto metric = table_metric(values.data(), 27, 2, "table", 0);
    CHECK_FALSE(metric->has(rises_in_tp));
    const std::vector<double> p{0.9, 0.2};
    Independent labels;
    labels.feed({p.data(), false, 2, 1});
    Workspace work;
    Decision decision;
    decide(*metric, labels, DecisionOptions(), work, decision);
    REQUIRE(decision.answer(0).k == 1);
    CHECK(decision.items(0)[0] == 1);
    CHECK(decision.answer(0).expected == Approx(0.8 * c));
  }
}

TEST_CASE("rounding: corners of a linear-fractional metric that are meant to be 0") {
  CHECK_NOTHROW(parse_metric("lf:0.3:0:-0.1:-0.2/0.3:0:-0.1:-0.2", 1));
  CHECK_THROWS(parse_metric("lf:0:1:0:0/0:-0.3:0.1:0.2", 1));
}

TEST_CASE("rounding: ascent ends for a metric of any scale") {
  uint64_t state = 1;
  const auto next = [&state] { return (state = state * 6364136223846793005u + 1442695040888963407u) >> 33; };
  for (double scale : {1e-12, 1.0, 1e3, 1e12}) {
    double user = scale;
    const auto metric = check::cell_metric(
        [](int64_t tp, int64_t k, int64_t s, int64_t, void *of) {
          const double f = k + s > 0 ? 2.0 * static_cast<double>(tp) / static_cast<double>(k + s) : 1.0;
          return *static_cast<double *>(of) * (std::sqrt(f) - 1e-6 * static_cast<double>(k));
        },
        &user, "scaled", rises_in_tp | falls_in_k);
    for (int trial = 0; trial < 40; ++trial) {
      Joint joint(17);
      std::vector<uint8_t> vectors(14 * 17);
      for (auto &cell : vectors) cell = next() % 3 == 0;
      joint.feed({vectors.data(), 14, 17, 17, 1}, {});
      DecisionOptions options;
      options.algorithm = Algorithm::ascent;
      options.at_least = options.at_most = 4;
      Workspace work;
      Decision decision;
      decide(*metric, joint, options, work, decision);
      CHECK(decision.answer(0).k == 4);
      CHECK(decision.answer(0).bound >= 0);
    }
  }
}

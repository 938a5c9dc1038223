// What deciding is worth, in advance: against all truths by evaluation.
#include "core/evaluation/worth/worth.hpp"

#include <cmath>

#include "core/decisions/rows.hpp"
#include "core/evaluation/evaluate.hpp"
#include "core/evaluation/worth/difference.hpp"
#include "decision_check.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;
using cases::metric;
using check::expect_error;

namespace {

constexpr Average averages[] = {Average::instance, Average::macro, Average::micro};

struct Rows {
  int64_t rows, cols;
  std::vector<double> p;
  std::vector<double> weights;  // or none

  RealTable table() const { return {p.data(), false, rows, cols, cols, 1}; }
  Reals row_weights() const { return weights.empty() ? Reals{} : cases::reals(weights); }
  std::vector<uint8_t> cut() const {
    std::vector<uint8_t> out;
    for (double x : p) out.push_back(x >= 0.5);
    return out;
  }
  std::vector<uint8_t> optimum(const Metric &m, Kind kind, const DecisionOptions &options) const {
    std::vector<uint8_t> out(p.size());
    decide_rows(m, kind, table(), options, {{out.data(), rows, cols, cols, 1}, nullptr, nullptr});
    return out;
  }
  double value(const Metric &m, const DecisionOptions &options, const std::vector<uint8_t> &y, const std::vector<uint8_t> &h,
               const std::vector<double> &w) const {
    return evaluate(m, options, {y.data(), rows, cols, cols, 1}, {h.data(), rows, cols, cols, 1},
                    w.empty() ? Reals{} : cases::reals(w))
        .value;
  }
};

struct Moments {
  double first = 0, second = 0;
  double variance() const { return std::max(0.0, second - first * first); }
};

double tempered(double p, double temperature) {
  if (p <= 0 || p >= 1) return p;
  return 1 / (1 + std::pow((1 - p) / p, 1 / temperature));
}

// The difference over all truths of independent labels, of some rows; of one row with nonempty, over those that are
// not all false.
Moments all_truths(const Rows &r, const Metric &m, const DecisionOptions &options, const std::vector<double> &w) {
  const std::vector<uint8_t> cut = r.cut(), best = r.optimum(m, Kind::independent, options);
  Moments out;
  double all = 0;
  std::vector<uint8_t> y(r.p.size());
  for (uint64_t bits = 0; bits < uint64_t{1} << r.p.size(); ++bits) {
    double probability = 1;
    for (std::size_t i = 0; i < y.size(); ++i) {
      y[i] = bits >> i & 1;
      const double p = tempered(r.p[i], options.temperature);
      probability *= y[i] ? p : 1 - p;
    }
    if (probability == 0 || (options.nonempty && bits == 0)) continue;
    const double d = r.value(m, options, y, best, w) - r.value(m, options, y, cut, w);
    out.first += probability * d;
    out.second += probability * d * d;
    all += probability;
  }
  if (options.nonempty) {
    out.first /= all;
    out.second /= all;
  }
  return out;
}

Rows random_rows(cases::Rng &rng, int rows, int cols, int kind) {
  return {rows, cols, cases::probabilities(rng, rows * cols, kind), {}};
}

}  // namespace

TEST_CASE("worth: gain and variance over all truths") {
  cases::Rng rng(4100);
  int changed = 0;
  for (int c = 0; c < cases::scaled(120); ++c) {
    const int cols = rng.between(1, 4);
    Rows r = random_rows(rng, rng.between(1, 10 / cols), cols, rng.below(5));
    for (const char *name : {"f1", "jaccard", "mcc", "hamming", "balanced_accuracy", "cost:1:5"}) {
      const auto m = metric(name, c % 2);
      for (Average average : averages) {
        if (cols == 1 && average == Average::instance) continue;
        DecisionOptions options;
        options.average = average;
        options.temperature = c % 3 ? 1 : 0.5 + 2 * rng.uniform();
        const Worth found = worth_of(*m, Kind::independent, r.table(), {}, options);
        const Moments all = all_truths(r, *m, options, {});
        CAPTURE(c, name, average_name(average), r.rows, r.cols, cases::list(r.p), options.temperature);
        CHECK(found.gain == Approx(all.first).margin(1e-12));
        CHECK(found.truth_error == Approx(std::sqrt(all.variance())).margin(2e-8));
        CHECK(found.expected_optimum - found.expected_cut == Approx(found.gain).margin(1e-12));
        CHECK(found.samples == 0);
        CHECK(found.rows == r.rows);
        changed += found.changed_cells > 0;
        if (r.rows == 1 && found.changed_cells > 0) {
          CHECK(std::isnan(found.standard_error));
          CHECK(found.answer == WorthVerdict::undetermined);
        } else {
          CHECK(found.standard_error >= found.truth_error);
        }
        if (found.changed_cells == 0) {
          CHECK(found.gain == 0);
          CHECK(found.standard_error == 0);
          CHECK(found.answer == WorthVerdict::does_not_pay);
        }
      }
    }
  }
  CHECK(changed > cases::scaled(120));
}

TEST_CASE("worth: rows that are known to have a label") {
  cases::Rng rng(4106);
  int changed = 0;
  for (int c = 0; c < cases::scaled(600); ++c) {
    Rows r = random_rows(rng, 1, rng.between(2, 7), rng.below(5));
    // From rows that mostly have a label to those that hardly ever have.
    const double scale = std::pow(10, -rng.between(0, 9));
    for (double &p : r.p) p *= scale;
    r.p[0] = std::max(r.p[0], 1e-12);
    for (const char *name : {"f1", "jaccard", "hamming", "balanced_accuracy", "cost:1:5"}) {
      const auto m = metric(name, c % 2);
      DecisionOptions options;
      options.nonempty = true;
      options.at_least = c % 3 ? 1 : 0;
      options.temperature = c % 5 ? 1 : 0.8;
      const Worth found = worth_of(*m, Kind::independent, r.table(), {}, options);
      const Moments all = all_truths(r, *m, options, {});
      CAPTURE(c, name, cases::list(r.p), options.at_least, options.temperature);
      CHECK(found.gain == Approx(all.first).margin(1e-7));
      CHECK(found.truth_error == Approx(std::sqrt(all.variance())).margin(1e-4));
      CHECK(found.expected_optimum - found.expected_cut == Approx(found.gain).margin(1e-7));
      changed += found.gain != 0;
    }
  }
  CHECK(changed > cases::scaled(600));

  // Exclusive labels that sum to less than 1: what is left over is no label.
  const Rows exclusive{1, 3, {0.2, 0.1, 0.1}, {}};
  DecisionOptions options;
  options.nonempty = true;
  options.at_least = 1;
  const Worth one = worth_of(*metric("f1"), Kind::categorical, exclusive.table(), {}, options);
  CHECK(one.expected_cut == 0);
  CHECK(one.expected_optimum == Approx(0.5));  // {0} and {0, 1} alike
  CHECK(one.gain == one.expected_optimum);

  // It is what makes at_least = 1 pay where rows have a label that probabilities do not promise.
  Rows many{200, 3, {}, {}};
  for (int i = 0; i < 200; ++i) many.p.insert(many.p.end(), {0.4, 0.1, 0.05});
  options.nonempty = false;
  CHECK(worth_of(*metric("f1"), Kind::independent, many.table(), {}, options).answer == WorthVerdict::does_not_pay);
  options.nonempty = true;
  CHECK(worth_of(*metric("f1"), Kind::independent, many.table(), {}, options).answer == WorthVerdict::pays);

  const Rows empty{2, 2, {0.5, 0.5, 0, 0}, {}};
  expect_error(Status::argument, "row 1 has no probability above 0: with nonempty it has a true label",
               [&] { worth_of(*metric("f1"), Kind::independent, empty.table(), {}, options); });
  options.average = Average::micro;
  expect_error(Status::unsupported,
               "nonempty with average micro: requires average instance",
               [&] { worth_of(*metric("f1"), Kind::independent, many.table(), {}, options); });
}

TEST_CASE("worth: rows and weights of an instance average") {
  cases::Rng rng(4101);
  const auto m = metric("f1");
  for (int c = 0; c < cases::scaled(200); ++c) {
    const int cols = rng.between(2, 6), n = rng.between(2, 9);
    Rows r = random_rows(rng, n, cols, rng.below(3));
    if (c % 2)
      for (int i = 0; i < n; ++i) r.weights.push_back(i == 0 ? 0.5 : 0.5 * rng.below(4));
    double total = 0, gain = 0, truth = 0, between = 0, changed = 0;
    std::vector<double> g, w;
    int64_t counted = 0;
    for (int i = 0; i < n; ++i) {
      const auto begin = r.p.begin() + i * cols;
      const Rows one{1, cols, {begin, begin + cols}, {}};
      const Moments all = all_truths(one, *m, {}, {});
      g.push_back(all.first);
      w.push_back(r.weights.empty() ? 1 : r.weights[static_cast<std::size_t>(i)]);
      total += w.back();
      gain += w.back() * all.first;
      truth += w.back() * w.back() * all.variance();
      counted += w.back() > 0;
      changed += one.cut() != one.optimum(*m, Kind::independent, {}) ? w.back() : 0;
    }
    gain /= total;
    for (std::size_t i = 0; i < g.size(); ++i) {
      double others = 0, squares = 0;
      for (std::size_t j = 0; j < g.size(); ++j)
        if (j != i) {
          others += w[j];
          squares += w[j] * w[j];
        }
      if (w[i] > 0 && others > 0)
        between += w[i] * w[i] * (g[i] - gain) * (g[i] - gain) * total * total / (others * others + squares);
    }
    const Worth found = worth_of(*m, Kind::independent, r.table(), r.row_weights(), {});
    CAPTURE(c, cases::list(r.p), cases::list(r.weights));
    CHECK(found.rows == counted);
    CHECK(found.gain == Approx(gain).margin(1e-12));
    CHECK(found.truth_error == Approx(std::sqrt(truth) / total).margin(2e-8));
    CHECK(found.changed_rows == Approx(changed / total).margin(1e-12));
    if (counted < 2 || changed == 0) continue;
    CHECK(found.standard_error == Approx(std::sqrt(truth + between) / total).margin(2e-8));
    if (!r.weights.empty()) continue;
    // Of equal weights it is the variance of the gains over their number.
    double squares = 0;
    for (double one : g) squares += (one - gain) * (one - gain);
    CHECK(between / total / total == Approx(squares / n / (n - 1)).margin(1e-12));
  }
}

// Over all tables of n rows, each drawn from three: the part of the rows is unbiased, whatever the weights.
TEST_CASE("worth: weights, all tables that could have been drawn") {
  cases::Rng rng(4105);
  const auto m = metric("f1");
  for (int c = 0; c < cases::scaled(60); ++c) {
    const int cols = rng.between(2, 4), n = rng.between(2, 5), kinds = 3;
    const Rows pool = random_rows(rng, kinds, cols, c % 3);
    Rows r{n, cols, std::vector<double>(static_cast<std::size_t>(n * cols)), {}};
    for (int i = 0; i < n; ++i) r.weights.push_back(c % 4 ? 0.05 + rng.uniform() : std::pow(10, -3 * i));
    int tables = 1;
    for (int i = 0; i < n; ++i) tables *= kinds;
    double first = 0, second = 0, said = 0;
    for (int t = 0; t < tables; ++t) {
      for (int i = 0, left = t; i < n; ++i, left /= kinds)
        std::copy_n(pool.p.begin() + (left % kinds) * cols, cols, r.p.begin() + i * cols);
      const Worth found = worth_of(*m, Kind::independent, r.table(), r.row_weights(), {});
      first += found.gain / tables;
      second += found.gain * found.gain / tables;
      said += (found.standard_error * found.standard_error - found.truth_error * found.truth_error) / tables;
    }
    CAPTURE(c, cases::list(pool.p), cases::list(r.weights));
    CHECK(said == Approx(second - first * first).epsilon(1e-6).margin(1e-12));
  }
}

TEST_CASE("worth: exclusive labels") {
  cases::Rng rng(4102);
  for (int c = 0; c < cases::scaled(150); ++c) {
    const int cols = rng.between(1, 6), n = rng.between(1, 5);
    Rows r = random_rows(rng, n, cols, 0);
    for (int i = 0; i < n; ++i) {
      double sum = rng.below(2) ? 0 : rng.uniform();
      for (int j = 0; j < cols; ++j) sum += r.p[static_cast<std::size_t>(i * cols + j)];
      for (int j = 0; j < cols; ++j) r.p[static_cast<std::size_t>(i * cols + j)] /= sum;
    }
    DecisionOptions options;
    options.at_least = c % 2;
    const bool hot = c % 3 == 0;
    options.temperature = hot ? 0.4 + 2 * rng.uniform() : 1;
    const auto m = metric(c % 5 ? "f1" : "jaccard", rng.below(2));
    const std::vector<uint8_t> cut = r.cut(), best = r.optimum(*m, Kind::categorical, options);
    double gain = 0, truth = 0;
    for (int i = 0; i < n; ++i) {
      std::vector<double> p(r.p.begin() + i * cols, r.p.begin() + (i + 1) * cols);
      double none = 1;
      for (double x : p) none -= x;
      p.push_back(std::max(0.0, none));
      double sum = 0;
      for (double &x : p) sum += x = std::pow(x, 1 / options.temperature);
      Moments one;
      for (int j = 0; j <= cols; ++j) {
        int64_t in_best = 0, in_cut = 0, k_best = 0, k_cut = 0;
        for (int l = 0; l < cols; ++l) {
          const auto cell = static_cast<std::size_t>(i * cols + l);
          k_best += best[cell];
          k_cut += cut[cell];
          in_best += l == j && best[cell];
          in_cut += l == j && cut[cell];
        }
        const int64_t s = j < cols;
        const double d = m->utility(in_best, k_best, s, cols) - m->utility(in_cut, k_cut, s, cols);
        const double share = p[static_cast<std::size_t>(j)] / sum;
        one.first += share * d;
        one.second += share * d * d;
      }
      gain += one.first / n;
      truth += one.variance() / n / n;
    }
    const Worth found = worth_of(*m, Kind::categorical, r.table(), {}, options);
    CAPTURE(c, cols, n, cases::list(r.p), options.temperature);
    CHECK(found.gain == Approx(gain).margin(1e-10));
    CHECK(found.truth_error == Approx(std::sqrt(truth)).margin(1e-7));
  }
}

TEST_CASE("worth: forms of a table", "[threads]") {
  cases::Rng rng(4103);
  for (int c = 0; c < cases::scaled(150); ++c) {
    const int cols = rng.between(1, 5), n = rng.between(1, 7);
    Rows r = random_rows(rng, n, cols, c % 2 ? 4 : 3);
    std::vector<float> floats;
    for (double &x : r.p) {
      floats.push_back(static_cast<float>(x));
      x = static_cast<double>(floats.back());
    }
    const bool categorical = c % 5 == 0;
    if (categorical)
      for (std::size_t i = 0; i < floats.size(); ++i) r.p[i] = static_cast<double>(floats[i] /= static_cast<float>(cols + 1));
    std::vector<int64_t> indptr{0}, indices;
    std::vector<double> values;
    for (int i = 0; i < n; ++i) {
      for (int j = cols - 1; j >= 0; --j)  // in any order
        if (const double x = r.p[static_cast<std::size_t>(i * cols + j)]; x > 0) {
          indices.push_back(j);
          values.push_back(x);
        }
      indptr.push_back(static_cast<int64_t>(indices.size()));
    }
    values.push_back(0);  // so that data is not null
    indices.push_back(0);
    const SparseTable sparse{{indptr.data(), false}, {indices.data(), false}, cases::reals(values), n, cols};
    const Kind kind = categorical ? Kind::categorical : Kind::independent;
    for (Average average : averages) {
      if (categorical && average == Average::micro) continue;
      DecisionOptions options;
      options.average = average;
      options.at_least = c % 3 == 0;
      options.threads = 1 + c % 3;
      options.temperature = c % 4 ? 1 : 1.5;
      const auto m = metric("f1", c % 2);
      const Worth whole = worth_of(*m, kind, r.table(), {}, options);
      const RealTable narrow{floats.data(), true, n, cols, cols, 1};
      options.threads = 1;
      for (const Worth &other : {worth_of(*m, kind, narrow, {}, options), worth_of(*m, kind, sparse, {}, options)}) {
        CAPTURE(c, average_name(average), cases::list(r.p), categorical);
        CHECK(other.answer == whole.answer);
        CHECK(other.gain == Approx(whole.gain).margin(1e-12));
        CHECK(other.truth_error == Approx(whole.truth_error).margin(1e-8));
        if (!std::isnan(whole.standard_error))
          CHECK(other.standard_error == Approx(whole.standard_error).margin(1e-8));
        CHECK(other.changed_cells == whole.changed_cells);
        CHECK(other.changed_rows == Approx(whole.changed_rows).margin(1e-12));
      }
    }
  }
}

TEST_CASE("worth: simulated where there are too many cells") {
  cases::Rng rng(4104);
  Rows r{600, 1, cases::probabilities(rng, 600, 0), {}};
  for (double &x : r.p) x *= 0.6;
  const auto m = metric("f1");
  DecisionOptions options;
  options.average = Average::macro;
  const Worth found = worth_of(*m, Kind::independent, r.table(), {}, options);
  CHECK(found.samples == options.samples);
  options.seed = 5;
  options.samples = 200000;
  const Worth again = worth_of(*m, Kind::independent, r.table(), {}, options);
  CHECK(again.standard_error != found.standard_error);
  CHECK(again.truth_error == Approx(found.truth_error).epsilon(0.04));
  CHECK(again.standard_error == Approx(found.standard_error).epsilon(0.04));
  CHECK(found.answer == WorthVerdict::pays);
}

TEST_CASE("worth: the least gain that counts") {
  cases::Rng rng(4105);
  Rows r{400, 4, cases::probabilities(rng, 1600, 0), {}};
  const auto m = metric("f1");
  DecisionOptions options;
  const Worth found = worth_of(*m, Kind::independent, r.table(), {}, options);
  CHECK(found.answer == WorthVerdict::pays);
  CHECK(found.rows_needed == std::ceil(400 * std::pow(2 * found.standard_error / found.gain, 2)));
  options.least_gain = found.gain;
  const Worth at = worth_of(*m, Kind::independent, r.table(), {}, options);
  CHECK(at.answer == WorthVerdict::undetermined);
  CHECK(std::isnan(at.rows_needed));
  options.least_gain = found.gain + 2.1 * found.standard_error;
  CHECK(worth_of(*m, Kind::independent, r.table(), {}, options).answer == WorthVerdict::does_not_pay);
  options.least_gain = found.gain - 2.1 * found.standard_error;
  CHECK(worth_of(*m, Kind::independent, r.table(), {}, options).answer == WorthVerdict::pays);
  const auto hamming = metric("hamming");  // for which 1/2 is optimal
  const Worth none = worth_of(*hamming, Kind::independent, r.table(), {}, {});
  CHECK(none.answer == WorthVerdict::does_not_pay);
  CHECK(none.gain == 0);
}

TEST_CASE("worth: what is refused") {
  const Rows r{2, 2, {0.1, 0.9, 0.4, 0.6}, {1, 1}};
  const auto m = metric("f1");
  DecisionOptions options;
  const auto with = [&](const Rows &rows, const DecisionOptions &o) { worth_of(*m, Kind::independent, rows.table(), {}, o); };
  Rows bad = r;
  bad.p[2] = std::nan("");
  expect_error(Status::argument, "probabilities[1][0] is nan: must lie in [0, 1]", [&] { with(bad, {}); });
  expect_error(Status::argument, "n_rows is 0: must be at least 1", [&] { with({0, 2, {}, {}}, {}); });
  expect_error(Status::argument, "n_labels is 0: must be at least 1", [&] { with({2, 0, {}, {}}, {}); });
  options.abstain = 0.1;
  expect_error(Status::unsupported, "abstain is set", [&] { with(r, options); });
  options = {};
  options.average = Average::macro;
  expect_error(Status::unsupported, "weights with average macro",
               [&] { worth_of(*m, Kind::independent, r.table(), r.row_weights(), options); });
  expect_error(Status::argument, "weights[1] is -1: must be finite and at least 0", [&] {
    const std::vector<double> w{1, -1};
    worth_of(*m, Kind::independent, r.table(), cases::reals(w), {});
  });
  expect_error(Status::argument, "kind is joint", [&] { worth_of(*m, Kind::joint, r.table(), {}, {}); });
  const std::vector<double> values(27, 0.5);
  const auto own = table_metric(values.data(), 27, 2, "own", 0);
  expect_error(Status::unsupported, "is known for 2 items alone",
               [&] { worth_of(*own, Kind::independent, r.table(), {}, options); });
}

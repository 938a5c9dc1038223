// The general F-maximiser's own parts: how counts are added up, how few k are looked at, and what both rest on.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/decisions/joint/count_table.hpp"
#include "core/decisions/joint/gfm.hpp"
#include "core/numeric/vectors/largest.hpp"
#include "core/numeric/vectors/ones.hpp"
#include "decision_check.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;

namespace {

std::vector<double> numbers(cases::Rng &rng, int count, int kind) {
  std::vector<double> x(static_cast<std::size_t>(count));
  for (double &v : x) {
    const double u = rng.uniform();
    switch (kind) {
      case 0: v = u; break;
      case 1: v = std::pow(u, 30); break;
      case 2: v = 0.001 * rng.below(7); break;
      case 3: v = rng.below(2) ? 0 : 1e300 * u; break;
      case 4: v = rng.below(50) ? 1 + 1e-15 * rng.below(3) : 5e-324; break;
      default: v = 0.25; break;
    }
  }
  return x;
}

// Sparse vectors with a long tail, as compressed rows.
struct Sparse {
  std::vector<int64_t> indptr{0}, indices;
  std::vector<double> weights;
};
Sparse sparse(cases::Rng &rng, int rows, int64_t n, int most, bool whole) {
  Sparse out;
  for (int r = 0; r < rows; ++r) {
    std::vector<int64_t> row;
    for (int i = rng.between(0, most); i > 0; --i)
      row.push_back(static_cast<int64_t>(std::pow(rng.uniform(), 4) * static_cast<double>(n)));
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    out.indices.insert(out.indices.end(), row.begin(), row.end());
    out.indptr.push_back(static_cast<int64_t>(out.indices.size()));
    out.weights.push_back(whole ? rng.between(0, 3) : 0.1 * rng.between(1, 9));
  }
  return out;
}
Joint joint_of(const Sparse &s, int64_t n) {
  Joint out(n);
  out.feed_sparse({s.indptr.data(), false}, {s.indices.data(), false}, static_cast<int64_t>(s.weights.size()),
                  cases::reals(s.weights));
  return out;
}
// The same vectors in another order.
Joint reversed(const Sparse &s, int64_t n) {
  Joint out(n);
  for (std::size_t r = s.weights.size(); r-- > 0;) {
    const std::vector<int64_t> indptr = {0, s.indptr[r + 1] - s.indptr[r]};
    const int64_t *indices = s.indices.data() + s.indptr[r];
    out.feed_sparse({indptr.data(), false}, {indices, false}, 1, {&s.weights[r], false, 1, 1});
  }
  return out;
}

CountTable predicted(cases::Rng &rng, int n) {
  std::vector<double> cells(static_cast<std::size_t>(n * n), 0.0);
  for (double &c : cells)
    if (rng.below(3) == 0) c = rng.uniform() / n;
  Counts counts(n);
  counts.feed({cells.data(), false, n, n, n, 1}, 0.3 * rng.uniform(), {}, 1);
  return CountTable::of(counts, false);
}

}  // namespace

TEST_CASE("largest: the wanted ones first, descending", "[levels]") {
  cases::Rng rng(61);
  std::vector<double> scratch;
  for (int kind = 0; kind < 6; ++kind)
    for (int count : {1, 2, 15, 16, 17, 100, 1000, 5000}) {
      const auto x = numbers(rng, count, kind);
      auto all = x;
      std::sort(all.begin(), all.end(), std::greater<>());
      for (int wanted : {0, 1, count / 3, count}) {
        auto some = x;
        descending(some, wanted, scratch);
        CAPTURE(kind, count, wanted);
        CHECK(std::equal(all.begin(), all.begin() + wanted, some.begin()));
        std::sort(some.begin(), some.end(), std::greater<>());
        CHECK(some == all);
      }
    }
}

TEST_CASE("largest: sums of columns in the order of the columns", "[levels]") {
  cases::Rng rng(62);
  for (int rows : {1, 7, 512, 513, 1100})
    for (int count : {0, 1, 3, 4, 9}) {
      const auto x = numbers(rng, rows * count, 0), a = numbers(rng, count, 0);
      std::vector<double> out(static_cast<std::size_t>(rows), -1.0);
      combine_columns(x.data(), rows, a.data(), count, out.data());
      for (int i = 0; i < rows; ++i) {
        double plain = 0;
        for (int j = 0; j < count; ++j)
          plain += a[static_cast<std::size_t>(j)] * x[static_cast<std::size_t>(j * rows + i)];
        REQUIRE(out[static_cast<std::size_t>(i)] == plain);
      }
      CHECK(sum(x.data(), rows * count) == Approx(std::accumulate(x.begin(), x.end(), 0.0)).epsilon(1e-13));
    }
}

TEST_CASE("ones: counted, checked and listed as one by one") {
  cases::Rng rng(63);
  for (int i = 0; i < cases::scaled(2000); ++i) {
    const int n = i < 300 ? i : rng.between(1, 5000);
    std::vector<uint8_t> cells(static_cast<std::size_t>(n));
    const int kind = rng.below(4);
    for (uint8_t &c : cells) c = kind == 0 ? 1 : kind == 1 ? 0 : rng.below(kind == 2 ? 2 : 40) == 0;
    std::vector<int32_t> expected, found(static_cast<std::size_t>(n) + 8, -1);
    for (int j = 0; j < n; ++j)
      if (cells[static_cast<std::size_t>(j)]) expected.push_back(j);
    REQUIRE(count_ones(cells.data(), n) == static_cast<int64_t>(expected.size()));
    found.resize(static_cast<std::size_t>(positions_of_ones(cells.data(), n, found.data()) - found.data()));
    REQUIRE(found == expected);
    if (n == 0) continue;
    cells[static_cast<std::size_t>(rng.below(n))] = static_cast<uint8_t>(rng.between(2, 255));
    REQUIRE(count_ones(cells.data(), n) == -1);
  }
}

TEST_CASE("ones: hashes order saved estimators, so they stay what they are") {
  const std::vector<int32_t> labels = {0, 3, 7, 2147483646, 0, 1, 2, 3, 4, 5, 6, 7};
  const std::vector<int64_t> offsets = {0, 0, 1, 1, 4, 4, 12, 12};
  std::vector<uint64_t> found(7);
  hash_vectors(labels.data(), offsets.data(), 7, found.data());
  for (std::size_t v = 0; v < 7; ++v) {
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (int64_t j = offsets[v]; j < offsets[v + 1]; ++j) {
      h ^= static_cast<uint64_t>(labels[static_cast<std::size_t>(j)]) + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
      h *= 0xff51afd7ed558ccdu;
    }
    CHECK(found[v] == h);
  }
}

TEST_CASE("counts of vectors: every label and size, the same bits in whatever order they were fed") {
  cases::Rng rng(64);
  for (int i = 0; i < cases::scaled(60); ++i) {
    // Few labels; a bit a label; a search.
    const int64_t n = i % 3 == 0 ? 12 : i % 3 == 1 ? 5000 : 2000000000;
    const bool whole = i % 2 == 0;
    const Sparse s = sparse(rng, 200, n, 10, whole);
    const CountTable table = CountTable::of(joint_of(s, n), false), other = CountTable::of(reversed(s, n), false);
    CAPTURE(n, whole);
    REQUIRE(table.labels == other.labels);
    REQUIRE(table.sizes == other.sizes);
    double total = 0, zero = 0;
    for (std::size_t r = 0; r < s.weights.size(); ++r) {
      total += s.weights[r];
      if (s.indptr[r] == s.indptr[r + 1]) zero += s.weights[r];
    }
    CHECK(table.p_zero == other.p_zero);
    CHECK(table.p_zero == Approx(zero / total).epsilon(1e-13));
    for (std::size_t j = 0; j < table.sizes.size(); ++j)
      for (std::size_t l = 0; l < table.labels.size(); ++l) {
        const double p = table.column(j)[l] / table.total;
        if (p != other.column(j)[l] / other.total) FAIL("the order of feeding changed a bit");
        if (n > 12) continue;
        double expected = 0;
        for (std::size_t r = 0; r < s.weights.size(); ++r)
          if (s.indptr[r + 1] - s.indptr[r] == table.sizes[j] &&
              std::count(s.indices.begin() + s.indptr[r], s.indices.begin() + s.indptr[r + 1], table.labels[l]))
            expected += s.weights[r];
        CHECK(p == Approx(expected / total).margin(1e-15));
      }
    const auto one = check::decide(*cases::metric("f1"), joint_of(s, n)),
               two = check::decide(*cases::metric("f1"), reversed(s, n));
    CHECK(one.items == two.items);
    CHECK(one.answer.expected == two.answer.expected);
  }
}

TEST_CASE("gfm: best first finds what looking at every k finds, in consistent tables and others") {
  cases::Rng rng(65);
  NoMonitor quiet;
  for (int i = 0; i < cases::scaled(300); ++i) {
    const int n = rng.between(1, 40);
    const CountTable table =
        i % 2 ? predicted(rng, n) : CountTable::of(joint_of(sparse(rng, 30, n, n / 2 + 1, i % 4 == 0), n), false);
    constexpr const char *names[] = {
        "f1", "fbeta:2", "fbeta:0.5", "kappa", "lf:0:2:0:0/0.5:0:1:1", "lf:1:2:-1:-1/1:0:0:0"};
    // Kappa needs P(s), which only joint distributions give here.
    const auto metric = cases::metric(names[i % 2 ? i % 3 : i % 6], i % 5 != 0);
    const double magnitude = metric->range(n).magnitude();
    const KRange range{rng.below(3) ? 0 : rng.between(0, n), n};
    Workspace work;
    Answer answer;
    decide_gfm(*metric, table, range, work, quiet, answer);
    Curve curve;
    gfm_curve(*metric, table, range, curve, quiet);
    const auto best = std::max_element(curve.value.begin(), curve.value.end());
    CAPTURE(n, i, answer.k);
    CAPTURE(metric->name(), magnitude);
    const auto near = [&](double v) { return Approx(v).margin(1e-13 * magnitude).epsilon(1e-13); };
    CHECK(answer.expected == near(*best));
    CHECK(curve.value[static_cast<std::size_t>(answer.k - range.low)] == near(*best));
    CHECK(answer.bound < 1e-11 * magnitude);
    CHECK(gfm_value(*metric, table, work.items).value == near(*best));
    if (std::isnan(answer.next_best)) continue;
    double next = -std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < curve.value.size(); ++j)
      if (range.low + static_cast<int64_t>(j) != answer.k) next = std::max(next, curve.value[j]);
    CHECK(answer.next_best == near(next));
  }
}

TEST_CASE("gfm: values that cancel tie by the size of what they are made of") {
  // All labels are true, so npv is 0 for every k: sum_i Delta_i = k/(n-k), from which k/(n-k) is taken.
  NoMonitor quiet;
  const auto metric = cases::metric("npv");
  for (int n = 2; n < 60; ++n) {
    Joint joint(n);
    const std::vector<uint8_t> ones(static_cast<std::size_t>(3 * n), 1);
    const double weights[] = {0.1, 0.2, 0.4};
    joint.feed({ones.data(), 3, n, n, 1}, {weights, false, 3, 1});
    Workspace work;
    Answer answer;
    decide_gfm(*metric, CountTable::of(joint, true), {0, n - 1}, work, quiet, answer);
    CAPTURE(n, answer.expected);
    CHECK(answer.k == 0);
    CHECK(std::fabs(answer.expected) <= answer.bound);
  }
}

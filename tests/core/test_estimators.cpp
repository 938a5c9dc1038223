// Estimators: feeding, merging, converting, marginals, mode, sizes, draws.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "cases.hpp"
#include "core/estimators/counts.hpp"
#include "core/estimators/joint.hpp"
#include "core/estimators/marginal.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using cases::reals;
using Catch::Contains;

using check::expect_error;

namespace {

struct Sample {
  int n = 0;
  std::vector<oracle::Mask> vectors;
  std::vector<double> weights;

  std::vector<uint8_t> dense() const {
    std::vector<uint8_t> out;
    for (oracle::Mask v : vectors)
      for (int j = 0; j < n; ++j) out.push_back(v >> j & 1);
    return out;
  }
  oracle::Law law() const { return oracle::joint(n, vectors, weights); }
};

Sample random_sample(cases::Rng &rng, int n, int rows) {
  Sample sample{n, {}, {}};
  for (int r = 0; r < rows; ++r) {
    oracle::Mask v = 0;
    for (int j = 0; j < n; ++j) v |= static_cast<oracle::Mask>(rng.below(3) == 0) << j;
    sample.vectors.push_back(v);
    constexpr double awkward[] = {0.1, 1e-9, 1e9, 0.3, 3, 0};
    sample.weights.push_back(rng.below(2) ? awkward[rng.below(6)] : rng.uniform());
  }
  sample.weights[0] = 1;  // so that the total is above 0
  return sample;
}

void feed(Joint &joint, const Sample &sample, int begin, int end) {
  const auto dense = sample.dense();
  joint.feed({dense.data() + begin * sample.n, end - begin, sample.n, sample.n, 1},
             {sample.weights.data() + begin, false, end - begin, 1});
}

Joint joint_of(const Sample &sample) {
  Joint joint(sample.n);
  feed(joint, sample, 0, static_cast<int>(sample.vectors.size()));
  return joint;
}

std::vector<double> table_of(const Counts &counts) {
  const int64_t n = counts.n_labels();
  std::vector<double> out(static_cast<std::size_t>(n * n));
  counts.copy_table(out.data(), n, n, n, 1);
  return out;
}

// P[i][s], P(s) and marginals of a law.
void check_counts(const Estimator &estimator, const oracle::Law &law, oracle::Real tolerance,
                  oracle::Real margin = 1e-16L) {
  const auto counts = estimator.to_counts();
  const int n = law.n;
  std::vector<oracle::Real> table(static_cast<std::size_t>(n * n), 0), sizes(static_cast<std::size_t>(n + 1), 0),
      marginals(static_cast<std::size_t>(n), 0);
  for (const auto &[y, mass] : law.vectors) {
    const int s = oracle::ones(y);
    sizes[static_cast<std::size_t>(s)] += mass;
    for (int i = 0; i < n; ++i)
      if (y >> i & 1) {
        table[static_cast<std::size_t>(i * n + s - 1)] += mass;
        marginals[static_cast<std::size_t>(i)] += mass;
      }
  }
  const auto close = [&](double x, oracle::Real y) { return std::fabs(x - y) <= tolerance * y + margin; };
  const auto got = table_of(*counts);
  for (std::size_t c = 0; c < table.size(); ++c)
    if (!close(got[c], table[c])) {
      CAPTURE(c);
      CHECK(got[c] == static_cast<double>(table[c]));
    }
  for (const Estimator *e : {&estimator, static_cast<const Estimator *>(counts.get())}) {
    const auto p_s = e->size_distribution();
    REQUIRE(p_s.size() == sizes.size());
    CHECK(*std::max_element(p_s.begin(), p_s.end()) <= 1);
    for (std::size_t s = 0; s < sizes.size(); ++s)
      if (!close(p_s[s], sizes[s])) {
        CAPTURE(s, kind_name(e->kind()));
        CHECK(p_s[s] == static_cast<double>(sizes[s]));
      }
    const auto m = e->marginals();
    REQUIRE(m.size() == marginals.size());
    for (std::size_t i = 0; i < m.size(); ++i)
      if (!close(m[i], marginals[i])) {
        CAPTURE(i, kind_name(e->kind()));
        CHECK(m[i] == static_cast<double>(marginals[i]));
      }
    CHECK(close(e->p_zero(), sizes[0]));
  }
}

oracle::Mask mask_of(const std::vector<int64_t> &labels) {
  oracle::Mask out = 0;
  for (int64_t i : labels) out |= oracle::Mask{1} << i;
  return out;
}

void check_mode(const Estimator &estimator, const oracle::Law &law) {
  const auto mode = estimator.mode();
  CHECK(std::is_sorted(mode.labels.begin(), mode.labels.end()));
  std::map<oracle::Mask, oracle::Real> mass;
  for (const auto &[y, p] : law.vectors) mass[y] += p;
  oracle::Real best = 0;
  for (const auto &[y, p] : mass) best = std::max(best, p);
  CHECK(mode.probability == Approx(static_cast<double>(best)).epsilon(1e-13));
  CHECK(static_cast<double>(mass[mask_of(mode.labels)]) == Approx(static_cast<double>(best)).epsilon(1e-13));
}

}  // namespace

TEST_CASE("estimator: independent against enumeration") {
  cases::Rng rng(21);
  for (int i = 0; i < cases::scaled(400); ++i) {
    const auto p = cases::probabilities(rng, rng.between(1, 9), i % cases::kinds);
    CAPTURE(cases::list(p));
    Independent e;
    e.feed(reals(p));
    CHECK(e.n_labels() == static_cast<int64_t>(p.size()));
    CHECK(e.n_fed() == 1);
    CHECK(e.marginals() == p);
    const auto law = oracle::independent(p);
    check_counts(e, law, 1e-14L);
    check_mode(e, law);
  }
}

TEST_CASE("estimator: categorical against enumeration") {
  cases::Rng rng(22);
  for (int i = 0; i < cases::scaled(400); ++i) {
    auto p = cases::probabilities(rng, rng.between(1, 9), i % 5);
    double sum = 0;
    for (double x : p) sum += x;
    const double goal = rng.below(3) ? 1.0 : rng.uniform();
    if (sum > goal)
      for (double &x : p) x *= goal / sum;
    CAPTURE(cases::list(p));
    Categorical e;
    e.feed(reals(p));
    const auto law = oracle::categorical(p);
    check_counts(e, law, 1e-14L, 1e-15L);
    check_mode(e, law);
  }
  Categorical e;
  e.feed(reals({0.5, 0.5 + 5e-7}));
  CHECK(e.p_zero() == 0);
  CHECK(e.marginals()[0] + e.marginals()[1] == Approx(1).epsilon(1e-15));
  expect_error(Status::argument, "probabilities sum to 1.00001", [] {
    Categorical c;
    c.feed(reals({0.5, 0.50001}));
  });
  // A refused row leaves the estimator as it was.
  expect_error(Status::argument, "sum to", [&] { e.feed(reals({0.25})); });
  CHECK(e.n_labels() == 2);
}

TEST_CASE("estimator: joint against the sum over its vectors") {
  cases::Rng rng(23);
  for (int i = 0; i < cases::scaled(400); ++i) {
    const Sample sample = random_sample(rng, rng.between(1, 9), rng.between(1, 40));
    const Joint e = joint_of(sample);
    CHECK(e.n_fed() == static_cast<int64_t>(sample.vectors.size()));
    check_counts(e, sample.law(), 1e-13L);
    check_mode(e, sample.law());
    oracle::Real sum = 0;
    for (double w : sample.weights) sum += w;
    CHECK(e.total_weight() == Approx(static_cast<double>(sum)).epsilon(1e-13));
  }
}

TEST_CASE("estimator: feeding in pieces, with strides, as float") {
  cases::Rng rng(24);
  for (int i = 0; i < cases::scaled(100); ++i) {
    const auto p = cases::probabilities(rng, 7, i % cases::kinds);
    Independent whole, pieces, strided, backwards;
    whole.feed(reals(p));
    const int cut = rng.between(0, 7);
    pieces.feed({p.data(), false, cut, 1});
    pieces.feed({p.data() + cut, false, 7 - cut, 1});
    CHECK(pieces.save() == whole.save());
    std::vector<double> spread(21, 7.0);
    for (std::size_t j = 0; j < 7; ++j) spread[3 * j] = p[j];
    strided.feed({spread.data(), false, 7, 3});
    CHECK(strided.save() == whole.save());
    const std::vector<double> reversed(p.rbegin(), p.rend());
    backwards.feed({reversed.data() + 6, false, 7, -1});
    CHECK(backwards.save() == whole.save());
    std::vector<float> narrow(p.begin(), p.end());
    Independent from_float;
    from_float.feed({narrow.data(), true, 7, 1});
    for (std::size_t j = 0; j < 7; ++j) CHECK(from_float.p()[j] == static_cast<double>(narrow[j]));

    const Sample sample = random_sample(rng, 6, 12);
    const Joint joint = joint_of(sample);
    Joint parts(6);
    const int row = rng.between(0, 12);
    feed(parts, sample, 0, row);
    feed(parts, sample, row, 12);
    CHECK(parts.save() == joint.save());
    // Sparse rows, 32-bit and 64-bit indices, unsorted.
    std::vector<int32_t> indptr{0}, indices;
    for (oracle::Mask v : sample.vectors) {
      for (int j = 5; j >= 0; --j)
        if (v >> j & 1) indices.push_back(j);
      indptr.push_back(static_cast<int32_t>(indices.size()));
    }
    Joint sparse(6), sparse_64(6);
    sparse.feed_sparse({indptr.data(), true}, {indices.data(), true}, 12, reals(sample.weights));
    CHECK(sparse.save() == joint.save());
    const std::vector<int64_t> indptr_64(indptr.begin(), indptr.end()), indices_64(indices.begin(), indices.end());
    sparse_64.feed_sparse({indptr_64.data(), false}, {indices_64.data(), false}, 12, reals(sample.weights));
    CHECK(sparse_64.save() == joint.save());
    // Columns of a larger array.
    std::vector<uint8_t> wide(12 * 20, 9);
    for (int r = 0; r < 12; ++r)
      for (int j = 0; j < 6; ++j)
        wide[static_cast<std::size_t>(r * 20 + 19 - 3 * j)] = sample.vectors[static_cast<std::size_t>(r)] >> j & 1;
    Joint columns(6);
    columns.feed({wide.data() + 19, 12, 6, 20, -3}, reals(sample.weights));
    CHECK(columns.save() == joint.save());
    Joint unweighted(6), ones(6);
    const auto dense = sample.dense();
    unweighted.feed({dense.data(), 12, 6, 6, 1}, {});
    const std::vector<double> one(12, 1.0);
    ones.feed({dense.data(), 12, 6, 6, 1}, reals(one));
    CHECK(unweighted.save() == ones.save());
  }
}

TEST_CASE("estimator: joint results do not depend on the order of feeding and merging, to the bit") {
  cases::Rng rng(25);
  for (int i = 0; i < cases::scaled(150); ++i) {
    Sample sample = random_sample(rng, rng.between(1, 8), 24);
    const std::string saved = joint_of(sample).save();
    const auto counts = joint_of(sample).to_counts()->save();
    const auto draws = [](const Estimator &e) {
      std::vector<uint8_t> out(static_cast<std::size_t>(20 * e.n_labels()));
      e.draw(5, {out.data(), 20, e.n_labels(), e.n_labels(), 1});
      return out;
    };
    const auto drawn = draws(joint_of(sample));
    for (std::size_t j = 24; j > 1; --j) {
      const std::size_t other = static_cast<std::size_t>(rng.below(static_cast<int>(j)));
      std::swap(sample.vectors[j - 1], sample.vectors[other]);
      std::swap(sample.weights[j - 1], sample.weights[other]);
    }
    const Joint shuffled = joint_of(sample);
    CHECK(shuffled.save() == saved);
    CHECK(shuffled.to_counts()->save() == counts);
    CHECK(draws(shuffled) == drawn);
    // (a + b) + c and a + (c + b)
    Joint a(sample.n), b(sample.n), c(sample.n);
    feed(a, sample, 0, 5);
    feed(b, sample, 5, 6);
    feed(c, sample, 6, 24);
    Joint left = a, right = c;
    left.merge(b);
    left.merge(c);
    right.merge(b);
    Joint all = a;
    all.merge(right);
    CHECK(left.save() == saved);
    CHECK(all.save() == saved);
    CHECK(all.marginals() == joint_of(sample).marginals());
    CHECK(all.total_weight() == joint_of(sample).total_weight());
    Joint twice = a;
    twice.merge(twice);
    CHECK(twice.n_fed() == 10);
    CHECK(twice.marginals()[0] == Approx(a.marginals()[0]).epsilon(1e-14));
  }
}

TEST_CASE("estimator: counts are a weighted mean, whatever the order, to the bit") {
  cases::Rng rng(26);
  for (int i = 0; i < cases::scaled(150); ++i) {
    const int n = rng.between(1, 5);
    std::vector<Counts> parts;
    std::vector<oracle::Real> mean(static_cast<std::size_t>(n * n), 0);
    oracle::Real weights = 0, zero = 0;
    for (int part = 0; part < 4; ++part) {
      const Sample sample = random_sample(rng, n, 6);
      const auto counts = joint_of(sample).to_counts();
      const auto table = table_of(*counts);
      const auto sizes = counts->size_distribution();
      const double weight = part == 0 ? 1e-9 : part == 1 ? 1e9 : rng.uniform() + 0.1;
      Counts fed(n);
      const std::vector<double> p_s(sizes.begin() + 1, sizes.end());
      fed.feed({table.data(), false, n, n, n, 1}, sizes[0], reals(p_s), weight);
      CHECK(table_of(fed) == table);
      parts.push_back(fed);
      for (std::size_t c = 0; c < mean.size(); ++c) mean[c] += static_cast<oracle::Real>(weight) * table[c];
      weights += weight;
      zero += static_cast<oracle::Real>(weight) * sizes[0];
    }
    std::set<std::vector<double>> tables;
    std::set<double> zeros, totals;
    std::vector<int> order{0, 1, 2, 3};
    do {
      Counts chain(n), pair_1 = parts[static_cast<std::size_t>(order[0])],
                       pair_2 = parts[static_cast<std::size_t>(order[2])];
      for (int part : order) chain.merge(parts[static_cast<std::size_t>(part)]);
      pair_1.merge(parts[static_cast<std::size_t>(order[1])]);
      pair_2.merge(parts[static_cast<std::size_t>(order[3])]);
      pair_1.merge(pair_2);
      for (const Counts *merged : {&chain, &pair_1}) {
        tables.insert(table_of(*merged));
        zeros.insert(merged->p_zero());
        totals.insert(merged->total_weight());
        CHECK(merged->n_fed() == 4);
      }
    } while (std::next_permutation(order.begin(), order.end()));
    CHECK(tables.size() == 1);
    CHECK(zeros.size() == 1);
    CHECK(totals.size() == 1);
    for (std::size_t c = 0; c < mean.size(); ++c)
      CHECK((*tables.begin())[c] == Approx(static_cast<double>(mean[c] / weights)).epsilon(1e-14).margin(1e-300));
    CHECK(*zeros.begin() == Approx(static_cast<double>(zero / weights)).epsilon(1e-14).margin(1e-300));
  }
}

TEST_CASE("estimator: counts without P(s)") {
  Counts consistent(2);
  const std::vector<double> table{0.25, 0.25, 0.25, 0.25};  // P[i][1], P[i][2]
  consistent.feed({table.data(), false, 2, 2, 2, 1}, 0.25, {}, 1);
  const auto sizes = consistent.size_distribution();
  CHECK(sizes[0] == 0.25);
  CHECK(sizes[1] == 0.5);
  CHECK(sizes[2] == 0.25);
  Counts inconsistent(2);
  inconsistent.feed({table.data(), false, 2, 2, 2, 1}, 0.75, {}, 1);
  CHECK(inconsistent.marginals()[0] == 0.5);
  expect_error(Status::unsupported, "needs P(s), which was not fed (p_s)", [&] { inconsistent.size_distribution(); });
  expect_error(Status::unsupported, "a counts estimator has no mode", [&] { consistent.mode(); });
  uint8_t cells[2];
  expect_error(Status::unsupported, "a counts estimator has no label vectors to draw", [&] {
    consistent.draw(0, {cells, 1, 2, 2, 1});
  });
  double out[2];
  expect_error(Status::capacity, "max_s is 1: the table reaches s = 2",
               [&] { consistent.copy_table(out, 2, 1, 1, 1); });
}

TEST_CASE("estimator: refused input names argument, value and bound, and changes nothing") {
  Independent independent;
  independent.feed(reals({0.5}));
  const std::string before = independent.save();
  expect_error(Status::argument, "probabilities[1] is 1.2: must lie in [0, 1]", [&] {
    independent.feed(reals({0.1, 1.2}));
  });
  expect_error(Status::argument, "probabilities[0] is nan: must lie in [0, 1]",
               [&] { independent.feed(reals({std::nan("")})); });
  expect_error(Status::argument, "probabilities[0] is -1e-300", [&] { independent.feed(reals({-1e-300})); });
  CHECK(independent.save() == before);

  Joint joint(3);
  const std::vector<uint8_t> cells{1, 0, 1, 0, 2, 0};
  joint.feed({cells.data(), 1, 3, 3, 1}, {});
  const std::string joint_before = joint.save();
  expect_error(Status::argument, "vectors[1][1] is 2: must be 0 or 1", [&] {
    joint.feed({cells.data(), 2, 3, 3, 1}, {});
  });
  expect_error(Status::argument, "n_labels is 2: the estimator has 3 labels", [&] {
    joint.feed({cells.data(), 1, 2, 3, 1}, {});
  });
  for (double w : {-1.0, std::nan(""), HUGE_VAL})
    expect_error(Status::argument, text("weights[0] is ", w, ": must be finite and at least 0"), [&] {
      joint.feed({cells.data(), 1, 3, 3, 1}, reals({w}));
    });
  const std::vector<int64_t> indptr{0, 2, 1}, bad_start{-1, 1, 1}, two{0, 2}, four{0, 4};
  const auto sparse = [&](const std::vector<int64_t> &rows, std::vector<int64_t> indices, int64_t n_rows) {
    joint.feed_sparse({rows.data(), false}, {indices.data(), false}, n_rows, {});
  };
  expect_error(Status::argument, "indptr[2] is 1: must be at least indptr[1] = 2", [&] { sparse(indptr, {0, 1}, 2); });
  expect_error(Status::argument, "indptr[0] is -1", [&] { sparse(bad_start, {0, 1}, 2); });
  expect_error(Status::argument, "indices[1] is 3: must lie in [0, 2]", [&] { sparse(two, {0, 3}, 1); });
  expect_error(Status::argument, "indices[0] is -1", [&] { sparse(two, {-1, 2}, 1); });
  expect_error(Status::argument, "row 0 holds index 2 twice", [&] { sparse(two, {2, 2}, 1); });
  expect_error(Status::argument, "row 0 has 4 indices: the estimator has 3 labels", [&] {
    sparse(four, {0, 1, 2, 0}, 1);
  });
  CHECK(joint.save() == joint_before);

  Counts counts(2);
  const std::vector<double> good{0.25, 0.25, 0.25, 0.25}, high{0.25, 0.25, 0.75, 0.5}, wrong{0.25, 1.5, 0, 0};
  const auto feed_table = [&](const std::vector<double> &table, double p_zero, std::vector<double> p_s, double weight,
                              int64_t rows = 2, int64_t cols = 2) {
    counts.feed({table.data(), false, rows, cols, cols, 1}, p_zero, p_s.empty() ? Reals{} : reals(p_s), weight);
  };
  expect_error(Status::argument, "table[0][1], which is P[0][s=2], is 1.5: must lie in [0, 1]",
               [&] { feed_table(wrong, 0, {}, 1); });
  expect_error(Status::argument, "table[1] sums to 1.25: P(y_1 = 1) is at most 1", [&] { feed_table(high, 0, {}, 1); });
  expect_error(Status::argument, "p_zero is 2: must lie in [0, 1]", [&] { feed_table(good, 2, {}, 1); });
  expect_error(Status::argument, "p_s[1] is -0.5", [&] { feed_table(good, 0.25, {0.5, -0.5}, 1); });
  expect_error(Status::argument, "p_zero and p_s sum to 0.5: must sum to 1", [&] {
    feed_table(good, 0.25, {0.25, 0}, 1);
  });
  expect_error(Status::argument, "weight is 0: must be finite and above 0", [&] { feed_table(good, 0.25, {}, 0); });
  expect_error(Status::argument, "n_labels is 1", [&] { feed_table(good, 0.25, {}, 1, 1, 2); });
  expect_error(Status::argument, "max_s is 3: must be at most n_labels = 2", [&] {
    feed_table({0, 0, 0, 0, 0, 0}, 1, {}, 1, 2, 3);
  });
  CHECK(counts.n_fed() == 0);
}

TEST_CASE("estimator: empty ones and ones without weight say so") {
  for (Kind kind : {Kind::independent, Kind::categorical, Kind::joint, Kind::counts}) {
    const bool appends = kind == Kind::independent || kind == Kind::categorical;
    const auto e = make_estimator(kind, appends ? 0 : 4);
    CHECK(e->kind() == kind);
    CHECK(e->n_fed() == 0);
    CHECK(e->total_weight() == 0);
    const char *const message = appends ? "n_labels is 0: must be at least 1" : "estimator is empty";
    expect_error(Status::argument, message, [&] { e->require_fed(); });
    if (kind == Kind::counts)
      CHECK(e->to_counts()->n_fed() == 0);
    else
      expect_error(Status::argument, message, [&] { e->to_counts(); });
    const auto copy = e->copy();
    CHECK(copy->save() == e->save());
  }
  Joint joint(2);
  const std::vector<uint8_t> cells{1, 0};
  joint.feed({cells.data(), 1, 2, 2, 1}, reals({0.0}));
  expect_error(Status::argument, "the weights sum to 0: must be finite and above 0", [&] { joint.require_fed(); });
  joint.feed({cells.data(), 1, 2, 2, 1}, reals({1e308}));
  joint.require_fed();
  const std::string before = joint.save();
  expect_error(Status::argument, "the weights sum to inf: must be finite", [&] {
    joint.feed({cells.data(), 1, 2, 2, 1}, reals({1e308}));
  });
  CHECK(joint.save() == before);
  joint.clear();
  CHECK(joint.n_fed() == 0);
  CHECK(joint.n_labels() == 2);
  Counts counts(1);
  const double half = 0.5;
  const auto feed = [&] { counts.feed({&half, false, 1, 1, 1, 1}, half, reals({half}), 1e308); };
  feed();
  const std::string fed = counts.save();
  expect_error(Status::argument, "the weights sum to inf: must be finite", feed);
  expect_error(Status::argument, "the weights sum to inf: must be finite", [&] { counts.merge(counts); });
  CHECK(counts.save() == fed);
}

TEST_CASE("estimator: make_estimator checks its arguments") {
  for (int64_t n : {0, 3})
    expect_error(Status::argument, "kind is 9", [&] { make_estimator(static_cast<Kind>(9), n); });
  for (Kind kind : {Kind::independent, Kind::categorical})
    expect_error(Status::argument, "n_labels is 4: must be 0, since feeding", [&] { make_estimator(kind, 4); });
  for (Kind kind : {Kind::joint, Kind::counts}) {
    expect_error(Status::argument, "n_labels is 0", [&] { make_estimator(kind, 0); });
    expect_error(Status::argument, "n_labels is -3", [&] { make_estimator(kind, -3); });
    expect_error(Status::argument, "n_labels is 2147483648", [&] { make_estimator(kind, int64_t{1} << 31); });
  }
}

TEST_CASE("estimator: merging where it has no meaning is refused with the reason") {
  Independent independent;
  Categorical categorical;
  Joint joint(2), joint_3(3);
  Counts counts(2), counts_3(3);
  expect_error(Status::unsupported, "estimators of kind independent do not merge",
               [&] { independent.merge(independent); });
  expect_error(Status::unsupported, "estimators of kind categorical do not merge", [&] { categorical.merge(joint); });
  expect_error(Status::unsupported, "a joint estimator merges with a joint one: the other is counts",
               [&] { joint.merge(counts); });
  expect_error(Status::unsupported, "a counts estimator merges with a counts one: the other is joint",
               [&] { counts.merge(joint); });
  expect_error(Status::argument, "the other estimator has 3 labels: this one has 2", [&] { joint.merge(joint_3); });
  expect_error(Status::argument, "the other estimator has 3 labels: this one has 2", [&] { counts.merge(counts_3); });
}

TEST_CASE("estimator: of equally likely vectors the mode is the smallest, then the first") {
  Independent half;
  half.feed(reals({0.5, 0.5, 0.7}));
  CHECK(half.mode().labels == std::vector<int64_t>{2});
  CHECK(half.mode().probability == Approx(0.175));
  Categorical tied;
  tied.feed(reals({0.2, 0.4, 0.4}));
  CHECK(tied.mode().labels == std::vector<int64_t>{1});
  Categorical none;
  none.feed(reals({0.25, 0.25}));
  CHECK(none.mode().labels.empty());
  CHECK(none.mode().probability == 0.5);
  Joint joint(3);
  const std::vector<uint8_t> cells{0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0};
  joint.feed({cells.data(), 4, 3, 3, 1}, {});
  CHECK(joint.mode().labels == std::vector<int64_t>{1});
}

TEST_CASE("estimator: draws have the right frequencies and depend on the seed alone") {
  cases::Rng rng(27);
  constexpr int draws = 20000;
  const auto drawn = [&](const Estimator &e, uint64_t seed) {
    std::vector<uint8_t> out(static_cast<std::size_t>(draws * e.n_labels()), 7);
    e.draw(seed, {out.data(), draws, e.n_labels(), e.n_labels(), 1});
    return out;
  };
  const auto check = [&](const Estimator &e, const oracle::Law &law) {
    const auto out = drawn(e, 42);
    CHECK(out == drawn(e, 42));
    std::map<oracle::Mask, int> seen;
    for (int r = 0; r < draws; ++r) {
      oracle::Mask y = 0;
      for (int j = 0; j < law.n; ++j) {
        REQUIRE(out[static_cast<std::size_t>(r * law.n + j)] <= 1);
        y |= static_cast<oracle::Mask>(out[static_cast<std::size_t>(r * law.n + j)]) << j;
      }
      ++seen[y];
    }
    std::map<oracle::Mask, double> mass;
    for (const auto &[y, p] : law.vectors) mass[y] += static_cast<double>(p);
    for (const auto &[y, count] : seen) {
      CAPTURE(kind_name(e.kind()), y);
      CHECK(mass[y] > 0);
    }
    for (const auto &[y, p] : mass) {
      CAPTURE(kind_name(e.kind()), y, p);
      CHECK(seen[y] == Approx(draws * p).margin(5.5 * std::sqrt(draws * p * (1 - p)) + 1));
    }
    // The first rows of a longer draw are those of a shorter one, in any layout.
    std::vector<uint8_t> few(static_cast<std::size_t>(3 * law.n), 7);
    e.draw(42, {few.data(), 3, law.n, 1, 3});
    for (int r = 0; r < 3; ++r)
      for (int j = 0; j < law.n; ++j)
        CHECK(few[static_cast<std::size_t>(r + 3 * j)] == out[static_cast<std::size_t>(r * law.n + j)]);
    if (mass.size() > 2) CHECK(out != drawn(e, 43));
  };
  Independent independent;
  const std::vector<double> p{0.1, 0.5, 1, 0, 0.75};
  independent.feed(reals(p));
  check(independent, oracle::independent(p));
  Categorical categorical, complete;
  const std::vector<double> exclusive{0.1, 0, 0.5, 0.15}, whole{0.25, 0.25, 0.5};
  categorical.feed(reals(exclusive));
  check(categorical, oracle::categorical(exclusive));
  complete.feed(reals(whole));
  check(complete, oracle::categorical(whole));
  Sample sample = random_sample(rng, 5, 12);
  for (double &w : sample.weights) w = std::min(w, 1.0);
  check(joint_of(sample), sample.law());
}

TEST_CASE("estimator: a categorical row that sums to 1 never draws none") {
  // A tail of many labels whose masses do not sum to 1 in floating point.
  std::vector<double> p(1000, 0.001);
  Categorical e;
  e.feed(reals(p));
  std::vector<uint8_t> out(static_cast<std::size_t>(2000 * 1000));
  e.draw(1, {out.data(), 2000, 1000, 1000, 1});
  for (int r = 0; r < 2000; ++r) {
    int ones = 0;
    for (int j = 0; j < 1000; ++j) ones += out[static_cast<std::size_t>(r * 1000 + j)];
    if (ones != 1) CHECK(ones == 1);
  }
}

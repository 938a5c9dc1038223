// Rows selected at a false discovery rate: p-values and Benjamini and Hochberg's procedure by their definitions, and the
// realised rate on batches drawn from populations that are known.
#include "threshold_cases.hpp"

#include "expect_error.hpp"

namespace {

using namespace threshold_cases;

struct Batch {
  std::vector<double> scores;
  std::vector<uint8_t> labels;  // of the known rows, then 2 for the batch
  std::vector<uint8_t> truth;   // of the batch

  void add(double score, int label) {
    scores.push_back(score);
    labels.push_back(static_cast<uint8_t>(label));
  }
  void add_to_batch(double score, bool positive) {
    add(score, not_rated);
    truth.push_back(positive);
  }
  Sample sample() const {
    Sample out(1, Rule::any, {});
    const auto n = static_cast<int64_t>(scores.size());
    out.feed({scores.data(), false, n, 1, 1, 1}, {labels.data(), n, 1}, {});
    return out;
  }
};

ThresholdSearch at_fdr(double level, double storey = unset) {
  ThresholdSearch out;
  out.max_fdr = level;
  out.storey = storey;
  return out;
}

ChosenThresholds select(const Batch &batch, const ThresholdSearch &options) {
  return choose(batch.sample(), Objective(), options);
}

struct Defined {
  std::vector<double> p_values;
  double null_share;
  std::vector<bool> flagged;
};

// Whole numbers over n + 1, and the step-up rule by trying every number of rejections.
Defined by_definition(const Batch &batch, double level, double storey) {
  Defined out;
  int known = 0;
  for (const uint8_t y : batch.labels) known += y != not_rated;
  std::vector<int> ranks;
  for (std::size_t j = 0; j < batch.scores.size(); ++j) {
    if (batch.labels[j] != not_rated) continue;
    int above = 0;
    for (std::size_t i = 0; i < batch.scores.size(); ++i)
      above += batch.labels[i] == 0 && batch.scores[i] >= batch.scores[j];
    ranks.push_back(1 + above);
    out.p_values.push_back((1.0 + above) / (known + 1.0));
  }
  const auto m = static_cast<double>(ranks.size());
  out.null_share = 1;
  if (!std::isnan(storey)) {
    const int k = static_cast<int>(std::floor(storey * (known + 1)));
    int over = 0;
    for (const int r : ranks) over += r > k;
    out.null_share = (1 + over) / (m * (1 - double(k) / (known + 1)));
  }
  std::vector<int> sorted = ranks;
  std::sort(sorted.begin(), sorted.end());
  int worst = 0;  // rank of the last rejected
  for (std::size_t k = 1; k <= sorted.size(); ++k)
    if (sorted[k - 1] * out.null_share * m <= level * double(k) * (known + 1) * (1 + 1e-12)) worst = sorted[k - 1];
  for (const int r : ranks) out.flagged.push_back(r <= worst);
  return out;
}

double gauss(cases::Rng &rng) {
  return std::sqrt(-2 * std::log(1 - rng.uniform())) * std::cos(6.283185307179586 * rng.uniform());
}

}  // namespace

TEST_CASE("select: p-values and flagged rows are those of the definitions") {
  cases::Rng rng(5201);
  int some = 0;
  for (int c = 0; c < cases::scaled(20000); ++c) {
    Batch batch;
    const int n = 1 + static_cast<int>(rng.below(25)), m = 1 + static_cast<int>(rng.below(15));
    const bool labelled = c % 4 == 3;
    const int kind = static_cast<int>(rng.below(4));
    const auto score = [&](bool positive) {
      double s = rng.uniform() + (positive ? 0.9 : 0);
      if (kind == 1) s = std::floor(4 * s) / 4;
      if (kind == 2) s = std::floor(2 * s) - 1;
      if (kind == 3 && rng.below(6) == 0) s = rng.below(2) ? infinity : -infinity;
      return s;
    };
    batch.add(score(false), 0);
    for (int i = 1; i < n; ++i) {
      const bool positive = labelled && rng.below(3) == 0;
      batch.add(score(positive), positive);
    }
    for (int j = 0; j < m; ++j) {
      const bool positive = rng.below(2) == 0;
      batch.add_to_batch(score(positive), positive);
    }
    int positives = 0;
    for (const uint8_t y : batch.labels) positives += y == 1;
    const double level = 0.05 * rng.between(1, 12);
    const double storey = c % 2 == 0 && positives == 0 ? 0.1 * rng.between(1, 9) : unset;
    const ChosenThresholds found = select(batch, at_fdr(level, storey));
    const Defined defined = by_definition(batch, level, storey);
    CAPTURE(c, n, m, level, storey);
    CHECK(found.p_values == defined.p_values);
    CHECK(found.null_share == Approx(defined.null_share).epsilon(1e-14));
    int flagged = 0;
    for (std::size_t i = 0, j = 0; i < batch.scores.size(); ++i) {
      if (batch.labels[i] != not_rated) continue;
      CHECK((std::min(batch.scores[i], std::numeric_limits<double>::max()) >= found.thresholds[0]) == defined.flagged[j]);
      flagged += defined.flagged[j++];
    }
    CHECK(found.unrated == flagged);
    CHECK(found.outcome.value == flagged);
    CHECK(((found.flags & nothing_flagged) != 0) == (flagged == 0));
    CHECK(((found.flags & everything_flagged) != 0) == (flagged == m));
    CHECK(found.warning.empty() == (flagged > 0));
    some += flagged > 0;
  }
  CHECK(some > cases::scaled(4000));
}

TEST_CASE("select: the share of false rows among those flagged is at most the level") {
  cases::Rng rng(5202);
  const int draws = cases::scaled(2000);
  struct Design {
    int n, m;
    double anomalies;
    bool ties, storey, labelled;
  };
  for (const Design &d : {Design{50, 20, 0, false, false, false}, Design{200, 50, 0.3, false, true, false},
                          Design{99, 100, 0.3, true, true, false}, Design{300, 40, 0.3, false, false, true},
                          Design{100, 30, 0, false, true, false}}) {
    double sum = 0, squares = 0;
    const double level = 0.2;
    for (int c = 0; c < draws; ++c) {
      Batch batch;
      const auto drawn = [&](bool positive) {
        const double s = gauss(rng) + (positive ? 3 : 0);
        return d.ties ? std::round(2 * s) / 2 : s;
      };
      for (int i = 0; i < d.n; ++i) {
        const bool positive = d.labelled && rng.uniform() < d.anomalies;
        batch.add(drawn(positive), positive);
      }
      for (int j = 0; j < d.m; ++j) {
        const bool positive = rng.uniform() < d.anomalies;
        batch.add_to_batch(drawn(positive), positive);
      }
      const ChosenThresholds found = select(batch, at_fdr(level, d.storey ? 0.5 : unset));
      double flagged = 0, wrong = 0;
      for (std::size_t j = 0; j < batch.truth.size(); ++j)
        if (batch.scores[static_cast<std::size_t>(d.n) + j] >= found.thresholds[0]) {
          ++flagged;
          wrong += !batch.truth[j];
        }
      const double share = flagged > 0 ? wrong / flagged : 0;
      sum += share;
      squares += share * share;
    }
    const double mean = sum / draws, error = std::sqrt(std::max(squares / draws - mean * mean, 0.0) / draws);
    CAPTURE(d.n, d.m, d.anomalies, d.ties, d.storey, d.labelled, mean, error);
    CHECK(mean <= level + 3 * error);
  }
}

TEST_CASE("select: how rows are fed does not show but in the order of p-values") {
  cases::Rng rng(5203);
  Batch batch;
  for (int i = 0; i < 300; ++i) batch.add(rng.uniform(), 0);
  for (int j = 0; j < 100; ++j) batch.add_to_batch(rng.uniform() + (j % 2), j % 2);
  const ChosenThresholds whole = select(batch, at_fdr(0.1));
  Sample narrow(1, Rule::any, {});
  std::vector<float> floats(batch.scores.begin(), batch.scores.end());
  const auto n = static_cast<int64_t>(floats.size());
  narrow.feed({floats.data(), true, n, 1, 1, 1}, {batch.labels.data(), n, 1}, {}, Keep::as_fed);
  std::vector<double> widened(floats.begin(), floats.end());
  Batch wide = batch;
  wide.scores = widened;
  CHECK(choose(narrow, Objective(), at_fdr(0.1)).p_values == select(wide, at_fdr(0.1)).p_values);
  NoMonitor monitor;
  const ChosenThresholds of_arrays = choose_threshold({batch.scores.data(), false, n, 1}, {batch.labels.data(), n, 1}, {},
                                                      Objective(), at_fdr(0.1), monitor);
  CHECK(of_arrays.thresholds == whole.thresholds);
  CHECK(of_arrays.p_values == whole.p_values);
  // Bytes keep the order, text that of the scores, from the lowest.
  const Sample rows = batch.sample();
  CHECK(choose(load_sample(rows.save_binary()), Objective(), at_fdr(0.1)).p_values == whole.p_values);
  std::vector<double> by_score = whole.p_values;
  std::sort(by_score.rbegin(), by_score.rend());
  CHECK(choose(load_sample(rows.save()), Objective(), at_fdr(0.1)).p_values == by_score);
}

TEST_CASE("select: what has no guarantee is refused") {
  cases::Rng rng(5204);
  Batch batch;
  for (int i = 0; i < 30; ++i) batch.add(rng.uniform(), 0);
  const auto refused = [&](Status status, const std::string &why, const Sample &sample, const Objective &q,
                           const ThresholdSearch &options) {
    check::expect_error(status, why, [&] { choose(sample, q, options); });
  };
  refused(Status::argument, "unrated is 0", batch.sample(), {}, at_fdr(0.1));
  batch.add_to_batch(0.5, false);
  Batch alone;
  alone.add_to_batch(0.5, false);
  alone.add(0.7, 1);
  refused(Status::argument, "negatives is 0", alone.sample(), {}, at_fdr(0.1));
  Batch both = batch;
  both.add(0.7, 1);
  refused(Status::argument, "storey is 0.5: must not be set if rows are labelled 1", both.sample(), {}, at_fdr(0.1, 0.5));
  ThresholdSearch storey;
  storey.storey = 0.5;
  refused(Status::argument, "storey is 0.5: requires max_fdr", batch.sample(), {}, storey);
  Objective limited;
  limited.max_fpr = 0.1;
  refused(Status::argument, "must not be set with a goal, another limit", batch.sample(), limited, at_fdr(0.1));
  ThresholdSearch folds = at_fdr(0.1);
  folds.folds = 3;
  refused(Status::argument, "must not be set with method, smoothing", batch.sample(), {}, folds);
  Sample cut(1, Rule::any, {0.5});
  cut.feed({batch.scores.data(), false, 31, 1, 1, 1}, {batch.labels.data(), 31, 1}, {});
  refused(Status::unsupported, "rated_from", cut, {}, at_fdr(0.1));
  Sample weighted(1, Rule::any, {});
  const std::vector<double> ones(31, 1.0);
  weighted.feed({batch.scores.data(), false, 31, 1, 1, 1}, {batch.labels.data(), 31, 1}, {ones.data(), false, 31, 1});
  refused(Status::unsupported, "rows have weights", weighted, {}, at_fdr(0.1));
  Sample two(2, Rule::any, {});
  two.feed({batch.scores.data(), false, 15, 2, 2, 1}, {batch.labels.data(), 15, 1}, {});
  refused(Status::unsupported, "one score", two, {}, at_fdr(0.1));
}

// Certificates where heavy rows are rare and wrong, so that many samples hold none: a test that is picked by the weights,
// the shares or the probabilities of the sample certifies what does not hold. Weights, shares and probabilities are drawn
// to break the promise. `test-core "[simulation]"` draws 20,000 samples of each and prints figures such as
// those of docs/developers/reliability.md.
#include <cstdio>

#include "adversarial_certificates.hpp"
#include "core/cascades/fit.hpp"
#include "core/thresholds/certify/band.hpp"
#include "core/thresholds/frontier_curve.hpp"
#include "core/thresholds/sample/sample.hpp"
#include "expect_error.hpp"

using namespace adversarial;

TEST_CASE("certificates: heavy rows that most samples lack break no promise") {
  for (const Case &each : limit_cases()) {
    for (const Caller caller : {Caller::rows, Caller::two_scores, Caller::segments, Caller::labels}) {
      const Count found = of_thresholds(each, caller, cases::scaled(150), 41);
      CAPTURE(each.name, caller_name(caller), found.certified, found.broken);
      CHECK(found.broken <= found.allowed());
      if (each.attainable) CHECK(found.certified >= found.least());
    }
  }
  for (const Case &each : route_cases()) {
    const Count found = of_routes(each, cases::scaled(150), 42);
    CAPTURE(each.name, found.certified, found.broken);
    CHECK(found.broken <= found.allowed());
    if (each.attainable) CHECK(found.certified >= found.least());
  }
}

// A seed that stays the same, as the default does: were the rows that test the same ranks of every sample, some seeds
// would leave those out that break the limit. Of two scores, of which one says nothing; negatives lie at 0 or above 1.
Count of_one_seed(uint64_t seed, int negatives, int rounds) {
  constexpr double rate = 0.1;
  Rng rng(46);
  Count out;
  out.rounds = rounds;
  Objective q;
  q.certify = 0.95;
  q.max_fpr = rate * (1 - 1e-9);
  ThresholdSearch options = threshold_cases::plain();
  options.seed = seed;
  for (int round = 0; round < rounds; ++round) {
    threshold_cases::Data data;
    data.dims = 2;
    for (int i = 0; i < negatives + negatives / 4; ++i) {
      const bool positive = i >= negatives;
      const double place = positive ? 1 : (rng.uniform() < rate ? 1 : 0) + 1e-6 * rng.uniform();
      data.scores.insert(data.scores.end(), {place, -1.0});
      data.labels.push_back(positive);
    }
    const ChosenThresholds found = threshold_cases::choose(data.sample(), q, options);
    out.certified += found.certificate.certified;
    out.broken += found.certificate.certified && (found.thresholds[0] <= 1 || found.thresholds[1] <= -1);
  }
  return out;
}

TEST_CASE("certificates: a seed that stays breaks no promise") {
  for (const uint64_t seed : {uint64_t{0}, uint64_t{1}, uint64_t{2}})
    for (const int negatives : {60, 400}) {
      const Count found = of_one_seed(seed, negatives, cases::scaled(600));
      CAPTURE(seed, negatives, found.broken);
      CHECK(found.broken <= found.allowed());
    }
}

// Positives weigh 1, and negatives, 3 % of the rows, 30. Of 60 rows a sixth of all samples hold no negative: what it
// weighs is then not known, whatever positives do.
Count of_lopsided_weights(Caller caller, bool two_limits, int rounds) {
  Rng rng(47);
  NoMonitor quiet;
  Count out;
  out.rounds = rounds;
  Objective q;
  q.certify = 0.95;
  q.min_precision = 0.8;
  if (two_limits) q.min_recall = 0.1;
  ThresholdSearch options = threshold_cases::plain();
  options.equal_weights = true;
  for (int round = 0; round < rounds; ++round) {
    options.seed = rng.bits();
    threshold_cases::Data data;
    for (int i = 0; i < 60; ++i) {
      const bool positive = i == 0 || rng.uniform() < 0.97;
      data.scores.push_back(rng.uniform());
      data.labels.push_back(positive);
      data.weights.push_back(positive ? 1 : 30);
    }
    const int64_t n = data.n();
    bool certified = false;
    if (caller == Caller::rows) {
      const ChosenThresholds found = threshold_cases::choose(data.sample(), q, options);
      certified = found.certificate.certified;
      if (std::count(data.labels.begin(), data.labels.end(), 0) == 0)
        CHECK_THAT(found.warning, Catch::Contains("no row is labelled 0, so the weight of negatives is unknown"));
    } else if (caller == Caller::segments) {
      SegmentRows rows;
      rows.scores = {data.scores.data(), false, n, 1};
      rows.labels = {data.labels.data(), n, 1};
      rows.weights = {data.weights.data(), false, n, 1};
      certified = choose_segment_thresholds(rows, {}, q, options, quiet)[0].certified;
    } else {
      certified = certified_label_thresholds(samples_of_labels({data.scores.data(), false, n, 1, 1, 1},
                                                               {data.labels.data(), n, 1, 1, 1},
                                                               {data.weights.data(), false, n, 1}),
                                             q, options, quiet)
                      .feasible;
    }
    out.certified += certified;
    out.broken += certified;  // the precision of every threshold is about a half
  }
  return out;
}

TEST_CASE("certificates: weights of a label that no row has are not known") {
  for (const Caller caller : {Caller::rows, Caller::segments, Caller::labels})
    for (const bool two_limits : {false, true}) {
      const Count found = of_lopsided_weights(caller, two_limits, cases::scaled(300));
      CAPTURE(caller_name(caller), two_limits, found.broken);
      CHECK(found.broken <= found.allowed());
    }
  threshold_cases::Data data;
  for (int i = 0; i < 80; ++i) {
    data.scores.push_back(i);
    data.labels.push_back(1);
    data.weights.push_back(2);
  }
  Objective q;
  q.certify = 0.9;
  q.min_precision = 0.8;
  ThresholdSearch options = threshold_cases::plain();
  options.equal_weights = true;
  const ChosenThresholds found = threshold_cases::choose(data.sample(), q, options);
  CHECK_FALSE(found.certificate.certified);
  CHECK(std::isinf(found.certificate.rows_needed));
  NoMonitor quiet;
  Objective band;
  band.certify = 0.9;
  for (const BandPoint &point : frontier_curve(data.sample(), band, options, quiet).band)
    CHECK(point.precision.low == 0);
  // Where all rows weigh the same, negatives weigh what positives do; and rows without weights weigh 1.
  Objective with_rate = q;
  with_rate.max_alert_rate = 1;
  CHECK(threshold_cases::choose(data.sample(), with_rate, options).certificate.certified);
  data.weights.clear();
  CHECK(threshold_cases::choose(data.sample(), q, options).certificate.certified);
}

// Cascades of a fixed sequence, by calibration rows of which each holds one of few vectors of scores. The target lies
// just below a share on which one of the sequence disagrees.
Count of_cascades(cascades::CascadeAlgorithm algorithm, bool weighted, int calibration_rows, int rounds) {
  using namespace wald::core::cascades;
  constexpr int64_t models = 6;
  constexpr int atoms = 40;
  Rng rng(48);
  NoMonitor quiet;
  const bool votes = algorithm != CascadeAlgorithm::sums;
  std::vector<double> scores, share;
  double all = 0;
  for (int a = 0; a < atoms; ++a) {
    const double common = 2 * rng.uniform() - 1;
    for (int64_t m = 0; m < models; ++m) {
      const double own = common + 3 * (rng.uniform() - 0.5);
      scores.push_back(votes ? (own > -0.2 ? 0.5 : -0.5) : std::round(64 * own) / 64);
    }
    share.push_back(0.2 + rng.uniform());
    all += share.back();
  }
  const auto drawn = [&](int rows, Rng &draws, const double *weights) {
    ScoreSample out(models);
    for (int i = 0; i < rows; ++i) {
      double left = all * draws.uniform();
      std::size_t a = 0;
      while (a + 1 < share.size() && left >= share[a]) left -= share[a++];
      out.feed({scores.data() + a * models, false, 1, models, models, 1},
               weights ? Reals{weights + i, false, 1, 1} : Reals{}, {});
    }
    return out;
  };
  ScoreSample population(models);
  population.feed({scores.data(), false, atoms, models, models, 1}, {share.data(), false, atoms, 1}, {});
  std::vector<double> weights(20, 1);
  weights[3] = 1000;
  const ScoreSample rows = drawn(20, rng, weighted ? weights.data() : nullptr);
  CascadeOptions options;
  options.alpha = 0.4;
  options.threshold = votes ? 0.25 : 0;
  options.algorithm = algorithm;
  const auto apart = [&](const ScoreSample &calibration, double target, bool *certified) {
    CascadeOptions own = options;
    own.calibration = &calibration;
    own.max_disagreement = target;
    const Policy found = fit_cascade(rows, own, quiet);
    *certified = found.findings.certified > 0;
    return evaluate_cascade(found, population, 1, quiet).disagreement;
  };
  bool certified = false;
  const ScoreSample many = drawn(2000, rng, nullptr);
  double target = 1;
  for (double asked = 0.02; asked < 0.4; asked += 0.02)
    if (const double step = apart(many, asked, &certified); certified && step > 0.03) target = std::min(target, step);
  REQUIRE(target < 1);
  target -= 1e-6;
  Count out;
  out.rounds = rounds;
  for (int round = 0; round < rounds; ++round) {
    const double found = apart(drawn(calibration_rows, rng, nullptr), target, &certified);
    out.certified += certified;
    out.broken += certified && found > target;
  }
  return out;
}

struct CascadeCase {
  const char *name;
  cascades::CascadeAlgorithm algorithm;
  bool weighted;
};
const CascadeCase cascade_cases_of[] = {{"sums", cascades::CascadeAlgorithm::sums, false},
                                        {"sums, fitted to rows with weights", cascades::CascadeAlgorithm::sums, true},
                                        {"votes", cascades::CascadeAlgorithm::votes, false},
                                        {"the cheaper of both", cascades::CascadeAlgorithm::cheaper, false}};

TEST_CASE("certificates: cascades that just miss their target break no promise", "[frequencies]") {
  for (const CascadeCase &each : cascade_cases_of) {
    const Count found = of_cascades(each.algorithm, each.weighted, 100, cases::scaled(150));
    CAPTURE(each.name, found.certified, found.broken);
    CHECK(found.broken <= found.allowed());
    CHECK(found.certified >= found.least());
  }
}

void figures(const std::string &name, const char *caller, const Case &each, const Count &found) {
  std::printf("| %s | %s | %.4f | %.3f | %.1f %% | %.2f %% | %.2f %% |\n", name.c_str(), caller, each.truth(),
              each.least, 100.0 * found.certified / found.rounds, 100.0 * found.broken / found.rounds, 100 * found.delta);
  std::fflush(stdout);
  CHECK(found.broken <= found.allowed());
}

TEST_CASE("certificates: figures of many samples of thresholds", "[.simulation]") {
  const int rounds = cases::scaled(20000);
  for (const Case &each : limit_cases())
    for (const Caller caller : {Caller::rows, Caller::two_scores, Caller::segments, Caller::labels})
      figures(each.name, caller_name(caller), each, of_thresholds(each, caller, rounds, 43));
}

TEST_CASE("certificates: figures of many samples of routes", "[.simulation]") {
  const int rounds = cases::scaled(20000);
  for (const Case &each : route_cases()) figures(each.name, "routes", each, of_routes(each, rounds, 44));
}

TEST_CASE("certificates: figures of many samples by one seed, by weights of labels, of cascades", "[.simulation]") {
  const int rounds = cases::scaled(20000);
  const auto short_line = [&](const std::string &name, const Count &found) {
    std::printf("| %s | %.1f %% | %.2f %% | %.2f %% |\n", name.c_str(), 100.0 * found.certified / found.rounds,
                100.0 * found.broken / found.rounds, 100 * found.delta);
    std::fflush(stdout);
    CHECK(found.broken <= found.allowed());
  };
  for (const uint64_t seed : {uint64_t{0}, uint64_t{1}, uint64_t{2}})
    for (const int negatives : {60, 400})
      short_line("seed " + std::to_string(seed) + ", " + std::to_string(negatives) + " negatives",
                 of_one_seed(seed, negatives, rounds));
  for (const Caller caller : {Caller::rows, Caller::segments, Caller::labels})
    for (const bool two_limits : {false, true})
      short_line(std::string("equal_weights by label, ") + caller_name(caller) + (two_limits ? ", two limits" : ""),
                 of_lopsided_weights(caller, two_limits, rounds));
  for (const CascadeCase &each : cascade_cases_of)
    short_line(std::string("cascades, ") + each.name, of_cascades(each.algorithm, each.weighted, 100, rounds));
}

TEST_CASE("certificates: whether weights were fed is kept by whatever a sample goes through") {
  const std::vector<double> scores{0.25, 0.5, 0.75, 1}, ones(4, 1.0), halves(4, 0.5);
  const std::vector<uint8_t> labels{0, 1, not_rated, 1};
  const auto fed = [&](const std::vector<double> *weights, bool floats = false) {
    Sample out(1, Rule::any, {});
    const std::vector<float> narrow(scores.begin(), scores.end());
    const Reals w = weights ? Reals{weights->data(), false, 4, 1} : Reals{};
    out.feed({floats ? static_cast<const void *>(narrow.data()) : scores.data(), floats, 4, 1, 1, 1},
             {labels.data(), 4, 1}, w, floats ? Keep::as_fed : Keep::widened);
    return out;
  };
  for (const std::vector<double> *weights : {static_cast<const std::vector<double> *>(nullptr), &ones, &halves})
    for (const bool floats : {false, true}) {
      const bool weighted = weights != nullptr;
      CAPTURE(weighted, floats);
      const Sample sample = fed(weights, floats);
      CHECK(sample.weighted() == weighted);
      for (const std::string &saved : {sample.save(), sample.save_binary()}) {
        const Sample loaded = load_sample(saved);
        CHECK(loaded.weighted() == weighted);
        CHECK(loaded.save() == sample.save());
      }
      Sample merged = fed(nullptr, floats);
      merged.merge(sample);
      CHECK(merged.weighted() == weighted);
      CHECK(load_sample(merged.save_binary()).weighted() == weighted);
      for (const Sample &other : {sample.sorted(), sample.exact(), sample.widened(), sample.single(0),
                                  sample.combined({1}, 0), sample.picked([](int, int64_t) { return true; })})
        CHECK(other.weighted() == weighted);
      Sample cleared = sample;
      cleared.clear();
      CHECK_FALSE(cleared.weighted());
    }
  check::expect_error(Status::format, "true and false are no values of it", [] {
    load_sample("{\"wald\":\"sample\",\"version\":1,\"scores\":true}");
  });
}

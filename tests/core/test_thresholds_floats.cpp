// Samples that keep scores as float: the same answers, to the bit, as of the widened scores.
#include <catch2/catch.hpp>

#include <cstring>

#include "threshold_cases.hpp"

using namespace threshold_cases;

namespace {

struct Floats {
  Data data;  // scores are floats
  std::vector<float> scores;

  void feed(Sample &to, int64_t from, int64_t count, Keep keep) const {
    const Reals w = data.weights.empty() ? Reals{} : Reals{data.weights.data() + from, false, count, 1};
    to.feed({scores.data() + from * data.dims, true, count, data.dims, data.dims, 1},
            {data.labels.data() + from, count, 1}, w, keep);
  }
};

Floats some_floats(cases::Rng &rng, int64_t dims, int n, int c) {
  Floats out{some_data(rng, dims, c % 3 ? Rule::any : Rule::all, n, c % 6, static_cast<Weights>(c % 4)), {}};
  for (double &s : out.data.scores) {
    out.scores.push_back(static_cast<float>(s));
    s = static_cast<double>(out.scores.back());
  }
  for (std::size_t i = 1; c % 5 == 0 && i < out.data.labels.size(); ++i)
    if (rng.below(9) == 0) out.data.labels[i] = not_rated;
  if (c % 7 == 0) out.data.rated_from.assign(static_cast<std::size_t>(dims), 0.25);
  return out;
}

bool same(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b)); }
template <class Numbers>
bool same(const Numbers &a, const Numbers &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) { return same(x, y); });
}

void check_bits(const ChosenThresholds &a, const ChosenThresholds &b) {
  CHECK(same(a.thresholds, b.thresholds));
  CHECK(same(a.next_lower, b.next_lower));
  CHECK(same(a.outcome.counts.tp, b.outcome.counts.tp));
  CHECK(same(a.outcome.counts.fp, b.outcome.counts.fp));
  CHECK(same(a.outcome.value, b.outcome.value));
  CHECK(same(a.marginal_precision, b.marginal_precision));
  CHECK(same(a.next_marginal_precision, b.next_marginal_precision));
  CHECK(same(a.unrated, b.unrated));
  CHECK(a.flags == b.flags);
  REQUIRE(a.intervals.size() == b.intervals.size());
  for (std::size_t i = 0; i < a.intervals.size(); ++i) {
    CHECK(same(a.intervals[i].interval.low, b.intervals[i].interval.low));
    CHECK(same(a.intervals[i].interval.high, b.intervals[i].interval.high));
  }
  REQUIRE(a.baselines.size() == b.baselines.size());
  for (std::size_t i = 0; i < a.baselines.size(); ++i) check_bits(a.baselines[i], b.baselines[i]);
}

bool same_rows(const Sample &a, const Sample &b) { return a.save() == b.save() && a.narrow() == b.narrow(); }

}  // namespace

TEST_CASE("floats: a sample of them answers as the widened scores do") {
  cases::Rng rng(1);
  NoMonitor monitor;
  const int count = cases::scaled(60);
  for (int c = 0; c < count; ++c) {
    const int64_t dims = 1 + c % 3;
    const Floats rows = some_floats(rng, dims, c % 10 ? 60 : 5000, c);
    const Data &data = rows.data;
    Sample narrow(dims, data.rule, data.rated_from), wide = narrow;
    const int64_t half = data.n() / 2;
    for (Sample *sample : {&narrow, &wide}) {
      const Keep keep = sample == &narrow ? Keep::as_fed : Keep::widened;
      rows.feed(*sample, 0, half, keep);
      rows.feed(*sample, half, data.n() - half, keep);
    }
    CAPTURE(c);
    REQUIRE(narrow.narrow());
    REQUIRE_FALSE(wide.narrow());
    CHECK(same_rows(narrow.widened(), wide));
    // The state is smaller by four bytes a score, except for a list that ends within eight.
    const auto scores = static_cast<std::size_t>(narrow.n_fed() * dims);
    CHECK(wide.save_binary().size() - narrow.save_binary().size() == 4 * scores);

    std::vector<double> at;
    for (int64_t d = 0; d < dims; ++d) at.push_back(data.score(rng.below(static_cast<int>(data.n())), d));
    CHECK(narrow.count(at).tp == wide.count(at).tp);
    CHECK(narrow.count(at).fp == wide.count(at).fp);
    CHECK(narrow.count_unrated(at) == wide.count_unrated(at));
    CHECK(same(narrow.next_lower(at), wide.next_lower(at)));
    CHECK(same(narrow.positives().total(), wide.positives().total()));
    CHECK(narrow.single(0).save() == wide.single(0).save());

    // Saved states say it.
    for (const std::string &saved : {narrow.save(), narrow.save_binary()}) {
      const Sample again = load_sample(saved);
      CHECK(again.narrow());
      CHECK(again.save() == narrow.save());
    }
    if (narrow.positives().size() < 2) continue;  // the others lie below the cut

    ThresholdSearch options;
    options.baselines = c % 4 == 0;
    Objective objective;
    if (!data.rated_from.empty() || c % 5 == 0) objective.cost_ratio = 2;
    if (c % 8 == 1) objective.min_precision = 0.6;
    check_bits(choose_thresholds(narrow, objective, options, monitor),
               choose_thresholds(wide, objective, options, monitor));
    if (dims == 1 && c % 2) {
      options.bootstrap = 5;
      options.folds = 2;
      check_bits(choose_thresholds(narrow, objective, options, monitor),
                 choose_thresholds(wide, objective, options, monitor));
    }
    if (dims == 1 && data.rated_from.empty() && c % 5) {
      const FrontierCurve a = frontier_curve(narrow, objective, {}, monitor),
                          b = frontier_curve(wide, objective, {}, monitor);
      CHECK(same(a.frontier.thresholds.flat(), b.frontier.thresholds.flat()));
      CHECK(same(ranking_area(narrow, 0), ranking_area(wide, 0)));
    }
  }
}

TEST_CASE("floats: both kinds in one sample are double, in any order") {
  cases::Rng rng(2);
  for (int c = 0; c < cases::scaled(30); ++c) {
    const int64_t dims = 1 + c % 2;
    const Floats rows = some_floats(rng, dims, 50, c);
    const Data &data = rows.data;
    const Sample empty(dims, data.rule, data.rated_from);
    Sample narrow = empty, wide = empty, first = empty, last = empty, whole = empty;
    rows.feed(narrow, 0, 20, Keep::as_fed);
    data.feed(wide, 20, 30);
    data.feed(whole, 0, 50);
    rows.feed(first, 0, 20, Keep::as_fed);
    data.feed(first, 20, 30);
    data.feed(last, 20, 30);
    rows.feed(last, 0, 20, Keep::as_fed);
    CAPTURE(c);
    CHECK(first.save() == whole.save());
    CHECK(last.save() == whole.save());
    Sample merged = narrow, other = wide, alone = empty, self = narrow;
    merged.merge(wide);
    other.merge(narrow);
    alone.merge(narrow);
    self.merge(self);
    CHECK(merged.save() == whole.save());
    CHECK(other.save() == whole.save());
    CHECK(same_rows(alone, narrow));
    CHECK(self.narrow());
    CHECK(self.n_fed() == 2 * narrow.n_fed());
    // A row of weight 0 is left out, but rows have weights from there on.
    const double nothing = 0, score[2] = {0.1, 0.2};
    const uint8_t label = 1;
    self = narrow;
    self.feed({score, false, 1, dims, dims, 1}, {&label, 1, 1}, {&nothing, false, 1, 1});
    CHECK(self.n_fed() == narrow.n_fed());
    CHECK(self.narrow());
    CHECK(self.weighted());
    const Sample weighed = self;
    // Nor where a call fails.
    const double bad[2] = {std::nan(""), 0.2};
    CHECK_THROWS_AS(self.feed({bad, false, 1, dims, dims, 1}, {&label, 1, 1}, {}), Error);
    const float bad_float[2] = {0.5f, std::nanf("")};
    CHECK_THROWS_AS(self.feed({bad_float + (dims == 1), true, 1, dims, dims, 1}, {&label, 1, 1}, {}, Keep::as_fed),
                    Error);
    CHECK(same_rows(self, weighed));
    self.clear();
    CHECK_FALSE(self.narrow());
    data.feed(self, 0, 50);
    CHECK(self.save() == whole.save());
  }
}

TEST_CASE("floats: saved states are checked") {
  Sample narrow(1, Rule::any, {});
  const float scores[3] = {0.5f, std::numeric_limits<float>::infinity(), -0.0f};
  const uint8_t labels[3] = {1, 1, 0};
  narrow.feed({scores, true, 3, 1, 1, 1}, {labels, 3, 1}, {}, Keep::as_fed);
  std::string text = narrow.save();
  REQUIRE(text.find("\"type\":\"float32\"") != std::string::npos);
  const Sample again = load_sample(text);
  CHECK(again.narrow());
  CHECK(again.positives().floats[1] == scores[1]);
  CHECK_FALSE(std::signbit(again.negatives().floats[0]));
  std::string other = text;
  other.replace(other.find("0.5"), 3, "0.1");
  CHECK_THROWS_WITH(load_sample(other), "saved sample: \"type\" is \"float32\", and a score is none");
  other = text;
  other.replace(other.find("float32"), 7, "float16");
  CHECK_THROWS_WITH(load_sample(other), "saved sample: \"type\" must be \"float32\"");
}

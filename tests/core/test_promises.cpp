// Promises that are watched: evidence against products row by row and exact expectations over all sequences of rows,
// limits against the evidence that they invert, merging, saving, the detector and segments.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "core/promises/promise.hpp"
#include "core/saved/saved_text.hpp"
#include "expect_error.hpp"

namespace {

using namespace wald::core;
using namespace wald::core::promises;
using check::expect_error;

struct Rows {
  std::vector<uint8_t> flagged, labels;
  std::vector<double> probabilities, weights, times;  // empty: none
  std::vector<int64_t> segments;

  int64_t size() const { return static_cast<int64_t>(flagged.size()); }
  void add(int flag, int label) {
    flagged.push_back(static_cast<uint8_t>(flag));
    labels.push_back(static_cast<uint8_t>(label));
  }
  void add(int flag, int label, double probability) {
    add(flag, label);
    probabilities.push_back(probability);
  }
};

void feed(Promise &promise, const Rows &r, int64_t first, int64_t n) {
  const auto reals = [&](const std::vector<double> &x) {
    return Reals{x.empty() ? nullptr : x.data() + first, false, n, 1};
  };
  promise.feed({{r.flagged.data() + first, n, 1},
                {r.labels.data() + first, n, 1},
                reals(r.probabilities),
                reals(r.weights),
                reals(r.times),
                {r.segments.empty() ? nullptr : r.segments.data() + first, n, 1}});
}
void feed(Promise &promise, const Rows &r) { feed(promise, r, 0, r.size()); }

PromiseOptions with(double delta, double average_run = unset, double least = 1) {
  PromiseOptions out;
  out.delta = delta;
  out.average_run = average_run;
  out.min_label_probability = least;
  return out;
}

// Rows for a promise of any metric: some flagged, some labelled.
Rows random_rows(uint64_t seed, int n, bool probabilities, bool weights) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> u;
  Rows out;
  for (int i = 0; i < n; ++i) {
    const int y = u(random) < 0.4, f = u(random) < (y ? 0.7 : 0.2);
    const double p = !probabilities ? 1 : f ? 0.5 : 0.25;
    if (probabilities)
      out.add(f, u(random) < p ? y : no_label, p);
    else
      out.add(f, y);
    if (weights) out.weights.push_back(static_cast<double>(random() % 3) / 2);
  }
  return out;
}

// The term of a row: as the definition of the metric says, not by cells.
double term(const std::string &metric, double q, int f, int y) {
  if (metric == "precision") return f ? q - y : 0;
  if (metric == "recall") return y ? q - f : 0;
  if (metric == "fpr") return y ? 0 : q - f;
  if (metric == "f1") return q * (y + f) - 2.0 * y * f;
  if (metric == "alert_rate") return q - f;
  if (metric == "hamming") return q - (y == f);
  REQUIRE(metric == "cost:1:5");
  return q - (f && !y ? 1 : !f && y ? 5 : 0);
}
const std::vector<std::string> metrics = {"precision", "recall", "fpr", "f1", "alert_rate", "hamming", "cost:1:5"};

bool label_free(const std::string &metric) { return metric == "alert_rate"; }

}  // namespace

TEST_CASE("promise: what it says is read, and written back") {
  const Claim claim = parse_claim("ppv >= .95");
  CHECK(claim.text == "precision>=0.95");
  CHECK(claim.at_least);
  CHECK(claim.needs_label(true));
  CHECK_FALSE(claim.needs_label(false));
  CHECK_FALSE(parse_claim("alert_rate<=0.002").needs_labels());
  CHECK(parse_claim("cost:1:5<=3").highest == 5);
  for (const char *said : {"precision>=0.95", "fbeta:0.5>=0.7", "fpr<=0.012345678901234567", "cost:1:5<=0.3",
                           "jaccard>=0.5", "alert_rate<=1e-05", "lf:0:1:0:0/0:0:1:0>=0.5"}) {
    const Claim once = parse_claim(said), again = parse_claim(once.text);
    CHECK(again.text == once.text);
    CHECK(again.bound == once.bound);
    CHECK(again.ratio.top == once.ratio.top);
    CHECK(again.ratio.bottom == once.ratio.bottom);
  }
  expect_error(Status::format, ">= or <=", [] { parse_claim("precision>0.95"); });
  expect_error(Status::format, ">= or <=", [] { parse_claim("precision"); });
  expect_error(Status::format, "is no number", [] { parse_claim("precision>=high"); });
  expect_error(Status::format, "presicion", [] { parse_claim("presicion>=0.9"); });
  expect_error(Status::argument, "must lie above 0 and below 1", [] { parse_claim("precision>=1"); });
  expect_error(Status::argument, "must lie above 0 and below 1", [] { parse_claim("recall>=nan"); });
  for (const char *said :
       {"mcc>=0.5", "balanced_accuracy>=0.5", "gmean>=0.5", "coverage>=0.5", "lf:0:1:0:0/1:0:1:0>=0.1"})
    expect_error(Status::unsupported, "must be a share of rows", [&] { parse_claim(said); });
}

TEST_CASE("promise: evidence is the mean of the products over the rows, whatever the metric") {
  for (const std::string &metric : metrics)
    for (const bool at_least : {true, false})
      for (const bool probabilities : {false, true}) {
        INFO(metric << at_least << probabilities);
        if (probabilities && label_free(metric)) continue;
        const double q = metric == "cost:1:5" ? 0.9 : 0.6;
        PromiseOptions options = with(0.05, unset, probabilities ? 0.25 : 1);
        options.max_weight = 2;
        Promise promise(metric + (at_least ? ">=" : "<=") + number(q), options);
        const Rows rows = random_rows(3, 200, probabilities, true);
        feed(promise, rows);
        const double scale = 2 / options.min_label_probability;
        double top = 0, bottom = 0;
        for (const bool broken : {true, false}) {
          const bool below = broken == at_least;
          const Terms terms = terms_at(promise.claim(), q, below ? Side::below : Side::above, scale);
          long double mean = 0, shares = 0;
          for (std::size_t j = 0; j < n_bets; ++j) {
            CHECK(terms.bets[j] > 0);
            long double product = 1;
            for (int64_t i = 0; i < rows.size(); ++i) {
              const auto r = static_cast<std::size_t>(i);
              if (rows.labels[r] == no_label && !label_free(metric)) continue;
              const double p = probabilities ? rows.probabilities[r] : 1;
              const double z = term(metric, q, rows.flagged[r], rows.labels[r]) * rows.weights[r] / p;
              product *= 1 + static_cast<long double>(terms.bets[j]) * (below ? z : -z);
              CHECK(product > 0);
              if (j == 0 && broken) {
                const double at_0 = term(metric, 0, rows.flagged[r], rows.labels[r]);
                top -= at_0 * rows.weights[r] / p;
                bottom += (term(metric, 1, rows.flagged[r], rows.labels[r]) - at_0) * rows.weights[r] / p;
              }
            }
            mean += product * bet_shares()[j];
            shares += bet_shares()[j];
          }
          CHECK(static_cast<double>(shares) == Approx(1).epsilon(1e-14));
          CHECK(promise.evidence(broken) == Approx(static_cast<double>(mean)).epsilon(1e-10));
        }
        CHECK(promise.value() == Approx(top / bottom).epsilon(1e-12));
      }
}

namespace {

// Calls visit(rows, probability) for each sequence of n rows, where a row is one of some kinds.
struct KindOfRow {
  int flag, label;
  double label_probability, share;
};
template <class Visit>
void each_sequence(const std::vector<KindOfRow> &kinds, int n, const Visit &visit) {
  std::vector<std::size_t> digits(static_cast<std::size_t>(n), 0);
  for (;;) {
    Rows rows;
    double probability = 1;
    for (const std::size_t d : digits) {
      rows.add(kinds[d].flag, kinds[d].label, kinds[d].label_probability);
      probability *= kinds[d].share;
    }
    visit(rows, probability);
    std::size_t at = 0;
    while (at < digits.size() && ++digits[at] == kinds.size()) digits[at++] = 0;
    if (at == digits.size()) return;
  }
}

}  // namespace

TEST_CASE("promise: kept exactly, the mean of the evidence is 1 and that of the detector the number of rows") {
  // Recall 0.8: positives are flagged with 0.8; flagged rows are all labelled, of the others one in four.
  const std::vector<KindOfRow> kinds = {
      {1, 1, 1, 0.4}, {0, 1, 0.25, 0.025}, {0, 0, 0.25, 0.125 - 0.025}, {0, no_label, 0.25, 0.375}, {1, 0, 1, 0.1}};
  for (const bool at_least : {true, false}) {
    double mean[2] = {0, 0}, capital = 0, reached = 0, all = 0, counted_rows = 0;
    each_sequence(kinds, 6, [&](const Rows &rows, double probability) {
      Promise promise(at_least ? "recall>=0.8" : "recall<=0.8", with(0.8, 1e6, 0.25));
      bool ever = false;
      for (int64_t i = 0; i < rows.size(); ++i) {
        feed(promise, rows, i, 1);
        ever = ever || promise.evidence(true) >= 1 / 0.8;
      }
      CHECK(ever == (promise.state() == PromiseState::broken));
      for (const bool broken : {true, false}) mean[broken] += probability * promise.evidence(broken);
      capital += probability * promise.stream().detector.capital(bet_shares());
      counted_rows += probability * static_cast<double>(std::count_if(rows.labels.begin(), rows.labels.end(),
                                                                      [](int y) { return y == 1; }));
      reached += probability * ever;
      all += probability;
    });
    CHECK(all == Approx(1).epsilon(1e-12));
    CHECK(mean[0] == Approx(1).epsilon(1e-10));
    CHECK(mean[1] == Approx(1).epsilon(1e-10));
    CHECK(capital == Approx(counted_rows).epsilon(1e-10));
    CHECK(reached <= 0.8);
    if (at_least) CHECK(reached > 0);
  }
}

TEST_CASE("promise: limits end where the evidence does") {
  for (const std::string &metric : metrics)
    for (const int n : {1, 30, 1000}) {
      INFO(metric << n);
      const bool cost = metric == "cost:1:5";
      Promise promise(metric + (cost ? "<=0.9" : ">=0.6"), with(0.1, unset, label_free(metric) ? 1 : 0.25));
      const Rows rows = random_rows(8, n, true, false);
      feed(promise, rows);
      const Limits limits = promise.limits();
      const double most = cost ? 5 : 1, scale = label_free(metric) ? 1 : 4, goal = std::log(10);
      CHECK(limits.low >= 0);
      CHECK(limits.high <= most);
      CHECK(limits.low < limits.high);
      if (n == 1000) CHECK(limits.high - limits.low < 0.3 * most);
      const auto evidence = [&](double q, Side side) {
        return log_evidence(promise.claim(), q, side, scale, promise.stream().counts);
      };
      double last_above = HUGE_VAL, last_below = -HUGE_VAL;
      for (int k = 1; k < 400; ++k) {
        const double q = most * k / 400.0, above = evidence(q, Side::above), below = evidence(q, Side::below);
        CHECK(above <= last_above + 1e-9);
        CHECK(below >= last_below - 1e-9);
        CHECK((above >= goal) == (q <= limits.low));
        CHECK((below >= goal) == (q >= limits.high));
        last_above = above;
        last_below = below;
      }
      // The state says the same of the bound.
      const double bound = promise.claim().bound;
      const bool refuted = cost ? bound <= limits.low : bound >= limits.high;
      const bool proved = cost ? bound >= limits.high : bound <= limits.low;
      CHECK(promise.state() == (refuted ? PromiseState::broken : proved ? PromiseState::kept : PromiseState::open));
    }
}

TEST_CASE("promise: parts merge to the same bits in any order") {
  const Rows rows = random_rows(5, 640, true, true);
  const auto made = [] {
    PromiseOptions options = with(0.05, 1000, 0.25);
    return Promise("f1>=0.7", options);
  };
  Promise whole = made();
  feed(whole, rows);
  std::string saved;
  for (const int parts : {7, 64})
    for (const uint64_t seed : {1, 2, 3}) {
      std::vector<Promise> made_parts;
      for (int k = 0; k < parts; ++k) {
        made_parts.push_back(made());
        const int64_t first = 640 * k / parts;
        feed(made_parts.back(), rows, first, 640 * (k + 1) / parts - first);
      }
      std::shuffle(made_parts.begin(), made_parts.end(), std::mt19937_64(seed));
      Promise merged = made();
      for (const Promise &part : made_parts) merged.merge(part);
      CHECK(merged.evidence(true) == whole.evidence(true));
      CHECK(merged.evidence(false) == whole.evidence(false));
      CHECK(merged.limits().low == whole.limits().low);
      CHECK(merged.limits().high == whole.limits().high);
      CHECK(merged.value() == whole.value());
      CHECK(merged.stream().n_rows == whole.stream().n_rows);
      CHECK(merged.stream().n_labels == whole.stream().n_labels);
      if (saved.empty()) saved = merged.save();
      CHECK(merged.save() == saved);
    }
  // With an empty one nothing changes, not even the detector.
  Promise first = made(), second = made();
  first.merge(whole);
  CHECK(first.save() == whole.save());
  first.merge(second);
  CHECK(first.save() == whole.save());
  first.merge(first);
  CHECK(first.stream().n_rows == 2 * whole.stream().n_rows);
  expect_error(Status::argument, "other promises f1>=0.6: this promises f1>=0.7",
               [&] { first.merge(Promise("f1>=0.6", with(0.05, 1000, 0.25))); });
  expect_error(Status::argument, "other options", [&] { first.merge(Promise("f1>=0.7", with(0.05, 2000, 0.25))); });
  first.clear();
  CHECK(first.save() == made().save());
}

TEST_CASE("promise: a saved state reads back, is small, and is checked") {
  PromiseOptions options = with(0.05, 300, 0.01);
  Promise promise("recall>=0.8", options);
  std::mt19937_64 random(4);
  Rows rows;
  for (int i = 0; i < 20000; ++i)
    rows.add(static_cast<int>(random() % 2), static_cast<int>(random() % 2),
             0.01 * static_cast<double>(random() % 32 + 1));
  feed(promise, rows);
  const std::string saved = promise.save();
  CHECK(saved.size() <= 4096);
  CHECK(promise.stream().alarms > 0);
  Promise loaded = Promise::load(saved);
  CHECK(loaded.save() == saved);
  CHECK(Promise::load(packed(saved)).save() == saved);
  // It goes on as if nothing had happened.
  feed(promise, rows, 0, 500);
  feed(loaded, rows, 0, 500);
  CHECK(loaded.save() == promise.save());
  CHECK(loaded.evidence(true) == promise.evidence(true));

  const auto changed = [&](const std::string &from, const std::string &to) {
    std::string out = saved;
    const std::size_t at = out.find(from);
    REQUIRE(at != std::string::npos);
    return out.replace(at, from.size(), to);
  };
  for (const auto &[from, to] : std::vector<std::pair<std::string, std::string>>{
           {"recall>=0.8", "recall>=8"},
           {"\"delta\":0.05", "\"delta\":0"},
           {"\"rows\":20000", "\"rows\":2"},
           {"\"alarms\":", "\"alarms\":0,\"x\":"},
           {"\"kept\":false", "\"kept\":0"},
           {"\"capital\":[", "\"capital\":[-1,"},
           {"\"version\":1", "\"version\":2"},
           {"recall>=0.8", "mcc>=0.8"},
           {"\"min_label_probability\":0.01", "\"min_label_probability\":0.5"}}) {
    INFO(from << " -> " << to);
    expect_error(Status::format, "saved promise", [&, bad = changed(from, to)] { Promise::load(bad); });
  }
}

TEST_CASE("promise: rows that cannot be counted are refused, and leave nothing behind") {
  Promise promise("precision>=0.9", with(0.05, unset, 0.1));
  Rows good;
  good.add(1, 1, 1);
  feed(promise, good);
  const std::string before = promise.save();
  const auto refused = [&](int flag, int label, double p, const std::string &message) {
    Rows rows = good;
    rows.probabilities = {0.5};
    rows.add(flag, label, p);
    expect_error(Status::argument, message, [&] { feed(promise, rows); });
    CHECK(promise.save() == before);
  };
  refused(2, 1, 1, "flagged[1] is 2: must be 0 or 1");
  refused(1, 3, 1, "labels[1] is 3: must be 0, 1 or 2 (no label)");
  refused(1, 1, 0, "label_probabilities[1] is 0, and the row counts");
  refused(1, 1, 0.05, "label_probabilities[1] is 0.05: must be at least min_label_probability = 0.1");
  refused(1, 1, 1.5, "label_probabilities[1] is 1.5: must lie in [0, 1]");
  refused(1, 2, 1, "labels[1] is 2 (no label), and its label probability is 1");
  Rows more = good;
  more.weights = {1.5};
  expect_error(Status::argument, "weights[0] is 1.5: must lie in [0, max_weight = 1]", [&] { feed(promise, more); });
  more.weights = {1};
  more.times = {HUGE_VAL};
  expect_error(Status::argument, "times[0] is inf: must be finite", [&] { feed(promise, more); });
  more.times = {1};
  more.segments = {0};
  expect_error(Status::argument, "segments are given: n_segments is 0", [&] { feed(promise, more); });
  Rows many;
  for (int i = 0; i < 40; ++i) many.add(1, 1, 0.5 + 0.01 * i);
  expect_error(Status::unsupported, "more than 32 different values", [&] { feed(promise, many); });
  CHECK(promise.save() == before);
  expect_error(Status::argument, "alert_rate needs no labels",
               [] { Promise("alert_rate<=0.1", with(0.05, unset, 0.5)); });
  expect_error(Status::argument, "delta is 0: must lie in (0, 1)", [] { Promise("recall>=0.1", with(0)); });

  // A row that is not flagged does not count for precision, and needs neither label nor probability.
  Rows rest;
  rest.add(0, 2, 0);
  rest.add(0, 2, 1);
  rest.add(1, 2, 0.5);
  feed(promise, rest);
  CHECK(promise.stream().n_rows == 4);
  CHECK(promise.stream().n_labels == 1);
  CHECK(promise.value() == 1);
}

TEST_CASE("promise: a fall behind a good past is found soon, and its row") {
  int early = 0;
  std::vector<double> delays, since;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> u;
    Promise promise("precision>=0.95", with(0.05, 20000));
    Rows rows;
    for (int i = 0; i < 7000; ++i) rows.add(1, u(random) < (i < 5000 ? 0.965 : 0.90));
    feed(promise, rows);
    REQUIRE(promise.state() == PromiseState::broken);
    const Finding found = promise.broken();
    if (found.at < 5000) {
      ++early;
      continue;
    }
    CHECK(found.since <= found.at);
    delays.push_back(found.at - 5000);
    since.push_back(std::fabs(found.since - 5000));
  }
  CHECK(early <= 2);
  std::sort(delays.begin(), delays.end());
  std::sort(since.begin(), since.end());
  CHECK(delays[delays.size() / 2] < 330);
  CHECK(since[since.size() / 2] < 150);

  // Positions are times where there are some, and alarms are counted.
  Promise promise("recall>=0.9", with(0.05, 2000));
  Rows rows;
  for (int i = 0; i < 300; ++i) {
    rows.add(i < 200, 1);
    rows.times.push_back(1000 + i);
  }
  feed(promise, rows);
  CHECK(promise.broken().since == 1200);
  CHECK(promise.broken().at > 1200);
  CHECK(promise.stream().alarms > 1);
}

TEST_CASE("promise: labels needed are those that are enough") {
  for (const double truth : {0.7, 0.85}) {
    Promise promise("precision>=0.8", with(0.05));
    Rows rows;
    for (int i = 0; i < 40; ++i) rows.add(1, i % 20 < 20 * truth - 1e-9);
    feed(promise, rows);
    REQUIRE(promise.state() == PromiseState::open);
    const double needed = promise.labels_needed();
    const bool broken = truth < 0.8;
    for (int i = 0; promise.state() == PromiseState::open; ++i) {
      REQUIRE(promise.stream().n_rows < 100000);
      feed(promise, rows, i % 2 * 20, 20);
    }
    CHECK(promise.state() == (broken ? PromiseState::broken : PromiseState::kept));
    CHECK(std::fabs(static_cast<double>(promise.stream().n_rows) - 40 - needed) <= 20);
    CHECK(promise.labels_needed() == 0);
  }
  Promise none("precision>=0.8", with(0.05));
  CHECK(std::isnan(none.labels_needed()));
  CHECK(std::isnan(none.value()));
  CHECK(none.limits().low == 0);
  CHECK(none.limits().high == 1);
  Rows exactly;
  for (int i = 0; i < 10; ++i) exactly.add(1, i < 8);
  feed(none, exactly);
  CHECK(none.labels_needed() == HUGE_VAL);
  PromiseOptions options = with(0.05);
  options.max_weight = 1e308;  // beside which no bet on these labels gains anything
  Promise heavy("precision>=0.9", options);
  feed(heavy, exactly);
  CHECK(heavy.labels_needed() == HUGE_VAL);
}

TEST_CASE("promise: labels are asked for where terms vary most") {
  PromiseOptions options = with(0.05, unset, 0.05);
  const Promise recall("recall>=0.8", options);
  std::vector<double> flagged, predicted, out(2000);
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> u;
  for (int i = 0; i < 2000; ++i) {
    predicted.push_back(std::pow(u(random), 4));
    flagged.push_back(predicted.back() > 0.5);
  }
  const auto ask = [&](const Promise &promise, double labels) {
    promise.label_probabilities({flagged.data(), false, 2000, 1}, {predicted.data(), false, 2000, 1}, labels, out.data());
    return std::accumulate(out.begin(), out.end(), 0.0);
  };
  const double asked = ask(recall, 400);
  CHECK(asked <= 400);
  CHECK(asked > 360);
  double variance = 0, of_equal = 0;
  std::vector<double> values = out;
  for (std::size_t i = 0; i < 2000; ++i) {
    CHECK(out[i] >= 0.05);
    CHECK(out[i] <= 1);
    const double z = flagged[i] == 1 ? 0.2 : 0.8, square = predicted[i] * z * z;
    variance += square / out[i];
    of_equal += square / (asked / 2000);
    for (std::size_t k = 0; k < i; k += 97)  // more likely positives of a kind are asked for at least as often
      if (flagged[i] == flagged[k] && predicted[i] >= predicted[k]) CHECK(out[i] >= out[k]);
  }
  CHECK(variance < 0.65 * of_equal);
  std::sort(values.begin(), values.end());
  CHECK(std::unique(values.begin(), values.end()) - values.begin() <= 25);
  CHECK(ask(recall, 1) == Approx(100));  // no fewer than the least probability allows
  CHECK(ask(recall, 1e6) == 2000);
  // Rows that are not flagged need none for precision.
  const Promise precision("precision>=0.8", options);
  ask(precision, 100);
  for (std::size_t i = 0; i < 2000; ++i) CHECK((out[i] > 0) == (flagged[i] == 1));
  expect_error(Status::argument, "n_labels is 0: must be finite and above 0", [&] { ask(recall, 0); });
  predicted[3] = 2;
  expect_error(Status::argument, "probabilities[3] is 2: must lie in [0, 1]", [&] { ask(recall, 10); });
  flagged[1] = 0.5;
  expect_error(Status::argument, "flagged[1] is 0.5: must be 0 or 1", [&] { ask(recall, 10); });
}

TEST_CASE("promise: segments are tested together") {
  std::mt19937_64 random(9);
  for (int t = 0; t < 50; ++t) {
    std::vector<double> logs;
    for (int i = 0; i < 8; ++i) logs.push_back(std::log(std::exp(static_cast<double>(random() % 1000) / 150 - 3)));
    const std::vector<double> fast = closed_means(logs);
    for (std::size_t i = 0; i < logs.size(); ++i) {
      double least = HUGE_VAL;
      for (unsigned set = 0; set < 256; ++set) {
        if (!(set >> i & 1)) continue;
        double sum = 0, n = 0;
        for (std::size_t k = 0; k < 8; ++k)
          if (set >> k & 1) sum += std::exp(logs[k]), ++n;
        least = std::min(least, sum / n);
      }
      CHECK(std::exp(fast[i]) == Approx(least).epsilon(1e-12));
    }
  }

  PromiseOptions options = with(0.05, 500);
  options.n_segments = 3;
  Promise promise("recall>=0.9", options);
  Rows rows;
  for (int i = 0; i < 900; ++i) {
    rows.add(i % 3 != 1 || i % 2, 1);
    rows.segments.push_back(i % 3);
  }
  feed(promise, rows);
  CHECK(promise.state(0) == PromiseState::kept);
  CHECK(promise.state(1) == PromiseState::broken);
  CHECK(promise.value(1) == 0.5);
  CHECK(promise.limits(1).high < 0.9);
  CHECK(promise.stream(2).n_rows == 300);
  const std::string saved = promise.save();
  Promise loaded = Promise::load(saved);
  CHECK(loaded.save() == saved);
  CHECK(loaded.evidence(true, 1) == promise.evidence(true, 1));
  rows.segments[5] = 3;
  expect_error(Status::argument, "segments[5] is 3: must lie in [0, n_segments - 1 = 2]", [&] { feed(loaded, rows); });
  rows.segments.clear();
  expect_error(Status::argument, "segments is NULL: n_segments is above 0", [&] { feed(loaded, rows); });
  CHECK(loaded.save() == saved);
}

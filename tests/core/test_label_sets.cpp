// Certified label sets: the answer against the definition, tried point by point, and how often the promise breaks on
// samples of populations that are known.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>

#include "cases.hpp"
#include "core/numeric/infinity.hpp"
#include "core/numeric/random/random.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/thresholds/certify/certify_sets.hpp"
#include "core/thresholds/flags.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::thresholds;
using check::expect_error;

namespace {

constexpr int labels = 4;

struct Rows {
  std::vector<double> p;
  std::vector<uint8_t> y;
  std::vector<int64_t> groups;  // of the rows; empty: each row alone

  std::size_t n() const { return p.size() / labels; }
  void add(const Rows &from, std::size_t row) {
    for (std::size_t l = row * labels; l < (row + 1) * labels; ++l) {
      p.push_back(from.p[l]);
      y.push_back(from.y[l]);
    }
    if (!from.groups.empty()) groups.push_back(from.groups[row]);
  }
  // The rows of each unit; groups by their first rows.
  std::vector<std::vector<std::size_t>> units() const {
    std::vector<std::vector<std::size_t>> out;
    std::map<int64_t, std::size_t> places;
    for (std::size_t i = 0; i < n(); ++i) {
      const int64_t own = groups.empty() ? static_cast<int64_t>(i) : groups[i];
      const std::size_t place = places.emplace(own, out.size()).first->second;
      if (place == out.size()) out.emplace_back();
      out[place].push_back(i);
    }
    return out;
  }
  LabelThresholds choose(const Objective &q, const ThresholdSearch &options = {}) const {
    NoMonitor quiet;
    return choose(q, options, quiet);
  }
  LabelThresholds choose(const Objective &q, const ThresholdSearch &options, Monitor &monitor) const {
    const auto rows = static_cast<int64_t>(n());
    return choose_label_sets({p.data(), false, rows, labels, labels, 1}, {y.data(), rows, labels, labels, 1},
                             {groups.empty() ? nullptr : groups.data(), rows, 1}, q, options, monitor);
  }
};

// Labels are true with the probabilities, which are shown sharper or flatter than they are.
Rows some_rows(cases::Rng &rng, int n) {
  Rows out;
  const double power = 0.5 + 1.5 * rng.uniform();
  for (int i = 0; i < n; ++i) {
    const double hard = rng.uniform();
    for (int l = 0; l < labels; ++l) {
      const double u = rng.uniform(), p = u < 0.1 ? 0 : hard * u + (1 - hard) * (u > 0.7);
      out.p.push_back(std::pow(p, power));
      out.y.push_back(rng.uniform() < p);
    }
  }
  return out;
}

// Of a seed and of all rows, whose order does not matter.
std::vector<int64_t> order_of(const Rows &rows, uint64_t seed) {
  uint64_t sum = 0;
  for (std::size_t i = 0; i < rows.n(); ++i) {
    uint64_t row = 0;
    for (std::size_t l = i * labels; l < (i + 1) * labels; ++l)
      for (const double x : {rows.p[l], double(rows.y[l])}) {
        uint64_t bits;
        std::memcpy(&bits, &x, sizeof bits);
        row = mix_bits(row * 0x9e3779b97f4a7c15u + bits);
      }
    sum += row;
  }
  return random_order<int64_t>(static_cast<int64_t>(rows.units().size()), seed + mix_bits(sum + 0x9e3779b97f4a7c15u));
}

enum class Of { recall, precision, f1 };

double metric_of_row(const Rows &rows, std::size_t row, double threshold, Of of, double zero_division) {
  double tp = 0, k = 0, s = 0;
  for (std::size_t l = row * labels; l < (row + 1) * labels; ++l) {
    const bool flagged = rows.p[l] >= threshold;
    tp += flagged && rows.y[l] != 0;
    k += flagged;
    s += rows.y[l];
  }
  const double under = of == Of::recall ? s : of == Of::precision ? k : (k + s) / 2;
  return under > 0 ? tp / under : zero_division;
}

using Unit = std::vector<std::size_t>;

double metric_of_unit(const Rows &rows, const Unit &unit, double threshold, Of of, double zero_division) {
  double sum = 0;
  for (const std::size_t row : unit) sum += metric_of_row(rows, row, threshold, of, zero_division);
  return sum / static_cast<double>(unit.size());
}

double mean_metric(const Rows &rows, double threshold, Of of, double zero_division = 1) {
  const std::vector<Unit> units = rows.units();
  double sum = 0;
  for (const Unit &unit : units) sum += metric_of_unit(rows, unit, threshold, of, zero_division);
  return sum / static_cast<double>(units.size());
}

std::vector<double> path() {
  std::vector<double> out{0};
  for (int i = -750; i <= 750; ++i) out.push_back(1 / (1 + exponential(-0.02 * i)));
  out.push_back(infinity);
  return out;
}

// The greatest log of the capital, by the formula of the paper (Waudby-Smith and Ramdas 2024, for confidence
// intervals).
double greatest_capital(const Rows &rows, const std::vector<int64_t> &order, double threshold, Of of, double bound,
                        double delta, double zero_division) {
  const std::vector<Unit> units = rows.units();
  std::vector<double> x;
  double best = 0, capital = 0;
  const auto n = static_cast<double>(order.size());
  for (std::size_t t = 0; t < order.size(); ++t) {
    double squares = 0.25, sum = 0.5;
    for (std::size_t i = 0; i < t; ++i) {
      sum += x[i];
      squares += std::pow(x[i] - sum / (static_cast<double>(i) + 2), 2);
    }
    const double variance = squares / (static_cast<double>(t) + 1);
    const double bet = std::min(1.0, std::sqrt(2 * std::log(1 / delta) / (n * variance)));
    x.push_back(metric_of_unit(rows, units[static_cast<std::size_t>(order[t])], threshold, of, zero_division));
    best = std::max(best, capital += std::log1p(bet * (x.back() - bound)));
  }
  return best;
}

Objective limit(Of of, double bound, double certify) {
  Objective out;
  (of == Of::recall ? out.min_recall : of == Of::precision ? out.min_precision : out.min_value) = bound;
  out.certify = certify;
  return out;
}

}  // namespace

TEST_CASE("label sets: the certified point is that of the definition", "[levels]") {
  cases::Rng rng(1);
  const std::vector<double> points = path();
  int certified = 0, tried = 0;
  for (int c = 0; c < cases::scaled(60); ++c) {
    Rows rows = some_rows(rng, rng.between(30, 60));
    if (c % 4 == 1)
      for (std::size_t i = 0; i < rows.n(); ++i) rows.groups.push_back(7 - rng.below(25));
    const bool lost = c % 5 == 2;  // labels that no threshold takes
    for (std::size_t l = 0; lost && l < rows.p.size(); l += static_cast<std::size_t>(rng.between(1, 40))) rows.p[l] = -infinity;
    const std::vector<Unit> units = rows.units();
    const Of of = static_cast<Of>(c % 3);
    const bool own_zero = c % 6 >= 4;  // recall and precision of 0 where they are 0/0
    const double zero_division = own_zero && of != Of::f1 ? 0 : 1, delta = 0.2;
    const double bound = (of == Of::f1 ? 0.3 : 0.5) + 0.3 * rng.uniform();
    Objective q = limit(of, bound, 1 - delta);
    if (zero_division == 0) {
      q = limit(Of::f1, bound, 1 - delta);
      q.metric = parse_metric(of == Of::recall ? "recall" : "precision", 0);
    }
    ThresholdSearch options;
    options.seed = static_cast<uint64_t>(c);
    std::vector<int64_t> order = order_of(rows, options.seed);
    // The points in the order of their tests.
    std::vector<double> tests = points;
    std::size_t certain = zero_division == 1 && !(lost && of == Of::recall) ? 1 : 0;
    if (of != Of::recall) std::reverse(tests.begin(), tests.end());
    if (of == Of::f1 || (of == Of::precision && certain == 0)) {
      certain = 0;
      Rows pilot;
      const auto first = static_cast<std::size_t>(std::ceil(0.25 * static_cast<double>(order.size())));
      for (std::size_t i = 0; i < first; ++i)
        for (const std::size_t row : units[static_cast<std::size_t>(order[i])]) pilot.add(rows, row);
      order.erase(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(first));
      const auto worth = [&](double t) { return mean_metric(pilot, t, of, zero_division); };
      if (of == Of::f1)
        std::stable_sort(tests.begin(), tests.end(), [&](double a, double b) { return worth(a) > worth(b); });
      else
        tests.erase(tests.begin(), std::max_element(tests.begin(), tests.end(),
                                                    [&](double a, double b) { return worth(a) < worth(b); }));
    }
    double best = infinity, most = -infinity;
    bool clear = true, any = false;
    for (std::size_t k = 0; k < tests.size(); ++k) {
      if (k >= certain) {
        const double surplus =
            greatest_capital(rows, order, tests[k], of, bound, delta, zero_division) - std::log(1 / delta);
        clear = clear && std::fabs(surplus) > 1e-9;
        if (surplus < 0) break;
      }
      double own = 0;
      for (double p : rows.p) own += of == Of::recall ? -(p >= tests[k]) : p >= tests[k];
      if (of == Of::f1) own = mean_metric(rows, tests[k], of);
      any = true;
      if (own > most || (of == Of::recall && own >= most)) {
        most = own;
        best = tests[k];
      }
    }
    if (!clear) continue;
    ++tried;
    const LabelThresholds found = rows.choose(q, options);
    CAPTURE(c, bound, rows.n());
    for (double t : found.thresholds) CHECK(t == best);
    double flagged = 0;
    for (double p : rows.p) flagged += p >= best;
    CHECK(found.labels_per_row == Approx(flagged / static_cast<double>(rows.n())));
    CHECK(found.feasible == (any && (of != Of::precision || flagged > 0)));
    CHECK(found.pooled.value == Approx(mean_metric(rows, best, of, zero_division)));
    certified += found.feasible && best > 0;
  }
  CHECK(tried * 10 >= cases::scaled(60) * 9);
  CHECK(certified * 4 >= tried);
}

TEST_CASE("label sets: a recall in expectation is that of the definition") {
  cases::Rng rng(2);
  const std::vector<double> points = path();
  for (int c = 0; c < cases::scaled(200); ++c) {
    const Rows rows = some_rows(rng, rng.between(5, 80));
    const double bound = 0.4 + 0.59 * rng.uniform(), n = static_cast<double>(rows.n());
    double best = 0;
    for (double t : points) {
      if ((n * (1 - mean_metric(rows, t, Of::recall)) + 1) / (n + 1) > 1 - bound) break;
      best = t;
    }
    const LabelThresholds found = rows.choose(limit(Of::recall, bound, Objective::unset));
    CAPTURE(c, bound, n);
    CHECK(found.thresholds[0] == best);
    CHECK(found.feasible);
    CHECK(((found.flags[0] & everything_flagged) != 0) == (found.outcomes[0].counts.alerts() == n));
  }
}

TEST_CASE("label sets: the promise breaks no more often than it says", "[levels]") {
  cases::Rng rng(3);
  const int rounds = cases::scaled(400);
  for (const Of of : {Of::recall, Of::precision, Of::f1}) {
    const Rows population = some_rows(rng, 300);
    const double delta = 0.1, bound = of == Of::f1 ? 0.45 : 0.7;
    int broken = 0, answers = 0;
    double lost = 0, squares = 0;
    for (int round = 0; round < rounds; ++round) {
      Rows rows;
      for (int i = 0; i < 150; ++i) rows.add(population, static_cast<std::size_t>(rng.below(300)));
      const LabelThresholds found = rows.choose(limit(of, bound, 1 - delta));
      broken += found.feasible && mean_metric(population, found.thresholds[0], of) < bound;
      answers += found.feasible;
      if (of != Of::recall) continue;
      const double loss =
          1 - mean_metric(population, rows.choose(limit(of, bound, Objective::unset)).thresholds[0], of);
      lost += loss;
      squares += loss * loss;
    }
    const double n = rounds;
    CAPTURE(static_cast<int>(of), answers);
    CHECK(broken <= n * delta + 3 * std::sqrt(n * delta * (1 - delta)));
    CHECK(answers > 0);
    if (of != Of::recall) continue;
    const double mean = lost / n, error = std::sqrt(std::max(0.0, squares / n - mean * mean) / n);
    CHECK(mean <= 1 - bound + 3 * error);
    CHECK(mean >= 1 - bound - 3 * error - 2.0 / 151);  // no more than 1/(n + 1) and a step of the path are given away
  }
}

TEST_CASE("label sets: the promise holds for each seed where rows are sorted", "[frequencies]") {
  cases::Rng rng(5);
  // One label, of probability 1/2 + x/4 or less, is true or not: the mean recall of a threshold below 1/2 is `share`.
  constexpr double share = 0.7, delta = 0.1;
  constexpr int n = 150;
  const int rounds = cases::scaled(100), seeds = 24;
  for (int seed = 0; seed < seeds; ++seed) {
    ThresholdSearch options;
    options.seed = static_cast<uint64_t>(seed);
    int broken = 0;
    for (int round = 0; round < rounds; ++round) {
      std::vector<double> scores;
      for (int i = 0; i < n; ++i) scores.push_back(rng.uniform() < share ? 0.5 + 0.25 * rng.uniform() : 0.1);
      std::sort(scores.begin(), scores.end());
      Rows rows;
      for (const double score : scores)
        for (int l = 0; l < labels; ++l) {
          rows.p.push_back(l == 0 ? score : 0);
          rows.y.push_back(l == 0);
        }
      const LabelThresholds found = rows.choose(limit(Of::recall, share + 1e-9, 1 - delta), options);
      broken += found.thresholds[0] > 0.1;
    }
    CAPTURE(seed);
    CHECK(broken <= rounds * delta + 4 * std::sqrt(rounds * delta * (1 - delta)));
  }
}

TEST_CASE("label sets: the pilot and the choice report how far they are") {
  struct Fractions final : Monitor {
    std::vector<double> seen;
    void at(double fraction) override { seen.push_back(fraction); }
  } monitor;
  cases::Rng rng(6);
  some_rows(rng, 9000).choose(limit(Of::f1, 0.3, 0.9), {}, monitor);
  CHECK(std::is_sorted(monitor.seen.begin(), monitor.seen.end()));
  const auto among = [&](double low, double high) {
    return std::count_if(monitor.seen.begin(), monitor.seen.end(), [&](double f) { return f > low && f < high; });
  };
  CHECK(among(0, 0.2) >= 2);
  CHECK(among(0.8, 1) >= 8);
}

// Rows of a group are alike, so that what counts them one by one promises more than it keeps.
TEST_CASE("label sets: the promise of groups breaks no more often than it says", "[levels]") {
  cases::Rng rng(5);
  const int rounds = cases::scaled(400), groups = 200, most = 12;
  const double delta = 0.1, bound = 0.7;
  std::vector<Rows> population;
  Rows every;
  for (int g = 0; g < groups; ++g) {
    // Large groups are hard: their recall falls at lower thresholds.
    const bool hard = rng.uniform() < 0.3;
    Rows one = some_rows(rng, 1), own;
    for (double &p : one.p) p *= hard ? 0.3 : 1;
    for (int i = 0; i < (hard ? most : 2); ++i) own.add(one, 0);
    own.groups.assign(own.n(), g);
    for (std::size_t i = 0; i < own.n(); ++i) every.add(own, i);
    population.push_back(own);
  }
  int broken = 0, by_rows = 0, less_than_all = 0;
  for (int round = 0; round < rounds; ++round) {
    Rows rows;
    for (int g = 0; g < 40; ++g) {
      const Rows &own = population[static_cast<std::size_t>(rng.below(groups))];
      for (std::size_t i = 0; i < own.n(); ++i) rows.add(own, i);
      std::fill(rows.groups.end() - static_cast<std::ptrdiff_t>(own.n()), rows.groups.end(), g);
    }
    const LabelThresholds found = rows.choose(limit(Of::recall, bound, 1 - delta));
    broken += mean_metric(every, found.thresholds[0], Of::recall) < bound;
    less_than_all += found.thresholds[0] > 0;
    rows.groups.clear();
    Rows alone = every;
    alone.groups.clear();
    by_rows += mean_metric(alone, rows.choose(limit(Of::recall, bound, 1 - delta)).thresholds[0], Of::recall) < bound;
  }
  const double n = rounds, most_broken = n * delta + 3 * std::sqrt(n * delta * (1 - delta));
  CHECK(broken <= most_broken);
  CHECK(by_rows > most_broken);
  CHECK(less_than_all * 2 > rounds);
}

TEST_CASE("label sets: what cannot be promised is refused") {
  cases::Rng rng(4);
  Rows rows = some_rows(rng, 20);
  Objective none;
  none.certify = 0.9;
  expect_error(Status::argument, "exactly one of min_recall, min_precision and min_value must be set, and 0 are",
               [&] { rows.choose(none); });
  Objective two = limit(Of::recall, 0.5, 0.9);
  two.min_value = 0.5;
  expect_error(Status::argument, "and 2 are", [&] { rows.choose(two); });
  Objective unread = limit(Of::recall, 0.5, 0.9);
  unread.metric = parse_metric("jaccard", 1);
  expect_error(Status::argument, "metric is \"jaccard\": with average instance its limit is min_value",
               [&] { rows.choose(unread); });
  expect_error(Status::unsupported, "certify is not set: only a limit on recall holds in expectation, since f1",
               [&] { rows.choose(limit(Of::f1, 0.5, Objective::unset)); });
  Objective loss = limit(Of::f1, 0.5, 0.9);
  loss.metric = parse_metric("mcc", 1);
  expect_error(Status::unsupported, "metric \"mcc\": a limit on its mean needs a metric that",
               [&] { rows.choose(loss); });
  // Of ten rows a pilot of 0.9 leaves one, and one of 0.95 none; a recall has no pilot.
  Rows ten;
  for (std::size_t i = 0; i < 10; ++i) ten.add(rows, i);
  ThresholdSearch piloted;
  piloted.pilot = 0.9;
  CHECK(!ten.choose(limit(Of::f1, 0.99, 0.9), piloted).feasible);
  piloted.pilot = 0.95;
  expect_error(Status::argument, "pilot is 0.95: leaves no rows to test of 10",
               [&] { ten.choose(limit(Of::f1, 0.5, 0.9), piloted); });
  CHECK(ten.choose(limit(Of::recall, 0.5, 0.9), piloted).feasible);
  const Rows good = rows;
  rows.p[5] = 1.5;
  expect_error(Status::argument, "scores[1][1] is 1.5: must lie in [0, 1]",
               [&] { rows.choose(limit(Of::recall, 0.5, 0.9)); });
  rows.p[5] = -infinity;
  expect_error(Status::unsupported, "certify is not set: a recall in expectation must be reached by all labels together",
               [&] { rows.choose(limit(Of::recall, 0.5, Objective::unset)); });
  rows = good;
  rows.groups.assign(rows.n(), 3);
  expect_error(Status::argument, "groups is 1: must be at least 2", [&] { rows.choose(limit(Of::recall, 0.5, 0.9)); });
  rows = good;
  rows.y[5] = 2;
  expect_error(Status::argument, "truth[1][1] is 2: must be 0 or 1", [&] { rows.choose(limit(Of::recall, 0.5, 0.9)); });
  expect_error(Status::argument, "rows is 0: must be at least 2", [&] { Rows().choose(limit(Of::recall, 0.5, 0.9)); });
  // Too few rows to prove anything: every label for recall, and no label, which is no answer, for precision.
  Rows few;
  few.add(good, 0);
  few.add(good, 1);
  const LabelThresholds all = few.choose(limit(Of::recall, 0.9, 0.99));
  const LabelThresholds no = few.choose(limit(Of::precision, 0.9, 0.99));
  CHECK((all.feasible && all.thresholds[0] == 0 && all.labels_per_row == labels));
  CHECK((!no.feasible && no.thresholds[0] == infinity && no.labels_per_row == 0));
  const LabelThresholds f1 = few.choose(limit(Of::f1, 0.9, 0.99));
  CHECK((!f1.feasible && f1.thresholds[0] == infinity));
}

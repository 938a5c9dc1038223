// Which rows to label, and when to stop: the capital against its definition, the goal against a count of what was left
// unlabelled, and how often the promise breaks, chances that mislead included.
#include <catch2/catch.hpp>
#include <functional>

#include "cases.hpp"
#include "core/numeric/random/random.hpp"
#include "core/routes/labelling/labelling.hpp"
#include "expect_error.hpp"

namespace {

using namespace wald::core;
using namespace wald::core::routes;
using check::expect_error;

struct Table {
  std::vector<double> chances;
  std::vector<uint8_t> events;
};

// rate(chance): what the chance of an event is in truth.
template <class Rate>
Table table(int64_t n, uint64_t seed, double power, const Rate &rate) {
  Random random(seed);
  Table out;
  for (int64_t i = 0; i < n; ++i) {
    out.chances.push_back(0.5 * std::pow(random.uniform(), power));
    out.events.push_back(random.uniform() < rate(out.chances.back()));
  }
  return out;
}

struct Outcome {
  int64_t labelled, left;  // events that stay
  bool kept;
};

// New chances of all rows from what was labelled so far, as a caller makes them.
using Renewed = std::function<std::vector<double>(const Table &, const std::vector<uint8_t> &seen)>;

// Labels until it is done, with this many rows a turn, and judges by counting.
Outcome run(const Table &t, LabellingGoal goal, uint64_t seed, int64_t most, Labelling *out = nullptr,
            const Renewed &renewed = nullptr) {
  Labelling l(t.chances, goal, seed);
  std::vector<uint8_t> seen(t.events.size(), 0);
  while (!l.done()) {
    const std::vector<int64_t> rows = l.next(most);
    REQUIRE(!rows.empty());
    REQUIRE(static_cast<int64_t>(rows.size()) <= most);
    std::vector<uint8_t> answers;
    for (int64_t row : rows) {
      REQUIRE(!seen[static_cast<std::size_t>(row)]);
      seen[static_cast<std::size_t>(row)] = 1;
      answers.push_back(t.events[static_cast<std::size_t>(row)]);
    }
    l.answer(answers, renewed ? renewed(t, seen) : std::vector<double>());
  }
  Outcome found{l.labelled(), 0, false};
  double n = static_cast<double>(seen.size()), labelled = 0, events = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    labelled += seen[i] && t.events[i];
    events += t.events[i];
  }
  CHECK(l.labelled() == std::count(seen.begin(), seen.end(), 1));
  CHECK(l.found() == static_cast<int64_t>(labelled));
  found.left = static_cast<int64_t>(events - labelled);
  switch (goal.quality) {
    case LabelledQuality::accuracy: found.kept = n - (events - labelled) >= goal.target * n - 1e-9; break;
    case LabelledQuality::recall: found.kept = labelled >= goal.target * events - 1e-9; break;
    case LabelledQuality::precision: found.kept = n - events >= goal.target * (n - labelled) - 1e-9; break;
  }
  if (out) *out = l;
  return found;
}

constexpr LabelledQuality qualities[] = {LabelledQuality::accuracy, LabelledQuality::recall,
                                         LabelledQuality::precision};

}  // namespace

TEST_CASE("labelling: the promise is kept, whatever chances are worth", "[frequencies]") {
  // Right; alike for all rows; turned round; events where none are thought to be.
  const auto right = [](double c) { return c; };
  const auto alike = [](double) { return 0.12; };
  const auto turned = [](double c) { return 0.5 - c > 0.4 ? 0.3 : 0.05; };
  const auto hidden = [](double c) { return c < 0.02 ? 0.2 : c; };
  constexpr int rounds = 400;
  for (LabelledQuality quality : qualities) {
    int kind = 0;
    for (const Table &t :
         {table(1500, 1, 3, right), table(1500, 2, 3, alike), table(1500, 3, 3, turned), table(1500, 4, 6, hidden)}) {
      int broken = 0;
      double labelled = 0;
      for (int r = 0; r < rounds; ++r) {
        const Outcome found = run(t, {quality, 0.9, 0.1}, static_cast<uint64_t>(r), 1500);
        broken += !found.kept;
        labelled += static_cast<double>(found.labelled) / rounds;
      }
      CAPTURE(static_cast<int>(quality), kind, broken, labelled);
      CHECK(broken <= 0.1 * rounds + 3 * std::sqrt(0.09 * rounds));
      CHECK(labelled < 1450);
      ++kind;
    }
  }
}

// Chances that are made of the labels so far leave the capital a martingale: they are known before the next draw.
TEST_CASE("labelling: the promise is kept with new chances after every answer", "[levels]") {
  Random noise(11);
  const auto nearest = [](const Table &t, const std::vector<uint8_t> &seen) {  // a model that learns: the rate nearby
    std::vector<double> labels(32, 0.5), rows(32, 1), out;
    const auto bin = [&](std::size_t i) { return static_cast<std::size_t>(63.9 * t.chances[i]); };
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (seen[i]) {
        labels[bin(i)] += t.events[i];
        rows[bin(i)] += 1;
      }
    for (std::size_t i = 0; i < seen.size(); ++i) out.push_back(labels[bin(i)] / rows[bin(i)]);
    return out;
  };
  const auto any = [&](const Table &t, const std::vector<uint8_t> &) {
    std::vector<double> out;
    for (std::size_t i = 0; i < t.events.size(); ++i) out.push_back(noise.uniform());
    return out;
  };
  const auto against = [](const Table &t, const std::vector<uint8_t> &) {  // by one who knows all labels, and hides them
    std::vector<double> out;
    for (const uint8_t event : t.events) out.push_back(event ? 0.001 : 0.9);
    return out;
  };
  const auto overfitted = [](const Table &t, const std::vector<uint8_t> &seen) {  // what was labelled is known for sure
    std::vector<double> out;
    for (std::size_t i = 0; i < seen.size(); ++i) out.push_back(seen[i] ? t.events[i] : 0.1);
    return out;
  };
  const int rounds = cases::scaled(90);
  const Table t = table(300, 12, 3, [](double c) { return c < 0.02 ? 0.15 : c; });
  for (LabelledQuality quality : qualities) {
    int kind = 0;
    for (const Renewed &renewed : {Renewed(nearest), Renewed(any), Renewed(against), Renewed(overfitted)}) {
      int broken = 0;
      for (int r = 0; r < rounds; ++r)
        broken += !run(t, {quality, 0.85, 0.1}, static_cast<uint64_t>(r), 40, nullptr, renewed).kept;
      CAPTURE(static_cast<int>(quality), kind, broken, rounds);
      CHECK(broken <= 0.1 * rounds + 3 * std::sqrt(0.09 * rounds));
      ++kind;
    }
  }
}

TEST_CASE("labelling: new chances find the rows that the first ones missed") {
  // Events are where the first chances do not look; labels show where.
  Table t;
  std::vector<double> second;
  Random random(13);
  for (int i = 0; i < 4000; ++i) {
    const double x = random.uniform();
    t.chances.push_back(0.05 + 0.1 * random.uniform());
    t.events.push_back(random.uniform() < (x < 0.1 ? 0.8 : 0.005));
    second.push_back(x < 0.1 ? 0.8 : 0.005);
  }
  double fixed = 0, updated = 0;
  for (uint64_t seed = 0; seed < 5; ++seed) {
    const LabellingGoal goal{LabelledQuality::recall, 0.9, 0.1};
    fixed += static_cast<double>(run(t, goal, seed, 100).labelled) / 5;
    updated += static_cast<double>(
                   run(t, goal, seed, 100, nullptr, [&](const Table &, const std::vector<uint8_t> &) { return second; }).labelled) /
               5;
  }
  CAPTURE(fixed, updated);
  CHECK(updated * 2 < fixed);
}

TEST_CASE("labelling: the capital does not change with the chances") {
  const Table t = table(2000, 14, 3, [](double c) { return c; });
  Labelling a(t.chances, {LabelledQuality::recall, 0.8, 0.1}, 1), b = a;
  const std::vector<int64_t> rows = a.next(50);
  CHECK(b.next(50) == rows);
  std::vector<uint8_t> answers;
  for (int64_t row : rows) answers.push_back(t.events[static_cast<std::size_t>(row)]);
  a.answer(answers);
  b.answer(answers, std::vector<double>(t.chances.rbegin(), t.chances.rend()));
  CHECK(a.bound() == b.bound());
  CHECK(a.found() == b.found());
  CHECK(a.labelled() == b.labelled());
  CHECK(a.next(50) != b.next(50));
}

TEST_CASE("labelling: chances that are right save most of the labels") {
  const Table t = table(20000, 5, 4, [](double c) { return c; });
  double labelled = 0;
  for (uint64_t seed = 0; seed < 20; ++seed)
    labelled += static_cast<double>(run(t, {LabelledQuality::accuracy, 0.95, 0.1}, seed, 20000).labelled) / 20;
  // The rows that one would ask about who knew all labels, and could only choose a chance.
  std::vector<std::size_t> order(t.chances.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return t.chances[a] > t.chances[b]; });
  double left = static_cast<double>(std::count(t.events.begin(), t.events.end(), 1)), least = 0;
  while (left > 1000) left -= t.events[order[static_cast<std::size_t>(least++)]];
  CAPTURE(labelled, least);
  CHECK(labelled < least + 1500);
}

TEST_CASE("labelling: a bound of what is left, and its ends") {
  const Table t = table(3000, 6, 3, [](double c) { return c; });
  int wrong = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Labelling l(t.chances, {LabelledQuality::accuracy, 0.5, 0.1}, seed);
    CHECK(l.bound() == 3000);
    CHECK(l.edge() == 1);
    Labelling done = l;
    const Outcome found = run(t, {LabelledQuality::accuracy, 0.93, 0.1}, seed, 64, &done);
    CHECK(done.bound() <= done.allowed());
    wrong += done.bound() < found.left;
  }
  CHECK(wrong <= 20 + 3 * std::sqrt(18.0));
}

TEST_CASE("labelling: the same seed and answers give the same rows") {
  const Table t = table(2000, 7, 3, [](double c) { return c; });
  const auto rows_of = [&](uint64_t seed) {
    std::vector<int64_t> all;
    Labelling l(t.chances, {LabelledQuality::recall, 0.8, 0.1}, seed);
    while (!l.done()) {
      const std::vector<int64_t> rows = l.next(50);
      CHECK(l.next(7) == rows);  // until they are answered
      all.insert(all.end(), rows.begin(), rows.end());
      std::vector<uint8_t> answers;
      for (int64_t row : rows) answers.push_back(t.events[static_cast<std::size_t>(row)]);
      l.answer(answers);
    }
    CHECK(l.next(5).empty());
    return all;
  };
  CHECK(rows_of(1) == rows_of(1));
  CHECK(rows_of(1) != rows_of(2));
}

TEST_CASE("labelling: few rows, no events, all events, chances at the ends") {
  for (LabelledQuality quality : qualities)
    for (int64_t n : {1, 2, 7, 40})
      for (uint8_t event : {0, 1})
        for (double chance : {0.0, 0.3, 1.0}) {
          Table t;
          t.chances.assign(static_cast<std::size_t>(n), chance);
          t.events.assign(static_cast<std::size_t>(n), event);
          CAPTURE(static_cast<int>(quality), n, static_cast<int>(event), chance);
          const Outcome found = run(t, {quality, 0.9, 0.01}, 3, 3);
          // Among few rows at this confidence an event goes by without a label only if it may.
          CHECK(found.kept);
        }
}

TEST_CASE("labelling: a recall of next to nothing allows any number of events") {
  const Table t = table(40, 5, 1, [](double chance) { return chance; });
  for (double target : {1e-300, 1e-18, 1e-3}) {
    const Outcome found = run(t, {LabelledQuality::recall, target, 0.1}, 3, 4);
    CHECK(found.kept);
    CHECK(found.labelled < 40);
  }
}

TEST_CASE("labelling: what is wrong is said") {
  const LabellingGoal goal;
  expect_error(Status::argument, "rows is 0: there is no row to label", [&] { Labelling({}, goal, 0); });
  expect_error(Status::argument, "chances[1] is 1.5: must lie in [0, 1]", [&] { Labelling({0.5, 1.5}, goal, 0); });
  expect_error(Status::argument, "chances[0] is nan: must lie in [0, 1]", [&] { Labelling({std::nan("")}, goal, 0); });
  expect_error(Status::argument, "min_quality is 1: must lie in (0, 1)", [&] {
    Labelling({0.5}, {LabelledQuality::recall, 1, 0.1}, 0);
  });
  expect_error(Status::argument, "certify is 0: must lie in (0, 1)", [&] {
    Labelling({0.5}, {LabelledQuality::recall, 0.5, 1}, 0);
  });
  expect_error(Status::argument, "quality is \"f1\": must be one of accuracy, recall, precision",
               [&] { labelled_quality_by_name("f1"); });
  Labelling l(std::vector<double>(50, 0.5), goal, 0);
  expect_error(Status::argument, "most is 0: must be at least 1", [&] { l.next(0); });
  expect_error(Status::argument, "events has 1 values: must be those of the 0 rows asked for", [&] { l.answer({1}); });
  const std::size_t asked = l.next(5).size();
  CHECK(asked == 5);
  expect_error(Status::argument, "events[4] is 2: must be 0 or 1", [&] { l.answer({0, 0, 0, 0, 2}); });
  CHECK(l.labelled() == 0);
  expect_error(Status::argument, "chances has 2 elements: must have 50, one per row",
               [&] { l.answer({0, 0, 0, 0, 0}, {0.1, 0.2}); });
  expect_error(Status::argument, "chances[0] is 2: must lie in [0, 1]",
               [&] { l.answer({0, 0, 0, 0, 0}, std::vector<double>(50, 2.0)); });
  CHECK(l.labelled() == 0);
  l.answer({0, 1, 0, 0, 0}, std::vector<double>(50, 1.0));
  CHECK(l.labelled() == 5);
}

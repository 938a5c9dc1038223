// Joint decisions by numbers of labels that the same vectors hold: groups, planes above metrics, and the search.
#include <map>
#include <set>

#include "core/decisions/joint/ascent.hpp"
#include "core/decisions/joint/group_selection.hpp"
#include "core/decisions/joint/majorants.hpp"
#include "decision_check.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using cases::metric;

namespace {

// Ratios that are convex, linear at z = 0 and concave in tp; a product; means of rates; whether one is right.
const std::vector<std::string> metrics_not_linear = {
    "jaccard", "lf:0:1:0:0/0.5:-0.5:0.7:0.6", "lf:0:1:0:0.2/0.5:1:0:0.6", "noisy_or", "gmean", "hmean", "coverage"};

// Columns that repeat: label i is drawn anew with probability `fresh`, else like another one.
std::vector<uint8_t> repeating_columns(cases::Rng &rng, int vectors, int n, double fresh) {
  std::vector<uint8_t> cells(static_cast<std::size_t>(vectors * n));
  const double p = rng.uniform();
  for (int i = 0; i < n; ++i) {
    const int like = i > 0 && rng.uniform() >= fresh ? rng.below(i) : i;
    for (int v = 0; v < vectors; ++v)
      cells[static_cast<std::size_t>(v * n + i)] =
          like < i ? cells[static_cast<std::size_t>(v * n + like)] : static_cast<uint8_t>(rng.uniform() < p);
  }
  return cells;
}

std::vector<double> weights(cases::Rng &rng, int vectors) {
  std::vector<double> out;
  for (int v = 0; v < vectors; ++v) out.push_back(rng.below(2) ? rng.between(1, 3) : 0.01 + rng.uniform());
  return out;
}

Joint fed(const std::vector<uint8_t> &cells, const std::vector<double> &w, int n) {
  Joint joint(n);
  joint.feed({cells.data(), static_cast<int64_t>(w.size()), n, n, 1}, cases::reals(w));
  return joint;
}

}  // namespace

TEST_CASE("groups: labels are together if the same vectors hold them") {
  cases::Rng rng(901);
  for (int i = 0; i < cases::scaled(150); ++i) {
    const int vectors = i % 10 == 0 ? rng.between(60, 200) : rng.between(1, 12), n = rng.between(1, 60);
    const Joint joint = fed(repeating_columns(rng, vectors, n, 0.4), weights(rng, vectors), n);
    const auto listed = joint.distinct();
    const LabelGroups groups(listed, n);
    std::map<int, std::set<std::size_t>> holders;
    for (std::size_t v = 0; v < listed.size(); ++v)
      for (const int32_t *label = listed[v].begin; label != listed[v].end; ++label) holders[*label].insert(v);
    std::map<std::set<std::size_t>, std::vector<int64_t>> wanted;
    for (int label = 0; label < n; ++label) wanted[holders[label]].push_back(label);
    CAPTURE(joint.save());
    REQUIRE(groups.count() == wanted.size());
    int64_t before = -1;
    for (std::size_t g = 0; g < groups.count(); ++g) {
      std::set<std::size_t> own;
      for (uint32_t v : groups.holders(g)) own.insert(v);
      const std::vector<int64_t> &labels = wanted[own];
      REQUIRE(groups.sizes()[g] == static_cast<int64_t>(labels.size()));
      if (!own.empty()) {
        CHECK(labels.front() > before);
        before = labels.front();
      }
      // Some of a group are its first labels.
      std::vector<int64_t> numbers(groups.count(), 0);
      numbers[g] = rng.between(0, static_cast<int>(labels.size()));
      CHECK(groups.items_of(numbers) == std::vector<int64_t>(labels.begin(), labels.begin() + numbers[g]));
    }
  }
}

TEST_CASE("groups: a selection is the best for a linear value") {
  cases::Rng rng(902);
  for (int i = 0; i < cases::scaled(400); ++i) {
    const int vectors = rng.between(1, 10), n = rng.between(1, 10);
    const Joint joint = fed(repeating_columns(rng, vectors, n, 0.5), weights(rng, vectors), n);
    const auto listed = joint.distinct();
    const LabelGroups groups(listed, n);
    GroupSelection selection(groups);
    std::vector<double> of_vector;
    for (std::size_t v = 0; v < listed.size(); ++v) of_vector.push_back(rng.uniform() - 0.3);
    const double of_label = 0.5 - rng.uniform();
    const int64_t low = rng.between(0, n), high = rng.between(static_cast<int>(low), n);
    const auto value_of = [&](oracle::Mask h) {
      double sum = of_label * oracle::ones(h);
      for (std::size_t v = 0; v < listed.size(); ++v)
        for (const int32_t *label = listed[v].begin; label != listed[v].end; ++label)
          sum += h >> *label & 1 ? of_vector[v] : 0.0;
      return sum;
    };
    double best = -HUGE_VAL;
    for (oracle::Mask h = 0; h < oracle::Mask{1} << n; ++h)
      if (oracle::ones(h) >= low && oracle::ones(h) <= high) best = std::max(best, value_of(h));
    selection.select(of_vector, of_label, {low, high});
    const auto items = groups.items_of(selection.numbers());
    CAPTURE(joint.save(), low, high);
    CHECK(static_cast<int64_t>(items.size()) == selection.k());
    CHECK(selection.k() >= low);
    CHECK(selection.k() <= high);
    CHECK(value_of(check::mask_of(items)) == Approx(best).margin(1e-12));
    for (std::size_t v = 0; v < listed.size(); ++v) {
      int64_t tp = 0;
      for (const int32_t *label = listed[v].begin; label != listed[v].end; ++label)
        tp += std::count(items.begin(), items.end(), *label);
      CHECK(selection.tp()[v] == tp);
    }
  }
}

TEST_CASE("groups: a selection by bytes of vectors is that by links") {
  cases::Rng rng(903);
  const int vectors = 21, n = 2000;
  std::vector<uint8_t> cells(static_cast<std::size_t>(vectors * n));
  for (uint8_t &cell : cells) cell = static_cast<uint8_t>(rng.below(2));
  const Joint joint = fed(cells, weights(rng, vectors), n);
  const auto listed = joint.distinct();
  const LabelGroups groups(listed, n);
  REQUIRE(groups.links() >= 4096);
  GroupSelection selection(groups);
  std::vector<double> of_vector;
  for (std::size_t v = 0; v < listed.size(); ++v) of_vector.push_back(rng.between(-8, 8));  // whole: no rounding
  for (const KRange range : {KRange{0, n}, KRange{1500, 1600}, KRange{10, 20}}) {
    selection.select(of_vector, 3, range);
    // Each label's worth, the greatest first.
    std::vector<double> worth(static_cast<std::size_t>(n), 3.0);
    for (std::size_t v = 0; v < listed.size(); ++v)
      for (const int32_t *label = listed[v].begin; label != listed[v].end; ++label)
        worth[static_cast<std::size_t>(*label)] += of_vector[v];
    double own = 0, best = 0;
    for (int64_t label : groups.items_of(selection.numbers())) own += worth[static_cast<std::size_t>(label)];
    std::sort(worth.rbegin(), worth.rend());
    for (int64_t k = 0; k < range.high; ++k)
      if (k < range.low || worth[static_cast<std::size_t>(k)] > 0) best += worth[static_cast<std::size_t>(k)];
    CHECK(own == best);
    for (std::size_t v = 0; v < listed.size(); ++v) {
      int64_t tp = 0;
      for (std::size_t g = 0; g < groups.count(); ++g)
        for (uint32_t holder : groups.holders(g)) tp += holder == v ? selection.numbers()[g] : 0;
      CHECK(selection.tp()[v] == tp);
    }
  }
}

TEST_CASE("groups: planes lie nowhere below their metric") {
  cases::Rng rng(904);
  for (int i = 0; i < cases::scaled(3000); ++i) {
    const int n = rng.between(1, 14), s = rng.between(0, n);
    const int k_low = rng.between(0, n), k_high = rng.between(k_low, n);
    const int low = rng.between(0, s), high = rng.between(low, s);
    std::vector<std::string> names = metrics_not_linear;
    names.push_back("lf:0:-2:1:1/0.05:1:0:0");  // falls in tp, and is convex in it
    for (const std::string &name : names) {
      const auto m = metric(name, rng.below(2));
      const Majorants majorants(*m, n);
      REQUIRE(majorants.known());
      const double tp = low + (high - low) * rng.uniform(), k = k_low + (k_high - k_low) * rng.uniform();
      const CellBox box{static_cast<double>(low), static_cast<double>(high), static_cast<double>(k_low),
                        static_cast<double>(k_high)};
      CAPTURE(name, m->zero_division(), n, s, low, high, k_low, k_high, tp, k);
      bool some = false;
      for (int at_k = k_low; at_k <= k_high; ++at_k)
        for (int at = low; at <= high; ++at) {
          if (at < lowest_tp(at_k, s, n) || at > highest_tp(at_k, s)) continue;
          some = true;
          const Plane plane = majorants.over(box, s, tp, k);
          const double u = m->utility(at, at_k, s, n);
          if (!(plane.at(at, at_k) >= u - 1e-11)) CHECK(plane.at(at, at_k) >= u);
        }
      CHECK(majorants.some_in(box, s) == some);
    }
  }
}

TEST_CASE("groups: an ascent is the optimum, and few groups prove it") {
  cases::Rng rng(905);
  int all = 0, optimal = 0, proved = 0, ratios = 0, ratios_proved = 0;
  for (int i = 0; i < cases::scaled(1000); ++i) {
    const int n = rng.between(1, i % 20 == 0 ? 12 : 9), vectors = rng.between(1, i % 3 == 0 ? 20 : 5);
    const auto w = weights(rng, vectors);
    const Joint joint = fed(repeating_columns(rng, vectors, n, 0.5), w, n);
    std::vector<oracle::Mask> masks;
    for (int64_t v = 0; v < joint.n_fed(); ++v) {
      oracle::Mask mask = 0;
      for (const int32_t *label = joint.fed(v).begin; label != joint.fed(v).end; ++label)
        mask |= oracle::Mask{1} << *label;
      masks.push_back(mask);
    }
    const auto law = oracle::joint(n, masks, w);
    DecisionOptions options;
    options.algorithm = Algorithm::ascent;
    KRange range{0, n};
    if (rng.below(2)) {
      options.at_least = range.low = rng.between(0, n);
      options.at_most = range.high = rng.between(static_cast<int>(range.low), n);
    }
    for (const std::string &name : metrics_not_linear) {
      const int z = rng.below(2);
      const auto m = metric(name, z);
      const oracle::Cells cells(oracle::utility(name, z), n);
      const auto best = oracle::optimum(cells, law, static_cast<int>(range.low), static_cast<int>(range.high));
      const auto d = check::decide(*m, joint, options);
      CAPTURE(joint.save(), range.low, range.high);
      check::Demands demands;
      demands.tightness = demands.ties = demands.next_best = false;
      check::decision(d, *m, cells, law, best, range, demands);
      const bool ratio = name == "jaccard" || name[0] == 'l';
      ++all;
      optimal += best.value - oracle::expected(cells, law, check::mask_of(d.items)) <= 1e-13L;
      proved += d.answer.bound <= 1e-9;
      ratios += ratio;
      ratios_proved += ratio && d.answer.bound <= 1e-9;
    }
  }
  CHECK(optimal >= all * 0.999);
  CHECK(ratios_proved >= ratios * 0.99);
  CHECK(proved >= all * 0.95);
}

TEST_CASE("groups: beyond enumeration every number of labels of each group is tried") {
  // Two vectors, so four groups at most: all predictions that differ in value can be listed.
  cases::Rng rng(906);
  for (int i = 0; i < cases::scaled(60); ++i) {
    const int n = rng.between(17, 60);
    const Joint joint = fed(repeating_columns(rng, 2, n, 0.7), weights(rng, 2), n);
    const auto listed = joint.distinct();
    const LabelGroups groups(listed, n);
    DecisionOptions options;
    if (i % 3 == 0) {
      options.at_least = rng.between(1, n);
      options.at_most = rng.between(static_cast<int>(options.at_least), n);
    }
    const KRange range = options.k_range(n);
    for (const std::string &name : metrics_not_linear) {
      const auto m = metric(name, rng.below(2));
      double best = -HUGE_VAL;
      std::vector<int64_t> numbers(groups.count(), 0);
      for (bool more = true; more;) {
        const auto items = groups.items_of(numbers);
        if (range.holds(static_cast<int64_t>(items.size())))
          best = std::max(best, value_on_vectors(*m, listed, n, items).value);
        more = false;
        for (std::size_t g = 0; g < numbers.size() && !more; ++g) {
          more = numbers[g] < groups.sizes()[g];
          numbers[g] = more ? numbers[g] + 1 : 0;
        }
      }
      const auto d = check::decide(*m, joint, options);
      CAPTURE(joint.save(), name, m->zero_division(), range.low, range.high);
      CHECK(d.answer.algorithm == Algorithm::ascent);
      CHECK(range.holds(d.answer.k));
      CHECK(d.answer.expected >= best - 1e-12);
      CHECK(d.answer.expected <= best + 1e-12);
    }
  }
}

TEST_CASE("groups: masks of many labels, exactly for five samples, in any order of feeding") {
  constexpr int n = 20000;
  cases::Rng rng(907);
  for (const int samples : {5, 20}) {
    std::vector<uint8_t> cells(static_cast<std::size_t>(samples) * n);
    for (int i = 0; i < n; ++i) {
      const double p = std::pow(rng.uniform(), 3);
      for (int v = 0; v < samples; ++v) cells[static_cast<std::size_t>(v * n + i)] = rng.uniform() < p;
    }
    const std::vector<double> w(static_cast<std::size_t>(samples), 1.0);
    const Joint joint = fed(cells, w, n);
    std::vector<uint8_t> reversed;
    for (int v = samples; v-- > 0;) reversed.insert(reversed.end(), cells.begin() + v * n, cells.begin() + (v + 1) * n);
    const Joint again = fed(reversed, w, n);
    for (const char *name : {"jaccard", "gmean", "hmean"}) {
      const auto m = metric(name);
      const auto d = check::decide(*m, joint), same = check::decide(*m, again);
      CAPTURE(name, samples);
      CHECK(d.answer.algorithm == Algorithm::ascent);
      CHECK(d.answer.bound <= (samples == 5 ? 1e-9 : std::string(name) == "jaccard" ? 0.2 : 1e-6));
      CHECK(same.items == d.items);
      CHECK(same.answer.expected == d.answer.expected);
      CHECK(same.answer.bound == d.answer.bound);
      // The samples themselves are no better.
      for (const Joint::Vector &v : joint.distinct())
        CHECK(value_on_vectors(*m, joint.distinct(), n, {v.begin, v.end}).value <= d.answer.expected);
    }
  }
}

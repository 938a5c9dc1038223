// A number of labels for each row, with probabilities and label weights of any size: every choice in arithmetic of 100
// digits. What the answer says of itself must be true: its bound, and the utility that it expects of each label.
#include <algorithm>
#include <functional>

#include "cases.hpp"
#include "core/decisions/rows.hpp"
#include "exact_metric.hpp"

using namespace wald::core;
using namespace wald::core::decisions;

namespace {

using Exact = exact::Number;

const char *const all_metrics[] = {"f1",       "fbeta:3",     "jaccard",      "precision",
                                   "recall",   "specificity", "npv",          "balanced_accuracy",
                                   "hamming",  "informedness", "markedness",  "cost:1:3",
                                   "mcc",      "kappa",       "fowlkes_mallows", "coverage",
                                   "lf:0:1:-0.5:0/1:0:0:1"};

double power_of_ten(cases::Rng &rng, double from, double to) {
  return std::pow(10, from + (to - from) * rng.uniform());
}

// From 5e-324 to 1 - 1e-16; a table has few kinds of them, so that whole labels are of one kind.
double any_probability(cases::Rng &rng, int kind) {
  switch (kind) {
    case 0: return rng.uniform();
    case 1: return 5e-324 * rng.between(1, 4);
    case 2: return power_of_ten(rng, -323, -290);
    case 3: return power_of_ten(rng, -300, 0);
    case 4: return 1 - 0x1p-53 * rng.between(1, 4);
    case 5: return 1 - power_of_ten(rng, -16, 0);
    case 6: return power_of_ten(rng, -18, -14);
    case 7: return rng.below(2);
    default: return 0.25 * rng.between(0, 4);
  }
}

// The best of each row is then the best of all.
bool sums_over_rows(const std::string &name) {
  return name == "recall" || name == "specificity" || name == "balanced_accuracy" || name == "informedness" ||
         name == "hamming" || name == "cost:1:3" || name == "lf:0:1:-0.5:0/1:0:0:1";
}

struct Enumerated {
  std::vector<std::vector<Exact>> utility;  // of each label, for each set of rows
  std::vector<Exact> weights;               // that sum to 1
};

}  // namespace

TEST_CASE("per row: bounds hold for probabilities and weights of any size") {
  cases::Rng rng(4103);
  const int rounds = cases::scaled(10000);
  for (int round = 0; round < rounds; ++round) {
    const int64_t cols = rng.between(1, 3), rows = rng.between(1, cols > 2 ? 3 : cols > 1 ? 4 : 6);
    const std::string name = all_metrics[rng.below(int{std::size(all_metrics)})];
    const int z = rng.below(2);
    const auto metric = parse_metric(name, z);
    std::vector<double> p(static_cast<std::size_t>(rows * cols));
    const int first = rng.below(9), second = rng.below(9), mixed = rng.below(3);
    for (int64_t c = 0; c < rows * cols; ++c) {
      const int own = c % cols % 2 ? second : first;
      p[static_cast<std::size_t>(c)] = any_probability(rng, mixed == 0 ? rng.below(9) : own);
    }
    DecisionOptions options;
    options.average = Average::macro;
    const int64_t low = rng.between(0, static_cast<int>(cols)),
                  high = rng.between(static_cast<int>(low), static_cast<int>(cols));
    options.per_row = {low, high};
    if (rng.below(2)) {
      for (int64_t j = 0; j < cols; ++j)
        options.label_weights.push_back(rng.below(5) ? power_of_ten(rng, -300, 300) : 0);
      options.label_weights[0] = power_of_ten(rng, -300, 300);
    }
    INFO(name << " z " << z << " " << rows << "x" << cols << " from " << low << " to " << high << " round " << round
              << " p " << cases::list(p) << " weights " << cases::list(options.label_weights));

    const auto n = static_cast<std::size_t>(rows), m = static_cast<std::size_t>(cols);
    Enumerated all;
    Exact sum_of_weights = 0;
    for (std::size_t j = 0; j < m; ++j) {
      all.weights.emplace_back(options.label_weights.empty() ? 1.0 : options.label_weights[j]);
      sum_of_weights += all.weights.back();
      all.utility.emplace_back();
      for (std::size_t set = 0; set < std::size_t{1} << n; ++set) {
        exact::Cells cells;
        Exact missed = 1;
        for (std::size_t i = 0; i < n; ++i) {
          const Exact x = p[i * m + j];
          const bool has = set >> i & 1;
          cells.add(x, has);
          if (has) missed *= 1 - x;
        }
        all.utility.back().push_back(name == "coverage" ? Exact(1 - missed) : exact::utility(name, cells, z));
      }
    }
    for (Exact &w : all.weights) w /= sum_of_weights;

    std::vector<uint8_t> mask(n * m, 9);
    std::vector<double> expected(m);
    Decision decision;
    const RealTable table{p.data(), false, rows, cols, cols, 1};
    decide_rows(*metric, Kind::independent, table, options,
                {{mask.data(), rows, cols, cols, 1}, expected.data(), &decision});
    const double bound = decision.answer(0).bound, range = metric->range(rows).magnitude();
    CHECK(std::isfinite(bound));

    std::vector<std::size_t> chosen(m, 0);
    for (std::size_t i = 0; i < n; ++i) {
      int64_t k = 0;
      for (std::size_t j = 0; j < m; ++j) {
        REQUIRE(mask[i * m + j] <= 1);
        k += mask[i * m + j];
        chosen[j] |= static_cast<std::size_t>(mask[i * m + j]) << i;
      }
      CHECK((low <= k && k <= high));
    }
    Exact reached = 0;
    std::vector<double> given(m);
    expected_rows(*metric, Kind::independent, table, {mask.data(), rows, cols, cols, 1}, options, given.data(),
                  nullptr);
    for (std::size_t j = 0; j < m; ++j) {
      const Exact &truth = all.utility[j][chosen[j]];
      reached += all.weights[j] * truth;
      CHECK(abs(truth - expected[j]) <= 4e-15 * range);
      CHECK(given[j] == expected[j]);
    }
    // The best choice, row after row.
    Exact best = -1e300;
    std::vector<std::size_t> sets(m, 0);
    const std::function<void(std::size_t)> choose = [&](std::size_t i) {
      if (i == n) {
        Exact value = 0;
        for (std::size_t j = 0; j < m; ++j) value += all.weights[j] * all.utility[j][sets[j]];
        if (value > best) best = value;
        return;
      }
      for (std::size_t set = 0; set < std::size_t{1} << m; ++set) {
        int64_t k = 0;
        for (std::size_t j = 0; j < m; ++j) k += set >> j & 1;
        if (k < low || k > high) continue;
        for (std::size_t j = 0; j < m; ++j) sets[j] = (sets[j] & ~(std::size_t{1} << i)) | (set >> j & 1) << i;
        choose(i + 1);
      }
    };
    choose(0);
    CHECK(best - reached <= bound);
    if (sums_over_rows(name)) CHECK(bound <= 1e-12 * range);
  }
}

// Labels of more rows, whose limits rank them first. A label that may have any rows is best with the likeliest.
TEST_CASE("per row: bounds hold for a label of many rows") {
  cases::Rng rng(4104);
  const int rounds = cases::scaled(3000);
  for (int round = 0; round < rounds; ++round) {
    const int64_t rows = rng.between(1, rng.below(3) ? 60 : 160);
    const std::string name = all_metrics[rng.below(int{std::size(all_metrics)})];
    const int z = rng.below(2), kind = rng.below(9), mixed = rng.below(4);
    const auto metric = parse_metric(name, z);
    std::vector<double> p;
    for (int64_t i = 0; i < rows; ++i) p.push_back(any_probability(rng, mixed ? kind : rng.below(9)));
    DecisionOptions options;
    options.average = Average::macro;
    options.per_row = {0, 1};
    INFO(name << " z " << z << " round " << round << " p " << cases::list(p));
    std::vector<uint8_t> mask(p.size());
    double expected = 0;
    Decision decision;
    decide_rows(*metric, Kind::independent, {p.data(), false, rows, 1, 1, 1}, options,
                {{mask.data(), rows, 1, 1, 1}, &expected, &decision});
    const double bound = decision.answer(0).bound, range = metric->range(rows).magnitude();
    std::vector<std::size_t> order(p.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    // Those of the answer, and then for each k the likeliest.
    const auto value_of = [&](const auto &has) {
      exact::Cells cells;
      Exact missed = 1;
      for (std::size_t i = 0; i < p.size(); ++i) {
        const Exact x = p[i];
        cells.add(x, has(i));
        if (has(i)) missed *= 1 - x;
      }
      return name == "coverage" ? Exact(1 - missed) : exact::utility(name, cells, z);
    };
    const Exact reached = value_of([&](std::size_t i) { return mask[i] == 1; });
    CHECK(abs(reached - expected) <= 4e-15 * range);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] > p[b]; });
    std::vector<std::size_t> rank(p.size());
    for (std::size_t r = 0; r < order.size(); ++r) rank[order[r]] = r;
    Exact best = reached;
    for (std::size_t k = 0; k <= p.size(); ++k) {
      const Exact value = value_of([&](std::size_t i) { return rank[i] < k; });
      if (value > best) best = value;
    }
    CHECK(best - reached <= bound);
    if (sums_over_rows(name)) CHECK(bound <= 1e-12 * range);
  }
}

// More cells than are filled up: rows that are not listed are no use to a label.
TEST_CASE("per row: bounds hold for tables with gaps") {
  cases::Rng rng(4105);
  const int64_t rows = 1200, cols = 1000;
  for (int round = 0; round < cases::scaled(150); ++round) {
    const std::string name = all_metrics[rng.below(int{std::size(all_metrics)})];
    const int z = rng.below(2);
    const auto metric = parse_metric(name, z);
    const auto high = static_cast<int64_t>(rng.between(1, 2));
    constexpr std::size_t n = 3, m = 3;
    double p[n][m];
    std::vector<int64_t> indptr{0};
    std::vector<int32_t> indices;
    std::vector<double> values;
    const int kind = rng.below(9);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < m; ++j) {
        p[i][j] = any_probability(rng, rng.below(2) ? kind : rng.below(9));
        indices.push_back(static_cast<int32_t>(j * 100));
        values.push_back(p[i][j]);
      }
      indptr.push_back(static_cast<int64_t>(values.size()));
    }
    indptr.resize(static_cast<std::size_t>(rows) + 1, indptr.back());
    SparseTable table;
    table.indptr = {indptr.data(), false};
    table.indices = {indices.data(), true};
    table.values = {values.data(), false, static_cast<int64_t>(values.size()), 1};
    table.rows = rows, table.cols = cols;
    DecisionOptions options;
    options.average = Average::macro;
    options.per_row = {0, high};
    std::vector<Exact> weights(m, Exact(1));
    if (rng.below(2)) {
      options.label_weights.assign(static_cast<std::size_t>(cols), 0);
      for (std::size_t j = 0; j < m; ++j)
        weights[j] = options.label_weights[100 * j] = power_of_ten(rng, -300, 300);
    }
    Exact sum_of_weights = 0;
    for (const Exact &w : weights) sum_of_weights += w;
    if (options.label_weights.empty()) sum_of_weights = cols;
    INFO(name << " z " << z << " to " << high << " round " << round << " p " << cases::list(values) << " weights "
              << cases::list(options.label_weights.empty()
                                 ? std::vector<double>()
                                 : std::vector<double>{options.label_weights[0], options.label_weights[100],
                                                       options.label_weights[200]}));
    std::vector<double> expected(static_cast<std::size_t>(cols));
    Decision decision;
    decide_rows(*metric, Kind::independent, table, options, {{}, expected.data(), &decision});
    const double bound = decision.answer(0).bound, range = metric->range(rows).magnitude();
    std::size_t chosen[m] = {0, 0, 0};
    Exact utility[m][std::size_t{1} << n];
    Exact reached = 0;
    for (std::size_t j = 0; j < m; ++j) {
      const auto label = static_cast<int64_t>(100 * j);
      for (std::size_t set = 0; set < std::size_t{1} << n; ++set) {
        exact::Cells cells;
        cells.tn = rows - static_cast<int64_t>(n);
        Exact missed = 1;
        for (std::size_t i = 0; i < n; ++i) {
          const Exact x = p[i][j];
          const bool has = set >> i & 1;
          cells.add(x, has);
          if (has) missed *= 1 - x;
        }
        utility[j][set] = name == "coverage" ? Exact(1 - missed) : exact::utility(name, cells, z);
      }
      for (int64_t a = 0; a < decision.answer(label).k; ++a) {
        const int64_t row = decision.items(label)[a];
        REQUIRE(row < static_cast<int64_t>(n));
        chosen[j] |= std::size_t{1} << row;
      }
      const Exact &truth = utility[j][chosen[j]];
      reached += weights[j] * truth;
      CHECK(abs(truth - expected[static_cast<std::size_t>(label)]) <= 4e-15 * range);
    }
    Exact best = -1e300;
    std::size_t sets[m];
    for (std::size_t choice = 0; choice < std::size_t{1} << (n * m); ++choice) {
      bool allowed = true;
      for (std::size_t i = 0; i < n; ++i) {
        int64_t k = 0;
        for (std::size_t j = 0; j < m; ++j) k += choice >> (i * m + j) & 1;
        allowed = allowed && k <= high;
      }
      if (!allowed) continue;
      Exact value = 0;
      for (std::size_t j = 0; j < m; ++j) {
        sets[j] = 0;
        for (std::size_t i = 0; i < n; ++i) sets[j] |= (choice >> (i * m + j) & 1) << i;
        value += weights[j] * utility[j][sets[j]];
      }
      if (value > best) best = value;
    }
    CHECK((best - reached) / sum_of_weights <= bound);
  }
}

// Metrics by name: values, declared properties, linear forms, parsing.
#include <catch2/catch.hpp>
#include <set>
#include <sstream>

#include "cases.hpp"

using namespace wald::core;
using cases::metric;

namespace {

constexpr double u = 0x1p-53;

template <class F>
void every_cell(int64_t n, F f) {
  for (int64_t k = 0; k <= n; ++k)
    for (int64_t s = 0; s <= n; ++s)
      for (int64_t tp = lowest_tp(k, s, n); tp <= highest_tp(k, s); ++tp) f(tp, k, s);
}

// The properties that hold on every cell of n items, in the oracle's numbers.
uint32_t holding(const oracle::Utility &f, int64_t n) {
  constexpr oracle::Real slack = 1e-14L;
  uint32_t out = rises_in_tp | falls_in_k | rises_in_tp_and_k | linear_in_tp;
  every_cell(n, [&](int64_t tp, int64_t k, int64_t s) {
    const oracle::Real here = f(tp, k, s, n);
    if (tp + 1 <= highest_tp(k, s)) {
      const oracle::Real next = f(tp + 1, k, s, n);
      if (next < here - slack) out &= ~rises_in_tp;
      if (tp + 2 <= highest_tp(k, s) && std::fabs(f(tp + 2, k, s, n) - 2 * next + here) > slack) out &= ~linear_in_tp;
    }
    if (k < n && tp >= lowest_tp(k + 1, s, n) && f(tp, k + 1, s, n) > here + slack) out &= ~falls_in_k;
    if (k < n && tp < s && f(tp + 1, k + 1, s, n) < here - slack) out &= ~rises_in_tp_and_k;
  });
  return out;
}

}  // namespace

TEST_CASE("metric: utility is the definition in every cell") {
  for (const std::string &name : cases::metrics())
    for (int z = 0; z <= 1; ++z) {
      const auto m = metric(name, z);
      const oracle::Utility f = oracle::utility(name, z);
      CHECK(m->zero_division() == z);
      for (int64_t n = 1; n <= 9; ++n) {
        const double magnitude = m->range(n).magnitude();
        every_cell(n, [&](int64_t tp, int64_t k, int64_t s) {
          const double value = m->utility(tp, k, s, n);
          const double off = static_cast<double>(std::fabs(value - f(tp, k, s, n)));
          if (!(off <= m->rounding_ulps() * u * magnitude) || value < m->range(n).low - 1e-15 ||
              value > m->range(n).high + 1e-15) {
            CAPTURE(name, z, n, tp, k, s, value);
            CHECK(value == static_cast<double>(f(tp, k, s, n)));
          }
          const double weighted = m->weighted_utility(0.5 * static_cast<double>(tp), 0.5 * static_cast<double>(k),
                                                      0.5 * static_cast<double>(s), 0.5 * static_cast<double>(n));
          if (!(std::fabs(weighted - value) <= 32 * u * magnitude)) {
            CAPTURE(name, z, n, tp, k, s);
            CHECK(weighted == value);  // all are ratios of counts
          }
        });
      }
    }
}

TEST_CASE("metric: rounding stays within rounding_ulps at large counts") {
  cases::Rng rng(11);
  for (const std::string &name : cases::metrics())
    for (int i = 0; i < cases::scaled(2000); ++i) {
      const int64_t n = rng.between(1, 1 << rng.between(1, 30));
      const int64_t k = rng.between(0, static_cast<int>(n)), s = rng.between(0, static_cast<int>(n));
      const int64_t low = lowest_tp(k, s, n), high = highest_tp(k, s);
      const int64_t tp = low + static_cast<int64_t>(rng.uniform() * static_cast<double>(high - low + 1));
      const auto m = metric(name);
      const double value = m->utility(tp, k, s, n);
      const double off = static_cast<double>(std::fabs(value - oracle::utility(name, 1)(tp, k, s, n)));
      if (!(off <= m->rounding_ulps() * u * m->range(n).magnitude())) {
        CAPTURE(name, n, tp, k, s, value, off);
        CHECK(off <= m->rounding_ulps() * u * m->range(n).magnitude());
      }
    }
}

TEST_CASE("metric: a row of utilities is the utilities") {
  for (const std::string &name : cases::metrics()) {
    const auto m = metric(name, 0);
    for (int64_t n : {1, 5, 8})
      for (int64_t k = 0; k <= n; ++k)
        for (int64_t tp = 0; tp <= k; ++tp)
          for (int64_t first = 0; first <= n - k; ++first) {
            std::vector<double> row(static_cast<std::size_t>(n - k - first + 1));
            m->utilities(tp, k, first, static_cast<int64_t>(row.size()), n, row.data());
            for (std::size_t j = 0; j < row.size(); ++j) {
              const double single = m->utility(tp, k, tp + first + static_cast<int64_t>(j), n);
              if (row[j] != single) CHECK(row[j] == single);
            }
          }
  }
}

TEST_CASE("metric: declared properties hold on every cell") {
  for (const std::string &name : cases::metrics())
    for (int z = 0; z <= 1; ++z) {
      const auto m = metric(name, z);
      const uint32_t claimed = m->properties() & (rises_in_tp | falls_in_k | rises_in_tp_and_k | linear_in_tp);
      const oracle::Utility f = oracle::utility(name, z);
      uint32_t found = claimed;
      for (int64_t n = 1; n <= 12; ++n) found &= holding(f, n);
      CAPTURE(name, z);
      CHECK(found == claimed);
      if (name.rfind("lf:", 0) != 0) {
        // What the table of the metrics says of them.
        CHECK(m->has(rises_in_tp));
        const std::set<std::string> not_linear = {"jaccard", "gmean", "hmean", "noisy_or", "subset_accuracy",
                                                   "coverage"};
        CHECK(m->has(linear_in_tp) == (not_linear.count(name) == 0));
        const std::set<std::string> trivial = {"noisy_or", "precision", "recall", "specificity", "coverage", "npv"};
        CHECK(m->has(degenerate) == (trivial.count(name) == 1));
      }
      CHECK(m->is_exact_match() == (name == "subset_accuracy"));
      CHECK_FALSE(m->is_custom());
    }
}

TEST_CASE("metric: degenerate ones have a trivial optimum and the others do not") {
  cases::Rng rng(5);
  for (const std::string &name : cases::metrics()) {
    if (name.rfind("lf:", 0) == 0 || name.rfind("cost:", 0) == 0) continue;
    const oracle::Cells cells(oracle::utility(name, 1), 6);
    bool always = true;
    for (int i = 0; i < 40; ++i) {
      const auto best = oracle::optimum(cells, oracle::independent(cases::probabilities(rng, 6, i % 3)));
      always = always && std::max(best.best_of_k.front(), best.best_of_k.back()) >= best.value - 1e-12L;
    }
    CAPTURE(name);
    CHECK(always == metric(name)->has(degenerate));
  }
}

TEST_CASE("metric: the linear form gives the utility") {
  for (const std::string &name : cases::metrics())
    for (int z = 0; z <= 1; ++z) {
      const auto m = metric(name, z);
      if (!m->has(linear_in_tp)) continue;
      for (int64_t n = 1; n <= 12; ++n)
        every_cell(n, [&](int64_t tp, int64_t k, int64_t s) {
          const LinearForm form = m->linear(k, s, n);
          const double value = form.a * static_cast<double>(tp) + form.g, expected = m->utility(tp, k, s, n);
          if (!(std::fabs(value - expected) <= 1e-14)) {
            CAPTURE(name, z, n, tp, k, s);
            CHECK(value == expected);
          }
        });
    }
}

TEST_CASE("metric: one_order means a(k,s) = alpha(k) w(s)") {
  std::set<std::string> with;
  for (const std::string &name : cases::metrics())
    for (int z = 0; z <= 1; ++z) {
      const auto m = metric(name, z);
      if (!m->one_order()) continue;
      with.insert(name);
      REQUIRE(m->has(linear_in_tp));
      for (int64_t n = 1; n <= 9; ++n)
        for (int64_t k = 0; k <= n; ++k)
          for (int64_t l = 0; l <= n; ++l)
            for (int64_t s = 0; s <= n; ++s)
              for (int64_t t = 0; t <= n; ++t) {
                const double x = m->linear(k, s, n).a * m->linear(l, t, n).a;
                const double y = m->linear(k, t, n).a * m->linear(l, s, n).a;
                if (!(std::fabs(x - y) <= 1e-13 * std::fabs(x))) {
                  CAPTURE(name, n, k, l, s, t);
                  CHECK(x == y);
                }
              }
    }
  for (const char *name : {"balanced_accuracy", "fowlkes_mallows", "hamming", "precision", "recall", "specificity",
                           "npv", "informedness", "markedness", "mcc", "cost:1:5"})
    CHECK(with.count(name) == 1);
  CHECK(with.count("f1") == 0);
  CHECK(with.count("kappa") == 0);
}

TEST_CASE("metric: additive ones are sums over the items") {
  std::set<std::string> with;
  for (const std::string &name : cases::metrics()) {
    const auto m = metric(name);
    const auto parts = m->additive();
    if (!parts) continue;
    with.insert(name);
    for (int64_t n = 1; n <= 8; ++n)
      every_cell(n, [&](int64_t tp, int64_t k, int64_t s) {
        const double fp = static_cast<double>(k - tp), fn = static_cast<double>(s - tp);
        const double tn = static_cast<double>(n - k - s + tp);
        const double sum = (parts->true_positive * static_cast<double>(tp) + parts->false_positive * fp +
                            parts->false_negative * fn + parts->true_negative * tn) /
                           static_cast<double>(n);
        if (!(std::fabs(sum - m->utility(tp, k, s, n)) <= 1e-14 * m->range(n).magnitude())) {
          CAPTURE(name, n, tp, k, s);
          CHECK(sum == m->utility(tp, k, s, n));
        }
      });
  }
  CHECK(with == std::set<std::string>{"cost:1:5", "cost:2:0.25", "hamming"});
}

TEST_CASE("metric: loss") {
  CHECK(metric("f1")->loss(0.25) == 0.75);
  CHECK(metric("mcc")->loss(-1) == 2);
  CHECK(metric("cost:1:5")->loss(-0.5) == 0.5);
}

TEST_CASE("metric: beta squared") {
  CHECK(metric("f1")->f_beta_squared() == 1.0);
  CHECK(metric("fbeta:2")->f_beta_squared() == 4.0);
  CHECK_FALSE(metric("jaccard")->f_beta_squared());
}

TEST_CASE("metric: names read back") {
  for (const std::string &name : cases::metrics()) {
    CHECK(metric(name)->name() == name);
    CHECK(metric(metric(name)->name())->name() == name);
  }
  CHECK(metric("accuracy")->name() == "hamming");
  CHECK(metric("balanced_accuracy")->name() == "balanced_accuracy");
  CHECK(metric("balanced-accuracy")->name() == "balanced_accuracy");
  CHECK(metric("fowlkes_mallows")->name() == "fowlkes_mallows");
  CHECK(metric("exact")->name() == "subset_accuracy");
  CHECK(metric("iou")->name() == "jaccard");
  CHECK(metric("f2")->name() == "fbeta:2");
  CHECK(metric("f0.5")->name() == "fbeta:0.5");
  CHECK(metric("f:2")->name() == "fbeta:2");
  CHECK(metric("f-beta:1")->name() == "f1");
  CHECK(metric("f1.0")->name() == "f1");
  CHECK(metric("fbeta:1")->name() == "f1");
  CHECK(metric("fbeta:2.0")->name() == "fbeta:2");
  CHECK(metric("cost:1.0:5e0")->name() == "cost:1:5");
  CHECK(metric("lf:0:2.0:0:0/0:0:1:1")->name() == "lf:0:2:0:0/0:0:1:1");
  const std::string odd = "fbeta:0.30000000000000004";
  CHECK(metric(odd)->name() == odd);
}

TEST_CASE("metric: the catalogue lists every name with its properties") {
  std::set<std::string> listed;
  for (const MetricInfo &info : metric_catalogue()) {
    listed.insert(info.name);
    CHECK(std::string(info.formula) != "");
    CHECK(std::string(info.note) != "");
    std::string name = info.name;
    if (name == "fbeta:B") name = "fbeta:2";
    if (name == "cost:A:B") name = "cost:1:5";
    if (name == "lf:c0:c1:c2:c3/d0:d1:d2:d3") continue;
    CAPTURE(name);
    CHECK(metric(name)->properties() == info.properties);
    std::istringstream aliases(info.aliases);
    for (std::string alias; aliases >> alias;) {
      CAPTURE(alias);
      CHECK(listed.insert(alias).second);  // one meaning each
      if (alias.back() == 'B') alias.back() = '2';
      CHECK(metric(alias)->name() == name);
    }
  }
  CHECK(metric_catalogue().size() == 21);
}

TEST_CASE("metric: what cannot be parsed is said") {
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"", "metric \"\" is unknown: the metrics are f1, fbeta:B, "},
      {"F1", "metric \"F1\" is unknown: did you mean \"f1\"? The metrics are f1, fbeta:B, "},
      {"fbeta2", "metric \"fbeta2\" is unknown: did you mean \"fbeta\"?"},
      {"presicion", "did you mean \"precision\"?"},
      {"fowlkes-malows", "did you mean \"fowlkes_mallows\"?"},
      {"nonsense", "metric \"nonsense\" is unknown: the metrics are f1, "},
      {"auc", "the area under the ROC curve is a property of scores, not of one prediction"},
      {"ROC-AUC", "is unknown"},
      {"roc-auc", "the area under the ROC curve"},
      {"f", "metric \"f\": the form is \"fbeta:B\""},
      {"f1.2.3", "\"1.2.3\" is not a finite number"},
      {"f-2", "is unknown"},
      {"am:1", "metric \"am:1\": \"am\" takes no numbers"},
      {"f_beta", "metric \"f_beta\": the form is \"fbeta:B\""},
      {"f1:", "metric \"f1:\": \"f1\" takes no numbers"},
      {"f1:2", "takes no numbers"},
      {"fbeta", "metric \"fbeta\": the form is \"fbeta:B\""},
      {"fbeta:", "\"\" is not a finite number"},
      {"fbeta:x", "\"x\" is not a finite number"},
      {"fbeta:1:2", "has 2 numbers: the form is \"fbeta:B\""},
      {"fbeta: 2", "\" 2\" is not a finite number"},
      {"fbeta:2 ", "\"2 \" is not a finite number"},
      {"fbeta:+2", "\"+2\" is not a finite number"},
      {"fbeta:0", "beta is 0: must be above 0"},
      {"fbeta:-1", "beta is -1: must be above 0"},
      {"fbeta:inf", "\"inf\" is not a finite number"},
      {"fbeta:nan", "\"nan\" is not a finite number"},
      {"fbeta:1e400", "\"1e400\" is not a finite number"},
      {"fbeta:1e6", "must lie in [0.001, 1000]"},
      {"fbeta:1e-6", "must lie in [0.001, 1000]"},
      {"cost:1", "has 1 number: the form is \"cost:A:B\""},
      {"cost:1:2:3", "has 3 numbers"},
      {"cost:-1:2", "a cost is -1: must lie in [0, 1e100]"},
      {"cost:0:0", "one cost must be above 0"},
      {"lf:1:2:3:4", "has no \"/\""},
      {"lf:1:2:3/1:0:0:0", "has 3 numbers"},
      {"lf:1:2:3:4/1:0:0", "has 3 numbers"},
      {"lf:1:2:3:4/0:0:0:0", "/0 if every item is a"},
      {"lf:0:0:0:0/0:0:0:0", "the denominator is 0 everywhere"},
      {"lf:1:0:0:0/-1:0:0:0", "the denominator is -1 if every item is a true positive"},
      {"lf:1:0:0:0/1:-3:0:0", "the denominator is -2 if every item is a true positive"},
      {std::string("f1\0", 3), "metric \"f1"},
  };
  for (const auto &[name, message] : bad) {
    CAPTURE(name);
    try {
      metric(name);
      FAIL_CHECK("was parsed");
    } catch (const Error &e) {
      CHECK(e.status() == Status::format);
      CHECK_THAT(e.what(), Catch::Contains(message));
    }
  }
  for (int z : {-1, 2}) {
    try {
      metric("f1", z);
      FAIL_CHECK("was parsed");
    } catch (const Error &e) {
      CHECK(e.status() == Status::argument);
      CHECK(e.what() == text("zero_division is ", z, ": must be 0 or 1"));
    }
  }
}

TEST_CASE("metric: any text is parsed or refused") {
  cases::Rng rng(77);
  const std::string alphabet = "f1beta:lf/cost0123456789.-+e \t\"\xff";
  for (int i = 0; i < cases::scaled(20000); ++i) {
    std::string name = cases::metrics()[static_cast<std::size_t>(rng.below(static_cast<int>(cases::metrics().size())))];
    for (int edits = rng.between(1, 4); edits > 0; --edits) {
      const std::size_t at = static_cast<std::size_t>(rng.below(static_cast<int>(name.size()) + 1));
      const char c = alphabet[static_cast<std::size_t>(rng.below(static_cast<int>(alphabet.size())))];
      if (rng.below(2) || at == name.size())
        name.insert(at, 1, c);
      else
        name[at] = c;
    }
    try {
      const auto m = metric(name, rng.below(2));
      CHECK(metric(m->name())->name() == m->name());
      m->utility(1, 2, 2, 4);
    } catch (const Error &e) {
      CHECK(e.status() == Status::format);
    }
  }
}

TEST_CASE("metric: linear-fractional properties are never claimed wrongly, and found where they hold") {
  cases::Rng rng(8);
  int parsed = 0, rising = 0, falling = 0, both = 0, missed = 0;
  for (int i = 0; i < cases::scaled(1500); ++i) {
    // Values at the four corners (all tp, fp, fn, tn) determine the coefficients; some denominators are 0.
    double top[4], bottom[4];
    for (int c = 0; c < 4; ++c) {
      bottom[c] = rng.below(4) ? rng.between(1, 8) * 0.25 : 0;
      top[c] = bottom[c] == 0 ? 0 : rng.between(-8, 8) * 0.25;
    }
    const auto coefficients = [](const double *at) {
      return text(at[3], ":", at[0] - at[1] - at[2] + at[3], ":", at[1] - at[3], ":", at[2] - at[3]);
    };
    const std::string name = "lf:" + coefficients(top) + "/" + coefficients(bottom);
    const int z = rng.below(2);
    std::unique_ptr<Metric> m;
    try {
      m = metric(name, z);
    } catch (const Error &) {
      continue;
    }
    ++parsed;
    const oracle::Utility f = oracle::utility(name, z);
    uint32_t found = ~0u;
    for (int64_t n : {1, 2, 3, 5, 8, 12}) found &= holding(f, n);
    const uint32_t claimed = m->properties() & (rises_in_tp | falls_in_k | rises_in_tp_and_k | linear_in_tp);
    if ((claimed & found) != claimed) {
      CAPTURE(name, z, claimed, found);
      CHECK((claimed & found) == claimed);
    }
    rising += m->has(rises_in_tp);
    falling += m->has(falls_in_k);
    both += m->has(rises_in_tp_and_k);
    const bool all_positive = *std::min_element(bottom, bottom + 4) > 0;
    missed += all_positive && (found & rises_in_tp & ~claimed) && (holding(f, 40) & rises_in_tp);
    for (int64_t n : {1, 2, 5}) {
      const Range range = m->range(n);
      every_cell(n, [&](int64_t tp, int64_t k, int64_t s) {
        const double value = m->utility(tp, k, s, n);
        if (!(value >= range.low - 1e-14 && value <= range.high + 1e-14)) {
          CAPTURE(name, n, tp, k, s, range.low, range.high);
          CHECK(value == Approx(range.low));
        }
      });
    }
  }
  CHECK(parsed > 100);
  CHECK(rising > parsed / 20);
  CHECK(falling > 0);
  CHECK(both > 0);
  CHECK(missed <= parsed / 100);  // the corners of (k, s) are approached, never reached, by cells
}

// Views of arrays: what they are made of, and that every result is bounded. Exceptions of callbacks reach the caller.
#include <array>
#include <atomic>
#include <ctime>
#include <numeric>
#if __cplusplus >= 202002L
#include <span>
#endif

#include "test_cpp.hpp"
#include "wald/files.hpp"

namespace {

template <class To, class From>
constexpr bool makes = std::is_constructible_v<To, From>;
using Bytes = std::vector<uint8_t>;
using Out = wald::Output<uint8_t>;
static_assert(makes<Out, Bytes &> && makes<Out, std::array<uint8_t, 2> &> && makes<Out, uint8_t (&)[3]> &&
              makes<Out, wald::Table<uint8_t>> && makes<Out, wald::ArrayView<uint8_t>>);
static_assert(!makes<Out, const Bytes &> && !makes<Out, Bytes> && !makes<Out, const uint8_t (&)[3]> &&
              !makes<Out, wald::Table<const uint8_t>> && !makes<Out, wald::ArrayView<const uint8_t>> &&
              !makes<Out, std::vector<double> &> && !makes<Out, std::initializer_list<uint8_t>> && !makes<Out, uint8_t *>);
static_assert(makes<wald::ArrayView<double>, std::vector<double> &> &&
              !makes<wald::ArrayView<double>, const std::vector<double> &> && !makes<wald::ArrayView<double>, double *> &&
              !makes<wald::ArrayView<double>, std::vector<float> &>);
static_assert(makes<wald::Array, const Bytes &> && makes<wald::Array, std::vector<float>> &&
              makes<wald::Array, const double (&)[2]> && !makes<wald::Array, std::vector<bool>> &&
              !makes<wald::Array, std::string>);
#if __cplusplus >= 202002L
static_assert(makes<Out, std::span<uint8_t>> && !makes<Out, std::span<const uint8_t>> &&
              makes<wald::Array, std::span<const float>>);
#endif

void test_inputs() {
  const wald::Metric f1("f1");
  const double expected = wald::decide(f1, wald::Estimator::independent(std::vector<double>{0.75, 0.5})).expected();
  const double array[] = {0.75, 0.5};
  const std::array<float, 2> floats = {0.75f, 0.5f};
  EQUAL(wald::decide(f1, {0.75, 0.5}).expected(), expected);
  EQUAL(wald::decide(f1, array).expected(), expected);
  EQUAL(wald::decide(f1, floats).expected(), expected);
  EQUAL(wald::decide(f1, wald::Array(array, 2)).expected(), expected);
  EQUAL(wald::decide(f1, wald::ArrayView<const float>(floats)).expected(), expected);
  EQUAL(wald::decide(f1, std::vector<double>{0.75, 0.5}, wald::DecisionOptions().exactly(1)).k(), 1);
#if __cplusplus >= 202002L
  EQUAL(wald::decide(f1, std::span<const double>(array)).expected(), expected);
#endif
  FAILS(WALD_ERROR_ARGUMENT, "probabilities[1] is 1.5: must lie in [0, 1]", wald::decide(f1, {0.75, 1.5}));

  // None, and none of something, are not the same; views keep which of both they are.
  wald::ArrayView<double> none;
  CHECK(!none.given() && !wald::ArrayView<const double>(none).given() && wald::Array(none).get() == nullptr);
  std::vector<double> empty;
  CHECK(wald::ArrayView<double>(empty).given() && wald::Array(empty).get() != nullptr);
  wald::ArrayView<double> copied = none;
  CHECK(!copied.given() && copied.empty());
  std::vector<double> values = {1, 2, 3};
  const wald::ArrayView<double> view = values;
  EQUAL(std::accumulate(view.begin(), view.end(), 0.0), 6);
  view[1] = 5;
  EQUAL(values[1], 5);

  FAILS(WALD_ERROR_ARGUMENT, "table has length 3: must be 4", wald::Table(values, 2, 2));
  EQUAL(wald::Table(values, 1, 3).row_stride, 3);
  const std::vector<int32_t> indptr = {0, 1, 2}, indices = {1, 0};
  const auto rows = [&](wald::ArrayView<const int32_t> of, wald::ArrayView<const double> numbers) {
    return wald::csr<double, int32_t>(indptr, of, numbers, 2);
  };
  EQUAL(rows(indices, {0.5, 0.25}).rows, 2);
  CHECK(rows(indices, {}).values == nullptr);
  FAILS(WALD_ERROR_ARGUMENT, "values has length 1: must be 2", rows(indices, {0.5}));
  FAILS(WALD_ERROR_ARGUMENT, "indices has length 1: must be 2", rows({1}, {}));
  FAILS(WALD_ERROR_ARGUMENT, "indptr has length 0: must be at least 1",
        wald::csr<double, int32_t>({}, indices, {0.5, 0.5}, 2));
}

void test_outputs() {
  const wald::Metric f1("f1");
  const std::vector<double> cells = {0.9, 0.2, 0.1, 0.8, 0.6, 0.3};
  const wald::Table table(cells, 2, 3);
  wald::Decision decision;
  const wald::DecisionOptions macro = std::move(wald::DecisionOptions().average("macro")), micro = std::move(wald::DecisionOptions().average("micro"));
  std::vector<uint8_t> mask(6, 9), by_table(6, 9);
  std::vector<double> one(1, -1), two(2, -1), three(3, -1);
  decision.decide_table(f1, WALD_INDEPENDENT, table, {}, mask, two);
  LIST(mask, {1, 0, 0, 1, 1, 0});
  NEAR(two[0], decision.expected(0));
  NEAR(two[1], decision.expected(1));
  double expected = 0;
  LIST(wald::decide_row(f1, {0.9, 0.2, 0.1}, &expected), {1, 0, 0});
  EQUAL(expected, two[0]);
  FAILS(WALD_ERROR_ARGUMENT, "n is 0: must be at least 1", wald::decide_row(f1, {}));
  decision.decide_table(f1, WALD_INDEPENDENT, table, {}, wald::Table(by_table.data(), 2, 3));
  CHECK(by_table == mask);
  decision.decide_table(f1, WALD_INDEPENDENT, table, macro, {}, three);
  NEAR(three[2], decision.expected(2));
  decision.decide_table(f1, WALD_INDEPENDENT, table, micro, {}, one);
  NEAR(one[0], decision.expected(0));

  std::vector<uint8_t> short_mask(5);
  FAILS(WALD_ERROR_ARGUMENT, "mask has length 5: must be 6",
        decision.decide_table(f1, WALD_INDEPENDENT, table, {}, short_mask));
  FAILS(WALD_ERROR_ARGUMENT, "mask has 3 rows: must have 2",
        decision.decide_table(f1, WALD_INDEPENDENT, table, {}, wald::Table(mask.data(), 3, 2)));
  std::vector<double> none;
  FAILS(WALD_ERROR_ARGUMENT, "expected has length 0: must be 2",
        decision.decide_table(f1, WALD_INDEPENDENT, table, {}, {}, none));
  FAILS(WALD_ERROR_ARGUMENT, "expected has length 3: must be 2",
        decision.decide_table(f1, WALD_INDEPENDENT, table, {}, {}, three));
  FAILS(WALD_ERROR_ARGUMENT, "expected has length 2: must be 3",
        decision.decide_table(f1, WALD_INDEPENDENT, table, macro, {}, two));
  FAILS(WALD_ERROR_ARGUMENT, "expected has length 2: must be 1",
        decision.decide_table(f1, WALD_INDEPENDENT, table, micro, {}, two));
  const std::vector<int32_t> indptr = {0, 1, 2}, indices = {1, 0};
  const std::vector<double> values = {0.5, 0.25};
  const auto sparse = wald::csr<double, int32_t>(indptr, indices, values, 3);
  decision.decide_table(f1, WALD_INDEPENDENT, sparse, {}, {}, two);
  NEAR(two[0], decision.expected(0));
  FAILS(WALD_ERROR_ARGUMENT, "expected has length 3: must be 2",
        decision.decide_table(f1, WALD_INDEPENDENT, sparse, {}, {}, three));
  wald::expected_rows(f1, WALD_INDEPENDENT, table, wald::Table(mask, 2, 3), {}, two);
  wald::expected_rows(f1, WALD_INDEPENDENT, table, wald::Table(mask, 2, 3), {}, {}, two);
  NEAR(two[0], 0);
  FAILS(WALD_ERROR_ARGUMENT, "regret has length 1: must be 2",
        wald::expected_rows(f1, WALD_INDEPENDENT, table, wald::Table(mask, 2, 3), {}, two, one));
}

template <class Thrown, class Call>
void throws(const Place &at, const char *text, Call call) {
  try {
    call();
    report(at, "nothing was thrown");
  } catch (const Thrown &error) {
    expect(at, "the message", std::string(error.what()), std::string(text));
  }
}

struct Mine : std::logic_error {
  using std::logic_error::logic_error;
};

void test_errors() {
  const wald::Metric f1("f1");
  throws<wald::ArgumentError>(HERE, "level is 2: must lie in (0, 1)", [] { wald::DecisionOptions().level(2); });
  throws<wald::FormatError>(HERE, "metric \"f1:2\": \"f1\" takes no numbers", [] { wald::Metric("f1:2"); });
  const wald::Metric undeclared = wald::Metric::custom([](int64_t tp, int64_t, int64_t, int64_t) { return 1.0 * tp; });
  bool refused = false;
  try {
    wald::decide(undeclared, std::vector<double>(40, 0.5));
  } catch (const wald::UnsupportedError &error) {
    refused = error.status() == WALD_ERROR_UNSUPPORTED;
  }
  CHECK(refused);
  throws<wald::CallbackError>(HERE, "metric \"custom\" gave inf at (tp=0, k=0, s=0, n=1): it must be finite", [] {
    wald::decide(wald::Metric::custom([](int64_t, int64_t, int64_t, int64_t) { return infinity; }), {0.5});
  });
  wald::DecisionOptions options;
  options.progress([](double) { return false; });
  throws<wald::Cancelled>(HERE, "cancelled by the progress callback",
                          [&] { wald::decide(wald::Metric("gmean"), std::vector<double>(3000, 0.3), options); });
}

void test_callbacks() {
  const auto thrower = [](int64_t, int64_t, int64_t, int64_t) -> double { throw Mine("from the metric"); };
  throws<Mine>(HERE, "from the metric", [&] { wald::decide(wald::Metric::custom(thrower), {0.5, 0.25}); });
  throws<Mine>(HERE, "from the metric", [&] { wald::Metric::custom(thrower).utility(1, 1, 1, 1); });
  // Nothing is left of it for the next call.
  EQUAL(wald::decide(wald::Metric("f1"), {0.75}).k(), 1);
  throws<wald::ArgumentError>(HERE, "level is 2: must lie in (0, 1)", [] { wald::DecisionOptions().level(2); });

  // From whichever thread, and once.
  std::atomic<int> called{0};
  const wald::Metric shared = wald::Metric::custom(
      [&](int64_t, int64_t k, int64_t, int64_t n) -> double {
        ++called;
        if (n == 4 && k == 1) throw Mine("from a thread");
        return 0;
      },
      WALD_THREAD_SAFE);
  const std::vector<double> cells(40000, 0.5);
  wald::DecisionOptions threads;
  threads.threads(2);
  for (int again = 0; again < 2; ++again)
    throws<Mine>(HERE, "from a thread", [&] {
      wald::Decision().decide_table(shared, WALD_INDEPENDENT, wald::Table(cells, 10000, 4), threads);
    });
  CHECK(called > 0);
  throws<wald::FormatError>(HERE, "metric \"f1:2\": \"f1\" takes no numbers", [] { wald::Metric("f1:2"); });

  wald::DecisionOptions options;
  options.progress([](double) -> bool { throw Mine("from the progress"); });
  throws<Mine>(HERE, "from the progress",
               [&] { wald::decide(wald::Metric("gmean"), std::vector<double>(3000, 0.3), options); });

  const auto fitted = wald::Cascade::fit(scores_of_three(), wald::CascadeOptions().alpha(0.25));
  throws<Mine>(HERE, "from the scores", [&] {
    fitted.apply(8, [](int64_t, wald::ArrayView<const int64_t>, wald::ArrayView<double>) -> bool {
      throw Mine("from the scores");
    });
  });
  const auto decided = fitted.apply(8, [](int64_t model, auto rows, auto scores) {
    if (rows.size() != scores.size()) return false;
    for (std::size_t i = 0; i < rows.size(); ++i) scores[i] = model_scores[static_cast<std::size_t>(3 * rows[i] + model)];
    return true;
  });
  EQUAL(decided.decisions.size(), 8);
}

void test_files() {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / ("wald-\u00e9-" + std::to_string(std::time(nullptr)));
  std::string bytes(200000, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7 % 251);
  for (const std::string &some : {bytes, std::string("\r\n\x1a\n"), std::string()}) {
    wald::write_file(path, some);
    CHECK(wald::read_file(path) == some);
  }
  wald::write_file(path, wald::Estimator::independent({0.5, 0.25}).save(WALD_BINARY));
  EQUAL(wald::Estimator::load(wald::read_file(path)).n_labels(), 2);
  std::filesystem::remove(path);
  throws<wald::FileError>(HERE, "missing/file cannot be read: No such file or directory",
                          [] { wald::read_file("missing/file"); });
  throws<wald::FileError>(HERE, "missing/file cannot be written: No such file or directory",
                          [] { wald::write_file("missing/file", "x"); });
#ifdef __linux__
  throws<wald::FileError>(HERE, ". cannot be read: Is a directory", [] { wald::read_file("."); });
  throws<wald::FileError>(HERE, "/dev/full cannot be written: No space left on device",
                          [] { wald::write_file("/dev/full", "x"); });
#endif
}

}  // namespace

void test_cpp_views() {
  test_inputs();
  test_outputs();
  test_errors();
  test_callbacks();
  test_files();
}

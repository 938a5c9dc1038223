// Matching of detections: bytes that choose regions, flags, scores and their layout, wrong ones among them. Whatever they
// are: an error, or matches that fit what each detection matches alone, that do not depend on later detections or on the
// layout of the arrays, and in which a region matches itself.
#include <algorithm>
#include <vector>

#include "session.hpp"

namespace {

constexpr double untouched = -7;

struct Case {
  int64_t columns = 5;
  std::vector<double> truths, crowds, detections, scores;  // regions row by row
  double least = 0.5;

  int64_t n_truths() const { return static_cast<int64_t>(crowds.size()); }
  int64_t n_detections() const { return static_cast<int64_t>(scores.size()); }
};

const double *row(const std::vector<double> &table, int64_t i, int64_t columns) { return table.data() + i * columns; }

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// Small whole numbers, so that regions and scores are often equal; numbers near the ends of what is taken; any double.
double coordinate(Bytes &bytes) {
  constexpr double far[] = {1e150, -1e150, 1e16, 0x1p54, 1e-160, 5e-324, 1e151, HUGE_VAL, NAN, -1, 0x1p53, 1e9};
  const uint8_t kind = bytes.byte();
  if (kind < 200) return kind % 5;
  if (kind < 210) return bytes.number();
  if (kind < 230) return far[bytes.below(sizeof far / sizeof *far)];
  return kind / 7.0;
}

void add_region(Bytes &bytes, int64_t columns, std::vector<double> &to) {
  const uint8_t place = bytes.byte();
  to.push_back(place < 250 ? place % 3 - 1 : coordinate(bytes));
  for (int64_t j = 1; j < columns; ++j) to.push_back(coordinate(bytes));
  if (columns == 3 && place % 8 > 0) to.back() += to[to.size() - 2];  // most spans end after they start
}

Case made(Bytes &bytes) {
  Case out;
  const uint8_t columns = bytes.byte(), least = bytes.byte();
  out.columns = columns < 250 ? 3 + 2 * (columns % 2) : columns % 7;
  out.least = least < 240 ? (1 + least % 8) / 8.0 : bytes.number();
  for (int64_t n = bytes.below(8); n > 0; --n) {
    add_region(bytes, out.columns, out.truths);
    const uint8_t crowd = bytes.byte();
    out.crowds.push_back(crowd < 250 ? crowd % 4 == 0 : coordinate(bytes));
  }
  for (int64_t n = bytes.below(10); n > 0; --n) {
    add_region(bytes, out.columns, out.detections);
    const uint8_t score = bytes.byte();
    out.scores.push_back(score < 240 ? score % 6 / 4.0 : coordinate(bytes));
  }
  return out;
}

// One detection's match, -7 if the call is refused.
std::vector<double> matched(const Case &of, bool &well) {
  std::vector<double> out(of.scores.size() + 1, untouched);
  well = went_well(wald_sample_match_detections(
      TABLE(of.truths.data(), of.n_truths(), of.columns), DOUBLES(of.crowds.data(), of.n_truths()),
      TABLE(of.detections.data(), of.n_detections(), of.columns), DOUBLES(of.scores.data(), of.n_detections()), of.least,
      out.data()));
  const auto end = out.end() - static_cast<std::ptrdiff_t>(well);  // what lies behind the results
  for (auto each = well ? end : out.begin(); each != out.end(); ++each) REQUIRE(*each == untouched);
  out.pop_back();
  return out;
}

// Of regions that are valid.
double matched_alone(const Case &of, int64_t detection, int64_t truth) {
  const double *const known = row(of.truths, truth, of.columns), *const found = row(of.detections, detection, of.columns);
  double out = untouched;
  REQUIRE(wald_sample_match_detections(TABLE(known, 1, of.columns), DOUBLES(&of.crowds[static_cast<std::size_t>(truth)], 1),
                                       TABLE(found, 1, of.columns), DOUBLES(&of.scores[static_cast<std::size_t>(detection)], 1),
                                       of.least, &out) == WALD_OK);
  return out;
}

// A detection that matches nothing has lost each truth it matches alone to one that comes before it.
void check_alone(const Case &of, const std::vector<double> &out) {
  for (int64_t d = 0; d < of.n_detections(); ++d) {
    const double own = out[static_cast<std::size_t>(d)], *const region = row(of.detections, d, of.columns);
    int64_t truths = 0, crowds = 0, before = 0;
    for (int64_t t = 0; t < of.n_truths(); ++t) {
      const double alone = matched_alone(of, d, t);
      REQUIRE(alone == 0 || (of.crowds[static_cast<std::size_t>(t)] == 1 ? std::isnan(alone) : alone == 1));
      truths += alone == 1;
      crowds += std::isnan(alone);
      const bool positive = of.columns == 5 ? region[3] > 0 && region[4] > 0 : region[2] > region[1];
      if (positive && std::equal(region, region + of.columns, row(of.truths, t, of.columns))) REQUIRE(alone != 0);
    }
    for (int64_t e = 0; e < of.n_detections(); ++e) {
      const double score = of.scores[static_cast<std::size_t>(d)], other = of.scores[static_cast<std::size_t>(e)];
      before += out[static_cast<std::size_t>(e)] == 1 && region[0] == row(of.detections, e, of.columns)[0] &&
                (other > score || (other == score && e < d));
    }
    if (own == 1) {
      REQUIRE(truths > 0);
    } else {
      REQUIRE(before >= truths && std::isnan(own) == (crowds > 0));
    }
  }
}

void check_prefix(const Case &of, const std::vector<double> &out, double least_score) {
  Case above = of;
  std::vector<double> expected;
  above.detections.clear();
  above.scores.clear();
  for (int64_t d = 0; d < of.n_detections(); ++d) {
    const auto at = static_cast<std::size_t>(d);
    if (of.scores[at] < least_score) continue;
    const double *const region = row(of.detections, d, of.columns);
    above.detections.insert(above.detections.end(), region, region + of.columns);
    above.scores.push_back(of.scores[at]);
    expected.push_back(out[at]);
  }
  bool well = false;
  const std::vector<double> again = matched(above, well);
  REQUIRE(well && std::equal(again.begin(), again.end(), expected.begin(), expected.end(), same));
}

// Rows from the last to the first, with gaps, and columns side by side.
void check_strides(const Case &of, const std::vector<double> &out) {
  const int64_t n = of.n_detections(), gap = 2 * n + 1;
  std::vector<double> table(static_cast<std::size_t>(gap * of.columns + 1), NAN), scores(static_cast<std::size_t>(3 * n), NAN),
      again(out.size(), untouched);
  for (int64_t d = 0; d < n; ++d) {
    for (int64_t j = 0; j < of.columns; ++j)
      table[static_cast<std::size_t>(j * gap + 2 * (n - 1 - d))] = row(of.detections, d, of.columns)[j];
    scores[static_cast<std::size_t>(3 * d)] = of.scores[static_cast<std::size_t>(d)];
  }
  REQUIRE(wald_sample_match_detections(TABLE(of.truths.data(), of.n_truths(), of.columns), DOUBLES(of.crowds.data(), of.n_truths()),
                                       ARRAY(table.data() + 2 * (n - 1), WALD_FLOAT64, n, of.columns, -2, gap),
                                       VECTOR(scores.data(), WALD_FLOAT64, n, 3), of.least, again.data()) == WALD_OK);
  REQUIRE(std::equal(again.begin(), again.end(), out.begin(), out.end(), same));
}

// Arrays that do not agree, of other types, or none.
void call_any(Bytes &bytes) {
  Arguments arguments(bytes);
  const int64_t n = arguments.size(), m = arguments.size(), columns = 3 + 2 * bytes.below(2);
  std::vector<double> out(16, untouched);
  const wald_array *const truths = arguments.reals(n, columns), *const crowds = arguments.labels(n, 1);
  const wald_array *const detections = arguments.reals(m, columns), *const scores = arguments.reals(m, 1);
  double *const to = bytes.below(16) == 0 ? nullptr : out.data();
  if (!went_well(wald_sample_match_detections(truths, crowds, detections, scores, bytes.number(), to)))
    for (const double each : out) REQUIRE(each == untouched);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  Bytes bytes(data, size);
  const Case of = made(bytes);
  bool well = false;
  const std::vector<double> out = matched(of, well);
  if (well) {
    check_alone(of, out);
    for (int quarter = 0; quarter < 6; ++quarter) check_prefix(of, out, quarter / 4.0);
    if (of.n_detections() > 0) check_strides(of, out);
  }
  call_any(bytes);
  return 0;
}

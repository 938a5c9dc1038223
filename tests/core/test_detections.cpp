// Matching of detections: the matching of each prefix is the prefix of the matching, and each equals COCO's, written down
// again from the order of its loops.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "cases.hpp"
#include "core/detections/match_detections.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using check::expect_error;

namespace {

struct Detections {
  std::vector<std::vector<double>> truths, boxes;  // rows: place, and the corners of an interval or a box
  std::vector<double> crowds, scores;
};

RealTable table_of(const std::vector<std::vector<double>> &rows, std::vector<double> &cells, int64_t columns) {
  for (const std::vector<double> &row : rows) cells.insert(cells.end(), row.begin(), row.end());
  return {cells.data(), false, static_cast<int64_t>(rows.size()), columns, columns, 1};
}

std::vector<double> matched(const Detections &of, double min_overlap, int64_t columns) {
  std::vector<double> truths, boxes, out(of.scores.size(), -1);
  detections::DetectionRows rows;
  rows.truths = table_of(of.truths, truths, columns);
  rows.crowds = cases::reals(of.crowds);
  rows.detections = table_of(of.boxes, boxes, columns);
  rows.scores = cases::reals(of.scores);
  detections::match_detections(rows, min_overlap, out.data());
  return out;
}

double shared(const std::vector<double> &a, const std::vector<double> &b, bool crowd) {
  if (a[0] != b[0]) return 0;
  double both = 1, first = 1, second = 1;
  const std::size_t axes = (a.size() - 1) / 2;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const bool box = axes == 2;
    const std::size_t at = 1 + axis, size = box ? at + 2 : 2;
    const double end_a = box ? a[at] + a[size] : a[2], end_b = box ? b[at] + b[size] : b[2];
    both *= std::max(0.0, std::min(end_a, end_b) - std::max(a[at], b[at]));
    first *= end_a - a[at];
    second *= end_b - b[at];
  }
  return both == 0 ? 0 : both / (crowd ? first : first + second - both);
}

// One detection after the other, each against every truth: the free one of most overlap, crowds only if none is left.
std::vector<double> by_hand(const Detections &of, double min_overlap) {
  std::vector<std::size_t> order(of.scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return of.scores[a] > of.scores[b]; });
  std::vector<bool> taken(of.truths.size());
  std::vector<double> out(of.scores.size(), 0);
  for (const std::size_t d : order)
    for (const bool crowd : {false, true}) {
      double best = 0;
      std::size_t at = 0;
      for (std::size_t t = 0; t < of.truths.size(); ++t) {
        const double share = shared(of.boxes[d], of.truths[t], crowd);
        if (taken[t] || (of.crowds[t] == 1) != crowd || share < min_overlap || share < best) continue;
        best = share;
        at = t;
      }
      if (best == 0) continue;
      taken[at] = !crowd;
      out[d] = crowd ? std::nan("") : 1;
      break;
    }
  return out;
}

bool same(const std::vector<double> &a, const std::vector<double> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

// Small whole numbers, so that overlaps, and scores, are often equal.
std::vector<double> region(cases::Rng &rng, bool box) {
  const double place = rng.below(3) - 1;
  if (box) return {place, double(rng.below(4)), double(rng.below(4)), double(rng.below(5)), double(1 + rng.below(4))};
  const double start = rng.below(6);
  return {place, start, start + rng.below(5)};
}

Detections random_case(cases::Rng &rng, bool box) {
  Detections out;
  for (int t = rng.below(9); t > 0; --t) {
    out.truths.push_back(region(rng, box));
    out.crowds.push_back(rng.below(4) == 0);
  }
  for (int d = rng.below(12); d > 0; --d) {
    out.boxes.push_back(region(rng, box));
    out.scores.push_back(rng.below(8) / 8.0);
  }
  return out;
}

}  // namespace

TEST_CASE("detections: the matching is COCO's, and that of each prefix is the prefix of the matching") {
  cases::Rng rng(50);
  int64_t matches = 0, ignored = 0, prefixes = 0;
  const int count = cases::scaled(10000);
  for (int c = 0; c < count; ++c) {
    const bool box = c % 2 == 0;
    const int64_t columns = box ? 5 : 3;
    const Detections all = random_case(rng, box);
    const double least = rng.below(4) == 0 ? 1 : rng.between(1, 9) / 10.0;
    const std::vector<double> found = matched(all, least, columns);
    REQUIRE(same(found, by_hand(all, least)));
    for (const double match : found) (std::isnan(match) ? ignored : matches) += match != 0;
    for (int cut = 0; cut <= 8; ++cut) {
      Detections above = all;
      std::vector<double> expected;
      above.boxes.clear();
      above.scores.clear();
      for (std::size_t d = 0; d < all.scores.size(); ++d) {
        if (all.scores[d] < cut / 8.0) continue;
        above.boxes.push_back(all.boxes[d]);
        above.scores.push_back(all.scores[d]);
        expected.push_back(found[d]);
      }
      prefixes += above.scores.size() < all.scores.size();
      REQUIRE(same(matched(above, least, columns), expected));
    }
  }
  CHECK(matches > count / 4);
  CHECK(ignored > count / 10);
  CHECK(prefixes > 2 * count);
}

TEST_CASE("detections: an overlap of the bound counts, of equal overlaps the last, and crowds come last") {
  Detections two;
  two.truths = {{7, 0, 0, 2, 2}, {7, 2, 0, 2, 2}, {7, 0, 0, 9, 9}};
  two.crowds = {0, 0, 1};
  two.boxes = {{7, 1, 0, 2, 2}, {7, 1, 0, 2, 2}, {7, 1, 0, 2, 2}, {8, 1, 0, 2, 2}};
  two.scores = {0.5, 0.5, 0.9, 0.9};
  CHECK(same(matched(two, 1.0 / 3, 5), {1, std::nan(""), 1, 0}));  // the third takes one, the first the other
  two.truths = {{0, 0, 0, 2, 2}, {0, 2, 0, 2, 2}};
  two.crowds = {0, 0};
  two.boxes = {{0, 1, 0, 2, 2}, {0, 2, 0, 2, 2}};
  two.scores = {0.9, 0.5};
  CHECK(same(matched(two, 1.0 / 3, 5), {1, 0}));  // the last of equal overlaps is taken, and the second has no other
  CHECK(same(matched(two, 0.34, 5), {0, 1}));
  Detections spans;
  spans.truths = {{0, 3, 7}};
  spans.crowds = {0};
  spans.boxes = {{0, 3, 6}, {0, 3, 7}};
  spans.scores = {0.9, 0.5};
  CHECK(same(matched(spans, 1, 3), {0, 1}));
  CHECK(same(matched(spans, 0.75, 3), {1, 0}));
}

TEST_CASE("detections: the unit of positions does not matter") {
  cases::Rng rng(51);
  for (int c = 0; c < cases::scaled(1000); ++c) {
    const bool box = c % 2 == 0;
    const int64_t columns = box ? 5 : 3;
    const Detections plain = random_case(rng, box);
    const double least = rng.between(1, 9) / 10.0 + 0.003;
    const std::vector<double> found = matched(plain, least, columns);
    for (const int exponent : {-1060, -600, -520, 490}) {
      Detections scaled = plain;
      for (auto *regions : {&scaled.truths, &scaled.boxes})
        for (std::vector<double> &row : *regions)
          for (std::size_t j = 1; j < row.size(); ++j) row[j] = std::ldexp(row[j], exponent);
      CAPTURE(c, exponent);
      REQUIRE(same(matched(scaled, least, columns), found));
    }
  }
}

TEST_CASE("detections: boxes far from 0, whose ends are rounded, overlap by their own sizes") {
  const double far = 0x1p54;  // doubles are 4 apart here
  const auto one = [](const std::vector<double> &truth, const std::vector<double> &box, double least) {
    Detections of;
    of.truths = {truth};
    of.crowds = {0};
    of.boxes = {box};
    of.scores = {1};
    return matched(of, least, 5)[0];
  };
  for (const double size : {1e-3, 1.0, 2.5, 3.0, 7.0})
    for (const double low : {far, -far, 1e150, 1e9 / 3}) {
      CAPTURE(size, low);
      CHECK(one({0, low, 0, size, 9}, {0, low, 0, size, 9}, 1) == 1);
      CHECK(one({0, 0, low, 9, size}, {0, 0, low, 9, size}, 1) == 1);
    }
  // 8 apart, of widths 10 and 12: they share 2 or 4 of 20 or 18.
  CHECK(one({0, far, 0, 10, 1}, {0, far + 8, 0, 12, 1}, 0.0999) == 1);
  CHECK(one({0, far, 0, 10, 1}, {0, far + 8, 0, 12, 1}, 0.1001) == 0);
  CHECK(one({0, far + 8, 0, 10, 1}, {0, far, 0, 12, 1}, 0.2222) == 1);
  CHECK(one({0, far + 8, 0, 10, 1}, {0, far, 0, 12, 1}, 0.2223) == 0);
  CHECK(one({0, far, 0, 7, 1}, {0, far + 8, 0, 7, 1}, 1e-9) == 0);
}

TEST_CASE("detections: what is wrong is refused with its place") {
  Detections good;
  good.truths = {{0, 0, 0, 2, 2}};
  good.crowds = {0};
  good.boxes = {{0, 0, 0, 2, 2}, {0, 1, 0, 2, 2}};
  good.scores = {1, 0.5};
  const auto refused = [&](const char *message, const auto &change) {
    Detections bad = good;
    double least = 0.5;
    change(bad, least);
    expect_error(Status::argument, message, [&] { matched(bad, least, static_cast<int64_t>(bad.boxes[0].size())); });
  };
  refused("min_overlap is 0: must lie in (0, 1]", [](Detections &, double &least) { least = 0; });
  refused("min_overlap is nan: must lie in (0, 1]", [](Detections &, double &least) { least = std::nan(""); });
  refused("detections[1][3] is -2: must be at least 0", [](Detections &bad, double &) { bad.boxes[1][3] = -2; });
  refused("truths[0][4] is -0.5: must be at least 0", [](Detections &bad, double &) { bad.truths[0][4] = -0.5; });
  refused("detections[0][1] is inf: must be finite", [](Detections &bad, double &) { bad.boxes[0][1] = HUGE_VAL; });
  refused("truths[0][3] is 2e150: must be from -1e150 to 1e150",
          [](Detections &bad, double &) { bad.truths[0][3] = 2e150; });
  refused("detections[0][0] is 0.5: must be a whole number from -2^53 to 2^53",
          [](Detections &bad, double &) { bad.boxes[0][0] = 0.5; });
  refused("scores[1] is NaN: must be a number", [](Detections &bad, double &) { bad.scores[1] = std::nan(""); });
  refused("crowds[0] is 2: must be 0 or 1", [](Detections &bad, double &) { bad.crowds[0] = 2; });
  refused("columns: must have 5 (place, x, y, width, height) or 3 (place, start, end)",
          [](Detections &bad, double &) { bad.truths = bad.boxes = {{0, 1, 2, 3}}; bad.scores = {1}; });
  good.truths = good.boxes = {{0, 5, 4}};
  good.scores = {1};
  refused("truths[0][2] is 4: must be at least the start of its span", [](Detections &, double &) {});
}

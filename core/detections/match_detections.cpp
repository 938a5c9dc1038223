// Matches detections to truths, place by place, in the order of their scores.
#include "core/numeric/contraction.hpp"  // first

#include "core/detections/match_detections.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace wald::core::detections {
namespace {

// An interval of positions per axis: one for a span, two for a box.
struct Region {
  int64_t place = 0;
  double low[2] = {0, 0}, size[2] = {1, 1}, end[2] = {1, 1};
  double score = 0;                   // of a detection
  bool far = false;                   // an end has lost digits of the size
  bool crowd = false, taken = false;  // of a truth
  int64_t row = 0;

  double area() const { return size[0] * size[1]; }
};

// Areas and ends of larger numbers may be more than a double holds.
constexpr double farthest = 1e150;

void check_cell(double value, bool sound, const char *name, int64_t row, int64_t column, const char *wanted) {
  if (!sound) fail(Status::argument, name, "[", row, "][", column, "] is ", value, ": must be ", wanted);
}

std::vector<Region> regions_of(const RealTable &table, const char *name) {
  if (table.cols != 3 && table.cols != 5)
    fail(Status::argument, name, " has ", table.cols,
         " columns: must have 5 (place, x, y, width, height) or 3 (place, start, end)");
  std::vector<Region> out(static_cast<std::size_t>(table.rows));
  for (int64_t i = 0; i < table.rows; ++i) {
    const Reals cells = table.row(i);
    for (int64_t j = 1; j < table.cols; ++j) {
      check_cell(cells[j], std::isfinite(cells[j]), name, i, j, "finite");
      check_cell(cells[j], std::fabs(cells[j]) <= farthest, name, i, j, "from -1e150 to 1e150");
    }
    check_cell(cells[0], std::fabs(cells[0]) <= 0x1p53 && cells[0] == std::floor(cells[0]), name, i, 0,
               "a whole number from -2^53 to 2^53");
    Region &region = out[static_cast<std::size_t>(i)];
    region.place = static_cast<int64_t>(cells[0]);
    region.row = i;
    if (table.cols == 3) {
      check_cell(cells[2], cells[2] >= cells[1], name, i, 2, "at least the start of its span");
      region.low[0] = cells[1];
      region.end[0] = cells[2];
      region.size[0] = cells[2] - cells[1];
      continue;
    }
    for (int64_t axis = 0; axis < 2; ++axis) {
      check_cell(cells[3 + axis], cells[3 + axis] >= 0, name, i, 3 + axis, "at least 0");
      region.low[axis] = cells[1 + axis];
      region.size[axis] = cells[3 + axis];
      region.end[axis] = region.size[axis] + region.low[axis];
      region.far |= std::fabs(region.low[axis]) > 0x1p16 * region.size[axis];
    }
  }
  return out;
}

// By distances instead of ends, if boxes lie so far from 0 that rounded ends give a box another size than its own.
double side_far_away(const Region &detection, const Region &truth, int axis) {
  const double ahead = truth.low[axis] - detection.low[axis];
  return ahead < 0 ? std::fmin(detection.size[axis], truth.size[axis] + ahead)
                   : std::fmin(truth.size[axis], detection.size[axis] - ahead);
}

// The operations of pycocotools' bbIou, in its order: the same bits.
double overlap(const Region &detection, const Region &truth) {
  double sides[2];
  for (int axis = 0; axis < 2; ++axis) {
    sides[axis] = std::fmin(detection.end[axis], truth.end[axis]) - std::fmax(detection.low[axis], truth.low[axis]);
    if (detection.far || truth.far) sides[axis] = side_far_away(detection, truth, axis);
    if (!(sides[axis] > 0)) return 0;
  }
  const auto share = [&](double both, double of_detection, double of_truth) {
    return both / (truth.crowd ? of_detection : of_detection + of_truth - both);
  };
  const double both = sides[0] * sides[1];
  if (both >= std::numeric_limits<double>::min()) return share(both, detection.area(), truth.area());
  // Areas that vanish, or lose their digits: each axis in units of its longer side, by powers of two.
  double product[3] = {1, 1, 1};
  for (int axis = 0; axis < 2; ++axis) {
    const int unit = std::ilogb(std::fmax(detection.size[axis], truth.size[axis]));
    product[0] *= std::ldexp(sides[axis], -unit);
    product[1] *= std::ldexp(detection.size[axis], -unit);
    product[2] *= std::ldexp(truth.size[axis], -unit);
  }
  return product[0] > 0 ? share(product[0], product[1], product[2]) : 0;
}

// Neighbours in the order.
struct RegionRun {
  Region *begin, *end;
};

RegionRun run_of(int64_t place, Region *from, Region *end) {
  Region *const begin = std::find_if(from, end, [&](const Region &one) { return one.place >= place; });
  return {begin, std::find_if(begin, end, [&](const Region &one) { return one.place != place; })};
}

// The detections of one place, by descending score, and its truths, of which crowds are the last.
void match_place(RegionRun detections, RegionRun truths, double least, double *out) {
  for (const Region *detection = detections.begin; detection != detections.end; ++detection) {
    double best = least;
    Region *found = nullptr;
    for (Region *truth = truths.begin; truth != truths.end; ++truth) {
      if (truth->crowd && found && !found->crowd) break;
      if (truth->taken) continue;
      const double share = overlap(*detection, *truth);
      if (share < best) continue;
      best = share;
      found = truth;
    }
    out[detection->row] = !found ? 0 : found->crowd ? std::numeric_limits<double>::quiet_NaN() : 1;
    if (found) found->taken = !found->crowd;
  }
}

}  // namespace

void match_detections(const DetectionRows &rows, double min_overlap, double *out) {
  if (!(min_overlap > 0 && min_overlap <= 1))
    fail(Status::argument, "min_overlap is ", min_overlap, ": must lie in (0, 1]");
  std::vector<Region> truths = regions_of(rows.truths, "truths"), detections = regions_of(rows.detections, "detections");
  if (rows.truths.cols != rows.detections.cols)
    fail(Status::argument, "detections has ", rows.detections.cols, " columns: truths has ", rows.truths.cols);
  for (Region &truth : truths) {
    const double crowd = rows.crowds[truth.row];
    if (crowd != 0 && crowd != 1) fail(Status::argument, "crowds[", truth.row, "] is ", crowd, ": must be 0 or 1");
    truth.crowd = crowd == 1;
  }
  for (Region &detection : detections) {
    detection.score = rows.scores[detection.row];
    if (std::isnan(detection.score)) fail(Status::argument, "scores[", detection.row, "] is NaN: must be a number");
  }
  std::stable_sort(truths.begin(), truths.end(), [](const Region &a, const Region &b) {
    return a.place != b.place ? a.place < b.place : a.crowd < b.crowd;
  });
  std::stable_sort(detections.begin(), detections.end(), [](const Region &a, const Region &b) {
    return a.place != b.place ? a.place < b.place : a.score > b.score;
  });
  Region *const end = detections.data() + detections.size(), *const end_truth = truths.data() + truths.size();
  RegionRun run{detections.data(), detections.data()}, of{truths.data(), truths.data()};
  while (run.end != end) {
    run = run_of(run.end->place, run.end, end);
    of = run_of(run.begin->place, of.end, end_truth);
    match_place(run, of, std::min(min_overlap, 1 - 1e-10), out);
  }
}

}  // namespace wald::core::detections

// What each row adds to the sums that routes are judged by, for every stage that may answer it: its cost, and the two
// sums of which quality is the quotient.
//
//   accuracy, agreement   a = right                b = 1
//   precision             a = tp                   b = answered as positive
//   recall                a = tp                   b = positive
//   F of beta             a = (1 + beta^2) tp      b = answered as positive + beta^2 positive
//
// So quality >= q is linear: a - q b >= 0, and one search serves all of them. A labelled row counts with its weight
// over the probability with which it was drawn to be labelled (Horvitz and Thompson), and a/b normalises by itself.
//
// Nothing is subtracted: a sum of the rows that one stage answers and one of the others are added up apart, so that a
// small cost beside a large one is not lost where the large one is not paid.
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/sums/double_double.hpp"
#include "core/routes/route_options.hpp"
#include "core/routes/route.hpp"
#include "core/routes/stages.hpp"

namespace wald::core::routes {

struct Sums {
  double cost = 0, a = 0, b = 0;
  Sums &operator+=(const Sums &other) {
    cost += other.cost;
    a += other.a;
    b += other.b;
    return *this;
  }
  double quality() const { return b > 0 ? a / b : 1; }
};

// Sums to twice the digits: rounded at the end, they do not show the order in which rows were added.
struct LongSums {
  DoubleDouble cost, a, b;
  void add(const Sums &x) {
    cost.add({x.cost, 0});
    a.add({x.a, 0});
    b.add({x.b, 0});
  }
  void add(const LongSums &x) {
    cost.add(x.cost);
    a.add(x.a);
    b.add(x.b);
  }
  Sums rounded() const { return {cost.value(), a.value(), b.value()}; }
};

// Powers of two that bring the largest weight of some rows to 2^600, and the largest weight over a probability of a
// label to 2^900: no product or sum overflows, and what underflows is too small beside the others to be a double.
class SumScale {
 public:
  SumScale() = default;
  SumScale(const Stages &stages, const std::vector<int64_t> &rows, const RouteOptions &options);
  double weight(double w) const { return w * cost_[0] * cost_[1]; }
  double counted(double w) const { return w * labels_[0] * labels_[1]; }

 private:
  double cost_[2] = {1, 1}, labels_[2] = {1, 1};
};

// The label of a row as a measure has it: the truth, or with agreement the last stage's answer where it is known.
// -1: not known.
int32_t label_of(const Stages &stages, int64_t row, RouteMeasure measure);
bool is_judged(const Stages &stages, int64_t row, RouteMeasure measure);
// The share that is right of a judged row's answer by a stage.
double right_of(const Stages &stages, int64_t row, int64_t stage, RouteMeasure measure);
// What an answer with the positive class and a positive row add to b of F, so that neither overflows: 1 and beta^2, times
// a power of two.
struct FParts {
  explicit FParts(double beta);
  double said, is;
};
// a and b of a judged row, without weight.
Sums judged(const Stages &stages, int64_t row, int64_t stage, const RouteOptions &options);
// Cost with the weight, and a and b with the weight over the probability, all of them scaled.
Sums sums_of(const Stages &stages, int64_t row, int64_t stage, const RouteOptions &options, const SumScale &scale);

const char *measure_name(RouteMeasure measure);
void check_measure(const Stages &stages, const RouteOptions &options);

// Rows of one group, with all that a search reads.
struct SearchRows {
  int64_t stages = 0;
  bool router = false;
  double weight = 0;
  std::vector<double> confidence;  // [rows x stages]; with a router [rows], the score
  std::vector<Sums> sums;          // [rows x stages], the cost of the stage alone

  std::size_t rows() const { return sums.size() / static_cast<std::size_t>(stages); }
  double sure(std::size_t i, int64_t s) const {
    return router ? confidence[i] : confidence[i * static_cast<std::size_t>(stages) + static_cast<std::size_t>(s)];
  }
  const Sums &at(std::size_t i, int64_t s) const {
    return sums[i * static_cast<std::size_t>(stages) + static_cast<std::size_t>(s)];
  }
};

SearchRows search_rows(const Stages &stages, const std::vector<int64_t> &rows, const RouteOptions &options,
                       const SumScale &scale);

}  // namespace wald::core::routes

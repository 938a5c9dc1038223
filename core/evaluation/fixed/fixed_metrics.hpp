// Metrics of an evaluation at fixed thresholds: which are the share of some rows among others, and what each is of counts.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/evaluation/fixed/evaluated_rows.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::evaluation {

// Weights of rows by cell, and their squares: 2 * label + flagged.
struct CellWeights {
  double sum[4] = {0, 0, 0, 0}, squares[4] = {0, 0, 0, 0};

  void add(bool positive, bool flagged, double weight) {
    sum[2 * positive + flagged] += weight;
    squares[2 * positive + flagged] += weight * weight;
  }
  void subtract(const CellWeights &x) {
    for (int cell = 0; cell < 4; ++cell) {
      sum[cell] -= x.sum[cell];
      squares[cell] -= x.squares[cell];
    }
  }
  struct Share {
    double part = 0, whole = 0, squares = 0;  // squares: of the whole
  };
  // Of cells that are bits: 1 << (2 * label + flagged).
  Share share(unsigned part, unsigned whole) const;
};

struct FixedMetric {
  std::string name;
  std::shared_ptr<const Metric> metric, otherwise;  // with either zero_division; none for the area
  unsigned part = 0, whole = 0;                     // bits of cells, of a share
  bool harmonic = false;                            // 2p/(1 + p) of the share p
  double of_rates = 0;                              // this times recall + specificity, plus a constant; 0: it is not
  // That of all rows to which each label's are weighted, whatever rows are left out or drawn; NaN: the rows' own.
  double prevalence = std::numeric_limits<double>::quiet_NaN();

  bool is_area() const { return !metric; }
  // Of rows of both labels no share is binomial at another prevalence.
  bool is_share() const { return whole != 0 && (std::isnan(prevalence) || whole == 3 || whole == 12); }
  // NaN if it is 0/0.
  double value(const CellWeights &cells) const;
  bool is_of_rates() const { return of_rates > 0; }
  double of_share(double p) const { return harmonic ? 2 * p / (1 + p) : p; }
  double slope(double p) const { return harmonic ? 2 / ((1 + p) * (1 + p)) : 1; }
};

// By name; none: the usual ones. prevalence: NaN for that of the rows. Throws Error(argument) if a metric but the area is asked for without thresholds,
// Error(format) if a name is of none.
std::vector<FixedMetric> fixed_metrics(const std::vector<std::string> &names, bool thresholds, double prevalence);

// Units by what they hold, equal ones once.
struct UnitKinds {
  struct Kind {
    CellWeights cells;
    int64_t count;
  };
  std::vector<Kind> kinds;
  CellWeights all;
  int64_t units = 0;
};
UnitKinds unit_kinds(const EvaluatedRows &rows, const std::vector<uint8_t> &flagged);

}  // namespace wald::core::evaluation

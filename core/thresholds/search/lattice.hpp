// Counts of flagged rows at every combination of levels, by prefix sums over a lattice.
//
// Under "and" a row of ranks r is flagged at level k where r <= k in every coordinate: prefix sums. Under "or" it is
// not flagged where r > k in every coordinate: suffix sums, taken from the total. Either costs one addition for each
// cell and classifier. Cells are numbered in row-major order, the last classifier fastest; that order is topological,
// since a step of one level up always goes to a greater number.
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/compiler.hpp"
#include "core/thresholds/frontier/pareto.hpp"
#include "core/thresholds/frontier/ranked.hpp"

namespace wald::core::thresholds {

// TP in the low half and FP in the high half of one integer: one sum for both, while each is below 2^31.
struct PackedCell {
  uint64_t both = 0;
  void add_tp(double w) { both += static_cast<uint64_t>(w); }
  void add_fp(double w) { both += static_cast<uint64_t>(w) << 32; }
  PackedCell &operator+=(const PackedCell &o) {
    both += o.both;
    return *this;
  }
  PackedCell operator-(const PackedCell &o) const { return {both - o.both}; }
  // Twice the area of a trapezoid; with TP < 2^31 and FP < 2^31 their sum is below 2^63.
  using Area = int64_t;
  static Area trapezoid(const PackedCell &u, const PackedCell &v) {
    const auto fp = static_cast<int64_t>((v.both >> 32) - (u.both >> 32));
    return fp * static_cast<int64_t>((u.both & 0xffffffffu) + (v.both & 0xffffffffu));
  }
  double tp() const { return static_cast<double>(both & 0xffffffffu); }
  double fp() const { return static_cast<double>(both >> 32); }
};

struct RealCell {
  double true_positives = 0, false_positives = 0;
  void add_tp(double w) { true_positives += w; }
  void add_fp(double w) { false_positives += w; }
  RealCell &operator+=(const RealCell &o) {
    true_positives += o.true_positives;
    false_positives += o.false_positives;
    return *this;
  }
  RealCell operator-(const RealCell &o) const {
    return {true_positives - o.true_positives, false_positives - o.false_positives};
  }
  using Area = double;
  static Area trapezoid(const RealCell &u, const RealCell &v) {
    return (v.false_positives - u.false_positives) * (u.true_positives + v.true_positives);
  }
  double tp() const { return true_positives; }
  double fp() const { return false_positives; }
};

struct LatticeShape {
  std::vector<int32_t> levels;
  std::vector<int64_t> stride;
  int64_t cells = 1;

  explicit LatticeShape(const std::vector<Levels> &of);
  std::vector<int32_t> level(int64_t cell) const;
  // The cell where a row of these ranks is counted; -1 if no level flags it.
  int64_t cell_of(const int32_t *ranks, Rule rule) const;
};

// Turns sums of the rows of each cell into counts of the rows flagged at each cell.
template <class Cell>
void accumulate(std::vector<Cell> &cells, const LatticeShape &shape, Rule rule, Cell total) {
  // Whole lines of cells at a time, which the compiler can add as vectors.
  const auto add_line = [](const Cell *WALD_RESTRICT from, int64_t count, Cell *WALD_RESTRICT to) {
    for (int64_t i = 0; i < count; ++i) to[i] += from[i];
  };
  for (std::size_t d = 0; d < shape.levels.size(); ++d) {
    const int64_t step = shape.stride[d], block = step * shape.levels[d];
    for (int64_t start = 0; start < shape.cells; start += block) {
      Cell *const line = cells.data() + start;
      if (rule == Rule::all)
        for (int64_t c = step; c < block; c += step) add_line(line + c - step, step, line + c);
      else
        for (int64_t c = block - 2 * step; c >= 0; c -= step) add_line(line + c + step, step, line + c);
    }
  }
  if (rule == Rule::any)
    for (Cell &c : cells) c = total - c;
}

template <class Cell>
std::vector<Cell> count_lattice(const RankedSample &rows, const LatticeShape &shape) {
  std::vector<Cell> cells(static_cast<std::size_t>(shape.cells));
  Cell total;
  for (int64_t i = 0; i < rows.positives.size(); ++i) {
    const int64_t c = shape.cell_of(rows.positives.row(i), rows.rule);
    cells[static_cast<std::size_t>(c)].add_tp(rows.positives.weight(i));
    total.add_tp(rows.positives.weight(i));
  }
  for (int64_t i = 0; i < rows.negatives.size(); ++i) {
    const int64_t c = shape.cell_of(rows.negatives.row(i), rows.rule);
    cells[static_cast<std::size_t>(c)].add_fp(rows.negatives.weight(i));
    total.add_fp(rows.negatives.weight(i));
  }
  accumulate(cells, shape, rows.rule, total);
  return cells;
}

// True if PackedCell serves.
bool packs(const RankedSample &rows);

// The frontier over counts at every cell. whole: every TP is a whole number. most_tp: no TP is larger.
ParetoFrontier cells_frontier(const std::vector<PackedCell> &cells, CostAxis cost_axis, bool whole, double most_tp,
                              Rule rule);
ParetoFrontier cells_frontier(const std::vector<RealCell> &cells, CostAxis cost_axis, bool whole, double most_tp,
                              Rule rule);

// Counts at every cell, in the smaller form where it serves.
struct LatticeCounts {
  explicit LatticeCounts(const RankedSample &rows);
  LatticeShape shape;
  std::vector<PackedCell> packed;
  std::vector<RealCell> real;  // where packed is empty
};

// The frontier over every cell of the lattice.
ParetoFrontier lattice_frontier(const RankedSample &rows);

}  // namespace wald::core::thresholds

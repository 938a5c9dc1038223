// Counts flagged rows at every cell of a lattice.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/lattice.hpp"

namespace wald::core::thresholds {

LatticeShape::LatticeShape(const std::vector<Levels> &of) : stride(of.size()) {
  for (const Levels &l : of) levels.push_back(l.count());
  for (std::size_t d = of.size(); d-- > 0;) {
    stride[d] = cells;
    cells *= levels[d];
  }
}

std::vector<int32_t> LatticeShape::level(int64_t cell) const {
  std::vector<int32_t> out;
  for (std::size_t d = 0; d < levels.size(); ++d) {
    out.push_back(static_cast<int32_t>(cell / stride[d]));
    cell %= stride[d];
  }
  return out;
}

int64_t LatticeShape::cell_of(const int32_t *ranks, Rule rule) const {
  // Under "or" cell k collects the rows that are not flagged at k but would be one level on.
  int64_t cell = 0;
  if (rule == Rule::any) {
    for (std::size_t d = 0; d < levels.size(); ++d) cell += (ranks[d] - 1) * stride[d];
    return cell;
  }
  for (std::size_t d = 0; d < levels.size(); ++d) {
    if (ranks[d] == levels[d]) return -1;
    cell += ranks[d] * stride[d];
  }
  return cell;
}

bool packs(const RankedSample &rows) {
  double fp = 0;
  for (int64_t i = 0; i < rows.negatives.size(); ++i) fp += rows.negatives.weight(i);
  return rows.whole && rows.most_tp < 0x1p31 && fp < 0x1p31;
}

namespace {

// A table by TP is worth its memory where it is no larger than the lattice.
template <class Cell>
bool by_table(const std::vector<Cell> &cells, bool whole, double most_tp) {
  return whole && most_tp < static_cast<double>(cells.size());
}

template <class Cell>
ParetoFrontier cell_by_cell(const std::vector<Cell> &cells, CostAxis cost_axis, bool whole, double most_tp, Rule rule) {
  ParetoBuilder builder(cost_axis, by_table(cells, whole, most_tp), most_tp, rule == Rule::all);
  for (std::size_t c = 0; c < cells.size(); ++c) builder.add(cells[c].tp(), cells[c].fp(), c);
  return builder.take();
}

struct BestCell {
  uint64_t fp, cell;
};

}  // namespace

ParetoFrontier cells_frontier(const std::vector<RealCell> &cells, CostAxis cost_axis, bool whole, double most_tp,
                              Rule rule) {
  return cell_by_cell(cells, cost_axis, whole, most_tp, rule);
}

ParetoFrontier cells_frontier(const std::vector<PackedCell> &cells, CostAxis cost_axis, bool whole, double most_tp,
                              Rule rule) {
  if (!by_table(cells, whole, most_tp)) return cell_by_cell(cells, cost_axis, whole, most_tp, rule);
  // In whole numbers: for each TP the cell with the least FP, of equal ones the first, or the last.
  constexpr uint64_t none = uint64_t{1} << 32;
  const bool last_wins = rule == Rule::all;
  std::vector<BestCell> least(static_cast<std::size_t>(most_tp) + 1, {none, 0});
  for (std::size_t c = 0; c < cells.size(); ++c) {
    BestCell &best = least[cells[c].both & 0xffffffffu];
    const uint64_t fp = cells[c].both >> 32;
    if (last_wins ? fp <= best.fp : fp < best.fp) best = {fp, c};
  }
  ParetoBuilder builder(cost_axis, true, most_tp, last_wins);
  for (std::size_t tp = 0; tp < least.size(); ++tp)
    if (least[tp].fp != none) builder.add(static_cast<double>(tp), static_cast<double>(least[tp].fp), least[tp].cell);
  return builder.take();
}

LatticeCounts::LatticeCounts(const RankedSample &rows) : shape(rows.levels) {
  if (packs(rows))
    packed = count_lattice<PackedCell>(rows, shape);
  else
    real = count_lattice<RealCell>(rows, shape);
}

ParetoFrontier lattice_frontier(const RankedSample &rows) {
  const LatticeShape shape(rows.levels);
  if (packs(rows))
    return cells_frontier(count_lattice<PackedCell>(rows, shape), rows.cost_axis, true, rows.most_tp, rows.rule);
  return cells_frontier(count_lattice<RealCell>(rows, shape), rows.cost_axis, rows.whole, rows.most_tp, rows.rule);
}

}  // namespace wald::core::thresholds

#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/lattice.hpp"

namespace wald::core {

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

}  // namespace wald::core

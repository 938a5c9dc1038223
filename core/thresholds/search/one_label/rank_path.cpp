// Descends all thresholds together.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/one_label/rank_path.hpp"

#include <algorithm>

#include "core/numeric/infinity.hpp"

namespace wald::core::thresholds {

namespace {

// One score's rows from the highest on.
struct Descent {
  struct Row {
    double score;
    int64_t index;
  };
  std::vector<Row> rows;
  std::size_t next = 0;  // the first row that the threshold does not reach
  double above = 0;      // the weight of the rows that it reaches
};

std::vector<Descent> descents(const RowSet &set) {
  std::vector<Descent> out(static_cast<std::size_t>(set.dims));
  for (Descent &d : out) d.rows.reserve(static_cast<std::size_t>(set.size()));
  set.for_rows([&](int64_t first, int64_t n, const double *scores) {
    for (int64_t i = 0; i < n; ++i)
      for (std::size_t d = 0; d < out.size(); ++d) out[d].rows.push_back({*scores++, first + i});
  });
  for (Descent &d : out)
    std::sort(d.rows.begin(), d.rows.end(),
              [](const Descent::Row &a, const Descent::Row &b) { return a.score > b.score; });
  return out;
}

}  // namespace

SearchResult search_rank_path(const Sample &sample, const Criterion &criterion, bool whole_path) {
  const bool positive = sample.positives().size() > 0;
  const RowSet &set = positive ? sample.positives() : sample.negatives();
  std::vector<Descent> scores = descents(set);
  const auto dims = static_cast<std::size_t>(set.dims);
  const std::size_t needed = sample.rule() == Rule::any ? 1 : dims;  // thresholds that a flagged row reaches
  std::vector<uint8_t> reached(static_cast<std::size_t>(set.size()));
  std::vector<double> thresholds(dims, infinity);
  double flagged = 0;
  SearchResult out;
  ThresholdFrontier &path = out.frontier;
  const auto add = [&] {
    path.points.push_back({positive ? flagged : 0, positive ? 0 : flagged, path.points.size()});
    path.thresholds.push_back(thresholds);
    if (whole_path) return true;
    const FrontierPoint &p = path.points.back();
    return positive ? !criterion.recalls_enough(p.tp) : criterion.within_budget(p.tp, p.fp);
  };
  // The score above whose threshold the least weight lies is next; of equal ones the first.
  const auto next_score = [&] {
    std::size_t least = dims;
    for (std::size_t d = 0; d < dims; ++d) {
      const Descent &own = scores[d];
      if (own.next == own.rows.size() || own.rows[own.next].score < sample.rated_from()[d]) continue;
      if (least == dims || own.above < scores[least].above) least = d;
    }
    return least;
  };
  bool more = add();
  for (std::size_t d = next_score(); more && d < dims; d = next_score()) {
    Descent &own = scores[d];
    const double score = own.rows[own.next].score, before = flagged;
    for (; own.next < own.rows.size() && own.rows[own.next].score == score; ++own.next) {
      const int64_t i = own.rows[own.next].index;
      own.above += set.weight(i);
      if (++reached[static_cast<std::size_t>(i)] == needed) flagged += set.weight(i);
    }
    thresholds[d] = score;
    if (flagged > before) more = add();
  }
  return out;
}

}  // namespace wald::core::thresholds

// Rows of one score in pieces, from the highest scores down: which pieces may hold the best point or what lies next to
// it on the hull, and what follows from those that were looked into. Of the others their weights are enough. The proof
// is in docs/developers/algorithms.md.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "core/thresholds/criterion.hpp"
#include "core/thresholds/frontier/threshold_frontier.hpp"

namespace wald::core::thresholds {

// The rows between two scores, from tp and fp of the higher ones on.
struct Piece {
  bool opened = false;
  double tp, fp;                    // weights of all rows in higher pieces
  double more_tp, more_fp;          // and in this one
  std::size_t first = 0, last = 0;  // where opened: its points among all opened ones
  double end_tp() const { return tp + more_tp; }
  double end_fp() const { return fp + more_fp; }
};

class PieceSearch {
 public:
  struct Point {
    double tp, fp, score;
  };
  std::vector<Piece> pieces;    // nonempty ones
  std::vector<uint8_t> wanted;  // of each piece: whether it may hold what is searched for
  std::vector<Point> points;    // of the pieces that were opened

  PieceSearch(const Criterion &criterion, double positives, double negatives)
      : criterion_(criterion), positives_(positives), negatives_(negatives) {}

  // Marks the pieces that may hold the best point. False if none is allowed.
  bool choose_pieces();
  // Marks the pieces that may hold a vertex of the hull's segments next to the point. False if none is left.
  bool mark_hull(const FrontierPoint &point);
  // The same of the best end of a piece, which stands for the best point before any is known.
  bool mark_hull() { return mark_hull({reached_.tp, reached_.fp, 0}); }
  // The best points of those that were opened, and of flagging nothing. False if none is allowed.
  bool choose_points(ThresholdFrontier &out) const;
  // Adds the ends of the hull's segments next to the chosen point, once mark_hull(chosen) leaves none.
  void add_hull(const FrontierPoint &chosen, ThresholdFrontier &frontier) const;

 private:
  // The hull's vertices next to a point: of what is known, its ends where nothing lies beyond.
  struct Neighbours {
    FrontierPoint left, right;
    bool on_hull;
  };
  Neighbours neighbours(const FrontierPoint &point) const;
  std::optional<Neighbours> touched_from(const FrontierPoint &point) const;  // none if the point is no vertex

  const Criterion &criterion_;
  double positives_, negatives_;
  double at_least_ = -std::numeric_limits<double>::infinity();  // of what may be the best value
  Flagged reached_;
  Neighbours next_{};  // of the point of the last mark_hull
};

}  // namespace wald::core::thresholds

// Searches the counts of a label for the most that it can make at prices of the rows, by cuts.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/per_row/passes/count_limit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

namespace wald::core::decisions {
namespace {

// The search ends after so many cuts or boxes with the limit that it has.
constexpr std::size_t most_cuts = 200;
constexpr int most_boxes = 2000;  // nearly always 150 suffice
// A box is divided while its plane is responsible for more than this part of what its limit is too high by.
constexpr double part_of_plane = 0.5;
// A box is divided, too, if a cut of its own lowers its limit by less than this part of the excess.
constexpr double least_part = 0.1;
// Relative, more than the rounding of planes and cuts.
constexpr double rounding = 1e-12;

struct Cut {
  double slope, fall, worth;
};

struct Bounded {
  CountBox box;
  double limit;
  bool operator<(const Bounded &other) const { return limit < other.limit; }
};

class CountSearch {
 public:
  CountSearch(const WantedRows &rows, const RatioForm &form, double weight, Monitor &monitor)
      : rows_(rows), form_(form), weight_(weight), monitor_(monitor) {}

  double operator()(double n_rows, double known, double enough) {
    add_cut({});
    push({1, n_rows, 0, std::min(n_rows, form_.positives * (1 + 1e-12))});
    for (int boxes = 0; !open_.empty(); ++boxes) {
      const Bounded top = open_.top();
      const double excess = top.limit - known;
      if (excess <= enough || boxes >= most_boxes) return std::max(known, top.limit);
      open_.pop();
      const double now = limit_of(top.box);
      if (now < top.limit - excess * least_part) {  // cuts have been added since
        open_.push({top.box, now});
      } else if (plane_excess(top.box) > part_of_plane * excess) {
        divide(top.box);
      } else {
        if (cuts_.size() < most_cuts) add_cut_for(top.box);
        const double lower = limit_of(top.box);
        if (lower > top.limit - excess * least_part)
          divide(top.box);
        else
          open_.push({top.box, lower});
      }
    }
    return known;
  }

 private:
  void add_cut_for(const CountBox &box) {
    monitor_.at(0);
    const double slope = weight_ * std::min(plane_above(form_, box).slope, form_.steepest());
    const auto offered = static_cast<float>(slope);
    add_cut({offered, rows_.cost_of(offered, (box.k_low + box.k_high) / 2)});
  }
  void add_cut(LabelOffer offer) { cuts_.push_back({offer.slope, offer.cost, rows_.worth(offer)}); }

  double limit_of(const CountBox &box) const {
    CountPlane plane = plane_above(form_, box);
    plane = {weight_ * plane.at_zero, weight_ * plane.slope, weight_ * plane.fall};
    const double size = std::fabs(plane.at_zero) + plane.slope * box.t_high + plane.fall * box.k_high;
    double least = std::numeric_limits<double>::infinity();
    for (const Cut &cut : cuts_) {
      const double cut_size = cut.worth + cut.slope * box.t_high + cut.fall * box.k_high;
      least = std::min(least, cut.worth + plane.most_above(cut.slope, cut.fall, box) + (size + cut_size) * rounding);
    }
    return least;
  }

  // By how much a box's plane exceeds U in its middle.
  double plane_excess(const CountBox &box) const {
    const double t = (box.t_low + box.t_high) / 2, k = (box.k_low + box.k_high) / 2;
    return weight_ * (plane_above(form_, box).at(t, k) - form_.utility(t, k));
  }

  void divide(const CountBox &box) {
    const double base = std::max(form_.below(box.t_high, box.k_low), 1e-300);
    const double by_k = (box.k_high - box.k_low) / base;
    const double by_t = (box.t_high - box.t_low) / std::max(box.t_high, 1e-300) + form_.shared * (box.t_high - box.t_low) / base;
    CountBox low = box, high = box;
    if (by_k >= by_t && box.k_low < box.k_high) {
      // Near the geometric mean where D grows manifold.
      const double middle = by_k > 2 ? std::sqrt((box.k_low + form_.rest) * (box.k_high + form_.rest)) - form_.rest
                                     : (box.k_low + box.k_high) / 2;
      low.k_high = std::clamp(std::floor(middle), box.k_low, box.k_high - 1);
      high.k_low = low.k_high + 1;
    } else {
      low.t_high = high.t_low = (box.t_low + box.t_high) / 2;
    }
    push(low), push(high);
  }

  void push(CountBox box) {
    box.t_high = std::min(box.t_high, box.k_high);  // no row has more than one true positive
    if (box.t_low > box.t_high) return;
    open_.push({box, limit_of(box)});
  }

  const WantedRows &rows_;
  const RatioForm &form_;
  double weight_;
  Monitor &monitor_;
  std::vector<Cut> cuts_;
  std::priority_queue<Bounded> open_;
};

}  // namespace

double most_at_prices(const WantedRows &rows, int64_t n_rows, const RatioForm &form, double weight, double known,
                      double enough, Monitor &monitor) {
  return CountSearch(rows, form, weight, monitor)(static_cast<double>(n_rows), known, enough);
}

}  // namespace wald::core::decisions

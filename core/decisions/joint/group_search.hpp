// Looks for the best numbers of labels of each group: prefixes of groups in an order, and moves of a group's labels.
#pragma once

#include <vector>

#include "core/decisions/joint/label_groups.hpp"
#include "core/decisions/problem.hpp"

namespace wald::core::decisions {

class GroupSearch {
 public:
  GroupSearch(const Metric &metric, const std::vector<Joint::Vector> &vectors, const LabelGroups &groups, int64_t n,
              KRange range);

  // A prediction by its number of labels of each group, and what follows from them.
  struct Point {
    std::vector<int64_t> numbers, tp;
    int64_t k = 0;
    double value = 0;
  };
  Point at(std::vector<int64_t> numbers) const;
  double value(const std::vector<int64_t> &tp, int64_t k) const;

  // The best found of the predictions that take the labels in the order of their group's score, which is a sum over the
  // vectors that hold it. Every kth group alone is looked at where there are many, and then those around the best.
  Point best_on_path(const std::vector<double> &score_of_vector);

  // Orders the groups by what one more true positive of each vector is worth and takes the best prefix, while that
  // gains more than `least`.
  void reorder(Point &point, double least, Monitor &monitor);
  // Takes the best addition, removal or exchange of one label, and more labels of the same groups if that gains more,
  // until none gains more than `least`, or the steps are many for such a problem: false.
  bool polish(Point &point, double least, Monitor &monitor);

 private:
  static constexpr std::size_t no_group = SIZE_MAX;
  struct Move {
    double gain = 0;
    std::size_t removed = no_group, added = no_group;
  };
  struct Step {
    int64_t k;
    std::vector<int64_t> tp;
  };

  // The metric's, without a call for Jaccard, of which most is asked.
  double utility(int64_t tp, int64_t k, int64_t s) const {
    if (!jaccard_) return metric_.utility(tp, k, s, n_);
    const int64_t either = k + s - tp;
    return either > 0 ? static_cast<double>(tp) / static_cast<double>(either) : zero_division_;
  }
  void order_by(const std::vector<double> &score);
  void take(Step &step, std::size_t group, int64_t count) const;
  KRange allowed(const Step &step, std::size_t group) const;
  double value_with(const Step &step, std::size_t group, int64_t count);
  std::pair<int64_t, double> best_count(const Step &step, std::size_t group);

  void changes(const Point &point, int64_t k, int64_t by, std::vector<double> &out) const;
  Move best_move(const Point &point, double least);
  void best_exchange(const Point &point, Move &best);
  bool advance(Point &point, const Move &move, double least) const;
  void shift(Point &point, const Move &move, int64_t count) const;

  const Metric &metric_;
  const std::vector<Joint::Vector> &vectors_;
  const LabelGroups &groups_;
  const int64_t n_;
  const KRange range_;
  const bool jaccard_;
  const double zero_division_;
  std::vector<uint8_t> in_removed_;                               // of each vector
  std::vector<double> more_, less_, kept_, regained_, slopes_;    // of each vector
  std::vector<double> scores_, gains_more_, gains_less_, gains_regained_;  // of each group
  std::vector<uint64_t> order_, spare_;
  std::vector<int64_t> tried_;
};

}  // namespace wald::core::decisions

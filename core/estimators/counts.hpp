// The matrix P[i][s] = P(y_i = 1, s labels in all) and P(0): what metrics linear in tp need ([W14] eq. 17).
#pragma once

#include <map>
#include <optional>

#include "core/estimators/estimator.hpp"
#include "core/numeric/sums/double_double.hpp"

namespace wald::core {

class Counts final : public Estimator {
 public:
  explicit Counts(int64_t n_labels);

  // table(i, s-1) = P[i][s]; p_s.data may be null.
  void feed(RealTable table, double p_zero, Reals p_s, double weight);

  // For conversions, which have checked what they give: cells in ascending order of (label, s), P(s) for each s.
  struct Cell {
    int32_t label, s;
    double p;
  };
  static std::unique_ptr<Counts> of(int64_t n_labels, const std::vector<Cell> &cells,
                                    const std::map<int64_t, double> &p_s);

  Kind kind() const override { return Kind::counts; }
  std::unique_ptr<Estimator> copy() const override { return std::make_unique<Counts>(*this); }
  void clear() override;
  int64_t n_labels() const override { return n_; }
  int64_t n_fed() const override { return n_fed_; }
  double total_weight() const override { return total_.value(); }
  void require_fed() const override;
  void merge(const Estimator &other) override;
  std::unique_ptr<Counts> to_counts() const override { return std::make_unique<Counts>(*this); }
  std::vector<double> marginals() const override;
  std::vector<double> size_distribution() const override;
  double p_zero() const override;
  Mode mode() const override;
  void draw(uint64_t seed, Grid<uint8_t> out) const override;
  std::string save() const override;

  int64_t max_s() const;
  // Fills table(i, s-1); throws Error(capacity) where a nonzero cell lies outside.
  void copy_table(double *table, int64_t n_labels, int64_t max_s, int64_t label_stride, int64_t s_stride) const;

  // visit(label, s) for each cell that is not 0, ascending.
  template <class Visit>
  void each_place(const Visit &visit) const {
    for (const Sum &c : cells_) visit(c.label, c.s);
  }
  // visit(label, s, mean) likewise.
  template <class Visit>
  void each_cell(const Visit &visit) const {
    // One table of weight 1 divides by 1, which changes nothing.
    if (total_.high == 1 && total_.low == 0)
      for (const Sum &c : cells_) visit(c.label, c.s, c.sum.value());
    else
      for (const Sum &c : cells_) visit(c.label, c.s, c.sum.over(total_));
  }
  // P(s), ascending, the zeros left out. Where it was not given it is sum_i P[i][s]/s if that with P(0) is a
  // distribution; `total`, where it is not null, receives that sum.
  std::optional<std::map<int64_t, double>> known_sizes(double *total = nullptr) const;
  // The same, or Error(unsupported) that says what is missing; `needed_by` names what asked.
  std::map<int64_t, double> sizes(const std::string &needed_by) const;

  // Rebuilds what save() wrote; used by load_estimator.
  struct SavedCell {
    int64_t label, s;
    DoubleDouble sum;
  };
  static std::unique_ptr<Counts> restore(int64_t n_labels, int64_t n_fed, DoubleDouble total, DoubleDouble p_zero,
                                         bool sizes_given, const std::vector<SavedCell> &sizes,
                                         const std::vector<SavedCell> &cells);

 private:
  struct Sum {
    int32_t label, s;
    DoubleDouble sum;  // sum over tables of weight times cell
  };
  static std::vector<Sum> merged(const std::vector<Sum> &x, const std::vector<Sum> &y);
  void add(const std::vector<Sum> &cells, DoubleDouble p_zero, const std::vector<Sum> *sizes, DoubleDouble weight,
           int64_t n_fed);

  int64_t n_;
  int64_t n_fed_ = 0;
  DoubleDouble total_, zero_;  // sum of weights; sum of weight times P(0)
  bool sizes_given_ = true;    // every table so far came with its P(s)
  std::vector<Sum> cells_;     // ascending in (label, s)
  std::vector<Sum> sizes_;     // label 0; ascending in s
};

}  // namespace wald::core

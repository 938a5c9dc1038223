// Estimators that are a list of marginal probabilities: independent labels, and exclusive ones.
#pragma once

#include "core/estimators/estimator.hpp"

namespace wald::core {

// What the two kinds share: a list of probabilities that feeding appends to.
class Marginal : public Estimator {
 public:
  virtual void feed(Reals probabilities);

  int64_t n_labels() const override { return static_cast<int64_t>(p_.size()); }
  int64_t n_fed() const override { return p_.empty() ? 0 : 1; }
  double total_weight() const override { return static_cast<double>(n_fed()); }
  void require_fed() const override;
  void clear() override { p_.clear(); }
  void merge(const Estimator &other) override;
  std::string save() const override;

  // As they were fed.
  const std::vector<double> &p() const { return p_; }

 protected:
  // Throws if n labels more are too many.
  void check_room(int64_t n) const;
  std::vector<double> p_;
};

class Independent final : public Marginal {
 public:
  Kind kind() const override { return Kind::independent; }
  std::unique_ptr<Estimator> copy() const override { return std::make_unique<Independent>(*this); }
  std::unique_ptr<Counts> to_counts() const override;
  std::vector<double> marginals() const override { return p_; }
  std::vector<double> size_distribution() const override;
  double p_zero() const override;
  Mode mode() const override;
  void draw(uint64_t seed, Grid<uint8_t> out) const override;

  // Leaves out what masses drop under `cut`.
  std::unique_ptr<Counts> to_counts(double cut) const;
};

class Categorical final : public Marginal {
 public:
  void feed(Reals probabilities) override;
  void clear() override;
  Kind kind() const override { return Kind::categorical; }
  std::unique_ptr<Estimator> copy() const override { return std::make_unique<Categorical>(*this); }
  std::unique_ptr<Counts> to_counts() const override;
  std::vector<double> marginals() const override;
  std::vector<double> size_distribution() const override;
  double p_zero() const override;
  Mode mode() const override;
  void draw(uint64_t seed, Grid<uint8_t> out) const override;

 private:
  double sum_ = 0;
};

// Checks a row of exclusive probabilities and gives their sum, which may exceed 1 by rounding alone: scale by
// categorical_scale(sum). `where` begins the message ("probabilities", "row 3").
double checked_categorical_sum(double sum, const std::string &where);
double categorical_scale(double sum);

}  // namespace wald::core

// Any joint distribution: weighted label vectors, kept as the sorted positions of their ones.
#pragma once

#include "core/estimators/estimator.hpp"

namespace wald::core {

class Joint final : public Estimator {
 public:
  explicit Joint(int64_t n_labels);

  // weights.data may be null: 1 each.
  void feed(Grid<const uint8_t> vectors, Reals weights);
  void feed_sparse(Integers indptr, Integers indices, int64_t n_rows, Reals weights);

  Kind kind() const override { return Kind::joint; }
  std::unique_ptr<Estimator> copy() const override { return std::make_unique<Joint>(*this); }
  void clear() override;
  int64_t n_labels() const override { return n_; }
  int64_t n_fed() const override { return static_cast<int64_t>(weights_.size()); }
  double total_weight() const override;
  void require_fed() const override;
  void merge(const Estimator &other) override;
  std::unique_ptr<Counts> to_counts() const override;
  std::vector<double> marginals() const override;
  std::vector<double> size_distribution() const override;
  double p_zero() const override;
  Mode mode() const override;
  void draw(uint64_t seed, Grid<uint8_t> out) const override;
  std::string save() const override;

  // One distinct label vector and the share of the total weight that it holds.
  struct Vector {
    const int32_t *begin, *end;
    double probability;
    int64_t size() const { return end - begin; }
  };
  // A label vector as it was fed, v = 0 ... n_fed()-1.
  struct Fed {
    const int32_t *begin, *end;
    double weight;
    int64_t size() const { return end - begin; }
  };
  Fed fed(int64_t v) const { return {begin_of(v), end_of(v), weights_[static_cast<std::size_t>(v)]}; }
  // True if sums of weights are exact in whatever order they are made.
  bool weights_add_exactly() const;

  // Distinct vectors of positive weight in an order that depends on them alone, not on how they were fed; what is
  // summed neither exactly nor to twice the digits runs over it, so that results do not depend on the order of feeding.
  std::vector<Vector> distinct() const;

 private:
  double sum_of_weights() const;  // in the order of feeding
  void reserve_vectors(int64_t more);
  // Positions in weights_ ordered by (hash, vector, weight), and the hashes in that order.
  struct Order {
    std::vector<int64_t> vectors;
    std::vector<uint64_t> hashes;
  };
  Order canonical_order() const;
  const int32_t *begin_of(int64_t v) const { return indices_.data() + offsets_[static_cast<std::size_t>(v)]; }
  const int32_t *end_of(int64_t v) const { return indices_.data() + offsets_[static_cast<std::size_t>(v) + 1]; }

  int64_t n_;
  std::vector<int64_t> offsets_{0};
  std::vector<int32_t> indices_;
  std::vector<double> weights_;
};

}  // namespace wald::core

// What is known of one label vector y in {0,1}^n.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/arrays.hpp"

namespace wald::core {

// The values are those of wald_kind in capi/wald.h.
#define WALD_KIND_WORDS(WORD)                                                                                    \
  WORD(independent, 0, "independent", "", "Marginal probabilities of independent labels.")                       \
  WORD(categorical, 1, "categorical", "", "Probabilities of exclusive labels; the rest to 1 is P(none).") \
  WORD(joint, 2, "joint", "", "Weighted label vectors: any joint distribution.")                                 \
  WORD(counts, 3, "counts", "", "P[i][s] = P(y_i = 1, s labels in all), and P(0).")
enum class Kind : int32_t { WALD_KIND_WORDS(WALD_ENUMERATOR) };
constexpr Word kind_words[] = {WALD_KIND_WORDS(WALD_WORD)};
inline const char *kind_name(Kind kind) { return kind_words[static_cast<int32_t>(kind)].name; }

constexpr int64_t max_labels = INT32_MAX;
// Probabilities that sum to 1 may miss it by this much: they are often rounded for printing.
constexpr double rounding_of_a_sum = 1e-6;

class Independent;
class Categorical;
class Joint;
class Counts;

class Estimator {
 public:
  virtual ~Estimator() = default;
  virtual Kind kind() const = 0;
  virtual std::unique_ptr<Estimator> copy() const = 0;
  virtual void clear() = 0;

  virtual int64_t n_labels() const = 0;
  // Vectors or tables fed; 1 for the other kinds, 0 while empty.
  virtual int64_t n_fed() const = 0;
  virtual double total_weight() const = 0;

  // Throws Error(argument) while there is nothing to decide on.
  virtual void require_fed() const = 0;

  virtual void merge(const Estimator &other) = 0;
  virtual std::unique_ptr<Counts> to_counts() const = 0;

  // P(y_i = 1), length n.
  virtual std::vector<double> marginals() const = 0;
  // P(s), length n+1.
  virtual std::vector<double> size_distribution() const = 0;
  virtual double p_zero() const = 0;

  struct Mode {
    std::vector<int64_t> labels;
    double probability;
  };
  virtual Mode mode() const = 0;
  // out: n_draws by n, filled with 0 and 1.
  virtual void draw(uint64_t seed, Grid<uint8_t> out) const = 0;

  virtual std::string save() const = 0;
};

std::unique_ptr<Estimator> make_estimator(Kind kind, int64_t n_labels);
std::unique_ptr<Estimator> load_estimator(std::string_view text);

// Number i as a probability: what is above 1 by rounding alone is 1. Throws Error(argument) "name[i] is 1.2: must lie
// in [0, 1]".
double checked_probability(const Reals &probabilities, const char *name, int64_t i);

}  // namespace wald::core

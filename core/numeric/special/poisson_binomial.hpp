// Masses of a sum of independent 0/1 variables (Poisson binomial), kept on the window that matters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wald::core {

// P(S = first + j) = mass[j]. What was cut off at both ends adds up to at most `dropped`. Every mass has a relative
// rounding error of at most 3 * 2^-53 an item added.
struct Masses {
  int64_t first = 0;
  std::vector<double> mass{1.0};
  double dropped = 0;

  void reset() {
    first = 0;
    mass.assign(1, 1.0);
    dropped = 0;
  }
  int64_t size() const { return static_cast<int64_t>(mass.size()); }
  int64_t last() const { return first + size() - 1; }
  double at(int64_t s) const { return s < first || s > last() ? 0 : mass[static_cast<std::size_t>(s - first)]; }
};

// The masses with one more variable of probability p; then cells below `cut` are cut off at both ends.
void add_item(Masses &masses, double p, double cut);

// The same into another object, which is cheaper than a copy and an addition.
void add_item(const Masses &from, double p, double cut, Masses &to);

// The same of masses in arrays: `size` of them become size + 1 in `out`, of which [begin, end) are kept. What is cut off
// is added to `dropped`.
struct KeptMasses {
  std::size_t begin, end;
};
KeptMasses add_item(const double *mass, std::size_t size, double p, double cut, double *out, double &dropped);

// A cut under which n additions drop about 1e-17 in all, far below what rounding does; and where the mean of the sum is
// below 1, that much of the mean, so that what depends on a rare positive keeps its digits.
double default_cut(int64_t n, double mean = 1);

// Masses of the first j of n items, in O(n) memory: checkpoints every ~sqrt(n) items, from which a block of windows
// (each O(sqrt n) wide) is made again when it is asked for; so j = n, n-1, ... costs two additions a j, as 0, 1, ...
// does.
class DescendingMasses {
 public:
  // p must outlive the use. Buffers are kept from one use to the next.
  void start(const double *p, int64_t n);
  void start(const double *p, int64_t n, double cut);
  const Masses &first_items(int64_t j);

 private:
  void fill_block(int64_t block);

  const double *p_ = nullptr;
  int64_t n_ = 0, block_size_ = 1, block_ = -1;
  double cut_ = 0;
  std::vector<Masses> checkpoints_, current_;
};

}  // namespace wald::core

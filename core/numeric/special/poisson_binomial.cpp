// Computes the masses of a sum of independent 0/1 variables, on the window that matters.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/special/poisson_binomial.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/numeric/vectors/kernels.hpp"

namespace wald::core {
namespace {

KeptMasses kept(const double *mass, std::size_t size, double cut, double &dropped) {
  std::size_t begin = 0, end = size;
  while (end - begin > 1 && mass[begin] < cut) dropped += mass[begin++];
  while (end - begin > 1 && mass[end - 1] < cut) dropped += mass[--end];
  return {begin, end};
}

void trim(Masses &masses, KeptMasses to) {
  std::vector<double> &mass = masses.mass;
  if (to.end < mass.size()) mass.resize(to.end);
  if (to.begin > 0) {
    mass.erase(mass.begin(), mass.begin() + static_cast<std::ptrdiff_t>(to.begin));
    masses.first += static_cast<int64_t>(to.begin);
  }
}

}  // namespace

double default_cut(int64_t n, double mean) {
  return 1e-17 / static_cast<double>(std::max<int64_t>(n, 1)) * std::min(1.0, mean);
}

KeptMasses add_item(const double *mass, std::size_t size, double p, double cut, double *out, double &dropped) {
  const double q = 1 - p;
  out[0] = q * mass[0];
  mix(mass, q, p, static_cast<int64_t>(size) - 1, out + 1);
  out[size] = p * mass[size - 1];
  return kept(out, size + 1, cut, dropped);
}

void add_item(const Masses &from, double p, double cut, Masses &to) {
  const std::size_t size = from.mass.size();
  to.first = from.first;
  to.dropped = from.dropped;
  to.mass.resize(size + 1);
  trim(to, add_item(from.mass.data(), size, p, cut, to.mass.data(), to.dropped));
}

void add_item(Masses &masses, double p, double cut) {
  if (p == 0) return;
  std::vector<double> &mass = masses.mass;
  const double q = 1 - p;
  mass.push_back(p * mass.back());
  for (std::size_t j = mass.size() - 2; j > 0; --j) mass[j] = q * mass[j] + p * mass[j - 1];
  mass[0] *= q;
  trim(masses, kept(mass.data(), mass.size(), cut, masses.dropped));
}

void DescendingMasses::start(const double *p, int64_t n) {
  start(p, n, default_cut(n, std::accumulate(p, p + n, 0.0)));
}

void DescendingMasses::start(const double *p, int64_t n, double cut) {
  p_ = p;
  n_ = n;
  cut_ = cut;
  // Up to 128 items all prefixes fit a small cache; beyond, blocks of sqrt(n).
  block_size_ = n <= 128 ? n + 1 : static_cast<int64_t>(std::ceil(std::sqrt(static_cast<double>(n))));
  const int64_t blocks = n / block_size_ + 1;
  if (static_cast<int64_t>(checkpoints_.size()) < blocks) checkpoints_.resize(static_cast<std::size_t>(blocks));
  if (static_cast<int64_t>(current_.size()) < block_size_) current_.resize(static_cast<std::size_t>(block_size_));
  Masses &running = checkpoints_[0];
  running.reset();
  for (int64_t b = 1; b < blocks; ++b) {
    Masses &next = checkpoints_[static_cast<std::size_t>(b)];
    next = checkpoints_[static_cast<std::size_t>(b - 1)];
    for (int64_t j = (b - 1) * block_size_; j < b * block_size_; ++j) add_item(next, p[j], cut_);
  }
  fill_block(n / block_size_);
}

void DescendingMasses::fill_block(int64_t block) {
  block_ = block;
  current_[0] = checkpoints_[static_cast<std::size_t>(block)];
  const int64_t begin = block * block_size_, end = std::min(begin + block_size_ - 1, n_);
  for (int64_t j = begin; j < end; ++j)
    add_item(current_[static_cast<std::size_t>(j - begin)], p_[j], cut_,
             current_[static_cast<std::size_t>(j - begin + 1)]);
}

const Masses &DescendingMasses::first_items(int64_t j) {
  const int64_t block = j / block_size_;
  if (block != block_) fill_block(block);
  return current_[static_cast<std::size_t>(j - block * block_size_)];
}

}  // namespace wald::core

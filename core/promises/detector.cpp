// The loops of the detector over rows: all bets at once, in vectors. Of each bet they keep three numbers, and rows of a
// kind share their factors, so that a row costs some multiplications of vectors and no division.
#include "core/numeric/contraction.hpp"  // first

#include "core/promises/detector.hpp"

#include <cstring>

#include "core/numeric/compiler.hpp"

namespace wald::core::promises {

namespace {

WALD_VECTOR(FourBets, double, 32, 8);
constexpr int fours = n_bets / 4;

// Four sums side by side, whatever the width of the processor's vectors.
WALD_ALWAYS_INLINE double weighted_sum(const double *shares, const FourBets *x) {
  const FourBets *const weights = reinterpret_cast<const FourBets *>(shares);
  FourBets sums = weights[0] * x[0];
  WALD_UNROLL(4)
  for (int j = 1; j < fours; ++j) sums += weights[j] * x[j];
  return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

struct Numbers {
  FourBets capital[fours], best[fours], since[fours];
};

WALD_LEVELS(int64_t, run_recent, (Numbers & all, const CountedRows &rows, double average_run, const double *shares),
            (all, rows, average_run, shares)) {
  Numbers now = all;
  const FourBets one = FourBets() + 1.0;
  int64_t i = 0;
  bool enough = false;
  while (i < rows.n && !enough) {
    const FourBets *const factors = reinterpret_cast<const FourBets *>(rows.factors[rows.kinds[i]]);
    const FourBets position = FourBets() + rows.positions[i++];
    WALD_UNROLL(4)
    for (int j = 0; j < fours; ++j) {
      const auto longer = now.best[j] > one;
      now.capital[j] = (one + now.capital[j]) * factors[j];
      now.since[j] = WALD_PICK(longer, now.since[j], position);
      now.best[j] = WALD_PICK(longer, now.best[j], one) * factors[j];
    }
    enough = weighted_sum(shares, now.capital) >= average_run;
  }
  all = now;
  return i;
}

WALD_LEVELS(void, run_all, (Numbers & all, const CountedRows &rows), (all, rows)) {
  Numbers now = all;
  const FourBets one = FourBets() + 1.0, most = FourBets() + Detector::most;
  for (int64_t i = 0; i < rows.n; ++i) {
    const FourBets *const factors = reinterpret_cast<const FourBets *>(rows.factors[rows.kinds[i]]);
    const FourBets position = FourBets() + rows.positions[i];
    WALD_UNROLL(4)
    for (int j = 0; j < fours; ++j) {
      const auto longer = now.best[j] > one;
      const FourBets next = WALD_PICK(longer, now.best[j], one) * factors[j];
      now.since[j] = WALD_PICK(longer, now.since[j], position);
      now.best[j] = WALD_PICK(next < most, next, most);
    }
  }
  all = now;
}

Numbers numbers_of(const Detector &d) {
  Numbers out;
  std::memcpy(out.capital, d.capital_.data(), sizeof out.capital);
  std::memcpy(out.best, d.best_.data(), sizeof out.best);
  std::memcpy(out.since, d.since_.data(), sizeof out.since);
  return out;
}

void keep(const Numbers &from, Detector &d) {
  std::memcpy(d.capital_.data(), from.capital, sizeof from.capital);
  std::memcpy(d.best_.data(), from.best, sizeof from.best);
  std::memcpy(d.since_.data(), from.since, sizeof from.since);
}

}  // namespace

double Detector::capital(const Bets &shares) const {
  return weighted_sum(shares.data(), numbers_of(*this).capital);
}

int64_t Detector::add_recent(const CountedRows &rows, double average_run) {
  if (rows.n == 0) return 0;
  Numbers now = numbers_of(*this);
  const int64_t added = run_recent(now, rows, average_run, bet_shares().data());
  keep(now, *this);
  last_ = rows.positions[added - 1];
  return added;
}

void Detector::add_all(const CountedRows &rows) {
  if (rows.n == 0) return;
  Numbers now = numbers_of(*this);
  run_all(now, rows);
  keep(now, *this);
  last_ = rows.positions[rows.n - 1];
}

}  // namespace wald::core::promises

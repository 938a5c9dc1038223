// Limits of a binomial proportion, by the incomplete beta function: exact ones (Clopper and Pearson 1934), and mid-P
// ones (H. O. Lancaster, "Significance tests in discrete distributions", JASA 56 (1961)), which count half of the
// probability of what was seen. Counts may be real numbers: effective sizes of weighted samples.
#pragma once

namespace wald::core {

struct Interval {
  double low, high;
};

// Each limit is missed with probability at most (1-confidence)/2. 0 of 0 gives [0, 1].
Interval binomial_interval(double successes, double trials, double confidence);

// The mid-P limits: inside the exact ones, and missed with probability (1-confidence)/2 each not always but on average.
Interval mid_p_interval(double successes, double trials, double confidence);

// The lower limit of one and the upper of another, in the time of about one of them.
struct Trials {
  double successes, number;
  double failures() const { return number - successes; }
};
Interval binomial_limits(const Trials &below, const Trials &above, double confidence);

// True if the one-sided lower limit of the proportion, at this confidence, is at least p.
bool proportion_at_least(double p, double successes, double trials, double confidence);

}  // namespace wald::core

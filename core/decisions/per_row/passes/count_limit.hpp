// The most that a label can make at prices of the rows, over all sets T of them: max of w U(t(T), k(T)) - prices(T).
#pragma once

#include "core/decisions/per_row/passes/wanted_rows.hpp"
#include "core/decisions/per_row/passes/ratio_form.hpp"

namespace wald::core::decisions {

// Any numbers a, b >= 0 give a cut: prices(T) >= a t(T) - b k(T) - worth(a, b), where worth(a, b) sums
// max(0, a p - b - price) over the rows. So the maximum over sets is below the maximum over (t, k) of w U less the
// greatest cut, and that has two variables, however many rows there are: branch and bound over boxes of them. Within a
// box U is below a plane (ratio_form.hpp). A cut is added where a box needs one, at the plane's slope and the cost at
// which the label wants as many rows as are in the middle of the box: for a given k and a linear in t this is the best.
//
// `rows`: at the prices, with the steepest slope of weight * U; `n_rows`: of the table; `known`: what the label makes
// with some set; `enough`: the search ends with a limit of at most known + enough, or where the prices allow no less.
double most_at_prices(const WantedRows &rows, int64_t n_rows, const RatioForm &form, double weight, double known,
                      double enough, Monitor &monitor);

}  // namespace wald::core::decisions

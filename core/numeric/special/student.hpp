// Student's distribution, in operations that have the same bits on every machine.
#pragma once

namespace wald::core {

// The t with P(|T| <= t) = level, for T of Student's distribution with this many degrees of freedom, which need not be
// whole; level in (0, 1).
double student_limit(double level, double degrees);

}  // namespace wald::core

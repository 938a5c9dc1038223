// Wald for C++, promises: whether a deployed rule still does what was promised.
#ifndef WALD_PROMISES_HPP
#define WALD_PROMISES_HPP

#include <cmath>
#include <locale>
#include <sstream>
#include <string>
#include <string_view>

#include "core.hpp"
#include "facts.hpp"
#include "options.hpp"
#include "promises.h"

namespace wald {

/// A metric with a bound, and the rows of a rule in use: "precision>=0.95". Every answer holds at all times at once.
class Promise : public facts::OfPromise<Promise> {
 public:
  /// What is known of rows beside which were flagged; all may be left out.
  struct Rows {
    Array labels;               ///< n of uint8_t: 0, 1 or WALD_NOT_RATED
    Array label_probabilities;  ///< with which each label was asked for
    Array weights, times;
    Array segments;  ///< n of int64_t, from 0
  };

  explicit Promise(const std::string &claim, const PromiseOptions &options = {})
      : Promise(detail::made<wald_promise>(
            [&](wald_promise **out) { return wald_promise_create(claim.c_str(), options.get(), out); })) {}
  static Promise load(std::string_view text) {
    return Promise(detail::loaded<wald_promise>(WALD_OBJECT_PROMISE, text));
  }
  /// Adds rows, in an order that does not depend on their labels. A call that fails adds none.
  void feed(const Array &flagged, const Rows &rows = {}) {
    detail::check(wald_promise_feed(get(), flagged.get(), rows.labels.get(), rows.label_probabilities.get(),
                                    rows.weights.get(), rows.times.get(), rows.segments.get()));
  }
  void merge(const Promise &other) { detail::check(wald_merge(get(), other.get())); }
  void clear() { detail::check(wald_clear(get())); }
  std::string save(wald_format format = WALD_TEXT) const { return detail::saved(get(), format); }

  wald_promise *get() noexcept { return handle_.get(); }
  const wald_promise *get() const noexcept { return handle_.get(); }

 private:
  explicit Promise(wald_promise *handle) : handle_(handle) {}
  detail::Handle<wald_promise> handle_;
};

namespace detail {

inline std::string claim(std::string_view metric, const char *sign, double bound) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(17);
  out << metric << sign << bound;
  return out.str();
}
/// The claim of thresholds, with a bound of the caller's unless that is NaN.
inline std::string promised(std::string_view limit, double bound) {
  const std::size_t sign = limit.find_first_of("<>");
  const bool limited = sign != std::string_view::npos, given = !std::isnan(bound);
  if (limited && !given) return std::string(limit);
  if (limit.empty() || !given)
    throw ArgumentError("the thresholds were chosen without a limit: give a bound of their metric, or create the promise, "
                        "such as precision>=0.95");
  return claim(limit.substr(0, sign), limited && limit[sign] == '<' ? "<=" : ">=", bound);
}

}  // namespace detail

}  // namespace wald

#endif  // WALD_PROMISES_HPP

// Reads a whole text as a number: by std::from_chars, or if the standard library has none for numbers with a point
// (libc++ before 20) by a stream of the locale "C".
#ifndef WALD_CORE_READ_NUMBER_HPP
#define WALD_CORE_READ_NUMBER_HPP

#include <charconv>
#include <string_view>
#include <system_error>
#include <type_traits>
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 200000
#include <cmath>
#include <locale>
#include <sstream>
#include <string>
#include <utility>
#endif

namespace wald::core {

/// Whether all of `text` is a number of the type. The texts are those of std::from_chars: no spaces, no sign +.
template <class T>
bool read_number(std::string_view text, T &out) {
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 200000
  if constexpr (std::is_floating_point_v<T>) {
    using Named = std::pair<std::string_view, double>;
    for (const auto &[name, value] : {Named{"inf", HUGE_VAL}, Named{"-inf", -HUGE_VAL}, Named{"nan", NAN}})
      if (text == name) {
        out = static_cast<T>(value);
        return true;
      }
    if (text.empty() || text.find_first_not_of("0123456789.eE+-") != std::string_view::npos || text.front() == '+')
      return false;
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    T value = 0;
    if (!(stream >> value) || stream.peek() != std::char_traits<char>::eof()) return false;
    out = value;
    return true;
  } else
#endif
  {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size();
  }
}

}  // namespace wald::core

#endif

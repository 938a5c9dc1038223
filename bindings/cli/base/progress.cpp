// Draws the bar ten times a second, and clears it.
#include "base/progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "system/system.hpp"

namespace wald::cli {

Progress::Progress() : watched_(system::is_terminal(system::standard_error)), next_(Clock::now() + std::chrono::milliseconds(400)) {}

void Progress::update(const char *what, double fraction) {
  if (!watched_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  constexpr int width = 40;
  const double share = std::isfinite(fraction) ? std::clamp(fraction, 0.0, 1.0) : 0.0;
  const int full = static_cast<int>(share * width);
  std::string bar(static_cast<std::size_t>(full), '#');
  bar.resize(width, '.');
  std::fprintf(stderr, "\r%-8s [%s] %3d%%", what, bar.c_str(), static_cast<int>(share * 100));
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (!drawn_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace wald::cli

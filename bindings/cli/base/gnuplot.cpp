// Runs gnuplot on a script and reports its complaints.
#include "base/gnuplot.hpp"

#include <cerrno>
#include <cstring>

#include "base/errors.hpp"
#include "system/system.hpp"

namespace wald::cli {

bool is_svg(const std::string &path) { return path.size() >= 4 && path.compare(path.size() - 4, 4, ".svg") == 0; }

std::string gnuplot_terminal(bool svg, int width, int height) {
  const auto size = [](int w, int h) { return std::to_string(w) + "," + std::to_string(h); };
  if (svg) return "set terminal svg noenhanced size " + size(width, height) + " background 'white'\n";
  return "set terminal pngcairo noenhanced size " + size(2 * width, 2 * height) +
         " fontscale 2 pointscale 2 linewidth 2\n";
}

std::string gnuplot_string(const std::string &text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 || c == '`' ? ' ' : c;
  }
  return out + "\"";
}

void run_gnuplot(const std::string &script, int output) {
  // -d leaves the user's settings aside: the plot is the same for all.
  const int code = system::run({"gnuplot", "-d"}, script, output);
  if (code == -1 && errno == ENOENT)
    throw Failure("--plot draws by gnuplot, which is not installed (on Debian: apt install gnuplot-nox)");
  if (code == -1) throw Failure(std::string("gnuplot: ") + std::strerror(errno));
  if (code != 0)
    throw Failure("gnuplot failed" + (code > 0 ? " with exit code " + std::to_string(code)
                                               : std::string(": it was stopped")));
}

}  // namespace wald::cli

#include "plot.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "errors.hpp"
#include "text.hpp"

extern char **environ;

namespace wald::cli {
namespace {

constexpr std::int64_t most_curves = 100;
constexpr std::size_t most_points = 4000;  // of one curve: more than there are pixels

/// A text for gnuplot's double quotes. Names come from files: nothing in them may act.
std::string gnuplot_string(const std::string &text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 || c == '`' ? ' ' : c;
  }
  return out + "\"";
}

void write_all(int descriptor, const std::string &text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = write(descriptor, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return;  // gnuplot has gone; its exit says why
    done += static_cast<std::size_t>(wrote);
  }
}

/// Runs gnuplot on a script, its output to a descriptor: no file name and no shell comes near it.
void run_gnuplot(const std::string &script, int output) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw Failure(std::string("gnuplot: ") + std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  char program[] = "gnuplot";
  char no_settings[] = "-d";  // of the user: the plot is the same for all
  char *arguments[] = {program, no_settings, nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, program, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  if (error == 0) write_all(ends[1], script);
  close(ends[1]);
  if (error == ENOENT)
    throw Failure("--plot draws by gnuplot, which is not installed (on Debian: apt install gnuplot-nox)");
  if (error != 0) throw Failure(std::string("gnuplot: ") + std::strerror(error));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Failure("gnuplot failed" + (WIFEXITED(status) ? " with exit code " + std::to_string(WEXITSTATUS(status))
                                                        : std::string(": it was stopped")));
}

bool ends_with(const std::string &text, const char *end) {
  const std::size_t size = std::strlen(end);
  return text.size() >= size && text.compare(text.size() - size, size, end) == 0;
}

}  // namespace

Plot::Plot(const std::string &path, std::string metric)
    : output_(path), svg_(ends_with(path, ".svg")), metric_(std::move(metric)) {}

void Plot::reserve(std::int64_t curves) {
  if (curves > most_curves)
    throw Failure("--plot draws " + std::to_string(most_curves) + " curves at most, and here are " +
                  std::to_string(curves) + ": plot some of the rows");
  curves_.resize(static_cast<std::size_t>(curves));
}

void Plot::set(std::int64_t i, const std::string &title, const std::vector<double> &values) {
  Curve &curve = curves_[static_cast<std::size_t>(i)];
  curve.title = title;
  const std::size_t step = values.size() / most_points + 1;
  bool any = false;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (std::isnan(values[k])) continue;
    const std::pair<std::int64_t, double> point(static_cast<std::int64_t>(k), values[k]);
    if (!any || values[k] > curve.best.second) curve.best = point;
    any = true;
    if (k % step == 0 || k + 1 == values.size()) curve.points.push_back(point);
  }
}

std::string Plot::script() const {
  const bool key = curves_.size() <= 12;
  std::string text = svg_ ? "set terminal svg noenhanced size 800,500 background 'white'\n"
                          : "set terminal pngcairo noenhanced size 1600,1000 fontscale 2 linewidth 2\n";
  text += "set xlabel 'k'\nset ylabel " + gnuplot_string("expected " + metric_) + "\n";
  text += key ? "set key outside right noautotitle\n" : "unset key\n";
  text += "set grid\nset offsets graph 0.02, graph 0.02, graph 0.05, graph 0.02\n";
  std::string plots;
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const std::string colour = std::to_string(i % 8 + 1);
    text += "$c" + std::to_string(i) + " << EOD\n";
    for (const auto &[k, value] : curves_[i].points) {
      append_integer(text, k);
      text += ' ';
      append_number(text, value);
      text += '\n';
    }
    text += "EOD\n";
    plots += (i == 0 ? "plot " : ", ") + ("$c" + std::to_string(i)) + " using 1:2 with " +
             (curves_[i].points.size() <= 60 ? "linespoints pt 7 ps 0.4" : "lines") + " lc " + colour + " title " +
             gnuplot_string(curves_[i].title);
  }
  text += "$best << EOD\n";
  for (const Curve &curve : curves_) {
    append_integer(text, curve.best.first);
    text += ' ';
    append_number(text, curve.best.second);
    text += '\n';
  }
  return text + "EOD\n" + plots + ", $best using 1:2 with points pt 6 ps 1.5 lc 'black' title 'best'\n";
}

void Plot::draw() {
  run_gnuplot(script(), output_.descriptor());
  output_.finish();
}

}  // namespace wald::cli

#include "plot/gnuplot.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

#include "base/errors.hpp"

extern char **environ;

namespace wald::cli {
namespace {

void write_all(int descriptor, const std::string &text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = write(descriptor, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return;  // gnuplot has gone; its exit says why
    done += static_cast<std::size_t>(wrote);
  }
}

}  // namespace

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

}  // namespace wald::cli

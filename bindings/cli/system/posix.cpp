// The operating system by POSIX: Linux and macOS.
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>

#include "system/system.hpp"

extern char **environ;

namespace wald::cli::system {
namespace {

Facts facts_from(const struct stat &from) {
  return {S_ISDIR(from.st_mode), S_ISREG(from.st_mode), S_ISREG(from.st_mode) ? std::int64_t{from.st_size} : 0};
}

/// What a new file may be by the user's umask, which can only be read by setting it.
mode_t new_file_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

void close_on_exec(int descriptor) { fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

#ifdef O_TMPFILE
/// A file without a name on the file system of `beside`; -1 if there is none such, or no /proc to name it by.
int open_without_name(const std::string &beside) {
  const std::size_t slash = beside.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : beside.substr(0, slash + 1);
  if (access("/proc/self/fd", X_OK) != 0) return -1;
  return open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
}

/// Gives it its own name, or, where a file has that, a temporary one beside it.
bool give_name(int descriptor, Replacement &replacement) {
  const std::string now = "/proc/self/fd/" + std::to_string(descriptor);
  const auto link_to = [&](const std::string &name) {
    return linkat(AT_FDCWD, now.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  };
  if (link_to(replacement.final)) return true;
  for (int attempt = 0; errno == EEXIST && attempt < 1000; ++attempt) {
    const std::string name = replacement.final + "." + std::to_string(getpid()) + "." + std::to_string(attempt);
    if (!link_to(name)) continue;
    replacement.temporary = name;
    return true;
  }
  return false;
}
#else
int open_without_name(const std::string &) { return -1; }
bool give_name(int, Replacement &) { return true; }
#endif

void write_all(int descriptor, const std::string &text) {
  for (std::size_t done = 0; done < text.size();) {
    const std::int64_t wrote = write(descriptor, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return;  // the program has gone; its exit says why
    done += static_cast<std::size_t>(wrote);
  }
}

}  // namespace

std::vector<std::string> words(int argc, char **argv) { return {argv + 1, argv + argc}; }

void keep_standard_places() {
  for (const int place : {standard_input, standard_output, standard_error}) {
    if (fcntl(place, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free number, which is this one; input reads from what can only be written, output writes to what can
    // only be read.
    open("/dev/null", place == standard_input ? O_WRONLY : O_RDONLY);
  }
}

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }

bool facts_of(int descriptor, Facts &out) {
  struct stat found = {};
  if (fstat(descriptor, &found) != 0) return false;
  out = facts_from(found);
  return true;
}

bool facts_of(const std::string &path, Facts &out) {
  struct stat found = {};
  if (stat(path.c_str(), &found) != 0) return false;
  out = facts_from(found);
  return true;
}

bool same_file(const std::string &a, const std::string &b) {
  struct stat first = {}, second = {};
  const auto found = [](const std::string &path, struct stat &facts) {
    return stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode);
  };
  return found(a, first) && found(b, second) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

int open_to_read(const std::string &path) { return open(path.c_str(), O_RDONLY | O_CLOEXEC); }
int open_to_write(const std::string &path) { return open(path.c_str(), O_WRONLY | O_CLOEXEC); }
void close(int descriptor) { ::close(descriptor); }

std::int64_t read(int descriptor, char *to, std::size_t room) { return ::read(descriptor, to, room); }
std::int64_t write(int descriptor, const char *from, std::size_t count) { return ::write(descriptor, from, count); }

int begin_replacement(const std::string &path, Replacement &out) {
  struct stat facts = {};
  const bool exists = stat(path.c_str(), &facts) == 0;
  if (exists && access(path.c_str(), W_OK) != 0) return -1;
  char resolved[PATH_MAX];  // a link stays a link; what it points to is replaced
  out.final = exists && realpath(path.c_str(), resolved) != nullptr ? resolved : path;
  int descriptor = open_without_name(out.final);
  if (descriptor < 0) {
    std::string pattern = out.final + ".XXXXXX";
    descriptor = mkstemp(pattern.data());
    if (descriptor < 0) return -1;
    close_on_exec(descriptor);
    out.temporary = pattern;
  }
  // Only the superuser can give files away; a group of one's own stays. Before the rights, which it may take away.
  if (exists)
    (void)(fchown(descriptor, facts.st_uid, facts.st_gid) == 0 ||
           fchown(descriptor, static_cast<uid_t>(-1), facts.st_gid) == 0);
  if (fchmod(descriptor, exists ? facts.st_mode & 07777 : new_file_mode()) == 0) return descriptor;
  const int error = errno;
  close(descriptor);
  if (!out.temporary.empty()) remove(out.temporary);
  errno = error;
  return -1;
}

int finish_replacement(int descriptor, Replacement &replacement) {
  const bool nameless = !replacement.final.empty() && replacement.temporary.empty();
  if (nameless && !give_name(descriptor, replacement)) {
    const int error = errno;
    close(descriptor);
    errno = error;
    return -1;
  }
  if (::close(descriptor) != 0) return -1;
  if (replacement.temporary.empty()) return 0;
  return rename(replacement.temporary.c_str(), replacement.final.c_str());
}

void remove(const std::string &path) { unlink(path.c_str()); }

void on_interrupt(void (*stop)(int)) {
  struct sigaction action = {};
  action.sa_handler = stop;
  sigemptyset(&action.sa_mask);
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // a second Ctrl-C kills; and read() returns, to be looked at
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction present = {};
    sigaction(signal, nullptr, &present);
    if (present.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup and & keep what they asked for
  }
  // A reader that has gone, and a file as large as it may be, are errors of write(), which can clean up.
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

int run(const std::vector<std::string> &words, const std::string &text, int output) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  for (const int end : ends) close_on_exec(end);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], standard_input);
  posix_spawn_file_actions_adddup2(&actions, output, standard_output);
  std::vector<char *> arguments;
  for (const std::string &word : words) arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  if (error == 0) write_all(ends[1], text);
  close(ends[1]);
  if (error != 0) {
    errno = error;
    return -1;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
}

}  // namespace wald::cli::system

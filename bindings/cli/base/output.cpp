#include "base/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "base/errors.hpp"
#include "base/interrupt.hpp"

namespace wald::cli {
namespace {

/// What a new file may be by the user's umask, which can only be read by setting it.
mode_t new_file_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

Output::Output(const std::string &path) : path_(path), descriptor_(STDOUT_FILENO) {
  buffer_.reserve(full + full / 4);
  if (path == "-") return;
  struct stat facts = {};
  const bool exists = stat(path.c_str(), &facts) == 0;
  if (exists && !S_ISREG(facts.st_mode)) {
    // A device or a named pipe is written to, never replaced.
    descriptor_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  if (exists && access(path.c_str(), W_OK) != 0) fail(errno);
  char resolved[PATH_MAX];  // a link stays a link; what it points to is replaced
  if (exists && realpath(path.c_str(), resolved) != nullptr) path_ = resolved;
  std::string pattern = path_ + ".XXXXXX";
  descriptor_ = mkostemp(pattern.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail(errno);
  temporary_ = pattern;
  if (fchmod(descriptor_, exists ? facts.st_mode & 07777 : new_file_mode()) != 0) {
    const int error = errno;
    close(descriptor_);
    unlink(temporary_.c_str());
    fail(error);
  }
}

Output::~Output() {
  if (descriptor_ != STDOUT_FILENO && descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void Output::fail(int error) const {
  throw Failure((path_ == "-" ? "standard output" : path_) + ": " + std::strerror(error));
}

void Output::flush() {
  for (std::size_t done = 0; done < buffer_.size();) {
    check_interrupted();
    const ssize_t wrote = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0 && errno == EPIPE) throw ClosedPipe();
    if (wrote < 0) fail(errno);
    done += static_cast<std::size_t>(wrote);
  }
  buffer_.clear();
}

void Output::finish() {
  flush();
  if (descriptor_ == STDOUT_FILENO) return;
  const int closed = close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) fail(errno);
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), path_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

}  // namespace wald::cli

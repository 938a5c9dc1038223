#include "input/source.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/errors.hpp"
#include "base/interrupt.hpp"

namespace wald::cli {

Source::Source(const std::string &path, Progress &progress)
    : name_(path == "-" ? "stdin" : path),
      progress_(progress),
      descriptor_(STDIN_FILENO),
      buffer_(std::size_t{1} << 18) {
  if (path != "-") {
    descriptor_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) throw InputError(name_ + ": " + std::strerror(errno));
  }
  struct stat facts = {};
  if (fstat(descriptor_, &facts) != 0) throw InputError(name_ + ": " + std::strerror(errno));
  if (S_ISDIR(facts.st_mode)) {
    if (descriptor_ != STDIN_FILENO) close(descriptor_);
    throw InputError(name_ + ": a directory, where a file is needed");
  }
  if (S_ISREG(facts.st_mode)) size_ = facts.st_size;
}

Source::~Source() {
  if (descriptor_ != STDIN_FILENO) close(descriptor_);
}

std::string_view Source::read() {
  std::size_t filled = 0;
  while (filled < buffer_.size()) {
    check_interrupted();
    const ssize_t got = ::read(descriptor_, buffer_.data() + filled, buffer_.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw InputError(name_ + ": " + std::strerror(errno));
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  std::string_view text(buffer_.data(), filled);
  if (done_ == 0) {
    if (text.empty()) throw InputError(name_ + ": empty, 0 bytes");
    if (text.substr(0, 2) == "\xFF\xFE" || text.substr(0, 2) == "\xFE\xFF")
      throw InputError(name_ + ":1: text in UTF-16: save it as UTF-8");
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    if (text.empty()) throw InputError(name_ + ": empty, but for a byte order mark");
  }
  done_ += static_cast<std::int64_t>(filled);
  if (size_ > 0) progress_.update("reading", static_cast<double>(done_) / static_cast<double>(size_));
  return text;
}

}  // namespace wald::cli

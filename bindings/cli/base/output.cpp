// Writes beside the requested file and renames at the end; counts what standard output takes.
#include "base/output.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/errors.hpp"
#include "base/interrupt.hpp"
#include "base/text.hpp"

namespace wald::cli {

bool same_output(const std::string &a, const std::string &b) {
  if (a == b) return !a.empty();
  if (!is_file(a) || !is_file(b)) return false;
  std::error_code failed;
  const auto whole = [&](const std::string &name) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(std::filesystem::u8path(name), failed), failed);
  };
  const auto first = whole(a), second = whole(b);
  return !failed && first == second;
}

bool same_file(const std::string &a, const std::string &b) {
  return is_file(a) && is_file(b) && system::same_file(a, b);
}

void keep_input(const std::string &option, const std::string &output, const std::string &input) {
  refuse_if(same_file(output, input), option + " " + shown(output) + " is an input, which would be lost");
}

Output::Output(const std::string &path) : path_(path), descriptor_(system::standard_output) {
  buffer_.reserve(full + full / 4);
  if (path == "-") return;
  system::Facts facts;
  // A device or a named pipe is written to, never replaced.
  const bool replaced = !system::facts_of(path, facts) || facts.regular;
  descriptor_ = replaced ? system::begin_replacement(path, replacement_) : system::open_to_write(path);
  if (descriptor_ >= 0) return;
  replacement_ = {};
  fail(errno);
}

Output::~Output() {
  if (descriptor_ != system::standard_output && descriptor_ >= 0) system::close(descriptor_);
  if (!replacement_.temporary.empty()) system::remove(replacement_.temporary);
}

void Output::fail(int error) const {
  throw Failure((path_ == "-" ? "standard output" : printable(path_)) + ": " + std::strerror(error));
}

void Output::flush() {
  for (std::size_t done = 0; done < buffer_.size();) {
    check_interrupted();
    const std::int64_t wrote = system::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0 && errno == EPIPE) throw ClosedPipe();
    if (wrote < 0) fail(errno);
    done += static_cast<std::size_t>(wrote);
  }
  buffer_.clear();
}

void Output::finish() {
  flush();
  if (descriptor_ == system::standard_output) return;
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (system::finish_replacement(descriptor, replacement_) != 0) fail(errno);
  replacement_ = {};
}

}  // namespace wald::cli

// Reads a file or standard input in pieces, and moves the bar.
#include "input/source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/errors.hpp"
#include "base/interrupt.hpp"
#include "base/text.hpp"
#include "system/system.hpp"

namespace wald::cli {
namespace {

/// A small file could fill the memory else: a byte of gzip can stand for a thousand.
constexpr std::int64_t most_unpacked = std::int64_t{1} << 26, unpacked_of_byte = 64;

}  // namespace

Source::Source(const std::string &path, Progress &progress)
    : name_(path == "-" ? "stdin" : printable(path)),
      progress_(progress),
      descriptor_(system::standard_input),
      buffer_(std::size_t{1} << 18) {
  if (path != "-") {
    descriptor_ = system::open_to_read(path);
    if (descriptor_ < 0) throw InputError(name_ + ": " + std::strerror(errno));
  }
  system::Facts facts;
  if (!system::facts_of(descriptor_, facts)) throw InputError(name_ + ": " + std::strerror(errno));
  if (facts.directory) {
    if (descriptor_ != system::standard_input) system::close(descriptor_);
    throw InputError(name_ + ": a directory, where a file is needed");
  }
  size_ = facts.size;
}

Source::~Source() {
  if (descriptor_ != system::standard_input) system::close(descriptor_);
}

void Source::refuse(const Error &error) const {
  if (error.status() == WALD_ERROR_MEMORY) throw;
  throw InputError(name_ + ": " + error.what());
}

/// Bytes of the file, fewer than `room` at its end alone; or those of a pipe up to a line that it has whole, so that rows
/// are read as they come.
std::size_t Source::fill(char *to, std::size_t room, bool by_lines) {
  std::size_t filled = 0;
  while (filled < room) {
    check_interrupted();
    const std::int64_t got = system::read(descriptor_, to + filled, room - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw InputError(name_ + ": " + std::strerror(errno));
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
    if (by_lines && size_ == 0 && filled > 3 && std::memchr(to, '\n', filled)) break;
  }
  done_ += static_cast<std::int64_t>(filled);
  if (size_ > 0) progress_.update("reading", static_cast<double>(done_) / static_cast<double>(size_));
  return filled;
}

std::size_t Source::unpack() {
  const std::size_t got = gunzip_->read(buffer_.data(), buffer_.size());
  unpacked_ += static_cast<std::int64_t>(got);
  if (unpacked_ > most_unpacked && unpacked_ > unpacked_of_byte * done_)
    throw InputError(name_ + ": " + std::to_string(done_) + " bytes of gzip unpack to more than " +
                     std::to_string(std::max(most_unpacked, unpacked_of_byte * done_)) +
                     ": unpack it first, as by zcat FILE | wald ... -");
  return got;
}

/// Fills the buffer with text.
std::size_t Source::take() {
  try {
    if (gunzip_) return unpack();
    const std::size_t filled = fill(buffer_.data(), buffer_.size(), true);
    if (begun_ || !begins_gzip({buffer_.data(), filled})) return filled;
    gunzip_ = std::make_unique<Gunzip>(std::string_view(buffer_.data(), filled),
                                       [this](char *to, std::size_t room) { return fill(to, room); });
    return unpack();
  } catch (const InputError &) {
    throw;
  } catch (const Failure &failure) {
    throw InputError(name_ + ": " + failure.what());
  }
}

std::string_view Source::read() {
  if (again_) {
    again_ = false;
    return piece_;
  }
  std::string_view text(buffer_.data(), take());
  if (!begun_) {
    if (text.empty()) throw InputError(name_ + ": empty, 0 bytes");
    using namespace std::string_view_literals;
    // The mark of UTF-32 begins with that of UTF-16.
    if (text.substr(0, 4) == "\xFF\xFE\0\0"sv || text.substr(0, 4) == "\0\0\xFE\xFF"sv)
      throw InputError(name_ + ":1: text in UTF-32: save it as UTF-8");
    if (text.substr(0, 2) == "\xFF\xFE" || text.substr(0, 2) == "\xFE\xFF")
      throw InputError(name_ + ":1: text in UTF-16: save it as UTF-8");
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    if (text.empty()) throw InputError(name_ + ": empty, except for a byte order mark");
  }
  begun_ = true;
  return piece_ = text;
}

std::string Source::all() {
  std::string text;
  for (std::string_view piece = read(); !piece.empty(); piece = read()) text += piece;
  return text;
}

}  // namespace wald::cli

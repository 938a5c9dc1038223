// Text in: a file or standard input, gzip unpacked, with its name in messages.
#ifndef WALD_CLI_INPUT_SOURCE_HPP
#define WALD_CLI_INPUT_SOURCE_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/progress.hpp"
#include "input/gzip.hpp"
#include "wald.hpp"

namespace wald::cli {

class Source {
 public:
  /// `path` is a file, or "-" for standard input.
  Source(const std::string &path, Progress &progress);
  ~Source();
  Source(const Source &) = delete;
  Source &operator=(const Source &) = delete;

  const std::string &name() const { return name_; }

  /// Fails with what the library found wrong in the text; to be called where that is caught.
  [[noreturn]] void refuse(const Error &error) const;

  /// The next piece of the text, a byte order mark left out; empty at the end. Valid until the next call. Fails on
  /// what is no text: UTF-16, and an input of no bytes.
  std::string_view read();

  /// The rest of the text.
  std::string all();

  /// Makes the next read() give the last piece again.
  void unread() { again_ = true; }

 private:
  std::size_t fill(char *to, std::size_t room, bool by_lines = false);
  std::size_t unpack();
  std::size_t take();

  std::string name_;
  Progress &progress_;
  int descriptor_;
  std::vector<char> buffer_;
  std::unique_ptr<Gunzip> gunzip_;
  std::string_view piece_;
  bool begun_ = false, again_ = false;
  std::int64_t size_ = 0;      // 0 if it is not known, as for a pipe
  std::int64_t done_ = 0;      // bytes of the file
  std::int64_t unpacked_ = 0;  // bytes of text that gzip made of them
};

}  // namespace wald::cli

#endif

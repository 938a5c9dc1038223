// Data out: standard output, or a file that appears whole or not at all.
#ifndef WALD_CLI_BASE_OUTPUT_HPP
#define WALD_CLI_BASE_OUTPUT_HPP

#include <string>
#include <string_view>

#include "system/system.hpp"

namespace wald::cli {

/// Whether it names a file: "" is none given, and "-" a stream.
inline bool is_file(const std::string &name) { return !name.empty() && name != "-"; }

/// Whether two names, of which "" is none, are those of one output, which need not exist.
bool same_output(const std::string &a, const std::string &b);

/// Whether two names lead to one file, which exists.
bool same_file(const std::string &a, const std::string &b);

/// Fails if what `option` writes would take the place of `input`.
void keep_input(const std::string &option, const std::string &output, const std::string &input);

class Output {
 public:
  /// `path` is a file, or "-" for standard output. Fails at once where the file cannot be written.
  explicit Output(const std::string &path);
  /// Without finish(), leaves no file behind.
  ~Output();
  Output(const Output &) = delete;
  Output &operator=(const Output &) = delete;

  void write(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= full) flush();
  }

  /// The descriptor, for a process that writes by itself.
  int descriptor() const { return descriptor_; }

  /// Writes what is left and gives the file its name.
  void finish();

  /// Writes what there is so far.
  void flush();

 private:
  static constexpr std::size_t full = std::size_t{1} << 20;

  [[noreturn]] void fail(int error) const;

  std::string path_;
  system::Replacement replacement_;  // of no name where bytes go straight to their place
  int descriptor_;
  std::string buffer_;
};

}  // namespace wald::cli

#endif

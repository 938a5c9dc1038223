// Text out of gzip files, by zlib.
#ifndef WALD_CLI_INPUT_GZIP_HPP
#define WALD_CLI_INPUT_GZIP_HPP

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace wald::cli {

/// Whether a file that begins so is one of gzip's.
bool begins_gzip(std::string_view text);

class Gunzip {
 public:
  /// Puts bytes of the file into a buffer, and says how many; 0 at the end.
  using Fill = std::function<std::size_t(char *to, std::size_t room)>;

  /// `begin`: what was read already. Throws Failure where this command was built without zlib.
  Gunzip(std::string_view begin, Fill fill);
  ~Gunzip();

  /// The next bytes of the text, fewer than `room` at its end alone. Throws Failure with what is wrong.
  std::size_t read(char *to, std::size_t room);

 private:
  struct Stream;

  Fill fill_;
  std::vector<char> packed_;
  std::unique_ptr<Stream> stream_;
};

}  // namespace wald::cli

#endif

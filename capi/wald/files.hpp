// Wald for C++, states in files. Not a part of wald.hpp, so that only programs that use it need <filesystem>.
#ifndef WALD_FILES_HPP
#define WALD_FILES_HPP

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "core.hpp"

namespace wald {

/// A file cannot be read or written: its name and the reason.
class FileError : public Error {
 public:
  FileError(const std::filesystem::path &path, const char *what, int error)
      : Error(WALD_ERROR_ARGUMENT,
              utf8(path) + " cannot be " + what + ": " + std::generic_category().message(error ? error : EIO)) {}

 private:
  static std::string utf8(const std::filesystem::path &path) {
    const auto text = path.u8string();  // of another type since C++20
    return {text.begin(), text.end()};
  }
};

/// All bytes of a file: Learner::load(read_file("model.wald")).
inline std::string read_file(const std::filesystem::path &path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string out;
  char part[65536];
  while (file.read(part, sizeof part) || file.gcount() > 0) out.append(part, static_cast<std::size_t>(file.gcount()));
  if (!file.eof()) throw FileError(path, "read", errno);  // not opened, or not read to its end
  return out;
}

/// Replaces a whole file: write_file("model.wald", learner.save(WALD_BINARY)). After an
/// error the file holds a part of it.
inline void write_file(const std::filesystem::path &path, std::string_view bytes) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (!file) throw FileError(path, "written", errno);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw FileError(path, "written", errno);
}

}  // namespace wald

#endif  // WALD_FILES_HPP

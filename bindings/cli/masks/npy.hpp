// Arrays of NumPy's .npy files, read from the first element to the last.
#ifndef WALD_CLI_MASKS_NPY_HPP
#define WALD_CLI_MASKS_NPY_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wald::cli {

enum class NpyType : std::uint8_t { float16, float32, float64, uint8, boolean };

std::size_t bytes_of(NpyType type);
/// As a header has it: "<f4".
std::string type_text(NpyType type);

class NpyReader {
 public:
  /// `path` is a file, or "-" for standard input. Throws InputError for a header that is wrong or of another type, in
  /// Fortran order or big-endian, and for a file whose length does not fit its shape.
  explicit NpyReader(const std::string &path);
  ~NpyReader();
  NpyReader(const NpyReader &) = delete;
  NpyReader &operator=(const NpyReader &) = delete;

  const std::string &name() const { return name_; }
  NpyType type() const { return type_; }
  const std::vector<std::int64_t> &shape() const { return shape_; }

  /// Reads the next elements; `to` has room for them. Throws InputError if the file ends before.
  void read(char *to, std::int64_t elements);

  /// How much of the file is read.
  double fraction() const { return static_cast<double>(done_) / static_cast<double>(total_); }

 private:
  std::size_t fill(char *to, std::size_t room);
  void read_header();
  void check_length();
  [[noreturn]] void fail(const std::string &message) const;

  std::string name_;
  int descriptor_;
  NpyType type_ = NpyType::float32;
  std::vector<std::int64_t> shape_;
  std::int64_t size_ = 0;              // of the file in bytes; 0 if it is not known, as for a pipe
  std::int64_t done_ = 0, total_ = 1;  // bytes
};

/// "(2, 3)", as NumPy writes it.
std::string shape_text(const std::vector<std::int64_t> &shape);

/// The header of a .npy file of version 1.0, in C order; `type` as NumPy writes it: "|b1", "<i4".
std::string npy_header(std::string_view type, const std::vector<std::int64_t> &shape);

/// The value of an IEEE half.
float from_half(std::uint16_t bits);

}  // namespace wald::cli

#endif

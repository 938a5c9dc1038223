// States in binary, beside text: bytes that may come from anyone, so every value is checked, and nothing is allocated
// that the bytes given do not pay for.
//
//   89 57 41 4C 44 0D 0A 1A   what no text begins with, and no transfer of texts leaves as it is
//   version, body             32 bits each: the version of the form, and which of the bodies follows
//   length, sum               64 bits each: of the body
//   body                      a document, which says what the text says; or rows, as they are or in bins
//
// Numbers are little-endian. In a document numbers, texts, lists and objects follow a byte that says which they are;
// lengths and whole numbers take as many bytes as they need, and lists of reals eight for each. A change of any one
// eight bytes of the body changes the sum: each step of it is invertible.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/saved/saved_value.hpp"

namespace wald::core {

enum class SavedBody : uint32_t { document = 0, sample = 1, threshold_pass = 2, table_pass = 3 };

// Whether a state is in binary.
bool is_binary(std::string_view saved);

// A document in binary.
std::string packed(const SavedValue &document);
// The value that packed() wrote. `what` is the state that is expected.
SavedValue unpacked(std::string_view saved, const char *what);

// Writes a body: numbers of 64 bits one behind the other.
class BinaryWriter {
 public:
  BinaryWriter(SavedBody body, std::size_t bytes);
  void whole(uint64_t x);
  void reals(const std::vector<double> &x) { reals(x.data(), x.size()); }
  void reals(const double *x, std::size_t n);
  void reals(const float *x, std::size_t n);  // 32 bits each
  void bytes(const char *data, std::size_t n) { out_.append(data, n); }
  std::string take();  // with its head

 private:
  SavedBody body_;
  std::string out_;
};

// Reads a body of this kind whose length and sum are right.
class BinaryReader {
 public:
  BinaryReader(std::string_view saved, SavedBody body, const char *what);
  uint64_t whole(const char *name, uint64_t low, uint64_t high);
  std::vector<double> reals(const char *name, uint64_t n);  // any bits
  std::vector<float> floats(const char *name, uint64_t n);
  void end() const;
  std::string_view rest() const { return left_; }
  [[noreturn]] void malformed(const std::string &message) const;

 private:
  std::string_view take(const char *name, uint64_t n, uint64_t size);
  const char *what_;
  std::string_view left_;
};

}  // namespace wald::core

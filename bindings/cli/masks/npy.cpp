// Reads the .npy format, versions 1 to 3: a magic text, the version, a Python dictionary with the type and the shape, then
// the elements. https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include "masks/npy.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/errors.hpp"
#include "base/interrupt.hpp"
#include "base/text.hpp"
#include "system/system.hpp"

namespace wald::cli {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t longest_header = std::size_t{1} << 20;

struct Header {
  std::string descr;
  bool has_descr = false, has_order = false, has_shape = false, fortran = false;
  std::vector<std::int64_t> shape;
};

/// The dictionary of a header: 'descr', 'fortran_order' and 'shape', each once, in any order.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : text_(text) {}

  /// False if the text is no such dictionary.
  bool parse(Header &out) {
    if (!take('{')) return false;
    while (!take('}')) {
      std::string key;
      if (!quoted(key) || !take(':') || !value(key, out)) return false;
      if (!take(',') && !at('}')) return false;
    }
    space();
    return text_.empty() && out.has_descr && out.has_order && out.has_shape;
  }

 private:
  void space() {
    while (!text_.empty() && std::strchr(" \n\t\r", text_[0]) != nullptr) text_.remove_prefix(1);
  }
  bool at(char c) {
    space();
    return !text_.empty() && text_[0] == c;
  }
  bool take(char c) {
    if (!at(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool word(std::string_view expected) {
    space();
    if (text_.substr(0, expected.size()) != expected) return false;
    text_.remove_prefix(expected.size());
    return true;
  }

  bool quoted(std::string &out) {
    if (!at('\'') && !at('"')) return false;
    const std::size_t end = text_.find(text_[0], 1);
    if (end == std::string_view::npos) return false;
    out = std::string(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    return true;
  }

  bool value(const std::string &key, Header &out) {
    if (key == "descr" && !out.has_descr) return out.has_descr = descr(out.descr);
    if (key == "shape" && !out.has_shape) return out.has_shape = tuple(out.shape);
    if (key != "fortran_order" || out.has_order) return false;
    out.fortran = word("True");
    return out.has_order = out.fortran || word("False");
  }

  /// The text of a plain type; of fields their list up to its end.
  bool descr(std::string &out) {
    if (!at('[')) return quoted(out);
    std::size_t depth = 0, end = 0;
    do {
      if (end == text_.size()) return false;
      if (text_[end] == '[') ++depth;
      if (text_[end] == ']') --depth;
      ++end;
    } while (depth > 0);
    out = std::string(text_.substr(0, end));
    text_.remove_prefix(end);
    return true;
  }

  bool tuple(std::vector<std::int64_t> &out) {
    if (!take('(')) return false;
    while (!take(')')) {
      space();
      const std::size_t end = std::min(text_.find_first_not_of("0123456789"), text_.size());
      std::int64_t length = 0;
      if (end == 0 || !parse_integer(text_.substr(0, end), length)) return false;
      out.push_back(length);
      text_.remove_prefix(end);
      if (!text_.empty() && text_[0] == 'L') text_.remove_prefix(1);  // as Python 2 wrote whole numbers
      if (!take(',') && !at(')')) return false;
    }
    return true;
  }

  std::string_view text_;
};

constexpr std::pair<std::string_view, NpyType> types[] = {{"<f2", NpyType::float16}, {"<f4", NpyType::float32},
                                                          {"<f8", NpyType::float64}, {"|u1", NpyType::uint8},
                                                          {"|b1", NpyType::boolean}};

bool type_of(const std::string &descr, NpyType &out) {
  for (const auto &[name, type] : types) {
    if (descr != name) continue;
    out = type;
    return true;
  }
  return false;
}

}  // namespace

std::size_t bytes_of(NpyType type) {
  return type == NpyType::float64 ? 8 : type == NpyType::float32 ? 4 : type == NpyType::float16 ? 2 : 1;
}

std::string type_text(NpyType type) {
  for (const auto &[name, known] : types)
    if (known == type) return std::string(name);
  return "";
}

NpyReader::NpyReader(const std::string &path)
    : name_(path == "-" ? "stdin" : printable(path)), descriptor_(system::standard_input) {
  if (path != "-") descriptor_ = system::open_to_read(path);
  system::Facts facts;
  if (descriptor_ < 0 || !system::facts_of(descriptor_, facts)) fail(std::strerror(errno));
  try {
    if (facts.directory) fail("a directory, where a file is needed");
    size_ = facts.size;
    read_header();
    check_length();
  } catch (...) {
    if (descriptor_ != system::standard_input) system::close(descriptor_);
    throw;
  }
}

NpyReader::~NpyReader() {
  if (descriptor_ != system::standard_input) system::close(descriptor_);
}

void NpyReader::fail(const std::string &message) const { throw InputError(name_ + ": " + message); }

/// Bytes of the file, fewer than `room` at its end alone.
std::size_t NpyReader::fill(char *to, std::size_t room) {
  std::size_t filled = 0;
  while (filled < room) {
    check_interrupted();
    const std::int64_t got = system::read(descriptor_, to + filled, room - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(std::strerror(errno));
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  done_ += static_cast<std::int64_t>(filled);
  return filled;
}

void NpyReader::read_header() {
  char front[12];
  const std::size_t begun = fill(front, magic.size() + 2);
  if (begun == 0) fail("empty, 0 bytes");
  if (begun < magic.size() + 2 || std::string_view(front, magic.size()) != magic)
    fail("no .npy file: it does not begin with \\x93NUMPY");
  const int version = static_cast<unsigned char>(front[magic.size()]);
  if (version < 1 || version > 3)
    fail("version of the .npy format is " + std::to_string(version) + ": must be 1, 2 or 3");
  const std::size_t digits = version == 1 ? 2 : 4;
  if (fill(front, digits) < digits) fail("ends within the header");
  std::size_t length = 0;
  for (std::size_t i = digits; i-- > 0;) length = length << 8 | static_cast<unsigned char>(front[i]);
  if (length > longest_header)
    fail("length of the header is " + std::to_string(length) + ": must be at most " + std::to_string(longest_header));
  std::string text(length, '\0');
  if (fill(text.data(), length) < length) fail("ends within the header");
  text.erase(text.find_last_not_of(" \n") + 1);  // which fill the header up
  Header header;
  if (!HeaderParser(text).parse(header))
    fail("header " + shown(text) + " is no dictionary of descr, fortran_order and shape");
  if (!type_of(header.descr, type_))
    fail("type is " + shown(header.descr) + ": must be <f2, <f4, <f8 (little-endian floats), |u1 or |b1");
  if (header.fortran && header.shape.size() > 1)
    fail("the array is in Fortran order: save numpy.ascontiguousarray of it");
  shape_ = std::move(header.shape);
}

/// The elements are as many as the shape has.
void NpyReader::check_length() {
  std::int64_t bytes = static_cast<std::int64_t>(bytes_of(type_));
  for (const std::int64_t length : shape_) {
    if (length == 0) fail("shape is " + shape_text(shape_) + ": no length may be 0");
    if (bytes > std::numeric_limits<std::int64_t>::max() / 2 / length)
      fail("shape is " + shape_text(shape_) + ": its size must be below 2^62 bytes");
    bytes *= length;
  }
  total_ = done_ + bytes;
  if (size_ > 0 && size_ != total_)
    fail("size is " + std::to_string(size_) + " bytes: shape " + shape_text(shape_) + " takes " +
         std::to_string(total_));
}

void NpyReader::read(char *to, std::int64_t elements) {
  const std::size_t room = static_cast<std::size_t>(elements) * bytes_of(type_);
  if (fill(to, room) < room)
    fail("ends after " + std::to_string(done_) + " bytes: shape " + shape_text(shape_) + " takes " +
         std::to_string(total_));
  char more = 0;
  if (size_ == 0 && done_ == total_ && fill(&more, 1) > 0)  // of a pipe, whose length was not known before
    fail("goes on after " + std::to_string(total_) + " bytes, which shape " + shape_text(shape_) + " takes");
}

std::string shape_text(const std::vector<std::int64_t> &shape) {
  std::string out = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) out += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  return out + (shape.size() == 1 ? ",)" : ")");
}

std::string npy_header(std::string_view type, const std::vector<std::int64_t> &shape) {
  std::string text =
      "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': " + shape_text(shape) + ", }";
  const std::size_t before = magic.size() + 4;
  text.append(63 - (before + text.size()) % 64, ' ');  // so that the elements begin at a multiple of 64
  text += '\n';
  std::string out(magic);
  out += '\x01';
  out += '\0';
  out += static_cast<char>(text.size() & 0xFF);
  out += static_cast<char>(text.size() >> 8);
  return out + text;
}

float from_half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  float value = 0;
  if (exponent == 31)
    value = fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  else
    value = std::ldexp(static_cast<float>(exponent == 0 ? fraction : fraction | 1024), std::max(exponent, 1) - 25);
  return (bits & 0x8000) != 0 ? -value : value;
}

}  // namespace wald::cli

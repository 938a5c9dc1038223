// Reads and writes states in binary, and checks every value that is read.
#include "core/numeric/contraction.hpp"  // first

#include "core/saved/saved_binary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wald::core {

namespace {

constexpr char magic[] = "\x89WALD\r\n\x1a";
constexpr std::size_t magic_size = 8, head_size = 32;
constexpr uint32_t version = 1;
// As in texts.
constexpr int deepest_binary = 32;
constexpr std::size_t most_binary_members = 64;

// ---- Bytes ---------------------------------------------------------------------------------------

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
constexpr bool swapped = true;
#else
constexpr bool swapped = false;
#endif

template <class T>
T in_order(T x) {
  char bytes[sizeof x];
  std::memcpy(bytes, &x, sizeof x);
  if (swapped) std::reverse(bytes, bytes + sizeof x);
  std::memcpy(&x, bytes, sizeof x);
  return x;
}

template <class T>
T load_value(const char *from) {
  T x;
  std::memcpy(&x, from, sizeof x);
  return in_order(x);
}

template <class T>
void append(std::string &out, T x) {
  x = in_order(x);
  out.append(reinterpret_cast<const char *>(&x), sizeof x);
}

uint64_t checksum_of(std::string_view bytes) {
  uint64_t sum = 0x9e3779b97f4a7c15u ^ bytes.size();
  const auto add = [&sum](uint64_t word) {
    sum = (sum ^ word) * 0xff51afd7ed558ccdu;
    sum ^= sum >> 32;
  };
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) add(load_value<uint64_t>(bytes.data() + i));
  char rest[8] = {};
  std::copy(bytes.begin() + static_cast<std::ptrdiff_t>(i), bytes.end(), rest);
  add(load_value<uint64_t>(rest));
  return sum;
}

// ---- Documents -----------------------------------------------------------------------------------

enum Tag : char { nothing, no, yes, whole, real, words, list, object, reals, wholes };

void pack_length(std::string &out, uint64_t n) {
  for (; n >= 0x80; n >>= 7) out.push_back(static_cast<char>(n | 0x80));
  out.push_back(static_cast<char>(n));
}

// Small numbers of either sign take few bytes.
void pack_whole(std::string &out, int64_t x) {
  pack_length(out, (static_cast<uint64_t>(x) << 1) ^ (x < 0 ? ~uint64_t{0} : 0));
}

void pack_words(std::string &out, const std::string &x) {
  pack_length(out, x.size());
  out += x;
}

template <class T>
bool all_are(const std::vector<SavedValue> &items) {
  return !items.empty() && std::all_of(items.begin(), items.end(),
                                       [](const SavedValue &v) { return std::holds_alternative<T>(v.value); });
}

struct Packer {
  std::string &out;
  void tag(Tag t) { out.push_back(t); }
  void operator()(std::nullptr_t) { tag(nothing); }
  void operator()(bool x) { tag(x ? yes : no); }
  void operator()(int64_t x) {
    tag(whole);
    pack_whole(out, x);
  }
  void operator()(double x) {
    tag(real);
    append(out, x);
  }
  void operator()(const std::string &x) {
    tag(words);
    pack_words(out, x);
  }
  void operator()(const std::vector<SavedValue> &x) {
    const bool of_reals = all_are<double>(x), of_wholes = all_are<int64_t>(x);
    tag(of_reals ? reals : of_wholes ? wholes : list);
    pack_length(out, x.size());
    for (const SavedValue &item : x) {
      if (of_reals)
        append(out, std::get<double>(item.value));
      else if (of_wholes)
        pack_whole(out, std::get<int64_t>(item.value));
      else
        std::visit(*this, item.value);
    }
  }
  void operator()(const SavedValue::Members &x) {
    tag(object);
    pack_length(out, x.size());
    for (const auto &[name, value] : x) {
      pack_words(out, name);
      std::visit(*this, value.value);
    }
  }
};

// As the reader of texts asks of them.
bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto at = [&](std::size_t k) { return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0u; };
    const unsigned first = at(0);
    const std::size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (length == 0 || first > 0xf4) return false;
    for (std::size_t k = 1; k < length; ++k)
      if ((at(k) & 0xc0) != 0x80) return false;
    const unsigned second = at(1);
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) || (first == 0xf0 && second < 0x90) ||
        (first == 0xf4 && second > 0x8f))
      return false;
    i += length;
  }
  return true;
}

class Unpacker {
 public:
  Unpacker(const BinaryReader &reader) : reader_(reader), left_(reader.rest()) {}
  SavedValue all() {
    SavedValue out = value(0);
    if (!left_.empty()) reader_.malformed(text("has ", left_.size(), " bytes behind its end"));
    return out;
  }

 private:
  std::string_view take(uint64_t n) {
    if (n > left_.size()) reader_.malformed("ends too early");
    const std::string_view out = left_.substr(0, static_cast<std::size_t>(n));
    left_.remove_prefix(static_cast<std::size_t>(n));
    return out;
  }
  uint64_t length() {
    uint64_t out = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1)[0]);
      if (shift == 63 && byte > 1) break;
      out |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return out;
    }
    reader_.malformed("has a whole number of more than 64 bits");
  }
  // Of items that take at least `size` bytes each.
  std::size_t count(uint64_t size) {
    const uint64_t n = length();
    if (n > left_.size() / size) reader_.malformed("ends too early");
    return static_cast<std::size_t>(n);
  }
  int64_t signed_whole() {
    const uint64_t x = length();
    return static_cast<int64_t>((x >> 1) ^ (x & 1 ? ~uint64_t{0} : 0));
  }
  double finite() {
    const auto x = load_value<double>(take(8).data());
    if (!std::isfinite(x)) reader_.malformed("holds a number that is not finite");
    return x;
  }
  std::string string() {
    const std::string_view out = take(length());
    if (!is_utf8(out)) reader_.malformed("holds a text that is not UTF-8");
    return std::string(out);
  }
  SavedValue value(int depth) {
    SavedValue out;
    const char tag = take(1)[0];
    if (tag >= list && depth == deepest_binary) reader_.malformed(text("is nested deeper than ", deepest_binary, " levels"));
    switch (tag) {
      case nothing: break;
      case no: out.value = false; break;
      case yes: out.value = true; break;
      case whole: out.value = signed_whole(); break;
      case real: out.value = finite(); break;
      case words: out.value = string(); break;
      case list:
      case reals:
      case wholes: {
        std::vector<SavedValue> items(count(tag == reals ? 8 : 1));
        for (SavedValue &item : items) {
          if (tag == reals)
            item.value = finite();
          else if (tag == wholes)
            item.value = signed_whole();
          else
            item = value(depth + 1);
        }
        out.value = std::move(items);
        break;
      }
      case object: {
        SavedValue::Members members;
        const std::size_t n = count(2);
        if (n > most_binary_members) reader_.malformed(text("has an object of more than ", most_binary_members, " members"));
        for (std::size_t i = 0; i < n; ++i) {
          std::string name = string();
          for (const auto &known : members)
            if (known.first == name) reader_.malformed(text(in_quotes(name), " stands twice"));
          SavedValue member = value(depth + 1);
          members.emplace_back(std::move(name), std::move(member));
        }
        out.value = std::move(members);
        break;
      }
      default: reader_.malformed(text("holds a value of the kind ", static_cast<int>(tag), ", which is unknown"));
    }
    return out;
  }
  const BinaryReader &reader_;
  std::string_view left_;
};

}  // namespace

bool is_binary(std::string_view saved) { return saved.substr(0, magic_size) == std::string_view(magic, magic_size); }

std::string packed(const SavedValue &document) {
  std::string body;
  std::visit(Packer{body}, document.value);
  BinaryWriter out(SavedBody::document, body.size());
  out.bytes(body.data(), body.size());
  return out.take();
}

SavedValue unpacked(std::string_view saved, const char *what) {
  return Unpacker(BinaryReader(saved, SavedBody::document, what)).all();
}

// ---- Bodies --------------------------------------------------------------------------------------

BinaryWriter::BinaryWriter(SavedBody body, std::size_t bytes) : body_(body) {
  out_.reserve(head_size + bytes);
  out_.resize(head_size);
}

void BinaryWriter::whole(uint64_t x) { append(out_, x); }

namespace {
template <class T>
void append_reals(std::string &out, const T *x, std::size_t n) {
  if (!swapped && n > 0) out.append(reinterpret_cast<const char *>(x), n * sizeof(T));
  for (std::size_t i = 0; swapped && i < n; ++i) append(out, x[i]);
}
template <class T>
std::vector<T> reals_of(std::string_view from) {
  std::vector<T> out(from.size() / sizeof(T));
  if (!from.empty()) std::memcpy(out.data(), from.data(), from.size());
  for (T &x : out) x = in_order(x);
  return out;
}
}  // namespace

void BinaryWriter::reals(const double *x, std::size_t n) { append_reals(out_, x, n); }
void BinaryWriter::reals(const float *x, std::size_t n) { append_reals(out_, x, n); }

std::string BinaryWriter::take() {
  const std::string_view body = std::string_view(out_).substr(head_size);
  std::string head(magic, magic_size);
  append(head, version);
  append(head, static_cast<uint32_t>(body_));
  append(head, static_cast<uint64_t>(body.size()));
  append(head, checksum_of(body));
  std::copy(head.begin(), head.end(), out_.begin());
  return std::move(out_);
}

BinaryReader::BinaryReader(std::string_view saved, SavedBody body, const char *what) : what_(what) {
  if (saved.size() < head_size)
    malformed(text("is cut short: it has ", saved.size(), " bytes of a head of ", head_size));
  const auto its = load_value<uint32_t>(saved.data() + magic_size);
  if (its != version) malformed(text("is of the binary form ", its, ": this library reads ", version));
  if (load_value<uint32_t>(saved.data() + magic_size + 4) != static_cast<uint32_t>(body))
    malformed(text("holds something other than saved ", what));
  left_ = saved.substr(head_size);
  const auto bytes = load_value<uint64_t>(saved.data() + 16);
  if (bytes != left_.size()) malformed(text("has ", left_.size(), " bytes behind its head: must have ", bytes));
  if (load_value<uint64_t>(saved.data() + 24) != checksum_of(left_)) malformed(
    "is corrupt: its checksum does not match");
}

std::string_view BinaryReader::take(const char *name, uint64_t n, uint64_t size) {
  if (n > left_.size() / size)
    malformed(text("ends within ", name, ": there are ", left_.size(), " bytes for ", n, " numbers"));
  const auto bytes = static_cast<std::size_t>(n * size);
  const std::string_view out = left_.substr(0, bytes);
  left_.remove_prefix(bytes);
  return out;
}

uint64_t BinaryReader::whole(const char *name, uint64_t low, uint64_t high) {
  const auto x = load_value<uint64_t>(take(name, 1, 8).data());
  if (x < low || x > high) malformed(text(name, " is ", x, ": must lie in [", low, ", ", high, "]"));
  return x;
}

std::vector<double> BinaryReader::reals(const char *name, uint64_t n) { return reals_of<double>(take(name, n, 8)); }

std::vector<float> BinaryReader::floats(const char *name, uint64_t n) { return reals_of<float>(take(name, n, 4)); }

void BinaryReader::end() const {
  if (!left_.empty()) malformed(text("has ", left_.size(), " bytes behind its end"));
}

void BinaryReader::malformed(const std::string &message) const { fail(Status::format, "saved ", what_, ": ", message); }

}  // namespace wald::core

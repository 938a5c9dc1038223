// Reads JSON and UBJSON as values in their order, without recursion.
#include "core/numeric/contraction.hpp"  // first

#include "core/importers/model_tape.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/read_number.hpp"
#include "core/saved/saved_text.hpp"

namespace wald::core::importers {

namespace {

// nlohmann reads UBJSON by recursion, unlike JSON. XGBoost nests its models less than half as deep.
constexpr std::size_t deepest_ubjson = 32;

bool begins_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

// Whether JSON holds a number without digits, outside its texts.
bool has_words_for_numbers(std::string_view json) {
  return json.find("NaN") != std::string_view::npos || json.find("Infinity") != std::string_view::npos;
}

// The same JSON with these numbers as texts.
std::string with_quoted_numbers(std::string_view json) {
  std::string out;
  out.reserve(json.size() + 64);
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text) {
      out += c;
      if (c == '\\' && i + 1 < json.size()) out += json[++i];
      if (c == '"') in_text = false;
      continue;
    }
    if (c == '"') in_text = true;
    bool found = false;
    for (const std::string_view word : {"NaN", "Infinity", "-Infinity"})
      if (!in_text && begins_with(json.substr(i), word)) {
        ((out += '"') += word) += '"';
        i += word.size() - 1;
        found = true;
        break;
      }
    if (!found) out += c;
  }
  return out;
}

}  // namespace

class ModelTape::Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(ModelTape &tape, std::size_t bytes, bool ubjson) : tape_(tape), most_(bytes + 1), ubjson_(ubjson) {}

  bool null() override {
    Item item = made(Kind::null);
    return put(item);
  }
  bool boolean(bool v) override {
    Item item = made(Kind::boolean);
    item.whole = v;
    return put(item);
  }
  bool number_integer(number_integer_t v) override {
    Item item = made(Kind::whole);
    item.whole = v;
    return put(item);
  }
  bool number_unsigned(number_unsigned_t v) override {
    if (v > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return number(static_cast<double>(v));
    return number_integer(static_cast<int64_t>(v));
  }
  bool number_float(number_float_t v, const string_t &) override { return number(v); }
  bool string(string_t &v) override {
    Item item = made(Kind::text);
    item.offset = tape_.texts_.size();
    tape_.texts_.push_back(std::move(v));
    return put(item);
  }
  bool binary(binary_t &) override { return false; }
  bool start_object(std::size_t) override { return open(Kind::object); }
  bool start_array(std::size_t) override { return open(Kind::array); }
  bool key(string_t &name) override { return string(name); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string &, const nlohmann::json::exception &e) override {
    tape_.malformed(parse_message(e.what()));
  }

 private:
  static Item made(Kind kind) {
    Item out{};
    out.kind = kind;
    return out;
  }
  bool number(double v) {
    Item item = made(Kind::real);
    item.real = v;
    return put(item);
  }
  bool put(Item item) {
    // A value takes a byte or more; those of UBJSON that take none (1e9 times null) are not believed.
    if (tape_.items_.size() >= most_ || tape_.items_.size() >= std::numeric_limits<uint32_t>::max() - 1)
      tape_.malformed("has more values than bytes, or 2^32 and more");
    item.end = static_cast<uint32_t>(tape_.items_.size() + 1);
    tape_.items_.push_back(item);
    return true;
  }
  bool open(Kind kind) {
    if (ubjson_ && open_.size() == deepest_ubjson)
      tape_.malformed(core::text("is nested deeper than ", deepest_ubjson, " levels"));
    open_.push_back(tape_.items_.size());
    return put(made(kind));
  }
  bool close() {
    tape_.items_[open_.back()].end = static_cast<uint32_t>(tape_.items_.size());
    open_.pop_back();
    return true;
  }
  ModelTape &tape_;
  std::size_t most_;
  bool ubjson_;
  std::vector<std::size_t> open_;
};

ModelTape::ModelTape(std::string_view bytes, bool ubjson) {
  Builder builder(*this, bytes.size(), ubjson);
  bool read = false;
  if (ubjson) {
    read = nlohmann::json::sax_parse(bytes.begin(), bytes.end(), &builder, nlohmann::json::input_format_t::ubjson);
  } else if (has_words_for_numbers(bytes)) {
    const std::string quoted = with_quoted_numbers(bytes);
    read = nlohmann::json::sax_parse(quoted.begin(), quoted.end(), &builder);
  } else {
    read = nlohmann::json::sax_parse(bytes.begin(), bytes.end(), &builder);
  }
  if (!read || items_.empty()) malformed("it cannot be read");
  if (!is_object(root())) malformed("is not an object");
}

void ModelTape::malformed(const std::string &message) const { fail(Status::format, source_, ": ", message); }
void ModelTape::unsupported(const std::string &message) const { fail(Status::unsupported, source_, ": ", message); }

std::string_view ModelTape::text_of(Place at) const { return texts_[items_[at].offset]; }

Place ModelTape::find(Place object, std::string_view name) const {
  if (!is_object(object)) return nowhere;
  Place out = nowhere;
  each_member(object, [&](std::string_view own, Place at) {
    if (own == name) out = at;
  });
  return out;
}

Place ModelTape::member(Place object, std::string_view name) const {
  const Place out = find(object, name);
  if (out == nowhere) malformed(core::text("\"", name, "\" is missing"));
  return out;
}

Place ModelTape::array(Place at, std::string_view name) const {
  if (!is_array(at)) malformed(core::text("\"", name, "\" is not an array"));
  return at;
}

std::string_view ModelTape::text(Place at, std::string_view name) const {
  if (!is_text(at)) malformed(core::text("\"", name, "\" is not a text"));
  return text_of(at);
}

double ModelTape::real(Place at, std::string_view name) const {
  double out = 0;
  switch (at == nowhere ? Kind::null : items_[at].kind) {
    case Kind::boolean:
    case Kind::whole: return static_cast<double>(items_[at].whole);
    case Kind::real: return items_[at].real;
    case Kind::text:
      if (text_of(at) == "NaN") return std::numeric_limits<double>::quiet_NaN();
      if (text_of(at) == "Infinity") return std::numeric_limits<double>::infinity();
      if (text_of(at) == "-Infinity") return -std::numeric_limits<double>::infinity();
      if (read_number(text_of(at), out)) return out;
      break;
    default: break;
  }
  malformed(core::text("\"", name, "\" is not a number"));
}

int64_t ModelTape::integer(Place at, std::string_view name, int64_t low, int64_t high) const {
  const double x = real(at, name);
  // Beyond 2^53 doubles are no longer all whole numbers; no limit is as high.
  if (!(std::floor(x) == x) || std::fabs(x) > 9007199254740992.0)
    malformed(core::text("\"", name, "\" is ", x, ": must be a whole number"));
  const auto out = static_cast<int64_t>(x);
  if (out < low || out > high)
    malformed(core::text("\"", name, "\" is ", out, ": must lie in [", low, ", ", high, "]"));
  return out;
}

int64_t ModelTape::member_integer(Place object, std::string_view name, int64_t low, int64_t high) const {
  return integer(member(object, name), name, low, high);
}

std::string ModelTape::word(Place at, std::string_view name) const {
  switch (at == nowhere ? Kind::null : items_[at].kind) {
    case Kind::boolean: return items_[at].whole ? "True" : "False";
    case Kind::whole: return core::text(items_[at].whole);
    case Kind::real: {
      std::string out = core::number(items_[at].real);
      return out.find_first_of(".en") == std::string::npos ? out + ".0" : out;
    }
    case Kind::text: return std::string(text_of(at));
    default: malformed(core::text("\"", name, "\" has a category that is neither a text nor a number"));
  }
}

}  // namespace wald::core::importers

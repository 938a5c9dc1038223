// JSON as the command reads and writes it. A value of its own, so that one file alone compiles the JSON library.
#ifndef WALD_CLI_BASE_JSON_HPP
#define WALD_CLI_BASE_JSON_HPP

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/errors.hpp"

namespace wald::cli {

class Json {
 public:
  enum class Kind : std::uint8_t { null, boolean, integer, number, text, array, object };
  using Member = std::pair<std::string, Json>;

  Json() = default;
  Json(std::nullptr_t) {}
  Json(bool value) : kind_(Kind::boolean), integer_(value ? 1 : 0) {}
  template <class Integer, std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
  Json(Integer value) : kind_(Kind::integer), integer_(static_cast<std::int64_t>(value)) {}
  Json(double value) : kind_(Kind::number), number_(value) {}
  Json(std::string text) : kind_(Kind::text), text_(std::move(text)) {}
  Json(std::string_view text) : Json(std::string(text)) {}
  Json(const char *text) : Json(std::string(text)) {}
  template <class Item>
  Json(const std::vector<Item> &items) : Json(array()) {
    for (const Item &item : items) add(item);
  }
  Json(std::initializer_list<Member> members);

  static Json array() { return Json(Kind::array); }
  static Json object() { return Json(Kind::object); }

  Kind kind() const { return kind_; }
  bool is(Kind kind) const { return kind_ == kind; }
  bool is_number() const { return is(Kind::integer) || is(Kind::number); }
  double number() const { return is(Kind::integer) ? static_cast<double>(integer_) : number_; }
  std::int64_t integer() const { return integer_; }  // a boolean's too
  const std::string &text() const { return text_; }

  /// Of an array or object; the names are those of the members, in the order in which they were added.
  bool empty() const { return items_.empty(); }
  const std::vector<Json> &items() const { return items_; }
  const std::vector<std::string> &names() const { return names_; }
  /// A member, or null.
  const Json *find(std::string_view name) const;

  /// Adds an item, and gives it.
  Json &add(Json item);
  /// The member of that name, which is made where there is none. What is null becomes an object.
  Json &operator[](std::string_view name);

 private:
  explicit Json(Kind kind) : kind_(kind) {}

  /// Where the member of that name is or would be in `slots_`.
  std::size_t slot_of(std::string_view name) const;
  /// The place of the member of that name, or how many there are if there is none.
  std::size_t place_of(std::string_view name) const;
  void index_last();

  Kind kind_ = Kind::null;
  std::int64_t integer_ = 0;
  double number_ = 0;
  std::string text_;
  std::vector<std::string> names_;
  std::vector<Json> items_;
  std::vector<std::uint32_t> slots_;  // of an object with many members: a hash table of 1 + their places
};

/// No value may be nested deeper: values are read, written and destroyed recursively.
constexpr std::size_t deepest_json = 100;

/// The value of a text that begins at a position; nothing if it is no JSON. Fails at its line if it is nested too deep.
/// Members of the outermost object for which `skipped` is true are passed over.
std::optional<Json> parse_json(std::string_view text, const Position &position,
                               const std::function<bool(const std::string &name)> &skipped = {});

/// The same; fails at the line of what is no JSON.
Json require_json(std::string_view text, const Position &position);

/// A number that may be infinite: JSON has no infinities, and gets the texts "inf" and "-inf".
Json with_infinities(double value);

/// The text of a document, in one line. A number has the fewest digits that read back to the same bits; NaN and
/// infinities are null.
std::string json_text(const Json &document);

}  // namespace wald::cli

#endif

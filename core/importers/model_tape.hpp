// A model file as values in the order in which they stand in it, without recursion, so that the depth of a hostile file
// costs nothing: containers know where they end, and readers step over what they do not want.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

namespace wald::core::importers {

// Where a value stands on the tape.
using Place = std::size_t;
constexpr Place nowhere = static_cast<Place>(-1);

class ModelTape {
 public:
  // Parses JSON (NaN, Infinity and -Infinity included, as Python and XGBoost write them) or UBJSON.
  // `source` begins the messages: "model of XGBoost".
  ModelTape(std::string_view bytes, bool ubjson);
  void set_source(const char *source) { source_ = source; }
  [[noreturn]] void malformed(const std::string &message) const;
  [[noreturn]] void unsupported(const std::string &message) const;

  Place root() const { return 0; }
  bool is_object(Place at) const { return at != nowhere && items_[at].kind == Kind::object; }
  bool is_array(Place at) const { return at != nowhere && items_[at].kind == Kind::array; }
  bool is_text(Place at) const { return at != nowhere && items_[at].kind == Kind::text; }
  bool is_null(Place at) const { return at == nowhere || items_[at].kind == Kind::null; }
  bool is_bool(Place at) const { return at != nowhere && items_[at].kind == Kind::boolean; }
  bool is_whole(Place at) const { return at != nowhere && items_[at].kind == Kind::whole; }
  bool is_number(Place at) const { return is_whole(at) || (at != nowhere && items_[at].kind == Kind::real); }

  // Members of an object: nowhere if there is none of the name.
  Place find(Place object, std::string_view name) const;
  Place member(Place object, std::string_view name) const;

  // Elements of a container: calls f(place) for each of an array.
  template <class F>
  void each(Place array, const F &f) const {
    for (Place at = array + 1; at < items_[array].end; at = items_[at].end) f(at);
  }
  // Calls f(name, place) for each member of an object.
  template <class F>
  void each_member(Place object, const F &f) const {
    for (Place at = object + 1; at < items_[object].end; at = items_[at].end) {
      const std::string_view name = text_of(at);
      at = items_[at].end;
      f(name, at);
    }
  }

  Place array(Place at, std::string_view name) const;  // `at` itself, if it is an array
  std::string_view text(Place at, std::string_view name) const;
  // Numbers, switches, and texts of numbers, which XGBoost writes for some.
  double real(Place at, std::string_view name) const;
  int64_t integer(Place at, std::string_view name, int64_t low, int64_t high) const;
  int64_t member_integer(Place object, std::string_view name, int64_t low, int64_t high) const;
  // How a value of a category is written, as Python's str() does.
  std::string word(Place at, std::string_view name) const;

 private:
  enum class Kind : uint8_t { null, boolean, whole, real, text, array, object };
  struct Item {
    union {
      double real;
      int64_t whole;
      std::size_t offset;  // of a text, in texts_
    };
    uint32_t end;  // the place behind it; of a text too
    Kind kind;
  };
  std::string_view text_of(Place at) const;
  class Builder;

  std::vector<Item> items_;
  std::vector<std::string> texts_;
  const char *source_ = "model";
};

}  // namespace wald::core::importers

// What all opaque objects of the C interface have in common: a header in front, by which a function that is handed a
// pointer knows what it points to, and a type with what can be done with an object. Both follow from objects.def.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/saved/saved_text.hpp"
#include "wald.h"

namespace wald::capi {

// The row of a type of objects.
template <class T>
struct ObjectRow;
#define WALD_OBJECT(noun, number_, verbs_, clear, merge)                     \
  template <>                                                                \
  struct ObjectRow<wald_##noun> {                                            \
    static constexpr wald_object number = number_;                           \
    static constexpr const char *name = "wald_" #noun;                       \
    static constexpr std::string_view verbs = verbs_;                        \
  };
#include "objects.def"
#undef WALD_OBJECT

// ---- The header ----------------------------------------------------------------------------------

// One number says both that it is an object of the library and of which type, so that a check is one comparison.
struct Header {
  uint64_t tag;
};
constexpr uint64_t magic = 0xA11D0B1Eu;
template <class T>
constexpr uint64_t tag_of = magic << 32 | static_cast<uint32_t>(ObjectRow<T>::number);

// The base of every opaque object, which lies at its address.
template <class T>
struct Object : Header {
  Object() noexcept : Header{tag_of<T>} {}
  Object(const Object &) = default;
  Object &operator=(const Object &) = default;
  // Through a volatile, as nothing that is proper reads it any more: what is destroyed twice then finds no object.
  ~Object() { const_cast<volatile uint64_t &>(tag) = 0; }
};

// Says what it is instead.
[[noreturn]] void refuse_object(const void *object, const char *name, const char *wanted);

// An argument that is an object of this type.
template <class T, wald_object = ObjectRow<T>::number>
void require(const T *object, const char *name) {
  if (!object) core::fail(core::Status::argument, name, " is NULL");
  if (static_cast<const Header *>(object)->tag != tag_of<T>) refuse_object(object, name, ObjectRow<T>::name);
}

// ---- Saved states --------------------------------------------------------------------------------

// A state of which this is the text.
inline std::string in_format(wald_format format, std::string text) {
  return format == WALD_BINARY ? core::packed(text) : std::move(text);
}
// A state that has no text.
template <class T>
std::string binary_alone(wald_format format, const T &, std::string bytes) {
  if (format != WALD_BINARY)
    core::fail(core::Status::unsupported, "format is ", format, ": a ", ObjectRow<T>::name,
               " is saved in binary (1) alone");
  return bytes;
}

// ---- Facts ---------------------------------------------------------------------------------------

// The numbers of the facts of a type of objects begin at a base of their own; the rows count from 0.
constexpr int32_t most_facts = WALD_MOST_FACTS;
constexpr int32_t place_of(wald_fact fact) { return fact % most_facts; }
// 0 for what is no object: the columns of a table.
int32_t fact_base(std::string_view noun) noexcept;

// A caller's buffer of numbers.
struct Room {
  double *out;
  int64_t capacity;
  int64_t *needed;

  // True if it takes this many; a query only learns that.
  bool takes(int64_t size) const;
  void give(const std::vector<double> &values) const;
};

// ---- Types ---------------------------------------------------------------------------------------

// What can be done with the objects of a type; null for what cannot.
struct ObjectType {
  const char *name;  // "wald_sample"
  wald_object number_of_type;
  void (*destroy)(void *);
  double (*number)(const void *, int32_t fact, int64_t item);
  void (*numbers)(const void *, int32_t fact, int64_t item, const Room &);
  const char *(*text)(const void *, int32_t fact, int64_t item);
  void *(*copy)(const void *);
  void (*clear)(void *);
  void (*merge)(void *, const void *);
  std::string (*save)(const void *, wald_format);
  void *(*load)(std::string_view);
};

// Whether the row has a verb.
constexpr bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(end == words.npos ? words.size() : end + 1);
  }
  return false;
}
template <class T>
constexpr bool can(std::string_view verb) {
  return has_word(ObjectRow<T>::verbs, verb);
}

template <class T>
constexpr ObjectType object_type() {
  ObjectType type{};
  type.name = ObjectRow<T>::name;
  type.number_of_type = ObjectRow<T>::number;
  type.destroy = [](void *object) { delete static_cast<T *>(object); };
  if constexpr (can<T>("copy"))
    type.copy = [](const void *object) -> void * { return static_cast<const T *>(object)->copy(); };
  if constexpr (can<T>("clear")) type.clear = [](void *object) { static_cast<T *>(object)->clear(); };
  if constexpr (can<T>("merge"))
    type.merge = [](void *object, const void *other) {
      static_cast<T *>(object)->merge(*static_cast<const T *>(other));
    };
  if constexpr (can<T>("save")) {
    type.save = [](const void *object, wald_format format) { return static_cast<const T *>(object)->save(format); };
    type.load = [](std::string_view state) -> void * { return T::load(state); };
  }
  if constexpr (can<T>("number"))
    type.number = [](const void *object, int32_t fact, int64_t item) {
      return static_cast<const T *>(object)->number(fact, item);
    };
  if constexpr (can<T>("numbers"))
    type.numbers = [](const void *object, int32_t fact, int64_t item, const Room &to) {
      static_cast<const T *>(object)->numbers(fact, item, to);
    };
  if constexpr (can<T>("text"))
    type.text = [](const void *object, int32_t fact, int64_t item) {
      return static_cast<const T *>(object)->text(fact, item);
    };
  return type;
}

[[noreturn]] void refuse_fact(const ObjectType &type, wald_fact fact);
// The place of a fact among those of a type; an error that names both for a fact of another.
inline int32_t checked_fact(const ObjectType &type, wald_fact fact) {
  const int32_t place = fact - most_facts * type.number_of_type;
  if (static_cast<uint32_t>(place) >= static_cast<uint32_t>(most_facts)) refuse_fact(type, fact);
  return place;
}

// Each is defined beside its struct, by WALD_OBJECT_TYPE(noun).
#define WALD_OBJECT(noun, number, verbs, clear, merge) extern const ObjectType noun##_type;
#include "objects.def"
#undef WALD_OBJECT
#define WALD_OBJECT_TYPE(noun) \
  constexpr wald::capi::ObjectType wald::capi::noun##_type = wald::capi::object_type<wald_##noun>()

// Null where there is no such number.
const ObjectType *type_numbered(wald_object number) noexcept;
// Of an object; null if it is none.
const ObjectType *type_of(const void *object) noexcept;

}  // namespace wald::capi

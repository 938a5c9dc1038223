// The C interface to what all objects share.
#include <cstring>
#include <iterator>

#include "boundary.hpp"
#include "core/catalogue/catalogue.hpp"

namespace wald::capi {

namespace {

// By their numbers: a getter looks here first, which is to take a nanosecond.
constexpr const ObjectType *types[] = {
    nullptr,
#define WALD_OBJECT(noun, number, verbs, clear, merge) &noun##_type,
#include "objects.def"
#undef WALD_OBJECT
};
// The rows are in the order of their numbers, without a gap.
constexpr wald_object numbers[] = {
    0,
#define WALD_OBJECT(noun, number, verbs, clear, merge) number,
#include "objects.def"
#undef WALD_OBJECT
};
constexpr bool is_ascending() {
  for (std::size_t i = 0; i < std::size(numbers); ++i)
    if (numbers[i] != static_cast<wald_object>(i)) return false;
  return true;
}
static_assert(is_ascending(), "capi/objects.def: the numbers are 1, 2, 3, ... in this order");

}  // namespace

const ObjectType *type_numbered(wald_object number) noexcept {
  return static_cast<uint32_t>(number) < std::size(types) ? types[number] : nullptr;
}

const ObjectType *type_of(const void *object) noexcept {
  const uint64_t tag = static_cast<const Header *>(object)->tag;
  return tag >> 32 == magic ? type_numbered(static_cast<wald_object>(tag)) : nullptr;
}

void refuse_object(const void *object, const char *name, const char *wanted) {
  const ObjectType *const type = type_of(object);
  if (!type) fail(Status::argument, name, " is no object of Wald, or was destroyed: must be a ", wanted);
  fail(Status::argument, name, " is a ", type->name, ": must be a ", wanted);
}

int32_t fact_base(std::string_view noun) noexcept {
#define WALD_OBJECT(name, number, verbs, clear, merge) \
  if (noun == #name) return most_facts * number;
#include "objects.def"
#undef WALD_OBJECT
  return 0;
}

namespace {

// "sample"
const char *noun_of(const ObjectType &type) { return type.name + std::strlen("wald_"); }

// "n_rows of a wald_sample"; empty if no object has such a fact.
std::string owner_of(wald_fact fact) {
  const ObjectType *const type = fact < 0 ? nullptr : type_numbered(fact / most_facts);
  if (!type) return "";
  const std::string_view noun = noun_of(*type);
  for (const core::catalogue::FactTable &table : core::catalogue::fact_tables())
    if (noun == table.object)
      for (const core::catalogue::FactRow &row : table)
        if (row.value == place_of(fact)) return core::text(row.name, " of a ", type->name);
  return "";
}

}  // namespace

void refuse_fact(const ObjectType &type, wald_fact fact) {
  if (const std::string owner = owner_of(fact); !owner.empty())
    fail(Status::argument, "fact is ", fact, " (", owner, "): object is a ", type.name);
  wrong_fact(noun_of(type), fact - most_facts * type.number_of_type, "");
}

bool Room::takes(int64_t size) const { return has_room(out, capacity, size, needed, "out"); }
void Room::give(const std::vector<double> &values) const {
  give_array(out, capacity, needed, "out", values.data(), static_cast<int64_t>(values.size()));
}

namespace {

// The fact that stands for all that are one number: read at once, they cost a caller in another language one call.
constexpr wald_fact every_number = 0;

// The type of an argument that is any object.
const ObjectType &checked_object(const void *object, const char *name) {
  require(object, name);
  const ObjectType *const type = type_of(object);
  if (!type) fail(Status::argument, name, " is no object of Wald, or was destroyed");
  return *type;
}

// What a type of objects does, or a refusal.
template <class Verb>
Verb able(Verb verb, const ObjectType &type, const char *name, const char *done) {
  if (!verb) fail(Status::unsupported, name, " is a ", type.name, ": it cannot be ", done);
  return verb;
}

// The places of the facts that are one number, of each type of objects by its number.
const std::vector<int32_t> &places_of_numbers(const ObjectType &type) {
  static const std::vector<std::vector<int32_t>> all = [] {
    std::vector<std::vector<int32_t>> out(std::size(types));
    for (const core::catalogue::FactTable &table : core::catalogue::fact_tables())
      for (const core::catalogue::FactRow &row : table)
        if (std::string_view(row.type) == "number")
          out[static_cast<std::size_t>(fact_base(table.object) / most_facts)].push_back(row.value);
    return out;
  }();
  return all[static_cast<std::size_t>(type.number_of_type)];
}

// Where a call leaves a pointer to an object, of whichever type.
void give_object(void *out, void *made) { std::memcpy(out, &made, sizeof made); }

}  // namespace
}  // namespace wald::capi

using namespace wald::capi;

extern "C" {

void wald_destroy(void *object) noexcept {
  if (!object) return;
  if (const ObjectType *const type = type_of(object)) type->destroy(object);
}

wald_status wald_copy(const void *object, void *out) noexcept {
  return guarded([&] {
    const ObjectType &type = checked_object(object, "object");
    const auto copy = able(type.copy, type, "object", "copied");
    require(out, "out");
    give_object(out, copy(object));
  });
}

wald_status wald_clear(void *object) noexcept {
  return guarded([&] {
    const ObjectType &type = checked_object(object, "object");
    able(type.clear, type, "object", "cleared")(object);
  });
}

wald_status wald_merge(void *object, const void *other) noexcept {
  return guarded([&] {
    const ObjectType &type = checked_object(object, "object");
    const auto merge = able(type.merge, type, "object", "merged");
    if (&checked_object(other, "other") != &type) refuse_object(other, "other", type.name);
    merge(object, other);
  });
}

wald_status wald_number(const void *object, wald_fact fact, int64_t item, double *value) noexcept {
  return guarded([&] {
    const ObjectType &type = checked_object(object, "object");
    const int32_t place = checked_fact(type, fact);
    if (!type.number) wrong_fact(noun_of(type), place, "number");
    give(value, "value", type.number(object, place, item));
  });
}

wald_status wald_numbers(const void *object, wald_fact fact, int64_t item, double *out, int64_t capacity,
                         int64_t *needed) noexcept {
  return guarded([&] {
    const ObjectType &type = checked_object(object, "object");
    if (fact == every_number) {
      const Room room{out, capacity, needed};
      const std::vector<int32_t> &places = places_of_numbers(type);
      if (!room.takes(static_cast<int64_t>(places.size()))) return;
      std::vector<double> values;
      values.reserve(places.size());
      for (const int32_t place : places) values.push_back(type.number(object, place, item));
      return room.give(values);
    }
    const int32_t place = checked_fact(type, fact);
    if (!type.numbers) wrong_fact(noun_of(type), place, "list of numbers");
    type.numbers(object, place, item, {out, capacity, needed});
  });
}

wald_status wald_text(const void *object, wald_fact fact, int64_t item, const char **text) noexcept {
  return guarded([&] {
    const ObjectType &type = checked_object(object, "object");
    const int32_t place = checked_fact(type, fact);
    if (!type.text) wrong_fact(noun_of(type), place, "text");
    give(text, "text", type.text(object, place, item));
  });
}

wald_status wald_save(const void *object, wald_format format, char *buffer, int64_t capacity,
                      int64_t *needed) noexcept {
  return guarded([&] {
    const ObjectType &type = checked_object(object, "object");
    const auto save = able(type.save, type, "object", "saved");
    if (format != WALD_TEXT && format != WALD_BINARY)
      fail(Status::argument, "format is ", format, ": must be 0 (text) or 1 (binary)");
    give_text(buffer, capacity, needed, save(object, format));
  });
}

wald_status wald_load(wald_object type, const char *text, int64_t length, void *out) noexcept {
  return guarded([&] {
    const ObjectType *const found = type_numbered(type);
    if (!found) fail(Status::argument, "type is ", type, ": must be the number of a type of objects (WALD_OBJECT_...)");
    const auto load = able(found->load, *found, "type", "loaded");
    const std::string_view state = checked_text(text, length);
    require(out, "out");
    give_object(out, load(state));
  });
}

}  // extern "C"

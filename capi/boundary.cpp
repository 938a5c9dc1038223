// Turns exceptions into statuses and messages, and checks arguments of the C interface.
#include "boundary.hpp"

#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

#include "core/catalogue/catalogue.hpp"

namespace wald::capi {

namespace {

// Fixed storage: saying that memory ran out must not need any.
thread_local char text[1024] = "";

// The bytes of the UTF-8 character at `at`, or 0 if there is none, or a control character.
std::size_t utf8_length(const char *at) noexcept {
  const auto byte = [at](int i) { return static_cast<unsigned char>(at[i]); };
  const auto follows = [&](int i, unsigned low = 0x80, unsigned high = 0xBF) {
    return byte(i) >= low && byte(i) <= high;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF)
    return follows(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF) && follows(2) ? 3 : 0;
  if (first >= 0xF0 && first <= 0xF4)
    return follows(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF) && follows(2) && follows(3) ? 4 : 0;
  return 0;
}

}  // namespace

const char *last_error() noexcept { return text; }

bool is_utf8(const char *given) noexcept {
  while (*given) {
    const std::size_t length = static_cast<unsigned char>(*given) < 0x80 ? 1 : utf8_length(given);
    if (length == 0) return false;
    given += length;
  }
  return true;
}

// Messages quote what callers hand in; other languages need them to be UTF-8 all the same, of one line, and whole
// characters.
void set_error(const char *message) noexcept {
  std::size_t size = 0;
  while (*message) {
    const std::size_t length = utf8_length(message);
    // The control characters of Latin-1, which terminals obey as they do those of ASCII.
    const bool control = length == 2 && static_cast<unsigned char>(message[0]) == 0xC2 &&
                         static_cast<unsigned char>(message[1]) < 0xA0;
    const std::size_t read = length ? length : 1, kept = control ? 1 : read;
    if (size + kept >= sizeof text) break;
    if (length && !control)
      std::memcpy(text + size, message, length);
    else
      text[size] = '?';
    size += kept;
    message += read;
  }
  text[size] = '\0';
}

void clear_error() noexcept { text[0] = '\0'; }

wald_status status_of_exception() noexcept {
  try {
    throw;
  } catch (const core::Error &e) {
    set_error(e.what());
    return static_cast<wald_status>(e.status());
  } catch (const std::bad_alloc &) {
    set_error("out of memory");
    return WALD_ERROR_MEMORY;
  } catch (const std::length_error &) {
    set_error("out of memory: the problem is larger than the address space");
    return WALD_ERROR_MEMORY;
  } catch (const std::exception &e) {
    set_error(e.what());
    return WALD_ERROR_INTERNAL;
  } catch (...) {
    set_error("an exception of unknown type");
    return WALD_ERROR_INTERNAL;
  }
}

namespace {

[[noreturn]] void wrong_fact(const core::catalogue::FactTable &table, int32_t base, int32_t fact, const char *wanted) {
  for (const core::catalogue::FactRow &row : table) {
    if (row.value != fact) continue;
    const std::string_view type = row.type;
    const char *const is = type == "number" ? "a number" : type == "text" ? "a text" : "a list of numbers";
    fail(Status::argument, "fact is ", base + fact, " (", row.name, "): it is ", is, ", which wald_", type,
         " reads, not a ", wanted);
  }
  fail(Status::argument, "fact is ", base + fact, ": must lie in [", base, ", ",
       base + static_cast<int64_t>(table.size) - 1, "]");
}

}  // namespace

void wrong_fact(const char *object, int32_t fact, const char *wanted) {
  const int32_t base = fact_base(object);
  for (const core::catalogue::FactTable &one : core::catalogue::fact_tables())
    if (std::strcmp(one.object, object) == 0) wrong_fact(one, base, fact, wanted);
  fail(Status::argument, "fact is ", base + fact, ": a wald_", object, " has no facts");
}

}  // namespace wald::capi

// One word of a vocabulary (words.hpp), and how a list of them fills an enumeration and a table.
#pragma once

#include <cstdint>

namespace wald::core {

struct Word {
  const char *name;
  const char *alias;  // accepted beside the name; "" where there is none
  int32_t value;
  const char *sentence;
};

}  // namespace wald::core

#define WALD_ENUMERATOR(id, value, name, alias, sentence) id = value,
#define WALD_WORD(id, value, name, alias, sentence) {name, alias, static_cast<int32_t>(value), sentence},

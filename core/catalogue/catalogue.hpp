// All rows in one place: what a user can set, read or name. The tables themselves stand with the parts that they
// are about (the .def files and the macro lists of words); this is where every interface looks them up.
#pragma once

#include <string_view>
#include <vector>

#include "core/described/option_rows.hpp"
#include "core/described/words.hpp"

namespace wald::core::catalogue {

// The vocabularies: "status", "algorithm", "learner", ...
const std::vector<Vocabulary> &vocabularies();
// Throws Error(argument) if there is none of this name.
const Vocabulary &vocabulary_named(std::string_view name);

struct FactRow {
  const char *name;
  int32_t value;     // its number in the enumeration
  const char *type;  // "number", "numbers" or "text"
  const char *per;   // "whole", "answer", "label", ...
  const char *kind;  // of its numbers: "number", "integer", "switch", or the vocabulary that says what they stand for
  const char *sentence;
};

struct FactTable {
  const char *object;  // "decision"
  const FactRow *rows;
  std::size_t size;

  const FactRow *begin() const { return rows; }
  const FactRow *end() const { return rows + size; }
};

const std::vector<FactTable> &fact_tables();
// Throws Error(argument) if there is no object of this name.
const FactTable &facts_of(std::string_view object);

}  // namespace wald::core::catalogue

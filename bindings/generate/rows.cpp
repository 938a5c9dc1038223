// Prints the rows as JSON, for generate.py: options, facts, words, metrics, and the objects of the C interface.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "core/catalogue/catalogue.hpp"
#include "core/catalogue/option_set.hpp"
#include "core/metrics/metric.hpp"

using Json = nlohmann::ordered_json;
namespace core = wald::core;

namespace {

Json words_of(const std::string &text) {
  Json out = Json::array();
  std::istringstream in(text);
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

// The bounds in words: "in [0, 1)", "each finite and above 0". Limits that are there for the machine, and that no user
// meets, are left out.
std::string range_of(const core::OptionRow &row) {
  const bool whole = row.type == core::OptionType::integer || row.type == core::OptionType::integers;
  const bool list = row.type == core::OptionType::numbers || row.type == core::OptionType::integers;
  if (!whole && row.type != core::OptionType::number && row.type != core::OptionType::numbers) return "";
  core::Bounds bounds = row.bounds;
  if (std::isfinite(bounds.high) && bounds.high >= (whole ? 2147483647 : 1e100)) bounds.high = core::infinite;
  const std::string range = core::range_of(bounds);
  return list && !range.empty() ? "each " + range : range;
}

// A bound; null if there is none.
Json bound(double value) { return std::isfinite(value) ? Json(value) : Json(); }

// The list of words that a choice is of: "" for none.
std::string list_of(const core::OptionRow &row) {
  if (row.type != core::OptionType::choice) return "";
  for (const core::Vocabulary &words : core::catalogue::vocabularies())
    if (std::equal(words.begin(), words.end(), row.choices.begin(), row.choices.end(),
                   [](const core::Word &one, const core::Word &other) {
                     return one.name == std::string(other.name) && one.sentence == std::string(other.sentence);
                   }))
      return words.name;
  throw std::logic_error(std::string(row.name) + " is a choice of words that no list has");
}

Json options_of(const char *family) {
  Json out = Json::array();
  const core::catalogue::OptionSet defaults(family);
  for (const core::OptionRow *row : defaults.rows()) {
    Json choices = Json::array();
    for (const core::Word &word : row->choices) choices.push_back(word.name);
    out.push_back({{"name", row->name},
                   {"type", core::type_name(row->type)},
                   {"initial", defaults.get(row->name)},
                   {"choices", choices},
                   {"list", list_of(*row)},
                   {"calls", words_of(row->calls)},
                   {"concerns", words_of(row->concerns)},
                   {"sentence", row->sentence},
                   {"bounds", range_of(*row)},
                   {"low", bound(row->bounds.low)},
                   {"high", bound(row->bounds.high)},
                   {"open_low", row->bounds.open_low},
                   {"open_high", row->bounds.open_high}});
  }
  return out;
}

}  // namespace

int main() {
  Json out;
#define WALD_OBJECT(noun, number, verbs, clear, merge) \
  out["objects"].push_back(                            \
      {{"name", #noun}, {"value", number}, {"verbs", words_of(verbs)}, {"clear", clear}, {"merge", merge}});
#include "capi/objects.def"
#undef WALD_OBJECT
  for (const char *family : core::catalogue::OptionSet::families()) out["options"][family] = options_of(family);
  // As wald_fact_list numbers facts; `place` is what the rows say.
  const auto base = [&](const std::string &object) {
    for (const Json &one : out["objects"])
      if (one["name"] == object) return 1000 * one["value"].get<int>();
    return 0;
  };
  for (const core::catalogue::FactTable &facts : core::catalogue::fact_tables())
    for (const core::catalogue::FactRow &row : facts)
      out["facts"][facts.object].push_back(
          {{"name", row.name}, {"value", base(facts.object) + row.value}, {"place", row.value}, {"type", row.type}, {"per", row.per}, {"kind", row.kind}, {"sentence", row.sentence}});
  for (const core::Vocabulary &words : core::catalogue::vocabularies())
    for (const core::Word &word : words)
      out["names"][words.name].push_back(
          {{"name", word.name}, {"alias", word.alias}, {"value", word.value}, {"sentence", word.sentence}});
  for (const core::MetricInfo &metric : core::metric_catalogue())
    out["metrics"].push_back({{"name", metric.name},
                              {"aliases", words_of(metric.aliases)},
                              {"formula", metric.formula},
                              {"sentence", metric.note},
                              {"properties", metric.properties}});
  std::cout << out.dump(1) << "\n";
}

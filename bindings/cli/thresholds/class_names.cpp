// The classes of columns of scores, and those of rows by their places.
#include "thresholds/class_names.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"

namespace wald::cli {

std::vector<std::string> class_names(const ScoreTable &table, const ThresholdSettings &asked) {
  const auto is_class = [&](const std::string &name) {
    return std::find(table.score_names.begin(), table.score_names.end(), name) != table.score_names.end();
  };
  if (asked.scores.size() != 1 || std::all_of(table.classes.begin(), table.classes.end(), is_class))
    return table.score_names;
  std::vector<std::string> out;
  for (const std::string &name : table.score_names) {
    std::string own;
    out.push_back(starred(asked.scores[0], name, own) ? own : name);
  }
  return out;
}

std::vector<std::int64_t> numbered(const ScoreTable &table, const ThresholdSettings &asked,
                                   const std::vector<std::string> &classes) {
  std::vector<std::int64_t> out;
  for (const std::string &name : table.classes) {
    const auto found = std::find(classes.begin(), classes.end(), name);
    if (found == classes.end())
      throw InputError((asked.files.size() == 1 && asked.files[0] != "-" ? asked.files[0] + ": " : "") + "column " +
                       shown(table.truth_names[0]) + " names the class " + shown(name) +
                       ", which no column of " +
                       (asked.probabilities ? "--probabilities" : "--scores") + " is for" + suggestion(name, classes));
    out.push_back(found - classes.begin());
  }
  return out;
}

}  // namespace wald::cli

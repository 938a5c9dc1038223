// Reads the probabilities of a system, and refuses those that do not go with the truth.
#include "decide/system.hpp"

#include <algorithm>
#include <cstdio>

#include "base/errors.hpp"
#include "base/places.hpp"
#include "base/text.hpp"
#include "decide/beliefs/problems.hpp"
#include "decide/beliefs/read_beliefs.hpp"

namespace wald::cli {

std::vector<double> read_system(const std::string &path, const Settings &settings, const MaskTable &truth,
                                Progress &progress) {
  Settings own = settings;
  own.file = path;
  own.libsvm = named_libsvm(path);
  own.weights.reset();  // a column of the truth
  if (!own.labels.empty()) own.labels = truth.labels;
  const Beliefs beliefs = read_beliefs(own, progress);
  if (beliefs.rows != truth.rows)
    throw InputError(beliefs.source + ": " + counted(std::to_string(beliefs.rows), "row") + ", where " + truth.source +
                     " has " + std::to_string(truth.rows));
  if (beliefs.named() && !truth.names.empty())
    for (std::size_t i = 0; i < truth.names.size(); ++i)
      if (beliefs.names[i] != truth.names[i])
        throw InputError(beliefs.source + ": row " + std::to_string(i) + " is named " + shown(beliefs.names[i]) +
                         ", in " + truth.source + " it is " + shown(truth.names[i]));
  std::vector<std::size_t> columns;
  const Places places = places_of(beliefs.labels), true_places = places_of(truth.labels);
  for (const std::string &label : truth.labels) {
    const auto found = places.find(label);
    if (found == places.end())
      throw InputError(beliefs.source + ": there is no column " + shown(label) + ", a label of " + truth.source);
    columns.push_back(found->second);
  }
  for (const std::string &label : beliefs.labels)
    if (true_places.count(label) == 0)
      throw InputError(beliefs.source + ": column " + shown(label) + " is not in " + truth.source +
                       ": --id names a column of names, --labels the labels to report on");
  const std::vector<double> table = marginal_table(beliefs);
  std::vector<double> out;
  for (std::size_t i = 0; i < static_cast<std::size_t>(truth.rows); ++i)
    for (const std::size_t column : columns) out.push_back(table[i * beliefs.labels.size() + column]);
  if (truth.rows > 1 && std::equal(out.begin(), out.end(), truth.cells.begin(), truth.cells.end()))
    std::fprintf(stderr, "wald: warning: the probabilities in %s equal the truth in every row: they may be the truth\n",
                 beliefs.source.c_str());
  return out;
}

}  // namespace wald::cli

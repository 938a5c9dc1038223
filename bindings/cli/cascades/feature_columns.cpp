// Finds the features of trees among the columns, and codes their categories.
#include "cascades/feature_columns.hpp"

#include <algorithm>

#include "cascades/cascade_columns.hpp"

namespace wald::cli {
namespace {

/// The column that a feature is. LightGBM writes the blanks of a name as underscores.
std::string column_named(const std::vector<std::string> &header, const std::string &name) {
  if (std::find(header.begin(), header.end(), name) != header.end()) return name;
  std::string found;
  for (const std::string &column : header) {
    std::string unblanked = column;
    std::replace(unblanked.begin(), unblanked.end(), ' ', '_');
    if (unblanked != name) continue;
    if (!found.empty()) return name;  // two columns would do
    found = column;
  }
  return found.empty() ? name : found;
}

}  // namespace

NumberColumns columns_of_features(const std::vector<std::string> &header, const Position &position,
                                  const NamedFeatures &features, const std::string &source) {
  std::vector<std::string> names;
  for (const std::string &name : features.names) names.push_back(column_named(header, name));
  NumberColumns out;
  out.numbers = columns_of(header, position, names, {}, "which " + source + " asks for");
  out.categories = features.categories;
  return out;
}

}  // namespace wald::cli

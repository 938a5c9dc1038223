// Finds the features of trees among the columns, and codes their categories.
#include "cascades/feature_columns.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "cascades/cascade_columns.hpp"

namespace wald::cli {
namespace {

/// The columns that features are. LightGBM writes the blanks of a name as underscores.
class NamedColumns {
 public:
  explicit NamedColumns(const std::vector<std::string> &header) : columns_(header.begin(), header.end()) {
    for (const std::string &column : header) {
      std::string unblanked = column;
      std::replace(unblanked.begin(), unblanked.end(), ' ', '_');
      const auto [found, fresh] = unblanked_.emplace(std::move(unblanked), column);
      if (!fresh) found->second.clear();  // two columns match
    }
  }
  std::string column(const std::string &name) const {
    if (columns_.count(name) > 0) return name;
    const auto found = unblanked_.find(name);
    return found == unblanked_.end() || found->second.empty() ? name : found->second;
  }

 private:
  std::unordered_set<std::string_view> columns_;
  std::unordered_map<std::string, std::string> unblanked_;
};

}  // namespace

NumberColumns columns_of_features(const std::vector<std::string> &header, const Position &position,
                                  const NamedFeatures &features, const std::string &source) {
  std::vector<std::string> names;
  const NamedColumns columns(header);
  for (const std::string &name : features.names) names.push_back(columns.column(name));
  NumberColumns out;
  out.numbers = columns_of(header, position, names, {}, "which " + source + " asks for");
  out.categories = features.categories;
  return out;
}

}  // namespace wald::cli

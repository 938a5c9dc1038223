// Which column of a table is which feature of some trees, by the names and categories that they came with.
#ifndef WALD_CLI_CASCADES_FEATURE_COLUMNS_HPP
#define WALD_CLI_CASCADES_FEATURE_COLUMNS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "cascades/number_table.hpp"

namespace wald::cli {

struct NamedFeatures {
  std::vector<std::string> names;                    // none: columns go by their places
  std::vector<std::vector<std::string>> categories;  // of each feature, words in the order of their codes
};

/// Those of a cascade or of trees: `Named` has features, feature_name, n_categories and category.
template <class Named>
NamedFeatures named_features(const Named &named) {
  NamedFeatures out;
  if (named.n_features() == 0 || named.feature_name(0).empty()) return out;
  for (std::int64_t i = 0; i < named.n_features(); ++i) out.names.emplace_back(named.feature_name(i));
  out.categories.resize(out.names.size());
  for (std::int64_t i = 0; i < named.n_categories(); ++i) {
    const std::string_view category = named.category(i);  // "feature=category", of which both may hold a =
    std::size_t owner = out.names.size(), longest = 0;
    for (std::size_t f = 0; f < out.names.size(); ++f)
      if (category.substr(0, out.names[f].size() + 1) == out.names[f] + "=" && out.names[f].size() >= longest) {
        owner = f;
        longest = out.names[f].size();
      }
    if (owner < out.names.size()) out.categories[owner].emplace_back(category.substr(longest + 1));
  }
  return out;
}

/// The columns of these features; `source` is what asks for them.
NumberColumns columns_of_features(const std::vector<std::string> &header, const Position &position,
                                  const NamedFeatures &features, const std::string &source);

}  // namespace wald::cli

#endif

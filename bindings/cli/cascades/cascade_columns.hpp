// Which columns of a table hold the scores of which model: one column per model or, with classes, one called
// model:class for each.
#ifndef WALD_CLI_CASCADES_CASCADE_COLUMNS_HPP
#define WALD_CLI_CASCADES_CASCADE_COLUMNS_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "base/errors.hpp"

namespace wald::cli {

struct EnsembleColumns {
  std::vector<std::string> models;   // their names
  std::vector<std::size_t> columns;  // model by model, class by class
};

/// The models that some columns of a header are of, in the order in which they first appear.
EnsembleColumns models_of(const std::vector<std::string> &header, const Position &position,
                          const std::vector<std::size_t> &columns, const std::vector<std::string> &classes);

/// The columns of models whose names are known; `why` they are needed: "which policy.json asks for".
std::vector<std::size_t> columns_of(const std::vector<std::string> &header, const Position &position,
                                    const std::vector<std::string> &models, const std::vector<std::string> &classes,
                                    const std::string &why);

}  // namespace wald::cli

#endif

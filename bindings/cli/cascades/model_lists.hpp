// Files about models by their names: an order, and costs.
#ifndef WALD_CLI_CASCADES_MODEL_LISTS_HPP
#define WALD_CLI_CASCADES_MODEL_LISTS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "base/progress.hpp"

namespace wald::cli {

/// One name per line, each model once. The models by their places.
std::vector<std::int64_t> read_order(const std::string &path, const std::vector<std::string> &models,
                                     Progress &progress);

/// A CSV of name,cost, with a header or without, each model once. In the order of the models.
std::vector<double> read_costs(const std::string &path, const std::vector<std::string> &models, Progress &progress);

}  // namespace wald::cli

#endif

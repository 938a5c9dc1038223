// How to fit a learner. Every default is one that reaches the published figures; a learner reads what concerns it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/learners/dataset.hpp"

namespace wald::core {

enum class Calibrator : int32_t { automatic = 0, none = 1, platt = 2, isotonic = 3, beta = 4 };

// Logistic regressions: br, lfp, efp, pcc, card.
struct LinearOptions {
  // Inverse strengths C of the penalty |w|^2 / (2 C), tried in ascending order, that is from strong to weak. Empty:
  // 1e-4, 3e-4, 1e-3, ..., 1e3. One: no cross-validation.
  std::vector<double> penalties;
  int64_t worse_steps = 2;  // a path ends after so many values in a row that are worse than the best
  Calibrator calibration = Calibrator::automatic;
};

constexpr int64_t max_draws = int64_t{1} << 24;
struct ChainOptions {
  int64_t chains = 1;                        // each in an order of its own; their samples are pooled
  std::vector<std::vector<int64_t>> orders;  // of the first chains; the first of all is the labels' own, others random
  int64_t draws = 1000;                      // label vectors sampled for a row
  int64_t most_nodes = 100000;               // of the search for the mode
};

enum class NeighbourMetric : int32_t { automatic = 0, euclidean = 1, cosine = 2 };
enum class NeighbourWeights : int32_t { automatic = 0, uniform = 1, dudani = 2 };
// Names of options stand in the order of what they name.
constexpr const char *neighbour_metric_names[] = {"automatic", "euclidean", "cosine"};
constexpr const char *neighbour_weights_names[] = {"automatic", "uniform", "dudani"};
struct NeighbourOptions {
  int64_t count = 0;  // 0: by leave-one-out
  NeighbourMetric metric = NeighbourMetric::automatic;
  NeighbourWeights weights = NeighbourWeights::automatic;
  std::string metric_to_decide = "f1";  // what is left open is chosen by its mean over left-out rows
};

enum class ForestKind : int32_t { extra_trees = 0, random_forest = 1, single_tree = 2 };
enum class ForestCriterion : int32_t { gini = 0, f = 1 };
constexpr const char *forest_kind_names[] = {"extra-trees", "random-forest"};  // a single tree is a learner of its own
constexpr const char *forest_criterion_names[] = {"gini", "f"};
struct ForestOptions {
  ForestKind kind = ForestKind::extra_trees;
  ForestCriterion criterion = ForestCriterion::gini;
  int64_t trees = 0;         // 0: the kind's default
  int64_t max_features = 0;  // tried at a node; 0: by the number of features
  int64_t min_leaf = 0;      // rows; 0: the default
  int64_t max_depth = 0;     // 0: no limit
};

struct KernelOptions {
  double gamma = 0;       // exp(-gamma |x - z|^2); 0: chosen
  int64_t landmarks = 0;  // 0: every training row up to `exact_rows`, else as many by Nystroem's method
  int64_t exact_rows = 3000;
};

struct LearnerOptions {
  Scaling scaling = Scaling::automatic;
  int64_t folds = 5;
  uint64_t seed = 0;
  int threads = 1;
  int64_t at_least = -1;  // labels that predictions hold; -1: 1 where no training row is empty, else 0
  LinearOptions linear;
  ChainOptions chain;
  NeighbourOptions neighbours;
  ForestOptions forest;
  KernelOptions kernel;
  std::vector<double> mixture_weights;                  // of a mixture's parts; empty: equal
  std::vector<std::string> feature_names, label_names;  // kept with the model; may be empty
};

// Throws Error(argument) where an option is out of its domain.
void check_options(const LearnerOptions &options);

}  // namespace wald::core

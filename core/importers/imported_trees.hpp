// What is read of a model file; everything is checked before anything is allocated for it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/trees/ensemble.hpp"

namespace wald::core::importers {

struct ImportedTrees {
  trees::Ensemble ensemble;
  std::vector<std::string> feature_names;  // empty: not known
  // Of each feature the words that its numbers 0, 1, 2, ... stand for; empty: none are known of any.
  std::vector<std::vector<std::string>> categories;
  std::vector<std::string> category_texts;  // "feature=category" of all of them
  // So many columns have words that the file does not say the columns of, and which are not in categories.
  int64_t unplaced = 0;
  bool unseen_is_error = false;  // a word that is not among them is refused, instead of being missing
};

// The limits of a model file, above what the libraries write: those of an Ensemble (2^24 features, 65,536 outputs, 2^20
// trees), and these.
constexpr int64_t most_nodes = int64_t{1} << 24;        // of a tree
constexpr int64_t most_leaf_values = int64_t{1} << 28;  // of all trees, nodes times leaf_width
constexpr int64_t most_levels_of_oblivious_trees = 16;  // as CatBoost has it
constexpr int64_t most_category_bytes = int64_t{1} << 26;  // of all "feature=category", each of which repeats the name

// Puts trees into an ensemble. Every number that something is allocated by goes through here.
class TreeReceiver {
 public:
  // `source` begins each message: "model of XGBoost".
  TreeReceiver(const char *source, trees::EnsembleShape shape);

  const trees::EnsembleShape &shape() const { return ensemble_.shape(); }
  // Room for a tree of so many nodes that the file holds, of which not all need be reached.
  void begin(int64_t tree, int64_t nodes, int64_t output);
  // Nodes are named by their numbers in the file; children may be any of these.
  void leaf(int64_t node, const double *values);
  struct Children {
    int64_t left, right;
  };
  void split(int64_t node, trees::Split kind, trees::Missing missing, int64_t feature, double threshold,
             Children children, std::vector<int32_t> categories = {});
  // Takes the nodes that are reached from the root, 0; others were deleted by pruning.
  void end();

  trees::Ensemble take() { return std::move(ensemble_); }

 private:
  [[noreturn]] void malformed(const std::string &message) const;
  bool is_value(double v) const;
  const char *source_;
  trees::Ensemble ensemble_;
  int64_t number_ = 0, total_ = 0;
  trees::Tree tree_;                // without values
  std::vector<double> values_;      // of the leaves, in the order in which they came
  std::vector<int64_t> values_at_;  // of each node, where its values begin; -1: it has none
};

// The number of iterations to take, of this many: all for 0.
int64_t iterations_taken(int64_t iterations, int64_t most);

// What sums begin with, where it is the same for all outputs; else it is added to the leaves of each output's first
// tree, for a base is left out of the scores of a cascade.
struct BaseAndStart {
  std::vector<double> base;   // of the ensemble: empty if outputs differ
  std::vector<double> start;  // of each output: 0 if there is a base
};
BaseAndStart base_and_start(const std::vector<double> &base, const char *source);

// The limit of features, outputs and so on as a message of the source rather than of an argument.
void check_shape(const char *source, int64_t features, int64_t outputs, int64_t trees);

class ModelTape;
ImportedTrees read_xgboost(const ModelTape &tape, int64_t iterations);
ImportedTrees read_lightgbm(const ModelTape &tape, int64_t iterations);
ImportedTrees read_lightgbm_text(std::string_view text, int64_t iterations);
ImportedTrees read_catboost(const ModelTape &tape, int64_t iterations);

// A model as XGBoost (JSON, UBJSON), LightGBM (text, dump_model's JSON) or CatBoost (JSON) saved it, or trees that Wald
// saved. Which it is follows from what it holds. iterations: how many rounds of boosting to take; 0: all.
ImportedTrees import_trees(std::string_view bytes, int64_t iterations);

}  // namespace wald::core::importers

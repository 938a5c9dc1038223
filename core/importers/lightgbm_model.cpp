// What LightGBM's Booster.dump_model gives, as JSON. Infinite thresholds stand there as 1e300.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/base/read_number.hpp"
#include "core/importers/lightgbm_columns.hpp"

namespace wald::core::importers {

namespace {

constexpr int64_t max_whole_json = int64_t{1} << 40;

std::vector<int32_t> categories_of_text(const ModelTape &tape, std::string_view all, int64_t feature,
                                        const std::vector<std::string> &names) {
  std::vector<int32_t> out;
  while (!all.empty()) {
    const std::size_t bar = all.find("||");
    int64_t category = 0;
    if (!read_number(all.substr(0, bar), category))
      tape.malformed(
          text("\"threshold\" has the category ", in_quotes(all.substr(0, bar)), ": must be a whole number"));
    out.push_back(lightgbm_category(category, feature, names));
    all.remove_prefix(bar == std::string_view::npos ? all.size() : bar + 2);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

struct Waiting {
  Place at;
  int64_t left, right;  // the numbers of its children; 0: a leaf
};

// The nodes of a tree, numbered as they are met.
std::vector<Waiting> nodes_of(const ModelTape &tape, Place root) {
  std::vector<Waiting> out{{root, 0, 0}};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Place at = out[i].at;
    if (!tape.is_object(at)) tape.malformed("a node is not an object");
    if (tape.find(at, "leaf_coeff") != nowhere)
      tape.unsupported("its leaves hold linear models (linear_tree): trees have numbers there");
    if (tape.find(at, "leaf_value") != nowhere) continue;
    out[i].left = static_cast<int64_t>(out.size());
    out[i].right = out[i].left + 1;
    const Place left = tape.member(at, "left_child"), right = tape.member(at, "right_child");
    out.push_back({left, 0, 0});
    out.push_back({right, 0, 0});
  }
  return out;
}

trees::Missing missing_of(const ModelTape &tape, Place node) {
  const std::string_view kind = tape.text(tape.member(node, "missing_type"), "missing_type");
  const bool left = tape.member_integer(node, "default_left", 0, 1) == 1;
  if (kind == "None") return lightgbm_missing(LightgbmMissing::none, left);
  if (kind == "Zero") return lightgbm_missing(LightgbmMissing::zero, left);
  if (kind == "NaN") return lightgbm_missing(LightgbmMissing::nan, left);
  tape.malformed(text("\"missing_type\" is ", in_quotes(kind), ": must be None, Zero or NaN"));
}

void add(const ModelTape &tape, TreeReceiver &receiver, const std::vector<Waiting> &nodes,
         const std::vector<std::string> &names) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Place at = nodes[i].at;
    const auto node = static_cast<int64_t>(i);
    if (nodes[i].left == 0) {
      const double value = tape.real(tape.member(at, "leaf_value"), "leaf_value");
      receiver.leaf(node, &value);
      continue;
    }
    const int64_t feature = tape.member_integer(at, "split_feature", 0, receiver.shape().features - 1);
    const Place threshold = tape.member(at, "threshold");
    const std::string_view kind = tape.text(tape.member(at, "decision_type"), "decision_type");
    if (kind == "==") {
      std::vector<int32_t> among = tape.is_text(threshold)
                                       ? categories_of_text(tape, tape.text(threshold, "threshold"), feature, names)
                                       : std::vector<int32_t>{lightgbm_category(
                                             tape.integer(threshold, "threshold", 0, max_whole_json), feature, names)};
      receiver.split(node, trees::Split::in, trees::Missing::right, feature, 0, {nodes[i].left, nodes[i].right},
                     std::move(among));
    } else if (kind == "<=") {
      double value = tape.real(threshold, "threshold");
      if (value >= 1e300) value = std::numeric_limits<double>::infinity();
      receiver.split(node, trees::Split::at_most, missing_of(tape, at), feature, lightgbm_threshold(value),
                     {nodes[i].left, nodes[i].right});
    } else {
      tape.malformed(text("\"decision_type\" is ", in_quotes(kind), ": must be <= or =="));
    }
  }
}

}  // namespace

ImportedTrees read_lightgbm(const ModelTape &tape, int64_t iterations) {
  const Place root = tape.root();
  const int64_t outputs = tape.member_integer(root, "num_tree_per_iteration", 0, max_whole_json);
  const int64_t features = tape.member_integer(root, "max_feature_idx", -1, max_whole_json) + 1;
  std::vector<Place> trees;
  tape.each(tape.array(tape.member(root, "tree_info"), "tree_info"), [&](Place tree) { trees.push_back(tree); });
  const auto n = static_cast<int64_t>(trees.size());
  check_shape(lightgbm, features, outputs, n);
  if (n % outputs != 0) tape.malformed(text("has ", n, " trees: must have ", outputs, " per iteration"));
  std::vector<std::string> names;
  tape.each(tape.array(tape.member(root, "feature_names"), "feature_names"),
            [&](Place name) { names.emplace_back(tape.text(name, "feature_names")); });
  trees::EnsembleShape shape;
  shape.features = features;
  shape.outputs = shape.trees_per_model = outputs;
  TreeReceiver receiver(lightgbm, shape);
  const int64_t taken = iterations_taken(iterations, n / outputs) * outputs;
  for (int64_t t = 0; t < taken; ++t) {
    const std::vector<Waiting> nodes =
        nodes_of(tape, tape.member(trees[static_cast<std::size_t>(t)], "tree_structure"));
    receiver.begin(t, static_cast<int64_t>(nodes.size()), t % outputs);
    add(tape, receiver, nodes, names);
    receiver.end();
  }
  ImportedTrees out{receiver.take(), {}, {}, {}, 0, false};
  std::vector<CategoricalColumn> columns;
  if (const Place infos = tape.find(root, "feature_infos"); tape.is_object(infos)) {
    std::map<std::string_view, int64_t> largest;
    tape.each_member(infos, [&](std::string_view name, Place info) {
      const Place values = tape.find(info, "values");
      if (!tape.is_array(values)) return;
      bool any = false;
      int64_t most = -1;
      tape.each(values, [&](Place value) {
        any = true;
        most = std::max(most, tape.integer(value, "values", -max_whole_json, max_whole_json));
      });
      if (any) largest[name] = most;
    });
    for (std::size_t j = 0; j < names.size(); ++j)
      if (const auto found = largest.find(names[j]); found != largest.end()) columns.push_back({j, found->second});
  }
  set_lightgbm_names(std::move(names), static_cast<std::size_t>(features), out);
  place_words(tape, tape.find(root, "pandas_categorical"), columns, out);
  return out;
}

}  // namespace wald::core::importers

// An ensemble's saved state. A leaf is [value, ...]; a split is ["<=", feature, threshold, left, right, missing], "<"
// in its place, or ["in", feature, [category, ...], left, right, missing].
#include "core/numeric/contraction.hpp"  // first

#include "core/trees/saved_ensemble.hpp"

#include <limits>

namespace wald::core::trees {

namespace {

constexpr const char *missing_names[] = {"right",     "left",      "as-zero", "zero-right",
                                         "zero-left", "nan-right", "nan-left"};
constexpr const char *split_names[] = {"", "<=", "<", "in"};

template <std::size_t N>
int32_t index_of_name(const SavedText &text, const char *const (&names)[N], const std::string &name,
                 const std::string &where) {
  for (std::size_t i = 0; i < N; ++i)
    if (name == names[i] && !name.empty()) return static_cast<int32_t>(i);
  text.malformed(wald::core::text(where, " is ", in_quotes(name), ", which is unknown"));
}

// Infinite thresholds: all or none go left.
double loaded_threshold(const SavedText &text, const SavedValue &value, const std::string &where) {
  if (const auto *word = std::get_if<std::string>(&value.value); word && *word == "-inf")
    return -std::numeric_limits<double>::infinity();
  return text.real_or(value, std::numeric_limits<double>::quiet_NaN(), where);
}

}  // namespace

std::string Ensemble::save() const {
  std::string out =
      text("{\"wald\":\"trees\",\"version\":1,\n\"features\":", shape_.features, ",\"outputs\":", shape_.outputs,
           ",\"leaf_width\":", shape_.leaf_width, ",\"trees_per_model\":", shape_.trees_per_model,
           ",\"float_features\":", shape_.float_features ? "true" : "false", ",\"summation\":\"",
           shape_.summation == Summation::float32 ? "float32" : "float64", "\",\n\"base\":[");
  for (std::size_t k = 0; k < shape_.base.size(); ++k) out += (k ? "," : "") + saved_number(shape_.base[k]);
  out += "],\n\"trees\":[";
  const auto width = static_cast<std::size_t>(shape_.leaf_width);
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    const Tree &tree = trees_[t];
    out += text(t ? ",\n" : "\n", "{\"output\":", tree.output, ",\"nodes\":[");
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      const TreeNode &node = tree.nodes[i];
      out += i ? ",[" : "[";
      if (node.split == Split::leaf) {
        for (std::size_t k = 0; k < width; ++k) out += (k ? "," : "") + saved_number(tree.values[i * width + k]);
      } else {
        out += text("\"", split_names[static_cast<std::size_t>(node.split)], "\",", node.feature, ",");
        if (node.split == Split::in) {
          out += "[";
          for (std::size_t c = 0; c < node.categories.size(); ++c) out += text(c ? "," : "", node.categories[c]);
          out += "]";
        } else {
          out += saved_number(node.threshold);
        }
        out +=
            text(",", node.left, ",", node.right, ",\"", missing_names[static_cast<std::size_t>(node.missing)], "\"");
      }
      out += "]";
    }
    out += "]}";
  }
  return out + "]}\n";
}

Ensemble load_ensemble(std::string_view saved) {
  const SavedText text(saved, "trees", 1);
  return read_ensemble(text, text.root());
}

Ensemble read_ensemble(const SavedText &text, const SavedValue &root) {
  text.check_kind(root, "trees", 1);
  text.allow(root,
             {"wald", "version", "features", "outputs", "leaf_width", "trees_per_model", "float_features", "summation",
              "base", "trees"},
             "saved trees");
  EnsembleShape shape;
  shape.features = text.integer(text.member(root, "features"), "\"features\"", 1, max_features);
  shape.outputs = text.integer(text.member(root, "outputs"), "\"outputs\"", 1, max_outputs);
  shape.leaf_width = text.integer(text.member(root, "leaf_width"), "\"leaf_width\"", 1, max_outputs);
  shape.trees_per_model = text.integer(text.member(root, "trees_per_model"), "\"trees_per_model\"", 1, max_trees);
  shape.float_features = text.boolean(text.member(root, "float_features"), "\"float_features\"");
  const std::string &summation = text.string(text.member(root, "summation"), "\"summation\"");
  if (summation != "float32" && summation != "float64") text.malformed("\"summation\" must be float32 or float64");
  shape.summation = summation == "float32" ? Summation::float32 : Summation::float64;
  const std::vector<SavedValue> &base = text.array(text.member(root, "base"), "\"base\"");
  for (std::size_t k = 0; k < base.size(); ++k) shape.base.push_back(text.real(base[k], saved_at("\"base\"", k)));
  const std::vector<SavedValue> &trees = text.array(text.member(root, "trees"), "\"trees\"");
  try {
    Ensemble out(shape);
    const auto width = static_cast<std::size_t>(shape.leaf_width);
    for (std::size_t t = 0; t < trees.size(); ++t) {
      const std::string where = saved_at("\"trees\"", t);
      text.allow(trees[t], {"output", "nodes"}, where);
      Tree tree;
      tree.output =
          static_cast<int32_t>(text.integer(text.member(trees[t], "output"), where + ".\"output\"", 0, max_outputs));
      const std::vector<SavedValue> &nodes = text.array(text.member(trees[t], "nodes"), where + ".\"nodes\"");
      const auto last = static_cast<int64_t>(nodes.size()) - 1;
      std::vector<double> of_leaves;
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::string at = saved_at(where + ".\"nodes\"", i);
        const std::vector<SavedValue> &parts = text.array(nodes[i], at);
        TreeNode node;
        if (!parts.empty() && std::holds_alternative<std::string>(parts[0].value)) {
          if (parts.size() != 6) text.malformed(wald::core::text(at, " has ", parts.size(), " parts: must have 6"));
          node.split = static_cast<Split>(index_of_name(text, split_names, text.string(parts[0], at), saved_at(at, 0)));
          node.feature = static_cast<int32_t>(text.integer(parts[1], saved_at(at, 1), 0, shape.features - 1));
          if (node.split == Split::in) {
            const std::vector<SavedValue> &list = text.array(parts[2], saved_at(at, 2));
            for (std::size_t c = 0; c < list.size(); ++c)
              node.categories.push_back(
                  static_cast<int32_t>(text.integer(list[c], saved_at(saved_at(at, 2), c), 0, max_category)));
          } else {
            node.threshold = loaded_threshold(text, parts[2], saved_at(at, 2));
          }
          node.left = static_cast<int32_t>(text.integer(parts[3], saved_at(at, 3), 1, last));
          node.right = static_cast<int32_t>(text.integer(parts[4], saved_at(at, 4), 1, last));
          node.missing = static_cast<Missing>(
              index_of_name(text, missing_names, text.string(parts[5], saved_at(at, 5)), saved_at(at, 5)));
        } else {
          if (static_cast<int64_t>(parts.size()) != shape.leaf_width)
            text.malformed(wald::core::text(at, " has ", parts.size(), " values: must have ", shape.leaf_width));
          for (std::size_t k = 0; k < parts.size(); ++k) of_leaves.push_back(text.real(parts[k], saved_at(at, k)));
        }
        tree.nodes.push_back(std::move(node));
      }
      // Each split takes the room of a leaf's values, which the state does not hold.
      if (shape.leaf_width > 1 && nodes.size() * width + width > 2 * of_leaves.size())
        text.malformed(wald::core::text(where, " has ", of_leaves.size() / width, " leaves among ", nodes.size(),
                                        " nodes: must have one more than splits"));
      tree.values.reserve(nodes.size() * width);
      auto next = of_leaves.begin();
      for (const TreeNode &node : tree.nodes) {
        if (node.split == Split::leaf) {
          tree.values.insert(tree.values.end(), next, next + shape.leaf_width);
          next += shape.leaf_width;
        } else {
          tree.values.insert(tree.values.end(), width, 0.0);
        }
      }
      out.add(std::move(tree));
    }
    return out;
  } catch (const Error &e) {
    if (e.status() == Status::argument) text.malformed(e.what());
    throw;
  }
}

}  // namespace wald::core::trees

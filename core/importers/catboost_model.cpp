// What CatBoost's save_model(format="json") writes.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <limits>

#include "core/importers/imported_trees.hpp"
#include "core/importers/model_tape.hpp"

namespace wald::core::importers {

namespace {

constexpr const char *catboost = "model of CatBoost";
constexpr int64_t max_whole_catboost = int64_t{1} << 40;

class CatboostReader {
 public:
  explicit CatboostReader(const ModelTape &tape) : tape_(tape) {}

  ImportedTrees read(int64_t iterations) {
    const Place root = tape_.root(), info = tape_.member(root, "features_info");
    refuse_what_is_no_number(info);
    read_features(info);
    const Place oblivious = tape_.find(root, "oblivious_trees");
    const char *name = oblivious != nowhere ? "oblivious_trees" : "trees";
    std::vector<Place> trees;
    tape_.each(tape_.array(tape_.member(root, name), name), [&](Place tree) { trees.push_back(tree); });
    read_scale(tape_.member(root, "scale_and_bias"));
    outputs_ = bias_.size();
    check_shape(catboost, n_features_, static_cast<int64_t>(outputs_), static_cast<int64_t>(trees.size()));
    const BaseAndStart sums = base_and_start(bias_, catboost);
    start_ = sums.start;
    trees::EnsembleShape shape;
    shape.features = n_features_;
    shape.outputs = shape.leaf_width = static_cast<int64_t>(outputs_);
    shape.float_features = true;
    shape.base = sums.base;
    TreeReceiver receiver(catboost, shape);
    const int64_t taken = iterations_taken(iterations, static_cast<int64_t>(trees.size()));
    for (int64_t t = 0; t < taken; ++t) {
      const Place tree = trees[static_cast<std::size_t>(t)];
      if (tape_.find(tree, "splits") != nowhere)
        add_oblivious(receiver, t, tree);
      else
        add_nested(receiver, t, tree);
      std::fill(start_.begin(), start_.end(), 0.0);
    }
    ImportedTrees out{receiver.take(), {}, {}, {}, 0, false};
    out.feature_names = std::move(names_);
    return out;
  }

 private:
  // A feature by the number that splits call it.
  struct Feature {
    int64_t place = -1;  // among all; -1: there is none
    trees::Missing missing = trees::Missing::left;
  };

  void refuse_what_is_no_number(Place info) const {
    const char *const kinds[][2] = {
        {"categorical_features", "categorical"}, {"text_features", "text"}, {"embedding_features", "embedding"}};
    for (const auto &[key, kind] : kinds) {
      const Place listed = tape_.find(info, key);
      if (!tape_.is_array(listed)) continue;
      std::string names;
      tape_.each(listed, [&](Place one) {
        if (names.size() > 200) return;
        const Place id = tape_.find(one, "feature_id");
        names += names.empty() ? "" : ", ";
        names += tape_.is_text(id) && !tape_.text(id, "feature_id").empty()
                     ? std::string(tape_.text(id, "feature_id"))
                     : text(tape_.member_integer(one, "flat_feature_index", 0, max_whole_catboost));
      });
      if (!names.empty())
        tape_.unsupported(
            text("has ", kind, " features (", names, "), of which it makes statistics: trees take numbers"));
    }
  }

  void read_features(Place info) {
    std::vector<Place> listed;
    tape_.each(tape_.array(tape_.member(info, "float_features"), "float_features"),
               [&](Place one) { listed.push_back(one); });
    std::vector<std::pair<int64_t, std::string>> named;
    int64_t last = -1;
    for (const Place one : listed) {
      const int64_t index = tape_.member_integer(one, "feature_index", 0, trees::max_features - 1);
      const int64_t place = tape_.member_integer(one, "flat_feature_index", 0, trees::max_features - 1);
      const Place treatment = tape_.find(one, "nan_value_treatment");
      if (index >= static_cast<int64_t>(features_.size())) {
        // The file has a member for each: a number far beyond them is not believed.
        if (index >= static_cast<int64_t>(listed.size()))
          tape_.malformed(text("\"feature_index\" is ", index, ": must lie in [0, ", listed.size() - 1, "]"));
        features_.resize(static_cast<std::size_t>(index) + 1);
      }
      Feature &own = features_[static_cast<std::size_t>(index)];
      if (own.place >= 0) tape_.malformed(text("\"feature_index\" ", index, " stands twice"));
      own.place = place;
      own.missing = treatment != nowhere && tape_.text(treatment, "nan_value_treatment") == "AsTrue"
                        ? trees::Missing::right
                        : trees::Missing::left;
      last = std::max(last, place);
      const Place id = tape_.find(one, "feature_id");
      named.emplace_back(place, tape_.is_text(id) ? std::string(tape_.text(id, "feature_id")) : std::string());
    }
    if (last < 0) tape_.malformed("has no numeric features");
    n_features_ = last + 1;
    std::sort(named.begin(), named.end());
    for (auto &[place, name] : named)
      if (place == static_cast<int64_t>(names_.size()) && !name.empty()) names_.push_back(std::move(name));
    if (static_cast<int64_t>(names_.size()) != n_features_) names_.clear();  // not all have one
  }

  // [scale, [bias, ...]], or [scale, bias] of older versions.
  void read_scale(Place at) {
    std::vector<Place> parts;
    tape_.each(tape_.array(at, "scale_and_bias"), [&](Place part) { parts.push_back(part); });
    if (parts.size() != 2)
      tape_.malformed(text("\"scale_and_bias\" has ", parts.size(), " parts: must have 2, the scale and the bias"));
    scale_ = tape_.real(parts[0], "scale_and_bias");
    if (tape_.is_array(parts[1]))
      tape_.each(parts[1], [&](Place one) { bias_.push_back(tape_.real(one, "scale_and_bias")); });
    else
      bias_.push_back(tape_.real(parts[1], "scale_and_bias"));
  }

  struct Border {
    Feature by;
    double value;
  };
  Border border_of(Place split) const {
    const Place kind = tape_.find(split, "split_type");
    if (kind != nowhere && tape_.text(kind, "split_type") != "FloatFeature")
      tape_.unsupported(text("a split is of the type ", tape_.text(kind, "split_type"), ": trees take numbers"));
    const int64_t index =
        tape_.member_integer(split, "float_feature_index", 0, static_cast<int64_t>(features_.size()) - 1);
    const Feature &own = features_[static_cast<std::size_t>(index)];
    if (own.place < 0) tape_.malformed(text("\"float_feature_index\" is ", index, ", which is not among the features"));
    return {own, tape_.real(tape_.member(split, "border"), "border")};
  }

  static void split(TreeReceiver &receiver, int64_t node, const Border &at, int64_t left, int64_t right) {
    receiver.split(node, trees::Split::at_most, at.by.missing, at.by.place, at.value, {left, right});
  }

  void leaf(TreeReceiver &receiver, int64_t node, std::vector<double> &values) const {
    for (std::size_t k = 0; k < outputs_; ++k) values[k] = values[k] * scale_ + start_[k];
    receiver.leaf(node, values.data());
  }

  // All nodes of a level split alike; leaf i goes right at split k where bit k of i is set.
  void add_oblivious(TreeReceiver &receiver, int64_t t, Place tree) const {
    std::vector<Place> splits, values;
    if (const Place own = tape_.member(tree, "splits"); !tape_.is_null(own))
      tape_.each(tape_.array(own, "splits"), [&](Place one) { splits.push_back(one); });
    tape_.each(tape_.array(tape_.member(tree, "leaf_values"), "leaf_values"),
               [&](Place one) { values.push_back(one); });
    const std::size_t depth = splits.size();
    if (static_cast<int64_t>(depth) > most_levels_of_oblivious_trees)
      tape_.malformed(text("tree ", t, ": has ", depth, " splits: must have at most ", most_levels_of_oblivious_trees));
    const std::size_t leaves = std::size_t{1} << depth;
    if (values.size() != leaves * outputs_)
      tape_.malformed(text("tree ", t, ": \"leaf_values\" has ", values.size(), " numbers: must have ",
                           leaves * outputs_, ", of ", leaves, " leaves"));
    receiver.begin(t, static_cast<int64_t>(2 * leaves - 1), 0);
    for (std::size_t level = 0; level < depth; ++level) {
      const Border border = border_of(splits[depth - 1 - level]);  // once, however many members a hostile file gives it
      for (std::size_t at = (std::size_t{1} << level) - 1; at < (std::size_t{2} << level) - 1; ++at)
        split(receiver, static_cast<int64_t>(at), border, static_cast<int64_t>(2 * at + 1),
              static_cast<int64_t>(2 * at + 2));
    }
    std::vector<double> own(outputs_);
    for (std::size_t i = 0; i < leaves; ++i) {
      for (std::size_t k = 0; k < outputs_; ++k) own[k] = tape_.real(values[i * outputs_ + k], "leaf_values");
      leaf(receiver, static_cast<int64_t>(leaves - 1 + i), own);
    }
    receiver.end();
  }

  void add_nested(TreeReceiver &receiver, int64_t t, Place root) const {
    std::vector<Place> nodes{root};
    std::vector<int64_t> left{0};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (!tape_.is_object(nodes[i])) tape_.malformed(text("tree ", t, ": a node is not an object"));
      if (tape_.find(nodes[i], "split") == nowhere) continue;
      left[i] = static_cast<int64_t>(nodes.size());
      const Place a = tape_.member(nodes[i], "left"), b = tape_.member(nodes[i], "right");
      nodes.insert(nodes.end(), {a, b});
      left.insert(left.end(), 2, 0);
    }
    receiver.begin(t, static_cast<int64_t>(nodes.size()), 0);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const auto node = static_cast<int64_t>(i);
      if (left[i] > 0) {
        split(receiver, node, border_of(tape_.member(nodes[i], "split")), left[i], left[i] + 1);
        continue;
      }
      const Place value = tape_.member(nodes[i], "value");
      std::vector<double> own;
      if (tape_.is_array(value))
        tape_.each(value, [&](Place one) { own.push_back(tape_.real(one, "value")); });
      else
        own.push_back(tape_.real(value, "value"));
      if (own.size() != outputs_)
        tape_.malformed(text("tree ", t, ": a leaf has ", own.size(), " values: must have ", outputs_));
      leaf(receiver, node, own);
    }
    receiver.end();
  }

  const ModelTape &tape_;
  std::vector<Feature> features_;
  int64_t n_features_ = 0;
  std::vector<std::string> names_;  // empty: not known
  double scale_ = 1;
  std::vector<double> bias_, start_;
  std::size_t outputs_ = 1;
};

}  // namespace

ImportedTrees read_catboost(const ModelTape &tape, int64_t iterations) { return CatboostReader(tape).read(iterations); }

}  // namespace wald::core::importers

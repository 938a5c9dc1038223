// XGBoost's documented JSON, or the same as UBJSON (https://xgboost.readthedocs.io, "Introduction to Model IO").
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/read_number.hpp"
#include "core/importers/imported_trees.hpp"
#include "core/importers/model_tape.hpp"

namespace wald::core::importers {

namespace {

constexpr const char *xgboost = "model of XGBoost";

// Objectives by the margin that stands for base_score, the prediction of no tree.
enum class BaseLink { identity, logit, log };
struct Objective {
  const char *name;
  BaseLink link;
};
constexpr Objective objectives[] = {
    {"binary:logistic", BaseLink::logit},
    {"reg:logistic", BaseLink::logit},
    {"count:poisson", BaseLink::log},
    {"reg:gamma", BaseLink::log},
    {"reg:tweedie", BaseLink::log},
    {"survival:cox", BaseLink::log},
    {"survival:aft", BaseLink::log},
    {"reg:squarederror", BaseLink::identity},
    {"reg:linear", BaseLink::identity},
    {"reg:squaredlogerror", BaseLink::identity},
    {"reg:absoluteerror", BaseLink::identity},
    {"reg:pseudohubererror", BaseLink::identity},
    {"reg:quantileerror", BaseLink::identity},
    {"reg:expectileerror", BaseLink::identity},
    {"binary:hinge", BaseLink::identity},
    {"binary:logitraw", BaseLink::identity},
    {"multi:softmax", BaseLink::identity},
    {"multi:softprob", BaseLink::identity},
    {"rank:pairwise", BaseLink::identity},
    {"rank:ndcg", BaseLink::identity},
    {"rank:map", BaseLink::identity},
};

class XgboostReader {
 public:
  explicit XgboostReader(const ModelTape &tape) : tape_(tape) {}

  ImportedTrees read(int64_t iterations) {
    read_version();
    const Place learner = tape_.member(tape_.root(), "learner");
    Place booster = tape_.member(learner, "gradient_booster");
    const std::string_view kind = tape_.text(tape_.member(booster, "name"), "name");
    if (kind == "gblinear") tape_.unsupported("booster is gblinear: it is a linear model, and has no trees");
    const Place dropped = tape_.find(booster, "weight_drop");
    if (const Place inner = tape_.find(booster, "gbtree"); inner != nowhere) booster = inner;
    const Place model = tape_.member(booster, "model");
    const Place facts = tape_.member(learner, "learner_model_param");
    trees_ = places(tape_.member(model, "trees"), "trees");
    const int64_t features = tape_.member_integer(facts, "num_feature", 0, max_whole);
    int64_t outputs = tape_.member_integer(facts, "num_class", 0, max_whole);
    if (const Place targets = tape_.find(facts, "num_target"); targets != nowhere)
      outputs = std::max(outputs, tape_.integer(targets, "num_target", 0, max_whole));
    outputs = std::max<int64_t>(outputs, 1);
    check_shape(xgboost, features, outputs, static_cast<int64_t>(trees_.size()));
    const std::vector<double> base = base_of(tape_.text(tape_.member(facts, "base_score"), "base_score"),
                                             objective_of(learner), static_cast<std::size_t>(outputs));
    int64_t width = 1;
    for (const Place tree : trees_) {
      const Place facts_of_tree = tape_.member(tree, "tree_param");
      const Place own = tape_.find(facts_of_tree, "size_leaf_vector");
      const int64_t size = own == nowhere ? 1 : tape_.integer(own, "size_leaf_vector", 0, max_whole);
      if (size > 1 && size != outputs)
        tape_.malformed(text("\"size_leaf_vector\" is ", size, ": must be at most 1, or ", outputs));
      if (size > 1) width = outputs;
    }
    groups(tape_.member(model, "tree_info"), width == 1 ? outputs : 1);
    weights(dropped);
    const BaseAndStart sums = base_and_start(base, xgboost);
    trees::EnsembleShape shape;
    shape.features = features;
    shape.outputs = outputs;
    shape.leaf_width = width;
    shape.trees_per_model = width > 1 ? 1 : outputs;
    shape.float_features = true;
    shape.summation = trees::Summation::float32;
    shape.base = sums.base;
    TreeReceiver receiver(xgboost, shape);
    std::vector<double> start = sums.start;
    for (const std::size_t t :
         in_rounds(trees_taken(model, iterations, width == 1 ? outputs : 1), width == 1 ? outputs : 1)) {
      add(receiver, t, start);
      const auto group = static_cast<std::size_t>(groups_[t]);
      if (width == 1)
        start[group] = 0;
      else
        std::fill(start.begin(), start.end(), 0.0);
    }
    ImportedTrees out{receiver.take(), {}, {}, {}, 0, false};
    names(learner, static_cast<std::size_t>(features), out);
    words(tape_.find(model, "cats"), static_cast<std::size_t>(features), out);
    return out;
  }

 private:
  static constexpr int64_t max_whole = int64_t{1} << 40;
  static constexpr int64_t most_filled = int64_t{1} << 23;  // of lists of categories

  std::vector<Place> places(Place at, std::string_view name) const {
    std::vector<Place> out;
    tape_.each(tape_.array(at, name), [&](Place item) { out.push_back(item); });
    return out;
  }

  BaseLink objective_of(Place learner) const {
    const std::string_view own = tape_.text(tape_.member(tape_.member(learner, "objective"), "name"), "name");
    for (const Objective &known : objectives)
      if (own == known.name) return known.link;
    tape_.unsupported(text("objective is ", in_quotes(own), ": the margin of its base_score is unknown"));
  }

  // base_score, a number or a list of one an output, as margins.
  std::vector<double> base_of(std::string_view score, BaseLink link, std::size_t outputs) const {
    const bool clamped = link == BaseLink::logit && at_least_version(3, 2);
    std::vector<double> out;
    std::string_view rest = score;
    if (!rest.empty() && rest.front() == '[' && rest.back() == ']') rest = rest.substr(1, rest.size() - 2);
    while (true) {
      const std::size_t comma = rest.find(',');
      double number = 0;
      std::string_view one = rest.substr(0, comma);
      while (!one.empty() && one.front() == ' ') one.remove_prefix(1);
      if (!read_number(one, number)) tape_.malformed(text("\"base_score\" is ", in_quotes(score), ": must be numbers"));
      auto value = static_cast<float>(number);
      if (link == BaseLink::logit) {
        if (clamped) value = std::min(std::max(value, 1e-6f), 1.0f - 1e-6f);
        const float odds = 1.0f / value - 1.0f;
        value = static_cast<float>(-std::log(static_cast<double>(odds)));
      } else if (link == BaseLink::log) {
        value = static_cast<float>(std::log(static_cast<double>(value)));
      }
      out.push_back(static_cast<double>(value));
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
    if (out.size() != 1 && out.size() != outputs)
      tape_.malformed(text("\"base_score\" has ", out.size(), " numbers: must have 1, or one per output, ", outputs));
    out.resize(outputs, out[0]);
    return out;
  }

  // Of the library that saved the model; without a version it is an old one.
  void read_version() {
    const Place version = tape_.find(tape_.root(), "version");
    if (version == nowhere) return;
    const std::vector<Place> parts = places(version, "version");
    for (std::size_t i = 0; i < std::min(parts.size(), version_.size()); ++i)
      version_[i] = tape_.integer(parts[i], "version", 0, max_whole);
  }
  bool at_least_version(int64_t major, int64_t minor, int64_t patch = 0) const {
    return version_ >= std::array<int64_t, 3>{major, minor, patch};
  }

  void groups(Place info, int64_t outputs) {
    tape_.each(tape_.array(info, "tree_info"),
               [&](Place at) { groups_.push_back(tape_.integer(at, "tree_info", 0, outputs - 1)); });
    if (groups_.size() != trees_.size())
      tape_.malformed(text("\"tree_info\" has ", groups_.size(), " numbers: must have one per tree, ", trees_.size()));
  }

  void weights(Place dropped) {
    weights_.assign(trees_.size(), 1.0f);
    if (dropped == nowhere) return;
    const std::vector<Place> own = places(dropped, "weight_drop");
    if (own.size() != trees_.size())
      tape_.malformed(text("\"weight_drop\" has ", own.size(), " numbers: must have one per tree, ", trees_.size()));
    for (std::size_t t = 0; t < own.size(); ++t) weights_[t] = static_cast<float>(tape_.real(own[t], "weight_drop"));
  }

  // The number of trees of the first rounds.
  std::size_t trees_taken(Place model, int64_t iterations, int64_t outputs) const {
    const auto n = static_cast<int64_t>(trees_.size());
    const Place begins = tape_.find(model, "iteration_indptr");
    if (begins == nowhere) {
      int64_t each = outputs;
      if (const Place facts = tape_.find(model, "gbtree_model_param"); facts != nowhere)
        if (const Place side = tape_.find(facts, "num_parallel_tree"); side != nowhere)
          each *= std::max<int64_t>(tape_.integer(side, "num_parallel_tree", 0, trees::max_trees), 1);
      if (n % each != 0) tape_.malformed(text("has ", n, " trees: must have ", each, " per round"));
      return static_cast<std::size_t>(iterations_taken(iterations, n / each) * each);
    }
    std::vector<int64_t> all;
    tape_.each(tape_.array(begins, "iteration_indptr"), [&](Place at) {
      all.push_back(tape_.integer(at, "iteration_indptr", all.empty() ? 0 : all.back(), n));
    });
    if (all.empty() || all.front() != 0 || all.back() != n)
      tape_.malformed(text("\"iteration_indptr\" must begin with 0 and end with ", n, ", the number of trees"));
    const auto rounds = static_cast<int64_t>(all.size()) - 1;
    return static_cast<std::size_t>(all[static_cast<std::size_t>(iterations_taken(iterations, rounds))]);
  }

  // The trees such that one of each output follows the other: several grown side by side (num_parallel_tree) stand
  // output by output. The order within each output, which its sum is taken in, stays as it was.
  std::vector<std::size_t> in_rounds(std::size_t taken, int64_t outputs) const {
    std::vector<std::vector<std::size_t>> by_output(static_cast<std::size_t>(outputs));
    for (std::size_t t = 0; t < taken; ++t) by_output[static_cast<std::size_t>(groups_[t])].push_back(t);
    for (std::size_t k = 0; k < by_output.size(); ++k)
      if (by_output[k].size() != by_output[0].size())
        tape_.malformed(text("\"tree_info\" gives ", by_output[k].size(), " trees to output ", k, " and ",
                             by_output[0].size(), " to output 0: must give each as many"));
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < by_output[0].size(); ++i)
      for (const auto &own : by_output) out.push_back(own[i]);
    return out;
  }

  // An array of a tree with one number per node; empty if it is missing and may be.
  std::vector<Place> column(Place tree, const char *name, std::size_t n, bool required) const {
    const Place at = required ? tape_.member(tree, name) : tape_.find(tree, name);
    if (at == nowhere) return {};
    std::vector<Place> out = places(at, name);
    if (out.size() != n)
      tape_.malformed(text("\"", name, "\" has ", out.size(), " numbers: must have one per node, ", n));
    return out;
  }

  void add(TreeReceiver &receiver, std::size_t t, const std::vector<double> &start) {
    const Place tree = trees_[t];
    const std::vector<Place> left = places(tape_.member(tree, "left_children"), "left_children");
    const std::size_t n = left.size();
    const auto width = static_cast<std::size_t>(receiver.shape().leaf_width);
    receiver.begin(static_cast<int64_t>(t), static_cast<int64_t>(n), width > 1 ? 0 : groups_[t]);
    const std::vector<Place> right = column(tree, "right_children", n, true);
    const std::vector<Place> condition = column(tree, "split_conditions", n, true);
    const std::vector<Place> feature = column(tree, "split_indices", n, true);
    const std::vector<Place> side = column(tree, "default_left", n, true);
    const std::vector<Place> type = column(tree, "split_type", n, false);
    std::vector<Place> vectors;
    bool by_leaf = false;
    if (width > 1) {
      // Of XGBoost 3.1 and later: of leaves alone, whose right child says which.
      const Place own = tape_.find(tree, "leaf_weights");
      by_leaf = own != nowhere;
      vectors = by_leaf ? places(own, "leaf_weights") : places(tape_.member(tree, "base_weights"), "base_weights");
      if (vectors.size() % width != 0 || (!by_leaf && vectors.size() != n * width))
        tape_.malformed(text("the weights of tree ", t, " have ", vectors.size(), " numbers: must have ", width,
                             by_leaf ? " per leaf" : " per node"));
    }
    std::vector<std::vector<int32_t>> among = categories(tree, n);
    std::vector<double> values(width);
    std::vector<uint8_t> used(by_leaf ? vectors.size() / width : 0);
    const auto last = static_cast<int64_t>(n) - 1;
    for (std::size_t i = 0; i < n; ++i) {
      const auto node = static_cast<int64_t>(i);
      const int64_t to_left = tape_.integer(left[i], "left_children", -1, last);
      if (to_left == -1) {
        const int64_t row = by_leaf ? tape_.integer(right[i], "right_children", -1, max_whole) : node;
        // A node that was deleted has no row.
        if (by_leaf && (row < 0 || row >= static_cast<int64_t>(vectors.size() / width))) {
          continue;
        }
        if (by_leaf && used[static_cast<std::size_t>(row)]++)
          tape_.malformed(text("tree ", t, ": two leaves have the weights ", row));
        for (std::size_t k = 0; k < width; ++k) {
          const Place at = width > 1 ? vectors[static_cast<std::size_t>(row) * width + k] : condition[i];
          const float value = static_cast<float>(tape_.real(at, "split_conditions")) * weights_[t];
          values[k] = static_cast<double>(value + static_cast<float>(start[width > 1 ? k : group(t)]));
        }
        receiver.leaf(node, values.data());
        continue;
      }
      const int64_t to_right = tape_.integer(right[i], "right_children", 0, last);
      const int64_t by = tape_.integer(feature[i], "split_indices", 0, receiver.shape().features - 1);
      const bool default_left = tape_.integer(side[i], "default_left", 0, 1) == 1;
      if (!type.empty() && tape_.integer(type[i], "split_type", 0, 1) == 1) {
        split_by_category(receiver, node, by, default_left, to_left, to_right, std::move(among[i]));
      } else {
        const auto threshold = static_cast<float>(tape_.real(condition[i], "split_conditions"));
        receiver.split(node, trees::Split::below, default_left ? trees::Missing::left : trees::Missing::right, by,
                       static_cast<double>(threshold), {to_left, to_right});
      }
    }
    receiver.end();
  }

  // Listed categories go right in XGBoost, and left here. What cannot be a category (-1 and 2^24, say) is not listed;
  // before 1.7.3 it went the default way, and so did what is beyond the words of 32 bits that the list is kept in.
  void split_by_category(TreeReceiver &receiver, int64_t node, int64_t by, bool default_left, int64_t to_left,
                         int64_t to_right, std::vector<int32_t> listed) {
    using trees::Missing;
    if (at_least_version(1, 7, 3) || default_left) {
      receiver.split(node, trees::Split::in, default_left ? Missing::nan_right : Missing::nan_left, by, 0,
                     {to_right, to_left}, std::move(listed));
      return;
    }
    // All that is not listed in these words goes left, and the rest right.
    std::vector<int32_t> others;
    const int32_t end = listed.empty() ? 0 : (listed.back() / 32 + 1) * 32;
    filled_ += end;
    if (filled_ > most_filled)
      tape_.unsupported(text("splits by category of XGBoost before 1.7.3 reach over ", filled_,
                             " categories: must be at most ", most_filled, "; number categories from 0 on"));
    auto next = listed.begin();
    for (int32_t c = 0; c < end; ++c) {
      if (next != listed.end() && *next == c)
        ++next;
      else
        others.push_back(c);
    }
    receiver.split(node, trees::Split::in, Missing::nan_right, by, 0, {to_left, to_right}, std::move(others));
  }

  std::size_t group(std::size_t t) const { return static_cast<std::size_t>(groups_[t]); }

  std::vector<std::vector<int32_t>> categories(Place tree, std::size_t n) const {
    std::vector<std::vector<int32_t>> out(n);
    const Place at = tape_.find(tree, "categories_nodes");
    if (at == nowhere) return out;
    const std::vector<Place> nodes = places(at, "categories_nodes");
    if (nodes.empty()) return out;
    const auto of_nodes = [&](const char *name) {
      std::vector<Place> own = places(tape_.member(tree, name), name);
      if (own.size() != nodes.size())
        tape_.malformed(text("\"", name, "\" has ", own.size(), " numbers: must have ", nodes.size(),
                             ", as \"categories_nodes\" has"));
      return own;
    };
    const std::vector<Place> begins = of_nodes("categories_segments"), sizes = of_nodes("categories_sizes");
    const std::vector<Place> all = places(tape_.member(tree, "categories"), "categories");
    const auto most = static_cast<int64_t>(all.size());
    int64_t total = 0;
    for (std::size_t j = 0; j < nodes.size(); ++j) {
      const int64_t begin = tape_.integer(begins[j], "categories_segments", 0, most);
      const int64_t size = tape_.integer(sizes[j], "categories_sizes", 0, most - begin);
      total += size;
      if (total > most) tape_.malformed(text("\"categories_sizes\" add up to more than there are categories, ", most));
      std::vector<int32_t> &own =
          out[static_cast<std::size_t>(tape_.integer(nodes[j], "categories_nodes", 0, static_cast<int64_t>(n) - 1))];
      for (int64_t c = begin; c < begin + size; ++c)
        own.push_back(static_cast<int32_t>(
            tape_.integer(all[static_cast<std::size_t>(c)], "categories", 0, trees::max_category)));
    }
    // At the end, for a hostile file may name one node many times.
    for (std::vector<int32_t> &own : out) {
      std::sort(own.begin(), own.end());
      own.erase(std::unique(own.begin(), own.end()), own.end());
    }
    return out;
  }

  void names(Place learner, std::size_t features, ImportedTrees &out) const {
    const Place at = tape_.find(learner, "feature_names");
    if (tape_.is_null(at)) return;
    tape_.each(tape_.array(at, "feature_names"),
               [&](Place name) { out.feature_names.emplace_back(tape_.text(name, "feature_names")); });
    if (!out.feature_names.empty() && out.feature_names.size() != features)
      tape_.malformed(
          text("\"feature_names\" has ", out.feature_names.size(), " names: must have one per feature, ", features));
  }

  // The categories of data frames, which XGBoost 3.1 and later keeps.
  void words(Place cats, std::size_t features, ImportedTrees &out) const {
    if (tape_.is_null(cats)) return;
    const Place coded = tape_.find(cats, "enc");
    if (tape_.is_null(coded)) return;
    std::vector<std::vector<std::string>> found;
    bool any = false;
    tape_.each(tape_.array(coded, "enc"), [&](Place own) {
      if (found.size() == features) tape_.malformed(text("\"enc\" has more than one element a feature, ", features));
      found.push_back(words_of(own, found.size(), out));
      any = any || !found.back().empty();
    });
    if (!any) return;
    if (found.size() != features)
      tape_.malformed(text("\"enc\" has ", found.size(), " elements: must have one per feature, ", features));
    out.categories = std::move(found);
    out.unseen_is_error = true;
    if (out.feature_names.empty())
      for (std::size_t j = 0; j < features; ++j) out.feature_names.push_back(text("f", j));
  }

  std::vector<std::string> words_of(Place own, std::size_t feature, const ImportedTrees &made) const {
    std::vector<std::string> out;
    const std::vector<Place> values = places(tape_.member(own, "values"), "values");
    if (values.empty()) return out;
    const Place offsets = tape_.find(own, "offsets");
    if (offsets == nowhere) {
      for (const Place value : values) out.push_back(tape_.word(value, "values"));
      return out;
    }
    // Texts, end to end. XGBoost counts characters where bytes are meant, and so cuts off the last bytes.
    std::string bytes;
    for (const Place value : values) {
      const int64_t byte = tape_.integer(value, "values", -128, 255);
      if (byte < 0 || byte > 127) {
        const std::string name = made.feature_names.empty() ? text(feature) : in_quotes(made.feature_names[feature]);
        tape_.unsupported(text("feature ", name,
                               " has categories beyond ASCII, which XGBoost cuts when it saves them: "
                               "train with ASCII words, or with whole numbers in their place"));
      }
      bytes += static_cast<char>(byte);
    }
    const std::vector<Place> ends = places(offsets, "offsets");
    int64_t begin = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const int64_t end = tape_.integer(ends[i], "offsets", begin, static_cast<int64_t>(bytes.size()));
      if (i > 0) out.push_back(bytes.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
      begin = end;
    }
    return out;
  }

  const ModelTape &tape_;
  std::array<int64_t, 3> version_{};
  int64_t filled_ = 0;
  std::vector<Place> trees_;
  std::vector<int64_t> groups_;
  std::vector<float> weights_;
};

}  // namespace

ImportedTrees read_xgboost(const ModelTape &tape, int64_t iterations) { return XgboostReader(tape).read(iterations); }

}  // namespace wald::core::importers

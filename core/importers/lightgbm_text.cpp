// The text that LightGBM's Booster.save_model writes, whose numbers are exact.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <map>
#include <optional>

#include "core/base/read_number.hpp"
#include "core/importers/lightgbm_columns.hpp"

namespace wald::core::importers {

namespace {

[[noreturn]] void malformed_lightgbm(const std::string &message) { fail(Status::format, lightgbm, ": ", message); }

std::string_view next_line(std::string_view &rest) {
  const std::size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

std::vector<std::string_view> split_at(std::string_view line, char separator) {
  std::vector<std::string_view> out;
  while (!line.empty()) {
    const std::size_t end = line.find(separator);
    if (end != 0) out.push_back(line.substr(0, end));
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  }
  return out;
}

// Lines "name=value" of the header or of a tree.
class Lines {
 public:
  void put(std::string_view line) {
    const std::size_t equals = line.find('=');
    if (equals != std::string_view::npos) values_[line.substr(0, equals)] = line.substr(equals + 1);
  }
  std::optional<std::string_view> find(std::string_view name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return std::nullopt;
    return found->second;
  }
  std::string_view value(std::string_view name) const {
    const auto found = find(name);
    if (!found) malformed_lightgbm(text("\"", name, "\" is missing"));
    return *found;
  }
  template <class Number>
  std::vector<Number> numbers(std::string_view name) const {
    std::vector<Number> out;
    for (const std::string_view one : split_at(value(name), ' ')) {
      Number number{};
      if (!read_number(one, number))
        malformed_lightgbm(text("\"", name, "\" has ", in_quotes(one), ": must be a number"));
      out.push_back(number);
    }
    return out;
  }
  template <class Number>
  std::vector<Number> numbers(std::string_view name, std::size_t n) const {
    std::vector<Number> out = numbers<Number>(name);
    if (out.size() != n) malformed_lightgbm(text("\"", name, "\" has ", out.size(), " numbers: must have ", n));
    return out;
  }
  int64_t integer(std::string_view name) const { return numbers<int64_t>(name, 1)[0]; }

 private:
  std::map<std::string_view, std::string_view> values_;  // ordered: hostile names could share one hash
};

// The sets of categories that nodes of a tree split by.
class CategorySets {
 public:
  explicit CategorySets(const Lines &tree) {
    if (const auto n = tree.find("num_cat"); !n || *n == "0") return;
    begins_ = tree.numbers<int64_t>("cat_boundaries");
    words_ = tree.numbers<int64_t>("cat_threshold");
    // Sets that overlap would make more categories than the file has bytes for.
    int64_t low = 0;
    for (const int64_t begin : begins_) {
      if (begin < low || begin > static_cast<int64_t>(words_.size()))
        malformed_lightgbm(text("\"cat_boundaries\" has ", begin, ": must ascend to at most ", words_.size()));
      low = begin;
    }
    used_.assign(begins_.size(), 0);
  }
  std::vector<int32_t> take(double threshold, int64_t feature, const std::vector<std::string> &names) {
    const auto sets = static_cast<int64_t>(begins_.size()) - 1;
    if (!(threshold >= 0) || !(threshold < static_cast<double>(sets)))
      malformed_lightgbm(text("the set of categories ", threshold, " is asked for, of ", std::max<int64_t>(sets, 0)));
    const auto set = static_cast<std::size_t>(threshold);
    if (used_[set]++) malformed_lightgbm(text("the set of categories ", set, " is asked for twice"));
    const int64_t begin = begins_[set], end = begins_[set + 1];
    std::vector<int32_t> out;
    for (int64_t w = begin; w < end; ++w) {
      const int64_t word = words_[static_cast<std::size_t>(w)];
      if (word < 0 || word > int64_t{0xffffffff})
        malformed_lightgbm(text("\"cat_threshold\" has ", word, ": must lie in [0, 2^32)"));
      for (int bit = 0; bit < 32; ++bit)
        if (word >> bit & 1) out.push_back(lightgbm_category((w - begin) * 32 + bit, feature, names));
    }
    return out;
  }

 private:
  std::vector<int64_t> begins_, words_;
  std::vector<uint8_t> used_;
};

void add_tree(TreeReceiver &receiver, int64_t t, int64_t output, const Lines &lines,
              const std::vector<std::string> &names) {
  if (const auto linear = lines.find("is_linear"); linear && *linear != "0")
    fail(Status::unsupported, lightgbm, ": its leaves hold linear models (linear_tree): trees have numbers there");
  const std::vector<double> values = lines.numbers<double>("leaf_value");
  const std::size_t leaves = values.size();
  if (leaves == 0 || static_cast<int64_t>(leaves) != lines.integer("num_leaves"))
    malformed_lightgbm(text("tree ", t, ": \"num_leaves\" is ", lines.integer("num_leaves"),
                            ", and \"leaf_value\" has ", leaves, " numbers"));
  const std::size_t splits = leaves - 1;
  receiver.begin(t, static_cast<int64_t>(2 * leaves - 1), output);
  const auto child = [&](int64_t number) {
    if (number < -static_cast<int64_t>(leaves) || number >= static_cast<int64_t>(splits))
      malformed_lightgbm(text("tree ", t, ": a child is ", number, ": must lie in [-", leaves, ", ", splits, ")"));
    return number >= 0 ? number : static_cast<int64_t>(splits) - 1 - number;  // leaves come behind the splits
  };
  if (splits > 0) {
    const auto feature = lines.numbers<int64_t>("split_feature", splits);
    const auto threshold = lines.numbers<double>("threshold", splits);
    const auto left = lines.numbers<int64_t>("left_child", splits);
    const auto right = lines.numbers<int64_t>("right_child", splits);
    const auto kind = lines.numbers<int64_t>("decision_type", splits);
    CategorySets sets(lines);
    for (std::size_t i = 0; i < splits; ++i) {
      const auto node = static_cast<int64_t>(i);
      if (kind[i] < 0 || kind[i] > 11)
        malformed_lightgbm(text("tree ", t, ": \"decision_type\" has ", kind[i], ": must lie in [0, 11]"));
      if (kind[i] & 1) {
        receiver.split(node, trees::Split::in, trees::Missing::right, feature[i], 0, {child(left[i]), child(right[i])},
                       sets.take(threshold[i], feature[i], names));
      } else {
        const trees::Missing missing = lightgbm_missing(static_cast<LightgbmMissing>(kind[i] >> 2), (kind[i] & 2) != 0);
        receiver.split(node, trees::Split::at_most, missing, feature[i], lightgbm_threshold(threshold[i]),
                       {child(left[i]), child(right[i])});
      }
    }
  }
  for (std::size_t i = 0; i < leaves; ++i) receiver.leaf(static_cast<int64_t>(splits + i), &values[i]);
  receiver.end();
}

// The categorical columns: those that training was told of, else those whose infos list categories.
std::vector<CategoricalColumn> categorical_columns(const Lines &header, std::optional<std::string_view> told,
                                                   std::size_t features) {
  std::vector<int64_t> largest(features, -1);
  std::vector<uint8_t> listed(features, 0);
  if (const auto infos = header.find("feature_infos")) {
    const std::vector<std::string_view> each = split_at(*infos, ' ');
    for (std::size_t j = 0; j < std::min(features, each.size()); ++j) {
      if (each[j].front() == '[' || each[j] == "none") continue;
      listed[j] = 1;
      for (const std::string_view one : split_at(each[j], ':'))
        if (int64_t category = 0; read_number(one, category)) largest[j] = std::max(largest[j], category);
    }
  }
  std::vector<CategoricalColumn> out;
  if (told) {
    std::vector<uint8_t> taken(features, 0);
    for (const std::string_view one : split_at(*told, ','))
      if (std::size_t j = 0; read_number(one, j) && j < features) taken[j] = 1;
    for (std::size_t j = 0; j < features; ++j)
      if (taken[j]) out.push_back({j, largest[j]});
  } else {
    for (std::size_t j = 0; j < features; ++j)
      if (listed[j]) out.push_back({j, largest[j]});
  }
  return out;
}

}  // namespace

ImportedTrees read_lightgbm_text(std::string_view saved, int64_t iterations) {
  Lines header;
  std::vector<Lines> trees;
  std::optional<std::string_view> told, words;
  std::string_view rest = saved;
  bool in_trees = true;
  while (!rest.empty()) {
    const std::string_view line = next_line(rest);
    constexpr std::string_view categorical = "[categorical_feature: ", pandas = "pandas_categorical:";
    if (line == "end of trees") {
      in_trees = false;
    } else if (in_trees && line.substr(0, 5) == "Tree=") {
      if (static_cast<int64_t>(trees.size()) > trees::max_trees) break;  // refused below
      trees.emplace_back();
    } else if (in_trees) {
      (trees.empty() ? header : trees.back()).put(line);
    } else if (line.substr(0, categorical.size()) == categorical && line.back() == ']') {
      told = line.substr(categorical.size(), line.size() - categorical.size() - 1);
    } else if (line.substr(0, pandas.size()) == pandas) {
      words = line.substr(pandas.size());
    }
  }
  if (in_trees) malformed_lightgbm("\"end of trees\" is missing: the file was cut");
  const int64_t outputs = header.integer("num_tree_per_iteration");
  const int64_t last = header.integer("max_feature_idx");
  const auto n = static_cast<int64_t>(trees.size());
  check_shape(lightgbm, last < trees::max_features ? last + 1 : last, outputs, n);
  if (n % outputs != 0) malformed_lightgbm(text("has ", n, " trees: must have ", outputs, " per iteration"));
  std::vector<std::string> names;
  for (const std::string_view name : split_at(header.value("feature_names"), ' ')) names.emplace_back(name);
  trees::EnsembleShape shape;
  shape.features = last + 1;
  shape.outputs = shape.trees_per_model = outputs;
  TreeReceiver receiver(lightgbm, shape);
  const int64_t taken = iterations_taken(iterations, n / outputs) * outputs;
  for (int64_t t = 0; t < taken; ++t) add_tree(receiver, t, t % outputs, trees[static_cast<std::size_t>(t)], names);
  ImportedTrees out{receiver.take(), {}, {}, {}, 0, false};
  const auto features = static_cast<std::size_t>(last + 1);
  set_lightgbm_names(std::move(names), features, out);
  if (words && *words != "null" && !words->empty()) {
    const std::string wrapped = text("{\"pandas_categorical\":", *words, "}");
    ModelTape tape(wrapped, false);
    tape.set_source(lightgbm);
    // "[categorical_feature: ]" is written too where the columns were named to the data set rather than as parameters.
    if (told && told->empty()) told.reset();
    place_words(tape, tape.find(tape.root(), "pandas_categorical"), categorical_columns(header, told, features), out);
  }
  return out;
}

}  // namespace wald::core::importers

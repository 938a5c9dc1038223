// Models of other libraries: each recorded one against the margins that its own library gave (tests/importers), and
// files that are wrong.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/importers/imported_trees.hpp"
#include "core/numeric/monitor.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using check::expect_error;
using importers::import_trees;
using importers::ImportedTrees;
using nlohmann::json;

namespace {

std::string file_of_models(const std::string &name) {
  std::ifstream file(std::string(WALD_RECORDED_MODELS) + "/" + name, std::ios::binary);
  REQUIRE(file.good());
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

json json_of_models(const std::string &name) { return json::parse(file_of_models(name)); }

double cell(const json &x) {
  if (x.is_null()) return std::nan("");
  if (x.is_string()) return x.get<std::string>() == "inf" ? HUGE_VAL : -HUGE_VAL;
  return x.get<double>();
}

std::vector<double> margins_of(const ImportedTrees &made, const json &rows) {
  std::vector<double> features;
  for (const json &row : rows)
    for (const json &x : row) features.push_back(cell(x));
  const auto n = static_cast<int64_t>(rows.size()), width = made.ensemble.shape().features;
  REQUIRE(features.size() == rows.size() * static_cast<std::size_t>(width));
  std::vector<double> out(rows.size() * static_cast<std::size_t>(made.ensemble.shape().outputs));
  NoMonitor monitor;
  made.ensemble.evaluate({features.data(), false, n, width, width, 1}, 1, monitor, out.data());
  return out;
}

// How far the farthest margin is from the library's own.
double farthest(const std::vector<double> &found, const json &margins) {
  std::size_t at = 0;
  double out = 0;
  for (const json &row : margins)
    for (const json &wanted : row) {
      REQUIRE(at < found.size());
      out = std::max(out, std::fabs(found[at++] - wanted.get<double>()));
    }
  CHECK(at == found.size());
  return out;
}

void refused(const json &model, const std::string &message, Status status = Status::format) {
  expect_error(status, message, [&] { import_trees(model.dump(), 0); });
}

json &booster(json &model) { return model["learner"]["gradient_booster"]["model"]; }
json &facts(json &model) { return model["learner"]["learner_model_param"]; }
json &tree_of(json &model) { return booster(model)["trees"][0]; }

// A copy with a change.
template <class F>
json with(const json &model, F change) {
  json out = model;
  change(out);
  return out;
}

// What a file costs of the processor, in seconds, whatever else runs beside it.
template <class F>
double seconds_of(F work) {
  const std::clock_t began = std::clock();
  work();
  return static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
}

}  // namespace

TEST_CASE("importers: recorded models have the margins of their libraries") {
  for (const char *const cases : {"cases.json", "v162_cases.json", "v214_cases.json", "v320_cases.json"})
    for (const json &one : json_of_models(cases)) {
      const auto name = one["model"].get<std::string>();
      INFO(name);
      const ImportedTrees made = import_trees(file_of_models(name), 0);
      CHECK(farthest(margins_of(made, one["features"]), one["margins"]) <= one["tolerance"].get<double>());
      // What Wald saves of them is read, too.
      const ImportedTrees again = import_trees(made.ensemble.save(), 0);
      CHECK(again.ensemble.save() == made.ensemble.save());
    }
}

TEST_CASE("importers: iterations") {
  const std::string model = file_of_models("xgb_classes.ubj"), text = file_of_models("lgb_classes.txt"),
                    cat = file_of_models("cat_binary.json");
  for (const std::string &each : {model, text, cat}) {
    const ImportedTrees all = import_trees(each, 0), one = import_trees(each, 1);
    CHECK(one.ensemble.n_models() == 1);
    CHECK(all.ensemble.n_models() == 3);
    CHECK(import_trees(each, 3).ensemble.save() == all.ensemble.save());
    expect_error(Status::argument, "iterations is 4: must be at most 3, the rounds that the model has",
                 [&] { import_trees(each, 4); });
    expect_error(Status::argument, "iterations is -1: must be at least 1, or 0 for all",
                 [&] { import_trees(each, -1); });
    expect_error(Status::argument, "iterations is 1: must be 0 for trees that Wald saved",
                 [&] { import_trees(all.ensemble.save(), 1); });
  }
}

TEST_CASE("importers: names of features and categories") {
  json model = json_of_models("xgb_categories.json");
  model["learner"]["feature_names"] = {"a", "b=", "c", "d"};
  const auto words = [&](const json &values, const json &offsets) {
    json out = model;
    json none = {{"offsets", json::array()}, {"values", json::array()}};
    booster(out)["cats"] = {{"enc", {none, {{"offsets", offsets}, {"values", values}}, none, none}}};
    return out;
  };
  const ImportedTrees made = import_trees(words({66, 111, 110, 110, 82, 111, 109}, {0, 4, 7}).dump(), 0);
  CHECK(made.feature_names == std::vector<std::string>{"a", "b=", "c", "d"});
  CHECK(made.category_texts == std::vector<std::string>{"b==Bonn", "b==Rom"});
  CHECK(made.unseen_is_error);
  refused(words({75, -61, -74, 108}, {0, 5}), "feature \"b=\" has categories beyond ASCII", Status::unsupported);
  refused(words({75, 75}, {0, 3}), "\"offsets\" is 3: must lie in [0, 2]");
  refused(words({75, 75}, {1, 0}), "\"offsets\" is 0: must lie in [1, 2]");

  // LightGBM keeps the words of data frames without their columns.
  std::string text = file_of_models("lgb_categories.txt");
  const std::size_t at = text.find("pandas_categorical:");
  REQUIRE(at != std::string::npos);
  text = text.substr(0, at) + R"(pandas_categorical:[["a", "b", "c", "d", "e", "f", "g", "h"]])" + "\n";
  const ImportedTrees light = import_trees(text, 0);
  CHECK(light.unplaced == 0);
  CHECK(light.category_texts.at(7) == "Column_1=h");
  CHECK_FALSE(light.unseen_is_error);
  text = text.substr(0, at) + R"(pandas_categorical:[["a"], ["b"]])" + "\n";
  CHECK(import_trees(text, 0).unplaced == 2);
}

TEST_CASE("importers: what is no model") {
  const auto wrong = [](const std::string &bytes, const std::string &message) {
    INFO(bytes.substr(0, 40));
    expect_error(Status::format, message, [&] { import_trees(bytes, 0); });
  };
  for (const char *const bytes : {"", " ", "x", "[1]", "\"x\"", "12", "tre"})
    wrong(bytes, "model cannot be read: must be");
  wrong("{}", "model is JSON of another kind: must be a model that XGBoost saved");
  wrong("CBM1....", "CatBoost's binary form: save it with format=\"json\"");
  wrong("binf....", "XGBoost's old binary form: save it as model.json");
  wrong("{\"learner\": ", "model: ");
  wrong("tree\nversion=v4\n", "\"end of trees\" is missing: the file was cut");
  wrong("tree\nend of trees\n", "\"num_tree_per_iteration\" is missing");
  wrong("{\"learner\": {}}", "model of XGBoost: \"gradient_booster\" is missing");
  wrong("{\"learner\": 3}", "model of XGBoost: \"gradient_booster\" is missing");
  wrong("{\"features_info\": {}}", "model of CatBoost: \"float_features\" is missing");
  wrong("{\"tree_info\": 1, \"num_tree_per_iteration\": 1}", "model of LightGBM: \"max_feature_idx\" is missing");
  wrong(std::string("{L\x7f\xff\xff\xff\xff\xff\xff\xff", 10), "model: ");
}

TEST_CASE("importers: XGBoost's files that are wrong") {
  const json model = json_of_models("xgb_categories.json");
  const auto tree = [&](const char *name, const json &value, const std::string &message) {
    refused(with(model, [&](json &m) { tree_of(m)[name] = value; }), message);
  };
  refused(with(model, [](json &m) { facts(m)["num_class"] = "1000000000"; }),
          "model of XGBoost: has 1000000000 outputs: must have 1 to 65536");
  refused(with(model, [](json &m) { facts(m)["num_feature"] = "1000000000"; }),
          "model of XGBoost: has 1000000000 features: must have 1 to 16777216");
  refused(with(model, [](json &m) { facts(m)["num_feature"] = "1e300"; }),
          "\"num_feature\" is 1e300: must be a whole number");
  refused(with(model, [](json &m) { facts(m)["num_feature"] = "many"; }), "\"num_feature\" is not a number");
  refused(with(model, [](json &m) { facts(m)["base_score"] = "[1,2]"; }), "\"base_score\" has 2 numbers: must have 1");
  refused(with(model, [](json &m) { facts(m)["base_score"] = ""; }), "\"base_score\" is \"\": must be numbers");
  refused(with(model, [](json &m) { booster(m)["tree_info"][0] = 7; }), "\"tree_info\" is 7: must lie in [0, 0]");
  refused(with(model, [](json &m) { booster(m)["tree_info"] = {0}; }),
          "\"tree_info\" has 1 numbers: must have one per tree, 3");
  refused(with(model, [](json &m) { booster(m)["iteration_indptr"] = {0, 2, 1, 3}; }), "\"iteration_indptr\" is 1");
  refused(with(model, [](json &m) { booster(m)["trees"] = 3; }), "\"trees\" is not an array");
  refused(with(model, [](json &m) { booster(m)["trees"][1] = json::array(); }), "\"tree_param\" is missing");
  refused(with(model, [](json &m) { tree_of(m).erase("default_left"); }), "\"default_left\" is missing");
  tree("default_left", {0}, "\"default_left\" has 1 numbers: must have one per node");
  tree("left_children", json::array(), "has 0 nodes: must have 1 to");
  tree("categories_nodes", {0, 0}, "numbers: must have 2, as \"categories_nodes\" has");
  tree("split_conditions", "x", "\"split_conditions\" is not an array");
  for (const int child : {0, 999, -2})
    refused(with(model, [&](json &m) { tree_of(m)["left_children"][0] = child; }),
            child == 0 ? "a child of node 0 is 0: must lie in" : "\"left_children\" is " + std::to_string(child));
  refused(with(model, [](json &m) { tree_of(m)["right_children"][0] = tree_of(m)["left_children"][0]; }),
          "has two parents, or is above itself");
  refused(with(model, [](json &m) { tree_of(m)["split_indices"][0] = 4; }),
          "\"split_indices\" is 4: must lie in [0, 3]");
  refused(with(model, [](json &m) { m["learner"]["objective"]["name"] = "reg:new"; }),
          "objective is \"reg:new\": the margin of its base_score is unknown", Status::unsupported);
  refused(with(model, [](json &m) { m["learner"]["gradient_booster"]["name"] = "gblinear"; }),
          "booster is gblinear: it is a linear model", Status::unsupported);
  refused(with(model,
               [](json &m) {
                 m["version"] = {3, 1, 3};
                 facts(m)["base_score"] = "0E0";
               }),
          "must be finite", Status::unsupported);
  // From 3.2 on it is clamped.
  const json clamped = with(model, [](json &m) {
    m["version"] = {3, 2, 0};
    facts(m)["base_score"] = "0E0";
  });
  CHECK(import_trees(clamped.dump(), 0).ensemble.shape().base.at(0) == Approx(-13.81551).epsilon(1e-6));
  for (const char *const name : {"split_type", "categories_nodes"})  // files of older versions
    CHECK_NOTHROW(import_trees(with(json_of_models("xgb_logistic.json"),
                                    [&](json &m) {
                                      for (json &each : booster(m)["trees"]) each.erase(name);
                                    })
                                   .dump(),
                               0));
}

TEST_CASE("importers: LightGBM's files that are wrong") {
  const std::string text = file_of_models("lgb_categories.txt");
  const auto changed = [&](const std::string &from, const std::string &to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    const std::size_t end = text.find('\n', at);
    return text.substr(0, at) + to + text.substr(end);
  };
  const auto wrong = [&](const std::string &from, const std::string &to, const std::string &message,
                         Status status = Status::format) {
    expect_error(status, message, [&] { import_trees(changed(from, to), 0); });
  };
  wrong("max_feature_idx=", "max_feature_idx=1000000000", "features: must have 1 to 16777216");
  wrong("max_feature_idx=", "max_feature_idx=9223372036854775807", "features: must have 1 to 16777216");
  wrong("max_feature_idx=", "max_feature_idx=99999999999999999999", "must be a number");
  wrong("num_tree_per_iteration=", "num_tree_per_iteration=1000000000", "outputs: must have 1 to 65536");
  wrong("num_tree_per_iteration=", "num_tree_per_iteration=2", "has 3 trees: must have 2 per iteration");
  wrong("feature_names=", "feature_names=a b", "\"feature_names\" has 2 names: must have one per feature, 4");
  wrong("num_leaves=", "num_leaves=7", "\"num_leaves\" is 7, and \"leaf_value\" has");
  wrong("leaf_value=", "leaf_value=", "\"leaf_value\" has 0 numbers");
  wrong("left_child=", "left_child=0 0 0 0 0", "");
  wrong("left_child=", "left_child=99 0 0 0 0", "");
  wrong("decision_type=", "decision_type=12 12 12 12 12", "");
  wrong("is_linear=", "is_linear=1", "its leaves hold linear models (linear_tree)", Status::unsupported);
  wrong("cat_boundaries=", "cat_boundaries=0 -4", "");

  const json dump = json_of_models("lgb_categories_dump.json");
  refused(with(dump, [](json &m) { m["max_feature_idx"] = 1000000000; }), "features: must have 1 to 16777216");
  refused(with(dump, [](json &m) { m["tree_info"][0]["tree_structure"] = 3; }), "a node is not an object");
  refused(with(dump, [](json &m) { m["tree_info"][0]["tree_structure"].erase("left_child"); }),
          "\"left_child\" is missing");
  refused(with(dump, [](json &m) { m["tree_info"][0]["tree_structure"]["decision_type"] = ">"; }),
          "\"decision_type\" is \">\": must be <= or ==");
  // Categories beyond those that a node can list are refused by the feature's name.
  const json wide = with(dump, [](json &m) {
    m["feature_names"][1] = "shop";
    json &root = m["tree_info"][0]["tree_structure"];
    root["decision_type"] = "==";
    root["split_feature"] = 1;
    root["threshold"] = "1||16777216";
  });
  refused(wide, "feature \"shop\" has the category 16777216: must lie in [0, 16777215]; number its categories anew",
          Status::unsupported);
}

TEST_CASE("importers: CatBoost's files that are wrong") {
  const json model = json_of_models("cat_binary.json");
  const json split = model["oblivious_trees"][0]["splits"][0];
  const auto tree = [&](int splits, int values, const std::string &message) {
    refused(with(model,
                 [&](json &m) {
                   json &own = m["oblivious_trees"][0];
                   own["splits"] = std::vector<json>(static_cast<std::size_t>(splits), split);
                   own["leaf_values"] = std::vector<double>(static_cast<std::size_t>(values), 0.5);
                 }),
            message);
  };
  tree(40, 1, "has 40 splits: must have at most 16");
  tree(1, 1, "\"leaf_values\" has 1 numbers: must have 2, of 2 leaves");
  refused(with(model, [](json &m) { m["scale_and_bias"] = {1}; }), "\"scale_and_bias\" has 1 parts: must have 2");
  CHECK_NOTHROW(import_trees(with(model, [](json &m) { m["scale_and_bias"] = {1, 0}; }).dump(), 0));
  refused(with(model, [](json &m) { m["features_info"]["float_features"][0]["flat_feature_index"] = 1000000000; }),
          "\"flat_feature_index\" is 1000000000: must lie in [0, 16777215]");
  refused(with(model, [](json &m) { m["features_info"]["float_features"][0]["feature_index"] = 1000; }),
          "\"feature_index\" is 1000: must lie in [0, 3]");
  refused(with(model,
               [](json &m) {
                 m["features_info"]["categorical_features"] = {{{"feature_id", "city"}, {"flat_feature_index", 0}}};
               }),
          "has categorical features (city)", Status::unsupported);
}

TEST_CASE("importers: small files that ask for much are refused at once") {
  // A megabyte each; a stated limit or a plain error, not minutes and gigabytes.
  const auto fails = [](const std::string &bytes) {
    const double spent = seconds_of([&] {
      try {
        import_trees(bytes, 0);
        FAIL_CHECK("no error");
      } catch (const Error &e) {
        CHECK((e.status() == Status::format || e.status() == Status::unsupported));
      }
    });
    CHECK(spent < 10);
  };
  const std::size_t size = std::size_t{1} << 19;
  fails(std::string("{\"learner\":") + std::string(2 * size, '['));
  std::string objects;
  for (std::size_t i = 0; i < size / 5; ++i) objects += "{\"a\":";
  fails(objects);
  fails(std::string("{i\x01") + "a" + std::string(2 * size, '['));  // UBJSON, of which every bracket is an array
  fails(std::string("{i\x01") + "a[$Z#L" + std::string("\0\0\0\x01\0\0\0\0", 8) + "}");  // 2^32 times nothing
  json model = json_of_models("xgb_logistic.json");
  facts(model)["num_class"] = "65536";
  facts(model)["num_feature"] = "16777216";
  std::string many = "{\"learner\":{\"learner\":0";
  for (std::size_t i = 0; i < size / 8; ++i) many += ",\"a\":0";
  fails(many + "}}");
  fails(model.dump());
  // Wide leaves: each tree of one node costs 65,536 values.
  json cat = json_of_models("cat_binary.json");
  cat["scale_and_bias"] = {1, std::vector<double>(65536, 0.0)};
  fails(cat.dump());
}

TEST_CASE("importers: what a file names many times is worked out once") {
  // Categories of one node, each listed alone: they were sorted anew with each.
  json model = json_of_models("xgb_categories.json");
  json &tree = tree_of(model);
  for (const char *const name : {"categories_nodes", "categories_segments", "categories_sizes", "categories"})
    tree[name] = json::array();
  constexpr int n = 60000;
  for (int i = 0; i < n; ++i) {
    tree["categories_nodes"].push_back(0);
    tree["categories_segments"].push_back(i);
    tree["categories_sizes"].push_back(1);
    tree["categories"].push_back((i * 7919) % n);  // in no order
  }
  tree["split_type"][0] = 1;
  std::string bytes = model.dump();
  CHECK(bytes.size() < std::size_t{1} << 20);
  double spent = seconds_of([&] {
    const ImportedTrees made = import_trees(bytes, 0);
    const std::vector<int32_t> &own = made.ensemble.tree(0).nodes[0].categories;
    CHECK(own.size() == n);
    CHECK(std::is_sorted(own.begin(), own.end()));
  });
  CHECK(spent < 10);

  // A split of CatBoost with 100,000 members that nobody reads, for 32,768 nodes: it was searched for each.
  json cat = json_of_models("cat_binary.json");
  json own;
  own["splits"] = std::vector<json>(16, cat["oblivious_trees"][0]["splits"][0]);
  own["leaf_values"] = std::vector<int>(65536, 0);
  cat["oblivious_trees"] = std::vector<json>{own};
  bytes = cat.dump();
  const std::size_t at = bytes.find("\"splits\":[{");
  REQUIRE(at != std::string::npos);
  std::string many;
  for (int i = 0; i < 100000; ++i) many += "\"\":0,";
  bytes.insert(at + 11, many);
  CHECK(bytes.size() < std::size_t{1} << 20);
  spent = seconds_of([&] { CHECK(import_trees(bytes, 0).ensemble.tree(0).nodes.size() == 131071); });
  CHECK(spent < 10);
}

TEST_CASE("importers: no room is made for values that a file does not hold") {
  // Of each split as many as of a leaf: a perfect tree of 8191 nodes for 65,536 outputs, and no value of any leaf. That
  // the leaves have none is said before what all would take.
  json model = json_of_models("xgb_logistic.json");
  facts(model)["num_class"] = "65536";
  booster(model)["trees"] = std::vector<json>(1, tree_of(model));
  booster(model)["tree_info"] = {0};
  booster(model)["iteration_indptr"] = {0, 1};
  json &tree = tree_of(model);
  tree["tree_param"]["size_leaf_vector"] = "65536";
  tree["leaf_weights"] = json::array();
  for (const char *const name : {"left_children", "right_children", "split_conditions", "split_indices", "default_left",
                                 "split_type"})
    tree[name] = json::array();
  for (int i = 0; i < 8191; ++i) {
    tree["left_children"].push_back(i < 4095 ? 2 * i + 1 : -1);
    tree["right_children"].push_back(i < 4095 ? 2 * i + 2 : -1);
    for (const char *const name : {"split_conditions", "split_indices", "default_left", "split_type"})
      tree[name].push_back(0);
  }
  refused(model, "tree 0: node 4095 is a leaf without a value");

  // Sets of LightGBM that overlap: each of n takes the same n words.
  std::string text = file_of_models("lgb_categories.txt");
  const std::size_t begin = text.find("cat_boundaries="), end = text.find('\n', begin);
  REQUIRE(begin != std::string::npos);
  const std::string bounds = text.substr(begin, end - begin);
  const std::string last = bounds.substr(bounds.rfind(' ') + 1);
  for (const std::string &wrong : {std::string("0 ") + last + " 0 ", std::string("-1 "), std::string("0 99999 ")})
    expect_error(Status::format, "must ascend to at most " + last, [&] {
      import_trees(std::string(text).replace(begin, end - begin, "cat_boundaries=" + wrong + last), 0);
    });

  // Lists of all categories but those of a node, before XGBoost 1.7.3.
  std::string bytes = file_of_models("v162_xgb_categories.json");
  for (std::size_t at; (at = bytes.find("NaN")) != std::string::npos;) bytes.replace(at, 3, "0");  // which is no JSON
  json old = json::parse(bytes);
  json &first = tree_of(old);
  REQUIRE(!first["categories"].empty());
  first["categories"].back() = 16777215;
  const auto node = first["categories_nodes"].back().get<std::size_t>();
  first["default_left"][node] = 0;
  refused(old, "splits by category of XGBoost before 1.7.3 reach over 16777216 categories: must be at most 8388608",
          Status::unsupported);
}

TEST_CASE("importers: the name of a feature is not repeated for its categories without limit") {
  json model = json_of_models("xgb_logistic.json");
  const json none = {{"values", json::array()}};
  json values = json::array();
  for (int i = 0; i < 1000; ++i) values.push_back(i);
  model["learner"]["feature_names"] = {std::string(300000, 'x'), "b", "c", "d"};
  booster(model)["cats"] = {{"enc", {{{"values", values}}, none, none, none}}};
  refused(model, "each with the name of its feature, take more than 67108864 bytes", Status::unsupported);
  model["learner"]["feature_names"][0] = "a";
  CHECK(import_trees(model.dump(), 0).category_texts.back() == "a=999");
}

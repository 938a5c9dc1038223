// Detects which library wrote a model, and calls its reader.
#include "core/numeric/contraction.hpp"  // first

#include "core/importers/imported_trees.hpp"
#include "core/importers/model_tape.hpp"
#include "core/saved/saved_binary.hpp"

namespace wald::core::importers {

namespace {

constexpr const char *readable =
    "must be a model that XGBoost saved as JSON or UBJSON, LightGBM as text or by dump_model, CatBoost as JSON, or "
    "trees "
    "that Wald saved";

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

// UBJSON begins as JSON does; then it has the length of a name, or the type of all members.
bool is_ubjson(std::string_view bytes) {
  return bytes.size() > 1 && bytes[0] == '{' && std::string_view("iUIlL$#").find(bytes[1]) != std::string_view::npos;
}

ImportedTrees saved_by_wald(std::string_view bytes, int64_t iterations) {
  if (iterations != 0)
    fail(Status::argument, "iterations is ", iterations,
         ": must be 0 for trees that Wald saved, which have no rounds");
  return {trees::load_ensemble(bytes), {}, {}, {}, 0, false};
}

ImportedTrees read_any(std::string_view bytes, int64_t iterations) {
  if (iterations < 0) fail(Status::argument, "iterations is ", iterations, ": must be at least 1, or 0 for all");
  if (starts_with(bytes, "\xef\xbb\xbf")) bytes.remove_prefix(3);
  if (starts_with(bytes, "CBM1"))
    fail(Status::format, "model is in CatBoost's binary form: save it with format=\"json\"");
  if (starts_with(bytes, "binf"))
    fail(Status::format, "model is in XGBoost's old binary form: save it as model.json or model.ubj");
  if (starts_with(bytes, "tree\n") || starts_with(bytes, "tree\r\n")) return read_lightgbm_text(bytes, iterations);
  const std::size_t begin = bytes.find_first_not_of(" \t\r\n");
  if (is_binary(bytes)) return saved_by_wald(bytes, iterations);
  if (begin == std::string_view::npos || bytes[begin] != '{') fail(Status::format, "model cannot be read: ", readable);
  ModelTape tape(bytes, is_ubjson(bytes));
  const Place root = tape.root();
  if (tape.find(root, "learner") != nowhere) {
    tape.set_source("model of XGBoost");
    return read_xgboost(tape, iterations);
  }
  if (tape.find(root, "tree_info") != nowhere && tape.find(root, "num_tree_per_iteration") != nowhere) {
    tape.set_source("model of LightGBM");
    return read_lightgbm(tape, iterations);
  }
  if (tape.find(root, "features_info") != nowhere) {
    tape.set_source("model of CatBoost");
    return read_catboost(tape, iterations);
  }
  if (tape.find(root, "wald") != nowhere) return saved_by_wald(bytes, iterations);
  fail(Status::format, "model is JSON of another kind: ", readable);
}

}  // namespace

ImportedTrees import_trees(std::string_view bytes, int64_t iterations) {
  ImportedTrees out = read_any(bytes, iterations);
  std::size_t taken = 0;
  for (std::size_t j = 0; j < out.categories.size(); ++j)
    for (const std::string &word : out.categories[j]) {
      taken += out.feature_names[j].size() + 1 + word.size();
      if (taken > static_cast<std::size_t>(most_category_bytes))
        fail(Status::unsupported, "model: its categories, each with the name of its feature, take more than ",
             most_category_bytes, " bytes: shorten the names of features");
      out.category_texts.push_back(text(out.feature_names[j], "=", word));
    }
  return out;
}

}  // namespace wald::core::importers

// Makes learners by name, and fits and loads their models.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/learner.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/error.hpp"
#include "core/learners/composed/given.hpp"
#include "core/learners/composed/imputed.hpp"
#include "core/learners/composed/kernel.hpp"
#include "core/learners/composed/mixture.hpp"
#include "core/learners/forest/forest.hpp"
#include "core/learners/linear/linear_learners.hpp"
#include "core/learners/nearest/neighbours_learner.hpp"
#include "core/learners/parts.hpp"
#include "core/learners/rules/rule_learner.hpp"

namespace wald::core::learners {

namespace {

// ---- The learners ---------------------------------------------------------------------------------

// One learner.
struct LearnerEntry {
  bool takes_argument;  // may be followed by ":" and more, which fit receives as `argument`, else empty
  ModelPointer (*fit)(const Dataset &data, std::string_view argument, const ModelShape &shape,
                      const LearnerOptions &options, Monitor &monitor);
  // `object` holds what save_members wrote.
  ModelPointer (*load)(const SavedText &text, const SavedValue &object, const ModelShape &shape);
};

// In the order of learner_words.
const LearnerEntry learners[] = {
    {false, fit_binary_relevance, load_binary_relevance},
    {false, fit_binary_relevance, load_binary_relevance},
    {false, fit_efp, load_efp},
    {false, fit_chains, load_chains},
    {true, fit_card, load_card},
    {false, fit_neighbours, load_neighbours},
    {false, fit_forest, load_forest},
    {false, fit_tree, load_forest},
    {true, fit_kernel, load_kernel},
    {true, fit_mixture, load_mixture},
    {false, fit_given, load_given},
    {false, fit_rule, load_rule_model},
};
static_assert(std::size(learners) == std::size(learner_words));

struct Found {
  const LearnerEntry *entry;
  std::string_view argument;
};

Found find_learner(std::string_view name) {
  const std::size_t colon = name.find(':');
  const std::string_view head = name.substr(0, colon);
  for (const Word &word : learner_words) {
    if (head != word.name && (!*word.alias || head != word.alias)) continue;
    const LearnerEntry &entry = learners[word.value];
    if (colon != std::string_view::npos && !entry.takes_argument) break;
    return {&entry, colon == std::string_view::npos ? std::string_view() : name.substr(colon + 1)};
  }
  return {nullptr, {}};
}

[[noreturn]] void unknown_learner(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Word &word : learner_words) names.emplace_back(word.name);
  fail(Status::format, "learner ", in_quotes(name),
       " is not known: ", must_be_one_of(name.substr(0, name.find(':')), names));
}

// Learners hold learners, and so do their texts, which are read to some depth (core/saved/saved_text.cpp).
constexpr std::ptrdiff_t deepest_nesting = 4;

void check_nesting(std::string_view name) {
  for (std::string_view rest = name; !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find(','));
    const std::ptrdiff_t depth = std::count(part.begin(), part.end(), ':');
    if (depth > deepest_nesting)
      fail(Status::argument, "learner ", in_quotes(name.substr(0, 100)), " holds ", depth,
           " learners within each other: must be at most ", deepest_nesting);
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  }
}

// A learner around a rule would read its probabilities, and its predictions would be lost.
void refuse_inner_rule(std::string_view learner) {
  for (std::size_t end = learner.find_first_of(":,"); end != std::string_view::npos;
       end = learner.find_first_of(":,", end + 1)) {
    const std::string_view rest = learner.substr(end + 1);
    const LearnerEntry *const entry = find_learner(rest.substr(0, rest.find_first_of(":,"))).entry;
    if (entry && entry->fit == fit_rule)
      fail(Status::argument, "learner ", in_quotes(learner),
           " holds rule, whose predictions it would not read: fit rule alone, on the marginals of the other learner");
  }
}

// What load_model would refuse.
void check_landmarks(std::string_view learner, int64_t rows, const LearnerOptions &options) {
  int64_t kernels = 0;
  for (std::string_view rest = learner; !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find_first_of(":,"));
    if (const LearnerEntry *const entry = find_learner(name).entry; entry && entry->fit == fit_kernel) ++kernels;
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
  }
  const int64_t asked = options.landmarks > 0 ? options.landmarks : std::max<int64_t>(options.max_exact_rows, 1);
  const int64_t each = std::min({asked, rows, int64_t{1} << 20});
  if (kernels * each * each > most_landmark_pairs)
    fail(Status::argument, options.landmarks > 0 ? "landmarks is " : "max_exact_rows is ", asked, ": must be at most ",
         static_cast<int64_t>(std::sqrt(static_cast<double>(most_landmark_pairs / kernels))), " of ", rows,
         " rows and ", kernels, kernels > 1 ? " kernels" : " kernel");
}

// Of a state whose members nobody has checked yet.
int64_t landmark_pairs(const SavedValue &learner) {
  const auto *const members = std::get_if<SavedValue::Members>(&learner.value);
  if (!members) return 0;
  int64_t out = 0, rows = 0;
  bool kernel = false;
  for (const auto &[name, value] : *members) {
    const auto *const list = std::get_if<std::vector<SavedValue>>(&value.value);
    if (name == "gamma") kernel = true;
    if (name == "rows" && list) rows = std::min(static_cast<int64_t>(list->size()), int64_t{1} << 20);
    if (name == "inner" || name == "marginals" || name == "learner") out += landmark_pairs(value);
    for (std::size_t p = 0; (name == "parts" || name == "rule") && list && p < list->size(); ++p) out += landmark_pairs((*list)[p]);
  }
  return out + (kernel ? rows * rows : 0);
}

}  // namespace

// ---- Fitting --------------------------------------------------------------------------------------

ModelPointer fit_on(std::string_view learner, const Dataset &data, const LearnerOptions &options, Monitor &monitor) {
  const Found found = find_learner(learner);
  if (!found.entry) unknown_learner(learner);
  const Targets &targets = data.targets;
  if (options.at_least > targets.labels)
    fail(Status::argument, "at_least is ", options.at_least, ": the problem has ", targets.labels, " labels");
  const auto check_names = [](const char *name, const std::vector<std::string> &names, int64_t n) {
    if (!names.empty() && static_cast<int64_t>(names.size()) != n)
      fail(Status::argument, name, " has ", names.size(), " names: must have ", n);
  };
  check_names("feature_names", options.feature_names, data.features.cols);
  check_names("label_names", options.label_names, targets.labels);
  ModelShape shape;
  shape.learner = learner;
  shape.features = data.features.cols;
  shape.task = targets.task;
  shape.labels = targets.labels;
  // One label alone would be predicted always; of classes there is exactly one anyway.
  shape.at_least = options.at_least >= 0                                                            ? options.at_least
                   : targets.task == Task::labels && targets.labels > 1 && !targets.has_empty_row() ? 1
                                                                                                    : 0;
  shape.feature_names = options.feature_names;
  shape.label_names = options.label_names;
  // The learners behind a rule fill in their own features.
  if (options.missing != Imputation::error && found.entry->fit != fit_rule)
    return fit_imputed(learner, data, shape, options, monitor);
  return found.entry->fit(data, found.argument, shape, options, monitor);
}

ModelPointer fit_learner(std::string_view learner, const FeatureTable &features, const Targets &targets,
                         const RowRoles &roles, const LearnerOptions &options, Monitor &monitor) {
  if (!find_learner(learner).entry) unknown_learner(learner);
  check_nesting(learner);
  refuse_inner_rule(learner);
  check_options(options);
  monitor.at(0);
  Dataset data =
      make_dataset(features, targets, roles, options.missing != Imputation::error,
                   static_cast<int64_t>(options.feature_names.size()) == features.cols() ? options.feature_names
                                                                                         : std::vector<std::string>());
  std::vector<int64_t> weighted;
  for (int64_t i = 0; i < data.rows(); ++i)
    if (data.weights[static_cast<std::size_t>(i)] > 0) weighted.push_back(i);
  if (static_cast<int64_t>(weighted.size()) < data.rows()) data = picked_rows(data, weighted);
  check_landmarks(learner, data.rows(), options);
  if (!data.groups.empty() && rows_by_group(data.groups).size() == 1)
    fail(Status::argument, "groups are all ", data.groups.front(),
         weighted.size() < static_cast<std::size_t>(features.rows()) ? " where weights are above 0" : "",
         ": two at least are needed, to leave one out");
  ModelPointer model = fit_on(learner, data, options, monitor);
  monitor.at(1);
  return model;
}

std::string learners_in(std::string_view learner) {
  if (!find_learner(learner).entry) unknown_learner(learner);
  std::string out;
  const auto add = [&](const LearnerEntry *entry) {
    out += out.empty() ? "" : " ";
    out += learner_words[entry - learners].name;
  };
  for (std::string_view rest = learner; !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find_first_of(":,"));
    rest.remove_prefix(name.size());
    const LearnerEntry *entry = find_learner(name).entry;
    if (entry) {
      add(entry);
      // A learner that stands on another one takes lfp if none is named.
      if ((entry->fit == fit_card || entry->fit == fit_kernel) && (rest.empty() || rest[0] == ',')) add(learners);
    }
    if (!rest.empty()) rest.remove_prefix(1);
  }
  return out;
}

// ---- Saved models ---------------------------------------------------------------------------------

namespace {

ModelPointer load_whole(const SavedText &text, const SavedValue &object) {
  const std::string &name = text.string(text.member(object, "learner"), "\"learner\"");
  const Found found = find_learner(name);
  if (!found.entry) text.malformed(wald::core::text("\"learner\" is ", in_quotes(name), ", which is unknown"));
  const ModelShape shape = load_shape(text, object);
  return text.find(object, "missing") ? load_imputed(text, object, shape) : found.entry->load(text, object, shape);
}

}  // namespace

ModelPointer load_part(const SavedText &text, const SavedValue &object) {
  ModelPointer out = load_whole(text, object);
  if (out->by_rule()) text.malformed("a learner holds rule, whose predictions it would not read");
  return out;
}

ModelPointer load_model(std::string_view saved) {
  const SavedText text(saved, "learner", 1);
  if (const int64_t pairs = landmark_pairs(text.root()); pairs > most_landmark_pairs)
    fail(Status::unsupported, "saved learner: its kernels have ", pairs, " pairs of landmarks: must be at most ",
         most_landmark_pairs);
  return load_whole(text, text.root());
}

}  // namespace wald::core::learners

// Loads a learner with its names and levels.
#include "learners/saved_learner.hpp"

#include <unordered_set>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "input/libsvm.hpp"
#include "input/source.hpp"

namespace wald::cli {
namespace {

/// A learner that names no labels may be said to have 2^31, and each gets a name here.
constexpr std::int64_t most_numbered_labels = std::int64_t{1} << 20;

void require_distinct(const std::vector<std::string> &names, const char *what, const std::string &source) {
  std::unordered_set<std::string> seen;
  for (const std::string &name : names) {
    if (name.empty()) throw InputError(source + ": a " + what + " has no name, and others have one");
    if (!seen.insert(name).second) throw InputError(source + ": two " + what + "s are named " + shown(name));
  }
}

}  // namespace

bool SavedLearner::takes_marginals() const {
  return learner.name() == "rule" || learner.name().find("given") != std::string_view::npos;
}

SavedLearner read_learner(const std::string &path, Progress &progress) {
  Source source(path, progress);
  const std::string text = source.all();
  try {
    Learner learner = Learner::load(text);
    // A member of that name says what stands for missing values; within a text its quotes would be escaped.
    const bool takes_missing = text.find("\"missing\":") != std::string::npos;
    SavedLearner out{source.name(), std::move(learner), {}, {}, takes_missing};
    const std::int64_t features = out.learner.n_features(), labels = out.learner.n_labels();
    if (features > 0 && !out.learner.feature_name(0).empty())
      for (std::int64_t i = 0; i < features; ++i) out.feature_names.emplace_back(out.learner.feature_name(i));
    if (out.learner.label_name(0).empty() && labels > most_numbered_labels)
      throw InputError(source.name() + ": " + std::to_string(labels) + " labels without names: must be at most " +
                       std::to_string(most_numbered_labels));
    if (out.learner.label_name(0).empty())
      out.label_names = numbered_labels(labels);
    else
      for (std::int64_t i = 0; i < labels; ++i) out.label_names.emplace_back(out.learner.label_name(i));
    require_distinct(out.feature_names, "feature", out.source);
    require_distinct(out.label_names, "label", out.source);
    return out;
  } catch (const Error &error) {
    source.refuse(error);
  }
}

}  // namespace wald::cli

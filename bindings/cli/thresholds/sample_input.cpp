// Feeds tables into a sample, and merges samples that were saved.
#include "thresholds/sample_input.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "base/errors.hpp"
#include "base/json.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "input/source.hpp"
#include "thresholds/score_table.hpp"

namespace wald::cli {
namespace {

constexpr std::int64_t rows_at_a_time = std::int64_t{1} << 16;

/// The cut of each score; -inf if there is none.
std::vector<double> cuts(const ThresholdSettings &settings, const std::vector<std::string> &scores) {
  std::vector<double> out(scores.size(), -std::numeric_limits<double>::infinity());
  for (const auto &[name, cut] : settings.rated_from) {
    const std::optional<std::size_t> score = position_of(name, scores);
    if (!score) throw UsageError("--rated-from " + shown(name) + ": no such score" + suggestion(name, scores));
    if (cut == std::numeric_limits<double>::infinity())
      throw UsageError("--rated-from " + shown(name) + ": inf: a cut is a number, or -inf for none");
    out[*score] = cut;
  }
  return out;
}

/// The names that save_sample wrote; none if the library wrote the text.
std::vector<std::string> saved_names(const std::string &text, const std::string &source) {
  const std::optional<Json> saved = parse_json(text, {source}, [](const std::string &name) { return name == "negatives" || name == "positives" || name == "unrated"; });
  const Json *names = saved ? saved->find("names") : nullptr;
  std::vector<std::string> out;
  if (names == nullptr) return out;
  for (const Json &name : names->items()) out.push_back(name.text());
  return out;
}

std::string listed(const std::vector<std::string> &names) {
  std::string out;
  for (const std::string &name : names) out += (out.empty() ? "" : ", ") + shown(name);
  return out;
}

class Builder {
 public:
  explicit Builder(const ThresholdSettings &settings) : settings_(settings) {}

  void load(const std::string &path, Progress &progress) {
    Source source(path, progress);
    const std::string text = source.all();
    try {
      Sample saved = Sample::load(text);
      if (sample_)
        sample_->merge(saved);
      else
        sample_ = std::move(saved);
    } catch (const Error &error) {
      source.refuse(error);
    }
    if (settings_.rule && *settings_.rule != sample_->rule())
      throw InputError(source.name() + ": its rule is " + rule_name(sample_->rule()) + ", where --rule is " +
                       rule_name(*settings_.rule));
    where_ = source.name();
    names_.emplace_back(where_, saved_names(text, where_));
  }

  void feed(const ScoreTable &rows) {
    name_scores(rows.score_names);
    sample_->feed(rows.labels, rows.score_cells(), rows.weights_or_none());
  }

  /// Names the scores. A sample that the library saved has them by their places alone.
  void name_scores(const std::vector<std::string> &scores) {
    if (!scores_.empty()) return;
    scores_ = scores;
    if (!sample_) {
      sample_ = Sample(static_cast<std::int64_t>(scores.size()), settings_.rule.value_or(WALD_RULE_OR),
                       cuts(settings_, scores));
      return;
    }
    if (sample_->n_scores() != static_cast<std::int64_t>(scores.size()))
      throw InputError(where_ + ": a sample of " + std::to_string(sample_->n_scores()) +
                       " scores, where --scores names " + std::to_string(scores.size()));
    for (const auto &[where, names] : names_)
      if (!names.empty() && names != scores)
        throw InputError(where + ": a sample of the scores " + listed(names) + ", where --scores names " +
                         listed(scores));
    if (!settings_.rated_from.empty() && sample_->rated_from() != cuts(settings_, scores))
      throw InputError(where_ + ": it is rated from other scores than --rated-from says");
  }

  NamedSample take() { return {std::move(scores_), std::move(*sample_)}; }

 private:
  const ThresholdSettings &settings_;
  std::string where_;                                                    // what was loaded last
  std::vector<std::pair<std::string, std::vector<std::string>>> names_;  // of the scores of each file loaded
  std::vector<std::string> scores_;
  std::optional<Sample> sample_;
};

}  // namespace

std::string save_sample(const NamedSample &sample) {
  std::string text = sample.sample.save();
  const std::string before = "\"scores\":";
  text.insert(text.find(before), "\"names\":" + json_text(sample.scores) + ",");
  return text;
}

NamedSample read_sample(const Settings &settings, Progress &progress) {
  Builder builder(settings.threshold);
  for (const std::string &path : settings.threshold.load) builder.load(path, progress);
  if (settings.threshold.files.empty()) builder.name_scores(settings.threshold.scores);
  read_scores(settings, rows_at_a_time, progress, [&](const ScoreTable &rows) { builder.feed(rows); });
  return builder.take();
}

}  // namespace wald::cli

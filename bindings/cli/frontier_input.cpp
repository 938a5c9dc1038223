#include "frontier_input.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "errors.hpp"
#include "score_table.hpp"
#include "source.hpp"
#include "suggest.hpp"
#include "text.hpp"
#include "threshold_json.hpp"

namespace wald::cli {
namespace {

constexpr std::int64_t rows_at_a_time = std::int64_t{1} << 16;

/// The cut of each score; -inf where there is none.
std::vector<double> cuts(const ThresholdSettings &settings, const std::vector<std::string> &scores) {
  std::vector<double> out(scores.size(), -std::numeric_limits<double>::infinity());
  for (const auto &[name, cut] : settings.rated_from) {
    const auto score = std::find(scores.begin(), scores.end(), name);
    if (score == scores.end())
      throw UsageError("--rated-from " + shown(name) + ": no such score" + suggestion(name, scores));
    if (cut == std::numeric_limits<double>::infinity())
      throw UsageError("--rated-from " + shown(name) + ": inf: a cut is a number, or -inf for none");
    out[static_cast<std::size_t>(score - scores.begin())] = cut;
  }
  return out;
}

class Builder {
 public:
  explicit Builder(const ThresholdSettings &settings) : settings_(settings) {}

  void load(const std::string &path, Progress &progress) {
    Source source(path, progress);
    std::string text;
    for (std::string_view piece = source.read(); !piece.empty(); piece = source.read()) text += piece;
    try {
      Frontier saved = Frontier::load(text);
      if (frontier_)
        frontier_->merge(saved);
      else
        frontier_ = std::move(saved);
    } catch (const Error &error) {
      if (error.status() == WALD_ERROR_MEMORY) throw;
      throw InputError(source.name() + ": " + error.what());
    }
    if (settings_.rule && *settings_.rule != frontier_->rule())
      throw InputError(source.name() + ": its rule is " + rule_name(frontier_->rule()) + ", where --rule is " +
                       rule_name(*settings_.rule));
    where_ = source.name();
  }

  void feed(const ScoreTable &rows) {
    name_scores(rows.score_names);
    frontier_->feed(rows.score_cells(), rows.labels.data(), rows.weights_or_null());
  }

  /// Names the scores, which a saved frontier has by their places alone.
  void name_scores(const std::vector<std::string> &scores) {
    if (!scores_.empty()) return;
    scores_ = scores;
    if (!frontier_) {
      frontier_ = Frontier(static_cast<std::int64_t>(scores.size()), settings_.rule.value_or(WALD_RULE_OR),
                           cuts(settings_, scores));
      return;
    }
    if (frontier_->n_scores() != static_cast<std::int64_t>(scores.size()))
      throw InputError(where_ + ": a frontier of " + std::to_string(frontier_->n_scores()) +
                       " scores, where --scores names " + std::to_string(scores.size()));
    if (!settings_.rated_from.empty() && frontier_->rated_from() != cuts(settings_, scores))
      throw InputError(where_ + ": it is rated from other scores than --rated-from says");
  }

  NamedFrontier take() { return {std::move(scores_), std::move(*frontier_)}; }

 private:
  const ThresholdSettings &settings_;
  std::string where_;  // what was loaded last
  std::vector<std::string> scores_;
  std::optional<Frontier> frontier_;
};

}  // namespace

NamedFrontier read_frontier(const Settings &settings, Progress &progress) {
  Builder builder(settings.threshold);
  for (const std::string &path : settings.threshold.load) builder.load(path, progress);
  if (settings.threshold.files.empty()) builder.name_scores(settings.threshold.scores);
  read_scores(settings, rows_at_a_time, progress, [&](const ScoreTable &rows) { builder.feed(rows); });
  return builder.take();
}

}  // namespace wald::cli

// wald threshold with segments: a threshold for each segment under common limits.
#include <algorithm>
#include <cmath>
#include <set>

#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "base/warnings.hpp"
#include "commands.hpp"
#include "options/library_words.hpp"
#include "thresholds/score_table.hpp"
#include "thresholds/threshold_report.hpp"

namespace wald::cli {
namespace {

/// The facts of a tolerance or of a segment, by name: those of all segments without the word that tells them apart.
template <class Read>
Json facts_of(std::string_view per, const Read &read) {
  Json out = Json::object();
  wald_fact_row row = {};
  row.size = sizeof row;
  for (std::int64_t i = 0; detail::is_row(wald_fact_list("segments", i, &row)); ++i) {
    if (per != row.per) continue;
    std::string type = row.name;
    for (const std::string_view word : {"total_", "all_"})
      if (type.compare(0, word.size(), word) == 0) type.erase(0, word.size());
    const double value = read(row.value);
    if (type == "feasible" || type == "exact" || type == "certified")
      out[type] = value != 0;
    else if (type == "theorem")
      out[type] = library_word("theorem", value);
    else
      out[type] = with_infinities(value);
  }
  return out;
}

bool certifies(const Settings &settings) { return settings.library.given("certify"); }

std::string objective_of(const Settings &settings) {
  const bool amounts = !settings.threshold.benefit.empty() || !settings.threshold.cost.empty();
  if (certifies(settings) && !settings.threshold.segment_limits.empty())
    return "each segment within its limits, certified at " + rounded(settings.library.number("certify"));
  return amounts ? "most gain" : objective_in_words(settings);
}

std::string segment_json(const Settings &settings, const std::vector<std::string> &names,
                 const std::vector<SegmentThresholds> &answers) {
  Json out = {{"objective", objective_of(settings)}, {"answers", Json::array()}};
  if (settings.library.given("parity")) out["parity"] = settings.library.text("parity");
  for (const SegmentThresholds &answer : answers) {
    Json one = facts_of("tolerance", [&](std::int32_t fact) { return answer.number(fact); });
    Json &segments = one["segments"] = Json::object();
    for (std::size_t s = 0; s < names.size(); ++s)
      segments[names[s]] =
          facts_of("segment", [&](std::int32_t fact) { return answer.number(fact, static_cast<std::int64_t>(s)); });
    out["answers"].add(one);
  }
  return json_text(out) + '\n';
}

/// What it would take to certify a segment.
std::string more_rows(double needed) {
  if (!std::isfinite(needed)) return "no number of rows like these would suffice";
  return "about " + counted(rounded(needed), "more row") + " would suffice";
}

std::string segment_text(const Settings &settings, const ScoreTable &table, const std::vector<std::string> &names,
                 const std::vector<SegmentThresholds> &answers) {
  std::string out;
  for (const SegmentThresholds &answer : answers) {
    if (!out.empty()) out += '\n';
    out += objective_of(settings) + ": " + rounded(answer.number(WALD_SEGMENTS_VALUE));
    if (settings.library.given("parity"))
      out += ", " + settings.library.text("parity") + " within " + rounded(answer.number(WALD_SEGMENTS_TOLERANCE)) +
             " (differs by " + rounded(answer.number(WALD_SEGMENTS_DIFFERENCE)) + ")";
    out += '\n';
    for (std::size_t s = 0; s < names.size(); ++s) {
      const auto at = [&](wald_segments_fact fact) { return answer.number(fact, static_cast<std::int64_t>(s)); };
      out += (names.size() > 1 || !table.segments.empty() ? printable(names[s]) + ": " : "") +
             rule_in_words({table.score_names[0]}, WALD_RULE_OR, {at(WALD_SEGMENTS_THRESHOLD)}) + " (tp " +
             rounded(at(WALD_SEGMENTS_TP)) + ", fp " + rounded(at(WALD_SEGMENTS_FP)) + ", tpr " +
             rounded(at(WALD_SEGMENTS_TPR)) + ", fpr " + rounded(at(WALD_SEGMENTS_FPR)) + ")";
      if (certifies(settings))
        out += at(WALD_SEGMENTS_CERTIFIED) != 0 ? ", certified"
                                                : ", NOT certified: " + more_rows(at(WALD_SEGMENTS_ROWS_NEEDED));
      out += '\n';
    }
    if (!certifies(settings) && answer.number(WALD_SEGMENTS_EXACT) == 0)
      out += "not proved optimal: none is better than " + rounded(answer.number(WALD_SEGMENTS_BOUND)) + '\n';
  }
  return out;
}

std::string not_certified(const std::vector<std::string> &names, const SegmentThresholds &answer) {
  std::string out;
  for (std::size_t s = 0; s < names.size(); ++s) {
    const auto segment = static_cast<std::int64_t>(s);
    if (answer.number(WALD_SEGMENTS_CERTIFIED, segment) != 0) continue;
    out += (out.empty() ? "no thresholds can be certified for " : ", ") + shown(names[s]) + " (" +
           more_rows(answer.number(WALD_SEGMENTS_ROWS_NEEDED, segment)) + ")";
  }
  return out + ": nothing is flagged there";
}

/// One row per segment, NaN if there is no limit; none without limits.
std::vector<double> own_limits(const std::vector<SegmentLimit> &given, const std::vector<std::string> &names) {
  constexpr std::size_t n_limits = 6;
  std::vector<double> out(given.empty() ? 0 : names.size() * n_limits, std::nan(""));
  for (const SegmentLimit &one : given) {
    const auto named = std::find(names.begin(), names.end(), one.segment);
    if (!one.segment.empty() && named == names.end())
      throw UsageError("--segment-limit " + shown(one.given) + ": no row has the segment " + shown(one.segment));
    for (std::size_t s = 0; s < names.size(); ++s)
      if (one.segment.empty() || names[s] == one.segment) out[s * n_limits + one.limit] = one.value;
  }
  return out;
}

}  // namespace

void threshold_segments(const Settings &settings) {
  const ThresholdSettings &asked = settings.threshold;
  ThresholdOptions options = make_threshold_options(settings, "segments");
  Output output(settings.output);
  Progress progress;
  const ScoreTable table = read_scores(settings, progress);
  if (table.score_names.size() != 1)
    throw UsageError("--scores names " + std::to_string(table.score_names.size()) +
                     " columns: segments have thresholds on one score");
  std::vector<std::string> names(table.segments.begin(), table.segments.end());
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<std::int64_t> segments;
  for (const std::string &name : table.segments)
    segments.push_back(std::lower_bound(names.begin(), names.end(), name) - names.begin());
  if (names.empty()) names = {"all"};
  const auto given = [](const std::vector<double> &of_rows) { return of_rows.empty() ? Array() : Array(of_rows); };
  const std::vector<double> limits = own_limits(asked.segment_limits, names);
  const auto n_names = static_cast<std::int64_t>(names.size());
  const auto n_limits = static_cast<std::int64_t>(limits.size()) / n_names;
  const Array limit_table = limits.empty() ? Array() : Array(Table<const double>(limits.data(), n_names, n_limits));
  follow(options, progress, "choosing");
  const std::vector<SegmentThresholds> answers = segment_thresholds(
      table.labels, table.scores, segments.empty() ? Array() : Array(segments), n_names, options,
      {table.weights_or_none(), given(table.benefits), given(table.costs), limit_table});
  progress.clear();
  output.write(asked.text ? segment_text(settings, table, names, answers) : segment_json(settings, names, answers));
  output.finish();
  Warnings warnings;
  for (const SegmentThresholds &answer : answers)
    if (answer.number(WALD_SEGMENTS_FEASIBLE) == 0)
      warnings.note(certifies(settings) ? not_certified(names, answer) : "no thresholds keep all that was asked for");
  warnings.say();
}

}  // namespace wald::cli

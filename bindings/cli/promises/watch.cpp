// wald watch: whether a promise is still kept, a line for each batch of rows as they come.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "base/interrupt.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "input/cells.hpp"
#include "input/csv_scanner.hpp"
#include "input/source.hpp"
#include "options/library_words.hpp"
#include "promises/claimed_columns.hpp"
#include "promises/promise_plot.hpp"

namespace wald::cli {
namespace {

/// Rows that are fed together.
struct WatchedBatch {
  std::vector<std::uint8_t> flagged, labels;
  std::vector<double> label_probabilities, weights, times;
  std::vector<std::int64_t> segments;
};

class WatchedRowReader : public TableHandler {
 public:
  template <class Take>
  WatchedRowReader(const Source &source, const Settings &settings, std::vector<std::string> segments, const Take &take)
      : TableHandler(source), settings_(settings), asked_(settings.watch), segments_(std::move(segments)), take_(take) {}

  void header(const std::vector<std::string> &names) override {
    columns_.begin(names);
    columns_.claim(asked_.flagged, "--flagged", Use::flagged);
    has_labels_ = columns_.claim(asked_.label, "--label", Use::label, asked_.label != "label");
    drawn_ = columns_.claim(asked_.label_probability.value_or("label_probability"), "--label-probability", Use::drawn,
                            asked_.label_probability.has_value());
    timed_ = asked_.time && columns_.claim(*asked_.time, "--time", Use::time);
    if (settings_.weights) columns_.claim(*settings_.weights, "--weights", Use::weight);
    if (asked_.segment) columns_.claim(*asked_.segment, "--segment", Use::segment);
  }

  void cell(std::size_t column, std::string_view text) override {
    const auto refuse = [&](const char *rule) { bad_cell(position, columns_.place(column), text, rule); };
    switch (columns_.use(column)) {
      case Use::flagged:
        if (!is_zero_or_one(text, flagged_)) refuse(flag_rule);
        break;
      case Use::label:
        if (is_missing(text))
          label_ = WALD_NOT_RATED;
        else if (!is_zero_or_one(text, label_))
          refuse(label_rule);
        break;
      case Use::drawn:
        if (!is_probability(text, probability_)) refuse(probability_rule);
        break;
      case Use::weight:
        if (!is_weight(text, weight_)) refuse(weight_rule);
        break;
      case Use::time:
        if (!is_score(text, time_) || !std::isfinite(time_)) refuse("a time is a finite number");
        break;
      case Use::segment: segment_ = segment_of(text, column); break;
      case Use::ignored: require_utf8(position, columns_.place(column), text);
    }
  }

  void end_row() override {
    lines_.push_back(position.line);
    batch_.flagged.push_back(flagged_);
    batch_.labels.push_back(label_);
    if (drawn_) batch_.label_probabilities.push_back(probability_);
    if (settings_.weights) batch_.weights.push_back(weight_);
    if (timed_) batch_.times.push_back(time_);
    if (asked_.segment) batch_.segments.push_back(segment_);
    if (static_cast<std::int64_t>(batch_.flagged.size()) == asked_.batch) hand_over();
  }

  void hand_over() {
    if (batch_.flagged.empty()) return;
    try {
      take_(batch_, has_labels_);
    } catch (const Error &error) {
      refuse_row(error);
      throw;
    }
    batch_ = WatchedBatch();
    lines_.clear();
  }

 private:
  enum class Use : std::uint8_t { ignored, flagged, label, drawn, weight, time, segment };

  /// Fails with the line and the column of the row that a message of the library is about, "weights[3] is ...".
  void refuse_row(const Error &error) const {
    const std::string said = error.what();
    const std::size_t open = said.find('['), close = said.find("] ");
    std::int64_t row = 0;
    if (close == std::string::npos || open > close || !parse_integer(said.substr(open + 1, close - open - 1), row)) return;
    const std::string argument = said.substr(0, open), no_label = "is 2 (no label)";
    const std::string column = argument == "labels"                ? asked_.label
                               : argument == "label_probabilities" ? asked_.label_probability.value_or("label_probability")
                               : argument == "weights"             ? settings_.weights.value_or("")
                                                                   : "";
    if (column.empty()) return;
    std::string rest = said.substr(close + 2);
    if (rest.rfind(no_label, 0) == 0) rest.replace(0, no_label.size(), "has no label");
    Position{position.name, lines_[static_cast<std::size_t>(row)]}.fail(in_column(column) + " " + in_options(rest));
  }

  std::int64_t segment_of(std::string_view text, std::size_t column) const {
    for (std::size_t s = 0; s < segments_.size(); ++s)
      if (segments_[s] == text) return static_cast<std::int64_t>(s);
    bad_cell(position, columns_.place(column), text, "a segment is one of --segments");
  }

  const Settings &settings_;
  const WatchSettings &asked_;
  std::vector<std::string> segments_;
  std::function<void(const WatchedBatch &, bool has_labels)> take_;
  ClaimedColumns<Use> columns_{position};
  bool has_labels_ = false, drawn_ = false, timed_ = false;
  std::uint8_t flagged_ = 0, label_ = WALD_NOT_RATED;
  double probability_ = 1, weight_ = 1, time_ = 0;
  std::int64_t segment_ = 0;
  WatchedBatch batch_;
  std::vector<std::int64_t> lines_;  // of its rows
};

std::string state_name(double state) { return library_word("promise_state", state); }

Json line_of(const Promise &promise, const std::vector<std::string> &segments) {
  Json out = {{"rows", promise.n_rows()},
              {"labels", promise.n_labels()},
              {"state", state_name(promise.state())},
              {"value", promise.value()},
              {"low", promise.low()},
              {"high", promise.high()},
              {"evidence", promise.evidence()},
              {"evidence_kept", promise.evidence_kept()},
              {"alarms", promise.n_alarms()},
              {"broken_since", promise.broken_since()},
              {"labels_needed", with_infinities(promise.labels_needed())}};
  if (segments.empty()) return out;
  const std::vector<double> rows = promise.n_segment_rows(), states = promise.segment_state(),
                            values = promise.segment_value(), low = promise.segment_low(),
                            high = promise.segment_high(), evidence = promise.segment_evidence(),
                            since = promise.segment_broken_since();
  Json each = Json::array();
  for (std::size_t s = 0; s < segments.size(); ++s)
    each.add({{"segment", segments[s]},
              {"rows", static_cast<std::int64_t>(rows[s])},
              {"state", state_name(states[s])},
              {"value", values[s]},
              {"low", low[s]},
              {"high", high[s]},
              {"evidence", evidence[s]},
              {"broken_since", since[s]}});
  out["segments"] = each;
  return out;
}

std::string state_text(const Promise &promise) {
  const std::string since =
      std::isnan(promise.broken_since()) ? "" : ", since about row " + rounded(promise.broken_since());
  return std::string(promise.claim()) + ": " + state_name(promise.state()) + " after " +
         std::to_string(promise.n_rows()) + " rows, " + rounded(promise.value()) + " in [" + rounded(promise.low()) +
         ", " + rounded(promise.high()) + "]" + since + "\n";
}

// The names of segments stand beside the state of the library.
std::string with_segments(const std::string &saved, const std::vector<std::string> &segments) {
  return json_text({{"promise", saved}, {"segments", segments}}) + "\n";
}

struct Watched {
  Promise promise;
  std::vector<std::string> segments;
};

Watched loaded(const std::string &path, Progress &progress) {
  Source source(path, progress);
  const std::optional<Json> state = parse_json(source.all(), {path});
  const Json *const saved = state ? state->find("promise") : nullptr;
  const Json *const names = state ? state->find("segments") : nullptr;
  const auto is_text = [](const Json &value) { return value.is(Json::Kind::text); };
  if (!saved || !is_text(*saved) || !names || !names->is(Json::Kind::array) ||
      !std::all_of(names->items().begin(), names->items().end(), is_text))
    throw InputError(path + ": this is no state that 'wald watch --save' wrote");
  std::vector<std::string> segments;
  for (const Json &name : names->items()) segments.push_back(name.text());
  try {
    Promise promise = Promise::load(saved->text());
    if (promise.n_segments() != static_cast<std::int64_t>(segments.size()))
      throw InputError(path + ": " + counted(std::to_string(segments.size()), "segment") + ", where the promise has " +
                       std::to_string(promise.n_segments()));
    return {std::move(promise), segments};
  } catch (const Error &error) {
    source.refuse(error);
  }
}

Watched begun(const Settings &settings) {
  const WatchSettings &asked = settings.watch;
  PromiseOptions options = settings.library.options<PromiseOptions>();
  if (!asked.segments.empty()) options.n_segments(static_cast<std::int64_t>(asked.segments.size()));
  try {
    return {Promise(asked.promise, options), asked.segments};
  } catch (const Error &error) {
    const std::string said = error.what();
    if (said.rfind("promise is ", 0) == 0) throw UsageError("--" + said);
    if (said.rfind("promise of ", 0) != 0 && said.rfind("metric ", 0) != 0) throw;
    throw UsageError("--promise " + shown(asked.promise) + ": " + said.substr(0, said.find(" The metrics are ")));
  }
}

}  // namespace

void watch(const Settings &settings) {
  const WatchSettings &asked = settings.watch;
  Progress progress;
  Watched watched = asked.load.empty() ? begun(settings) : loaded(asked.load, progress);
  if (asked.segment && watched.segments.empty())
    throw Failure("--segment " + shown(*asked.segment) + ": the promise of --load has no segments");
  Promise &promise = watched.promise;
  Output output(settings.output);
  std::optional<Output> state;
  if (!asked.save.empty()) state.emplace(asked.save);
  std::optional<PromisePlot> plot;
  if (!settings.plot.empty()) plot.emplace(settings.plot, asked.time.has_value());
  if (plot && promise.n_rows() > 0) plot->look(promise);
  Source source(settings.file, progress);
  WatchedRowReader reader(source, settings, watched.segments, [&](const WatchedBatch &batch, bool has_labels) {
    Promise::Rows rows;
    if (has_labels) rows.labels = batch.labels;
    if (!batch.label_probabilities.empty()) rows.label_probabilities = batch.label_probabilities;
    if (!batch.weights.empty()) rows.weights = batch.weights;
    if (!batch.times.empty()) rows.times = batch.times;
    if (!batch.segments.empty()) rows.segments = batch.segments;
    promise.feed(batch.flagged, rows);
    if (plot) plot->look(promise);
    progress.clear();
    output.write(asked.text ? state_text(promise) : json_text(line_of(promise, watched.segments)) + "\n");
    output.flush();
    if (interrupted()) throw Interrupted();
  });
  scan_csv(source, reader);
  reader.hand_over();
  progress.clear();
  if (state) {
    state->write(with_segments(promise.save(), watched.segments));
    state->finish();
  }
  output.finish();
  if (plot) plot->draw(promise);
  if (promise.state() == WALD_PROMISE_STATE_BROKEN) throw PromiseBroken();
}

}  // namespace wald::cli

// wald estimate: a metric of decisions whose labels are missing, a line for each chunk of rows.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "input/cells.hpp"
#include "input/columns.hpp"
#include "input/csv_scanner.hpp"
#include "input/numbering.hpp"
#include "input/source.hpp"
#include "promises/claimed_columns.hpp"

namespace wald::cli {
namespace {

struct EstimatedRows {
  std::vector<double> probabilities;          // rows by labels
  std::vector<std::uint8_t> flagged, labels;  // the same
  std::vector<double> label_probabilities, weights;
  std::vector<std::int64_t> segments;
};

/// Reads rows, by chunk; or calibration rows, which are one.
class EstimatedRowReader : public TableHandler {
 public:
  EstimatedRowReader(const Source &source, const Settings &settings, bool calibration)
      : TableHandler(source), settings_(settings), asked_(settings.estimate), calibration_(calibration) {}

  bool spreads_lists() const override { return true; }
  void header(const std::vector<std::string> &names) override {
    columns_.begin(names);
    probability_patterns_ = columns_.with_lists(asked_.probabilities);
    const std::vector<std::string> label_patterns = columns_.with_lists(asked_.labels);
    if (settings_.weights) columns_.claim(*settings_.weights, "--weights", Use::weight);
    const bool has_drawn =
        !calibration_ && columns_.claim(asked_.label_probability.value_or("label_probability"), "--label-probability",
                                        Use::drawn, asked_.label_probability.has_value());
    if (!calibration_ && asked_.chunk) columns_.claim(*asked_.chunk, "--chunk", Use::chunk);
    if (!calibration_ && asked_.segment) columns_.claim(*asked_.segment, "--segment", Use::segment);
    names_ = selected("--probability", probability_patterns_, Use::probability).names;
    probabilities_.resize(names_.size());
    flagged_.resize(names_.size());
    labels_.resize(names_.size());
    if (!calibration_) flag_labels_ = labels_of(selected("--flagged", columns_.with_lists(asked_.flagged), Use::flagged));
    // The calibration rows alone may have the labels; a column "label" that nobody named may be one among several.
    const bool known = columns_.any(label_patterns) || (asked_.labels_given && asked_.calibration.empty());
    labelled_ = calibration_ || (known && (asked_.labels_given || names_.size() == 1));
    if (has_drawn && !labelled_) position.fail("--label-probability needs --label: the columns of the labels");
    if (!labelled_) return;
    const SelectedColumns truth = selected("--label", label_patterns, Use::label);
    truth_labels_ = labels_of(truth);
    if (!calibration_ && !has_drawn)
      position.fail(in_column(truth.names[0]) +
                    " needs --label-probability: how likely the labels of each row were to be asked for");
  }

  void cell(std::size_t column, std::string_view text) override {
    const std::size_t slot = columns_.slot(column);
    const auto refuse = [&](const char *rule) { bad_cell(position, columns_.place(column), text, rule); };
    switch (columns_.use(column)) {
      case Use::probability:
        if (!is_probability(text, probabilities_[slot])) refuse(probability_rule);
        break;
      case Use::flagged:
        if (!is_zero_or_one(text, flagged_[flag_labels_[slot]])) refuse(flag_rule);
        break;
      case Use::label: take_label(column, text); break;
      case Use::drawn:
        if (!is_probability(text, drawn_)) refuse(probability_rule);
        drawn_column_ = column;
        break;
      case Use::weight:
        if (!is_weight(text, weight_)) refuse(weight_rule);
        break;
      case Use::chunk:
        require_group(column, text, "chunk");
        chunk_ = chunks_.number(text);
        break;
      case Use::segment:
        require_group(column, text, "segment");
        segment_ = segments_.number(text);
        break;
      case Use::ignored: require_utf8(position, columns_.place(column), text);
    }
  }

  void end_row() override {
    rows_.resize(std::max(rows_.size(), static_cast<std::size_t>(chunk_) + 1));
    EstimatedRows &to = rows_[static_cast<std::size_t>(chunk_)];
    to.probabilities.insert(to.probabilities.end(), probabilities_.begin(), probabilities_.end());
    if (settings_.weights) to.weights.push_back(weight_);
    if (labelled_) to.labels.insert(to.labels.end(), labels_.begin(), labels_.end());
    if (calibration_) return;
    to.flagged.insert(to.flagged.end(), flagged_.begin(), flagged_.end());
    if (labelled_) end_labels(to);
    if (asked_.segment) to.segments.push_back(segment_);
  }

  const std::vector<EstimatedRows> &rows() const { return rows_; }
  const std::vector<std::string> &chunks() const { return chunks_.names(); }
  const std::vector<std::string> &segments() const { return segments_.names(); }
  /// The columns of probabilities, by label.
  const std::vector<std::string> &names() const { return names_; }

  /// Cells of rows by labels.
  template <class T>
  Table<const T> table(const std::vector<T> &cells) const {
    const std::size_t n_labels = names_.size();
    return {cells.data(), static_cast<std::int64_t>(cells.size() / n_labels), static_cast<std::int64_t>(n_labels)};
  }

 private:
  enum class Use : std::uint8_t { ignored, probability, flagged, label, drawn, weight, chunk, segment };

  SelectedColumns selected(const char *option, const std::vector<std::string> &patterns, Use use) {
    return {option, patterns, columns_.claim_list(patterns, option, use)};
  }

  /// Of each column of an option, the number of its label.
  std::vector<std::size_t> labels_of(const SelectedColumns &own) const {
    const SelectedColumns labels{"--probability", probability_patterns_, names_};
    const std::vector<std::size_t> places = columns_of_labels(labels, own, position);
    std::vector<std::size_t> out(places.size());
    for (std::size_t label = 0; label < places.size(); ++label) out[places[label]] = label;
    return out;
  }

  void require_group(std::size_t column, std::string_view text, const char *what) {
    require_utf8(position, columns_.place(column), text);
    if (is_missing(text))
      position.fail(columns_.place(column) + (text.empty() ? " is empty" : " is " + std::string(text)) + ": every row has a " +
                    what);
  }

  void take_label(std::size_t column, std::string_view text) {
    std::uint8_t &label = labels_[truth_labels_[columns_.slot(column)]];
    if (!calibration_ && is_missing(text)) {
      label = WALD_NOT_RATED;
      open_label_ = column;
    } else if (is_zero_or_one(text, label)) {
      known_label_ = column;
    } else {
      bad_cell(position, columns_.place(column), text, calibration_ ? zero_or_one_rule : label_rule);
    }
  }

  void end_labels(EstimatedRows &to) {
    if (open_label_ && known_label_)
      position.fail(columns_.place(*open_label_) + " has no label, and " + columns_.place(*known_label_) +
                    " has one: all labels of a row must be known, or none");
    if (known_label_ && drawn_ == 0)
      position.fail(columns_.place(drawn_column_) + " is 0, and the label is known: must be above 0");
    if (open_label_ && drawn_ == 1)
      position.fail(columns_.place(drawn_column_) +
                    " is 1, and the label is not known: must be 0 if it was not requested or has not arrived");
    to.label_probabilities.push_back(drawn_);
    open_label_.reset();
    known_label_.reset();
  }

  const Settings &settings_;
  const EstimateSettings &asked_;
  const bool calibration_;
  ClaimedColumns<Use> columns_{position};
  bool labelled_ = false;
  std::vector<std::string> probability_patterns_, names_;
  std::vector<std::size_t> flag_labels_, truth_labels_;
  Numbering chunks_, segments_;
  // The present row, whose columns may stand in any order.
  std::vector<double> probabilities_;
  std::vector<std::uint8_t> flagged_, labels_;
  std::optional<std::size_t> open_label_, known_label_;  // a column of each
  std::size_t drawn_column_ = 0;
  double drawn_ = 0, weight_ = 1;
  std::int64_t chunk_ = 0, segment_ = 0;
  std::vector<EstimatedRows> rows_;
};

/// What is known of all chunks.
struct Estimates {
  explicit Estimates(const Performance &of)
      : value(of.value()), low(of.low()), high(of.high()), error(of.standard_error()), calibration(of.calibration_error()),
        rows(of.n_rows()), labels(of.n_labels()), segment_value(of.segment_value()), segment_low(of.segment_low()),
        segment_high(of.segment_high()), segment_rows(of.n_segment_rows()) {}
  std::vector<double> value, low, high, error, calibration, rows, labels;
  std::vector<double> segment_value, segment_low, segment_high, segment_rows;
};

Json estimate_line(const Estimates &e, std::size_t chunk, const Json &name, const std::vector<std::string> &segments) {
  Json out = {{"chunk", name},
              {"rows", static_cast<std::int64_t>(e.rows[chunk])},
              {"labels", static_cast<std::int64_t>(e.labels[chunk])},
              {"value", e.value[chunk]},
              {"low", e.low[chunk]},
              {"high", e.high[chunk]},
              {"standard_error", e.error[chunk]},
              {"calibration_error", e.calibration[chunk]}};
  if (segments.empty()) return out;
  Json each = Json::array();
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const std::size_t at = chunk * segments.size() + s;
    each.add({{"segment", segments[s]},
              {"rows", static_cast<std::int64_t>(e.segment_rows[at])},
              {"value", e.segment_value[at]},
              {"low", e.segment_low[at]},
              {"high", e.segment_high[at]}});
  }
  out["segments"] = each;
  return out;
}

std::string csv_line(const Estimates &e, std::size_t chunk, const std::string &name) {
  std::string out;
  append_csv(out, name);
  for (const std::vector<double> *each : {&e.rows, &e.labels, &e.value, &e.low, &e.high, &e.error, &e.calibration})
    {
    out += ",";
    if (!std::isnan((*each)[chunk])) append_number(out, (*each)[chunk]);
  }
  return out + "\n";
}

std::string text_line(const Estimates &e, std::size_t chunk, const std::string &name, std::string_view metric) {
  return name + ": " + std::string(metric) + " " + rounded(e.value[chunk]) + " in [" + rounded(e.low[chunk]) + ", " +
         rounded(e.high[chunk]) + "], " + std::to_string(static_cast<std::int64_t>(e.rows[chunk])) + " rows\n";
}

}  // namespace

void estimate(const Settings &settings) {
  const EstimateSettings &asked = settings.estimate;
  Progress progress;
  const Metric metric = make_metric(settings, settings.metrics[0]);
  Performance::Calibration calibration;
  std::optional<EstimatedRowReader> calibrating;
  if (!asked.calibration.empty()) {
    Source source(asked.calibration, progress);
    calibrating.emplace(source, settings, true);
    scan_csv(source, *calibrating);
    const EstimatedRows &rows = calibrating->rows()[0];
    calibration.truth = calibrating->table(rows.labels);
    calibration.probabilities = calibrating->table(rows.probabilities);
    if (settings.weights) calibration.weights = rows.weights;
  }
  Source source(settings.file, progress);
  EstimatedRowReader reader(source, settings, false);
  scan_csv(source, reader);
  if (calibrating && calibrating->names() != reader.names())
    throw InputError(source.name() + ": --probability selects other columns than in " + asked.calibration);
  PerformanceOptions options = settings.library.options<PerformanceOptions>();
  if (!reader.segments().empty()) options.n_segments(static_cast<std::int64_t>(reader.segments().size()));
  Performance performance(metric, calibration, options);
  for (const EstimatedRows &chunk : reader.rows()) {
    Performance::Rows beside;
    if (!chunk.labels.empty()) {
      beside.labels = reader.table(chunk.labels);
      beside.label_probabilities = chunk.label_probabilities;
    }
    if (!chunk.weights.empty()) beside.weights = chunk.weights;
    if (!chunk.segments.empty()) beside.segments = chunk.segments;
    performance.feed(reader.table(chunk.probabilities), reader.table(chunk.flagged), beside);
  }
  progress.clear();
  const Estimates found(performance);
  Output output(settings.output);
  if (asked.format == EstimateFormat::csv)
    output.write("chunk,rows,labels,value,low,high,standard_error,calibration_error\n");
  for (std::size_t c = 0; c < found.value.size(); ++c) {
    const std::string name = asked.chunk ? reader.chunks()[c] : std::to_string(c);
    switch (asked.format) {
      case EstimateFormat::csv: output.write(csv_line(found, c, name)); break;
      case EstimateFormat::text: output.write(text_line(found, c, name, performance.metric())); break;
      case EstimateFormat::jsonl:
        output.write(json_text(estimate_line(found, c, asked.chunk ? Json(name) : Json(static_cast<std::int64_t>(c)),
                                       reader.segments())) + "\n");
    }
  }
  output.finish();
}

}  // namespace wald::cli

// wald estimate: a metric of decisions whose labels are missing, a line for each chunk of rows.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "input/cells.hpp"
#include "input/csv_scanner.hpp"
#include "input/numbering.hpp"
#include "input/source.hpp"
#include "promises/claimed_columns.hpp"

namespace wald::cli {
namespace {

struct EstimatedRows {
  std::vector<double> probabilities, label_probabilities, weights;
  std::vector<std::uint8_t> flagged, labels;
  std::vector<std::int64_t> segments;
};

/// Reads rows, by chunk; or calibration rows, which are one.
class EstimatedRowReader : public TableHandler {
 public:
  EstimatedRowReader(const Source &source, const Settings &settings, bool calibration)
      : TableHandler(source), settings_(settings), asked_(settings.estimate), calibration_(calibration) {}

  void header(const std::vector<std::string> &names) override {
    columns_.begin(names);
    columns_.claim(asked_.probability, "--probability", Use::probability);
    if (settings_.weights) columns_.claim(*settings_.weights, "--weights", Use::weight);
    if (calibration_) {
      columns_.claim(asked_.label, "--label", Use::label);
      return;
    }
    columns_.claim(asked_.flagged, "--flagged", Use::flagged);
    labelled_ = columns_.claim(asked_.label, "--label", Use::label, asked_.label != "label");
    const bool drawn = columns_.claim(asked_.label_probability.value_or("label_probability"), "--label-probability",
                                      Use::drawn, asked_.label_probability.has_value());
    if (labelled_ && !drawn)
      position.fail("column " + shown(asked_.label) + " needs --label-probability: how likely each label was to be asked for");
    if (drawn && !labelled_) position.fail("--label-probability needs --label: the column of the labels");
    if (asked_.chunk) columns_.claim(*asked_.chunk, "--chunk", Use::chunk);
    if (asked_.segment) columns_.claim(*asked_.segment, "--segment", Use::segment);
  }

  void cell(std::size_t column, std::string_view text) override {
    const auto refuse = [&](const char *rule) { bad_cell(position, columns_.place(column), text, rule); };
    switch (columns_.use(column)) {
      case Use::probability:
        if (!is_probability(text, probability_)) refuse(probability_rule);
        break;
      case Use::flagged:
        if (!is_zero_or_one(text, flagged_)) refuse(flag_rule);
        break;
      case Use::label:
        if (!calibration_ && is_missing(text))
          label_ = WALD_NOT_RATED;
        else if (!is_zero_or_one(text, label_))
          refuse(calibration_ ? zero_or_one_rule : label_rule);
        break;
      case Use::drawn:
        if (!is_probability(text, drawn_)) refuse(probability_rule);
        break;
      case Use::weight:
        if (!is_weight(text, weight_)) refuse(weight_rule);
        break;
      case Use::chunk: require_utf8(position, columns_.place(column), text); chunk_ = chunks_.number(text); break;
      case Use::segment: require_utf8(position, columns_.place(column), text); segment_ = segments_.number(text); break;
      case Use::ignored: require_utf8(position, columns_.place(column), text);
    }
  }

  void end_row() override {
    rows_.resize(std::max(rows_.size(), static_cast<std::size_t>(chunk_) + 1));
    EstimatedRows &to = rows_[static_cast<std::size_t>(chunk_)];
    to.probabilities.push_back(probability_);
    if (settings_.weights) to.weights.push_back(weight_);
    if (labelled_ || calibration_) to.labels.push_back(label_);
    if (calibration_) return;
    to.flagged.push_back(flagged_);
    if (labelled_) to.label_probabilities.push_back(drawn_);
    if (asked_.segment) to.segments.push_back(segment_);
  }

  const std::vector<EstimatedRows> &rows() const { return rows_; }
  const std::vector<std::string> &chunks() const { return chunks_.names(); }
  const std::vector<std::string> &segments() const { return segments_.names(); }

 private:
  enum class Use : std::uint8_t { ignored, probability, flagged, label, drawn, weight, chunk, segment };

  const Settings &settings_;
  const EstimateSettings &asked_;
  const bool calibration_;
  ClaimedColumns<Use> columns_{position};
  bool labelled_ = false;
  Numbering chunks_, segments_;
  std::uint8_t flagged_ = 0, label_ = WALD_NOT_RATED;
  double probability_ = 0, drawn_ = 0, weight_ = 1;
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
  std::vector<EstimatedRows> calibrating;
  if (!asked.calibration.empty()) {
    Source source(asked.calibration, progress);
    EstimatedRowReader reader(source, settings, true);
    scan_csv(source, reader);
    if (reader.rows().empty()) throw InputError(asked.calibration + ": there are no rows");
    calibrating = reader.rows();
    calibration.truth = calibrating[0].labels;
    calibration.probabilities = calibrating[0].probabilities;
    if (settings.weights) calibration.weights = calibrating[0].weights;
  }
  Source source(settings.file, progress);
  EstimatedRowReader reader(source, settings, false);
  scan_csv(source, reader);
  PerformanceOptions options = settings.library.options<PerformanceOptions>();
  if (!reader.segments().empty()) options.n_segments(static_cast<std::int64_t>(reader.segments().size()));
  Performance performance(metric, calibration, options);
  for (const EstimatedRows &chunk : reader.rows()) {
    Performance::Rows beside;
    if (!chunk.labels.empty()) {
      beside.labels = chunk.labels;
      beside.label_probabilities = chunk.label_probabilities;
    }
    if (!chunk.weights.empty()) beside.weights = chunk.weights;
    if (!chunk.segments.empty()) beside.segments = chunk.segments;
    performance.feed(chunk.probabilities, chunk.flagged, beside);
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

// wald detections: matches detections to the truth, and chooses a threshold for each class.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "base/warnings.hpp"
#include "commands.hpp"
#include "detections/detection_files.hpp"
#include "thresholds/threshold_report.hpp"

namespace wald::cli {
namespace {

/// Regions as the library matches them: each row begins with the number of its image and class.
std::vector<double> placed(const Regions &regions, std::size_t sides, std::int64_t n_classes) {
  std::vector<double> out;
  out.reserve(regions.images.size() * (sides + 1));
  for (std::size_t i = 0; i < regions.images.size(); ++i) {
    out.push_back(static_cast<double>(regions.images[i] * n_classes + regions.classes[i]));
    const auto from = regions.sides.begin() + static_cast<std::ptrdiff_t>(i * sides);
    out.insert(out.end(), from, from + static_cast<std::ptrdiff_t>(sides));
  }
  return out;
}

std::vector<double> matched(const DetectionRows &rows, double min_overlap) {
  const auto columns = static_cast<std::int64_t>(rows.sides + 1);
  const auto table = [&](const std::vector<double> &cells) {
    return Table<const double>{cells.data(), static_cast<std::int64_t>(cells.size()) / columns, columns};
  };
  const std::vector<double> truths = placed(rows.truths, rows.sides, rows.classes.count()),
                            found = placed(rows.detections, rows.sides, rows.classes.count());
  return Sample::match_detections(table(truths), rows.truths.crowds, table(found), rows.detections.scores, min_overlap);
}

/// What is chosen for one class.
struct ClassChoice {
  std::int64_t positives = 0;  // truths that are no crowds
  std::string missing;         // why there is no threshold
  std::optional<Thresholds> thresholds;
};

ClassChoice choose_class(const DetectionRows &rows, const std::vector<double> &truth, std::int64_t number,
                         ThresholdOptions &options) {
  ClassChoice out;
  std::vector<double> own, scores;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (rows.detections.classes[i] != number) continue;
    own.push_back(truth[i]);
    scores.push_back(rows.detections.scores[i]);
  }
  for (std::size_t i = 0; i < rows.truths.classes.size(); ++i)
    out.positives += rows.truths.classes[i] == number && rows.truths.crowds[i] == 0;
  if (std::find(own.begin(), own.end(), 1.0) == own.end()) {
    out.missing = out.positives > 0 ? "no truth was found" : "there is no truth";
    return out;
  }
  std::vector<std::uint8_t> rated;
  for (const double one : own) rated.push_back(std::isnan(one) ? std::uint8_t{WALD_NOT_RATED} : std::uint8_t{one == 1});
  Sample sample;
  sample.feed(rated, scores);
  options.positives(static_cast<double>(out.positives));
  out.thresholds.emplace(sample.choose(options));
  return out;
}

Json choice_json(const ClassChoice &choice) {
  const double nothing = HUGE_VAL;
  if (!choice.thresholds)
    return {{"threshold", with_infinities(nothing)}, {"positives", choice.positives}, {"missing", choice.missing}};
  const Thresholds &found = *choice.thresholds;
  Json out = {{"threshold", with_infinities(found.thresholds()[0])}, {"positives", choice.positives}};
  for (const wald_thresholds_fact fact : {WALD_THRESHOLDS_TP, WALD_THRESHOLDS_FP, WALD_THRESHOLDS_PRECISION,
                                          WALD_THRESHOLDS_RECALL, WALD_THRESHOLDS_VALUE})
    out[fact_name(fact)] = found.number(fact);
  out["feasible"] = found.feasible();
  out["flags"] = found.flag_names();
  return out;
}

std::string choice_text(const std::string &name, const ClassChoice &choice) {
  std::string out = printable(name) + ": ";
  if (!choice.thresholds) return out + "nothing, " + choice.missing + '\n';
  const Thresholds &found = *choice.thresholds;
  return out + rule_in_words({"score"}, WALD_RULE_OR, found.thresholds()) + " (tp " + rounded(found.tp()) + " of " +
         std::to_string(choice.positives) + ", fp " + rounded(found.fp()) + ", value " + rounded(found.value()) + ")" +
         (found.feasible() ? "\n" : ", out of reach\n");
}

void write_rows(const std::string &path, const DetectionRows &rows, const std::vector<double> &truth) {
  Output output(path);
  output.write("image,class,score,truth\n");
  for (std::size_t i = 0; i < truth.size(); ++i) {
    std::string line;
    append_csv(line, rows.images.names()[static_cast<std::size_t>(rows.detections.images[i])]);
    line += ',';
    append_csv(line, rows.classes.names()[static_cast<std::size_t>(rows.detections.classes[i])]);
    line += ',';
    append_number(line, rows.detections.scores[i]);
    line += std::isnan(truth[i]) ? ",\n" : truth[i] == 1 ? ",1\n" : ",0\n";
    output.write(line);
  }
  output.finish();
}

}  // namespace

void detections(const Settings &settings) {
  const DetectionSettings &asked = settings.detections;
  ThresholdOptions options = make_threshold_options(settings, "choose");
  Output output(settings.output);
  Progress progress;
  const auto read = asked.form == DetectionForm::coco ? read_coco : asked.form == DetectionForm::spans ? read_spans : read_bio;
  const DetectionRows rows = read(settings.file, asked.truth, progress);
  const std::vector<double> truth = matched(rows, asked.min_overlap);
  if (!asked.rows.empty()) write_rows(asked.rows, rows, truth);
  follow(options, progress, "choosing");
  Json out = {{"objective", objective_in_words(settings)}};
  Json &classes = out["classes"] = Json::object();
  std::string text;
  Warnings warnings;
  for (std::int64_t number = 0; number < rows.classes.count(); ++number) {
    const std::string &name = rows.classes.names()[static_cast<std::size_t>(number)];
    const ClassChoice choice = choose_class(rows, truth, number, options);
    classes[name] = choice_json(choice);
    text += choice_text(name, choice);
    if (choice.thresholds && !choice.thresholds->warning().empty())
      warnings.note(name + ": " + std::string(choice.thresholds->warning()));
  }
  progress.clear();
  output.write(asked.text ? text : json_text(out) + '\n');
  output.finish();
  warnings.say();
}

}  // namespace wald::cli

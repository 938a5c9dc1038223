// wald detections: matches detections to the truth, and chooses a threshold for each class.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

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
  try {
    return Sample::match_detections(table(truths), rows.truths.crowds, table(found), rows.detections.scores, min_overlap);
  } catch (const Error &error) {
    const std::string said = error.what();
    if (said.rfind("truths[", 0) == 0) throw InputError(rows.truths.file + ": " + said);
    if (said.rfind("detections[", 0) == 0) throw InputError(rows.detections.file + ": " + said);
    throw;
  }
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

std::vector<ClassChoice> choose_classes(const DetectionRows &rows, const std::vector<double> &truth,
                                        ThresholdOptions &options) {
  std::vector<ClassChoice> out;
  for (std::int64_t number = 0; number < rows.classes.count(); ++number)
    out.push_back(choose_class(rows, truth, number, options));
  return out;
}

/// F1 of the summed counts.
double pooled_f1(const std::vector<ClassChoice> &classes) {
  double tp = 0, all = 0;
  for (const ClassChoice &choice : classes) {
    all += static_cast<double>(choice.positives);
    if (!choice.thresholds) continue;
    tp += choice.thresholds->tp();
    all += choice.thresholds->tp() + choice.thresholds->fp();
  }
  return tp > 0 ? 2 * tp / all : 0;
}

/// The greatest F1 of the summed counts, by Dinkelbach's method: at its value F the best thresholds have the greatest
/// (2 - F) TP - F FP, which is a sum over classes. F rises in each round but the last.
std::vector<ClassChoice> choose_pooled(const DetectionRows &rows, const std::vector<double> &truth,
                                       ThresholdOptions &options) {
  options.reset("metric");
  std::vector<ClassChoice> best = choose_classes(rows, truth, options);
  for (double value = pooled_f1(best); value > 0;) {
    std::vector<ClassChoice> next = choose_classes(rows, truth, options.cost_ratio((2 - value) / value));
    const double now = pooled_f1(next);
    if (now <= value) break;
    value = now;
    best = std::move(next);
  }
  return best;
}

constexpr std::int64_t all_classes = -1;

/// The candidates of each image, of one threshold for all classes or for one: a row per image, with -inf for a truth that
/// no detection found, and to fill up. Images without a truth have no recall, and are left out of a mean of it; those that
/// do not have the class, of a mean of anything.
struct ImageTable {
  std::int64_t rows = 0, columns = 0;
  std::vector<double> scores;
  std::vector<std::uint8_t> truth;
};

ImageTable table_of_images(const DetectionRows &rows, const std::vector<double> &truth, bool with_truth, std::int64_t of_class) {
  const auto n = static_cast<std::size_t>(rows.images.count());
  std::vector<std::vector<std::pair<double, std::uint8_t>>> candidates(n);
  std::vector<std::int64_t> truths(n), found(n);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double score = rows.detections.scores[i];
    if (!(score >= 0 && score <= 1))
      throw InputError(rows.detections.file + ": detection " + std::to_string(i) + " has the score " +
                       shortest(score) + ": must lie in [0, 1] with --average instance");
    if (std::isnan(truth[i]) || (of_class != all_classes && rows.detections.classes[i] != of_class)) continue;
    const auto image = static_cast<std::size_t>(rows.detections.images[i]);
    candidates[image].emplace_back(score, truth[i] == 1);
    found[image] += truth[i] == 1;
  }
  for (std::size_t i = 0; i < rows.truths.images.size(); ++i)
    truths[static_cast<std::size_t>(rows.truths.images[i])] +=
        rows.truths.crowds[i] == 0 && (of_class == all_classes || rows.truths.classes[i] == of_class);
  ImageTable out;
  std::size_t columns = 1;
  for (std::size_t image = 0; image < n; ++image) {
    for (std::int64_t lost = truths[image] - found[image]; lost > 0; --lost) candidates[image].emplace_back(-HUGE_VAL, 1);
    columns = std::max(columns, candidates[image].size());
  }
  for (std::size_t image = 0; image < n; ++image) {
    if ((with_truth && truths[image] == 0) || (of_class != all_classes && candidates[image].empty())) continue;
    candidates[image].resize(columns, {-HUGE_VAL, 0});
    for (const auto &[score, true_one] : candidates[image]) {
      out.scores.push_back(score);
      out.truth.push_back(true_one);
    }
    ++out.rows;
  }
  out.columns = static_cast<std::int64_t>(columns);
  return out;
}

std::string goal_of_images(const Settings &settings) {
  const LibraryOptions &asked = settings.library;
  const char *const limit = asked.given("min_recall") ? "min_recall" : asked.given("min_precision") ? "min_precision" : "";
  const std::string metric = *limit ? limit + 4 : settings.metrics.empty() ? "f1" : make_metric(settings, settings.metrics[0]).name();
  return "mean " + metric + " of images >= " + shortest(*limit ? asked.number(limit) : settings.detections.min_value) +
         ", certified at " + shortest(asked.number("certify"));
}

/// What is chosen with images as the units, for all classes or for one.
struct ImageChoice {
  double threshold = HUGE_VAL, value = 0, detections_per_image = 0;
  std::int64_t images = 0;
  bool feasible = false;
  std::string missing;  // why there is no threshold
};

ImageChoice choose_image_threshold(const ImageTable &table, const ThresholdOptions &options) {
  const LabelThresholds chosen = label_thresholds(Table<const std::uint8_t>{table.truth.data(), table.rows, table.columns},
                                                  Table<const double>{table.scores.data(), table.rows, table.columns}, options);
  return {chosen.threshold(0), chosen.value(), chosen.labels_per_row(), table.rows, chosen.feasible(), {}};
}

ThresholdOptions options_of_images(const Settings &settings, Progress &progress) {
  ThresholdOptions options = make_threshold_options(settings, "labels");
  options.average("instance");
  if (!settings.library.given("min_recall") && !settings.library.given("min_precision"))
    options.min_value(settings.detections.min_value);
  follow(options, progress, "choosing");
  return options;
}

/// Adds to an object what was chosen.
Json image_json(const ImageChoice &chosen, Json out) {
  out["threshold"] = with_infinities(chosen.threshold);
  if (!chosen.missing.empty()) {
    out["missing"] = chosen.missing;
    return out;
  }
  out["value"] = chosen.value;
  out["detections_per_image"] = chosen.detections_per_image;
  out["images"] = chosen.images;
  out["feasible"] = chosen.feasible;
  return out;
}

std::string image_text(const std::string &name, const ImageChoice &chosen, const std::string &goal) {
  if (!chosen.missing.empty()) return name + ": nothing, " + chosen.missing + '\n';
  return name + ": " + rule_in_words({"score"}, WALD_RULE_OR, {chosen.threshold}) + " (" + goal + ": " +
         rounded(chosen.value) + " of " + std::to_string(chosen.images) + " images, " + rounded(chosen.detections_per_image) +
         " detections per image)\n";
}

constexpr const char *not_proved = "no threshold can be proved to hold the limit: nothing is kept";

void choose_for_images(const Settings &settings, const DetectionRows &rows, const std::vector<double> &truth,
                       Output &output, Progress &progress) {
  const ImageTable table = table_of_images(rows, truth, settings.library.given("min_recall"), all_classes);
  const ImageChoice chosen = choose_image_threshold(table, options_of_images(settings, progress));
  progress.clear();
  const std::string goal = goal_of_images(settings);
  const Json out = image_json(chosen, {{"objective", goal}, {"average", "instance"}});
  output.write(settings.detections.text ? image_text("all classes", chosen, goal) : json_text(out) + '\n');
  output.finish();
  Warnings warnings;
  if (!chosen.feasible) warnings.note(not_proved);
  warnings.say();
}

ImageChoice missing_class(const char *why) {
  ImageChoice out;
  out.missing = why;
  return out;
}

/// A threshold for each class. By Bonferroni's inequality over all classes that the truth names: which of them have a
/// truth is known only after the images were drawn.
void choose_for_images_by_class(const Settings &settings, const DetectionRows &rows, const std::vector<double> &truth,
                                Output &output, Progress &progress) {
  ThresholdOptions options = options_of_images(settings, progress);
  const double certify = settings.library.number("certify");
  if (certify > 0 && certify < 1) options.certify(1 - (1 - certify) / static_cast<double>(rows.classes.count()));
  const std::string goal = goal_of_images(settings);
  Json out = {{"objective", goal}, {"average", "instance"}};
  Json &classes = out["classes"] = Json::object();
  std::string text;
  Warnings warnings;
  for (std::int64_t number = 0; number < rows.classes.count(); ++number) {
    const std::string &name = rows.classes.names()[static_cast<std::size_t>(number)];
    const ImageTable table = table_of_images(rows, truth, settings.library.given("min_recall"), number);
    bool found = false, there = false;
    for (std::size_t i = 0; i < table.truth.size(); ++i) {
      there = there || table.truth[i] == 1;
      found = found || (table.truth[i] == 1 && table.scores[i] >= 0);
    }
    const ImageChoice chosen = !found ? missing_class(there ? "no truth was found" : "there is no truth")
                               : table.rows < 2 ? missing_class("only one image has it")
                                                : choose_image_threshold(table, options);
    classes[name] = image_json(chosen, Json::object());
    text += image_text(printable(name), chosen, goal);
    if (chosen.missing.empty() && !chosen.feasible) warnings.note(name + ": " + not_proved);
  }
  progress.clear();
  output.write(settings.detections.text ? text : json_text(out) + '\n');
  output.finish();
  warnings.say();
}

Json choice_json(const ClassChoice &choice, bool with_value) {
  const double nothing = HUGE_VAL;
  if (!choice.thresholds)
    return {{"threshold", with_infinities(nothing)}, {"positives", choice.positives}, {"missing", choice.missing}};
  const Thresholds &found = *choice.thresholds;
  Json out = {{"threshold", with_infinities(found.thresholds()[0])}, {"positives", choice.positives}};
  for (const wald_thresholds_fact fact :
       {WALD_THRESHOLDS_TP, WALD_THRESHOLDS_FP, WALD_THRESHOLDS_PRECISION, WALD_THRESHOLDS_RECALL})
    out[fact_name(fact)] = found.number(fact);
  if (with_value) out["value"] = found.value();
  out["feasible"] = found.feasible();
  out["flags"] = found.flag_names();
  return out;
}

std::string choice_text(const std::string &name, const ClassChoice &choice, bool with_value) {
  std::string out = printable(name) + ": ";
  if (!choice.thresholds) return out + "nothing, " + choice.missing + '\n';
  const Thresholds &found = *choice.thresholds;
  return out + rule_in_words({"score"}, WALD_RULE_OR, found.thresholds()) + " (tp " + rounded(found.tp()) + " of " +
         std::to_string(choice.positives) + ", fp " + rounded(found.fp()) +
         (with_value ? ", value " + rounded(found.value()) + ")" : ")") +
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
  Output output(settings.output);
  Progress progress;
  const auto read = asked.form == DetectionForm::coco ? read_coco : asked.form == DetectionForm::spans ? read_spans : read_bio;
  const DetectionRows rows = read(settings.file, asked.truth, progress);
  const std::vector<double> truth = matched(rows, asked.min_overlap);
  if (!asked.rows.empty()) write_rows(asked.rows, rows, truth);
  if (asked.average == WALD_INSTANCE)
    return (asked.by_class ? choose_for_images_by_class : choose_for_images)(settings, rows, truth, output, progress);
  const bool pooled = asked.average == WALD_MICRO;
  ThresholdOptions options = make_threshold_options(settings, "choose");
  follow(options, progress, "choosing");
  const std::vector<ClassChoice> chosen =
      pooled ? choose_pooled(rows, truth, options) : choose_classes(rows, truth, options);
  Json out = {{"objective", objective_in_words(settings)}, {"average", name_of(asked.average)}};
  if (pooled) out["value"] = pooled_f1(chosen);
  Json &classes = out["classes"] = Json::object();
  std::string text;
  Warnings warnings;
  for (std::size_t number = 0; number < chosen.size(); ++number) {
    const std::string &name = rows.classes.names()[number];
    const ClassChoice &choice = chosen[number];
    classes[name] = choice_json(choice, !pooled);
    text += choice_text(name, choice, !pooled);
    if (!pooled && choice.thresholds && !choice.thresholds->warning().empty())
      warnings.note(name + ": " + std::string(choice.thresholds->warning()));
  }
  progress.clear();
  if (pooled) text += "f1 of the summed counts: " + rounded(pooled_f1(chosen)) + '\n';
  output.write(asked.text ? text : json_text(out) + '\n');
  output.finish();
  warnings.say();
}

}  // namespace wald::cli

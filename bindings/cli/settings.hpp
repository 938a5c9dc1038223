// The settings of a command, checked and typed.
#ifndef WALD_CLI_SETTINGS_HPP
#define WALD_CLI_SETTINGS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cascades/cascade_settings.hpp"
#include "detections/detection_settings.hpp"
#include "learners/learner_settings.hpp"
#include "masks/mask_settings.hpp"
#include "options/library_options.hpp"
#include "promises/estimate_settings.hpp"
#include "promises/watch_settings.hpp"
#include "routes/route_settings.hpp"
#include "thresholds/threshold_settings.hpp"
#include "wald.hpp"

namespace wald::cli {

enum class Format { text, csv, jsonl };

struct Settings {
  std::string command;
  std::string file = "-";
  std::string name;  // of a command whose argument is no file
  bool file_named = false;
  std::string output = "-";
  bool libsvm = false;  // the form of `file`
  char delimiter = ',';
  std::optional<std::int64_t> n_labels;

  std::vector<std::string> metrics;
  int zero_division = 1;
  wald_kind kind = WALD_INDEPENDENT;
  wald_average average = WALD_INSTANCE;
  std::optional<std::int64_t> exactly;
  LibraryOptions library;
  int threads = 0;
  Format format = Format::csv;

  std::optional<std::string> id;
  std::vector<std::string> labels;  // names and patterns; empty for all

  std::string prediction;
  std::string truth;
  std::optional<std::string> weights;
  std::optional<std::string> groups;
  std::vector<double> quantiles;
  std::vector<double> probability_at_least;
  std::string plot;
  std::string title;  // of a report

  ThresholdSettings threshold;  // of the commands that choose and apply thresholds
  CascadeSettings cascade;      // of those about cascades
  RouteSettings route;          // of those about routes
  WatchSettings watch;          // of the one that watches a promise
  EstimateSettings estimate;    // of the one that estimates performance
  MaskSettings masks;           // of the one that decides the masks of images
  DetectionSettings detections; // of the one that chooses thresholds of detections
  LearnerSettings learner;      // of those that fit and ask a learner
};

/// Whether a file's name says that it is in libsvm form.
bool named_libsvm(const std::string &path);

const char *name_of(wald_average average);
wald_average average_of(const std::string &name);
const char *rule_name(wald_rule rule);

/// Throws UsageError if there is no such metric.
Metric make_metric(const Settings &settings, const std::string &name);
std::vector<Metric> make_metrics(const Settings &settings);
/// For some of the library's calls ("decide tables").
DecisionOptions make_options(const Settings &settings, const std::string &calls);

/// The same for one problem of a table: what a problem is, which the average says, was settled when the table was
/// taken apart.
DecisionOptions make_options_of_one(const Settings &settings, const std::string &calls);
ThresholdOptions make_threshold_options(const Settings &settings, const std::string &calls);

}  // namespace wald::cli

#endif

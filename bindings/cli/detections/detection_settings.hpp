// The settings of `wald detections`, checked and typed.
#ifndef WALD_CLI_DETECTIONS_DETECTION_SETTINGS_HPP
#define WALD_CLI_DETECTIONS_DETECTION_SETTINGS_HPP

#include <string>

#include "options/library_options.hpp"
#include "options/option_values.hpp"

namespace wald::cli {

enum class DetectionForm { coco, spans, bio };

struct DetectionSettings {
  DetectionForm form = DetectionForm::coco;
  std::string truth;  // a file
  double min_overlap = 0.5;
  wald_average average = WALD_MACRO;
  double min_value = 0;  // with average instance, if no other limit is set
  std::string rows;  // a file; empty for none
  bool text = false;  // for people, instead of JSON
  bool by_class = false;  // with average instance: a threshold for each class
};

/// Throws UsageError with the reason.
DetectionSettings detection_settings(const OptionValues &values, const LibraryOptions &library);

}  // namespace wald::cli

#endif

// Detections and truths as the files of each form hold them.
#ifndef WALD_CLI_DETECTIONS_DETECTION_FILES_HPP
#define WALD_CLI_DETECTIONS_DETECTION_FILES_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "base/progress.hpp"
#include "input/numbering.hpp"

namespace wald::cli {

/// Boxes or spans. Each has the numbers of its image (or document) and of its class.
struct Regions {
  std::string file;  // as messages name it
  std::vector<std::int64_t> images, classes;
  std::vector<double> sides;   // of each: x, y, width, height; or start, end
  std::vector<double> scores;  // of a detection
  std::vector<double> crowds;  // of a truth: 1 or 0
};

struct DetectionRows {
  std::size_t sides = 4;  // of a region
  Numbering images, classes;
  Regions truths, detections;
};

/// Each fails at the place of what is wrong.
DetectionRows read_coco(const std::string &results, const std::string &truth, Progress &progress);
DetectionRows read_spans(const std::string &results, const std::string &truth, Progress &progress);
DetectionRows read_bio(const std::string &results, const std::string &truth, Progress &progress);

}  // namespace wald::cli

#endif

// The masks of images: overlapping classes, each map a problem; exclusive classes, each pixel one class; samples of one
// image. The problems are those of tables and of joint distributions, whose algorithms decide them.
#pragma once

#include "core/decisions/answers.hpp"
#include "core/decisions/masks/maps.hpp"
#include "core/estimators/estimator.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::decisions {

struct MaskAnswers {
  // One row for each image, or one of samples: the pixels of one class after those of the other. Not of exclusive ones.
  Grid<uint8_t> masks;
  // One row for each image: the class of each pixel, -1 for none. Of exclusive ones.
  Grid<int32_t> classes;
  double *expected = nullptr;  // one for each answer; may be null
  Decision *decision = nullptr;
};

// How many answers there are: one for each image and class, or for each class where all images are one problem.
int64_t mask_answer_count(Kind kind, const Maps &maps, const DecisionOptions &options);

void decide_masks(const Metric &metric, Kind kind, const Maps &maps, const DecisionOptions &options, MaskAnswers answers);

}  // namespace wald::core::decisions

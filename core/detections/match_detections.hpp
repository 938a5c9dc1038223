// Which detections match a truth: boxes of an object detector, or spans of an entity recogniser.
// Source: COCO's evaluation (Lin et al. 2014; cocoapi, COCOeval.evaluateImg), without its limit of detections per image.
//
// Within a place (an image or a document, and a class) detections are taken by descending score, of equal scores in
// their order. Each takes, of the truths that no detection took before, the one of greatest overlap, if that is at least
// min_overlap; of equal overlaps the last. A detection that no truth is left for may match a crowd, a region of
// uncounted truths: it counts for nothing then, and a crowd matches any number of detections.
//
// Matches are stable under prefixes: those of the detections with scores >= t are the same with and without the
// detections below t. By induction on the order: what a detection takes depends on the truths and on what earlier
// detections took, and a detection below t comes after all that are not. So one matching of all detections gives TP and
// FP at every threshold, and thresholds can be chosen as those of any score. Detections of equal scores are flagged
// together; which of them counts as the match depends on their order, how many match may, too.
//
// Cost: O(n log n) for the order, and detections x truths within each place.
#pragma once

#include "core/base/arrays.hpp"

namespace wald::core::detections {

struct DetectionRows {
  RealTable truths;      // columns: place, a whole number; and x, y, width, height of a box, or start, end of a span
  Reals crowds;          // of each truth: 0, or 1 for a crowd
  RealTable detections;  // the same columns
  Reals scores;          // no NaN
};

// out[i] = 1 if detection i matches a truth, NaN (not rated) if a crowd, else 0. Overlap is the intersection's share of
// the union, or of the detection if the truth is a crowd. min_overlap lies in (0, 1]; shares above 1 - 1e-10 reach 1, as
// COCO rounds.
void match_detections(const DetectionRows &rows, double min_overlap, double *out);

}  // namespace wald::core::detections

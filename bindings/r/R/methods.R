# Written by bindings/generate from the rows of the core: do not edit.
# Functions that follow from the declarations of the C interface.

#' Truth of detections as COCO matches them: 1, 0, or NaN (a crowd's)
#'
#' Option "positives" is the number of other truths: docs/guides/detections.md.
#'
#' @param truths A matrix, or a vector for one column. Columns place (number of image and class), x, y, width, height;
#'   or place, start, end.
#' @param crowds Numbers. 1 or 0.
#' @param detections A matrix, or a vector for one column. Likewise.
#' @param scores Numbers. One per detection.
#' @param min_overlap In (0, 1].
#' @return Numbers in the form of `scores`.
#' @export
wald_match_detections <- function(truths, crowds, detections, scores, min_overlap) {
  truths <- reals(truths, "truths")
  crowds <- real_vector(crowds, "crowds")
  detections <- reals(detections, "detections")
  scores <- real_vector(scores, "scores")
  scores[] <- ok(native_sample_match_detections(truths, crowds, detections, scores, min_overlap))
  scores
}

#' Probabilities that hold at one prior, moved exactly to another
#'
#' A label's odds are multiplied by the ratio of its prior odds; exclusive classes and "none of them" by the ratios of
#' their priors, and normalised (Saerens et al. 2002, eq. 4).
#'
#' @param probabilities A matrix, or a vector for one column. One column per label, in \[0, 1\].
#' @param training_prior Numbers. One number per label, in (0, 1): its share of the rows where the probabilities hold.
#' @param prior Numbers. One number per label, in \[0, 1\]: its share where they are to hold.
#' @param kind `"independent"` or `"categorical"`.
#' @return Numbers in the form of `probabilities`.
#' @export
wald_adapt <- function(probabilities, training_prior, prior, kind = "independent") {
  probabilities <- reals(probabilities, "probabilities")
  training_prior <- real_vector(training_prior, "training_prior")
  prior <- real_vector(prior, "prior")
  probabilities[] <- ok(native_calibration_adapt(number_of(kind, "kind", "kind"), probabilities, training_prior, prior))
  probabilities
}

#' Probabilities with which to ask for labels
#'
#' About n_labels are requested, where they are most informative: in proportion to the root mean square of a row's term,
#' between min_label_probability and 1; 0 if no label is needed. Draw with these and feed them.
#'
#' @param promise What it is asked of.
#' @param flagged Numbers. 0 and 1.
#' @param probabilities Numbers. In \[0, 1\]: predictions that the label is 1; wrong ones cost labels alone.
#' @param n_labels Above 0.
#' @return Numbers in the form of `flagged`.
#' @export
wald_label_probabilities <- function(promise, flagged, probabilities, n_labels) {
  flagged <- real_vector(flagged, "flagged")
  probabilities <- real_vector(probabilities, "probabilities")
  flagged[] <- ok(native_promise_label_probabilities(of_class(promise, "wald_promise", "promise")$pointer, flagged, probabilities, n_labels))
  flagged
}

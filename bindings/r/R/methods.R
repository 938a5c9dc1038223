# Written by bindings/generate from the rows of the core: do not edit.
# Functions that follow from the declarations of the C interface.

#' Probabilities that hold at one prior, moved exactly to another
#'
#' A label's odds are multiplied by the ratio of its prior odds; exclusive classes and "none of them" by the ratios of
#' their priors, and normalised (Saerens, Latinne and Decaestecker 2002, eq. 4). Only the labels' shares may differ, not
#' what the rows of a label look like.
#'
#' @param probabilities A matrix, or a vector for one column. A column a label, in \[0, 1\].
#' @param training_prior Numbers. A number a label, in (0, 1): its share of the rows where the probabilities hold.
#' @param prior Numbers. A number a label, in \[0, 1\]: its share where they are to hold.
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

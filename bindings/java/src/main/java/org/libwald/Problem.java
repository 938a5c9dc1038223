package org.libwald;

/**
 * What is known of one label vector: probabilities of labels, as {@link Values}, or an {@link Estimator}. By {@link
 * DecisionOptions.Builder#kind} values are probabilities of independent labels (the default) or of exclusive ones.
 */
public sealed interface Problem permits Values, Estimator {}

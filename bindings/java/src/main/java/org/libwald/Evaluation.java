package org.libwald;

/**
 * What predictions were worth on known truth.
 *
 * @param value the metric's value; NaN if every row is undecided
 * @param undecided the number of rows that were left out as undecided
 */
public record Evaluation(double value, long undecided) {}

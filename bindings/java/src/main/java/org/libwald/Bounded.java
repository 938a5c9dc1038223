package org.libwald;

/**
 * A number and a proved limit that goes with it.
 *
 * @param value the number
 * @param limit of {@link Metric#expectedWithError} the greatest absolute error of the value; of
 *     {@link Metric#regretWithBound} what the true regret may be above the value
 */
public record Bounded(double value, double limit) {}

package org.libwald;

/**
 * An interval for a number.
 *
 * @param low its lower limit, NaN if there is no interval
 * @param high its upper limit, NaN if there is no interval
 * @param exact whether it is Clopper and Pearson's, rather than approximate
 */
public record Interval(double low, double high, boolean exact) {}

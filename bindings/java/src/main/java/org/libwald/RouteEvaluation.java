package org.libwald;

/**
 * What a {@link Route} does on some rows.
 *
 * @param cost the mean cost of a row
 * @param quality the quality; NaN if no row is labelled
 * @param shares of the rows that each stage answers
 */
public record RouteEvaluation(double cost, double quality, double[] shares) {}

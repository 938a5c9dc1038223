package org.libwald;

/**
 * What a cascade does on some rows.
 *
 * @param disagreement the share of them that it decides differently from all models
 * @param meanModels models run per row
 * @param meanCost cost of a row
 * @param stops the share of the rows that is decided at each position; none if not known
 */
public record CascadeEvaluation(double disagreement, double meanModels, double meanCost, double[] stops) {}

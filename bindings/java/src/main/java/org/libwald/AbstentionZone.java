package org.libwald;

/**
 * Two thresholds on one score: a row is flagged from {@code high} on, cleared below {@code low}, and left to a person
 * between them.
 *
 * @param low rows below are cleared
 * @param high rows from here on are flagged
 * @param tp weight of the positives flagged
 * @param fp weight of the negatives flagged
 * @param fn weight of the positives cleared
 * @param abstained weight of the rows between
 * @param cost of all rows
 */
public record AbstentionZone(
    double low, double high, double tp, double fp, double fn, double abstained, double cost) {}

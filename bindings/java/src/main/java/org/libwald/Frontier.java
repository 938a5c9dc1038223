package org.libwald;

/**
 * The points (FP, TP) that no thresholds beat in both, from (0, 0) up, each with its thresholds.
 * Immutable, and used by any number of threads at once. Holds native memory, which {@link #close} gives back.
 */
public final class Frontier extends Closable {
  private final int scores;

  /** Of this many classifiers. */
  Frontier(long address, int scores) {
    super(address, "frontier");
    this.scores = scores;
  }

  // rows: facts
  private double number(int fact) {
    return handle.getDouble(
        (held, out) -> Native.wald_number(held, fact, 0, out));
  }

  private double[] numbers(int fact) {
    return handle.getDoubles(
        (held, out, capacity, needed) -> Native.wald_numbers(held, fact, 0, out, capacity, needed));
  }

  /**
   * Whether the points are proved: no thresholds reach a better one.
   *
   * @return the fact {@code exact}
   */
  public boolean exact() {
    return number(Native.WALD_FRONTIER_EXACT) != 0;
  }

  /**
   * Whether quantiles replaced the scores of positives.
   *
   * @return the fact {@code quantiles}
   */
  public boolean quantiles() {
    return number(Native.WALD_FRONTIER_QUANTILES) != 0;
  }

  /**
   * Whether the points are not proved to be the best.
   *
   * @return the fact {@code local_optimum}
   */
  public boolean localOptimum() {
    return number(Native.WALD_FRONTIER_LOCAL_OPTIMUM) != 0;
  }

  /**
   * The weight of all positives.
   *
   * @return the fact {@code positives}
   */
  public double positives() {
    return number(Native.WALD_FRONTIER_POSITIVES);
  }

  /**
   * The weight of all negatives; NaN if rows below ratedFrom were not fed.
   *
   * @return the fact {@code negatives}
   */
  public double negatives() {
    return number(Native.WALD_FRONTIER_NEGATIVES);
  }

  /**
   * The area under TP against FP, up to the FP that thresholds can reach.
   *
   * @return the fact {@code pn_area}
   */
  public double pnArea() {
    return number(Native.WALD_FRONTIER_PN_AREA);
  }

  /**
   * The same under the concave hull.
   *
   * @return the fact {@code pn_hull_area}
   */
  public double pnHullArea() {
    return number(Native.WALD_FRONTIER_PN_HULL_AREA);
  }

  /**
   * The area under recall against FP/negatives.
   *
   * @return the fact {@code roc_area}
   */
  public double rocArea() {
    return number(Native.WALD_FRONTIER_ROC_AREA);
  }

  /**
   * The same under the concave hull.
   *
   * @return the fact {@code roc_hull_area}
   */
  public double rocHullArea() {
    return number(Native.WALD_FRONTIER_ROC_HULL_AREA);
  }

  /**
   * Precision times the gain in recall, summed over the points; at least the average precision, which counts all
   * thresholds.
   *
   * @return the fact {@code pr_area}
   */
  public double prArea() {
    return number(Native.WALD_FRONTIER_PR_AREA);
  }

  /**
   * The weight of the flagged positives at each point, from (0, 0) up.
   *
   * @return the fact {@code tp}
   */
  public double[] tp() {
    return numbers(Native.WALD_FRONTIER_TP);
  }

  /**
   * The weight of the flagged negatives at each point.
   *
   * @return the fact {@code fp}
   */
  public double[] fp() {
    return numbers(Native.WALD_FRONTIER_FP);
  }

  /**
   * Whether the point is a vertex of the concave hull.
   *
   * @return the fact {@code on_hull}
   */
  public boolean[] onHull() {
    return Slice.truths(numbers(Native.WALD_FRONTIER_ON_HULL));
  }

  /**
   * The lower limit of the recall at each point, all points together: with certify, else empty.
   *
   * @return the fact {@code recall_low}
   */
  public double[] recallLow() {
    return numbers(Native.WALD_FRONTIER_RECALL_LOW);
  }

  /**
   * The upper limit of the recall, likewise.
   *
   * @return the fact {@code recall_high}
   */
  public double[] recallHigh() {
    return numbers(Native.WALD_FRONTIER_RECALL_HIGH);
  }

  /**
   * The lower limit of the FPR, likewise.
   *
   * @return the fact {@code fpr_low}
   */
  public double[] fprLow() {
    return numbers(Native.WALD_FRONTIER_FPR_LOW);
  }

  /**
   * The upper limit of the FPR, likewise.
   *
   * @return the fact {@code fpr_high}
   */
  public double[] fprHigh() {
    return numbers(Native.WALD_FRONTIER_FPR_HIGH);
  }

  /**
   * The lower limit of the precision, likewise.
   *
   * @return the fact {@code precision_low}
   */
  public double[] precisionLow() {
    return numbers(Native.WALD_FRONTIER_PRECISION_LOW);
  }

  /**
   * The upper limit of the precision, likewise.
   *
   * @return the fact {@code precision_high}
   */
  public double[] precisionHigh() {
    return numbers(Native.WALD_FRONTIER_PRECISION_HIGH);
  }
  // end of rows

  /**
   * The thresholds of each point.
   *
   * @return one row per point, one column per classifier
   */
  public double[][] thresholds() {
    return rows(Native.WALD_FRONTIER_THRESHOLDS);
  }

  /**
   * The thresholds along the path of the methods "path" and "path-equal", from flagging nothing on, those that others
   * beat included.
   *
   * @return one row per step, one column per classifier; no rows for the other methods
   */
  public double[][] path() {
    return rows(Native.WALD_FRONTIER_PATH);
  }

  /** One row per point, one column per classifier. */
  private double[][] rows(int fact) {
    double[] flat = numbers(fact);
    return Slice.rows(flat, flat.length / scores, scores);
  }

  /**
   * Areas as shares of what a perfect rule reaches; NaN if they depend on a number of positives that is unknown.
   *
   * @param pn of TP against FP, under the steps
   * @param pnHull of TP against FP, under the concave hull
   * @param roc of recall against FP / negatives, under the steps
   * @param rocHull of recall against FP / negatives, under the concave hull
   */
  public record Areas(double pn, double pnHull, double roc, double rocHull) {}

  /**
   * Areas up to a number of false positives.
   *
   * @param maxFp their weight
   * @return the areas
   */
  public Areas partialAreas(double maxFp) {
    return handle.answer(
        address -> {
          double[][] out = new double[4][1];
          Native.wald_frontier_partial_areas(address, maxFp, out[0], out[1], out[2], out[3]);
          return new Areas(out[0][0], out[1][0], out[2][0], out[3][0]);
        });
  }

  @Override
  String describe() {
    return tp().length + (exact() ? " points, exact" : " points");
  }
}

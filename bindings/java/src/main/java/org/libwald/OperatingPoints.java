package org.libwald;

/**
 * The points (FP, TP) of a frontier that no other one beats in both, from (0, 0) up, each with its thresholds.
 * Immutable, and used by any number of threads at once. Holds native memory, which {@link #close} gives back.
 */
public final class OperatingPoints extends Closable {
  private final int scores;

  /** Of so many classifiers. */
  OperatingPoints(long address, int scores) {
    super(address, "set of operating points", Native::wald_operating_points_destroy);
    this.scores = scores;
  }

  /**
   * The points.
   *
   * @param tp weights of the positives flagged, ascending
   * @param fp weights of the negatives flagged, ascending
   * @param onHull which points are vertices of the concave hull
   */
  public record Points(double[] tp, double[] fp, boolean[] onHull) {}

  /**
   * The points.
   *
   * @return copies
   */
  public Points points() {
    return handle.answer(
        address -> {
          long[] needed = new long[1];
          Native.wald_operating_points_counts(address, null, null, null, 0, needed);
          int count = Math.toIntExact(needed[0]);
          double[] tp = new double[count];
          double[] fp = new double[count];
          boolean[] onHull = new boolean[count];
          Slice hull = Mask.of(onHull).slice(false);
          Native.wald_operating_points_counts(address, tp, fp, hull, count, needed);
          return new Points(tp, fp, onHull);
        });
  }

  /**
   * The thresholds of each point.
   *
   * @return a row a point, a column a classifier
   */
  public double[][] thresholds() {
    return rows(Native::wald_operating_points_thresholds);
  }

  /**
   * The thresholds along the path of the methods "path" and "path-equal", from flagging nothing on, those that others
   * beat included.
   *
   * @return a row a step, a column a classifier; no rows for the other methods
   */
  public double[][] path() {
    return rows(Native::wald_operating_points_path);
  }

  /** A row a point, a column a classifier. */
  private double[][] rows(Handle.Filler<double[]> thresholds) {
    double[] flat = handle.getDoubles(thresholds);
    return Slice.rows(flat, flat.length / scores, scores);
  }

  private double fact(int which) {
    return handle.getDouble((address, out) -> Native.wald_operating_points_fact(address, which, out));
  }

  /**
   * Whether no thresholds at all reach a better point.
   *
   * @return whether that is proved
   */
  public boolean exact() {
    return fact(Native.WALD_FRONTIER_EXACT) != 0;
  }

  /**
   * Whether quantiles stood for all scores of positives.
   *
   * @return whether they did
   */
  public boolean quantiles() {
    return fact(Native.WALD_FRONTIER_QUANTILES) != 0;
  }

  /**
   * Whether thresholds were improved in turn, which need not find the best ones.
   *
   * @return whether they were
   */
  public boolean localOptimum() {
    return fact(Native.WALD_FRONTIER_LOCAL_OPTIMUM) != 0;
  }

  /**
   * The weight of all positives.
   *
   * @return it; NaN where it is unknown
   */
  public double positives() {
    return fact(Native.WALD_FRONTIER_POSITIVES);
  }

  /**
   * The weight of all negatives.
   *
   * @return it; NaN where it is unknown
   */
  public double negatives() {
    return fact(Native.WALD_FRONTIER_NEGATIVES);
  }

  /**
   * Areas as shares of what a perfect rule reaches; NaN where they hang on a number of positives that is unknown.
   *
   * @param pn of TP against FP, under the steps
   * @param pnHull of TP against FP, under the concave hull
   * @param roc of recall against FP / negatives, under the steps
   * @param rocHull of recall against FP / negatives, under the concave hull
   */
  public record Areas(double pn, double pnHull, double roc, double rocHull) {}

  /**
   * Areas under the whole frontier.
   *
   * @return the areas
   */
  public Areas areas() {
    return new Areas(
        fact(Native.WALD_FRONTIER_PN_AREA),
        fact(Native.WALD_FRONTIER_PN_HULL_AREA),
        fact(Native.WALD_FRONTIER_ROC_AREA),
        fact(Native.WALD_FRONTIER_ROC_HULL_AREA));
  }

  /**
   * Areas up to a number of false positives.
   *
   * @param maxFp their weight
   * @return the areas
   */
  public Areas areas(double maxFp) {
    return handle.answer(
        address -> {
          double[][] out = new double[4][1];
          Native.wald_operating_points_partial_areas(address, maxFp, out[0], out[1], out[2], out[3]);
          return new Areas(out[0][0], out[1][0], out[2][0], out[3][0]);
        });
  }

  /**
   * The area under precision against recall.
   *
   * @return the sum of precision times the gain in recall over the points, at least the average precision; NaN where
   *     the number of positives is unknown
   */
  public double prArea() {
    return fact(Native.WALD_FRONTIER_PR_AREA);
  }

  @Override
  String describe() {
    return points().tp().length + (exact() ? " points, exact" : " points");
  }
}

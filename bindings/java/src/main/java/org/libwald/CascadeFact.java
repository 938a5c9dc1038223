package org.libwald;

/** The numbers of a cascade; NaN where unknown. */
public enum CascadeFact {
  /** How many models there are. */
  MODELS(Native.WALD_CASCADE_MODELS),
  /** 1: one sum and a threshold; else the number of sums of which the largest decides. */
  CLASSES(Native.WALD_CASCADE_CLASSES),
  /** Of the sum. */
  THRESHOLD(Native.WALD_CASCADE_THRESHOLD),
  /** 1 where nobody leaves early for 1, else 0. */
  NEGATIVES_ONLY(Native.WALD_CASCADE_NEGATIVES_ONLY),
  /** The disagreement that was allowed on the rows fitted to. */
  ALPHA(Native.WALD_CASCADE_ALPHA),
  /** The cost of all models. */
  FULL_COST(Native.WALD_CASCADE_FULL_COST),
  /** Rows fitted to. */
  ROWS(Native.WALD_CASCADE_ROWS),
  /** On the rows fitted to, recounted; optimistic for a joint order. */
  DISAGREEMENT(Native.WALD_CASCADE_DISAGREEMENT),
  /** Models asked of a row, on the rows fitted to. */
  MEAN_MODELS(Native.WALD_CASCADE_MEAN_MODELS),
  /** Cost of a row, on the rows fitted to. */
  MEAN_COST(Native.WALD_CASCADE_MEAN_COST),
  /** Full cost / mean cost. */
  SPEEDUP(Native.WALD_CASCADE_SPEEDUP),
  /** Disagreement where each fold is decided by a cascade that was fitted without it; NaN without folds. */
  CROSS_DISAGREEMENT(Native.WALD_CASCADE_CROSS_DISAGREEMENT),
  /** Models asked of a row, cross-fitted. */
  CROSS_MEAN_MODELS(Native.WALD_CASCADE_CROSS_MEAN_MODELS),
  /** Cost of a row, cross-fitted. */
  CROSS_MEAN_COST(Native.WALD_CASCADE_CROSS_MEAN_COST),
  /** Rows calibrated on, of a weight above 0; NaN without. */
  HELD_OUT_ROWS(Native.WALD_CASCADE_HELD_OUT_ROWS),
  /** Disagreement on them. */
  HELD_OUT_DISAGREEMENT(Native.WALD_CASCADE_HELD_OUT_DISAGREEMENT),
  /** Models asked of one of them. */
  HELD_OUT_MEAN_MODELS(Native.WALD_CASCADE_HELD_OUT_MEAN_MODELS),
  /** Cost of one of them. */
  HELD_OUT_MEAN_COST(Native.WALD_CASCADE_HELD_OUT_MEAN_COST),
  /**
   * Disagreement is at most this, with the confidence: the target, or 0 where nobody leaves early because nothing can
   * be certified.
   */
  CERTIFIED(Native.WALD_CASCADE_CERTIFIED),
  /** Of what is certified. */
  CONFIDENCE(Native.WALD_CASCADE_CONFIDENCE),
  /** Calibration moved thresholds apart by so many spreads; inf: nobody leaves early. */
  SPREADS(Native.WALD_CASCADE_SPREADS),
  /** Deviations, of thresholds by bins; NaN without bins. */
  GAMMA(Native.WALD_CASCADE_GAMMA),
  /** Width of bins; NaN without. */
  BIN_WIDTH(Native.WALD_CASCADE_BIN_WIDTH),
  /** Scores are rounded to multiples of it. */
  UNIT(Native.WALD_CASCADE_UNIT),
  /** Rows fitted to that unrounded sums decide otherwise. */
  ROUNDED_ROWS(Native.WALD_CASCADE_ROUNDED_ROWS);

  final int value;

  CascadeFact(int value) {
    this.value = value;
  }

  /**
   * Its name as the library writes it.
   *
   * @return {@code "mean_models"}, ...
   */
  @Override
  public String toString() {
    return Native.wald_cascade_fact_name(value);
  }
}

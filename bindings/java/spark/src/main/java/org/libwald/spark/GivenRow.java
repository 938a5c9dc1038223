package org.libwald.spark;

import java.io.Serializable;

/** The probabilities of a row as {@link OptimalDecision} reads them by Spark's bean encoder; see {@link DecidedRow}. */
public class GivenRow implements Serializable {
  private static final long serialVersionUID = 1;

  private double[] given;
  private boolean missing;

  /** Nothing yet. */
  public GivenRow() {}

  /**
   * The probabilities.
   *
   * @return one for each label; null if there are none, or a null among them
   */
  public double[] getGiven() {
    return given;
  }

  /**
   * Sets the probabilities.
   *
   * @param value one for each label, or null
   */
  public void setGiven(double[] value) {
    given = value;
  }

  /**
   * Whether there are none; else those that are not given have a null among them.
   *
   * @return true if there are none
   */
  public boolean getMissing() {
    return missing;
  }

  /**
   * Sets whether there are none.
   *
   * @param value true if there are none
   */
  public void setMissing(boolean value) {
    missing = value;
  }
}

package org.libwald.spark;

import java.io.Serializable;

/**
 * What {@link OptimalDecision} says of a row, beside its probabilities, as Spark's bean encoder takes it: numbers of an
 * array cross over as they are, where those of a {@code Row} become an object each.
 */
public class DecidedRow implements Serializable {
  private static final long serialVersionUID = 1;

  private double[] given;
  private int[] labels;
  private Double expected;
  private Double bound;

  /** Nothing yet. */
  public DecidedRow() {}

  DecidedRow(double[] given, int[] labels, Double expected, Double bound) {
    this.given = given;
    this.labels = labels;
    this.expected = expected;
    this.bound = bound;
  }

  /**
   * The probabilities.
   *
   * @return one for each label
   */
  public double[] getGiven() {
    return given;
  }

  /**
   * Sets the probabilities.
   *
   * @param value one for each label
   */
  public void setGiven(double[] value) {
    given = value;
  }

  /**
   * The positions of the labels that were chosen.
   *
   * @return ascending; null if the row is left undecided
   */
  public int[] getLabels() {
    return labels;
  }

  /**
   * Sets the positions of the labels that were chosen.
   *
   * @param value ascending, or null
   */
  public void setLabels(int[] value) {
    labels = value;
  }

  /**
   * The expected utility.
   *
   * @return a number
   */
  public Double getExpected() {
    return expected;
  }

  /**
   * Sets the expected utility.
   *
   * @param value a number
   */
  public void setExpected(Double value) {
    expected = value;
  }

  /**
   * The bound.
   *
   * @return a number, or null if none was asked for
   */
  public Double getBound() {
    return bound;
  }

  /**
   * Sets the bound.
   *
   * @param value a number, or null
   */
  public void setBound(Double value) {
    bound = value;
  }
}

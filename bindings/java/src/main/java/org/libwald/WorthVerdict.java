// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** Whether deciding for a metric pays: see {@link Worth}. */
public enum WorthVerdict {
  /** The gain is above leastGain by more than two standard errors. */
  PAYS(0, "pays"),
  /** The gain plus two standard errors is at most leastGain. */
  DOES_NOT_PAY(1, "does_not_pay"),
  /** leastGain is within two standard errors of the gain. */
  UNDETERMINED(2, "undetermined"),
  /** With truth: calibration raises the utility of the decisions by more than two standard errors. */
  CALIBRATE_FIRST(3, "calibrate_first");

  final int value;
  private final String word;

  WorthVerdict(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static WorthVerdict of(int value) {
    for (WorthVerdict one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no WorthVerdict has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "pays"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}

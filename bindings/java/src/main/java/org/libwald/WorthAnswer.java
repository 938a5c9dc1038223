// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** Whether deciding for a metric pays: see {@link Worth}. */
public enum WorthAnswer {
  /** The expected gain is above leastGain by more than two standard errors. */
  PAYS(0, "pays"),
  /** Two standard errors more would still be no more than leastGain. */
  DOES_NOT_PAY(1, "does_not_pay"),
  /** leastGain is within two standard errors of the expected gain. */
  CANNOT_BE_TOLD(2, "cannot_be_told");

  final int value;
  private final String word;

  WorthAnswer(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static WorthAnswer of(int value) {
    for (WorthAnswer one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no WorthAnswer has the number " + value);
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

// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** Against overfitting: thresholds that are the median of those of many rounds. */
public enum Smoothing {
  /** No smoothing. */
  NONE(0, "none"),
  /** Thresholds of bootstrap samples; with the method direct. */
  BAGGED(1, "bagged"),
  /** Paths through lattices that lost edges; with the methods path and path-equal. */
  DROPOUT(2, "dropout");

  final int value;
  private final String word;

  Smoothing(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static Smoothing of(int value) {
    for (Smoothing one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no Smoothing has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "none"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}

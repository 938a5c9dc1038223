// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** Whether a {@link Promise} is kept. */
public enum PromiseState {
  /** No evidence against the promise so far, and no proof that it is kept. */
  OPEN(0, "open"),
  /** The rows so far prove that the promise is kept, if they are of one kind. */
  KEPT(1, "kept"),
  /** The promise is broken, over all rows so far or over the recent ones. */
  BROKEN(2, "broken");

  final int value;
  private final String word;

  PromiseState(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static PromiseState of(int value) {
    for (PromiseState one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no PromiseState has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "open"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}

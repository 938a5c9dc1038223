// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** The quality that the labels of one table certify: see {@link Labelling}. */
public enum LabelledQuality {
  /** The share of all rows whose answer equals their label. */
  ACCURACY(0, "accuracy"),
  /** The share of the positives that are labelled. */
  RECALL(1, "recall"),
  /** The share of positives among the rows that are not labelled negative. */
  PRECISION(2, "precision");

  final int value;
  private final String word;

  LabelledQuality(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static LabelledQuality of(int value) {
    for (LabelledQuality one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no LabelledQuality has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "accuracy"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}

// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** What rows of a {@link Dataset} have beside their features, and what a {@link Learner} learns. */
public enum Task {
  /** Features alone. */
  NONE(0, "none"),
  /** Any number of labels; one label is binary classification. */
  LABELS(1, "labels"),
  /** Exactly one of several classes. */
  CLASSES(2, "classes");

  final int value;
  private final String word;

  Task(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static Task of(int value) {
    for (Task one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no Task has the number " + value);
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

package org.libwald;

/** What rows of a {@link Dataset} have beside their features, and what a {@link Learner} learns. */
public enum Task {
  /** Features alone. */
  NONE(Native.WALD_TASK_NONE),
  /** Any number of labels; one label is binary classification. */
  LABELS(Native.WALD_TASK_LABELS),
  /** Exactly one of several classes. */
  CLASSES(Native.WALD_TASK_CLASSES);

  final int value;

  Task(int value) {
    this.value = value;
  }

  static Task of(int value) {
    return values()[value];
  }
}

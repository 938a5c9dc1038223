// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** The numbers of a route; NaN if one is unknown. */
public enum RouteFact {
  /** The number of stages. */
  N_STAGES(21000, "n_stages"),
  /** The number of groups of rows that have thresholds of their own. */
  N_GROUPS(21001, "n_groups"),
  /** Whether a score sends each row to one stage before any answer. */
  ROUTER(21002, "router"),
  /** Which rows have thresholds of their own. */
  BY(21003, "by"),
  /** What was minimised or maximised. */
  GOAL(21004, "goal"),
  /** The measure of quality. */
  MEASURE(21005, "measure"),
  /** The number of rows of a weight above 0 that the route was chosen on. */
  N_ROWS(21006, "n_rows"),
  /** The number of these rows whose right answer is known. */
  N_LABELLED(21007, "n_labelled"),
  /** The mean cost per row, over all stages that are called. */
  COST(21008, "cost"),
  /** The quality on these rows; optimistic for the rows chosen on. */
  QUALITY(21009, "quality"),
  /** The mean cost of the last stage alone. */
  FULL_COST(21010, "full_cost"),
  /** The quality of the last stage alone. */
  FULL_QUALITY(21011, "full_quality"),
  /** Whether the limit of the goal is met on these rows; else the route is the one that comes nearest. */
  FEASIBLE(21012, "feasible"),
  /** Whether all thresholds of all chains were compared; else levels of them, and finer ones around the best. */
  EXACT(21013, "exact"),
  /** The requested confidence of the certificate. */
  CERTIFY(21014, "certify"),
  /** Whether the quality is at least minQuality for future rows, with this probability. */
  CERTIFIED(21015, "certified"),
  /** The theorem that the certificate uses. */
  THEOREM(21016, "theorem"),
  /**
   * About how many more labels would certify a route that is cheaper than the last stage: 0 if one is certified,
   * infinity if no number would.
   */
  LABELS_NEEDED(21017, "labels_needed");

  final int value;
  private final String word;

  RouteFact(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static RouteFact of(int value) {
    for (RouteFact one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no RouteFact has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "n_stages"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}

package org.libwald;

import java.util.List;

/**
 * Something that fitting a {@link Learner} chose by what it was worth out of fold: a penalty, a number of neighbours.
 *
 * @param part what it was chosen for: {@code "label 3"}, or that label's name
 * @param what what was chosen: {@code "C"}
 * @param value the one that was chosen
 * @param loss its loss, out of fold
 * @param path all that were tried, with their losses; unmodifiable
 */
public record LearnerChoice(String part, String what, double value, double loss, List<Tried> path) {
  /**
   * Keeps a copy of the list.
   *
   * @param part what it was chosen for
   * @param what what was chosen
   * @param value the one that was chosen
   * @param loss its loss, out of fold
   * @param path all that were tried
   */
  public LearnerChoice {
    path = List.copyOf(path);
  }

  /**
   * One value that was tried.
   *
   * @param value the value
   * @param loss what it lost, out of fold
   */
  public record Tried(double value, double loss) {}
}

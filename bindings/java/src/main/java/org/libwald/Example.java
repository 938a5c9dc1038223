package org.libwald;

import java.util.List;
import java.util.Optional;

/**
 * A table of {@link Datasets}, with the truth of its rows if that may be published.
 *
 * @param name what {@link Datasets#load} calls it
 * @param table probabilities; label vectors with their instance and weight; or what each model of an ensemble adds to a
 *     sum
 * @param truth the true labels of the same rows, if they are published
 * @param columns the names of the columns; unmodifiable
 * @param kind what the table holds: probabilities of {@link Kind#INDEPENDENT} or {@link Kind#CATEGORICAL} labels, or
 *     label vectors ({@link Kind#JOINT}); empty for scores
 * @param description one sentence about the table
 * @param source where the data come from
 * @param licence the licence of the data
 */
public record Example(
    String name,
    Table table,
    Optional<Mask> truth,
    List<String> columns,
    Optional<Kind> kind,
    String description,
    String source,
    String licence) {
  @Override
  public String toString() {
    return "Example(" + name + ": " + table.rows() + " x " + table.labels() + ", "
        + (truth.isPresent() ? "with truth" : "without truth") + ". " + description + ")";
  }
}

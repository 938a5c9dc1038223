package org.libwald;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows of features as columns with names, of numbers or of words, with missing values. A {@link Dataset} of them takes
 * a column of numbers as a feature, and of a column of words a feature {@code "column=level"} for each of its levels, in
 * their order, which is 1 if the column has that level. A learner that is fitted to it keeps the names; columns that
 * are predicted are matched by them, whatever their order. A {@link Cascade} that was given names does the same.
 *
 * <pre>{@code
 * Columns rows = new Columns().add("age", 39, 50, Double.NaN).add("work", "private", null, "state");
 * try (Dataset train = Dataset.of(rows).labels(1, 0, 1);
 *     Learner learner = Learner.fit("lfp", train, options)) {
 *   Decisions decided = learner.decide(new Columns().add("work", "state").add("age", 41), f1);
 * }
 * }</pre>
 */
public final class Columns implements Rows {
  private final Map<String, Object[]> all = new LinkedHashMap<>();
  private int rows;
  private boolean unknownIsNone;

  /** No columns yet. */
  public Columns() {}

  /**
   * Adds a column of numbers.
   *
   * @param name what it is called
   * @param values one per row; NaN is missing
   * @return this
   */
  // also: values as int[]: Arrays.stream(values).asDoubleStream().toArray()
  public Columns add(String name, double... values) {
    return put(name, Arrays.stream(values).boxed().toArray());
  }

  /**
   * Adds a column that is 1 or 0.
   *
   * @param name what it is called
   * @param values one per row
   * @return this
   */
  public Columns add(String name, boolean[] values) {
    return put(name, IntStream.range(0, values.length).mapToObj(i -> values[i]).toArray());
  }

  /**
   * Adds a column of words.
   *
   * @param name what it is called
   * @param values one per row; null is missing
   * @return this
   */
  public Columns add(String name, String... values) {
    return put(name, values.clone());
  }

  /**
   * Lets a level that no training row had be none of the levels of its column, in rows for a model that is there. It is
   * refused otherwise.
   *
   * @return this
   */
  public Columns unknownLevelsAreNone() {
    unknownIsNone = true;
    return this;
  }

  private Columns put(String name, Object[] values) {
    Objects.requireNonNull(name, "name");
    if (!all.isEmpty() && values.length != rows) {
      throw new ArgumentException(
          "column \"" + name + "\" has " + values.length + " rows: the others have " + rows);
    }
    if (all.containsKey(name)) {
      throw new ArgumentException("column \"" + name + "\" is there already");
    }
    all.put(name, values);
    rows = values.length;
    return this;
  }

  @Override
  public long rows() {
    return rows;
  }

  /** The features that these columns make where no model says which. */
  FeatureNames features() {
    List<String> features = all.entrySet().stream().flatMap(Columns::featuresOf).toList();
    return new FeatureNames(features, Map.of());
  }

  private static Stream<String> featuresOf(Map.Entry<String, Object[]> column) {
    if (!(column.getValue() instanceof String[] words)) {
      return Stream.of(column.getKey());
    }
    TreeSet<String> levels = new TreeSet<>();
    Arrays.stream(words).filter(Objects::nonNull).forEach(levels::add);
    return levels.stream().map(level -> column.getKey() + "=" + level);
  }

  /** Rows of the features of these names. */
  Table table(FeatureNames names) {
    double[] cells =
        names.rows(
            all.keySet(),
            rows,
            column -> {
              Object[] values = all.get(column);
              return (IntFunction<Object>) row -> values[row];
            },
            unknownIsNone);
    return Table.of(cells, rows, names.all.size());
  }

  // rows: overloads
  /**
   * Adds a column of numbers.
   *
   * @param name what it is called
   * @param values one per row; NaN is missing
   * @return this
   */
  public Columns add(String name, int[] values) {
    return add(name, Arrays.stream(values).asDoubleStream().toArray());
  }
  // end of rows

  @Override
  public String toString() {
    return "Columns(" + rows + " rows of " + String.join(", ", all.keySet()) + ")";
  }
}

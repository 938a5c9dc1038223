package org.libwald;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Tables for examples, which are part of the jar: what trained models predicted for real test sets.
 *
 * <pre>{@code
 * Example cancer = Datasets.load("breast_cancer");
 * Decisions flagged = f1.decide(cancer.table(), DecisionOptions.builder().average(Average.MACRO).build());
 * }</pre>
 */
public final class Datasets {
  private static final int NAME = 0;
  private static final int TABLE = 1;
  private static final int TRUTH = 2;
  private static final int KIND = 3;
  private static final int DESCRIPTION = 6;
  private static final int SOURCE = 7;
  private static final int LICENCE = 8;

  private Datasets() {}

  /**
   * The names of all tables.
   *
   * @return what {@link #load} takes; unmodifiable
   */
  public static List<String> names() {
    return rows().map(row -> row[NAME]).toList();
  }

  /**
   * Reads a table.
   *
   * @param name one of {@link #names}: {@code "digits"}, {@code "digit_labels"}, {@code "digits_trees"},
   *     {@code "breast_cancer"}, {@code "yeast"}, {@code "yeast_joint"}
   * @return the table, and the truth of its rows
   * @throws ArgumentException if there is no table of this name
   */
  public static Example load(String name) {
    Objects.requireNonNull(name, "name");
    String[] row = rows().filter(each -> each[NAME].equals(name)).findFirst().orElseThrow(() -> unknown(name));
    List<String> lines = lines(row[TABLE]);
    double[][] cells = cells(lines);
    return new Example(
        name,
        Table.of(cells),
        row[TRUTH].equals("-") ? Optional.empty() : Optional.of(mask(cells(lines(row[TRUTH])))),
        List.of(lines.get(0).split(",")),
        Arrays.stream(Kind.values()).filter(kind -> kind.toString().equals(row[KIND])).findFirst(),
        row[DESCRIPTION],
        row[SOURCE],
        row[LICENCE]);
  }

  private static Stream<String[]> rows() {
    return lines("datasets.tsv").stream().skip(1).map(line -> line.split("\t"));
  }

  private static ArgumentException unknown(String name) {
    List<String> known = names();
    String nearest = Nearest.of(name, known);
    return new ArgumentException(
        "name is \"" + name + "\": " + (nearest.isEmpty() ? "must" : "did you mean \"" + nearest + "\"? It must")
            + " be one of " + String.join(", ", known));
  }

  private static List<String> lines(String file) {
    // By a path from this class, which tools that move classes leave right.
    try (InputStream in = Datasets.class.getResourceAsStream("data/" + file)) {
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).lines().toList();
    } catch (IOException wrong) {
      throw new UncheckedIOException(wrong);
    }
  }

  private static double[][] cells(List<String> lines) {
    return lines.stream()
        .skip(1)
        .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  private static Mask mask(double[][] cells) {
    return Mask.of(
        Arrays.stream(cells).map(row -> Arrays.stream(row).mapToInt(cell -> (int) cell).toArray()).toArray(int[][]::new));
  }
}

package org.libwald;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The names of a model's features, by which columns become rows of features. */
final class FeatureNames {
  final List<String> all;

  /** Of features whose numbers are codes of categories: the categories, in the order of their codes. */
  private final Map<String, List<String>> categories;

  FeatureNames(List<String> all, Map<String, List<String>> categories) {
    this.all = all;
    this.categories = categories;
  }

  /** The names of that many things; none if no name was set. */
  static List<String> all(long count, LongFunction<String> name) {
    List<String> all = LongStream.range(0, count).mapToObj(name).toList();
    return all.stream().allMatch(String::isEmpty) ? List.of() : all;
  }

  /** The names of features of which some have categories, each given as "feature=category" in the order of the codes. */
  static FeatureNames of(List<String> features, List<String> categories) {
    Map<String, List<String>> known = new HashMap<>();
    for (String category : categories) {
      // A name may hold a "=", too: the feature is the longest one that fits.
      String feature =
          features.stream()
              .filter(one -> category.startsWith(one + "="))
              .max(Comparator.comparingInt(String::length))
              .orElseThrow();
      known.computeIfAbsent(feature, one -> new ArrayList<>()).add(category.substring(feature.length() + 1));
    }
    return new FeatureNames(features, known);
  }

  /** Throws if a model without names is to find columns by them. */
  FeatureNames needed(String model, long features) {
    if (all.isEmpty()) {
      throw new ArgumentException(model + " has no feature names: give rows as " + features + " numbers");
    }
    return this;
  }

  /** One row, by the value of each column. */
  double[] row(Map<String, ?> columns) {
    return rows(columns.keySet(), 1, column -> row -> columns.get(column), false);
  }

  /** What each row of a column holds: a number, a truth, a word, or null if it is missing. */
  @FunctionalInterface
  interface Cells {
    IntFunction<?> of(String column);
  }

  /** Rows of features, row after row. A level that no feature stands for is refused, or is none of the levels. */
  double[] rows(Set<String> columns, int count, Cells cells, boolean unknownIsNone) {
    double[] rows = new double[Math.multiplyExact(count, all.size())];
    Set<String> used = new HashSet<>();
    Map<String, Set<String>> levels = new LinkedHashMap<>();
    for (int j = 0; j < all.size(); ++j) {
      String feature = all.get(j);
      String column = columnOf(feature, columns);
      used.add(column);
      if (!column.equals(feature)) {
        levels.computeIfAbsent(column, one -> new LinkedHashSet<>()).add(feature.substring(column.length() + 1));
      }
      IntFunction<?> values = cells.of(column);
      for (int i = 0; i < count; ++i) {
        rows[i * all.size() + j] = number(feature, column, values.apply(i));
      }
    }
    for (String column : columns) {
      if (!used.contains(column)) {
        throw new ArgumentException("column \"" + column + "\" is not known: no feature is called so");
      }
    }
    if (!unknownIsNone) {
      levels.forEach((column, known) -> IntStream.range(0, count).forEach(
          i -> checkLevel(column, cells.of(column).apply(i), known)));
    }
    return rows;
  }

  /** The column that a feature comes from: one of its own name; else of "column=level" that in front. */
  private static String columnOf(String feature, Set<String> columns) {
    if (columns.contains(feature)) {
      return feature;
    }
    for (int at = feature.indexOf('='); at > 0; at = feature.indexOf('=', at + 1)) {
      String column = feature.substring(0, at);
      if (columns.contains(column)) {
        return column;
      }
    }
    throw new ArgumentException("there is no column for the feature \"" + feature + "\"");
  }

  private static void checkLevel(String column, Object value, Set<String> known) {
    if (!isMissing(value) && !known.contains(level(value))) {
      throw new ArgumentException(
          "column \"" + column + "\" is \"" + level(value) + "\": must be one of " + String.join(", ", known));
    }
  }

  private static boolean isMissing(Object value) {
    return value == null || value instanceof Double number && number.isNaN();
  }

  private double number(String feature, String column, Object value) {
    if (isMissing(value)) {
      return Double.NaN;
    }
    if (!column.equals(feature)) {
      return feature.equals(column + "=" + level(value)) ? 1 : 0;
    }
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    List<String> known = categories.get(feature);
    if (known == null) {
      throw new ArgumentException("column \"" + column + "\" is \"" + value + "\": must be a number");
    }
    int code = known.indexOf(level(value));
    if (code < 0) {
      throw new ArgumentException(
          "column \"" + column + "\" is \"" + value + "\": must be one of " + String.join(", ", known));
    }
    return code;
  }

  /** A whole number is written without a point, in whatever type it comes. */
  private static String level(Object value) {
    boolean whole = value instanceof Number number && number.doubleValue() == number.longValue();
    return whole ? String.valueOf(((Number) value).longValue()) : String.valueOf(value);
  }
}

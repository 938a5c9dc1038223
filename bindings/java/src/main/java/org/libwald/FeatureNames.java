package org.libwald;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names of a learner's features, by which a row of columns becomes a row of features. */
final class FeatureNames {
  final List<String> all;

  FeatureNames(List<String> all) {
    this.all = all;
  }

  double[] row(Map<String, ?> columns) {
    double[] row = new double[all.size()];
    Set<String> used = new HashSet<>();
    for (int i = 0; i < row.length; ++i) {
      String column = columnOf(all.get(i), columns);
      used.add(column);
      Object value = columns.get(column);
      if (value == null) {
        throw new ArgumentException("column \"" + column + "\" is null: must have a value");
      }
      row[i] = column.equals(all.get(i)) ? number(column, value) : indicator(all.get(i), column, value);
    }
    for (String column : columns.keySet()) {
      if (!used.contains(column)) {
        throw new ArgumentException("column \"" + column + "\" is not known: no feature is called so");
      }
    }
    return row;
  }

  /** The column that a feature comes from: one of its own name; else of "column=level" that in front. */
  private static String columnOf(String feature, Map<String, ?> columns) {
    if (columns.containsKey(feature)) {
      return feature;
    }
    for (int at = feature.indexOf('='); at > 0; at = feature.indexOf('=', at + 1)) {
      String column = feature.substring(0, at);
      if (columns.containsKey(column)) {
        return column;
      }
    }
    throw new ArgumentException("there is no column for the feature \"" + feature + "\"");
  }

  private static double number(String column, Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    throw new ArgumentException("column \"" + column + "\" is \"" + value + "\": must be a number");
  }

  /** A level that no feature stands for leaves all of its column's indicators at 0. */
  private static double indicator(String feature, String column, Object value) {
    return feature.equals(column + "=" + level(value)) ? 1 : 0;
  }

  /** A whole number is written without a point, in whatever type it comes. */
  private static String level(Object value) {
    boolean whole = value instanceof Number number && number.doubleValue() == number.longValue();
    return whole ? String.valueOf(((Number) value).longValue()) : String.valueOf(value);
  }
}

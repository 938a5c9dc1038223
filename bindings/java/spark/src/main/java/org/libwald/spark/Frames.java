package org.libwald.spark;

import java.util.Arrays;
import org.apache.spark.TaskContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Columns of data frames: which there are, what they hold, and how a row's numbers are read. */
final class Frames {
  private Frames() {}

  static DataType typeOf(StructType schema, String argument, String name) {
    if (!Arrays.asList(schema.fieldNames()).contains(name)) {
      throw new IllegalArgumentException(argument + " is \"" + name + "\": there is no such column; there are "
          + String.join(", ", schema.fieldNames()));
    }
    return schema.apply(name).dataType();
  }

  static boolean isVector(DataType type) {
    return type.equals(SQLDataTypes.VectorType());
  }

  static boolean isList(DataType type) {
    return type instanceof ArrayType && isNumber(((ArrayType) type).elementType());
  }

  static boolean isNumber(DataType type) {
    return type instanceof NumericType || type instanceof BooleanType;
  }

  static void checkLists(StructType schema, String argument, String name) {
    DataType type = typeOf(schema, argument, name);
    if (!isVector(type) && !isList(type)) {
      throw new IllegalArgumentException(
          argument + " is \"" + name + "\": must hold arrays of numbers, or vectors, not " + type.simpleString());
    }
  }

  static void checkNumbers(StructType schema, String argument, String name) {
    DataType type = typeOf(schema, argument, name);
    if (!isNumber(type)) {
      throw new IllegalArgumentException(
          argument + " is \"" + name + "\": must hold numbers or truths, not " + type.simpleString());
    }
  }

  /** A schema with one more column, which is new. */
  static StructType with(StructType schema, String argument, String name, DataType type) {
    if (Arrays.asList(schema.fieldNames()).contains(name)) {
      throw new IllegalArgumentException(argument + " is \"" + name + "\": there is such a column already");
    }
    return schema.add(new StructField(name, type, true, org.apache.spark.sql.types.Metadata.empty()));
  }

  static DataType positions() {
    return DataTypes.createArrayType(DataTypes.IntegerType, true);
  }

  /** A name that may have dots. */
  static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** A number, or a truth; NaN for null. */
  static double number(Object value) {
    if (value instanceof Double) {
      return (Double) value;
    }
    if (value instanceof Number) {
      return ((Number) value).doubleValue();
    }
    return value == null ? Double.NaN : (Boolean) value ? 1 : 0;
  }

  /** The numbers of an array or a vector, what is null as NaN; null if all of it is null. */
  static double[] numbers(Row row, int at) {
    if (row.isNullAt(at)) {
      return null;
    }
    Object value = row.get(at);
    if (value instanceof Vector) {
      return ((Vector) value).toArray();
    }
    scala.collection.Seq<?> list = (scala.collection.Seq<?>) value; // an array, as Spark decodes it
    double[] out = new double[list.size()];
    for (int i = 0; i < out.length; ++i) {
      out[i] = number(list.apply(i));
    }
    return out;
  }

  /** Where a row is, for messages. */
  static String place(String column, long row) {
    TaskContext context = TaskContext.get();
    String where = context == null ? "" : " of partition " + context.partitionId();
    return " (column \"" + column + "\", row " + row + where + ", counted from 0)";
  }
}

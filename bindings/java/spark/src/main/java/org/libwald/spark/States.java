package org.libwald.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** States by their keys: tasks feed their rows to them and send them as bytes, others merge them. */
final class States {
  private static final int MOST_MERGING = 32;
  private static final StructType SCHEMA = new StructType()
                                               .add("key", DataTypes.StringType)
                                               .add("part", DataTypes.IntegerType)
                                               .add("state", DataTypes.BinaryType);

  private States() {}

  /** How states of one class are read, merged, written and given back. */
  interface Kind<S> extends Serializable {
    S read(byte[] state);

    void merge(S to, S from);

    byte[] bytes(S state);

    void close(S state);
  }

  /**
   * The state of each key, of all rows. States of one key, `one`, are merged by up to 32 tasks and the driver, those of
   * several by a task for each.
   */
  static <S> Map<String, S> merged(
      Dataset<Row> rows, MapPartitionsFunction<Row, Row> feed, boolean one, Kind<S> kind) {
    int tasks = Integer.parseInt(rows.sparkSession().conf().get("spark.sql.shuffle.partitions"));
    tasks = Math.max(1, Math.min(MOST_MERGING, tasks));
    Dataset<Row> states = rows.mapPartitions(feed, Encoders.row(SCHEMA));
    states = one ? states.repartition(tasks, functions.col("part").mod(tasks))
                 : states.repartition(tasks, functions.col("key"));
    Map<String, S> out = new HashMap<>();
    for (Row row : states.mapPartitions(new Merge<>(kind), Encoders.row(SCHEMA)).collectAsList()) {
      merge(out, row, kind);
    }
    return out;
  }

  private static <S> void merge(Map<String, S> held, Row row, Kind<S> kind) {
    S state = kind.read(row.<byte[]>getAs(2));
    S before = held.putIfAbsent(row.getString(0), state);
    if (before != null) {
      kind.merge(before, state);
      kind.close(state);
    }
  }

  /** Adds the rows that carry the states of a task, which are given back. */
  static <S> void send(Map<String, S> held, int part, List<Row> out, Kind<S> kind) {
    held.forEach((key, state) -> {
      out.add(RowFactory.create(key, part, kind.bytes(state)));
      kind.close(state);
    });
    held.clear();
  }

  private static final class Merge<S> implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;
    private final Kind<S> kind;

    Merge(Kind<S> kind) {
      this.kind = kind;
    }

    @Override
    public Iterator<Row> call(Iterator<Row> states) {
      Map<String, S> held = new HashMap<>();
      states.forEachRemaining(row -> merge(held, row, kind));
      List<Row> out = new ArrayList<>();
      send(held, 0, out, kind);
      return out.iterator();
    }
  }
}

package org.libwald.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.param.JavaParams;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.libwald.Mask;
import org.libwald.Promise;
import org.libwald.Values;
import org.libwald.WaldException;

/**
 * Adds the rows of a frame to a {@link Promise}, in one pass: the result has the same bits for any partitions. Rows of a
 * frame have no order, so a fall is found in all rows so far, not in recent ones: feed a day or a week at a time, and keep
 * what {@link Promise#save()} gives between.
 */
public class PromiseFeed extends JavaParams {
  private static final long serialVersionUID = 1;
  // What errors of the library call the first columns.
  private static final List<String> ARGUMENTS =
      Arrays.asList("flagged", "labels", "label_probabilities", "weights", "segments");
  private static final int BATCH = 8192;

  // rows: fields
  private final String uid;
  private final Param<String> flaggedCol;
  private final Param<String> labelCol;
  private final Param<String> labelProbabilityCol;
  private final Param<String> weightCol;
  private final Param<String> segmentCol;
  private final Param<String> groupCol;
  // end of rows

  /** Columns of the usual names. */
  public PromiseFeed() {
    this.uid = Identifiable.randomUID("PromiseFeed"); // which parameters take for their parent's name
    // rows: made
    flaggedCol = Settings.text(this, "flaggedCol", "the column of what was flagged, 1 and 0 or true and false");
    labelCol = Settings.text(
        this, "labelCol", "the column of labels, 1 and 0 or true and false; null if a label is not known; empty for none");
    labelProbabilityCol = Settings.text(
        this, "labelProbabilityCol", "the column of the probabilities with which labels were asked for; empty for 1 each");
    weightCol = Settings.text(this, "weightCol", "the column of weights; empty for 1 each");
    segmentCol = Settings.text(this, "segmentCol", "the column of segments, whole numbers from 0; empty for none");
    groupCol = Settings.text(
        this, "groupCol", "the column that names groups, each of which has a promise; empty for none");
    setDefault(flaggedCol, "flagged");
    setDefault(labelCol, "label");
    setDefault(labelProbabilityCol, "");
    setDefault(weightCol, "");
    setDefault(segmentCol, "");
    setDefault(groupCol, "");
    // end of rows
  }

  // ---- Parameters ---------------------------------------------------------------------------------------------------

  // rows: parameters
  @Override
  public String uid() {
    return uid;
  }

  /**
   * The parameter: the column of what was flagged, 1 and 0 or true and false.
   *
   * @return the parameter
   */
  public Param<String> flaggedCol() {
    return flaggedCol;
  }

  /**
   * Its value: the column of what was flagged, 1 and 0 or true and false.
   *
   * @return what was set, or the default
   */
  public String getFlaggedCol() {
    return getOrDefault(flaggedCol);
  }

  /**
   * Sets it: the column of what was flagged, 1 and 0 or true and false.
   *
   * @param value what it is
   * @return this
   */
  public PromiseFeed setFlaggedCol(String value) {
    set(flaggedCol, value);
    return this;
  }

  /**
   * The parameter: the column of labels, 1 and 0 or true and false; null if a label is not known; empty for none.
   *
   * @return the parameter
   */
  public Param<String> labelCol() {
    return labelCol;
  }

  /**
   * Its value: the column of labels, 1 and 0 or true and false; null if a label is not known; empty for none.
   *
   * @return what was set, or the default
   */
  public String getLabelCol() {
    return getOrDefault(labelCol);
  }

  /**
   * Sets it: the column of labels, 1 and 0 or true and false; null if a label is not known; empty for none.
   *
   * @param value what it is
   * @return this
   */
  public PromiseFeed setLabelCol(String value) {
    set(labelCol, value);
    return this;
  }

  /**
   * The parameter: the column of the probabilities with which labels were asked for; empty for 1 each.
   *
   * @return the parameter
   */
  public Param<String> labelProbabilityCol() {
    return labelProbabilityCol;
  }

  /**
   * Its value: the column of the probabilities with which labels were asked for; empty for 1 each.
   *
   * @return what was set, or the default
   */
  public String getLabelProbabilityCol() {
    return getOrDefault(labelProbabilityCol);
  }

  /**
   * Sets it: the column of the probabilities with which labels were asked for; empty for 1 each.
   *
   * @param value what it is
   * @return this
   */
  public PromiseFeed setLabelProbabilityCol(String value) {
    set(labelProbabilityCol, value);
    return this;
  }

  /**
   * The parameter: the column of weights; empty for 1 each.
   *
   * @return the parameter
   */
  public Param<String> weightCol() {
    return weightCol;
  }

  /**
   * Its value: the column of weights; empty for 1 each.
   *
   * @return what was set, or the default
   */
  public String getWeightCol() {
    return getOrDefault(weightCol);
  }

  /**
   * Sets it: the column of weights; empty for 1 each.
   *
   * @param value what it is
   * @return this
   */
  public PromiseFeed setWeightCol(String value) {
    set(weightCol, value);
    return this;
  }

  /**
   * The parameter: the column of segments, whole numbers from 0; empty for none.
   *
   * @return the parameter
   */
  public Param<String> segmentCol() {
    return segmentCol;
  }

  /**
   * Its value: the column of segments, whole numbers from 0; empty for none.
   *
   * @return what was set, or the default
   */
  public String getSegmentCol() {
    return getOrDefault(segmentCol);
  }

  /**
   * Sets it: the column of segments, whole numbers from 0; empty for none.
   *
   * @param value what it is
   * @return this
   */
  public PromiseFeed setSegmentCol(String value) {
    set(segmentCol, value);
    return this;
  }

  /**
   * The parameter: the column that names groups, each of which has a promise; empty for none.
   *
   * @return the parameter
   */
  public Param<String> groupCol() {
    return groupCol;
  }

  /**
   * Its value: the column that names groups, each of which has a promise; empty for none.
   *
   * @return what was set, or the default
   */
  public String getGroupCol() {
    return getOrDefault(groupCol);
  }

  /**
   * Sets it: the column that names groups, each of which has a promise; empty for none.
   *
   * @param value what it is
   * @return this
   */
  public PromiseFeed setGroupCol(String value) {
    set(groupCol, value);
    return this;
  }
  // end of rows

  @Override
  public PromiseFeed copy(ParamMap extra) {
    return copyValues(new PromiseFeed(), extra);
  }

  // ---- What it does -------------------------------------------------------------------------------------------------

  /**
   * Adds all rows.
   *
   * @param rows flags, labels and what else columns are set for; only labels may be null
   * @param promise a promise without {@code averageRun}; it stays as it is
   * @return a promise with the rows of {@code promise} and these, which the caller closes
   */
  public Promise feed(Dataset<?> rows, Promise promise) {
    if (!getGroupCol().isEmpty()) {
      throw new IllegalArgumentException(
          "groupCol is \"" + getGroupCol() + "\": feedEach gives a promise for each group");
    }
    Promise found = fed(rows, promise).get("");
    return found == null ? promise.copy() : found;
  }

  /**
   * Adds the rows of each group to a promise of its own. Evidence is not corrected for the number of groups.
   *
   * @param rows as for {@link #feed}
   * @param promise a promise without {@code averageRun}; it stays as it is
   * @return by the names of the groups, a promise with the rows of {@code promise} and of the group, which the caller closes
   */
  public Map<String, Promise> feedEach(Dataset<?> rows, Promise promise) {
    if (getGroupCol().isEmpty()) {
      throw new IllegalArgumentException("groupCol is empty: must be the column that names groups");
    }
    return fed(rows, promise);
  }

  private Map<String, Promise> fed(Dataset<?> rows, Promise promise) {
    if (!Double.isNaN(promise.averageRun())) {
      throw new IllegalArgumentException(
          "averageRun is " + promise.averageRun() + ": must not be set, since rows of a frame have no order");
    }
    String[] names = {
        getFlaggedCol(), getLabelCol(), getLabelProbabilityCol(), getWeightCol(), getSegmentCol(), getGroupCol()};
    byte[] empty;
    try (Promise fresh = promise.copy().clear()) {
      empty = fresh.toBytes();
    }
    Map<String, Held> states =
        States.merged(rows.toDF().select(columns(rows.schema())), new Feed(empty, names), getGroupCol().isEmpty(), new Kind());
    Map<String, Promise> out = new TreeMap<>();
    states.forEach((key, state) -> {
      out.put(key, promise.copy().merge(state.whole()));
      state.close();
    });
    return out;
  }

  private Column[] columns(StructType schema) {
    List<Column> out = new ArrayList<>();
    List.of(flaggedCol, labelCol, labelProbabilityCol, weightCol, segmentCol).forEach(each -> {
      String name = getOrDefault(each);
      if (name.isEmpty() && each != flaggedCol) {
        out.add(functions.lit(null).cast("double"));
        return;
      }
      Frames.checkNumbers(schema, each.name(), name);
      out.add(functions.col(Frames.quoted(name)).cast("double"));
    });
    if (getGroupCol().isEmpty()) {
      out.add(functions.lit(""));
    } else {
      Frames.typeOf(schema, "groupCol", getGroupCol());
      out.add(functions.col(Frames.quoted(getGroupCol())).cast("string"));
    }
    return out.toArray(new Column[0]);
  }

  /**
   * The rows of one key: the first one that counts, and the others. Merging them drops what depends on an order of rows,
   * which would be kept if one task had all rows.
   */
  private static final class Held {
    private final Promise first;
    private final Promise rest;

    Held(byte[] state) {
      first = Promise.load(state);
      rest = first.copy().clear();
    }

    /** All rows in one promise, which from now on is the first part. */
    Promise whole() {
      first.merge(rest);
      rest.clear();
      return first;
    }

    void close() {
      first.close();
      rest.close();
    }
  }

  private record Kind() implements States.Kind<Held> {
    @Override
    public Held read(byte[] state) {
      return new Held(state);
    }

    @Override
    public void merge(Held to, Held from) {
      to.first.merge(from.first).merge(from.rest);
    }

    @Override
    public byte[] bytes(Held state) {
      return state.whole().toBytes();
    }

    @Override
    public void close(Held state) {
      state.close();
    }
  }

  /** Rows of a partition to its promises. */
  private static final class Feed implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;
    private final byte[] empty;
    private final String[] names; // of the columns; empty for those that are not given

    Feed(byte[] empty, String[] names) {
      this.empty = empty;
      this.names = names;
    }

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
      Map<String, Held> held = new HashMap<>();
      Map<String, Batch> batches = new HashMap<>();
      for (long row = 0; rows.hasNext(); ++row) {
        Row each = rows.next();
        String key = group(each, row);
        Batch batch = batches.computeIfAbsent(key, k -> new Batch());
        batch.add(row, flag(each, row), label(each, row), number(each, 2, row), number(each, 3, row), segment(each, row));
        if (batch.size == BATCH) {
          feed(held.computeIfAbsent(key, k -> new Held(empty)), batch);
        }
      }
      batches.forEach((key, batch) -> feed(held.computeIfAbsent(key, k -> new Held(empty)), batch));
      List<Row> out = new ArrayList<>();
      States.send(held, TaskContext.getPartitionId(), out, new Kind());
      return out.iterator();
    }

    /** 0 if there is no such column. */
    private double number(Row each, int at, long row) {
      if (names[at].isEmpty()) {
        return 0;
      }
      if (each.isNullAt(at)) {
        throw wrong(at, row, "is null: only labels may be missing");
      }
      return each.getDouble(at);
    }

    private byte flag(Row each, long row) {
      double flagged = number(each, 0, row);
      if (flagged != 0 && flagged != 1) {
        throw wrong(0, row, "is " + flagged + ": must be 0 or 1");
      }
      return (byte) flagged;
    }

    private byte label(Row each, long row) {
      if (each.isNullAt(1) || Double.isNaN(each.getDouble(1))) {
        return Mask.NOT_RATED;
      }
      double label = each.getDouble(1);
      if (label != 0 && label != 1) {
        throw wrong(1, row, "is " + label + ": must be 0 or 1, or null if it is not known");
      }
      return (byte) label;
    }

    private long segment(Row each, long row) {
      double segment = number(each, 4, row);
      if (segment != Math.rint(segment)) {
        throw wrong(4, row, "is " + segment + ": must be a whole number");
      }
      return (long) segment;
    }

    private String group(Row each, long row) {
      if (each.isNullAt(5)) {
        throw wrong(5, row, "is null: must name a group");
      }
      return each.getString(5);
    }

    private RuntimeException wrong(int at, long row, String what) {
      return new IllegalArgumentException(names[at] + " " + what + Frames.place(names[at], row));
    }

    private void feed(Held state, Batch batch) {
      int from = 0;
      if (state.first.nRows() == 0) {
        while (from < batch.size && !names[3].isEmpty() && batch.weights[from] == 0) {
          ++from;
        }
        from = Math.min(from + 1, batch.size);
        feed(state.first, batch, 0, from);
      }
      feed(state.rest, batch, from, batch.size);
      batch.size = 0;
    }

    private void feed(Promise promise, Batch batch, int from, int to) {
      int n = to - from;
      if (n == 0) {
        return;
      }
      try {
        promise.feed(Mask.of(batch.flagged, from, n, 1, 1, 1),
            names[1].isEmpty() ? null : Mask.of(batch.labels, from, n, 1, 1, 1),
            names[2].isEmpty() ? null : Values.of(batch.labelProbabilities).slice(from, n, 1),
            names[3].isEmpty() ? null : Values.of(batch.weights).slice(from, n, 1), null,
            names[4].isEmpty() ? null : Arrays.copyOfRange(batch.segments, from, to));
      } catch (WaldException wrong) {
        // The row of the batch that the message names, as the row of the partition, and its column.
        Matcher at = Pattern.compile("(\\w+)\\[(\\d+)\\]").matcher(wrong.getMessage());
        if (!at.find()) {
          throw wrong;
        }
        long row = batch.rows[from + Integer.parseInt(at.group(2))];
        int column = Math.max(0, ARGUMENTS.indexOf(at.group(1)));
        throw new IllegalArgumentException(at.replaceFirst("$1[" + row + "]") + Frames.place(names[column], row));
      }
    }
  }

  /** Some rows of one key. */
  private static final class Batch {
    private long[] rows = new long[64]; // their numbers in the partition
    private byte[] flagged = new byte[64];
    private byte[] labels = new byte[64];
    private double[] labelProbabilities = new double[64];
    private double[] weights = new double[64];
    private long[] segments = new long[64];
    private int size;

    void add(long row, byte flag, byte label, double labelProbability, double weight, long segment) {
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, 2 * size);
        flagged = Arrays.copyOf(flagged, 2 * size);
        labels = Arrays.copyOf(labels, 2 * size);
        labelProbabilities = Arrays.copyOf(labelProbabilities, 2 * size);
        weights = Arrays.copyOf(weights, 2 * size);
        segments = Arrays.copyOf(segments, 2 * size);
      }
      rows[size] = row;
      flagged[size] = flag;
      labels[size] = label;
      labelProbabilities[size] = labelProbability;
      weights[size] = weight;
      segments[size++] = segment;
    }
  }
}

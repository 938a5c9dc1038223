package org.libwald.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.libwald.ArgumentException;
import org.libwald.ThresholdPass;
import org.libwald.Mask;
import org.libwald.ThresholdOptions;
import org.libwald.Thresholds;
import org.libwald.Values;
import org.libwald.WaldException;

/** Passes over bins: each task feeds its rows to {@link States}, and the driver asks for the next pass. */
final class Passes {
  private static final int BATCH = 8192;
  private static final long MOST_BINS = 2_000_000; // of a task: some 240 MB

  private Passes() {}

  /** The thresholds of each key, in their order; null for a label or a segment without positives. */
  static Map<String, Thresholds> run(Dataset<Row> dataset, ThresholdTuner tuner, Form form) {
    byte[] first = first(tuner);
    Dataset<Row> rows = dataset.select(columns(tuner, form));
    Map<String, Thresholds> found =
        form == Form.LABELS ? new TreeMap<>(java.util.Comparator.comparingInt(Integer::parseInt)) : new TreeMap<>();
    Map<String, byte[]> plans = null;
    while (plans == null || !plans.isEmpty()) {
      Map<String, ThresholdPass> states =
          States.merged(rows, new Feed(first, plans, form, tuner), form == Form.ONE, new Kind());
      try {
        plans = next(plans, states, form, found);
      } finally {
        states.values().forEach(ThresholdPass::close);
      }
    }
    return found;
  }

  private static byte[] first(ThresholdTuner tuner) {
    ThresholdOptions.Builder builder = Settings.into(ThresholdOptions.builder(), tuner.getOptions());
    if (tuner.getMetric().isEmpty()) {
      return bytes(builder.build());
    }
    try (org.libwald.Metric metric = Settings.metric(tuner.getMetric(), tuner.getZeroDivision())) {
      return bytes(builder.metric(metric).build());
    }
  }

  private static byte[] bytes(ThresholdOptions options) {
    try (ThresholdPass sample = ThresholdPass.of(options)) {
      return sample.toBytes();
    }
  }

  private static Column[] columns(ThresholdTuner tuner, Form form) {
    List<Column> out = new ArrayList<>();
    for (String name : new String[] {tuner.getScoreCol(), tuner.getLabelCol()}) {
      Column column = functions.col(Frames.quoted(name));
      out.add(form == Form.LABELS ? column : column.cast("double"));
    }
    String weight = tuner.getWeightCol();
    out.add(weight.isEmpty() ? functions.lit(1.0) : functions.col(Frames.quoted(weight)).cast("double"));
    if (form == Form.SEGMENTS) {
      out.add(functions.col(Frames.quoted(tuner.getSegmentCol())).cast("string"));
    }
    return out.toArray(new Column[0]);
  }

  private static Map<String, byte[]> next(
      Map<String, byte[]> before, Map<String, ThresholdPass> states, Form form, Map<String, Thresholds> found) {
    if (before == null && states.isEmpty()) {
      throw new IllegalArgumentException("rows is 0: thresholds need at least 1 row");
    }
    for (String key : before == null ? Collections.<String>emptySet() : before.keySet()) {
      if (!states.containsKey(key)) {
        throw new IllegalArgumentException((key.isEmpty() ? "the rows" : "\"" + key + "\"")
            + ": none in this pass, but in the one before: each pass must have the same rows; persist()");
      }
    }
    Map<String, byte[]> following = new HashMap<>();
    states.forEach((key, state) -> {
      try {
        state.next().ifPresentOrElse(answer -> found.put(key, answer), () -> following.put(key, state.toBytes()));
      } catch (ArgumentException wrong) {
        if (form == Form.ONE || !wrong.getMessage().startsWith("positives is 0:")) {
          throw wrong;
        }
        found.put(key, null);
      }
    });
    return following;
  }

  private record Kind() implements States.Kind<ThresholdPass> {
    @Override
    public ThresholdPass read(byte[] state) {
      return ThresholdPass.fromBytes(state);
    }

    @Override
    public void merge(ThresholdPass to, ThresholdPass from) {
      to.merge(from);
    }

    @Override
    public byte[] bytes(ThresholdPass state) {
      return state.toBytes();
    }

    @Override
    public void close(ThresholdPass state) {
      state.close();
    }
  }

  /** Rows of a partition to its states. */
  private static final class Feed implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;
    private final byte[] first;
    private final HashMap<String, byte[]> plans;
    private final Form form;
    private final String[] names;

    Feed(byte[] first, Map<String, byte[]> plans, Form form, ThresholdTuner tuner) {
      this.first = first;
      this.plans = plans == null ? null : new HashMap<>(plans);
      this.form = form;
      names = new String[] {tuner.getScoreCol(), tuner.getLabelCol(), tuner.getWeightCol(), tuner.getSegmentCol()};
    }

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
      int part = TaskContext.getPartitionId();
      Map<String, ThresholdPass> held = new HashMap<>();
      Map<String, Batch> batches = new HashMap<>();
      List<Row> out = new ArrayList<>();
      long row = 0;
      int width = -1;
      for (; rows.hasNext(); ++row) {
        Row each = rows.next();
        double weight = names[2].isEmpty() ? 1 : number(each, 2, row);
        if (form == Form.LABELS) {
          width = labels(each, weight, row, width, held, batches);
        } else {
          String key = form == Form.ONE ? "" : segment(each, row);
          add(key, number(each, 0, row), Frames.number(each.get(1)), weight, row, held, batches);
        }
        if (row % BATCH == 0 && held.values().stream().mapToLong(ThresholdPass::nBins).sum() > MOST_BINS) {
          flush(row, held, batches);
          States.send(held, part, out, new Kind());
        }
      }
      flush(row, held, batches);
      States.send(held, part, out, new Kind());
      return out.iterator();
    }

    private double number(Row each, int at, long row) {
      if (each.isNullAt(at)) {
        throw new IllegalArgumentException(names[at] + " is null: must be a number" + Frames.place(names[at], row));
      }
      return Frames.number(each.get(at));
    }

    private String segment(Row each, long row) {
      if (each.isNullAt(3)) {
        throw new IllegalArgumentException(names[3] + " is null: must name a segment" + Frames.place(names[3], row));
      }
      return each.getString(3);
    }

    private int labels(
        Row each, double weight, long row, int width, Map<String, ThresholdPass> held, Map<String, Batch> batches) {
      double[] scores = Frames.numbers(each, 0);
      double[] truth = Frames.numbers(each, 1);
      if (scores == null || truth == null || scores.length != truth.length || width >= 0 && scores.length != width) {
        throw new IllegalArgumentException("a row has " + (scores == null ? "null" : scores.length) + " scores and "
            + (truth == null ? "null" : truth.length) + " labels: all rows have as many of both"
            + Frames.place(names[0], row));
      }
      for (int i = 0; i < scores.length; ++i) {
        add(Integer.toString(i), scores[i], truth[i], weight, row, held, batches);
      }
      return scores.length;
    }

    private void add(String key, double score, double label, double weight, long row, Map<String, ThresholdPass> held,
        Map<String, Batch> batches) {
      if (plans != null && !plans.containsKey(key)) {
        return; // its thresholds are known
      }
      Batch batch = batches.computeIfAbsent(key, k -> new Batch());
      if (label != 0 && label != 1 && !Double.isNaN(label)) {
        throw new IllegalArgumentException(
            "a label is " + label + ": must be 0 or 1, or null" + Frames.place(names[1], row));
      }
      if (batch.add(score, label, weight)) {
        feed(key, batch, row, held);
      }
    }

    private void flush(long row, Map<String, ThresholdPass> held, Map<String, Batch> batches) {
      batches.forEach((key, batch) -> feed(key, batch, row, held));
    }

    private void feed(String key, Batch batch, long row, Map<String, ThresholdPass> held) {
      ThresholdPass state = held.computeIfAbsent(key, k -> ThresholdPass.fromBytes(plans == null ? first : plans.get(k)));
      try {
        batch.feed(state, !names[2].isEmpty());
      } catch (WaldException wrong) {
        throw new IllegalArgumentException(wrong.getMessage() + Frames.place(names[0], row) + ", or before it");
      }
    }
  }

  /** Some rows of one key. */
  private static final class Batch {
    private double[] scores = new double[64];
    private byte[] labels = new byte[64];
    private double[] weights = new double[64];
    private int size;

    /** Whether it is full. */
    boolean add(double score, double label, double weight) {
      if (size == scores.length) {
        scores = Arrays.copyOf(scores, 2 * size);
        labels = Arrays.copyOf(labels, 2 * size);
        weights = Arrays.copyOf(weights, 2 * size);
      }
      scores[size] = score;
      labels[size] = Double.isNaN(label) ? Mask.NOT_RATED : (byte) label;
      weights[size++] = weight;
      return size == BATCH;
    }

    void feed(ThresholdPass state, boolean weighed) {
      Values score = Values.of(scores).slice(0, size, 1);
      Mask label = Mask.of(labels, 0, size, 1, 1, 1);
      state.feed(label, score, weighed ? Values.of(weights).slice(0, size, 1) : null);
      size = 0;
    }
  }
}

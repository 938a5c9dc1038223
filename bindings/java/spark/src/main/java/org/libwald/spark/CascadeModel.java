package org.libwald.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.libwald.Cascade;
import org.libwald.CascadeDecisions;
import org.libwald.Table;
import org.libwald.Values;
import org.libwald.WaldException;

/**
 * A cascade that decides rows: of features where it has its trees, else of the scores of its models. Adds the decision
 * and how many models ran. A null feature is missing; a null score is an error.
 */
public class CascadeModel extends Model<CascadeModel> implements MLWritable {
  private static final long serialVersionUID = 1;
  private static final int BATCH = 1024;

  // rows: fields
  private final String uid;
  private final Param<String> inputCol;
  private final StringArrayParam inputCols;
  private final Param<String> decisionCol;
  private final Param<String> countCol;
  // end of rows

  private byte[] state = new byte[0]; // of the cascade, in binary

  /** A stage without a cascade, as readers make it. */
  public CascadeModel() {
    this(Identifiable.randomUID("CascadeModel"));
  }

  /**
   * A stage without a cascade, as readers make it.
   *
   * @param uid its name
   */
  public CascadeModel(String uid) {
    this.uid = uid; // which parameters take for their parent's name
    // rows: made
    inputCol = Settings.text(
        this, "inputCol", "the column of arrays, or of vectors; empty if there is a column of each");
    inputCols = new StringArrayParam(
        this, "inputCols", "columns of numbers, in the order in which the cascade was fitted to them");
    decisionCol = Settings.text(this, "decisionCol", "the column of decisions (or classes) that is added");
    countCol = Settings.text(this, "countCol", "the column that is added of how many models ran");
    setDefault(inputCol, "features");
    setDefault(inputCols, new String[0]);
    setDefault(decisionCol, "decision");
    setDefault(countCol, "count");
    // end of rows
  }

  /**
   * A stage that runs a cascade.
   *
   * @param cascade what is run; it stays the caller's
   */
  public CascadeModel(Cascade cascade) {
    this();
    state = cascade.toBytes();
  }

  // ---- Parameters ---------------------------------------------------------------------------------------------------

  // rows: parameters
  @Override
  public String uid() {
    return uid;
  }

  /**
   * The parameter: the column of arrays, or of vectors; empty if there is a column of each.
   *
   * @return the parameter
   */
  public Param<String> inputCol() {
    return inputCol;
  }

  /**
   * Its value: the column of arrays, or of vectors; empty if there is a column of each.
   *
   * @return what was set, or the default
   */
  public String getInputCol() {
    return getOrDefault(inputCol);
  }

  /**
   * Sets it: the column of arrays, or of vectors; empty if there is a column of each.
   *
   * @param value what it is
   * @return this
   */
  public CascadeModel setInputCol(String value) {
    set(inputCol, value);
    return this;
  }

  /**
   * The parameter: columns of numbers, in the order in which the cascade was fitted to them.
   *
   * @return the parameter
   */
  public StringArrayParam inputCols() {
    return inputCols;
  }

  /**
   * Its value: columns of numbers, in the order in which the cascade was fitted to them.
   *
   * @return what was set, or the default
   */
  public String[] getInputCols() {
    return getOrDefault(inputCols);
  }

  /**
   * Sets it: columns of numbers, in the order in which the cascade was fitted to them.
   *
   * @param value what it is
   * @return this
   */
  public CascadeModel setInputCols(String[] value) {
    set(inputCols, value);
    return this;
  }

  /**
   * The parameter: the column of decisions (or classes) that is added.
   *
   * @return the parameter
   */
  public Param<String> decisionCol() {
    return decisionCol;
  }

  /**
   * Its value: the column of decisions (or classes) that is added.
   *
   * @return what was set, or the default
   */
  public String getDecisionCol() {
    return getOrDefault(decisionCol);
  }

  /**
   * Sets it: the column of decisions (or classes) that is added.
   *
   * @param value what it is
   * @return this
   */
  public CascadeModel setDecisionCol(String value) {
    set(decisionCol, value);
    return this;
  }

  /**
   * The parameter: the column that is added of how many models ran.
   *
   * @return the parameter
   */
  public Param<String> countCol() {
    return countCol;
  }

  /**
   * Its value: the column that is added of how many models ran.
   *
   * @return what was set, or the default
   */
  public String getCountCol() {
    return getOrDefault(countCol);
  }

  /**
   * Sets it: the column that is added of how many models ran.
   *
   * @param value what it is
   * @return this
   */
  public CascadeModel setCountCol(String value) {
    set(countCol, value);
    return this;
  }

  /**
   * What reads a stage that was written, here or in Python.
   *
   * @return the reader
   */
  public static MLReader<CascadeModel> read() {
    return new Reader();
  }

  /**
   * Reads a stage that was written, here or in Python.
   *
   * @param path the folder
   * @return the stage
   */
  public static CascadeModel load(String path) {
    return read().load(path);
  }
  // end of rows

  @Override
  public CascadeModel copy(ParamMap extra) {
    CascadeModel copied = defaultCopy(extra);
    copied.state = state;
    return copied.setParent(parent());
  }

  // ---- What it does -------------------------------------------------------------------------------------------------

  @Override
  public StructType transformSchema(StructType schema) {
    if (getInputCols().length == 0) {
      Frames.checkLists(schema, "inputCol", getInputCol());
    }
    for (String name : getInputCols()) {
      Frames.checkNumbers(schema, "inputCols", name);
    }
    StructType out = Frames.with(schema, "decisionCol", getDecisionCol(), DataTypes.IntegerType);
    return Frames.with(out, "countCol", getCountCol(), DataTypes.IntegerType);
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType schema = dataset.schema();
    StructType out = transformSchema(schema);
    String[] names = getInputCols().length == 0 ? new String[] {getInputCol()} : getInputCols();
    int[] at = java.util.Arrays.stream(names).mapToInt(schema::fieldIndex).toArray();
    cascade().close(); // which says what is wrong with it
    Work work = new Work(state, at, getInputCols().length == 0, String.join(", ", names));
    return dataset.toDF().mapPartitions(work, Encoders.row(out));
  }

  private static final class Work implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;
    private final byte[] state;
    private final int[] at;
    private final boolean lists;
    private final String column;

    Work(byte[] state, int[] at, boolean lists, String column) {
      this.state = state;
      this.at = at;
      this.lists = lists;
      this.column = column;
    }

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
      Cascade cascade = Cascade.load(state); // its memory goes with it, when the task is over
      boolean trees = cascade.nFeatures() > 0;
      int width = trees ? (int) cascade.nFeatures() : cascade.nModels() * cascade.nClasses();
      double[] table = new double[BATCH * width];
      return new Iterator<>() {
        private final List<Row> held = new ArrayList<>(BATCH);
        private CascadeDecisions done;
        private int next;
        private long first;

        @Override
        public boolean hasNext() {
          return next < held.size() || rows.hasNext();
        }

        @Override
        public Row next() {
          if (next == held.size()) {
            decide();
          }
          Row row = held.get(next);
          Object[] values = new Object[row.size() + 2];
          for (int i = 0; i < row.size(); ++i) {
            values[i] = row.get(i);
          }
          values[row.size()] = done.decisions()[next];
          values[row.size() + 1] = done.counts()[next++];
          return RowFactory.create(values);
        }

        private void decide() {
          first += held.size();
          held.clear();
          next = 0;
          while (held.size() < BATCH && (held.isEmpty() || rows.hasNext())) {
            Row row = rows.next();
            read(row, held.size() * width);
            held.add(row);
          }
          Table given = Table.of(Values.of(table), 0, held.size(), width, width, 1);
          try {
            done = trees ? cascade.applyTrees(given) : cascade.apply(given);
          } catch (WaldException wrong) {
            throw new IllegalArgumentException(wrong.getMessage() + Frames.place(column, first) + ", or behind it");
          }
        }

        private void read(Row row, int to) {
          double[] numbers = lists ? Frames.numbers(row, at[0]) : new double[at.length];
          for (int i = 0; !lists && i < at.length; ++i) {
            numbers[i] = Frames.number(row.get(at[i]));
          }
          if (numbers == null || numbers.length != width) {
            throw new IllegalArgumentException("a row has " + (numbers == null ? "null" : numbers.length + " numbers")
                + ": the cascade takes " + width + Frames.place(column, first + held.size()));
          }
          System.arraycopy(numbers, 0, table, to, width);
        }
      };
    }
  }

  // ---- Saving -------------------------------------------------------------------------------------------------------

  /**
   * The cascade.
   *
   * @return an object of the caller's, who closes it
   */
  public Cascade cascade() {
    return Cascade.load(state);
  }

  @Override
  public MLWriter write() {
    return new Writer(this);
  }

  /** Parameters, and the cascade in a folder beside them. */
  private static final class Writer extends DefaultParamsWriter {
    private final byte[] state;

    Writer(CascadeModel model) {
      super(model);
      state = model.state;
    }

    @Override
    public void saveImpl(String path) {
      super.saveImpl(path);
      StructType schema = new StructType().add("state", DataTypes.BinaryType);
      sparkSession()
          .createDataFrame(List.of(RowFactory.create((Object) state)), schema)
          .coalesce(1)
          .write()
          .parquet(path + "/data");
    }
  }

  private static final class Reader extends MLReader<CascadeModel> {
    @Override
    public CascadeModel load(String path) {
      CascadeModel model = new DefaultParamsReader<CascadeModel>().load(path);
      model.state = sparkSession().read().parquet(path + "/data").first().getAs(0);
      return model;
    }
  }
}

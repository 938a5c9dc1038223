package org.libwald;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * An additive ensemble of decision trees, evaluated by the library: its outputs are the sums of what its trees say,
 * and a base. {@link #fromModel(Path)} reads models that XGBoost, LightGBM and CatBoost saved; {@link #load} reads what
 * any language of Wald saved, Python those of scikit-learn and ONNX too; {@link #add} builds one tree by tree. Many
 * threads may read it at once; adding a tree needs that no other
 * call uses it, and throws {@link IllegalStateException} if one does. Holds native memory, which {@link #close}
 * gives back.
 */
@SuppressWarnings("serial") // what is written is a SavedBytes
public final class Trees extends Saved {
  private Trees(long address) {
    super(address, "ensemble of trees");
  }

  // ---- Making -------------------------------------------------------------------------------------------------------

  /**
   * An ensemble without trees: of one output, in double, with the base 0.
   *
   * @param features how many features a row has, 1 to 2^24
   * @return trees to be added to
   */
  public static Trees of(long features) {
    return builder(features).build();
  }

  /**
   * Begins an ensemble of another shape.
   *
   * @param features how many features a row has, 1 to 2^24
   * @return a builder
   */
  public static Builder builder(long features) {
    return new Builder(features);
  }

  /** Collects what an ensemble without trees is to be; {@link #build} checks it. */
  public static final class Builder {
    private final long features;
    private long outputs = 1;
    private int leafWidth = 1;
    private long treesPerModel = 1;
    private boolean floatSums;
    private boolean floatFeatures;
    private double[] base;

    private Builder(long features) {
      this.features = features;
    }

    /**
     * The number of outputs.
     *
     * @param number 1, the default, or one per class
     * @return this
     */
    public Builder outputs(long number) {
      outputs = number;
      return this;
    }

    /**
     * The number of values of a leaf.
     *
     * @param values 1, the default, which is added to the tree's output; or as many as there are outputs
     * @return this
     */
    public Builder leafWidth(int values) {
      leafWidth = values;
      return this;
    }

    /**
     * How many trees in a row are one model of a cascade.
     *
     * @param trees at least 1, the default
     * @return this
     */
    public Builder treesPerModel(long trees) {
      treesPerModel = trees;
      return this;
    }

    /**
     * Whether outputs add up in float, as those of XGBoost do.
     *
     * @param wanted the default is false: in double
     * @return this
     */
    public Builder floatSums(boolean wanted) {
      floatSums = wanted;
      return this;
    }

    /**
     * Whether features are cut to float before they are compared, as XGBoost and scikit-learn do.
     *
     * @param wanted the default is false
     * @return this
     */
    public Builder floatFeatures(boolean wanted) {
      floatFeatures = wanted;
      return this;
    }

    /**
     * What sums begin with.
     *
     * @param numbers one per output, finite; the default is 0
     * @return this
     */
    public Builder base(double... numbers) {
      base = numbers.clone();
      return this;
    }

    /**
     * The ensemble.
     *
     * @return trees to be added to
     * @throws ArgumentException if something is outside its domain
     */
    public Trees build() {
      if (base != null) {
        Slice.checkLength("base", base.length, outputs);
      }
      long[] out = new long[1];
      long[] shape = {
        features,
        outputs,
        leafWidth,
        treesPerModel,
        floatSums ? Native.WALD_FLOAT32 : Native.WALD_FLOAT64,
        floatFeatures ? 1 : 0
      };
      Native.wald_trees_create(shape, base, out);
      return new Trees(out[0]);
    }
  }

  // ---- Trees one by one ---------------------------------------------------------------------------------------------

  /**
   * Adds a tree to one of several outputs.
   *
   * @param output the output that its values are added to, from 0; 0 if leaves have a value for each
   * @param nodes the root first; children are given by their positions here
   * @return this
   */
  // also: without output: 0
  public Trees add(long output, TreeNode... nodes) {
    int count = nodes.length;
    int width = leafWidth();
    byte[] split = new byte[count];
    byte[] missing = new byte[count];
    int[] feature = new int[count];
    int[] left = new int[count];
    int[] right = new int[count];
    double[] threshold = new double[count];
    long[] begin = new long[count + 1];
    double[] values = new double[Math.multiplyExact(count, width)];
    for (int i = 0; i < count; ++i) {
      TreeNode node = Objects.requireNonNull(nodes[i], "nodes");
      split[i] = (byte) node.split().value;
      missing[i] = (byte) node.missing().value;
      feature[i] = node.feature();
      left[i] = node.left();
      right[i] = node.right();
      threshold[i] = node.threshold();
      begin[i + 1] = begin[i] + node.categories().length;
      double[] own = node.values();
      if (node.split() == TreeNode.Split.LEAF || own.length > 0) {
        Slice.checkLength("nodes[" + i + "].values", own.length, width);
        System.arraycopy(own, 0, values, i * width, width);
      }
    }
    int[] categories = new int[Math.toIntExact(begin[count])];
    for (int i = 0; i < count; ++i) {
      System.arraycopy(nodes[i].categories(), 0, categories, (int) begin[i], nodes[i].categories().length);
    }
    long[] outputs = {output};
    Object[] members = {outputs, split, missing, feature, left, right, threshold, begin, categories, values};
    handle.change(address -> Native.wald_trees_add(address, members));
    return this;
  }

  // rows: object
  /**
   * Reads what {@link #save()} wrote, here or in any of the languages.
   *
   * @param text what was saved
   * @return an ensemble of trees that says the same, to the same bits
   * @throws FormatException for any other text; the text of the exception says what is wrong with it
   */
  public static Trees load(String text) {
    return new Trees(load(text, (state, out) -> Native.wald_load(Native.WALD_OBJECT_TREES, state, out)));
  }

  /**
   * Reads what {@link #toBytes()} gave, here or in any of the languages, or a text in UTF-8.
   *
   * @param saved what was saved
   * @return an ensemble of trees that says the same, to the same bits
   * @throws FormatException for any other bytes; the text of the exception says what is wrong with it
   */
  public static Trees load(byte[] saved) {
    return new Trees(load(saved, (state, out) -> Native.wald_load(Native.WALD_OBJECT_TREES, state, out)));
  }

  /**
   * Reads what {@link #save(Path)} wrote or {@link #toBytes()} gave, to the end of a stream, which stays open.
   *
   * @param stream what was saved
   * @return an ensemble of trees that says the same, to the same bits
   * @throws java.io.IOException if the stream cannot be read
   * @throws FormatException for anything else; the text of the exception says what is wrong with it
   */
  public static Trees load(java.io.InputStream stream) throws IOException {
    return load(stream.readAllBytes());
  }

  /**
   * Reads a file that {@link #save(Path)} wrote, here or in any of the languages.
   *
   * @param file the file
   * @return an ensemble of trees that says the same, to the same bits
   * @throws IOException if the file cannot be read
   * @throws FormatException where it holds anything else; the text of the exception says what is wrong with it
   */
  public static Trees load(Path file) throws IOException {
    return new Trees(load(file, (state, out) -> Native.wald_load(Native.WALD_OBJECT_TREES, state, out)));
  }
  // end of rows

  // ---- Models that other libraries saved ----------------------------------------------------------------------------

  /**
   * Reads a model that another library saved: XGBoost as JSON or UBJSON, LightGBM as text or by {@code dump_model} as
   * JSON, CatBoost as JSON; or what {@link #save(Path)} wrote. The format follows from the content. Sums are the
   * library's margins (raw scores).
   *
   * @param file the file of the model
   * @return its trees, with the names of features and categories that it holds
   * @throws IOException if the file cannot be read
   * @throws UnsupportedException for a model that these trees cannot stand for
   * @throws FormatException if it holds anything else; the text of the exception says what is wrong with it
   */
  public static Trees fromModel(Path file) throws IOException {
    return fromModel(file, 0);
  }

  /**
   * Reads the first rounds of boosting of a model that another library saved, as {@link #fromModel(Path)} does.
   *
   * @param file the file of the model
   * @param iterations how many rounds to take, from the first on; 0: all
   * @return its trees, with the names of features and categories that it holds
   * @throws IOException if the file cannot be read
   * @throws UnsupportedException for a model that these trees cannot stand for
   * @throws FormatException if it holds anything else; the text of the exception says what is wrong with it
   */
  public static Trees fromModel(Path file, long iterations) throws IOException {
    byte[] model = Files.readAllBytes(file);
    try {
      return fromModel(model, iterations);
    } catch (FormatException wrong) {
      throw new FormatException("\"" + file + "\": " + wrong.getMessage());
    } catch (UnsupportedException wrong) {
      throw new UnsupportedException("\"" + file + "\": " + wrong.getMessage());
    }
  }

  /**
   * Reads a model that another library saved, as {@link #fromModel(Path)} does, from its bytes.
   *
   * @param model all bytes of the file
   * @return its trees, with the names of features and categories that it holds
   */
  public static Trees fromModel(byte[] model) {
    return fromModel(model, 0);
  }

  /**
   * Reads the first rounds of boosting of a model that another library saved, from its bytes.
   *
   * @param model all bytes of the file
   * @param iterations how many rounds to take, from the first on; 0: all
   * @return its trees, with the names of features and categories that it holds
   */
  public static Trees fromModel(byte[] model, long iterations) {
    Objects.requireNonNull(model, "model");
    return new Trees(load(model, (text, out) -> Native.wald_trees_import(text, iterations, out)));
  }

  /**
   * The names of the features, of trees that {@link #fromModel(Path)} read.
   *
   * @return one per feature, unmodifiable; empty if the model has none
   */
  public List<String> featureNames() {
    boolean named = !text(0, Native.WALD_TREES_FEATURE_NAME).isEmpty();
    return FeatureNames.all(named ? nFeatures() : 0, item -> text(item, Native.WALD_TREES_FEATURE_NAME));
  }

  /**
   * The categories of the features, of trees that {@link #fromModel(Path)} read: what {@link
   * CascadeOptions.Builder#categories} takes.
   *
   * @return "feature=category", those of a feature in the order of their codes 0, 1, 2, ...; unmodifiable
   */
  public List<String> categories() {
    long count = (long) number(Native.WALD_TREES_N_CATEGORIES);
    return FeatureNames.all(count, item -> text(item, Native.WALD_TREES_CATEGORY));
  }

  // ---- What is known ------------------------------------------------------------------------------------------------

  // rows: facts
  private double number(int fact) {
    return handle.getDouble(
        (held, out) -> Native.wald_number(held, fact, 0, out));
  }

  private String text(long item, int fact) {
    return handle.getStatic(
        (held, out) -> Native.wald_text(held, fact, item, out));
  }

  /**
   * The number of trees.
   *
   * @return the fact {@code n_trees}
   */
  public long nTrees() {
    return (long) number(Native.WALD_TREES_N_TREES);
  }

  /**
   * The number of models of a cascade: trees/treesPerModel, rounded down.
   *
   * @return the fact {@code n_models}
   */
  public long nModels() {
    return (long) number(Native.WALD_TREES_N_MODELS);
  }

  /**
   * The number of features.
   *
   * @return the fact {@code n_features}
   */
  public long nFeatures() {
    return (long) number(Native.WALD_TREES_N_FEATURES);
  }

  /**
   * The number of outputs.
   *
   * @return the fact {@code n_outputs}
   */
  public long nOutputs() {
    return (long) number(Native.WALD_TREES_N_OUTPUTS);
  }

  /**
   * The number of values of a leaf.
   *
   * @return the fact {@code leaf_width}
   */
  public int leafWidth() {
    return (int) number(Native.WALD_TREES_LEAF_WIDTH);
  }

  /**
   * The number of columns whose categories the file names without the columns they belong to.
   *
   * @return the fact {@code n_unplaced_columns}
   */
  public long nUnplacedColumns() {
    return (long) number(Native.WALD_TREES_N_UNPLACED_COLUMNS);
  }

  /**
   * Whether a category that the file does not name is an error (XGBoost), rather than missing.
   *
   * @return the fact {@code unseen_is_error}
   */
  public boolean unseenIsError() {
    return number(Native.WALD_TREES_UNSEEN_IS_ERROR) != 0;
  }
  // end of rows

  // rows: methods
  /**
   * The threshold of sums without the base, to fit a cascade with. For one output.
   *
   * @param margin the threshold of whole sums, finite
   * @return the threshold
   */
  public double threshold(double margin) {
    return handle.getDouble((address, out) -> Native.wald_trees_threshold(address, margin, out));
  }
  // end of rows

  /**
   * The sums of all trees, base included.
   *
   * @param features rows by features; NaN is missing
   * @param options threads and progress
   * @return the outputs of each row, row after row
   */
  // also: without options
  public double[] evaluate(Table features, CascadeOptions options) {
    Slice cells = features.slice(false);
    double[] sums = new double[Math.toIntExact(Math.multiplyExact(features.rows, nOutputs()))];
    handle.read(options, (address, settings) -> Native.wald_trees_evaluate(address, cells, settings, sums));
    return sums;
  }

  // rows: overloads
  /**
   * Adds a tree to one of several outputs. Here {@code output} is {@code 0}.
   *
   * @param nodes the root first; children are given by their positions here
   * @return this
   */
  public Trees add(TreeNode... nodes) {
    return add(0, nodes);
  }

  /**
   * The sums of all trees, base included. With the {@linkplain CascadeOptions#defaults defaults} of all options.
   *
   * @param features rows by features; NaN is missing
   * @return the outputs of each row, row after row
   */
  public double[] evaluate(Table features) {
    return evaluate(features, CascadeOptions.defaults());
  }
  // end of rows

  @Override
  String describe() {
    return nTrees() + " trees, " + nFeatures() + " features, " + nOutputs() + " outputs";
  }
}

package org.libwald;

/**
 * A node of a decision tree, for {@link Trees#add}: a leaf with values, or a split that sends a row to one of two other
 * nodes. Nothing may be null; arrays are not copied.
 *
 * @param split how it sends a value
 * @param missing where a missing value goes
 * @param feature which feature is looked at, from 0
 * @param threshold what it is compared with
 * @param left the node that follows on the left, by its position in the tree
 * @param right the node that follows on the right
 * @param categories that go left in a split of {@link Split#AMONG}: ascending, each from 0 to 2^24 - 1
 * @param values of a leaf, finite: one, or one per output; of a split none
 */
public record TreeNode(
    Split split,
    Missing missing,
    int feature,
    double threshold,
    int left,
    int right,
    int[] categories,
    double[] values) {
  private static final int[] NO_CATEGORIES = {};
  private static final double[] NO_VALUES = {};

  /** How a node sends a value x. */
  public enum Split {
    // rows: name split
    /** No children. */
    LEAF(0, "leaf"),
    /** Left where x &lt;= threshold. */
    AT_MOST(1, "at_most"),
    /** Left where x &lt; threshold. */
    BELOW(2, "below"),
    /** Left where x, cut to a whole number, is one of the node's categories. */
    AMONG(3, "among");

    final int value;
    private final String word;

    Split(int value, String word) {
      this.value = value;
      this.word = word;
    }

    static Split of(int value) {
      for (Split one : values()) {
        if (one.value == value) {
          return one;
        }
      }
      throw new IllegalArgumentException("no Split has the number " + value);
    }

    /**
     * The word by which the library and every language know it.
     *
     * @return {@code "leaf"}, ...
     */
    @Override
    public String toString() {
      return word;
    }
    // end of rows
  }

  /** Where a missing value goes: NaN, and in {@link Split#AMONG} also what is at most -1, or 2^24 and more. */
  public enum Missing {
    // rows: name missing
    /** Right. */
    RIGHT(0, "right"),
    /** Left. */
    LEFT(1, "left"),
    /** Where 0 would go. */
    AS_ZERO(2, "as_zero"),
    /** Right, and 0 with it. */
    ZERO_RIGHT(3, "zero_right"),
    /** Left, and 0 with it. */
    ZERO_LEFT(4, "zero_left"),
    /** Right. Of splits by category alone: a number below 0, or of 2^24 and more, is not missing and goes right. */
    NAN_RIGHT(5, "nan_right"),
    /** Left. Of splits by category alone: a number below 0, or of 2^24 and more, is not missing and goes right. */
    NAN_LEFT(6, "nan_left");

    final int value;
    private final String word;

    Missing(int value, String word) {
      this.value = value;
      this.word = word;
    }

    static Missing of(int value) {
      for (Missing one : values()) {
        if (one.value == value) {
          return one;
        }
      }
      throw new IllegalArgumentException("no Missing has the number " + value);
    }

    /**
     * The word by which the library and every language know it.
     *
     * @return {@code "right"}, ...
     */
    @Override
    public String toString() {
      return word;
    }
    // end of rows
  }

  /**
   * A leaf.
   *
   * @param values what it says: one number, or one per output
   * @return a node
   */
  public static TreeNode leaf(double... values) {
    return new TreeNode(Split.LEAF, Missing.RIGHT, 0, 0, 0, 0, NO_CATEGORIES, values);
  }

  /**
   * A split that goes left where a feature is at most a threshold.
   *
   * @param feature which one, from 0
   * @param threshold what it is compared with
   * @param left the position of the node on the left
   * @param right the position of the node on the right
   * @return a node; missing values go right
   */
  public static TreeNode atMost(int feature, double threshold, int left, int right) {
    return new TreeNode(
        Split.AT_MOST, Missing.RIGHT, feature, threshold, left, right, NO_CATEGORIES, NO_VALUES);
  }

  /**
   * A split that goes left where a feature is below a threshold.
   *
   * @param feature which one, from 0
   * @param threshold what it is compared with
   * @param left the position of the node on the left
   * @param right the position of the node on the right
   * @return a node; missing values go right
   */
  public static TreeNode below(int feature, double threshold, int left, int right) {
    return new TreeNode(Split.BELOW, Missing.RIGHT, feature, threshold, left, right, NO_CATEGORIES, NO_VALUES);
  }

  /**
   * A split that goes left where a feature is one of some categories.
   *
   * @param feature which one, from 0
   * @param left the position of the node on the left
   * @param right the position of the node on the right
   * @param categories those that go left: ascending
   * @return a node; missing values go right
   */
  public static TreeNode among(int feature, int left, int right, int... categories) {
    return new TreeNode(Split.AMONG, Missing.RIGHT, feature, 0, left, right, categories, NO_VALUES);
  }

  /**
   * The same node with another place for missing values.
   *
   * @param goes where they go
   * @return a node
   */
  public TreeNode missing(Missing goes) {
    return new TreeNode(split, goes, feature, threshold, left, right, categories, values);
  }
}

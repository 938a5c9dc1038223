package org.libwald;

import java.util.Arrays;

/**
 * One example at a time on its way through a {@link Cascade}: {@link #next} says which model to run, {@link #feed}
 * takes what it says. Each thread has a run of its own, for example after example; two calls at once throw {@link
 * IllegalStateException}. A step takes no lock and allocates nothing. Holds native memory, which {@link #close} gives
 * back; the cascade may be closed before.
 *
 * <pre>{@code
 * for (int model = run.start(); model >= 0; model = run.feed(score(model))) {}
 * boolean positive = run.decision() == 1;
 * }</pre>
 */
public final class CascadeRun extends Closable {
  private final double[] sums;
  private int next;
  private int decision;
  private int count;

  CascadeRun(long address, int classes) {
    super(address, "cascade run");
    sums = new double[classes];
    start();
  }

  /**
   * Begins another example.
   *
   * @return the first model to run
   */
  public int start() {
    long address = handle.acquireAlone();
    try {
      next = Native.run_start(address);
      decision = -1;
      count = 0;
      Arrays.fill(sums, Double.NaN);
      return next;
    } finally {
      handle.releaseAlone();
    }
  }

  /**
   * Takes the score of the model that was to be asked.
   *
   * @param score finite
   * @return the next model to run, or -1 if the example is decided
   */
  public int feed(double score) {
    long address = handle.acquireAlone();
    try {
      return fed(Native.run_feed(address, score, sums));
    } finally {
      handle.releaseAlone();
    }
  }

  /**
   * Takes the scores of the model that was to be asked.
   *
   * @param scores finite, one per class
   * @return the next model to run, or -1 if the example is decided
   */
  public int feed(double[] scores) {
    long address = handle.acquireAlone();
    try {
      return fed(Native.run_feed_classes(address, scores, scores.length, sums));
    } finally {
      handle.releaseAlone();
    }
  }

  /** What comes next, as native code says it in one number: a model, or -1 - the decision. */
  private int fed(int answer) {
    ++count;
    next = Math.max(answer, -1);
    decision = answer < 0 ? -1 - answer : -1;
    return next;
  }

  /**
   * The model to run.
   *
   * @return it, from 0; -1 if the example is decided
   */
  public int next() {
    return next;
  }

  /**
   * What was decided.
   *
   * @return 0 or 1, with K classes the class; -1 if it is undecided
   */
  public int decision() {
    return decision;
  }

  /**
   * How many models ran.
   *
   * @return the number of scores fed since the start
   */
  public int count() {
    return count;
  }

  /**
   * The sum of scores of each class, once all models ran.
   *
   * @return a copy; NaN if the example is undecided or fewer models ran
   */
  public double[] sums() {
    return sums.clone();
  }

  @Override
  String describe() {
    return count + " asked, " + (decision < 0 ? "model " + next + " is next" : "decision " + decision);
  }
}

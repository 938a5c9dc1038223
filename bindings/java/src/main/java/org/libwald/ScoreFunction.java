package org.libwald;

/** Scores that are computed as they are needed, for {@link Cascade#apply(int, ScoreFunction)}. */
@FunctionalInterface
public interface ScoreFunction {
  /**
   * What a model says of rows. It is called on the thread that asked; what it throws comes out of the call.
   *
   * @param model which model, from 0
   * @param rows which rows, from 0: those that are still undecided
   * @return a finite score for each of them; with K classes K scores a row, row after row
   */
  double[] scores(int model, int[] rows);
}

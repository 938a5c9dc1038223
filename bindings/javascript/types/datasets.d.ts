/** Tables for examples, which are part of the package: what trained models predicted for real test sets. */

/** A table, with the truth of its rows if that may be published. */
export interface Example {
  /** What `load` calls it. */
  name: string;
  /** Rows of probabilities; of label vectors with their instance and weight; or of what each model of an ensemble adds
   * to a sum. */
  table: number[][];
  /** The true labels of the same rows, 0 or 1; null if they are not published. */
  truth: number[][] | null;
  /** The names of the columns. */
  columns: string[];
  /** What the table holds. */
  kind: "independent" | "categorical" | "joint" | "scores";
  /** One sentence about the table. */
  description: string;
  /** Where the data come from. */
  source: string;
  /** The licence of the data. */
  licence: string;
}
/** The names that `load` takes. */
export function names(): string[];
/**
 * Reads a table.
 * @param name "digits", "digit_labels", "digits_trees", "breast_cancer", "yeast" or "yeast_joint".
 */
export function load(name: string): Example;

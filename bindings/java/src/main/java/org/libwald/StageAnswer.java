package org.libwald;

/**
 * What a stage of a model cascade answers to a row.
 *
 * @param <A> what answers are
 * @param answer the answer
 * @param confidence how sure the stage is; NaN: its answer is not taken, unless no stage follows
 */
public record StageAnswer<A>(A answer, double confidence) {}

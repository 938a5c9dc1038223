package org.libwald;

import java.util.List;

/**
 * What a {@link Route} answers to one row.
 *
 * @param <A> what answers are
 * @param answer the answer that is taken
 * @param stage the stage that gave it
 * @param asked all stages that were called, in their order
 */
public record RouteAnswer<A>(A answer, int stage, List<Integer> asked) {}

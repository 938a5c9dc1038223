// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Properties of a metric; declared by the caller for a custom one. If a loss is given, U is its negative. */
public enum Property {
  /** U does not fall when tp rises at the same k and s ("TP-monotone"). */
  RISES_IN_TP(1, "rises_in_tp"),
  /** U does not rise when k rises at the same tp and s. */
  FALLS_IN_K(2, "falls_in_k"),
  /** U does not fall when tp and k both rise by one at the same s. */
  RISES_IN_TP_AND_K(4, "rises_in_tp_and_k"),
  /** U = a(k,s) tp + g(k,s). */
  LINEAR_IN_TP(8, "linear_in_tp"),
  /** The function is to be minimised. */
  LOSS(16, "loss"),
  /** The callback may be called from several threads at once. */
  THREAD_SAFE(32, "thread_safe"),
  /** Read only: without a constraint on k a trivial prediction is optimal. */
  DEGENERATE(64, "degenerate");

  final int value;
  private final String word;

  Property(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static Set<Property> of(int bits) {
    EnumSet<Property> found = EnumSet.noneOf(Property.class);
    for (Property one : values()) {
      if ((bits & one.value) != 0) {
        found.add(one);
      }
    }
    return Collections.unmodifiableSet(found);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "rises_in_tp"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}

package org.libwald;

import java.util.EnumSet;
import java.util.Set;

/** What a metric is; declared by the caller for a custom one. Where a loss is given, U is its negative. */
public enum Property {
  /** U does not fall when tp rises at the same k and s. */
  RISES_IN_TP(Native.WALD_RISES_IN_TP),
  /** U does not rise when k rises at the same tp and s. */
  FALLS_IN_K(Native.WALD_FALLS_IN_K),
  /** U does not fall when tp and k both rise by one at the same s. */
  RISES_IN_TP_AND_K(Native.WALD_RISES_IN_TP_AND_K),
  /** U = a(k, s) tp + g(k, s). */
  LINEAR_IN_TP(Native.WALD_LINEAR_IN_TP),
  /** The function is to be minimised. */
  LOSS(Native.WALD_LOSS),
  /** The function may be called from several threads at once. */
  THREAD_SAFE(Native.WALD_THREAD_SAFE),
  /** Read only: without a constraint on k a trivial prediction is optimal. */
  DEGENERATE(Native.WALD_DEGENERATE);

  final int bit;

  Property(int bit) {
    this.bit = bit;
  }

  static int bits(Property... properties) {
    int bits = 0;
    for (Property property : properties) {
      bits |= property.bit;
    }
    return bits;
  }

  static Set<Property> of(int bits) {
    EnumSet<Property> found = EnumSet.noneOf(Property.class);
    for (Property property : values()) {
      if ((bits & property.bit) != 0) {
        found.add(property);
      }
    }
    return java.util.Collections.unmodifiableSet(found);
  }
}

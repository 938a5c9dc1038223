package org.libwald;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Decisions of the library that tables are decided into, kept to be used again: they then stop allocating. */
final class Pool {
  private static final ConcurrentLinkedQueue<Lent> KEPT = new ConcurrentLinkedQueue<>();
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final int MOST = 8;
  private static final long LARGEST = 1_000_000; // cells: larger ones are not kept for nothing

  private Pool() {}

  static final class Lent {
    final long address;

    private Lent(long address) {
      this.address = address;
    }

    void giveBack(long cells) {
      if (cells <= LARGEST && COUNT.get() < MOST) { // a few more than that do no harm
        COUNT.incrementAndGet();
        KEPT.add(this);
      } else {
        Native.wald_destroy(address);
      }
    }
  }

  static Lent take() {
    Lent kept = KEPT.poll();
    if (kept != null) {
      COUNT.decrementAndGet();
      return kept;
    }
    long[] out = new long[1];
    Native.wald_decision_create(out);
    return new Lent(out[0]);
  }
}

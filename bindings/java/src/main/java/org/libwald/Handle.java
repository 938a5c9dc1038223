package org.libwald;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * Owns one object of the library. A call that runs holds it: closing in another thread, or the collector finding its
 * owner gone, waits with the object's end until the last such call is over, so nothing is pulled from under native
 * code.
 *
 * <p>The state is the number of calls that use the object, with one bit each for "closed" and "is being changed".
 */
final class Handle implements Runnable {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final int CLOSED = 1 << 31;
  private static final int CHANGING = 1 << 30;

  private final AtomicInteger state = new AtomicInteger();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final long address;
  private final String noun;
  private final LongConsumer destroy;
  private Cleaner.Cleanable cleanable;

  private Handle(long address, String noun, LongConsumer destroy) {
    this.address = address;
    this.noun = noun;
    this.destroy = destroy;
  }

  /** A handle that is closed at the latest when the collector finds that `owner` is gone. */
  static Handle of(Object owner, long address, String noun, LongConsumer destroy) {
    Handle made = new Handle(address, noun, destroy);
    made.cleanable = CLEANER.register(owner, made);
    return made;
  }

  /** Begins reading; the caller ends it with {@link #release}. Many may read at once. */
  long acquire() {
    int before = state.getAndIncrement();
    if ((before & (CLOSED | CHANGING)) != 0) {
      release();
      throw refusal(before);
    }
    return address;
  }

  void release() {
    if (state.decrementAndGet() == CLOSED) {
      end();
    }
  }

  /** Reads the object by `body`, which is handed its address. */
  void read(LongConsumer body) {
    long held = acquire();
    try {
      body.accept(held);
    } finally {
      release();
    }
  }

  /** Begins changing, which nobody else may be in the midst of using; the caller ends it with {@link #changed}. */
  long change() {
    int before = state.compareAndExchange(0, CHANGING | 1);
    if (before != 0) {
      throw refusal(before);
    }
    return address;
  }

  void changed() {
    int now = state.addAndGet(-(CHANGING | 1));
    if (now == CLOSED) {
      end();
    }
  }

  private IllegalStateException refusal(int found) {
    return new IllegalStateException(
        (found & CLOSED) != 0
            ? noun + " is closed"
            : (found & CHANGING) != 0
                ? noun + " is being changed by another call"
                : noun + " is in use by another call: it cannot be changed now");
  }

  boolean isClosed() {
    return (state.get() & CLOSED) != 0;
  }

  void close() {
    cleanable.clean(); // runs run() once, and makes the cleaner forget it
  }

  /** Called once: by close() or by the cleaner. */
  @Override
  public void run() {
    if ((state.getAndUpdate(now -> now | CLOSED) & ~CLOSED) == 0) {
      end();
    }
  }

  /** A refused acquire may come by here, too, after the end. */
  private void end() {
    if (ended.compareAndSet(false, true)) {
      destroy.accept(address);
    }
  }
}

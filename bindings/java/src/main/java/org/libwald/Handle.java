package org.libwald;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/**
 * Owns one object of the library. A call that runs holds it: closing in another thread, or the collector finding its
 * owner gone, waits with the object's end until the last such call is over, so nothing is pulled from under native
 * code.
 *
 * <p>The state is the number of calls that use the object, with one bit each for "closed" and "is being changed".
 */
final class Handle implements Runnable {
  /** How an object of the library ends. A class: a JVM that begins takes some milliseconds to make its first lambda. */
  private static final class Destroy implements LongConsumer {
    @Override
    public void accept(long address) {
      Native.wald_destroy(address);
    }
  }

  static final LongConsumer DESTROY = new Destroy();
  private static final Cleaner CLEANER = Cleaner.create();
  private static final int CLOSED = 1 << 31;
  private static final int CHANGING = 1 << 30;

  private final AtomicInteger state = new AtomicInteger();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final long address;
  private final String noun;
  private final LongConsumer destroy;
  private final Throwable place = Leaks.place();
  private Cleaner.Cleanable cleanable;
  private boolean isClosing; // by its owner, and not by the collector

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

  /** What `body` finds by reading the object, whose address it is handed. */
  <T> T answer(LongFunction<T> body) {
    long held = acquire();
    try {
      return body.apply(held);
    } finally {
      release();
    }
  }

  /** A function of C that fills one number, or as many as its array holds. */
  @FunctionalInterface
  interface Getter<A> {
    void get(long address, A out);
  }

  /** A call on an object, with options. */
  @FunctionalInterface
  interface Call {
    void run(long address, long options);
  }

  /** Reads the object by `body`, which is handed its address and that of the options. */
  void read(NativeOptions options, Call body) {
    NativeOptions.read(options, settings -> read(held -> body.run(held, settings)));
  }

  /** A function of C that makes another object by options. */
  @FunctionalInterface
  interface Maker {
    void make(long address, long options, long[] out);
  }

  /** The address of another object. */
  long getLong(NativeOptions options, Maker function) {
    long[] out = new long[1];
    read(options, (held, settings) -> function.make(held, settings, out));
    return out[0];
  }

  /** A number, or the address of another object. */
  long getLong(Getter<long[]> function) {
    long[] out = new long[1];
    read(held -> function.get(held, out));
    return out[0];
  }

  double getDouble(Getter<double[]> function) {
    double[] out = new double[1];
    read(held -> function.get(held, out));
    return out[0];
  }

  /** A function of C that fills a buffer, or gives the size that it needs. */
  @FunctionalInterface
  interface Filler<A> {
    void fill(long address, A out, long capacity, long[] needed);
  }

  double[] getDoubles(Filler<double[]> function) {
    return answer(held -> filled((out, capacity, needed) -> function.fill(held, out, capacity, needed)));
  }

  byte[] getBytes(Filler<byte[]> function) {
    return answer(held -> Texts.bytes((out, capacity, needed) -> function.fill(held, out, capacity, needed)));
  }

  /** A text of the library that goes with the object. */
  String getStatic(Getter<long[]> function) {
    return answer(
        held -> {
          long[] text = new long[1];
          function.get(held, text);
          return Texts.of(text[0]);
        });
  }

  /** The same of no object. */
  @FunctionalInterface
  interface Fill {
    void fill(double[] out, long capacity, long[] needed);
  }

  static double[] filled(Fill function) {
    long[] needed = new long[1];
    function.fill(null, 0, needed);
    double[] out = new double[Math.toIntExact(needed[0])];
    function.fill(out, out.length, needed);
    return out;
  }

  /** The first facts of an object: that many numbers, by their places. */
  static double[] numbers(long address, int first, int count) {
    double[] out = new double[count];
    for (int place = 0; place < count; ++place) {
      out[place] = number(address, first + place);
    }
    return out;
  }

  /** A number of an object that a call made and destroys. */
  static double number(long address, int fact) {
    double[] out = new double[1];
    Native.wald_number(address, fact, 0, out);
    return out[0];
  }

  /** A list of numbers of an object. */
  static double[] list(long address, int fact) {
    return filled((out, capacity, needed) -> Native.wald_numbers(address, fact, 0, out, capacity, needed));
  }

  /** Begins a change; the caller ends it with {@link #releaseAlone}. No other call may be in the midst of using it. */
  long acquireAlone() {
    int before = state.compareAndExchange(0, CHANGING | 1);
    if (before != 0) {
      throw refusal(before);
    }
    return address;
  }

  void releaseAlone() {
    if (state.addAndGet(-(CHANGING | 1)) == CLOSED) {
      end();
    }
  }

  /** Changes the object by `body`, which is handed its address. */
  void change(LongConsumer body) {
    long held = acquireAlone();
    try {
      body.accept(held);
    } finally {
      releaseAlone();
    }
  }

  /** Adds another object to this one; adding it to itself reads what it changes, which C allows. */
  void merge(Handle other, Merger merger) {
    change(
        held -> {
          if (other == this) {
            merger.merge(held, held);
          } else {
            other.read(from -> merger.merge(held, from));
          }
        });
  }

  @FunctionalInterface
  interface Merger {
    void merge(long address, long other);
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
    isClosing = true;
    cleanable.clean(); // runs run() once, and makes the cleaner forget it
  }

  /** Called once: by close() or by the cleaner. */
  @Override
  public void run() {
    if ((state.getAndUpdate(now -> now | CLOSED) & ~CLOSED) == 0) {
      end();
    }
    if (place != null && !isClosing) {
      Leaks.forgotten(noun, place);
    }
  }

  /** A refused acquire may come by here, too, after the end. */
  private void end() {
    if (ended.compareAndSet(false, true)) {
      destroy.accept(address);
    }
  }
}

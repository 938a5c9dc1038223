package org.libwald;

/** An object of the library that a call has made and nobody keeps: its facts are read, and it goes. */
final class Found implements AutoCloseable {
  private final long address;

  /** The object that `function` makes by options. */
  Found(NativeOptions options, Maker function) {
    long[] out = new long[1];
    NativeOptions.read(options, settings -> function.make(settings, out));
    address = out[0];
  }

  /** The object that `function` makes of the one that `owner` holds, by options. */
  Found(Handle owner, NativeOptions options, Handle.Maker function) {
    address = owner.getLong(options, function);
  }

  /** A function of C that makes an object by options. */
  @FunctionalInterface
  interface Maker {
    void make(long options, long[] out);
  }

  /** A fact of the whole. */
  double number(int fact) {
    double[] out = new double[1];
    Native.wald_number(address, fact, 0, out);
    return out[0];
  }

  /** A list, or a fact of every item. */
  double[] numbers(int fact) {
    return Handle.filled((out, capacity, needed) -> Native.wald_numbers(address, fact, 0, out, capacity, needed));
  }

  @Override
  public void close() {
    Native.wald_destroy(address);
  }
}

package org.libwald;

import java.lang.ref.Cleaner;
import java.util.function.DoublePredicate;
import java.util.function.LongConsumer;

/** Makes an options object of the library that goes with its owner, and so does the callback that it refers to. */
final class NativeOptions {
  private static final Cleaner CLEANER = Cleaner.create();

  private NativeOptions() {}

  @FunctionalInterface
  interface Creator {
    void create(long[] out);
  }

  @FunctionalInterface
  interface ProgressSetter {
    void set(long options, long callback);
  }

  /**
   * The address of a new object, with the settings that `set` makes and with progress told to `reports`, where that is
   * not null. It is destroyed when the collector finds that `owner` is gone.
   */
  static long make(
      Object owner,
      Creator create,
      LongConsumer destroy,
      LongConsumer set,
      ProgressSetter setProgress,
      DoublePredicate reports) {
    long[] out = new long[1];
    create.create(out);
    long address = out[0];
    long callback = 0;
    try {
      set.accept(address);
      if (reports != null) {
        callback = Native.callback_create(reports);
        setProgress.set(address, callback);
      }
    } catch (Throwable wrong) {
      release(destroy, address, callback);
      throw wrong;
    }
    long toForget = callback;
    CLEANER.register(owner, () -> release(destroy, address, toForget));
    return address;
  }

  private static void release(LongConsumer destroy, long address, long callback) {
    destroy.accept(address);
    Native.callback_destroy(callback);
  }
}

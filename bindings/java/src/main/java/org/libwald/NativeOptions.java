package org.libwald;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoublePredicate;
import java.util.function.LongConsumer;

/** Options of one family: an object of the library, and the callback that it refers to, which both go with this one. */
abstract class NativeOptions {
  private static final Cleaner CLEANER = Cleaner.create();

  /** NULL, which C takes for the defaults, or an object of its own. */
  final long address;

  /** What was set, by the names of the options. */
  final Map<String, Object> settings;

  final boolean interruptible;

  NativeOptions(String family, OptionsBuilder<?> wanted) {
    settings = wanted.settings();
    interruptible = wanted.isInterruptible();
    if (settings.isEmpty() && !interruptible) {
      address = 0;
      return;
    }
    long[] out = new long[1];
    Native.wald_options_create(Texts.name(family, "family"), out);
    long made = out[0];
    long callback = 0;
    try {
      wanted.set(made);
      DoublePredicate reports = wanted.reports();
      if (reports != null) {
        callback = Native.callback_create(reports);
        Native.wald_options_set_progress(made, Texts.name("progress", "name"), callback);
      }
    } catch (Throwable wrong) {
      release(made, callback);
      throw wrong;
    }
    long toForget = callback;
    CLEANER.register(this, () -> release(made, toForget));
    address = made;
  }

  private static void release(long options, long callback) {
    Native.wald_destroy(options);
    Native.callback_destroy(callback);
  }

  /** Hands their address to `body`, until whose end they stay. */
  static void read(NativeOptions options, LongConsumer body) {
    Objects.requireNonNull(options, "options");
    try {
      body.accept(options.address);
    } finally {
      Reference.reachabilityFence(options);
    }
  }

  /** What an option holds, as text. */
  String get(String name) {
    byte[] wanted = Texts.name(name, "name");
    return Texts.filled((out, capacity, needed) -> Native.wald_options_get(address, wanted, out, capacity, needed));
  }
}

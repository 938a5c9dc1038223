package org.libwald;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What requests use while another thread replaces it: a cascade, or all that belongs together, as a record that is {@link
 * AutoCloseable}. A request leases it; what was replaced is closed once the last lease of it has ended, so that no
 * request finds it closed, and nothing waits.
 *
 * <pre>{@code
 * Swap<Cascade> current = new Swap<>(Cascade.load(file));
 * try (Swap.Lease<Cascade> lease = current.lease()) {   // in a request
 *   return lease.get().decide(features);
 * }
 * current.set(Cascade.load(file));                      // in another thread
 * }</pre>
 *
 * @param <T> what is used
 */
public final class Swap<T extends AutoCloseable> implements AutoCloseable {
  private final AtomicReference<Held<T>> current; // null once it is closed

  /** What is used, with the number of its leases, and one more until it is replaced. At 0 it is closed. */
  private static final class Held<T extends AutoCloseable> {
    private final T value;
    private final AtomicInteger users = new AtomicInteger(1);

    Held(T value) {
      this.value = value;
    }

    boolean begin() {
      for (int now = users.get(); now > 0; now = users.get()) {
        if (users.compareAndSet(now, now + 1)) {
          return true;
        }
      }
      return false;
    }

    void end() {
      if (users.decrementAndGet() > 0) {
        return;
      }
      try {
        value.close();
      } catch (Exception wrong) { // not a matter of the request that happens to be the last
        System.getLogger("org.libwald").log(System.Logger.Level.WARNING, "what was replaced could not be closed", wrong);
      }
    }
  }

  /**
   * The right to use what is current at one moment, until it ends. For one thread at a time.
   *
   * @param <T> what is used
   */
  public static final class Lease<T extends AutoCloseable> implements AutoCloseable {
    private final Held<T> held;
    private boolean ended;

    private Lease(Held<T> held) {
      this.held = held;
    }

    /**
     * What it is a lease of: the same until it ends, even if that is replaced.
     *
     * @return the object, which is not to be closed by the caller
     */
    public T get() {
      if (ended) {
        throw new IllegalStateException("lease is closed");
      }
      return held.value;
    }

    /** Ends it. May be called again. */
    @Override
    public void close() {
      if (!ended) {
        ended = true;
        held.end();
      }
    }
  }

  /**
   * Begins with an object, which is now this one's to close.
   *
   * @param first what is used at first
   */
  public Swap(T first) {
    current = new AtomicReference<>(new Held<>(Objects.requireNonNull(first, "first")));
  }

  /**
   * A lease of what is current, best in a {@code try}. It takes no lock, and some ten nanoseconds.
   *
   * @return the lease
   * @throws IllegalStateException after {@link #close}
   */
  public Lease<T> lease() {
    while (true) {
      Held<T> now = current.get();
      if (now == null) {
        throw new IllegalStateException("swap is closed");
      }
      if (now.begin()) { // else it was replaced since
        return new Lease<>(now);
      }
    }
  }

  /**
   * Replaces what is current, which is closed when its last lease has ended: now, or by that. Leases that begin later are
   * of the next one.
   *
   * @param next what is used from now on, and is now this one's to close; another object than before
   * @throws IllegalStateException after {@link #close}; {@code next} then stays the caller's
   */
  public void set(T next) {
    Held<T> held = new Held<>(Objects.requireNonNull(next, "next"));
    while (true) {
      Held<T> before = current.get();
      if (before == null) {
        throw new IllegalStateException("swap is closed");
      }
      if (before.value == next) {
        throw new ArgumentException("next is what is used already: must be another object");
      }
      if (current.compareAndSet(before, held)) {
        before.end();
        return;
      }
    }
  }

  /** Closes what is current when its last lease has ended. Nothing can be leased any more. May be called again. */
  @Override
  public void close() {
    Held<T> before = current.getAndSet(null);
    if (before != null) {
      before.end();
    }
  }
}

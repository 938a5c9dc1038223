package org.libwald;

import java.util.function.LongConsumer;

/** What owns an object of the library: how it is closed, and what it says of itself. */
abstract class Closable implements AutoCloseable {
  final Handle handle;

  /** An owner of its own object, which messages call by the noun. */
  Closable(long address, String noun) {
    this(address, noun, Handle.DESTROY);
  }

  /** The same of an object that is not destroyed alone. */
  Closable(long address, String noun, LongConsumer destroy) {
    handle = Handle.of(this, address, noun, destroy);
  }

  /** One that shares an object with its owner. */
  Closable(Closable owner) {
    handle = owner.handle;
  }

  /** Gives the native memory back now, or when the last call that uses it is over. May be called again. */
  @Override
  public void close() {
    handle.close();
  }

  /** What there is to say of it while it is open. */
  abstract String describe();

  /**
   * What it is, or that it is closed.
   *
   * @return a short text
   */
  @Override
  public final String toString() {
    return getClass().getSimpleName() + "(" + (handle.isClosed() ? "closed" : describe()) + ")";
  }
}

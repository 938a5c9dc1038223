package org.libwald;

/** The progress callback asked to stop, or the thread was interrupted; see {@link Options.Builder#progress}. */
public final class CancelledException extends WaldException {
  private static final long serialVersionUID = 1;

  CancelledException(String message) {
    super(Native.WALD_CANCELLED, message);
  }
}

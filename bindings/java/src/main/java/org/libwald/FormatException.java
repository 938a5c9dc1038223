package org.libwald;

/** Text that cannot be read: the name of a metric, a saved estimator. */
public final class FormatException extends WaldException {
  private static final long serialVersionUID = 1;

  FormatException(String message) {
    super(Native.WALD_ERROR_FORMAT, message);
  }
}

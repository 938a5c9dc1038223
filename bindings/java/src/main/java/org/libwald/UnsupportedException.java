package org.libwald;

/** There is no exact method for this pair of metric and estimator; the text says why. */
public final class UnsupportedException extends WaldException {
  private static final long serialVersionUID = 1;

  UnsupportedException(String message) {
    super(Native.WALD_ERROR_UNSUPPORTED, message);
  }
}

package org.libwald;

/** An argument is outside its domain. */
public final class ArgumentException extends WaldException {
  private static final long serialVersionUID = 1;

  ArgumentException(String message) {
    super(Native.WALD_ERROR_ARGUMENT, message);
  }
}

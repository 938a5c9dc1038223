package org.libwald;

/** A custom metric gave a value that is not finite, or contradicts what was declared of it. */
public final class CallbackException extends WaldException {
  private static final long serialVersionUID = 1;

  CallbackException(String message) {
    super(Native.WALD_ERROR_CALLBACK, message);
  }
}

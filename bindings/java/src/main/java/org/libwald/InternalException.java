package org.libwald;

/** A defect of the library: please report the text. */
public final class InternalException extends WaldException {
  private static final long serialVersionUID = 1;

  InternalException(String message) {
    super(Native.WALD_ERROR_INTERNAL, message);
  }
}

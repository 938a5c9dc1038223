package org.libwald;

/** A buffer is too small. These classes size their buffers themselves, so it is not expected to be seen. */
public final class CapacityException extends WaldException {
  private static final long serialVersionUID = 1;

  CapacityException(String message) {
    super(Native.WALD_ERROR_CAPACITY, message);
  }
}

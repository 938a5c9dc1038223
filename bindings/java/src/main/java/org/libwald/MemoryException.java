package org.libwald;

/** An allocation of the library failed; nothing was changed, and the call may be repeated. */
public final class MemoryException extends WaldException {
  private static final long serialVersionUID = 1;

  MemoryException(String message) {
    super(Native.WALD_ERROR_MEMORY, message);
  }
}

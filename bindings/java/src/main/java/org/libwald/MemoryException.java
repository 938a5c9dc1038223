// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** An allocation failed; the call may be repeated. */
public final class MemoryException extends WaldException {
  private static final long serialVersionUID = 1;

  MemoryException(String message) {
    super(2, message);
  }
}

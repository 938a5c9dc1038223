// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** The caller's buffer is too small; *needed says what it takes. */
public final class CapacityException extends WaldException {
  private static final long serialVersionUID = 1;

  CapacityException(String message) {
    super(3, message);
  }
}

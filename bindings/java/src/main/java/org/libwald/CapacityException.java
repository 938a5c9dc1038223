// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** The caller's buffer is too small; *needed is the size that it needs. */
public final class CapacityException extends WaldException {
  private static final long serialVersionUID = 1;

  CapacityException(String message) {
    super(3, message);
  }
}

// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** Text that cannot be read: a metric's name, a saved state. */
public final class FormatException extends WaldException {
  private static final long serialVersionUID = 1;

  FormatException(String message) {
    super(5, message);
  }
}

// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** An argument is outside its domain. */
public final class ArgumentException extends WaldException {
  private static final long serialVersionUID = 1;

  ArgumentException(String message) {
    super(1, message);
  }
}

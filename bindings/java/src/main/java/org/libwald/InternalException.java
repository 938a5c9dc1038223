// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** A defect of the library: please report the message. */
public final class InternalException extends WaldException {
  private static final long serialVersionUID = 1;

  InternalException(String message) {
    super(8, message);
  }
}

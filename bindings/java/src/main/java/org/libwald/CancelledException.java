// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** The progress callback cancelled the call. */
public final class CancelledException extends WaldException {
  private static final long serialVersionUID = 1;

  CancelledException(String message) {
    super(7, message);
  }
}

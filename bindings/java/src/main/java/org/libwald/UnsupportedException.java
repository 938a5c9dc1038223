// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** There is no exact method for this pair of metric and estimator; the message has the reason. */
public final class UnsupportedException extends WaldException {
  private static final long serialVersionUID = 1;

  UnsupportedException(String message) {
    super(4, message);
  }
}

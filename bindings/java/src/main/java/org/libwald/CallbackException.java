// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** A custom metric gave a value that is not finite, or contradicts its declaration. */
public final class CallbackException extends WaldException {
  private static final long serialVersionUID = 1;

  CallbackException(String message) {
    super(6, message);
  }
}

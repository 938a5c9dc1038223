package org.libwald;

import java.nio.charset.StandardCharsets;

/**
 * A call that failed. The text is the library's own: it names the argument, its value and its bound, and is the same in
 * every language. Each status has a class of its own.
 */
public class WaldException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The status of the C interface. */
  private final int status;

  WaldException(int status, String message) {
    super(message);
    this.status = status;
  }

  /**
   * The status of the C interface.
   *
   * @return 1 to 8, or what a newer library may add
   */
  public int status() {
    return status;
  }

  /** What native code throws. */
  static WaldException of(int status, byte[] message) {
    String text = new String(message, StandardCharsets.UTF_8);
    return switch (status) {
      // rows: status
      case 1 -> new ArgumentException(text);
      case 2 -> new MemoryException(text);
      case 3 -> new CapacityException(text);
      case 4 -> new UnsupportedException(text);
      case 5 -> new FormatException(text);
      case 6 -> new CallbackException(text);
      case 7 -> new CancelledException(text);
      case 8 -> new InternalException(text);
      // end of rows
      default -> new WaldException(status, text);
    };
  }
}

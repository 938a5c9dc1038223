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

  /**
   * The name of the status in the C interface.
   *
   * @return {@code "WALD_ERROR_ARGUMENT"} for example
   */
  public String statusName() {
    return Native.wald_status_name(status);
  }

  /** What native code throws. */
  static WaldException of(int status, byte[] message) {
    String text = new String(message, StandardCharsets.UTF_8);
    return switch (status) {
      case Native.WALD_ERROR_ARGUMENT -> new ArgumentException(text);
      case Native.WALD_ERROR_MEMORY -> new MemoryException(text);
      case Native.WALD_ERROR_CAPACITY -> new CapacityException(text);
      case Native.WALD_ERROR_UNSUPPORTED -> new UnsupportedException(text);
      case Native.WALD_ERROR_FORMAT -> new FormatException(text);
      case Native.WALD_ERROR_CALLBACK -> new CallbackException(text);
      case Native.WALD_CANCELLED -> new CancelledException(text);
      case Native.WALD_ERROR_INTERNAL -> new InternalException(text);
      default -> new WaldException(status, text);
    };
  }
}

package org.libwald;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;

/** What is sent to other places as bytes and made of them again. Serialization writes the bytes. */
@SuppressWarnings("serial")
abstract class Sent extends Closable implements Serializable {
  private static final long serialVersionUID = 1;

  Sent(long address, String noun) {
    super(address, noun);
  }

  /** All of it in one of the formats of the library. */
  final byte[] save(int format) {
    return handle.getBytes((held, out, capacity, needed) -> Native.wald_save(held, format, out, capacity, needed));
  }

  /**
   * All of it as bytes, the same for every order of feeding and merging; an answer is not among them: {@code next} gives
   * it again. Any of the languages can read them.
   *
   * @return what {@code fromBytes} reads
   */
  public byte[] toBytes() {
    return save(NativeConstants.WALD_BINARY);
  }

  final Object writeReplace() {
    return new SavedBytes(getClass().getSimpleName(), toBytes());
  }

  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("an object of org.libwald is read by its bytes alone");
  }

  /** A function of C that makes an object of what was saved. */
  @FunctionalInterface
  interface Reader {
    void read(byte[] saved, long[] out);
  }

  /** The address of what was saved. */
  static long read(byte[] saved, Reader reader) {
    long[] out = new long[1];
    reader.read(saved, out);
    return out[0];
  }
}

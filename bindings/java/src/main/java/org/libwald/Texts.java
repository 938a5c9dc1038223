package org.libwald;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Texts on their way to C and back, as UTF-8. */
final class Texts {
  /** Names of algorithms, warnings, the list of metrics: each made a String of once. They are few. */
  private static final ConcurrentHashMap<Long, String> STATIC = new ConcurrentHashMap<>();

  private Texts() {}

  /** A text for C, which ends it at the first NUL. */
  static byte[] name(String text, String what) {
    Objects.requireNonNull(text, what);
    if (text.indexOf('\0') >= 0) {
      throw new ArgumentException(what + " holds a NUL character");
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Such texts. */
  static byte[][] names(String[] texts, String what) {
    return Arrays.stream(texts).map(text -> name(text, what)).toArray(byte[][]::new);
  }

  /** A function of C that fills a buffer, or gives the size that it needs. */
  @FunctionalInterface
  interface Fill {
    void fill(byte[] out, long capacity, long[] needed);
  }

  /** A text in UTF-8, without the 0 that ends it where C counts that. */
  static String filled(Fill function) {
    return new String(bytes(function), StandardCharsets.UTF_8);
  }

  /** All that C fills a buffer with. */
  static byte[] bytes(Fill function) {
    long[] needed = new long[1];
    function.fill(null, 0, needed);
    if (needed[0] > Integer.MAX_VALUE - 8) {
      throw new ArgumentException("the state takes " + needed[0] + " bytes: an array of Java has fewer than 2^31");
    }
    byte[] out = new byte[(int) needed[0]];
    function.fill(out, out.length, needed);
    return out;
  }

  /** Numbers for a reader: a long list is cut. */
  static String list(int[] numbers) {
    final int most = 20;
    if (numbers.length <= most) {
      return Arrays.toString(numbers);
    }
    String first = Arrays.toString(Arrays.copyOf(numbers, most));
    return first.substring(0, first.length() - 1) + ", ... " + (numbers.length - most) + " more]";
  }

  /** A text of the library, from its address. */
  static String of(long address) {
    return new String(Native.text_at(address), StandardCharsets.UTF_8);
  }

  /** A text that the library holds for ever, from its address. */
  static String fixed(long address) {
    String found = STATIC.get(address);
    if (found == null) {
      found = of(address);
      STATIC.put(address, found);
    }
    return found;
  }
}

package org.libwald;

import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.Objects;

/**
 * Real numbers where they are: a view of a {@code double[]}, a {@code float[]} or a buffer, with a start and a stride.
 * Nothing is copied to make one, except for a buffer that is neither direct nor backed by an array, or of foreign byte
 * order. Native code reads direct buffers in place. The numbers are read when a call is made: do not change them in
 * another thread meanwhile.
 */
public final class Values implements Problem {
  final Object base;
  final int type;
  final long start;
  final long length;
  final long stride;

  private Values(Object base, int type, long start, long length, long stride) {
    this.base = base;
    this.type = type;
    this.start = start;
    this.length = length;
    this.stride = stride;
  }

  /**
   * The numbers of an array.
   *
   * @param values the array, which is not copied
   * @return a view of it
   */
  public static Values of(double... values) {
    return new Values(values, Native.WALD_FLOAT64, 0, values.length, 1);
  }

  /**
   * The numbers of an array of floats, which are converted exactly: all computing is in double.
   *
   * @param values the array, which is not copied
   * @return a view of it
   */
  public static Values of(float... values) {
    return new Values(values, Native.WALD_FLOAT32, 0, values.length, 1);
  }

  /**
   * The numbers of a buffer from its position to its limit.
   *
   * @param buffer the buffer; a direct one in native byte order is read in place
   * @return a view of it
   */
  public static Values of(DoubleBuffer buffer) {
    int start = buffer.position();
    int count = buffer.remaining();
    if (buffer.isDirect() && buffer.order() == ByteOrder.nativeOrder()) {
      return new Values(buffer, Native.WALD_FLOAT64, start, count, 1);
    }
    if (buffer.hasArray()) {
      return new Values(buffer.array(), Native.WALD_FLOAT64, (long) buffer.arrayOffset() + start, count, 1);
    }
    double[] copy = new double[count];
    buffer.duplicate().get(copy);
    return of(copy);
  }

  /**
   * The numbers of a buffer of floats from its position to its limit.
   *
   * @param buffer the buffer; a direct one in native byte order is read in place
   * @return a view of it
   */
  public static Values of(FloatBuffer buffer) {
    int start = buffer.position();
    int count = buffer.remaining();
    if (buffer.isDirect() && buffer.order() == ByteOrder.nativeOrder()) {
      return new Values(buffer, Native.WALD_FLOAT32, start, count, 1);
    }
    if (buffer.hasArray()) {
      return new Values(buffer.array(), Native.WALD_FLOAT32, (long) buffer.arrayOffset() + start, count, 1);
    }
    float[] copy = new float[count];
    buffer.duplicate().get(copy);
    return of(copy);
  }

  /**
   * Some of these values: those at from, from + step, from + 2 step, ...
   *
   * @param from the first
   * @param count how many
   * @param step from one to the next; may be negative or 0
   * @return a view of the same memory
   */
  public Values slice(long from, long count, long step) {
    if (count < 0) {
      throw new ArgumentException("count is " + count + ": must be at least 0");
    }
    Slice.check("values", length, from, 1, count, 0, step);
    return new Values(base, type, start + from * stride, count, stride * step);
  }

  /**
   * How many there are.
   *
   * @return the number of values
   */
  public long length() {
    return length;
  }

  /**
   * One of the values.
   *
   * @param index from 0 to {@code length() - 1}
   * @return the value, of a float converted
   */
  public double get(long index) {
    Objects.checkIndex(index, length);
    int at = (int) (start + index * stride);
    if (base instanceof double[] doubles) {
      return doubles[at];
    }
    if (base instanceof float[] floats) {
      return floats[at];
    }
    return base instanceof DoubleBuffer buffer ? buffer.get(at) : ((FloatBuffer) base).get(at);
  }

  /** As a vector. */
  Slice vector(boolean brief) {
    return Slice.of(base, type, start, length, 1, stride, 1, brief);
  }

  /** One number per row, by the name of the argument; null for null. */
  static Slice each(String what, Values values, long rows, boolean brief) {
    if (values == null) {
      return null;
    }
    if (values.length != rows) {
      throw new ArgumentException(what + " has " + values.length + " elements: there are " + rows + " rows");
    }
    return values.vector(brief);
  }

  @Override
  public String toString() {
    return "Values(" + length + (type == Native.WALD_FLOAT64 ? " doubles)" : " floats)");
  }
}

package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The same numbers in every form that memory has in Java give the same answers. */
class ArraysTest {
  private static Metric f1;
  private static final double[] P = {0.75, 0.5, 0.375, 0.125}; // exact as floats
  private static Decision wanted;

  @BeforeAll
  static void open() {
    f1 = Metric.of("f1");
    wanted = f1.decide(P);
  }

  @AfterAll
  static void close() {
    f1.close();
  }

  private static DoubleBuffer direct(ByteOrder order, double... values) {
    DoubleBuffer made = ByteBuffer.allocateDirect(8 * values.length).order(order).asDoubleBuffer();
    made.put(values).flip();
    return made;
  }

  private static List<Values> forms() {
    float[] floats = {0.75f, 0.5f, 0.375f, 0.125f};
    DoubleBuffer part = direct(ByteOrder.nativeOrder(), 9, 9, 0.75, 0.5, 0.375, 0.125, 9);
    part.position(2).limit(6);
    FloatBuffer directFloats = ByteBuffer.allocateDirect(4 * 6).order(ByteOrder.nativeOrder()).asFloatBuffer();
    directFloats.position(1);
    directFloats.put(floats).flip().position(1);
    return List.of(
        Values.of(P),
        Values.of(floats),
        Values.of(DoubleBuffer.wrap(P)),
        Values.of(DoubleBuffer.wrap(new double[] {9, 0.75, 0.5, 0.375, 0.125, 9}, 1, 4)),
        Values.of(DoubleBuffer.wrap(new double[] {9, 0.75, 0.5, 0.375, 0.125, 9}, 1, 4).slice()),
        Values.of(DoubleBuffer.wrap(P).asReadOnlyBuffer()),
        Values.of(direct(ByteOrder.nativeOrder(), P)),
        Values.of(direct(ByteOrder.BIG_ENDIAN, P)),
        Values.of(direct(ByteOrder.nativeOrder(), P).asReadOnlyBuffer()),
        Values.of(part),
        Values.of(part.slice()),
        Values.of(directFloats),
        Values.of(FloatBuffer.wrap(floats)),
        Values.of(FloatBuffer.wrap(floats).asReadOnlyBuffer()),
        Values.of(0.75, 9, 0.5, 9, 0.375, 9, 0.125).slice(0, 4, 2),
        Values.of(0.125, 0.375, 0.5, 0.75).slice(3, 4, -1),
        Values.of(9, 0.125, 9, 0.375, 9, 0.5, 9, 0.75).slice(1, 4, 2).slice(3, 4, -1),
        Values.of(direct(ByteOrder.nativeOrder(), 0.125, 0.375, 0.5, 0.75)).slice(3, 4, -1));
  }

  @Test
  void vectorsIntoMemory() {
    byte[] mask = new byte[4];
    DecisionOptions none = DecisionOptions.defaults();
    float[] floats = {0.75f, 0.5f, 0.375f, 0.125f};
    assertEquals(wanted.expected(), f1.decideInto(P, none, mask));
    assertArrayEquals(wanted.mask(), mask);
    assertEquals(wanted, f1.decide(floats));
    for (Values form : forms()) {
      java.util.Arrays.fill(mask, (byte) 9);
      assertEquals(wanted.expected(), f1.decideInto(form, none, mask));
      assertArrayEquals(wanted.mask(), mask);
    }
    java.util.Arrays.fill(mask, (byte) 9);
    assertEquals(wanted.expected(), f1.decideInto(floats, none, mask));
    assertArrayEquals(wanted.mask(), mask);
    java.util.Arrays.fill(mask, (byte) 9);
    assertEquals(wanted.expected(), f1.decideInto(P, mask));
    assertArrayEquals(wanted.mask(), mask);
    assertEquals(wanted.expected(), f1.decideInto(floats, mask));
    try (Estimator known = Estimator.independent(P)) {
      java.util.Arrays.fill(mask, (byte) 9);
      assertEquals(wanted.expected(), f1.decideInto(known, none, mask));
      assertArrayEquals(wanted.mask(), mask);
    }
    f1.decideInto(P, DecisionOptions.builder().abstain(0).build(), mask);
    assertArrayEquals(new byte[] {2, 2, 2, 2}, mask);
    assertEquals("mask has 3 elements: must have 4",
        assertThrows(ArgumentException.class, () -> f1.decideInto(P, none, new byte[3])).getMessage());
    assertEquals("probabilities[1] is 1.5: must lie in [0, 1]",
        assertThrows(ArgumentException.class, () -> f1.decideInto(new double[] {0.5, 1.5}, none, new byte[2])).getMessage());
    try (Metric mine = Metric.custom("mine", (tp, k, s, n) -> {
      throw new IllegalArgumentException("mine");
    })) {
      assertEquals("mine", assertThrows(IllegalArgumentException.class, () -> mine.decideInto(P, none, mask)).getMessage());
    }
  }

  @Test
  void vectorsIntoMemoryAllocateNothing() {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    byte[] mask = new byte[4];
    DecisionOptions options = DecisionOptions.builder().atLeast(1).build();
    float[] floats = {0.75f, 0.5f, 0.375f, 0.125f};
    Runnable calls = () -> {
      for (int i = 0; i < 1000; ++i) {
        f1.decideInto(P, options, mask);
        f1.decideInto(floats, options, mask);
      }
    };
    calls.run();
    long before = threads.getCurrentThreadAllocatedBytes();
    calls.run();
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(allocated < 2000, allocated + " bytes in 2000 calls"); // less than one a call
  }

  @Test
  void longListsAreNotToldWhole() {
    double[] many = new double[1000];
    java.util.Arrays.fill(many, 0.9);
    String text = f1.decide(many).toString();
    assertTrue(text.startsWith("Decision(k=1000, indices=[0, 1, 2, 3, ") && text.contains("19, ... 980 more], exp"), text);
    assertTrue(f1.decide(java.util.Arrays.copyOf(many, 20)).toString().contains("18, 19], exp"));
  }

  @Test
  void masksOfWholeNumbersAndTruths() {
    Mask wanted = Mask.of(new byte[][] {{1, 0}, {0, 1}});
    assertEquals(wanted, Mask.of(new int[][] {{1, 0}, {0, 1}}));
    assertEquals(wanted, Mask.of(new boolean[][] {{true, false}, {false, true}}));
    assertEquals(Mask.of(new byte[] {1, 0, 2}), Mask.of(1, 0, 2));
    for (int wrong : new int[] {-1, 3, 256}) {
      assertEquals("cells[1] is " + wrong + ": must be 0, 1 or 2",
          assertThrows(ArgumentException.class, () -> Mask.of(0, wrong)).getMessage());
    }
    double[] scores = {0.1, 0.4, 0.35, 0.8};
    try (Sample bytes = Sample.of(1).feed(new byte[] {0, 0, 1, 1}, scores);
        Sample ints = Sample.of(1).feed(new int[] {0, 0, 1, 1}, scores);
        Sample truths = Sample.of(1).feed(new boolean[] {false, false, true, true}, scores);
        Sample mask = Sample.of(1).feed(Mask.of(0, 0, 1, 1), Table.of(scores, 4, 1)); Metric f1 = Metric.of("f1")) {
      assertEquals(bytes.save(), ints.save());
      assertEquals(bytes.save(), truths.save());
      assertEquals(bytes.save(), mask.save());
      Evaluation got = f1.evaluate(wanted, wanted.transpose(), DecisionOptions.builder().average(Average.MICRO).build());
      assertEquals(new Evaluation(1, 0), got);
    }
  }

  @Test
  void vectors() {
    for (Values form : forms()) {
      assertEquals(4, form.length());
      for (int i = 0; i < 4; ++i) {
        assertEquals(P[i], form.get(i));
      }
      assertEquals(wanted, f1.decide(form), form.toString());
      assertArrayEquals(f1.curve(Values.of(P)), f1.curve(form));
      try (Estimator known = Estimator.independent(form)) {
        assertEquals(wanted, f1.decide(known));
      }
      Table one = Table.of(form, 1, 4);
      assertEquals(wanted, f1.decide(one).get(0));
      assertEquals(wanted, f1.decide(one.transpose(), DecisionOptions.builder().average(Average.MACRO).build()).get(0));
      assertEquals(f1.decide(Table.of(P, 2, 2)), f1.decide(Table.of(form, 2, 2)));
      SparseTable sparse = SparseTable.of(new int[] {0, 4}, new int[] {0, 1, 2, 3}, Values.of(P), 4);
      assertEquals(wanted, f1.decide(sparse).get(0));
    }
    Values constant = Values.of(0.5).slice(0, 5, 0);
    assertEquals(f1.decide(new double[] {0.5, 0.5, 0.5, 0.5, 0.5}), f1.decide(constant));
  }

  @Test
  void largeOnes() {
    double[] p = new Random(1).doubles(300_000).toArray(); // beyond every small buffer
    try (Metric hamming = Metric.of("hamming")) {
      assertEquals(hamming.decide(p), hamming.decide(Values.of(direct(ByteOrder.nativeOrder(), p))));
      Decisions rows = hamming.decide(Table.of(p, 3_000, 100));
      Decisions columns = hamming.decide(Table.of(Values.of(p), 299_999, 3_000, 100, -100, -1));
      assertEquals(rows.get(2_999).expected(), columns.get(0).expected(), 1e-12);
      assertEquals(rows.get(2_999).k(), columns.get(0).k());
    }
  }

  @Test
  void views() {
    double[] cells = new Random(2).doubles(12 * 9).toArray();
    Table whole = Table.of(cells, 12, 9);
    Table part = Table.of(Values.of(cells), 2 * 9 + 3, 4, 5, 9, 1);
    for (int i = 0; i < 4; ++i) {
      double[] row = new double[5];
      for (int j = 0; j < 5; ++j) {
        row[j] = whole.get(i + 2, j + 3);
        assertEquals(row[j], part.get(i, j));
        assertEquals(row[j], part.transpose().get(j, i));
      }
      assertEquals(f1.decide(row), f1.decide(part).get(i));
    }
    double[][] rows = {{0.9, 0.2}, {0.4, 0.3}};
    assertEquals(f1.decide(Table.of(new double[] {0.9, 0.2, 0.4, 0.3}, 2, 2)), f1.decide(Table.of(rows)));
    assertEquals("Table(2 x 2)", Table.of(rows).toString());
  }

  @Test
  void decisionsIntoCompressedRows() {
    Metric f1 = Metric.of("f1");
    double[][] rows = {{0.9, 0.2, 0.6}, {0.1, 0, 0.3}, {0.5, 0.5, 0.5}, {0, 0, 0}};
    Table table = Table.of(rows);
    for (Average average : Average.values()) {
      DecisionOptions options = DecisionOptions.builder().average(average).build();
      Decisions whole = f1.decide(table, options);
      double[] expected = new double[whole.size()];
      double[] bound = new double[whole.size()];
      long[] indptr = new long[whole.size() + 1];
      long[] indices = new long[12];
      long count = f1.decideInto(table, options, expected, bound, indptr, indices);
      assertEquals(indptr[whole.size()], count);
      assertEquals(count, f1.decideInto(table, options, null, null, null, null));
      for (int a = 0; a < whole.size(); ++a) {
        assertEquals(whole.get(a).expected(), expected[a]);
        assertEquals(whole.get(a).bound(), bound[a]);
        assertEquals(whole.get(a).k(), indptr[a + 1] - indptr[a]);
        for (int i = 0; i < whole.get(a).k(); ++i) {
          assertEquals(whole.indices(a)[i], indices[(int) indptr[a] + i]);
        }
      }
    }
    DecisionOptions options = DecisionOptions.defaults();
    assertThrows(ArgumentException.class, () -> f1.decideInto(table, options, null, new double[3], null, null));
    assertThrows(ArgumentException.class, () -> f1.decideInto(table, options, null, null, new long[4], null));
    assertThrows(CapacityException.class, () -> f1.decideInto(table, options, null, null, null, new long[1]));
  }

  @Test
  void intoMemoryOfTheCallers() {
    Table table = Table.of(new Random(5).doubles(6 * 4).toArray(), 6, 4);
    Decisions answers = f1.decide(table);
    byte[] wide = new byte[6 * 7 + 1];
    java.util.Arrays.fill(wide, (byte) 9);
    double[] expected = new double[8];
    f1.decideInto(table, DecisionOptions.defaults(), Mask.of(wide, 1, 6, 4, 7, 1), expected);
    assertEquals(answers.mask(), Mask.of(wide, 1, 6, 4, 7, 1));
    for (int i = 0; i < wide.length; ++i) {
      assertEquals(i < 1 || (i - 1) % 7 >= 4, wide[i] == 9, "cell " + i);
    }
    assertArrayEquals(answers.expected(), java.util.Arrays.copyOf(expected, 6));
    ByteBuffer buffer = ByteBuffer.allocateDirect(25);
    buffer.position(1);
    f1.decideInto(table, DecisionOptions.defaults(), Mask.of(buffer, 6, 4), null);
    assertEquals(answers.mask(), Mask.of(buffer, 6, 4));
    f1.decideInto(table, DecisionOptions.defaults(), null, expected);
    assertThrows(ReadOnlyBufferException.class,
        () -> f1.decideInto(table, DecisionOptions.defaults(), Mask.of(buffer.asReadOnlyBuffer(), 6, 4), null));
    assertThrows(ArgumentException.class,
        () -> f1.decideInto(table, DecisionOptions.defaults(), Mask.of(new boolean[24], 6, 4), null));
    assertThrows(ArgumentException.class,
        () -> f1.decideInto(table, DecisionOptions.defaults(), Mask.of(new byte[24], 4, 6), null));
    assertThrows(ArgumentException.class,
        () -> f1.decideInto(table, DecisionOptions.defaults(), null, new double[5]));
  }

  @Test
  void masks() {
    byte[] cells = {1, 0, 1, 0, 1, 1};
    boolean[] truths = {true, false, true, false, true, true};
    ByteBuffer direct = ByteBuffer.allocateDirect(6).put(cells).flip();
    Mask truth = Mask.of(new byte[] {1, 1, 0, 0, 1, 1}, 2, 3);
    double value = f1.evaluate(truth, Mask.of(cells, 2, 3));
    for (Mask mask : List.of(Mask.of(truths, 2, 3), Mask.of(direct, 2, 3), Mask.of(ByteBuffer.wrap(cells), 2, 3),
        Mask.of(direct.asReadOnlyBuffer(), 2, 3), Mask.of(ByteBuffer.wrap(cells).asReadOnlyBuffer(), 2, 3),
        Mask.of(new byte[] {1, 0, 0, 1, 1, 1}, 3, 2).transpose())) {
      assertEquals(Mask.of(cells, 2, 3), mask);
      assertEquals(Mask.of(cells, 2, 3).hashCode(), mask.hashCode());
      assertEquals(value, f1.evaluate(truth, mask));
      try (Estimator known = Estimator.joint(3); Estimator sparse = Estimator.joint(3)) {
        known.feed(mask, Values.of(2f, 1f));
        sparse.feed(SparseMask.of(new long[] {0, 2, 4}, new long[] {2, 0, 1, 2}), Values.of(2.0, 1.0));
        assertEquals(known.save(), sparse.save());
        SparseMask unordered = SparseMask.of(new int[] {0, 2, 4}, new int[] {0, 2, 2, 1});
        sparse.clear().feed(unordered, Values.of(1.0, 9, 2).slice(2, 2, -2));
        assertEquals(known.save(), sparse.save());
      }
    }
    assertArrayEquals(new byte[] {0, 1, 1}, Mask.of(cells, 2, 3).row(1));
  }

  @Test
  void whatDoesNotFit() {
    assertEquals("values has 4 elements: 2 x 3 cells from 0 on with strides 3 and 1 do not fit",
        assertThrows(ArgumentException.class, () -> Table.of(P, 2, 3)).getMessage());
    assertThrows(ArgumentException.class, () -> Table.of(Values.of(P), 0, 2, 2, -2, 1));
    assertThrows(ArgumentException.class, () -> Table.of(Values.of(P), 0, 2, 2, Long.MAX_VALUE, 1));
    assertThrows(ArgumentException.class, () -> Table.of(Values.of(P), Long.MAX_VALUE, 2, 2, 2, 1));
    assertEquals("n_rows is -1: must be at least 0",
        assertThrows(ArgumentException.class, () -> Table.of(P, -1, 2)).getMessage());
    assertThrows(ArgumentException.class, () -> Mask.of(new byte[5], 2, 3));
    assertThrows(ArgumentException.class, () -> Values.of(P).slice(0, 5, 1));
    assertThrows(ArgumentException.class, () -> Values.of(P).slice(0, -1, 1));
    assertThrows(IndexOutOfBoundsException.class, () -> Values.of(P).get(4));
    assertEquals("rows[1] has 1 elements: rows[0] has 2",
        assertThrows(ArgumentException.class, () -> Table.of(new double[][] {{0.1, 0.2}, {0.3}})).getMessage());
    assertThrows(ArgumentException.class, () -> Mask.of(new byte[][] {{1}, {1, 0}}));
    assertEquals("indptr[1] is 3: values has 2 elements",
        assertThrows(ArgumentException.class,
            () -> SparseTable.of(new int[] {0, 3}, new int[] {0, 1, 2}, Values.of(0.1, 0.2), 3)).getMessage());
    assertEquals("indptr[1] is 3: indices has 2 elements",
        assertThrows(ArgumentException.class, () -> SparseMask.of(new long[] {0, 3}, new long[2])).getMessage());
    assertThrows(ArgumentException.class, () -> SparseMask.of(new int[0], new int[0]));
    assertThrows(ArgumentException.class,
        () -> f1.decide(SparseTable.of(new int[] {0, 2, 1}, new int[] {0, 1}, Values.of(0.1, 0.2), 2)));
    assertThrows(ArgumentException.class,
        () -> f1.decide(SparseTable.of(new int[] {-1, 2}, new int[] {0, 1}, Values.of(0.1, 0.2), 2)));
    try (Estimator counts = Estimator.counts(2)) {
      assertThrows(ArgumentException.class, () -> counts.feed(Table.of(P, 2, 2), 0.1, Values.of(0.5), 1));
    }
  }

  @Test
  void decidingIntoKeptMemoryAllocatesNothing() {
    var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    Table table = Table.of(P, 2, 2);
    double[] expected = new double[2];
    for (DecisionOptions options : List.of(DecisionOptions.defaults(), DecisionOptions.builder().average(Average.MACRO).build())) {
      for (Mask mask : new Mask[] {Mask.of(new byte[4], 2, 2), Mask.of(ByteBuffer.allocateDirect(4), 2, 2), null}) {
        long allocated = 0;
        for (int round = 0; round < 2; ++round) { // the first one links what is called
          long before = threads.getCurrentThreadAllocatedBytes();
          for (int i = 0; i < 5_000; ++i) {
            f1.decideInto(table, options, mask, expected);
          }
          allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertTrue(allocated < 5_000, allocated + " bytes in 5,000 calls");
      }
    }
  }

  @Test
  void empty() {
    assertEquals(0, f1.decide(Table.of(new double[0], 0, 5)).size());
    assertEquals("probabilities has 0 columns: must have at least 1",
        assertThrows(ArgumentException.class, () -> f1.decide(Table.of(new double[0][]))).getMessage());
    WaldException none = assertThrows(WaldException.class, () -> f1.decide(new double[0]));
    try (Estimator known = Estimator.of(Kind.INDEPENDENT, 0)) {
      assertEquals(none.getMessage(), assertThrows(WaldException.class, () -> f1.decide(known)).getMessage());
    }
  }
}

package org.libwald;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A micro average over distributed rows: the answer of one machine, whatever the parts. */
class TablePassTest {
  private static long passes(TablePass plan, double[][] rows, int parts) {
    for (int pass = 1; pass < 8; ++pass) {
      byte[] state = plan.toBytes();
      for (int p = parts; p-- > 0; ) {
        int from = rows.length * p / parts;
        int to = rows.length * (p + 1) / parts;
        try (TablePass part = TablePass.fromBytes(state)) {
          if (to > from) {
            part.feed(Table.of(Arrays.copyOfRange(rows, from, to)));
          }
          plan.merge(part);
        }
      }
      assertEquals(pass, plan.passNumber());
      assertFalse(plan.decided());
      if (plan.next()) {
        return pass;
      }
    }
    throw new AssertionError("too many passes");
  }

  @Test
  void partsAreOneTable() {
    Random random = new Random(1);
    double[][] rows = new double[40_000][4];
    for (double[] row : rows) {
      for (int j = 0; j < row.length; ++j) {
        row[j] = random.nextDouble() * random.nextDouble();
      }
    }
    Metric metric = Metric.of("f1");
    try (TablePass one = TablePass.of(metric);
        TablePass many = TablePass.of(metric)) {
      long passes = passes(one, rows, 1);
      assertTrue(passes > 1 && passes <= 3);
      assertEquals(passes, passes(many, rows, 7));
      assertTrue(many.decided());
      assertEquals(one.k(), many.k());
      assertEquals(one.threshold(), many.threshold());
      assertEquals(one.expected(), many.expected());
      assertEquals(one.bound(), many.bound());
      Decision expected =
          metric.decide(Table.of(rows), DecisionOptions.builder().average(Average.MICRO).build()).get(0);
      assertEquals(expected.k(), many.k());
      assertTrue(Math.abs(expected.expected() - many.expected()) <= expected.bound() + many.bound());
    }
  }

  @Test
  void sparseRowsAndErrors() {
    Metric metric = Metric.of("f1");
    DecisionOptions limited = DecisionOptions.builder().atMost(1).build();
    try (TablePass dense = TablePass.of(metric, limited);
        TablePass sparse = TablePass.of(metric, limited)) {
      dense.feed(Table.of(new double[][] {{0.5, 0}, {0, 0.75}}));
      sparse.feed(SparseTable.of(new int[] {0, 1, 2}, new int[] {0, 1}, Values.of(new double[] {0.5, 0.75}), 2));
      assertEquals(4, sparse.nItems());
      assertTrue(Arrays.equals(dense.toBytes(), sparse.toBytes()));
      assertTrue(sparse.next());
      assertEquals(1, sparse.k());
      assertEquals(0.75, sparse.threshold());
      try (TablePass other = TablePass.of(metric)) {
        assertThrows(ArgumentException.class, () -> dense.merge(other));
        assertThrows(ArgumentException.class, other::next);
      }
      byte[] bytes = dense.toBytes();
      bytes[bytes.length / 2] ^= 1;
      assertThrows(FormatException.class, () -> TablePass.fromBytes(bytes));
    }
    assertThrows(UnsupportedException.class, () -> TablePass.of(Metric.of("mcc")));
  }

  private static Object serialized(Object one) throws Exception {
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    try (java.io.ObjectOutputStream objects = new java.io.ObjectOutputStream(out)) {
      objects.writeObject(one);
    }
    try (java.io.ObjectInputStream in =
        new java.io.ObjectInputStream(new java.io.ByteArrayInputStream(out.toByteArray()))) {
      return in.readObject();
    }
  }

  @Test
  void statesAreSerializable() throws Exception {
    try (TablePass micro = TablePass.of(Metric.of("jaccard"));
        ThresholdPass sample = ThresholdPass.of(ThresholdOptions.defaults())) {
      micro.feed(Table.of(new double[][] {{0.5, 0.25}}));
      sample.feed(Mask.of(new byte[] {1, 0}), Values.of(new double[] {0.5, 0.25}), null);
      try (TablePass copy = (TablePass) serialized(micro);
          ThresholdPass other = (ThresholdPass) serialized(sample)) {
        assertTrue(Arrays.equals(micro.toBytes(), copy.toBytes()));
        assertTrue(Arrays.equals(sample.toBytes(), other.toBytes()));
      }
    }
  }
}

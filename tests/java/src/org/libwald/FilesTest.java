package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Saving into files and loading from them. */
class FilesTest {
  @TempDir Path folder;

  private interface Loader<T> {
    T load(Path file) throws IOException;
  }

  private interface BytesLoader<T> {
    T load(byte[] saved);
  }

  private interface TextLoader<T> {
    T load(String text);
  }

  private interface StreamLoader<T> {
    T load(InputStream stream) throws IOException;
  }

  /** Saved into a file it is what it is as text, and comes back from both. */
  private <T extends Saved> void comesBack(
      T saved, Loader<T> loader, TextLoader<T> ofText, BytesLoader<T> ofBytes, StreamLoader<T> ofStream)
      throws IOException {
    Path file = folder.resolve("a.json");
    Files.writeString(file, "what was there");
    saved.save(file);
    assertEquals(saved.save(), Files.readString(file));
    try (T again = loader.load(file); T same = ofText.load(saved.save())) {
      assertEquals(saved.save(), again.save());
      assertEquals(saved.save(), same.save());
    }
    byte[] bytes = saved.toBytes();
    Files.write(file, bytes);
    try (T again = loader.load(file);
        T same = ofBytes.load(bytes);
        T ofUtf8 = ofBytes.load(saved.save().getBytes(StandardCharsets.UTF_8));
        T streamed = ofStream.load(new ByteArrayInputStream(bytes));
        InputStream opened = Files.newInputStream(file);
        T ofFile = ofStream.load(opened);
        T serialized = serialized(saved)) {
      assertEquals(-1, opened.read()); // which is open, at its end
      for (T one : List.of(again, same, ofUtf8, streamed, ofFile, serialized)) {
        assertEquals(saved.save(), one.save());
        assertArrayEquals(bytes, one.toBytes());
      }
    }
    for (int i = 0; i < bytes.length; ++i) {
      byte[] wrong = bytes.clone();
      wrong[i] ^= 16;
      assertThrows(FormatException.class, () -> ofBytes.load(wrong));
      byte[] part = Arrays.copyOf(bytes, i);
      assertThrows(FormatException.class, () -> ofBytes.load(part));
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList()); // nothing is left beside it
    }
    saved.close();
  }

  @SuppressWarnings("unchecked")
  private static <T> T serialized(T saved) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
      objects.writeObject(saved);
    }
    try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(out.toByteArray()))) {
      return (T) objects.readObject();
    } catch (ClassNotFoundException absent) {
      throw new AssertionError(absent);
    }
  }

  @Test
  void everythingComesBack() throws IOException {
    Trees trees = Trees.of(1).add(TreeNode.below(0, 0.5, 1, 2), TreeNode.leaf(1), TreeNode.leaf(2));
    CascadeScores scores = CascadeScores.of(2).feed(Table.of(new double[] {1, 2, -1, -2, 0.5, -0.25}, 3, 2));
    Dataset rows = Dataset.of(new double[][] {{1}, {2}, {3}, {4}}).labels(0, 1, 0, 1);
    comesBack(Cascade.fit(scores), Cascade::load, Cascade::load, Cascade::load, Cascade::load);
    comesBack(trees, Trees::load, Trees::load, Trees::load, Trees::load);
    comesBack(Sample.of(1).feed(new int[] {0, 1}, new double[] {0.1, 0.9}), Sample::load, Sample::load, Sample::load, Sample::load);
    comesBack(Estimator.independent(0.25, 0.5), Estimator::load, Estimator::load, Estimator::load, Estimator::load);
    comesBack(Promise.of("precision>=0.9").feed(new byte[] {1, 1, 0}, new byte[] {1, 0, 0}),
        Promise::load, Promise::load, Promise::load, Promise::load);
    comesBack(Calibration.fitScores("platt", new boolean[] {false, true, false, true}, new double[] {0, 1, 2, 3}),
        Calibration::load, Calibration::load, Calibration::load, Calibration::load);
    comesBack(Learner.fit("lfp", rows, LearnerOptions.builder().cValues(1).build()),
        Learner::load, Learner::load, Learner::load, Learner::load);
    scores.close();
    rows.close();
  }

  /** Of every class that is saved, or a worker that is sent one finds nothing to read it. */
  @Test
  void everyKindIsReadBySerialization() throws IOException {
    for (Class<?> kind : List.of(Calibration.class, Cascade.class, Estimator.class, Learner.class, Promise.class, Route.class,
        Sample.class, Stages.class, TablePass.class, ThresholdPass.class, Trees.class, Metric.class)) {
      assertThrows(FormatException.class, () -> serialized(new SavedBytes(kind.getSimpleName(), new byte[] {1})),
          kind.getSimpleName());
    }
    try (Metric metric = Metric.of("fbeta:2", 0); Metric again = serialized(metric)) {
      assertEquals(metric.name(), again.name());
      assertEquals(0, again.zeroDivision());
      assertEquals(metric.decide(new double[] {0.75, 0.5}), again.decide(new double[] {0.75, 0.5}));
    }
    try (Metric mine = Metric.custom("mine", (tp, k, s, n) -> tp)) {
      assertTrue(assertThrows(NotSerializableException.class, () -> serialized(mine)).getMessage().contains("mine"));
    }
  }

  @Test
  void statesComeBackFromStreams() throws IOException {
    try (Metric f1 = Metric.of("f1"); TablePass pass = TablePass.of(f1, DecisionOptions.builder().average(Average.MICRO).build());
        TablePass again = TablePass.fromBytes(new ByteArrayInputStream(pass.toBytes()))) {
      assertArrayEquals(pass.toBytes(), again.toBytes());
    }
  }

  @Test
  void whatALinkPointsToIsWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("a.json"), "");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    try (Estimator known = Estimator.independent(0.5)) {
      known.save(link);
      assertTrue(Files.isSymbolicLink(link));
      assertEquals(known.save(), Files.readString(file));
      assertThrows(NoSuchFileException.class, () -> known.save(folder.resolve("absent/a.json")));
    }
  }

  private static void refused(String message, Executable use) {
    assertEquals(message, assertThrows(FormatException.class, use).getMessage());
  }

  @Test
  void wrongFilesAreNamed() throws IOException {
    Path binary = Files.write(folder.resolve("model.bin"), new byte[] {(byte) 0x80, 2, 0, 'x'});
    refused("\"" + binary + "\" is no text in UTF-8: must be a file that save wrote", () -> Learner.load(binary));
    refused("\"" + binary + "\" is no text in UTF-8: must be a file that save wrote", () -> Cascade.load(binary));
    Path other = Files.write(folder.resolve("b.json"), "{}".getBytes(StandardCharsets.UTF_8));
    String reason = assertThrows(FormatException.class, () -> Trees.load("{}")).getMessage();
    refused("\"" + other + "\": " + reason, () -> Trees.load(other));
    assertThrows(NoSuchFileException.class, () -> Sample.load(folder.resolve("absent.json")));
  }

  @Test
  void aNameOfAFileIsNoText() {
    for (String name : List.of("model.json", "models/model", "C:\\models\\m", "./x")) {
      refused("text is \"" + name + "\": looks like the name of a file; load(Path.of(...)) reads one",
          () -> Learner.load(name));
      assertTrue(assertThrows(FormatException.class, () -> Estimator.load(name)).getMessage().contains("Path.of"));
    }
    for (String text : List.of("", "1.5", "{\"a\": \"b.json\"}", "two words")) {
      assertTrue(!assertThrows(FormatException.class, () -> Calibration.load(text)).getMessage().contains("Path.of"));
    }
  }
}

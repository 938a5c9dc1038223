package org.libwald;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Datasets: every value is that of docs/examples, and an unknown name is refused. */
class DatasetsTest {
  private static final Path FOLDER = Cases.SOURCE.resolve("docs/examples");

  @Test
  void everyTableIsThatOfTheFiles() throws IOException {
    List<String> lines = Files.readAllLines(FOLDER.resolve("datasets.tsv"));
    assertEquals(lines.stream().skip(1).map(line -> line.split("\t")[0]).toList(), Datasets.names());
    for (String line : lines.subList(1, lines.size())) {
      String[] said = line.split("\t");
      Example example = Datasets.load(said[0]);
      double[][] wanted = values(said[1]);
      assertArrayEquals(wanted, example.table().toArray(), said[0]);
      assertEquals(List.of(Files.readAllLines(FOLDER.resolve(said[1])).get(0).split(",")), example.columns());
      assertEquals(List.of(said[4], said[5]), List.of("" + example.table().rows(), "" + example.table().labels()));
      assertEquals(said[3].equals("scores") ? "" : said[3], example.kind().map(Kind::toString).orElse(""));
      assertEquals(said[2].equals("-"), example.truth().isEmpty());
      if (example.truth().isPresent()) {
        double[][] truth = values(said[2]);
        assertEquals(wanted.length, truth.length);
        for (int i = 0; i < truth.length; ++i) {
          for (int j = 0; j < truth[i].length; ++j) {
            assertEquals(truth[i][j], example.truth().get().get(i, j));
          }
        }
      }
      assertEquals(List.of(said[0], said[6], said[7], said[8]),
          List.of(example.name(), example.description(), example.source(), example.licence()));
    }
    assertEquals("Example(yeast: 917 x 14, without truth. Probabilities of 14 labels: functions of genes, whose true "
        + "labels are not published)", Datasets.load("yeast").toString());
  }

  private static double[][] values(String file) throws IOException {
    return Files.readAllLines(FOLDER.resolve(file)).stream()
        .skip(1)
        .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  @Test
  void digitsGainByDeciding() {
    Example digits = Datasets.load("digits");
    try (Metric f1 = Metric.of("f1"); Metric accuracy = Metric.of("hamming")) {
      DecisionOptions options = DecisionOptions.builder().kind(digits.kind().get()).build();
      Mask truth = digits.truth().get();
      double decided = f1.evaluate(truth, f1.decide(digits.table(), options).mask());
      assertTrue(decided > f1.evaluate(truth, accuracy.decide(digits.table(), options).mask()));
    }
  }

  @Test
  void anUnknownNameIsRefused() {
    String known = "must be one of digits, digit_labels, digits_trees, breast_cancer, yeast, yeast_joint";
    for (String[] each : new String[][] {
        {"yeasts", "did you mean \"yeast\"? It "}, {"YEAST", "did you mean \"yeast\"? It "},
        {"digti_labels", "did you mean \"digit_labels\"? It "}, {"scene", ""}, {"", ""}}) {
      assertEquals("name is \"" + each[0] + "\": " + each[1] + known,
          assertThrows(ArgumentException.class, () -> Datasets.load(each[0])).getMessage());
    }
    assertThrows(NullPointerException.class, () -> Datasets.load(null));
  }
}

package org.libwald;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports: that all that is said reaches the page, and what is refused. The command's tests hold the numbers. */
class ReportTest {
  private static final Mask TRUTH = Mask.of(new byte[][] {{1, 1}, {1, 0}, {0, 1}, {1, 0}});
  private static final Table P = Table.of(new double[][] {{0.9, 0.4}, {0.6, 0.45}, {0.2, 0.7}, {0.45, 0.1}});

  @Test
  void writesAPage(@TempDir Path folder) throws IOException {
    Metric f1 = Metric.of("f1");
    Path file = folder.resolve("report.html");
    Report.write(file, f1, TRUTH, P);
    String page = Files.readString(file);
    assertTrue(page.startsWith("<!doctype html>") && page.endsWith("</html>\n"));
    assertEquals(page, Report.of(f1, TRUTH, P).page());
    assertTrue(page.contains(">" + Report.of(f1, TRUTH, P).data() + "<"));
    assertTrue(page.contains("\"metric\":\"f1\"") && page.contains("\"average\":\"instance\""));
  }

  @Test
  void whatIsSaidIsThere() {
    Report report =
        Report.of(Metric.of("jaccard"), TRUTH, P)
            .compare(Table.of(new double[8], 4, 2))
            .title("größe </script>")
            .systems("old", "new")
            .labels("x", "y\"")
            .weights(Values.of(1, 2, 0, 1))
            .groups(1, 1, 2, 3)
            .options(DecisionOptions.builder().average(Average.MICRO).level(0.8).build());
    String page = report.page();
    for (String part :
        new String[] {
          "\"title\":\"größe \\u003c/script\\u003e\"", "\"metric\":\"jaccard\"", "\"average\":\"micro\"",
          "\"name\":\"old\"", "\"name\":\"new\"", "\"names\":[\"x\",\"y\\u0022\"]", "\"weighted\":true", "\"grouped\":true", "\"level\":0.8",
          "\"decided_b_over_a\"", "\"n_rows\":3"
        }) {
      assertTrue(page.contains(part), part);
    }
  }

  @Test
  void refuses(@TempDir Path folder) {
    Metric f1 = Metric.of("f1");
    assertThrows(ArgumentException.class, () -> Report.of(f1, TRUTH, Table.of(new double[6], 3, 2)));
    assertEquals(
        "names has 1 elements: there are 2 labels",
        assertThrows(ArgumentException.class, () -> Report.of(f1, TRUTH, P).labels("x")).getMessage());
    Report wrong = Report.of(f1, TRUTH, Table.of(new double[] {0.9, 0.4, 0.6, 0.45, 0.2, 1.5, 0.45, 0.1}, 4, 2));
    Path file = folder.resolve("none.html");
    assertEquals(
        "probabilities[2][1] is 1.5: must lie in [0, 1]",
        assertThrows(ArgumentException.class, () -> wrong.write(file)).getMessage());
    assertFalse(Files.exists(file));
    DecisionOptions abstaining = DecisionOptions.builder().abstain(0.2).build();
    String unread = assertThrows(ArgumentException.class, () -> Report.of(f1, TRUTH, P).options(abstaining).page())
        .getMessage();
    assertTrue(unread.startsWith("abstain is 0.2: a report does not read it (decide does); it reads at_least, "), unread);
  }
}

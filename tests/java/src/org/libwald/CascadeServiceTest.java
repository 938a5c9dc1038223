package org.libwald;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.libwald.examples.CascadeLoad;
import org.libwald.examples.CascadeService;

/** The service of docs/guides/xgboost-to-java.md, on the ensemble that tests/java/income/train.py trained and Python
 * saved. */
class CascadeServiceTest {
  static final Path FOLDER = Cases.SOURCE.resolve("tests/java/income");

  private final HttpClient client = HttpClient.newHttpClient();

  static String read(String name) throws IOException {
    return Files.readString(FOLDER.resolve(name));
  }

  private static List<String> lines() throws IOException {
    return Files.readAllLines(FOLDER.resolve("income.rows.jsonl"));
  }

  private static CascadeService service(int threads) throws IOException {
    return new CascadeService(read("income.cascade.json"), read("income.trees.json"), 0, threads);
  }

  private HttpResponse<String> send(int port, String path, String body) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    request = body == null ? request.GET() : request.POST(HttpRequest.BodyPublishers.ofString(body));
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private List<Integer> decisions(int port, String path, String body) throws Exception {
    HttpResponse<String> answer = send(port, path, body);
    assertEquals(200, answer.statusCode(), answer.body());
    return JsonParser.parseString(answer.body()).getAsJsonObject().getAsJsonArray("decisions").asList().stream()
        .map(JsonElement::getAsInt)
        .toList();
  }

  private void refused(int port, String body, int status, String error) throws Exception {
    HttpResponse<String> answer = send(port, "/decide", body);
    assertEquals(status, answer.statusCode());
    assertEquals(error, JsonParser.parseString(answer.body()).getAsJsonObject().get("error").getAsString());
  }

  /** Rows of features: words as the cascade knows them. */
  private static double[][] rows(Cascade cascade) throws IOException {
    return lines().stream()
        .map(line -> JsonParser.parseString(line).getAsJsonArray())
        .map(cells -> {
          Map<String, Object> row = new HashMap<>();
          for (int j = 0; j < cells.size(); ++j) {
            JsonElement cell = cells.get(j);
            boolean word = cell.isJsonPrimitive() && cell.getAsJsonPrimitive().isString();
            row.put(cascade.featureNames().get(j),
                cell.isJsonNull() ? null : word ? cell.getAsString() : (Object) cell.getAsDouble());
          }
          return cascade.row(row);
        })
        .toArray(double[][]::new);
  }

  /** XGBoost's own margins, bit for bit; and the decisions that the cascade promises. */
  @Test
  void whatPythonSavedIsWhatXgboostSays() throws Exception {
    try (Trees trees = Trees.load(read("income.trees.json"));
        Cascade cascade = Cascade.load(read("income.cascade.json"))) {
      double[][] rows = rows(cascade);
      List<JsonElement> margins = JsonParser.parseString(read("income.margins.json")).getAsJsonArray().asList();
      assertEquals(margins.size(), rows.length);
      assertEquals(List.of(50L, 50L, 14L, 1L),
          List.of(trees.nTrees(), trees.nModels(), trees.nFeatures(), trees.nOutputs()));
      int apart = 0;
      for (int i = 0; i < rows.length; ++i) {
        double margin = trees.evaluate(Table.of(rows[i], 1, rows[i].length))[0];
        assertEquals(margins.get(i).getAsDouble(), margin);
        apart += cascade.decide(rows[i]) == (margin >= 0 ? 1 : 0) ? 0 : 1;
      }
      assertEquals(0.01, cascade.certifiedDisagreement());
      assertTrue(cascade.heldOutMeanModels() < 10 && cascade.heldOutDisagreement() < 0.01);
      assertTrue(apart <= rows.length / 20, apart + " rows decided otherwise"); // drawn unlike those it is certified on
      try (Cascade again = cascade.bind(trees)) {
        assertEquals(cascade.save(), again.save());
      }
    }
  }

  @Test
  void answersAndRefusals() throws Exception {
    List<String> lines = lines();
    try (CascadeService service = service(2); Cascade cascade = Cascade.load(read("income.cascade.json"))) {
      double[][] rows = rows(cascade);
      int port = service.port();
      List<Integer> wanted = new ArrayList<>();
      for (int i = 0; i < rows.length; ++i) {
        wanted.add(cascade.decide(rows[i]));
      }
      assertTrue(wanted.contains(0) && wanted.contains(1));
      assertEquals(wanted.subList(3, 4), decisions(port, "/decide", lines.get(3)));
      assertEquals(wanted, decisions(port, "/decide", String.join("\n", lines)));
      List<Integer> full = decisions(port, "/decide-by-all-trees", String.join("\n", lines));
      for (int i = 0; i < rows.length; ++i) {
        assertEquals(full.subList(i, i + 1), decisions(port, "/decide-by-all-trees", lines.get(i)));
      }
      refused(port, "[1, 2]", 400, "a row has 2 cells: there are 14 features");
      refused(port, lines.get(0) + "\n[1, 2]", 400, "a row has 2 cells: there are 14 features");
      for (String malformed : List.of("1, 2", "[1, x]", "[1 2]", "[1,]", "[,1]", "[1, \"a]", "[\"a\\\"b\"]")) {
        refused(port, malformed, 400, "a row must be a JSON array of numbers and words");
      }
      refused(port, "[1, 2.e.]", 400, "2.e. is no number");
      String missing = lines.get(0).replaceAll("\\d+(?=,)", "null");
      assertEquals(1, decisions(port, "/decide", missing).size());
      refused(port, lines.get(0).replace("\"Male\"", "\"male\""), 400,
          "column \"sex\" is \"male\": must be one of Female, Male");
      refused(port, "", 400, "the body has no rows");
      refused(port, " ".repeat((1 << 24) + 1), 413, "the body is larger than 16777216 bytes");
      refused(port, null, 405, "POST rows as JSON arrays, one a line");
      assertEquals(404, send(port, "/other", null).statusCode());
    }
  }

  @Test
  void underLoad() throws Exception {
    try (CascadeService service = service(4)) {
      CascadeLoad load = new CascadeLoad("http://localhost:" + service.port(), lines());
      for (int size : new int[] {1, 200}) {
        for (CascadeLoad.Result one : load.run(4, size, 2, 100 / (1 + size / 50))) {
          System.out.printf("service of 50 trees, %d rows a request: p50 %.2f ms, p99 %.2f ms, %.0f rows/s%n", size,
              one.p50(), one.p99(), one.rate());
          assertTrue(one.p50() > 0 && one.p50() <= one.p99() && one.rate() > 0);
        }
      }
    }
  }
}

package org.libwald;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
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
import org.junit.jupiter.api.io.TempDir;
import org.libwald.examples.LearnerService;

/** The service by learners, on the one that tests/java/income/fit.py fitted and Python saved. */
class LearnerServiceTest {
  private static final Path SAVED = CascadeServiceTest.FOLDER.resolve("income.learner.json");

  private final HttpClient client = HttpClient.newHttpClient();

  private JsonObject send(int port, String path, String body, int status) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    request = body == null ? request.GET() : request.POST(HttpRequest.BodyPublishers.ofString(body));
    HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    assertEquals(status, answer.statusCode(), answer.body());
    return JsonParser.parseString(answer.body()).getAsJsonObject();
  }

  private void refused(int port, String path, String body, int status, String error) throws Exception {
    assertEquals(error, send(port, path, body, status).get("error").getAsString());
  }

  private static List<String> lines() throws IOException {
    return CascadeServiceTest.read("income.named.jsonl").lines().toList();
  }

  private static List<Double> saidByPython() throws IOException {
    return JsonParser.parseString(CascadeServiceTest.read("income.probabilities.json")).getAsJsonArray().asList()
        .stream().map(JsonElement::getAsDouble).toList();
  }

  private static Map<String, Object> columns(String line) {
    Map<String, Object> found = new HashMap<>();
    JsonParser.parseString(line).getAsJsonObject().asMap().forEach((name, value) ->
        found.put(name, value.getAsJsonPrimitive().isString() ? value.getAsString() : value.getAsNumber()));
    return found;
  }

  @Test
  void rowsByNameAreWhatPythonSays() throws IOException {
    List<Double> wanted = saidByPython();
    try (Learner learner = Learner.load(SAVED)) {
      List<Double> said = new ArrayList<>();
      for (String line : lines()) {
        said.add(learner.probabilities(learner.row(columns(line)))[0]);
      }
      assertEquals(wanted, said); // bit for bit
      assertEquals(List.of(">50K"), learner.labelNames());
      assertTrue(learner.featureNames().contains("sex=Male") && learner.featureNames().contains("age"));
    }
  }

  @Test
  void answersAndRefusals(@TempDir Path folder) throws Exception {
    List<Double> wanted = saidByPython();
    String first = lines().get(0);
    try (LearnerService service = new LearnerService(SAVED, 0, 2)) {
      int port = service.port();
      int chosen = 0;
      for (int i = 0; i < wanted.size(); ++i) {
        JsonObject answer = send(port, "/decide/f1", lines().get(i), 200);
        double p = answer.getAsJsonArray("probabilities").get(0).getAsDouble();
        assertEquals(wanted.get(i), p);
        int k = answer.getAsJsonArray("labels").size();
        assertEquals(k == 1 ? p : 1 - p, answer.get("expected").getAsDouble(), 1e-15);
        assertEquals(p > 0.5 ? 1 : 0, k);
        chosen += k;
      }
      assertTrue(chosen > 0 && chosen < wanted.size());
      // Ten times as bad to miss one: another decision by the same model.
      assertTrue(send(port, "/decide/cost:1:10", lines().get(wanted.indexOf(
          wanted.stream().filter(p -> p > 0.2 && p < 0.5).findFirst().orElseThrow())), 200)
          .getAsJsonArray("labels").size() == 1);
      assertEquals(wanted.get(0), send(port, "/decide/f1", first.replace("\"age\"", "\"\\u0061ge\""), 200)
          .getAsJsonArray("probabilities").get(0).getAsDouble());
      refused(port, "/decide/f1", first.replace("\"age\"", "\"aeg\""), 400,
          "there is no column for the feature \"age\"");
      refused(port, "/decide/f1", first.replace("}", ", \"more\": 1}"), 400,
          "column \"more\" is not known: no feature is called so");
      refused(port, "/decide/f1", first.replaceFirst("\"age\": [\\d.]+", "\"age\": \"a \\\\\"word\\\\\"\""), 400,
          "column \"age\" is \"a \"word\"\": must be a number");
      refused(port, "/decide/f1", first.replaceFirst("\"age\": [\\d.]+", "\"age\": null"), 400,
          "features[0][0] (\"age\") is nan: must be a number; the option missing fills in missing values");
      refused(port, "/decide/f1", first.replaceFirst("\"age\": [\\d.]+", "\"age\": 1e999"), 400,
          "features[0][0] is inf: must be at most 1e100 in absolute value");
      refused(port, "/decide/f1", "{}", 400, "there is no column for the feature \"age\"");
      refused(port, "/decide/f1", "[1]", 400, "the body must be a JSON object");
      refused(port, "/decide/f1", "{\"age\": 1 \"b\": 2}", 400,
          "the body is no JSON object of numbers and words at character 1");
      refused(port, "/decide/f1", "{\"age\": 1-2}", 400, "1-2 is no number");
      refused(port, "/decide/f1", "{\"\\u12\": 1}", 400, "\\u stands before four hexadecimal digits");
      refused(port, "/decide/fbeta:-1", first, 400, "metric \"fbeta:-1\": beta is -1: must be above 0");
      refused(port, "/decide/f1", null, 405, "POST a row as a JSON object");
      refused(port, "/decide/f1", " ".repeat((1 << 20) + 1), 413, "the body is larger than 1048576 bytes");
    }
    Files.writeString(folder.resolve("other"), "{}");
    org.junit.jupiter.api.Assertions.assertThrows(FormatException.class,
        () -> new LearnerService(folder.resolve("other"), 0, 1));
  }
}

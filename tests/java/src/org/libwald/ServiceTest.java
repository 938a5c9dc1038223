package org.libwald;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.libwald.examples.DecisionService;

/** The example of a service: its answers, its refusals, and how fast it is under load. */
class ServiceTest {
  private final HttpClient client = HttpClient.newHttpClient();

  private HttpResponse<String> send(int port, String path, String body) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    request = body == null ? request.GET() : request.POST(HttpRequest.BodyPublishers.ofString(body));
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private void refused(int port, String path, String body, int status, String error) throws Exception {
    HttpResponse<String> answer = send(port, path, body);
    assertEquals(status, answer.statusCode());
    assertEquals(error, JsonParser.parseString(answer.body()).getAsJsonObject().get("error").getAsString());
  }

  @Test
  void answersAndRefusals() throws Exception {
    try (DecisionService service = new DecisionService(0, 2)) {
      int port = service.port();
      JsonObject answer =
          JsonParser.parseString(send(port, "/decide/f1", "[0.9, 0.45, 0.4, 0.1]").body()).getAsJsonObject();
      assertEquals("[0,1,2]", answer.get("indices").toString());
      assertEquals(0.6903057142857144, answer.get("expected").getAsDouble());
      refused(port, "/decide/f1", "[1.2]", 400, "probabilities[0] is 1.2: must lie in [0, 1]");
      refused(port, "/decide/fbeta:-1", "[0.2]", 400, "metric \"fbeta:-1\": beta is -1: must be above 0");
      refused(port, "/decide/f1", "0.2", 400, "the body must be a JSON array of numbers");
      refused(port, "/decide/f1", "[a]", 400, "the body must be a JSON array of numbers");
      refused(port, "/decide/f1", null, 405, "POST the probabilities as a JSON array");
      refused(port, "/decide/f1", "[" + " ".repeat(1 << 20) + "]", 413, "the body is larger than 1048576 bytes");
      assertEquals(404, send(port, "/other", null).statusCode());
    }
  }

  @Test
  void underLoad() throws Exception {
    int clients = 8;
    int each = 400;
    try (DecisionService service = new DecisionService(0, clients); Metric f1 = Metric.of("f1")) {
      ExecutorService pool = Executors.newFixedThreadPool(clients);
      List<Callable<long[]>> work = new ArrayList<>();
      for (int c = 0; c < clients; ++c) {
        Random random = new Random(c);
        work.add(() -> {
          long[] times = new long[each];
          for (int i = 0; i < each; ++i) {
            double[] p = random.doubles(14).toArray();
            long start = System.nanoTime();
            HttpResponse<String> answer = send(service.port(), "/decide/f1", Arrays.toString(p));
            times[i] = System.nanoTime() - start;
            JsonObject got = JsonParser.parseString(answer.body()).getAsJsonObject();
            assertEquals(f1.decide(p).expected(), got.get("expected").getAsDouble());
          }
          return Arrays.copyOfRange(times, each / 4, each); // without the first, which compile
        });
      }
      List<Long> all = new ArrayList<>();
      long start = System.nanoTime();
      for (Future<long[]> one : pool.invokeAll(work)) {
        Arrays.stream(one.get()).forEach(all::add);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      pool.shutdown();
      all.sort(null);
      System.out.printf("service on loopback, %d clients, 14 labels: p50 %.2f ms, p99 %.2f ms, %.0f requests/s%n",
          clients, all.get(all.size() / 2) / 1e6, all.get(all.size() * 99 / 100) / 1e6, clients * each / seconds);
    }
  }
}

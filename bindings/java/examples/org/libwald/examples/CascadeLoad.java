package org.libwald.examples;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Puts a {@link CascadeService} under load: how long do requests take by the cascade, and how long by all trees? */
public final class CascadeLoad {
  private final HttpClient client = HttpClient.newHttpClient();
  private final String url;
  private final List<String> rows;

  /**
   * Load of one service.
   *
   * @param url {@code "http://localhost:8080"} for example
   * @param rows JSON arrays, which are sent over and over
   */
  public CascadeLoad(String url, List<String> rows) {
    this.url = url;
    this.rows = rows;
  }

  /**
   * What requests took.
   *
   * @param p50 the median, in milliseconds
   * @param p99 what one in a hundred exceeds
   * @param rate rows decided a second
   */
  public record Result(double p50, double p99, double rate) {}

  /**
   * Sends requests, by the cascade and by all trees in turn, so that both see the same machine. The first turn of each,
   * in which the JVM compiles, does not count.
   *
   * @param clients how many send at once
   * @param size rows in a request
   * @param turns of each of the two
   * @param each requests of a client in a turn
   * @return by the cascade, and by all trees
   * @throws Exception if a request fails
   */
  public List<Result> run(int clients, int size, int turns, int each) throws Exception {
    List<String> paths = List.of("/decide", "/decide-by-all-trees");
    List<List<Double>> times = List.of(new ArrayList<>(), new ArrayList<>());
    double[] seconds = new double[2];
    ExecutorService pool = Executors.newFixedThreadPool(clients);
    for (int turn = 0; turn <= turns; ++turn) {
      for (int which = 0; which < 2; ++which) {
        List<Callable<double[]>> work = new ArrayList<>();
        for (int c = 0; c < clients; ++c) {
          int from = (turn * clients + c) * each * size;
          String path = paths.get(which);
          work.add(() -> send(path, from, size, each));
        }
        long start = System.nanoTime();
        for (Future<double[]> one : pool.invokeAll(work)) {
          if (turn > 0) {
            Arrays.stream(one.get()).forEach(times.get(which)::add);
          }
        }
        seconds[which] += turn > 0 ? (System.nanoTime() - start) / 1e9 : 0;
      }
    }
    pool.shutdown();
    List<Result> results = new ArrayList<>();
    for (int which = 0; which < 2; ++which) {
      List<Double> sorted = times.get(which).stream().sorted().toList();
      double rate = (double) sorted.size() * size / seconds[which];
      results.add(new Result(sorted.get(sorted.size() / 2), sorted.get(sorted.size() * 99 / 100), rate));
    }
    return results;
  }

  private double[] send(String path, int from, int size, int requests) throws IOException, InterruptedException {
    double[] milliseconds = new double[requests];
    for (int i = 0; i < requests; ++i) {
      StringBuilder body = new StringBuilder();
      for (int row = 0; row < size; ++row) {
        body.append(rows.get(Math.floorMod(from + i * size + row, rows.size()))).append('\n');
      }
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url + path))
              .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
              .build();
      long start = System.nanoTime();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      milliseconds[i] = (System.nanoTime() - start) / 1e6;
      if (answer.statusCode() != 200) {
        throw new IOException(answer.body());
      }
    }
    return milliseconds;
  }

  /**
   * Prints a table.
   *
   * @param arguments the URL of a service, and a file with one row per line
   * @throws Exception if a request fails
   */
  public static void main(String[] arguments) throws Exception {
    CascadeLoad load = new CascadeLoad(arguments[0], Files.readAllLines(Path.of(arguments[1])));
    System.out.println("rows/request             p50 ms   p99 ms     rows/s");
    int[][] sizes = {{1, 500}, {100, 100}, {1000, 20}}; // and requests of a client in a turn
    for (int[] size : sizes) {
      List<Result> results = load.run(4, size[0], 5, size[1]);
      for (int which = 0; which < 2; ++which) {
        Result one = results.get(which);
        System.out.printf(
            "%12d  %-9s %8.2f %8.2f %10.0f%n",
            size[0], which == 0 ? "cascade" : "all trees", one.p50, one.p99, one.rate);
      }
    }
  }
}

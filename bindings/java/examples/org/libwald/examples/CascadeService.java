package org.libwald.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.libwald.Cascade;
import org.libwald.Table;
import org.libwald.Trees;
import org.libwald.WaldException;

/**
 * A service that decides rows of features by a cascade over trees, on the server that comes with the JDK. A row is a
 * JSON array of numbers and words in the order of the features, null if missing; a body has one row per line. The
 * names of the features, and what words stand for, are saved with the cascade.
 *
 * <pre>
 * curl -d '[39, "Private", null, 0]' http://localhost:8080/decide
 * {"decisions": [0]}
 * </pre>
 *
 * <p>{@code /decide-by-all-trees} walks every tree, to compare with. All threads share one {@link Cascade} and one
 * {@link Trees}: deciding takes no lock.
 */
public final class CascadeService implements AutoCloseable {
  private static final int LARGEST_BODY = 1 << 24;

  private final HttpServer server;
  private final ExecutorService threads;
  private final Cascade cascade;
  private final Trees trees;

  /**
   * Starts the service on the loopback address.
   *
   * @param cascade what {@code cascade.bind(trees).save()} wrote, here or in Python
   * @param trees what {@code trees.save()} wrote
   * @param port 0 for any that is free
   * @param threads how many requests are answered at once
   * @throws IOException if the port is taken
   */
  public CascadeService(String cascade, String trees, int port, int threads) throws IOException {
    this.cascade = Cascade.load(cascade);
    this.trees = Trees.load(trees);
    // The JDK's server sends headers and body apart: without this each answer waits 40 ms for the client's
    // acknowledgement of the first.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    this.threads = Executors.newFixedThreadPool(threads);
    server.setExecutor(this.threads);
    server.createContext("/decide", exchange -> answer(exchange, this::byCascade));
    server.createContext("/decide-by-all-trees", exchange -> answer(exchange, this::byAllTrees));
    server.start();
  }

  /**
   * Where it listens.
   *
   * @return the port
   */
  public int port() {
    return server.getAddress().getPort();
  }

  private int[] byCascade(double[][] rows) {
    return rows.length == 1 ? new int[] {cascade.decide(rows[0])} : cascade.applyTrees(Table.of(rows)).decisions();
  }

  private int[] byAllTrees(double[][] rows) {
    return Arrays.stream(trees.evaluate(Table.of(rows))).mapToInt(margin -> margin >= 0 ? 1 : 0).toArray();
  }

  private void answer(HttpExchange exchange, Function<double[][], int[]> decide) throws IOException {
    int status = 200;
    String answer;
    try {
      if (!exchange.getRequestMethod().equals("POST")) {
        throw new Refusal(405, "POST rows as JSON arrays, one a line");
      }
      byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
      if (body.length > LARGEST_BODY) {
        throw new Refusal(413, "the body is larger than " + LARGEST_BODY + " bytes");
      }
      String text = new String(body, StandardCharsets.UTF_8);
      double[][] rows = text.lines().map(this::row).toArray(double[][]::new);
      if (rows.length == 0) {
        throw new Refusal(400, "the body has no rows");
      }
      answer = "{\"decisions\": " + Arrays.toString(decide.apply(rows)) + "}";
    } catch (Refusal refused) {
      status = refused.status;
      answer = error(refused.getMessage());
    } catch (WaldException wrong) {
      status = 400; // the library's text names the argument, its value and its bound
      answer = error(wrong.getMessage());
    }
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** A cell and the comma behind it: a word without escapes, a number, or null. */
  private static final Pattern CELL = Pattern.compile("\\s*(?:\"([^\"\\\\]*)\"|([-+.\\deE]+)|null)\\s*(?:,(?!$)|$)");

  private double[] row(String line) {
    String text = line.strip();
    if (!text.startsWith("[") || !text.endsWith("]")) {
      throw new Refusal(400, "a row must be a JSON array of numbers and words");
    }
    Matcher cell = CELL.matcher(text.substring(1, text.length() - 1));
    List<String> names = cascade.featureNames();
    Map<String, Object> row = new HashMap<>();
    int found = 0;
    int end = 0;
    for (; cell.find() && cell.start() == end; end = cell.end(), ++found) {
      if (found < names.size()) {
        row.put(names.get(found), cell.group(1) != null ? cell.group(1) : number(cell.group(2)));
      }
    }
    if (end != text.length() - 2) {
      throw new Refusal(400, "a row must be a JSON array of numbers and words");
    }
    if (found != names.size()) {
      throw new Refusal(400, "a row has " + found + " cells: there are " + names.size() + " features");
    }
    return cascade.row(row);
  }

  private static Double number(String text) {
    try {
      return text == null ? null : Double.valueOf(text);
    } catch (NumberFormatException wrong) {
      throw new Refusal(400, text + " is no number");
    }
  }

  private static String error(String text) {
    return "{\"error\": \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}";
  }

  private static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;
    final int status;

    Refusal(int status, String text) {
      super(text);
      this.status = status;
    }
  }

  /** Ends it: requests that are being answered have a second. */
  @Override
  public void close() {
    server.stop(1);
    threads.shutdown();
    cascade.close();
    trees.close();
  }

  /**
   * Runs until it is killed.
   *
   * @param arguments the files of the cascade and of the trees, and the port, 8080 where there is none
   * @throws IOException if a file cannot be read, or the port is taken
   */
  public static void main(String[] arguments) throws IOException {
    String cascade = Files.readString(Path.of(arguments[0]));
    String trees = Files.readString(Path.of(arguments[1]));
    int port = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 8080;
    CascadeService service = new CascadeService(cascade, trees, port, Runtime.getRuntime().availableProcessors());
    Runtime.getRuntime().addShutdownHook(new Thread(service::close));
    System.out.println("http://localhost:" + service.port() + "/decide");
  }
}

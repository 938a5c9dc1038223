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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.libwald.Cascade;
import org.libwald.Table;
import org.libwald.Trees;
import org.libwald.WaldException;

/**
 * A service that decides rows of features by a cascade over trees, on the server that comes with the JDK. A row is a
 * JSON array of numbers, null where a feature is missing; a body has a row a line.
 *
 * <pre>
 * curl -d '[39, null, 2174, 0]' http://localhost:8080/decide
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
   * @throws IOException where the port is taken
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

  private int[] byCascade(float[][] rows) {
    return rows.length == 1 ? new int[] {cascade.decide(rows[0])} : cascade.applyTrees(table(rows)).decisions();
  }

  private int[] byAllTrees(float[][] rows) {
    return Arrays.stream(trees.evaluate(table(rows))).mapToInt(margin -> margin >= 0 ? 1 : 0).toArray();
  }

  private static Table table(float[][] rows) {
    int width = rows[0].length;
    float[] flat = new float[rows.length * width];
    for (int i = 0; i < rows.length; ++i) {
      if (rows[i].length != width) {
        throw new Refusal(400, "row " + i + " has " + rows[i].length + " numbers: row 0 has " + width);
      }
      System.arraycopy(rows[i], 0, flat, i * width, width);
    }
    return Table.of(flat, rows.length, width);
  }

  private static void answer(HttpExchange exchange, Function<float[][], int[]> decide) throws IOException {
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
      float[][] rows = text.lines().map(CascadeService::row).toArray(float[][]::new);
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

  private static float[] row(String line) {
    String text = line.strip();
    if (!text.startsWith("[") || !text.endsWith("]")) {
      throw new Refusal(400, "a row must be a JSON array of numbers");
    }
    String[] cells = text.substring(1, text.length() - 1).split(",");
    float[] row = new float[cells.length];
    for (int j = 0; j < row.length; ++j) {
      String cell = cells[j].strip();
      try {
        row[j] = cell.equals("null") ? Float.NaN : Float.parseFloat(cell);
      } catch (NumberFormatException wrong) {
        throw new Refusal(400, "a row must be a JSON array of numbers");
      }
    }
    return row;
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
   * @throws IOException where a file cannot be read, or the port is taken
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

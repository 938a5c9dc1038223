package org.libwald.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.libwald.Decision;
import org.libwald.Metric;
import org.libwald.WaldException;

/**
 * A service that answers decisions, on the server that comes with the JDK.
 *
 * <pre>
 * curl -d '[0.9, 0.45, 0.4, 0.1]' http://localhost:8080/decide/f1
 * {"indices": [0, 1, 2], "k": 3, "expected": 0.6903057142857144, "bound": ...}
 * </pre>
 *
 * <p>All threads share one {@link Metric} a name: metrics are immutable, and deciding takes no lock.
 */
public final class DecisionService implements AutoCloseable {
  private static final int LARGEST_BODY = 1 << 20;
  private static final int MOST_METRICS = 100; // names come from outside: they must not fill the memory

  private final HttpServer server;
  private final ExecutorService threads;
  private final Map<String, Metric> metrics = new ConcurrentHashMap<>();

  /**
   * Starts the service on the loopback address.
   *
   * @param port 0 for any that is free
   * @param threads how many requests are answered at once
   * @throws IOException if the port is taken
   */
  public DecisionService(int port, int threads) throws IOException {
    // The JDK's server sends headers and body apart: without this each answer waits 40 ms for the client's
    // acknowledgement of the first.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    this.threads = Executors.newFixedThreadPool(threads);
    server.setExecutor(this.threads);
    server.createContext("/decide/", this::decide);
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

  private void decide(HttpExchange exchange) throws IOException {
    int status = 200;
    String answer;
    try {
      if (!exchange.getRequestMethod().equals("POST")) {
        throw new Refusal(405, "POST the probabilities as a JSON array");
      }
      byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
      if (body.length > LARGEST_BODY) {
        throw new Refusal(413, "the body is larger than " + LARGEST_BODY + " bytes");
      }
      String name = exchange.getRequestURI().getPath().substring("/decide/".length());
      Decision decision = metric(name).decide(numbers(new String(body, StandardCharsets.UTF_8)));
      answer =
          String.format(
              "{\"indices\": %s, \"k\": %d, \"expected\": %s, \"bound\": %s}",
              Arrays.toString(decision.indices()), decision.k(), decision.expected(), decision.bound());
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

  private Metric metric(String name) {
    Metric found = metrics.get(name);
    if (found == null) {
      if (metrics.size() >= MOST_METRICS) {
        throw new Refusal(503, "too many metrics");
      }
      found = metrics.computeIfAbsent(name, Metric::of);
    }
    return found;
  }

  private static double[] numbers(String body) {
    String text = body.strip();
    if (!text.startsWith("[") || !text.endsWith("]")) {
      throw new Refusal(400, "the body must be a JSON array of numbers");
    }
    String inner = text.substring(1, text.length() - 1).strip();
    try {
      return inner.isEmpty()
          ? new double[0]
          : Arrays.stream(inner.split(",")).mapToDouble(Double::parseDouble).toArray();
    } catch (NumberFormatException wrong) {
      throw new Refusal(400, "the body must be a JSON array of numbers");
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
    metrics.values().forEach(Metric::close);
  }

  /**
   * Runs until it is killed.
   *
   * @param arguments the port, 8080 where there is none
   * @throws IOException if the port is taken
   */
  public static void main(String[] arguments) throws IOException {
    int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8080;
    DecisionService service = new DecisionService(port, Runtime.getRuntime().availableProcessors());
    Runtime.getRuntime().addShutdownHook(new Thread(service::close));
    System.out.println("http://localhost:" + service.port() + "/decide/f1");
  }
}

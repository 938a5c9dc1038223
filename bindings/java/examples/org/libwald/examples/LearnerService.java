package org.libwald.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.libwald.Decision;
import org.libwald.Learner;
import org.libwald.Metric;
import org.libwald.WaldException;

/**
 * A service that decides rows by a learner that {@code wald fit}, Python or any of the languages fitted and saved, on
 * the server that comes with the JDK. A row is a JSON object: its columns by name, numbers or words.
 *
 * <pre>
 * curl -d '{"age": 39, "sex": "Male"}' http://localhost:8080/decide/f1
 * {"labels": ["&gt;50K"], "expected": 0.84, "probabilities": [0.84]}
 * </pre>
 *
 * <p>All threads share one {@link Learner} and one {@link Metric} a name: both are immutable, and deciding takes no
 * lock.
 */
public final class LearnerService implements AutoCloseable {
  private static final int LARGEST_BODY = 1 << 20;
  private static final int MOST_METRICS = 100; // names come from outside: they must not fill the memory

  private final HttpServer server;
  private final ExecutorService threads;
  private final Learner learner;
  private final List<String> labels;
  private final Map<String, Metric> metrics = new ConcurrentHashMap<>();

  /**
   * Starts the service on the loopback address.
   *
   * @param file of a saved learner, which knows the names of its features and labels
   * @param port 0 for any that is free
   * @param threads how many requests are answered at once
   * @throws IOException if the file cannot be read or the port is taken
   */
  public LearnerService(Path file, int port, int threads) throws IOException {
    learner = Learner.load(file);
    labels = learner.labelNames();
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
        throw new Refusal(405, "POST a row as a JSON object");
      }
      byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
      if (body.length > LARGEST_BODY) {
        throw new Refusal(413, "the body is larger than " + LARGEST_BODY + " bytes");
      }
      Metric metric = metric(exchange.getRequestURI().getPath().substring("/decide/".length()));
      double[] row = learner.row(object(new String(body, StandardCharsets.UTF_8)));
      Decision decision = learner.decide(row, metric);
      String chosen = decision.labels(labels).stream().map(LearnerService::quoted).collect(Collectors.joining(", "));
      answer =
          String.format(
              "{\"labels\": [%s], \"expected\": %s, \"probabilities\": %s}",
              chosen, decision.expected(), Arrays.toString(learner.probabilities(row)));
    } catch (Refusal refused) {
      status = refused.status;
      answer = "{\"error\": " + quoted(refused.getMessage()) + "}";
    } catch (WaldException wrong) {
      status = 400; // the library's text names the argument, its value and its bound
      answer = "{\"error\": " + quoted(wrong.getMessage()) + "}";
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

  // ---- JSON, as far as a row needs it: an object of numbers, words, true and false ----------------------------------

  private static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)*+)\"";
  private static final Pattern PAIR =
      Pattern.compile("\\s*" + TEXT + "\\s*:\\s*(?:" + TEXT + "|([-+.\\deE]+|true|false|null))\\s*");

  private static Map<String, Object> object(String body) {
    String text = body.strip();
    if (!text.startsWith("{") || !text.endsWith("}")) {
      throw new Refusal(400, "the body must be a JSON object");
    }
    Map<String, Object> found = new LinkedHashMap<>();
    int end = text.length() - 1;
    Matcher pair = PAIR.matcher(text).region(1, end);
    for (int at = 1; !text.substring(at, end).isBlank(); ) {
      pair.region(at, end);
      if (!pair.lookingAt() || pair.end() < end && text.charAt(pair.end()) != ',') {
        throw new Refusal(400, "the body is no JSON object of numbers and words at character " + at);
      }
      found.put(unescaped(pair.group(1)), pair.group(2) != null ? unescaped(pair.group(2)) : value(pair.group(3)));
      at = Math.min(pair.end() + 1, end);
    }
    return found;
  }

  private static Object value(String word) {
    switch (word) {
      case "true", "false":
        return Boolean.valueOf(word);
      case "null":
        return null; // which the learner refuses by the column's name
      default:
        try {
          return Double.valueOf(word);
        } catch (NumberFormatException wrong) {
          throw new Refusal(400, word + " is no number");
        }
    }
  }

  private static String unescaped(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); ++i) {
      char c = text.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      c = text.charAt(++i);
      if (c != 'u') {
        out.append(c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == 'b' ? '\b' : c == 'f' ? '\f' : c);
        continue;
      }
      try {
        out.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
      } catch (NumberFormatException | StringIndexOutOfBoundsException wrong) {
        throw new Refusal(400, "\\u stands before four hexadecimal digits");
      }
      i += 4;
    }
    return out.toString();
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
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
    learner.close();
  }

  /**
   * Runs until it is killed.
   *
   * @param arguments the file of a saved learner, and the port, 8080 where there is none
   * @throws IOException if the file cannot be read or the port is taken
   */
  public static void main(String[] arguments) throws IOException {
    int port = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8080;
    LearnerService service =
        new LearnerService(Path.of(arguments[0]), port, Runtime.getRuntime().availableProcessors());
    Runtime.getRuntime().addShutdownHook(new Thread(service::close));
    System.out.println("http://localhost:" + service.port() + "/decide/f1");
  }
}

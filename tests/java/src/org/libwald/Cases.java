package org.libwald;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The cases of tests/conformance as the objects of this package. */
final class Cases {
  static final Path SOURCE = Path.of(System.getProperty("wald.source"));

  private Cases() {}

  static List<Path> files() throws IOException {
    try (var all = Files.list(SOURCE.resolve("tests/conformance/cases"))) {
      return all.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList();
    }
  }

  static List<JsonObject> read(Path file) throws IOException {
    List<JsonObject> cases = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      cases.add(JsonParser.parseString(line).getAsJsonObject());
    }
    return cases;
  }

  /** A number of the inputs, or one of the expectations, which are in hexadecimal floating point. */
  static double number(JsonElement x) {
    if (!x.getAsJsonPrimitive().isString()) {
      return x.getAsDouble();
    }
    return switch (x.getAsString()) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(x.getAsString());
    };
  }

  static double[] numbers(JsonElement list) {
    double[] out = new double[list.getAsJsonArray().size()];
    for (int i = 0; i < out.length; ++i) {
      out[i] = number(list.getAsJsonArray().get(i));
    }
    return out;
  }

  static byte[] bytes(JsonElement list) {
    double[] all = numbers(list);
    byte[] out = new byte[all.length];
    for (int i = 0; i < all.length; ++i) {
      out[i] = (byte) all[i];
    }
    return out;
  }

  static long[] longs(JsonElement list) {
    double[] all = numbers(list);
    long[] out = new long[all.length];
    for (int i = 0; i < all.length; ++i) {
      out[i] = (long) all[i];
    }
    return out;
  }

  static double[] flat(JsonArray rows) {
    return numbers(joined(rows));
  }

  static int width(JsonArray rows) {
    return rows.isEmpty() ? 0 : rows.get(0).getAsJsonArray().size();
  }

  static Mask mask(JsonArray rows) {
    return Mask.of(bytes(joined(rows)), rows.size(), width(rows));
  }

  static Table table(JsonObject c) {
    JsonArray rows = c.getAsJsonArray("table");
    long labels = c.has("n_labels") ? c.get("n_labels").getAsLong() : width(rows);
    return Table.of(flat(rows), rows.size(), labels);
  }

  static Metric metric(JsonObject c) {
    JsonElement spec = c.get("metric");
    if (spec.isJsonPrimitive()) {
      return Metric.of(spec.getAsString(), c.get("zero_division").getAsInt());
    }
    JsonObject table = spec.getAsJsonObject();
    Property[] declared =
        table.getAsJsonArray("declared").asList().stream()
            .map(name -> Property.valueOf(name.getAsString()))
            .toArray(Property[]::new);
    return Metric.table(
        table.get("name").getAsString(), table.get("n").getAsLong(), numbers(table.get("values")), declared);
  }

  static Kind kind(JsonElement name) {
    return Kind.valueOf(name.getAsString().toUpperCase(Locale.ROOT));
  }

  static boolean isThere(JsonObject o, String name) {
    return o.has(name) && !o.get(name).isJsonNull();
  }

  static Estimator estimator(JsonObject given) {
    Kind kind = kind(given.get("kind"));
    Estimator made = Estimator.of(kind, given.has("n_labels") ? given.get("n_labels").getAsLong() : 0);
    switch (kind) {
      case INDEPENDENT, CATEGORICAL -> made.feed(numbers(given.get("probabilities")));
      case JOINT -> {
        if (!given.getAsJsonArray("vectors").isEmpty()) {
          Values weights = isThere(given, "weights") ? Values.of(numbers(given.get("weights"))) : null;
          made.feed(mask(given.getAsJsonArray("vectors")), weights);
        }
      }
      case COUNTS -> {
        for (JsonElement one : given.getAsJsonArray("tables")) {
          JsonObject t = one.getAsJsonObject();
          JsonArray rows = t.getAsJsonArray("table");
          Values sizes = isThere(t, "p_s") ? Values.of(numbers(t.get("p_s"))) : null;
          made.feed(
              Table.of(flat(rows), rows.size(), width(rows)), number(t.get("p_zero")), sizes, number(t.get("weight")));
        }
      }
    }
    return made;
  }

  /** Sets an option by what a case says of it; some ask for what a setter cannot say: 2 for true, half a fold. */
  static void set(OptionsBuilder<?> builder, String family, String name, JsonElement value) {
    OptionRow row =
        OptionRow.of(family).stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow(
            () -> new AssertionError("asked of an unknown option: " + name));
    builder.set(name, switch (row.type()) {
      case "seed" -> Long.parseUnsignedLong(value.getAsString());
      case "number" -> number(value);
      case "integer", "switch" -> number(value) == Math.rint(number(value)) ? (Object) (long) number(value) : number(value);
      case "choice", "text" ->
          name.equals("average") // which calls of Java look at
              ? Average.valueOf(value.getAsString().toUpperCase(Locale.ROOT))
              : value.getAsString();
      case "numbers" -> numbers(value);
      case "integers" -> longs(value);
      case "texts" -> texts(value);
      default -> throw new AssertionError("an option of the type " + row.type());
    });
  }

  /** Sets all options of an object, except for a metric and its value of 0/0. */
  static void setAll(OptionsBuilder<?> builder, String family, JsonObject options) {
    options.entrySet().stream()
        .filter(one -> !one.getKey().equals("metric") && !one.getKey().equals("zero_division"))
        .forEach(one -> set(builder, family, one.getKey(), one.getValue()));
  }

  private static JsonArray joined(JsonArray rows) {
    JsonArray all = new JsonArray();
    rows.forEach(row -> all.addAll(row.getAsJsonArray()));
    return all;
  }

  static String[] texts(JsonElement list) {
    return list.getAsJsonArray().asList().stream().map(JsonElement::getAsString).toArray(String[]::new);
  }

  /** The status of an exception by its name in C. */
  static String status(WaldException thrown) {
    long[] row = new long[4];
    for (int i = 0; row[3] != thrown.status() || i == 0; ++i) {
      Native.wald_name_list("status".getBytes(java.nio.charset.StandardCharsets.UTF_8), i, row);
    }
    return "WALD_" + Texts.of(row[0]).toUpperCase(Locale.ROOT);
  }

  static DecisionOptions.Builder options(JsonObject c) {
    DecisionOptions.Builder made = DecisionOptions.builder();
    if (c.has("kind")) {
      made.kind(kind(c.get("kind")));
    }
    if (isThere(c, "options")) {
      setAll(made, "decisions", c.getAsJsonObject("options"));
    }
    if (isThere(c, "average")) {
      made.average(Average.valueOf(c.get("average").getAsString().toUpperCase(Locale.ROOT)));
    }
    return made;
  }

  /** Of the options of a case, those of these names: for a call that reads no others. */
  static DecisionOptions.Builder options(JsonObject c, String... names) {
    JsonObject kept = c.deepCopy();
    if (isThere(c, "options")) {
      kept.getAsJsonObject("options").keySet().retainAll(List.of(names));
    }
    if (!List.of(names).contains("average")) {
      kept.remove("average");
    }
    return options(kept);
  }
}

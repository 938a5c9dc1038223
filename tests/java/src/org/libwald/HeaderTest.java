package org.libwald;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** wald.h and its parts against the private layer: every function, with the types that its arguments cross over as; and its use. */
class HeaderTest {
  private static final Path JAVA = Cases.SOURCE.resolve("bindings/java");

  /** Functions of the header that the layer has no use for: why. */
  private static final Map<String, String> NOT_CALLED =
      Map.ofEntries(
          Map.entry("wald_abi_version", "the library is inside the jar's own, and is checked by its release"),
          Map.entry("wald_decide_row", "wald_decide reads the details of the answer, too"),
          Map.entry("wald_name_list", "enumerations are written from the rows; the tests compare"),
          Map.entry("wald_option_list", "builders are written from the rows; the tests compare"),
          Map.entry("wald_options_check", "each call checks the options that it is given"));

  /** All parts, without their comments. */
  private static String header() throws IOException {
    StringBuilder text = new StringBuilder(Files.readString(Cases.SOURCE.resolve("capi/wald.h")));
    Matcher part = Pattern.compile("#include \"(wald/\\w+\\.h)\"").matcher(text.toString());
    while (part.find()) {
      text.append(Files.readString(Cases.SOURCE.resolve("capi").resolve(part.group(1))));
    }
    return Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL).matcher(text).replaceAll(" ");
  }

  /** What a function of the header must be in Java: its types, as text. */
  private static Map<String, String> declared(String header) {
    Map<String, String> found = new TreeMap<>();
    Matcher function =
        Pattern.compile("WALD_API\\s+([\\w\\s*]+?)\\s*\\b(wald_\\w+)\\(([^)]*)\\)\\s*WALD_NOEXCEPT;").matcher(header);
    while (function.find()) {
      found.put(function.group(2), result(function.group(1)) + " " + arguments(function.group(3)));
    }
    return found;
  }

  private static String result(String type) {
    return switch (type.replace("const", "").replace(" ", "")) {
      case "wald_status", "void" -> "void";
      case "char*" -> "String";
      case "int32_t" -> "int";
      default -> throw new AssertionError("a result of the type " + type);
    };
  }

  private static List<String> arguments(String text) {
    List<String> types = new ArrayList<>();
    String before = "";
    for (String argument : text.split(",")) {
      String one = argument.strip().replaceAll("\\s+", " ");
      if (one.equals("void")) {
        continue;
      }
      String name = one.replaceAll(".*\\b(\\w+)$", "$1");
      boolean texts = one.startsWith("const char *const *");
      String type = one.substring(0, one.length() - name.length()).replace("const", "").replace(" ", "");
      boolean follows =
          before.endsWith("_function") && type.equals("void*")
              || name.equals("length") && before.equals("char*");
      if (!follows) {
        types.add(texts ? "byte[][]" : type.equals("void*") && name.equals("out") ? "long[]" : java(type));
      }
      before = type;
    }
    return types;
  }

  /** What calls own: the types of objects. */
  private static final List<String> HANDLES =
      Arrays.stream(Native.class.getFields())
          .map(Field::getName)
          .filter(name -> name.startsWith("WALD_OBJECT_"))
          .map(name -> name.substring("WALD_OBJECT_".length()).toLowerCase(Locale.ROOT))
          .toList();

  private static String java(String type) {
    for (String handle : HANDLES) {
      if (type.equals("wald_" + handle + "*")) {
        return "long";
      }
      if (type.equals("wald_" + handle + "**")) {
        return "long[]";
      }
    }
    return switch (type) {
      case "void*" -> "long";
      case "wald_array*" -> "Slice";
      case "wald_sparse*" -> "SparseSlice";
      case "wald_table*" -> "Object";
      case "wald_tree*", "wald_segment_rows*", "wald_report_input*", "wald_known*", "wald_maps*" -> "Object[]";
      case "wald_rows*", "wald_stage_rows*" -> "Slice[]";
      case "wald_trees_shape*" -> "long[]";
      case "char*", "uint8_t*" -> "byte[]";
      case "char**", "int64_t*", "wald_name_row*", "wald_option_row*", "wald_fact_row*", "wald_metric_row*" -> "long[]";
      case "double*" -> "double[]";
      case "int32_t*", "wald_properties*", "wald_calibration_input*" -> "int[]";
      case "double" -> "double";
      case "int64_t", "wald_metric_function", "wald_progress_function", "wald_score_function" -> "long";
      case "int32_t", "wald_type", "wald_object", "wald_fact", "wald_kind", "wald_format", "wald_properties", "wald_rule",
          "wald_average", "wald_calibration_input" -> "int";
      default -> {
        assertTrue(type.matches("wald_\\w+_fact"), "an argument of the type " + type);
        yield "int";
      }
    };
  }

  private static Map<String, String> bound() {
    Map<String, String> found = new TreeMap<>();
    for (Method method : Native.class.getDeclaredMethods()) {
      if (method.getName().startsWith("wald_")) {
        String types =
            Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName).collect(Collectors.toList()).toString();
        found.put(method.getName(), method.getReturnType().getSimpleName() + " " + types);
      }
    }
    return found;
  }

  @Test
  void everyFunctionIsSeen() throws IOException {
    String header = header();
    int marks = header.split("WALD_API ", -1).length - header.split("define WALD_API ", -1).length;
    assertEquals(marks, declared(header).size());
    TreeSet<String> symbols = new TreeSet<>();
    Matcher name = Pattern.compile("\\bwald_\\w+").matcher(Files.readString(Cases.SOURCE.resolve("capi/symbols.txt")));
    while (name.find()) {
      symbols.add(name.group());
    }
    assertEquals(symbols, declared(header).keySet());
  }

  @Test
  void theLayerIsTheHeader() throws IOException {
    assertEquals(declared(header()), bound());
  }

  @Test
  void theCheckNotices() throws IOException {
    String header = header();
    assertEquals(declared(header), bound());
    assertFalse(declared(header.replaceFirst("double weight", "int32_t cost")).equals(bound()));
    assertFalse(declared(header.replaceFirst(", double weight", "")).equals(bound()));
    assertFalse(declared(header.replace("wald_metric_utility", "wald_metric_futility")).equals(bound()));
    assertFalse(declared(header + "WALD_API void wald_more(void) WALD_NOEXCEPT;").equals(bound()));
  }

  @Test
  void everyFunctionIsUsed() throws IOException {
    StringBuilder sources = new StringBuilder();
    try (var files = Files.walk(JAVA.toRealPath())) {
      for (Path file : files.filter(f -> f.toString().matches(".*\\.(java|cpp)")).toList()) {
        sources.append(Files.readString(file));
      }
    }
    for (Method method : Native.class.getDeclaredMethods()) {
      String name = method.getName();
      boolean used = Pattern.compile("(Native(\\.|::)|\\b)" + name + "\\b").matcher(sources).find();
      assertTrue(used != NOT_CALLED.containsKey(name), name + " is used: " + used);
    }
  }

  /** The constants of an enumeration by their numbers, beside those of the header with a prefix. */
  private static <E extends Enum<E>> void numbered(
      Map<String, Integer> values, String prefix, E[] constants, ToIntFunction<E> number) {
    for (E one : constants) {
      assertEquals(values.remove("WALD_" + prefix + one.name()), number.applyAsInt(one), prefix + one.name());
    }
  }

  @Test
  void values() throws Exception {
    Map<String, Integer> values = new HashMap<>();
    Matcher value = Pattern.compile("\\b(WALD_[A-Z0-9_]+) = (\\d+)").matcher(header());
    while (value.find()) {
      values.put(value.group(1), Integer.parseInt(value.group(2)));
    }
    assertTrue(values.size() > 100);
    for (Map.Entry<String, Integer> one : values.entrySet()) {
      assertEquals(one.getValue(), NativeConstants.class.getField(one.getKey()).get(null), one.getKey());
    }
    numbered(values, "", Kind.values(), one -> one.value);
    numbered(values, "", Average.values(), one -> one.value);
    numbered(values, "", Property.values(), one -> one.value);
    numbered(values, "", ThresholdFlag.values(), one -> one.value);
    numbered(values, "RULE_", Rule.values(), one -> one.value);
    numbered(values, "TASK_", Task.values(), one -> one.value);
    numbered(values, "SPLIT_", TreeNode.Split.values(), one -> one.value);
    numbered(values, "MISSING_", TreeNode.Missing.values(), one -> one.value);
    numbered(values, "THRESHOLDS_", ThresholdFact.values(), one -> one.value);
    numbered(values, "CASCADE_", CascadeFact.values(), one -> one.value);
    numbered(values, "WORTH_VERDICT_", WorthVerdict.values(), one -> one.value);
    numbered(values, "PROMISE_STATE_", PromiseState.values(), one -> one.value);
    numbered(values, "ROUTE_GOAL_", RouteGoal.values(), one -> one.value);
    numbered(values, "ROUTE_MEASURE_", RouteMeasure.values(), one -> one.value);
    numbered(values, "ROUTE_BY_", RouteBy.values(), one -> one.value);
    numbered(values, "ROUTE_", RouteFact.values(), one -> one.value);
    for (int status = 1; status <= 8; ++status) {
      WaldException made = WaldException.of(status, new byte[0]);
      assertTrue(made.getClass() != WaldException.class);
      assertEquals(status, made.status());
      assertEquals(status, values.remove(Cases.status(made)));
    }
    assertEquals(WaldException.class, WaldException.of(99, new byte[0]).getClass());
    assertEquals(values.remove("WALD_UNDECIDED"), (int) Mask.UNDECIDED);
    assertEquals(values.remove("WALD_NOT_RATED"), (int) Mask.NOT_RATED);
    // What is left has no enumeration here: WALD_OK, the types of objects and elements, and facts, each of which a getter
    // reads.
    String sources = "";
    try (var files = Files.list(JAVA.resolve("src/main/java/org/libwald"))) {
      for (Path file : files.toList()) {
        sources += Files.readString(file);
      }
    }
    values.keySet().removeIf(name -> name.matches("WALD_(OK|OBJECT_\\w+|FLOAT\\d+|U?INT\\d+)"));
    values.remove("WALD_EXPECTATION_WARNING"); // Metric.tableWarning gives it
    for (String name : values.keySet()) {
      assertTrue(Pattern.compile("Native(Constants)?\\." + name + "\\b").matcher(sources).find(), name + " is never read");
    }
  }

  @Test
  void nothingNativeIsPublic() throws IOException {
    for (Class<?> layer : List.of(Native.class, NativeJNI.class, NativeConstants.class, Slice.class, SparseSlice.class, Handle.class)) {
      assertFalse(Modifier.isPublic(layer.getModifiers()), layer.getName());
    }
    try (var files = Files.walk(Path.of(System.getProperty("wald.project"), "src/main/java"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        String text = Files.readString(file);
        assertFalse(text.contains("finalize(") || text.contains("SWIGTYPE_p"), file.toString());
      }
    }
  }

  @Test
  void versions() throws IOException {
    assertEquals(Files.readString(Cases.SOURCE.resolve("VERSION")).strip(), Wald.version());
    assertTrue(Files.exists(Path.of(Wald.libraryPath())));
  }
}

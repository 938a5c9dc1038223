package org.libwald;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** wald.h against the private layer: every function, with the types that its arguments cross over as; and its use. */
class HeaderTest {
  private static final Path JAVA = Cases.SOURCE.resolve("bindings/java");

  /** Functions of the header that the layer has no use for: why. */
  private static final Map<String, String> NOT_CALLED =
      Map.of(
          "wald_abi_version", "the library is inside the jar's own, and is checked by its release",
          "wald_decision_indices", "read with all others of a table, or from the mask",
          "wald_decision_n", "follows from the shape of what is decided");

  private static String header() throws IOException {
    String text = Files.readString(Cases.SOURCE.resolve("capi/wald.h"));
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
          before.equals("void*") && (type.equals("wald_type") || type.equals("wald_index_type"))
              || before.endsWith("_function") && type.equals("void*")
              || name.equals("length") && before.equals("char*");
      if (!follows) {
        types.add(texts ? "byte[][]" : java(type));
      }
      before = type;
    }
    return types;
  }

  private static final List<String> HANDLES =
      List.of("metric", "options", "estimator", "decision", "distribution", "frontier", "threshold_options",
          "thresholds", "operating_points", "cascade_scores", "cascade_options", "cascade", "cascade_run", "trees",
          "dataset", "learner_options", "learner", "calibration");

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
      case "void*", "uint8_t*", "wald_split*", "wald_missing*" -> "Slice";
      case "char*" -> "byte[]";
      case "char**", "int64_t*" -> "long[]";
      case "double*" -> "double[]";
      case "int32_t*", "wald_kind*", "wald_properties*", "wald_rule*", "wald_threshold_flags*", "wald_task*" -> "int[]";
      case "double" -> "double";
      case "int64_t", "uint64_t", "wald_metric_function", "wald_progress_function", "wald_score_function" -> "long";
      case "int32_t", "wald_status", "wald_type", "wald_kind", "wald_average", "wald_fact", "wald_properties",
          "wald_rule", "wald_goal", "wald_smoothing", "wald_threshold_setting", "wald_threshold_fact",
          "wald_threshold_array", "wald_threshold_flags", "wald_frontier_fact", "wald_cascade_setting",
          "wald_cascade_fact", "wald_cascade_array", "wald_learner_setting", "wald_learner_method" -> "int";
      default -> throw new AssertionError("an argument of the type " + type);
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
    assertFalse(declared(header.replaceFirst("double cost", "int32_t cost")).equals(bound()));
    assertFalse(declared(header.replaceFirst(", double cost", "")).equals(bound()));
    assertFalse(declared(header.replace("wald_metric_loss", "wald_metric_lost")).equals(bound()));
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

  @Test
  void values() throws Exception {
    Map<String, Integer> values = new HashMap<>();
    Matcher value = Pattern.compile("\\b(WALD_[A-Z0-9_]+) = (\\d+)").matcher(header());
    while (value.find()) {
      values.put(value.group(1), Integer.parseInt(value.group(2)));
    }
    assertTrue(values.size() > 30);
    for (Map.Entry<String, Integer> one : values.entrySet()) {
      assertEquals(one.getValue(), NativeConstants.class.getField(one.getKey()).get(null), one.getKey());
    }
    for (Kind kind : Kind.values()) {
      assertEquals(values.remove("WALD_" + kind), kind.value);
      assertEquals(kind, Kind.of(kind.value));
    }
    for (Average average : Average.values()) {
      assertEquals(values.remove("WALD_" + average), average.value);
    }
    for (Property property : Property.values()) {
      assertEquals(values.remove("WALD_" + property), property.bit);
    }
    for (int status = 1; status <= 8; ++status) {
      WaldException made = WaldException.of(status, new byte[0]);
      assertTrue(made.getClass() != WaldException.class);
      assertEquals(status, values.remove(made.statusName()));
    }
    assertEquals(values.remove("WALD_UNDECIDED"), (int) Mask.UNDECIDED);
    for (Rule rule : Rule.values()) {
      assertEquals(values.remove("WALD_RULE_" + rule), rule.value);
    }
    for (Goal goal : Goal.values()) {
      assertEquals(values.remove("WALD_GOAL_" + goal), goal.value);
    }
    for (Smoothing smoothing : Smoothing.values()) {
      assertEquals(values.remove("WALD_SMOOTHING_" + smoothing), smoothing.value);
    }
    for (ThresholdFact fact : ThresholdFact.values()) {
      assertEquals(values.remove("WALD_THRESHOLD_" + fact.name()), fact.value);
      assertTrue(fact.toString().startsWith(fact.name().toLowerCase(Locale.ROOT)), fact.toString());
    }
    for (ThresholdFlag flag : ThresholdFlag.values()) {
      assertEquals(values.remove("WALD_" + flag.name()), flag.bit);
      assertEquals(flag.name().toLowerCase(Locale.ROOT), flag.toString());
    }
    assertEquals(values.remove("WALD_NOT_RATED"), (int) Mask.NOT_RATED);
    for (CascadeFact fact : CascadeFact.values()) {
      assertEquals(values.remove("WALD_CASCADE_" + fact.name()), fact.value);
      assertEquals(fact.name().toLowerCase(Locale.ROOT), fact.toString());
    }
    for (TreeNode.Split split : TreeNode.Split.values()) {
      assertEquals(values.remove("WALD_SPLIT_" + split), split.value);
    }
    for (TreeNode.Missing missing : TreeNode.Missing.values()) {
      assertEquals(values.remove("WALD_MISSING_" + missing), missing.value);
    }
    for (Task task : Task.values()) {
      assertEquals(values.remove("WALD_TASK_" + task), task.value);
      assertEquals(task, Task.of(task.value));
    }
    // What has no enumeration here: element types, facts, settings, and WALD_OK. All settings are used.
    String sources = "";
    for (String options : List.of("ThresholdOptions", "CascadeOptions", "Cascade", "LearnerOptions")) {
      sources += Files.readString(JAVA.resolve("src/main/java/org/libwald/" + options + ".java"));
    }
    for (String name : values.keySet()) {
      boolean mustBeUsed = name.matches("WALD_((CASCADE|LEARNER)_)?(SETTING|METHOD)_\\w+|WALD_CASCADE_ARRAY_\\w+");
      assertTrue(!mustBeUsed || Pattern.compile("Native\\." + name + "\\b").matcher(sources).find(), name);
    }
    values.keySet().removeIf(
        name -> name.matches(
            "WALD_(OK|FLOAT\\d+|INT\\d+|FACT_\\w+|((CASCADE|LEARNER)_)?(SETTING|METHOD|ARRAY)_\\w+|FRONTIER_\\w+)"));
    assertTrue(values.isEmpty(), "values that nothing here stands for: " + values);
    assertEquals(WaldException.class, WaldException.of(99, new byte[0]).getClass());
    assertEquals("unknown status", WaldException.of(99, new byte[0]).statusName());
  }

  @Test
  void nothingNativeIsPublic() throws IOException {
    for (Class<?> layer : List.of(Native.class, NativeJNI.class, NativeConstants.class, Slice.class, Handle.class)) {
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

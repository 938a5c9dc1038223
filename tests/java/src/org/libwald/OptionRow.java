package org.libwald;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** An option as the library lists it. */
record OptionRow(
    String name, String type, String initial, List<String> choices, double low, double high, boolean openLow,
    boolean openHigh) {
  static final List<String> FAMILIES = List.of("decisions", "thresholds", "cascades", "learners", "routes");

  /** The options of a family. */
  static List<OptionRow> of(String family) {
    List<OptionRow> all = new ArrayList<>();
    byte[] name = family.getBytes(StandardCharsets.UTF_8);
    long[] row = new long[11];
    while (true) {
      try {
        Native.wald_option_list(name, all.size(), row);
      } catch (ArgumentException pastTheEnd) {
        return all;
      }
      String choices = Texts.of(row[3]);
      all.add(new OptionRow(Texts.of(row[0]), Texts.of(row[1]), Texts.of(row[2]),
          choices.isEmpty() ? List.of() : List.of(choices.split(" ")), Double.longBitsToDouble(row[7]),
          Double.longBitsToDouble(row[8]), row[9] != 0, row[10] != 0));
    }
  }

  static OptionsBuilder<?> builder(String family) {
    return switch (family) {
      case "decisions" -> DecisionOptions.builder();
      case "thresholds" -> ThresholdOptions.builder();
      case "cascades" -> CascadeOptions.builder();
      case "learners" -> LearnerOptions.builder();
      case "routes" -> RouteOptions.builder();
      default -> throw new AssertionError(family);
    };
  }

  /** The name of its setter. */
  String setter() {
    StringBuilder camel = new StringBuilder();
    for (String part : name.split("_")) {
      camel.append(camel.length() == 0 ? part : part.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + part.substring(1));
    }
    return camel.toString();
  }
}

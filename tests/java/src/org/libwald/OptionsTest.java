package org.libwald;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.DoublePredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The builders of options against the library's list: names, types, defaults, bounds, and what is documented. */
class OptionsTest {
  private static final Map<String, Class<?>> TYPES =
      Map.ofEntries(
          Map.entry("number", double.class), Map.entry("integer", long.class), Map.entry("seed", long.class),
          Map.entry("switch", boolean.class), Map.entry("text", String.class), Map.entry("numbers", double[].class),
          Map.entry("integers", long[].class), Map.entry("texts", String[].class), Map.entry("metric", Metric.class),
          Map.entry("progress", DoublePredicate.class));

  private static Method setter(String family, OptionRow row) {
    List<Method> found = new ArrayList<>();
    for (Method method : OptionRow.builder(family).getClass().getDeclaredMethods()) {
      if (method.getName().equals(row.setter()) && !method.isBridge()) {
        found.add(method);
      }
    }
    assertEquals(1, found.size(), family + ": " + row.name());
    return found.get(0);
  }

  private static NativeOptions built(OptionsBuilder<?> builder) {
    try {
      Method build = builder.getClass().getDeclaredMethod("build");
      return (NativeOptions) build.invoke(builder);
    } catch (InvocationTargetException failed) {
      if (failed.getCause() instanceof WaldException refused) {
        throw refused;
      }
      throw new AssertionError(failed.getCause());
    } catch (ReflectiveOperationException wrong) {
      throw new AssertionError(wrong);
    }
  }

  /** Options with this value alone. */
  private static NativeOptions with(String family, OptionRow row, Object value) throws ReflectiveOperationException {
    OptionsBuilder<?> builder = OptionRow.builder(family);
    setter(family, row).invoke(builder, value);
    return built(builder);
  }

  @Test
  void everyOptionHasItsSetter() {
    for (String family : OptionRow.FAMILIES) {
      TreeSet<String> wanted = new TreeSet<>();
      for (OptionRow row : OptionRow.of(family)) {
        wanted.add(row.setter());
        Class<?> type = setter(family, row).getParameterTypes()[0];
        if (row.type().equals("choice")) {
          List<String> words =
              type.isEnum()
                  ? java.util.Arrays.stream(type.getEnumConstants()).map(Object::toString).toList()
                  : row.choices();
          assertTrue(words.containsAll(row.choices()), family + ": " + row.name());
          assertTrue(type.isEnum() || type == String.class);
        } else {
          assertEquals(TYPES.get(row.type()), type, family + ": " + row.name());
        }
      }
      TreeSet<String> found = new TreeSet<>();
      for (Method method : OptionRow.builder(family).getClass().getDeclaredMethods()) {
        if (!method.isBridge()) {
          found.add(method.getName());
        }
      }
      found.removeAll(List.of("self", "build"));
      assertEquals(wanted, found);
    }
  }

  @Test
  void defaults() {
    for (String family : OptionRow.FAMILIES) {
      NativeOptions defaults = built(OptionRow.builder(family).interruptible(true)); // an object without a setting
      for (OptionRow row : OptionRow.of(family)) {
        if (!row.type().equals("progress")) {
          assertEquals(row.initial(), defaults.get(row.name()), family + ": " + row.name());
        }
      }
    }
  }

  @Test
  void bounds() throws ReflectiveOperationException {
    int tried = 0;
    for (String family : OptionRow.FAMILIES) {
      for (OptionRow row : OptionRow.of(family)) {
        boolean whole = row.type().equals("integer");
        if (!whole && !row.type().equals("number")) {
          continue;
        }
        for (boolean upper : new boolean[] {false, true}) {
          double bound = upper ? row.high() : row.low();
          if (Double.isInfinite(bound) || bound == 0x1p53) {
            continue;
          }
          boolean open = upper ? row.openHigh() : row.openLow();
          Object at = whole ? (Object) (long) bound : bound;
          Object beyond =
              whole ? (Object) ((long) bound + (upper ? 1 : -1)) : upper ? Math.nextUp(bound) : Math.nextDown(bound);
          if (open) {
            assertThrows(ArgumentException.class, () -> with(family, row, at), row.name());
          } else {
            NativeOptions options = with(family, row, at);
            assertEquals(bound, Double.parseDouble(options.get(row.name())), row.name());
          }
          assertThrows(ArgumentException.class, () -> with(family, row, beyond), row.name() + " beyond " + bound);
          ++tried;
        }
      }
    }
    assertTrue(tried > 40, tried + " bounds");
  }

  @Test
  void choices() throws ReflectiveOperationException {
    for (String family : OptionRow.FAMILIES) {
      for (OptionRow row : OptionRow.of(family)) {
        if (!row.type().equals("choice")) {
          continue;
        }
        Class<?> type = setter(family, row).getParameterTypes()[0];
        for (String word : row.choices()) {
          Object value =
              !type.isEnum()
                  ? word
                  : java.util.Arrays.stream(type.getEnumConstants())
                      .filter(one -> one.toString().equals(word))
                      .findFirst()
                      .orElseThrow();
          assertEquals(word, with(family, row, value).get(row.name()));
        }
        if (!type.isEnum()) {
          assertThrows(ArgumentException.class, () -> with(family, row, "no such word"));
        }
      }
    }
  }

  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?(e-?\\d+)?");

  /** What a setter's documentation says of its default and its bounds. */
  @Test
  void documentation() throws IOException {
    for (String family : OptionRow.FAMILIES) {
      String name = OptionRow.builder(family).getClass().getEnclosingClass().getSimpleName();
      String text =
          Files.readString(Cases.SOURCE.resolve("bindings/java/src/main/java/org/libwald/" + name + ".java"))
              .lines().map(line -> line.strip().replaceFirst("^\\* ?", "")).collect(Collectors.joining(" "))
              .replaceAll(" +", " ");
      for (OptionRow row : OptionRow.of(family)) {
        int at = text.indexOf("public Builder " + row.setter() + "(");
        String said = text.substring(text.lastIndexOf("/**", at), at);
        if (row.type().equals("switch")) {
          assertTrue(said.contains("the default is " + !List.of("off", "0", "false").contains(row.initial())), said);
        } else if (row.type().equals("choice")) {
          assertTrue(said.contains("\"" + row.initial() + "\"} (the default)")
              || said.toLowerCase(java.util.Locale.ROOT).contains("#" + row.initial() + "}"), said);
        } else if (!row.type().equals("progress")) {
          assertTrue(said.contains(row.initial().isEmpty() ? "by default it is not set"
              : "the default is " + row.initial()), said);
        }
        if (List.of("number", "integer", "numbers", "integers").contains(row.type())) {
          double many = row.type().startsWith("integer") ? Integer.MAX_VALUE : 1e100; // limits that no one meets
          for (double bound : new double[] {row.low(), row.high()}) {
            assertTrue(Math.abs(bound) >= many || NUMBER.matcher(said).results()
                .anyMatch(found -> Double.parseDouble(found.group()) == bound), row.name() + " " + bound + ": " + said);
          }
        }
      }
    }
  }

  @Test
  void whatIsSetIsWhatHolds() {
    try (Metric jaccard = Metric.of("jaccard")) {
      NativeOptions thresholds = ThresholdOptions.builder().metric(jaccard).minRecall(0.25).seed(-1).build();
      assertEquals("jaccard", thresholds.get("metric"));
      assertEquals("0.25", thresholds.get("min_recall"));
      assertEquals("18446744073709551615", thresholds.get("seed"));
    }
    NativeOptions cascades = CascadeOptions.builder().fixedOrder(2, 0, 1).costs(1, 2.5, 3).names("a", "b", "ü").build();
    assertEquals("2,0,1", cascades.get("fixed_order"));
    assertEquals("1,2.5,3", cascades.get("costs"));
    assertEquals("a,b,ü", cascades.get("names"));
  }
}

package org.libwald;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoublePredicate;

/** What all builders of options have: values by the names of their options, and how long work is ended. */
abstract class OptionsBuilder<B extends OptionsBuilder<B>> {
  private final Map<String, Object> values = new LinkedHashMap<>();
  private boolean interruptible;

  /** This builder, as the type that calls on it return. */
  abstract B self();

  /** Keeps a value, or a copy of an array. */
  B set(String name, Object value) {
    Objects.requireNonNull(value, name);
    values.put(name, copied(value));
    return self();
  }

  private static Object copied(Object value) {
    if (value instanceof double[] numbers) {
      return numbers.clone();
    }
    if (value instanceof long[] wholes) {
      return wholes.clone();
    }
    return value instanceof String[] texts ? texts.clone() : value;
  }

  /** What was set, or null. */
  Object get(String name) {
    return values.get(name);
  }

  /**
   * Whether interrupting the calling thread ends a call, with a {@link CancelledException}. The thread stays
   * interrupted.
   *
   * @param wanted the default is false
   * @return this
   */
  public B interruptible(boolean wanted) {
    interruptible = wanted;
    return self();
  }

  boolean isInterruptible() {
    return interruptible;
  }

  /** A copy of what was set. */
  Map<String, Object> settings() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Sets what other options have set. */
  B setAll(NativeOptions others) {
    others.settings.forEach(this::set);
    return interruptible(others.interruptible);
  }

  /** What a call asks now and then whether to go on; null if there is nothing to ask. */
  DoublePredicate reports() {
    DoublePredicate told = (DoublePredicate) get("progress");
    if (!interruptible) {
      return told;
    }
    return fraction -> !Thread.currentThread().isInterrupted() && (told == null || told.test(fraction));
  }

  /** Hands everything but progress, which must outlive this call, to an object of the library. */
  void set(long options) {
    values.forEach((name, value) -> set(options, name, Texts.name(name, "name"), value));
  }

  private static void set(long options, String name, byte[] option, Object value) {
    if (value instanceof Double number) {
      Native.wald_options_set_number(options, option, number);
    } else if (value instanceof Long whole) {
      Native.wald_options_set_integer(options, option, whole);
    } else if (value instanceof Boolean truth) {
      Native.wald_options_set_integer(options, option, truth ? 1 : 0);
    } else if (value instanceof double[] numbers) {
      Native.wald_options_set_numbers(options, option, numbers, numbers.length);
    } else if (value instanceof long[] wholes) {
      double[] numbers = Arrays.stream(wholes).asDoubleStream().toArray();
      Native.wald_options_set_numbers(options, option, numbers, numbers.length);
    } else if (value instanceof String[] texts) {
      Native.wald_options_set_texts(options, option, Texts.names(texts, name), texts.length);
    } else if (value instanceof Metric metric) {
      metric.read(judge -> Native.wald_options_set_metric(options, option, judge));
    } else if (!(value instanceof DoublePredicate)) {
      Native.wald_options_set_text(options, option, Texts.name(value.toString(), name)); // a text, or a word
    }
  }
}

package org.libwald.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.Identifiable;
import org.libwald.Metric;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** Options as the stages keep them, a text of JSON by the names of the core, and as builders take them. */
final class Settings {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Settings() {}

  /**
   * A parameter that is a text. Its constructor takes the class of its values in Spark 4.0 and not in those before and
   * after, so that it is looked for when it is called: one jar serves them all.
   */
  @SuppressWarnings("unchecked")
  static Param<String> text(Identifiable parent, String name, String doc) {
    try {
      for (Constructor<?> each : Param.class.getConstructors()) {
        Class<?>[] wanted = each.getParameterTypes();
        if (wanted[0] == Identifiable.class && wanted.length == 3) {
          return (Param<String>) each.newInstance(parent, name, doc);
        }
        if (wanted[0] == Identifiable.class && wanted.length == 4 && wanted[3] == ClassTag.class) {
          return (Param<String>) each.newInstance(parent, name, doc, ClassTag$.MODULE$.apply(String.class));
        }
      }
    } catch (ReflectiveOperationException wrong) {
      throw new IllegalStateException(wrong);
    }
    throw new IllegalStateException("org.apache.spark.ml.param.Param has no constructor that is known");
  }

  static Metric metric(String name, int zeroDivision) {
    return Metric.of(name, zeroDivision);
  }

  /** The text with one option more, or another value of it. */
  static String with(String options, String name, Object value) {
    ObjectNode all = (ObjectNode) read(options);
    all.set(name, MAPPER.valueToTree(value));
    return all.toString();
  }

  static JsonNode read(String options) {
    try {
      JsonNode all = MAPPER.readTree(options);
      if (all.isObject()) {
        return all;
      }
    } catch (JsonProcessingException wrong) {
      // said below
    }
    throw new IllegalArgumentException("options is \"" + options + "\": must be an object of JSON");
  }

  /** Hands every option to the method of the builder that has its name. */
  static <B> B into(B builder, String options) {
    JsonNode all = read(options);
    Iterator<String> names = all.fieldNames();
    while (names.hasNext()) {
      String name = names.next();
      set(builder, name, all.get(name));
    }
    return builder;
  }

  private static void set(Object builder, String name, JsonNode value) {
    String method = camel(name);
    Method found =
        Arrays.stream(builder.getClass().getMethods())
            .filter(one -> one.getName().equals(method) && one.getParameterCount() == 1 && !method.equals("build"))
            .filter(one -> !one.getParameterTypes()[0].isInterface())
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("options has \"" + name + "\": there is no such option of a stage"));
    try {
      found.invoke(builder, argument(found.getParameterTypes()[0], name, value));
    } catch (InvocationTargetException wrong) {
      throw wrong.getCause() instanceof RuntimeException ? (RuntimeException) wrong.getCause()
                                                         : new IllegalStateException(wrong.getCause());
    } catch (IllegalAccessException hidden) {
      throw new IllegalStateException(hidden);
    }
  }

  private static Object argument(Class<?> wanted, String name, JsonNode value) {
    if (wanted == double.class&& value.isNumber()) {
      return value.doubleValue();
    }
    if (wanted == long.class&& value.isIntegralNumber()) {
      return value.longValue();
    }
    if (wanted == boolean.class && value.isBoolean()) {
      return value.booleanValue();
    }
    if (wanted == String.class && value.isTextual()) {
      return value.textValue();
    }
    if (wanted.isEnum() && value.isTextual()) {
      for (Object constant : wanted.getEnumConstants()) {
        if (constant.toString().equals(value.textValue())) {
          return constant;
        }
      }
    }
    if (wanted == double[].class&& value.isArray()) {
      return MAPPER.convertValue(value, double[].class);
    }
    if (wanted == long[].class&& value.isArray()) {
      return MAPPER.convertValue(value, long[].class);
    }
    throw new IllegalArgumentException(
        "options has " + value + " for \"" + name + "\": must be a " + wanted.getSimpleName());
  }

  private static String camel(String name) {
    StringBuilder out = new StringBuilder();
    for (String word : name.split("_")) {
      out.append(out.length() == 0 || word.isEmpty() ? word : word.substring(0, 1).toUpperCase() + word.substring(1));
    }
    return out.toString();
  }
}

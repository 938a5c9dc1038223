package org.libwald;

import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Logs objects that the collector found unclosed. It does not see their native memory, so that it may find them late:
 * the heap of a program may be nearly empty while forgotten objects fill the machine.
 */
final class Leaks {
  static final String PROPERTY = "org.libwald.leaks";

  /** How many of the objects are watched: their places of creation cost a stack trace each. */
  enum Level {
    OFF,
    SIMPLE,
    FULL
  }

  private static final int WATCHED = 128; // with SIMPLE, one in this many
  private static final int MOST_PLACES = 64; // that are logged

  private static final AtomicInteger made = new AtomicInteger();
  private static final Set<String> logged = ConcurrentHashMap.newKeySet();
  private static volatile Level level = levelOf(System.getProperty(PROPERTY, ""));

  private Leaks() {}

  static Level levelOf(String text) {
    String name = text.strip().toUpperCase(Locale.ROOT);
    for (Level one : Level.values()) {
      if (one.name().equals(name)) {
        return one;
      }
    }
    if (!name.isEmpty()) {
      logger().log(
          System.Logger.Level.WARNING, "{0} is \"{1}\": must be off, simple (default) or full", PROPERTY, text);
    }
    return Level.SIMPLE;
  }

  /** Another level, until the next one; logged places are forgotten. */
  static void setLevel(Level wanted) {
    level = wanted;
    made.set(0);
    logged.clear();
  }

  /** Where an object is being made, if it is one that is watched; else null. */
  static Throwable place() {
    Level now = level;
    boolean watched = now == Level.FULL || now == Level.SIMPLE && made.incrementAndGet() % WATCHED == 0;
    return watched ? new Throwable("it was made here") : null;
  }

  /** Logs an object that was forgotten, once for each place. */
  static void forgotten(String noun, Throwable place) {
    if (level == Level.OFF || logged.size() >= MOST_PLACES || !logged.add(caller(place))) {
      return;
    }
    String message =
        "an object was not closed (" + noun + "): its native memory was kept until the garbage collector, which does "
            + "not see that memory, found the object. Close it, for instance by try-with-resources. "
            + (level == Level.FULL
                ? "-D" + PROPERTY + "=off ends these messages"
                : "One in " + WATCHED + " objects is watched; -D" + PROPERTY + "=full watches all, =off none");
    logger().log(System.Logger.Level.WARNING, message, place);
  }

  /** The lines of the trace up to the first one that is not of this package. */
  private static String caller(Throwable place) {
    String own = Leaks.class.getPackageName() + ".";
    StringBuilder lines = new StringBuilder();
    for (StackTraceElement line : place.getStackTrace()) {
      lines.append(line).append('\n');
      if (!line.getClassName().startsWith(own)) {
        break;
      }
    }
    return lines.toString();
  }

  private static System.Logger logger() {
    return System.getLogger("org.libwald");
  }
}

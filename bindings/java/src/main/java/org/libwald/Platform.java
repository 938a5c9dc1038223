package org.libwald;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A platform by its place, {@code system/processor/libc}; its name, which is the classifier of its jar; this JVM's, and
 * what a native file is for.
 */
record Platform(String place) {
  private static final String LISTED = "platforms"; // a name and a place in each line, written by assemble.cmake

  static Platform current() {
    return new Platform(os() + "/" + arch() + "/" + libc());
  }

  /** Those that there are jars for. */
  static List<Platform> listed() {
    return lines().stream().map(line -> new Platform(line.split(" ")[1])).toList();
  }

  String name() {
    return lines().stream()
        .filter(line -> line.endsWith(" " + place))
        .map(line -> line.split(" ")[0])
        .findFirst()
        .orElse(place);
  }

  /** The name of the file of the native library. */
  String file() {
    return place.startsWith("windows/") ? "wald_java.dll"
        : place.startsWith("macos/") ? "libwald_java.dylib"
        : "libwald_java.so";
  }

  private static List<String> lines() {
    try (InputStream in = Platform.class.getResourceAsStream(LISTED)) {
      return in == null ? List.of() : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException unreadable) {
      return List.of();
    }
  }

  // ---- The machine --------------------------------------------------------------------------------------------------

  static String os() {
    String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    return name.startsWith("windows") ? "windows" : name.startsWith("mac") ? "macos" : name.replace(" ", "");
  }

  static String arch() {
    String name = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    return switch (name) {
      case "amd64", "x86-64", "x64" -> "x86_64";
      case "arm64" -> "aarch64";
      default -> name;
    };
  }

  /** The C library that this JVM runs on, of which a native library must be: Linux has two. */
  static String libc() {
    if (!os().equals("linux")) {
      return "any";
    }
    try {
      return libc(Files.readString(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1));
    } catch (IOException unknown) {
      return "gnu";
    }
  }

  static String libc(String mapped) {
    return mapped.contains("/ld-musl-") ? "musl" : "gnu";
  }

  // ---- A file -------------------------------------------------------------------------------------------------------

  /** What a native file is for, or null if it does not say. */
  static Platform of(byte[] content) {
    if (content.length < 64) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    switch (bytes.getInt(0)) {
      case 0x464C457F:
        String text = new String(content, StandardCharsets.ISO_8859_1);
        boolean musl = text.contains("libc.so\0") || text.contains("libc.musl-");
        return new Platform("linux/" + processor(bytes.getShort(18), 62, 183) + (musl ? "/musl" : "/gnu"));
      case 0xFEEDFACF:
        return new Platform("macos/" + processor(bytes.getInt(4), 0x01000007, 0x0100000C) + "/any");
      default:
        int header = bytes.getInt(0x3C);
        boolean windows = content[0] == 'M' && content[1] == 'Z' && header >= 0 && header < content.length - 6;
        return windows
            ? new Platform("windows/" + processor(bytes.getShort(header + 4) & 0xFFFF, 0x8664, 0xAA64) + "/any")
            : null;
    }
  }

  private static String processor(int machine, int x64, int arm64) {
    return machine == x64 ? "x86_64" : machine == arm64 ? "aarch64" : "another";
  }
}

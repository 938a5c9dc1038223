package org.libwald;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Finds the native library and loads it; {@link Wald#libraryPath} says where it looks. */
final class Loader {
  static final String LIBRARY = "org.libwald.library";
  static final String FOLDER = "org.libwald.tmpdir";
  static final String FOLDER_VARIABLE = "LIBWALD_TMPDIR";
  private static final String NATIVES = "/org/libwald/natives/";

  private static String loaded;

  private Loader() {}

  static synchronized String path() {
    return loaded;
  }

  /** Called by NativeJNI before its first call. */
  static synchronized void load() {
    if (loaded == null) {
      loaded = new Search().run();
    }
  }

  /** Called by the library that is being loaded: one of another release has other functions. */
  static void check(byte[] version) {
    String theirs = new String(version, StandardCharsets.UTF_8);
    String ours = release();
    if (!theirs.equals(ours)) {
      throw new UnsatisfiedLinkError("it is of release " + theirs + ": these classes are of " + ours);
    }
  }

  private static String release() {
    try (InputStream in = Loader.class.getResourceAsStream("VERSION")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException unreadable) {
      throw new UnsatisfiedLinkError("org/libwald/VERSION cannot be read: " + unreadable);
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

  /** What to do on a machine that the jar has nothing for. */
  static String advice(String place) {
    return place.endsWith("/musl")
        ? "this system's C library is musl; build bindings/java on it, or run on a system with glibc"
        : "build bindings/java on a machine like this one (" + place + ")";
  }

  // ---- The search ---------------------------------------------------------------------------------------------------

  private static final class Search {
    private final String file = System.mapLibraryName("wald_java");
    private final List<String> tried = new ArrayList<>();
    private final List<String> hints = new ArrayList<>();

    String run() {
      String chosen = System.getProperty(LIBRARY, "");
      String found;
      if (!chosen.isEmpty()) {
        Path path = Path.of(chosen).toAbsolutePath();
        found = open(Files.isDirectory(path) ? path.resolve(file) : path, "system property " + LIBRARY);
      } else {
        found = inLibraryPath();
        if (found == null) {
          found = inJar();
        }
        hints.add("-D" + LIBRARY + "=FILE names the library itself");
      }
      if (found != null) {
        return found;
      }
      StringBuilder message = new StringBuilder("org.libwald cannot load its native library. Tried:");
      tried.forEach(one -> message.append("\n  ").append(one));
      hints.forEach(one -> message.append("\nHint: ").append(one));
      throw new UnsatisfiedLinkError(message.toString());
    }

    private String inLibraryPath() {
      for (String folder : System.getProperty("java.library.path", "").split(java.io.File.pathSeparator)) {
        if (!folder.isEmpty()) {
          String found = open(Path.of(folder).toAbsolutePath().resolve(file), "java.library.path");
          if (found != null) {
            return found;
          }
        }
      }
      return null;
    }

    /** Loads a file, or notes why not. */
    private String open(Path path, String origin) {
      try {
        if (!Files.exists(path)) {
          throw new UnsatisfiedLinkError("there is no such file");
        }
        System.load(path.toString());
        return path.toString();
      } catch (UnsatisfiedLinkError wrong) {
        String reason = String.valueOf(wrong.getMessage()).replace(path + ": ", "");
        tried.add(path + " (" + origin + "): " + reason);
        explain(path, reason);
        return null;
      }
    }

    private void explain(Path path, String reason) {
      if (reason.contains("failed to map segment") || reason.contains("Operation not permitted")) {
        hint(
            path.getParent()
                + " seems to be on a file system that is mounted noexec; -D"
                + FOLDER
                + "=FOLDER (or the environment variable "
                + FOLDER_VARIABLE
                + ") names another to extract to");
      } else if (reason.contains("wrong ELF class") || reason.contains("cannot open shared object file: Exec format")) {
        hint("the file is for another processor: this JVM runs on " + arch());
      } else if (reason.contains("GLIBC_") || reason.contains("ld-linux") || reason.contains("libc.so")) {
        hint("the file needs another C library than this system's (" + libc() + ")");
      }
    }

    private void hint(String text) {
      if (!hints.contains(text)) {
        hints.add(text);
      }
    }

    // ---- From the jar -----------------------------------------------------------------------------------------------

    private String inJar() {
      String place = os() + "/" + arch() + "/" + libc();
      String resource = NATIVES + place + "/" + file;
      byte[] content;
      try (InputStream in = Loader.class.getResourceAsStream(resource)) {
        if (in == null) {
          tried.add("the jar: it has no " + resource.substring(1) + "; it has natives for " + available());
          hint(advice(place));
          return null;
        }
        content = in.readAllBytes();
      } catch (IOException unreadable) {
        tried.add("the jar: " + resource.substring(1) + ": " + unreadable);
        return null;
      }
      for (Path folder : folders()) {
        String found = extract(content, folder);
        if (found != null) {
          return found;
        }
      }
      return null;
    }

    private static String available() {
      try (InputStream in = Loader.class.getResourceAsStream(NATIVES + "list")) {
        return in == null
            ? "no system"
            : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip().replace("\n", ", ");
      } catch (IOException unreadable) {
        return "unknown systems";
      }
    }

    /** Where to extract to. One that was asked for is the only one. */
    private static List<Path> folders() {
      String own = "libwald-" + System.getProperty("user.name", "user").replaceAll("\\W", "_");
      String chosen = System.getProperty(FOLDER, "");
      if (chosen.isEmpty()) {
        chosen = String.valueOf(System.getenv().getOrDefault(FOLDER_VARIABLE, ""));
      }
      if (!chosen.isEmpty()) {
        return List.of(Path.of(chosen).toAbsolutePath().resolve(own));
      }
      String cache = System.getenv("XDG_CACHE_HOME");
      Path home = Path.of(System.getProperty("user.home", "/nonexistent"));
      return List.of(
          (cache == null || cache.isEmpty() ? home.resolve(".cache") : Path.of(cache)).resolve("libwald"),
          Path.of(System.getProperty("java.io.tmpdir", "/tmp")).toAbsolutePath().resolve(own));
    }

    private String extract(byte[] content, Path folder) {
      Path path = folder.resolve(sha256(content)).resolve(file);
      String origin = "extracted from the jar";
      try {
        makePrivate(folder);
        makePrivate(path.getParent());
        // A file that is there already is used if it is whole; else it is replaced at once.
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
            || !java.util.Arrays.equals(Files.readAllBytes(path), content)) {
          Path part = Files.createTempFile(path.getParent(), "part", null);
          try {
            Files.write(part, content);
            try {
              Files.move(part, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException unable) {
              Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
            }
          } finally {
            Files.deleteIfExists(part);
          }
        }
      } catch (IOException | SecurityException | UnsupportedOperationException wrong) {
        tried.add(path + " (" + origin + "): " + wrong);
        hint(
            "-D" + FOLDER + "=FOLDER (or the environment variable " + FOLDER_VARIABLE
                + ") names a folder to extract to");
        return null;
      }
      return open(path, origin);
    }

    /** What another user could write to must not be loaded. */
    private static void makePrivate(Path folder) throws IOException {
      boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
      FileAttribute<?>[] mine =
          posix
              ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
              }
              : new FileAttribute<?>[0];
      Files.createDirectories(folder, mine);
      if (!posix) {
        return;
      }
      Set<PosixFilePermission> open = Files.getPosixFilePermissions(folder);
      if (open.contains(PosixFilePermission.GROUP_WRITE) || open.contains(PosixFilePermission.OTHERS_WRITE)) {
        throw new IOException(folder + " can be written to by other users");
      }
      if (!Files.getOwner(folder).equals(user(folder))) {
        throw new IOException(folder + " belongs to " + Files.getOwner(folder));
      }
    }

    private static UserPrincipal user(Path folder) throws IOException {
      Path self = Path.of("/proc/self");
      return Files.exists(self)
          ? Files.getOwner(self) // also where the user has no name
          : folder
              .getFileSystem()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName(System.getProperty("user.name"));
    }

    private static String sha256(byte[] content) {
      try {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
      } catch (NoSuchAlgorithmException absent) {
        throw new AssertionError(absent); // every JVM has it
      }
    }
  }
}

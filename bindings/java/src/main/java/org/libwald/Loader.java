package org.libwald;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
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
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Finds the native library and loads it; {@link Wald#libraryPath} says where it looks. A JVM that begins runs all of this
 * for the first time, so what is done on the usual way has no lambdas, patterns or digests: they would take longer than
 * the rest.
 */
final class Loader {
  static final String LIBRARY = "org.libwald.library";
  static final String FOLDER = "org.libwald.tmpdir";
  static final String FOLDER_VARIABLE = "LIBWALD_TMPDIR";
  private static final String NATIVES = "/org/libwald/natives/";
  private static final String DIGESTS = "digests"; // a line each: SHA-256, and the place with the file
  private static final String COPY = "copy";

  private static String loaded;
  private static boolean checked;

  private Loader() {}

  static synchronized String path() {
    return loaded;
  }

  /** Called by NativeJNI before its first call. */
  static synchronized void load() {
    if (loaded == null) {
      requireOwnName();
      loaded = new Search().run();
    }
  }

  /**
   * Native code finds these classes by their names. Tools that move classes change texts that hold a name, so it is put
   * together here.
   */
  private static void requireOwnName() {
    String own = String.join(".", "org", "libwald");
    String found = Loader.class.getPackageName();
    if (!found.equals(own)) {
      throw new UnsatisfiedLinkError(
          "the classes of " + own + " were moved to " + found
              + ", where their native library cannot find them: exclude " + own + " from relocation");
    }
  }

  /** Loads a file, which must be the native library of these classes: it calls {@link #check}. */
  private static void open(Path path) {
    checked = false;
    System.load(path.toString());
    if (!checked) {
      throw new UnsatisfiedLinkError(
          "it is not the native library of these classes, which is called " + Platform.current().file()
              + " (libwald is the library for C)");
    }
  }

  /** What is wrong, without the file's name, which the JVM puts first and takes from behind links. */
  private static String reason(Path path, UnsatisfiedLinkError wrong) {
    String message = String.valueOf(wrong.getMessage());
    Path real = path;
    try {
      real = path.toRealPath();
    } catch (IOException absent) {
      // The message says it.
    }
    for (Path own : List.of(path, real)) {
      while (message.startsWith(own + ": ")) {  // the JVM puts it before the system's message, which may begin with it, too
        message = message.substring(own.toString().length() + 2);
      }
    }
    return message;
  }

  /** Called by the library that is being loaded: one of another release has other functions. */
  static void check(byte[] version) {
    checked = true;
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

  /** What to do on a machine that the jar has nothing for. */
  static String advice(Platform here) {
    return Platform.listed().contains(here)
        ? "the released wald-" + release() + ".jar holds the natives of every platform, wald-" + release() + "-" + here.name()
            + ".jar (that classifier in Maven) those of this one"
        : "build bindings/java on a machine like this one (" + here.place() + ")";
  }

  // ---- The search ---------------------------------------------------------------------------------------------------

  private static final class Search {
    private static final String ANOTHER =
        "-D" + FOLDER + "=FOLDER (or the environment variable " + FOLDER_VARIABLE + ") names another to extract to";

    private final Platform here = Platform.current();
    private final String file = here.file();
    private final List<String> tried = new ArrayList<>();
    private final List<String> hints = new ArrayList<>();
    private boolean refused; // something that is there

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
      if (found == null) {
        throw new UnsatisfiedLinkError(told("org.libwald cannot load its native library. Tried:"));
      }
      if (refused) {
        System.getLogger("org.libwald")
            .log(System.Logger.Level.DEBUG, told("the native library is " + found + ", after these would not do:"));
      }
      return found;
    }

    private String told(String head) {
      StringBuilder message = new StringBuilder(head);
      tried.forEach(one -> message.append("\n  ").append(one));
      hints.forEach(one -> message.append("\nHint: ").append(one));
      return message.toString();
    }

    private void refuse(String what) {
      refused = true;
      tried.add(what);
    }

    private String inLibraryPath() {
      for (String folder : System.getProperty("java.library.path", "").split(File.pathSeparator)) {
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
      if (!Files.exists(path)) {
        tried.add(path + " (" + origin + "): there is no such file");
        return null;
      }
      try {
        Loader.open(path);
        return path.toString();
      } catch (UnsatisfiedLinkError wrong) {
        if (String.valueOf(wrong.getMessage()).contains("already loaded in another classloader")) {
          return openCopy(path, origin);
        }
        String reason = reason(path, wrong);
        refuse(path + " (" + origin + "): " + reason);
        explain(path, reason);
        return null;
      }
    }

    private void explain(Path path, String reason) {
      Platform made = null;
      try {
        made = Files.isRegularFile(path) ? Platform.of(Files.readAllBytes(path)) : null;
      } catch (IOException unreadable) {
        // The reason says it.
      }
      if (made != null && !made.equals(Platform.current())) {
        hint("the file is for " + made.name() + ": this JVM runs on " + Platform.current().name());
      } else if (reason.contains("failed to map segment") || reason.contains("Operation not permitted")) {
        hint(path.getParent() + " seems to be on a file system that is mounted noexec; " + ANOTHER);
      } else if (reason.contains("GLIBC_")) {
        hint("the file needs a newer glibc than this system's");
      }
    }

    private void hint(String text) {
      if (!hints.contains(text)) {
        hints.add(text);
      }
    }

    // ---- From the jar -----------------------------------------------------------------------------------------------

    private String inJar() {
      String resource = NATIVES + here.place() + "/" + file;
      URL url = Loader.class.getResource(resource);
      if (url == null) {
        tried.add("the jar: it has no " + resource.substring(1) + "; it has natives for " + available());
        hint(advice(here));
        return null;
      }
      try {
        Packed packed = new Packed(url, here.place() + "/" + file);
        for (Path folder : folders()) {
          String found = extract(packed, folder);
          if (found != null) {
            return found;
          }
        }
      } catch (IOException unreadable) {
        refuse("the jar: " + resource.substring(1) + ": " + unreadable);
      }
      return null;
    }

    private String available() {
      String names =
          Stream.concat(Platform.listed().stream(), Stream.of(here))
              .filter(one -> Loader.class.getResource(NATIVES + one.place() + "/" + one.file()) != null)
              .map(Platform::name)
              .collect(Collectors.joining(", "));
      return names.isEmpty() ? "no platform" : names;
    }

    /** Where to extract to. One that was asked for is the only one. */
    private static List<Path> folders() {
      StringBuilder own = new StringBuilder("libwald-");
      for (char letter : System.getProperty("user.name", "user").toCharArray()) {
        boolean plain = letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z' || letter >= '0' && letter <= '9';
        own.append(plain ? letter : '_');
      }
      String chosen = System.getProperty(FOLDER, "");
      if (chosen.isEmpty()) {
        chosen = String.valueOf(System.getenv().getOrDefault(FOLDER_VARIABLE, ""));
      }
      if (!chosen.isEmpty()) {
        return List.of(Path.of(chosen).toAbsolutePath().resolve(own.toString()));
      }
      String cache = System.getenv("XDG_CACHE_HOME");
      Path home = Path.of(System.getProperty("user.home", "/nonexistent"));
      return List.of(
          (cache == null || cache.isEmpty() ? home.resolve(".cache") : Path.of(cache)).resolve("libwald"),
          Path.of(System.getProperty("java.io.tmpdir", "/tmp")).toAbsolutePath().resolve(own.toString()));
    }

    private String extract(Packed packed, Path folder) throws IOException {
      Path path = folder.resolve(packed.digest()).resolve(file);
      String origin = "extracted from the jar";
      try {
        makePrivate(folder);
        makePrivate(path.getParent());
        // A file that is there already is used if it is whole; else it is replaced at once.
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) || !packed.isIn(path)) {
          Path own = newFolder(path.getParent(), "part");
          Path part = own.resolve(file);
          try {
            packed.copyTo(part);
            try {
              Files.move(part, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException unable) {
              Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
            }
          } finally {
            delete(own);
          }
        }
      } catch (IOException | SecurityException | UnsupportedOperationException wrong) {
        refuse(path + " (" + origin + "): " + wrong);
        hint(ANOTHER);
        return null;
      }
      return open(path, origin);
    }

    /**
     * Loads a file that another class loader of this JVM has loaded: a JVM loads a path for one of them alone. The copy
     * is deleted as soon as it is loaded; where the system does not allow that, by the next one that is made.
     */
    private String openCopy(Path path, String origin) {
      for (Path folder : folders()) {
        try {
          makePrivate(folder);
          deleteCopies(folder);
          Path own = newFolder(folder, COPY);
          Path copy = Files.copy(path, own.resolve(file));
          try {
            Loader.open(copy);
          } finally {
            delete(own);
          }
          return path.toString();
        } catch (IOException | SecurityException | UnsatisfiedLinkError wrong) {
          refuse(path + " (" + origin + ", a copy in " + folder + " for another class loader): " + wrong.getMessage());
          hint(ANOTHER);
        }
      }
      return null;
    }

    /** Those of JVMs that have ended; one that is young may be about to be loaded. */
    private static void deleteCopies(Path folder) throws IOException {
      try (Stream<Path> copies = Files.list(folder)) {
        for (Path own : copies.filter(one -> one.getFileName().toString().startsWith(COPY)).toList()) {
          if (own.toFile().lastModified() < System.currentTimeMillis() - 3_600_000) {
            delete(own);
          }
        }
      }
    }

    /** In a folder that is private already no name need be secret, and none waits for the system's randomness. */
    private static Path newFolder(Path parent, String prefix) throws IOException {
      for (long number = System.nanoTime(); ; ++number) {
        try {
          return Files.createDirectory(parent.resolve(prefix + Long.toHexString(number)));
        } catch (FileAlreadyExistsException taken) {
          // by another process or class loader
        }
      }
    }

    private static void delete(Path own) {
      for (File part : Optional.ofNullable(own.toFile().listFiles()).orElse(new File[0])) {
        part.delete();
      }
      own.toFile().delete();
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
          ? Files.getOwner(self) // also if the user has no name
          : folder
              .getFileSystem()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName(System.getProperty("user.name"));
    }
  }

  // ---- What the jar holds -------------------------------------------------------------------------------------------

  /** The library in the jar, which is inflated only if no file has it already. */
  private static final class Packed {
    private final URL url;
    private final String digest;
    private long size = -1; // as the jar has it, or -1
    private long sum = -1; // its CRC-32
    private byte[] content;

    Packed(URL url, String name) throws IOException {
      this.url = url;
      String listed = listed(name);
      if (listed != null) {
        measure();
      }
      digest = listed != null ? listed : sha256(content());
    }

    /** The digest that was taken when the jar was made, or null. */
    private static String listed(String name) throws IOException {
      try (InputStream in = Loader.class.getResourceAsStream(DIGESTS)) {
        String lines = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        int place = lines.indexOf("  " + name + "\n");
        return place < 0 ? null : lines.substring(lines.lastIndexOf('\n', place) + 1, place);
      }
    }

    /** Without the cache of jars, which would keep this one open. */
    private void measure() throws IOException {
      URLConnection connection = url.openConnection();
      connection.setUseCaches(false);
      if (connection instanceof JarURLConnection jar) {
        InputStream opened = jar.getInputStream();
        try {
          size = jar.getJarEntry().getSize();
          sum = jar.getJarEntry().getCrc();
        } finally {
          opened.close(); // and the jar with it
        }
      }
    }

    String digest() {
      return digest;
    }

    byte[] content() throws IOException {
      if (content == null) {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
          content = in.readAllBytes();
        }
      }
      return content;
    }

    /** Through a small buffer: memory for the whole would be new to the JVM, which takes longer than the copy. */
    void copyTo(Path path) throws IOException {
      if (content != null) {
        Files.write(path, content);
        return;
      }
      URLConnection connection = url.openConnection();
      connection.setUseCaches(false);
      try (InputStream in = connection.getInputStream();
          OutputStream out = new FileOutputStream(path.toFile())) {
        byte[] part = new byte[1 << 16];
        for (int n = in.read(part); n >= 0; n = in.read(part)) {
          out.write(part, 0, n);
        }
      }
    }

    boolean isIn(Path path) throws IOException {
      if (size < 0 || sum < 0) {
        return Arrays.equals(Files.readAllBytes(path), content());
      }
      CRC32 found = new CRC32();
      try (FileChannel in = FileChannel.open(path)) { // not mapped: the file may be replaced
        if (in.size() != size) {
          return false;
        }
        ByteBuffer part = ByteBuffer.allocateDirect(1 << 16);
        while (in.read(part.clear()) >= 0) {
          found.update(part.flip());
        }
      }
      return found.getValue() == sum;
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

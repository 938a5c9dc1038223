package org.libwald;

/** The library behind this package. */
public final class Wald {
  private Wald() {}

  /**
   * The release.
   *
   * @return major.minor.patch
   */
  public static String version() {
    return Native.wald_version();
  }

  /**
   * Where the native library was loaded from. It is looked for in this order:
   *
   * <ol>
   *   <li>the file, or in the folder, that the system property {@code org.libwald.library} names; then nowhere else
   *   <li>the folders of {@code java.library.path}
   *   <li>the jar, from which it is extracted once, by its content, into a private folder: that of the system property
   *       {@code org.libwald.tmpdir} or the environment variable {@code LIBWALD_TMPDIR}, else the user's cache, else
   *       the folder for temporary files
   * </ol>
   *
   * <p>Where it cannot be loaded, the {@link UnsatisfiedLinkError} names every path that was tried, and why it would
   * not do.
   *
   * @return the path of the file
   */
  public static String libraryPath() {
    load();
    return Loader.path();
  }

  /**
   * Loads the native library now, where the first call of any class would. A service does it before its first request;
   * what would fail then, fails here.
   */
  public static void load() {
    version();
  }
}

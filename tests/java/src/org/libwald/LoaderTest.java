package org.libwald;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the loader makes of a machine. Where it looks, and what it says, is tested on the jar itself: run.py. */
class LoaderTest {
  @Test
  void machines() {
    String arch = System.getProperty("os.arch");
    try {
      Map.of("amd64", "x86_64", "x86_64", "x86_64", "arm64", "aarch64", "riscv64", "riscv64").forEach((jvm, ours) -> {
        System.setProperty("os.arch", jvm);
        assertEquals(ours, Platform.arch());
      });
    } finally {
      System.setProperty("os.arch", arch);
    }
  }

  @Test
  void libraries() {
    assertEquals("musl", Platform.libc("7f00-7f01 r-xp 00000000 08:01 42 /lib/ld-musl-x86_64.so.1\n"));
    assertEquals("gnu", Platform.libc("7f00-7f01 r-xp 00000000 08:01 42 /lib64/ld-linux-x86-64.so.2\n"));
    assertTrue(Loader.advice(new Platform("linux/x86_64/musl")).contains("-linux-musl-x64.jar"));
    assertTrue(Loader.advice(new Platform("linux/riscv64/gnu")).contains("linux/riscv64/gnu"));
  }

  @Test
  void anotherReleaseIsRefused() {
    byte[] theirs = "9.9.9".getBytes(StandardCharsets.UTF_8);
    UnsatisfiedLinkError refused = assertThrows(UnsatisfiedLinkError.class, () -> Loader.check(theirs));
    assertEquals("it is of release 9.9.9: these classes are of " + Wald.version(), refused.getMessage());
    Loader.check(Wald.version().getBytes(StandardCharsets.UTF_8));
  }
}

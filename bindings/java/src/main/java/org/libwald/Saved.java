package org.libwald;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.UUID;

/**
 * What is saved, as text, as bytes or into a file, and loaded again. Serialization writes the bytes.
 */
@SuppressWarnings("serial")
abstract class Saved extends Sent {
  private static final long serialVersionUID = 1;
  private static final byte BINARY = (byte) 0x89; // with which no text in UTF-8 begins

  Saved(long address, String noun) {
    super(address, noun);
  }

  /**
   * All of it as text: JSON, versioned. Any of the languages can load it.
   *
   * @return what {@code load} reads
   */
  public String save() {
    return new String(save(NativeConstants.WALD_TEXT), StandardCharsets.UTF_8);
  }

  /**
   * All of it in binary, which is smaller and faster to load: of a sample 8 bytes a score. Any of the languages can
   * load it.
   *
   * @return what {@code load} reads
   */
  @Override
  public byte[] toBytes() {
    return super.toBytes();
  }

  /**
   * Writes all of it into a file, as text, which it replaces: whole, or not at all if that fails.
   *
   * @param file the file, in a folder that is there
   * @throws IOException if it cannot be written; the file is then as it was
   */
  public void save(Path file) throws IOException {
    write(file, save());
  }

  /** Writes a text into a file: whole, or where that fails not at all. */
  static void write(Path file, String whole) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file; // what a link points to, not the link
    ByteBuffer text = ByteBuffer.wrap(whole.getBytes(StandardCharsets.UTF_8));
    if (Files.exists(target) && !Files.isRegularFile(target)) { // a pipe, say
      Files.write(target, text.array());
      return;
    }
    Path beside = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID());
    try {
      try (FileChannel out = FileChannel.open(beside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        while (text.hasRemaining()) {
          out.write(text);
        }
        out.force(true);
      }
      Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(beside);
    }
  }

  /** The address of what a text holds. */
  static long load(String text, Reader reader) {
    try {
      return read(Objects.requireNonNull(text, "text").getBytes(StandardCharsets.UTF_8), reader);
    } catch (FormatException wrong) {
      if (text.matches("[^\\n{\"]*([/\\\\][^\\n{\"]*|\\.[A-Za-z][A-Za-z0-9]{0,7})")) {
        throw new FormatException(
            "text is \"" + text + "\": looks like the name of a file; load(Path.of(...)) reads one");
      }
      throw wrong;
    }
  }

  /** The address of what a file holds. */
  static long load(Path file, Reader reader) throws IOException {
    byte[] text = Files.readAllBytes(file);
    try {
      if (text.length == 0 || text[0] != BINARY) {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
      }
    } catch (CharacterCodingException binary) {
      throw new FormatException("\"" + file + "\" is no text in UTF-8: must be a file that save wrote");
    }
    try {
      return read(text, reader);
    } catch (FormatException wrong) {
      throw new FormatException("\"" + file + "\": " + wrong.getMessage());
    }
  }

  /** The address of what bytes hold. */
  static long load(byte[] saved, Reader reader) {
    return read(Objects.requireNonNull(saved, "saved"), reader);
  }
}

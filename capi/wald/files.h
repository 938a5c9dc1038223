/* Wald, states in files. The library neither reads nor writes files: these functions are compiled into your program. Each
 * returns 1, or 0 with a message of one line, which may be NULL. Paths are those of fopen. */
#ifndef WALD_FILES_H
#define WALD_FILES_H

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline int wald_file_failed(const char *path, const char *what, int error, char *message, size_t size) {
  if (message && size > 0) snprintf(message, size, "%s cannot be %s: %s", path, what, strerror(error ? error : EIO));
  return 0;
}

/** Reads a file. @param bytes to be freed; a 0 follows. @param length without that 0. */
static inline int wald_file_read(const char *path, char **bytes, int64_t *length, char *message, size_t size) {
  char *all = NULL;
  size_t have = 0, room = 65536, got = 1;
  FILE *file;
  errno = 0;
  file = fopen(path, "rb");
  if (!file) return wald_file_failed(path, "read", errno, message, size);
  while (got > 0) {
    if (!all || have + 1 >= room) {
      char *more = (room = all ? 2 * room : room) > have ? (char *)realloc(all, room) : NULL;
      if (!more) {
        free(all);
        fclose(file);
        return wald_file_failed(path, "read", ENOMEM, message, size);
      }
      all = more;
    }
    have += got = fread(all + have, 1, room - have - 1, file);
  }
  if (ferror(file)) {
    const int error = errno;
    free(all);
    fclose(file);
    return wald_file_failed(path, "read", error, message, size);
  }
  fclose(file);
  all[have] = '\0';
  *bytes = all;
  *length = (int64_t)have;
  return 1;
}

/** Replaces a file. */
static inline int wald_file_write(const char *path, const char *bytes, int64_t length, char *message, size_t size) {
  int error = 0;
  FILE *file;
  errno = 0;
  file = fopen(path, "wb");
  if (!file) return wald_file_failed(path, "written", errno, message, size);
  if (length > 0 && fwrite(bytes, 1, (size_t)length, file) != (size_t)length) error = errno ? errno : EIO;
  if (fclose(file) != 0 && !error) error = errno ? errno : EIO;
  if (!error) return 1;
  return wald_file_failed(path, "written", error, message, size);
}

#endif /* WALD_FILES_H */

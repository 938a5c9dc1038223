/* A state in binary: it is read back to what the text says, and refused if a byte is missing or another. */
#ifndef WALD_TEST_BINARY_H
#define WALD_TEST_BINARY_H

#include <stdlib.h>

#include "check.h"

#define SAME_IN_BINARY(noun, type, handle)                                                                           \
  do {                                                                                                               \
    wald_##noun *from_binary = NULL, *refused = NULL;                                                                \
    int64_t text_size = -1, size = -1, at;                                                                           \
    char *said, *again, *bytes;                                                                                      \
    OK(wald_save((handle), WALD_TEXT, NULL, 0, &text_size));                                                         \
    OK(wald_save((handle), WALD_BINARY, NULL, 0, &size));                                                            \
    said = malloc((size_t)text_size);                                                                                \
    again = malloc((size_t)text_size);                                                                               \
    bytes = malloc((size_t)size);                                                                                    \
    if (!said || !again || !bytes) abort();                                                                          \
    OK(wald_save((handle), WALD_TEXT, said, text_size, NULL));                                                       \
    OK(wald_save((handle), WALD_BINARY, bytes, size, NULL));                                                         \
    OK(wald_load((type), bytes, size, &from_binary));                                                                \
    OK(wald_save(from_binary, WALD_TEXT, again, text_size, NULL));                                                   \
    CHECK(memcmp(said, again, (size_t)text_size) == 0);                                                              \
    for (at = 0; at < size; at += 1 + size / 97) {                                                                   \
      CHECK(wald_load((type), bytes, at, &refused) == WALD_ERROR_FORMAT);                                            \
      bytes[at] ^= 4;                                                                                                \
      CHECK(wald_load((type), bytes, size, &refused) == WALD_ERROR_FORMAT);                                          \
      bytes[at] ^= 4;                                                                                                \
    }                                                                                                                \
    CHECK(refused == NULL);                                                                                          \
    BAD_ARGUMENT("format is 7: must be 0 (text) or 1 (binary)", wald_save((handle), 7, NULL, 0, &size));             \
    wald_destroy(from_binary);                                                                                       \
    free(said);                                                                                                      \
    free(again);                                                                                                     \
    free(bytes);                                                                                                     \
  } while (0)

#endif

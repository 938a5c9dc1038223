/* wald/files.h: bytes in files, as they are; errors name the file and the reason. */
#include "check.h"
#include "wald/files.h"

int failures = 0;

static void test_bytes(const char *path) {
  char message[256] = "untouched", *bytes = NULL;
  int64_t length = -1;
  const char some[] = {'a', '\n', '\0', '\r', '\n', 26, '\xff'};
  CHECK(wald_file_write(path, some, sizeof some, message, sizeof message));
  CHECK(wald_file_read(path, &bytes, &length, message, sizeof message));
  EQUAL(length, sizeof some);
  CHECK(memcmp(bytes, some, sizeof some) == 0 && bytes[length] == '\0');
  free(bytes);
  CHECK(wald_file_write(path, NULL, 0, message, sizeof message));
  CHECK(wald_file_read(path, &bytes, &length, NULL, 0));
  EQUAL(length, 0);
  free(bytes);
  TEXT(message, "untouched");

  /* more than a buffer, and its length a multiple of one */
  const int64_t sizes[] = {65535, 65536, 200000};
  for (int i = 0; i < 3; ++i) {
    char *large = malloc((size_t)sizes[i]);
    for (int64_t at = 0; at < sizes[i]; ++at) large[at] = (char)(at * 7 % 251);
    CHECK(wald_file_write(path, large, sizes[i], NULL, 0));
    CHECK(wald_file_read(path, &bytes, &length, NULL, 0));
    EQUAL(length, sizes[i]);
    CHECK(memcmp(bytes, large, (size_t)length) == 0);
    free(bytes);
    free(large);
  }
}

static void test_errors(void) {
  char message[256] = "", *bytes = NULL;
  int64_t length = -1;
  CHECK(!wald_file_read("missing/file", &bytes, &length, message, sizeof message));
  TEXT(message, "missing/file cannot be read: No such file or directory");
  CHECK(!wald_file_write("missing/file", "x", 1, message, sizeof message));
  TEXT(message, "missing/file cannot be written: No such file or directory");
#ifdef __linux__
  CHECK(!wald_file_read(".", &bytes, &length, message, sizeof message));
  TEXT(message, ". cannot be read: Is a directory");
  CHECK(!wald_file_write("/dev/full", "x", 1, message, sizeof message));
  TEXT(message, "/dev/full cannot be written: No space left on device");
#endif
  CHECK(bytes == NULL && length == -1);
}

/* The library's own states, through a file. */
static void test_state(const char *path) {
  wald_estimator *estimator = NULL, *again = NULL;
  char state[4096], *bytes = NULL;
  int64_t needed = 0, length = 0;
  double p[] = {0.25, 0.5}, n = 0;
  const wald_array view = {sizeof view, p, 2, 1, 1, 1, WALD_FLOAT64};
  OK(wald_estimator_create(WALD_INDEPENDENT, 0, &estimator));
  OK(wald_estimator_feed_probabilities(estimator, &view));
  OK(wald_save(estimator, WALD_BINARY, state, sizeof state, &needed));
  CHECK(wald_file_write(path, state, needed, NULL, 0));
  CHECK(wald_file_read(path, &bytes, &length, NULL, 0));
  OK(wald_load(WALD_OBJECT_ESTIMATOR, bytes, length, &again));
  OK(wald_number(again, WALD_ESTIMATOR_N_LABELS, 0, &n));
  EQUAL(n, 2);
  free(bytes);
  wald_destroy(again);
  wald_destroy(estimator);
}

int main(int argc, char **argv) {
  const char *path = argc > 1 ? argv[1] : "test_files.bytes";
  test_bytes(path);
  test_errors();
  test_state(path);
  remove(path);
  if (failures) fprintf(stderr, "%d failures\n", failures);
  return failures != 0;
}

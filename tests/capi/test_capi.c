/* The C interface from C: every function, well and badly called. */
#include <pthread.h>
#include <stdlib.h>

#include "groups.h"

int failures = 0;

/* ---- The library itself ---- */

static void *other_thread(void *user) {
  const char **said = user;
  said[0] = wald_last_error()[0] == '\0' ? "" : "the message of another thread";
  if (wald_metric_create("nonsense", 7, NULL) != WALD_ERROR_ARGUMENT) said[0] = "another status";
  if (strcmp(wald_last_error(), "out is NULL") != 0) said[0] = "another message";
  return NULL;
}

static int is_utf8_line(const char *text) {
  const unsigned char *t = (const unsigned char *)text;
  while (*t) {
    int more = *t < 0x80 ? 0 : *t < 0xC2 ? -1 : *t < 0xE0 ? 1 : *t < 0xF0 ? 2 : *t < 0xF5 ? 3 : -1;
    if (more < 0 || *t < 0x20 || *t == 0x7F) return 0;
    for (++t; more > 0; --more, ++t)
      if ((*t & 0xC0) != 0x80) return 0;
  }
  return 1;
}

static void test_messages(void) {
  wald_metric *metric = UNTOUCHED;
  char name[4000];
  const char *quoted = "metric \"";
  pthread_t thread;
  const char *said = "";
  int i;

  /* One a thread, set by every failure, cleared by every success, left alone by what cannot fail. */
  BAD_ARGUMENT("name is NULL", wald_metric_create(NULL, 1, &metric));
  CHECK(pthread_create(&thread, NULL, other_thread, &said) == 0 && pthread_join(thread, NULL) == 0);
  TEXT(said, "");
  TEXT(wald_last_error(), "name is NULL");
  wald_destroy(NULL);
  (void)wald_version();
  wald_destroy(NULL);
  TEXT(wald_last_error(), "name is NULL");

  /* Whatever the caller hands in, a message is one line of UTF-8 that ends. */
  for (i = 1; i < 256; ++i) {
    const char byte[2] = {(char)i, '\0'};
    CHECK(wald_metric_create(byte, 1, &metric) == WALD_ERROR_FORMAT);
    CHECK(is_utf8_line(wald_last_error()));
    CHECK(strncmp(wald_last_error(), quoted, strlen(quoted)) == 0);
  }
  for (i = 1; i < 256; i += 2) {
    const int length = i == 255 ? (int)sizeof name - 1 : 10 * i;
    memset(name, i, (size_t)length);
    name[length] = '\0';
    CHECK(wald_metric_create(name, 1, &metric) == WALD_ERROR_FORMAT);
    CHECK(is_utf8_line(wald_last_error()));
    CHECK(strlen(wald_last_error()) < 1024);
    CHECK(strstr(wald_last_error(), "is unknown") != NULL); /* however long, what is wrong is said */
  }
  for (i = 0; i < 100; ++i) { /* characters of three bytes, cut at every place */
    memset(name, 'a', (size_t)i);
    for (int at = i; at < 300; at += 3) memcpy(name + at, "\xE2\x82\xAC", 4);
    CHECK(wald_metric_create(name, 1, &metric) == WALD_ERROR_FORMAT);
    CHECK(is_utf8_line(wald_last_error()));
  }
  FAILS(WALD_ERROR_FORMAT,
        "metric \"\xC3\xA9?\" is unknown: the metrics are f1, fbeta:B, jaccard, balanced_accuracy, gmean, hmean, "
        "fowlkes_mallows, "
        "noisy_or, hamming, subset_accuracy, precision, recall, specificity, coverage, npv, informedness, markedness, "
        "mcc, kappa, cost:A:B, "
        "lf:c0:c1:c2:c3/d0:d1:d2:d3",
        wald_metric_create("\xC3\xA9\xFF", 1, &metric));
  CHECK(metric == UNTOUCHED);
}

#if WALD_VERSION_NUMBER < 100
#error "the release as a number is for the preprocessor, too"
#endif

void test_library(void) {
  TEXT(wald_version(), WALD_TEST_VERSION);
  EQUAL(wald_abi_version(), WALD_TEST_ABI_VERSION);
  /* the macros of the header, from the same two files */
  char release[64];
  snprintf(release, sizeof release, "%d.%d.%d", WALD_VERSION_MAJOR, WALD_VERSION_MINOR, WALD_VERSION_PATCH);
  TEXT(release, WALD_TEST_VERSION);
  TEXT(WALD_VERSION, WALD_TEST_VERSION);
  EQUAL(WALD_VERSION_NUMBER, WALD_VERSION_MAJOR * 10000 + WALD_VERSION_MINOR * 100 + WALD_VERSION_PATCH);
  EQUAL(WALD_ABI_VERSION, WALD_TEST_ABI_VERSION);
  test_messages();
}

int main(void) {
  test_library();
  test_lists();
  test_metrics();
  test_custom_metrics();
  test_options();
  test_progress();
  test_estimators();
  test_saved_state();
  test_decisions();
  test_expectations();
  test_distributions();
  test_tables();
  test_evaluation();
  test_comparison();
  test_worth();
  test_against_brute_force();
  test_thresholds();
  test_curves();
  test_segments();
  test_binned();
  test_table_pass();
  test_routes();
  test_cascades();
  test_labelling();
  test_promises();
  test_performance();
  test_learners();
  test_report();
  test_refusals();
  test_facts();
  take_back_options();
  if (failures) fprintf(stderr, "%d failures\n", failures);
  return failures != 0;
}

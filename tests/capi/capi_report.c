/* Reports: what the numbers say of tables that are counted by hand, names that could end the page, and every error. */
#include "groups.h"

enum { n = 4, labels = 2 };

static const double p[n * labels] = {0.9, 0.4, 0.6, 0.45, 0.2, 0.7, 0.45, 0.1};
static const double others[n * labels] = {0.1, 0.4, 0.2, 0.9, 0.3, 0.2, 0.6, 0.8};
static const uint8_t y[n * labels] = {1, 1, 1, 0, 0, 1, 1, 0};

/* What a report says, which lives as long as the report. */
static const char *said(const wald_report *about, wald_report_fact fact) {
  const char *text = "", *again = NULL;
  OK(wald_text(about, fact, 0, &text));
  OK(wald_text(about, fact, 0, &again));
  CHECK(again == text);
  return text;
}

static wald_report *made(const wald_metric *metric, const wald_array *truth, const wald_array *a, const wald_array *b,
                         const char *const *names, const wald_options *options) {
  wald_report *out = NULL;
  OK(wald_report_create(metric, WALD_INDEPENDENT, truth, a, REPORT_INPUT(.compared = b, .names = names), options,
                        &out));
  return out;
}

static void test_values(void) {
  wald_metric *f1 = metric_named("f1");
  const wald_array *truth = ARRAY(y, WALD_UINT8, n, labels, labels, 1), *table = TABLE(p, n, labels);
  wald_report *about = made(f1, truth, table, NULL, NULL, AVERAGE("micro"));
  const char *data = said(about, WALD_REPORT_DATA), *page = said(about, WALD_REPORT_PAGE);
  /* At 1/2 three cells are given, all true, of five that are. */
  CHECK(strstr(data, "\"half\":{\"expected\":") != NULL);
  CHECK(strstr(data, "\"value\":0.75}") != NULL);
  CHECK(strstr(data, "\"metric\":\"f1\"") != NULL && strstr(data, "\"average\":\"micro\"") != NULL);
  CHECK(strstr(data, "\"names\":[\"0\",\"1\"]") != NULL);
  CHECK(strncmp(page, "<!doctype html>", 15) == 0 && strstr(page, data) != NULL);
  CHECK(strstr(page, "</html>") != NULL && strstr(page, "@data") == NULL && strstr(page, "@script") == NULL);
  wald_destroy(about);
  wald_destroy(NULL);
  wald_destroy(f1);
}

static void test_same_for_threads(void) {
  wald_metric *f1 = metric_named("f1");
  const wald_array *truth = ARRAY(y, WALD_UINT8, n, labels, labels, 1);
  wald_report *one = made(f1, truth, TABLE(p, n, labels), TABLE(others, n, labels), NULL, NULL);
  wald_report *many =
      made(f1, truth, TABLE(p, n, labels), TABLE(others, n, labels), NULL, with("decisions", "threads", "3", NULL));
  const char *first = said(one, WALD_REPORT_DATA), *second = said(many, WALD_REPORT_DATA);
  TEXT(first, second);
  CHECK(strstr(first, "decided_b_over_a") != NULL);
  wald_destroy(one);
  wald_destroy(many);
  wald_destroy(f1);
}

static void test_names(void) {
  wald_metric *f1 = metric_named("f1");
  const char *names[] = {"</script><script>alert(1)</script>", NULL, "", "a\"\\\n\x01",
                         "gr\xc3\xb6\xc3\x9f"
                         "e"};
  const char *broken[] = {"a", "b", "c", "\xff", "e"};
  wald_report *out = UNTOUCHED,
              *about = made(f1, ARRAY(y, WALD_UINT8, n, labels, labels, 1), TABLE(p, n, labels), NULL, names, NULL);
  const char *data = said(about, WALD_REPORT_DATA), *page = said(about, WALD_REPORT_PAGE);
  CHECK(strstr(data, "\"title\":\"\\u003c/script\\u003e\\u003cscript\\u003ealert(1)") != NULL);
  CHECK(strstr(data,
               "\"names\":[\"a\\u0022\\u005c\\u000a\\u0001\",\"gr\xc3\xb6\xc3\x9f"
               "e\"]") != NULL);
  CHECK(strstr(page, "alert(1)</script>") == NULL);
  BAD_ARGUMENT("names[3] is not UTF-8", wald_report_create(f1, 0, ARRAY(y, WALD_UINT8, n, labels, labels, 1),
                                                           TABLE(p, n, labels), REPORT_INPUT(.names = broken), NULL,
                                                           &out));
  CHECK(out == UNTOUCHED);
  wald_destroy(about);
  wald_destroy(f1);
}

static int32_t stop(double fraction, void *user) {
  (void)fraction;
  ++*(int *)user;
  return 1;
}

static void test_errors(void) {
  wald_metric *f1 = metric_named("f1");
  wald_report *out = UNTOUCHED;
  wald_options *watched = new_options("decisions");
  const wald_array *truth = ARRAY(y, WALD_UINT8, n, labels, labels, 1), *table = TABLE(p, n, labels);
  static const uint8_t censored[n * labels] = {1, 1, 1, 2, 0, 1, 1, 0};
  static const double wrong[n * labels] = {0.9, 0.4, 0.6, 0.45, 0.2, 1.5, 0.45, 0.1}, nothing[n] = {0, 0, 0, 0};
  int calls = 0;
#define CREATE(...) wald_report_create(__VA_ARGS__, &out)
  BAD_ARGUMENT("metric is NULL", CREATE(NULL, 0, truth, table, NULL, NULL));
  BAD_ARGUMENT("truth is NULL", CREATE(f1, 0, NULL, table, NULL, NULL));
  BAD_ARGUMENT("probabilities is NULL", CREATE(f1, 0, truth, NULL, NULL, NULL));
  BAD_ARGUMENT("out is NULL", wald_report_create(f1, 0, truth, table, NULL, NULL, NULL));
  BAD_ARGUMENT("kind is joint: must be independent or categorical",
               CREATE(f1, WALD_JOINT, truth, table, NULL, NULL));
  BAD_ARGUMENT("probabilities has 3 rows: must have 4",
               CREATE(f1, 0, truth, TABLE(p, 3, labels), NULL, NULL));
  BAD_ARGUMENT("compared has 1 columns: must have 2",
               CREATE(f1, 0, truth, table, REPORT_INPUT(.compared = TABLE(p, n, 1)), NULL));
  BAD_ARGUMENT("truth[1][1] is 2: must be 0 or 1",
               CREATE(f1, 0, ARRAY(censored, WALD_UINT8, n, labels, labels, 1), table, NULL, NULL));
  BAD_ARGUMENT("probabilities[2][1] is 1.5: must lie in [0, 1]",
               CREATE(f1, 0, truth, TABLE(wrong, n, labels), NULL, NULL));
  BAD_ARGUMENT("weights has 3 rows: must have 4",
               CREATE(f1, 0, truth, table, REPORT_INPUT(.weights = DOUBLES(nothing, 3)), NULL));
  BAD_ARGUMENT("the weights sum to 0: must be finite and above 0",
               CREATE(f1, 0, truth, table, REPORT_INPUT(.weights = DOUBLES(nothing, n)), NULL));
  UNREAD("abstain is 0.2: a report does not read it (decide does)",
         CREATE(f1, 0, truth, table, NULL, with("decisions", "abstain", "0.2", NULL)));
  OK(wald_options_set_progress(watched, "progress", stop, &calls));
  FAILS(WALD_CANCELLED, "cancelled by the progress callback",
        CREATE(f1, 0, truth, table, NULL, watched));
  CHECK(calls == 1 && out == UNTOUCHED);
  {
    wald_report_input older = *REPORT_INPUT(.weights = NULL);
    older.size = 8;
    BAD_ARGUMENT("input->size is 8: must be 40, its sizeof", CREATE(f1, 0, truth, table, &older, NULL));
  }
  wald_destroy(watched);
  wald_destroy(f1);
}

void test_report(void) {
  test_values();
  test_same_for_threads();
  test_names();
  test_errors();
}

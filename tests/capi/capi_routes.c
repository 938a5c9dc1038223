/* Two stages by hand: what each route costs and is worth, one row at a time and many, saved and loaded, labels asked
 * for, and each error. Many tables are tried by tests/core. */
#include <stdlib.h>
#include <string.h>

#include "groups.h"

#define LONGS(data, rows, columns) ARRAY(data, WALD_INT64, rows, columns, columns, 1)

/* The cheap stage is right on rows 0, 1 and 3, the expensive one on all; they cost 1 and 10. */
static const double confidences[12] = {0.9, 1, 0.8, 1, 0.7, 1, 0.6, 1, 0.5, 1, 0.4, 1};
static const double costs[12] = {1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10};
static const int64_t answers[12] = {1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1, 0}, truth[6] = {1, 0, 0, 1, 1, 0};
static const double right[12] = {1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 1};

static wald_stages *six_rows(void) {
  wald_stages *out = NULL;
  OK(wald_stages_create(2, &out));
  OK(wald_stages_feed(out, STAGE_ROWS(.confidences = TABLE(confidences, 6, 2), .answers = LONGS(answers, 6, 2),
                                      .truth = LONGS(truth, 6, 1), .costs = TABLE(costs, 6, 2))));
  return out;
}
static double of_stages(const wald_stages *stages, wald_stages_fact which) {
  double out = -1;
  OK(wald_number(stages, which, 0, &out));
  return out;
}
static double of_route(const wald_route *route, wald_route_fact which) {
  double out = -1;
  OK(wald_number(route, which, 0, &out));
  return out;
}
static wald_route *route_again(const wald_route *route) {
  wald_route *out = NULL;
  int64_t length = 0;
  char *text;
  OK(wald_save(route, WALD_TEXT, NULL, 0, &length));
  text = malloc((size_t)length);
  OK(wald_save(route, WALD_TEXT, text, length, &length));
  OK(wald_load(WALD_OBJECT_ROUTE, text, length, &out));
  free(text);
  return out;
}
static wald_stages *stages_again(const wald_stages *stages) {
  wald_stages *out = NULL;
  int64_t length = 0;
  char *bytes;
  OK(wald_save(stages, WALD_BINARY, NULL, 0, &length));
  bytes = malloc((size_t)length);
  OK(wald_save(stages, WALD_BINARY, bytes, length, &length));
  OK(wald_load(WALD_OBJECT_STAGES, bytes, length, &out));
  free(bytes);
  return out;
}

static void test_by_hand(void) {
  wald_route_evaluation *evaluation = UNTOUCHED;
  wald_stages *stages = six_rows(), *parts = NULL, *rest = NULL, *again;
  wald_route *route = NULL, *loaded, *same = NULL;
  double cost = 0, quality = 0, shares[2], thresholds[2];
  int64_t needed = 0, next = 5;
  int32_t chosen[6];
  EQUAL(of_stages(stages, WALD_STAGES_N_ROWS), 6);
  EQUAL(of_stages(stages, WALD_STAGES_N_STAGES), 2);
  EQUAL(of_stages(stages, WALD_STAGES_N_LABELLED), 6);
  EQUAL(of_stages(stages, WALD_STAGES_N_CLASSES), 2);
  /* The first four rows may be answered by the cheap stage, with one mistake in six: 5/6. The others ask both. */
  OK(wald_route_choose(stages, with("routes", "min_quality", "0.8", NULL), &route));
  NEAR(of_route(route, WALD_ROUTE_COST), 26.0 / 6);
  NEAR(of_route(route, WALD_ROUTE_QUALITY), 5.0 / 6);
  NEAR(of_route(route, WALD_ROUTE_FULL_COST), 10);
  EQUAL(of_route(route, WALD_ROUTE_FULL_QUALITY), 1);
  EQUAL(of_route(route, WALD_ROUTE_EXACT), 1);
  EQUAL(of_route(route, WALD_ROUTE_FEASIBLE), 1);
  OK(wald_numbers(route, WALD_ROUTE_THRESHOLDS, 0, thresholds, 2, &needed));
  EQUAL(needed, 2);
  CHECK(thresholds[0] > 0.5 && thresholds[0] <= 0.6 && isinf(thresholds[1]) && thresholds[1] < 0);
  OK(wald_route_apply(route, TABLE(confidences, 6, 2), NULL, chosen));
  for (int i = 0; i < 6; ++i) EQUAL(chosen[i], i < 4 ? 0 : 1);
  OK(wald_route_next(route, 0, -1, 0, &next));
  EQUAL(next, 0);
  OK(wald_route_next(route, 0, 0, 0.7, &next));
  EQUAL(next, -1);
  OK(wald_route_next(route, 0, 0, 0.5, &next));
  EQUAL(next, 1);
  OK(wald_route_next(route, 0, 1, 0, &next));
  EQUAL(next, -1);
  OK(route_evaluation_of(route, stages, NULL, &cost, &quality, shares));
  NEAR(cost, 26.0 / 6);
  NEAR(quality, 5.0 / 6);
  NEAR(shares[0], 4.0 / 6);
  OK(route_evaluation_of(route, stages, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("out is NULL", wald_route_evaluate(route, stages, NULL, NULL));
  OK(wald_route_evaluate(route, stages, NULL, &evaluation));
  OK(wald_numbers(evaluation, WALD_ROUTE_EVALUATION_SHARES, 0, NULL, 0, &needed));
  EQUAL(needed, 2);
  BAD_ARGUMENT("fact is 32003: must lie in [32000, 32002]",
               wald_number(evaluation, WALD_ROUTE_EVALUATION_SHARES + 1, 0, &cost));
  wald_destroy(evaluation);
  loaded = route_again(route);
  EQUAL(of_route(loaded, WALD_ROUTE_COST), of_route(route, WALD_ROUTE_COST));
  /* The same rows in two parts, by what is right. */
  OK(wald_stages_create(2, &parts));
  OK(wald_stages_create(2, &rest));
  OK(wald_stages_feed(parts, STAGE_ROWS(.confidences = TABLE(confidences, 2, 2), .right = TABLE(right, 2, 2),
                                        .costs = TABLE(costs, 2, 2))));
  OK(wald_stages_feed(rest, STAGE_ROWS(.confidences = TABLE(confidences + 4, 4, 2), .right = TABLE(right + 4, 4, 2),
                                       .costs = TABLE(costs, 4, 2))));
  OK(wald_merge(parts, rest));
  again = stages_again(parts);
  OK(wald_route_choose(again, with("routes", "min_quality", "0.8", NULL), &same));
  EQUAL(of_route(same, WALD_ROUTE_COST), of_route(route, WALD_ROUTE_COST));
  wald_destroy(stages);
  wald_destroy(parts);
  wald_destroy(rest);
  wald_destroy(again);
  wald_destroy(route);
  wald_destroy(loaded);
  wald_destroy(same);
}

static void test_labels_asked_for(void) {
  wald_stages *stages = NULL;
  wald_route *route = UNTOUCHED;
  int64_t rows[6], needed = -1, asked;
  OK(wald_stages_create(2, &stages));
  OK(wald_stages_feed(stages, STAGE_ROWS(.confidences = TABLE(confidences, 6, 2), .answers = LONGS(answers, 6, 2))));
  OK(wald_stages_ask(stages, with("routes", "batch_size", "6", NULL), rows, 6, &needed));
  asked = needed;
  CHECK(asked >= 1 && asked <= 6);
  EQUAL(of_stages(stages, WALD_STAGES_N_WAITING), asked);
  CHECK(wald_route_choose(stages, NULL, &route) == WALD_ERROR_ARGUMENT && route == UNTOUCHED);
  for (int64_t i = 0; i < asked; ++i)
    OK(wald_stages_label(stages, LONGS(rows + i, 1, 1), LONGS(truth + rows[i], 1, 1), NULL));
  EQUAL(of_stages(stages, WALD_STAGES_N_WAITING), 0);
  EQUAL(of_stages(stages, WALD_STAGES_N_LABELLED), asked);
  CHECK(wald_stages_label(stages, LONGS(rows, 1, 1), LONGS(truth, 1, 1), NULL) == WALD_ERROR_ARGUMENT);
  OK(wald_route_choose(stages, NULL, &route));
  wald_destroy(route);
  wald_destroy(stages);
}

static void test_errors(void) {
  wald_stages *stages = six_rows(), *empty = NULL, *three = NULL, *none = UNTOUCHED;
  wald_route *route = UNTOUCHED, *good = NULL;
  int64_t next = 5, needed = 0;
  int32_t chosen[6];
  double value = 0;
  BAD_ARGUMENT("n_stages is 1: must lie in [2, 12]", wald_stages_create(1, &none));
  BAD_ARGUMENT("out is NULL", wald_stages_create(2, NULL));
  OK(wald_stages_create(2, &empty));
  OK(wald_stages_create(3, &three));
  BAD_ARGUMENT("rows is 0: no row was fed", wald_route_choose(empty, NULL, &route));
  BAD_ARGUMENT("stages is NULL", wald_route_choose(NULL, NULL, &route));
  BAD_ARGUMENT("out is NULL", wald_route_choose(stages, NULL, NULL));
  BAD_ARGUMENT("budget is not set: goal = quality needs it",
               wald_route_choose(stages, with("routes", "goal", "quality", NULL), &route));
  BAD_ARGUMENT("router is set: the rows have no scores",
               wald_route_choose(stages, with("routes", "router", "1", NULL), &route));
  BAD_ARGUMENT("confidences has 1 columns: must have one per stage, 2",
               wald_stages_feed(empty, STAGE_ROWS(.confidences = TABLE(confidences, 6, 1),
                                                  .answers = LONGS(answers, 6, 2))));
  BAD_ARGUMENT("rows is NULL", wald_stages_feed(empty, NULL));
  BAD_ARGUMENT("confidences is NULL", wald_stages_feed(empty, STAGE_ROWS(.answers = LONGS(answers, 6, 2))));
  BAD_ARGUMENT("other has 3 stages: must have 2", wald_merge(stages, three));
  BAD_ARGUMENT("other is NULL", wald_merge(stages, NULL));
  BAD_ARGUMENT("value is NULL", wald_number(stages, WALD_STAGES_N_ROWS, 0, NULL));
  CHECK(wald_number(stages, 99, 0, &value) == WALD_ERROR_ARGUMENT);
  CHECK(wald_load(WALD_OBJECT_STAGES, "{}", 2, &none) == WALD_ERROR_FORMAT && none == UNTOUCHED);
  CHECK(wald_load(WALD_OBJECT_ROUTE, "{}", 2, &route) == WALD_ERROR_FORMAT && route == UNTOUCHED);
  OK(wald_route_choose(stages, NULL, &good));
  BAD_ARGUMENT("stages has 3 stages: must have 2", route_evaluation_of(good, three, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("next is NULL", wald_route_next(good, 0, -1, 0, NULL));
  CHECK(wald_route_next(good, 0, 7, 0, &next) == WALD_ERROR_ARGUMENT && next == 5);
  CHECK(wald_route_apply(good, TABLE(confidences, 4, 3), NULL, chosen) == WALD_ERROR_ARGUMENT);
  CHECK(wald_number(good, 99, 0, &value) == WALD_ERROR_ARGUMENT);
  CHECK(wald_numbers(good, WALD_ROUTE_COST, 0, &value, 1, &needed) == WALD_ERROR_ARGUMENT);
  wald_destroy(NULL);
  wald_destroy(good);
  wald_destroy(NULL);
  wald_destroy(stages);
  wald_destroy(empty);
  wald_destroy(three);
}

void test_routes(void) {
  test_by_hand();
  test_labels_asked_for();
  test_errors();
}

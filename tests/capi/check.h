/* Checks for the C tests: they work whatever NDEBUG says, count failures with file and line, and go on. */
#ifndef WALD_TEST_CHECK_H
#define WALD_TEST_CHECK_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "wald.h"

extern int failures;

void report(const char *file, int line, const char *format, ...);

/* Leaves an error text behind, so that the next call is seen to clear or to replace it. */
void provoke(void);

/* Whether `status` and this thread's message are as expected; says so where they are not. */
int came_to(const char *file, int line, const char *call, wald_status status, wald_status expected,
            const char *message);
int began_with(const char *file, int line, const char *call, wald_status status, const char *message);

int near(double x, double y, double tolerance);

#define CHECK(condition)                                            \
  do {                                                              \
    if (!(condition)) report(__FILE__, __LINE__, "%s", #condition); \
  } while (0)

/* The call succeeds and leaves no message. */
#define OK(...) (provoke(), came_to(__FILE__, __LINE__, #__VA_ARGS__, (__VA_ARGS__), WALD_OK, ""))

/* The call fails with exactly this message. */
#define FAILS(expected, message, ...) \
  (provoke(), came_to(__FILE__, __LINE__, #__VA_ARGS__, (__VA_ARGS__), (expected), (message)))
/* A call that refuses an option that it does not read: how the message begins. */
#define UNREAD(message, ...) \
  (provoke(), began_with(__FILE__, __LINE__, #__VA_ARGS__, (__VA_ARGS__), (message)))
#define BAD_ARGUMENT(message, ...) FAILS(WALD_ERROR_ARGUMENT, message, __VA_ARGS__)

#define EQUAL(x, y)                                                                         \
  do {                                                                                      \
    const double x_ = (double)(x), y_ = (double)(y);                                        \
    if (!(x_ == y_)) report(__FILE__, __LINE__, "%s is %.17g, expected %.17g", #x, x_, y_); \
  } while (0)

#define NEAR(x, y)                                                                                   \
  do {                                                                                               \
    const double x_ = (x), y_ = (y);                                                                 \
    if (!near(x_, y_, 1e-13)) report(__FILE__, __LINE__, "%s is %.17g, expected %.17g", #x, x_, y_); \
  } while (0)

#define TEXT(x, y)                                                                                    \
  do {                                                                                                \
    const char *x_ = (x), *y_ = (y);                                                                  \
    if (strcmp(x_, y_) != 0) report(__FILE__, __LINE__, "%s is \"%s\", expected \"%s\"", #x, x_, y_); \
  } while (0)

/* A custom metric by a function of one cell. */
#define EACH_CELL(name, cell)                                                                                         \
  static void name(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *values,   \
                   void *user) {                                                                                      \
    int64_t i;                                                                                                        \
    for (i = 0; i < count; ++i) values[i] = cell(tp[i], k[i], s[i], n, user);                                         \
  }

#endif

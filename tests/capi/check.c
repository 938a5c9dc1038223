#include "check.h"

#include <stdarg.h>

void report(const char *file, int line, const char *format, ...) {
  va_list arguments;
  ++failures;
  fprintf(stderr, "%s:%d: ", file, line);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
}

void provoke(void) { (void)wald_metric_create(NULL, 1, NULL); }

/* The name of a status, as wald_name_list has it. */
static const char *name_of(wald_status status) {
  wald_name_row row = {sizeof row, "", "", "", 0};
  int64_t i;
  for (i = 0; wald_name_list("status", i, &row) == WALD_OK; ++i)
    if (row.value == status) return row.name;
  return "an unknown status";
}

int came_to(const char *file, int line, const char *call, wald_status status, wald_status expected,
            const char *message) {
  char said[1024];
  strcpy(said, wald_last_error());
  if (status != expected) {
    report(file, line, "%s gave %s (%s), expected %s", call, name_of(status), said, name_of(expected));
    return 0;
  }
  if (strcmp(said, message) != 0) {
    report(file, line, "%s said \"%s\", expected \"%s\"", call, said, message);
    return 0;
  }
  return 1;
}

int began_with(const char *file, int line, const char *call, wald_status status, const char *message) {
  char said[1024];
  strcpy(said, wald_last_error());
  if (status == WALD_ERROR_ARGUMENT && strncmp(said, message, strlen(message)) == 0) return 1;
  report(file, line, "%s gave %s (%s), expected an error that begins with \"%s\"", call, name_of(status), said, message);
  return 0;
}

int near(double x, double y, double tolerance) { return fabs(x - y) <= tolerance; }

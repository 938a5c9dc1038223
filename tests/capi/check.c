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

void provoke(void) { (void)wald_metric_list(-12345, NULL, NULL, NULL, NULL); }

int came_to(const char *file, int line, const char *call, wald_status status, wald_status expected,
            const char *message) {
  const char *said = wald_last_error();
  if (status != expected) {
    report(file, line, "%s gave %s (%s), expected %s", call, wald_status_name(status), said,
           wald_status_name(expected));
    return 0;
  }
  if (strcmp(said, message) != 0) {
    report(file, line, "%s said \"%s\", expected \"%s\"", call, said, message);
    return 0;
  }
  return 1;
}

int near(double x, double y, double tolerance) { return fabs(x - y) <= tolerance; }

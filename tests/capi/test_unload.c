/* The library is loaded, decides by 8 threads, and is closed, again and again; and processes end while its threads
 * wait.
 *
 *     test-capi-unload LIBRARY          the test; needs a folder in which it may write a copy of the library
 *     test-capi-unload LIBRARY HOW      one of the processes that it starts, which ends as HOW tells
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arrays.h"

extern char **environ;

enum { n_rows = 4000, n_labels = 20, rounds = 100, copies = 5 };

static int failures = 0;

#define CHECK(condition)                                                              \
  do {                                                                                \
    if (!(condition)) {                                                               \
      ++failures;                                                                     \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);         \
    }                                                                                 \
  } while (0)

static double table[n_rows * n_labels];

static void fill_table(void) {
  uint64_t state = 1;
  int i;
  for (i = 0; i < n_rows * n_labels; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    table[i] = (double)(state >> 11) * (1.0 / 9007199254740992.0);
  }
}

/* ---- The library ---- */

struct library {
  void *handle;
  __typeof__(wald_metric_create) *metric_create;
  __typeof__(wald_options_create) *options_create;
  __typeof__(wald_destroy) *destroy;
  __typeof__(wald_options_set_integer) *set_integer;
  __typeof__(wald_decide_table) *decide_table;
  __typeof__(wald_last_error) *last_error;
};

static void find(struct library *library, const char *name, void *function) {
  void *symbol = dlsym(library->handle, name);
  if (!symbol) {
    fprintf(stderr, "%s is missing\n", name);
    exit(1);
  }
  memcpy(function, &symbol, sizeof symbol); /* ISO C has no cast from an object to a function pointer */
}

static struct library load(const char *path) {
  struct library library;
  library.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library.handle) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  find(&library, "wald_metric_create", &library.metric_create);
  find(&library, "wald_options_create", &library.options_create);
  find(&library, "wald_destroy", &library.destroy);
  find(&library, "wald_options_set_integer", &library.set_integer);
  find(&library, "wald_decide_table", &library.decide_table);
  find(&library, "wald_last_error", &library.last_error);
  return library;
}

static void check_wald(const struct library *library, wald_status status) {
  if (status == WALD_OK) return;
  fprintf(stderr, "%s\n", library->last_error());
  exit(1);
}

/* Decides the table, and compares with what accuracy's optimum is: the labels above 1/2. */
static void decide(const struct library *library, int64_t threads) {
  static uint8_t mask[n_rows * n_labels];
  static double values[n_rows];
  wald_metric *metric = NULL;
  wald_options *options = NULL;
  int i, j, wrong = 0;

  memset(mask, 2, sizeof mask);
  check_wald(library, library->metric_create("accuracy", 1, &metric));
  check_wald(library, library->options_create("decisions", &options));
  check_wald(library, library->set_integer(options, "threads", threads));
  check_wald(library, library->decide_table(metric, WALD_INDEPENDENT, DENSE(TABLE(table, n_rows, n_labels)), options,
                                           MASK(mask, n_rows, n_labels), values, NULL));
  for (i = 0; i < n_rows; ++i) {
    double sum = 0;
    for (j = 0; j < n_labels; ++j) {
      const double p = table[i * n_labels + j];
      sum += p > 0.5 ? p : 1 - p;
      wrong += mask[i * n_labels + j] != (p > 0.5);
    }
    wrong += !(fabs(values[i] - sum / n_labels) < 1e-12);
  }
  CHECK(wrong == 0);
  library->destroy(options);
  library->destroy(metric);
}

/* ---- Threads of this process, where the system tells ---- */

static int thread_count(void) {
  DIR *folder = opendir("/proc/self/task");
  const struct dirent *entry;
  int count = 0;
  if (!folder) return -1;
  while ((entry = readdir(folder)) != NULL) count += entry->d_name[0] != '.';
  closedir(folder);
  return count;
}

static void sleep_a_little(void) {
  const struct timespec time = {0, 20 * 1000 * 1000};
  nanosleep(&time, NULL);
}

/* ---- Processes that end ---- */

static struct library shared;
static atomic_int is_deciding;

/* One call that takes seconds: rows of many labels, of a metric whose optimum takes long to find. */
static void *decide_long(void *unused) {
  enum { rows = 40 };
  static double values[rows];
  wald_metric *metric = NULL;
  wald_options *options = NULL;
  (void)unused;
  check_wald(&shared, shared.metric_create("gmean", 1, &metric));
  check_wald(&shared, shared.options_create("decisions", &options));
  check_wald(&shared, shared.set_integer(options, "threads", 8));
  is_deciding = 1;
  check_wald(&shared, shared.decide_table(metric, WALD_INDEPENDENT, DENSE(TABLE(table, rows, n_rows * n_labels / rows)),
                                         options, NULL, values, NULL));
  return NULL;
}

static void decide_at_exit(void) {
  decide(&shared, 8);
  if (failures) _exit(1);
}

static int end_as(const char *path, const char *how) {
  pthread_t thread;
  alarm(120); /* a process that hangs ends all the same, by a signal */
  shared = load(path);
  decide(&shared, 8);
  if (strcmp(how, "at-exit") == 0) atexit(decide_at_exit); /* before what the library itself does at the end */
  if (strcmp(how, "closed") == 0) dlclose(shared.handle);
  if (strcmp(how, "working") == 0) {
    if (pthread_create(&thread, NULL, decide_long, NULL) != 0) return 1;
    while (!is_deciding) sleep_a_little();
    sleep_a_little();
    exit(failures != 0);
  }
  if (strcmp(how, "thread-exit") == 0) {
    shared.handle = NULL;
    if (failures) return 1;
    pthread_exit(NULL); /* the process ends with status 0 once its last thread has ended: those that wait end, too */
  }
  return failures != 0;
}

static void start_and_end(char **arguments, const char *how) {
  char *own[4] = {arguments[0], arguments[1], NULL, NULL};
  char word[32];
  pid_t child;
  int status = -1;
  snprintf(word, sizeof word, "%s", how);
  own[2] = word;
  if (posix_spawn(&child, arguments[0], NULL, NULL, own, environ) != 0) {
    fprintf(stderr, "%s cannot be started\n", arguments[0]);
    ++failures;
    return;
  }
  CHECK(waitpid(child, &status, 0) == child);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    ++failures;
    fprintf(stderr, "the process that ends \"%s\" came to status %d\n", how, status);
  }
}

/* ---- The test ---- */

static void copy_file(const char *from, const char *to) {
  static char buffer[1 << 16];
  FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
  size_t count;
  if (!in || !out) {
    fprintf(stderr, "%s cannot be copied to %s\n", from, to);
    exit(1);
  }
  while ((count = fread(buffer, 1, sizeof buffer, in)) > 0) CHECK(fwrite(buffer, 1, count, out) == count);
  CHECK(fclose(in) == 0);
  CHECK(fclose(out) == 0);
}

int main(int count, char **arguments) {
  static const char *const ends[] = {"idle", "closed", "working", "at-exit", "thread-exit"};
  int i, before;

  if (count < 2) {
    fprintf(stderr, "usage: %s LIBRARY\n", arguments[0]);
    return 2;
  }
  fill_table();
  if (count > 2) return end_as(arguments[1], arguments[2]);

  before = thread_count();
  for (i = 0; i < rounds; ++i) {
    struct library library = load(arguments[1]);
    decide(&library, i % 3 == 1 ? 1 : 8);
    if (i == 0) decide(&library, 8);
    CHECK(dlclose(library.handle) == 0);
    if (i == 0 && before > 0) CHECK(thread_count() > before); /* so it is threads that outlive a closed library */
  }

  /* Several libraries side by side, each of which has threads of its own, from files that are gone, as class loaders of
   * Java have them. */
  for (i = 0; i < copies; ++i) {
    char path[64];
    struct library library;
    snprintf(path, sizeof path, "test-unload-%ld-%d.so", (long)getpid(), i);
    copy_file(arguments[1], path);
    memmove(path + 2, path, strlen(path) + 1);
    memcpy(path, "./", 2);
    library = load(path);
    CHECK(remove(path) == 0);
    decide(&library, 8);
    CHECK(dlclose(library.handle) == 0);
  }

  /* Threads that nobody needs end, though their libraries are closed; the next call starts others. */
  for (i = 0; before > 0 && thread_count() > before && i < 3000; ++i) sleep_a_little();
  if (before > 0) CHECK(thread_count() <= before);
  {
    struct library library = load(arguments[1]);
    decide(&library, 8);
    if (before > 0) CHECK(thread_count() > before);
    CHECK(dlclose(library.handle) == 0);
  }

  for (i = 0; i < (int)(sizeof ends / sizeof ends[0]); ++i) start_and_end(arguments, ends[i]);
  if (failures) fprintf(stderr, "%d failures\n", failures);
  return failures != 0;
}

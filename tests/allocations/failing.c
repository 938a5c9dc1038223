// Fails chosen requests for memory of Wald's library within a program that cannot be recompiled: Python, a JVM, Mono,
// R. Preloaded (LD_PRELOAD), it stands before the allocator, counts what the library and its glue ask for, and keeps
// account of what they have not given back. The program steers it through a file, which the environment variable
// WALD_FAILING names, of the eight numbers of 64 bits of `struct control`.
//
// Whose a request is, the return address says: that of the caller, or, where operator new or a std::string of libstdc++
// asks, that of the first caller outside libstdc++. So the interpreter's own memory never fails: unless its library is
// named by WALD_FAILING_HOST, and Wald's code has called it. glibc on Linux.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

struct control {
  _Atomic int64_t on;      // set by the program once the library is loaded; 0: nothing is counted
  _Atomic int64_t left;    // requests until one fails; below 0: none does
  _Atomic int64_t more;    // how many after that one fail too
  _Atomic int64_t asked;   // requests so far
  _Atomic int64_t failed;  // of which so many failed
  _Atomic int64_t bytes;   // that were not given back
  _Atomic int64_t blocks;  // in so many blocks
  _Atomic int64_t lost;    // blocks that the account had no room for: must be 0
};

static struct control *control;
static const char *host_name;  // of the interpreter's library; NULL if its requests do not count

__attribute__((constructor)) static void begin(void) {
  const char *const path = getenv("WALD_FAILING");
  const int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *const mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  host_name = getenv("WALD_FAILING_HOST");
  if (mapped != MAP_FAILED) control = mapped;
}

// ---- Whose a request is ----------------------------------------------------------------------------

struct range {
  uintptr_t low, high;
};
struct ranges {
  _Atomic int count;
  struct range of[16];
};
static struct ranges wald, runtime, host;  // of code: Wald's libraries; libstdc++ and this one; the interpreter
static _Atomic int64_t known;              // the `on` that they were found at

static int within(const struct ranges *ranges, uintptr_t address) {
  for (int i = 0; i < ranges->count; ++i)
    if (address >= ranges->of[i].low && address < ranges->of[i].high) return 1;
  return 0;
}

static int look(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size, (void)unused;
  const char *const slash = strrchr(object->dlpi_name, '/');
  const char *const name = slash ? slash + 1 : object->dlpi_name;
  struct ranges *const ranges = strstr(name, "wald") ? &wald
                                : strstr(name, "libstdc++") || strstr(name, "failing") ? &runtime
                                : host_name && strstr(name, host_name)                 ? &host
                                                                                       : NULL;
  for (int i = 0; ranges && i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) *const part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || ranges->count == 16) continue;
    const uintptr_t low = object->dlpi_addr + part->p_vaddr;
    if (within(ranges, low)) continue;
    ranges->of[ranges->count] = (struct range){low, low + part->p_memsz};
    ++ranges->count;
  }
  return 0;
}

enum whose { others, walds, hosts };  // hosts: of the interpreter, which Wald has called

struct walk {
  int frames, of_host;
  enum whose found;
};

static _Unwind_Reason_Code step(struct _Unwind_Context *frame, void *data) {
  struct walk *const walk = data;
  const uintptr_t address = _Unwind_GetIP(frame);
  if (++walk->frames < 100 && within(&runtime, address)) return _URC_NO_REASON;
  if (walk->frames < 100 && within(&host, address)) {
    walk->of_host = 1;
    return _URC_NO_REASON;
  }
  if (within(&wald, address)) walk->found = walk->of_host ? hosts : walds;
  return _URC_NORMAL_STOP;
}

// Whose the request is; counted where it is Wald's, or made for it.
static enum whose asks(void *caller) {
  static __thread int busy;
  if (!control || !control->on || busy) return others;
  busy = 1;
  int64_t before = known;
  const int64_t now = control->on;
  if (before != now && atomic_compare_exchange_strong(&known, &before, now)) dl_iterate_phdr(look, NULL);
  struct walk walk = {0, 0, within(&wald, (uintptr_t)caller) ? walds : others};
  if (!walk.found && (within(&runtime, (uintptr_t)caller) || within(&host, (uintptr_t)caller)))
    _Unwind_Backtrace(step, &walk);
  busy = 0;
  if (walk.found) ++control->asked;
  return walk.found;
}

static int refuses(void) {
  if (control->left < 0 || atomic_fetch_sub(&control->left, 1) > 0) return 0;
  control->left = control->more > 0 ? 0 : -1;
  if (control->more > 0) --control->more;
  ++control->failed;
  errno = ENOMEM;
  return 1;
}

// ---- The account of what Wald holds: a table by address ----------------------------------------------

enum { places = 1 << 18 };
static struct {
  void *block;
  size_t size;
} account[places];
static atomic_flag lock = ATOMIC_FLAG_INIT;

static size_t home(const void *block) { return (uintptr_t)block * 0x9E3779B97F4A7C15u >> 46; }

static void enter(void *block, size_t size) {
  if (!block) return;
  if (control->blocks >= places / 2) {
    ++control->lost;
    return;
  }
  while (atomic_flag_test_and_set(&lock)) {
  }
  size_t at = home(block);
  while (account[at].block) at = (at + 1) % places;
  account[at].block = block;
  account[at].size = size;
  control->bytes += (int64_t)size;
  ++control->blocks;
  atomic_flag_clear(&lock);
}

// The size that it was entered with; -1 if it is not Wald's.
static int64_t leave(void *block) {
  if (!block || !control || !control->blocks) return -1;
  while (atomic_flag_test_and_set(&lock)) {
  }
  size_t at = home(block);
  while (account[at].block && account[at].block != block) at = (at + 1) % places;
  int64_t size = -1;
  if (account[at].block) {
    size = (int64_t)account[at].size;
    control->bytes -= size;
    --control->blocks;
    // What stands behind and is not at home there moves up.
    size_t hole = at;
    for (size_t next = (at + 1) % places; account[next].block; next = (next + 1) % places) {
      const size_t wanted = home(account[next].block);
      if ((next - wanted) % places < (next - hole) % places) continue;
      account[hole] = account[next];
      hole = next;
    }
    account[hole].block = NULL;
  }
  atomic_flag_clear(&lock);
  return size;
}

// ---- The allocator -----------------------------------------------------------------------------------

void *malloc(size_t size) {
  const enum whose whose = asks(__builtin_return_address(0));
  if (whose && refuses()) return NULL;
  void *const block = __libc_malloc(size);
  if (whose == walds) enter(block, size);
  return block;
}

void *calloc(size_t count, size_t size) {
  const enum whose whose = asks(__builtin_return_address(0));
  if (whose && refuses()) return NULL;
  void *const block = __libc_calloc(count, size);
  if (whose == walds) enter(block, count * size);
  return block;
}

void *realloc(void *old, size_t size) {
  const enum whose whose = asks(__builtin_return_address(0));
  if (whose && refuses()) return NULL;
  const int64_t before = leave(old);
  void *const block = __libc_realloc(old, size);
  if (block && (whose == walds || before >= 0)) enter(block, size);
  if (!block && size > 0 && before >= 0) enter(old, (size_t)before);
  return block;
}

static void *aligned(void *caller, size_t alignment, size_t size) {
  const enum whose whose = asks(caller);
  if (whose && refuses()) return NULL;
  void *const block = __libc_memalign(alignment, size);
  if (whose == walds) enter(block, size);
  return block;
}

void *aligned_alloc(size_t alignment, size_t size) { return aligned(__builtin_return_address(0), alignment, size); }
void *memalign(size_t alignment, size_t size) { return aligned(__builtin_return_address(0), alignment, size); }

int posix_memalign(void **out, size_t alignment, size_t size) {
  void *const block = aligned(__builtin_return_address(0), alignment, size);
  if (!block) return ENOMEM;
  *out = block;
  return 0;
}

void free(void *block) {
  const int error = errno;
  leave(block);
  __libc_free(block);
  errno = error;
}

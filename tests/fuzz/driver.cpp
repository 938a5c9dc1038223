// Runs a target without libFuzzer: every file of its corpus, then seeded mutations of them, and of the states in binary
// that loading them gave. Every second mutation knows the structure of a state (structure.hpp).
//
//   fuzz-TARGET CORPUS [MUTATIONS [SEED]]
//
// Where the target crashes, or takes a minute for an input, that input is written to the file "crash" of the working directory
// first; give a folder with that file as CORPUS to repeat it. What loading takes of memory and time is compared with the size of
// what is loaded.
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#ifndef _WIN32
#include <unistd.h>
#endif

#include "structure.hpp"

#ifdef WALD_FUZZ_COUNTS
#include <malloc.h>
#include <time.h>
#endif

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size);

namespace {

using Input = std::string;

Input current;
std::vector<Input> binary;  // states of the seeds
bool of_seeds = true;

extern "C" void keep_input(int signal_number) {
  std::signal(signal_number, SIG_DFL);
  if (std::FILE *file = std::fopen("crash", "wb")) {
    std::fwrite(current.data(), 1, current.size(), file);
    std::fclose(file);
  }
  std::raise(signal_number);
}

#ifdef _WIN32
constexpr int ends[] = {SIGABRT, SIGSEGV, SIGFPE, SIGILL};
void give_a_minute() {}
#else
constexpr int ends[] = {SIGABRT, SIGALRM, SIGSEGV, SIGFPE, SIGILL, SIGBUS};
void give_a_minute() { alarm(60); }
#endif

void run(const Input &input) {
  current = input;
  give_a_minute();
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(current.data()), current.size());
}

// Bytes that parsers stumble over.
const std::string tokens[] = {"0",          "1",
                              "-",          ".",
                              "e308",       "1e-320",
                              "\"",         "[",
                              "]",          "{",
                              "}",          ",",
                              ":",          "/",
                              "nan",        "inf",
                              "null",       "true",
                              "2147483647", "9223372036854775808",
                              "-0",         std::string(1, '\0'),
                              "\xFF",       "\xC3\xA9",
                              "0.1",        "1e400",
                              "\\u0000"};

class Mutator {
 public:
  Mutator(const std::vector<Input> &seeds, uint64_t seed) : seeds_(seeds), random_(seed) {}

  Input next() {
    Input input = seeds_[below(seeds_.size())];
    const bool knows = below(2) == 0;
    for (std::size_t edits = 1 + below(knows ? 3 : 6); edits > 0; --edits) {
      if (is_binary_state(input) && below(8) > 0)
        edit_binary(input, random_);
      else if (const Structure structure(input); knows && !structure.empty())
        input = structure.edited(random_);
      else
        edit(input);
    }
    return input;
  }

 private:
  std::size_t below(std::size_t end) { return ::below(random_, end); }

  void edit(Input &input) {
    const std::size_t at = below(input.size() + 1), length = below(12);
    switch (below(7)) {
      case 0:
        if (at < input.size()) input[at] = static_cast<char>(input[at] ^ (1 << below(8)));
        return;
      case 1:
        if (at < input.size()) input[at] = static_cast<char>(below(256));
        return;
      case 2: input.erase(at, length); return;
      case 3: input.insert(below(input.size() + 1), input.substr(at, length)); return;
      case 4: input.insert(at, tokens[below(std::size(tokens))]); return;
      case 5: replace_number(input, at); return;
      default: {
        const Input &other = seeds_[below(seeds_.size())];
        input = input.substr(0, at) + other.substr(below(other.size()));
      }
    }
  }

  // The number at or behind a place becomes another.
  void replace_number(Input &input, std::size_t at) {
    const std::size_t from = input.find_first_of("0123456789", at);
    if (from == Input::npos) return;
    const std::size_t to = input.find_first_not_of("0123456789-+.e", from);
    input.replace(from, to == Input::npos ? to : to - from, extremes[below(std::size(extremes))]);
  }

  const std::vector<Input> &seeds_;
  Random random_;
};

}  // namespace

// ---- What loading takes ----------------------------------------------------------------------------------------

#ifdef WALD_FUZZ_COUNTS

namespace {

std::atomic<int64_t> held{0}, most{0};
int64_t held_before = 0, began = 0;
double worst_bytes = 0, worst_nanoseconds = 0;  // for each byte of what is loaded, of long ones

int64_t nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * int64_t{1000000000} + now.tv_nsec;
}

void *counted(void *block) {
  if (block) {
    const int64_t now = held += static_cast<int64_t>(malloc_usable_size(block));
    if (now > most) most = now;
  }
  return block;
}
void forget(void *block) {
  if (block) held -= static_cast<int64_t>(malloc_usable_size(block));
}

}  // namespace

extern "C" {
void *__libc_malloc(std::size_t);
void *__libc_calloc(std::size_t, std::size_t);
void *__libc_realloc(void *, std::size_t);
void *__libc_memalign(std::size_t, std::size_t);
void __libc_free(void *);

#define VISIBLE __attribute__((visibility("default")))
VISIBLE void *malloc(std::size_t size) { return counted(__libc_malloc(size)); }
VISIBLE void *calloc(std::size_t n, std::size_t size) { return counted(__libc_calloc(n, size)); }
VISIBLE void *realloc(void *block, std::size_t size) {
  const int64_t before = block ? static_cast<int64_t>(malloc_usable_size(block)) : 0;
  void *const made = __libc_realloc(block, size);
  if (made || size == 0) held -= before;
  return counted(made);
}
VISIBLE void *aligned_alloc(std::size_t alignment, std::size_t size) {
  return counted(__libc_memalign(alignment, size));
}
VISIBLE void free(void *block) {
  forget(block);
  __libc_free(block);
}
}

void loading() {
  held_before = held;
  most = held_before;
  began = nanoseconds();
}

// At most 100 bytes for each byte and 64 kB, in at most 2 microseconds for each and 20 ms.
void loaded(int64_t size) {
  const auto took = static_cast<double>(nanoseconds() - began), peak = static_cast<double>(most - held_before),
             bytes = static_cast<double>(size);
  if (peak > 100 * bytes + 65536 || took > 2000 * bytes + 2e7) {
    std::fprintf(stderr, "loading %g bytes took %g bytes and %g ms\n", bytes, peak, took / 1e6);
    std::abort();
  }
  if (size < 10000) return;
  worst_bytes = std::max(worst_bytes, peak / bytes);
  worst_nanoseconds = std::max(worst_nanoseconds, took / bytes);
}

#else

void loading() {}
void loaded(int64_t) {}

#endif

void found_state(const std::string &state) {
  if (of_seeds) binary.push_back(state);
}

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s CORPUS [MUTATIONS [SEED]]\n", argv[0]);
    return 2;
  }
  std::vector<std::filesystem::path> paths;
  for (const auto &entry : std::filesystem::directory_iterator(argv[1])) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<Input> seeds;
  for (const auto &path : paths) {
    std::ifstream file(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  if (seeds.empty()) {
    std::fprintf(stderr, "%s holds no file\n", argv[1]);
    return 1;
  }
  for (int number : ends) std::signal(number, keep_input);
  for (const Input &seed : seeds) run(seed);
  of_seeds = false;
  const std::size_t files = seeds.size();
  seeds.insert(seeds.end(), binary.begin(), binary.end());
  const long mutations = argc > 2 ? std::atol(argv[2]) : 0;
  Mutator mutator(seeds, argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
  for (long i = 0; i < mutations; ++i) run(mutator.next());
  std::fprintf(stderr, "%zu inputs and %ld mutations\n", files, mutations);
#ifdef WALD_FUZZ_COUNTS
  if (worst_bytes > 0)
    std::fprintf(stderr, "of states of 10 kB and more: at most %.1f bytes held and %.0f ns for each byte\n", worst_bytes,
                 worst_nanoseconds);
#endif
  return 0;
}

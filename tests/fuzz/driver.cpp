// Runs a target without libFuzzer: every file of its corpus, then seeded mutations of them.
//
//   fuzz-TARGET CORPUS [MUTATIONS [SEED]]
//
// Where the target crashes, the input is written to the file "crash" of the working directory first; give a folder with
// that file as CORPUS to repeat it.
#include <algorithm>
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

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size);

namespace {

using Input = std::vector<uint8_t>;

Input current;

extern "C" void keep_input(int signal_number) {
  std::signal(signal_number, SIG_DFL);
  if (std::FILE *file = std::fopen("crash", "wb")) {
    std::fwrite(current.data(), 1, current.size(), file);
    std::fclose(file);
  }
  std::raise(signal_number);
}

void run(const Input &input) {
  current = input;
  LLVMFuzzerTestOneInput(current.data(), current.size());
}

// Numbers that whoever computes with them stumbles over, in place of those that a saved state has.
const std::string extremes[] = {"1e308", "-1e308", "5e-324",           "-5e-324",    "1e-310", "-0",      "0",
                                "-1",    "1e100",  "9007199254740993", "4294967296", "1e999",  "\"nan\"", "\"inf\""};

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
    for (std::size_t edits = 1 + below(6); edits > 0; --edits) edit(input);
    return input;
  }

 private:
  std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }

  void edit(Input &input) {
    const std::size_t at = below(input.size() + 1),
                      length = std::min(below(12), input.size() - std::min(at, input.size()));
    const auto begin = input.begin() + static_cast<std::ptrdiff_t>(at);
    switch (below(7)) {
      case 6: replace_number(input, at); return;
      case 0:
        if (at < input.size()) input[at] ^= static_cast<uint8_t>(1u << below(8));
        return;
      case 1:
        if (at < input.size()) input[at] = static_cast<uint8_t>(below(256));
        return;
      case 2: input.erase(begin, begin + static_cast<std::ptrdiff_t>(length)); return;
      case 3: {
        const Input part(begin, begin + static_cast<std::ptrdiff_t>(length));
        input.insert(input.begin() + static_cast<std::ptrdiff_t>(below(input.size() + 1)), part.begin(), part.end());
        return;
      }
      case 4: {
        const std::string &token = tokens[below(std::size(tokens))];
        input.insert(begin, token.begin(), token.end());
        return;
      }
      default: {
        const Input &other = seeds_[below(seeds_.size())];
        const std::size_t from = below(other.size());
        input.erase(begin, input.end());
        input.insert(input.end(), other.begin() + static_cast<std::ptrdiff_t>(from), other.end());
      }
    }
  }

  // The number at or behind a place becomes another.
  void replace_number(Input &input, std::size_t at) {
    const auto of_number = [](uint8_t c) { return (c >= '0' && c <= '9') || std::strchr("-+.e", c) != nullptr; };
    const auto from = std::find_if(input.begin() + static_cast<std::ptrdiff_t>(at), input.end(),
                                   [](uint8_t c) { return c >= '0' && c <= '9'; });
    const std::string &number = extremes[below(std::size(extremes))];
    const auto to = std::find_if_not(from, input.end(), [&](uint8_t c) { return c != 0 && of_number(c); });
    if (from != to) input.insert(input.erase(from, to), number.begin(), number.end());
  }

  const std::vector<Input> &seeds_;
  std::mt19937_64 random_;
};

}  // namespace

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
  for (int number : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS}) std::signal(number, keep_input);
  for (const Input &seed : seeds) run(seed);
  const long mutations = argc > 2 ? std::atol(argv[2]) : 0;
  Mutator mutator(seeds, argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
  for (long i = 0; i < mutations; ++i) run(mutator.next());
  std::fprintf(stderr, "%zu inputs and %ld mutations\n", seeds.size(), mutations);
  return 0;
}

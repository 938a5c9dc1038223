// What the command needs of the operating system, if systems differ. Names of files are UTF-8. Descriptors are those
// of C; calls that fail return -1 and leave the reason in errno, as POSIX does.
#ifndef WALD_CLI_SYSTEM_SYSTEM_HPP
#define WALD_CLI_SYSTEM_SYSTEM_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace wald::cli::system {

constexpr int standard_input = 0, standard_output = 1, standard_error = 2;

/// The words of the command line except for the program's name.
std::vector<std::string> words(int argc, char **argv);

/// Where the program was started without one of the standard streams, its place is kept by one that refuses every byte:
/// else the next file that is opened would be taken for it.
void keep_standard_places();

bool is_terminal(int descriptor);

struct Facts {
  bool directory = false, regular = false;
  std::int64_t size = 0;  // of a regular file
};
bool facts_of(int descriptor, Facts &out);
bool facts_of(const std::string &path, Facts &out);

/// Whether two names lead to one regular file.
bool same_file(const std::string &a, const std::string &b);

int open_to_read(const std::string &path);
int open_to_write(const std::string &path);
void close(int descriptor);

/// Bytes read, 0 at the end. -1 with EINTR where a signal came first.
std::int64_t read(int descriptor, char *to, std::size_t room);
std::int64_t write(int descriptor, const char *from, std::size_t count);

/// A file that is to replace `path` once it is whole: its name, beside what `path` leads to, and that file's own name.
/// It has the rights of the file that it replaces, and its owner where that is allowed, or those of a new one. Where the
/// system has files without a name it is one until then: a program that is killed leaves nothing behind.
struct Replacement {
  std::string temporary, final;
};
int begin_replacement(const std::string &path, Replacement &out);
/// Closes the descriptor and gives the file its own name; a replacement without names is of no file.
/// Where that fails, `replacement.temporary` is what is left to remove.
int finish_replacement(int descriptor, Replacement &replacement);
void remove(const std::string &path);

/// `stop` is called where the user asks to stop, once; a second time ends the program.
void on_interrupt(void (*stop)(int));

/// Runs a program of the search path with `text` as its input, its output to a descriptor: no shell comes near it.
/// Its exit code; -1 if it could not be started (errno says why), -2 where it was stopped.
int run(const std::vector<std::string> &words, const std::string &text, int output);

}  // namespace wald::cli::system

#endif

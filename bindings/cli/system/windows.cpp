// The operating system by Windows, whose names are UTF-16.
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cwchar>
#include <random>

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
// After windows.h, which it needs.
#include <shellapi.h>

#include "system/system.hpp"

namespace wald::cli::system {
namespace {

std::wstring wide(const std::string &text) {
  const int size = static_cast<int>(text.size());
  std::wstring out(static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0)), L'\0');
  MultiByteToWideChar(CP_UTF8, 0, text.data(), size, out.data(), static_cast<int>(out.size()));
  return out;
}

std::string narrow(const wchar_t *text) {
  const int size = static_cast<int>(std::wcslen(text));
  std::string out(
      static_cast<std::size_t>(WideCharToMultiByte(CP_UTF8, 0, text, size, nullptr, 0, nullptr, nullptr)), '\0');
  WideCharToMultiByte(CP_UTF8, 0, text, size, out.data(), static_cast<int>(out.size()), nullptr, nullptr);
  return out;
}

Facts facts_from(const struct _stat64 &from) {
  const int kind = from.st_mode & _S_IFMT;
  return {kind == _S_IFDIR, kind == _S_IFREG, kind == _S_IFREG ? from.st_size : 0};
}

/// What a file is, by the numbers that the system gives it.
bool identity_of(const std::string &path, BY_HANDLE_FILE_INFORMATION &out) {
  const HANDLE file = CreateFileW(wide(path).c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                  nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (file == INVALID_HANDLE_VALUE) return false;
  const bool known = GetFileInformationByHandle(file, &out) != 0;
  CloseHandle(file);
  return known && (out.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
}

/// A word as a program's own parser of command lines reads it back.
std::wstring quoted(const std::string &word) {
  std::wstring out = L"\"";
  for (const wchar_t c : wide(word)) {
    if (c == L'"' || c == L'\\') out += L'\\';
    out += c;
  }
  return out + L"\"";
}

void write_all(int descriptor, const std::string &text) {
  for (std::size_t done = 0; done < text.size();) {
    const std::int64_t wrote = write(descriptor, text.data() + done, text.size() - done);
    if (wrote < 0) return;  // the program has gone; its exit says why
    done += static_cast<std::size_t>(wrote);
  }
}

}  // namespace

std::vector<std::string> words(int, char **) {
  // Here, since everything begins by it: text goes out and in as it is, in UTF-8.
  for (const int stream : {standard_input, standard_output}) _setmode(stream, _O_BINARY);
  SetConsoleOutputCP(CP_UTF8);
  int count = 0;
  wchar_t **const found = CommandLineToArgvW(GetCommandLineW(), &count);
  std::vector<std::string> out;
  for (int i = 1; i < count; ++i) out.push_back(narrow(found[i]));
  LocalFree(found);
  return out;
}

void keep_standard_places() {}  // files that are opened take no standard stream's number here

bool is_terminal(int descriptor) { return _isatty(descriptor) != 0; }

bool facts_of(int descriptor, Facts &out) {
  struct _stat64 found = {};
  if (_fstat64(descriptor, &found) != 0) return false;
  out = facts_from(found);
  return true;
}

bool facts_of(const std::string &path, Facts &out) {
  struct _stat64 found = {};
  if (_wstat64(wide(path).c_str(), &found) != 0) return false;
  out = facts_from(found);
  return true;
}

bool same_file(const std::string &a, const std::string &b) {
  BY_HANDLE_FILE_INFORMATION first, second;
  return identity_of(a, first) && identity_of(b, second) && first.dwVolumeSerialNumber == second.dwVolumeSerialNumber &&
         first.nFileIndexHigh == second.nFileIndexHigh && first.nFileIndexLow == second.nFileIndexLow;
}

int open_to_read(const std::string &path) {
  Facts facts;  // a directory cannot be opened here, and the reason given would be another
  if (facts_of(path, facts) && facts.directory) {
    errno = EISDIR;
    return -1;
  }
  return _wopen(wide(path).c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT);
}
int open_to_write(const std::string &path) {
  return _wopen(wide(path).c_str(), _O_WRONLY | _O_BINARY | _O_NOINHERIT);
}
void close(int descriptor) { _close(descriptor); }

std::int64_t read(int descriptor, char *to, std::size_t room) {
  return _read(descriptor, to, static_cast<unsigned>(std::min<std::size_t>(room, INT_MAX)));
}
std::int64_t write(int descriptor, const char *from, std::size_t count) {
  return _write(descriptor, from, static_cast<unsigned>(std::min<std::size_t>(count, INT_MAX)));
}

int begin_replacement(const std::string &path, Replacement &out) {
  if (_waccess(wide(path).c_str(), 0) == 0 && _waccess(wide(path).c_str(), 2) != 0) return -1;
  out.final = path;
  std::random_device random;
  for (int attempt = 0; attempt < 100; ++attempt) {
    out.temporary = path + "." + std::to_string(random());
    const int descriptor = _wopen(wide(out.temporary).c_str(),
                                  _O_CREAT | _O_EXCL | _O_WRONLY | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

int finish_replacement(int descriptor, Replacement &replacement) {
  if (_close(descriptor) != 0) return -1;
  if (replacement.temporary.empty()) return 0;
  if (MoveFileExW(wide(replacement.temporary).c_str(), wide(replacement.final).c_str(), MOVEFILE_REPLACE_EXISTING) != 0)
    return 0;
  errno = EACCES;
  return -1;
}

void remove(const std::string &path) { _wunlink(wide(path).c_str()); }

void on_interrupt(void (*stop)(int)) {
  // The handler is taken away when it is called: a second Ctrl-C ends the program.
  for (const int signal : {SIGINT, SIGTERM, SIGBREAK}) std::signal(signal, stop);
}

int run(const std::vector<std::string> &words, const std::string &text, int output) {
  int ends[2];
  if (_pipe(ends, 1 << 16, _O_BINARY | _O_NOINHERIT) != 0) return -1;
  // A child has the standard streams that its parent has when it is started.
  const int own_input = _dup(standard_input), own_output = _dup(standard_output);
  _dup2(ends[0], standard_input);
  _dup2(output, standard_output);
  std::vector<std::wstring> kept;
  for (const std::string &word : words) kept.push_back(quoted(word));
  std::vector<const wchar_t *> arguments;
  for (const std::wstring &word : kept) arguments.push_back(word.c_str());
  arguments.push_back(nullptr);
  const std::intptr_t child = _wspawnvp(_P_NOWAIT, wide(words[0]).c_str(), arguments.data());
  const int error = errno;
  const std::pair<int, int> streams[] = {{own_input, standard_input}, {own_output, standard_output}};
  for (const auto &[own, standard] : streams) {
    if (own >= 0) _dup2(own, standard);
    if (own >= 0) _close(own);
  }
  _close(ends[0]);
  if (child >= 0) write_all(ends[1], text);
  _close(ends[1]);
  if (child < 0) {
    errno = error;
    return -1;
  }
  int status = 0;
  return _cwait(&status, child, 0) < 0 ? -2 : status;
}

}  // namespace wald::cli::system

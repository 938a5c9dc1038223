// Inflates gzip, several members included.
#include "input/gzip.hpp"

#ifdef WALD_ZLIB
#include <zlib.h>
#endif

#include <new>

#include "base/errors.hpp"

namespace wald::cli {

bool begins_gzip(std::string_view text) { return text.substr(0, 2) == "\x1F\x8B"; }

#ifdef WALD_ZLIB

struct Gunzip::Stream {
  Stream() {
    constexpr int gzip_alone = 16;
    if (inflateInit2(&z, MAX_WBITS + gzip_alone) != Z_OK) throw std::bad_alloc();
  }
  ~Stream() { inflateEnd(&z); }

  z_stream z = {};
  bool between_files = false;  // several may stand one after the other
};

Gunzip::Gunzip(std::string_view begin, Fill fill)
    : fill_(std::move(fill)), packed_(std::size_t{1} << 16), stream_(std::make_unique<Stream>()) {
  packed_.assign(begin.begin(), begin.end());
  stream_->z.next_in = reinterpret_cast<Bytef *>(packed_.data());
  stream_->z.avail_in = static_cast<uInt>(packed_.size());
}

Gunzip::~Gunzip() = default;

std::size_t Gunzip::read(char *to, std::size_t room) {
  z_stream &z = stream_->z;
  z.next_out = reinterpret_cast<Bytef *>(to);
  z.avail_out = static_cast<uInt>(room);
  while (z.avail_out > 0) {
    if (z.avail_in == 0) {
      z.next_in = reinterpret_cast<Bytef *>(packed_.data());
      z.avail_in = static_cast<uInt>(fill_(packed_.data(), packed_.size()));
      if (z.avail_in == 0 && stream_->between_files) break;
      if (z.avail_in == 0) throw Failure("its gzip data end too early: the file is not whole");
    }
    if (stream_->between_files) inflateReset(&z);
    const int status = inflate(&z, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status != Z_OK && status != Z_STREAM_END)
      throw Failure(std::string("its gzip data are damaged") + (z.msg == nullptr ? "" : std::string(": ") + z.msg));
    stream_->between_files = status == Z_STREAM_END;
  }
  return room - z.avail_out;
}

#else

struct Gunzip::Stream {};

Gunzip::Gunzip(std::string_view, Fill) {
  throw Failure("a gzip file, and this command was built without zlib: unpack it first, as by zcat FILE | wald ... -");
}

Gunzip::~Gunzip() = default;

std::size_t Gunzip::read(char *, std::size_t) { return 0; }

#endif

}  // namespace wald::cli

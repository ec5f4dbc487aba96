// libFuzzer: whatever bytes a PNG file holds, the reader gives an image that is what it says or a clear error.
//   png_reader_fuzz [libFuzzer options] CORPUS SEEDS          seeds are made by png_seeds
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <variant>

#include <craton/files/png.h>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

constexpr std::size_t signature_bytes = 8;
constexpr craton::PngLimits limits{.max_side = 2048, .max_pixels = 1 << 18};

void expect(bool holds) {
  if (!holds) std::abort();
}

// The reader wants a path and a plain file; one in memory is both.
class MemoryFile {
 public:
  MemoryFile() : handle_(::memfd_create("png", 0)), path_("/proc/self/fd/" + std::to_string(handle_)) { expect(handle_ >= 0); }

  const std::string& hold(const std::uint8_t* data, std::size_t size) {
    expect(::ftruncate(handle_, 0) == 0);
    for (std::size_t done = 0; done < size;) {
      const ssize_t count = ::pwrite(handle_, data + done, size - done, static_cast<off_t>(done));
      expect(count > 0);
      done += static_cast<std::size_t>(count);
    }
    return path_;
  }

 private:
  int handle_;
  std::string path_;
};

std::uint32_t big_endian(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

// Chunks are length, type, data, checksum. Without this nearly every mutant would end at its first checksum.
void repair_checksums(std::uint8_t* data, std::size_t size) {
  for (std::size_t at = signature_bytes; at < size && size - at >= 12;) {
    const std::size_t length = big_endian(data + at);
    if (length > size - at - 12) return;
    const auto sum = static_cast<std::uint32_t>(::crc32(0, data + at + 4, static_cast<uInt>(length + 4)));
    std::uint8_t* end = data + at + 8 + length;
    for (int i = 0; i < 4; ++i) end[i] = static_cast<std::uint8_t>(sum >> (24 - 8 * i));
    at += 12 + length;
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  size = LLVMFuzzerMutate(data, size, max_size);
  if (seed % 16 == 0) return size;  // some stay broken
  constexpr std::uint8_t signature[signature_bytes] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  if (size > signature_bytes) std::memcpy(data, signature, signature_bytes);
  repair_checksums(data, size);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static MemoryFile file;
  const std::string& path = file.hold(data, size);
  const craton::Result<craton::AnyImage> image = craton::read_png(path, limits);
  if (!image) {
    const craton::Error& error = image.error();
    expect(error.code == craton::ErrorCode::corrupt || error.code == craton::ErrorCode::unsupported);
    expect(error.path == path && !error.message.empty());
    return 0;
  }
  std::visit(
      [](const auto& read) {
        expect(read.width > 0 && read.width <= limits.max_side && read.height > 0 && read.height <= limits.max_side);
        expect(read.pixels.size() == std::size_t{read.width} * read.height && read.pixels.size() <= limits.max_pixels);
      },
      *image);
  // A second reading gives the same pixels: none is left as memory happened to be.
  const craton::Result<craton::AnyImage> again = craton::read_png(path, limits);
  expect(again.ok() && *again == *image);
  return 0;
}

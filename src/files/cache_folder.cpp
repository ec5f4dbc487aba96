#include <craton/files/folder.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <mutex>
#include <new>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include <craton/files/new_file.h>

#include "base/parallel.h"
#include "base/text.h"
#include "files/block_codec.h"
#include "files/checksum.h"
#include "files/unfinished_files.h"
#include "files/world_tables.h"

// A blob is a file <32 hexadecimal digits of its key>.blob: a head of 64-bit words, little endian, then the packed blocks.
//
//   magic and version, key (two words), length of the bytes, then for each block its checksum and its packed length with the
//   coding in the upper half, and last a checksum of the head.

namespace craton {
namespace {

namespace fs = std::filesystem;
using files::block_count;
using files::PackedBlock;

constexpr std::uint64_t magic = 0x32626C42746172C3u;  // changes with the format
constexpr std::size_t fixed_words = 4;
constexpr std::string_view ending = ".blob";

struct BlockPlace {
  files::Coding coding = files::Coding::bytes;
  std::uint64_t checksum = 0, offset = 0;
  std::size_t length = 0;
};

class Handle {
 public:
  explicit Handle(int handle) : handle_(handle) {}
  ~Handle() {
    if (handle_ >= 0) ::close(handle_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator int() const { return handle_; }

 private:
  int handle_;
};

bool read_at(int handle, std::uint64_t offset, std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t count = ::pread(handle, out.data(), out.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    offset += static_cast<std::uint64_t>(count);
    out = out.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

std::vector<std::byte> bytes_of(std::span<const std::uint64_t> words) {
  std::vector<std::byte> bytes;
  bytes.reserve(words.size() * 8);
  for (const std::uint64_t word : words)
    for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<std::byte>(word >> (8 * i)));
  return bytes;
}

std::vector<std::uint64_t> words_of(std::span<const std::byte> bytes) {
  std::vector<std::uint64_t> words(bytes.size() / 8);
  for (std::size_t i = 0; i < bytes.size(); ++i) words[i / 8] |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * (i % 8));
  return words;
}

std::size_t head_bytes(std::uint64_t blocks) { return static_cast<std::size_t>(8 * (fixed_words + 2 * blocks + 1)); }

std::vector<std::byte> head_of(const BlobKey& key, std::uint64_t length, std::span<const BlockPlace> places) {
  std::vector<std::uint64_t> words{magic, key.high, key.low, length};
  for (const BlockPlace& place : places) {
    words.push_back(place.checksum);
    words.push_back(place.length | std::uint64_t{static_cast<std::uint8_t>(place.coding)} << 32);
  }
  words.push_back(files::checksum(bytes_of(words)));
  return bytes_of(words);
}

/// Where the blocks are, of a file that is exactly a blob of this key and length; none where it is not.
std::vector<BlockPlace> places_in(int handle, std::uint64_t file_bytes, const BlobKey& key, std::uint64_t length) {
  const std::uint64_t count = block_count(length);
  std::vector<std::byte> head(head_bytes(count));
  if (file_bytes < head.size() || !read_at(handle, 0, head)) return {};
  const std::vector<std::uint64_t> words = words_of(head);
  if (words[0] != magic || words[1] != key.high || words[2] != key.low || words[3] != length) return {};
  if (words.back() != files::checksum(std::span(head).first(head.size() - 8))) return {};
  std::vector<BlockPlace> places(count);
  std::uint64_t offset = head.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t packed = words[fixed_words + 2 * i + 1];
    places[i] = {static_cast<files::Coding>(packed >> 32), words[fixed_words + 2 * i], offset, packed & 0xFFFFFFFFu};
    if (packed >> 40 != 0 || places[i].length > files::most_packed_bytes()) return {};
    offset += places[i].length;
  }
  if (offset != file_bytes) return {};
  return places;
}

class CacheFolder final : public BlobStore {
 public:
  CacheFolder(std::string folder, std::uint64_t max_bytes) : folder_(std::move(folder)), max_bytes_(max_bytes) {}

  bool has(const BlobKey& key) const override {
    struct stat status {};
    return ::stat(path_of(key).c_str(), &status) == 0 && S_ISREG(status.st_mode);
  }

  bool get(const BlobKey& key, std::span<std::byte> out) override {
    const std::string path = path_of(key);
    const Handle handle(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    struct stat status {};
    if (handle < 0 || ::fstat(handle, &status) != 0 || !S_ISREG(status.st_mode)) return false;
    try {
      if (unpack(handle, static_cast<std::uint64_t>(status.st_size), key, out)) {
        (void)::futimens(handle, nullptr);  // used just now
        return true;
      }
      (void)::unlink(path.c_str());
    } catch (const std::bad_alloc&) {  // not the blob's fault
    }
    return false;
  }

  void put(const BlobKey& key, std::span<const std::byte> bytes) override {
    try {
      const Result<std::uint64_t> stored = pack(key, bytes);
      if (stored && (unswept_ += *stored) >= max_bytes_ / 16) sweep();
    } catch (const std::bad_alloc&) {  // it is only a cache
    }
  }

  /// Throws away the blobs used longest ago until there is room for what is put before the next sweep.
  void sweep() {
    const std::lock_guard lock(sweeping_);
    unswept_ = 0;
    using Blob = std::tuple<std::int64_t, std::int64_t, std::string, std::uint64_t>;  // seconds, nanoseconds, path, bytes
    std::vector<Blob> blobs;
    std::uint64_t total = 0;
    std::error_code failed;
    for (fs::directory_iterator entry(folder_, failed); !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
      const std::string name = entry->path().filename().string();
      if (files::is_part_name(name)) files::remove_if_left_over(entry->path().string());
      if (!is_blob_name(name)) continue;
      struct stat status {};
      if (::lstat(entry->path().c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
      const auto bytes = static_cast<std::uint64_t>(status.st_size);
      blobs.emplace_back(status.st_mtim.tv_sec, status.st_mtim.tv_nsec, entry->path().string(), bytes);
      total += bytes;
    }
    std::sort(blobs.begin(), blobs.end());
    const std::uint64_t most = max_bytes_ - max_bytes_ / 16;
    for (const auto& [seconds, nanoseconds, path, bytes] : blobs) {
      if (total <= most) break;
      (void)::unlink(path.c_str());
      total -= bytes;
    }
  }

 private:
  static bool is_blob_name(std::string_view name) {
    return name.size() == 32 + ending.size() && name.ends_with(ending) &&
           name.substr(0, 32).find_first_not_of("0123456789abcdef") == std::string_view::npos;
  }

  std::string path_of(const BlobKey& key) const {
    return concat({folder_, "/", files::hexadecimal(key.high), files::hexadecimal(key.low), ending});
  }

  Result<std::uint64_t> pack(const BlobKey& key, std::span<const std::byte> bytes) const {
    CRATON_TRY(NewFile file, NewFile::create(path_of(key)));
    std::vector<BlockPlace> places;
    std::uint64_t offset = head_bytes(block_count(bytes.size()));
    CRATON_TRY(files::pack_blocks(bytes, 0, {}, [&](std::uint64_t, const PackedBlock& block) -> Result<void> {
      places.push_back({block.coding, block.checksum, offset, block.packed.size()});
      offset += block.packed.size();
      if (offset > max_bytes_) return Error{ErrorCode::unsupported, "", "larger than the whole cache"};
      return file.write_at(places.back().offset, block.packed);
    }));
    CRATON_TRY(file.write_at(0, head_of(key, bytes.size(), places)));
    CRATON_TRY(file.commit_unsynced());  // its checksums tell what a power cut left of it
    return offset;
  }

  static bool unpack(int handle, std::uint64_t file_bytes, const BlobKey& key, std::span<std::byte> out) {
    const std::vector<BlockPlace> places = places_in(handle, file_bytes, key, out.size());
    if (places.size() != block_count(out.size()) || (places.empty() && file_bytes != head_bytes(0))) return false;
    files::CodecPool codecs;
    std::atomic<bool> good{true};
    const Result<void> done = parallel_blocks(places.size(), 1, {}, [&](std::uint64_t i, std::uint64_t) {
      if (!good) return;
      AlignedVector<std::byte> packed(places[i].length);
      const std::span<std::byte> part = out.subspan(i * files::block_bytes, files::block_size(out.size(), i));
      if (!read_at(handle, places[i].offset, packed) ||
          !files::CodecPool::Lease(codecs)->unpack({places[i].coding, places[i].checksum, packed}, i, part))
        good = false;
    });
    return done && good;
  }

  std::string folder_;
  std::uint64_t max_bytes_;
  std::atomic<std::uint64_t> unswept_{0};  // bytes put since the last sweep
  std::mutex sweeping_;
};

}  // namespace

Result<std::unique_ptr<BlobStore>> cache_in_folder(std::string folder, std::uint64_t max_bytes) {
  if (folder.empty()) return Error{ErrorCode::io, "", "a cache needs a folder: its name is empty"};
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return Error{ErrorCode::io, folder, "cannot make the folder of the cache: " + failed.message()};
  CRATON_TRY(check_writable(folder + "/cache"));
  auto cache = std::make_unique<CacheFolder>(std::move(folder), max_bytes);
  cache->sweep();
  return std::unique_ptr<BlobStore>(std::move(cache));
}

}  // namespace craton

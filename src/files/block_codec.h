#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include "base/aligned.h"
#include "base/function_ref.h"
#include "base/pool.h"
#include "files/checksum.h"

/// Long arrays as compressed blocks with checksums, for the cache and for world files (docs/world-file.md).
namespace craton::files {

/// Of the bytes before they are packed; the last block of an array may be shorter. Fixed: part of the formats.
inline constexpr std::size_t block_bytes = std::size_t{1} << 20;

constexpr std::uint64_t block_count(std::uint64_t raw_bytes) { return raw_bytes / block_bytes + (raw_bytes % block_bytes != 0); }
constexpr std::size_t block_size(std::uint64_t raw_bytes, std::uint64_t block) {
  const std::uint64_t begin = block * block_bytes;
  return static_cast<std::size_t>(raw_bytes - begin < block_bytes ? raw_bytes - begin : block_bytes);
}

/// What is done to the bytes before zstd sees them.
enum class Coding : std::uint8_t {
  bytes = 1,  ///< nothing
  words = 4,  ///< 32-bit words as differences to the one before, signs last, then all first bytes, all second bytes, …
};

/// A block as it is kept. `checksum` is that of the bytes before packing, with the block's number in its file as start; blocks of
/// old files bring the function that made it.
struct PackedBlock {
  Coding coding = Coding::bytes;
  std::uint64_t checksum = 0;
  std::span<const std::byte> packed;
  ChecksumFunction* checksum_of = files::checksum;
};

/// No packed block is longer.
std::size_t most_packed_bytes();

/// What one thread needs to pack or unpack a block.
class BlockCodec {
 public:
  BlockCodec();
  ~BlockCodec();
  BlockCodec(const BlockCodec&) = delete;
  BlockCodec& operator=(const BlockCodec&) = delete;

  /// Into `room`, which has most_packed_bytes(). The same bytes give the same block with the same version of zstd.
  PackedBlock pack(std::span<const std::byte> raw, std::uint64_t number, std::span<std::byte> room);
  /// Fills `out`; false where the block is not exactly that, whatever it holds.
  bool unpack(const PackedBlock& block, std::uint64_t number, std::span<std::byte> out);

 private:
  Coding better_coding(std::span<const std::byte> raw, std::span<std::byte> room);
  std::size_t squeezed(std::span<const std::byte> plain, std::span<std::byte> room);

  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
  AlignedVector<std::byte> plain_;
};

using CodecPool = Pool<BlockCodec>;

/// Packs an array in parallel and hands its blocks to `take` in order, in the caller's thread; block i has the number
/// first_number + i. Holds a dozen packed blocks at a time. Progress is the taker's business.
Result<void> pack_blocks(std::span<const std::byte> raw, std::uint64_t first_number, const Execution& execution,
                         FunctionRef<Result<void>(std::uint64_t block, const PackedBlock&)> take);

/// One block of an array to come, with room for its packed bytes.
struct BlockRoom {
  PackedBlock block;
  AlignedVector<std::byte> room;
};

/// The way back: `fetch` is asked for the blocks in order, in the caller's thread, and sets `block` (with `room` to keep its
/// bytes in, if it wants); `damaged` makes the error of a block that is not what it should be.
Result<void> unpack_blocks(std::span<std::byte> out, std::uint64_t first_number, const Execution& execution,
                           FunctionRef<Result<void>(std::uint64_t block, BlockRoom&)> fetch,
                           FunctionRef<Error(std::uint64_t block)> damaged);

}  // namespace craton::files

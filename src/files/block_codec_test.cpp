#include "files/block_codec.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <cstring>
#include <functional>

namespace craton::files {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(std::size_t length, const std::function<std::uint32_t(std::size_t)>& word) {
  Bytes bytes(length);
  for (std::size_t i = 0; i < length; ++i) bytes[i] = static_cast<std::byte>(word(i / 4) >> (8 * (i % 4)));
  return bytes;
}

std::uint32_t float_bits(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return bits;
}

Bytes slope(std::size_t length) {
  return bytes_of(length, [](std::size_t i) { return float_bits(100.0f + 0.01f * static_cast<float>(i % 5000)); });
}
Bytes noise(std::size_t length) {
  return bytes_of(length, [state = 1u](std::size_t i) mutable {
    state = (static_cast<std::uint32_t>(i) + 1) * 0x9E3779B9u;
    state ^= state >> 15;
    return state * 0x85EBCA6Bu ^ state;
  });
}
Bytes coasts(std::size_t length) {
  Bytes bytes(length);
  for (std::size_t i = 0; i < length; ++i) bytes[i] = static_cast<std::byte>(i / 777 * 2654435761u >> 30);
  return bytes;
}

struct Kept {
  PackedBlock block;
  Bytes packed;
};

std::vector<Kept> packed(const Bytes& raw, std::uint64_t first, unsigned threads) {
  std::vector<Kept> kept;
  const Result<void> done =
      pack_blocks(raw, first, {threads}, [&](std::uint64_t block, const PackedBlock& given) -> Result<void> {
        EXPECT_EQ(block, kept.size());
        kept.push_back({given, Bytes(given.packed.begin(), given.packed.end())});
        return {};
      });
  EXPECT_TRUE(done);
  for (Kept& one : kept) one.block.packed = one.packed;
  return kept;
}

Result<void> unpacked(const std::vector<Kept>& kept, std::uint64_t first, unsigned threads, Bytes& out) {
  return unpack_blocks(
      out, first, {threads},
      [&](std::uint64_t block, BlockRoom& room) -> Result<void> {
        room.block = kept.at(block).block;
        return {};
      },
      [](std::uint64_t block) {
        return Error{ErrorCode::corrupt, "", "block " + std::to_string(block)};
      });
}

TEST(BlockCodec, RoundTripsWhateverTheLengthAndContent) {
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{4}, std::size_t{4097},
                                   block_bytes - 1, block_bytes, block_bytes + 1, 3 * block_bytes + 6}) {
    for (const Bytes& raw : {slope(length), noise(length), coasts(length), Bytes(length)}) {
      const std::vector<Kept> kept = packed(raw, 5, 0);
      EXPECT_EQ(kept.size(), block_count(length));
      Bytes back(length, std::byte{0xAA});
      const Result<void> done = unpacked(kept, 5, 0, back);
      ASSERT_TRUE(done) << done.error().message;
      EXPECT_EQ(back, raw);
    }
  }
}

TEST(BlockCodec, DoesNotDependOnThreads) {
  const Bytes raw = slope(40 * block_bytes + 12);
  const std::vector<Kept> alone = packed(raw, 0, 1), many = packed(raw, 0, 8);
  ASSERT_EQ(alone.size(), many.size());
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i].packed, many[i].packed);
    EXPECT_EQ(alone[i].block.checksum, many[i].block.checksum);
    EXPECT_EQ(alone[i].block.coding, many[i].block.coding);
  }
}

TEST(BlockCodec, ChoosesTheCodingByWhatIsThere) {
  const auto coding = [](const Bytes& raw) { return packed(raw, 0, 1).front().block.coding; };
  EXPECT_EQ(coding(slope(block_bytes)), Coding::words);
  EXPECT_EQ(coding(coasts(block_bytes)), Coding::bytes);
  const auto bytes = [](const Bytes& raw) { return packed(raw, 0, 1).front().packed.size(); };
  EXPECT_LT(bytes(slope(block_bytes)), block_bytes / 3);
  EXPECT_LT(bytes(coasts(block_bytes)), block_bytes / 100);
  EXPECT_LT(bytes(Bytes(block_bytes)), 200u);
  EXPECT_LT(bytes(noise(block_bytes)), block_bytes + 100);
}

// Part of the format of world files (docs/world-file.md): this never changes.
TEST(BlockCodec, WordsAreSplitAsTheFormatSays) {
  Bytes raw = slope(20'003);
  const std::uint32_t first[] = {0x11223344, 0x11223343, 0xFFFFFFFF, 0, 0x80000000};
  std::memcpy(raw.data(), first, sizeof first);
  const Kept block = packed(raw, 0, 1).front();
  ASSERT_EQ(block.block.coding, Coding::words);
  Bytes plain(raw.size());
  ASSERT_EQ(ZSTD_decompress(plain.data(), plain.size(), block.packed.data(), block.packed.size()), raw.size());
  const auto word = [&](std::size_t i) {
    std::uint32_t value = 0;
    for (std::size_t b = 0; b < 4; ++b) value |= std::to_integer<std::uint32_t>(plain[b * 5000 + i]) << (8 * b);
    return value;
  };
  EXPECT_EQ(word(0), 0x22446688u);
  EXPECT_EQ(word(1), 1u);  // one less than before
  EXPECT_EQ(word(2), 2 * (0x11223343u + 1) - 1);
  EXPECT_EQ(word(3), 2u);  // one more, around the end
  EXPECT_EQ(word(4), 0xFFFFFFFFu);
  EXPECT_EQ(Bytes(plain.end() - 3, plain.end()), Bytes(raw.end() - 3, raw.end()));
}

TEST(BlockCodec, EveryDamageIsSeen) {
  const Bytes raw = slope(9000);
  std::vector<Kept> kept = packed(raw, 3, 1);
  Bytes back(raw.size());
  const auto expect_damaged = [&](std::uint64_t first) {
    const Result<void> done = unpacked(kept, first, 1, back);
    EXPECT_FALSE(done);
  };
  for (std::size_t place = 0; place < kept[0].packed.size(); ++place) {
    const std::byte before = kept[0].packed[place];
    kept[0].packed[place] ^= static_cast<std::byte>(1 << place % 8);
    const Result<void> done = unpacked(kept, 3, 1, back);
    if (done) { EXPECT_EQ(back, raw); }  // some bits of a zstd frame mean nothing
    kept[0].packed[place] = before;
  }
  for (std::size_t length = 0; length < kept[0].packed.size(); length += 7) {
    kept[0].block.packed = std::span(kept[0].packed).first(length);
    expect_damaged(3);
  }
  kept[0].block.packed = kept[0].packed;
  expect_damaged(4);  // another block's place
  kept[0].block.checksum ^= 1;
  expect_damaged(3);
  kept[0].block.checksum ^= 1;
  kept[0].block.coding = Coding::bytes;
  expect_damaged(3);
  kept[0].block.coding = static_cast<Coding>(9);
  expect_damaged(3);
  kept[0].block.coding = Coding::words;
  back.resize(raw.size() + 1);
  expect_damaged(3);
  back.resize(raw.size() - 1);
  expect_damaged(3);
  back.resize(raw.size());
  EXPECT_TRUE(unpacked(kept, 3, 1, back));
}

TEST(BlockCodec, StopsWhenTheTakerFailsOrSomebodyCancels) {
  const Bytes raw(100 * block_bytes);
  int taken = 0;
  const Result<void> failed = pack_blocks(raw, 0, {1}, [&](std::uint64_t, const PackedBlock&) -> Result<void> {
    ++taken;
    return Error{ErrorCode::io, "", "full"};
  });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::io);
  EXPECT_EQ(taken, 1);
  CancelToken cancel;
  const Result<void> cancelled =
      pack_blocks(raw, 0, {1, nullptr, &cancel}, [&](std::uint64_t, const PackedBlock&) -> Result<void> {
        cancel.cancel();
        return {};
      });
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace craton::files

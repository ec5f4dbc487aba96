// A film is read back by what the specification says of its chunks: every frame is put together again, pixel by pixel.
#include <craton/files/apng.h>

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <vector>

#include <craton/files/png.h>

#include "files/test_folder.h"

namespace craton {
namespace {

using files::content_of;
using files::put;
using files::TestFolder;

struct Chunk {
  std::string name, data;
};

std::uint32_t number_at(const std::string& bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<std::uint8_t>(bytes.at(at + i));
  return number;
}

std::string number_bytes(std::uint32_t number) {
  std::string bytes;
  for (const int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<char>(number >> shift));
  return bytes;
}

std::uint32_t checksum_of(const std::string& bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

std::vector<Chunk> chunks_of(const std::string& file) {
  std::vector<Chunk> chunks;
  EXPECT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1a\n");
  for (std::size_t at = 8; at < file.size();) {
    const std::uint32_t length = number_at(file, at);
    chunks.push_back({file.substr(at + 4, 4), file.substr(at + 8, length)});
    EXPECT_EQ(number_at(file, at + 8 + length), checksum_of(chunks.back().name + chunks.back().data)) << chunks.back().name;
    at += 12 + length;
  }
  return chunks;
}

std::string chunk_bytes(const Chunk& chunk) {
  return number_bytes(static_cast<std::uint32_t>(chunk.data.size())) + chunk.name + chunk.data +
         number_bytes(checksum_of(chunk.name + chunk.data));
}

struct ReadFrame {
  Rgb8Image image;  // the whole picture after this frame
  std::uint32_t milliseconds = 0, part_pixels = 0;
};

/// Plays the film; also checks the order and the numbers of its chunks.
class Player {
 public:
  explicit Player(const std::string& path) : chunks_(chunks_of(content_of(path))) {}

  std::vector<ReadFrame> play() {
    std::uint32_t sequence = 0, promised = 0;
    std::string data;
    for (const Chunk& chunk : chunks_) {
      if (chunk.name == "IHDR") header_ = chunk.data;
      if (chunk.name == "acTL") promised = number_at(chunk.data, 0);
      const bool numbered = chunk.name == "fcTL" || chunk.name == "fdAT";
      if (numbered) {
        EXPECT_EQ(number_at(chunk.data, 0), sequence);
        ++sequence;
      }
      if (chunk.name == "fcTL" || chunk.name == "IEND") show(data);
      if (chunk.name == "fcTL") control_ = chunk.data;
      if (chunk.name == "IDAT") data += chunk.data;
      if (chunk.name == "fdAT") data += chunk.data.substr(4);
    }
    EXPECT_EQ(promised, frames_.size());
    return std::move(frames_);
  }

 private:
  void show(std::string& data) {
    if (data.empty()) return;
    const std::uint32_t width = number_at(control_, 4), height = number_at(control_, 8);
    const std::uint32_t left = number_at(control_, 12), top = number_at(control_, 16);
    TestFolder folder;
    put(folder.path("part.png"), "\x89PNG\r\n\x1a\n" +
                                     chunk_bytes({"IHDR", number_bytes(width) + number_bytes(height) + header_.substr(8)}) +
                                     chunk_bytes({"IDAT", data}) + chunk_bytes({"IEND", ""}));
    data.clear();
    const Result<AnyImage> part = read_png(folder.path("part.png"));
    ASSERT_TRUE(part) << part.error().to_string();
    const auto& pixels = std::get<Rgb8Image>(*part);
    Rgb8Image whole = frames_.empty() ? Rgb8Image(number_at(header_, 0), number_at(header_, 4)) : frames_.back().image;
    for (std::uint32_t y = 0; y < height; ++y)
      for (std::uint32_t x = 0; x < width; ++x) whole.at(left + x, top + y) = pixels.at(x, y);
    const auto delay =
        static_cast<std::uint32_t>(static_cast<std::uint8_t>(control_[20]) * 256 + static_cast<std::uint8_t>(control_[21]));
    frames_.push_back({std::move(whole), delay, width * height});
  }

  std::vector<Chunk> chunks_;
  std::string header_, control_;
  std::vector<ReadFrame> frames_;
};

Rgb8Image picture(std::uint32_t width, std::uint32_t height, std::uint32_t state) {
  Rgb8Image image(width, height);
  for (Rgb8& pixel : image.pixels) {
    state = state * 1664525u + 1013904223u;
    pixel = {static_cast<std::uint8_t>(state >> 24), static_cast<std::uint8_t>(state >> 16),
             static_cast<std::uint8_t>(state >> 9)};
  }
  return image;
}

TEST(Apng, PlaysWhatWasAdded) {
  std::vector<Rgb8Image> frames{picture(61, 47, 1), picture(61, 47, 2)};
  frames.push_back(frames.back());  // nothing changes
  frames.push_back(frames.back());  // one corner does
  frames.back().at(60, 46) = {1, 2, 3};
  frames.push_back(frames.back());  // a part in the middle
  for (std::uint32_t y = 10; y < 20; ++y)
    for (std::uint32_t x = 30; x < 33; ++x) frames.back().at(x, y) = {0, 0, static_cast<std::uint8_t>(x + y)};
  TestFolder folder;
  const std::string path = folder.path("film.png");
  {
    Result<ApngFile> film = ApngFile::create(path);
    ASSERT_TRUE(film) << film.error().to_string();
    for (std::size_t i = 0; i < frames.size(); ++i)
      ASSERT_TRUE(film->add(frames[i], static_cast<std::uint32_t>(80 + 1000 * i), {.threads = 2}));
    ASSERT_TRUE(film->commit());
    EXPECT_EQ(film->frames(), frames.size());
  }
  const std::vector<ReadFrame> seen = Player(path).play();
  ASSERT_EQ(seen.size(), frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    EXPECT_TRUE(seen[i].image == frames[i]) << i;
    EXPECT_EQ(seen[i].milliseconds, 80 + 1000 * i);
  }
  EXPECT_EQ(seen[2].part_pixels, 1u);
  EXPECT_EQ(seen[3].part_pixels, 1u);
  EXPECT_EQ(seen[4].part_pixels, 30u);
  const Result<AnyImage> still = read_png(path);
  ASSERT_TRUE(still) << still.error().to_string();
  EXPECT_TRUE(std::get<Rgb8Image>(*still) == frames.front());
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(Apng, RefusesWhatIsNoFilmAndLeavesNothing) {
  TestFolder folder;
  {
    Result<ApngFile> film = ApngFile::create(folder.path("film.png"));
    ASSERT_TRUE(film);
    EXPECT_FALSE(film->commit());
    EXPECT_FALSE(film->add(Rgb8Image(), 80));
    EXPECT_FALSE(film->add(Rgb8Image(4, 4), 0));
    EXPECT_FALSE(film->add(Rgb8Image(4, 4), 70000));
    EXPECT_TRUE(film->add(Rgb8Image(4, 4), 80));
    EXPECT_FALSE(film->add(Rgb8Image(5, 4), 80));
  }
  EXPECT_EQ(folder.entries(), 0u);
  EXPECT_FALSE(ApngFile::create(folder.path("no/such/film.png")));
}

}  // namespace
}  // namespace craton

#include <craton/files/vox_file.h>

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "files/test_folder.h"

namespace craton {
namespace {

using files::content_of;
using files::TestFolder;

using Place = std::array<int, 3>;

/// Reads .vox files by the specification, and not by the writer; throws where something is not as it must be.
class VoxReader {
 public:
  explicit VoxReader(std::string bytes) : bytes_(std::move(bytes)) {
    need(bytes_.compare(0, 4, "VOX ") == 0 && number(4) >= 150 && bytes_.compare(8, 4, "MAIN") == 0, "head");
    need(number(12) == 0 && static_cast<std::size_t>(number(16)) + 20 == bytes_.size(), "length");
    for (std::size_t at = 20; at < bytes_.size();) {
      const std::string id = bytes_.substr(at, 4);
      const auto length = static_cast<std::size_t>(number(at + 4));
      need(number(at + 8) == 0 && at + 12 + length <= bytes_.size(), "chunk");
      at_ = at + 12;
      end_ = at_ + length;
      read(id);
      need(at_ == end_, "a chunk is longer than what it holds");
      at = end_;
    }
    walk(0, {0, 0, 0});
    need(shown_.size() == sizes_.size(), "a model that no node shows");
  }

  std::map<Place, std::array<std::uint8_t, 3>> voxels;  ///< by their place in the scene
  std::vector<Place> sizes() const { return sizes_; }

 private:
  static void need(bool holds, const char* what) {
    if (!holds) throw std::runtime_error(what);
  }
  std::int32_t number(std::size_t at) const {
    std::int32_t value = 0;
    need(at + 4 <= bytes_.size(), "end");
    std::memcpy(&value, bytes_.data() + at, 4);
    return value;
  }
  std::int32_t next() {
    at_ += 4;
    return number(at_ - 4);
  }
  std::string next_text() {
    const auto length = static_cast<std::size_t>(next());
    at_ += length;
    return bytes_.substr(at_ - length, length);
  }
  std::map<std::string, std::string> next_dictionary() {
    std::map<std::string, std::string> dictionary;
    for (std::int32_t left = next(); left > 0; --left) {
      const std::string key = next_text();
      dictionary[key] = next_text();
    }
    return dictionary;
  }

  void read(const std::string& id) {
    if (id == "SIZE") {
      sizes_.push_back({});
      for (int& side : sizes_.back()) {
        side = next();
        need(side > 0 && side <= 256, "size");
      }
    } else if (id == "XYZI") {
      models_.resize(sizes_.size());
      for (std::int32_t left = next(); left > 0; --left) {
        const auto voxel = static_cast<std::uint32_t>(next());
        models_.back().push_back(voxel);
        for (std::size_t k = 0; k < 3; ++k) need(static_cast<int>(voxel >> (8 * k) & 255) < sizes_.back()[k], "voxel");
      }
    } else if (id == "RGBA") {
      for (std::uint32_t& colour : palette_) colour = static_cast<std::uint32_t>(next());
    } else {
      const std::int32_t node = next();
      next_dictionary();
      if (id == "nTRN") {
        children_[node] = {next()};
        next();
        next();
        need(next() == 1, "frames");
        std::istringstream(next_dictionary()["_t"]) >> moves_[node][0] >> moves_[node][1] >> moves_[node][2];
      } else if (id == "nGRP") {
        for (std::int32_t left = next(); left > 0; --left) children_[node].push_back(next());
      } else {
        need(id == "nSHP" && next() == 1, "shape");
        shapes_[node] = next();
        next_dictionary();
      }
    }
  }

  void walk(std::int32_t node, Place at) {
    if (moves_.contains(node))
      for (std::size_t k = 0; k < 3; ++k) at[k] += moves_[node][k];
    for (const std::int32_t child : children_[node]) walk(child, at);
    if (!shapes_.contains(node)) return;
    const auto model = static_cast<std::size_t>(shapes_[node]);
    need(shown_.insert(model).second, "a model is shown twice");
    for (const std::uint32_t voxel : models_.at(model)) {
      Place place{};
      for (std::size_t k = 0; k < 3; ++k) place[k] = at[k] - sizes_[model][k] / 2 + static_cast<int>(voxel >> (8 * k) & 255);
      const std::uint32_t colour = palette_.at((voxel >> 24) - 1);
      need(voxels
               .emplace(place,
                        std::array<std::uint8_t, 3>{static_cast<std::uint8_t>(colour), static_cast<std::uint8_t>(colour >> 8),
                                                    static_cast<std::uint8_t>(colour >> 16)})
               .second,
           "two voxels at one place");
    }
  }

  std::string bytes_;
  std::size_t at_ = 0, end_ = 0;
  std::vector<Place> sizes_;
  std::vector<std::vector<std::uint32_t>> models_;
  std::array<std::uint32_t, 256> palette_{};
  std::map<std::int32_t, std::vector<std::int32_t>> children_;
  std::map<std::int32_t, Place> moves_;
  std::map<std::int32_t, std::int32_t> shapes_;
  std::set<std::size_t> shown_;
};

/// Every voxel of the volume is in the file, and nothing else.
void expect_same(const VoxReader& vox, const VoxelVolume& volume) {
  std::size_t count = 0;
  for (std::uint32_t z = 0; z < volume.height; ++z)
    for (std::uint32_t y = 0; y < volume.length; ++y)
      for (std::uint32_t x = 0; x < volume.width; ++x) {
        const std::uint8_t voxel = volume.at(x, y, z);
        if (voxel == 0) continue;
        ++count;
        const auto found =
            vox.voxels.find({static_cast<int>(x) - static_cast<int>(volume.width / 2),
                             static_cast<int>(volume.length - 1 - y) - static_cast<int>(volume.length / 2), static_cast<int>(z)});
        ASSERT_NE(found, vox.voxels.end()) << x << " " << y << " " << z;
        ASSERT_EQ(found->second, volume.palette[std::size_t{voxel} - 1]);
      }
  EXPECT_EQ(vox.voxels.size(), count);
}

TEST(VoxFile, HoldsTheWorld) {
  const TestFolder folder;
  const VoxelWorld world = *VoxelWorld::make({}, Seed{7});
  const ChunkPlace centre{40, -3};
  const VoxelVolume volume = *voxel_volume(world, centre, 1);
  ASSERT_TRUE(write_vox(folder.path("a.vox"), volume));
  const VoxReader vox(content_of(folder.path("a.vox")));
  expect_same(vox, volume);
  // The volume itself is the world.
  const VoxelVolume bare = *voxel_volume(world, centre, 1, false);
  const auto side = static_cast<std::uint32_t>(world.params().chunk_side);
  std::size_t wrong = 0;
  for (std::uint32_t y = 0; y < 3 * side; ++y)
    for (std::uint32_t x = 0; x < 3 * side; x += side) {
      const VoxelChunk chunk = *world.chunk({centre.x - 1 + x / side, centre.y - 1 + y / side});
      for (std::uint32_t i = 0; i < side; ++i)
        for (std::uint32_t z = 0; z < static_cast<std::uint32_t>(chunk.height()); ++z) {
          const GroundId ground = chunk.at(static_cast<int>(i), static_cast<int>(y % side), static_cast<int>(z));
          wrong += ground != (z < bare.height ? bare.at(x + i, y, z) : 0);
        }
    }
  EXPECT_EQ(wrong, 0U);
}

TEST(VoxFile, LargeAreasAreManyModels) {
  const TestFolder folder;
  VoxelVolume volume{.width = 300, .length = 257, .height = 3, .voxels = {}, .palette = {{1, 2, 3}, {4, 5, 6}}};
  volume.voxels.resize(std::size_t{300} * 257 * 3);
  for (std::size_t i = 0; i < volume.voxels.size(); i += 7) volume.voxels[i] = static_cast<std::uint8_t>(1 + i % 2);
  ASSERT_TRUE(write_vox(folder.path("a.vox"), volume));
  const VoxReader vox(content_of(folder.path("a.vox")));
  EXPECT_EQ(vox.sizes().size(), 4U);
  expect_same(vox, volume);
}

TEST(VoxFile, PlantsStandOnTheGround) {
  const VoxelWorld world = *VoxelWorld::make({}, Seed{7});
  std::size_t more = 0, moved = 0;
  for (std::int64_t x = 0; x < 8; ++x) {
    const VoxelVolume bare = *voxel_volume(world, {3 * x, 0}, 1, false), grown = *voxel_volume(world, {3 * x, 0}, 1, true);
    ASSERT_LE(bare.height, grown.height);
    EXPECT_TRUE(std::equal(bare.palette.begin(), bare.palette.end(), grown.palette.begin()));
    EXPECT_LE(grown.palette.size(), 255U);
    for (std::size_t i = 0; i < bare.voxels.size(); ++i) moved += bare.voxels[i] != 0 && grown.voxels[i] != bare.voxels[i];
    for (std::size_t i = 0; i < grown.voxels.size(); ++i)
      more += grown.voxels[i] != 0 && (i >= bare.voxels.size() || bare.voxels[i] == 0);
  }
  EXPECT_EQ(moved, 0U);
  EXPECT_GT(more, 1000U);
}

// Two regions side by side are the two halves of one, crowns that reach over the border and colours included.
TEST(VoxFile, NeighboursAreAsInOneVolume) {
  for (const std::uint64_t seed : {5U, 7U}) {
    const VoxelWorld world = *VoxelWorld::make({}, Seed{seed});
    const VoxelVolume all = *voxel_volume(world, {0, 0}, 4), part = *voxel_volume(world, {-3, 2}, 1);
    EXPECT_EQ(all.palette, part.palette);
    const std::uint32_t x0 = 0, y0 = 5 * 16;  // chunks −4 … −2 of −4 … 4, and 1 … 3
    std::size_t wrong = 0, plants = 0;
    for (std::uint32_t z = 0; z < std::max(all.height, part.height); ++z)
      for (std::uint32_t y = 0; y < part.length; ++y)
        for (std::uint32_t x = 0; x < part.width; ++x) {
          const int there = z < all.height ? all.at(x0 + x, y0 + y, z) : 0, here = z < part.height ? part.at(x, y, z) : 0;
          wrong += there != here;
          plants += static_cast<std::size_t>(here) >= world.table().grounds.size();
        }
    EXPECT_EQ(wrong, 0U) << seed;
    EXPECT_GT(plants, 100U) << seed;
  }
}

TEST(VoxFile, BadVolumesAreErrors) {
  const TestFolder folder;
  const std::string path = folder.path("a.vox");
  EXPECT_FALSE(write_vox(path, {.width = 2, .length = 1, .height = 1, .voxels = {1}, .palette = {{}}}));
  EXPECT_FALSE(write_vox(path, {.width = 1, .length = 1, .height = 1, .voxels = {2}, .palette = {{}}}));
  EXPECT_EQ(folder.entries(), 0U);
  const VoxelWorld world = *VoxelWorld::make({}, Seed{7});
  EXPECT_FALSE(voxel_volume(world, {}, -1));
  EXPECT_FALSE(voxel_volume(world, {std::int64_t{1} << 60, 0}, 0));
}

}  // namespace
}  // namespace craton

// ephtracy 2016 … 2020, "MagicaVoxel .vox File Format" and its extension for scenes.
#include <craton/files/vox_file.h>

#include <algorithm>

#include "base/text.h"
#include "files/byte_writer.h"

namespace craton {
namespace {

using files::ByteWriter;

constexpr std::uint32_t largest_model = 256;

/// A box of the volume that is a model.
struct Box {
  std::uint32_t x, y, z, width, length, height;  // y as in the volume: to the south
  std::uint64_t voxels = 0;
};

std::vector<Box> boxes_of(const VoxelVolume& volume) {
  std::vector<Box> boxes;
  for (std::uint32_t z = 0; z < volume.height; z += largest_model)
    for (std::uint32_t y = 0; y < volume.length; y += largest_model)
      for (std::uint32_t x = 0; x < volume.width; x += largest_model) {
        Box box{x,
                y,
                z,
                std::min(largest_model, volume.width - x),
                std::min(largest_model, volume.length - y),
                std::min(largest_model, volume.height - z)};
        for (std::uint32_t k = 0; k < box.height; ++k)
          for (std::uint32_t j = 0; j < box.length; ++j)
            for (std::uint32_t i = 0; i < box.width; ++i) box.voxels += volume.at(x + i, y + j, z + k) != 0;
        if (box.voxels > 0) boxes.push_back(box);
      }
  return boxes;
}

/// Bytes of a chunk of the scene, gathered before its head is written.
class Chunk {
 public:
  explicit Chunk(std::string_view id) : id_(id) {}
  Chunk& number(std::int64_t value) {
    for (int byte = 0; byte < 4; ++byte) content_.push_back(static_cast<char>(value >> (8 * byte) & 255));
    return *this;
  }
  Chunk& text(std::string_view value) {
    number(static_cast<std::int64_t>(value.size()));
    content_ += value;
    return *this;
  }
  std::uint64_t size() const { return 12 + content_.size(); }
  void write(ByteWriter& out) const {
    out.text(id_);
    out.bytes(static_cast<std::uint32_t>(content_.size()));
    out.bytes(std::uint32_t{0});
    out.text(content_);
  }

 private:
  std::string id_, content_;
};

/// Nodes: the root's place (0), the group of all models (1), then a place and a shape for each.
std::vector<Chunk> scene_of(const std::vector<Box>& boxes, const VoxelVolume& volume) {
  std::vector<Chunk> chunks;
  chunks.push_back(Chunk("nTRN").number(0).number(0).number(1).number(-1).number(-1).number(1).number(0));
  Chunk group("nGRP");
  group.number(1).number(0).number(static_cast<std::int64_t>(boxes.size()));
  for (std::size_t i = 0; i < boxes.size(); ++i) group.number(static_cast<std::int64_t>(2 + 2 * i));
  chunks.push_back(std::move(group));
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box& box = boxes[i];
    // A model is placed by its voxel in the middle.
    const std::int64_t north = std::int64_t{volume.length} - box.y - box.length;
    const std::int64_t x = std::int64_t{box.x} + box.width / 2 - volume.width / 2;
    const std::int64_t y = north + box.length / 2 - volume.length / 2;
    const std::int64_t z = box.z + box.height / 2;
    const auto node = static_cast<std::int64_t>(2 + 2 * i);
    chunks.push_back(
        Chunk("nTRN").number(node).number(0).number(node + 1).number(-1).number(0).number(1).number(1).text("_t").text(
            concat({std::to_string(x), " ", std::to_string(y), " ", std::to_string(z)})));
    chunks.push_back(Chunk("nSHP").number(node + 1).number(0).number(1).number(static_cast<std::int64_t>(i)).number(0));
  }
  return chunks;
}

Result<void> write_model(ByteWriter& out, const Box& box, const VoxelVolume& volume) {
  Chunk("SIZE").number(box.width).number(box.length).number(box.height).write(out);
  out.text("XYZI");
  out.bytes(static_cast<std::uint32_t>(4 + 4 * box.voxels));
  out.bytes(std::uint32_t{0});
  out.bytes(static_cast<std::uint32_t>(box.voxels));
  for (std::uint32_t z = 0; z < box.height; ++z)
    for (std::uint32_t y = 0; y < box.length; ++y) {
      for (std::uint32_t x = 0; x < box.width; ++x) {
        const std::uint8_t voxel = volume.at(box.x + x, box.y + box.length - 1 - y, box.z + z);
        if (voxel == 0) continue;
        for (const std::uint32_t byte : {x, y, z, std::uint32_t{voxel}}) out.bytes(static_cast<std::uint8_t>(byte));
      }
      CRATON_TRY(out.pass_on());
    }
  return {};
}

void write_palette(ByteWriter& out, const VoxelVolume& volume) {
  out.text("RGBA");
  out.bytes(std::uint32_t{1024});
  out.bytes(std::uint32_t{0});
  for (std::size_t i = 0; i < 256; ++i) {
    for (std::size_t k = 0; k < 3; ++k) out.bytes(i < volume.palette.size() ? volume.palette[i][k] : std::uint8_t{0});
    out.bytes(std::uint8_t{255});
  }
}

Result<void> check(const std::string& path, const VoxelVolume& volume) {
  const auto wrong = [&](std::string message) { return Error{ErrorCode::invalid_value, path, std::move(message)}; };
  if (volume.palette.size() > 255) return wrong(concat({std::to_string(volume.palette.size()), " colours; allowed: up to 255"}));
  if (volume.voxels.size() != std::uint64_t{volume.width} * volume.length * volume.height)
    return wrong("the voxels do not fill the box");
  for (const std::uint8_t voxel : volume.voxels)
    if (voxel > volume.palette.size())
      return wrong(concat({"a voxel has colour ", std::to_string(voxel), ", which is not there"}));
  return {};
}

}  // namespace

Result<void> write_vox(const std::string& path, const VoxelVolume& volume) {
  CRATON_TRY(check(path, volume));
  const std::vector<Box> boxes = boxes_of(volume);
  const std::vector<Chunk> scene = scene_of(boxes, volume);
  std::uint64_t bytes = 12 + 1024;
  for (const Box& box : boxes) bytes += 24 + 16 + 4 * box.voxels;
  for (const Chunk& chunk : scene) bytes += chunk.size();
  if (bytes > 0x7fffffff)
    return Error{ErrorCode::unsupported, path, "the area takes more than the 2 GiB that .vox files hold; take a smaller one"};
  CRATON_TRY(NewFile file, NewFile::create(path));
  ByteWriter out(file);
  out.text("VOX ");
  out.bytes(std::uint32_t{150});
  out.text("MAIN");
  out.bytes(std::uint32_t{0});
  out.bytes(static_cast<std::uint32_t>(bytes));
  for (const Box& box : boxes) CRATON_TRY(write_model(out, box, volume));
  for (const Chunk& chunk : scene) chunk.write(out);
  write_palette(out, volume);
  CRATON_TRY(out.finish());
  return file.commit();
}

}  // namespace craton

#include "picture/plant_stamps.h"

#include <algorithm>
#include <cmath>

#include <craton/base/hash.h>

namespace craton::picture {
namespace {

Colour srgb(unsigned code) {
  return linear_from_srgb(
      {static_cast<std::uint8_t>(code >> 16), static_cast<std::uint8_t>(code >> 8), static_cast<std::uint8_t>(code)});
}

bool has(const std::string& name, std::string_view part) { return name.find(part) != std::string::npos; }

/// A small number that depends on a place alone.
unsigned hash_at(int x, int y, int z) {
  return static_cast<unsigned>(mix64(static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15U +
                                     static_cast<std::uint64_t>(y) * 0xd1b54a32d192ed03U +
                                     static_cast<std::uint64_t>(z) * 0x2545f4914f6cdd1dU + 1));
}

int rounded(float value) { return static_cast<int>(std::lround(value)); }

}  // namespace

PlantStamps::PlantStamps(VoxelScene& scene, std::span<const std::string> species) : scene_(scene) {
  for (const std::string& name : species) looks_.push_back(look_of(name));
}

PlantStamps::Look PlantStamps::look_of(const std::string& name) {
  if (has(name, "oak") || has(name, "beech") || has(name, "maple"))
    return {Form::broad, add(srgb(0x6b4a30), 0.1F), add(srgb(0x4c8534), 0.16F)};
  if (has(name, "birch") || has(name, "poplar")) return {Form::tall, add(srgb(0xd9d4c6), 0.12F), add(srgb(0x83ad48), 0.14F)};
  if (has(name, "dwarf")) return {Form::cone, add(srgb(0x5a4330), 0.1F), add(srgb(0x4d6b4a), 0.12F)};
  if (has(name, "spruce") || has(name, "pine") || has(name, "fir") || has(name, "larch"))
    return {Form::cone, add(srgb(0x5a4330), 0.1F), add(srgb(0x2f6244), 0.14F)};
  if (has(name, "acacia")) return {Form::flat, add(srgb(0x7a5c3e), 0.1F), add(srgb(0x7f9a3c), 0.12F)};
  if (has(name, "baobab")) return {Form::thick, add(srgb(0x96765a), 0.08F), add(srgb(0x6f8f3a), 0.12F)};
  if (has(name, "cactus")) return {Form::cactus, add(srgb(0x4f8a3e), 0.08F), add(srgb(0x4f8a3e), 0.08F)};
  if (has(name, "dead"))
    return {Form::dead, 0,
            add(srgb(0x8d6f4a), 0.1F,
                {{{0.44F, 0.44F, 0}, {0.56F, 0.56F, 0.8F}, srgb(0x8d6f4a)},
                 {{0.2F, 0.45F, 0.35F}, {0.8F, 0.55F, 0.45F}, srgb(0x7d613f)},
                 {{0.45F, 0.15F, 0.5F}, {0.55F, 0.85F, 0.6F}, srgb(0x7d613f)}})};
  if (has(name, "flower")) {
    const Colour head = has(name, "red") ? srgb(0xd8483c) : has(name, "blue") ? srgb(0x5f78d8) : srgb(0xf0d04a);
    return {
        Form::flower, 0,
        add(head, 0.05F,
            {{{0.45F, 0.45F, 0}, {0.55F, 0.55F, 0.5F}, srgb(0x5d8f3a)}, {{0.32F, 0.32F, 0.45F}, {0.68F, 0.68F, 0.72F}, head}})};
  }
  if (has(name, "grass")) {
    const Colour blade = srgb(0x7fae48), dark = srgb(0x6d9c3e);
    return {Form::tuft, 0,
            add(blade, 0.12F,
                {{{0.2F, 0.25F, 0}, {0.32F, 0.37F, 0.55F}, blade},
                 {{0.55F, 0.2F, 0}, {0.67F, 0.32F, 0.4F}, dark},
                 {{0.4F, 0.55F, 0}, {0.52F, 0.67F, 0.65F}, blade},
                 {{0.7F, 0.62F, 0}, {0.82F, 0.74F, 0.45F}, dark}})};
  }
  return {Form::bush, add(srgb(0x6b4a30), 0.1F), add(srgb(0x5f8c3c), 0.14F)};
}

std::uint8_t PlantStamps::add(Colour colour, float speckle, std::vector<SmallBox> boxes) {
  const Material::Kind kind = boxes.empty() ? Material::Kind::full : Material::Kind::small;
  scene_.materials_.push_back({kind, colour, speckle, std::move(boxes)});
  return static_cast<std::uint8_t>(scene_.materials_.size() - 1);
}

void PlantStamps::put(int x, int y, int z, std::uint8_t material) {
  if (!scene_.contains(x, y, z)) return;
  std::uint8_t& voxel = scene_.voxels_[scene_.place(x, y, z)];
  if (voxel == 0 || scene_.materials_[voxel].kind == Material::Kind::small) voxel = material;
}

void PlantStamps::trunk(int x, int y, int z, int length, std::uint8_t wood) {
  for (int i = 0; i < length; ++i) put(x, y, z + i, wood);
}

void PlantStamps::crown(float x, float y, float z, float radius, float half_height, std::uint8_t leaves) {
  const int reach = rounded(radius) + 1, rise = rounded(half_height) + 1;
  for (int k = -rise; k <= rise; ++k)
    for (int j = -reach; j <= reach; ++j)
      for (int i = -reach; i <= reach; ++i) {
        const int px = rounded(x) + i, py = rounded(y) + j, pz = rounded(z) + k;
        const float dx = (static_cast<float>(px) - x) / radius, dy = (static_cast<float>(py) - y) / radius;
        const float dz = (static_cast<float>(pz) - z) / half_height;
        const float ragged = static_cast<float>(hash_at(px, py, pz) & 0xFF) / 255 * 0.45F;
        if (dx * dx + dy * dy + dz * dz + ragged < 1.2F) put(px, py, pz, leaves);
      }
}

void PlantStamps::plant(const VoxelPlant& plant, int x, int y) {
  const Look& look = looks_[plant.species];
  const int z = plant.z;
  const float size = plant.size, fx = static_cast<float>(x), fy = static_cast<float>(y), fz = static_cast<float>(z);
  const unsigned turn = plant.rotation / 90U;
  const int tx = turn == 0 ? 1 : turn == 2 ? -1 : 0, ty = turn == 1 ? 1 : turn == 3 ? -1 : 0;
  switch (look.form) {
    case Form::broad: {
      const float stem = 4 * size;
      crown(fx, fy, fz + stem + 0.6F, 2.5F * size, 2.1F * size, look.leaves);
      trunk(x, y, z, rounded(stem), look.wood);
      break;
    }
    case Form::tall:
      crown(fx, fy, fz + 6 * size, 1.7F * size, 2.8F * size, look.leaves);
      trunk(x, y, z, rounded(5 * size), look.wood);
      break;
    case Form::cone: {
      const bool dwarf = scene_.materials_[look.leaves].speckle < 0.13F;
      const int length = rounded((dwarf ? 3.0F : 8.0F) * size);
      for (int k = 1; k <= length; ++k) {
        const float along = static_cast<float>(k) / static_cast<float>(length);
        const float radius = (dwarf ? 1.5F : 3.1F) * (1 - along) * (k % 2 == 0 ? 0.75F : 1.0F) + 0.3F;
        crown(fx, fy, fz + static_cast<float>(k), radius, 0.45F, look.leaves);
      }
      trunk(x, y, z, std::max(length - 2, 1), look.wood);
      put(x, y, z + length, look.leaves);
      break;
    }
    case Form::flat: {
      const int stem = rounded(4 * size);
      trunk(x, y, z, stem - 1, look.wood);
      trunk(x + tx, y + ty, z + stem - 2, 2, look.wood);
      crown(fx + static_cast<float>(tx), fy + static_cast<float>(ty), fz + static_cast<float>(stem), 3.3F * size, 0.5F,
            look.leaves);
      crown(fx + static_cast<float>(tx), fy + static_cast<float>(ty), fz + static_cast<float>(stem + 1), 1.9F * size, 0.5F,
            look.leaves);
      break;
    }
    case Form::thick: {
      const int stem = rounded(5 * size);
      for (const auto& [dx, dy] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}}) trunk(x + dx, y + dy, z - 1, stem + 1, look.wood);
      crown(fx + 0.5F, fy + 0.5F, fz + static_cast<float>(stem) + 0.5F, 2.6F * size, 1.1F, look.leaves);
      break;
    }
    case Form::bush: crown(fx, fy, fz + 0.2F, 1.1F * size, 0.9F * size, look.leaves); break;
    case Form::cactus: {
      const int length = rounded(3.4F * size);
      trunk(x, y, z, length, look.wood);
      if (plant.rotation % 3 != 0) {
        put(x + tx, y + ty, z + length / 2, look.wood);
        put(x + tx, y + ty, z + length / 2 + 1, look.wood);
      }
      break;
    }
    case Form::dead:
    case Form::tuft:
    case Form::flower: put(x, y, z, look.leaves); break;
  }
}

}  // namespace craton::picture

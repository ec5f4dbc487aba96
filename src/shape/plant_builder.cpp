#include <algorithm>
#include <cmath>

#include <craton/base/hash.h>

#include "shape/plant_forms.h"

namespace craton::shape {
namespace {

constexpr std::uint64_t odd = 0x9e3779b97f4a7c15U;

std::uint8_t level(float value) { return static_cast<std::uint8_t>(std::clamp(std::floor(value + 0.5F), 0.0F, 255.0F)); }

int nearest(float value) { return static_cast<int>(std::floor(value + 0.5F)); }

}  // namespace

PlantBuilder::PlantBuilder(int half_width, int height, float size, std::uint64_t seed) : half_(half_width), seed_(seed) {
  voxels_.width = 2 * half_width + 1;
  voxels_.height = height;
  voxels_.size = size;
  const auto width = static_cast<std::size_t>(voxels_.width);
  voxels_.cells.assign(width * width * static_cast<std::size_t>(height), 0);
  warmth_ = between(-1, 1);
  light_ = between(-1, 1);
}

float PlantBuilder::unit() { return static_cast<float>(mix64(seed_ + odd * ++draws_) >> 40) * 0x1p-24F; }
int PlantBuilder::below(int count) { return std::min(static_cast<int>(unit() * static_cast<float>(count)), count - 1); }
float PlantBuilder::between(float low, float high) { return low + (high - low) * unit(); }

std::uint8_t PlantBuilder::colour(unsigned code) {
  const float scale = 1 + 0.06F * light_;
  const auto channel = [&](int shift, float warm) {
    return level(static_cast<float>(code >> shift & 0xFF) * scale * (1 + warm * warmth_));
  };
  voxels_.colours.push_back({channel(16, 0.06F), channel(8, 0.01F), channel(0, -0.06F)});
  return static_cast<std::uint8_t>(voxels_.colours.size());
}

PlantBuilder::Leaves PlantBuilder::leaves(unsigned dark, unsigned middle, unsigned light) {
  const std::uint8_t first = colour(dark), second = colour(middle), third = colour(light);
  return {first, second, third};
}

bool PlantBuilder::inside(int x, int y, int z) const {
  return x >= -half_ && x <= half_ && y >= -half_ && y <= half_ && z >= 0 && z < voxels_.height;
}

std::uint8_t* PlantBuilder::cell(int x, int y, int z) {
  return &voxels_.cells[static_cast<std::size_t>((z * voxels_.width + y + half_) * voxels_.width + x + half_)];
}

std::uint8_t PlantBuilder::at(int x, int y, int z) const {
  if (!inside(x, y, z)) return 0;
  return voxels_.cells[static_cast<std::size_t>((z * voxels_.width + y + half_) * voxels_.width + x + half_)];
}

void PlantBuilder::put(int x, int y, int z, std::uint8_t colour) {
  if (inside(x, y, z)) *cell(x, y, z) = colour;
}

void PlantBuilder::grow(int x, int y, int z, std::uint8_t colour) {
  if (inside(x, y, z) && *cell(x, y, z) == 0) *cell(x, y, z) = colour;
}

void PlantBuilder::column(int x, int y, int from, int until, std::uint8_t colour) {
  for (int z = from; z < until; ++z) put(x, y, z, colour);
}

std::uint64_t PlantBuilder::hash_at(int x, int y, int z) const {
  const auto place = static_cast<std::uint64_t>((z * 64 + y + 32) * 64 + x + 32);
  return mix64(seed_ ^ (odd * (place + 1)));
}

void PlantBuilder::branch(const Place& from, const Place& to, std::uint8_t colour) {
  const float dx = to.x - from.x, dy = to.y - from.y, dz = to.z - from.z;
  const int steps = std::max(nearest(std::max({std::abs(dx), std::abs(dy), std::abs(dz)})), 1);
  for (int i = 0; i <= steps; ++i) {
    const float t = static_cast<float>(i) / static_cast<float>(steps);
    put(nearest(from.x + dx * t), nearest(from.y + dy * t), nearest(from.z + dz * t), colour);
  }
}

void PlantBuilder::blob(const Place& middle, float radius, float half_height, const Leaves& leaves) {
  const int reach = nearest(radius) + 1, rise = nearest(half_height) + 1;
  const int mx = nearest(middle.x), my = nearest(middle.y), mz = nearest(middle.z);
  for (int z = mz - rise; z <= mz + rise; ++z)
    for (int y = my - reach; y <= my + reach; ++y)
      for (int x = mx - reach; x <= mx + reach; ++x) {
        const float dx = (static_cast<float>(x) - middle.x) / radius, dy = (static_cast<float>(y) - middle.y) / radius;
        const float dz = (static_cast<float>(z) - middle.z) / half_height;
        const float ragged = static_cast<float>(hash_at(x, y, z) & 0xFF) / 255 * 0.22F;
        if (dx * dx + dy * dy + dz * dz + ragged > 1.1F) continue;
        // Patches of three voxels are of one tone: fewer faces, and leaves rather than noise.
        const auto patch = static_cast<float>(hash_at((x + 30) / 3, (y + 30) / 3, z / 2) >> 8 & 0xFF) / 255;
        const float tone = dz + 1.1F * (patch - 0.5F);
        grow(x, y, z, tone < -0.4F ? leaves.dark : tone > 0.45F ? leaves.light : leaves.middle);
      }
}

void PlantBuilder::disc(int z, float radius, float ragged, const Leaves& leaves) {
  const int reach = nearest(radius) + 1;
  for (int y = -reach; y <= reach; ++y)
    for (int x = -reach; x <= reach; ++x) {
      const auto squared = static_cast<float>(x * x + y * y);
      const float edge = radius + 0.25F - ragged * static_cast<float>(hash_at(x, y, z) & 0xFF) / 255;
      if (squared > edge * edge) continue;
      const auto patch = hash_at((x + 30) / 3, (y + 30) / 3, z / 3) >> 8 & 3;
      grow(x, y, z, patch == 0 ? leaves.dark : patch == 3 ? leaves.light : leaves.middle);
    }
}

PlantVoxels PlantBuilder::finished() {
  const auto layer = static_cast<std::size_t>(voxels_.width) * static_cast<std::size_t>(voxels_.width);
  const auto last = std::find_if(voxels_.cells.rbegin(), voxels_.cells.rend(), [](std::uint8_t c) { return c != 0; });
  const auto used = static_cast<std::size_t>(voxels_.cells.rend() - last);
  voxels_.height = static_cast<int>((used + layer - 1) / layer);
  voxels_.cells.resize(static_cast<std::size_t>(voxels_.height) * layer);
  return std::move(voxels_);
}

}  // namespace craton::shape

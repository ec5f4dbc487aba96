// Plants as meshes: every species has a few models, made once for a world; each plant is one of them, scaled and turned.
#include <craton/shape/plant_models.h>

#include <bit>

#include <craton/base/hash.h>

#include "base/fp_mode.h"
#include "shape/plant_forms.h"

namespace craton {
namespace {

/// Rectangles of one colour on the six sides of a plant's voxels.
class PlantMesher {
 public:
  explicit PlantMesher(PlantModel& model) : model_(model), voxels_(model.voxels) {}

  void run() {
    for (int axis = 0; axis < 3; ++axis)
      for (const int side : {-1, 1}) {
        const int depth = extent(axis);
        for (int at = 0; at < depth; ++at) slice(axis, side, at);
      }
  }

 private:
  using Place = std::array<int, 3>;

  int extent(int axis) const { return axis == 2 ? voxels_.height : voxels_.width; }

  std::uint8_t cell(const Place& p) const {
    for (int a = 0; a < 3; ++a)
      if (p[static_cast<std::size_t>(a)] < 0 || p[static_cast<std::size_t>(a)] >= extent(a)) return 0;
    return voxels_.cells[static_cast<std::size_t>((p[2] * voxels_.width + p[1]) * voxels_.width + p[0])];
  }

  static Place place(int axis, int at, int u, int v) {
    Place p{};
    p[static_cast<std::size_t>(axis)] = at;
    p[static_cast<std::size_t>((axis + 1) % 3)] = u;
    p[static_cast<std::size_t>((axis + 2) % 3)] = v;
    return p;
  }

  void slice(int axis, int side, int at) {
    if (axis == 2 && side < 0 && at == 0) return;  // stands on the ground
    const int width = extent((axis + 1) % 3), height = extent((axis + 2) % 3);
    seen_.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
    for (int v = 0; v < height; ++v)
      for (int u = 0; u < width; ++u)
        if (cell(place(axis, at + side, u, v)) == 0) seen_[index(u, v, width)] = cell(place(axis, at, u, v));
    for (int v = 0; v < height; ++v)
      for (int u = 0; u < width; ++u) {
        const std::uint8_t colour = seen_[index(u, v, width)];
        if (colour == 0) continue;
        int across = 1, along = 1;
        while (u + across < width && seen_[index(u + across, v, width)] == colour) ++across;
        while (v + along < height && row_is(u, v + along, across, width, colour)) ++along;
        for (int j = 0; j < along; ++j)
          for (int i = 0; i < across; ++i) seen_[index(u + i, v + j, width)] = 0;
        add(axis, side, at, {u, v, across, along}, colour);
      }
  }

  static std::size_t index(int u, int v, int width) { return static_cast<std::size_t>(v * width + u); }
  bool row_is(int u, int v, int across, int width, std::uint8_t colour) const {
    for (int i = 0; i < across; ++i)
      if (seen_[index(u + i, v, width)] != colour) return false;
    return true;
  }

  struct Rectangle {
    int u, v, across, along;
  };
  void add(int axis, int side, int at, const Rectangle& r, std::uint8_t colour) {
    const auto base = static_cast<std::uint32_t>(model_.vertices.size());
    const float half = static_cast<float>(voxels_.width) / 2;
    for (int corner = 0; corner < 4; ++corner) {
      const int u = r.u + (corner == 1 || corner == 2 ? r.across : 0), v = r.v + (corner >= 2 ? r.along : 0);
      const Place p = place(axis, at + (side > 0 ? 1 : 0), u, v);
      const std::array<std::int8_t, 3> normal = {static_cast<std::int8_t>(axis == 0 ? 127 * side : 0),
                                                 static_cast<std::int8_t>(axis == 1 ? 127 * side : 0),
                                                 static_cast<std::int8_t>(axis == 2 ? 127 * side : 0)};
      model_.vertices.push_back({(static_cast<float>(p[0]) - half) * voxels_.size,
                                 (static_cast<float>(p[1]) - half) * voxels_.size, static_cast<float>(p[2]) * voxels_.size,
                                 normal[0], normal[1], normal[2], voxels_.colours[std::size_t{colour} - 1]});
    }
    // Corners run from u to v: counter-clockwise from the positive side in a right-handed system; x, y and z are left-handed.
    const std::uint32_t a = side > 0 ? 2 : 1, b = side > 0 ? 1 : 2;
    for (const std::uint32_t i : {0U, a, b}) model_.triangles.push_back(base + i);
    for (const std::uint32_t i : {0U, a + 1, b + 1}) model_.triangles.push_back(base + i);
  }

  PlantModel& model_;
  const PlantVoxels& voxels_;
  std::vector<std::uint8_t> seen_;
};

}  // namespace

PlantModels PlantModels::make(std::span<const std::string> species, Seed seed, double step) {
  FloatingPointMode ieee;
  PlantModels plants;
  plants.step_ = static_cast<float>(step);
  for (std::size_t s = 0; s < species.size(); ++s) {
    plants.first_.push_back(static_cast<std::uint32_t>(plants.models_.size()));
    const shape::PlantForm& form = shape::form_of(species[s]);
    const std::uint64_t own = seed.child("plant models").child(species[s]).value;
    for (int variant = 0; variant < form.variants; ++variant) {
      PlantModel model{.species = static_cast<std::uint16_t>(s),
                       .voxels = form.build(species[s], mix64(own + static_cast<std::uint64_t>(variant) + 1)),
                       .vertices = {},
                       .triangles = {}};
      PlantMesher(model).run();
      plants.models_.push_back(std::move(model));
    }
  }
  plants.first_.push_back(static_cast<std::uint32_t>(plants.models_.size()));
  return plants;
}

PlantModels PlantModels::make(const VoxelWorld& world) { return make(world.species(), world.seed(), world.params().step); }

void PlantModels::add_instances(const VoxelChunk& chunk, std::vector<PlantInstance>& instances) const {
  for (const VoxelPlant& plant : chunk.plants()) {
    if (std::size_t{plant.species} + 1 >= first_.size()) continue;  // of another world
    const std::uint32_t first = first_[plant.species], count = first_[std::size_t{plant.species} + 1] - first;
    const std::uint64_t look = mix64(std::uint64_t{std::bit_cast<std::uint32_t>(plant.size)} << 16 | plant.rotation);
    instances.push_back({.model = first + static_cast<std::uint32_t>(look % count),
                         .x = (static_cast<float>(plant.x) + 0.5F) * step_,
                         .y = (static_cast<float>(plant.y) + 0.5F) * step_,
                         .z = static_cast<float>(plant.z) * step_,
                         .scale = plant.size,
                         .rotation = static_cast<float>(plant.rotation)});
  }
}

std::vector<std::string> plant_form_names() {
  std::vector<std::string> names;
  for (const shape::PlantForm& form : shape::plant_forms()) names.emplace_back(form.word);
  return names;
}

}  // namespace craton

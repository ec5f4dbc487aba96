#include "requests/scenes/thing_models.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <craton/base/hash.h>
#include <craton/base/seed.h>
#include <craton/shape/plant_models.h>

namespace craton::requests {
namespace {

/// What a kind looks like, in the words that plant models know; nothing for what is no plant, or too small to be shown.
std::string_view species_of(std::string_view kind) {
  if (kind == "rock" || kind == "grass") return {};
  if (kind == "conifer") return "spruce";
  if (kind == "broadleaf") return "oak";
  return kind;
}

/// A boulder: two rings and a top, flat faces.
Mesh boulder() {
  constexpr std::array<std::array<float, 3>, 10> corners{{{0.55F, 0.1F, 0},
                                                          {0.1F, 0.5F, 0},
                                                          {-0.5F, 0.3F, 0},
                                                          {-0.45F, -0.35F, 0},
                                                          {0.2F, -0.55F, 0},
                                                          {0.4F, 0.2F, 0.6F},
                                                          {-0.1F, 0.35F, 0.7F},
                                                          {-0.4F, -0.05F, 0.55F},
                                                          {0.1F, -0.4F, 0.65F},
                                                          {0.02F, 0, 1}}};
  constexpr std::array<std::array<std::size_t, 3>, 13> faces{{{0, 1, 5},
                                                              {1, 6, 5},
                                                              {1, 2, 6},
                                                              {2, 7, 6},
                                                              {2, 3, 7},
                                                              {3, 8, 7},
                                                              {3, 4, 8},
                                                              {4, 0, 8},
                                                              {0, 5, 8},
                                                              {5, 6, 9},
                                                              {6, 7, 9},
                                                              {7, 8, 9},
                                                              {8, 5, 9}}};
  Mesh mesh;
  for (const std::array<std::size_t, 3>& face : faces) {
    const std::array<float, 3>&a = corners[face[0]], &b = corners[face[1]], &c = corners[face[2]];
    // y runs to the south: the product of the sides looks inwards where they run clockwise from outside.
    std::array<float, 3> normal{};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t u = (k + 1) % 3, v = (k + 2) % 3;
      normal[k] = (b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]);
    }
    const float length = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (const std::array<float, 3>& corner : {a, b, c}) {
      mesh.positions.push_back(corner);
      mesh.normals.push_back({normal[0] / length, normal[1] / length, normal[2] / length});
      mesh.colours.push_back({131, 126, 118, 255});
    }
    for (const std::uint32_t corner : {0U, 2U, 1U}) mesh.triangles.push_back(first + corner);
  }
  return mesh;
}

}  // namespace

ThingModels::ThingModels(const std::vector<ScatterKind>& kinds) {
  for (const ScatterKind& kind : kinds) {
    first_.push_back(models_.size());
    const std::string& looks = kind.looks.empty() ? kind.name : kind.looks;
    if (looks == "rock") models_.push_back({kind.name, boulder()});
    const std::string species{species_of(looks)};
    if (species.empty()) continue;
    const PlantModels plants = PlantModels::make(std::span(&species, 1), Seed{7});
    for (const PlantModel& plant : plants.models()) {
      Model model{kind.name, mesh_of(plant)};
      for (const std::array<float, 3>& at : model.mesh.positions)
        model.height = std::max(model.height, static_cast<double>(at[2]));
      models_.push_back(std::move(model));
    }
  }
  first_.push_back(models_.size());
}

void ThingModels::add_to(Scene& scene, const std::vector<ScatterPoint>& points) && {
  GlbScene& glb = scene.glb;
  const std::size_t material = glb.materials.size(), first_mesh = glb.meshes.size();
  glb.materials.push_back({.name = "things"});
  for (Model& model : models_) {
    scene.meshes.push_back(std::move(model.mesh));
    glb.meshes.push_back({model.name, {{&scene.meshes.back(), material}}});
  }
  scene.models = models_.size();
  glb.nodes.push_back({.name = "things"});
  const std::size_t group = glb.nodes.size() - 1;
  for (const ScatterPoint& point : points) {
    const std::size_t first = first_[point.kind], looks = first_[point.kind + std::size_t{1}] - first;
    if (looks == 0) continue;
    const std::uint64_t look = mix64(static_cast<std::uint64_t>(point.at.x) * 31 + static_cast<std::uint64_t>(point.at.y));
    const std::size_t model = first + static_cast<std::size_t>(look % looks);
    glb.nodes.push_back({.name = models_[model].name,
                         .mesh = first_mesh + model,
                         .parent = group,
                         .place = {metres_from_units(point.at.x - glb.origin.x), metres_from_units(point.at.y - glb.origin.y),
                                   static_cast<double>(point.height)},
                         .turn = static_cast<double>(point.turn),
                         .size = static_cast<double>(point.size) / models_[model].height});
    ++scene.things;
  }
}

}  // namespace craton::requests

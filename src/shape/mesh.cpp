#include <craton/shape/mesh.h>

namespace craton {
namespace {

std::array<std::uint8_t, 4> colour_of(const VoxelVertex& vertex, const VoxelTable& table) {
  constexpr unsigned light[] = {256, 210, 168, 130};  // of 256
  const VoxelTable::Ground& ground = table.grounds[vertex.ground];
  std::array<std::uint8_t, 4> colour{0, 0, 0, ground.liquid ? liquid_opacity : std::uint8_t{255}};
  for (std::size_t k = 0; k < 3; ++k) colour[k] = static_cast<std::uint8_t>(ground.colour[k] * light[vertex.shade & 3] >> 8);
  return colour;
}

void add_vertex(const VoxelVertex& vertex, const VoxelTable& table, float step, Mesh& mesh) {
  mesh.positions.push_back({vertex.x * step, vertex.y * step, vertex.z * step});
  const auto part = [](std::int8_t of_127) { return static_cast<float>(of_127) / 127; };
  mesh.normals.push_back({part(vertex.normal_x), part(vertex.normal_y), part(vertex.normal_z)});
  mesh.colours.push_back(colour_of(vertex, table));
}

}  // namespace

void append(const Mesh& part, Mesh& mesh, const std::array<float, 3>& offset) {
  const std::size_t before = mesh.positions.size(), after = before + part.positions.size();
  const bool normals = (before == 0 || !mesh.normals.empty()) && !part.normals.empty();
  if ((before == 0 || !mesh.texture.empty()) && !part.texture.empty())
    mesh.texture.insert(mesh.texture.end(), part.texture.begin(), part.texture.end());
  else
    mesh.texture.clear();
  const bool colours = !mesh.colours.empty() || !part.colours.empty();
  for (const std::array<float, 3>& at : part.positions)
    mesh.positions.push_back({at[0] + offset[0], at[1] + offset[1], at[2] + offset[2]});
  if (normals)
    mesh.normals.insert(mesh.normals.end(), part.normals.begin(), part.normals.end());
  else
    mesh.normals.clear();
  if (colours) {
    mesh.colours.resize(before, {255, 255, 255, 255});
    mesh.colours.insert(mesh.colours.end(), part.colours.begin(), part.colours.end());
    mesh.colours.resize(after, {255, 255, 255, 255});
  }
  for (const std::uint32_t vertex : part.triangles) mesh.triangles.push_back(static_cast<std::uint32_t>(before) + vertex);
}

Mesh mesh_of(const VoxelMesh& mesh, const VoxelTable& table, double step) {
  Mesh made;
  made.positions.reserve(mesh.vertices.size());
  made.normals.reserve(mesh.vertices.size());
  made.colours.reserve(mesh.vertices.size());
  for (const VoxelVertex& vertex : mesh.vertices) add_vertex(vertex, table, static_cast<float>(step), made);
  made.triangles = mesh.triangles;
  return made;
}

Mesh mesh_of(const PlantModel& plant) {
  const auto part = [](std::int8_t of_127) { return static_cast<float>(of_127) / 127; };
  Mesh made;
  for (const PlantVertex& vertex : plant.vertices) {
    made.positions.push_back({vertex.x, vertex.y, vertex.z});
    made.normals.push_back({part(vertex.normal_x), part(vertex.normal_y), part(vertex.normal_z)});
    made.colours.push_back({vertex.colour[0], vertex.colour[1], vertex.colour[2], 255});
  }
  made.triangles = plant.triangles;
  return made;
}

VoxelMeshParts parts_of(const VoxelMesh& mesh, const VoxelTable& table, double step) {
  constexpr std::uint32_t nowhere = ~std::uint32_t{0};
  VoxelMeshParts parts;
  std::vector<std::uint32_t> place_of_vertex(mesh.vertices.size(), nowhere);
  for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
    // A face is of one ground, and surfaces have none of liquids: the first vertex tells for all.
    Mesh& part = table.grounds[mesh.vertices[mesh.triangles[t]].ground].liquid ? parts.liquid : parts.solid;
    for (std::size_t k = 0; k < 3; ++k) {
      std::uint32_t& place = place_of_vertex[mesh.triangles[t + k]];
      if (place == nowhere) {
        place = static_cast<std::uint32_t>(part.positions.size());
        add_vertex(mesh.vertices[mesh.triangles[t + k]], table, static_cast<float>(step), part);
      }
      part.triangles.push_back(place);
    }
  }
  return parts;
}

}  // namespace craton

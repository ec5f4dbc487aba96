// Khronos Group 2021, "glTF 2.0 Specification". tinygltf would copy all arrays twice, does not notice a full disk and lets sizes
// beyond 4 GiB wrap around; it reads what is written here in the tests.
#include <craton/files/glb.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>

#include <craton/files/mesh_file.h>

#include "base/text.h"
#include "files/byte_writer.h"

namespace craton {
namespace {

using files::ByteWriter;
using Json = nlohmann::ordered_json;

constexpr int of_float = 5126, of_uint16 = 5123, of_uint32 = 5125;  // glTF's numbers for types …
constexpr int for_vertices = 34962, for_triangles = 34963;          // … and uses of arrays
constexpr std::uint32_t json_chunk = 0x4E4F534A, binary_chunk = 0x004E4942;

std::array<float, 3> turned(const std::array<float, 3>& v) { return {v[0], v[2], v[1]}; }

/// 16 bits of linear light for each level of sRGB.
std::array<std::uint16_t, 256> make_light_table() {
  std::array<std::uint16_t, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double level = static_cast<double>(i) / 255;
    const double light = level <= 0.04045 ? level / 12.92 : std::pow((level + 0.055) / 1.055, 2.4);
    table[i] = static_cast<std::uint16_t>(std::lround(light * 65535));
  }
  return table;
}

/// Arrays that readers know as 16-bit numbers must not hold the largest one.
bool has_short_indices(const Mesh& mesh) { return mesh.positions.size() <= 65535; }

/// The part of the file that is JSON, and how long the other one is. Arrays come in the order of `for_each_part`.
class Description {
 public:
  explicit Description(const GlbScene& scene) : scene_(scene) {
    document_["asset"] = {{"version", "2.0"}, {"generator", "Craton " CRATON_VERSION}};
    document_["scene"] = 0;
    document_["scenes"] = Json::array({{{"name", scene.name}, {"nodes", Json::array({0})}}});
  }

  void describe() {
    add_materials();
    add_meshes();
    add_nodes();
    if (bytes_ > 0) document_["buffers"] = Json::array({{{"byteLength", bytes_}}});
  }

  std::uint64_t bytes() const { return bytes_; }
  std::string text() const {
    std::string text = document_.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    return text;
  }

 private:
  Json colour(const std::array<std::uint8_t, 4>& colour) const {
    Json json = Json::array();
    for (std::size_t k = 0; k < 3; ++k) json.push_back(light_[colour[k]] / 65535.0);
    json.push_back(colour[3] / 255.0);
    return json;
  }

  void add_materials() {
    for (const GlbMaterial& material : scene_.materials) {
      Json json{{"name", material.name},
                {"pbrMetallicRoughness",
                 {{"baseColorFactor", colour(material.colour)}, {"metallicFactor", 0}, {"roughnessFactor", material.roughness}}}};
      if (material.transparent) json["alphaMode"] = "BLEND";
      if (material.two_sided) json["doubleSided"] = true;
      document_["materials"].push_back(std::move(json));
    }
  }

  std::size_t add_array(std::uint64_t count, std::uint64_t bytes_each, const char* shape, int type, int use) {
    Json& views = document_["bufferViews"];
    views.push_back({{"buffer", 0}, {"byteOffset", bytes_}, {"byteLength", count * bytes_each}, {"target", use}});
    Json& accessors = document_["accessors"];
    accessors.push_back({{"bufferView", views.size() - 1}, {"componentType", type}, {"count", count}, {"type", shape}});
    bytes_ = (bytes_ + count * bytes_each + 3) / 4 * 4;
    return accessors.size() - 1;
  }

  Json part(const GlbPart& part) {
    const Mesh& mesh = *part.mesh;
    const std::uint64_t count = mesh.positions.size();
    Json attributes;
    attributes["POSITION"] = add_array(count, 12, "VEC3", of_float, for_vertices);
    constexpr float huge = std::numeric_limits<float>::max();
    std::array<float, 3> low{huge, huge, huge}, high{-huge, -huge, -huge};
    for (const std::array<float, 3>& position : mesh.positions)
      for (std::size_t k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], position[k]);
        high[k] = std::max(high[k], position[k]);
      }
    Json& positions = document_["accessors"].back();
    positions["min"] = turned(low);
    positions["max"] = turned(high);
    if (!mesh.normals.empty()) attributes["NORMAL"] = add_array(count, 12, "VEC3", of_float, for_vertices);
    if (!mesh.colours.empty()) {
      attributes["COLOR_0"] = add_array(count, 8, "VEC4", of_uint16, for_vertices);
      document_["accessors"].back()["normalized"] = true;
    }
    if (!mesh.texture.empty()) attributes["TEXCOORD_0"] = add_array(count, 8, "VEC2", of_float, for_vertices);
    const bool shorts = has_short_indices(mesh);
    const std::size_t triangles =
        add_array(mesh.triangles.size(), shorts ? 2 : 4, "SCALAR", shorts ? of_uint16 : of_uint32, for_triangles);
    return {{"attributes", std::move(attributes)}, {"indices", triangles}, {"material", part.material}};
  }

  void add_meshes() {
    for (const GlbMesh& mesh : scene_.meshes) {
      Json parts = Json::array();
      for (const GlbPart& each : mesh.parts)
        if (!each.mesh->empty()) parts.push_back(part(each));
      if (parts.empty()) {
        number_of_mesh_.emplace_back();
        continue;
      }
      document_["meshes"].push_back({{"name", mesh.name}, {"primitives", std::move(parts)}});
      number_of_mesh_.emplace_back(document_["meshes"].size() - 1);
    }
  }

  Json root() const {
    const auto metres = [](std::int64_t units) { return static_cast<double>(units) / units_per_metre; };
    const Point3& at = scene_.origin;
    Json craton{{"origin", {{"east", metres(at.x)}, {"south", metres(at.y)}, {"up", metres(at.z)}}},
                {"units",
                 {{"per_metre", units_per_metre},
                  {"east", std::to_string(at.x)},
                  {"south", std::to_string(at.y)},
                  {"up", std::to_string(at.z)}}}};
    for (const auto& [name, note] : scene_.notes) craton[name] = note;
    Json json{{"name", scene_.name}};
    if (scene_.in_place) json["translation"] = {metres(at.x), metres(at.z), metres(at.y)};
    json["extras"]["craton"] = std::move(craton);
    return json;
  }

  void add_nodes() {
    Json nodes = Json::array({root()});
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      const GlbNode& node = scene_.nodes[i];
      Json json{{"name", node.name}};
      if (node.mesh && number_of_mesh_[*node.mesh]) json["mesh"] = *number_of_mesh_[*node.mesh];
      if (node.place != std::array<double, 3>{}) json["translation"] = {node.place[0], node.place[2], node.place[1]};
      if (node.turn != 0) {
        const double half = -node.turn * std::numbers::pi / 360;
        json["rotation"] = {0, std::sin(half), 0, std::cos(half)};
      }
      if (node.size != 1) json["scale"] = {node.size, node.size, node.size};
      nodes.push_back(std::move(json));
      nodes[node.parent ? *node.parent + 1 : 0]["children"].push_back(i + 1);
    }
    document_["nodes"] = std::move(nodes);
  }

  const GlbScene& scene_;
  Json document_;
  std::uint64_t bytes_ = 0;
  std::vector<std::optional<std::size_t>> number_of_mesh_;  // in the file; nothing: it is empty
  std::array<std::uint16_t, 256> light_ = make_light_table();
};

Result<void> write_vectors(ByteWriter& out, const std::vector<std::array<float, 3>>& vectors) {
  for (const std::array<float, 3>& vector : vectors) {
    for (const float component : turned(vector)) out.bytes(component);
    CRATON_TRY(out.pass_on());
  }
  return {};
}

Result<void> write_part(ByteWriter& out, const Mesh& mesh, const std::array<std::uint16_t, 256>& light) {
  CRATON_TRY(write_vectors(out, mesh.positions));
  CRATON_TRY(write_vectors(out, mesh.normals));
  for (const std::array<std::uint8_t, 4>& colour : mesh.colours) {
    for (std::size_t k = 0; k < 3; ++k) out.bytes(light[colour[k]]);
    out.bytes(static_cast<std::uint16_t>(colour[3] * 257));
    CRATON_TRY(out.pass_on());
  }
  for (const std::array<float, 2>& place : mesh.texture) {
    for (const float part : place) out.bytes(part);
    CRATON_TRY(out.pass_on());
  }
  const bool shorts = has_short_indices(mesh);
  for (const std::uint32_t vertex : mesh.triangles) {
    if (shorts)
      out.bytes(static_cast<std::uint16_t>(vertex));
    else
      out.bytes(vertex);
    CRATON_TRY(out.pass_on());
  }
  if (shorts && mesh.triangles.size() % 2 != 0) out.bytes(std::uint16_t{0});
  return {};
}

Result<void> check(const GlbScene& scene, const std::string& path) {
  const auto wrong = [&](std::initializer_list<std::string_view> message) {
    return Error{ErrorCode::invalid_value, path, concat(message)};
  };
  for (const GlbMesh& mesh : scene.meshes)
    for (const GlbPart& part : mesh.parts) {
      if (!part.mesh) return wrong({"mesh \"", mesh.name, "\" has a part without triangles"});
      if (part.material >= scene.materials.size()) return wrong({"mesh \"", mesh.name, "\" has a material that is not there"});
      CRATON_TRY(check_mesh(*part.mesh, concat({path, ": mesh \"", mesh.name, "\""})));
    }
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const GlbNode& node = scene.nodes[i];
    if (node.mesh && *node.mesh >= scene.meshes.size()) return wrong({"node \"", node.name, "\" has a mesh that is not there"});
    if (node.parent && *node.parent >= i) return wrong({"the parent of node \"", node.name, "\" does not come before it"});
    for (const double number : {node.place[0], node.place[1], node.place[2], node.turn, node.size})
      if (!std::isfinite(number)) return wrong({"the place of node \"", node.name, "\" is not a number"});
  }
  return {};
}

/// All that is in the file. `path` is for errors.
struct Contents {
  std::string text;
  std::uint64_t bytes = 0;  ///< of vertices and triangles
};
Result<Contents> contents_of(const GlbScene& scene, const std::string& path) {
  CRATON_TRY(check(scene, path));
  Description description(scene);
  description.describe();
  Contents contents{description.text(), description.bytes()};
  const std::uint64_t size = 12 + 8 + contents.text.size() + (contents.bytes > 0 ? 8 + contents.bytes : 0);
  if (size > 0xffffffffU)
    return Error{ErrorCode::unsupported, path,
                 concat({"the scene takes ", std::to_string(size),
                         " bytes, but .glb files hold 4294967295 at most; take a "
                         "smaller area, or fewer triangles"})};
  return contents;
}

Result<void> write_contents(ByteWriter& out, const GlbScene& scene, const Contents& contents) {
  const std::uint64_t size = 12 + 8 + contents.text.size() + (contents.bytes > 0 ? 8 + contents.bytes : 0);
  out.text("glTF");
  for (const std::uint64_t word : {std::uint64_t{2}, size, std::uint64_t{contents.text.size()}, std::uint64_t{json_chunk}})
    out.bytes(static_cast<std::uint32_t>(word));
  out.text(contents.text);
  if (contents.bytes > 0) {
    out.bytes(static_cast<std::uint32_t>(contents.bytes));
    out.bytes(binary_chunk);
  }
  const std::array<std::uint16_t, 256> light = make_light_table();
  for (const GlbMesh& mesh : scene.meshes)
    for (const GlbPart& part : mesh.parts)
      if (!part.mesh->empty()) CRATON_TRY(write_part(out, *part.mesh, light));
  return out.finish();
}

}  // namespace

Result<void> write_glb(const std::string& path, const GlbScene& scene) {
  CRATON_TRY(const Contents contents, contents_of(scene, path));
  CRATON_TRY(NewFile file, NewFile::create(path));
  ByteWriter out(file);
  CRATON_TRY(write_contents(out, scene, contents));
  return file.commit();
}

Result<std::string> glb_bytes(const GlbScene& scene) {
  CRATON_TRY(const Contents contents, contents_of(scene, scene.name));
  ByteWriter out;
  CRATON_TRY(write_contents(out, scene, contents));
  return out.take();
}

}  // namespace craton

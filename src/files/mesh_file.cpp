#include <craton/files/mesh_file.h>

#include <cmath>

#include "base/text.h"
#include "files/byte_writer.h"

namespace craton {
namespace {

using files::ByteWriter;

Result<void> write_obj(ByteWriter& out, const Mesh& mesh) {
  out.text("# Craton\n");
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const std::array<float, 3>& at = mesh.positions[i];
    out.text("v");
    for (const float place : {at[0], at[2], at[1]}) {
      out.text(" ");
      out.number(place);
    }
    for (std::size_t k = 0; k < 3 && !mesh.colours.empty(); ++k) {
      out.text(" ");
      const int thousandths = (mesh.colours[i][k] * 1000 + 127) / 255;
      out.number(static_cast<float>(thousandths) / 1000);
    }
    out.text("\n");
    CRATON_TRY(out.pass_on());
  }
  for (const std::array<float, 3>& normal : mesh.normals) {
    out.text("vn");
    for (const float part : {normal[0], normal[2], normal[1]}) {
      out.text(" ");
      out.number(std::round(part * 1e4F) / 1e4F);
    }
    out.text("\n");
    CRATON_TRY(out.pass_on());
  }
  for (const std::array<float, 2>& place : mesh.texture) {
    out.text("vt ");
    out.number(place[0]);
    out.text(" ");
    out.number(1 - place[1]);  // from the lower left corner
    out.text("\n");
    CRATON_TRY(out.pass_on());
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    out.text("f");
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint64_t vertex = mesh.triangles[t + k] + std::uint64_t{1};
      out.text(" ");
      out.number(vertex);
      if (mesh.normals.empty() && mesh.texture.empty()) continue;
      out.text("/");
      if (!mesh.texture.empty()) out.number(vertex);
      if (mesh.normals.empty()) continue;
      out.text("/");
      out.number(vertex);
    }
    out.text("\n");
    CRATON_TRY(out.pass_on());
  }
  return out.finish();
}

void write_ply_head(ByteWriter& out, const Mesh& mesh) {
  out.text("ply\nformat binary_little_endian 1.0\ncomment Craton\nelement vertex ");
  out.number(mesh.positions.size());
  out.text("\nproperty float x\nproperty float y\nproperty float z\n");
  if (!mesh.normals.empty()) out.text("property float nx\nproperty float ny\nproperty float nz\n");
  if (!mesh.colours.empty()) out.text("property uchar red\nproperty uchar green\nproperty uchar blue\n");
  if (!mesh.texture.empty()) out.text("property float s\nproperty float t\n");
  out.text("element face ");
  out.number(mesh.triangles.size() / 3);
  out.text("\nproperty list uchar int vertex_indices\nend_header\n");
}

Result<void> write_ply(ByteWriter& out, const Mesh& mesh) {
  write_ply_head(out, mesh);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const auto vector = [&](const std::array<float, 3>& v) {
      for (const float part : {v[0], -v[1], v[2]}) out.bytes(part);
    };
    vector(mesh.positions[i]);
    if (!mesh.normals.empty()) vector(mesh.normals[i]);
    for (std::size_t k = 0; k < 3 && !mesh.colours.empty(); ++k) out.bytes(mesh.colours[i][k]);
    if (!mesh.texture.empty()) {
      out.bytes(mesh.texture[i][0]);
      out.bytes(1 - mesh.texture[i][1]);
    }
    CRATON_TRY(out.pass_on());
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    out.bytes(std::uint8_t{3});
    for (std::size_t k = 0; k < 3; ++k) out.bytes(mesh.triangles[t + k]);
    CRATON_TRY(out.pass_on());
  }
  return out.finish();
}

}  // namespace

Result<void> check_mesh(const Mesh& mesh, const std::string& path) {
  const auto wrong = [&](std::string message) { return Error{ErrorCode::invalid_value, path, std::move(message)}; };
  const std::size_t count = mesh.positions.size();
  if (count >= 0xffffffffU) return wrong(concat({std::to_string(count), " vertices; allowed: up to 4294967294"}));
  if (!mesh.normals.empty() && mesh.normals.size() != count)
    return wrong(concat({std::to_string(mesh.normals.size()), " normals of ", std::to_string(count), " vertices"}));
  if (!mesh.colours.empty() && mesh.colours.size() != count)
    return wrong(concat({std::to_string(mesh.colours.size()), " colours of ", std::to_string(count), " vertices"}));
  if (!mesh.texture.empty() && mesh.texture.size() != count)
    return wrong(concat({std::to_string(mesh.texture.size()), " places on a picture of ", std::to_string(count), " vertices"}));
  if (mesh.triangles.size() % 3 != 0) return wrong("the last triangle lacks a vertex");
  for (const std::uint32_t vertex : mesh.triangles)
    if (vertex >= count) return wrong(concat({"vertex ", std::to_string(vertex), " of ", std::to_string(count)}));
  for (const std::array<float, 3>& at : mesh.positions)
    if (!std::isfinite(at[0]) || !std::isfinite(at[1]) || !std::isfinite(at[2])) return wrong("a place is not a number");
  return {};
}

Result<void> write_mesh(const std::string& path, const Mesh& mesh) {
  const bool obj = path.ends_with(".obj");
  if (!obj && !path.ends_with(".ply")) return Error{ErrorCode::invalid_value, path, "meshes are written as .obj or .ply"};
  CRATON_TRY(check_mesh(mesh, path));
  CRATON_TRY(NewFile file, NewFile::create(path));
  ByteWriter out(file);
  CRATON_TRY(obj ? write_obj(out, mesh) : write_ply(out, mesh));
  return file.commit();
}

Result<std::string> mesh_bytes(std::string_view format, const Mesh& mesh) {
  const bool obj = format == "obj";
  if (!obj && format != "ply") return Error{ErrorCode::invalid_value, "format", "meshes are written as obj or ply"};
  CRATON_TRY(check_mesh(mesh, "mesh"));
  ByteWriter out;
  CRATON_TRY(obj ? write_obj(out, mesh) : write_ply(out, mesh));
  return out.take();
}

Result<void> write_mesh(const std::string& path, const VoxelMesh& mesh, const VoxelTable& table) {
  return write_mesh(path, mesh_of(mesh, table));
}

}  // namespace craton

#include <craton/files/mesh_file.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include <craton/files/new_file.h>

namespace craton {
namespace {

std::array<std::uint8_t, 3> colour_of(const VoxelVertex& vertex, const VoxelTable& table) {
  constexpr unsigned light[] = {256, 210, 168, 130};  // of 256
  std::array<std::uint8_t, 3> colour = table.grounds[vertex.ground].colour;
  for (std::uint8_t& channel : colour) channel = static_cast<std::uint8_t>(channel * light[vertex.shade & 3] >> 8);
  return colour;
}

/// Bytes for a file, handed over in large pieces.
class Writer {
 public:
  explicit Writer(NewFile& file) : file_(file) {}

  void text(std::string_view text) { buffer_.append(text); }
  void number(float value) {
    std::array<char, 32> digits;
    buffer_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  }
  void number(std::uint64_t value) {
    std::array<char, 32> digits;
    buffer_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  }
  template <class T>
  void bytes(T value) {
    std::array<char, sizeof(T)> raw;
    std::memcpy(raw.data(), &value, sizeof(T));
    if constexpr (std::endian::native == std::endian::big) std::reverse(raw.begin(), raw.end());
    buffer_.append(raw.data(), raw.size());
  }
  Result<void> pass_on(std::size_t from = 1 << 20) {
    if (buffer_.size() < from) return {};
    CRATON_TRY(file_.write(std::as_bytes(std::span(buffer_))));
    buffer_.clear();
    return {};
  }

 private:
  NewFile& file_;
  std::string buffer_;
};

Result<void> write_obj(Writer& out, const VoxelMesh& mesh, const VoxelTable& table) {
  out.text("# Craton\n");
  for (const VoxelVertex& vertex : mesh.vertices) {
    out.text("v ");
    for (const float place : {vertex.x, vertex.z, vertex.y}) {
      out.number(place);
      out.text(" ");
    }
    const std::array<std::uint8_t, 3> colour = colour_of(vertex, table);
    for (const std::uint8_t channel : colour) {
      out.number(static_cast<float>((channel * 1000 + 127) / 255) / 1000);
      out.text(" ");
    }
    out.text("\n");
    CRATON_TRY(out.pass_on());
  }
  for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
    out.text("f");
    for (std::size_t k = 0; k < 3; ++k) {
      out.text(" ");
      out.number(std::uint64_t{mesh.triangles[t + k]} + 1);
    }
    out.text("\n");
    CRATON_TRY(out.pass_on());
  }
  return out.pass_on(1);
}

Result<void> write_ply(Writer& out, const VoxelMesh& mesh, const VoxelTable& table) {
  out.text("ply\nformat binary_little_endian 1.0\ncomment Craton\nelement vertex ");
  out.number(std::uint64_t{mesh.vertices.size()});
  out.text(
      "\nproperty float x\nproperty float y\nproperty float z\nproperty float nx\nproperty float ny\nproperty float nz\n"
      "property uchar red\nproperty uchar green\nproperty uchar blue\nelement face ");
  out.number(std::uint64_t{mesh.triangles.size() / 3});
  out.text("\nproperty list uchar int vertex_indices\nend_header\n");
  for (const VoxelVertex& vertex : mesh.vertices) {
    for (const float place : {vertex.x, -vertex.y, vertex.z}) out.bytes(place);
    for (const int part : {int{vertex.normal_x}, -vertex.normal_y, int{vertex.normal_z}})
      out.bytes(static_cast<float>(part) / 127);
    for (const std::uint8_t channel : colour_of(vertex, table)) out.bytes(channel);
    CRATON_TRY(out.pass_on());
  }
  for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
    out.bytes(std::uint8_t{3});
    for (std::size_t k = 0; k < 3; ++k) out.bytes(mesh.triangles[t + k]);
    CRATON_TRY(out.pass_on());
  }
  return out.pass_on(1);
}

}  // namespace

Result<void> write_mesh(const std::string& path, const VoxelMesh& mesh, const VoxelTable& table) {
  const bool obj = path.ends_with(".obj");
  if (!obj && !path.ends_with(".ply")) return Error{ErrorCode::invalid_value, path, "meshes are written as .obj or .ply"};
  Result<NewFile> file = NewFile::create(path);
  if (!file) return file.error();
  Writer out(*file);
  CRATON_TRY(obj ? write_obj(out, mesh, table) : write_ply(out, mesh, table));
  return file->commit();
}

}  // namespace craton

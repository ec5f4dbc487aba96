#include <string>

#include "handles.h"
#include "types.h"

using namespace craton::c;

void craton_mesh_destroy(craton_mesh* mesh) { destroy(mesh); }

void craton_mesh_buffers_init(craton_mesh_buffers* buffers, size_t struct_size) { init_sized(buffers, struct_size, {}); }

namespace {

/// Whether an array that is wanted has room.
craton_status room(bool wanted, std::size_t capacity, std::size_t count, const char* path, craton_error* error) {
  if (!wanted || capacity >= count) return CRATON_OK;
  return fail(error, CRATON_TOO_SMALL, path, "there is room for " + std::to_string(capacity) + " of " + std::to_string(count));
}

}  // namespace

craton_status craton_mesh_read(const craton_mesh* mesh, craton_mesh_buffers* buffers, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(mesh)) return no_handle(error, "mesh");
    if (buffers == nullptr) return null(error, "buffers");
    craton_mesh_buffers b{};
    CRATON_C_TRY(read_sized(buffers, b, "buffers", error));
    const craton::Mesh& from = mesh->mesh;
    b.vertex_count = from.positions.size();
    b.index_count = from.triangles.size();
    CRATON_C_TRY(write_sized(b, buffers, "buffers", error));
    const bool vertices = b.positions != nullptr || b.normals != nullptr || b.colours != nullptr;
    CRATON_C_TRY(room(vertices, b.vertex_capacity, b.vertex_count, "buffers.vertex_capacity", error));
    CRATON_C_TRY(room(b.indices != nullptr, b.index_capacity, b.index_count, "buffers.index_capacity", error));
    const auto copy = [](const auto& values, void* target) {
      if (target != nullptr && !values.empty()) std::memcpy(target, values.data(), values.size() * sizeof values[0]);
    };
    copy(from.positions, b.positions);
    copy(from.normals, b.normals);
    copy(from.triangles, b.indices);
    if (b.colours != nullptr && from.colours.empty())
      std::memset(b.colours, 255, 4 * b.vertex_count);
    else
      copy(from.colours, b.colours);
    return CRATON_OK;
  });
}

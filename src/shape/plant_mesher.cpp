#include "shape/plant_mesher.h"

namespace craton::shape {
namespace {

/// Four corners, counter-clockwise from the positive side in a right-handed system, as a face that looks along `axis` to `side`.
void add_face(const std::array<std::array<float, 3>, 4>& corners, int axis, int side, const std::array<std::uint8_t, 3>& colour,
              PlantModel& model) {
  const auto base = static_cast<std::uint32_t>(model.vertices.size());
  std::array<std::int8_t, 3> normal{};
  normal[static_cast<std::size_t>(axis)] = static_cast<std::int8_t>(127 * side);
  for (const std::array<float, 3>& at : corners)
    model.vertices.push_back({at[0], at[1], at[2], normal[0], normal[1], normal[2], colour});
  // x, y and z are left-handed.
  const std::uint32_t a = side > 0 ? 2 : 1, b = side > 0 ? 1 : 2;
  for (const std::uint32_t i : {0U, a, b}) model.triangles.push_back(base + i);
  for (const std::uint32_t i : {0U, a + 1, b + 1}) model.triangles.push_back(base + i);
}

/// Rectangles of one colour on the six sides of a plant's voxels.
class PlantMesher {
 public:
  PlantMesher(const PlantVoxels& voxels, float corner, PlantModel& model) : model_(model), voxels_(voxels), corner_(corner) {}

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
    std::array<std::array<float, 3>, 4> corners{};
    for (int corner = 0; corner < 4; ++corner) {
      const int u = r.u + (corner == 1 || corner == 2 ? r.across : 0), v = r.v + (corner >= 2 ? r.along : 0);
      const Place p = place(axis, at + (side > 0 ? 1 : 0), u, v);
      corners[static_cast<std::size_t>(corner)] = {(static_cast<float>(p[0]) + corner_) * voxels_.size,
                                                   (static_cast<float>(p[1]) + corner_) * voxels_.size,
                                                   static_cast<float>(p[2]) * voxels_.size};
    }
    add_face(corners, axis, side, voxels_.colours[std::size_t{colour} - 1], model_);
  }

  PlantModel& model_;
  const PlantVoxels& voxels_;
  float corner_;
  std::vector<std::uint8_t> seen_;
};

}  // namespace

void add_voxels(const PlantVoxels& voxels, float corner, PlantModel& model) { PlantMesher(voxels, corner, model).run(); }

void add_box(const PlantBox& box, PlantModel& model) {
  for (int axis = 0; axis < 3; ++axis)
    for (const int side : {-1, 1}) {
      if (axis == 2 && side < 0 && box.low[2] <= 0) continue;
      std::array<std::array<float, 3>, 4> corners{};
      const auto k = static_cast<std::size_t>(axis), u = (k + 1) % 3, v = (k + 2) % 3;
      for (std::size_t corner = 0; corner < 4; ++corner) {
        corners[corner][k] = side > 0 ? box.high[k] : box.low[k];
        corners[corner][u] = corner == 1 || corner == 2 ? box.high[u] : box.low[u];
        corners[corner][v] = corner >= 2 ? box.high[v] : box.low[v];
      }
      add_face(corners, axis, side, box.colour, model);
    }
}

}  // namespace craton::shape
